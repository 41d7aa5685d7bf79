#include "csp/machine/compress.h"

#include <stdlib.h>

#include "base/memory.h"
#include "csp/machine/product.h"

Component *compress(Component *c, CompressKind kind, Effort *e)
{
  switch (kind) {
  case COMPRESS_NONE:
  case COMPRESS_DETER: return c; /* the latter is made by its rules */
  case COMPRESS_SBISIM:
  case COMPRESS_WBISIM:
  case COMPRESS_DBISIM:
  case COMPRESS_MODEL:
    c = compress_tau_loops(compress_strong(c, e));
    return compress_strong(compress_branching(c, e), e);
  case COMPRESS_NORMAL: return compress_strong(compress_normal(c, e), e);
  case COMPRESS_DIAMOND: return compress_strong(compress_diamond(compress_tau_loops(c), e), e);
  case COMPRESS_TAU_LOOP: return compress_tau_loops(c);
  }
  return c;
}

Leaf *product_process(LeafStore *store, Datum process)
{
  NetworkPlan plan = {0};
  Leaf *leaf = NULL;
  if (skeleton_plan(store, process, &plan)) {
    Network *network = network_new(&plan);
    Component *c = product_component(network, store->source, store->most_states);
    network_free(network);
    if (c) {
      leaf = memory_zeroed(1, sizeof *leaf);
      leaf->component = c;
      leaf->process = process;
    }
  }
  network_plan_free(&plan);
  return leaf;
}

Leaf *compress_process(LeafStore *store, Datum process)
{
  Pool *pool = store->source->pool;
  CompressKind kind = (CompressKind) datum_int_of(datum_part(pool, process, 0));
  Datum inner = datum_part(pool, process, 1);
  Leaf *leaf = product_process(store, inner);
  if (!leaf) return NULL;
  leaf->process = process;
  Effort *e = &store->source->effort;
  leaf->component = store->mode == COMPRESS_STRONGLY ? compress_strong(leaf->component, e)
                                                     : compress(leaf->component, kind, e);
  if (!e->stopped) return leaf;
  leaf_free(leaf);
  return NULL;
}
