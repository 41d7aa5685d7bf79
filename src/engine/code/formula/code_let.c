#include <assert.h>
#include <string.h>

#include "engine/code/formula/formula_code.h"
#include "syntax/inspect.h"

/* LET. */

struct Lets {
  uint32_t count;
  struct {
    const Code *value;
    uint32_t slot;
  } all[];
};

uint32_t lets_count(const Lets *lets) { return lets ? lets->count : 0; }
const Code *lets_value(const Lets *lets, uint32_t i) { return lets->all[i].value; }

/* The expression that the equations give to the name. */
static const Node *let_value(const Node *equations, const Symbol *name)
{
  equations = node_bare(equations);
  for (uint32_t side = 0; equations->kind == NODE_EQUAL && side < 2; side++)
    if (node_is_name(equations->kids[side], name)) return equations->kids[1 - side];
  for (uint32_t i = 0; equations->kind == NODE_AND && i < equations->count; i++) {
    const Node *value = let_value(equations->kids[i], name);
    if (value) return value;
  }
  return NULL;
}

const Lets *code_of_let(Vm *vm, Code *c, const Node *names, const Node *equations)
{
  uint32_t count = names->count, left = count;
  Lets *lets = arena_alloc(vm->arena, sizeof *lets + count * sizeof *lets->all);
  Symbol **open = arena_new_array(vm->arena, Symbol *, count + 1);
  for (uint32_t i = 0; i < count; i++) open[i] = node_bare(names->kids[i])->symbol;
  for (bool progress = true; progress && left > 0;) {
    progress = false;
    for (uint32_t i = 0; i < left; i++) {
      const Node *node = let_value(equations, open[i]);
      if (!node || node_mentions_one_of(node, open, left)) continue;
      const Code *value = code_of_operand(vm, c, node);
      uint32_t slot = code_new_slot(vm);
      code_place_add(vm, open[i], slot, value->reads);
      lets->all[lets->count].value = value;
      lets->all[lets->count++].slot = slot;
      memmove(open + i, open + i + 1, (left - i - 1) * sizeof *open);
      left--, i--;
      progress = true;
    }
  }
  assert(lets->count + left == count);
  return left == 0 ? lets : NULL;
}

Value run_lets(Vm *vm, const Lets *lets)
{
  for (uint32_t i = 0; i < lets->count; i++) {
    Value v = run_value(lets->all[i].value, vm);
    if (value_is_none(v)) return v;
    vm->frame[lets->all[i].slot] = v;
  }
  return VALUE_TRUE;
}

static Value run_let(const Code *c, Vm *vm)
{
  Value none = run_lets(vm, c->lets);
  return value_is_none(none) ? none : run_value(c->a, vm);
}

static Truth run_let_truth(const Code *c, Vm *vm)
{
  Value none = run_lets(vm, c->lets);
  return value_is_none(none) ? truth_of_none(none) : run_truth(c->a, vm);
}

bool code_of_let_node(Vm *vm, Code *c, const Node *node, bool predicate)
{
  uint32_t places = vm->unit.places.len;
  c->lets = code_of_let(vm, c, node->kids[0], node->kids[1]);
  if (c->lets)
    c->a =
        predicate ? code_of_condition(vm, c, node->kids[2]) : code_of_operand(vm, c, node->kids[2]);
  vm->unit.places.len = places;
  if (predicate) c->run.truth = run_let_truth;
  else c->run.value = run_let;
  return c->lets != NULL;
}
