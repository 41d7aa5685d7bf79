#ifndef SESSION_VIEWS_H
#define SESSION_VIEWS_H

#include "compare/space.h"
#include "model/model.h"

/* What is seen of the events of a refinement: those that refine an event are called like
 * it and have its parameters, found by their names; those that refine several have a view for
 * each; new ones are hidden.  Where that is
 * not clear, the space of the specification is told.  Events that are renamed (a list as in
 * SpaceOptions) are called what the user says, and have the parameters of what is called so,
 * if they have these.  `spec` and the space may be NULL. */
const SpaceView *views_find(Arena *, const Model *impl, const Model *spec, Space *,
                            const char *const *renamed, uint32_t *count);

#endif
