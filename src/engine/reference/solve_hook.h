#ifndef ENGINE_SOLVE_HOOK_H
#define ENGINE_SOLVE_HOOK_H

#include "engine/reference/reference.h"

/* What a constraint solver can do for the interpreter: find values of names.  The
 * interpreter enumerates by itself what is small; it asks the solver of the engine,
 * if there is one, where the candidates are many or unbounded. */
typedef struct {
  Reference *r;
  Symbol *const *names; /* without values */
  uint32_t count;
  const Node *const *conjuncts; /* that are not yet known to hold */
  uint32_t conjunct_count;
  Windows windows; /* see reference_solve */
  bool bounded;    /* decline rather than try a window before there was a candidate */
  /* Called with the names bound, once for each candidate; it tests the conjuncts
   * itself.  False: stop. */
  bool (*candidate)(void *context);
  void *context;
} SolveRequest;

typedef enum {
  SOLVE_DECLINED,   /* nothing was tried                                          */
  SOLVE_ALL,        /* every solution was among the candidates                    */
  SOLVE_STOPPED,    /* by `candidate`                                             */
  SOLVE_INCOMPLETE, /* there may be more solutions: engine->cause                 */
  SOLVE_INFINITE    /* only without windows: the domain of a name has no bounds    */
} SolveResult;

typedef struct SolveHook {
  SolveResult (*solve)(const SolveRequest *);
} SolveHook;

#endif
