#ifndef CLI_CHAIN_GLUING_H
#define CLI_CHAIN_GLUING_H

#include "cli/cli.h"

/* relate --check-gluing for a refinement of classical B: it is explored together with what it
 * refines (model/chain.h), where preconditions are assumed.  False: it is no such refinement, or
 * operations are hidden or renamed; nothing was done. */
bool chain_gluing(Cli *, ExitCode *);

#endif
