#ifndef ENGINE_WINDOW_H
#define ENGINE_WINDOW_H

#include "engine/reference/set/sets.h"

/* A few values that stand for infinitely many. */

/* At most so many elements of an unbounded set; VALUE_UNKNOWN: it has none that are easily
 * found. */
enum { WINDOW_COUNTED = 5000, WINDOW_SEARCHED = 300 };
Value window_of(Reference *, const Shape *element, Value set, uint64_t most);
/* Notes that `some`, a window of the set, is tried for the name. */
void window_note(Reference *, const Symbol *name, const Shape *element, Value set, Value some);
Value window_strings(Reference *); /* "" and some that occur in the model */

#endif
