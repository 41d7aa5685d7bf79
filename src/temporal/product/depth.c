#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "temporal/product/depth_impl.h"

Depth *depth_new(ProductSearch *s)
{
  Depth *d = memory_zeroed(1, sizeof *d);
  d->s = s;
  product_walker(s, &d->walker, s->fair);
  tallies_open(&d->tallies, automaton_marks(s->request->automaton), s->fair);
  d->classes.on = d->tallies.every;
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
  narrow_free(&d->ranks);
  narrow_free(&d->levels);
  vec_free(&d->roots);
  vec_free(&d->pending);
  narrow_free(&d->edges);
  narrow_free(&d->counts);
  vec_free(&d->numbers);
  vec_free(&d->instances);
  vec_free(&d->again);
  vec_free(&d->starts);
  vec_free(&d->aside);
  taken_free(&d->taken);
  classes_free(&d->classes);
  narrow_free(&d->class_of);
  free(d);
}

/* ------------------------------------------------------------------------ roots */

static uint32_t run_length(const Depth *d, uint32_t run)
{
  uint32_t end = run + 1 < d->roots.len ? d->roots.data[run + 1].ordinal : d->into.len;
  return end - d->roots.data[run].ordinal;
}

static uint32_t last_of_run(const Depth *d, uint32_t run)
{
  return d->roots.data[run].begin + run_length(d, run) - 1;
}

static uint32_t top_root(const Depth *d) { return last_of_run(d, d->roots.len - 1); }

/* Of the last root: */
static Tally top_into(const Depth *d) { return narrow_get(&d->into, d->into.len - 1); }
static Tally top_inner(const Depth *d) { return narrow_get(&d->inner, d->inner.len - 1); }

static void push_root(Depth *d, uint32_t frame, Tally into)
{
  if (!d->roots.len || top_root(d) + 1 != frame)
    vec_push(&d->roots, ((RootRun){frame, d->into.len}));
  narrow_push(&d->into, into);
  narrow_push(&d->inner, TALLY_NONE);
}

static void pop_root(Depth *d)
{
  d->into.len--;
  d->inner.len--;
  if (d->into.len == d->roots.data[d->roots.len - 1].ordinal) d->roots.len--;
}

/* ----------------------------------------------------------------------- ranks */

static bool has_levels(const Depth *d) { return d->s->leaving.any; }

/* From a frame, this level can be reached. */
static void raise_rank(Depth *d, uint32_t frame, uint32_t rank)
{
  if (rank && narrow_get(&d->ranks, frame) < rank) narrow_set(&d->ranks, frame, rank);
}

static void see_dead(Depth *d, uint32_t frame, uint32_t word)
{
  if (has_levels(d)) raise_rank(d, frame, word - NODE_DEAD);
}

/* ------------------------------------------------------------------- components */

/* The last root whose word is not above this one: those behind it are to become one with it. */
static uint32_t root_up_to(const Depth *d, uint32_t word)
{
  uint32_t run = d->roots.len - 1;
  while (run && depth_word(d, twin_low(&d->stacks, d->roots.data[run].begin)) > word) run--;
  uint32_t root = last_of_run(d, run);
  while (depth_word(d, twin_low(&d->stacks, root)) > word) root--;
  return root;
}

static uint32_t instance_of_step(void *classes, uint32_t step)
{
  return classes_step(classes, step).instance;
}

/* There are too many classes. */
static void leave_classes(Depth *d)
{
  taken_rename(&d->taken, instance_of_step, &d->classes);
  d->class_of.len = 0;
}

/* What is noted of an edge between live nodes with these words, if it has an instance. */
static bool fact_of(Depth *d, Tally tally, uint32_t from, uint32_t to, uint32_t *fact)
{
  uint64_t instance = d->tallies.every ? tally_set(&d->tallies, tally).instance : 0;
  if (!instance) return false;
  *fact = (uint32_t) instance - 1;
  if (!d->classes.on) return true;
  ClassStep step = {narrow_get(&d->class_of, from - NODE_LIVE),
                    narrow_get(&d->class_of, to - NODE_LIVE), *fact};
  uint32_t number = classes_of_step(&d->classes, step);
  if (d->classes.on) *fact = number;
  else leave_classes(d);
  return true;
}

static void note_edge(Depth *d, Tally tally, uint32_t from, uint32_t to, uint32_t root)
{
  uint32_t fact;
  if (tally != TALLY_NONE && fact_of(d, tally, from, to, &fact)) taken_note(&d->taken, fact, root);
}

static uint32_t word_of_frame(const Depth *d, uint32_t frame)
{
  return depth_word(d, twin_low(&d->stacks, frame));
}

/* An edge to a live node: it and all after it are one component. */
static void close_loop(Depth *d, uint32_t word, Tally tally)
{
  uint32_t first = root_up_to(d, word), number = word_of_frame(d, first);
  note_edge(d, tally, word_of_frame(d, d->stacks.low - 1), word, number);
  for (uint32_t root = top_root(d); root != first; root = top_root(d)) {
    Tally into = top_into(d);
    note_edge(d, into, word_of_frame(d, root - 1), word_of_frame(d, root), number);
    tally = tally_join(&d->tallies, tally, top_inner(d));
    tally = tally_join(&d->tallies, tally, into);
    pop_root(d);
  }
  tally = tally_join(&d->tallies, top_inner(d), tally);
  narrow_set(&d->inner, d->inner.len - 1, tally);
  if (tally_verdict(&d->tallies, tally) == TALLY_ACCEPTED) tell_loop(d, number, tally, NULL);
}

/* The component of the last frame, which is a root, is complete. */
static void finish_component(Depth *d, uint32_t frame)
{
  uint32_t root = depth_word(d, twin_low(&d->stacks, frame)), first = d->stacks.high;
  Tally inner = top_inner(d);
  while (first && depth_word(d, twin_high(&d->stacks, first - 1)) > root) first--;
  twin_push_high(&d->stacks, twin_low(&d->stacks, frame));
  uint32_t again = d->again.len;
  if (tally_verdict(&d->tallies, inner) == TALLY_OPEN)
    component_judge(d, &(Component){first, root, inner});
  if (product_found(d->s)) return;
  taken_drop(&d->taken, root);
  uint32_t rank = has_levels(d) ? narrow_get(&d->ranks, frame) : 0;
  for (uint32_t i = first; i < d->stacks.high; i++)
    nodes_set(&d->s->nodes, twin_high(&d->stacks, i), NODE_DEAD + rank);
  for (uint32_t i = again; i < d->again.len; i++)
    nodes_set(&d->s->nodes, d->again.data[i], NODE_AGAIN);
  d->stacks.high = first;
  d->live = root - NODE_LIVE;
  if (d->classes.on) d->class_of.len = d->live;
}

/* ------------------------------------------------------------------------ search */

void depth_see_instances(Depth *d)
{
  const AtlasEdges *edges = &d->walker.here.edges;
  Lts *lts = atlas_lts(d->walker.atlas);
  d->instances.len = 0;
  for (uint32_t i = 0; i < edges->all; i++) {
    uint32_t instance = instance_of(&d->s->instances, lts, &edges->edges[i]);
    vec_push(&d->instances, instance);
  }
  if (instances_count(&d->s->instances) >= TALLIES_MOST_INSTANCES)
    atlas_stop(d->walker.atlas, "there are too many instances of operations");
}

bool depth_expand(Depth *d, NodeId node)
{
  const Nodes *nodes = &d->s->nodes;
  walker_expand(&d->walker, nodes_state(nodes, node), nodes_q(nodes, node));
  d->vague |= d->walker.here.edges.partial || d->walker.here.edges.faulty;
  if (d->tallies.every) depth_see_instances(d);
  return !atlas_stopped(d->walker.atlas);
}

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

static uint32_t instance_by(const Depth *d, const Successor *x)
{
  return d->tallies.every ? d->instances.data[x->step] : 0;
}

/* The successors of the node in hand, which is that of the last frame: those that were met before
 * are taken at once, the others remembered. */
static void take_successors(Depth *d)
{
  if (!number_successors(d)) return;
  for (uint32_t i = 0; i < d->walker.successors.len && !product_found(d->s); i++) {
    const Successor *x = &d->walker.successors.data[i];
    NodeId to = d->numbers.data[i];
    uint32_t word = depth_word(d, to);
    if (word_is_dead(word)) {
      see_dead(d, d->stacks.low - 1, word);
      continue;
    }
    Tally tally = tally_edge(&d->tallies, x->marks, d->walker.enabled, x->taken, instance_by(d, x));
    if (word_is_live(word)) close_loop(d, word, tally);
    else {
      vec_push(&d->pending, to);
      narrow_push(&d->edges, tally);
    }
  }
}

/* A share of the memory. */
static size_t room_of(const Depth *d, size_t least, uint32_t bytes_of_node)
{
  size_t memory = d->s->request->tuning.memory;
  return memory ? memory : least + d->s->met * bytes_of_node;
}

/* Successors take no more than this. */
static size_t room_for_pending(const Depth *d)
{
  enum { LEAST = 1 << 18, LEAST_OF_ALL = 1 << 21, BYTES_OF_NODE = 11 };
  size_t used;
  if (d->s->request->tuning.memory) return d->s->request->tuning.memory;
  used = d->s->nodes.bytes + d->live * sizeof(NodeId) + (size_t) d->ranks.len * d->ranks.width +
         d->into.len * ((size_t) d->into.width + d->inner.width) +
         d->roots.len * sizeof *d->roots.data + (size_t) d->class_of.len * d->class_of.width +
         ((size_t) d->starts.len + d->aside.len) * sizeof(NodeId) + d->levels.len +
         d->taken.facts.len * sizeof *d->taken.facts.data;
  size_t all = d->s->met * (size_t) BYTES_OF_NODE;
  if (all < LEAST_OF_ALL) all = LEAST_OF_ALL;
  return LEAST + (all > used ? all - used : 0);
}

static size_t pending_bytes(const Depth *d)
{
  return d->pending.len * (sizeof(NodeId) + d->edges.width) +
         (size_t) d->counts.len * d->counts.width;
}

typedef struct {
  uint32_t frame, ordinal;
} Root;

/* The root of the component of a frame, by the run of roots that it, or one before it, is in. */
static Root root_of(const Depth *d, uint32_t frame, uint32_t *run)
{
  while (*run + 1 < d->roots.len && d->roots.data[*run + 1].begin <= frame) ++*run;
  uint32_t last = last_of_run(d, *run), root = frame < last ? frame : last;
  const RootRun *r = &d->roots.data[*run];
  return (Root){root, r->ordinal + (root - r->begin)};
}

/* Nothing more is learnt from the edge: where it leads to is dead, or was met behind the frame
 * while its component, that of this root, has all that the edge adds. */
static bool is_settled(Depth *d, uint32_t frame, Root root, NodeId to, Tally tally)
{
  uint32_t word = depth_word(d, to), here = word_of_frame(d, frame);
  Tally inner = narrow_get(&d->inner, root.ordinal);
  if (word_is_dead(word)) {
    see_dead(d, frame, word);
    return true;
  }
  if (!word_is_live(word) || word <= here || inner == TALLY_NONE) return false;
  if (tally_join(&d->tallies, inner, tally) != inner) return false;
  uint32_t fact;
  if (!fact_of(d, tally, here, word, &fact)) return true;
  return taken_has_between(&d->taken, fact, word_of_frame(d, root.frame), here);
}

/* Leaves out successors that have been met in the meantime. */
static void tidy_pending(Depth *d)
{
  uint32_t kept = 0, run = 0, at = 0;
  for (uint32_t i = 0; i < d->counts.len; i++) {
    uint32_t frame = d->kept + i, end = at + narrow_get(&d->counts, i), begin = kept;
    Root root = root_of(d, frame, &run);
    for (; at < end; at++) {
      NodeId to = d->pending.data[at];
      Tally tally = narrow_get(&d->edges, at);
      if (is_settled(d, frame, root, to, tally)) continue;
      d->pending.data[kept] = to;
      narrow_set(&d->edges, kept++, tally);
    }
    narrow_set(&d->counts, i, kept - begin);
  }
  d->pending.len = d->edges.len = kept;
}

/* Forgets the successors of the first half of the frames that have some. */
static void forget_some(Depth *d)
{
  uint32_t half = d->counts.len / 2, begin = 0;
  for (uint32_t i = 0; i < half; i++) begin += narrow_get(&d->counts, i);
  memmove(d->pending.data, d->pending.data + begin,
          (d->pending.len - begin) * sizeof *d->pending.data);
  d->pending.len -= begin;
  narrow_drop(&d->edges, begin);
  narrow_drop(&d->counts, half);
  d->kept += half;
}

static void limit_pending(Depth *d)
{
  size_t room = room_for_pending(d);
  if (pending_bytes(d) > d->most) d->most = pending_bytes(d);
  if (d->most <= room) return;
  if (pending_bytes(d) > room) {
    tidy_pending(d);
    if (pending_bytes(d) > room - room / 4) forget_some(d);
  }
  vec_trim(&d->pending);
  narrow_trim(&d->edges);
  narrow_trim(&d->counts);
  d->most = pending_bytes(d);
}

/* The successors of the last frame, which is the node in hand, are wanted, from now on. */
static void open_frame(Depth *d)
{
  uint32_t before = d->pending.len;
  if (!d->counts.len) d->kept = d->stacks.low - 1;
  take_successors(d);
  narrow_push(&d->counts, d->pending.len - before);
}

/* -------------------------------------------------------------------------- levels */

/* The level of the node in hand, whose ends are to be seen all the same. */
static uint32_t level_here(const Depth *d)
{
  if (!has_levels(d) || d->walker.decided || d->walker.ends) return 0;
  return leaving_level(&d->s->leaving, d->walker.enabled, d->instances.data, d->instances.len);
}

/* What is behind the node in hand is to be searched later.  Its steps of this level must not lead
 * to where the level can be reached. */
static void put_starts(Depth *d, uint32_t level)
{
  if (!number_successors(d)) return;
  for (uint32_t i = 0; i < d->walker.successors.len; i++) {
    const Successor *x = &d->walker.successors.data[i];
    uint32_t word = depth_word(d, d->numbers.data[i]);
    bool claims = leaving_has(&d->s->leaving, level, x->taken,
                              d->tallies.every ? instance_by(d, x) : UINT32_MAX);
    if (word_is_dead(word) && claims && word - NODE_DEAD >= level) d->s->misled = true;
    if (word_is_dead(word) || (!claims && !word_is_open(word))) continue;
    vec_push(&d->starts, d->numbers.data[i]);
    narrow_push(&d->levels, claims ? level : 0);
  }
}

/* The node in hand has a level: it is in no component. */
static void set_aside(Depth *d, NodeId node, uint32_t level)
{
  size_t room = room_of(d, 1 << 18, 2);
  nodes_set(&d->s->nodes, node, NODE_DEAD + level);
  d->divided = true;
  if (d->stacks.low) raise_rank(d, d->stacks.low - 1, level);
  if (d->starts.len * (sizeof(NodeId) + 1) < room) put_starts(d, level);
  else vec_push(&d->aside, node);
}

/* ------------------------------------------------------------------------- visits */

static void push_class(Depth *d)
{
  uint32_t class = classes_of_node(&d->classes, d->instances.data, d->instances.len);
  if (d->classes.on) narrow_push(&d->class_of, class);
  else leave_classes(d);
}

static void push_frame(Depth *d, NodeId node, Tally into)
{
  uint32_t word = NODE_LIVE | d->live++;
  assert(word_is_live(word) && d->live == d->stacks.low + d->stacks.high + 1);
  nodes_set(&d->s->nodes, node, word);
  twin_push_low(&d->stacks, node);
  if (has_levels(d)) narrow_push(&d->ranks, 0);
  if (d->classes.on) push_class(d);
  push_root(d, d->stacks.low - 1, into);
}

static void enter(Depth *d, NodeId node, Tally into)
{
  d->s->met += depth_word(d, node) == 0;
  if (!depth_expand(d, node)) return;
  uint32_t level = level_here(d);
  if (level) {
    set_aside(d, node, level);
    return;
  }
  push_frame(d, node, into);
  open_frame(d);
  if (product_found(d->s)) return;
  if (d->walker.decided || d->walker.ends)
    tell_end(d, depth_word(d, node), d->walker.decided ? PATH_PREFIX : PATH_FINITE);
  limit_pending(d);
  taken_limit(&d->taken, room_of(d, 1 << 16, 1));
}

static void leave(Depth *d)
{
  uint32_t frame = d->stacks.low - 1;
  if (top_root(d) == frame) {
    finish_component(d, frame);
    if (product_found(d->s)) return;
    pop_root(d);
  } else twin_push_high(&d->stacks, twin_low(&d->stacks, frame));
  uint32_t rank = has_levels(d) ? narrow_get(&d->ranks, frame) : 0;
  d->stacks.low = frame;
  if (has_levels(d)) d->ranks.len = frame;
  if (frame) raise_rank(d, frame - 1, rank);
  if (d->counts.len) d->counts.len--;
}

static void go_on(Depth *d)
{
  if (!d->counts.len) { /* they were forgotten */
    if (depth_expand(d, twin_low(&d->stacks, d->stacks.low - 1))) open_frame(d);
    return;
  }
  uint32_t last = d->counts.len - 1, left = narrow_get(&d->counts, last);
  if (!left) {
    leave(d);
    return;
  }
  narrow_set(&d->counts, last, left - 1);
  NodeId node = d->pending.data[--d->pending.len];
  Tally tally = narrow_get(&d->edges, --d->edges.len);
  uint32_t word = depth_word(d, node);
  if (word_is_open(word)) enter(d, node, tally);
  else if (word_is_live(word)) close_loop(d, word, tally);
  else see_dead(d, d->stacks.low - 1, word);
}

/* No node is live.  What a large component has left is given back: the next one may be small. */
static void give_back(Depth *d)
{
  enum { KEPT = 1 << 14 };
  assert(!d->live && !d->pending.len);
  if (d->stacks.cap <= KEPT) return;
  twin_free(&d->stacks);
  vec_free(&d->roots);
  vec_free(&d->pending);
  Narrow *stacks[] = {&d->ranks, &d->into, &d->inner, &d->class_of, &d->edges, &d->counts};
  for (size_t i = 0; i < sizeof stacks / sizeof *stacks; i++) narrow_free(stacks[i]);
  d->most = 0;
}

static void run_from(Depth *d, NodeId node)
{
  give_back(d);
  enter(d, node, TALLY_NONE);
  while (d->stacks.low && !product_found(d->s) && !atlas_must_stop(d->walker.atlas)) go_on(d);
}

typedef VEC(uint64_t) Claims; /* a node, and the level that it must not reach */

static void run_start(Depth *d, Claims *claims)
{
  NodeId node = d->starts.data[--d->starts.len];
  uint32_t level = narrow_get(&d->levels, --d->levels.len);
  if (word_is_open(depth_word(d, node))) run_from(d, node);
  uint32_t word = depth_word(d, node);
  if (!level) return;
  if (!word_is_dead(word)) vec_push(claims, (uint64_t) node << 32 | level);
  else if (word - NODE_DEAD >= level) d->s->misled = true;
}

static void run_aside(Depth *d)
{
  NodeId node = d->aside.data[--d->aside.len];
  if (depth_expand(d, node)) put_starts(d, depth_word(d, node) - NODE_DEAD);
}

static void run_again(Depth *d)
{
  NodeId node = d->again.data[--d->again.len];
  d->divided = true;
  if (depth_word(d, node) == NODE_AGAIN) run_from(d, node);
}

void depth_run(Depth *d, NodeId start)
{
  Claims claims = {0};
  d->start = start;
  run_from(d, start);
  while (!product_found(d->s) && !d->s->misled && !atlas_must_stop(d->walker.atlas)) {
    if (d->again.len) run_again(d);
    else if (d->starts.len) run_start(d, &claims);
    else if (d->aside.len) run_aside(d);
    else break;
  }
  for (uint32_t i = 0; i < claims.len; i++) {
    uint32_t word = depth_word(d, (NodeId) (claims.data[i] >> 32));
    bool sure = word_is_dead(word) && word - NODE_DEAD < (uint32_t) claims.data[i];
    d->s->misled |= !sure;
  }
  vec_free(&claims);
  d->divided = false;
}
