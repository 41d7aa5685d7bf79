#ifndef ENGINE_SET_SIZE_H
#define ENGINE_SET_SIZE_H

#include "engine/engine.h"

/* How many elements a deferred set has: what the user says (--card), what scope_S says, what the
 * properties imply, or the default.  Properties also give bounds: the default is moved into
 * them. */
typedef struct {
  uint64_t size;
  bool guessed; /* nobody said exactly this number */
} SetSize;

/* Makes no shape: the size may still be fixed (engine_set_size). */
SetSize set_size(Engine *, const Symbol *set);

#endif
