#ifndef EVENTB_TEXT_H
#define EVENTB_TEXT_H

#include "eventb/component.h"

/* The text notation: machine … end, context … end, as Camille for Rodin has it.  A file
 * has one or more components; others are looked for beside it, in files NAME.eventb,
 * NAME.bum and NAME.buc. */

/* Never NULL; mistakes are in the diagnostics.  `main` is the last machine that no other
 * one of the file refines, or else the last context. */
EventbProject *eventb_read_text(ParseContext *, const Source *);

#endif
