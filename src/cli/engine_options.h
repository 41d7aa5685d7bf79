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
/* The same, but where the properties cannot be satisfied with the default size of deferred
 * sets, and a somewhat larger one will do, that is taken, with a warning. */
Engine *engine_with_sizes(Cli *, const Model *);
/* Takes such a size for both, if one of them needs it.  Either may be NULL. */
void engine_enlarge_sets(Cli *, Engine *, Engine *);

#endif
