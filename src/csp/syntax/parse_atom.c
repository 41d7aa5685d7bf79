#include <string.h>

#include "csp/syntax/parse_impl.h"

/* Operands: literals, names, brackets, and the constructs that begin with a word. */

/* ------------------------------------------------------------------ names */

CspNode *csp_name(CspParser *p, const char *what)
{
  const CspToken *token = csp_peek(p);
  if (token->kind != CSP_TOKEN_NAME || csp_is_wildcard(token)) {
    csp_unexpected(p, what);
    return csp_error_node(p);
  }
  csp_advance(p);
  return csp_make(p, CSP_NAME, token->span.begin, token->name, 0);
}

static bool at_qualifier(const CspParser *p)
{
  const CspToken *colons = csp_peek(p), *name = csp_peek_at(p, 1);
  return colons->kind == CSP_TOKEN_COLONS && colons->span.begin == p->end &&
         name->kind == CSP_TOKEN_NAME && !csp_is_wildcard(name) &&
         name->span.begin == colons->span.end;
}

/* name { "::" name }, without blanks */
CspNode *csp_qualified_name(CspParser *p)
{
  CspNode *first = csp_name(p, "a name");
  if (p->panic || !at_qualifier(p)) return first;
  while (at_qualifier(p)) csp_advance(p), csp_advance(p);
  uint32_t length;
  Span span = csp_since(p, first->span.begin);
  const char *text = sources_text(p->context->sources, span, &length);
  return csp_make(p, CSP_NAME, span.begin, names_intern(p->context->names, text, length), 0);
}

/* name { "," name } */
CspNode *csp_names(CspParser *p, const char *what)
{
  uint32_t begin = csp_peek(p)->span.begin;
  CspNodes names = {0};
  do vec_push(&names, csp_name(p, what));
  while (!p->panic && csp_accept(p, CSP_TOKEN_COMMA));
  return csp_make_list(p, CSP_NAMES, begin, NULL, &names);
}

static CspNode *name_operand(CspParser *p)
{
  const CspToken *token = csp_peek(p);
  if (!csp_is_wildcard(token)) return csp_qualified_name(p);
  csp_advance(p);
  vec_push(&p->wildcards, token->span);
  return csp_make(p, CSP_WILDCARD, token->span.begin, NULL, 0);
}

static CspNode *literal(CspParser *p, CspKind kind)
{
  const CspToken *token = csp_advance(p);
  CspNode *node = csp_make(p, kind, token->span.begin, token->name, 0);
  node->number = token->number;
  return node;
}

/* --------------------------------------------------------------- brackets */

void csp_list(CspParser *p, CspNodes *nodes)
{
  do vec_push(nodes, csp_expression(p, CSP_LEVEL_ANY));
  while (!p->panic && csp_accept(p, CSP_TOKEN_COMMA));
}

/* "(" [ expression { "," expression } ] ")" */
CspNode *csp_arguments(CspParser *p, CspLevel level)
{
  Span opened = csp_advance(p)->span;
  CspBrackets before = csp_open(p, false);
  CspNodes nodes = {0};
  if (!csp_at(p, CSP_TOKEN_RIGHT_PAREN)) do
      vec_push(&nodes, csp_expression(p, level));
    while (!p->panic && csp_accept(p, CSP_TOKEN_COMMA));
  csp_expect_close(p, CSP_TOKEN_RIGHT_PAREN, opened);
  csp_close(p, before);
  return csp_make_list(p, CSP_ARGUMENTS, opened.begin, NULL, &nodes);
}

/* A bracket around one expression leaves no trace. */
static CspNode *parenthesised(CspParser *p)
{
  CspNode *list = csp_arguments(p, CSP_LEVEL_ANY);
  if (p->panic) return csp_error_node(p);
  if (list->count == 1) {
    p->bracketed = list->kids[0];
    return list->kids[0];
  }
  if (list->count == 0) csp_syntax_error(p, list->span, "an expression is missing between ( and )");
  list->kind = CSP_TUPLE;
  return list;
}

/* The kinds of what stands in one sort of brackets. */
typedef struct {
  CspTokenKind close;
  CspKind list, range, each, range_each;
} Collection;

/* [ expressions | low ".." [ high ] ] [ "|" statements ] close */
static CspNode *collection(CspParser *p, Collection c)
{
  Span opened = csp_advance(p)->span;
  CspBrackets before = csp_open(p, c.close == CSP_TOKEN_GREATER);
  CspNodes nodes = {0};
  vec_push(&nodes, csp_absent(p));
  bool range = false;
  if (!csp_at(p, c.close) && !csp_at(p, CSP_TOKEN_BAR)) csp_list(p, &nodes);
  if (!p->panic && nodes.len == 2 && c.range != CSP_ERROR && csp_accept(p, CSP_TOKEN_DOTS)) {
    range = true;
    bool open = csp_at(p, c.close) || csp_at(p, CSP_TOKEN_BAR);
    vec_push(&nodes, open ? csp_absent(p) : csp_expression(p, CSP_LEVEL_ANY));
  }
  bool each = !p->panic && csp_accept(p, CSP_TOKEN_BAR);
  if (each) nodes.data[0] = csp_statements(p);
  csp_expect_close(p, c.close, opened);
  csp_close(p, before);
  CspKind kind = range ? (each ? c.range_each : c.range) : each ? c.each : c.list;
  if (!each) memmove(nodes.data, nodes.data + 1, --nodes.len * sizeof *nodes.data);
  return csp_make_list(p, kind, opened.begin, NULL, &nodes);
}

static CspNode *set(CspParser *p)
{
  return collection(p, (Collection){CSP_TOKEN_RIGHT_BRACE, CSP_SET, CSP_SET_RANGE, CSP_SET_EACH,
                                    CSP_SET_RANGE_EACH});
}

static CspNode *sequence(CspParser *p)
{
  return collection(
      p, (Collection){CSP_TOKEN_GREATER, CSP_SEQ, CSP_SEQ_RANGE, CSP_SEQ_EACH, CSP_SEQ_RANGE_EACH});
}

static CspNode *closure(CspParser *p)
{
  return collection(p, (Collection){CSP_TOKEN_CLOSURE_CLOSE, CSP_CLOSURE, CSP_ERROR,
                                    CSP_CLOSURE_EACH, CSP_ERROR});
}

/* "(|" [ key "=>" value { "," key "=>" value } ] "|)" */
static CspNode *map(CspParser *p)
{
  Span opened = csp_advance(p)->span;
  CspBrackets before = csp_open(p, false);
  CspNodes entries = {0};
  if (!csp_at(p, CSP_TOKEN_MAP_CLOSE)) do {
      CspNode *key = csp_expression(p, CSP_LEVEL_ANY);
      csp_expect(p, CSP_TOKEN_MAPS, "between key and value");
      CspNode *value = csp_expression(p, CSP_LEVEL_ANY);
      vec_push(&entries, csp_make(p, CSP_ENTRY, key->span.begin, NULL, 2, key, value));
    } while (!p->panic && csp_accept(p, CSP_TOKEN_COMMA));
  csp_expect_close(p, CSP_TOKEN_MAP_CLOSE, opened);
  csp_close(p, before);
  return csp_make_list(p, CSP_MAP, opened.begin, NULL, &entries);
}

/* ------------------------------------------------------------------ words */

/* "if" expression "then" expression "else" expression */
static CspNode *conditional(CspParser *p)
{
  uint32_t begin = csp_advance(p)->span.begin;
  CspNode *condition = csp_expression(p, CSP_LEVEL_ANY);
  csp_expect(p, CSP_TOKEN_THEN, "after the condition");
  CspNode *then = csp_expression(p, CSP_LEVEL_ANY);
  csp_expect(p, CSP_TOKEN_ELSE, "to complete the 'if'");
  CspNode *otherwise = csp_expression(p, CSP_LEVEL_ANY);
  return csp_make(p, CSP_IF, begin, NULL, 3, condition, then, otherwise);
}

/* "let" declarations "within" expression */
static CspNode *let(CspParser *p)
{
  static const CspTokenKind closing[] = {CSP_TOKEN_WITHIN, CSP_TOKEN_END};
  Span opened = csp_advance(p)->span;
  CspBrackets before = {p->in_sequence, p->brackets};
  p->in_sequence = false;
  p->brackets = 0;
  CspNode *declarations = csp_declarations(p, CSP_IN_LET, p->timed, closing);
  csp_close(p, before);
  if (!csp_accept(p, CSP_TOKEN_WITHIN)) {
    Diag *d = csp_unexpected(p, "'within' after the declarations");
    if (d) diag_note(p->diags, d, opened, "'let' is here");
  }
  CspNode *body = csp_expression(p, CSP_LEVEL_ANY);
  return csp_make(p, CSP_LET, opened.begin, NULL, 2, declarations, body);
}

/* "\" pattern { "," pattern } "@" expression */
static CspNode *lambda(CspParser *p)
{
  uint32_t before = p->end, begin = csp_advance(p)->span.begin, from = csp_peek(p)->span.begin;
  if (begin == before && p->at > 1 && p->list.tokens[p->at - 2].kind == CSP_TOKEN_BACKSLASH) {
    csp_syntax_error(p, (Span){begin - 1, begin + 1}, "hiding is written with one '\\'");
    return csp_error_node(p);
  }
  CspNodes patterns = {0};
  do vec_push(&patterns, csp_pattern(p, csp_expression(p, CSP_LEVEL_BOTH)));
  while (!p->panic && csp_accept(p, CSP_TOKEN_COMMA));
  CspNode *arguments = csp_make_list(p, CSP_ARGUMENTS, from, NULL, &patterns);
  csp_expect(p, CSP_TOKEN_AT, "after the arguments of the function");
  CspNode *body = csp_expression(p, CSP_LEVEL_ANY);
  return csp_make(p, CSP_LAMBDA, begin, NULL, 2, arguments, body);
}

static CspNode *prefix_operator(CspParser *p, CspKind kind, CspLevel level)
{
  uint32_t begin = csp_advance(p)->span.begin;
  CspNode *operand = csp_expression(p, level);
  return csp_make(p, kind, begin, NULL, 1, operand);
}

/* --------------------------------------------------------------- operands */

static CspNode *atom(CspParser *p)
{
  switch ((CspTokenKind) csp_peek(p)->kind) {
  case CSP_TOKEN_NAME: return name_operand(p);
  case CSP_TOKEN_INT: return literal(p, CSP_INT);
  case CSP_TOKEN_CHAR: return literal(p, CSP_CHAR);
  case CSP_TOKEN_STRING: return literal(p, CSP_STRING);
  case CSP_TOKEN_LEFT_PAREN: return parenthesised(p);
  case CSP_TOKEN_LEFT_BRACE: return set(p);
  case CSP_TOKEN_CLOSURE_OPEN: return closure(p);
  case CSP_TOKEN_LESS: return sequence(p);
  case CSP_TOKEN_MAP_OPEN: return map(p);
  default: csp_unexpected(p, "an expression"); return csp_error_node(p);
  }
}

/* atom { arguments | renaming }; a line that begins with a bracket begins something new */
static CspNode *postfix(CspParser *p)
{
  uint32_t begin = csp_peek(p)->span.begin;
  CspNode *node = atom(p);
  while (!p->panic) {
    bool call = csp_at(p, CSP_TOKEN_LEFT_PAREN) && (!csp_peek(p)->newline || p->brackets > 0);
    if (call) {
      CspNode *arguments = csp_arguments(p, CSP_LEVEL_ANY);
      node = csp_make(p, CSP_CALL, begin, NULL, 2, node, arguments);
    } else if (csp_at(p, CSP_TOKEN_RENAME_OPEN)) {
      node = csp_rename(p, begin, node);
    } else {
      break;
    }
  }
  return node;
}

CspNode *csp_operand(CspParser *p)
{
  if (csp_at_replicated(p)) return csp_replicated(p);
  switch ((CspTokenKind) csp_peek(p)->kind) {
  case CSP_TOKEN_IF: return conditional(p);
  case CSP_TOKEN_LET: return let(p);
  case CSP_TOKEN_BACKSLASH: return lambda(p);
  case CSP_TOKEN_MINUS: return prefix_operator(p, CSP_NEGATE, CSP_LEVEL_PRODUCT);
  case CSP_TOKEN_NOT: return prefix_operator(p, CSP_NOT, CSP_LEVEL_NOT);
  case CSP_TOKEN_HASH: return prefix_operator(p, CSP_LENGTH, CSP_LEVEL_LENGTH);
  default: return postfix(p);
  }
}
