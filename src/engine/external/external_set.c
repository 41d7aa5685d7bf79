#include <assert.h>

#include "engine/external/external_impl.h"

/* CHOOSE, SORT, SCCS and the functions on sets of LibraryProB and of the solvers. */

/* ------------------------------------------------------------------- choice */

/* The first element of a lazy set whose order is known without expanding it. */
static bool first_of_lazy(ExternalCall *c, Value set, Value *out)
{
  switch (lazy_what(c->s, set)) {
  case LAZY_INTEGER: *out = value_small(0); return true;
  case LAZY_FROM:
  case LAZY_UPTO: *out = lazy_part(c->s, set, 0); return true;
  case LAZY_STRING: *out = call_text(c, ""); return true;
  case LAZY_REAL: *out = value_real(c->s, 0); return true;
  case LAZY_POW:
  case LAZY_FIN:
  case LAZY_RELATION:
  case LAZY_PARTIAL_FUN:
  case LAZY_PARTIAL_INJ:
  case LAZY_SEQ:
  case LAZY_ISEQ: *out = VALUE_EMPTY_SET; return true;
  default: return false;
  }
}

Value external_choose(ExternalCall *c)
{
  Value set = c->args[0], first;
  if (is_lazy(set) && first_of_lazy(c, set, &first)) return first;
  set = call_expand(c, c->shapes[0], set);
  if (value_is_none(set)) return set;
  if (value_is_empty_set(set)) return call_fault(c, "the set is empty");
  return set_least(c->s, c->result, set);
}

Value external_mu(ExternalCall *c)
{
  Value set = call_expand(c, c->shapes[0], c->args[0]);
  if (value_is_none(set)) return set;
  if (value_is_empty_set(set)) return call_fault(c, "the set is empty");
  if (set_card(c->s, set) != 1)
    return call_fault(c, "the set has more than one element: %s",
                      engine_text(c->e, c->shapes[0], set));
  return set_least(c->s, c->result, set);
}

Value external_maximize(ExternalCall *c)
{
  Value set = call_expand(c, c->shapes[0], c->args[0]);
  if (value_is_none(set)) return set;
  if (value_is_empty_set(set)) return call_fault(c, "the set is empty");
  return set_greatest(c->s, c->result, set);
}

/* ---------------------------------------------------------------- sequences */

Value external_sort(ExternalCall *c)
{
  Values all = {0};
  Value none;
  if (!call_set(c, 0, &all, &none)) return none;
  return call_give_sequence(c, &all);
}

/* The second components of the pairs of argument i, which are ascending by the first. */
static bool squashed(ExternalCall *c, uint32_t i, Values *items, Value *none)
{
  if (!call_set(c, i, items, none)) return false;
  for (uint32_t k = 0; k < items->len; k++) items->data[k] = pair_second(c->s, items->data[k]);
  return true;
}

Value external_squash(ExternalCall *c)
{
  Values items = {0};
  Value none;
  if (!squashed(c, 0, &items, &none)) return none;
  return call_give_sequence(c, &items);
}

static bool occurs_at(const Values *pattern, const Values *s, uint32_t at)
{
  assert(at + pattern->len <= s->len);
  for (uint32_t i = 0; i < pattern->len; i++)
    if (!value_same(pattern->data[i], s->data[at + i])) return false;
  return true;
}

static Value replaced_at(ExternalCall *c, const Values *pattern, const Values *by, const Values *s,
                         uint32_t at)
{
  Values items = {0};
  for (uint32_t i = 0; i < at; i++) vec_push(&items, s->data[i]);
  for (uint32_t i = 0; i < by->len; i++) vec_push(&items, by->data[i]);
  for (uint32_t i = at + pattern->len; i < s->len; i++) vec_push(&items, s->data[i]);
  return call_give_sequence(c, &items);
}

/* All sequences made by replacing one occurrence of the pattern. */
Value external_replace(ExternalCall *c)
{
  Values parts[3] = {{0}, {0}, {0}}, results = {0};
  Value none = VALUE_UNDEFINED;
  bool known = true;
  for (uint32_t i = 0; i < 3 && known; i++) known = squashed(c, i, &parts[i], &none);
  if (known)
    for (uint32_t at = 0; at + parts[0].len <= parts[2].len; at++)
      if (occurs_at(&parts[0], &parts[2], at))
        vec_push(&results, replaced_at(c, &parts[0], &parts[1], &parts[2], at));
  for (uint32_t i = 0; i < 3; i++) vec_free(&parts[i]);
  return known ? ref_build(c->r, shape_element(c->result), &results) : none;
}

/* ------------------------------------------------------------------- graphs */

Value external_closure1(ExternalCall *c)
{
  return ref_closure1(c->r, c->shapes[0], c->args[0], c->node->span);
}

/* The nodes that are reached from `node` and reach it. */
static Value component(ExternalCall *c, const Shape *relation, Value closure, Value node)
{
  const Shape *pair = shape_element(relation);
  Values members = {0};
  SetIter it = set_iter_from(c->s, pair, closure, node);
  for (Value v; set_next(&it, &v);) {
    Value other = pair_second(c->s, v);
    if (set_member(c->s, pair, value_pair(c->s, other, node), closure)) vec_push(&members, other);
  }
  return ref_build(c->r, pair->args[0], &members);
}

Value external_sccs(ExternalCall *c)
{
  const Shape *relation = c->shapes[0];
  Value graph = call_expand(c, relation, c->args[0]);
  if (value_is_none(graph)) return graph;
  Value closure = ref_closure1(c->r, relation, graph, c->node->span);
  closure = value_is_none(closure) ? closure : call_expand(c, relation, closure);
  if (value_is_none(closure)) return closure;
  Values components = {0};
  SetIter it = set_iter(c->s, shape_element(relation), closure);
  for (Value v; set_next(&it, &v);)
    if (value_same(pair_first(c->s, v), pair_second(c->s, v)))
      vec_push(&components, component(c, relation, closure, pair_first(c->s, v)));
  return ref_build(c->r, shape_element(c->result), &components);
}

/* -------------------------------------------------------------------- order */

static Value compared(ExternalCall *c, bool strict)
{
  Value a = call_expand(c, c->shapes[0], c->args[0]);
  Value b = value_is_none(a) ? a : call_expand(c, c->shapes[1], c->args[1]);
  if (value_is_none(b)) return b;
  int order = value_compare(c->s, a, b);
  return value_bool(strict ? order < 0 : order <= 0);
}

Value external_less(ExternalCall *c) { return compared(c, true); }
Value external_leq_sym(ExternalCall *c) { return compared(c, false); }

/* ------------------------------------------------------------------ solvers */

/* f(set), where f is argument 0; VALUE_TRUE, VALUE_FALSE or no value. */
static Value test_set(ExternalCall *c, const Values *elements, uint32_t without, Value kept)
{
  const Shape *element = shape_element(c->result);
  Values copy = {0};
  for (uint32_t i = 0; i < elements->len; i++)
    if (i != without) vec_push(&copy, elements->data[i]);
  Value set = set_union(c->s, element, ref_build(c->r, element, &copy), kept);
  return ref_apply_function(c->r, c->shapes[0], c->args[0], set, c->node->span);
}

/* f, S [, K [, time limit]]: a least part of S that makes f FALSE, together with K. */
Value external_unsat_core(ExternalCall *c)
{
  Values core = {0};
  Value none, kept = VALUE_EMPTY_SET, verdict;
  if (c->count > 2) kept = call_expand(c, c->shapes[2], c->args[2]);
  if (value_is_none(kept)) return kept;
  if (!call_set(c, 1, &core, &none)) return none;
  verdict = test_set(c, &core, UINT32_MAX, kept);
  if (!value_is_none(verdict) && value_is_true(verdict))
    verdict = call_fault(c, "the function is TRUE for the whole set");
  for (uint32_t i = core.len; i-- > 0 && !value_is_none(verdict);) {
    verdict = test_set(c, &core, i, kept);
    if (value_is_none(verdict) || value_is_true(verdict)) continue;
    for (uint32_t k = i; k + 1 < core.len; k++) core.data[k] = core.data[k + 1];
    core.len--;
  }
  if (!value_is_none(verdict)) return ref_build(c->r, shape_element(c->result), &core);
  vec_free(&core);
  return verdict;
}

/* f, S: a part of S that makes f TRUE and that no further element may join. */
Value external_max_sat(ExternalCall *c)
{
  Values all = {0}, chosen = {0};
  Value none, verdict;
  if (!call_set(c, 1, &all, &none)) return none;
  verdict = test_set(c, &chosen, UINT32_MAX, VALUE_EMPTY_SET);
  if (!value_is_none(verdict) && !value_is_true(verdict))
    verdict = call_fault(c, "the function is FALSE for the empty set");
  for (uint32_t i = 0; i < all.len && !value_is_none(verdict); i++) {
    vec_push(&chosen, all.data[i]);
    verdict = test_set(c, &chosen, UINT32_MAX, VALUE_EMPTY_SET);
    if (!value_is_none(verdict) && !value_is_true(verdict)) chosen.len--;
  }
  vec_free(&all);
  if (!value_is_none(verdict)) return ref_build(c->r, shape_element(c->result), &chosen);
  vec_free(&chosen);
  return verdict;
}
