#ifndef CLI_GIVEN_CONSTANTS_H
#define CLI_GIVEN_CONSTANTS_H

#include "cli/cli.h"

/* --let NAME=EXPR: values for constants of a model, as further properties of it.  `partial`:
 * constants that the model does not have are left out.  False: a mistake was reported, in
 * the text of EXPR (then cli_has_errors) or in the usage. */
bool constants_give(Cli *, Model *, bool partial);
/* Does --let name constants of one of the models only?  They may be NULL.  False: a usage error
 * was reported. */
bool constants_known(Cli *, const Model *const *models, uint32_t count);
/* Adds `before` NAME=EXPR, NAME=EXPR …: the verdict holds for these. */
void constants_add_given(const Cli *, Text *, const char *before);

#endif
