#ifndef CLI_COMMON_RUNS_H
#define CLI_COMMON_RUNS_H

#include "base/child.h"
#include "base/text.h"

/* Runs of this program as processes of their own, several at once.  What goes wrong in one is no
 * harm to the others. */

typedef enum { RUN_WAITING, RUN_RUNNING, RUN_ENDED, RUN_NOT_STARTED } RunState;

typedef struct {
  const char *const *words; /* the command line, without the program, --jobs and --memory-limit;
                               ends with NULL; the caller's */
  RunState state;
  int code; /* of a run that ended: its exit code, or 128 + the signal that ended it */
  double seconds;
  Text out, err; /* what it has printed; or, if it was not started, why */
  Child child;   /* inside */
} Run;

typedef struct {
  int folder;    /* a descriptor: where they work; -1: here */
  uint32_t jobs; /* threads of all that run at the same time, from 1 */
  size_t memory; /* bytes of all that run at the same time; 0: no limit */
  /* Called for each in their order, with the state ENDED or NOT_STARTED; false: the others are
   * ended and freed, and this is not called again. */
  bool (*ended)(void *context, Run *);
  void (*progress)(void *context, uint32_t done, uint32_t all); /* or NULL */
  void *context;
} RunOptions;

/* When the user interrupts, those that run are interrupted and the others are not started. */
void runs_all(Run *, uint32_t count, const RunOptions *);
void run_free(Run *);

#endif
