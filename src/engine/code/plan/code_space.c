#include <assert.h>

#include "engine/code/code.h"

/* POW(S), A --> B … as sources of candidates: not written out when they are evaluated, but only
 * where they have few elements, and then once. */

enum { MOST_ELEMENTS = 1024 }; /* of more, a search that looks at all conjuncts tries fewer */

bool space_is(const Node *set)
{
  NodeKind kind = node_bare(set)->kind;
  return kind_is_arrow(kind) || node_family(kind) == FAMILY_POWERSET;
}

static Value run_space(const Code *c, Vm *vm)
{
  NodeKind kind = c->node->kind;
  Value a = run_value(c->a, vm), b = VALUE_UNDEFINED;
  if (value_is_none(a)) return a;
  if (c->b && value_is_none(b = run_value(c->b, vm))) return b;
  return ref_lazy(vm->r, lazy_of_operator(kind), a, b);
}

Code *code_of_space(Vm *vm, const Node *set)
{
  set = node_bare(set);
  assert(space_is(set) && set->count == 1u + kind_is_arrow(set->kind));
  Code *c = code_new(vm, set);
  c->a = code_of_operand(vm, c, set->kids[0]);
  if (kind_is_arrow(set->kind)) c->b = code_of_operand(vm, c, set->kids[1]);
  c->run.value = run_space;
  return code_settled(vm, c);
}

Value space_elements(Vm *vm, const Shape *element, Value space)
{
  WrittenOut *kept = code_kept(vm, space);
  if (value_same(kept->closure, space) && kept->clock &&
      kept->clock >= vm->base_tick[LEVEL_CONSTANTS])
    return kept->set;
  Fault fault = vm->e->fault;
  Value card = ref_cardinality(vm->r, element, space, SPAN_NONE), all = VALUE_UNKNOWN;
  bool few = value_is_small(card) && value_small_int(card) <= MOST_ELEMENTS;
  if (few) all = reference_expand(vm->r, element, space, SPAN_NONE);
  vm->e->fault = fault;
  if (value_is_none(all)) return VALUE_UNKNOWN;
  assert(value_tag(all) != TAG_LAZY && set_card(vm->s, all) <= MOST_ELEMENTS);
  *kept = (WrittenOut){space, all, vm->clock};
  return all;
}
