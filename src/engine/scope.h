#ifndef ENGINE_SCOPE_H
#define ENGINE_SCOPE_H

#include "base/vec.h"
#include "model/model.h"
#include "syntax/inspect.h"

/* What the properties say of deferred sets and of constants in them.  The
 * elements of a deferred set are interchangeable, so constants that are surely
 * different can be given fixed elements: the first is element 0, and so on. */

/* The conjuncts of all properties, bare.  Freed by the caller. */
Conjuncts scope_conjuncts(const Model *);

/* The constant that the node names, or NULL. */
const Symbol *scope_constant(const Node *);

/* Constants that surely have no element in common: each is an element of a deferred set, or a
 * set of such. */
bool scope_are_apart(const Conjuncts *, const Symbol *, const Symbol *);

/* The constants of the set (of its elements' type) that are pairwise different by
 * the properties, as many as a simple search finds; at least one if there is any.  `group` has room
 * for all constants of the model. */
uint32_t scope_group(const Model *, const Symbol *set, Symbol **group);

/* S = {a,b} \/ {c}, or the partition {a},{b},{c}: the number of names listed; 0: not so. */
uint32_t scope_listed(const Conjuncts *, const Symbol *set);

/* c : S for a constant c of a deferred set S: it restricts nothing. */
bool scope_is_typing(const Node *property, const Symbol *constant);

#endif
