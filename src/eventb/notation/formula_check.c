#include "eventb/notation/formula_impl.h"

/* ---- mistakes */

Diag *formula_mistake(EventbParser *p, Span span, const char *message)
{
  if (p->failed) return NULL;
  p->failed = true;
  return diag_error(p->context->diags, span, "syntax", "%s", message);
}

Diag *eventb_unexpected(EventbParser *p, const char *what)
{
  const EventbToken *token = peek(p);
  if (p->failed) return NULL;
  p->failed = true;
  uint32_t length;
  const char *text = sources_text(diags_sources(p->context->diags), token->span, &length);
  if (token->kind == EVENTB_END)
    return diag_error(p->context->diags, token->span, "syntax",
                      "unexpected end of the text, expected %s", what);
  if (token->kind == EVENTB_ERROR) return NULL;
  return diag_error(p->context->diags, token->span, "syntax", "unexpected %.*s, expected %s",
                    (int) (length > 40 ? 40 : length), text, what);
}

void formula_expect(EventbParser *p, EventbTokenKind kind, const char *what)
{
  if (!accept(p, kind)) eventb_unexpected(p, what);
}

/* ---- operators of theories */

bool formula_is_bound(const EventbParser *p, const Name *name)
{
  for (const EventbBound *b = p->bound; b; b = b->outer)
    for (uint32_t i = 0; b->names && i < b->names->count; i++)
      if (b->names->kids[i]->name == name) return true;
  return p->declared && map_get(p->declared, name);
}

const EventbOperator *formula_operator(const EventbParser *p, bool infix)
{
  const EventbToken *token = peek(p);
  if (!p->operators || token->kind != EVENTB_NAME || token->quoted) return NULL;
  const EventbOperator *op = map_get(p->operators, token->name);
  return op && op->infix == infix && !formula_is_bound(p, token->name) ? op : NULL;
}

/* Two theories may mean different things by it. */
void formula_want_one_meaning(EventbParser *p, const EventbOperator *op, Span span)
{
  if (!op->other || p->failed) return;
  diag_error(p->context->diags, span, "declared-twice",
             "the theories %s and %s both declare the operator %s", op->theory, op->other,
             op->name->text);
  p->failed = true;
}

/* Is the DEF_CALL of a predicate? */
bool formula_is_predicate_call(const EventbParser *p, const Node *call)
{
  const EventbOperator *op = p->operators ? map_get(p->operators, call->name) : NULL;
  return op && op->predicate;
}

/* Complains if the class of the node is another one. */
Node *formula_want(EventbParser *p, Node *node, NodeClass class)
{
  NodeClass found = node_kind_class(node->kind);
  if (p->failed || node->kind == NODE_ERROR || found == class) return node;
  if (found == CLASS_ANY && formula_is_predicate_call(p, node) == (class == CLASS_PRED))
    return node;
  formula_mistake(p, node->span,
                  class == CLASS_PRED ? "expected a predicate, found an expression"
                                      : "expected an expression, found a predicate");
  return node;
}

Node *formula_checked(EventbParser *p, Node *node)
{
  if (node->height < TREE_HEIGHT_LIMIT / 2) return node;
  formula_mistake(p, node->span, "this formula is nested too deeply");
  return error_node(p);
}
