#ifndef LTS_B_MACHINE_H
#define LTS_B_MACHINE_H

#include "engine/engine.h"
#include "lts/lts.h"

/* A B model as a transition system, run by the reference interpreter.  A row is
 * the values of the constants, then those of the variables.  The first labels
 * are LABEL_SETUP and LABEL_INITIALISATION, then the operations.  The predicates
 * are the invariants (those that can be evaluated), then the assertions. */
enum { LABEL_SETUP, LABEL_INITIALISATION, LABEL_OPERATION };

Lts *b_machine_new(Engine *);

#endif
