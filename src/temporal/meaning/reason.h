#ifndef TEMPORAL_MEANING_REASON_H
#define TEMPORAL_MEANING_REASON_H

#include "temporal/meaning/spelled.h"
#include "temporal/path/truths.h"

/* Why a formula is false on a path: facts about its parts at positions of the path, few of them,
 * that together leave it no other value.  Parts whose value is clear from facts at the same
 * position, such as conjunctions, are left out, and so is the formula itself. */

typedef struct {
  const Spelled *what;
  uint32_t position; /* of the truths, with all rounds of a loop */
  bool holds;
} Fact;
typedef VEC(Fact) Facts;

/* Ascending by position; no two of one position that mean the same.  Nothing if the truth at the
 * first position is not known. */
void reason_find(const Spelled *, PathTruths *, Facts *);

#endif
