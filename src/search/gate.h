#ifndef SEARCH_GATE_H
#define SEARCH_GATE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Lets one of several threads do something while none of the others is working:
 * growing a table that all of them use.  Threads that work call gate_pass often, at
 * points where they hold no pointers into what may change.  The last one that arrives
 * at a closed gate acts for all; then the gate is open again. */
typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t opened;
  _Atomic bool closed;
  uint32_t working, waiting;
  uint64_t rounds; /* how often it was opened */
  void (*act)(void *context);
  void *context;
} Gate;

void gate_init(Gate *, void (*act)(void *), void *context);
void gate_destroy(Gate *);
void gate_enter(Gate *); /* the calling thread works from now on … */
void gate_leave(Gate *); /* … until now */
void gate_close(Gate *); /* comes back when the action was done */
void gate_wait(Gate *);  /* for gate_pass */

static inline void gate_pass(Gate *g)
{
  if (atomic_load_explicit(&g->closed, memory_order_relaxed)) gate_wait(g);
}

#endif
