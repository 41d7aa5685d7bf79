#ifndef PROVE_TABLEAU_NEAR_H
#define PROVE_TABLEAU_NEAR_H

#include "prove/rewrite/inputs.h"

/* Which hypotheses an attempt begins with.  What follows from some of them follows from all, and
 * few are enough for most goals: with all at once the search loses its way among the others. */
typedef enum {
  NEAR_SELECTED, /* what a person would look at first */
  NEAR_GOAL,     /* those that say what the names of the goal are, and what these are said by */
  NEAR_BOTH,     /* these, and those that say what the names of the selected ones are */
  NEAR_ALL,
  NEAR_RINGS
} NearRing;

typedef VEC(bool) NearMarks;

/* By hypothesis of the sequent, whether it is used; the number of those that are.  A name is said
 * by the hypotheses in which no other one is rarer by far. */
uint32_t near_take(const Bank *, const Inputs *, const Sequent *, NearRing, NearMarks *);

#endif
