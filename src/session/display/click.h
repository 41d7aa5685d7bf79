#ifndef SESSION_DISPLAY_CLICK_H
#define SESSION_DISPLAY_CLICK_H

#include "session/display/display.h"

/* What a click on a cell can do: the steps that the substitution of the model calls there and that
 * are possible in this state.  What is not well-defined in the substitution calls nothing. */
typedef struct {
  VEC(uint32_t) steps; /* indices in Animator.enabled, ascending, each once */
  bool incomplete;     /* there may be more */
} ClickSteps;

/* `places` are the column and the row, numbers of the grid itself; of a drag also those of the
 * cell where it ends. */
void click_find(Display *, const DisplayClick *, const int64_t *places, ClickSteps *);
void click_free(ClickSteps *);

#endif
