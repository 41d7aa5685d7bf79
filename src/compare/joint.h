#ifndef COMPARE_JOINT_H
#define COMPARE_JOINT_H

#include "compare/simulate.h"

/* The pairs of a simulation that the two systems reach together: from related
 * initial states, by steps of both to related states.  They are a simulation, too: of a
 * downward one this is the part that matters.  Of an upward simulation all pairs are. */
/* Ascending by c, then a.  Where a limit stops one of the spaces, some are missing. */
PairList joint_pairs(const Simulation *, Space *impl, Space *spec, bool upward);

#endif
