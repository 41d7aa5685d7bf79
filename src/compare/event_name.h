#ifndef COMPARE_EVENT_NAME_H
#define COMPARE_EVENT_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* Names of operations and values that are no names of CSP-M are written in another way in a script:
 * m.inc is m_inc', tau is tau'.  All have a prime at the end, and different names stay different: a
 * dot before a letter is _, a _ is __, other characters are their code, _03b1_; what does not begin
 * with a letter, or is taken for something else, has x_0_ in front. */

/* An operation one of whose results has no value is the event op.undefined2: this and the number of
 * the value come after its name. */
#define EVENT_UNDEFINED ".undefined"

/* Can it be written as it is?  It is an identifier, and neither reserved, built in nor used by
 * exported scripts for themselves. */
bool event_name_fits(const char *name);
/* As it is written in a script. */
void event_name_add(Text *, const char *name);
/* As it is written if it would fit, but is taken. */
void event_name_add_taken(Text *, const char *name);
/* The name that is written so in a script with these names (they end with NULL): itself, where
 * another one of them is meant by that. */
void event_name_read(Text *, const char *written, const char *const *names);

#endif
