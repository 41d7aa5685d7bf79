#ifndef CSP_MACHINE_SOURCE_H
#define CSP_MACHINE_SOURCE_H

#include "csp/process/step.h"

/* Where machines get processes from: terms, and what they can do.  One thread at a time. */
typedef struct ProcessSource ProcessSource;
struct ProcessSource {
  Pool *pool;
  void *context;
  Effort effort; /* by the limits of the evaluator: has it been time to stop? */
  /* The steps of a process, as stepper_steps has them; false: a fault, to be taken. */
  bool (*steps)(ProcessSource *, Datum process, StepList *);
  Datum (*now)(ProcessSource *, Datum process); /* behind LATER; a fault likewise */
  bool (*contains)(ProcessSource *, Datum set, Datum event);
  bool (*stops)(ProcessSource *);          /* is it time to stop? */
  CspFault (*take_fault)(ProcessSource *); /* what went wrong, which is forgotten then */
  void (*print)(ProcessSource *, Text *, Datum);
  /* The channels of the script, from *at = 0 on; false after the last. */
  bool (*next_channel)(ProcessSource *, uint32_t *at, Datum *channel);
};

/* The processes of a script.  It uses the stepper, which it does not own. */
ProcessSource source_of_stepper(Stepper *);

#endif
