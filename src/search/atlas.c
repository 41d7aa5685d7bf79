#include "search/atlas.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/memory.h"
#include "search/coder.h"
#include "search/op_cache.h"

/* The word that goes with a state: 32 bits the set-up that an initial state comes from, or
 * NO_STATE; three flags; the label by which it was found. */
#define WORD_OUTSIDE (UINT64_C(1) << 31)  /* the model asks not to go on to it */
#define WORD_EXPANDED (UINT64_C(1) << 30) /* its edges are counted */
#define WORD_INITIAL (UINT64_C(1) << 29)
#define WORD_LABEL (WORD_INITIAL - 1)

typedef struct { /* a transition: the root of its state, its label, where its arguments are */
  uint64_t root;
  uint32_t label, arguments;
  bool outside;
} Found;

struct Atlas {
  Sink sink; /* first */
  Lts *lts;
  AtlasOptions options;
  RowCode *code;
  StateTable *table;
  Shared *shared;
  Coder *coder;
  OpCache *cache;         /* or NULL */
  uint32_t *label_width;  /* by label: arguments and results */
  VEC(Found) found;       /* of the state in hand */
  VEC(uint32_t) slots;    /* scratch: see is_in_table */
  VEC(AtlasEdge) leaving; /* scratch: edges that lead outside */
  VEC(Value) arguments;
  VEC(AtlasEdge) edges;
  VEC(StateId) initial, setups;
  bool partial, faulty, stopped;
  bool begins_partial, begins_faulty; /* while the initial states were found */
  uint64_t states, transitions, outside, expanded;
  uint32_t asked;
  size_t value_bound;
  Arena *arena;
  VEC(const char *) reasons;
};

/* ---------------------------------------------------------------------- limits */

void atlas_add_reason(Atlas *g, const char *reason)
{
  for (uint32_t i = 0; i < g->reasons.len; i++)
    if (!strcmp(g->reasons.data[i], reason)) return;
  vec_push(&g->reasons, arena_copy(g->arena, reason, strlen(reason)));
}

static void stop(Atlas *g, const char *reason)
{
  atlas_add_reason(g, reason);
  g->stopped = g->partial = true;
}

bool atlas_may_take(const Atlas *g, size_t bytes)
{
  return !g->options.memory_limit || bytes < 1 << 20 ||
         memory_resident() + bytes <= g->options.memory_limit;
}

static bool may_take(void *context, size_t bytes) { return atlas_may_take(context, bytes); }

bool atlas_must_stop(Atlas *g)
{
  const AtlasOptions *o = &g->options;
  if (g->stopped) return true;
  if (o->cancelled && o->cancelled()) stop(g, "interrupted");
  else if (o->max_states && g->expanded > o->max_states) stop(g, "the state limit was reached");
  else if (++g->asked % 64 == 0 || g->asked < 64) {
    if (o->deadline > 0 && clock_seconds() > o->deadline) stop(g, "the time limit was reached");
    else if (o->memory_limit && g->asked % 1024 == 0 && memory_resident() > o->memory_limit)
      stop(g, "the memory limit was reached");
  }
  return g->stopped;
}

/* Values are only copies of what is shared: when they have become many they are dropped. */
static void limit_values(Atlas *g)
{
  if (!g->lts->store || g->options.keep_values || store_bytes(g->lts->store) <= g->value_bound)
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

static void accept(Sink *sink, const Transition *t)
{
  Atlas *g = (Atlas *) sink;
  if (g->found.len % 256 == 255) atlas_must_stop(g);
  if (g->stopped && !g->expanded) return; /* there are too many to begin with */
  Found f = {0, t->label, g->arguments.len, is_outside(g, t->state)};
  Coded coded = coder_root(g->coder, t->state, &f.root);
  if (coded == CODED_LAZY) {
    shared_view_pin(g->coder->view);
    coded = coder_root(g->coder, t->state, &f.root);
  }
  if (coded != CODED) {
    stop(g, "there is not enough memory");
    return;
  }
  uint32_t count = t->arguments ? g->label_width[t->label] : 0;
  for (uint32_t i = 0; i < count; i++) vec_push(&g->arguments, t->arguments[i]);
  state_table_prefetch(g->table, f.root);
  vec_push(&g->found, f);
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

/* The state that a transition leads to. */
static StateId settle(Atlas *g, const Found *f, StateId setup)
{
  bool fresh;
  uint64_t word = (uint64_t) setup << 32 | f->label | (f->outside ? WORD_OUTSIDE : 0);
  StateId id = state_table_put(g->table, &g->coder->hand, f->root, word, &fresh);
  if (id == NO_STATE) stop(g, "there is not enough memory");
  else if (fresh && f->outside) g->outside++;
  else if (fresh) g->states++;
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

AtlasEdges atlas_edges(Atlas *g, StateId id)
{
  _Atomic uint64_t *word = state_table_word(g->table, id);
  bool known = atomic_load(word) & WORD_EXPANDED, nothing = atlas_must_stop(g) && !known;
  begin(g);
  limit_values(g);
  coder_load(g->coder, id);
  if (nothing) return (AtlasEdges){.partial = true};
  take_edges(g, g->coder->row);
  AtlasEdges result = settle_edges(g);
  if (!g->stopped && !known) {
    atomic_fetch_or(word, WORD_EXPANDED);
    g->expanded++;
    g->transitions += result.count;
  }
  return result;
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
  uint64_t old = atomic_fetch_or(state_table_word(g->table, id), WORD_INITIAL);
  if (!(old & WORD_INITIAL)) vec_push(&g->initial, id);
}

/* Those that were found from this set-up (NO_STATE: from nothing): set-ups and initial states. */
static void settle_initial(Atlas *g, StateId setup)
{
  g->begins_partial |= g->partial;
  g->begins_faulty |= g->faulty;
  for (uint32_t i = 0; i < g->found.len && !g->stopped; i++) {
    const Found f = g->found.data[i];
    if (is_repeated(g, i)) continue;
    if (i % 1024 == 1023 && atlas_must_stop(g)) break;
    g->transitions++;
    StateId id = settle(g, &f, setup);
    if (id == NO_STATE || f.outside) continue;
    coder_load(g->coder, id);
    if (g->lts->is_setup(g->lts, g->coder->row)) vec_push(&g->setups, id);
    else note_initial(g, id);
  }
}

static void find_initial(Atlas *g)
{
  begin(g);
  coder_unload(g->coder);
  g->lts->initial(g->lts, &g->sink);
  settle_initial(g, NO_STATE);
  for (uint32_t i = 0; i < g->setups.len && !atlas_must_stop(g); i++) {
    begin(g);
    coder_load(g->coder, g->setups.data[i]);
    g->lts->next(g->lts, g->coder->row, &g->sink);
    settle_initial(g, g->setups.data[i]);
  }
  g->begins_partial |= g->stopped; /* a limit was reached: some set-ups may be left */
}

Atlas *atlas_new(Lts *lts, AtlasOptions options)
{
  Atlas *g = memory_zeroed(1, sizeof *g);
  g->sink = (Sink){accept, take_trouble};
  g->lts = lts;
  g->options = options;
  g->arena = arena_new();
  g->code = row_code_new(lts);
  g->table = state_table_new(g->code->leaves, may_take, g);
  g->shared = shared_new();
  g->coder = coder_new(lts, g->code, g->table, g->shared);
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
  find_initial(g);
  return g;
}

void atlas_free(Atlas *g)
{
  if (!g) return;
  coder_free(g->coder);
  op_cache_free(g->cache);
  state_table_free(g->table);
  shared_free(g->shared);
  row_code_free(g->code);
  vec_free(&g->found);
  vec_free(&g->slots);
  vec_free(&g->leaving);
  vec_free(&g->arguments);
  vec_free(&g->edges);
  vec_free(&g->initial);
  vec_free(&g->setups);
  vec_free(&g->reasons);
  free(g->label_width);
  arena_free(g->arena);
  free(g);
}

/* ---------------------------------------------------------------------- figures */

uint32_t atlas_initial_count(const Atlas *g) { return g->initial.len; }
StateId atlas_initial(const Atlas *g, uint32_t i) { return g->initial.data[i]; }

StateId atlas_setup_of(const Atlas *g, StateId id)
{
  return (StateId) (atomic_load(state_table_word(g->table, id)) >> 32);
}

uint32_t atlas_label_of(const Atlas *g, StateId id)
{
  return (uint32_t) (atomic_load(state_table_word(g->table, id)) & WORD_LABEL);
}

bool atlas_is_initial(const Atlas *g, StateId id)
{
  return atomic_load(state_table_word(g->table, id)) & WORD_INITIAL;
}

bool atlas_begins_surely(const Atlas *g) { return !g->begins_partial && !g->begins_faulty; }

Lts *atlas_lts(const Atlas *g) { return g->lts; }
uint64_t atlas_states(const Atlas *g) { return g->states; }
uint64_t atlas_transitions(const Atlas *g) { return g->transitions; }
uint64_t atlas_outside(const Atlas *g) { return g->outside; }
uint64_t atlas_expanded(const Atlas *g) { return g->expanded; }
bool atlas_stopped(const Atlas *g) { return g->stopped; }
uint32_t atlas_reasons(const Atlas *g) { return g->reasons.len; }
const char *atlas_reason(const Atlas *g, uint32_t i) { return g->reasons.data[i]; }

size_t atlas_bytes(const Atlas *g)
{
  return state_table_bytes(g->table) + shared_bytes(g->shared) + coder_bytes(g->coder);
}
