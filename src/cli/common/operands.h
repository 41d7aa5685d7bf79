#ifndef CLI_COMMON_OPERANDS_H
#define CLI_COMMON_OPERANDS_H

#include "cli/cli.h"
#include "session/systems.h"

/* The systems that a command line names.  False: *code is what the command ends with, and there is
 * nothing to close. */

/* The one file of the command line, with its name for the report. */
bool operands_file(Cli *, System *, ExitCode *code);
/* The same as the implementation of a comparison that has no specification; what --hide and
 * --rename say is seen of it, as operations or as events of CSP. */
bool operands_one(Cli *, Systems *, bool events, ExitCode *code);
/* IMPL [SPEC]; without SPEC it is the machine that IMPL refines. */
bool operands_pair(Cli *, Systems *, ExitCode *code);

/* Is the first file of the command line a refinement of classical B? */
bool operands_is_refinement(Cli *);
/* Opens it together with what it refines (model/chain.h), which may be named after it. */
bool operands_refinement(Cli *, System *, ExitCode *code);

#endif
