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
 * Every loop has an edge that does not lead to the next level.  So, after each level, components
 * are searched behind the nodes that such edges lead to; if nothing is found there these nodes, and
 * all behind them, are dead.  As long as some mark was on no edge this can wait: the edge that
 * leads back from the last of the levels of a loop is met no earlier than all of its marks. */
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
  VEC(Arrival) seeds; /* likewise: nodes that edges lead back to */
  uint64_t marks;     /* of edges to nodes that are judged */
  uint32_t found;     /* the rank of a node where a path is accepted, or NO_RANK … */
  PathKind kind;      /* … and how */
  pthread_t thread;
} SweepWorker;

struct Sweep {
  ProductSearch *s;
  Depth *depth;  /* or NULL */
  NodeId wanted; /* a path to this node is looked for, nothing else; or NO_NODE */
  VEC(NodeId) level;
  VEC(NodeId) seeds; /* of the last level */
  uint64_t marks;    /* that were met, so far */
  NodeId start;      /* the one behind which a path was found */
  SweepWorker *workers;
  uint32_t count, most;
  _Atomic uint32_t cursor, stop_rank;
};

/* May loops through it be accepted? */
static bool is_judged(const Sweep *w, uint32_t q)
{
  return w->wanted == NO_NODE && !w->s->request->breadth_first && !survey_early(&w->s->survey, q);
}

/* ------------------------------------------------------------------ one node */

typedef enum { CLAIMED, CLAIMED_BEFORE, LEADS_BACK } Claim;

/* A way to a node: the first one counts. */
static Claim claim(Nodes *nodes, NodeId node, uint32_t rank)
{
  _Atomic uint32_t *word = nodes_word(nodes, node);
  uint32_t old = atomic_load_explicit(word, memory_order_relaxed), mine = FRESH | rank;
  for (;;) {
    bool fresh = old & FRESH && !word_is_dead(old);
    if (word_is_dead(old) || (fresh && mine >= old)) return CLAIMED_BEFORE;
    if (old && !fresh) return LEADS_BACK;
    if (atomic_compare_exchange_weak_explicit(word, &old, mine, memory_order_relaxed,
                                              memory_order_relaxed))
      return CLAIMED;
  }
}

static void reach(SweepWorker *w, const Successor *x, uint32_t rank)
{
  Sweep *sweep = w->sweep;
  NodeId node = nodes_number(&sweep->s->nodes, x->to, x->q);
  if (node == NO_NODE) {
    atlas_stop(w->walker.atlas, "the product is too large");
    return;
  }
  Claim result = claim(&sweep->s->nodes, node, rank);
  if (result == CLAIMED) vec_push(&w->fresh, ((Arrival){node, rank}));
  if (!is_judged(sweep, x->q)) return;
  w->marks |= x->marks;
  if (result == LEADS_BACK) vec_push(&w->seeds, ((Arrival){node, rank}));
}

static void note_found(SweepWorker *w, uint32_t rank, PathKind kind)
{
  _Atomic uint32_t *stop_rank = &w->sweep->stop_rank;
  uint32_t old = atomic_load(stop_rank);
  w->found = rank;
  w->kind = kind;
  while (rank < old && !atomic_compare_exchange_weak(stop_rank, &old, rank)) {}
}

static void visit(SweepWorker *w, uint32_t rank)
{
  const Sweep *sweep = w->sweep;
  const Nodes *nodes = &sweep->s->nodes;
  NodeId node = sweep->level.data[rank];
  if (word_is_dead(nodes_get(nodes, node))) return;
  if (node == sweep->wanted) {
    note_found(w, rank, PATH_LASSO);
    return;
  }
  walker_expand(&w->walker, nodes_state(nodes, node), nodes_q(nodes, node));
  if (sweep->wanted == NO_NODE && (w->walker.decided || w->walker.ends))
    note_found(w, rank, w->walker.decided ? PATH_PREFIX : PATH_FINITE);
  else
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

static bool has_helper(ProductSearch *s, uint32_t which)
{
  const ProductRequest *r = s->request;
  ProductHelper helper;
  if (which < s->helpers.len) return true;
  if (s->no_more_help || !r->help || !r->help(r->help_context, &helper)) {
    s->no_more_help = true;
    return false;
  }
  vec_push(&s->helpers, helper);
  return true;
}

/* Threads as many as there are, or one. */
static void make_workers(Sweep *w)
{
  if (w->count == w->most || !is_worth_while(w)) return;
  while (w->count < w->most && has_helper(w->s, w->count - 1)) {
    ProductHelper helper = w->s->helpers.data[w->count - 1];
    SweepWorker *worker = &w->workers[w->count++];
    *worker = (SweepWorker){.sweep = w, .found = NO_RANK};
    walker_open(&worker->walker, helper.atlas, helper.atoms, w->s->request->automaton, w->s->lock,
                NULL);
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

static void take_seed(Sweep *w, Arrival a) { vec_push(&w->seeds, a.node); }

static void take_seeds(Sweep *w)
{
  uint64_t all = automaton_marks(w->s->request->automaton);
  for (uint32_t i = 0; i < w->count; i++) w->marks |= w->workers[i].marks;
  if ((w->marks & all) == all) each_arrival(w, true, take_seed);
  else
    for (uint32_t i = 0; i < w->count; i++) w->workers[i].seeds.len = 0;
}

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
  take_seeds(w);
  each_arrival(w, false, take_fresh);
  w->level.len -= old;
  w->s->met += w->level.len;
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

/* The way to a node; without its own position. */
static void write_way(Sweep *w, NodeId node)
{
  const Nodes *nodes = &w->s->nodes;
  VEC(NodeId) back = {0};
  for (; nodes_get(nodes, node) != FROM_NOWHERE; node = nodes_get(nodes, node) - 1)
    vec_push(&back, node);
  for (uint32_t i = back.len; i-- > 0; node = back.data[i])
    vec_push(&w->s->out->path,
             ((PathPosition){nodes_state(nodes, node), step_between(w, node, back.data[i])}));
  vec_free(&back);
}

static void write_found(Sweep *w)
{
  uint32_t rank = atomic_load(&w->stop_rank);
  NodeId node = w->level.data[rank];
  write_way(w, node);
  if (node == w->wanted) {
    w->s->out->result = PRODUCT_FOUND;
    return;
  }
  PathKind kind = PATH_PREFIX;
  for (uint32_t i = 0; i < w->count; i++)
    if (w->workers[i].found == rank) kind = w->workers[i].kind;
  lasso_write_end(nodes_state(&w->s->nodes, node), kind, w->s->out);
}

/* ------------------------------------------------------------------- the whole */

/* What is behind the nodes that edges have led back to. */
static void search_seeds(Sweep *w)
{
  if (w->seeds.len && !w->depth) w->depth = depth_new(w->s);
  for (uint32_t i = 0; i < w->seeds.len; i++) {
    if (product_found(w->s) || w->s->misled || atlas_must_stop(w->s->request->atlas)) break;
    w->start = w->seeds.data[i];
    if (!word_is_dead(nodes_get(&w->s->nodes, w->start))) depth_run(w->depth, w->start);
  }
  w->seeds.len = 0;
}

static void begin(Sweep *w)
{
  const ProductRequest *r = w->s->request;
  uint32_t first = automaton_initial(r->automaton);
  for (uint32_t i = 0; i < r->initial_count; i++) {
    NodeId node = nodes_number(&w->s->nodes, r->initial[i], r->first ? r->first[i] : first);
    if (nodes_get(&w->s->nodes, node)) continue;
    nodes_set(&w->s->nodes, node, FROM_NOWHERE);
    vec_push(&w->level, node);
  }
  w->s->met += w->level.len;
}

static void open_sweep(Sweep *w, ProductSearch *s)
{
  uint32_t jobs = s->request->jobs;
  *w = (Sweep){.s = s, .wanted = NO_NODE, .start = NO_NODE, .count = 1, .most = jobs ? jobs : 1};
  w->workers = memory_zeroed(w->most, sizeof *w->workers);
  w->workers[0] = (SweepWorker){.sweep = w, .found = NO_RANK};
  product_walker(s, &w->workers[0].walker, NULL);
}

static void close_sweep(Sweep *w)
{
  ProductSearch *s = w->s;
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

static void sweep(Sweep *w)
{
  Atlas *g = w->s->request->atlas;
  begin(w);
  while (w->level.len && !product_found(w->s) && !w->s->misled && !atlas_must_stop(g)) {
    make_workers(w);
    run_level(w);
    if (atomic_load(&w->stop_rank) != NO_RANK) write_found(w);
    else if (!atlas_stopped(g)) {
      next_level(w);
      search_seeds(w);
    }
  }
}

/* A shortest way to a node, before what the result has already: a search of its own, since levels
 * have been overwritten. */
static void complete_path(ProductSearch *s, StateId state, uint32_t q)
{
  Product whole = {.result = PRODUCT_NONE};
  ProductSearch again = *s;
  Sweep w;
  again.out = &whole;
  atlas_lift_deadline(s->request->atlas);
  nodes_open(&again.nodes);
  open_sweep(&w, &again);
  w.wanted = nodes_number(&again.nodes, state, q);
  sweep(&w);
  close_sweep(&w);
  nodes_close(&again.nodes);
  s->helpers.data = again.helpers.data;
  s->helpers.len = again.helpers.len;
  s->helpers.cap = again.helpers.cap;
  if (whole.result == PRODUCT_FOUND) {
    s->out->loop += whole.path.len;
    for (uint32_t i = 0; i < s->out->path.len; i++) vec_push(&whole.path, s->out->path.data[i]);
  } else s->out->result = PRODUCT_UNKNOWN;
  vec_free(&s->out->path);
  s->out->path.data = whole.path.data;
  s->out->path.len = whole.path.len;
  s->out->path.cap = whole.path.cap;
}

void product_sweep(ProductSearch *s)
{
  Sweep w;
  nodes_open(&s->nodes);
  open_sweep(&w, s);
  sweep(&w);
  if (!s->misled || product_found(s)) s->out->nodes += s->met;
  NodeId start = w.start;
  bool behind = product_found(s) && w.depth && atomic_load(&w.stop_rank) == NO_RANK;
  StateId state = behind ? nodes_state(&s->nodes, start) : NO_STATE;
  uint32_t q = behind ? nodes_q(&s->nodes, start) : 0;
  close_sweep(&w);
  nodes_close(&s->nodes);
  if (behind) complete_path(s, state, q);
}
