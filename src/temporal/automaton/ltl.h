#ifndef TEMPORAL_AUTOMATON_LTL_H
#define TEMPORAL_AUTOMATON_LTL_H

#include <stdbool.h>

#include "base/signatures.h"

/* Formulas of LTL with past as numbers: each is stored once, with negations at the atoms only.
 * Positions, finite paths and past are as in the logic of formulas that users write:
 *
 *   NEXT f        there is a next position, and f holds there
 *   WEAK_NEXT f   if there is one, f holds there
 *   YESTERDAY and WEAK_YESTERDAY likewise, for the position before
 *
 * Atoms are numbers of the caller's.  A GUESS stands for a formula about the future below an
 * operator of the past: its truth is guessed at each position, and the formula, or its negation,
 * must then hold from there (`guessed`). */
typedef uint32_t Ltl;
enum { LTL_FALSE, LTL_TRUE }; /* in every table */

typedef enum {
  LTL_CONSTANT,
  LTL_ATOM, /* operand: its number */
  LTL_NOT_ATOM,
  LTL_GUESS, /* operand: which of `guessed` */
  LTL_NOT_GUESS,
  LTL_AND,
  LTL_OR,
  LTL_NEXT,
  LTL_WEAK_NEXT,
  LTL_UNTIL,
  LTL_RELEASE,
  LTL_YESTERDAY,
  LTL_WEAK_YESTERDAY,
  LTL_SINCE,
  LTL_TRIGGER
} LtlKind;

typedef struct {
  LtlKind kind;
  uint32_t a, b; /* operands: formulas, unless said otherwise; unary ones have b = 0 */
  bool future;   /* it speaks of later positions; guesses do not */
} LtlNode;

typedef struct {
  Signatures words; /* each formula as words: finds its number */
  VEC(LtlNode) nodes;
  VEC(Ltl) negations; /* by formula: + 1; 0: it was not asked for */
  VEC(Ltl) guessed;
} LtlTable;

void ltl_open(LtlTable *);
void ltl_close(LtlTable *);
static inline const LtlNode *ltl_node(const LtlTable *t, Ltl f) { return &t->nodes.data[f]; }

Ltl ltl_atom(LtlTable *, uint32_t atom);
Ltl ltl_not(LtlTable *, Ltl);
Ltl ltl_and(LtlTable *, Ltl, Ltl);
Ltl ltl_or(LtlTable *, Ltl, Ltl);
Ltl ltl_implies(LtlTable *, Ltl, Ltl);
Ltl ltl_next(LtlTable *, Ltl);
Ltl ltl_until(LtlTable *, Ltl, Ltl);
Ltl ltl_release(LtlTable *, Ltl, Ltl);
Ltl ltl_weak_until(LtlTable *, Ltl, Ltl);
Ltl ltl_finally(LtlTable *, Ltl);
Ltl ltl_globally(LtlTable *, Ltl);
Ltl ltl_yesterday(LtlTable *, Ltl);
Ltl ltl_since(LtlTable *, Ltl, Ltl);
Ltl ltl_trigger(LtlTable *, Ltl, Ltl);

/* Does every path that violates it have a beginning that already does, whatever follows?  Decided
 * by the form of the formula: false may be wrong. */
bool ltl_is_safety(const LtlTable *, Ltl);

#endif
