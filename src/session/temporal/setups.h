#ifndef SESSION_TEMPORAL_SETUPS_H
#define SESSION_TEMPORAL_SETUPS_H

#include "session/temporal/temporal_check.h"

/* A formula with quantifiers means something else for each set-up of constants, so initial states
 * are taken by these: a run of them at a time. */
bool formula_is_quantified(const Temporal *);
/* The end of the run that begins with this initial state; its constants are what formulas are meant
 * with from now on. */
uint32_t setups_enter(const TemporalChecked *, bool quantified, uint32_t first);

#endif
