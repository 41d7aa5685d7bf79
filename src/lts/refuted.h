#ifndef LTS_REFUTED_H
#define LTS_REFUTED_H

#include "engine/reference/reference.h"

/* Properties that have no solution, and something in them was not well-defined for some candidate.
 */
typedef struct {
  Symbol *const *names;
  uint32_t count;
  const Node *const *conjuncts;
  uint32_t conjunct_count;
  const Warning *warnings; /* about what was not well-defined */
  uint32_t warning_count;
} Refuted;

/* Are they FALSE for some candidate (or is there none to begin with), so that they are not just
 * undefined?  False also where that takes long to find out. */
bool refuted_by_truth(Reference *, const Refuted *);

#endif
