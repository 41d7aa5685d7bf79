#ifndef SEARCH_ATLAS_H
#define SEARCH_ATLAS_H

#include "base/cancel.h"
#include "base/vec.h"
#include "lts/lts.h"
#include "search/progress.h"
#include "search/state_id.h"

/* The states of a system on demand, in the compact table that explorations have: whoever walks
 * through them asks for the transitions of a state, which are computed each time.  One thread;
 * others have forks of it, over the same states. */
typedef struct Atlas Atlas;

typedef struct {
  uint64_t max_states;       /* 0: no limit */
  double deadline;           /* by clock_seconds; 0: none */
  size_t memory_limit;       /* bytes of the process; 0: none */
  Cancel cancelled;          /* asked now and then whether to stop */
  ExploreProgress *progress; /* or NULL */
  void *progress_context;
  bool keep_values; /* of the Lts' store that were made meanwhile: somebody else has some, too */
} AtlasOptions;

typedef struct {
  uint32_t label;
  StateId to;
  const Value *arguments; /* and results, as many as the label has */
} AtlasEdge;

typedef struct {
  const AtlasEdge *edges; /* each once */
  uint32_t count;
  uint32_t all; /* behind them, up to here: those that lead where the model asks not to go on to */
  bool partial; /* there may be more: something could not be computed … */
  bool leaves;  /* there are more, to states that the model asks not to go on to */
  bool faulty;  /* a step goes wrong */
} AtlasEdges;

/* Finds the initial states. */
Atlas *atlas_new(Lts *, AtlasOptions);
void atlas_free(Atlas *); /* accepts NULL; not the Lts, but that of a fork */

/* One for another thread, with an Lts of its own; to be freed before the first one.  NULL: that is
 * not possible. */
Atlas *atlas_fork(Atlas *);
/* Around the work of a thread, as soon as there may be several. */
void atlas_enter(Atlas *);
void atlas_leave(Atlas *);
/* Before several threads begin to work, with about so many states each. */
void atlas_set_block(Atlas *, uint32_t states);
double atlas_begin_seconds(const Atlas *); /* that it took to find the initial states */

/* The states after set-up and initialisation, in the order in which they are found. */
uint32_t atlas_initial_count(const Atlas *);
StateId atlas_initial(const Atlas *, uint32_t i);
bool atlas_is_initial(const Atlas *, StateId);
/* Are these all of them?  Not if something could not be computed, or is not well-defined. */
bool atlas_begins_surely(const Atlas *);
/* How an initial state comes about: its set-up of constants (NO_STATE: none), and the labels. */
StateId atlas_setup_of(const Atlas *, StateId initial);
uint32_t atlas_label_of(const Atlas *, StateId);

/* The state with this row, which is found some other way, with the constants of a known set-up.
 * NO_STATE: there is not enough memory. */
StateId atlas_state(Atlas *, const Value *row);

/* The transitions of a state, the same in every call; valid until the next one.  After a limit was
 * reached (atlas_stopped, atlas_is_full) they are those of states that were asked for before;
 * others have none. */
AtlasEdges atlas_edges(Atlas *, StateId);
/* The same without the states that they lead to (NO_STATE), of these labels (NULL: of all), in some
 * order and some perhaps more than once: what is possible, for less work.  Only of states that were
 * asked for their edges before. */
AtlasEdges atlas_offers(Atlas *, StateId, const bool *labels);
/* The row of the state whose edges were asked for last. */
const Value *atlas_row(const Atlas *);
/* The row of another state; `out` has room for one. */
void atlas_copy_row(Atlas *, StateId, Value *out);

Lts *atlas_lts(const Atlas *);
/* Of all forks together, while one thread is working: */
uint64_t atlas_states(const Atlas *); /* that were found, set-ups included */
uint64_t
atlas_transitions(const Atlas *); /* of states whose edges were asked for, and to initial ones */
uint64_t atlas_outside(const Atlas *);
uint64_t atlas_expanded(const Atlas *);
/* A limit was reached; nothing more is computed.  From now on, for a reason of the caller's. */
bool atlas_stopped(const Atlas *);
/* The limit of states was reached: what is known goes on to be of use. */
bool atlas_is_full(const Atlas *);
void atlas_stop(Atlas *, const char *reason);
/* It was stopped since there are forks: without them it would go on. */
bool atlas_needs_one_thread(const Atlas *);
/* Why not everything is known, each once. */
uint32_t atlas_reasons(const Atlas *);
const char *atlas_reason(const Atlas *, uint32_t i);
/* NULL: something could not be computed. */
void atlas_add_reason(Atlas *, const char *);
/* From now on there is no limit of time: what is left to do is to tell of what was found. */
void atlas_lift_deadline(Atlas *);
/* Looks at the limits, now and then; also for those who do other work in between. */
bool atlas_must_stop(Atlas *);
bool atlas_may_take(const Atlas *, size_t bytes);
size_t atlas_bytes(const Atlas *);

#endif
