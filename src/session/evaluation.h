#ifndef SESSION_EVALUATION_H
#define SESSION_EVALUATION_H

#include "session/bench.h"

/* One formula, evaluated by itself or in the first state of a model. */
typedef struct {
  Bench bench;
  const Formula *formula;
  bool sure; /* the state of the model was established */
} Evaluation;

/* The constants of the options are names that the formula may use.  Without a scope (NULL), the
 * bundled libraries are looked at if the formula has names that could be theirs.  False: it was
 * refused, and there is nothing to close. */
bool evaluation_open(Session *, Model *scope, const char *formula, Evaluation *);
void evaluation_close(Evaluation *);

/* The answer is for one set-up and initial state: warns where others are found at once.  The
 * engine is of no use for anything else after that. */
void evaluation_warn_of_others(Evaluation *);

#endif
