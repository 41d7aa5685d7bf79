#ifndef CLI_COMMON_SMT_FILES_H
#define CLI_COMMON_SMT_FILES_H

#include "base/text.h"
#include "session/prove/proving.h"

/* Writes a file of SMT-LIB 2 for each obligation, NUMBER-COMPONENT-NAME.smt2, into a folder.  What
 * cannot be expressed has none.  False: a file cannot be written, which the error says. */
bool smt_files_write(const char *folder, const Proved *, HypothesesChoice, Text *error);

#endif
