#ifndef CLI_SHOW_REFINEMENT_H
#define CLI_SHOW_REFINEMENT_H

#include "check/refine.h"
#include "cli/cli.h"

/* The counterexample of a refinement, if there is one: a table of steps with the states
 * of both sides, and the field `counterexample`. */
void show_refinement(Cli *, const Refinement *);
/* "trace after 6 steps (the specification cannot do …)" */
void show_refinement_cause(Text *, const Refinement *);

#endif
