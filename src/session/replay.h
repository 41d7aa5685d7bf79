#ifndef SESSION_REPLAY_H
#define SESSION_REPLAY_H

#include "lts/b_machine.h"
#include "session/trace_file.h"
#include "session/animator.h"
#include "session/bench.h"

/* Takes the steps of a trace file: each must be possible, with the arguments, results and
 * values after it that the file has.  Where several transitions fit one step, all are
 * followed, so the trace is refused only if there is no way at all.  A set-up of constants
 * that the file or the model has not is made up or left out. */
typedef struct {
  uint32_t steps, done;     /* of the file after the initialisation; those that could be taken */
  Text mismatch;            /* why the next one could not; empty: all were */
  bool unsure;              /* … or it could not be computed whether it can */
  VEC(const char *) unread; /* values that could not be compared, each once */
} Replay;

/* `bench` is of the machine that the Lts is, or that a process guides; without a machine both are
 * NULL, and texts are compared.  The animator
 * starts again, and is where the trace ends, or as far as it could be followed. */
bool replay_trace(Replay *, Animator *, Bench *, BMachine *, const TraceFile *);
void replay_free(Replay *);

#endif
