#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include <stdio.h>

#include "base/cancel.h"
#include "base/names.h"
#include "base/vec.h"
#include "engine/tried.h"
#include "model/model.h"
#include "value/format.h"
#include "value/set.h"

/* Everything that evaluation needs and keeps: the values, the shapes of the
 * types, the sizes of the given sets, preferences, the values of constants and
 * variables, and what went wrong.  One Engine per loaded model (or per formula
 * without a model). */

/* Why an evaluation has no value.  The place is the offending sub-expression. */
typedef struct {
  Span span;
  const char *message; /* until engine_forget */
  bool claim;          /* everything has a value, but what the model claims is FALSE */
} Fault;

/* A candidate of a binder for which the predicate was not well-defined. */
typedef struct {
  Span span;
  const char *message;
  const char *example; /* the candidate */
} Warning;

typedef struct { /* a preference given by the user or the model */
  const char *name, *value;
} Preference;

typedef struct { /* the number of elements of a deferred set, whatever the model says */
  const Symbol *set;
  uint64_t size;
  bool guessed; /* not said by the user, only found to be enough */
} GivenSize;

typedef struct Engine Engine;
/* How an engine works; a fork works in the same way. */
typedef struct {
  uint64_t default_set_size; /* of deferred sets that nothing else is said of */
  bool default_is_given;     /* by a preference */
  /* A name with one bound only is tried in MININT..MAXINT as far as the bound lets;
   * if that leaves nothing, or with wide_windows, `window` values from the bound (`Windows`). */
  int64_t window;
  bool wide_windows;
  bool strict_wd;
  bool reference_only;      /* the fast evaluator is not used */
  bool symbolic;            /* constants that are given by %x.(P|E) or {x|P} are not written out */
  bool keep_closures;       /* {x|P} and %x.(P|E) are not written out even if that is possible */
  bool eager;               /* for tests: what pays for large models is done for small ones, too */
  bool plain_calls;         /* values of ANY are no arguments, whatever the model asks to show */
  bool every_setup;         /* also of constants that differ only by names of deferred elements */
  uint64_t expansion_limit; /* elements of a set that is written out        */
  uint64_t lazy_limit;      /* POW(S), A <-> B … up to here are written out */
  FILE *output;        /* where printf and the like of models go: stdout unless changed; or NULL */
  size_t memory_limit; /* bytes of the process; 0: none */
  const char *inside;  /* files are read from below this folder only, none is written; or NULL */
  double deadline;     /* by the monotonic clock, seconds; 0: none */
  Cancel cancelled;    /* asked now and then whether to stop */
  const struct Library *built_in; /* or NULL: built-in functions (library.h) */
  const struct SolveHook *solver; /* or NULL: finds values of names (solve_hook.h) */
  uint64_t solver_from;           /* that many candidates are enough to ask it */
  uint64_t solver_patience;       /* failures after which it learns clauses; 0: never */
  bool solver_checked;            /* … and that they have no model is checked */
} EngineOptions;

struct Engine {
  EngineOptions options;
  Arena *arena;   /* what stays: shapes, closures        */
  Arena *scratch; /* texts and lists of one evaluation: engine_forget */
  ArenaMark scratch_start;
  Store *store;
  ShapeTable *shapes;
  Names *names;
  const Model *model; /* or NULL */
  const Source *main; /* the file that relative names are looked up from, or NULL */

  Value minint, maxint;
  bool minint_is_given, maxint_is_given; /* by a preference */
  VEC(GivenSize) sizes;                  /* the last for a set counts */

  /* By Symbol.index; VALUE_UNDEFINED where there is none (yet). */
  Value *constants, *variables;

  VEC(const Shape *) shape_of_type; /* by Type.id, NULL: not made yet */
  VEC(struct Closure *) closures;   /* lazy sets that are expressions */
  VEC(const Node *) strings;        /* some that occur in the model, if they were looked for */
  bool strings_are_known;
  VEC(struct OldNames *) old_names; /* of trees with x$0: ref_old.c */

  Fault fault;               /* of the last result VALUE_FAULT or TRUTH_FAULT   */
  const char *cause;         /* of the last result VALUE_UNKNOWN, TRUTH_UNKNOWN */
  uint32_t other_causes;     /* in this evaluation, than that a name has no bounds */
  TriedNames windows;        /* that were opened in this evaluation … */
  uint32_t windows_begun;    /* … from here on by the innermost search for values */
  Tried *tried;              /* in all evaluations */
  const Engine *forked_from; /* or NULL: `tried` is its own */
  VEC(Warning) warnings;
  uint64_t steps, elements; /* elements: since the clock was asked because of them */
  size_t bytes_seen;        /* of the store, when the memory was asked because of them */
  bool expired;             /* beyond it: all that is left is unknown */
  bool full;                /* … because of the memory */
  uint32_t solver_guesses;  /* of sets, only to refute what it declined, in this evaluation */
  uint32_t solver_doubts;   /* how often it looked for candidates that are not well-defined */
  uint64_t solver_derived;  /* clauses, in all evaluations, of proofs that were checked */
};

/* `model` may be NULL.  Preferences: MAXINT, MININT, DEFAULT_SETSIZE; later ones
 * win; those of the model come first. */
Engine *engine_new(Names *, const Model *model, const Preference *, uint32_t count);
void engine_free(Engine *); /* accepts NULL */

/* MININT and MAXINT that are given in one of them become those of the other, before anything
 * is computed; false if different numbers are given in both. */
bool engine_share_bounds(Engine *, Engine *);

/* The number of elements of a deferred set, fixed before its first value is made;
 * false if it is fixed already with another size. */
bool engine_set_size(Engine *, const Symbol *set, uint64_t size);
/* The same for a guess, before anything is computed; set_size says that it is one. */
void engine_guess_size(Engine *, const Symbol *set, uint64_t size);

/* The number that an expression is, as far as its text and the properties tell: 3, -1,
 * 2*n with n = 4 among the properties; false if that is not known. */
bool engine_literal(const Engine *, const Node *, int64_t *out);

const Shape *engine_shape(Engine *, const Type *);
/* The shape of the elements of a set-valued node. */
const Shape *engine_element_shape(Engine *, const Type *set);

/* Ends an evaluation: the texts of its faults and causes are given back.  Values,
 * closures and warnings stay. */
void engine_forget(Engine *);
/* Begins an evaluation: what the solver does only so often in one may be done again.  So what
 * stays unknown does not depend on what was evaluated before. */
void engine_restart(Engine *);

/* Counts one step of evaluation; false, with a cause, when there is no time left. */
bool engine_spend(Engine *);
/* One step that takes long, as hundreds of propagations do: the deadline is looked at sooner. */
bool engine_spend_long(Engine *);
/* One step that made a set of so many elements: the clock is asked sooner. */
bool engine_spend_elements(Engine *, uint64_t count);
void engine_set_time_limit(Engine *, double seconds); /* from now; 0: none */

Value engine_fault(Engine *, Span, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The same where the model claims something that is FALSE: a precondition, a loop invariant. */
Value engine_false_claim(Engine *, Span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
Value engine_unknown(Engine *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same where a name has no bounds.  Causes that begin with a name are NAME REASON_NO_BOUNDS …:
 * who reports them can say more (tried.h). */
#define REASON_NO_BOUNDS " is unbounded"
#define REASON_SOME_TRIED REASON_NO_BOUNDS ": only some values were tried"
#define REASON_NONE_FOUND REASON_NO_BOUNDS ": no value was found"
Value engine_unbounded(Engine *, const char *name, const char *reason);
void engine_warn(Engine *, const char *example); /* about the current fault */

/* A value for people; lazy sets as the expressions they are. */
void engine_format(Engine *, Text *, const Shape *, Value, FormatStyle);
const char *engine_text(Engine *, const Shape *, Value); /* ASCII, cut if long */

#endif
