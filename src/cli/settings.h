#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include <stdbool.h>

#include "cli/cli.h"

/* What --pref and --card say.  A value that cannot be one is a usage error, after
 * which the result is false; a name that means nothing gets a warning. */
bool settings_check(Cli *);
/* Warns of unknown preferences, and of settings that this command does not use. */
void settings_warn(Cli *);
/* Warns of sizes for sets that the model does not have. */
void settings_warn_sets(Cli *, const Model *);

#endif
