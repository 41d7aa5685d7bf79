#ifndef CLI_MODEL_SETTINGS_H
#define CLI_MODEL_SETTINGS_H

#include <jansson.h>

#include "cli/cli.h"

/* What the definitions of a model ask the tool for, but do not get. */

/* Warns of preferences that do not exist, that have no effect here, or that stand in a machine
 * whose preferences do not count. */
void model_settings_warn(Cli *, const Model *);

/* Warns of the temporal formulas of the model, which are not checked, and lists them:
 * {name, formula, reason, file, line, column}. */
json_t *model_settings_unchecked(Cli *, const Model *);

#endif
