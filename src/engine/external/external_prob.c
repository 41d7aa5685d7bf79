#include <string.h>

#include "engine/external/external_impl.h"
#include "syntax/print.h"

/* LibraryProB: checks and hints; recursion by name. */

Value external_hint(ExternalCall *c)
{
  (void) c;
  return VALUE_TRUE;
}

Value external_identity(ExternalCall *c) { return c->args[0]; }
Value external_force(ExternalCall *c) { return call_expand(c, c->shapes[0], c->args[0]); }

/* The constraint itself; the rest is for the solver. */
Value external_kodkod(ExternalCall *c) { return call_argument(c, 3); }

/* -------------------------------------------------------------- assertions */

/* VALUE_TRUE, or the fault with the message and what should have held. */
static Value asserted(ExternalCall *c)
{
  Value condition = call_argument(c, 0);
  if (value_is_none(condition) || value_is_true(condition)) return condition;
  Value message = call_argument(c, 1);
  if (value_is_none(message)) return message;
  const Node *what = c->node->kids[0];
  while (what->kind == NODE_EXPANSION) what = what->kids[0];
  if (what->kind == NODE_BOOL_OF) what = what->kids[0];
  Text text = {0};
  size_t length;
  text_add(&text, value_string_of(c->s, message, &length));
  text_add_char(&text, ' ');
  print_node(&text, what, (PrintStyle){0});
  Value fault = engine_fault(c->e, c->node->span, "%s", text_string(&text));
  text_free(&text);
  return fault;
}

Value external_assert_true(ExternalCall *c) { return asserted(c); }

Value external_assert_expr(ExternalCall *c)
{
  Value condition = asserted(c);
  return value_is_none(condition) ? condition : call_argument(c, 2);
}

/* ------------------------------------------------------- elements as numbers */

Value external_to_int(ExternalCall *c)
{
  NumberText number;
  size_t length;
  switch (c->shapes[0]->kind) {
  case SHAPE_INTEGER: return c->args[0];
  case SHAPE_BOOL: return value_small((int64_t) value_atom_index(c->args[0]));
  case SHAPE_GIVEN: return value_int(c->s, (int64_t) value_atom_index(c->args[0]) + 1);
  case SHAPE_STRING: {
    const char *text = call_string(c, 0, &length);
    if (number_text_read(text, length, &number) && !number.fraction)
      return call_integer(c, &number);
    break;
  }
  default: break;
  }
  return call_fault(c, "%s has no number", engine_text(c->e, c->shapes[0], c->args[0]));
}

Value external_int_to_enum(ExternalCall *c)
{
  int64_t n;
  Value none;
  const Shape *shape = c->result;
  if (shape->kind == SHAPE_INTEGER) n = 0;
  else if (shape->kind != SHAPE_GIVEN)
    return call_fault(c, "the elements of this set have no numbers");
  else if (!call_small(c, 1, 1, (int64_t) shape->size, &n, &none)) return none;
  Value v = shape->kind == SHAPE_INTEGER ? c->args[1] : value_atom((uint64_t) n - 1);
  Truth t = reference_member(c->r, shape, v, c->args[0]);
  if (t == TRUTH_FALSE) return call_fault(c, "the element with this number is not in the set");
  return t == TRUTH_TRUE ? v : none_of_truth(t);
}

/* ---------------------------------------------------------- recursion by name */

static const Node *stripped(const Node *node)
{
  while (node->kind == NODE_EXPANSION || node->kind == NODE_DESCRIBED) node = node->kids[0];
  return node;
}

/* A function by its expression: it may call itself, so it is not written out. */
static Value function_of(Reference *r, const Node *node)
{
  node = stripped(node);
  bool binds = node->kind == NODE_LAMBDA || node->kind == NODE_COMPREHENSION;
  return binds ? closure_of(r, node) : ref_eval(r, node);
}

Value external_rec_let(ExternalCall *c) { return function_of(c->r, c->node->kids[1]); }

/* The function that REC_LET calls `name` in the tree, or NULL. */
static const Node *find_function(const Node *node, const char *name)
{
  if (node->kind == NODE_EXTERNAL && node->count == 2 && !strcmp(node->name->text, "REC_LET")) {
    const Node *key = stripped(node->kids[0]);
    if (key->kind == NODE_STRING_LIT && !strcmp(key->name->text, name)) return node->kids[1];
  }
  const Node *found = NULL;
  for (uint32_t i = 0; i < node->count && !found; i++)
    if (node->kids[i]) found = find_function(node->kids[i], name);
  return found;
}

/* REC("f",x): the function that some property of the model has named so, at x. */
Value external_rec(ExternalCall *c)
{
  const char *name = call_string(c, 0, NULL);
  const Node *function = NULL;
  for (uint32_t i = 0; c->e->model && i < c->e->model->properties.len && !function; i++)
    function = find_function(c->e->model->properties.data[i].node, name);
  if (!function) return call_fault(c, "there is no REC_LET for \"%s\"", name);
  const Shape *shape = ref_shape(c->r, function);
  if (!shape_is_relation(shape) || shape->args[0]->args[0] != c->shapes[1] ||
      shape->args[0]->args[1] != c->result)
    return call_fault(c, "the function \"%s\" has a different type", name);
  Value f = function_of(c->r, function);
  if (value_is_none(f)) return f;
  return ref_apply_function(c->r, shape, f, c->args[1], c->node->span);
}
