#ifndef EVENTB_NOTATION_FORMULA_IMPL_H
#define EVENTB_NOTATION_FORMULA_IMPL_H

#include "eventb/notation/formula.h"

/* Inside the parser of formulas. */

enum { FORMULA_DEPTH_LIMIT = 1000 };

/* ---- tokens */

static inline const EventbToken *peek(const EventbParser *p) { return &p->tokens[p->at]; }
static inline bool at_token(const EventbParser *p, EventbTokenKind kind)
{
  return peek(p)->kind == kind;
}
static inline bool at_infix(const EventbParser *p, NodeKind node)
{
  return at_token(p, EVENTB_INFIX) && peek(p)->node == node;
}

static inline const EventbToken *advance(EventbParser *p)
{
  const EventbToken *token = peek(p);
  if (token->kind != EVENTB_END) p->at++;
  return token;
}

static inline bool accept(EventbParser *p, EventbTokenKind kind)
{
  if (!at_token(p, kind)) return false;
  advance(p);
  return true;
}

static inline Span span_since(const EventbParser *p, uint32_t begin)
{
  uint32_t end = p->at > 0 ? p->tokens[p->at - 1].span.end : begin;
  return (Span){begin, end};
}

static inline Node *error_node(EventbParser *p)
{
  return node_leaf(p->arena, NODE_ERROR, peek(p)->span, NULL);
}

/* ---- formula_check.c: mistakes, and what a node must be */
Diag *formula_mistake(EventbParser *, Span, const char *message); /* NULL: there was one before */
void formula_expect(EventbParser *, EventbTokenKind, const char *what);
/* Complains if the class of the node is another one. */
Node *formula_want(EventbParser *, Node *, NodeClass);
/* Complains if the tree has become too high. */
Node *formula_checked(EventbParser *, Node *);
/* The operator of a theory that the next token names, or NULL. */
const EventbOperator *formula_operator(const EventbParser *, bool infix);
/* Is it declared, or bound around? */
bool formula_is_bound(const EventbParser *, const Name *);
/* Is the DEF_CALL of a predicate? */
bool formula_is_predicate_call(const EventbParser *, const Node *call);
/* Two theories may mean different things by it: complains. */
void formula_want_one_meaning(EventbParser *, const EventbOperator *, Span);

/* ---- formula.c */
Node *formula_group(EventbParser *, int group); /* infix operators of this group and tighter ones */
Node *formula_any(EventbParser *);
Node *formula_expr(EventbParser *);
/* A formula that ends at a closing bracket, or one that does not. */
Node *formula_within(EventbParser *, bool enclosed);

/* ---- formula_binder.c */
Node *formula_binder(EventbParser *); /* at a BINDER */
Node *formula_set(EventbParser *);    /* at { */

#endif
