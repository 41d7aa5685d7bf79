#include "solver/compile.h"

/* Views written out: all that may be elements, each with a literal. */

bool view_is_infinite(const View *v)
{
  switch (v->kind) {
  case VIEW_RANGE: return !v->low || !v->high;
  case VIEW_ALL: return v->element->kind == SHAPE_STRING || v->element->kind == SHAPE_REAL;
  case VIEW_SET: return false;
  default: return false;
  }
}

static const Term *range_elements(Problem *p, const View *v)
{
  Cell low, high;
  if (!v->low || !v->high) return NULL;
  if (!term_as_cell(p, v->low, &low) || !term_as_cell(p, v->high, &high)) return NULL;
  int64_t from = net_domain(p->net, low)->low, to = net_domain(p->net, high)->high;
  if (from == NO_LOW || to == NO_HIGH || to - from >= ELEMENTS_LIMIT) return NULL;
  Elements list = {0};
  for (int64_t k = from; k <= to; k++) {
    Sum above = {0}, below = {0};
    sum_add(&above, 1, low), sum_add_constant(&above, -k);
    sum_add(&below, -1, high), sum_add_constant(&below, k);
    Lit in = net_and2(p->net, net_sum_at_most(p->net, &above), net_sum_at_most(p->net, &below));
    sum_free(&above), sum_free(&below);
    Element e = {in, term_int(p, k)};
    vec_push(&list, e);
  }
  return term_set(p, shape_set(p->e->shapes, v->element), &list);
}

static const Term *product_elements(Problem *p, const View *v)
{
  const Term *a = view_elements(p, v->parts[0]), *b = a ? view_elements(p, v->parts[1]) : NULL;
  if (!a || !b || (uint64_t) a->count * b->count > ELEMENTS_LIMIT) return NULL;
  Elements list = {0};
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t j = 0; j < b->count; j++) {
      Element e = {net_and2(p->net, a->elements[i].in, b->elements[j].in),
                   term_pair(p, a->elements[i].term, b->elements[j].term)};
      vec_push(&list, e);
    }
  return term_elements(p, term_set(p, shape_set(p->e->shapes, v->element), &list));
}

/* The elements of one side that are, or are not, in the other; or of both. */
static const Term *combined_elements(Problem *p, const View *v)
{
  const Term *a = view_elements(p, v->parts[0]);
  const Term *b = v->kind == VIEW_UNION && a ? view_elements(p, v->parts[1]) : NULL;
  if (!a && v->kind == VIEW_INTERSECTION) {
    View turned = *v;
    const View *parts[] = {v->parts[1], v->parts[0]};
    if (!view_elements(p, v->parts[1])) return NULL;
    turned.parts = parts;
    return combined_elements(p, &turned);
  }
  if (!a || (v->kind == VIEW_UNION && !b)) return NULL;
  Elements list = {0};
  bool known = true;
  for (uint32_t i = 0; i < a->count && known; i++) {
    Element e = a->elements[i];
    if (v->kind != VIEW_UNION) {
      Lit other = view_member(p, e.term, v->parts[1]);
      known = other != NO_LIT;
      if (!known) break;
      e.in = net_and2(p->net, e.in, v->kind == VIEW_INTERSECTION ? other : lit_not(other));
    }
    vec_push(&list, e);
  }
  for (uint32_t i = 0; b && i < b->count; i++) vec_push(&list, b->elements[i]);
  if (!known) {
    vec_free(&list);
    return NULL;
  }
  return term_elements(p, term_set(p, shape_set(p->e->shapes, v->element), &list));
}

uint32_t view_bind_captured(Problem *p, const View *v)
{
  if (value_is_none(v->closure)) return 0;
  const Closure *c = p->e->closures.data[lazy_what(p->store, v->closure) - LAZY_CLOSURE];
  for (uint32_t i = 0; i < c->captured_count; i++)
    scope_push(p, c->captured[i],
               term_const(p, engine_shape(p->e, c->captured[i]->type),
                          lazy_part(p->store, v->closure, i)));
  return c->captured_count;
}

const Term *view_elements(Problem *p, const View *v)
{
  switch (v->kind) {
  case VIEW_SET: return term_elements(p, v->set);
  case VIEW_RANGE: {
    const Term *t = range_elements(p, v);
    return t ? term_elements(p, t) : NULL;
  }
  case VIEW_PRODUCT: return product_elements(p, v);
  case VIEW_UNION:
  case VIEW_INTERSECTION:
  case VIEW_DIFFERENCE: return combined_elements(p, v);
  case VIEW_BODY: {
    uint32_t captured = view_bind_captured(p, v);
    Expr e = compile_binder(p, v->body);
    scope_pop(p, captured);
    bool usable = e.term && lit_is_true(p->net, e.defined);
    return usable ? term_elements(p, e.term) : NULL;
  }
  default: break;
  }
  const Shape *shape = v->element;
  bool small = shape_is_indexed(shape) && shape->size <= 1024;
  bool known = v->kind == VIEW_ALL || v->kind == VIEW_POW || v->kind == VIEW_ARROW;
  if (!small || !known) return NULL;
  Elements list = {0};
  for (uint64_t i = 0; i < shape->size; i++) {
    const Term *t = term_const(p, shape, value_at(p->store, shape, i));
    Lit in = view_member(p, t, v);
    if (in == NO_LIT) {
      vec_free(&list);
      return NULL;
    }
    Element e = {in, t};
    vec_push(&list, e);
  }
  return term_elements(p, term_set(p, shape_set(p->e->shapes, shape), &list));
}
