#ifndef ENGINE_REF_SOLVE_SEQUENCE_H
#define ENGINE_REF_SOLVE_SEQUENCE_H

#include "engine/reference/reference.h"

/* Candidates for names that stand for sequences. */

/* whole = part ^ rest, or rest ^ part if not `front`.  FALSE: there is no such rest; UNKNOWN: one
 * of them is not an explicit sequence. */
Truth solve_sequence_rest(Reference *, Value whole, Value part, bool front, Value *rest);

/* The set of all sequences that the explicit sequence begins (or ends) with and that have at least
 * `low` and at most `high` elements; VALUE_UNKNOWN if it is none. */
Value solve_sequence_parts(Reference *, const Shape *sequence, Value whole, bool front, int64_t low,
                           int64_t high);

/* The sequences of elements of the set with at least `low` and at most `high` elements, a lazy set.
 */
Value solve_sequences_within(Reference *, Value set, int64_t low, int64_t high);

#endif
