#ifndef ENGINE_SETUP_H
#define ENGINE_SETUP_H

#include "engine/reference/reference.h"

/* What it takes to set up the constants of a model, for all who do. */
typedef struct {
  Symbols names;                /* the constants to be found */
  VEC(const Node *) properties; /* what restricts them, where some may be defined pointwise */
  VEC(const Node *) written;    /* the same, as the model has them */
} SetupProblem;

/* Fills the problem, which may be used again.  With `fix`, constants that must be different
 * elements of a deferred set get fixed ones in the engine and need not be found; nothing but names
 * of elements is lost by that. */
void setup_pose(SetupProblem *, Engine *, bool fix);
const Node *setup_conjunction(const SetupProblem *, Engine *); /* of the properties */
void setup_problem_free(SetupProblem *);

/* Constants, or variables, without values. */
void setup_clear_constants(Engine *);
void setup_clear_variables(Engine *);

/* Gives the constants of the engine's model values that satisfy the PROPERTIES:
 * the first solution that is found.  TRUE: done; FALSE: there are none;
 * UNKNOWN: none was found for certain (engine->cause); the constants have values
 * that nothing refuted, if there are any. */
Truth setup_constants(Reference *);

/* Runs the initialisation and gives the variables the values of its first
 * outcome.  FALSE: it has none; FAULT: it is not well-defined. */
Truth setup_variables(Reference *);

/* Is there another set-up of the constants, or another initial state, in which one of the names has
 * another value than in the engine now?  Only what is found counts; the limits of the engine end
 * the search.  Variables may have other values for other constants that the
 * initialisation mentions: these count then. */
bool setup_varies(Reference *, const Symbol *const *names, uint32_t count);

#endif
