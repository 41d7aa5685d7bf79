#include "solver/compile.h"

/* Literals for: a term is a member of a view, a subset of it, a sequence. */

static Lit in_range(Problem *p, const Term *x, const View *v)
{
  Cell c, end;
  Lit above = LIT_TRUE, below = LIT_TRUE;
  if (!term_as_cell(p, x, &c)) return NO_LIT;
  if (v->low) {
    Sum s = {0};
    if (!term_as_cell(p, v->low, &end)) return NO_LIT;
    sum_add(&s, 1, end), sum_add(&s, -1, c);
    above = net_sum_at_most(p->net, &s);
    sum_free(&s);
  }
  if (v->high) {
    Sum s = {0};
    if (!term_as_cell(p, v->high, &end)) return NO_LIT;
    sum_add(&s, 1, c), sum_add(&s, -1, end);
    below = net_sum_at_most(p->net, &s);
    sum_free(&s);
  }
  return net_and2(p->net, above, below);
}

typedef struct {
  VEC(Lit) lits;
  bool failed;
} All;

static void add_lit(All *all, Lit l)
{
  if (l == NO_LIT) all->failed = true;
  else vec_push(&all->lits, l);
}

static Lit all_of(Problem *p, All *all)
{
  Lit result = all->failed ? NO_LIT : net_and(p->net, all->lits.data, all->lits.len);
  vec_free(&all->lits);
  return result;
}

/* if `in`, then l */
static void add_if(Problem *p, All *all, Lit in, Lit l)
{
  add_lit(all, l == NO_LIT ? NO_LIT : net_or2(p->net, lit_not(in), l));
}

/* Among the elements with equal constants in one component at most one is in. */
static void at_most_one_each(Problem *p, All *all, const Term *r, uint32_t component)
{
  bool *seen = arena_new_array(p->arena, bool, r->count + 1);
  for (uint32_t i = 0; i < r->count; i++) {
    if (seen[i]) continue;
    Sum sum = {0};
    Value key = term_component(p, r->elements[i].term, component)->value;
    uint32_t count = 0;
    for (uint32_t j = i; j < r->count; j++) {
      if (!value_same(term_component(p, r->elements[j].term, component)->value, key)) continue;
      seen[j] = true;
      sum_add_literal(&sum, 1, r->elements[j].in);
      count++;
    }
    sum_add_constant(&sum, -1);
    if (count > 1) add_lit(all, net_sum_at_most(p->net, &sum));
    sum_free(&sum);
  }
}

/* Elements that agree in one component agree in the other. */
static void single_valued(Problem *p, All *all, const Term *r, uint32_t from)
{
  if (r->keyed) {
    at_most_one_each(p, all, r, from);
    return;
  }
  if (from == 0 && r->functional) return;
  if (from == 1 && r->functional) { /* keys differ: so must the values */
    const Term **values = arena_new_array(p->arena, const Term *, r->count + 1);
    Lit *in = arena_new_array(p->arena, Lit, r->count + 1);
    for (uint32_t i = 0; i < r->count; i++) {
      values[i] = term_component(p, r->elements[i].term, 1);
      in[i] = r->elements[i].in;
    }
    add_lit(all, term_all_different(p, values, in, r->count));
    return;
  }
  if (r->count > 60) {
    all->failed = true;
    return;
  }
  for (uint32_t i = 0; i < r->count && !all->failed; i++)
    for (uint32_t j = 0; j < i && !all->failed; j++) {
      const Term *a = r->elements[i].term, *b = r->elements[j].term;
      Lit same = term_equal(p, term_component(p, a, from), term_component(p, b, from));
      Lit other = term_equal(p, term_component(p, a, 1 - from), term_component(p, b, 1 - from));
      if (same == NO_LIT || other == NO_LIT) {
        all->failed = true;
        return;
      }
      Lit clause[] = {lit_not(r->elements[i].in), lit_not(r->elements[j].in), lit_not(same), other};
      add_lit(all, net_or(p->net, clause, 4));
    }
}

/* Each element of the set is the component of some pair. */
static void covers(Problem *p, All *all, const Term *r, uint32_t component, const View *v)
{
  if (view_is_infinite(v)) {
    add_lit(all, LIT_FALSE);
    return;
  }
  const Term *set = view_elements(p, v);
  if (!set || (uint64_t) set->count * r->count > 400000) {
    all->failed = true;
    return;
  }
  VEC(Lit) any = {0};
  for (uint32_t i = 0; i < set->count && !all->failed; i++) {
    any.len = 0;
    for (uint32_t j = 0; j < r->count && !all->failed; j++) {
      Lit equal =
          term_equal(p, set->elements[i].term, term_component(p, r->elements[j].term, component));
      if (equal == NO_LIT) all->failed = true;
      else vec_push(&any, net_and2(p->net, r->elements[j].in, equal));
    }
    if (!all->failed) add_if(p, all, set->elements[i].in, net_or(p->net, any.data, any.len));
  }
  vec_free(&any);
}

static Lit in_arrow(Problem *p, const Term *x, const View *v)
{
  const Term *r = term_elements(p, x);
  if (!r) return NO_LIT;
  All all = {0};
  for (uint32_t i = 0; i < r->count && !all.failed; i++) {
    const Term *a = term_component(p, r->elements[i].term, 0);
    const Term *b = term_component(p, r->elements[i].term, 1);
    if (!a || !b) all.failed = true;
    else {
      add_if(p, &all, r->elements[i].in, view_member(p, a, v->parts[0]));
      add_if(p, &all, r->elements[i].in, view_member(p, b, v->parts[1]));
    }
  }
  if (!all.failed && v->demands.total) covers(p, &all, r, 0, v->parts[0]);
  if (!all.failed && v->demands.functional) single_valued(p, &all, r, 0);
  if (!all.failed && v->demands.injective) single_valued(p, &all, r, 1);
  if (!all.failed && v->demands.surjective) covers(p, &all, r, 1, v->parts[1]);
  return all_of(p, &all);
}

uint32_t sequence_places(Problem *p, const Term *s, uint32_t *first)
{
  int64_t key, wanted = 1;
  *first = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    const Term *k = term_component(p, s->elements[i].term, 0);
    bool here = term_code(p, k->shape, k->value, &key) && key == wanted;
    if (wanted == 1) *first = i;
    if (here) wanted++;
    else if (wanted > 1) break;
  }
  return (uint32_t) (wanted - 1);
}

Lit sequence_literal(Problem *p, const Term *s)
{
  if (s->count == 0) return LIT_TRUE;
  if (!s->functional) return NO_LIT;
  All all = {0};
  uint32_t first, places = sequence_places(p, s, &first);
  for (uint32_t i = 0; i < s->count; i++) {
    bool place = i >= first && i < first + places;
    if (!place) add_lit(&all, lit_not(s->elements[i].in)); /* its predecessor is missing */
    else if (i > first) add_if(p, &all, s->elements[i].in, s->elements[i - 1].in);
  }
  return all_of(p, &all);
}

static Lit in_sequences(Problem *p, const Term *x, const View *v)
{
  const Term *s = term_elements(p, x);
  if (!s) return NO_LIT;
  All all = {0};
  add_lit(&all, sequence_literal(p, s));
  for (uint32_t i = 0; i < s->count && !all.failed; i++)
    add_if(p, &all, s->elements[i].in,
           view_member(p, term_component(p, s->elements[i].term, 1), v->parts[0]));
  if (!all.failed && v->nonempty) {
    uint32_t first, places = sequence_places(p, s, &first);
    add_lit(&all, places ? s->elements[first].in : (Lit) LIT_FALSE);
  }
  if (!all.failed && v->injective) single_valued(p, &all, s, 1);
  if (!all.failed && v->permutation) covers(p, &all, s, 1, v->parts[0]);
  return all_of(p, &all);
}

static Lit in_body(Problem *p, const Term *x, const View *v)
{
  const Node *names = v->body->kids[0];
  if (v->body->kind != NODE_COMPREHENSION) {
    const Term *set = view_elements(p, v);
    return set ? term_member(p, x, set) : NO_LIT;
  }
  const Term **parts = arena_new_array(p->arena, const Term *, names->count + 1);
  for (uint32_t i = names->count; i-- > 1;) {
    parts[i] = term_component(p, x, 1);
    x = term_component(p, x, 0);
    if (!x || !parts[i]) return NO_LIT;
  }
  parts[0] = x;
  uint32_t captured = view_bind_captured(p, v);
  for (uint32_t i = 0; i < names->count; i++)
    scope_push(p, node_bare(names->kids[i])->symbol, parts[i]);
  Pred in = compile_pred(p, v->body->kids[1]);
  scope_pop(p, names->count + captured);
  return in.yes; /* where the predicate is not defined, there is no element */
}

Lit view_includes(Problem *p, const Term *x, const View *v)
{
  if (v->kind == VIEW_ALL || (v->kind == VIEW_RANGE && !v->low && !v->high)) return LIT_TRUE;
  if (v->kind == VIEW_SET) return term_subset(p, x, v->set);
  const Term *s = term_elements(p, x);
  if (!s) return NO_LIT;
  All all = {0};
  for (uint32_t i = 0; i < s->count && !all.failed; i++)
    add_if(p, &all, s->elements[i].in, view_member(p, s->elements[i].term, v));
  return all_of(p, &all);
}

Lit finite_literal(Problem *p, const Term *set)
{
  if (set->kind == TERM_CONST) return is_lazy(set->value) ? NO_LIT : (Lit) LIT_TRUE;
  return set->kind == TERM_SET && !set->open ? (Lit) LIT_TRUE : net_literal(p->net);
}

Lit view_member(Problem *p, const Term *x, const View *v)
{
  All all = {0};
  switch (v->kind) {
  case VIEW_SET: return term_member(p, x, v->set);
  case VIEW_RANGE: return in_range(p, x, v);
  case VIEW_ALL: return LIT_TRUE;
  case VIEW_POW: {
    Lit finite = v->finite ? finite_literal(p, x) : (Lit) LIT_TRUE;
    Lit in = finite == NO_LIT ? NO_LIT : view_includes(p, x, v->parts[0]);
    if (in != NO_LIT) in = net_and2(p->net, finite, in);
    const Term *s = v->nonempty && in != NO_LIT ? term_elements(p, x) : NULL;
    if (!v->nonempty || in == NO_LIT) return in;
    if (!s) return NO_LIT;
    VEC(Lit) any = {0};
    for (uint32_t i = 0; i < s->count; i++) vec_push(&any, s->elements[i].in);
    Lit some = net_or(p->net, any.data, any.len);
    vec_free(&any);
    return net_and2(p->net, in, some);
  }
  case VIEW_ARROW: return in_arrow(p, x, v);
  case VIEW_SEQ: return in_sequences(p, x, v);
  case VIEW_PRODUCT:
  case VIEW_STRUCT:
    for (uint32_t i = 0; i < v->count && !all.failed; i++) {
      const Term *part = term_component(p, x, i);
      add_lit(&all, part ? view_member(p, part, v->parts[i]) : NO_LIT);
    }
    return all_of(p, &all);
  case VIEW_UNION:
  case VIEW_INTERSECTION:
  case VIEW_DIFFERENCE: {
    Lit a = view_member(p, x, v->parts[0]);
    Lit b = a == NO_LIT ? NO_LIT : view_member(p, x, v->parts[1]);
    if (b == NO_LIT) return NO_LIT;
    return v->kind == VIEW_UNION ? net_or2(p->net, a, b)
                                 : net_and2(p->net, a, v->kind == VIEW_DIFFERENCE ? lit_not(b) : b);
  }
  case VIEW_BODY: return in_body(p, x, v);
  }
  return NO_LIT;
}
