#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "base/deep_thread.h"
#include "base/memory.h"
#include "temporal/product/product_impl.h"

/* Breadth first, level by level, with several threads where that pays.  They take the nodes of a
 * level in chunks, in order; a new node belongs to the first node of the level that leads to it, so
 * that levels, and paths, do not depend on the number of threads.
 *
 * The word of a node: 0, it was not met; the place in the level of the node before it, with FRESH,
 * as long as that level is searched; from then on the number of that node + 1. */
#define FRESH (UINT32_C(1) << 31)
#define FROM_NOWHERE (FRESH - 1)
#define NO_RANK UINT32_MAX

typedef struct {
  NodeId node;
  uint32_t rank; /* of the node before it */
} Arrival;

typedef struct Sweep Sweep;

typedef struct {
  Sweep *sweep;
  Walker walker;
  VEC(Arrival) fresh; /* ascending by rank */
  VEC(Arrival) seeds; /* likewise: nodes that have loops to be judged */
  uint32_t found;     /* the rank of a node where a path is accepted, or NO_RANK … */
  PathKind kind;      /* … and how */
  pthread_t thread;
} SweepWorker;

struct Sweep {
  ProductSearch *s;
  Depth *depth; /* or NULL */
  VEC(NodeId) level;
  VEC(Arrival) seeds; /* of the last level, with the node before them instead of a rank */
  SweepWorker *workers;
  uint32_t count, most;
  _Atomic uint32_t cursor, stop_rank;
  uint64_t nodes;
};

static bool belongs_here(const Sweep *w, uint32_t q)
{
  return w->s->request->breadth_first || survey_early(&w->s->survey, q);
}

/* ------------------------------------------------------------------ one node */

/* Another way to a node: the first one counts.  True: this is the first so far. */
static bool claim(Nodes *nodes, NodeId node, uint32_t rank)
{
  _Atomic uint32_t *word = nodes_word(nodes, node);
  uint32_t old = atomic_load_explicit(word, memory_order_relaxed), mine = FRESH | rank;
  while (old == 0 || (old & FRESH && mine < old))
    if (atomic_compare_exchange_weak_explicit(word, &old, mine, memory_order_relaxed,
                                              memory_order_relaxed))
      return true;
  return false;
}

static void reach(SweepWorker *w, const Successor *x, uint32_t rank)
{
  Sweep *sweep = w->sweep;
  Nodes *nodes = &sweep->s->nodes;
  NodeId node = nodes_number(nodes, x->to, x->q);
  if (node == NO_NODE) atlas_stop(w->walker.atlas, "the product is too large");
  else if (belongs_here(sweep, x->q)) {
    if (claim(nodes, node, rank)) vec_push(&w->fresh, ((Arrival){node, rank}));
  } else if (!nodes_get(nodes, node)) vec_push(&w->seeds, ((Arrival){node, rank}));
}

static void visit(SweepWorker *w, uint32_t rank)
{
  Sweep *sweep = w->sweep;
  const Nodes *nodes = &sweep->s->nodes;
  NodeId node = sweep->level.data[rank];
  walker_expand(&w->walker, nodes_state(nodes, node), nodes_q(nodes, node));
  if (w->walker.decided || w->walker.ends) {
    w->found = rank;
    w->kind = w->walker.decided ? PATH_PREFIX : PATH_FINITE;
    uint32_t old = atomic_load(&sweep->stop_rank);
    while (rank < old && !atomic_compare_exchange_weak(&sweep->stop_rank, &old, rank)) {}
    return;
  }
  for (uint32_t i = 0; i < w->walker.successors.len; i++)
    reach(w, &w->walker.successors.data[i], rank);
}

/* ------------------------------------------------------------------- a level */

static void work_on_level(SweepWorker *w)
{
  Sweep *sweep = w->sweep;
  uint32_t size = sweep->level.len / (sweep->count * 16);
  uint32_t chunk = size < 1 ? 1 : size > 64 ? 64 : size;
  atlas_enter(w->walker.atlas);
  for (;;) {
    uint32_t begin = atomic_fetch_add(&sweep->cursor, chunk), end = begin + chunk;
    if (begin >= sweep->level.len) break;
    if (end > sweep->level.len) end = sweep->level.len;
    for (uint32_t rank = begin; rank < end; rank++) {
      if (rank > atomic_load_explicit(&sweep->stop_rank, memory_order_relaxed)) break;
      if (atlas_must_stop(w->walker.atlas)) break;
      visit(w, rank);
    }
    if (begin > atomic_load(&sweep->stop_rank) || atlas_stopped(w->walker.atlas)) break;
  }
  atlas_leave(w->walker.atlas);
}

static void *work(void *worker)
{
  work_on_level(worker);
  return NULL;
}

static bool is_worth_while(const Sweep *w)
{
  enum { PARALLEL_FROM = 2048 };
  const ProductRequest *r = w->s->request;
  if (r->tuning.parallel_from) return w->level.len >= r->tuning.parallel_from;
  double searched = clock_seconds() - w->s->began;
  return w->level.len >= PARALLEL_FROM && searched > 0.05 &&
         searched > atlas_begin_seconds(r->atlas) * (w->most - 1);
}

/* Threads as many as there are, or one. */
static void make_workers(Sweep *w)
{
  const ProductRequest *r = w->s->request;
  if (w->count == w->most || !r->help || !is_worth_while(w)) return;
  ProductHelper helper;
  while (w->count < w->most && r->help(r->help_context, &helper)) {
    SweepWorker *worker = &w->workers[w->count++];
    *worker = (SweepWorker){.sweep = w, .found = NO_RANK};
    walker_open(&worker->walker, helper.atlas, helper.atoms, r->automaton, &w->s->lock, NULL);
  }
  w->most = w->count; /* no second try */
}

static void run_level(Sweep *w)
{
  bool several = w->count > 1 && is_worth_while(w);
  uint32_t started = 1;
  atomic_store(&w->cursor, 0);
  atomic_store(&w->stop_rank, NO_RANK);
  if (several) atlas_set_block(w->s->request->atlas, w->level.len / w->count);
  for (; several && started < w->count; started++)
    if (!deep_thread(&w->workers[started].thread, work, &w->workers[started])) break;
  work_on_level(&w->workers[0]);
  for (uint32_t i = 1; i < started; i++) pthread_join(w->workers[i].thread, NULL);
}

/* ------------------------------------------------------------- the next level */

typedef VEC(Arrival) Arrivals;

static Arrivals *list_of(SweepWorker *w, bool seeds)
{
  return (Arrivals *) (seeds ? (void *) &w->seeds : (void *) &w->fresh);
}

/* The arrivals of all workers in the order of ranks; each rank is one worker's. */
typedef void TakeArrival(Sweep *, Arrival);
static void each_arrival(Sweep *w, bool seeds, TakeArrival *take)
{
  uint32_t *next = memory_zeroed(w->count, sizeof *next);
  for (;;) {
    uint32_t best = NO_RANK, who = 0;
    for (uint32_t i = 0; i < w->count; i++) {
      const Arrivals *list = list_of(&w->workers[i], seeds);
      if (next[i] == list->len || list->data[next[i]].rank >= best) continue;
      best = list->data[next[i]].rank;
      who = i;
    }
    if (best == NO_RANK) break;
    const Arrivals *list = list_of(&w->workers[who], seeds);
    while (next[who] < list->len && list->data[next[who]].rank == best)
      take(w, list->data[next[who]++]);
  }
  for (uint32_t i = 0; i < w->count; i++) list_of(&w->workers[i], seeds)->len = 0;
  free(next);
}

static void take_seed(Sweep *w, Arrival a)
{
  vec_push(&w->seeds, ((Arrival){a.node, w->level.data[a.rank]}));
}

typedef VEC(NodeId) Level;

/* Nodes that another way has come to before are left out. */
static void take_fresh(Sweep *w, Arrival a)
{
  if (nodes_get(&w->s->nodes, a.node) != (FRESH | a.rank)) return;
  nodes_set(&w->s->nodes, a.node, w->level.data[a.rank] + 1);
  vec_push(&w->level, a.node);
}

/* Behind the old level, which is then removed. */
static void next_level(Sweep *w)
{
  uint32_t old = w->level.len;
  each_arrival(w, true, take_seed);
  each_arrival(w, false, take_fresh);
  w->level.len -= old;
  w->nodes += w->level.len;
  memmove(w->level.data, w->level.data + old, w->level.len * sizeof *w->level.data);
}

/* ---------------------------------------------------------------------- paths */

/* Which step leads from one node to another. */
static uint32_t step_between(Sweep *w, NodeId from, NodeId to)
{
  const Nodes *nodes = &w->s->nodes;
  Walker *walker = &w->workers[0].walker;
  walker_expand(walker, nodes_state(nodes, from), nodes_q(nodes, from));
  for (uint32_t i = 0; i < walker->successors.len; i++) {
    const Successor *x = &walker->successors.data[i];
    if (x->to == nodes_state(nodes, to) && x->q == nodes_q(nodes, to)) return x->step;
  }
  assert(false);
  return 0;
}

/* The way to a node, before what the result has already; `then` follows it, or NO_NODE. */
static void write_way(Sweep *w, NodeId node, NodeId then)
{
  Product *out = w->s->out;
  VEC(PathPosition) back = {0};
  if (then != NO_NODE)
    vec_push(&back, ((PathPosition){nodes_state(&w->s->nodes, node), step_between(w, node, then)}));
  for (uint32_t word = nodes_get(&w->s->nodes, node); word != FROM_NOWHERE;) {
    NodeId before = word - 1;
    vec_push(&back,
             ((PathPosition){nodes_state(&w->s->nodes, before), step_between(w, before, node)}));
    node = before;
    word = nodes_get(&w->s->nodes, node);
  }
  uint32_t behind = out->path.len;
  for (uint32_t i = back.len; i-- > 0;) vec_push(&out->path, back.data[i]);
  for (uint32_t i = 0; i < behind; i++) vec_push(&back, out->path.data[i]);
  memmove(out->path.data, out->path.data + behind,
          (out->path.len - behind) * sizeof *out->path.data);
  memcpy(out->path.data + out->path.len - behind, back.data + back.len - behind,
         behind * sizeof *back.data);
  out->loop += out->path.len - behind;
  vec_free(&back);
}

static void write_found(Sweep *w)
{
  uint32_t rank = atomic_load(&w->stop_rank);
  PathKind kind = PATH_PREFIX;
  for (uint32_t i = 0; i < w->count; i++)
    if (w->workers[i].found == rank) kind = w->workers[i].kind;
  NodeId node = w->level.data[rank];
  write_way(w, node, NO_NODE);
  lasso_write_end(nodes_state(&w->s->nodes, node), kind, w->s->out);
}

/* ------------------------------------------------------------------- the whole */

/* What begins at the nodes that have loops to be judged. */
static void search_seeds(Sweep *w)
{
  if (w->seeds.len && !w->depth) w->depth = depth_new(w->s);
  for (uint32_t i = 0; i < w->seeds.len; i++) {
    Arrival seed = w->seeds.data[i];
    if (product_found(w->s) || atlas_must_stop(w->s->request->atlas)) break;
    if (nodes_get(&w->s->nodes, seed.node)) continue;
    depth_run(w->depth, seed.node);
    if (product_found(w->s) && seed.rank != NO_NODE) write_way(w, seed.rank, seed.node);
  }
  w->seeds.len = 0;
}

static void begin(Sweep *w)
{
  const ProductRequest *r = w->s->request;
  uint32_t first = automaton_initial(r->automaton);
  for (uint32_t i = 0; i < r->initial_count; i++) {
    NodeId node = nodes_number(&w->s->nodes, r->initial[i], first);
    if (!belongs_here(w, first)) vec_push(&w->seeds, ((Arrival){node, NO_NODE}));
    else if (!nodes_get(&w->s->nodes, node)) {
      nodes_set(&w->s->nodes, node, FROM_NOWHERE);
      vec_push(&w->level, node);
    }
  }
  w->nodes = w->level.len;
}

static void close_sweep(Sweep *w)
{
  ProductSearch *s = w->s;
  s->out->nodes += w->nodes + depth_nodes(w->depth);
  depth_free(w->depth);
  for (uint32_t i = 0; i < w->count; i++) {
    s->incomplete |= w->workers[i].walker.incomplete;
    walker_close(&w->workers[i].walker);
    vec_free(&w->workers[i].fresh);
    vec_free(&w->workers[i].seeds);
  }
  free(w->workers);
  vec_free(&w->level);
  vec_free(&w->seeds);
}

void product_sweep(ProductSearch *s)
{
  const ProductRequest *r = s->request;
  Sweep w = {.s = s, .count = 1, .most = r->jobs > 1 ? r->jobs : 1};
  w.workers = memory_zeroed(w.most, sizeof *w.workers);
  w.workers[0] = (SweepWorker){.sweep = &w, .found = NO_RANK};
  product_walker(s, &w.workers[0].walker, NULL);
  begin(&w);
  search_seeds(&w);
  while (w.level.len && !product_found(s) && !atlas_must_stop(r->atlas)) {
    make_workers(&w);
    run_level(&w);
    if (atomic_load(&w.stop_rank) != NO_RANK) write_found(&w);
    else if (!atlas_stopped(r->atlas)) {
      next_level(&w);
      search_seeds(&w);
    }
  }
  close_sweep(&w);
}
