#include <assert.h>

#include "temporal/product/product_impl.h"

/* Couvreur's algorithm: components are merged as soon as an edge closes a loop, so that a loop with
 * all marks is found when its last edge is met.  With fairness a component is judged when it is
 * complete. */

static void enter(DepthSearch *d, StateId state, uint32_t q, uint64_t into)
{
  Walker *w = &d->s->walker;
  uint32_t *place = node_place(&d->s->nodes, state, q), number = ++d->met;
  assert(*place == 0);
  *place = number;
  vec_push(&d->live, ((LiveNode){state, q, number}));
  vec_push(&d->roots, ((Root){number, 0, into, false}));
  vec_push(&d->frames, ((Frame){state, q, number, d->todo.len}));
  walker_expand(w, state, q);
  if (w->decided || w->ends) {
    lasso_write_end(d, number, w->decided ? PATH_PREFIX : PATH_FINITE);
    return;
  }
  for (uint32_t i = w->successors.len; i-- > 0;) {
    const Successor *x = &w->successors.data[i];
    if (*node_place(&d->s->nodes, x->to, x->q) != NODE_DEAD) vec_push(&d->todo, *x);
  }
}

/* An edge to a node of which not everything is known: it and all after it are one component. */
static void close_loop(DepthSearch *d, uint32_t number, uint64_t marks)
{
  const ProductRequest *r = d->s->request;
  for (;;) {
    Root *top = &d->roots.data[d->roots.len - 1];
    top->marks |= marks;
    top->loop = true;
    if (top->number <= number) break;
    marks = top->marks | top->into;
    d->roots.len--;
  }
  const Root *top = &d->roots.data[d->roots.len - 1];
  bool accepted = (top->marks & automaton_marks(r->automaton)) == automaton_marks(r->automaton);
  if (accepted && !r->fairness) lasso_write(d, top->number);
}

static void leave(DepthSearch *d, uint32_t number)
{
  const ProductRequest *r = d->s->request;
  const Root *top = &d->roots.data[d->roots.len - 1];
  uint64_t wanted = automaton_marks(r->automaton);
  d->frames.len--;
  if (top->number != number) return;
  if (r->fairness && top->loop && (top->marks & wanted) == wanted && lasso_write(d, number)) return;
  while (d->live.len && d->live.data[d->live.len - 1].number >= number) {
    LiveNode n = d->live.data[--d->live.len];
    *node_place(&d->s->nodes, n.state, n.q) = NODE_DEAD;
  }
  d->roots.len--;
}

static void run(DepthSearch *d)
{
  Atlas *g = d->s->request->atlas;
  while (d->frames.len && d->s->out->result == PRODUCT_NONE && !atlas_must_stop(g)) {
    Frame top = d->frames.data[d->frames.len - 1];
    if (d->todo.len == top.todo) {
      leave(d, top.number);
      continue;
    }
    Successor x = d->todo.data[--d->todo.len];
    uint32_t number = *node_place(&d->s->nodes, x.to, x.q);
    if (number == 0) enter(d, x.to, x.q, x.marks);
    else if (number != NODE_DEAD) close_loop(d, number, x.marks);
  }
}

void product_depth(ProductSearch *s)
{
  const ProductRequest *r = s->request;
  DepthSearch d = {.s = s};
  uint32_t first = automaton_initial(r->automaton);
  for (uint32_t i = 0; i < r->initial_count && s->out->result == PRODUCT_NONE; i++) {
    StateId state = r->initial[i];
    if (atlas_must_stop(r->atlas)) break;
    if (*node_place(&s->nodes, state, first) != 0) continue;
    enter(&d, state, first, 0);
    run(&d);
  }
  s->out->nodes = d.met;
  vec_free(&d.live);
  vec_free(&d.roots);
  vec_free(&d.frames);
  vec_free(&d.todo);
}
