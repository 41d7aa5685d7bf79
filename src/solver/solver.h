#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H

#include "base/text.h"
#include "engine/reference/reference.h"

/* Lets the engine use the constraint solver for the names of quantifiers, parameters,
 * constants and free variables, where plain enumeration would be long. */
void solver_install(Engine *);

/* What the solver makes of conjuncts with names that are to get values, before it searches: the
 * names as far as they are known, and the network. */
void solver_show(Text *, Reference *, Symbol *const *names, uint32_t count,
                 const Node *const *conjuncts, uint32_t conjunct_count);

#endif
