#ifndef SESSION_EVENTS_H
#define SESSION_EVENTS_H

#include "session/systems.h"

/* The actions of a system are events of CSP, whatever it is compared with. */
void events_read(Session *, const System *, SpaceOptions *);

/* How many fields the channel of this name of its script has; false: there is none. */
bool events_fields(const System *, const char *channel, uint32_t *count);

/* Where a script of CSP-M is compared with something else, all actions are events of CSP; and those
 * whose names the other side does not have are hidden, if the alphabet is the common one.  Adds
 * that to what is seen of a system. */
void events_see(Session *, const System *, const System *other, int alphabet, SpaceOptions *);

#endif
