#ifndef EVENTB_EVENTB_H
#define EVENTB_EVENTB_H

#include "base/map.h"
#include "base/text.h"
#include "syntax/parser.h"

/* Event-B for those who load models: recognises its files and makes machines of
 * classical B out of them (flatten.h). */
bool eventb_is_source(const Source *);

/* Which machines of a chain of refinements are meant. */
typedef enum {
  EVENTB_LEVEL_ALL,      /* the main one together with all that it refines */
  EVENTB_LEVEL_OWN,      /* the main one by itself */
  EVENTB_LEVEL_REFINING, /* likewise, as what is compared with the next: its events also have the
                            parameters of what they refine that a witness gives a value */
  EVENTB_LEVEL_REFINED   /* what the main one refines, by itself */
} EventbLevel;

/* The main component of the file with all that it is built on, at this level.  Never NULL. */
Unit *eventb_unit(ParseContext *, const Source *, EventbLevel);
/* A formula given by itself, in the notation of Event-B; no substitution.  Words in `declared`
 * are names, whatever they mean otherwise. */
Node *eventb_formula(ParseContext *, const Source *, FormulaKind, const Map *declared);
/* Prints the components of the file in the text notation; mistakes are in the
 * diagnostics.  Gives the name of the main one, or NULL. */
const char *eventb_print(ParseContext *, const Source *, Text *, bool unicode);
/* Is the file itself in that notation?  The second says so of files that may be of any kind. */
bool eventb_is_text(const Source *);
bool eventb_is_surely_text(const Source *);

/* Of a machine alone: what an event refines.  unit->links has one for each new event, and for
 * each event that an event refines. */
typedef struct EventbLink {
  const Name *event, *abstract;  /* abstract is NULL for a new event */
  const Name *const *parameters; /* of the abstract event, in order; parameters here, too */
  uint32_t count;
  uint32_t own;        /* so many parameters of the event are its own, the first ones */
  const Name *unclear; /* a parameter without a value in the old state, or NULL */
} EventbLink;

#endif
