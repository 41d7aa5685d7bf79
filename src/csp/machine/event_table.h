#ifndef CSP_MACHINE_EVENT_TABLE_H
#define CSP_MACHINE_EVENT_TABLE_H

#include "csp/value/numbers.h"

/* The events of a script that occur: 0 is τ, 1 is ✓ (MACHINE_TAU, MACHINE_TICK). */
typedef DatumNumbers EventTable;
EventTable event_table_new(void);

#endif
