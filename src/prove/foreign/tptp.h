#ifndef PROVE_FOREIGN_TPTP_H
#define PROVE_FOREIGN_TPTP_H

#include "prove/foreign/fol.h"

/* The problem as TPTP, typed first-order formulas without arithmetic: integers are a sort with
 * axioms that hold for them.  The sequent is valid if the formulas are unsatisfiable. */
void tptp_print(Text *, const FolProblem *);

#endif
