#ifndef EVENTB_READ_PROJECT_H
#define EVENTB_READ_PROJECT_H

#include "eventb/notation/component.h"

/* The components of a text taken together. */

/* Complains of two components with one name, and of those that are built on themselves. */
void project_check(Diags *, const EventbProject *);
/* Sets `main`: the last machine that no other one refines, or the last context if there is no
 * machine; and `choices` if there are several such machines. */
void project_choose_main(EventbProject *, Arena *);

#endif
