#include "search/gate.h"

#include <assert.h>

void gate_init(Gate *g, void (*act)(void *), void *context)
{
  *g = (Gate){.act = act, .context = context};
  pthread_mutex_init(&g->lock, NULL);
  pthread_cond_init(&g->opened, NULL);
}

void gate_destroy(Gate *g)
{
  pthread_mutex_destroy(&g->lock);
  pthread_cond_destroy(&g->opened);
}

/* The lock is held. */
static void act_if_last(Gate *g)
{
  if (!atomic_load(&g->closed) || g->waiting < g->working) return;
  g->act(g->context);
  atomic_store(&g->closed, false);
  g->rounds++;
  pthread_cond_broadcast(&g->opened);
}

void gate_enter(Gate *g)
{
  pthread_mutex_lock(&g->lock);
  while (atomic_load(&g->closed)) pthread_cond_wait(&g->opened, &g->lock);
  g->working++;
  pthread_mutex_unlock(&g->lock);
}

void gate_leave(Gate *g)
{
  pthread_mutex_lock(&g->lock);
  assert(g->working > 0);
  g->working--;
  if (g->working) act_if_last(g);
  else atomic_store(&g->closed, false);
  pthread_mutex_unlock(&g->lock);
}

/* The lock is held, the gate closed. */
static void wait_for_round(Gate *g)
{
  uint64_t round = g->rounds;
  g->waiting++;
  act_if_last(g);
  while (g->rounds == round) pthread_cond_wait(&g->opened, &g->lock);
  g->waiting--;
}

void gate_close(Gate *g)
{
  pthread_mutex_lock(&g->lock);
  atomic_store(&g->closed, true);
  wait_for_round(g);
  pthread_mutex_unlock(&g->lock);
}

void gate_wait(Gate *g)
{
  pthread_mutex_lock(&g->lock);
  if (atomic_load(&g->closed)) wait_for_round(g);
  pthread_mutex_unlock(&g->lock);
}
