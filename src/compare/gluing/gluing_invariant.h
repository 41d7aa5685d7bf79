#ifndef COMPARE_GLUING_GLUING_INVARIANT_H
#define COMPARE_GLUING_GLUING_INVARIANT_H

#include "compare/space.h"
#include "model/model.h"

/* The gluing invariant of a refinement, as a test on pairs of states: its conjuncts over
 * variables of the refined machine, and that variables of both have equal values. */
typedef struct GluingInvariant GluingInvariant;

/* NULL if the implementation is no refinement of the specification. */
GluingInvariant *gluing_invariant_new(Space *impl, Space *spec);
void gluing_invariant_free(GluingInvariant *);            /* accepts NULL */
uint32_t gluing_invariant_count(const GluingInvariant *); /* conjuncts */
/* Further conjuncts that speak of variables beyond the two machines are left out. */
uint32_t gluing_invariant_left_out(const GluingInvariant *);

/* A predicate given as text instead of the refinement's own conjuncts; false if it cannot
 * be read there.  The model is that of the refinement. */
bool gluing_invariant_set(GluingInvariant *, ParseContext, Model *, const Source *predicate);

/* A GluingTest (compare/gluing/gluing.h): the context is the GluingInvariant. */
Truth gluing_invariant_holds(void *context, StateId a, StateId c);
/* Why it does not hold, or is not known: the conjunct, as a text. */
void gluing_invariant_explain(GluingInvariant *, Text *, StateId a, StateId c);

#endif
