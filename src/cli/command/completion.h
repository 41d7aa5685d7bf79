#ifndef CLI_COMMAND_COMPLETION_H
#define CLI_COMMAND_COMPLETION_H

#include <stdbool.h>

#include "base/text.h"

/* Adds a script for this shell that completes commands, options, their words, and files, made from
 * the tables of commands and options.  False: the shell is not known. */
bool completion_script(Text *, const char *shell);

/* The shells that are known, ends with NULL. */
extern const char *const completion_shells[];

#endif
