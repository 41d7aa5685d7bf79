#include <assert.h>

#include "engine/reference/formula/formula.h"

/* Operators on sets, element by element. */

/* union(U): what is in some member; inter(U): in every member. */
static Value general(Reference *r, const Node *node, Value sets)
{
  const Shape *inner = ref_element_shape(r, node);
  const Shape *set = ref_element_shape(r, node->kids[0]);
  bool unite = node->kind == NODE_GEN_UNION;
  assert(unite || node->kind == NODE_GEN_INTER);
  Values members = {0};
  Value none;
  uint32_t what = is_lazy(sets) ? lazy_what(r->s, sets) : LAZY_INTEGER;
  if (unite && lazy_is_powerset(what)) return lazy_part(r->s, sets, 0);
  if (!unite && (what == LAZY_POW || what == LAZY_FIN)) return VALUE_EMPTY_SET; /* is a member */
  if (!ref_elements(r, set, sets, node->span, &members, &none)) return none;
  if (members.len == 0 && !unite)
    return engine_fault(r->e, node->span, "the intersection of an empty collection of sets");
  Value result = members.len ? members.data[0] : VALUE_EMPTY_SET;
  for (uint32_t i = 1; i < members.len && !value_is_none(result); i++)
    result = unite ? ref_union(r, inner, result, members.data[i])
                   : ref_intersection(r, inner, result, members.data[i]);
  vec_free(&members);
  return result;
}

Value ref_apply_set_operator(Reference *r, const Node *node, const Value *v)
{
  Value nothing = VALUE_UNDEFINED;
  const Shape *element = node->kind == NODE_CARD ? NULL : ref_element_shape(r, node);
  switch ((NodeKind) node->kind) {
  case NODE_INTERVAL: return set_interval(r->s, v[0], v[1]);
  case NODE_UNION: return ref_union(r, element, v[0], v[1]);
  case NODE_INTERSECTION: return ref_intersection(r, element, v[0], v[1]);
  case NODE_SET_MINUS: return ref_difference(r, element, v[0], v[1]);
  case NODE_CARTESIAN: return ref_product(r, element, v[0], v[1], node->span);
  case NODE_CARD: return ref_cardinality(r, ref_element_shape(r, node->kids[0]), v[0], node->span);
  case NODE_POW:
    return ref_lazy_or_explicit(r, element, ref_lazy(r, LAZY_POW, v[0], nothing), node->span);
  case NODE_POW1:
    return ref_lazy_or_explicit(r, element, ref_lazy(r, LAZY_POW1, v[0], nothing), node->span);
  case NODE_FIN:
    return ref_lazy_or_explicit(r, element, ref_lazy(r, LAZY_FIN, v[0], nothing), node->span);
  case NODE_FIN1:
    return ref_lazy_or_explicit(r, element, ref_lazy(r, LAZY_FIN1, v[0], nothing), node->span);
  case NODE_GEN_UNION:
  case NODE_GEN_INTER: return general(r, node, v[0]);
  default: return ref_cannot_evaluate(r, node);
  }
}
