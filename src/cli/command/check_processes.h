#ifndef CLI_COMMAND_CHECK_PROCESSES_H
#define CLI_COMMAND_CHECK_PROCESSES_H

#include "cli/common/progress.h"
#include "cli/input.h"
#include "session/csp/csp_check.h"

/* `check` for what is no B model: the assertions of a script of CSP-M, or deadlocks and divergences
 * of one of its processes or of a transition system. */
bool check_is_about_processes(const Input *);
ExitCode check_processes(Cli *, const Input *);

/* The request for assertions that the options make. */
CspRequest check_assertions_request(const Cli *, const SystemText *, Progress *);

#endif
