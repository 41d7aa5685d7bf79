#include <assert.h>

#include "engine/reference/walk.h"

#include "syntax/inspect.h"

/* What every part of the walk asks for: the values of names, shapes, the budget. */

void reference_bind(Reference *r, const Symbol *symbol, Value value)
{
  assert(symbol);
  Binding binding = {symbol, value};
  vec_push(&r->bindings, binding);
}

void reference_unbind(Reference *r, uint32_t count)
{
  assert(count <= r->bindings.len);
  r->bindings.len -= count;
}

void reference_bind_old(Reference *r, const Symbol *symbol, Value value)
{
  vec_push(&r->old_values, ((Binding){symbol, value}));
}

void reference_unbind_old(Reference *r, uint32_t count)
{
  assert(r->old_values.len >= count);
  r->old_values.len -= count;
}

bool reference_lookup(const Reference *r, const Symbol *symbol, Value *value)
{
  for (uint32_t i = r->bindings.len; i-- > 0;) {
    if (r->bindings.data[i].symbol != symbol) continue;
    *value = r->bindings.data[i].value;
    return true;
  }
  return false;
}

Engine *reference_engine(const Reference *r) { return r->e; }

void reference_accept_unknown(Reference *r, bool accept) { r->accept_unknown = accept; }

void reference_accelerate(Reference *r, const Accelerator *fast, struct Vm *vm)
{
  assert((fast == NULL) == (vm == NULL));
  r->fast = fast;
  r->vm = vm;
}

bool ref_spend(Reference *r) { return engine_spend(r->e); }

const Shape *ref_shape(Reference *r, const Node *node) { return engine_shape(r->e, node->type); }

const Shape *ref_element_shape(Reference *r, const Node *node)
{
  return engine_element_shape(r->e, node->type);
}

bool ref_eval_kids(Reference *r, const Node *node, Value *values, uint32_t count, Value *none)
{
  assert(count <= node->count);
  for (uint32_t i = 0; i < count; i++) {
    values[i] = ref_eval(r, node->kids[i]);
    if (!value_is_none(values[i])) continue;
    *none = values[i];
    return false;
  }
  return true;
}

Symbol **ref_bound_names(Reference *r, const Node *names)
{
  Symbol **symbols = arena_new_array(r->e->scratch, Symbol *, names->count + 1);
  for (uint32_t i = 0; i < names->count; i++) symbols[i] = node_bare(names->kids[i])->symbol;
  return symbols;
}

/* The expression that LET gives to the name. */
static const Node *let_value(const Node *equations, const Symbol *name)
{
  equations = node_bare(equations);
  if (equations->kind == NODE_EQUAL) {
    if (node_bare(equations->kids[0])->symbol == name &&
        node_bare(equations->kids[0])->kind == NODE_IDENT)
      return equations->kids[1];
    if (node_bare(equations->kids[1])->symbol == name &&
        node_bare(equations->kids[1])->kind == NODE_IDENT)
      return equations->kids[0];
    return NULL;
  }
  for (uint32_t i = 0; equations->kind == NODE_AND && i < equations->count; i++) {
    const Node *value = let_value(equations->kids[i], name);
    if (value) return value;
  }
  return NULL;
}

/* Does the expression need a name of the LET that is not bound yet? */
static bool needs_unbound(const Node *names, const bool *bound, const Node *value)
{
  for (uint32_t i = 0; i < names->count; i++)
    if (!bound[i] && node_mentions(value, node_bare(names->kids[i])->symbol)) return true;
  return false;
}

uint32_t ref_bind_let(Reference *r, const Node *node, Value *none)
{
  const Node *names = node->kids[0];
  uint32_t count = 0;
  bool *bound = arena_new_array(r->e->scratch, bool, names->count + 1);
  for (uint32_t i = 0; i < names->count; i++) bound[i] = false;
  *none = VALUE_TRUE;
  for (uint32_t round = 0; round < names->count && count < names->count; round++)
    for (uint32_t i = 0; i < names->count; i++) {
      const Symbol *name = node_bare(names->kids[i])->symbol;
      const Node *value = bound[i] ? NULL : let_value(node->kids[1], name);
      if (bound[i] || (value && needs_unbound(names, bound, value))) continue;
      Value v = value ? ref_eval(r, value) : engine_fault(r->e, node->span, "LET without a value");
      if (value_is_none(v)) return *none = v, count;
      reference_bind(r, name, v);
      bound[i] = true;
      count++;
    }
  assert(count <= names->count && !value_is_none(*none));
  if (count < names->count)
    *none = engine_fault(r->e, node->span, "the equations of a LET are cyclic");
  return count;
}

Value ref_condition_fault(Reference *r, const Node *node)
{
  return engine_fault(r->e, node->span,
                      "the well-definedness condition of the operator %s is false",
                      node->name->text);
}

const Node *ref_choice(const Node *apply, bool which)
{
  const Node *set = node_bare(apply->kids[0]), *found[2] = {NULL, NULL};
  if (apply->count != 2 || set->kind != NODE_SET_EXT || set->count != 2) return NULL;
  for (uint32_t i = 0; i < 2; i++) {
    const Node *pair = node_bare(set->kids[i]);
    NodeKind kind = pair->kind == NODE_MAPLET ? node_bare(pair->kids[0])->kind : pair->kind;
    if (kind != NODE_TRUE && kind != NODE_FALSE) return NULL;
    found[kind == NODE_TRUE] = pair->kids[1];
  }
  return found[!which] ? found[which] : NULL;
}

Value ref_tuple(Reference *r, const Node *names)
{
  Value tuple = VALUE_UNDEFINED;
  for (uint32_t i = 0; i < names->count; i++) {
    Value v = VALUE_UNDEFINED;
    reference_lookup(r, symbol_at(names, i), &v);
    tuple = i == 0 ? v : value_pair(r->s, tuple, v);
  }
  return tuple;
}

bool ref_bounds_other_name(const Node *c, const Symbol *name)
{
  if (c->kind != NODE_MEMBER) return false;
  const Node *other = node_bare(c->kids[0]), *interval = node_bare(c->kids[1]);
  return other->kind == NODE_IDENT && other->symbol != name && interval->kind == NODE_INTERVAL &&
         node_mentions(interval, name);
}

Value reference_value(Reference *r, const Node *node) { return ref_eval(r, node); }

Truth reference_truth(Reference *r, const Node *node) { return ref_truth(r, node); }

Solved reference_solve(Reference *r, Symbol *const *names, uint32_t count, const Node *predicate,
                       Windows windows, Found *found, void *context)
{
  return r->walk->solve(r, names, count, predicate, windows, found, context);
}
