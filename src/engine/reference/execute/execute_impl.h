#ifndef ENGINE_EXECUTE_IMPL_H
#define ENGINE_EXECUTE_IMPL_H

#include "engine/reference/execute/execute.h"
#include "engine/reference/closure/closure.h"

/* Inside this folder. */

/* What remains to be done after a substitution: called once per outcome with the
 * updates that it made.  Inside, the state is still the one before it. */
typedef VEC(Update) Updates;

typedef struct Executor Executor;
typedef struct Rest Rest;
struct Rest {
  void (*go)(Executor *, Rest *, const Updates *);
};

struct Executor {
  Reference *r;
  Outcome *outcome;
  Failure *failure;
  void *context;
  bool stopped, incomplete;
  bool broken; /* a named obligation does not hold on this way: it was told, the way goes on, and
                  nothing more is told of it */
  const Node *call; /* OP_CALL: the call that is being executed, the innermost; or NULL */
  FaultsTold told;
  uint32_t failures; /* ways that went wrong, told or not */
};

/* Names whose values are being looked for. */
typedef struct {
  Executor *x;
  const Node *node;
  Rest *rest;
  Symbol **names;
  uint32_t count;
} Choice;

bool execute_over(const Executor *); /* nothing more is to be done */
void execute_run(Executor *, const Node *, Rest *);
void execute_fail(Executor *);                         /* this way ends: engine->fault says why */
void execute_merge(Updates *all, const Updates *more); /* later values replace earlier ones */
void execute_bind(Executor *, const Updates *);
/* A claim of this place has just been found false: was it asked for? */
bool execute_is_asked(const Executor *, Span);

/* An expression or predicate that has no value ends this way. */
void execute_no_value(Executor *, Value none);
void execute_no_truth(Executor *, Truth);

/* ---- execute_assign.c */
/* Adds what target := v changes; false: this way has ended. */
bool execute_assign(Executor *, const Node *target, Value v, Updates *);
void execute_assignment(Executor *, const Node *, Rest *);
void execute_becomes_element(Executor *, const Node *, Rest *);
void execute_becomes_such(Executor *, const Node *, Rest *);

/* ---- execute_loop.c, execute_call.c */
void execute_while(Executor *, const Node *, Rest *);
void execute_call(Executor *, const Node *, Rest *);

/* ---- execute_refined.c: model/chain.h */
void execute_refined(Executor *, const Node *, Rest *);

#endif
