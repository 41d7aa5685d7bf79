#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "search/atlas_impl.h"
#include "search/explore.h"

/* ---------------------------------------------------------------------- limits */

void atlas_add_reason(Atlas *g, const char *reason)
{
  AtlasCommon *c = g->c;
  bool known = false;
  if (!reason) reason = REASON_NOT_COMPUTED;
  pthread_mutex_lock(&c->lock);
  for (uint32_t i = 0; i < c->reasons.len && !known; i++)
    known = !strcmp(c->reasons.data[i], reason);
  if (!known) vec_push(&c->reasons, arena_copy(c->arena, reason, strlen(reason)));
  pthread_mutex_unlock(&c->lock);
}

void atlas_stop(Atlas *g, const char *reason)
{
  atlas_add_reason(g, reason);
  g->partial = true;
  atomic_store(&g->c->stopped, true);
}

bool atlas_may_take(const Atlas *g, size_t bytes)
{
  size_t limit = g->c->options.memory_limit;
  return !limit || bytes < 1 << 20 || memory_resident() + bytes <= limit;
}

static bool may_take(void *context, size_t bytes) { return atlas_may_take(context, bytes); }

static void tell(Atlas *g, size_t resident)
{
  AtlasOptions *o = &g->c->options;
  ExploreStatus status = {.explored = atlas_expanded(g), .bytes = resident};
  status.found = atlas_states(g);
  status.transitions = atlas_transitions(g);
  o->progress(o->progress_context, &status);
}

/* The clock and the memory, once in a while. */
static void look_around(Atlas *g)
{
  AtlasCommon *c = g->c;
  double now = clock_seconds();
  if (c->options.deadline > 0 && now > c->options.deadline)
    atlas_stop(g, "the time limit was reached");
  if (g != c->members.data[0] || now - g->looked < 0.05) return;
  size_t resident = memory_resident();
  g->looked = now;
  if (c->options.memory_limit && resident > c->options.memory_limit)
    atlas_stop(g, "the memory limit was reached");
  if (!c->options.progress || now - g->told < 0.3) return;
  g->told = now;
  tell(g, resident);
}

bool atlas_must_stop(Atlas *g)
{
  const AtlasOptions *o = &g->c->options;
  if (atlas_stopped(g)) return true;
  if (cancel_asked(o->cancelled)) atlas_stop(g, "interrupted");
  else if (++g->asked % 64 == 0 || g->asked < 64) look_around(g);
  return atlas_stopped(g);
}

/* Values are only copies of what is shared: when they have become many they are dropped. */
static void limit_values(Atlas *g)
{
  if (!g->lts->store || g->c->options.keep_values || store_bytes(g->lts->store) <= g->value_bound)
    return;
  if (coder_release(g->coder) && g->cache) op_cache_clear(g->cache);
  size_t least = 2 * store_bytes(g->lts->store), limit = (size_t) 512 << 20;
  g->value_bound = least > limit ? least : limit;
}

/* ----------------------------------------------------------------- transitions */

static bool is_outside(Atlas *g, const Value *row)
{
  Trouble why = {0};
  if (!g->lts->is_outside || g->lts->is_setup(g->lts, row)) return false;
  Truth t = g->lts->is_outside(g->lts, row, &why);
  if (t == TRUTH_UNKNOWN || t == TRUTH_FAULT) {
    atlas_add_reason(g, why.message);
    g->partial = true;
  }
  return t == TRUTH_TRUE;
}

/* A lazy set in a state is known to one store only: there are no more forks, and if there are some
 * already (false) that is too late. */
static bool pin(Atlas *g)
{
  if (g->c->members.len > 1 || !g->coder->view) return false;
  atomic_store(&g->c->pinned, true);
  shared_view_pin(g->coder->view);
  return true;
}

static void keep_found(Atlas *g, const Transition *t, Found f)
{
  uint32_t count = t->arguments ? g->label_width[t->label] : 0;
  for (uint32_t i = 0; i < count; i++) vec_push(&g->arguments, t->arguments[i]);
  vec_push(&g->found, f);
}

static void accept(Sink *sink, const Transition *t)
{
  Atlas *g = (Atlas *) sink;
  if (g->found.len % 256 == 255) atlas_must_stop(g);
  if (atlas_stopped(g) && !g->expanded) return; /* there are too many to begin with */
  if (g->offers) {
    keep_found(g, t, (Found){0, t->label, g->arguments.len, false});
    return;
  }
  Found f = {0, t->label, g->arguments.len, is_outside(g, t->state)};
  Coded coded = coder_root(g->coder, t->state, &f.root);
  if (coded == CODED_LAZY && pin(g)) coded = coder_root(g->coder, t->state, &f.root);
  if (coded != CODED) {
    if (coded == CODED_LAZY) atomic_store(&g->c->divided, true);
    atlas_stop(g, coded == CODED_LAZY ? "only one thread knows some set of a state"
                                      : "there is not enough memory");
    return;
  }
  state_table_prefetch(g->c->table, f.root);
  keep_found(g, t, f);
}

static void take_trouble(Sink *sink, const Trouble *t)
{
  Atlas *g = (Atlas *) sink;
  if (t->kind == TROUBLE_FAULT) g->faulty = true;
  else {
    atlas_add_reason(g, t->message);
    g->partial = true;
  }
}

static bool same_arguments(const Atlas *g, const Found *a, const Found *b)
{
  return !memcmp(g->arguments.data + a->arguments, g->arguments.data + b->arguments,
                 g->label_width[a->label] * sizeof(Value));
}

static bool same_step(const Atlas *g, const Found *a, const Found *b)
{
  return a->root == b->root && a->label == b->label && same_arguments(g, a, b);
}

/* Of many, those that were asked about are in a table: place + 1. */
static bool is_in_table(Atlas *g, uint32_t i)
{
  const Found *f = &g->found.data[i];
  uint32_t size = 64;
  while (size < g->found.len * UINT64_C(2)) size *= 2;
  if (i == 0) {
    while (g->slots.len < size) vec_push(&g->slots, 0);
    memset(g->slots.data, 0, size * sizeof *g->slots.data);
  }
  uint32_t at = (uint32_t) (pairs_mix(f->root * 31 + f->label) >> 20) & (size - 1);
  for (; g->slots.data[at]; at = (at + 1) & (size - 1))
    if (same_step(g, &g->found.data[g->slots.data[at] - 1], f)) return true;
  g->slots.data[at] = i + 1;
  return false;
}

/* Is it there more than once?  To be asked of all, the first one first. */
static bool is_repeated(Atlas *g, uint32_t i)
{
  enum { FEW = 16 };
  if (g->found.len > FEW) return is_in_table(g, i);
  for (uint32_t k = 0; k < i; k++)
    if (same_step(g, &g->found.data[k], &g->found.data[i])) return true;
  return false;
}

/* Figures are changed by one thread. */
static void count(_Atomic uint64_t *figure, uint64_t more)
{
  uint64_t old = atomic_load_explicit(figure, memory_order_relaxed);
  atomic_store_explicit(figure, old + more, memory_order_relaxed);
}

/* The state that a transition leads to. */
static StateId settle(Atlas *g, const Found *f, StateId setup)
{
  bool fresh;
  uint64_t word = (uint64_t) setup << 32 | f->label | (f->outside ? WORD_OUTSIDE : 0);
  StateId id = state_table_put(g->c->table, &g->coder->hand, f->root, word, &fresh);
  if (id == NO_STATE) atlas_stop(g, "there is not enough memory");
  else if (fresh) count(f->outside ? &g->outside : &g->states, 1);
  return id;
}

static void begin(Atlas *g)
{
  g->leaving.len = g->found.len = g->arguments.len = g->edges.len = 0;
  g->partial = g->faulty = false;
}

StateId atlas_state(Atlas *g, const Value *row)
{
  begin(g);
  coder_unload(g->coder);
  accept(&g->sink, &(Transition){.label = 0, .state = row});
  return g->found.len ? settle(g, &g->found.data[0], NO_STATE) : NO_STATE;
}

static void take_edges(Atlas *g, const Value *row)
{
  if (g->cache && !g->lts->is_setup(g->lts, row)) op_cache_next(g->cache, row, &g->sink);
  else g->lts->next(g->lts, row, &g->sink);
}

static AtlasEdges settle_edges(Atlas *g)
{
  AtlasEdges result = {.faulty = g->faulty};
  for (uint32_t i = 0; i < g->found.len; i++)
    state_table_prefetch_key(g->c->table, g->found.data[i].root);
  for (uint32_t i = 0; i < g->found.len; i++) {
    const Found *f = &g->found.data[i];
    if (is_repeated(g, i)) continue;
    AtlasEdge edge = {f->label, settle(g, f, NO_STATE), g->arguments.data + f->arguments};
    if (edge.to == NO_STATE) continue;
    if (f->outside) vec_push(&g->leaving, edge);
    else vec_push(&g->edges, edge);
  }
  result.count = g->edges.len;
  for (uint32_t i = 0; i < g->leaving.len; i++) vec_push(&g->edges, g->leaving.data[i]);
  result.edges = g->edges.data;
  result.all = g->edges.len;
  result.leaves = g->leaving.len > 0;
  result.partial = g->partial;
  return result;
}

/* States that were asked for before still have their edges. */
static bool is_full(Atlas *g)
{
  const AtlasOptions *o = &g->c->options;
  if (!o->max_states || atlas_expanded(g) <= o->max_states) return false;
  if (!atomic_exchange(&g->c->full, true)) atlas_add_reason(g, "the state limit was reached");
  return true;
}

AtlasEdges atlas_edges(Atlas *g, StateId id)
{
  _Atomic uint64_t *word = state_table_word(g->c->table, id);
  bool known = atomic_load(word) & WORD_EXPANDED;
  bool stop = atlas_must_stop(g), nothing = !known && (stop || is_full(g));
  begin(g);
  limit_values(g);
  coder_load(g->coder, id);
  if (nothing) return (AtlasEdges){.partial = true};
  take_edges(g, g->coder->row);
  AtlasEdges result = settle_edges(g);
  if (!known && !atlas_stopped(g) && !(atomic_fetch_or(word, WORD_EXPANDED) & WORD_EXPANDED)) {
    count(&g->expanded, 1);
    count(&g->transitions, result.count);
  }
  return result;
}

static void take_offers(Atlas *g, const Value *row, const bool *labels)
{
  bool known = labels && !g->lts->is_setup(g->lts, row);
  if (known && g->cache) op_cache_some(g->cache, row, labels, &g->sink);
  else if (!known || !g->lts->step) take_edges(g, row);
  else
    for (uint32_t i = g->lts->first_operation; i < g->lts->label_count; i++)
      if (labels[i]) g->lts->step(g->lts, row, i, &g->sink);
}

AtlasEdges atlas_offers(Atlas *g, StateId id, const bool *labels)
{
  assert(atomic_load(state_table_word(g->c->table, id)) & WORD_EXPANDED || atlas_stopped(g));
  bool stop = atlas_must_stop(g);
  begin(g);
  limit_values(g);
  coder_load(g->coder, id);
  if (stop) return (AtlasEdges){.partial = true};
  g->offers = true;
  take_offers(g, g->coder->row, labels);
  g->offers = false;
  for (uint32_t i = 0; i < g->found.len; i++) {
    const Found *f = &g->found.data[i];
    if (labels && !labels[f->label]) continue;
    vec_push(&g->edges, ((AtlasEdge){f->label, NO_STATE, g->arguments.data + f->arguments}));
  }
  return (AtlasEdges){.edges = g->edges.data,
                      .count = g->edges.len,
                      .all = g->edges.len,
                      .partial = g->partial,
                      .faulty = g->faulty};
}

const Value *atlas_row(const Atlas *g) { return g->coder->row; }

void atlas_copy_row(Atlas *g, StateId id, Value *out)
{
  coder_load(g->coder, id);
  memcpy(out, g->coder->row, g->lts->width * sizeof *out);
}

/* -------------------------------------------------------------------- beginning */

static void note_initial(Atlas *g, StateId id)
{
  uint64_t old = atomic_fetch_or(state_table_word(g->c->table, id), WORD_INITIAL);
  if (!(old & WORD_INITIAL)) vec_push(&g->c->initial, id);
}

/* Those that were found from this set-up (NO_STATE: from nothing): set-ups and initial states. */
static void settle_initial(Atlas *g, StateId setup)
{
  g->c->begins_partial |= g->partial;
  g->c->begins_faulty |= g->faulty;
  for (uint32_t i = 0; i < g->found.len && !atlas_stopped(g); i++) {
    const Found f = g->found.data[i];
    if (is_repeated(g, i)) continue;
    if (i % 1024 == 1023 && atlas_must_stop(g)) break;
    count(&g->transitions, 1);
    StateId id = settle(g, &f, setup);
    if (id == NO_STATE || f.outside) continue;
    coder_load(g->coder, id);
    if (g->lts->is_setup(g->lts, g->coder->row)) vec_push(&g->c->setups, id);
    else note_initial(g, id);
  }
}

static void find_initial(Atlas *g)
{
  begin(g);
  coder_unload(g->coder);
  g->lts->initial(g->lts, &g->sink);
  settle_initial(g, NO_STATE);
  for (uint32_t i = 0; i < g->c->setups.len && !atlas_must_stop(g); i++) {
    begin(g);
    coder_load(g->coder, g->c->setups.data[i]);
    g->lts->next(g->lts, g->coder->row, &g->sink);
    settle_initial(g, g->c->setups.data[i]);
  }
  g->c->begins_partial |= atlas_stopped(g); /* a limit was reached: some set-ups may be left */
}

/* --------------------------------------------------------------------------- life */

static AtlasCommon *new_common(Lts *lts, AtlasOptions options)
{
  AtlasCommon *c = memory_zeroed(1, sizeof *c);
  c->options = options;
  c->arena = arena_new();
  c->code = row_code_new(lts);
  c->shared = shared_new();
  pthread_mutex_init(&c->lock, NULL);
  return c;
}

static Atlas *new_member(AtlasCommon *c, Lts *lts)
{
  Atlas *g = memory_zeroed(1, sizeof *g);
  g->sink = (Sink){accept, take_trouble};
  g->lts = lts;
  g->c = c;
  if (!c->table) c->table = state_table_new(c->code->leaves, may_take, g);
  g->coder = coder_new(lts, c->code, c->table, c->shared);
  g->cache = op_cache_new(lts, false);
  g->value_bound = (size_t) 512 << 20;
  g->label_width = memory_zeroed(lts->label_count, sizeof *g->label_width);
  for (uint32_t i = 0; i < lts->label_count; i++) {
    uint32_t results = 0;
    g->label_width[i] =
        lts->label_arguments ? lts->label_arguments(lts, i, &results) : lts->label_width;
    g->label_width[i] += results;
  }
  assert(lts->label_count <= WORD_LABEL);
  vec_push(&g->arguments, VALUE_UNDEFINED); /* from now on there is an address */
  return g;
}

static void free_member(Atlas *g)
{
  coder_free(g->coder);
  op_cache_free(g->cache);
  vec_free(&g->found);
  vec_free(&g->slots);
  vec_free(&g->leaving);
  vec_free(&g->arguments);
  vec_free(&g->edges);
  free(g->label_width);
  free(g);
}

Atlas *atlas_new(Lts *lts, AtlasOptions options)
{
  double began = clock_seconds();
  Atlas *g = new_member(new_common(lts, options), lts);
  vec_push(&g->c->members, g);
  g->looked = g->told = began;
  find_initial(g);
  g->c->begin_seconds = clock_seconds() - began;
  return g;
}

/* Figures of a fork stay with the first one. */
static void leave_members(Atlas *g)
{
  AtlasCommon *c = g->c;
  Atlas *first = c->members.data[0];
  uint32_t i = 1;
  while (c->members.data[i] != g) i++;
  c->members.data[i] = c->members.data[--c->members.len];
  first->states += g->states;
  first->transitions += g->transitions;
  first->outside += g->outside;
  first->expanded += g->expanded;
}

void atlas_free(Atlas *g)
{
  if (!g) return;
  AtlasCommon *c = g->c;
  if (c->members.data[0] != g) {
    Lts *lts = g->lts;
    leave_members(g);
    free_member(g);
    lts->free(lts);
    return;
  }
  assert(c->members.len == 1);
  free_member(g);
  state_table_free(c->table);
  shared_free(c->shared);
  row_code_free(c->code);
  vec_free(&c->initial);
  vec_free(&c->setups);
  vec_free(&c->members);
  vec_free(&c->reasons);
  pthread_mutex_destroy(&c->lock);
  arena_free(c->arena);
  free(c);
}

/* -------------------------------------------------------------------------- forks */

typedef struct {
  Sink sink; /* first */
  Coder *coder;
  bool good;
} Agreement;

static void note_setup(Sink *sink, const Transition *t)
{
  Agreement *a = (Agreement *) sink;
  uint64_t root;
  if (coder_root(a->coder, t->state, &root) != CODED) a->good = false;
}

static void note_trouble(Sink *sink, const Trouble *t) { (void) sink, (void) t; }

Atlas *atlas_fork(Atlas *g)
{
  AtlasCommon *c = g->c;
  Lts *lts = atomic_load(&c->pinned) || !g->lts->fork ? NULL : g->lts->fork(g->lts);
  if (!lts) return NULL;
  Atlas *f = new_member(c, lts);
  Agreement a = {{note_setup, note_trouble}, f->coder, true};
  lts->initial(lts, &a.sink);
  if (!a.good || !coder_agree(c->members.data[0]->coder, f->coder)) {
    free_member(f);
    lts->free(lts);
    return NULL;
  }
  vec_push(&c->members, f);
  return f;
}

void atlas_enter(Atlas *g) { gate_enter(&g->c->table->gate); }
void atlas_leave(Atlas *g) { gate_leave(&g->c->table->gate); }

void atlas_set_block(Atlas *g, uint32_t states)
{
  uint32_t block = 16;
  while (block < 4096 && block * 64 < states) block *= 2;
  for (uint32_t i = 0; i < g->c->members.len; i++)
    g->c->members.data[i]->coder->hand.roots = (PairsHand){0, 0};
  pairs_set_block(g->c->table->roots, block);
}
