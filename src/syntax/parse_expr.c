#include "syntax/parse_impl.h"

#include <string.h>

/* Expressions and predicates, read by one precedence parser: which of the two a
 * formula is, is known from what was read, so brackets need no looking ahead.
 * Its operands are in parse_atom.c. */

/* ---------------------------------------------------------------- postfix */

static Node *field(Parser *p, Node *node)
{
  advance(p);
  if (!at_token(p, TOKEN_NAME)) {
    unexpected(p, "the name of a field");
    return error_node(p);
  }
  const Token *name = advance(p);
  Node *result = node_new(p->arena, NODE_FIELD, span_since(p, node->span.begin), name->name, 1);
  node_set(result, 0, node);
  return result;
}

static Node *application(Parser *p, Node *node)
{
  Span opened = advance(p)->span;
  Node *list = parse_arguments(p, LEVEL_ANY, opened);
  bool name = node->kind == NODE_IDENT;
  for (uint32_t i = 0; name && i < list->count; i++)
    if (class_of(p, list->kids[i]) == CLASS_PRED && unknown_definition(p, node))
      return error_node(p);
  want_all(p, list, CLASS_EXPR);
  return parse_with_arguments(p, NODE_APPLY, node->span.begin, NULL, node, list);
}

static Node *image(Parser *p, Node *node)
{
  Span opened = advance(p)->span;
  Node *set = want(p, parse_level(p, LEVEL_BRACKET), CLASS_EXPR);
  expect_close(p, TOKEN_RIGHT_BRACKET, opened, "'['");
  return node_binary(p->arena, NODE_IMAGE, span_since(p, node->span.begin), node, set);
}

/* postfix = atom { "(" arguments ")" | "[" set "]" | "'" field | "~" } */
Node *parse_postfix(Parser *p)
{
  uint32_t begin = peek(p)->span.begin;
  bool inverted = false; /* r~ takes no further ~ or field without brackets */
  Node *node = parse_atom(p);
  while (!p->panic && (class_of(p, node) == CLASS_EXPR)) {
    if (at_token(p, TOKEN_LEFT_PAREN)) node = application(p, want(p, node, CLASS_EXPR));
    else if (at_token(p, TOKEN_LEFT_BRACKET)) node = image(p, want(p, node, CLASS_EXPR));
    else if (at_token(p, TOKEN_QUOTE) && !inverted) node = field(p, want(p, node, CLASS_EXPR));
    else if (at_token(p, TOKEN_TILDE) && !inverted) {
      advance(p);
      node = node_unary(p->arena, NODE_INVERSE, span_since(p, begin), want(p, node, CLASS_EXPR));
      inverted = true;
      node->span.begin = begin;
      node = limited(p, node);
      continue;
    } else break;
    inverted = false;
    if (node->kind != NODE_ERROR) node->span.begin = begin;
    node = limited(p, node);
  }
  return node;
}

/* ---------------------------------------------------------------- prefix */

static Node *negated(Parser *p)
{
  const Token *minus = advance(p);
  Node *operand = want(p, parse_postfix(p), CLASS_EXPR);
  return node_unary(p->arena, NODE_NEGATE, span_since(p, minus->span.begin), operand);
}

/* label = label-pragma { label-pragma } predicate */
static Node *labelled(Parser *p)
{
  if (!enter_nested(p)) return error_node(p);
  const Token *label = advance(p);
  Node *predicate = at_token(p, TOKEN_LABEL)
                        ? labelled(p)
                        : want(p, parse_level(p, LEVEL_PRAGMA + 1), CLASS_PRED);
  leave_nested(p);
  Node *node = node_new(p->arena, NODE_LABELLED, span_since(p, label->span.begin), label->name, 1);
  node_set(node, 0, predicate);
  return node;
}

static Node *operand(Parser *p, int level)
{
  if (at_token(p, TOKEN_OP) && peek(p)->node == NODE_MINUS) return negated(p);
  if (at_token(p, TOKEN_LABEL) && level <= LEVEL_PRAGMA) return labelled(p);
  return parse_postfix(p);
}

/* ------------------------------------------------------------------ infix */

/* The infix operator that comes next and binds at least as tight as level, or
 * NULL; *tokens is its number of tokens (a symbolic pragma belongs to its `;`). */
static const Operator *next_infix(const Parser *p, int level, uint32_t *tokens)
{
  *tokens = 1;
  const Token *token = peek(p);
  NodeKind kind = NODE_ERROR;
  switch (kind_ahead(p, 0)) {
  case TOKEN_OP: kind = token->node; break;
  case TOKEN_NAME:
    if (token->node == NODE_CIRC && !token->quoted) kind = NODE_CIRC;
    break;
  case TOKEN_SEMICOLON: kind = NODE_COMPOSE; break;
  case TOKEN_PARALLEL: kind = NODE_PARALLEL; break;
  case TOKEN_SYMBOLIC:
    if (kind_ahead(p, 1) == TOKEN_SEMICOLON) kind = NODE_COMPOSE, *tokens = 2;
    break;
  default: break;
  }
  if (kind == NODE_ERROR) return NULL;
  const Operator *op = operator_of(kind);
  return op->priority >= level ? op : NULL;
}

static bool connects_predicates(NodeKind kind)
{
  return kind == NODE_AND || kind == NODE_OR || kind == NODE_IMPLIES || kind == NODE_IFF;
}

/* A chain a & b & c or a or b or c is one node; its operands are gathered here.
 * (a & b) & c is the same chain. */
static Node *chain(Parser *p, Node *first, const Operator *op)
{
  VEC(Node *) parts = {0};
  uint32_t tokens;
  if (first->kind == op->kind)
    for (uint32_t i = 0; i < first->count; i++) vec_push(&parts, first->kids[i]);
  else vec_push(&parts, want(p, first, CLASS_PRED));
  while (!p->panic && next_infix(p, op->priority, &tokens) == op) {
    advance(p);
    vec_push(&parts, want(p, parse_level(p, op->priority + 1), CLASS_PRED));
  }
  Node *node =
      node_list(p->arena, op->kind, span_since(p, first->span.begin), NULL, parts.data, parts.len);
  vec_free(&parts);
  return limited(p, node);
}

static const char *word_of(const Parser *p, const Token *token)
{
  uint32_t length;
  const char *text = sources_text(diags_sources(p->diags), token->span, &length);
  return arena_copy(diags_arena(p->diags), text, length);
}

/* a < b < c becomes a < b & b < c, if b is on one line. */
static void fix_chain(Parser *p, Diag *d, const Node *middle)
{
  uint32_t length;
  const char *text = sources_text(diags_sources(p->diags), middle->span, &length);
  if (memchr(text, '\n', length)) return;
  diag_replace(p->diags, d, (Span){middle->span.end, middle->span.end},
               arena_printf(diags_arena(p->diags), " & %.*s", (int) length, text));
}

/* left is complete, the operator is next. */
static Node *infix(Parser *p, Node *left, const Operator *op, uint32_t tokens)
{
  if (op->kind == NODE_AND || op->kind == NODE_OR) return chain(p, left, op);
  NodeClass class = connects_predicates(op->kind) ? CLASS_PRED : CLASS_EXPR;
  uint32_t begin = left->span.begin;
  bool is_symbolic = tokens == 2;
  if (op->priority == LEVEL_BRACKET && class_of(p, left) == CLASS_PRED) {
    unexpected(p, "the end of the predicate");
    return error_node(p);
  }
  left = want(p, left, class);
  if (is_symbolic) advance(p);
  const Token *token = advance(p);
  int level = op->assoc == ASSOC_RIGHT ? op->priority : op->priority + 1;
  Node *right = want(p, parse_level(p, level), class);
  Node *node = node_binary(p->arena, op->kind, span_since(p, begin), token->reversed ? right : left,
                           token->reversed ? left : right);
  uint32_t ignored;
  const Operator *again = next_infix(p, op->priority, &ignored);
  if (op->assoc == ASSOC_NONE && again && again->priority == op->priority) {
    Diag *d = syntax_error(p, peek(p)->span, "%s cannot follow another %s without brackets",
                           token_text(p, peek(p)),
                           op->class == CLASS_PRED ? "comparison" : "operator of this kind");
    if (d && op->class == CLASS_PRED) {
      diag_hint(p->diags, d, "write a %s b & b %s c for a chain of comparisons", word_of(p, token),
                word_of(p, peek(p)));
      fix_chain(p, d, right);
    }
  }
  if (is_symbolic) node = node_unary(p->arena, NODE_SYMBOLIC, node->span, node);
  return limited(p, node);
}

Node *parse_level(Parser *p, int level)
{
  if (p->panic || !enter_nested(p)) return error_node(p);
  Node *left = operand(p, level);
  const Operator *op;
  uint32_t tokens;
  while (!p->panic) {
    if (at_token(p, TOKEN_DESC) && level <= LEVEL_PRAGMA)
      left = limited(p, parse_described(p, left));
    else if ((op = next_infix(p, level, &tokens)) != NULL) left = infix(p, left, op, tokens);
    else break;
  }
  leave_nested(p);
  return left;
}

Node *parse_expression(Parser *p) { return want(p, parse_level(p, LEVEL_EXPRESSION), CLASS_EXPR); }

Node *parse_predicate(Parser *p) { return want(p, parse_level(p, LEVEL_ANY), CLASS_PRED); }
