#include "base/memory.h"
#include "temporal/product/depth_impl.h"

/* No fair loop passes a node where a strong term has steps that are possible, if none of them is
 * taken inside of the component: without such nodes what is left is searched again.  And none is
 * fair if a step is possible in all nodes and never taken. */

static bool here_is_vague(const Depth *d)
{
  return d->walker.here.edges.partial || d->walker.here.edges.faulty;
}

static bool has_term_of_every(const Depth *d, bool strong)
{
  for (uint32_t i = 0; i < d->s->fair->count; i++)
    if (d->s->fair->terms[i].every && d->s->fair->terms[i].strong == strong) return true;
  return false;
}

/* ---------------------------------------------------------------------- views */

static void view_free(InstanceView *v)
{
  free(v->possible);
  free(v->done);
}

/* The instances of the node in hand, each once. */
static uint32_t sort_instances(const Depth *d, uint64_t **out)
{
  uint64_t *all = memory_zeroed(d->instances.len, sizeof *all);
  for (uint32_t i = 0; i < d->instances.len; i++) all[i] = d->instances.data[i];
  *out = all;
  return words_sort(all, d->instances.len);
}

static void view_node(const Depth *d, uint32_t root, InstanceView *v)
{
  uint64_t *all;
  uint32_t count = sort_instances(d, &all);
  v->nodes++;
  for (uint32_t i = 0; i < count; i++) v->possible[all[i]]++;
  free(all);
  for (uint32_t i = 0; i < d->walker.successors.len; i++) {
    const Successor *x = &d->walker.successors.data[i];
    NodeId to = nodes_number(&d->s->nodes, x->to, x->q);
    uint32_t word = to == NO_NODE ? 0 : depth_word(d, to);
    if (word_is_live(word) && word >= root) v->done[d->instances.data[x->step]] = true;
  }
}

/* What is possible, and what is done, asked of each node again.  All its instances are known. */
static bool view_component(Depth *d, const Component *c, InstanceView *v)
{
  uint32_t count = instances_count(&d->s->instances);
  *v = (InstanceView){.count = count};
  v->possible = memory_zeroed(count, sizeof *v->possible);
  v->done = memory_zeroed(count, sizeof *v->done);
  for (uint32_t i = c->first; i < d->stacks.high; i++) {
    if (!depth_expand(d, twin_high(&d->stacks, i))) return false;
    if (!here_is_vague(d)) view_node(d, c->root, v);
  }
  return true;
}

/* ------------------------------------------------------------------- questions */

typedef struct { /* what is asked about the nodes of a component */
  Depth *d;
  const Component *c;
  uint64_t refused; /* terms */
  bool strong;      /* … and so are instances that are not done, in nodes where they are */
  const InstanceView *view; /* what is done; NULL: what was noted */
  bool *labels;             /* of such instances */
  bool any;                 /* there are some */
} Question;

static bool is_done(const Question *q, uint32_t instance)
{
  if (q->view) return q->view->done[instance];
  return taken_has(&q->d->taken, instance, q->c->root);
}

static void open_question(Question *q, Depth *d, const Component *c, const InstanceView *view)
{
  *q = (Question){.d = d, .c = c, .refused = tally_refused(&d->tallies, c->inner), .view = view};
  if (!d->tallies.every) return;
  const Instances *all = &d->s->instances;
  q->strong = has_term_of_every(d, true);
  q->labels = memory_zeroed(atlas_lts(d->walker.atlas)->label_count, sizeof *q->labels);
  for (uint32_t k = 0; k < instances_count(all); k++) {
    if (is_done(q, k)) continue;
    q->any = true;
    q->labels[all->labels.data[k]] = true;
  }
}

/* What is possible in a node, as far as it is asked; where something is not known, all of it. */
static bool look_at(const Question *q, NodeId node)
{
  Depth *d = q->d;
  if (d->vague) return depth_expand(d, node);
  walker_offers(&d->walker, nodes_state(&d->s->nodes, node), q->refused ? NULL : q->labels);
  if (d->tallies.every) depth_see_instances(d);
  return !atlas_stopped(d->walker.atlas);
}

/* Can no fair loop pass the node in hand? */
static bool is_refused(const Question *q)
{
  const Depth *d = q->d;
  if (d->walker.enabled & q->refused) return true;
  if (!d->tallies.every) return false;
  if (here_is_vague(d)) return true; /* who knows what is possible there */
  for (uint32_t i = 0; q->strong && i < d->instances.len; i++)
    if (!is_done(q, d->instances.data[i])) return true;
  return false;
}

/* What is left of a component without the nodes that are refused is searched again.  False: none
 * is refused. */
static bool divide(const Question *q)
{
  Depth *d = q->d;
  bool sure = !d->vague || !d->tallies.every;
  if (sure && !q->refused && !(q->strong && q->any)) return false;
  uint32_t first = d->again.len;
  for (uint32_t i = q->c->first; i < d->stacks.high; i++) {
    NodeId node = twin_high(&d->stacks, i);
    if (!look_at(q, node)) break;
    if (!is_refused(q)) vec_push(&d->again, node);
  }
  bool divided = d->again.len - first < d->stacks.high - q->c->first;
  if (!divided) d->again.len = first;
  return divided;
}

/* -------------------------------------------------------------------- starving */

typedef struct {
  VEC(uint32_t) left; /* instances that were possible in all nodes so far, and are not done */
  uint32_t *seen;     /* by instance: the last node where it was possible */
} Starving;

static void keep_possible(const Question *q, Starving *s, uint32_t node)
{
  const Depth *d = q->d;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < d->instances.len; i++) {
    uint32_t k = d->instances.data[i];
    if (node == 1 && !is_done(q, k) && s->seen[k] != node) vec_push(&s->left, k);
    s->seen[k] = node;
  }
  for (uint32_t i = 0; i < s->left.len; i++)
    if (s->seen[s->left.data[i]] == node) s->left.data[kept++] = s->left.data[i];
  s->left.len = kept;
}

/* Is an instance possible everywhere in the component, and never a step inside of it? */
static bool is_starving(const Question *q)
{
  Depth *d = q->d;
  if (!q->any) return false;
  Starving s = {.seen = memory_zeroed(instances_count(&d->s->instances), sizeof *s.seen)};
  uint32_t node = 0;
  for (uint32_t i = q->c->first; i < d->stacks.high && (s.left.len || !node); i++) {
    if (!look_at(q, twin_high(&d->stacks, i))) break;
    if (!here_is_vague(d)) keep_possible(q, &s, ++node);
  }
  bool starving = s.left.len > 0;
  vec_free(&s.left);
  free(s.seen);
  return starving;
}

/* --------------------------------------------------------------------- the whole */

static void judge_instances(Depth *d, const Component *c)
{
  InstanceView view = {0};
  Question q;
  bool known = taken_knows_all(&d->taken, c->root), good = known || view_component(d, c, &view);
  open_question(&q, d, c, known ? NULL : &view);
  bool weak = has_term_of_every(d, false);
  if (good && !(weak && is_starving(&q)) && !divide(&q) && !atlas_stopped(d->walker.atlas)) {
    if (known) good = view_component(d, c, &view);
    if (good) tell_loop(d, c->root, c->inner, &view);
  }
  view_free(&view);
  free(q.labels);
}

void component_judge(Depth *d, const Component *c)
{
  if (d->tallies.every) {
    judge_instances(d, c);
    return;
  }
  Question q;
  open_question(&q, d, c, NULL);
  divide(&q);
}
