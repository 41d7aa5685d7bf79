#include <assert.h>

#include "engine/code/formula/formula_code.h"
#include "value/relation.h"

/* closure1(r)[S] and a |-> b : closure1(r): a search from S, or from a, where the closure itself is
 * not worth its price.  Where r changes less often than what is asked of its closure, that pays
 * after a while. */

enum { FEW_PAIRS = 1 << 12 }; /* of the closure of more of them one search is always cheaper */

struct Reaching {
  Value r;        /* of the last questions */
  uint64_t spent; /* on these, in steps */
};

/* The relation under the closure, or NULL: it is none, or nothing is known of what all values are.
 */
static const Node *closed_relation(const Node *closure)
{
  closure = node_bare(closure);
  bool reflexive = closure->kind == NODE_CLOSURE;
  if (closure->kind != NODE_CLOSURE1 && !reflexive) return NULL;
  return reflexive && !closure->type->closed ? NULL : closure->kids[0];
}

static bool is_reflexive(const Node *closure) { return node_bare(closure)->kind == NODE_CLOSURE; }

/* kids: the closure; what is asked of it is in c->a and c->b. */
static void begin(Vm *vm, Code *c, const Node *closure)
{
  const Code **kids = arena_new_array(vm->arena, const Code *, 1);
  kids[0] = code_of_operand(vm, c, closure);
  c->kids = kids;
  c->count = 1;
  c->reaching = arena_alloc(vm->arena, sizeof *c->reaching);
  c->reaching->r = VALUE_UNDEFINED;
  c->shape = engine_element_shape(vm->e, node_bare(closure)->type);
}

/* Have as many steps been made as the closure takes?  It is kept if it changes less often. */
static bool is_closure_cheaper(const Code *c, Vm *vm, Value r)
{
  struct Reaching *past = c->reaching;
  if (value_tag(r) == TAG_BITS) return true;
  if (c->kids[0]->level >= c->level) return false;
  if (!value_same(past->r, r)) *past = (struct Reaching){r, 0};
  uint64_t pairs = set_card(vm->s, r);
  return pairs <= FEW_PAIRS && past->spent > pairs * pairs / 4;
}

static void spend(const Code *c, Vm *vm, uint64_t steps)
{
  c->reaching->spent += steps;
  engine_spend_elements(vm->e, steps);
}

/* What the closure gives itself. */
static Value image_of_closure(const Code *c, Vm *vm, Value set)
{
  Value closure = run_value(c->kids[0], vm);
  if (value_is_none(closure)) return closure;
  if (are_explicit(vm, closure, set)) return rel_image(vm->s, c->shape, closure, set);
  return slow_operator(c, vm, closure, set);
}

/* a: r, b: S */
static Value run_reach(const Code *c, Vm *vm)
{
  Value r, set;
  if (!run_operands(c, vm, &r, &set)) return r;
  if (!are_explicit(vm, r, set) || is_huge(vm, set) || is_closure_cheaper(c, vm, r))
    return image_of_closure(c, vm, set);
  uint64_t steps = 0;
  Value reached = rel_reach(vm->s, c->shape, r, set, &steps);
  spend(c, vm, steps);
  return c->slot ? fast_union(vm->s, c->element, reached, set) : reached;
}

bool code_of_reach(Vm *vm, Code *c, const Node *node)
{
  const Node *relation = node->kind == NODE_IMAGE ? closed_relation(node->kids[0]) : NULL;
  uint64_t reads = 0;
  if (!relation) return false;
  c->captures = captures_of(vm, node, &reads);
  begin(vm, c, node->kids[0]);
  c->element = c->shape->args[1];
  c->slot = is_reflexive(node->kids[0]);
  c->a = code_of_operand(vm, c, relation);
  c->b = code_of_operand(vm, c, node->kids[1]);
  c->run.value = run_reach;
  return true;
}

/* a: the pair, b: r */
static Truth run_reaches(const Code *c, Vm *vm)
{
  Value x, r;
  Truth t;
  if (!run_operands(c, vm, &x, &r)) return truth_of_none(x);
  if (!are_explicit(vm, x, r) || is_closure_cheaper(c, vm, r)) {
    Value closure = run_value(c->kids[0], vm);
    t = value_is_none(closure) ? truth_of_none(closure)
                               : reference_member(vm->r, c->shape, x, closure);
  } else {
    Value from = fast_first(vm->s, x), to = fast_second(vm->s, x);
    uint64_t steps = 0;
    t = truth_of((c->slot && value_same(from, to)) ||
                 rel_reaches(vm->s, c->shape, r, from, to, &steps));
    spend(c, vm, steps);
  }
  return c->node->kind == NODE_MEMBER ? t : truth_not(t);
}

bool code_of_reaching(Vm *vm, Code *c, const Node *node)
{
  const Node *relation = closed_relation(node->kids[1]);
  if (!relation) return false;
  begin(vm, c, node->kids[1]);
  c->slot = is_reflexive(node->kids[1]);
  c->a = code_of_operand(vm, c, node->kids[0]);
  c->b = code_of_operand(vm, c, relation);
  c->run.truth = run_reaches;
  return true;
}
