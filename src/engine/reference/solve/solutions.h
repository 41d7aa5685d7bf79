#ifndef ENGINE_SOLUTIONS_H
#define ENGINE_SOLUTIONS_H

#include "engine/reference/walk.h"

/* ---- ref_solve.c: reference_solve, whose contract it has */
Solved solve_names(Reference *, Symbol *const *names, uint32_t count, const Node *predicate,
                   Windows, Found *, void *context);

/* ---- ref_solve_count.c: does the predicate only say in which known sets the names are, and surely
 * has more solutions than a set that is written out may have elements? */
bool solve_has_too_many(Reference *, Symbol *const *names, uint32_t count, const Node *predicate);

#endif
