#ifndef ENGINE_SETUP_H
#define ENGINE_SETUP_H

#include "engine/reference.h"

/* Gives the constants of the engine's model values that satisfy the PROPERTIES:
 * the first solution that is found.  TRUE: done; FALSE: there are none;
 * UNKNOWN: none was found for certain (engine->cause); the constants have values
 * that nothing refuted, if there are any. */
Truth setup_constants(Reference *);

/* Runs the initialisation and gives the variables the values of its first
 * outcome.  FALSE: it has none; FAULT: it is not well-defined. */
Truth setup_variables(Reference *);

#endif
