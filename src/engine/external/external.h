#ifndef ENGINE_EXTERNAL_H
#define ENGINE_EXTERNAL_H

#include "engine/reference/library.h"

/* Functions, predicates and substitutions whose meaning is built in: those of the
 * bundled definition files and a few that models declare themselves.
 * externals.def lists them.
 *
 * A value depends on the arguments, the model and the files read, never on earlier
 * calls: so random functions give equal results for equal arguments, and the
 * functions that read on in an open file are unknown.  The exceptions are the clock
 * and the standard input. */
void external_install(Engine *); /* from now on this engine knows them */

/* Whether the name has a built-in meaning. */
bool external_is_known(const char *name);

#endif
