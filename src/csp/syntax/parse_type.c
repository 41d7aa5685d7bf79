#include <string.h>

#include "csp/syntax/parse_impl.h"

/* Types in annotations. */

static bool known_constraint(const Name *name)
{
  static const char *const known[] = {"Eq", "Ord", "Set", "Complete", "Yieldable", "Inputable"};
  for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(known[i], name->text)) return true;
  return false;
}

static bool names_at(const CspParser *p, uint32_t from)
{
  return csp_peek_at(p, from)->kind == CSP_TOKEN_NAME &&
         csp_peek_at(p, from + 1)->kind == CSP_TOKEN_NAME && !csp_peek_at(p, from + 1)->newline;
}

/* name name: Eq a */
static CspNode *constraint(CspParser *p)
{
  CspNode *what = csp_name(p, "a constraint");
  if (!p->panic && !known_constraint(what->name)) {
    Diag *d = csp_syntax_error(p, what->span, "unknown constraint %s", what->name->text);
    if (d) diag_hint(p->diags, d, "there are Eq, Ord, Set, Complete, Yieldable");
  }
  CspNode *name = csp_name(p, "a type variable");
  return csp_make(p, CSP_CONSTRAINT, what->span.begin, what->name, 1, name);
}

/* ( constraint | "(" constraint { "," constraint } ")" ) "=>" type */
static CspNode *limited_type(CspParser *p)
{
  uint32_t begin = csp_peek(p)->span.begin;
  CspNodes nodes = {0};
  Span opened = csp_peek(p)->span;
  bool bracket = csp_accept(p, CSP_TOKEN_LEFT_PAREN);
  do vec_push(&nodes, constraint(p));
  while (bracket && !p->panic && csp_accept(p, CSP_TOKEN_COMMA));
  if (bracket) csp_expect_close(p, CSP_TOKEN_RIGHT_PAREN, opened);
  csp_expect(p, CSP_TOKEN_MAPS, "after the constraints");
  vec_push(&nodes, csp_type(p));
  return csp_make_list(p, CSP_TYPE_LIMITED, begin, NULL, &nodes);
}

/* "(" [ type { "," type } ] ")": ARGUMENTS */
static CspNode *type_list(CspParser *p)
{
  Span opened = csp_advance(p)->span;
  CspNodes nodes = {0};
  if (!csp_at(p, CSP_TOKEN_RIGHT_PAREN)) do
      vec_push(&nodes, csp_type(p));
    while (!p->panic && csp_accept(p, CSP_TOKEN_COMMA));
  csp_expect_close(p, CSP_TOKEN_RIGHT_PAREN, opened);
  return csp_make_list(p, CSP_ARGUMENTS, opened.begin, NULL, &nodes);
}

/* arguments "->" type, or a type in brackets */
static CspNode *bracketed_type(CspParser *p)
{
  CspNode *list = type_list(p);
  if (p->panic) return list;
  if (csp_accept(p, CSP_TOKEN_ARROW)) {
    CspNode *result = csp_type(p);
    return csp_make(p, CSP_TYPE_FUNCTION, list->span.begin, NULL, 2, list, result);
  }
  if (list->count == 1) return list->kids[0];
  if (list->count == 0) csp_syntax_error(p, list->span, "a type is missing between ( and )");
  list->kind = CSP_TUPLE;
  return list;
}

static CspNode *enclosed_type(CspParser *p, CspKind kind, CspTokenKind close)
{
  Span opened = csp_advance(p)->span;
  CspNode *type = csp_type(p);
  csp_expect_close(p, close, opened);
  return csp_make(p, kind, opened.begin, NULL, 1, type);
}

/* "(|" type "=>" type "|)" */
static CspNode *map_type(CspParser *p)
{
  Span opened = csp_advance(p)->span;
  CspNode *key = csp_type(p), *value;
  if (!p->panic && key->kind == CSP_TYPE_DOTABLE) { /* read with its arrow */
    value = key->kids[1];
    key = key->kids[0];
  } else {
    csp_expect(p, CSP_TOKEN_MAPS, "between the types of keys and values");
    value = csp_type(p);
  }
  csp_expect_close(p, CSP_TOKEN_MAP_CLOSE, opened);
  return csp_make(p, CSP_TYPE_MAP, opened.begin, NULL, 2, key, value);
}

static CspNode *simple_type(CspParser *p)
{
  switch ((CspTokenKind) csp_peek(p)->kind) {
  case CSP_TOKEN_LEFT_PAREN: return bracketed_type(p);
  case CSP_TOKEN_LEFT_BRACE: return enclosed_type(p, CSP_SET, CSP_TOKEN_RIGHT_BRACE);
  case CSP_TOKEN_LESS: return enclosed_type(p, CSP_SEQ, CSP_TOKEN_GREATER);
  case CSP_TOKEN_MAP_OPEN: return map_type(p);
  case CSP_TOKEN_NAME: return csp_qualified_name(p);
  default: csp_unexpected(p, "a type"); return csp_error_node(p);
  }
}

/* simple { "." simple }, right nested */
static CspNode *dotted_type(CspParser *p)
{
  if (!csp_enter(p)) return csp_error_node(p);
  CspNode *first = simple_type(p);
  if (!p->panic && csp_accept(p, CSP_TOKEN_DOT)) {
    CspNode *rest = dotted_type(p);
    first = csp_make(p, CSP_DOT, first->span.begin, NULL, 2, first, rest);
  }
  csp_leave(p);
  return first;
}

static void report_arrow(CspParser *p)
{
  Diag *d = csp_unexpected(p, "the end of the type");
  if (d && !d->hint) diag_hint(p->diags, d, "arguments of functions stand in brackets: (a) -> b");
}

/* [ constraints "=>" ] dotted [ ("=>" | "=>*") type ] */
CspNode *csp_type(CspParser *p)
{
  if (!csp_enter(p)) return csp_error_node(p);
  bool limited = names_at(p, 0) || (csp_at(p, CSP_TOKEN_LEFT_PAREN) && names_at(p, 1));
  CspNode *type = limited ? limited_type(p) : dotted_type(p);
  if (!p->panic && !limited) {
    bool dotable = csp_at(p, CSP_TOKEN_MAPS);
    if (dotable || csp_at(p, CSP_TOKEN_EXTENDS)) {
      csp_advance(p);
      CspNode *result = csp_type(p);
      type = csp_make(p, dotable ? CSP_TYPE_DOTABLE : CSP_TYPE_EXTENDABLE, type->span.begin, NULL,
                      2, type, result);
    } else if (csp_at(p, CSP_TOKEN_ARROW)) {
      report_arrow(p);
    }
  }
  csp_leave(p);
  return type;
}
