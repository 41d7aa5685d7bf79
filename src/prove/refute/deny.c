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

/* not #x.(P) is !x.(P => bfalse), not !x.(P) is #x.(not P) */
static Node *denied_quantifier(Arena *arena, const Node *p)
{
  bool exists = p->kind == NODE_EXISTS;
  Node *inner = exists ? node_binary(arena, NODE_IMPLIES, p->span, p->kids[1],
                                     node_leaf(arena, NODE_BFALSE, p->span, NULL))
                       : denied(arena, p->kids[1]);
  return node_binary(arena, exists ? NODE_FORALL : NODE_EXISTS, p->span, p->kids[0], inner);
}

Node *with_premise(Arena *arena, Node *body)
{
  if (node_bare(body)->kind == NODE_IMPLIES) return body;
  return node_binary(arena, NODE_IMPLIES, body->span, denied(arena, body),
                     node_leaf(arena, NODE_BFALSE, body->span, NULL));
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
  case NODE_FORALL:
  case NODE_EXISTS: return denied_quantifier(arena, p);
  default: break;
  }
  if (other == NODE_NOT || p->count != 2) return node_unary(arena, NODE_NOT, p->span, (Node *) p);
  return node_binary(arena, other, p->span, p->kids[0], p->kids[1]);
}
