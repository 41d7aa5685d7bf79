#ifndef TEMPORAL_AUTOMATON_CLOSURE_H
#define TEMPORAL_AUTOMATON_CLOSURE_H

#include "base/arena.h"
#include "temporal/automaton/ltl.h"

/* What a formula, and all formulas that obligations can come from, depend on: computed once. */
typedef struct {
  const LtlTable *table;
  uint32_t atoms, pasts, guesses, untils;
  uint32_t words; /* of a set of all of these, in this order */
  uint32_t *past; /* the formulas about the past, ascending: parts before wholes */
  /* By formula: its place among the pasts or untils; and what it depends on, directly or by what is
   * guessed, as a set.  Of formulas that are no part of it: nothing. */
  uint32_t *place;
  uint64_t *depends;
} Closure;

void closure_make(Closure *, Arena *, LtlTable *, Ltl formula, uint32_t atoms);

static inline const uint64_t *closure_depends(const Closure *c, Ltl f)
{
  return c->depends + (size_t) f * c->words;
}
static inline uint32_t closure_past(const Closure *c, uint32_t past) { return c->atoms + past; }
static inline uint32_t closure_guess(const Closure *c, uint32_t guess)
{
  return c->atoms + c->pasts + guess;
}
static inline bool word_has(const uint64_t *set, uint32_t i) { return set[i / 64] >> i % 64 & 1; }
static inline void word_add(uint64_t *set, uint32_t i) { set[i / 64] |= UINT64_C(1) << i % 64; }

bool ltl_is_past(LtlKind);

#endif
