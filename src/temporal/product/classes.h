#ifndef TEMPORAL_PRODUCT_CLASSES_H
#define TEMPORAL_PRODUCT_CLASSES_H

#include <stdbool.h>

#include "base/signatures.h"

/* Nodes by the instances that are possible there, and steps by the classes that they lead from and
 * to.  Where both are few, all that fairness of every instance wants to know of a component is
 * which classes it has and which steps are inside.  Otherwise they are switched off.  Classes c =
 * {0}; */
typedef struct {
  bool on;
  Signatures sets;  /* by class: instances, ascending */
  Signatures steps; /* by number: classes from and to in one word, the instance */
} Classes;

typedef struct {
  uint32_t from, to, instance;
} ClassStep;

void classes_free(Classes *);
/* The class of a node, or the number of a step; too many: not on any more. */
uint32_t classes_of_node(Classes *, const uint32_t *instances, uint32_t count);
uint32_t classes_of_step(Classes *, ClassStep);
ClassStep classes_step(const Classes *, uint32_t number);
static inline uint32_t classes_steps(const Classes *c) { return c->steps.begin.len; }

#endif
