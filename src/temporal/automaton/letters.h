#ifndef TEMPORAL_AUTOMATON_LETTERS_H
#define TEMPORAL_AUTOMATON_LETTERS_H

#include <pthread.h>

#include "base/arena.h"
#include "temporal/automaton/automaton.h"

/* What an automaton does by letter, remembered for one thread: several threads may share an
 * automaton, and seldom have to ask it. */

typedef struct {
  const AutomatonMove *moves;
  uint32_t count;
  bool vague;
  bool decided; /* some move leads to where whatever follows is accepted */
} LetterMoves;

typedef struct { /* of a state */
  bool accepts_all;
  bool asks_steps;       /* its moves depend on atoms of steps */
  const bool *asks;      /* by atom */
  const uint32_t *asked; /* these atoms, as a list */
  uint32_t count;
  LetterMoves **table; /* by letter, if atoms are few: two bits each */
  uint8_t *ends;       /* likewise: a Truth + 1 */
} LetterState;

typedef struct {
  Automaton *automaton;
  pthread_mutex_t *lock; /* of the automaton */
  const bool *of_step;   /* by atom */
  Arena *arena;
  VEC(LetterState *) states;
  Signatures rare; /* state and letter, where atoms are many … */
  VEC(LetterMoves *) rare_moves;
} Letters;

void letters_open(Letters *, Automaton *, pthread_mutex_t *lock, const bool *of_step);
void letters_close(Letters *);

const LetterState *letters_state(Letters *, uint32_t q);
/* Valid as long as the letters are. */
const LetterMoves *letters_moves(Letters *, uint32_t q, const Letter);
/* May a path end here, in this letter?  See automaton_ends. */
Truth letters_ends(Letters *, uint32_t q, const Letter);

#endif
