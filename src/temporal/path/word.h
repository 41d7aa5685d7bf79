#ifndef TEMPORAL_PATH_WORD_H
#define TEMPORAL_PATH_WORD_H

#include "temporal/product/product.h"

/* A path as the automata read it: at each position the truth of atoms in the state and of the step
 * that leaves it. */
typedef struct {
  uint32_t count, atoms; /* positions, at least one; atoms of a letter */
  uint32_t loop;         /* after the last position comes this one again; = count: it does not */
  Truth goes_on;         /* loop = count: is there a position after the last one?  What would be
                            true there is not known. */
  uint8_t *letters;      /* by position and atom: FALSE, TRUE or UNKNOWN */
} PathWord;

/* The word of a path that a search has found in this graph; only atoms that are asked for are
 * looked at, the others are UNKNOWN. */
void path_word(PathWord *, Atlas *, Atoms *, const bool *asked, const Product *);
void path_word_close(PathWord *);

static inline Truth path_word_at(const PathWord *w, uint32_t position, uint32_t atom)
{
  return (Truth) w->letters[(size_t) position * w->atoms + atom];
}

#endif
