#ifndef ENGINE_SCOPE_H
#define ENGINE_SCOPE_H

#include "model/model.h"

/* What the properties say of deferred sets and of constants in them.  The
 * elements of a deferred set are interchangeable, so constants that are surely
 * different can be given fixed elements: the first is element 0, and so on. */

/* The constants of the set (of its elements' type) that are pairwise different by
 * the properties, as many as a simple search finds; at least one if there is any.  `group` has room
 * for all constants of the model. */
uint32_t scope_group(const Model *, const Symbol *set, Symbol **group);

/* Is the set S = {a,b,c} by the properties, with all of these in the group? */
bool scope_is_enumerated(const Model *, const Symbol *set, Symbol *const *group, uint32_t count);

/* c : S for a constant c of a deferred set S: it restricts nothing. */
bool scope_is_typing(const Node *property, const Symbol *constant);

#endif
