#ifndef CLI_ENGINE_OPTIONS_H
#define CLI_ENGINE_OPTIONS_H

#include "cli/cli.h"
#include "engine/engine.h"

/* An engine for the model with what --pref and --card say.  NULL: a usage error
 * was reported. */
Engine *engine_from_options(Cli *, const Model *);
/* The same for one of two models that are compared: --card may name a set of the other. */
Engine *engine_of_side(Cli *, const Model *);
/* Does --card name sets of either model only?  They may be NULL.  False: a usage error was
 * reported. */
bool engine_cards_known(Cli *, const Model *, const Model *);

#endif
