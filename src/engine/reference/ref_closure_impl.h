#ifndef ENGINE_REF_CLOSURE_IMPL_H
#define ENGINE_REF_CLOSURE_IMPL_H

#include "engine/reference/walk.h"

/* What the files about binders (ref_binder.c) and closures (ref_closure.c, ref_closure_image.c)
 * share. */

static inline Symbol *symbol_at(const Node *names, uint32_t i)
{
  return node_bare(names->kids[i])->symbol;
}

/* ---- ref_binder.c */

/* The tuple of the values that the names have now: x, (x|->y), ((x|->y)|->z) … */
Value ref_tuple(Reference *, const Node *names);
/* The set, written out; VALUE_UNKNOWN if that is not possible. */
Value ref_binder_written_out(Reference *, const Node *);

/* ---- ref_closure.c */

/* Binds the first names to the parts of a left-nested tuple. */
uint32_t closure_bind_tuple(Reference *, const Node *names, uint32_t count, Value tuple);
/* Does the predicate of the binder hold for the values that its names have now?  Where it is
 * not well-defined they are no solution, which is worth a warning. */
Truth closure_is_solution(Reference *, const Node *binder);
/* The operands of an operator that is a closure; false: one is *none. */
bool closure_operands(Reference *, const Closure *, Value closure, Value *operands, Value *none);

#endif
