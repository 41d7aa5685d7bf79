#ifndef TEMPORAL_MEANING_SPELLED_H
#define TEMPORAL_MEANING_SPELLED_H

#include "temporal/meaning/meaning.h"

/* A formula as it is written, with the formula over atoms that each part of it means. */

typedef struct { /* the value of a quantifier's name */
  Symbol *symbol;
  Value value;
} Bound;

typedef struct { /* values of names, the innermost last */
  const Bound *names;
  uint32_t count;
} Bounds;

typedef struct Spelled Spelled;
struct Spelled {
  const Temporal *tree;
  Bounds bounds;
  Ltl formula;
  uint32_t past; /* how many operators of the past are inside of each other */
  /* Those of the tree; of a quantifier one for each value of its name. */
  const Spelled *const *kids;
  uint32_t count;
};

/* Without the assumptions before it, as meaning_ltl reads it; it lives as long as the meaning.
 * NULL: it cannot be said what it means. */
const Spelled *meaning_spelled(Meaning *, const Temporal *);
/* As it is written, with the values of the names that it mentions. */
void meaning_print_spelled(Meaning *, Text *, const Spelled *);

#endif
