#ifndef EVENTB_READ_COMPONENT_TEXT_H
#define EVENTB_READ_COMPONENT_TEXT_H

#include "eventb/notation/component.h"

/* The text notation: machine … end, context … end, as Camille for Rodin has it.  A file
 * has one or more components; others are looked for beside it, in files NAME.eventb,
 * NAME.bum and NAME.buc. */

/* Never NULL; mistakes are in the diagnostics.  `main` is the last machine that no other
 * one of the file refines, or else the last context. */
EventbProject *eventb_read_text(ParseContext *, const Source *);

/* Is the file itself in that notation?  The second says so of files that may be of any kind. */
bool eventb_is_text(const Source *);
bool eventb_is_surely_text(const Source *);

#endif
