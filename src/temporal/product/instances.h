#ifndef TEMPORAL_PRODUCT_INSTANCES_H
#define TEMPORAL_PRODUCT_INSTANCES_H

#include "base/signatures.h"
#include "search/atlas.h"

enum { INSTANCES_RECENT = 256 };

/* Numbers for operations with their arguments; results do not count.  Instances n = {0}; */
typedef struct {
  Signatures names;       /* as texts, in words */
  VEC(uint32_t) labels;   /* by instance */
  Signatures plain;       /* label and arguments as they are … */
  VEC(uint32_t) of_plain; /* … and the instance */
  struct {                /* some of those with at most one argument */
    uint64_t label, argument;
    uint32_t instance; /* + 1; 0: none */
  } recent[INSTANCES_RECENT];
} Instances;

void instances_free(Instances *);
uint32_t instance_of(Instances *, Lts *, const AtlasEdge *);
static inline uint32_t instances_count(const Instances *n) { return n->labels.len; }

#endif
