#ifndef ENGINE_REF_CLOSURE_IMPL_H
#define ENGINE_REF_CLOSURE_IMPL_H

#include "engine/reference/closure/closure.h"

/* What ref_closure.c and ref_closure_image.c share. */

/* Binds the first names to the parts of a left-nested tuple. */
uint32_t closure_bind_tuple(Reference *, const Node *names, uint32_t count, Value tuple);
/* Does the predicate of the binder hold for the values that its names have now?  Where it is
 * not well-defined they are no solution, which is worth a warning. */
Truth closure_is_solution(Reference *, const Node *binder);
/* The operands of an operator that is a closure; false: one is *none. */
bool closure_operands(Reference *, const Closure *, Value closure, Value *operands, Value *none);

#endif
