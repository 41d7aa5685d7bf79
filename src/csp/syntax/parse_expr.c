#include "csp/syntax/parse_impl.h"

/* Expressions by priority climbing: operators.def has the priorities. */

/* The operator that comes next, or NULL.  A line that begins with < or - begins something new,
 * and inside of < > the sign > closes. */
static const CspInfix *next_infix(const CspParser *p)
{
  const CspToken *token = csp_peek(p);
  bool starts = token->kind == CSP_TOKEN_LESS || token->kind == CSP_TOKEN_MINUS;
  if (starts && token->newline && p->brackets == 0) return NULL;
  if (!p->in_sequence) return csp_infix_of_token(token->kind);
  const CspToken *next = csp_peek_at(p, 1);
  bool closes = token->kind == CSP_TOKEN_GREATER ||
                (token->kind == CSP_TOKEN_GREATER_EQUAL && next->kind == CSP_TOKEN_IS &&
                 next->span.begin == token->span.end);
  return closes ? NULL : csp_infix_of_token(token->kind);
}

static void report_chain(CspParser *p, const CspInfix *infix)
{
  const CspInfix *next = next_infix(p);
  if (infix->association != CSP_NONE || !next || next->level != infix->level) return;
  Diag *d = csp_syntax_error(p, csp_peek(p)->span, "comparisons cannot be chained");
  if (d) diag_hint(p->diags, d, "write a < b and b < c, or use brackets");
}

void csp_compare_readings(CspParser *p, CspKind outer, Span span, const CspNode *operand)
{
  if (p->panic || operand == p->bracketed || !csp_read_differently(outer, operand->kind)) return;
  Diag *d = diag_warning(p->diags, span, "operator-priority",
                         "ProB reads this differently: there '%s' binds less tightly than '%s'",
                         csp_kind_name(operand->kind), csp_kind_name(outer));
  diag_hint(p->diags, d, "brackets make it the same everywhere");
  diag_enclose(p->diags, d, operand->span, "(", ")");
}

static CspNode *infix_rest(CspParser *p, const CspInfix *infix, uint32_t begin, CspNode *left)
{
  Span span = csp_peek(p)->span;
  csp_compare_readings(p, infix->node, span, left);
  csp_advance(p);
  CspNode *right = csp_expression(p, csp_operand_level(infix, 1));
  csp_compare_readings(p, infix->node, span, right);
  if (infix->node == CSP_BOTH) left = csp_pattern(p, left), right = csp_pattern(p, right);
  CspNode *node = csp_make(p, infix->node, begin, NULL, 2, left, right);
  report_chain(p, infix);
  return node;
}

static bool at_field(const CspParser *p)
{
  return csp_at(p, CSP_TOKEN_QUERY) || csp_at(p, CSP_TOKEN_BANG) || csp_at(p, CSP_TOKEN_DOLLAR);
}

/* expression(n) = operand { infix(m) expression | parallel | fields "->" expression }, m ≥ n */
CspNode *csp_expression(CspParser *p, CspLevel level)
{
  if (p->panic || !csp_enter(p)) return csp_error_node(p);
  uint32_t begin = csp_peek(p)->span.begin;
  CspNode *left = csp_operand(p);
  while (!p->panic) {
    CspLevel parallel;
    const CspInfix *infix = next_infix(p);
    if (at_field(p) && level <= CSP_LEVEL_PREFIX) left = csp_prefix(p, begin, left);
    else if (infix && infix->level >= level) left = infix_rest(p, infix, begin, left);
    else if (csp_at_parallel(p, &parallel) && parallel >= level)
      left = csp_parallel(p, begin, left);
    else break;
  }
  csp_leave(p);
  return left;
}
