#ifndef TEMPORAL_AUTOMATON_PROGRESS_H
#define TEMPORAL_AUTOMATON_PROGRESS_H

#include "temporal/automaton/automaton.h"
#include "temporal/automaton/closure.h"

/* What formulas demand of the rest of a path, once the letter of a position is known: alternatives,
 * each a set of formulas that must hold at the next position. */
typedef struct {
  const Ltl *next; /* ascending, each once; none: whatever follows is fine */
  uint32_t count;
  uint64_t postponed; /* the untils that do not come true here */
} Branch;

typedef struct {
  Branch *branches;
  uint32_t count;
  bool vague; /* there may be more: something is not known */
} Branches;

typedef struct { /* a position */
  const Closure *closure;
  Arena *arena; /* of the result */
  Letter letter;
  const uint8_t *before; /* by past: a Truth, what it was one position ago; see past_next */
  uint64_t guesses;      /* those that are taken to be true */
  bool at_end;           /* there is no next position */
} Position;

/* The truth of a formula that says nothing about the future. */
Truth position_truth(const Position *, Ltl);
/* What is remembered of a formula about the past for the next position; at the first position that
 * is past_first. */
Truth past_next(const Position *, Ltl);
Truth past_first(const LtlTable *, Ltl);

Branches branches_all(const Position *); /* the one that demands nothing */
Branches branches_both(const Position *, Branches, Branches);
Branches progress(const Position *, Ltl);

#endif
