#ifndef SESSION_PROVE_OBLIGATIONS_H
#define SESSION_PROVE_OBLIGATIONS_H

#include "prove/sequent/sequent.h"
#include "session/session.h"

/* The proof obligations of what a user names: of one component, or of all components of a project.
 * They live as long as the session, but for the vectors. */
typedef VEC(Obligations *) ObligationsList;
void obligations_free(ObligationsList *);

/* What the options say of MAXINT and MININT counts for the proofs about a model, too: where numbers
 * are machine integers, a search for values is one for these. */
void obligations_take_preferences(Session *, Model *);

/* Of a machine, refinement, implementation, context.  False: it was refused, or there are mistakes
 * in the diagnostics. */
bool obligations_of_source(Session *, const Source *, bool deadlock, ObligationsList *);
bool obligations_of_eventb(Session *, const Source *, bool deadlock, ObligationsList *);
/* Of all components of a project of Rodin: a folder or an archive. */
bool obligations_of_project(Session *, const char *path, bool deadlock, ObligationsList *);

/* Does the predicate hold for all values of its names, and has it a truth value for them?  With a
 * model, of those that satisfy its properties and its invariant.  False: there are mistakes in it.
 */
bool obligations_of_predicate(Session *, Model *scope, const Source *, ObligationsList *);

#endif
