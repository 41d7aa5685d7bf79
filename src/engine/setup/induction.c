#include "engine/setup/induction.h"

#include <assert.h>
#include <string.h>

#include "engine/scope.h"
#include "syntax/inspect.h"

typedef struct {
  Engine *e;
  const Node *function;        /* the name f, as it stands in f(0) */
  const Node *first;           /* V */
  const Node *name;            /* n */
  const Node *next;            /* E, for n > 0 */
  uint32_t base, step, typing; /* the conjuncts */
} Induction;

/* ------------------------------------------------------------------- new nodes */

static Node *typed(Node *node, const Type *type)
{
  node->type = type;
  return node;
}

static Node *number(const Induction *d, const char *digits)
{
  const Name *name = names_intern_string(d->e->names, digits);
  return typed(node_leaf(d->e->arena, NODE_INTEGER_LIT, d->name->span, name), d->name->type);
}

static Node *binary(const Induction *d, NodeKind kind, const Node *a, const Node *b,
                    const Type *type)
{
  return typed(node_binary(d->e->arena, kind, d->next->span, (Node *) a, (Node *) b), type);
}

static Node *leaf(const Induction *d, NodeKind kind, const Type *type)
{
  return typed(node_leaf(d->e->arena, kind, d->next->span, NULL), type);
}

static bool is_call_of(const Node *node, const Symbol *f)
{
  return node->kind == NODE_APPLY && node->count == 2 && node_is_name(node->kids[0], f);
}

/* A copy in which `from`, a name or a use f(…) of a function, is replaced. */
static Node *replaced(const Induction *d, const Node *node, const Symbol *from, bool call, Node *to)
{
  if (call ? is_call_of(node, from) : node_is_name(node, from)) return to;
  Node *copy = node_new(d->e->arena, node->kind, node->span, node->name, node->count);
  copy->type = node->type;
  copy->symbol = node->symbol;
  for (uint32_t i = 0; i < node->count; i++)
    node_set(copy, i, replaced(d, node->kids[i], from, call, to));
  return copy;
}

/* ---------------------------------------------------------------------- reading */

static bool is_number(const Node *node, const char *digits)
{
  node = node_bare(node);
  return node->kind == NODE_INTEGER_LIT && !strcmp(node->name->text, digits);
}

/* f(0) = V; V does not mention f */
static bool take_base(Induction *d, const Node *p)
{
  p = node_bare(p);
  for (uint32_t side = 0; p->kind == NODE_EQUAL && side < 2; side++) {
    const Node *call = node_bare(p->kids[side]);
    if (call->kind != NODE_APPLY || call->count != 2 || !scope_constant(call->kids[0]) ||
        !is_number(call->kids[1], "0"))
      continue;
    d->function = node_bare(call->kids[0]);
    d->first = p->kids[1 - side];
    return !node_mentions(d->first, d->function->symbol);
  }
  return false;
}

/* What a premise says of n: a natural number, not 0, or something else. */
typedef struct {
  bool natural, positive, other;
} Premise;

static void read_premise(const Node *p, const Symbol *n, Premise *said)
{
  p = node_bare(p);
  if (p->kind == NODE_AND) {
    for (uint32_t i = 0; i < p->count; i++) read_premise(p->kids[i], n, said);
    return;
  }
  if (p->kind == NODE_BTRUE) return;
  const Node *a = p->count == 2 ? p->kids[0] : p, *b = p->count == 2 ? p->kids[1] : p;
  NodeKind set = (NodeKind) node_bare(b)->kind;
  bool left = node_is_name(a, n), right = node_is_name(b, n);
  bool above_0 = (p->kind == NODE_GREATER && left && is_number(b, "0")) ||
                 (p->kind == NODE_LESS && right && is_number(a, "0")) ||
                 (p->kind == NODE_GREATER_EQUAL && left && is_number(b, "1")) ||
                 (p->kind == NODE_LESS_EQUAL && right && is_number(a, "1")) ||
                 (p->kind == NODE_MEMBER && left && set == NODE_NATURAL1);
  if (above_0) said->natural = said->positive = true;
  else if ((p->kind == NODE_MEMBER && left && set == NODE_NATURAL) ||
           (p->kind == NODE_GREATER_EQUAL && left && is_number(b, "0")) ||
           (p->kind == NODE_LESS_EQUAL && right && is_number(a, "0")))
    said->natural = true;
  else if (p->kind == NODE_NOT_EQUAL && left && is_number(b, "0")) said->positive = true;
  else if (!(p->kind == NODE_MEMBER && left && set == NODE_INTEGER)) said->other = true;
}

/* f(n) = E for n > 0; or f(n+1) = E for n >= 0: then E is taken for n-1 */
static bool take_equation(Induction *d, const Node *p, Premise said)
{
  const Symbol *f = d->function->symbol, *n = d->name->symbol;
  assert(f && n && f != n);
  p = node_bare(p);
  for (uint32_t side = 0; p->kind == NODE_EQUAL && side < 2; side++) {
    const Node *call = node_bare(p->kids[side]);
    if (!is_call_of(call, f)) continue;
    const Node *argument = node_bare(call->kids[1]);
    bool successor = argument->kind == NODE_ADD && node_is_name(argument->kids[0], n) &&
                     is_number(argument->kids[1], "1");
    d->next = p->kids[1 - side];
    if (node_is_name(argument, n)) return said.positive;
    if (!successor || said.positive) return false;
    Node *before = binary(d, NODE_MINUS, d->name, number(d, "1"), d->name->type);
    d->next = replaced(d, d->next, n, false, before);
    return true;
  }
  return false;
}

static bool take_step(Induction *d, const Node *p)
{
  p = node_bare(p);
  if (p->kind != NODE_FORALL || p->kids[0]->count != 1) return false;
  const Node *body = node_bare(p->kids[1]);
  d->name = node_bare(p->kids[0]->kids[0]);
  if (body->kind != NODE_IMPLIES || d->name->kind != NODE_IDENT) return false;
  Premise said = {0};
  read_premise(body->kids[0], d->name->symbol, &said);
  return said.natural && !said.other && take_equation(d, body->kids[1], said);
}

/* f : NATURAL --> B */
static bool is_typing(const Induction *d, const Node *p)
{
  p = node_bare(p);
  const Node *arrow = p->kind == NODE_MEMBER && node_is_name(p->kids[0], d->function->symbol)
                          ? node_bare(p->kids[1])
                          : NULL;
  return arrow && arrow->kind == NODE_TOTAL_FUN && node_bare(arrow->kids[0])->kind == NODE_NATURAL;
}

/* Is f used in E only as f(n-1)? */
static bool uses_before(const Induction *d, const Node *node)
{
  node = node_bare(node);
  if (is_call_of(node, d->function->symbol)) {
    const Node *argument = node_bare(node->kids[1]);
    return argument->kind == NODE_MINUS && node_is_name(argument->kids[0], d->name->symbol) &&
           is_number(argument->kids[1], "1");
  }
  if (node->symbol == d->function->symbol) return false;
  for (uint32_t i = 0; i < node->count; i++)
    if (!uses_before(d, node->kids[i])) return false;
  return true;
}

/* ------------------------------------------------------------------- definition */

static Node *names_of(const Induction *d, const Node *const *list, uint32_t count)
{
  return node_list(d->e->arena, NODE_NAMES, d->name->span, NULL, (Node *const *) list, count);
}

/* f = %n.(n : NATURAL | IF n = 0 THEN V ELSE E END) */
static Node *definition(const Induction *d, const Type *numbers, const Type *truth)
{
  Arena *arena = d->e->arena;
  Node *choice = node_new(arena, NODE_IF_EXPR, d->next->span, NULL, 3);
  node_set(choice, 0, binary(d, NODE_EQUAL, d->name, number(d, "0"), truth));
  node_set(choice, 1, (Node *) d->first);
  node_set(choice, 2, (Node *) d->next);
  choice->type = d->next->type;
  Node *lambda = node_new(arena, NODE_LAMBDA, d->next->span, NULL, 3);
  node_set(lambda, 0, names_of(d, &d->name, 1));
  node_set(lambda, 1, binary(d, NODE_MEMBER, d->name, leaf(d, NODE_NATURAL, numbers), truth));
  node_set(lambda, 2, choice);
  lambda->type = d->function->type;
  return binary(d, NODE_EQUAL, d->function, lambda, truth);
}

/* V : B & !(n,y).(n : NATURAL1 & y : B => E : B) */
static Node *induction(const Induction *d, const Node *set, const Type *numbers, const Type *truth)
{
  Arena *arena = d->e->arena;
  Symbol *symbol = arena_alloc(arena, sizeof *symbol);
  *symbol = *d->name->symbol;
  symbol->type = (Type *) d->next->type;
  Node *y = typed(node_leaf(arena, NODE_IDENT, d->name->span, d->name->name), symbol->type);
  y->symbol = symbol;
  Node *step = replaced(d, d->next, d->function->symbol, true, y);
  Node *positive = binary(d, NODE_MEMBER, d->name, leaf(d, NODE_NATURAL1, numbers), truth);
  Node *premise = binary(d, NODE_AND, positive, binary(d, NODE_MEMBER, y, set, truth), truth);
  Node *body = binary(d, NODE_IMPLIES, premise, binary(d, NODE_MEMBER, step, set, truth), truth);
  const Node *names[] = {d->name, y};
  Node *all = binary(d, NODE_FORALL, names_of(d, names, 2), body, truth);
  return binary(d, NODE_AND, binary(d, NODE_MEMBER, d->first, set, truth), all, truth);
}

static void define(const Induction *d, const Node **conjuncts)
{
  const Node *typing = node_bare(conjuncts[d->typing]), *arrow = node_bare(typing->kids[1]);
  const Type *numbers = arrow->kids[0]->type, *truth = typing->type;
  conjuncts[d->typing] =
      binary(d, NODE_OR, typing, induction(d, arrow->kids[1], numbers, truth), truth);
  conjuncts[d->base] = definition(d, numbers, truth);
  conjuncts[d->step] = leaf(d, NODE_BTRUE, truth);
}

/* The other two conjuncts that belong to f(0) = V, or false. */
static bool complete(Induction *d, const Node *const *conjuncts, uint32_t count)
{
  d->step = d->typing = UINT32_MAX;
  for (uint32_t i = 0; i < count; i++)
    if (is_typing(d, conjuncts[i])) d->typing = i;
  for (uint32_t i = 0; i < count && d->step == UINT32_MAX; i++)
    if (take_step(d, conjuncts[i])) d->step = i;
  return d->typing != UINT32_MAX && d->step != UINT32_MAX && uses_before(d, d->next);
}

void induction_define(Engine *e, const Node **conjuncts, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    Induction d = {.e = e, .base = i};
    if (take_base(&d, conjuncts[i]) && complete(&d, conjuncts, count)) define(&d, conjuncts);
  }
}
