#ifndef CSP_MACHINE_PRIORITIES_H
#define CSP_MACHINE_PRIORITIES_H

#include "csp/machine/network.h"
#include "csp/machine/event_table.h"
#include "csp/machine/source.h"

/* What a term PRIORITISE or PRIORITY_ORDER says of the events of the table. */
void priorities_of(ProcessSource *, const EventTable *, Datum term, Priorities *);

#endif
