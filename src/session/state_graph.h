#ifndef SESSION_STATE_GRAPH_H
#define SESSION_STATE_GRAPH_H

#include "base/arena.h"
#include "base/cancel.h"
#include "base/vec.h"
#include "lts/lts.h"
#include "search/states.h"

/* The states of a transition system and its transitions, as far as they were explored. */
typedef struct {
  StateId from, to; /* from NO_STATE: the first ones */
  uint32_t label;
  const char *text; /* op(1,2) --> r */
} StateEdge;

typedef struct {
  bool explored, setup, initial, stuck, goal;
  const char *violated; /* the predicate that does not hold, or what is undefined; or NULL */
} StateFacts;

typedef struct {
  Lts *lts;
  States *states;
  Arena *arena;              /* of the texts */
  VEC(StateFacts) facts;     /* by state     */
  VEC(StateEdge) edges;      /* each once    */
  bool complete;             /* everything was explored, as far as is known */
  VEC(const char *) reasons; /* why not, each once */
} StateGraph;

typedef struct {
  uint64_t max_states; /* that are explored; 0: no limit */
  uint32_t max_edges;  /* of one state; 0: as many as can be drawn */
  double time_limit;   /* seconds; 0: no limit */
  Cancel cancelled;
  bool *stop; /* set to make the Lts give up what it does, and reset after that; or NULL */
} StateGraphOptions;

StateGraph *state_graph_empty(Lts *); /* to be filled in some other way */
StateGraph *state_graph_new(Lts *, StateGraphOptions);
void state_graph_free(StateGraph *); /* accepts NULL */

#endif
