#ifndef CLI_CHECK_GLUING_H
#define CLI_CHECK_GLUING_H

#include "cli/system.h"

/* relate --check-gluing: the gluing invariant of a refinement on the pairs of states that
 * both machines reach together.  Both are explored. */
ExitCode check_gluing(Cli *, Systems *);

#endif
