#ifndef PROVE_REFUTE_TRIAL_H
#define PROVE_REFUTE_TRIAL_H

#include "engine/reference/reference.h"
#include "prove/refute/worlds.h"

/* Values for all parts of a plan, looked for in one world. */

typedef enum {
  TRIAL_FOUND, /* the names have values, and all premises are true */
  TRIAL_NONE,  /* surely no values in this world satisfy the first part */
  TRIAL_CLASH, /* … one of the others */
  TRIAL_UNSURE /* `why` */
} TrialOutcome;

typedef struct {
  const Stage *stage;
  const Plan *plan;
  Engine *engine;
  Reference *reference; /* in which names are bound once they are found */
  uint32_t candidates;  /* that turned out to be none */
  const char *why;      /* in the arena of the stage */
} Trial;

void trial_open(Trial *, const Stage *, const Plan *, const World *, const Limits *,
                double deadline);
TrialOutcome trial_run(Trial *);
TrialOutcome trial_first(Trial *); /* of the first part alone */
void trial_close(Trial *);

/* The truth of a closed predicate, or one whose names have values: from left to right, what is not
 * well-defined is a fault; by the interpreter alone. */
Truth trial_truth(Trial *, const Node *);

#endif
