#ifndef PROVE_FOREIGN_SMT_H
#define PROVE_FOREIGN_SMT_H

#include "prove/foreign/fol.h"

typedef struct {
  bool comments; /* where assertions come from */
  bool commands; /* set-logic and check-sat around it */
  bool names;    /* of assertions: f and their numbers, for unsatisfiable cores */
} SmtStyle;

/* The problem as SMT-LIB 2: the sequent is valid if the answer is unsat. */
void smt_print(Text *, const FolProblem *, SmtStyle);

#endif
