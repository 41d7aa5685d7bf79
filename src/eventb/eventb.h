#ifndef EVENTB_EVENTB_H
#define EVENTB_EVENTB_H

#include "base/map.h"
#include "base/text.h"
#include "eventb/flatten/flatten.h"
#include "syntax/parser.h"

/* Event-B for those who load models: recognises its files and makes machines of
 * classical B out of them (flatten.h). */
bool eventb_is_source(const Source *);
/* Does it name one component of a package or text: FILE.eventb/NAME? */
bool eventb_names_component(const Source *);

/* The main component of the file with all that it is built on, at this level.  Never NULL. */
Unit *eventb_unit(ParseContext *, const Source *, EventbLevel);
/* The components that the file has, with those that they are built on; eventb_project_free frees
 * it.  Never NULL; mistakes are in the diagnostics. */
EventbProject *eventb_read(ParseContext *, const Source *);
/* A formula given by itself, in the notation of Event-B; no substitution.  Words in `declared`
 * are names, whatever they mean otherwise. */
Node *eventb_formula(ParseContext *, const Source *, FormulaKind, const Map *declared);
/* Prints the components of the file in the text notation; mistakes are in the
 * diagnostics.  Gives the name of the main one, or NULL. */
const char *eventb_print(ParseContext *, const Source *, Text *, bool unicode);

#endif
