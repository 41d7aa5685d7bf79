#ifndef CLI_SHOW_REFINEMENT_H
#define CLI_SHOW_REFINEMENT_H

#include "compare/refine.h"
#include "cli/cli.h"
#include "cli/system.h"

/* The counterexample of a refinement, if there is one: a table of steps with the states
 * of both sides, and the field `counterexample`. */
void show_refinement(Cli *, const Refinement *);
/* "trace after 6 steps (the specification cannot do …)" */
void show_refinement_cause(Text *, const Refinement *);

/* Where an answer is not known since something is not well-defined, or does not hold: that may be
 * since calls are made that the refined preconditions forbid.  `command` does without. */
void show_refinement_assumable(Cli *, const Systems *, const char *command);

#endif
