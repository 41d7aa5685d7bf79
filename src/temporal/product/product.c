#include "temporal/product/product.h"

#include <assert.h>

#include "temporal/product/product_impl.h"

void product_search(const ProductRequest *request, Product *p)
{
  *p = (Product){.result = PRODUCT_NONE};
  ProductSearch s = {.request = request, .out = p};
  walker_open(&s.walker, request);
  assert(!request->breadth_first || !request->fairness);
  if (request->breadth_first) product_breadth(&s);
  else product_depth(&s);
  Atlas *g = request->atlas;
  bool known = !s.walker.incomplete && !atlas_stopped(g);
  if (p->result == PRODUCT_NONE && !known) p->result = PRODUCT_UNKNOWN;
  nodes_free(&s.nodes);
  walker_close(&s.walker);
}

void product_close(Product *p) { vec_free(&p->path); }

/* ---------------------------------------------------------------- breadth first */

typedef struct {
  StateId state;
  uint32_t q, parent, step; /* parent: place in the queue, NO_STEP: none */
} Reached;

typedef struct {
  VEC(Reached) all;
  uint32_t found; /* place of the one where a path is accepted; NO_STEP */
  PathKind kind;
} Queue;

static void reach(ProductSearch *s, Queue *q, Reached r)
{
  uint32_t *place = node_place(&s->nodes, r.state, r.q);
  if (*place) return;
  *place = 1;
  vec_push(&q->all, r);
}

static void write_path(ProductSearch *s, const Queue *q)
{
  VEC(uint32_t) way = {0};
  for (uint32_t at = q->found; at != NO_STEP; at = q->all.data[at].parent) vec_push(&way, at);
  for (uint32_t i = way.len; i-- > 0;) {
    uint32_t step = i ? q->all.data[way.data[i - 1]].step : NO_STEP;
    vec_push(&s->out->path, ((PathPosition){q->all.data[way.data[i]].state, step}));
  }
  vec_free(&way);
  s->out->kind = q->kind;
  s->out->result = PRODUCT_FOUND;
}

void product_breadth(ProductSearch *s)
{
  const ProductRequest *r = s->request;
  Queue q = {.found = NO_STEP};
  uint32_t first = automaton_initial(r->automaton);
  for (uint32_t i = 0; i < r->initial_count; i++)
    reach(s, &q, (Reached){r->initial[i], r->first ? r->first[i] : first, NO_STEP, NO_STEP});
  for (uint32_t i = 0; i < q.all.len && q.found == NO_STEP && !atlas_must_stop(r->atlas); i++) {
    walker_expand(&s->walker, q.all.data[i].state, q.all.data[i].q);
    if (s->walker.decided || s->walker.ends) {
      q.found = i;
      q.kind = s->walker.decided ? PATH_PREFIX : PATH_FINITE;
    }
    for (uint32_t k = 0; k < s->walker.successors.len; k++) {
      const Successor *x = &s->walker.successors.data[k];
      reach(s, &q, (Reached){x->to, x->q, i, x->step});
    }
  }
  s->out->nodes = q.all.len;
  if (q.found != NO_STEP) write_path(s, &q);
  vec_free(&q.all);
}
