#include "csp/syntax/print_impl.h"

/* Which brackets a tree needs. */

bool csp_is_open(const CspNode *node)
{
  switch ((CspKind) node->kind) {
  case CSP_IF:
  case CSP_LET:
  case CSP_LAMBDA:
  case CSP_EACH_EXTERNAL_CHOICE:
  case CSP_EACH_INTERNAL_CHOICE:
  case CSP_EACH_INTERLEAVE:
  case CSP_EACH_SEQUENCE:
  case CSP_EACH_SHARE:
  case CSP_EACH_PARALLEL:
  case CSP_EACH_LINK:
  case CSP_EACH_SYNC_CHOICE: return true;
  default: return false;
  }
}

CspLevel csp_print_level(const CspNode *node)
{
  const CspInfix *infix = csp_infix_of_node(node->kind);
  if (infix) return infix->level;
  switch ((CspKind) node->kind) {
  case CSP_SHARE:
  case CSP_EXCEPTION:
  case CSP_PARALLEL:
  case CSP_LINK: return CSP_LEVEL_PARALLEL;
  case CSP_SYNC_CHOICE: return CSP_LEVEL_EXTERNAL;
  case CSP_SYNC_INTERRUPT: return CSP_LEVEL_INTERRUPT;
  case CSP_NOT: return CSP_LEVEL_NOT;
  case CSP_NEGATE: return CSP_LEVEL_SUM;
  case CSP_LENGTH: return CSP_LEVEL_LENGTH;
  case CSP_CALL:
  case CSP_RENAME: return CSP_LEVEL_APPLY;
  case CSP_INT: return node->number < 0 ? CSP_LEVEL_SUM : CSP_LEVEL_ATOM;
  default: return csp_is_open(node) ? CSP_LEVEL_ANY : CSP_LEVEL_ATOM;
  }
}

bool csp_needs_brackets(const CspPrinter *p, const CspNode *node, CspLevel level)
{
  if (node->kind == CSP_GREATER && p->in_sequence) return true;
  if (csp_is_open(node) && p->last) return false;
  return csp_print_level(node) < level;
}

/* The operand that an operator begins with, and its level; NULL: it begins with a sign or word. */
static const CspNode *first_part(const CspNode *node, CspLevel *level)
{
  const CspInfix *infix = csp_infix_of_node(node->kind);
  *level = infix ? csp_operand_level(infix, 0) : csp_print_level(node);
  switch ((CspKind) node->kind) {
  case CSP_SHARE:
  case CSP_EXCEPTION:
  case CSP_PARALLEL:
  case CSP_LINK:
  case CSP_SYNC_CHOICE:
  case CSP_SYNC_INTERRUPT:
  case CSP_CALL:
  case CSP_RENAME: return node->kids[0];
  default: return infix ? node->kids[0] : NULL;
  }
}

/* The minus sign makes <- and {-, the signs of replicated operators {| and [[. */
bool csp_needs_blank(const CspPrinter *p, const CspNode *node)
{
  CspLevel level;
  for (const CspNode *first; (first = first_part(node, &level)); node = first)
    if (node->kind == CSP_GREATER && p->in_sequence) return false;
    else if (csp_print_level(first) < level) return false;
  if (node->kind == CSP_INT) return node->number < 0;
  return node->kind == CSP_NEGATE || node->kind == CSP_STATEMENTS ||
         (csp_is_open(node) && node->kind != CSP_IF && node->kind != CSP_LET);
}
