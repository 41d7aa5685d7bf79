#ifndef SESSION_TEMPORAL_VACUITY_H
#define SESSION_TEMPORAL_VACUITY_H

#include "session/temporal/temporal_check.h"

/* Formulas that hold for no better reason than that a premise of theirs never comes true are told
 * why (`vacuous`).  Another search for each premise, which ends where the premise is met; it
 * changes no verdict, and says nothing if a limit is reached. */
void vacuity_find(TemporalChecked *, const StateId *initial);

#endif
