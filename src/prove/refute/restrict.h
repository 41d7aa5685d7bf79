#ifndef PROVE_REFUTE_RESTRICT_H
#define PROVE_REFUTE_RESTRICT_H

#include "model/symbol.h"
#include "syntax/inspect.h"

/* Small models.  A carrier set is cut down to a few of its elements, and all names to what is left
 * of them: sets to their parts in it, relations to the pairs that have no other element in them.
 * Premises of certain forms stay true then, provided that the values of the names that are elements
 * are kept, and a few *witnesses*: of A /= B an element that is in one of them alone.
 *
 * So if all premises have such a form and none holds with so many elements, or fewer, none holds
 * with any number of them, infinitely many included. */

/* Does the premise, if it is true, stay so when `set` is cut down?  *witnesses is raised by the
 * number of elements that must be kept because of it. */
bool restrict_keeps(const Node *premise, const Symbol *set, uint32_t *witnesses);

/* How many elements of the set a value of the type has: 1 of S, 2 of S*S, 0 of POW(S). */
uint32_t restrict_elements(const Type *, const Symbol *set);
/* Is it of a type whose values can be cut down: S, POW(S), S*T, POW(S*T) …, no sets of sets? */
bool restrict_fits(const Type *, const Symbol *set);

#endif
