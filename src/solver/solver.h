#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H

#include "engine/engine.h"

/* Lets the engine use the constraint solver for the names of quantifiers, parameters,
 * constants and free variables, where plain enumeration would be long. */
void solver_install(Engine *);

#endif
