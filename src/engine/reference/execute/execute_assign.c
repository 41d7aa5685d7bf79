#include <assert.h>
#include <string.h>

#include "engine/reference/execute/execute_impl.h"
#include "engine/reference/solve/window.h"

/* Assignments: x := E, x :: S, x :(P). */

/* The new value of the variable at the root of f(i)(j) := v, r'a := v. */
static Value updated(Executor *x, const Node *target, Value v, Symbol **root)
{
  Reference *r = x->r;
  target = node_bare(target);
  if (target->kind == NODE_IDENT) return *root = target->symbol, v;
  if (target->kind != NODE_FIELD && target->kind != NODE_APPLY)
    return engine_fault(r->e, target->span, "this cannot be assigned a value");
  const Node *inner = target->kids[0];
  Value old = ref_eval(r, inner);
  if (value_is_none(old)) return old;
  if (target->kind == NODE_FIELD) {
    const Shape *shape = ref_shape(r, inner);
    Values fields = {0};
    for (uint32_t i = 0; i < shape->count; i++)
      vec_push(&fields,
               strcmp(shape->names[i], target->name->text) ? record_field(r->s, old, i) : v);
    Value record = value_record(r->s, fields.data, fields.len);
    vec_free(&fields);
    return updated(x, inner, record, root);
  }
  Value index = ref_eval(r, target->kids[1]);
  for (uint32_t i = 2; i < target->count && !value_is_none(index); i++) {
    Value next = ref_eval(r, target->kids[i]);
    index = value_is_none(next) ? next : value_pair(r->s, index, next);
  }
  if (value_is_none(index)) return index;
  const Shape *pair = ref_element_shape(r, inner);
  Value written = reference_expand(r, pair, old, target->span);
  if (value_same(written, VALUE_FAULT)) return written;
  Value all = ref_updated_function(r, pair, value_is_none(written) ? old : written, index, v);
  return value_is_none(all) ? all : updated(x, inner, all, root);
}

bool execute_assign(Executor *x, const Node *target, Value v, Updates *updates)
{
  Update update = {NULL, v};
  update.value = updated(x, target, v, &update.symbol);
  if (value_is_none(update.value)) return execute_no_value(x, update.value), false;
  assert(update.symbol);
  vec_push(updates, update);
  return true;
}

void execute_assignment(Executor *x, const Node *node, Rest *rest)
{
  Updates updates = {0};
  const Node *targets = node->kids[0], *values = node->kids[1];
  bool fine = true;
  for (uint32_t i = 0; i < targets->count; i++) {
    Value v = ref_eval(x->r, values->kids[i]);
    if (value_is_none(v)) execute_no_value(x, v), fine = false;
    else fine &= execute_assign(x, targets->kids[i], v, &updates);
  }
  if (fine) rest->go(x, rest, &updates);
  vec_free(&updates);
}

Value execute_choices(Reference *r, const Node *node, Value set, bool *incomplete)
{
  const Shape *element = ref_element_shape(r, node->kids[1]);
  uint32_t causes = r->e->other_causes;
  Value all = reference_expand(r, element, set, node->span);
  if (!value_same(all, VALUE_UNKNOWN) || r->e->expired) return all;
  Value some = window_of(r, element, set, WINDOW_COUNTED);
  if (value_is_none(some)) return all;
  const Node *target = node_bare(node->kids[0]->kids[0]);
  bool named = target->kind == NODE_IDENT && target->symbol;
  r->e->other_causes = causes;
  if (named) window_note(r, target->symbol, element, set, some);
  engine_unbounded(r->e, named ? target->name->text : "a choice", REASON_SOME_TRIED);
  *incomplete = true;
  return some;
}

/* x,y :: S */
void execute_becomes_element(Executor *x, const Node *node, Rest *rest)
{
  const Node *targets = node->kids[0];
  Value set = ref_eval(x->r, node->kids[1]), none;
  Values all = {0};
  if (!value_is_none(set)) set = execute_choices(x->r, node, set, &x->incomplete);
  if (value_is_none(set)) return execute_no_value(x, set);
  if (!ref_elements(x->r, ref_element_shape(x->r, node->kids[1]), set, node->span, &all, &none))
    return execute_no_value(x, none);
  for (uint32_t i = 0; i < all.len && !execute_over(x); i++) {
    Updates updates = {0};
    Value v = all.data[i];
    bool fine = true;
    for (uint32_t t = targets->count; t-- > 0 && fine;) {
      fine = execute_assign(x, targets->kids[t], t == 0 ? v : pair_second(x->r->s, v), &updates);
      if (t > 0) v = pair_first(x->r->s, v);
    }
    if (fine) rest->go(x, rest, &updates);
    vec_free(&updates);
  }
  vec_free(&all);
}

/* The position of the newest binding of a symbol; the solver made one. */
static uint32_t binding_of(const Reference *r, const Symbol *symbol)
{
  uint32_t at = r->bindings.len;
  while (at > 0 && r->bindings.data[at - 1].symbol != symbol) at--;
  assert(at > 0);
  return at - 1;
}

/* The new values are not visible until the whole substitution is done, so their
 * bindings are hidden while the rest goes on. */
static bool take_such(void *context, Reference *r)
{
  Choice *c = context;
  Updates updates = {0};
  VEC(uint32_t) hidden = {0};
  for (uint32_t i = 0; i < c->count; i++) {
    uint32_t at = binding_of(r, c->names[i]);
    Update update = {c->names[i], r->bindings.data[at].value};
    vec_push(&updates, update);
    vec_push(&hidden, at);
    r->bindings.data[at].symbol = NULL;
  }
  c->rest->go(c->x, c->rest, &updates);
  for (uint32_t i = 0; i < c->count; i++) r->bindings.data[hidden.data[i]].symbol = c->names[i];
  vec_free(&hidden);
  vec_free(&updates);
  return !execute_over(c->x);
}

/* x,y :(P): in P, x is the new value; the old one is x$0 */
void execute_becomes_such(Executor *x, const Node *node, Rest *rest)
{
  Choice c = {x, node, rest, ref_bound_names(x->r, node->kids[0]), node->kids[0]->count};
  for (uint32_t i = 0; i < c.count; i++) {
    Binding old = {c.names[i], VALUE_UNDEFINED};
    if (!reference_lookup(x->r, old.symbol, &old.value) && old.symbol->kind == SYMBOL_VARIABLE &&
        !old.symbol->dropped)
      old.value = x->r->e->variables[old.symbol->index];
    vec_push(&x->r->old_values, old);
  }
  Solved solved =
      reference_solve(x->r, c.names, c.count, node->kids[1], WINDOWS_COUNTED, take_such, &c);
  assert(x->r->old_values.len >= c.count);
  x->r->old_values.len -= c.count;
  if (solved == SOLVED_INCOMPLETE || solved == SOLVED_INFINITE) x->incomplete = true;
}
