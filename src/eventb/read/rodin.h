#ifndef EVENTB_READ_RODIN_H
#define EVENTB_READ_RODIN_H

#include "eventb/notation/component.h"

/* Reads a component of a Rodin project (.bum, .buc, or the checked .bcm, .bcc) and all
 * components that it refers to, which lie in the same folder or archive.  For a source
 * these are sources, and checked files where a source is missing; for a checked file they
 * are checked files, and sources where those are newer or the checked file is missing.  A
 * checked file that is older than its source is replaced by it, with a warning.  Never
 * NULL; mistakes are in the diagnostics; `as_written`: uses of operators of theories stay
 * DEF_CALLs; `main` is the component of the source itself. */
EventbProject *rodin_read(ParseContext *, const Source *, bool as_written);

#endif
