#ifndef CSP_TYPES_UNIFY_IMPL_H
#define CSP_TYPES_UNIFY_IMPL_H

#include "csp/types/unify.h"

/* Inside of a step: false leaves bindings behind, which the step takes back. */
bool unify_types(Unifier *, CspType *, CspType *);
bool unify_lists(Unifier *, TypeList, TypeList);
bool unify_bind(Unifier *, CspType *open, TypeList);
bool unify_limit(Unifier *, CspType *, CspLimit);
bool unify_reduce_list(Unifier *, TypeList *);
/* The same; open variables take what is missing: one value each, the last one all the rest. */
bool unify_force_list(Unifier *, TypeList *);

/* Like unify_reduce_list; open variables take one value each where there are as many as values, and
 * these are no values that something else can become. */
bool unify_fit_list(Unifier *, TypeList *);

/* All elements are open stars: they become empty.  False: they are not. */
bool unify_vanish(Unifier *, TypeList);

uint32_t unify_mark(const Unifier *);
void unify_take_back(Unifier *, uint32_t mark);
/* The end of a step: false takes it back. */
bool unify_end(Unifier *, bool success);
void unify_remember(Unifier *, CspType *); /* before it is changed */

/* Always false. */
bool unify_refuse(Unifier *, UnifyReason, CspType *, CspType *);
/* Counts a step; false: too many, or too deep. */
bool unify_enter(Unifier *);
void unify_leave(Unifier *);

#endif
