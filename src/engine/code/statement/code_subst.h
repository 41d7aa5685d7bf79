#ifndef ENGINE_CODE_SUBST_H
#define ENGINE_CODE_SUBST_H

#include <assert.h>

#include "base/signatures.h"
#include "engine/code/code.h"

/* Substitutions.  Every outcome is a stretch of the log of writes; what comes after
 * is a continuation, so that nondeterminism needs no copies.  While a part of a
 * sequence runs, the writes of the parts before it are in their places; everybody
 * else sees the state as it was before. */

typedef struct Statement Statement;
typedef struct Exec Exec;
typedef struct Rest Rest;
struct Rest {
  void (*go)(Exec *, Rest *);
};

typedef void StatementRun(Exec *, const Statement *, Rest *);

typedef struct { /* x, f(i), r'a … on the left of an assignment */
  enum { TARGET_NAME, TARGET_ELEMENT, TARGET_FIELD } kind;
  const Symbol *symbol; /* TARGET_NAME */
  bool variable;        /* of the state: index; else a slot of the frame */
  uint32_t index;
  const Code *inner, *argument; /* the value of what is changed, and where */
  const Shape *shape;           /* of the pairs; of the record */
  Span span;
} Target;

struct Statement {
  StatementRun *run;
  const Node *node;
  const Statement *const *parts;
  uint32_t count;
  const Code *const *codes; /* values, conditions */
  uint32_t code_count;
  const Target *const *targets; /* of an assignment: each with those it is a part of */
  uint32_t target_count;
  const Plan *plan;
  const Lets *lets;
  const uint32_t *slots; /* of local names, or of parameters and results of a call */
  uint32_t slot_count;
  const uint32_t *branches; /* CASE: the number of labels of each part */
};

struct Exec {
  Vm *vm;
  RoutineSink *sink;
  const Value *arguments;
  bool incomplete;
  bool broken; /* a named obligation does not hold on this way: it was told, the way goes on, and
                  nothing more is told of it */
  FaultsTold told;
  uint32_t failures; /* ways that went wrong, told or not */
  uint32_t turns;    /* of loops that are inside each other because their bodies have choices */
};

struct Routine {
  RoutineText text;
  const Code *guard;
  const Plan *plan; /* of the parameters */
  uint32_t *slots;  /* of the results */
  const Statement *body;
};

/* How each kind of substitution runs. */
StatementRun statement_assignment;
StatementRun statement_becomes_element;
StatementRun statement_becomes_such;
StatementRun statement_skip;
StatementRun statement_parallel;
StatementRun statement_sequence;
StatementRun statement_if;
StatementRun statement_select;
StatementRun statement_choice;
StatementRun statement_case;
StatementRun statement_obligation;
StatementRun statement_any;
StatementRun statement_let;
StatementRun statement_var;
StatementRun statement_while;
StatementRun statement_straight_loop;
StatementRun statement_call;
enum { MOST_ARGUMENTS = 32 }; /* of a call that has a statement */
StatementRun statement_refined;

/* A loop whose body has been compiled: if that has one outcome at most, the loop will be run
 * by statement_straight_loop; its targets are then all that it may write. */
void loop_straighten(Vm *, Statement *loop);

/* ---- code_merge.c: outcomes of the parts of a sequence */
typedef struct {
  uint32_t start;      /* of the writes of the whole sequence */
  uint32_t arrivals;   /* of which nothing is kept */
  Signatures known;    /* of those that are kept: the part, and places with their values */
  VEC(uint64_t) words; /* scratch: one of them */
  VEC(Value *) places; /* scratch */
} Merge;
void merge_begin(Merge *, uint32_t start);
void merge_end(Merge *);
/* The writes so far are in their places: was this part run after the same ones before? */
bool merge_is_known(Merge *, const Exec *, uint32_t part);

/* ---- code_tidy.c: values that a loop has made and nobody knows any more */
typedef struct {
  StoreMark mark;
  uint64_t pieces; /* of code that there were then */
  size_t next;     /* bytes of the store from which it is worth the time */
} Tidy;
Tidy tidy_begin(const Vm *);
/* Between two turns, with the writes since the loop began in the log from there on, or in their
 * places. */
void tidy_up(Vm *, Tidy *, uint32_t log, Value *variant);

/* ------------------------------- what both ways of running a body have in common */

static inline void log_write(Vm *vm, Value *place, Value value)
{
  Write w = {place, value};
  vec_push(&vm->log, w);
}
static inline void write_exchange(Write *w)
{
  Value other = *w->place;
  *w->place = w->value;
  w->value = other;
}
/* Like log_swap_in and log_swap_out below, where nothing is evaluated in between. */
static inline void log_exchange_in(Vm *vm, uint32_t start, uint32_t end)
{
  assert(start <= end && end <= vm->log.len);
  for (uint32_t i = start; i < end; i++) write_exchange(&vm->log.data[i]);
}
static inline void log_exchange_out(Vm *vm, uint32_t start, uint32_t end)
{
  assert(start <= end && end <= vm->log.len);
  for (uint32_t i = end; i-- > start;) write_exchange(&vm->log.data[i]);
}
/* The last value that the log has for the place since `start`. */
Value log_written(const Vm *, const Value *place, uint32_t start);
/* Puts these writes into their places (the log keeps what was there), and takes them out again. */
void log_swap_in(Vm *, uint32_t start, uint32_t end);
void log_swap_out(Vm *, uint32_t start, uint32_t end);
/* Is nothing more to be done, at the end of the time? */
bool exec_over(const Exec *);
void exec_fail(Exec *); /* this way ends: engine->fault says why */
void exec_run(Exec *, const Statement *, Rest *);
/* An expression or predicate that has no value ends this way. */
void exec_no_value(Exec *, Value none);
void exec_no_truth(Exec *, Truth);
bool exec_assign(Exec *, const Target *, Value); /* false: this way has ended */
/* Each of these gives false (or not `known`) after a fault or for want of a value: x says so. */
bool log_assignment(Exec *, const Statement *);
typedef struct {
  bool known;
  const Statement *part; /* NULL: nothing is to be done */
} Chosen;
Chosen if_choose(Exec *, const Statement *);
Chosen case_choose(Exec *, const Statement *);
/* A named obligation that does not hold is told, and what happens is seen all the same. */
bool obligation_is_noted(const Statement *);
Truth obligation_truth(Exec *, const Statement *);
bool let_enter(Exec *, const Statement *);
/* The slots from `first` on get no value. */
void exec_clear_slots(Vm *, const Statement *, uint32_t first);
bool call_enter(Exec *, const Statement *);
/* `settled`: the writes of the call are in their places; else in the log from `start` on. */
bool call_log_results(Exec *, const Statement *, uint32_t start, bool settled);
/* Invariant, condition and variant: TRUE if there is another turn. */
Truth loop_test(Exec *, const Statement *, Value *variant);

#endif
