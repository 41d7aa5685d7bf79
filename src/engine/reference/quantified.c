#include <assert.h>
#include <string.h>

#include "engine/reference/walk.h"
#include "model/total.h"
#include "syntax/inspect.h"

/* !x.(P => Q) by looking for x with P and not Q: which Q have a truth value everywhere, their
 * negation, and parts of Q that say more about x. */

/* The value of an expression without the names; VALUE_UNKNOWN where it has none. */
static Value value_beside(Reference *r, const Binder *b, const Node *node)
{
  if (!r || node_mentions_one_of(node, b->names, b->count)) return VALUE_UNKNOWN;
  Fault fault = r->e->fault;
  const char *cause = r->e->cause;
  Value v = ref_eval(r, node);
  r->e->fault = fault;
  r->e->cause = cause;
  return v;
}

static bool is_positive_literal(const Node *node)
{
  node = node_bare(node);
  return node->kind == NODE_INTEGER_LIT && strspn(node->name->text, "0") < node->name->len;
}

/* E / F for an F that is not 0, E ** F for one that is not negative. */
static bool is_total_for(Reference *r, const Binder *b, const Node *node)
{
  NodeKind kind = node->kind;
  if (kind != NODE_DIVIDE && kind != NODE_POWER) return false;
  if (is_positive_literal(node->kids[1])) return true;
  if (!r || !node->type || engine_shape(r->e, node->type)->kind != SHAPE_INTEGER) return false;
  Value v = value_beside(r, b, node->kids[1]);
  if (value_is_none(v)) return false;
  int sign = int_sign(r->s, v);
  return kind == NODE_DIVIDE ? sign != 0 : sign >= 0;
}

/* A name without a value, in an initialisation or a VAR. */
static bool has_no_value_yet(const Reference *r, const Node *node)
{
  Value v;
  if (!r || node->kind != NODE_IDENT) return false;
  const Symbol *symbol = node->symbol;
  if (reference_lookup(r, symbol, &v)) return value_is_none(v);
  return symbol->kind == SYMBOL_VARIABLE && !symbol->dropped &&
         value_is_none(r->e->variables[symbol->index]);
}

bool ref_is_defined_for_all(Reference *r, const Binder *b, const Node *node)
{
  node = node_bare(node);
  if (has_no_value_yet(r, node)) return false;
  bool total = node_is_total(node) || is_total_for(r, b, node);
  for (uint32_t i = 0; total && i < node->count; i++)
    total = ref_is_defined_for_all(r, b, node->kids[i]);
  return total || (node->type && !value_is_none(value_beside(r, b, node)));
}

/* The comparison that holds where this one does not; or NODE_NOT. */
static NodeKind opposite_of(NodeKind kind)
{
  switch (kind) {
  case NODE_AND: return NODE_OR;
  case NODE_OR: return NODE_AND;
  default: return kind_denied(kind);
  }
}

Node *ref_negated(Arena *arena, const Node *node)
{
  node = node_bare(node);
  NodeKind opposite = opposite_of(node->kind);
  if (node->kind == NODE_NOT) return node->kids[0];
  if (node->kind == NODE_IMPLIES)
    return node_binary(arena, NODE_AND, node->span, node->kids[0],
                       ref_negated(arena, node->kids[1]));
  if (node->kind != NODE_AND && node->kind != NODE_OR) {
    Node *kept = (Node *) node;
    return opposite == NODE_NOT
               ? node_unary(arena, NODE_NOT, node->span, kept)
               : node_binary(arena, opposite, node->span, node->kids[0], node->kids[1]);
  }
  Node *all = node_new(arena, opposite, node->span, NULL, node->count);
  for (uint32_t i = 0; i < node->count; i++) node_set(all, i, ref_negated(arena, node->kids[i]));
  return all;
}

/* Shares the conjuncts out: those that are total, and the rest (NULL: none). */
static void share_out(Reference *r, const Binder *b, Node *node, Node **total, Node **rest)
{
  const Node *bare = node_bare(node);
  if (bare->kind == NODE_AND) {
    for (uint32_t i = 0; i < bare->count; i++) share_out(r, b, bare->kids[i], total, rest);
    return;
  }
  Node **to = ref_is_defined_for_all(r, b, bare) ? total : rest;
  *to = *to ? node_binary(r->e->scratch, NODE_AND, node->span, *to, node) : node;
}

bool ref_premises_from_conclusion(Reference *r, const Binder *b, Node **premise, Node **conclusion)
{
  bool more = false;
  for (;;) {
    const Node *inner = node_bare(*conclusion);
    if (inner->kind != NODE_IMPLIES) return more;
    Node *total = NULL, *rest = NULL;
    share_out(r, b, inner->kids[0], &total, &rest);
    if (!total) return more;
    Arena *arena = r->e->scratch;
    *premise = node_binary(arena, NODE_AND, inner->span, *premise, total);
    *conclusion = inner->kids[1];
    more = true;
    if (!rest) continue;
    *conclusion = node_binary(arena, NODE_IMPLIES, inner->span, rest, inner->kids[1]);
    return more;
  }
}

/* x : INTEGER and the like, or nothing: infinitely many candidates. */
static bool only_types(const Node *node)
{
  node = node_bare(node);
  if (node->kind == NODE_AND) {
    for (uint32_t i = 0; i < node->count; i++)
      if (!only_types(node->kids[i])) return false;
    return true;
  }
  if (node->kind != NODE_MEMBER) return node->kind == NODE_BTRUE;
  NodeKind set = node_bare(node->kids[1])->kind;
  return set == NODE_INTEGER || set == NODE_NATURAL || set == NODE_NATURAL1;
}

static Node *joined_names(Arena *arena, const Node *a, const Node *b)
{
  Node *names = node_new(arena, a->kind, a->span, NULL, a->count + b->count);
  for (uint32_t i = 0; i < a->count; i++) node_set(names, i, a->kids[i]);
  for (uint32_t i = 0; i < b->count; i++) node_set(names, a->count + i, b->kids[i]);
  return names;
}

const Node *ref_merged_universal(Arena *arena, const Node *node)
{
  assert(node->kind == NODE_FORALL && node->count == 2);
  const Node *body = node_bare(node->kids[1]);
  if (body->kind != NODE_IMPLIES || !only_types(body->kids[0])) return node;
  const Node *inner = node_bare(body->kids[1]);
  if (inner->kind != NODE_FORALL) return node;
  inner = ref_merged_universal(arena, inner);
  const Node *within = node_bare(inner->kids[1]);
  if (within->kind != NODE_IMPLIES) return node;
  Node *premise = node_binary(arena, NODE_AND, body->span, body->kids[0], within->kids[0]);
  Node *all = node_new(arena, NODE_FORALL, node->span, NULL, 2);
  node_set(all, 0, joined_names(arena, node->kids[0], inner->kids[0]));
  node_set(all, 1, node_binary(arena, NODE_IMPLIES, body->span, premise, within->kids[1]));
  return all;
}

bool ref_universal_parts(Arena *arena, const Node *node, Node **premise, Node **conclusion)
{
  assert(node->kind == NODE_FORALL);
  const Node *body = node_bare(node->kids[1]);
  if (body->kind != NODE_IMPLIES) return false;
  *premise = body->kids[0];
  *conclusion = body->kids[1];
  const Node *inner = node_bare(*conclusion);
  if (inner->kind == NODE_IMPLIES && only_types(*premise)) {
    *premise = node_binary(arena, NODE_AND, body->span, *premise, inner->kids[0]);
    *conclusion = inner->kids[1];
  }
  return true;
}
