#ifndef ENGINE_SETS_H
#define ENGINE_SETS_H

#include "engine/reference/walk.h"

/* Sets in every form: written out, or lazy (engine/lazy.h).  Membership, equality and expansion are
 * declared in reference.h. */

static inline bool is_lazy(Value v) { return value_tag(v) == TAG_LAZY; }

/* ---- ref_build.c: explicit sets */
/* The elements in order; false if the set has no expansion (*none says why). */
bool ref_elements(Reference *, const Shape *element, Value set, Span, Values *, Value *none);
/* VALUE_UNKNOWN if the elements hold lazy sets and it is not known which are equal. */
Value ref_build(Reference *, const Shape *element, Values *);          /* frees the vector */
Value ref_build_distinct(Reference *, const Shape *element, Values *); /* no two are equal */
Value ref_singleton(Reference *, const Shape *element, Value);

/* ---- ref_lazy.c */
Value ref_lazy(Reference *, LazyKind, Value a, Value b); /* VALUE_UNDEFINED: no such part */
Value ref_all_elements(Reference *, const Shape *);      /* of a given set or BOOL */
Value ref_whole_type(Reference *, const Shape *);        /* the set of all its values */
bool ref_is_whole_type(Reference *, const Shape *element, Value set);
/* The set of that expression; POW(S), A --> B, seq(S) and the like are lazy however
 * small: enough to ask for members or for their number. */
Value ref_eval_unexpanded(Reference *, const Node *);
Demands ref_arrow_demands(LazyKind);
Truth ref_is_finite(Reference *, const Shape *element, Value);
Truth ref_is_empty(Reference *, const Shape *element, Value);
Truth ref_included(Reference *, const Shape *element, Value, Value);
bool ref_integer_bounds(Reference *, Value set, Value *low,
                        Value *high); /* VALUE_UNDEFINED: none */

/* ---- ref_equal.c */
Truth ref_strictly_included(Reference *, const Shape *set, Value, Value); /* S <<: T */

/* ---- ref_cardinality.c, ref_expand.c */
Value ref_cardinality(Reference *, const Shape *element, Value, Span);
/* Written out if it is small, else lazy. */
Value ref_lazy_or_explicit(Reference *, const Shape *element, Value, Span);
Value ref_expand_inverse(Reference *, const Shape *pair, Value relation, Span);

/* ---- ref_form.c */
/* What the forms of two sets say of a <: b; TRUTH_UNKNOWN: nothing. */
Truth ref_included_by_form(Reference *, const Shape *element, Value a, Value b);
/* The least and the greatest element of a set of integers that is not written out; VALUE_UNDEFINED:
 * it has none.  False: not known, or there is no element. */
bool ref_integer_ends(Reference *, Value set, Value *low, Value *high);
/* Comprehension sets that are written alike?  False says nothing. */
bool ref_is_same_closure(Reference *, Value, Value);

/* ---- ref_algebra.c */
Value ref_interval(Reference *, Value low, Value high); /* VALUE_UNDEFINED: no end there */
Value ref_union(Reference *, const Shape *element, Value, Value);
Value ref_intersection(Reference *, const Shape *element, Value, Value);
Value ref_difference(Reference *, const Shape *element, Value, Value);
Value ref_product(Reference *, const Shape *pair, Value, Value, Span);

/* ---- ref_image.c */
Value ref_apply_function(Reference *, const Shape *relation, Value f, Value x, Span);
/* The set of y with x|->y in r, explicit; r may be lazy. */
Value ref_image(Reference *, const Shape *relation, Value r, Value x, Span);
/* a <+ b, a lazy */
Value ref_overridden(Reference *, const Shape *relation, Value a, Value b);
/* f <+ {x|->y} */
Value ref_updated_function(Reference *, const Shape *pair, Value f, Value x, Value y);
Value ref_closure1(Reference *, const Shape *relation, Value r, Span);

/* ---- ref_is_tree.c */
/* Are these pairs, ascending, a tree; with two sons or none everywhere, if it is to be binary? */
Truth ref_is_tree(Reference *, const Shape *, const Values *pairs, bool binary);

#endif
