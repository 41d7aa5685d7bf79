#include "prove/refute/deny.h"

#include "syntax/inspect.h"

/* not (P => Q) is P & not Q; where Q is a chain of implications, too */
static Node *denied_implication(Arena *arena, const Node *p)
{
  return node_binary(arena, NODE_AND, p->span, p->kids[0], denied(arena, p->kids[1]));
}

static Node *denied_list(Arena *arena, const Node *p, NodeKind kind)
{
  Node *all = node_new(arena, kind, p->span, NULL, p->count);
  for (uint32_t i = 0; i < p->count; i++) node_set(all, i, denied(arena, p->kids[i]));
  return all;
}

static Node *denied_quantifier(Arena *arena, const Node *p, NodeKind kind)
{
  const Node *body = node_bare(p->kids[1]);
  Node *inner = kind == NODE_FORALL && body->kind == NODE_AND && body->count == 2
                    ? node_binary(arena, NODE_IMPLIES, body->span, body->kids[0],
                                  denied(arena, body->kids[1]))
                    : denied(arena, body);
  return node_binary(arena, kind, p->span, p->kids[0], inner);
}

Node *denied(Arena *arena, const Node *p)
{
  p = node_bare(p);
  NodeKind other = kind_denied(p->kind);
  switch ((NodeKind) p->kind) {
  case NODE_NOT: return (Node *) node_bare(p->kids[0]);
  case NODE_BTRUE: return node_leaf(arena, NODE_BFALSE, p->span, NULL);
  case NODE_BFALSE: return node_leaf(arena, NODE_BTRUE, p->span, NULL);
  case NODE_IMPLIES: return denied_implication(arena, p);
  case NODE_AND: return denied_list(arena, p, NODE_OR);
  case NODE_OR: return denied_list(arena, p, NODE_AND);
  case NODE_FORALL: return denied_quantifier(arena, p, NODE_EXISTS);
  case NODE_EXISTS: return denied_quantifier(arena, p, NODE_FORALL);
  default: break;
  }
  if (other == NODE_NOT || p->count != 2) return node_unary(arena, NODE_NOT, p->span, (Node *) p);
  return node_binary(arena, other, p->span, p->kids[0], p->kids[1]);
}
