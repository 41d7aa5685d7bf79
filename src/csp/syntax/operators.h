#ifndef CSP_SYNTAX_OPERATORS_H
#define CSP_SYNTAX_OPERATORS_H

#include "csp/syntax/lexer.h"
#include "csp/syntax/tree.h"

/* Priorities, for parser and printer. */
typedef enum {
#define LEVEL(name) CSP_LEVEL_##name,
#include "csp/syntax/operators.def"
  CSP_LEVEL_ATOM
} CspLevel;

typedef enum { CSP_LEFT, CSP_RIGHT, CSP_NONE, CSP_SET_OPERAND } CspAssociation;

typedef struct {
  CspTokenKind token;
  CspKind node;
  CspLevel level;
  CspAssociation association;
} CspInfix;

const CspInfix *csp_infix_of_token(CspTokenKind); /* NULL: no infix operator */
const CspInfix *csp_infix_of_node(CspKind);       /* likewise */
/* The level at which an operand stands: 0 left, 1 right. */
CspLevel csp_operand_level(const CspInfix *, unsigned index);

/* Would ProB read it differently if this operand of the process operator had no brackets? */
bool csp_read_differently(CspKind outer, CspKind operand);

#endif
