#ifndef PROVE_TERM_MAKE_H
#define PROVE_TERM_MAKE_H

#include "prove/term/term.h"

/* Terms in normal form (term.h).  The functions simplify what is obvious: constants, double
 * negations, membership in a set that is written out, equality of pairs, sums.  Each of these steps
 * is an equivalence; prover and checker trust them alike. */
Term make_not(Bank *, Term);
Term make_and(Bank *, const Term *, uint32_t);
Term make_or(Bank *, const Term *, uint32_t);
Term make_and2(Bank *, Term, Term);
Term make_or2(Bank *, Term, Term);
Term make_implies(Bank *, Term, Term);
Term make_iff(Bank *, Term, Term);
Term make_equal(Bank *, Term, Term);
/* Of two integers that a congruence is to know as equal: not solved for a summand. */
Term make_equal_raw(Bank *, Term, Term);
Term make_member(Bank *, Term, Term set);
Term make_subset(Bank *, Term, Term);
Term make_at_most(Bank *, Term, Term); /* integers */
Term make_number(Bank *, int64_t);
Term make_pair(Bank *, Term, Term);
Term make_first(Bank *, Term pair);
Term make_second(Bank *, Term pair);

/* Binders: names[i] has sort sorts[i] and is OP_BOUND number count-1-i in the body. */
Term make_forall(Bank *, const Sort *, uint32_t count, Term body);
Term make_exists(Bank *, const Sort *, uint32_t count, Term body);
Term make_bound(Bank *, Sort, uint32_t which);

/* The operator or node of that kind with these children: what the functions above make, if it is
 * one of theirs.  `sort` is that of the result. */
Term make_term(Bank *, uint32_t op, Sort, int64_t payload, const Term *, uint32_t count);

/* The i-th value that makes a FORALL false, as a choice. */
Term make_choice(Bank *, Term forall, uint32_t i);
/* The body of a binder with closed values for its names (its first child behind the sorts, or the
 * `which`-th). */
Term make_instance(Bank *, Term binder, uint32_t which, const Term *values);
/* `inner` names that are bound further in stay; of the others the innermost get values. */
Term make_replace(Bank *, Term, uint32_t inner, const Term *values, uint32_t count);
/* The same term where the names that are bound outside are further away by `by`. */
Term make_lift(Bank *, Term, uint32_t by);
Sort make_binder_sort(const Bank *, Term binder, uint32_t i);

/* All values of BOOL or of a small enumerated set, to be freed.  False: it is neither. */
bool make_sort_values(Bank *, Sort, Term **values, uint32_t *count);

#endif
