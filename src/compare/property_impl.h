#ifndef COMPARE_PROPERTY_IMPL_H
#define COMPARE_PROPERTY_IMPL_H

#include "compare/levels.h"
#include "compare/property.h"

Property *property_new(void);
/* What is known once the search has ended: it holds if nothing was found and all is known. */
void property_settle(Property *, const Space *);

/* The shortest way along these visible actions to a state that is wanted; false: there is none, or
 * a limit was reached. */
typedef bool WantedState(void *context, StateId);
bool property_follow(Space *, const uint32_t *actions, uint32_t count, WantedState *, void *context,
                     RefineSteps *);
/* The same to a state that refuses the action `refused`: sets found, kind, steps and refused. */
void property_find_refusal(Property *, Space *, CounterKind, const uint32_t *actions,
                           uint32_t count, uint32_t refused);
/* Does the state certainly refuse the action: is it stable, and all its steps are known? */
bool property_refuses(Space *, StateId, uint32_t action);

#endif
