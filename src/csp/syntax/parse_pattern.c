#include "csp/syntax/parse_impl.h"

/* Patterns are read as expressions, since only what follows tells them apart. */

static CspNode *convert(CspParser *, CspNode *);

static CspNode *no_pattern(CspParser *p, const CspNode *node)
{
  Diag *d = csp_syntax_error(p, node->span, "this is not a pattern");
  if (d)
    diag_hint(p->diags, d,
              "patterns are names, literals, _, tuples, dots, sequences, p^q, sets of at most one "
              "element, and p @@ q");
  return csp_error_node(p);
}

static CspNode *convert_all(CspParser *p, CspNode *node)
{
  for (uint32_t i = 0; i < node->count; i++) node->kids[i] = convert(p, node->kids[i]);
  return node;
}

/* A negative number is a literal. */
static CspNode *negative(CspParser *p, CspNode *node)
{
  if (node->kids[0]->kind != CSP_INT) return no_pattern(p, node);
  CspNode *literal = csp_node(p->arena, CSP_INT, node->span, NULL, 0);
  literal->number = -node->kids[0]->number;
  return literal;
}

static CspNode *convert(CspParser *p, CspNode *node)
{
  switch ((CspKind) node->kind) {
  case CSP_ERROR:
  case CSP_NAME:
  case CSP_WILDCARD:
  case CSP_INT:
  case CSP_CHAR:
  case CSP_STRING: return node;
  case CSP_TUPLE:
  case CSP_SEQ:
  case CSP_CONCAT:
  case CSP_DOT:
  case CSP_BOTH: return convert_all(p, node);
  case CSP_SET: return node->count <= 1 ? convert_all(p, node) : no_pattern(p, node);
  case CSP_NEGATE: return negative(p, node);
  default: return no_pattern(p, node);
  }
}

/* The number of parts of p ^ q ^ … that match sequences of any length. */
static unsigned open_parts(const CspNode *node)
{
  switch ((CspKind) node->kind) {
  case CSP_CONCAT: return open_parts(node->kids[0]) + open_parts(node->kids[1]);
  case CSP_BOTH: {
    unsigned first = open_parts(node->kids[0]), second = open_parts(node->kids[1]);
    return first < second ? first : second;
  }
  case CSP_NAME:
  case CSP_WILDCARD: return 1;
  default: return 0;
  }
}

static void check_concat(CspParser *p, const CspNode *node)
{
  if (node->kind == CSP_CONCAT && open_parts(node) > 1) {
    Diag *d = csp_syntax_error(p, node->span, "this pattern matches in several ways");
    if (d)
      diag_hint(p->diags, d, "at most one part of p ^ q may have any length; others are <x, y>");
  }
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kind != CSP_CONCAT || node->kids[i]->kind != CSP_CONCAT)
      check_concat(p, node->kids[i]);
}

CspNode *csp_pattern(CspParser *p, CspNode *node)
{
  if (p->panic) return node;
  Span span = node->span;
  node = convert(p, node);
  if (!p->panic) check_concat(p, node);
  while (p->wildcards.len > 0 && p->wildcards.data[p->wildcards.len - 1].begin >= span.begin)
    p->wildcards.len--;
  return node;
}

void csp_claim_rest(CspParser *p)
{
  if (p->wildcards.len > 0)
    csp_syntax_error(p, p->wildcards.data[0], "_ may only stand in a pattern");
  p->wildcards.len = 0;
}
