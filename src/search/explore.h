#ifndef SEARCH_EXPLORE_H
#define SEARCH_EXPLORE_H

#include "base/arena.h"
#include "base/cancel.h"
#include "base/vec.h"
#include "lts/lts.h"
#include "search/progress.h"
#include "search/state_id.h"

/* Exploration of a transition system, with the checks that are made in every state.
 *
 * Breadth-first is the default: the first violation is reached by a shortest way.  It
 * uses as many threads as are asked for, and what it finds does not depend on their
 * number: states count as found first from the earliest state, by the earliest
 * transition, whoever comes across them.  The other orders use one thread. */
typedef enum {
  ORDER_BREADTH,
  ORDER_DEPTH,
  ORDER_MIXED, /* the next state is the oldest or the newest, at random */
  ORDER_RANDOM /* random walks; never complete */
} SearchOrder;

typedef struct {
  bool invariant, deadlock, assertions, goal; /* what is checked */
  bool keep_going;      /* after a violation; assertions that take long are evaluated at the end */
  bool no_wd;           /* what is not well-defined is no violation */
  bool strict_wd;       /* candidates that were left out for it are violations */
  bool every_predicate; /* also those that cannot have changed */
  /* table[label * predicates + p], for the first so many predicates: where all invariants hold, the
   * label leads to states where this one does, so that it need not be evaluated there.  May be
   * NULL. */
  struct {
    const uint8_t *table;
    uint32_t predicates;
  } preserved;
  enum { CACHE_WHERE_IT_PAYS, CACHE_NEVER, CACHE_ALWAYS } caching; /* of what labels do */
  SearchOrder order;
  uint64_t seed;             /* of MIXED and RANDOM */
  double depth_share;        /* MIXED: how often the newest is taken; 0: 0.33 */
  uint32_t jobs;             /* threads; 0 counts as 1 */
  uint32_t parallel_from;    /* states in a level that make it worth while; 0: some hundreds */
  bool eager_threads;        /* even if it has not taken long so far */
  uint64_t max_states;       /* 0: no limit */
  double time_limit;         /* seconds; 0: no limit */
  size_t memory_limit;       /* bytes of the process; 0: no limit */
  size_t value_limit;        /* bytes of values a thread keeps; 0: some hundred megabytes */
  Cancel cancelled;          /* asked whether to stop */
  ExploreProgress *progress; /* or NULL */
  void *progress_context;
} ExploreOptions;

typedef enum {
  VIOLATION_INVARIANT,
  VIOLATION_DEADLOCK,
  VIOLATION_ASSERTION,
  VIOLATION_GOAL, /* the goal holds: what was looked for */
  VIOLATION_WELL_DEFINEDNESS,
  VIOLATION_OBLIGATION,    /* a precondition, an assertion inside an operation … */
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
  uint64_t order; /* the place of the state in the order of visits */
} Violation;

typedef struct Search Search;

#define REASON_NOT_COMPUTED "something could not be computed"

typedef struct {
  uint64_t states, transitions;
  uint64_t explored; /* of these: what follows them was looked at */
  uint64_t outside;  /* other states: the model asks not to go on from them */
  bool complete;
  VEC(const char *) reasons;  /* why it is not complete, each once; perhaps REASON_NOT_COMPUTED */
  VEC(Violation) violations;  /* the first of each kind (and predicate) */
  VEC(LtsWarning) candidates; /* candidates that were left out; each place once */
  VEC(uint64_t) depths;       /* BREADTH: new states at each distance from the start */
  uint64_t *enabled;          /* by label: in how many states it is possible */
  uint32_t threads;           /* that took part */
  bool alone;                 /* there could not be more than one */
  size_t table_bytes;         /* of the states and their values, without the engines' */
  Search *search;             /* what traces need */
} Exploration;

Exploration *explore(Lts *, ExploreOptions);
void exploration_free(Exploration *); /* accepts NULL; before the Lts */
bool exploration_found(const Exploration *, ViolationKind);

/* How a state was reached first; NO_STATE: it is one of the first. */
StateId exploration_from(const Exploration *, StateId);
uint32_t exploration_label(const Exploration *, StateId);
/* The row of a state, in the Lts that was explored; until the next call. */
const Value *exploration_row(const Exploration *, StateId);

/* Calls `each` with every state that was found, in no particular order. */
typedef void EachState(void *context, const Value *row);
void exploration_each(const Exploration *, EachState *, void *context);

/* The steps to a state, first to last: calls `step` with each transition and the
 * state before it (NULL before the first). */
typedef void TraceStep(void *context, const Transition *, const Value *before);
void explore_trace(Lts *, const Exploration *, StateId, TraceStep *, void *context);

#endif
