#ifndef ENGINE_EXECUTE_IMPL_H
#define ENGINE_EXECUTE_IMPL_H

#include "engine/reference/execute.h"
#include "engine/reference/walk.h"

/* Inside of execute.c and execute_refined.c. */

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

bool execute_over(const Executor *); /* nothing more is to be done */
void execute_run(Executor *, const Node *, Rest *);
void execute_fail(Executor *);                         /* this way ends: engine->fault says why */
void execute_merge(Updates *all, const Updates *more); /* later values replace earlier ones */
void execute_bind(Executor *, const Updates *);
/* A claim of this place has just been found false: was it asked for? */
bool execute_is_asked(const Executor *, Span);

/* ---- execute_refined.c: model/chain.h */
void execute_refined(Executor *, const Node *, Rest *);

#endif
