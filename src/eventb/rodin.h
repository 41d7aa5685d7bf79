#ifndef EVENTB_RODIN_H
#define EVENTB_RODIN_H

#include "eventb/component.h"

/* Reads a component of a Rodin project (.bum, .buc, or the checked .bcm, .bcc) and all
 * components that it refers to, which lie in the same folder or archive.  Sources are
 * preferred; where one is missing, the checked file is taken.  Never NULL; mistakes are
 * in the diagnostics; `main` is the component of the source itself. */
EventbProject *rodin_read(ParseContext *, const Source *);

#endif
