#ifndef TEMPORAL_PRODUCT_TAKEN_H
#define TEMPORAL_PRODUCT_TAKEN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"

/* Which instances are steps inside of components that are not complete yet: those of the last root
 * above, those of roots before it below.  A root is the live number of its node; when an edge makes
 * several of them one, what was noted for the later ones belongs to the first.  Taken t = {0}; */
typedef struct {
  uint32_t instance, root;
  uint32_t before; /* where the instance was noted before: place + 1; or 0 */
} TakenFact;

typedef struct {
  VEC(TakenFact) facts;
  VEC(uint32_t) last; /* by instance: place + 1, or 0 */
  uint32_t lost;      /* of roots up to here not everything is known any more … */
  bool has_lost;      /* … if there are such */
} Taken;

void taken_free(Taken *);
/* A step inside of the component of this root, which is the last one. */
void taken_note(Taken *, uint32_t instance, uint32_t root);
/* Of the last root: */
bool taken_has(const Taken *, uint32_t instance, uint32_t root);
/* Of any other, in which there is a live node with this number. */
bool taken_has_between(const Taken *, uint32_t instance, uint32_t root, uint32_t node);
/* Facts from this place on are those of the last root; not each once. */
static inline uint32_t taken_begin(const Taken *t, uint32_t root)
{
  uint32_t i = t->facts.len;
  while (i && t->facts.data[i - 1].root >= root) i--;
  return i;
}
static inline bool taken_knows_all(const Taken *t, uint32_t root)
{
  return !t->has_lost || root > t->lost;
}
/* The component of the last root is complete, and done with. */
void taken_drop(Taken *, uint32_t root);
/* Other numbers for all instances, perhaps the same one for several. */
typedef uint32_t TakenName(void *context, uint32_t instance);
void taken_rename(Taken *, TakenName *, void *context);
/* Forgets the first half if there are more bytes than this. */
void taken_limit(Taken *, size_t bytes);

#endif
