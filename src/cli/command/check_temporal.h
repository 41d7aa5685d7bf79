#ifndef CLI_COMMAND_CHECK_TEMPORAL_H
#define CLI_COMMAND_CHECK_TEMPORAL_H

#include "cli/input.h"

/* `check` with formulas of temporal logic: --ltl, --ctl, --ltl-file, --temporal. */
bool check_is_temporal(const Options *);
ExitCode check_temporal(Cli *, const Input *);

#endif
