#ifndef CLI_COMMAND_SMT_FILES_H
#define CLI_COMMAND_SMT_FILES_H

#include "cli/cli.h"
#include "session/prove/proving.h"

/* Writes a file of SMT-LIB 2 for each obligation, NUMBER-COMPONENT-NAME.smt2, into a folder.  What
 * cannot be expressed has none.  False: a file cannot be written, which was reported. */
bool smt_files_write(Cli *, const char *folder, const Proved *, HypothesesChoice);

#endif
