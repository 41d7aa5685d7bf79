#include "syntax/parse_impl.h"

#include "base/text.h"

/* Names, declared or composed, lists of formulas, and uses of definitions. */

/* ------------------------------------------------------------------ names */

/* Something else than a name comes next: perhaps a reserved word. */
static void no_name(Parser *p, const char *what)
{
  const Token *token = peek(p);
  Diag *d = unexpected(p, what);
  bool word = token->kind == TOKEN_FUNC || token->kind == TOKEN_ATOM || token->kind == TOKEN_BINDER;
  if (!d || !token->name || !word) return;
  diag_hint(p->diags, d, "%s is a reserved word; `%s` in back-quotes is a name",
            token_text(p, token), token->name->text);
  diag_enclose(p->diags, d, token->span, "`", "`");
}

/* composed-name = name { "." name } */
const Name *parse_composed_name(Parser *p, const char *what, Span *span)
{
  if (!at_token(p, TOKEN_NAME)) {
    no_name(p, what);
    return NULL;
  }
  const Token *first = advance(p);
  *span = first->span;
  if (!at_token(p, TOKEN_DOT) || kind_ahead(p, 1) != TOKEN_NAME) return first->name;
  Text text = {0};
  text_add(&text, first->name->text);
  while (at_token(p, TOKEN_DOT) && kind_ahead(p, 1) == TOKEN_NAME) {
    advance(p);
    text_add_char(&text, '.');
    text_add(&text, advance(p)->name->text);
  }
  *span = span_since(p, first->span.begin);
  const Name *name = names_intern(p->context->names, text_string(&text), text.len);
  text_free(&text);
  return name;
}

Node *parse_described(Parser *p, Node *node)
{
  const Token *desc = advance(p);
  Node *result = node_new(p->arena, NODE_DESCRIBED, span_since(p, node->span.begin), desc->name, 1);
  node_set(result, 0, node);
  return result;
}

/* declared-name = name [ desc pragma ]    -- or a definition that stands for names */
Node *parse_declared_name(Parser *p)
{
  if (!at_token(p, TOKEN_NAME)) {
    no_name(p, "a name");
    return error_node(p);
  }
  Definition *def = definition_named(p, peek(p));
  Node *node;
  if (def && def->kind != DEF_BROKEN && def->node->kids[0]->count == 0) {
    node = want(p, parse_definition_call(p, def), CLASS_EXPR);
  } else {
    const Token *token = advance(p);
    node = node_leaf(p->arena, NODE_IDENT, token->span, token->name);
  }
  return at_token(p, TOKEN_DESC) ? parse_described(p, node) : node;
}

Node *parse_names_list(Parser *p, NodeKind kind)
{
  uint32_t begin = peek(p)->span.begin;
  VEC(Node *) names = {0};
  do vec_push(&names, parse_declared_name(p));
  while (!p->panic && accept(p, TOKEN_COMMA));
  Node *node = node_list(p->arena, kind, span_since(p, begin), NULL, names.data, names.len);
  vec_free(&names);
  return node;
}

Node *parse_names(Parser *p, NodeKind kind)
{
  Node *names = parse_names_list(p, kind);
  if (at_token(p, TOKEN_DOT) && kind_ahead(p, 1) == TOKEN_NAME)
    syntax_error(p, peek(p)->span, "a declared name must not contain a dot");
  return names;
}

/* ------------------------------------------------------------------ lists */

Node *parse_list(Parser *p, int level)
{
  uint32_t begin = peek(p)->span.begin;
  VEC(Node *) parts = {0};
  do vec_push(&parts, want(p, parse_level(p, level), CLASS_EXPR));
  while (!p->panic && accept(p, TOKEN_COMMA));
  Node *node = node_list(p->arena, NODE_LIST, span_since(p, begin), NULL, parts.data, parts.len);
  vec_free(&parts);
  return limited(p, node);
}

/* The composition is all that stands between the brackets. */
static void fix_composition(Parser *p, Diag *d, uint32_t begin)
{
  diag_hint(p->diags, d, "a composition as an argument needs its own brackets: f((r;s))");
  uint32_t ahead = 0;
  for (int open = 0; open >= 0; ahead++) {
    TokenKind kind = kind_ahead(p, ahead);
    if (kind == TOKEN_LEFT_PAREN) open++;
    else if (kind == TOKEN_RIGHT_PAREN) open--;
    else if (kind == TOKEN_END_OF_TEXT || token_is_clause(kind)) return;
  }
  diag_enclose(p->diags, d, (Span){begin, peek_at(p, ahead - 1)->span.begin}, "(", ")");
}

/* arguments = formula { "," formula } ")"        -- "(" is read */
Node *parse_arguments(Parser *p, int level, Span opened)
{
  uint32_t begin = peek(p)->span.begin;
  VEC(Node *) parts = {0};
  do vec_push(&parts, parse_level(p, level));
  while (!p->panic && accept(p, TOKEN_COMMA));
  Node *list = node_list(p->arena, NODE_LIST, span_since(p, begin), NULL, parts.data, parts.len);
  vec_free(&parts);
  if (at_token(p, TOKEN_SEMICOLON)) {
    Diag *d = syntax_error(p, peek(p)->span, "';' is not allowed here");
    if (d) fix_composition(p, d, begin);
  }
  expect_close(p, TOKEN_RIGHT_PAREN, opened, "'('");
  return list;
}

/* Makes [first args…] out of a LIST. */
Node *parse_with_arguments(Parser *p, NodeKind kind, uint32_t begin, const Name *name, Node *first,
                           const Node *list)
{
  uint32_t extra = first ? 1 : 0;
  Node *node = node_new(p->arena, kind, span_since(p, begin), name, list->count + extra);
  if (first) node_set(node, 0, first);
  for (uint32_t i = 0; i < list->count; i++) node_set(node, i + extra, list->kids[i]);
  return limited(p, node);
}

void want_all(Parser *p, Node *list, NodeClass class)
{
  for (uint32_t i = 0; i < list->count; i++) list->kids[i] = want(p, list->kids[i], class);
}

/* definition-call = name [ "(" arguments ")" ] */
Node *parse_definition_call(Parser *p, Definition *def)
{
  const Token *name = advance(p);
  uint32_t wanted = def->node->kids[0]->count, given = 0;
  Node *list = node_new(p->arena, NODE_LIST, name->span, NULL, 0);
  if (wanted > 0 && at_token(p, TOKEN_LEFT_PAREN)) {
    Span opened = advance(p)->span;
    list = parse_arguments(p, LEVEL_ANY, opened);
    given = list->count;
  }
  if (given != wanted && !p->panic && def->kind != DEF_BROKEN) {
    Diag *d = diag_error(p->diags, span_since(p, name->span.begin), "argument-count",
                         "the definition %s has %u parameter%s, %u argument%s given here",
                         name->name->text, wanted, text_plural(wanted), given,
                         given == 1 ? " is" : "s are");
    diag_note(p->diags, d, def->node->span, "%s is defined here", name->name->text);
  }
  return parse_with_arguments(p, NODE_DEF_CALL, name->span.begin, name->name, NULL, list);
}
