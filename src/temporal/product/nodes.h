#ifndef TEMPORAL_PRODUCT_NODES_H
#define TEMPORAL_PRODUCT_NODES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"
#include "search/state_id.h"

/* A number for each node of a product, 0 at first: four bytes where there are nodes.  For each
 * state of the automaton there are pages for the states of the system, made when they are needed.
 */
typedef struct {
  VEC(uint32_t *) pages;
} NodePages;

typedef struct {
  VEC(NodePages) rows; /* by state of the automaton */
  size_t bytes;
} Nodes;

/* The place of the number. */
uint32_t *node_place(Nodes *, StateId, uint32_t q);
void nodes_free(Nodes *);

#endif
