#ifndef PROVE_STEPS_STEPS_H
#define PROVE_STEPS_STEPS_H

#include "prove/rules/build.h"
#include "prove/sequent/sequent.h"

/* Sequents about consecutive states of a model.  The variable x has the name x in the first of
 * them, x@1 in the next, …; the step between is by the operation with the number operation@0,
 * operation@1, ….  Preconditions are guards, as for those who explore the states.
 *
 * Hypotheses and goal are assumed to be well-defined, as in all sequents. */
typedef struct {
  Build build;
  Model *model;
  Obligations *all;            /* the sequents that were made */
  VEC(Operation *) operations; /* that can be executed; their number is 1 + the index */
  VEC(Symbol **) states;       /* the names of the variables at each position */
  Symbols steps;               /* the name of the number of the operation that leaves it */
  const char *unsupported;     /* a construct that cannot be expressed, or NULL */
} Steps;

void steps_open(Steps *, Arena *, Names *, Model *);
void steps_close(Steps *);

/* Initial states satisfy the invariant (0), and so do those after `length` steps, if those before
 * satisfy it. */
Sequent *steps_from_start(Steps *, uint32_t length);
/* The same of any `length` consecutive states that satisfy the invariant and are all different: so
 * does the next one. */
Sequent *steps_from_anywhere(Steps *, uint32_t length);

/* The same of the steps of these operations, whose parameters are names, too: p@0 in the first. */
typedef struct {
  const Sequent *sequent;
  const uint32_t *operations; /* one for each step */
  Symbol ***parameters;       /* likewise: their names */
  uint32_t length;
  bool from_start;
} StepsPath;
StepsPath steps_along(Steps *, const uint32_t *operations, uint32_t length, bool from_start);

/* From a state that satisfies the invariant the operation leads to states that satisfy this
 * conjunct; the conjunct is well-defined where those before it hold. */
Sequent *steps_preserves(Steps *, uint32_t operation, uint32_t conjunct);
/* The same of the initialisation. */
Sequent *steps_establishes(Steps *, uint32_t conjunct);
Sequent *steps_well_defined(Steps *, uint32_t conjunct);
/* In a state that satisfies the invariant the operation is impossible; one of all is possible. */
Sequent *steps_never(Steps *, uint32_t operation);
Sequent *steps_no_deadlock(Steps *);
/* The invariant and the properties contradict each other; a conjunct of the invariant follows from
 * the others. */
Sequent *steps_contradiction(Steps *);
Sequent *steps_redundant(Steps *, uint32_t conjunct);

/* "x@2" */
const char *steps_name(Arena *, const Symbol *variable, uint32_t position);

#endif
