#ifndef TEMPORAL_AUTOMATON_AUTOMATON_H
#define TEMPORAL_AUTOMATON_AUTOMATON_H

#include "temporal/automaton/ltl.h"
#include "value/value.h"

/* A nondeterministic automaton that accepts the paths that satisfy a formula of LTL with past, made
 * on the fly.  It reads a path position by position: what is true in the state and of the step that
 * leaves it, a Letter; at the end of a finite path the letter of the last state, of which no step
 * is taken.  Infinite paths are accepted if each of the marks occurs infinitely often.
 *
 * A state of it is a set of obligations for the next position, and what was true of the past. */
typedef struct Automaton Automaton;

/* A Truth for each atom.  FAULT and UNKNOWN count as not known: moves that depend on such an atom
 * are left out, and `vague` says so.  Only atoms of automaton_asks are looked at. */
typedef uint8_t *Letter;

enum { AUTOMATON_MOST_MARKS = 64 };

typedef struct {
  uint32_t to;
  uint64_t marks;
} AutomatonMove;

typedef struct {
  const AutomatonMove *moves; /* until the next call */
  uint32_t count;
  bool vague; /* there may be more */
} AutomatonMoves;

/* The table, which may grow, must outlive it.  NULL: it would need more than AUTOMATON_MOST_MARKS.
 */
Automaton *automaton_new(LtlTable *, Ltl formula, uint32_t atoms);
void automaton_free(Automaton *); /* accepts NULL */

uint32_t automaton_initial(const Automaton *);
uint64_t automaton_marks(const Automaton *);  /* all of them */
uint32_t automaton_states(const Automaton *); /* so far */
uint32_t automaton_atoms(const Automaton *);
/* Whatever follows is accepted. */
bool automaton_accepts_all(const Automaton *, uint32_t state);
/* By atom: may its truth matter in this state? */
const bool *automaton_asks(Automaton *, uint32_t state);
AutomatonMoves automaton_moves(Automaton *, uint32_t state, const Letter);
/* May a path end here, in this letter?  UNKNOWN: that depends on what is not known. */
Truth automaton_ends(Automaton *, uint32_t state, const Letter);

#endif
