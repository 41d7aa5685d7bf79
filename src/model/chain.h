#ifndef MODEL_CHAIN_H
#define MODEL_CHAIN_H

#include "model/model.h"

/* A refinement of classical B together with what it refines, as the B method reads it.  The
 * state has the variables of all levels: those of the main machine (level 0), of the machine
 * that it refines (level 1), of what that refines, … .  For each operation
 *
 *     PRE  the preconditions of all levels above, which are assumed
 *     THEN REFINED(results, the operation of level 0, ABSTRACTION(level 1), …)  END
 *
 * is made.  Every outcome of the operation of level 0 must be matched: by an outcome of
 * level 1 with the same results after which the conjuncts hold that glue it, then by one of
 * level 2, … .  Each way to match it is an outcome of the whole; if there is none, that is a
 * false claim.  So gluing conjuncts are not invariants of states: they hold after each step,
 * or the step is at fault.  A precondition of level 0 is a claim, too.
 *
 * The initialisations are treated in the same way.  Machines that are only seen belong to no
 * level. */
void chain_build(ParseContext *, Model *);

/* Local operations: a call must satisfy the precondition of the specification, which becomes that
 * of the body.  That the body does what is specified is not shown: a warning says so. */
void chain_claim_local(ParseContext *, Model *);

/* For a refinement without its chain: parameters of which it says nothing get the conjuncts of
 * the refined preconditions that speak of them and of no variable. */
void chain_type_parameters(Model *);

/* Does an invariant of this machine mention a variable of a level above it? */
bool chain_glues(const Node *invariant, const Machine *);

/* A substitution of a level above, with the variables and operations of this level that have the
 * same names; NULL if there are none. */
Node *chain_copy(Model *, const Node *, uint32_t level);

#endif
