#ifndef CSP_VALUE_NUMBERS_H
#define CSP_VALUE_NUMBERS_H

#include "base/vec.h"
#include "csp/value/datum.h"

/* Data of one pool, numbered 0, 1, 2 … in the order in which they were met.
 * DatumNumbers n = {0}; */
#define NO_NUMBER UINT32_MAX

typedef struct {
  VEC(Datum) all;
  uint32_t *slots, capacity; /* open addressing: number + 1 */
} DatumNumbers;

uint32_t datum_numbers_add(DatumNumbers *, Datum);
uint32_t datum_numbers_find(const DatumNumbers *, Datum); /* NO_NUMBER: it was not met */
void datum_numbers_free(DatumNumbers *);

#endif
