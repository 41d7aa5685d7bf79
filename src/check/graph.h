#ifndef CHECK_GRAPH_H
#define CHECK_GRAPH_H

#include "check/space.h"

/* An explored space with its edges in both directions, each list ascending by
 * action, and the calls of each state. */
typedef struct {
  uint32_t *begin; /* by state, and one more */
  Edge *edges;     /* `to` is the state at the other end */
} Arrows;

typedef struct {
  uint32_t count;
  Arrows out, in;
  uint32_t *calls;      /* by state: a set of alphabet_menus */
  uint32_t *weak_calls; /* likewise, after any number of hidden edges */
  bool *initial, *stable;
  bool hidden;    /* some edge is */
  bool too_large; /* there are too many weak edges; not all are here */
} Graph;

Graph graph_new(Space *);
/* Hidden edges around visible ones become part of these: a state has an edge where
 * it had a way with the same action and any number of hidden edges; with the hidden
 * action it reaches itself and all that hidden edges reach.  `calls` stay those of the
 * edges as they were; the initial states are closed, too. */
Graph graph_new_weak(Space *);
void graph_free(Graph *);

/* The arrows of a state with this action: *begin … *end-1. */
void graph_find(const Arrows *, StateId, uint32_t action, uint32_t *begin, uint32_t *end);

#endif
