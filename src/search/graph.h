#ifndef SEARCH_GRAPH_H
#define SEARCH_GRAPH_H

#include "base/vec.h"
#include "lts/lts.h"
#include "search/state_id.h"

/* The states of a system on demand, in the compact table that explorations have: whoever walks
 * through them asks for the transitions of a state, which are computed each time.  One thread. */
typedef struct Graph Graph;

typedef struct {
  uint64_t max_states;     /* 0: no limit */
  double deadline;         /* by clock_seconds; 0: none */
  size_t memory_limit;     /* bytes of the process; 0: none */
  bool (*cancelled)(void); /* or NULL */
} GraphOptions;

typedef struct {
  uint32_t label;
  StateId to;
  const Value *arguments; /* and results, as many as the label has */
} GraphEdge;

typedef struct {
  const GraphEdge *edges; /* each once */
  uint32_t count;
  bool partial; /* there may be more: something could not be computed … */
  bool leaves;  /* there are more, to states that the model asks not to go on to */
  bool faulty;  /* a step goes wrong */
} GraphEdges;

/* Finds the initial states. */
Graph *graph_new(Lts *, GraphOptions);
void graph_free(Graph *); /* accepts NULL; not the Lts */

/* The states after set-up and initialisation, in the order in which they are found. */
uint32_t graph_initial_count(const Graph *);
StateId graph_initial(const Graph *, uint32_t i);
/* How an initial state comes about: its set-up of constants (NO_STATE: none), and the labels. */
StateId graph_setup_of(const Graph *, StateId initial);
uint32_t graph_label_of(const Graph *, StateId);

/* The transitions of a state, the same in every call; valid until the next one.  After a limit was
 * reached there are none: see graph_stopped. */
GraphEdges graph_edges(Graph *, StateId);
/* The row of the state whose edges were asked for last. */
const Value *graph_row(const Graph *);
/* The row of another state; `out` has room for one. */
void graph_copy_row(Graph *, StateId, Value *out);

Lts *graph_lts(const Graph *);
uint64_t graph_states(const Graph *); /* that were found, set-ups included */
uint64_t
graph_transitions(const Graph *); /* of states whose edges were asked for, and to initial ones */
uint64_t graph_outside(const Graph *);
uint64_t graph_expanded(const Graph *);
/* A limit was reached; nothing more is computed. */
bool graph_stopped(const Graph *);
/* Why not everything is known, each once. */
uint32_t graph_reasons(const Graph *);
const char *graph_reason(const Graph *, uint32_t i);
void graph_add_reason(Graph *, const char *);
/* Looks at the limits, now and then; also for those who do other work in between. */
bool graph_must_stop(Graph *);
bool graph_may_take(const Graph *, size_t bytes);
size_t graph_bytes(const Graph *);

#endif
