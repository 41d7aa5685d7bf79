#ifndef EVENTB_NOTATION_PRINT_FORMULA_H
#define EVENTB_NOTATION_PRINT_FORMULA_H

#include "base/text.h"
#include "eventb/notation/component.h"

/* A formula or assignment in the notation of Event-B, on one line, with the brackets
 * that Rodin asks for.  Reading the text again gives an equal tree. */
void eventb_print_formula(Text *, const Node *, bool unicode);
/* Is there such a notation for everything in the formula?  It may be a resolved one. */
bool eventb_can_print(const Node *);
/* The component in the text notation. */
void eventb_print_component(Text *, const EventbComponent *, bool unicode);

#endif
