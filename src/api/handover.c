#include "api/handover.h"

#include <assert.h>
#include <locale.h>
#include <signal.h>
#include <unistd.h>

#include "base/deep_thread.h"

/* ------------------------------------------------------------------- the turn */

static void give(Handover *h, bool to_thread)
{
  h->working = to_thread;
  pthread_cond_broadcast(&h->turned);
}

static void wait_for_turn(Handover *h, bool of_thread)
{
  while (h->working != of_thread) pthread_cond_wait(&h->turned, &h->mutex);
}

/* Runs what the caller hands over, until it says something else; the mutex is held. */
static void work(Handover *h)
{
  for (;;) {
    wait_for_turn(h, true);
    if (h->message != HAND_RUN) return;
    int (*job)(void *) = h->job;
    void *data = h->data;
    pthread_mutex_unlock(&h->mutex);
    int result = job(data);
    pthread_mutex_lock(&h->mutex);
    h->result = result;
    h->message = HAND_DONE;
    give(h, false);
  }
}

int handover_ask(Handover *h, int (*job)(void *), void *data)
{
  pthread_mutex_lock(&h->mutex);
  h->job = job;
  h->data = data;
  h->message = HAND_ASK;
  give(h, false);
  work(h);
  assert(h->message == HAND_GO_ON);
  int result = h->result;
  pthread_mutex_unlock(&h->mutex);
  return result;
}

/* What the thread asks for, done by the caller. */
static void answer(Handover *h)
{
  int (*job)(void *) = h->job;
  void *data = h->data;
  pthread_mutex_unlock(&h->mutex);
  int result = job(data);
  pthread_mutex_lock(&h->mutex);
  h->result = result;
  if (atomic_load(&h->lost)) return; /* in a call inside of this one */
  h->message = HAND_GO_ON;
  give(h, true);
}

HandoverEnd handover_call(Handover *h, int (*job)(void *), void *data, int *result)
{
  pthread_mutex_lock(&h->mutex);
  HandoverEnd end = atomic_load(&h->lost) ? HANDOVER_LOST : HANDOVER_DONE;
  if (h->depth && !pthread_equal(h->caller, pthread_self())) end = HANDOVER_BUSY;
  if (end != HANDOVER_DONE) {
    pthread_mutex_unlock(&h->mutex);
    return end;
  }
  h->caller = pthread_self();
  h->depth++;
  h->job = job;
  h->data = data;
  h->message = HAND_RUN;
  give(h, true);
  for (;;) {
    wait_for_turn(h, false);
    if (atomic_load(&h->lost) || h->message == HAND_DONE) break;
    answer(h);
  }
  h->depth--;
  *result = h->result;
  end = atomic_load(&h->lost) ? HANDOVER_LOST : HANDOVER_DONE;
  pthread_mutex_unlock(&h->mutex);
  return end;
}

/* ---------------------------------------------------------------- want of memory */

/* On any of its threads.  Others of them may wait for this one, which holds whatever it holds: none
 * of them can be ended. */
static void give_up(void *handover, const char *what)
{
  Handover *h = handover;
  pthread_mutex_lock(&h->mutex);
  atomic_store(&h->lost, what);
  give(h, false);
  pthread_mutex_unlock(&h->mutex);
  for (;;) pause();
}

/* ------------------------------------------------------------------- the thread */

/* Signals are for the threads of the program, but for those that an instruction raises. */
static void choose_signals(sigset_t *before)
{
  static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};
  sigset_t blocked;
  sigfillset(&blocked);
  for (unsigned i = 0; i < sizeof own / sizeof *own; i++) sigdelset(&blocked, own[i]);
  pthread_sigmask(SIG_SETMASK, &blocked, before);
}

static void *live(void *handover)
{
  Handover *h = handover;
  memory_set_keeper(&h->keeper);
  locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t) 0);
  if (plain) uselocale(plain);
  pthread_mutex_lock(&h->mutex);
  work(h);
  pthread_mutex_unlock(&h->mutex);
  h->job(h->data);
  uselocale(LC_GLOBAL_LOCALE);
  if (plain) freelocale(plain);
  return NULL;
}

bool handover_begin(Handover *h)
{
  sigset_t before;
  *h = (Handover){.keeper = {give_up, h}};
  atomic_init(&h->cancelled, false);
  atomic_init(&h->lost, NULL);
  if (pthread_mutex_init(&h->mutex, NULL) != 0) return false;
  if (pthread_cond_init(&h->turned, NULL) != 0) {
    pthread_mutex_destroy(&h->mutex);
    return false;
  }
  choose_signals(&before);
  bool started = deep_thread(&h->thread, live, h);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (started) return true;
  pthread_cond_destroy(&h->turned);
  pthread_mutex_destroy(&h->mutex);
  return false;
}

bool handover_end(Handover *h, int (*job)(void *), void *data)
{
  pthread_mutex_lock(&h->mutex);
  bool idle = !h->depth && !atomic_load(&h->lost);
  if (idle) {
    h->message = HAND_END;
    h->job = job;
    h->data = data;
    give(h, true);
  }
  pthread_mutex_unlock(&h->mutex);
  if (!idle) return false;
  pthread_join(h->thread, NULL);
  pthread_cond_destroy(&h->turned);
  pthread_mutex_destroy(&h->mutex);
  return true;
}

/* ---------------------------------------------------------------- cancellation */

void handover_set_cancelled(Handover *h, bool cancelled) { atomic_store(&h->cancelled, cancelled); }
const char *handover_lost(Handover *h) { return atomic_load(&h->lost); }

static bool is_cancelled(void *handover)
{
  Handover *h = handover;
  return atomic_load(&h->cancelled) || atomic_load(&h->lost);
}

Cancel handover_cancel(Handover *h) { return (Cancel){is_cancelled, h}; }
