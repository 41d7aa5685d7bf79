#ifndef CSP_MACHINE_UNFOLD_H
#define CSP_MACHINE_UNFOLD_H

#include "csp/machine/network.h"
#include "csp/machine/event_table.h"
#include "csp/machine/source.h"

/* The explicit system of a process: all terms that it can become, numbered breadth first.  NULL:
 * they are more than `most_states`, or it was time to stop.  What goes wrong in one of them belongs
 * to that state. */
Leaf *unfold(ProcessSource *, EventTable *, Datum process, uint32_t most_states, double until);
void leaf_free(Leaf *); /* accepts NULL */

#endif
