#ifndef COMPARE_REFUSAL_H
#define COMPARE_REFUSAL_H

#include "compare/refine.h"

/* What a stable state offers against what the specification offers in a node: */

/* Is the state allowed to refuse all else?
 *   singleton failures: whatever it refuses, some stable state refuses that, too
 *   nonblocking: … or some state that never becomes stable
 *   failures: some stable state offers no more than it
 *   exact: some stable state offers the same */
bool refusal_fits(Normal *, Space *impl, StateId, NodeId, RefineOptions);

/* Nonblocking: does some such state of the node refuse the call of this action? */
bool refusal_forgives(Normal *, Alphabet *, NodeId, uint32_t action);

/* What some stable state of the node offers but not the menu (a set of alphabet_menus), ascending;
 * to be freed by the caller. */
uint32_t *refusal_difference(Normal *, Alphabet *, NodeId, uint32_t menu, uint32_t *count);

#endif
