#ifndef CSP_MACHINE_PRODUCT_H
#define CSP_MACHINE_PRODUCT_H

#include "csp/machine/network.h"
#include "csp/machine/source.h"

/* The explicit system of a network, states numbered breadth first.  NULL: they are more than
 * `most_states`, something went wrong in one of them, or it was time to stop. */
Component *product_component(const Network *, ProcessSource *, uint32_t most_states);

#endif
