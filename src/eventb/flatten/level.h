#ifndef EVENTB_FLATTEN_LEVEL_H
#define EVENTB_FLATTEN_LEVEL_H

#include "base/names.h"

/* Which machines of a chain of refinements are meant. */
typedef enum {
  EVENTB_LEVEL_ALL,      /* the main one together with all that it refines */
  EVENTB_LEVEL_OWN,      /* the main one by itself */
  EVENTB_LEVEL_REFINING, /* likewise, as what is compared with the next: its events also have the
                            parameters of what they refine that a witness gives a value */
  EVENTB_LEVEL_REFINED   /* what the main one refines, by itself */
} EventbLevel;

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
