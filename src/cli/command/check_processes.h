#ifndef CLI_COMMAND_CHECK_PROCESSES_H
#define CLI_COMMAND_CHECK_PROCESSES_H

#include "cli/input.h"

/* `check` for what is no B model: deadlocks and divergences of a transition system. */
bool check_is_about_processes(const Input *);
ExitCode check_processes(Cli *, const Input *);

#endif
