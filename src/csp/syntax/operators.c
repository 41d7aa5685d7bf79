#include "csp/syntax/operators.h"

enum {
  ASSOC_LEFT = CSP_LEFT,
  ASSOC_RIGHT = CSP_RIGHT,
  ASSOC_NONE = CSP_NONE,
  ASSOC_SET = CSP_SET_OPERAND
};

static const CspInfix infixes[] = {
#define INFIX(token, node, level, assoc) \
  {CSP_TOKEN_##token, CSP_##node, CSP_LEVEL_##level, (CspAssociation) ASSOC_##assoc},
#include "csp/syntax/operators.def"
};

enum { INFIXES = sizeof infixes / sizeof *infixes };

const CspInfix *csp_infix_of_token(CspTokenKind kind)
{
  for (unsigned i = 0; i < INFIXES; i++)
    if (infixes[i].token == kind) return &infixes[i];
  return NULL;
}

const CspInfix *csp_infix_of_node(CspKind kind)
{
  for (unsigned i = 0; i < INFIXES; i++)
    if (infixes[i].node == kind) return &infixes[i];
  return NULL;
}

CspLevel csp_operand_level(const CspInfix *infix, unsigned index)
{
  bool left = infix->association == CSP_LEFT || infix->association == CSP_SET_OPERAND;
  if (index == 0) return left ? infix->level : infix->level + 1;
  switch (infix->association) {
  case CSP_RIGHT: return infix->level;
  case CSP_SET_OPERAND: return CSP_LEVEL_FIELD;
  default: return infix->level + 1;
  }
}

/* ----------------------------------------------- as CSPM-Frontend reads them */

/* How tightly the process operators bind there, which ProB uses; 0 for others. */
static unsigned other_level(CspKind kind)
{
  switch (kind) {
  case CSP_INTERLEAVE: return 1;
  case CSP_EXCEPTION: return 2;
  case CSP_INTERNAL_CHOICE: return 3;
  case CSP_SLIDING: return 4;
  case CSP_EXTERNAL_CHOICE: return 5;
  case CSP_INTERRUPT: return 6;
  case CSP_SEQUENCE: return 7;
  case CSP_GUARD: return 8;
  case CSP_HIDE: return 9;
  case CSP_SHARE: return 10;
  case CSP_LINK: return 11;
  case CSP_PARALLEL: return 12;
  default: return 0;
  }
}

bool csp_read_differently(CspKind outer, CspKind operand)
{
  return other_level(operand) > 0 && other_level(operand) < other_level(outer);
}
