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

bool at_op(const Parser *p, NodeKind kind)
{
  return at_token(p, TOKEN_OP) && peek(p)->node == kind;
}

Diag *unexpected(Parser *p, const char *what)
{
  const Token *token = peek(p);
  if (token->kind == TOKEN_ERROR) { /* already reported by the lexer */
    p->panic = true;
    p->furthest = token->span.begin;
    return NULL;
  }
  bool end = token->kind == TOKEN_END_OF_TEXT;
  Diag *d = syntax_error(p, token->span, "unexpected %s, expected %s",
                         end ? "end of the text" : token_text(p, token), what);
  if (d) hint_at_misuse(p, d, token, what);
  return d;
}

/* ---------------------------------------------------------------- classes */

static NodeClass class_of_call(const Parser *p, const Node *call)
{
  const Definition *def = map_get(&p->unit->definition_of, call->name);
  if (!def) return CLASS_EXPR;
  switch (def->kind) {
  case DEF_PRED: return CLASS_PRED;
  case DEF_SUBST: return CLASS_SUBST;
  case DEF_BROKEN: return CLASS_ANY;
  case DEF_EXPR:
  case DEF_EXPR_OR_SUBST: break;
  }
  return CLASS_EXPR;
}

NodeClass class_of(const Parser *p, const Node *node)
{
  if (node->kind == NODE_DEF_CALL) return class_of_call(p, node);
  if (node->kind == NODE_DESCRIBED) return class_of(p, node->kids[0]);
  return node_kind_class(node->kind);
}

static const char *class_text(NodeClass class)
{
  return class == CLASS_EXPR   ? "an expression"
         : class == CLASS_PRED ? "a predicate"
                               : "a substitution";
}

/* Can the next token stand behind a predicate? */
static bool may_follow_predicate(const Parser *p)
{
  switch (kind_ahead(p, 0)) {
  case TOKEN_OP:
    return at_op(p, NODE_AND) || at_op(p, NODE_OR) || at_op(p, NODE_IMPLIES) || at_op(p, NODE_IFF);
  case TOKEN_ERROR:
  case TOKEN_NAME:
  case TOKEN_NUMBER:
  case TOKEN_REAL_NUMBER:
  case TOKEN_STRING:
  case TOKEN_EMPTY_SET:
  case TOKEN_ATOM:
  case TOKEN_FUNC:
  case TOKEN_BINDER:
  case TOKEN_LEFT_PAREN:
  case TOKEN_LEFT_BRACKET:
  case TOKEN_LEFT_BRACE:
  case TOKEN_ASSIGN:
  case TOKEN_DEFINED_AS:
  case TOKEN_BECOMES_IN:
  case TOKEN_RESULTS:
  case TOKEN_DOT:
  case TOKEN_MIDDLE_DOT:
  case TOKEN_TILDE:
  case TOKEN_QUOTE: return false;
  default: return true;
  }
}

static void report_class(Parser *p, const Node *node, NodeClass class, NodeClass found)
{
  bool no_predicate = class == CLASS_PRED && found == CLASS_EXPR;
  if (no_predicate && previous(p)->span.end == node->span.end && !may_follow_predicate(p)) {
    Diag *d = unexpected(p, "a comparison such as '=' or ':'");
    if (d && callee(node)) hint_at_word(p, d, callee(node));
    return;
  }
  Diag *d =
      syntax_error(p, node->span, "expected %s, found %s", class_text(class), class_text(found));
  if (d && no_predicate) hint_at_predicate(p, d, node);
  else if (d && class == CLASS_EXPR && found == CLASS_PRED) {
    diag_hint(p->diags, d, "bool(…) turns a predicate into a value");
    diag_enclose(p->diags, d, node->span, "bool(", ")");
  }
}

/* May this be a use of a definition from a file that was not found? */
static bool may_be_missing(const Parser *p, const Node *node)
{
  if (!p->notes || !p->notes->definitions_missing) return false;
  if (node->kind != NODE_DEF_CALL) return callee(node);
  const Definition *def = map_get(&p->unit->definition_of, node->name);
  return def && def->kind == DEF_EXPR_OR_SUBST;
}

bool unknown_definition(Parser *p, const Node *name)
{
  if (may_be_missing(p, name)) return true;
  const char *near = near_definition(p, name->name);
  if (!near && !word_has_hint(name->name->text)) return false;
  Diag *d = syntax_error(p, name->span, "%s is not a definition", name->name->text);
  if (d && !hint_at_word(p, d, name)) diag_suggest(p->diags, d, name->span, near);
  return true;
}

Node *want(Parser *p, Node *node, NodeClass class)
{
  NodeClass found = class_of(p, node);
  if (node->kind == NODE_DEF_CALL && class == CLASS_EXPR) {
    Definition *def = map_get(&p->unit->definition_of, node->name);
    if (def && !definition_used_as(p, def, DEF_EXPR)) found = class_of_call(p, node);
  }
  if (found == class || found == CLASS_ANY) return node;
  if (!may_be_missing(p, node)) report_class(p, node, class, found);
  Node *error = error_node(p);
  error->span = node->span;
  return error;
}

/* --------------------------------------------------------------- expecting */

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
    if (nearest.best) {
      d->fixes = NULL;
      diag_suggest(p->diags, d, token->span, nearest.best);
    }
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

/* How far the line of this place is indented, in columns. */
static uint32_t indentation(const Parser *p, Place place)
{
  uint32_t length, blanks = 0;
  const char *line = sources_line(diags_sources(p->diags), place.source, place.line, &length);
  while (blanks < length && (line[blanks] == ' ' || line[blanks] == '\t')) blanks++;
  return blanks;
}

bool accept_end(Parser *p, Span opened, const char *what)
{
  Span end = peek(p)->span;
  if (!accept(p, TOKEN_END)) return false;
  if (!p->notes || p->notes->suspects == SUSPECTS) return true;
  Sources *sources = diags_sources(p->diags);
  Place first = sources_place(sources, opened.begin), last = sources_place(sources, end.begin);
  if (first.line == last.line || last.column != indentation(p, last) + 1 ||
      last.column > indentation(p, first))
    return true;
  uint32_t i = p->notes->suspects++;
  p->notes->suspect[i].opened = opened;
  p->notes->suspect[i].end = end;
  p->notes->suspect[i].what = what;
  return true;
}

void note_suspects(Parser *p, Diag *d)
{
  for (uint32_t i = 0; p->notes && i < p->notes->suspects; i++) {
    Place end = sources_place(diags_sources(p->diags), p->notes->suspect[i].end.begin);
    diag_note(p->diags, d, p->notes->suspect[i].opened,
              "%s is closed by the END in line %u, which is further left: is an END missing?",
              p->notes->suspect[i].what, end.line);
  }
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

static bool kinds_agree(FormulaKind wanted, FormulaKind named)
{
  if (wanted == FORMULA_EXPR_OR_PRED) return named != FORMULA_SUBST;
  return named == wanted || (named == FORMULA_EXPR_OR_PRED && wanted != FORMULA_SUBST);
}

/* #EXPRESSION, #PREDICATE … at the very start of a text say what follows.  They may
 * decide what the caller leaves open, but not contradict it. */
static uint32_t read_prefix(ParseContext *context, const Source *source, FormulaKind *kind)
{
  static const char *const words[] = {[FORMULA_EXPR] = "an expression",
                                      [FORMULA_PRED] = "a predicate",
                                      [FORMULA_SUBST] = "a substitution",
                                      [FORMULA_EXPR_OR_PRED] = "an expression or a predicate"};
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
    if (!kinds_agree(*kind, prefixes[i].kind))
      diag_error(context->diags, (Span){source->base, source->base + (uint32_t) length}, "syntax",
                 "unexpected '%s', expected %s", prefixes[i].text, words[*kind]);
    if (prefixes[i].kind != FORMULA_EXPR_OR_PRED) *kind = prefixes[i].kind;
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
  ParseNotes notes = {.definitions_missing = true};
  uint32_t from = read_prefix(context, source, &kind);
  TokenList list = lex(context->arena, context->names, context->diags, source, from);
  Parser p = {.context = context,
              .arena = context->arena,
              .diags = context->diags,
              .unit = unit ? (Unit *) unit : &nothing,
              .tokens = list.tokens,
              .end = list.count - 1,
              .notes = context->definitions_unknown ? &notes : NULL,
              .formula = true};
  Node *node = read_formula(&p, kind);
  if (!at_token(&p, TOKEN_END_OF_TEXT)) unexpected(&p, "the end of the formula");
  return node;
}
