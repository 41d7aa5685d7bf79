#ifndef TEMPORAL_PRODUCT_LEAVING_H
#define TEMPORAL_PRODUCT_LEAVING_H

#include "temporal/automaton/survey.h"
#include "temporal/product/region.h"

/* A guess about strong fairness, made from a part of a product: the steps of some terms, or of some
 * instances, never stay inside of a component.  Then no fair loop passes a node where such a step
 * is possible, and these nodes need not be a part of components at all; what is left falls apart.
 * The same goes on in what is left, so terms and instances have levels, from 1 on: those of level n
 * never stay inside of a component of what is left without the nodes of the levels below.
 *
 * Whoever uses the guess must see that no step of level n leads from a node of this level to where
 * a node of level n or above can be reached: if so, it is right.  Leaving l = {0}; */
enum { LEAVING_LEVELS = 60 };
typedef struct {
  VEC(uint8_t) instances; /* by instance: the level; or 0 */
  uint64_t terms[LEAVING_LEVELS + 1];
  bool any;
} Leaving;

void leaving_clear(Leaving *);
void leaving_free(Leaving *);

/* It seems that they do not stay. */
void leaving_guess_instance(Leaving *, uint32_t instance, uint32_t level);
void leaving_guess_terms(Leaving *, uint64_t terms, uint32_t level);
/* Keeps of the guess what nothing in the region contradicts, and something supports. */
void leaving_confirm(Leaving *, const Region *, const Survey *);

/* The level of a node where these are possible; 0: it has none. */
uint32_t leaving_level(const Leaving *, uint64_t terms, const uint32_t *instances, uint32_t count);
/* Is this a step of the level? */
static inline bool leaving_has(const Leaving *l, uint32_t level, uint64_t terms, uint32_t instance)
{
  return terms & l->terms[level] ||
         (instance < l->instances.len && l->instances.data[instance] == level);
}

#endif
