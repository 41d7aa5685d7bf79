#ifndef SESSION_PROVE_OBLIGATIONS_H
#define SESSION_PROVE_OBLIGATIONS_H

#include "prove/sequent/sequent.h"
#include "session/session.h"

/* The proof obligations of what a user names: of one component, or of all components of a project.
 * They live as long as the session. */
typedef VEC(Obligations *) ObligationsList;

/* Of a machine, refinement, implementation, context or project.  False: it was refused, or there
 * are mistakes in the diagnostics. */
bool obligations_of_source(Session *, const Source *, bool deadlock, ObligationsList *);

/* Does the predicate hold for all values of its names?  With a model, of those that satisfy its
 * properties and its invariant.  False: there are mistakes in it. */
bool obligations_of_predicate(Session *, Model *scope, const Source *, ObligationsList *);

#endif
