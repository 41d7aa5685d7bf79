#ifndef COMPARE_CANONICAL_H
#define COMPARE_CANONICAL_H

#include "base/text.h"

/* The text of a label or value in a form that is the same in all systems: the elements of
 * sets are printed in the order of their types, which differs where an enumerated set is
 * listed in another order; here they are ordered by their texts.  Nothing else changes,
 * and a text whose brackets do not match stays as it is. */
void canonical_add(Text *, const char *text, size_t length);

#endif
