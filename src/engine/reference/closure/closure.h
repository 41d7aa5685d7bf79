#ifndef ENGINE_CLOSURE_H
#define ENGINE_CLOSURE_H

#include "engine/reference/set/sets.h"

/* Closures: sets that are given by a formula and the values of the names that it captured. */

/* ---- ref_closure.c */
Value closure_of(Reference *, const Node *);
/* %x.(P|E) that has no free names, apart from functions; never written out. */
Value closure_of_function(Reference *, const Node *lambda);
Value closure_of_operator(Reference *, const Node *, const Value *operands);
const Node *closure_node(const Reference *, Value closure);
/* A part of A \/ B that is a closure.  Binders are not evaluated: a function may be defined by
 * itself. */
Value closure_part_of_union(Reference *, const Node *, uint32_t i);
Truth closure_member(Reference *, const Shape *element, Value x, Value closure);
/* Is it a part of the set?  UNKNOWN if neither an element outside was found nor that there is none.
 */
Truth closure_within(Reference *, const Shape *element, Value closure, Value set);
Value closure_expand(Reference *, Value closure, Span);
/* Binds the names that the closure has captured, and lets go of them. */
const Closure *closure_enter(Reference *, Value closure);
void closure_leave(Reference *, const Closure *);

/* ---- ref_closure_image.c */
Value closure_image(Reference *, const Shape *relation, Value closure, Value x, Span);
/* The value of a lambda at x, which may be a set that is not written out.  False: the closure is
 * no lambda, or x is not in its domain. */
bool closure_value(Reference *, Value closure, Value x, Value *value);
/* The x with x|->y in the closure, explicit; `relation` is the shape of its inverse. */
Value closure_inverse_image(Reference *, const Shape *relation, Value closure, Value y, Span);

void closure_make_equation(Reference *, Closure *); /* of a lambda, unless it is made */

/* ---- ref_collect.c: over all solutions of a predicate */
/* The set, written out; VALUE_UNKNOWN if that is not possible. */
Value ref_binder_written_out(Reference *, const Node *);
Value ref_sum_or_product(Reference *, const Node *);
Value ref_quantified_sets(Reference *, const Node *); /* UNION and INTER */

/* ---- ref_old.c: the tree with names in the place of x$0, always the same one.  They are bound;
 * *bound counts them. */
typedef struct OldNames OldNames;
const Node *ref_bind_old(Reference *, const Node *, uint32_t *bound);

/* ---- ref_function.c */
/* Surely the same function?  False says nothing. */
bool closure_is_same_function(Reference *, const Shape *relation, Value, Value);

/* ---- ref_arrow.c: is the lazy relation one of from --> to, or whatever is demanded?  Its form may
 * tell, or else some pairs of an infinite one refute it. */
Truth closure_arrow_by_form(Reference *, const Shape *relation, Value x, Value from, Value to,
                            Demands);
Truth closure_arrow_by_pairs(Reference *, const Shape *relation, Value x, Value from, Value to,
                             Demands);
/* A few elements, if they are easily found. */
void closure_some_elements(Reference *, const Shape *element, Value set, Values *);

#endif
