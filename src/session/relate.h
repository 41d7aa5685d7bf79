#ifndef SESSION_RELATE_H
#define SESSION_RELATE_H

#include "compare/refine.h"
#include "compare/simulate.h"
#include "session/systems.h"

/* Looking for a simulation between the two systems of a comparison. */

typedef struct {
  SimulateOptions semantics; /* `upward` and `play` do not count */
  bool semantics_given;      /* if not, what is refused is given up at last */
  /* ANY: downward, then upward, then between sets of states, which decides. */
  enum { RELATE_ANY, RELATE_DOWNWARD, RELATE_UPWARD } direction;
} RelateRequest;

typedef struct {
  Systems *systems;
  SimulateOptions options; /* of what was looked at last */
  Simulation *x;           /* what was found; NULL: not all states could be explored */
  Refinement *powerset;    /* between sets of states, if that decides; or NULL */
  Refinement *refuted;     /* what was asked for first, if `x` is about traces only; or NULL */
} Related;

void relate_run(Systems *, const RelateRequest *, Related *);
void relate_close(Related *);

#endif
