#ifndef SOLVER_INTRODUCE_H
#define SOLVER_INTRODUCE_H

#include "solver/compile.h"

/* New names: terms that cover all values they may have according to the conjuncts, and
 * the conjuncts themselves as constraints.  The names are left in the scope. */
typedef struct {
  Problem *p;
  Symbol *const *names;
  uint32_t count;
  const Node *const *conjuncts;
  uint32_t conjunct_count;
  bool guess;            /* unbounded sets may get terms, too; and */
  bool guess_all;        /* … even while there are unbounded numbers */
  const Symbol *guessed; /* the last name for which that was done, or NULL */
  /* Instead of a solution values are wanted for which no conjunct is FALSE, and one at least is
   * not well-defined. */
  bool undefined;
  VEC(Lit) undefined_ones;
  const uint32_t *slots; /* a hash table of the names: 1 + index, or 0 */
  uint32_t slot_count;   /* a power of two */
  /* results, by name */
  const Term **terms;       /* NULL: not yet */
  const Node **definitions; /* x = E: x is E; or NULL */
  uint32_t *order;          /* of the definitions */
  uint32_t defined;
  bool *posted; /* by conjunct */
} Introduction;

typedef enum { INTRODUCED, REFUTED, NOT_INTRODUCED } Introduced;

Introduced introduce(Introduction *);

/* Does it mention a name that has no term yet? */
bool introduction_is_unready(const Introduction *, const Node *);
bool introduction_is_unready_but(const Introduction *, const Node *,
                                 const Symbol *one); /* another */
/* The greatest size that a name can have according to the conjuncts, or -1. */
int64_t introduction_size_bound(Introduction *, const Symbol *);

/* A term for a set that no conjunct x : S bounds, or NULL: outline.c. */
const Term *outline(Introduction *, uint32_t name);

/* !x.(x : S & P => Q) for unbounded sets S that have terms: Q is required for each
 * element that is known so far, which may make further elements known, and so on: chase.c. */
void chase(const Introduction *);

/* Of the values of constants that differ only by the names of elements of deferred sets
 * one is enough: break_symmetry.c. */
void break_symmetry(const Introduction *);

#endif
