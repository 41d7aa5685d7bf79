#ifndef EVENTB_READ_PACKAGE_H
#define EVENTB_READ_PACKAGE_H

#include "eventb/notation/component.h"

/* Reads a package as ProB's plug-in for Rodin writes it (.eventb): Prolog facts that
 * hold the trees of a machine, its abstractions and the contexts that they see.
 * Never NULL; mistakes are in the diagnostics.  Trees are made in the context's
 * arena. */
EventbProject *package_read(ParseContext *, const Source *);

#endif
