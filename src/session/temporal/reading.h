#ifndef SESSION_TEMPORAL_READING_H
#define SESSION_TEMPORAL_READING_H

#include "session/system.h"
#include "temporal/notation/formula.h"

/* Formulas of temporal logic that are about a system.  Names in model->known may be used. */

/* NULL: there are mistakes, which are in the diagnostics. */
const Temporal *temporal_read(Session *, const System *, const Source *, TemporalLogic);
/* An assumption for all formulas, `weak`, `strong` or its text; NULL gives NULL.  False: it has
 * mistakes. */
bool temporal_read_assumption(Session *, const System *, const char *fair, const Temporal **);

#endif
