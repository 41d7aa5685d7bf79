#ifndef VALUE_RELATION_H
#define VALUE_RELATION_H

#include "value/set.h"

/* Operators on explicit relations, that is sets of pairs, in every representation.
 * None of these takes a lazy set.  A relation comes with the shape of its pairs; where
 * the result is a relation of another type, `result` is the shape of its pairs.
 *
 * Operators whose result may be much larger than the operands take the number of
 * elements that it may have at `most`; beyond that they give VALUE_UNKNOWN.  So do the
 * operators on sets of sets, if one of these is lazy. */

/* Walks the pairs in ascending order, without making them.
 *   RelIter it = rel_iter(store, pair, r);
 *   for (Value x, y; rel_next(&it, &x, &y);) …       -- values may be made meanwhile */
typedef struct {
  SetIter set;
} RelIter;
RelIter rel_iter(Store *, const Shape *pair, Value r);
RelIter rel_iter_from(Store *, const Shape *pair, Value r, Value first); /* only x = first */
bool rel_next(RelIter *, Value *x, Value *y);

/* ---- application and image ---- */
typedef enum { APPLY_FOUND, APPLY_OUTSIDE, APPLY_SEVERAL } ApplyResult;
/* r(x): *y is the one image if there is exactly one. */
ApplyResult rel_apply(Store *, const Shape *pair, Value r, Value x, Value *y);
Value rel_images(Store *, const Shape *pair, Value r, Value x);  /* r[{x}] */
Value rel_image(Store *, const Shape *pair, Value r, Value set); /* r[set] */
Value rel_domain(Store *, const Shape *pair, Value r);
Value rel_range(Store *, const Shape *pair, Value r);
Value rel_inverse(Store *, const Shape *pair, const Shape *result, Value r);

/* ---- parts and changes: same type as r ---- */
Value rel_domain_restrict(Store *, const Shape *pair, Value set, Value r); /* set <| r  */
Value rel_domain_subtract(Store *, const Shape *pair, Value set, Value r); /* set <<| r */
Value rel_range_restrict(Store *, const Shape *pair, Value r, Value set);  /* r |> set  */
Value rel_range_subtract(Store *, const Shape *pair, Value r, Value set);  /* r |>> set */
Value rel_override(Store *, const Shape *pair, Value r, Value by);         /* r <+ by   */
Value rel_update(Store *, const Shape *pair, Value r, Value x, Value y);   /* r <+ {x|->y} */
Value rel_remove(Store *, const Shape *pair, Value r, Value x);            /* {x} <<| r */

/* ---- products ---- */
Value set_product(Store *, const Shape *pair, Value a, Value b, uint64_t most); /* a * b */
/* a ; b: first through a, then through b. */
Value rel_compose(Store *, const Shape *first, const Shape *second, const Shape *result, Value a,
                  Value b, uint64_t most);
/* a || b = {(x|->u)|->(y|->v)};  a >< b = {x|->(y|->v)} */
Value rel_parallel(Store *, const Shape *first, const Shape *second, const Shape *result, Value a,
                   Value b, uint64_t most);
Value rel_direct_product(Store *, const Shape *first, const Shape *second, const Shape *result,
                         Value a, Value b, uint64_t most);
Value rel_identity(Store *, const Shape *pair, Value set, uint64_t most); /* id(set) */
/* prj1(a,b) and prj2(a,b): the result maps pairs. */
Value rel_projection(Store *, const Shape *result, Value a, Value b, bool second, uint64_t most);

/* ---- repeated: domain and range have the same type ---- */
Value rel_iterate(Store *, const Shape *pair, Value r, uint64_t times, uint64_t most); /* >= 1 */
Value rel_closure1(Store *, const Shape *pair, Value r, uint64_t most);
/* closure1(r)[set], and x |-> y : closure1(r), without the rest of the closure.  *steps grows by
 * the values and pairs that were looked at. */
Value rel_reach(Store *, const Shape *pair, Value r, Value set, uint64_t *steps);
bool rel_reaches(Store *, const Shape *pair, Value r, Value x, Value y, uint64_t *steps);
/* closure1(r) \/ id(all) */
Value rel_closure(Store *, const Shape *pair, Value r, Value all, uint64_t most);

/* ---- functions to sets ---- */
Value rel_to_sets(Store *, const Shape *pair, const Shape *result, Value r); /* fnc(r) */
Value rel_from_sets(Store *, const Shape *pair, const Shape *result, Value f,
                    uint64_t most); /* rel(f) */

/* ---- what kind of relation it is ---- */
bool rel_is_function(const Store *, const Shape *pair, Value r);        /* no x with two images */
bool rel_is_injective(Store *, const Shape *pair, Value r);             /* no y with two x      */
bool rel_domain_within(Store *, const Shape *pair, Value r, Value set); /* dom(r) <: set */
bool rel_range_within(Store *, const Shape *pair, Value r, Value set);  /* ran(r) <: set */
typedef struct {
  bool functional, injective, total, surjective;
} RelDemands;
/* r : from <-> to, and what an arrow demands beyond that (f : A --> B is functional
 * and total).  A side that is VALUE_UNDEFINED is not looked at: it must not be demanded
 * that r be total or surjective there. */
bool rel_obeys(Store *, const Shape *pair, Value r, Value from, Value to, RelDemands);

#endif
