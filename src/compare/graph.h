#ifndef COMPARE_GRAPH_H
#define COMPARE_GRAPH_H

#include "compare/space.h"

/* An explored space with its edges in both directions, each list ascending by
 * action, and the calls of each state.  A specification has an edge also for each choice
 * (compare/alphabet.h) that one of its edges fits. */
typedef struct {
  uint32_t *begin; /* by state, and one more */
  Edge *edges;     /* `to` is the state at the other end */
} Arrows;

typedef struct {
  uint32_t count;
  Arrows out, in;
  uint32_t *calls; /* by state: a set of alphabet_menus */
  bool *initial, *stable;
  bool hidden; /* some edge is */
} Graph;

Graph graph_new(Space *, bool specification);
void graph_free(Graph *);

/* The arrows of a state with this action: *begin … *end-1. */
void graph_find(const Arrows *, StateId, uint32_t action, uint32_t *begin, uint32_t *end);

#endif
