#ifndef ENGINE_REF_BOUNDS_H
#define ENGINE_REF_BOUNDS_H

#include "engine/reference/closure/closure.h"
#include "engine/reference/name_index.h"

/* Bounds of integer names that follow from comparisons: x + y = 10 & y > 3 gives
 * x <= 6.  Every solution of the conjuncts lies within them. */
typedef struct {
  int64_t low, high; /* BOUND_NONE below, above: none is known */
} Bounds;

#define BOUND_BELOW INT64_MIN
#define BOUND_ABOVE INT64_MAX

typedef struct BoundsProblem BoundsProblem;
struct BoundsProblem {
  Reference *r;
  Symbol *const *names;
  const bool *bound; /* names that have a value */
  uint32_t count;
  const Node *const *conjuncts;
  uint32_t conjunct_count;
  Bounds *bounds; /* by name: the result; meaningless for names that are no integers */
  Bounds (*call)(const BoundsProblem *, const Node *); /* of f(x); or NULL */
  const void *context;
  NameIndex index; /* of the names, while it is looked at */
};

/* False: there is no solution. */
bool bounds_narrow(const BoundsProblem *);
/* The interval of an expression over the names, after bounds_narrow. */
Bounds bounds_of(const BoundsProblem *, const Node *);

#endif
