#ifndef SESSION_BENCH_H
#define SESSION_BENCH_H

#include "base/text.h"
#include "engine/reference/reference.h"
#include "engine/code/vm.h"
#include "session/session.h"

/* Where formulas are evaluated: in the scope of a model (or of nothing), in the state
 * that its engine is in, with names that the user has given values to.  The elements
 * of deferred sets have names here, those that they are printed with. */
typedef struct {
  const Symbol *symbol; /* SYMBOL_LOCAL or SYMBOL_ELEMENT, also in model->known */
  Value value;
  bool element; /* of a deferred set: not given by the user */
} KnownName;

typedef struct {
  Session *session;
  Model *model; /* or NULL */
  Engine *engine;
  Reference *reference;
  Vm *vm;            /* NULL: the reference interpreter does everything */
  FormatStyle style; /* of values; with `most`, long sets are folded and their size is said */
  VEC(KnownName) known;
  uint32_t solutions; /* found by the last bench_answer */
} Bench;

/* The model and the engine stay the caller's and must live longer. */
void bench_open(Bench *, Session *, Model *, Engine *);
void bench_close(Bench *);

/* The constants and an initial state of the model.  False, with a warning, if they could not be
 * established: a value may still be computed, but never as if the state were sure. */
bool bench_set_up(Bench *);
/* If the engine is strict, what would be a warning is the answer: true, and it is its fault. */
bool bench_is_strict_fault(Bench *);

/* A machine without a state whose definitions are `definitions` ("a == 1;\n…") and, if
 * they are wanted, the bundled libraries. */
Model *bench_library_model(Session *, const char *definitions, bool libraries);

/* The formula, resolved and typed; NULL if there are mistakes, which are in the
 * diagnostics of the session.  An expression has no free names. */
const Formula *bench_formula(Bench *, const char *source_name, const char *text, FormulaKind);

/* Evaluates, and adds the answer: the value; TRUE or FALSE, where TRUE is followed by
 * values of the free names (with `all`, one line for each solution).  Nothing is added
 * for FAULT (engine->fault) and UNKNOWN (engine->cause). */
typedef enum { ANSWER_VALUE, ANSWER_TRUE, ANSWER_FALSE, ANSWER_FAULT, ANSWER_UNKNOWN } Answer;
Answer bench_answer(Bench *, const Formula *, bool all, Text *);
/* The value of an expression as it is. */
Value bench_value(Bench *, const Formula *);
void bench_print(Bench *, Text *, const Type *, Value);

/* Why the predicate is what it is, as a tree; for a predicate with free names, why
 * there is no solution, or which. */
void bench_why(Bench *, const Formula *predicate, Text *);

/* May the name be given a value?  If not, the result says why; else NULL. */
const char *bench_refuses(const Bench *, const char *name);
/* Gives a name a value, for all formulas from now on, or another value than before. */
void bench_let(Bench *, const char *name, const Type *, Value);
bool bench_unlet(Bench *, const char *name); /* false: it has none */

#endif
