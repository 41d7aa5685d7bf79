#ifndef API_HANDOVER_H
#define API_HANDOVER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/cancel.h"
#include "base/memory.h"

/* A thread with a deep stack that works for callers, one after the other.  Either it works, or the
 * caller does: they hand the turn over to each other.  In its work it can have the caller do
 * something, who may then call again, one call inside of another.
 *
 * Where memory runs out, on this thread or on one that it has started, the caller goes on and is
 * told that the thread is lost; the threads stay where they are, for ever. */
typedef struct {
  pthread_t thread;
  pthread_mutex_t mutex; /* of what follows */
  pthread_cond_t turned;
  bool working; /* whose turn it is */
  enum { HAND_RUN, HAND_GO_ON, HAND_END, HAND_ASK, HAND_DONE } message;
  int (*job)(void *); /* of RUN and ASK */
  void *data;
  int result; /* of ASK and DONE */
  pthread_t caller;
  unsigned depth; /* of calls inside of calls */
  MemoryKeeper keeper;
  atomic_bool cancelled;      /* these two may be read by any thread */
  _Atomic(const char *) lost; /* why; or NULL */
} Handover;

typedef enum {
  HANDOVER_DONE,
  HANDOVER_BUSY, /* for another thread; nothing was done */
  HANDOVER_LOST
} HandoverEnd;

/* False: there is no thread to be had.  It must not move from now on. */
bool handover_begin(Handover *);
/* Runs `job(data)` there, and ends the thread.  False: a call goes on, or the thread is lost, and
 * uses what it had. */
bool handover_end(Handover *, int (*job)(void *), void *data);

/* Has the thread run `job(data)`. */
HandoverEnd handover_call(Handover *, int (*job)(void *), void *data, int *result);
/* On the thread: has the caller run `job(data)`. */
int handover_ask(Handover *, int (*job)(void *), void *data);

/* Safe in signal handlers. */
void handover_set_cancelled(Handover *, bool);
/* Was it cancelled, or lost? */
Cancel handover_cancel(Handover *);
const char *handover_lost(Handover *);

#endif
