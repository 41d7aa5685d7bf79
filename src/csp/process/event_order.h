#ifndef CSP_PROCESS_EVENT_ORDER_H
#define CSP_PROCESS_EVENT_ORDER_H

#include "csp/value/datum.h"

/* The transitive closure of a relation on events, a set of pairs of the greater and the lesser.
 * It is not computed as a whole. */
typedef struct EventOrder EventOrder;
EventOrder *event_order_new(const Pool *, Datum relation);
void event_order_free(EventOrder *); /* accepts NULL */
/* All events above this one, each once, until the next call. */
const Datum *event_order_above(EventOrder *, Datum event, uint32_t *count);

#endif
