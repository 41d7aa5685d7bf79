#include "solver/compile.h"

/* The most general member of a view: a term that can be every one of them. */

/* The values that elements of the set may have. */
static const Term *universe(Problem *p, const View *v)
{
  const Term *set = view_elements(p, v);
  if (set && !set->keyed) set = term_keyed(p, set);
  return set && set->keyed && set->count <= UNIVERSE_LIMIT ? set : NULL;
}

const Term *subset_skeleton(Problem *p, const Term *of)
{
  Elements list = {0};
  for (uint32_t i = 0; i < of->count; i++) {
    Element e = {net_literal(p->net), of->elements[i].term};
    vec_push(&list, e);
  }
  return term_set(p, of->shape, &list);
}

static const Term *value_skeleton(Problem *p, const View *v)
{
  const Term *value = view_skeleton(p, v);
  if (value || !p->guess || v->element->kind != SHAPE_SET) return value;
  return term_open_set(p, v->element, NULL);
}

static const Term *function_skeleton(Problem *p, const View *v)
{
  const Term *keys = universe(p, v->parts[0]);
  if (!keys) return NULL;
  Elements list = {0};
  for (uint32_t i = 0; i < keys->count; i++) {
    const Term *value = value_skeleton(p, v->parts[1]);
    if (!value || p->net->too_large) {
      vec_free(&list);
      return NULL;
    }
    bool always = v->demands.total && lit_is_true(p->net, keys->elements[i].in);
    Element e = {always ? (Lit) LIT_TRUE : net_literal(p->net),
                 term_pair(p, keys->elements[i].term, value)};
    vec_push(&list, e);
  }
  return term_set(p, v->element, &list);
}

static const Term *relation_skeleton(Problem *p, const View *v)
{
  const Term *a = universe(p, v->parts[0]), *b = a ? universe(p, v->parts[1]) : NULL;
  if (!a || !b || (uint64_t) a->count * b->count > UNIVERSE_LIMIT) return NULL;
  Elements list = {0};
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t j = 0; j < b->count; j++) {
      Element e = {net_literal(p->net), term_pair(p, a->elements[i].term, b->elements[j].term)};
      vec_push(&list, e);
    }
  return term_set(p, v->element, &list);
}

static const Term *sequence_skeleton(Problem *p, const View *v)
{
  enum { LONGEST = 500 };
  const Term *values = v->injective ? universe(p, v->parts[0]) : NULL;
  int64_t places = values ? values->count : v->longest;
  if (values && v->longest >= 0 && v->longest < places) places = v->longest;
  if (places < 0 || places > LONGEST) return NULL; /* no bound on its length */
  Elements list = {0};
  for (int64_t i = 0; i < places; i++) {
    const Term *value = view_skeleton(p, v->parts[0]);
    bool always = v->permutation && values && lit_is_true(p->net, values->elements[i].in);
    if (!value) {
      vec_free(&list);
      return NULL;
    }
    Element e = {always ? (Lit) LIT_TRUE : net_literal(p->net),
                 term_pair(p, term_int(p, i + 1), value)};
    vec_push(&list, e);
  }
  return term_set(p, v->element, &list);
}

static const Term *range_skeleton(Problem *p, const View *v)
{
  int64_t low = NO_LOW, high = NO_HIGH;
  Cell c;
  if (v->low && term_as_cell(p, v->low, &c)) low = net_domain(p->net, c)->low;
  if (v->high && term_as_cell(p, v->high, &c)) high = net_domain(p->net, c)->high;
  if (low > high) return NULL;
  return term_cell(p, v->element, net_cell(p->net, low, high));
}

/* The hull of the elements of an explicit set. */
static const Term *member_skeleton(Problem *p, const Term *set)
{
  const Shape *element = shape_element(set->shape);
  Value low, high;
  int64_t from, to;
  if (element->kind == SHAPE_INTEGER && set->kind == TERM_CONST &&
      ref_integer_bounds(p->r, set->value, &low, &high) && term_code(p, element, low, &from) &&
      term_code(p, element, high, &to))
    return term_cell(p, element, net_cell(p->net, from, to));
  const Term *s = term_elements(p, set);
  if (!s || s->count == 0) return term_fresh(p, element);
  if (element->kind == SHAPE_PAIR) {
    Elements parts[2] = {{0}, {0}};
    const Term *kids[2];
    for (uint32_t i = 0; i < s->count; i++)
      for (uint32_t k = 0; k < 2; k++) {
        Element e = {s->elements[i].in, term_component(p, s->elements[i].term, k)};
        vec_push(&parts[k], e);
      }
    for (uint32_t k = 0; k < 2; k++)
      kids[k] =
          member_skeleton(p, term_set(p, shape_set(p->e->shapes, element->args[k]), &parts[k]));
    return kids[0] && kids[1] ? term_tuple(p, element, kids, 2) : NULL;
  }
  if (element->kind == SHAPE_SET) { /* its elements are among those of the members */
    Elements list = {0};
    for (uint32_t i = 0; i < s->count; i++) {
      const Term *inner = term_elements(p, s->elements[i].term);
      if (inner && !inner->keyed) inner = term_keyed(p, inner);
      if (!inner || !inner->keyed || list.len + inner->count > ELEMENTS_LIMIT) {
        vec_free(&list);
        return NULL;
      }
      for (uint32_t j = 0; j < inner->count; j++) vec_push(&list, inner->elements[j]);
    }
    const Term *all = term_elements(p, term_set(p, element, &list));
    return all && all->keyed && all->count <= UNIVERSE_LIMIT ? subset_skeleton(p, all) : NULL;
  }
  if (element->kind == SHAPE_STRING) { /* only codes of its elements */
    int64_t code;
    VEC(int64_t) codes = {0};
    const Term *result = NULL;
    bool known = true;
    for (uint32_t i = 0; i < s->count && known; i++) {
      known = s->elements[i].term->kind == TERM_CONST &&
              term_code(p, element, s->elements[i].term->value, &code);
      vec_push(&codes, code);
    }
    if (known && s->count <= HOLES_LIMIT) {
      Cell c = net_cell(p->net, 0, (int64_t) p->codes.len - 1);
      for (int64_t v = 0; v < (int64_t) p->codes.len; v++) {
        bool found = false;
        for (uint32_t i = 0; i < codes.len && !found; i++) found = codes.data[i] == v;
        if (!found) net_remove(p->net, c, v);
      }
      result = term_cell(p, element, c);
    }
    vec_free(&codes);
    return result;
  }
  return term_fresh(p, element);
}

const Term *view_skeleton(Problem *p, const View *v)
{
  switch (v->kind) {
  case VIEW_SET: return member_skeleton(p, v->set);
  case VIEW_RANGE: return range_skeleton(p, v);
  case VIEW_ALL: return term_fresh(p, v->element);
  case VIEW_POW: {
    const Term *of = universe(p, v->parts[0]);
    return of ? subset_skeleton(p, of) : NULL;
  }
  case VIEW_ARROW: return v->demands.functional ? function_skeleton(p, v) : relation_skeleton(p, v);
  case VIEW_SEQ: return sequence_skeleton(p, v);
  case VIEW_PRODUCT:
  case VIEW_STRUCT: {
    const Term **kids = arena_new_array(p->arena, const Term *, v->count);
    for (uint32_t i = 0; i < v->count; i++)
      if (!(kids[i] = view_skeleton(p, v->parts[i]))) return NULL;
    return term_tuple(p, v->element, kids, v->count);
  }
  case VIEW_INTERSECTION: {
    const Term *t = view_skeleton(p, v->parts[0]);
    return t ? t : view_skeleton(p, v->parts[1]);
  }
  case VIEW_DIFFERENCE: return view_skeleton(p, v->parts[0]);
  case VIEW_UNION:
  case VIEW_BODY: {
    const Term *set = view_elements(p, v);
    return set ? member_skeleton(p, set) : term_fresh(p, v->element);
  }
  }
  return NULL;
}
