#ifndef COMPARE_PLAY_H
#define COMPARE_PLAY_H

#include "compare/simulate.h"

/* Why there is no downward simulation, as a play: the implementation moves, the
 * specification answers as well as it can, until it cannot follow or offers
 * something that the implementation refuses.  Each answer is the last one to be
 * excluded, so the play ends. */
typedef struct {
  uint32_t action, answers; /* how many answers there were; 0: the last move */
  StateId a, c;             /* where it leads; a is NO_STATE without an answer */
} Move;

typedef struct {
  VEC(Move) moves;       /* the first one is the beginning */
  VEC(uint32_t) refused; /* calls that the specification offers in the end */
} Play;

/* The simulation was made with the option `play`, and is not total on initial states.
 * Without moves: it is too large for that. */
Play play_new(const Simulation *, Space *impl, Space *spec, SimulateOptions);
void play_free(Play *);

#endif
