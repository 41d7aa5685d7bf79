#ifndef EVENTB_EVENTB_H
#define EVENTB_EVENTB_H

#include "syntax/parser.h"

/* Event-B for those who load models: recognises its files and makes machines of
 * classical B out of them (flatten.h). */
bool eventb_is_source(const Source *);
/* The main component of the file with all that it is built on.  Never NULL. */
Unit *eventb_unit(ParseContext *, const Source *);

#endif
