#ifndef SESSION_ASSUMPTION_H
#define SESSION_ASSUMPTION_H

#include "compare/assume.h"
#include "session/system.h"

/* A refinement of classical B against what it refines, where calls that the refined preconditions
 * forbid are not made (compare/assume.h). */
typedef struct {
  const System *system; /* the refinement together with what it refines */
  AssumeParts parts;
  Assumed *x; /* what was found */
} Assumption;

void assumption_run(Session *, const System *, Assumption *);
void assumption_close(Assumption *); /* before the system */

#endif
