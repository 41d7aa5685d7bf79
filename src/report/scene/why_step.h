#ifndef REPORT_SCENE_WHY_STEP_H
#define REPORT_SCENE_WHY_STEP_H

#include "engine/reference/execute/why.h"
#include "report/scene/choice.h"

/* Why no transition fits a choice of one operation, in the current state: the conjuncts of the
 * guard that are not TRUE, or what the guiding process refuses; in the arena.  NULL: there is
 * nothing to say. */
const Why *why_step_disabled(Scene *, const Choice *, Arena *);

/* Adds the first of them: `: x > 5 is FALSE (x = 3)`, or nothing. */
void why_step_first(const Why *, Text *);

#endif
