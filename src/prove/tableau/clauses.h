#ifndef PROVE_TABLEAU_CLAUSES_H
#define PROVE_TABLEAU_CLAUSES_H

#include "prove/term/term.h"

/* Every inference is a clause that holds: an input, an instance of a rule that can be checked by
 * looking at it alone, or what follows from earlier ones by unit propagation.  A refutation is a
 * list of such clauses that ends with the empty one; that is the certificate.
 *
 * A literal is 2 * variable, + 1 if negated; each variable stands for a formula that is no NOT. */
typedef uint32_t Lit;
enum { NO_CLAUSE = UINT32_MAX };

static inline Lit lit_not(Lit l) { return l ^ 1; }
static inline uint32_t lit_var(Lit l) { return l >> 1; }

typedef enum {
  BY_INPUT,      /* data: its number */
  BY_LOGIC,      /* what AND and IFF mean: {not(A&B), A}, {A&B, not A, not B} … */
  BY_INSTANCE,   /* data: FORALL, values: {not(FORALL), body} */
  BY_CHOICE,     /* data: FORALL: {FORALL, not(body of its choices)} */
  BY_LAW,        /* data: law, term: {fact}, {not atom, formula}, {atom, not formula} */
  BY_EQUALITY,   /* the literals negated contradict each other by congruence */
  BY_ARITHMETIC, /* data: literals, each with a factor: the sum of their negations is 1 <= 0 or so
                  */
  BY_TRICHOTOMY, /* {x = y, x <= y-1, y <= x-1}; data: x, y */
  BY_LINEAR,     /* x = y for the congruence and for arithmetic is the same; data: x, y */
  BY_VALUES,     /* data: x: it is TRUE or FALSE, or one of the elements of its enumeration */
  BY_SUBSET,     /* {not finite(x), finite(y), not(y <: x)}; data: x, y */
  BY_RESOLUTION  /* data: clauses from which it follows by unit propagation */
} Origin;

typedef struct {
  uint32_t lits, count; /* the first two are watched */
  uint32_t data, data_count;
  Origin origin;
  uint16_t generation;
  bool of_goal; /* it says what the goal, or a part of it, means */
} Inference;

#endif
