#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "temporal/product/narrow.h"
#include "temporal/product/product_impl.h"
#include "temporal/product/twin.h"

/* Couvreur's algorithm: components are merged as soon as an edge closes a loop, so that a loop with
 * all that it has to pass is found when its last edge is met.  Strong fairness, and fairness of
 * every instance, is judged when a component is complete; what is left of it, if it is not fair as
 * a whole, is searched again.
 *
 * Live nodes are numbered in the order in which they were met.  Those of the path from the
 * beginning to where the search is are frames, in the low stack; the others are done, in the high
 * one.  A frame is the root of a component, as far as that is known, or belongs to the component of
 * the last root below.  The successors that a node still has to go to are remembered for the last
 * frames only, as many as memory allows: others are asked again for theirs. */
typedef struct { /* frames begin … begin + count - 1 are roots */
  uint32_t begin, count;
} RootRun;

struct Depth {
  ProductSearch *s;
  Walker walker;
  Tallies tallies;
  Twin stacks;        /* of live nodes */
  Narrow into, inner; /* by frame: the tally of the edge to it; of a root: of inner edges */
  VEC(RootRun) roots;
  uint32_t live;        /* live nodes: their words are 1 … live */
  VEC(NodeId) pending;  /* successors … */
  Narrow edges;         /* … and the tallies of the edges to them */
  VEC(uint32_t) begins; /* of the successors of frames, from frame `kept` on */
  uint32_t kept;
  VEC(NodeId) numbers; /* of the successors of the node in hand */
  VEC(NodeId) again;   /* to be searched again */
  NodeId start;        /* where all paths of this run begin */
  bool divided;        /* paths may lead through nodes that are dead */
};

Depth *depth_new(ProductSearch *s)
{
  Depth *d = memory_zeroed(1, sizeof *d);
  d->s = s;
  product_walker(s, &d->walker, s->fair);
  tallies_open(&d->tallies, automaton_marks(s->request->automaton), s->fair);
  return d;
}

void depth_free(Depth *d)
{
  if (!d) return;
  d->s->incomplete |= d->walker.incomplete;
  walker_close(&d->walker);
  tallies_close(&d->tallies);
  twin_free(&d->stacks);
  narrow_free(&d->into);
  narrow_free(&d->inner);
  vec_free(&d->roots);
  vec_free(&d->pending);
  narrow_free(&d->edges);
  vec_free(&d->begins);
  vec_free(&d->numbers);
  vec_free(&d->again);
  free(d);
}

static uint32_t word_of(const Depth *d, NodeId node) { return nodes_get(&d->s->nodes, node); }
static bool is_live(uint32_t word) { return word >= NODE_LIVE && word < NODE_AGAIN; }
static bool is_open(uint32_t word) { return word < NODE_LIVE || word == NODE_AGAIN; }

/* ------------------------------------------------------------------------ roots */

static uint32_t top_root(const Depth *d)
{
  const RootRun *run = &d->roots.data[d->roots.len - 1];
  return run->begin + run->count - 1;
}

static void push_root(Depth *d, uint32_t frame)
{
  RootRun *run = d->roots.len ? &d->roots.data[d->roots.len - 1] : NULL;
  if (run && run->begin + run->count == frame) run->count++;
  else vec_push(&d->roots, ((RootRun){frame, 1}));
}

static void pop_root(Depth *d)
{
  if (--d->roots.data[d->roots.len - 1].count == 0) d->roots.len--;
}

/* ------------------------------------------------------------------------ paths */

typedef struct {
  Depth *d;
  Region region;
  uint32_t root; /* live nodes from this word on are what is looked for */
} Telling;

/* Of a path: what is live, or was while a component was divided. */
static uint32_t place(void *context, StateId state, uint32_t q)
{
  const Telling *t = context;
  NodeId node = nodes_number(&t->d->s->nodes, state, q);
  uint32_t word = node == NO_NODE ? 0 : word_of(t->d, node);
  if (is_live(word)) return word >= t->root ? 0 : PART_OUTSIDE;
  return word && t->d->divided ? PART_OUTSIDE : PART_NONE;
}

static bool is_wanted(void *context, uint32_t from, const RegionEdge *edge)
{
  const Telling *t = context;
  return t->region.nodes.data[edge ? edge->to : from].part == 0;
}

/* From the beginning to the first node that is looked for. */
static uint32_t begin_telling(Telling *t, Depth *d, uint32_t root)
{
  const Nodes *nodes = &d->s->nodes;
  *t = (Telling){.d = d, .root = root};
  region_open(&t->region, &d->walker, &d->s->instances, place, t);
  uint32_t first = region_add(&t->region, nodes_state(nodes, d->start), nodes_q(nodes, d->start));
  assert(first == 0);
  uint32_t node = region_way(&t->region, first, 1, PART_OUTSIDE, true, is_wanted, t);
  assert(node != NOWHERE);
  lasso_write_way(&t->region, d->s->out);
  return node;
}

static void tell_end(Depth *d, uint32_t word, PathKind kind)
{
  Telling t;
  uint32_t node = begin_telling(&t, d, word);
  lasso_write_end(t.region.nodes.data[node].state, kind, d->s->out);
  region_close(&t.region);
}

typedef struct { /* by instance: nodes of a component where it is possible, a step inside */
  uint32_t *possible, count, nodes;
  bool *done;
} InstanceView;

static void tell_loop(Depth *d, uint32_t root, Tally inner, const InstanceView *instances)
{
  Telling t;
  LoopGoals goals = {0};
  goals_add_marks(&goals, d->tallies.marks);
  if (d->s->fair) {
    uint64_t weak = d->tallies.weak;
    uint64_t strong = d->tallies.strong ? tally_set(&d->tallies, inner).enabled : 0;
    goals_add_terms(&goals, d->s->fair, weak | strong);
  }
  if (instances)
    goals_add_instances(&goals, d->s->fair, instances->possible, instances->count,
                        instances->nodes);
  uint32_t entry = begin_telling(&t, d, root);
  LoopEdges edges = {0};
  loop_find(&t.region, 0, entry, &goals, &edges);
  lasso_write(&t.region, entry, &edges, d->s->out);
  region_close(&t.region);
  vec_free(&edges);
  vec_free(&goals);
}

/* ------------------------------------------------------------------- components */

/* An edge to a live node: it and all after it are one component. */
static void close_loop(Depth *d, uint32_t word, Tally tally)
{
  uint32_t root;
  for (;;) {
    root = top_root(d);
    if (word_of(d, twin_low(&d->stacks, root)) <= word) break;
    tally = tally_join(&d->tallies, tally, narrow_get(&d->inner, root));
    tally = tally_join(&d->tallies, tally, narrow_get(&d->into, root));
    pop_root(d);
  }
  tally = tally_join(&d->tallies, narrow_get(&d->inner, root), tally);
  narrow_set(&d->inner, root, tally);
  if (tally_verdict(&d->tallies, tally) == TALLY_ACCEPTED)
    tell_loop(d, word_of(d, twin_low(&d->stacks, root)), tally, NULL);
}

/* The instances that are possible in the node that was expanded last; by edge in `steps`. */
static uint32_t see_instances(Depth *d, uint64_t **all, uint32_t **steps)
{
  const AtlasEdges *edges = &d->walker.here.edges;
  Lts *lts = atlas_lts(d->walker.atlas);
  *all = memory_zeroed(edges->all, sizeof **all);
  *steps = memory_zeroed(edges->count, sizeof **steps);
  for (uint32_t i = 0; i < edges->all; i++) {
    uint32_t instance = instance_of(&d->s->instances, lts, &edges->edges[i]);
    (*all)[i] = instance;
    if (i < edges->count) (*steps)[i] = instance;
  }
  return words_sort(*all, edges->all);
}

static void reserve_instances(const Depth *d, InstanceView *v)
{
  uint32_t count = instances_count(&d->s->instances);
  if (count <= v->count) return;
  uint32_t room = count * 2;
  uint32_t *possible = memory_zeroed(room, sizeof *possible);
  bool *done = memory_zeroed(room, sizeof *done);
  for (uint32_t i = 0; i < v->count; i++) possible[i] = v->possible[i], done[i] = v->done[i];
  free(v->possible);
  free(v->done);
  *v = (InstanceView){possible, room, v->nodes, done};
}

static bool here_is_vague(const Depth *d)
{
  return d->walker.here.edges.partial || d->walker.here.edges.faulty;
}

static bool expand(Depth *d, NodeId node)
{
  const Nodes *nodes = &d->s->nodes;
  walker_expand(&d->walker, nodes_state(nodes, node), nodes_q(nodes, node));
  return !atlas_stopped(d->walker.atlas);
}

static void view_node(Depth *d, uint32_t root, InstanceView *v)
{
  uint64_t *all;
  uint32_t *steps, count = see_instances(d, &all, &steps);
  reserve_instances(d, v);
  v->nodes++;
  for (uint32_t i = 0; i < count; i++) v->possible[all[i]]++;
  for (uint32_t i = 0; i < d->walker.successors.len; i++) {
    const Successor *x = &d->walker.successors.data[i];
    NodeId to = nodes_number(&d->s->nodes, x->to, x->q);
    uint32_t word = to == NO_NODE ? 0 : word_of(d, to);
    if (is_live(word) && word >= root) v->done[steps[x->step]] = true;
  }
  free(all);
  free(steps);
}

static bool has_term_of_every(const Depth *d, bool strong)
{
  for (uint32_t i = 0; i < d->s->fair->count; i++)
    if (d->s->fair->terms[i].every && d->s->fair->terms[i].strong == strong) return true;
  return false;
}

/* Is an instance possible everywhere in the component, and never a step inside of it? */
static bool is_starving(const InstanceView *v)
{
  for (uint32_t k = 0; k < v->count; k++)
    if (v->possible[k] == v->nodes && v->nodes && !v->done[k]) return true;
  return false;
}

/* Can no fair loop pass the node that was expanded last? */
static bool is_refused(Depth *d, Tally inner, const InstanceView *v, bool strong)
{
  if (d->walker.enabled & tally_refused(&d->tallies, inner)) return true;
  if (!v) return false;
  if (here_is_vague(d)) return true; /* who knows what is possible there */
  uint64_t *all;
  uint32_t *steps, count = strong ? see_instances(d, &all, &steps) : 0;
  bool refused = false;
  for (uint32_t i = 0; i < count; i++) refused |= !v->done[all[i]];
  if (strong) free(all), free(steps);
  return refused;
}

/* What is left of a component without the nodes that are refused is searched again.  False: none
 * is refused. */
static bool divide(Depth *d, uint32_t first_done, Tally inner, const InstanceView *v)
{
  bool strong = v && has_term_of_every(d, true);
  uint32_t first = d->again.len;
  for (uint32_t i = first_done; i < d->stacks.high; i++) {
    NodeId node = twin_high(&d->stacks, i);
    if (!expand(d, node)) break;
    if (!is_refused(d, inner, v, strong)) vec_push(&d->again, node);
  }
  bool divided = d->again.len - first < d->stacks.high - first_done;
  if (!divided) d->again.len = first;
  return divided;
}

/* The component of the last frame is complete, and no loop was found in it so far: is there one?
 * Nodes that are to be searched again are put into `again`. */
static void judge(Depth *d, uint32_t first, uint32_t root, Tally inner)
{
  if (!d->tallies.every) {
    divide(d, first, inner, NULL);
    return;
  }
  InstanceView v = {0};
  bool good = true;
  for (uint32_t i = first; i < d->stacks.high && good; i++) {
    good = expand(d, twin_high(&d->stacks, i));
    if (good && !here_is_vague(d)) view_node(d, root, &v);
  }
  if (good && !is_starving(&v) && !divide(d, first, inner, &v) && !atlas_stopped(d->walker.atlas))
    tell_loop(d, root, inner, &v);
  free(v.possible);
  free(v.done);
}

static void finish_component(Depth *d, uint32_t frame)
{
  uint32_t root = word_of(d, twin_low(&d->stacks, frame)), first = d->stacks.high;
  Tally inner = narrow_get(&d->inner, frame);
  while (first && word_of(d, twin_high(&d->stacks, first - 1)) > root) first--;
  twin_push_high(&d->stacks, twin_low(&d->stacks, frame));
  uint32_t again = d->again.len;
  if (tally_verdict(&d->tallies, inner) == TALLY_OPEN) judge(d, first, root, inner);
  if (product_found(d->s)) return;
  for (uint32_t i = first; i < d->stacks.high; i++)
    nodes_set(&d->s->nodes, twin_high(&d->stacks, i), NODE_DEAD);
  for (uint32_t i = again; i < d->again.len; i++)
    nodes_set(&d->s->nodes, d->again.data[i], NODE_AGAIN);
  d->stacks.high = first;
  d->live = root - NODE_LIVE;
}

/* ------------------------------------------------------------------------ search */

/* Numbers the successors of the node in hand, so that their words are in the cache when they are
 * asked for.  False: there are too many nodes. */
static bool number_successors(Depth *d)
{
  Nodes *nodes = &d->s->nodes;
  d->numbers.len = 0;
  for (uint32_t i = 0; i < d->walker.successors.len; i++) {
    const Successor *x = &d->walker.successors.data[i];
    NodeId to = nodes_number(nodes, x->to, x->q);
    if (to == NO_NODE) {
      atlas_stop(d->walker.atlas, "the product is too large");
      return false;
    }
    __builtin_prefetch((const void *) nodes_word(nodes, to));
    vec_push(&d->numbers, to);
  }
  return true;
}

/* The successors of the node in hand, which is that of the last frame: those that were met before
 * are taken at once, the others remembered. */
static void take_successors(Depth *d)
{
  if (!number_successors(d)) return;
  for (uint32_t i = 0; i < d->walker.successors.len && !product_found(d->s); i++) {
    const Successor *x = &d->walker.successors.data[i];
    NodeId to = d->numbers.data[i];
    uint32_t word = word_of(d, to);
    if (word == NODE_DEAD) continue;
    Tally tally = tally_edge(&d->tallies, x->marks, d->walker.enabled, x->taken);
    if (is_live(word)) close_loop(d, word, tally);
    else {
      vec_push(&d->pending, to);
      narrow_push(&d->edges, tally);
    }
  }
}

/* Successors take no more than this. */
static size_t room_for_pending(const Depth *d)
{
  enum { LEAST = 1 << 18, BYTES_OF_NODE = 11 };
  size_t memory = d->s->request->tuning.memory, used;
  if (memory) return memory;
  used = d->s->nodes.bytes + ((size_t) d->stacks.low + d->stacks.high) * sizeof(NodeId) +
         d->stacks.low * ((size_t) d->into.width + d->inner.width);
  size_t all = d->s->met * (size_t) BYTES_OF_NODE;
  return LEAST + (all > used ? all - used : 0);
}

static size_t pending_bytes(const Depth *d)
{
  return d->pending.len * (sizeof(NodeId) + d->edges.width) +
         d->begins.len * sizeof *d->begins.data;
}

/* The root of the component of a frame, by the run of roots that it, or one before it, is in. */
static uint32_t root_of(const Depth *d, uint32_t frame, uint32_t *run)
{
  while (*run + 1 < d->roots.len && d->roots.data[*run + 1].begin <= frame) ++*run;
  uint32_t last = d->roots.data[*run].begin + d->roots.data[*run].count - 1;
  return frame < last ? frame : last;
}

/* Nothing more is learnt from the edge: where it leads to is dead, or was met behind the frame
 * while its component has all that the edge adds. */
static bool is_settled(Depth *d, uint32_t frame, Tally inner, NodeId to, Tally tally)
{
  uint32_t word = word_of(d, to);
  if (word == NODE_DEAD) return true;
  return is_live(word) && word > word_of(d, twin_low(&d->stacks, frame)) && inner != TALLY_NONE &&
         tally_join(&d->tallies, inner, tally) == inner;
}

/* Leaves out successors that have been met in the meantime. */
static void tidy_pending(Depth *d)
{
  uint32_t kept = 0, run = 0;
  for (uint32_t i = 0; i < d->begins.len; i++) {
    uint32_t at = d->begins.data[i], frame = d->kept + i;
    uint32_t end = i + 1 < d->begins.len ? d->begins.data[i + 1] : d->pending.len;
    Tally inner = narrow_get(&d->inner, root_of(d, frame, &run));
    d->begins.data[i] = kept;
    for (; at < end; at++) {
      NodeId to = d->pending.data[at];
      Tally tally = narrow_get(&d->edges, at);
      if (is_settled(d, frame, inner, to, tally)) continue;
      d->pending.data[kept] = to;
      narrow_set(&d->edges, kept++, tally);
    }
  }
  d->pending.len = d->edges.len = kept;
}

/* Forgets the successors of the first half of the frames that have some. */
static void forget_some(Depth *d)
{
  uint32_t half = d->begins.len / 2;
  if (!half) return;
  uint32_t begin = d->begins.data[half];
  memmove(d->pending.data, d->pending.data + begin,
          (d->pending.len - begin) * sizeof *d->pending.data);
  d->pending.len -= begin;
  narrow_drop(&d->edges, begin);
  for (uint32_t i = half; i < d->begins.len; i++)
    d->begins.data[i - half] = d->begins.data[i] - begin;
  d->begins.len -= half;
  d->kept += half;
}

static void limit_pending(Depth *d)
{
  size_t room = room_for_pending(d);
  if (pending_bytes(d) <= room) return;
  tidy_pending(d);
  if (pending_bytes(d) > room - room / 4) forget_some(d);
}

/* The last frame's successors are wanted, from now on. */
static void open_frame(Depth *d)
{
  if (!d->begins.len) d->kept = d->stacks.low - 1;
  vec_push(&d->begins, d->pending.len);
  if (expand(d, twin_low(&d->stacks, d->stacks.low - 1))) take_successors(d);
}

static void enter(Depth *d, NodeId node, Tally into)
{
  uint32_t word = NODE_LIVE | d->live++;
  assert(is_live(word) && d->live == d->stacks.low + d->stacks.high + 1);
  d->s->met += word_of(d, node) == 0;
  nodes_set(&d->s->nodes, node, word);
  twin_push_low(&d->stacks, node);
  narrow_push(&d->into, into);
  narrow_push(&d->inner, TALLY_NONE);
  push_root(d, d->stacks.low - 1);
  open_frame(d);
  if (product_found(d->s)) return;
  if (d->walker.decided || d->walker.ends)
    tell_end(d, word, d->walker.decided ? PATH_PREFIX : PATH_FINITE);
  limit_pending(d);
}

static void leave(Depth *d)
{
  uint32_t frame = d->stacks.low - 1;
  if (top_root(d) == frame) {
    finish_component(d, frame);
    if (product_found(d->s)) return;
    pop_root(d);
  } else twin_push_high(&d->stacks, twin_low(&d->stacks, frame));
  d->stacks.low = d->into.len = d->inner.len = frame;
  if (d->begins.len) d->begins.len--;
}

static void go_on(Depth *d)
{
  if (!d->begins.len) { /* they were forgotten */
    open_frame(d);
    return;
  }
  if (d->pending.len == d->begins.data[d->begins.len - 1]) {
    leave(d);
    return;
  }
  NodeId node = d->pending.data[--d->pending.len];
  Tally tally = narrow_get(&d->edges, --d->edges.len);
  uint32_t word = word_of(d, node);
  if (is_open(word)) enter(d, node, tally);
  else if (is_live(word)) close_loop(d, word, tally);
}

static void run_from(Depth *d, NodeId node)
{
  enter(d, node, TALLY_NONE);
  while (d->stacks.low && !product_found(d->s) && !atlas_must_stop(d->walker.atlas)) go_on(d);
}

void depth_run(Depth *d, NodeId start)
{
  d->start = start;
  run_from(d, start);
  while (d->again.len && !product_found(d->s) && !atlas_must_stop(d->walker.atlas)) {
    NodeId node = d->again.data[--d->again.len];
    d->divided = true;
    if (word_of(d, node) == NODE_AGAIN) run_from(d, node);
  }
  d->divided = false;
}
