#include "prove/refute/box.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct {
  Build build;
  int64_t low, high;
} Box;

static bool has_numbers(const Type *type)
{
  if (type->kind == TYPE_INTEGER) return true;
  for (uint32_t i = 0; i < type->count; i++)
    if (has_numbers(type->args[i])) return true;
  return false;
}

static Node *number(const Box *x, int64_t n)
{
  const Build *b = &x->build;
  if (n >= 0) return build_integer(b, arena_printf(b->arena, "%" PRId64, n));
  return build_function(b, NODE_NEGATE, type_integer(b->types), number(x, -n));
}

/* The values of the type whose numbers are in the box; NULL where there is no such expression. */
static Node *box_of(const Box *x, const Type *type)
{
  const Build *b = &x->build;
  const Type *set = type_pow(b->types, (Type *) (uintptr_t) type);
  if (type->kind == TYPE_INTEGER)
    return build_infix(b, NODE_INTERVAL, set, number(x, x->low), number(x, x->high));
  if (type->kind != TYPE_POW && type->kind != TYPE_PAIR)
    return has_numbers(type) ? NULL : build_type_set(b, type);
  Node *left = box_of(x, type->args[0]);
  if (!left || type->kind == TYPE_POW) return left ? build_function(b, NODE_POW, set, left) : NULL;
  Node *right = box_of(x, type->args[1]);
  return right ? build_infix(b, NODE_CARTESIAN, set, left, right) : NULL;
}

const Conjuncts *box_premises(Stage *s, int64_t low, int64_t high)
{
  const Box x = {{s->arena, s->model.types, s->texts}, low, high};
  s->box.len = 0;
  for (uint32_t i = 0; i < s->names.len; i++) {
    Symbol *name = s->names.data[i].symbol;
    bool set = name->type->kind == TYPE_POW;
    Node *box = has_numbers(name->type) ? box_of(&x, set ? name->type->args[0] : name->type) : NULL;
    if (!box) continue;
    Node *value = build_name(&x.build, name);
    vec_push(&s->box,
             set ? build_subset(&x.build, value, box) : build_member(&x.build, value, box));
  }
  return s->box.len ? &s->box : NULL;
}

static void look_for_numbers(const Node *node, int64_t limit, int64_t *greatest)
{
  if (node->kind == NODE_INTEGER_LIT && node->name->len < 10) {
    int64_t n = strtoll(node->name->text, NULL, 10);
    if (n < limit && n > *greatest) *greatest = n;
  }
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i]) look_for_numbers(node->kids[i], limit, greatest);
}

int64_t box_greatest(const Stage *s, int64_t limit)
{
  int64_t greatest = 0;
  for (uint32_t i = 0; i < s->premises.len; i++)
    look_for_numbers(s->premises.data[i], limit, &greatest);
  look_for_numbers(s->goal, limit, &greatest);
  return greatest;
}
