#ifndef ENGINE_FORK_H
#define ENGINE_FORK_H

#include "engine/engine.h"

/* A second engine over the same model, with the same settings and sizes of sets, and a
 * store of its own: for another thread.  The model and the names are shared and only
 * read. */
Engine *engine_fork(Engine *);

#endif
