#ifndef CSP_TYPES_UNIFY_H
#define CSP_TYPES_UNIFY_H

#include "base/vec.h"
#include "csp/types/type_impl.h"

/* Makes types equal by binding variables.  A step succeeds as a whole or changes nothing; then
 * `why` says what stood in the way. */
typedef enum {
  UNIFY_DIFFERENT, /* two types that have nothing in common: a, b        */
  UNIFY_CYCLE,     /* a would contain itself                              */
  UNIFY_RIGID,     /* a is a variable of an annotation                    */
  UNIFY_ESCAPE,    /* likewise, b would carry it out of its scope         */
  UNIFY_LIMIT,     /* a does not satisfy `limit`                          */
  UNIFY_EMPTY,     /* nothing is left where a value is needed             */
  UNIFY_LENGTH,    /* more or fewer dotted values than needed             */
  UNIFY_LARGE      /* types are too large                                 */
} UnifyReason;

typedef struct {
  CspType *var;
  /* as they were */
  CspType *link;
  uint8_t limits;
  uint32_t level;
} UnifyUndo;

typedef struct {
  Arena *arena;
  VEC(UnifyUndo) trail;
  uint32_t level;  /* of new variables */
  uint32_t stamps; /* copies made so far */
  uint64_t steps;  /* against types that grow without end */
  uint32_t depth;
  UnifyReason why;
  CspType *a, *b;
  CspLimit limit;
} Unifier;

void csp_unifier_free(Unifier *); /* the arena is the caller's */
CspType *csp_unify_var(Unifier *);
CspType *csp_unify_star(Unifier *);
CspType *csp_unify_var_with(Unifier *, unsigned limits);

bool csp_unify(Unifier *, CspType *, CspType *);
bool csp_unify_limit(Unifier *, CspType *, CspLimit);
/* Applies what is DOTABLE in a dotted type as far as that is determined. */
bool csp_unify_reduce(Unifier *, CspType **);
/* The same inside of the whole type.  Where the values of a DOTABLE are open, the last variable
 * takes all that is missing in the arguments of functions, and elsewhere only if it is plain that
 * this is one value. */
bool csp_unify_settle(Unifier *, CspType **);

/* ---- schemes ---- */
/* A copy with new variables for the generic ones. */
CspType *csp_unify_instance(Unifier *, CspType *);
/* A copy with rigid variables for the generic ones, which have them as their `copy` until the next
 * copy is made. */
CspType *csp_unify_rigid(Unifier *, CspType *);
/* Makes variables that are deeper than the level generic. */
void csp_unify_generalise(Unifier *, CspType *, uint32_t level);
/* Is there a variable that could still be anything, deeper than the level? */
bool csp_unify_has_open(CspType *, uint32_t level);

#endif
