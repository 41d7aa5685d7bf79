#ifndef CLI_EVENT_LABELS_H
#define CLI_EVENT_LABELS_H

#include "check/space.h"
#include "model/model.h"

/* What can be seen of the events of two Event-B machines, one of which refines the other:
 * an event is called after the abstract event that it refines, new events are hidden.  If
 * an event refines several, these have one name together.  Parameters that an abstract
 * event and all that refine it have are seen; the others are left to the machines. */
typedef struct {
  const char *const *hidden;     /* of the implementation: as SpaceOptions has them */
  const char *const *renamed[2]; /* of implementation and specification */
  const char *const *arguments[2];
} EventLabels;

/* All of it lives in the arena. */
EventLabels event_labels(Arena *, const Model *impl, const Model *spec);

#endif
