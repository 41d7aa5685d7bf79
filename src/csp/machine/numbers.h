#ifndef CSP_MACHINE_NUMBERS_H
#define CSP_MACHINE_NUMBERS_H

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

/* The events of a script that occur: 0 is τ, 1 is ✓ (MACHINE_TAU, MACHINE_TICK). */
typedef DatumNumbers EventTable;
EventTable event_table_new(void);

#endif
