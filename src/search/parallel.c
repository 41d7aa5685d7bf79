#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/deep_thread.h"
#include "base/memory.h"
#include "search/search_impl.h"

/* A level explored by several threads.  They take the states in chunks, in order.  A
 * state that is found in the level belongs to the earliest way to it: the least (rank
 * of the state before, number of the transition).  Afterwards the new states are put
 * into the order of these ways: that is the order in which one thread finds them. */

static uint32_t chunk_size(const Search *s)
{
  uint32_t size = s->limit / (s->worker_count * 16);
  return size < 1 ? 1 : size > 64 ? 64 : size;
}

static void explore_chunks(Worker *w)
{
  Search *s = w->s;
  uint32_t chunk = chunk_size(s);
  gate_enter(&s->table->gate);
  for (;;) {
    uint32_t begin = atomic_fetch_add(&s->cursor, chunk), end = begin + chunk;
    if (begin >= s->limit || begin > atomic_load(&s->stop_rank)) break;
    if (end > s->limit) end = s->limit;
    for (uint32_t rank = begin; rank < end; rank++) {
      if (rank > atomic_load_explicit(&s->stop_rank, memory_order_relaxed)) break;
      if (search_must_stop(w)) break;
      worker_visit(w, s->level.data[rank], rank);
    }
    if (atomic_load_explicit(&s->stop, memory_order_relaxed)) break;
  }
  gate_leave(&s->table->gate);
}

/* ------------------------------------------------------------------ the pool */

static void *work(void *argument)
{
  Worker *w = argument;
  Search *s = w->s;
  uint64_t round = 0;
  pthread_mutex_lock(&s->lock);
  for (;;) {
    while (s->round == round && !s->quit) pthread_cond_wait(&s->wake, &s->lock);
    if (s->quit) break;
    round = s->round;
    pthread_mutex_unlock(&s->lock);
    explore_chunks(w);
    pthread_mutex_lock(&s->lock);
    if (--s->running == 0) pthread_cond_signal(&s->done);
  }
  pthread_mutex_unlock(&s->lock);
  return NULL;
}

typedef struct {
  Sink sink; /* first */
  Coder *coder;
  bool good;
} PoolSettings;

static void note_setup(Sink *sink, const Transition *t)
{
  PoolSettings *settings = (PoolSettings *) sink;
  uint64_t root;
  if (coder_root(settings->coder, t->state, &root) != CODED) settings->good = false;
}

static void note_trouble(Sink *sink, const Trouble *t) { (void) sink, (void) t; }

/* A worker with an Lts of its own, which has the same set-ups; or NULL. */
static Worker *make_worker(Search *s)
{
  Lts *lts = s->lts->fork ? s->lts->fork(s->lts) : NULL;
  if (!lts) return NULL;
  Worker *w = worker_new(s, lts, true);
  PoolSettings settings = {{note_setup, note_trouble}, w->coder, true};
  lts->initial(lts, &settings.sink);
  if (settings.good && coder_agree(s->workers[0]->coder, w->coder)) {
    w->warned = lts->warning_count ? lts->warning_count(lts) : 0;
    return w;
  }
  worker_free(w);
  return NULL;
}

/* Each further worker finds the set-ups again. */
static bool is_worth_while(const Search *s)
{
  double setup = s->begun - s->started, explored = clock_seconds() - s->begun;
  if (s->o.eager_threads && setup < 1) return true;
  return explored > 0.05 && explored > setup * (s->most_workers - 1);
}

bool parallel_prepare(Search *s)
{
  if (s->most_workers < 2 || s->o.jobs < 2) return false;
  if (s->worker_count > 1) return true;
  if (!is_worth_while(s)) return false;
  while (s->worker_count < s->most_workers) {
    Worker *w = make_worker(s);
    if (!w || !deep_thread(&w->thread, work, w)) {
      worker_free(w);
      break;
    }
    s->workers[s->worker_count++] = w;
  }
  s->most_workers = s->worker_count; /* no second try */
  s->x->alone = s->worker_count == 1;
  return s->worker_count > 1;
}

void parallel_end(Search *s)
{
  pthread_mutex_lock(&s->lock);
  s->quit = true;
  pthread_cond_broadcast(&s->wake);
  pthread_mutex_unlock(&s->lock);
  for (uint32_t i = 1; i < s->worker_count; i++) pthread_join(s->workers[i]->thread, NULL);
}

/* ------------------------------------------------------------------- a level */

static void run_level(Search *s)
{
  pthread_mutex_lock(&s->lock);
  s->running = s->worker_count - 1;
  s->round++;
  pthread_cond_broadcast(&s->wake);
  pthread_mutex_unlock(&s->lock);
  explore_chunks(s->workers[0]);
  pthread_mutex_lock(&s->lock);
  while (s->running) pthread_cond_wait(&s->done, &s->lock);
  pthread_mutex_unlock(&s->lock);
}

typedef struct {
  uint64_t way; /* number of the transition, and label */
  StateId id;
} Arrival;

static int by_way(const void *a, const void *b)
{
  const Arrival *x = a, *y = b;
  return x->way < y->way ? -1 : x->way > y->way;
}

static uint64_t word_of(const Search *s, StateId id)
{
  return atomic_load_explicit(state_table_word(s->table, id), memory_order_relaxed);
}

/* Orders the states that have come from one state. */
static void order_arrivals(const Search *s, StateId *ids, uint32_t count)
{
  Arrival few[32], *all = count <= 32 ? few : malloc(count * sizeof *all);
  if (!all) memory_exhausted();
  for (uint32_t i = 0; i < count; i++) all[i] = (Arrival){word_of(s, ids[i]), ids[i]};
  if (count <= 32) {
    for (uint32_t i = 1; i < count; i++) {
      Arrival a = all[i];
      uint32_t j = i;
      for (; j > 0 && all[j - 1].way > a.way; j--) all[j] = all[j - 1];
      all[j] = a;
    }
  } else qsort(all, count, sizeof *all, by_way);
  for (uint32_t i = 0; i < count; i++) ids[i] = all[i].id;
  if (all != few) free(all);
}

/* The new states in the order of arrival; those from ranks beyond the last are left
 * out.  Their words get the state before in place of its rank. */
static void order_level(Search *s, uint32_t last_rank)
{
  uint32_t ranks = s->limit, *ends = calloc((size_t) ranks + 1, sizeof *ends);
  if (!ends) memory_exhausted();
  for (uint32_t i = 0; i < s->worker_count; i++)
    for (uint32_t j = 0; j < s->workers[i]->fresh.len; j++) {
      uint32_t rank = (uint32_t) (word_of(s, s->workers[i]->fresh.data[j]) >> 32);
      if (rank <= last_rank) ends[rank + 1]++;
    }
  for (uint32_t i = 0; i < ranks; i++) ends[i + 1] += ends[i];
  uint32_t count = ends[ranks];
  assert(s->limit <= s->level.len && (last_rank == UINT32_MAX || last_rank < ranks));
  StateId *next = malloc(((size_t) count + 1) * sizeof *next);
  if (!next) memory_exhausted();
  for (uint32_t i = 0; i < s->worker_count; i++) {
    for (uint32_t j = 0; j < s->workers[i]->fresh.len; j++) {
      StateId id = s->workers[i]->fresh.data[j];
      uint32_t rank = (uint32_t) (word_of(s, id) >> 32);
      if (rank <= last_rank) next[ends[rank]++] = id;
    }
    s->workers[i]->fresh.len = 0;
  }
  uint64_t labels = (UINT64_C(1) << s->label_bits) - 1;
  for (uint32_t rank = 0, begin = 0; rank < ranks; rank++) {
    uint32_t end = ends[rank];
    if (end - begin > 1) order_arrivals(s, next + begin, end - begin);
    for (uint64_t from = (uint64_t) s->level.data[rank] << 32; begin < end; begin++)
      atomic_store_explicit(state_table_word(s->table, next[begin]),
                            from | (word_of(s, next[begin]) & labels), memory_order_relaxed);
  }
  free(ends);
  free(s->level.data);
  s->level.data = next;
  s->level.len = count;
  s->level.cap = count + 1;
}

/* One thread would not have visited the states after the one with the violation. */
static void take_back(Search *s, uint32_t last_rank)
{
  for (uint32_t rank = last_rank + 1; rank < s->limit; rank++)
    if (s->taken[rank]) s->workers[0]->transitions -= s->taken[rank];
}

void parallel_level(Search *s)
{
  uint32_t block = 16;
  while (block < 4096 && block * 64 * s->worker_count < s->limit) block *= 2;
  for (uint32_t i = 0; i < s->worker_count; i++) {
    s->workers[i]->coder->hand.roots = (PairsHand){0, 0};
    s->workers[i]->fresh.len = 0;
  }
  pairs_set_block(s->table->roots, block);
  s->level_first = (StateId) atomic_load(&s->table->roots->handed);
  s->parallel = true;
  atomic_store(&s->cursor, 0);
  s->taken = s->o.keep_going ? NULL : calloc(s->limit, sizeof *s->taken);
  run_level(s);
  s->parallel = false;
  uint32_t last = atomic_load(&s->stop_rank);
  bool violated = last != UINT32_MAX;
  if (violated && s->taken) take_back(s, last);
  free(s->taken);
  s->taken = NULL;
  uint32_t visited = 0;
  if (!violated) visited = s->limit;
  else visited = last + 1;
  s->explored += atomic_load(&s->stop) && !violated ? 0 : visited;
  findings_merge(s, last);
  order_level(s, last);
  s->x->states += s->level.len;
}
