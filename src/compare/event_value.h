#ifndef COMPARE_EVENT_VALUE_H
#define COMPARE_EVENT_VALUE_H

#include "base/text.h"

/* Adds a value of B, or an event of CSP-M, in a form that both have: pairs (a,b), true and false,
 * sequences as sets of pairs, strings without quotes. */
void event_add_value(Text *, const char *text);

#endif
