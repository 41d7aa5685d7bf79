#ifndef SEARCH_EXPLORE_H
#define SEARCH_EXPLORE_H

#include "base/arena.h"
#include "base/vec.h"
#include "lts/lts.h"
#include "search/states.h"

/* Breadth-first exploration of a transition system, with the checks that are made
 * in every state.  The first violation is reached by a shortest way. */
/* Called a few times a second while the exploration goes on. */
typedef void ExploreProgress(void *context, uint64_t explored, uint64_t found,
                             uint64_t transitions);

typedef struct {
  bool invariant, deadlock, assertions, goal; /* what is checked */
  bool keep_going;                            /* after a violation */
  uint64_t max_states;                        /* 0: no limit */
  double time_limit;                          /* seconds; 0: no limit */
  bool (*cancelled)(void);                    /* or NULL: asked whether to stop */
  ExploreProgress *progress;                  /* or NULL */
  void *progress_context;
} ExploreOptions;

typedef enum {
  VIOLATION_INVARIANT,
  VIOLATION_DEADLOCK,
  VIOLATION_ASSERTION,
  VIOLATION_GOAL, /* the goal holds: what was looked for */
  VIOLATION_WELL_DEFINEDNESS,
  VIOLATION_SETUP,         /* no constants satisfy the properties */
  VIOLATION_INITIALISATION /* no initial state                    */
} ViolationKind;

typedef struct {
  ViolationKind kind;
  StateId state;      /* where; NO_STATE: before the first one */
  uint32_t predicate; /* INVARIANT, ASSERTION */
  uint32_t label;     /* WELL_DEFINEDNESS: the operation, or UINT32_MAX */
  Span span;
  const char *message;
} Violation;

typedef struct {
  Arena *arena; /* of the messages */
  States *states;
  uint64_t transitions;
  bool complete;
  VEC(const char *) reasons; /* why it is not complete, each once */
  VEC(Violation) violations; /* the first of each kind (and predicate) */
  VEC(Trouble) warnings;     /* each place once */
  bool *covered;             /* by label: it was taken at least once */
} Exploration;

Exploration *explore(Lts *, ExploreOptions);
void exploration_free(Exploration *); /* accepts NULL */
bool exploration_found(const Exploration *, ViolationKind);

/* The steps to a state, first to last: calls `step` with each transition and the
 * state before it (NULL before the first). */
typedef void TraceStep(void *context, const Transition *, const Value *before);
void explore_trace(Lts *, const Exploration *, StateId, TraceStep *, void *context);

#endif
