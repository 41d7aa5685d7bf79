#ifndef PROVE_RULES_WELL_DEFINED_H
#define PROVE_RULES_WELL_DEFINED_H

#include "prove/rules/build.h"

typedef enum { NOTATION_EVENTB, NOTATION_B } Notation;

/* The condition under which the formula has a value, read from left to right (Rodin's operator L):
 * of P & Q the second need have one only where the first holds.  Of an assignment :=, ::, :() that
 * of its expressions and of the arguments on its left; other substitutions are not for here.  What
 * the condition says twice, or says where it is a premise, is left out; it may be BTRUE. */
Node *well_defined(const Build *, const Node *, Notation);

/* What is left of a predicate where `known` holds: conjuncts that were said before are left out,
 * and so are those that repeat a premise. */
Node *well_defined_improved(const Build *, Node *, Node *const *known, uint32_t count);

#endif
