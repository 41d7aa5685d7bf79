#ifndef CLI_REFINE_ASSUME_H
#define CLI_REFINE_ASSUME_H

#include "cli/cli.h"

/* refine --pre assume: traces of calls that the refined machine allows (compare/assume.h). */
ExitCode refine_assume(Cli *);

/* The same for relate, where a refinement relies on the refined preconditions: what it does
 * outside of them means nothing, so that it cannot be explored by itself.  False: it does not, or
 * the options ask for something else; nothing was done. */
bool relate_assume(Cli *, ExitCode *);

#endif
