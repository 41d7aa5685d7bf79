#ifndef ENGINE_EXTERNAL_H
#define ENGINE_EXTERNAL_H

#include "engine/reference.h"

/* Functions, predicates and substitutions whose meaning is built in: those of the
 * bundled definition files and a few that models declare themselves.
 * externals.def lists them.
 *
 * A value depends on the arguments, the model and the files read, never on earlier
 * calls: so random functions give equal results for equal arguments, and the
 * functions that read on in an open file are unknown.  The exceptions are the clock
 * and the standard input. */

/* NODE_EXTERNAL as an expression.  Predicates and substitutions are evaluated too:
 * to a value of BOOL, and to TRUE. */
Value eval_external(Reference *, const Node *);
/* NODE_EXTERNAL as a predicate. */
Truth external_truth(Reference *, const Node *);
/* NODE_EXTERNAL as a substitution: true if it was performed; it acts as skip.  False
 * if an argument has no value or the call failed: engine->cause says why. */
bool external_perform(Reference *, const Node *);

/* Has the call of a function a value whatever the values of its arguments are? */
bool external_is_total(Reference *, const Node *);

/* Are its values integers that are not negative? */
bool external_is_natural(const Node *);

/* Whether the name has a built-in meaning. */
bool external_is_known(const char *name);

#endif
