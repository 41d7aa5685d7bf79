#ifndef PROVE_RULES_WELL_DEFINED_IMPL_H
#define PROVE_RULES_WELL_DEFINED_IMPL_H

#include "prove/rules/well_defined.h"

/* Inside the operator L.  A condition that is always true is NULL here. */
typedef struct {
  const Build *build;
  Notation notation;
} Wd;

/* Both; NULL stands for true on either side. */
Node *wd_both(const Wd *, Node *, Node *);

/* well_defined_operator.c: what the operator asks of its operands, which have values.  NULL if
 * nothing. */
Node *wd_of_operator(const Wd *, const Node *);
/* finite(S), which in classical B is S : FIN(S) */
Node *wd_is_finite(const Wd *, Node *set);

#endif
