#ifndef MODEL_TYPING_H
#define MODEL_TYPING_H

#include <stdbool.h>

#include "syntax/tree.h"

/* What predicates say about types, by the form of their text. */

/* Are these all values of a type: INTEGER, POW(S*BOOL) …? */
bool typing_is_type(const Node *set);
/* Is it T(A) for a free type T with parameters, no application of a function? */
bool typing_is_free_type(const Node *apply);
/* x : T, x|->y : T*U, f <: T: local names (or `variables`) on the left and all values of their type
 * on the right.  It says nothing when it is evaluated: it is TRUE, also of a name without a value.
 */
bool typing_is_conjunct(const Node *predicate, bool variables);

#endif
