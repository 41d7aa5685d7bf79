#ifndef REPORT_CHANGE_H
#define REPORT_CHANGE_H

#include "base/text.h"
#include "lts/lts.h"

/* What a step changes in the value of a column, if that is less than the whole value: the points
 * of a function, the fields of a record.
 *
 *     f(3): 1 → 2, f(4): 0 → 1          r'size: 1 → 2
 *
 * False, and nothing is added, where the value says more by itself. */
bool change_print(Text *, Lts *, uint32_t column, Value before, Value after);

#endif
