#include <stdlib.h>

#include "base/memory.h"

#include "search/search_impl.h"

/* The orders in which the states are visited. */

static Worker *first_worker(Search *s) { return s->workers[0]; }

static bool has_violation(const Search *s) { return atomic_load(&s->stop_rank) != UINT32_MAX; }

static bool limit_reached(const Search *s)
{
  return s->o.max_states && s->explored >= s->o.max_states;
}

/* ------------------------------------------------------------- breadth-first */

static void sequential_level(Search *s)
{
  Worker *w = first_worker(s);
  uint32_t rank = 0;
  w->fresh.len = 0;
  for (; rank < s->limit && !has_violation(s) && !search_must_stop(w); rank++)
    worker_visit(w, s->level.data[rank], rank);
  s->explored += rank;
  s->x->states += w->fresh.len;
  findings_merge(s, UINT32_MAX);
  StateId *old = s->level.data;
  uint32_t room = s->level.cap;
  s->level.data = w->fresh.data, s->level.len = w->fresh.len, s->level.cap = w->fresh.cap;
  w->fresh.data = old, w->fresh.len = 0, w->fresh.cap = room;
}

void search_breadth(Search *s)
{
  while (s->level.len) {
    uint64_t left = s->o.max_states ? s->o.max_states - s->explored : UINT64_MAX;
    s->limit = s->level.len < left ? s->level.len : (uint32_t) left;
    s->base = s->explored;
    bool cut = s->limit < s->level.len;
    vec_push(&s->x->depths, s->level.len);
    if (s->limit >= s->o.parallel_from && parallel_prepare(s)) parallel_level(s);
    else sequential_level(s);
    if (has_violation(s) || atomic_load(&s->stop)) break;
    if (!cut && !(limit_reached(s) && s->level.len)) continue;
    note_incomplete(first_worker(s), REASON_STATE_LIMIT);
    break;
  }
  findings_merge(s, UINT32_MAX);
}

/* ------------------------------------------------- depth-first and the mixture */

static uint64_t random_next(uint64_t *state) /* SplitMix64 */
{
  uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

/* The states to be visited: a list that is used from both ends. */
typedef struct {
  StateId *data; /* a ring */
  uint64_t begin, count, capacity;
} Agenda;

static void agenda_push(Agenda *a, StateId id)
{
  if (a->count == a->capacity) {
    uint64_t capacity = a->capacity ? a->capacity * 2 : 1024;
    StateId *data = malloc(capacity * sizeof *data);
    if (!data) memory_exhausted();
    for (uint64_t i = 0; i < a->count; i++) data[i] = a->data[(a->begin + i) & (a->capacity - 1)];
    free(a->data);
    *a = (Agenda){data, 0, a->count, capacity};
  }
  a->data[(a->begin + a->count++) & (a->capacity - 1)] = id;
}

static StateId agenda_newest(Agenda *a)
{
  return a->data[(a->begin + --a->count) & (a->capacity - 1)];
}

static StateId agenda_oldest(Agenda *a)
{
  StateId id = a->data[a->begin];
  a->begin = (a->begin + 1) & (a->capacity - 1);
  a->count--;
  return id;
}

/* In reverse, so that the first successor is the newest. */
static void add_fresh(Search *s, Agenda *agenda)
{
  Worker *w = first_worker(s);
  s->x->states += w->fresh.len;
  for (uint32_t i = w->fresh.len; i-- > 0;) agenda_push(agenda, w->fresh.data[i]);
  w->fresh.len = 0;
}

/* Depth-first, or as algorithm 5.1 of Leuschel and Butler's ProB paper has it: with a
 * certain probability depth-first, otherwise breadth-first. */
void search_stack(Search *s)
{
  Worker *w = first_worker(s);
  Agenda agenda = {0};
  uint64_t random = s->o.seed;
  double share = s->o.depth_share > 0 ? s->o.depth_share : 0.33;
  uint64_t deep = (uint64_t) (share * 0x1p53) << 11;
  for (uint32_t i = s->level.len; i-- > 0;) agenda_push(&agenda, s->level.data[i]);
  while (agenda.count && !has_violation(s) && !search_must_stop(w)) {
    if (limit_reached(s)) {
      note_incomplete(w, REASON_STATE_LIMIT);
      break;
    }
    bool newest = s->o.order == ORDER_DEPTH || random_next(&random) < deep;
    StateId id = newest ? agenda_newest(&agenda) : agenda_oldest(&agenda);
    worker_visit(w, id, (uint32_t) (s->explored < UINT32_MAX ? s->explored : UINT32_MAX - 1));
    s->explored++;
    add_fresh(s, &agenda);
    findings_merge(s, UINT32_MAX);
  }
  free(agenda.data);
  findings_merge(s, UINT32_MAX);
}

/* -------------------------------------------------------------- random walks */

enum { WALK_LENGTH = 1000, WALK_STEPS = 100000 };

/* A walk may come by again; transitions count the first time only. */
static void visit_once_counted(Search *s, StateId id)
{
  Worker *w = first_worker(s);
  uint64_t transitions = w->transitions;
  _Atomic uint64_t *word = state_table_word(s->table, id);
  bool again = atomic_load(word) & WORD_VISITED;
  worker_visit(w, id, 0);
  atomic_fetch_or(word, WORD_VISITED);
  if (again) w->transitions = transitions;
  else s->explored++;
}

void search_walks(Search *s)
{
  Worker *w = first_worker(s);
  uint64_t random = s->o.seed, steps = 0;
  uint64_t most = s->o.max_states ? s->o.max_states : s->o.time_limit > 0 ? UINT64_MAX : WALK_STEPS;
  VEC(StateId) starts = {0};
  for (uint32_t i = 0; i < s->level.len; i++) vec_push(&starts, s->level.data[i]);
  StateId at = NO_STATE;
  uint32_t length = 0;
  w->keep_found = true;
  for (; starts.len && steps < most && !has_violation(s) && !search_must_stop(w); steps++) {
    if (at == NO_STATE || ++length > WALK_LENGTH) {
      at = starts.data[random_next(&random) % starts.len];
      length = 0;
    }
    visit_once_counted(s, at);
    s->x->states += w->fresh.len;
    w->fresh.len = 0;
    at = w->found.len ? w->found.data[random_next(&random) % w->found.len] : NO_STATE;
    findings_merge(s, UINT32_MAX);
  }
  vec_free(&starts);
  note_incomplete(w, "random walks do not visit every state");
  findings_merge(s, UINT32_MAX);
}
