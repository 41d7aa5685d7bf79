#ifndef CSP_VALUE_DATUM_IMPL_H
#define CSP_VALUE_DATUM_IMPL_H

#include "csp/value/datum.h"

/* Sorts rows of `width` data by their first datum; rows with equal ones keep their order. */
void datum_sort(const Pool *, Datum *rows, uint32_t count, uint32_t width);

#endif
