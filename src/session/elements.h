#ifndef SESSION_ELEMENTS_H
#define SESSION_ELEMENTS_H

#include "engine/engine.h"
#include "session/session.h"

/* Elements of deferred sets in formulas that users give: they have the names that they are printed
 * with, S1, S2 … of S, unless a name of the model is in the way. */

/* Tells each as a symbol of kind SYMBOL_ELEMENT, whose value every evaluator knows; to be added to
 * model->known.  Symbols live as long as the session. */
typedef void ElementTold(void *context, Symbol *);
void elements_tell(Session *, Model *, Engine *, ElementTold *, void *context);

/* They are the names that model->known has. */
void elements_know(Session *, Model *, Engine *);

/* Is the formula about such an element?  Then set-ups of constants that differ only by their names
 * are not the same. */
bool elements_are_named(const Node *);

#endif
