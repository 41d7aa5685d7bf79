#ifndef PROVE_TERM_TERM_H
#define PROVE_TERM_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"
#include "model/symbol.h"
#include "syntax/tree.h"

/* The language of the prover: formulas and expressions as hash-consed terms with 32-bit numbers.
 * All terms of one attempt live in its Bank; equal terms have equal numbers.
 *
 * Terms are total: an expression that is not well-defined has some value, that is a function of
 * the values of its parts.  What holds for all such values holds for the well-defined ones.
 *   f(x) is a y with x|->y : f, if there is one.
 *
 * Formulas are built of BTRUE, NOT, AND, IFF, FORALL and atoms alone; a term of a product type is
 * always a MAPLET (so a variable p of type A*B is FST(p) |-> SND(p)); a binder binds names that
 * are no pairs; sums, equations and inequalities of integers have one form (linear.c).  The
 * functions of make.h keep to that, and everybody makes terms by them. */
typedef uint32_t Term; /* 0: none */
typedef uint32_t Sort; /* 0: formulas */

/* What a term is: operators and other kinds of nodes, and some more.
 *
 *   NODE_IDENT        payload: index of the symbol        NODE_INTEGER_LIT  payload: the number
 *   NODE_STRING_LIT   payload: index of the name          NODE_BIG…: see OP_BIG
 *   NODE_FORALL       payload: n; [n times OP_SORT, body]
 *   NODE_IMAGE_SET    payload: n; [n times OP_SORT, P, E]: {x.P|E}; also SIGMA, PI, QUANT_INTER …
 * others have the children of the node. */
enum {
  OP_BOUND = NODE_KINDS, /* payload: which, counted from the innermost (de Bruijn) */
  OP_META,               /* payload: which; a place in a pattern */
  OP_CHOICE,   /* payload: i; [FORALL]: the i-th of values for which its body is false, if any */
  OP_FST,      /* of a pair that has no other name */
  OP_SND,      /* likewise */
  OP_SUM,      /* [constant, c1, t1, c2, t2 …]: c's are literals, not 0; the t's ascend */
  OP_SORT,     /* the sort of a bound name, as a child of its binder */
  OP_TYPE_SET, /* all values of a type */
  OP_BIG,      /* payload: index of the name: an integer of more than 18 digits */
  OP_COUNT
};

typedef enum {
  SORT_FORMULA,
  SORT_INTEGER,
  SORT_BOOL,
  SORT_GIVEN,
  SORT_OTHER,
  SORT_POW,
  SORT_PAIR
} SortKind;

typedef struct {
  SortKind kind;
  Sort a, b;          /* POW: a; PAIR: a, b */
  const void *origin; /* GIVEN: its Symbol; OTHER: its Type */
} SortData;

typedef struct {
  uint16_t op;
  uint16_t free; /* 1 + the greatest OP_BOUND that is bound outside, or 0 */
  Sort sort;
  uint32_t count;
  uint32_t kids; /* index of the first */
  uint32_t hash;
  bool meta; /* has an OP_META inside */
  int64_t payload;
  uint64_t order; /* of what it says, whatever numbers terms have */
} TermData;

typedef struct {
  VEC(TermData) terms; /* [0] is none */
  VEC(Term) kids;
  VEC(SortData) sorts;
  VEC(const Symbol *) symbols;
  VEC(const Name *) names;
  uint32_t *table; /* of hashes: numbers of terms, or 0 */
  uint32_t capacity;
  size_t most_terms; /* beyond it `full` is set: the attempt is to end */
  bool full;
  Term yes, no; /* BTRUE and its negation */
} Bank;

void terms_init(Bank *, size_t most_terms);
void terms_free(Bank *);

Sort sort_make(Bank *, SortKind, Sort a, Sort b, const void *origin);
static inline const SortData *sort_of(const Bank *b, Sort s) { return &b->sorts.data[s]; }
Sort sort_element(const Bank *, Sort set); /* of a POW; SORT_FORMULA if it is none */

/* The term as it stands; make.h makes those in normal form. */
Term term_make(Bank *, uint32_t op, Sort, int64_t payload, const Term *kids, uint32_t count);

static inline const TermData *term_data(const Bank *b, Term t) { return &b->terms.data[t]; }
static inline uint32_t term_op(const Bank *b, Term t) { return b->terms.data[t].op; }
static inline Sort term_sort(const Bank *b, Term t) { return b->terms.data[t].sort; }
static inline uint32_t term_count(const Bank *b, Term t) { return b->terms.data[t].count; }
static inline int64_t term_payload(const Bank *b, Term t) { return b->terms.data[t].payload; }
static inline Term term_kid(const Bank *b, Term t, uint32_t i)
{
  return b->kids.data[b->terms.data[t].kids + i];
}
static inline bool term_is_closed(const Bank *b, Term t) { return b->terms.data[t].free == 0; }
static inline SortKind term_kind_of_sort(const Bank *b, Term t)
{
  return b->sorts.data[b->terms.data[t].sort].kind;
}
/* An order that is the same in all banks that were filled from the same sequent. */
static inline bool term_before(const Bank *b, Term x, Term y)
{
  uint64_t p = b->terms.data[x].order, q = b->terms.data[y].order;
  return p != q ? p < q : x < y;
}
bool term_is_binder(const Bank *, Term);
/* Is it a value that differs from every other such value: 3, TRUE, an element of an enumeration? */
bool term_is_value(const Bank *, Term);

uint32_t terms_symbol(Bank *, const Symbol *); /* its index */
uint32_t terms_name(Bank *, const Name *);

const char *op_name(uint32_t op);                 /* "UNION" */
uint32_t op_of_name(const char *, size_t length); /* OP_COUNT: none */

#endif
