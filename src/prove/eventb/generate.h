#ifndef PROVE_EVENTB_GENERATE_H
#define PROVE_EVENTB_GENERATE_H

#include "eventb/eventb.h"
#include "prove/sequent/sequent.h"

/* The proof obligations of Event-B, with the names and goals that Rodin gives them. */

/* Those of one component of the project; with `deadlock` also DLF, that a machine does not stop.
 * NULL: there are mistakes in it, in the diagnostics.  All of it lives in the arena of the context,
 * but for `model` and the vector `list`: the model is for the caller to free, also after NULL,
 * unless there is none. */
Obligations *eventb_obligations(ParseContext *, const EventbProject *, const EventbComponent *,
                                bool deadlock, Model **model);

#endif
