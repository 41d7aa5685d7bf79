#include "syntax/parse_impl.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"

static const Token *token_at(const Parser *p, uint32_t index)
{
  return &p->tokens[index < p->end ? index : p->end];
}

const Token *peek(const Parser *p) { return token_at(p, p->at); }

const Token *peek_at(const Parser *p, uint32_t ahead) { return token_at(p, p->at + ahead); }

const Token *previous(const Parser *p) { return &p->tokens[p->at > 0 ? p->at - 1 : 0]; }

TokenKind kind_ahead(const Parser *p, uint32_t ahead)
{
  return p->at + ahead < p->end ? (TokenKind) p->tokens[p->at + ahead].kind : TOKEN_END_OF_TEXT;
}

bool at_token(const Parser *p, TokenKind kind) { return kind_ahead(p, 0) == kind; }

const Token *advance(Parser *p)
{
  const Token *token = peek(p);
  switch (kind_ahead(p, 0)) {
  case TOKEN_LEFT_PAREN:
  case TOKEN_LEFT_BRACKET:
  case TOKEN_LEFT_BRACE: p->brackets++; break;
  case TOKEN_RIGHT_PAREN:
  case TOKEN_RIGHT_BRACKET:
  case TOKEN_RIGHT_BRACE: p->brackets--; break;
  default: break;
  }
  if (p->at < p->end) p->at++;
  return token;
}

bool accept(Parser *p, TokenKind kind)
{
  if (!at_token(p, kind)) return false;
  advance(p);
  return true;
}

const char *token_text(const Parser *p, const Token *token)
{
  if (token->kind == TOKEN_END_OF_TEXT) return "the end of the text";
  uint32_t length;
  const char *text = sources_text(diags_sources(p->diags), token->span, &length);
  uint32_t shown = 0;
  while (shown < length && shown < 30 && text[shown] != '\n' && text[shown] != '\r') shown++;
  while (shown < length && ((unsigned char) text[shown] & 0xC0) == 0x80) shown--;
  return arena_printf(diags_arena(p->diags), "'%.*s%s'", (int) shown, text,
                      shown < length ? "…" : "");
}

Diag *syntax_error(Parser *p, Span span, const char *format, ...)
{
  if (p->panic) return NULL;
  p->panic = true;
  p->furthest = span.begin;
  char message[1000];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  return diag_error(p->diags, span, "syntax", "%s", message);
}

static void offer(void *nearest, const char *word)
{
  if (strlen(word) > 1) nearest_offer(nearest, word);
}

/* A name where none can stand is often a mistyped keyword. */
static void hint_at_keyword(Parser *p, Diag *d, const Token *token)
{
  if (token->kind != TOKEN_NAME || token->quoted || !token->name) return;
  Nearest nearest = nearest_to(token->name->text);
  words_each(offer, &nearest);
  if (nearest.best) diag_hint(p->diags, d, "did you mean %s?", nearest.best);
}

static void hint_at_misuse(Parser *p, Diag *d, const Token *token, const char *what)
{
  if (d->hint) return;
  const Token *before = previous(p);
  if (token->kind == TOKEN_ASSIGN) diag_hint(p->diags, d, "equality is written '='");
  else if (token->kind == TOKEN_DEFINED_AS && strcmp(what, "'=='"))
    diag_hint(p->diags, d, "equality is written '='; '==' defines a name in DEFINITIONS");
  else if (token->kind == TOKEN_OP && before->kind == TOKEN_OP && token->node == before->node &&
           token->node == NODE_AND)
    diag_hint(p->diags, d, "a conjunction is written with one '&'");
  else if (before->kind == TOKEN_OP && before->node == NODE_SET_MINUS && token->kind == TOKEN_OP &&
           (token->node == NODE_EQUAL || token->node == NODE_MEMBER || token->node == NODE_SUBSET))
    diag_hint(p->diags, d, "negated relations are written with '/': /=, /:, /<:");
  else hint_at_keyword(p, d, token);
}

Diag *unexpected(Parser *p, const char *what)
{
  const Token *token = peek(p);
  if (token->kind == TOKEN_ERROR) { /* already reported by the lexer */
    p->panic = true;
    p->furthest = token->span.begin;
    return NULL;
  }
  Diag *d = syntax_error(p, token->span, "unexpected %s, expected %s", token_text(p, token), what);
  if (d) hint_at_misuse(p, d, token, what);
  return d;
}

bool expect(Parser *p, TokenKind kind, const char *where)
{
  if (accept(p, kind)) return true;
  char what[200];
  snprintf(what, sizeof what, "%s%s%s", token_kind_text(kind), *where ? " " : "", where);
  Diag *d = unexpected(p, what);
  const Token *token = peek(p);
  if (d && token->kind == TOKEN_NAME && !token->quoted) { /* THN for THEN */
    Nearest nearest = nearest_to(token->name->text);
    nearest_offer(&nearest, token_kind_text(kind));
    if (nearest.best) diag_hint(p->diags, d, "did you mean %s?", nearest.best);
  }
  return false;
}

bool expect_close(Parser *p, TokenKind kind, Span opened, const char *what)
{
  if (accept(p, kind)) return true;
  char text[200];
  snprintf(text, sizeof text, "%s to close %s", token_kind_text(kind), what);
  Diag *d = unexpected(p, text);
  if (d) diag_note(p->diags, d, opened, "%s was opened here", what);
  return false;
}

Span span_since(const Parser *p, uint32_t begin)
{
  uint32_t end = previous(p)->span.end;
  return (Span){begin, end > begin ? end : begin};
}

Node *error_node(Parser *p) { return node_leaf(p->arena, NODE_ERROR, peek(p)->span, NULL); }

Node *limited(Parser *p, Node *node)
{
  if (node->height < TREE_HEIGHT_LIMIT) return node;
  syntax_error(p, node->span, "this formula is nested too deeply (the limit is %d levels)",
               TREE_HEIGHT_LIMIT);
  return error_node(p);
}

bool enter_nested(Parser *p)
{
  if (p->depth < NESTING_LIMIT) return p->depth++, true;
  syntax_error(p, peek(p)->span, "nested too deeply (the limit is %d levels)", NESTING_LIMIT);
  return false;
}

void leave_nested(Parser *p) { p->depth--; }

/* --------------------------------------------------------------- formulas */

/* #EXPRESSION, #PREDICATE … at the very start of a text say what follows. */
static uint32_t prefix_length(const Source *source, FormulaKind *kind)
{
  static const struct {
    const char *text;
    FormulaKind kind;
  } prefixes[] = {{"#EXPRESSION", FORMULA_EXPR},
                  {"#PREDICATE", FORMULA_PRED},
                  {"#FORMULA", FORMULA_EXPR_OR_PRED},
                  {"#SUBSTITUTION", FORMULA_SUBST}};
  for (unsigned i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
    size_t length = strlen(prefixes[i].text);
    if (strncmp(source->text, prefixes[i].text, length)) continue;
    *kind = prefixes[i].kind;
    return (uint32_t) length;
  }
  return 0;
}

static Node *read_formula(Parser *p, FormulaKind kind)
{
  if (kind == FORMULA_SUBST) return parse_substitution(p);
  if (kind == FORMULA_PRED) return parse_clause_predicate(p);
  Node *node = parse_level(p, LEVEL_ANY);
  if (kind == FORMULA_EXPR) node = want(p, node, CLASS_EXPR);
  if (kind != FORMULA_EXPR || !at_token(p, TOKEN_COMMA)) return node;
  VEC(Node *) parts = {0}; /* a,b,c by itself is a tuple */
  vec_push(&parts, node);
  while (accept(p, TOKEN_COMMA)) vec_push(&parts, want(p, parse_level(p, LEVEL_ANY), CLASS_EXPR));
  node = node_list(p->arena, NODE_COUPLE, span_since(p, node->span.begin), NULL, parts.data,
                   parts.len);
  vec_free(&parts);
  return node;
}

Node *parse_formula(ParseContext *context, const Source *source, FormulaKind kind, const Unit *unit)
{
  Unit nothing = {0};
  uint32_t from = prefix_length(source, &kind);
  TokenList list = lex(context->arena, context->names, context->diags, source, from);
  Parser p = {.context = context,
              .arena = context->arena,
              .diags = context->diags,
              .unit = unit ? (Unit *) unit : &nothing,
              .tokens = list.tokens,
              .end = list.count - 1,
              .formula = true};
  Node *node = read_formula(&p, kind);
  if (!at_token(&p, TOKEN_END_OF_TEXT)) unexpected(&p, "the end of the formula");
  return node;
}
