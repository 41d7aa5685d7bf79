#include "syntax/parse_impl.h"

#include <string.h>

#include "base/text.h"
#include "syntax/template.h"

/* Formulas that begin with a word or bracket of their own: the operands of all operators. */

/* ---------------------------------------------------------------- binders */

/* `what` was expected in or after the names of a binder. */
static void unexpected_in_binder(Parser *p, NodeKind kind, const char *what)
{
  Diag *d = unexpected(p, what);
  if (d && kind == NODE_FORALL && at_token(p, TOKEN_OP)) /* !(a = b) */
    diag_hint(p->diags, d, "'for all' is written !x.(P => Q), negation not(P)");
}

/* names = declared-names | "(" declared-names ")" */
static Node *binder_names(Parser *p, NodeKind kind)
{
  if (!at_token(p, TOKEN_LEFT_PAREN)) return parse_names_list(p, NODE_NAMES);
  Span opened = advance(p)->span;
  Node *names = parse_names(p, NODE_NAMES);
  if (at_token(p, TOKEN_OP)) unexpected_in_binder(p, kind, "')' after the bound names");
  expect_close(p, TOKEN_RIGHT_PAREN, opened, "'('");
  return names;
}

static bool accept_dot(Parser *p) { return accept(p, TOKEN_DOT) || accept(p, TOKEN_MIDDLE_DOT); }

/* binder = keyword names "." "(" predicate [ "|" expression ] ")" */
static Node *binder(Parser *p)
{
  const Token *keyword = advance(p);
  NodeKind kind = keyword->node;
  bool quantifier = kind == NODE_FORALL || kind == NODE_EXISTS;
  Node *names = binder_names(p, kind);
  if (!p->panic && !accept_dot(p)) unexpected_in_binder(p, kind, "'.' after the bound names");
  Span opened = peek(p)->span;
  if (!p->panic && !at_token(p, TOKEN_LEFT_PAREN)) {
    Diag *d = unexpected(p, "'(' after the '.'");
    if (d) {
      diag_hint(p->diags, d, "the body of a quantified formula needs brackets: %s",
                kind == NODE_FORALL ? "!x.(P => Q)"
                : quantifier        ? "#x.(P)"
                                    : "%x.(P|E)");
      diag_enclose(p->diags, d, (Span){opened.begin, formula_end(p)}, "(", ")");
    }
  }
  if (p->panic) return error_node(p);
  advance(p);
  Node *predicate = want(p, parse_level(p, LEVEL_BRACKET), CLASS_PRED), *value = NULL;
  if (!quantifier && expect(p, TOKEN_BAR, "and an expression"))
    value = want(p, parse_level(p, LEVEL_BRACKET), CLASS_EXPR);
  expect_close(p, TOKEN_RIGHT_PAREN, opened, "'('");
  if (!quantifier && !value) return error_node(p);
  Node *kids[] = {names, predicate, value};
  return node_list(p->arena, kind, span_since(p, keyword->span.begin), NULL, kids,
                   quantifier ? 2 : 3);
}

/* ----------------------------------------------------------- braced forms */

static bool is_declarable(const Node *node)
{
  if (node->kind == NODE_DESCRIBED) node = node->kids[0];
  if (node->kind == NODE_DEF_CALL) return node->count == 0;
  return node->kind == NODE_IDENT && !strchr(node->name->text, '.');
}

/* The elements of what looked like a set, read as bound names: x,y or (x,y). */
static Node *as_names(Parser *p, const Node *list)
{
  if (list->count == 1 && list->kids[0]->kind == NODE_COUPLE) list = list->kids[0];
  for (uint32_t i = 0; i < list->count; i++) {
    if (is_declarable(list->kids[i])) continue;
    syntax_error(p, list->kids[i]->span, "expected a name to be bound here");
    return error_node(p);
  }
  return node_list(p->arena, NODE_NAMES, list->span, NULL, list->kids, list->count);
}

/* set = "{" "}" | "{" expressions "}" | "{" names "|" predicate "}"
 *     | "{" names "." predicate "|" expression "}" */
static Node *braced(Parser *p)
{
  Span opened = advance(p)->span;
  if (accept(p, TOKEN_RIGHT_BRACE))
    return node_leaf(p->arena, NODE_EMPTY_SET, span_since(p, opened.begin), NULL);
  Node *list = parse_list(p, LEVEL_BRACKET), *result;
  if (p->panic) return list;
  if (accept(p, TOKEN_BAR)) {
    Node *names = as_names(p, list);
    Node *predicate = want(p, parse_level(p, LEVEL_BRACKET), CLASS_PRED);
    expect_close(p, TOKEN_RIGHT_BRACE, opened, "'{'");
    result =
        node_binary(p->arena, NODE_COMPREHENSION, span_since(p, opened.begin), names, predicate);
  } else if (accept_dot(p)) {
    Node *kids[3] = {as_names(p, list)};
    kids[1] = want(p, parse_level(p, LEVEL_ANY), CLASS_PRED);
    expect(p, TOKEN_BAR, "and an expression");
    kids[2] = want(p, parse_level(p, LEVEL_BRACKET), CLASS_EXPR);
    expect_close(p, TOKEN_RIGHT_BRACE, opened, "'{'");
    result = node_list(p->arena, NODE_IMAGE_SET, span_since(p, opened.begin), NULL, kids, 3);
  } else {
    expect_close(p, TOKEN_RIGHT_BRACE, opened, "'{'");
    result = parse_with_arguments(p, NODE_SET_EXT, opened.begin, NULL, NULL, list);
  }
  return limited(p, result);
}

/* weakest-precondition = "[" substitution "]" predicate  -- read up to the first ":=" */
static Node *weakest_precondition(Parser *p, Span opened, Node *targets)
{
  Node *substitution = parse_assignment_to(p, targets);
  expect_close(p, TOKEN_RIGHT_BRACKET, opened, "'['");
  Node *predicate = want(p, parse_level(p, LEVEL_COMPARISON), CLASS_PRED);
  return node_binary(p->arena, NODE_WEAKEST_PRE, span_since(p, opened.begin), substitution,
                     predicate);
}

/* sequence = "[" "]" | "[" expressions "]" */
static Node *bracketed(Parser *p)
{
  Span opened = advance(p)->span;
  if (accept(p, TOKEN_RIGHT_BRACKET))
    return node_leaf(p->arena, NODE_EMPTY_SEQ, span_since(p, opened.begin), NULL);
  Node *list = parse_list(p, LEVEL_ANY);
  if (at_token(p, TOKEN_ASSIGN) && !p->panic) return weakest_precondition(p, opened, list);
  expect_close(p, TOKEN_RIGHT_BRACKET, opened, "'['");
  return parse_with_arguments(p, NODE_SEQ_EXT, opened.begin, NULL, NULL, list);
}

/* brackets = "(" formula { "," formula } ")" */
static Node *parenthesised(Parser *p)
{
  Span opened = advance(p)->span;
  if (at_token(p, TOKEN_RIGHT_PAREN)) {
    unexpected(p, "a formula between the brackets");
    return error_node(p);
  }
  Node *first = parse_level(p, LEVEL_BRACKET);
  if (p->panic || !at_token(p, TOKEN_COMMA)) {
    expect_close(p, TOKEN_RIGHT_PAREN, opened, "'('");
    return first;
  }
  VEC(Node *) parts = {0};
  vec_push(&parts, want(p, first, CLASS_EXPR));
  while (!p->panic && accept(p, TOKEN_COMMA))
    vec_push(&parts, want(p, parse_level(p, LEVEL_BRACKET), CLASS_EXPR));
  expect_close(p, TOKEN_RIGHT_PAREN, opened, "'('");
  Node *couple =
      node_list(p->arena, NODE_COUPLE, span_since(p, opened.begin), NULL, parts.data, parts.len);
  vec_free(&parts);
  return limited(p, couple);
}

/* ------------------------------------------------------- keyword formulas */

/* if = "IF" P "THEN" X { "ELSIF" P "THEN" X } "ELSE" X "END"   -- X all of one class */
static Node *if_formula(Parser *p)
{
  Span opened = advance(p)->span;
  VEC(Node *) parts = {0};
  NodeClass class = CLASS_ANY;
  do {
    vec_push(&parts, want(p, parse_level(p, LEVEL_BRACKET), CLASS_PRED));
    expect(p, TOKEN_THEN, "after the condition");
    Node *branch = parse_level(p, LEVEL_BRACKET);
    if (class == CLASS_ANY) class = class_of(p, branch);
    vec_push(&parts, class == CLASS_ANY ? branch : want(p, branch, class));
  } while (!p->panic && accept(p, TOKEN_ELSIF));
  if (expect(p, TOKEN_ELSE, "(an IF that gives a value has one)")) {
    Node *branch = parse_level(p, LEVEL_BRACKET);
    vec_push(&parts, class == CLASS_ANY ? branch : want(p, branch, class));
  }
  expect_close(p, TOKEN_END, opened, "IF");
  NodeKind kind = class == CLASS_PRED ? NODE_IF_PRED : NODE_IF_EXPR;
  Node *node = node_list(p->arena, kind, span_since(p, opened.begin), NULL, parts.data, parts.len);
  vec_free(&parts);
  return limited(p, node);
}

/* let = "LET" names "BE" P "IN" X "END" */
static Node *let_formula(Parser *p)
{
  Span opened = advance(p)->span;
  Node *kids[3] = {parse_names(p, NODE_NAMES)};
  expect(p, TOKEN_BE, "after the names");
  kids[1] = want(p, parse_level(p, LEVEL_ANY), CLASS_PRED);
  expect(p, TOKEN_IN, "after the equations");
  kids[2] = parse_level(p, LEVEL_BRACKET);
  expect_close(p, TOKEN_END, opened, "LET");
  NodeKind kind = class_of(p, kids[2]) == CLASS_PRED ? NODE_LET_PRED : NODE_LET_EXPR;
  return limited(p, node_list(p->arena, kind, span_since(p, opened.begin), NULL, kids, 3));
}

/* entry = name ":" expression  |  "(" entry ")" */
static Node *record_entry(Parser *p)
{
  if (at_token(p, TOKEN_LEFT_PAREN)) {
    Span opened = advance(p)->span;
    if (!enter_nested(p)) return error_node(p);
    Node *inner = record_entry(p);
    leave_nested(p);
    expect_close(p, TOKEN_RIGHT_PAREN, opened, "'('");
    return inner;
  }
  if (!at_token(p, TOKEN_NAME)) {
    unexpected(p, "the name of a field");
    return error_node(p);
  }
  const Token *name = advance(p);
  if (at_token(p, TOKEN_OP) && peek(p)->node == NODE_MEMBER && !peek(p)->reversed) advance(p);
  else unexpected(p, "':' after the name of the field");
  Node *entry = node_new(p->arena, NODE_ENTRY, name->span, name->name, 1);
  node_set(entry, 0, p->panic ? error_node(p) : want(p, parse_level(p, LEVEL_BRACKET), CLASS_EXPR));
  entry->span = span_since(p, name->span.begin);
  return entry;
}

/* record = ("rec" | "struct") "(" entry { "," entry } ")" */
static Node *record(Parser *p)
{
  const Token *keyword = advance(p);
  NodeKind kind = keyword->kind == TOKEN_REC ? NODE_REC : NODE_STRUCT;
  Span opened = peek(p)->span;
  if (!expect(p, TOKEN_LEFT_PAREN, "and the fields")) return error_node(p);
  VEC(Node *) entries = {0};
  do vec_push(&entries, record_entry(p));
  while (!p->panic && accept(p, TOKEN_COMMA));
  expect_close(p, TOKEN_RIGHT_PAREN, opened, "'('");
  Node *node = node_list(p->arena, kind, span_since(p, keyword->span.begin), NULL, entries.data,
                         entries.len);
  vec_free(&entries);
  return limited(p, node);
}

/* How many arguments a keyword function takes. */
static void arity_of(NodeKind kind, uint32_t *least, uint32_t *most)
{
  const char *scheme = operator_of(kind)->scheme;
  *least = *most = 1;
  if (kind == NODE_PRJ1 || kind == NODE_PRJ2) *most = 2;
  else if (kind == NODE_BIN) *most = 3;
  else if (strstr(scheme, "...")) *most = UINT32_MAX;
  else
    for (const char *c = scheme; *c && strncmp(c, "->", 2); c++)
      if (*c == ',') ++*least, ++*most;
}

static bool arity_fits(NodeKind kind, uint32_t given)
{
  uint32_t least, most;
  arity_of(kind, &least, &most);
  return least <= given && given <= most && !(kind == NODE_BIN && given == 2);
}

static Node *missing_bracket(Parser *p, const Token *keyword)
{
  bool member = p->at > 1 && p->tokens[p->at - 2].node == NODE_MEMBER;
  Diag *d =
      unexpected(p, arena_printf(diags_arena(p->diags), "'(' after %s", token_text(p, keyword)));
  if (d && keyword->node == NODE_NOT) {
    diag_hint(p->diags, d, member ? "'is not an element of' is written /:" : "write not(P)");
    if (member)
      diag_replace(p->diags, d, (Span){p->tokens[p->at - 2].span.begin, keyword->span.end}, "/:");
    else if (formula_end(p) > peek(p)->span.begin)
      diag_enclose(p->diags, d, (Span){peek(p)->span.begin, formula_end(p)}, "(", ")");
  } else if (d && keyword->name) {
    diag_hint(p->diags, d, "%s is a function; to use it as a name write `%s`", keyword->name->text,
              keyword->name->text);
    diag_enclose(p->diags, d, keyword->span, "`", "`");
  }
  return error_node(p);
}

static Node *wrong_arity(Parser *p, const Token *keyword, uint32_t given)
{
  NodeKind kind = keyword->node;
  uint32_t least, most;
  arity_of(kind, &least, &most);
  Diag *d = diag_error(p->diags, span_since(p, keyword->span.begin), "argument-count",
                       "%s takes %u%s argument%s, %u %s given here", token_text(p, keyword), least,
                       most == least       ? ""
                       : kind == NODE_BIN  ? " or 3"
                       : most == least + 1 ? " or 2"
                                           : " or more",
                       text_plural(most), given, given == 1 ? "is" : "are");
  if (kind == NODE_MAX || kind == NODE_MIN) {
    diag_hint(p->diags, d, "the argument is a set: %s({a,b})", operator_of(kind)->ascii);
    diag_enclose(p->diags, d, (Span){(keyword + 1)->span.end, previous(p)->span.begin}, "{", "}");
  }
  return error_node(p);
}

/* function = keyword "(" arguments ")" */
static Node *keyword_function(Parser *p)
{
  const Token *keyword = advance(p);
  NodeKind kind = keyword->node;
  Span opened = peek(p)->span;
  if (!at_token(p, TOKEN_LEFT_PAREN)) return missing_bracket(p, keyword);
  advance(p);
  if (accept(p, TOKEN_RIGHT_PAREN)) return wrong_arity(p, keyword, 0);
  Node *list = parse_arguments(p, LEVEL_BRACKET, opened);
  if (!p->panic && !arity_fits(kind, list->count)) return wrong_arity(p, keyword, list->count);
  want_all(p, list, kind == NODE_NOT || kind == NODE_BOOL_OF ? CLASS_PRED : CLASS_EXPR);
  return parse_with_arguments(p, kind, keyword->span.begin, NULL, NULL, list);
}

/* The symbolic pragma stands before {…}, %, UNION. */
static Node *symbolic(Parser *p)
{
  const Token *pragma = advance(p);
  if (!at_token(p, TOKEN_LEFT_BRACE) && !at_token(p, TOKEN_BINDER)) {
    unexpected(p, "'{', '%' or UNION after the symbolic pragma");
    return error_node(p);
  }
  Node *inner = want(p, at_token(p, TOKEN_LEFT_BRACE) ? braced(p) : binder(p), CLASS_EXPR);
  return node_unary(p->arena, NODE_SYMBOLIC, span_since(p, pragma->span.begin), inner);
}

/* ------------------------------------------------------------------ atoms */

static Node *literal(Parser *p, NodeKind kind)
{
  const Token *token = advance(p);
  return node_leaf(p->arena, kind, token->span, token->name);
}

static Node *keyword_atom(Parser *p)
{
  const Token *token = advance(p);
  return node_leaf(p->arena, token->node, token->span, NULL);
}

/* A name: of something, of a definition, x$0, or a tree function that is called. */
static Node *named(Parser *p)
{
  const Token *token = peek(p);
  bool composed = kind_ahead(p, 1) == TOKEN_DOT && kind_ahead(p, 2) == TOKEN_NAME;
  if (token->name == p->context->hole) return literal(p, NODE_ERROR);
  Definition *def = composed ? NULL : definition_named(p, token);
  if (def) return parse_definition_call(p, def);
  Span span;
  const Name *name = parse_composed_name(p, "a name", &span);
  if (at_token(p, TOKEN_OLD) && peek(p)->span.begin == span.end) {
    advance(p);
    return node_leaf(p->arena, NODE_OLD_VALUE, span_since(p, span.begin), name);
  }
  bool soft = token->node != NODE_ERROR && token->node != NODE_CIRC && !token->quoted && !composed;
  if (soft && at_token(p, TOKEN_LEFT_PAREN)) {
    Span opened = advance(p)->span;
    Node *list = parse_arguments(p, LEVEL_ANY, opened);
    want_all(p, list, CLASS_EXPR);
    if (arity_fits(token->node, list->count))
      return parse_with_arguments(p, token->node, span.begin, NULL, NULL, list);
    Node *function = node_leaf(p->arena, NODE_IDENT, span, name);
    return parse_with_arguments(p, NODE_APPLY, span.begin, NULL, function, list);
  }
  return node_leaf(p->arena, NODE_IDENT, span, name);
}

/* Reserved words that open clauses are names in a formula by itself. */
static Node *clause_word(Parser *p)
{
  const Token *token = peek(p);
  if (p->formula && token->name &&
      (token_is_clause(token->kind) ||
       (token->kind >= TOKEN_MACHINE && token->kind <= TOKEN_IMPLEMENTATION)))
    return literal(p, NODE_IDENT);
  unexpected(p, "an expression or predicate");
  return error_node(p);
}

/* "<" ">" with any blanks between: the empty sequence */
static Node *angle_brackets(Parser *p)
{
  const Token *less = peek(p);
  const Token *greater = peek_at(p, 1);
  if (less->node == NODE_LESS && kind_ahead(p, 1) == TOKEN_OP && greater->node == NODE_GREATER) {
    advance(p);
    advance(p);
    return node_leaf(p->arena, NODE_EMPTY_SEQ, span_since(p, less->span.begin), NULL);
  }
  unexpected(p, "an expression or predicate");
  return error_node(p);
}

static Node *template_text(Parser *p)
{
  const Token *token = advance(p);
  Node *node = node_new(p->arena, NODE_TEMPLATE_TEXT, token->span, token->raw, 1);
  node_set(node, 0, node_leaf(p->arena, NODE_STRING_LIT, token->span, token->name));
  return node;
}

/* hole = ("${" | "$[" format "]{") expression "}": the lexer took what surrounds it. */
static Node *template_hole(Parser *p)
{
  const Name *format = NULL;
  TemplateFormat ignored;
  uint32_t begin = previous(p)->span.end;
  if (at_token(p, TOKEN_TEMPLATE_FORMAT)) {
    const Token *token = advance(p);
    format = token->name;
    if (!template_format(format->text, &ignored)) {
      Diag *diag = syntax_error(p, token->span, "'%s' is not a template format", format->text);
      if (diag) diag_hint(p->diags, diag, "%s", TEMPLATE_FORMATS);
    }
  }
  Node *hole = node_new(p->arena, NODE_TEMPLATE_HOLE, peek(p)->span, format, 1);
  node_set(hole, 0, p->panic ? error_node(p) : want(p, parse_level(p, LEVEL_BRACKET), CLASS_EXPR));
  hole->span = span_since(p, begin);
  return hole;
}

/* template = "```" text { hole text } "```" */
static Node *template(Parser *p)
{
  VEC(Node *) parts = {0};
  uint32_t begin = peek(p)->span.begin;
  bool nested = enter_nested(p);
  if (nested) vec_push(&parts, template_text(p));
  while (nested && !p->panic && !accept(p, TOKEN_TEMPLATE_END)) {
    vec_push(&parts, template_hole(p));
    if (!p->panic && at_token(p, TOKEN_TEMPLATE_TEXT)) vec_push(&parts, template_text(p));
    else if (!p->panic) unexpected(p, "'}' after the expression of the template");
  }
  if (nested) leave_nested(p);
  Node *node = p->panic ? error_node(p)
                        : node_list(p->arena, NODE_TEMPLATE, span_since(p, begin), NULL, parts.data,
                                    parts.len);
  vec_free(&parts);
  return limited(p, node);
}

Node *parse_atom(Parser *p)
{
  switch (kind_ahead(p, 0)) {
  case TOKEN_NAME: return named(p);
  case TOKEN_NUMBER: return literal(p, NODE_INTEGER_LIT);
  case TOKEN_REAL_NUMBER: return literal(p, NODE_REAL_LIT);
  case TOKEN_STRING: return literal(p, NODE_STRING_LIT);
  case TOKEN_TEMPLATE: return template(p);
  case TOKEN_EMPTY_SET: return literal(p, NODE_EMPTY_SET); /* ∅ */
  case TOKEN_ATOM: return keyword_atom(p);
  case TOKEN_FUNC: return keyword_function(p);
  case TOKEN_BINDER: return binder(p);
  case TOKEN_LEFT_PAREN: return parenthesised(p);
  case TOKEN_LEFT_BRACE: return braced(p);
  case TOKEN_LEFT_BRACKET: return bracketed(p);
  case TOKEN_IF: return if_formula(p);
  case TOKEN_LET: return let_formula(p);
  case TOKEN_REC:
  case TOKEN_STRUCT: return record(p);
  case TOKEN_SYMBOLIC: return symbolic(p);
  case TOKEN_OP: return angle_brackets(p);
  default: return clause_word(p);
  }
}
