#ifndef PROVE_TABLEAU_MATCH_H
#define PROVE_TABLEAU_MATCH_H

#include "prove/tableau/trigger.h"

/* Values for the names of a quantified formula, while they are looked for. */
typedef struct Match Match;
struct Match {
  Tableau *t;
  const Quantifier *quantifier;
  const Trigger *trigger;
  Term values[MOST_NAMES]; /* 0: none yet */
  Term others[MOST_NAMES]; /* of places of inner quantifiers */
  uint32_t generation;     /* the greatest of the values */
  uint64_t steps, most_steps;
  void (*found)(void *context, const Match *);
  void *context;
};

/* Finds all ways to match the trigger with what is true now. */
void match_trigger(Match *);

#endif
