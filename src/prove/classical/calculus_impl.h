#ifndef PROVE_CLASSICAL_CALCULUS_IMPL_H
#define PROVE_CLASSICAL_CALCULUS_IMPL_H

#include "prove/classical/calculus.h"

/* What the rules of the calculus share. */

/* ---- parts of predicates (calculus_part.c) */

/* `predicate` is a condition of this way: P => …, or P & … if the way is only one of several. */
Node *calculus_given(Calculus *, Node *predicate, const Env *, const Then *);
/* The same; it must hold if it is claimed. */
Node *calculus_claim(Calculus *, bool claimed, Node *predicate, const Env *, const Then *);
/* The formula, at this point, must have a value if that is claimed. */
Node *calculus_claim_value(Calculus *, Node *formula, const Env *, const Then *);
/* The same where x$0 is the value of x in `before`. */
Node *calculus_claim_value_since(Calculus *, Node *formula, const Env *, const Env *before,
                                 const Then *);
/* For all values of these new names, or for some of them. */
Node *calculus_choose(Calculus *, Symbol *const *, uint32_t count, SequentRole, const Env *,
                      const Then *);
/* P => rest, or P & rest if it is one of several ways. */
Node *calculus_guarded(const Calculus *, Node *predicate, Node *rest);
/* #names.body, where names that must have a certain value get it. */
Node *calculus_exists(const Calculus *, Symbol *const *, uint32_t count, Node *body);
/* Something that there is no rule for. */
Node *calculus_cannot(Calculus *, const char *what);

/* ---- rules */
Node *calculus_assignment(Calculus *, const Node *, const Env *, const Then *);
Node *calculus_becomes_in(Calculus *, const Node *, const Env *, const Then *);
Node *calculus_becomes_such(Calculus *, const Node *, const Env *, const Then *);
Node *calculus_if(Calculus *, const Node *, const Env *, const Then *);
Node *calculus_select(Calculus *, const Node *, const Env *, const Then *);
Node *calculus_case(Calculus *, const Node *, const Env *, const Then *);
Node *calculus_choice(Calculus *, const Node *, const Env *, const Then *);
Node *calculus_any(Calculus *, const Node *, const Env *, const Then *);
Node *calculus_let(Calculus *, const Node *, const Env *, const Then *);
Node *calculus_var(Calculus *, const Node *, const Env *, const Then *);
Node *calculus_while(Calculus *, const Node *, const Env *, const Then *);
Node *calculus_call(Calculus *, const Node *, const Env *, const Then *);
Node *calculus_parts(Calculus *, const Node *, const Env *, const Then *);
Node *calculus_joined(Calculus *, Node *, const Env *, const Then *);

/* x := value, f(i) := value, r'a := value at this point; `from` is where their arguments are
 * evaluated. */
const Env *calculus_assign(Calculus *, const Env *from, const Env *to, Node *target, Node *value);

/* Can it assign to a name of the point where it begins?  Those, each once. */
void calculus_written(const Node *, const Env *, Symbols *);
/* May there be no way through it? */
bool calculus_may_block(const Node *);
/* Has it claims that are asked for? */
bool calculus_has_claims(const Calculus *, const Node *);
bool calculus_has_loop(const Node *);
/* Is the expression too large to be put in where it may be needed more than once? */
bool calculus_is_large(const Node *);
/* The substitution itself, behind BEGIN, definitions, labels. */
Node *calculus_bare(Node *);

#endif
