#ifndef CLI_COMMAND_CHECK_PATHS_H
#define CLI_COMMAND_CHECK_PATHS_H

#include "cli/input.h"

/* check --bmc, --induction: paths are looked for by the solver. */
bool check_is_about_paths(const Options *);
ExitCode check_paths(Cli *, const Input *);

#endif
