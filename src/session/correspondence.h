#ifndef SESSION_CORRESPONDENCE_H
#define SESSION_CORRESPONDENCE_H

#include "session/systems.h"

/* What the user says of how two systems correspond, and what was probably meant otherwise. */

/* Do the view, and the sizes and constants of the options, name things that exist?  One that
 * stands for nothing would be a silent mistake.  False: it was refused. */
bool correspondence_check(Session *, const Systems *, const SystemsView *);

/* Warns where the files seem to be swapped, or nothing that can be seen has the same name. */
void correspondence_warn(Session *, const Systems *);

#endif
