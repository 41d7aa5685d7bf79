#ifndef SEARCH_SEARCH_IMPL_H
#define SEARCH_SEARCH_IMPL_H

/* What the files of the exploration share. */

#include <pthread.h>

#include "search/coder.h"
#include "search/explore.h"
#include "search/op_cache.h"
#include "search/predicate_cache.h"

/* The word that goes with a state:
 *    32 bits  the state it was reached from, NO_STATE: none.  While a level is explored
 *             by several threads: the rank of that state in the level
 *     1 bit   some predicate does not hold here, or is not decided
 *   the rest  which of the transitions from there it was (while a level is explored by
 *             several threads), and in the lowest label_bits the label
 * Of two ways to a state the one with the lesser word counts. */
#define WORD_DIRTY (UINT64_C(1) << 31)
#define WORD_VISITED (UINT64_C(1) << 30) /* random walks only: it was there before */

/* Something that was noticed, with the place in the order of one thread where. */
typedef struct {
  enum { FINDING_VIOLATION, FINDING_REASON, FINDING_CANDIDATE } type;
  uint32_t rank, sequence;
  uint32_t place; /* of a violation: the sequence of the first one of its label in the state */
  Violation what;
  const char *example;
} Finding;

/* An assertion that took too long to be evaluated while states were being found. */
typedef struct {
  uint64_t order; /* of the state, as in Violation */
  StateId state;
  uint32_t predicate;
} Postponed;

typedef struct Worker Worker;
struct Worker {
  Sink sink; /* first */
  Search *s;
  Lts *lts;
  Coder *coder;
  OpCache *cache;        /* or NULL */
  PredicateCache *known; /* or NULL */
  bool owns_lts;
  uint32_t *label_width; /* by label: arguments and results */
  StateId from;          /* the state that is being visited … */
  uint32_t rank;         /* … and its place in the level      */
  bool failed_here;      /* an incomplete answer: no claim of a deadlock */
  bool wrong_here;       /* an operation is possible, but goes wrong */
  VEC(uint64_t) rows;    /* its transitions: label, root, arguments */
  uint32_t row_width;
  VEC(uint32_t) seen; /* scratch of counting: open addressing, row + 1 */
  VEC(StateId) fresh; /* states found, in order */
  VEC(StateId) found; /* successors of the state, as wanted by random walks */
  bool keep_found;
  VEC(Finding) findings; /* since the last merge */
  VEC(Postponed) postponed;
  bool *slow;            /* by predicate: it was given up once */
  double assertion_time; /* seconds that went into assertions */
  Arena *arena;          /* of their texts */
  uint32_t warned;       /* warnings of the Lts that were taken */
  uint64_t *enabled;     /* by label */
  uint32_t *last_label;  /* by label: stamp of the last state that it was counted in */
  uint32_t stamp;
  uint32_t asked;                                      /* how often it asked whether to stop */
  size_t value_bound;                                  /* bytes of values that are too many */
  _Atomic uint64_t transitions, explored, fresh_count; /* read by others for progress only */
  uint64_t outside;
  pthread_t thread;
};

struct Search {
  Lts *lts;
  ExploreOptions o;
  Exploration *x;
  RowCode *code;
  StateTable *table;
  Shared *shared;
  Worker **workers;
  uint32_t worker_count, most_workers;
  uint32_t label_bits;
  uint8_t *skips;     /* [label][predicate]: the label leaves the predicate as it was */
  bool *wanted;       /* by predicate */
  bool *may_postpone; /* by predicate */
  double started, begun, told, polled; /* begun: the first states were found */

  VEC(StateId) level;  /* the states to be visited, in order */
  bool parallel;       /* the level is explored by several threads */
  StateId level_first; /* the states that are found from now on have at least this number */
  uint32_t limit;      /* ranks below are visited */
  uint64_t base;       /* place of the first of them in the order of visits */
  _Atomic uint32_t cursor, stop_rank;
  uint32_t *taken; /* by rank: transitions; NULL if nobody needs it */
  uint64_t explored;

  _Atomic bool stop; /* a limit, or an interruption: everybody stops as soon as possible */
  _Atomic bool lazy; /* a state holds a lazy set: one thread only */

  pthread_mutex_t lock;
  pthread_cond_t wake, done;
  uint64_t round; /* of the pool: a level that is to be explored */
  uint32_t running;
  bool quit;
};

/* ---- worker.c: visiting a state */
Worker *worker_new(Search *, Lts *, bool owns_lts);
void worker_free(Worker *);
void worker_start(Worker *); /* the first states */
void worker_visit(Worker *, StateId, uint32_t rank);
/* Whether the search must end; asked before each state. */
bool search_must_stop(Worker *);

void worker_limit_values(Worker *); /* drops values that are too many; rows are void */
/* Takes note of the truth of a predicate; false: it is not as it should be. */
bool worker_judge(Worker *, uint32_t predicate, Truth, const Trouble *why);

/* ---- postpone.c: assertions that take long do not stand in the way of the exploration */
bool postpone_applies(const Search *, uint32_t predicate);
/* False: it takes so long that it is put off. */
bool postpone_or_evaluate(Worker *, uint32_t predicate, const Value *row, Truth *, Trouble *why);
/* What was put off; after the exploration.  If there is no time for it, the result says so. */
void postponed_check(Search *);

/* ---- findings.c */
void note_incomplete(Worker *, const char *reason);
void note_violation(Worker *, Violation);
void note_candidates(Worker *); /* those that the Lts has collected since the last call */
/* Takes over what the workers noticed, in the order of ranks, up to this rank. */
void findings_merge(Search *, uint32_t last_rank);

/* ---- parallel.c */
bool parallel_prepare(Search *); /* more workers, if that is possible */
void parallel_level(Search *);   /* explores s->level; s->level is then the next one */
void parallel_end(Search *);

/* ---- orders.c */
void search_breadth(Search *);
void search_stack(Search *); /* DEPTH, MIXED */
void search_walks(Search *);

#endif
