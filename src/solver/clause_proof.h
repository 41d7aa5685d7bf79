#ifndef SOLVER_CLAUSE_PROOF_H
#define SOLVER_CLAUSE_PROOF_H

#include <stdbool.h>
#include <stdint.h>

/* A proof that clauses have no model, written down while a SAT solver looks for one, and checked
 * without it: each clause that the solver learned must follow from those before it by *reverse unit
 * propagation* (where all its literals are false, clauses with one literal left end in a
 * contradiction), and in the end there is a contradiction without any assumption.
 *
 * The check shares nothing with the solver: that clauses are refuted depends on this module alone.
 * What the solver forgets later stays in the proof.
 *
 * Literals are numbers other than 0, negated ones negative. */
typedef struct ClauseProof ClauseProof;

ClauseProof *clause_proof_new(void);
void clause_proof_free(ClauseProof *); /* accepts NULL */

/* The next literal of a clause that is given; 0 ends it. */
void clause_proof_give(ClauseProof *, int literal);
/* A clause that follows, so somebody says; 0 ends it. */
void clause_proof_learn(ClauseProof *, const int *literals);

/* Did it become longer than is kept?  Then it refutes nothing. */
bool clause_proof_is_too_long(const ClauseProof *);
uint32_t clause_proof_learned(const ClauseProof *); /* clauses */

/* Do the given clauses surely contradict each other?  False: a step does not follow, there is no
 * contradiction at the end, or `go_on`, which is asked now and then, is false. */
bool clause_proof_check(const ClauseProof *, bool (*go_on)(void *context), void *context);

#endif
