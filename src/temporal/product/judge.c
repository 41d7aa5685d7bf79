#include <string.h>

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
  bool strong;  /* … and so are instances that are not done, in nodes where they are possible */
  bool *done;   /* by instance: a step inside */
  bool *labels; /* of instances that are not done */
  bool any;     /* there are some */
} Question;

/* As it was noted. */
static void recall_done(Question *q)
{
  const Depth *d = q->d;
  for (uint32_t i = taken_begin(&d->taken, q->c->root); i < d->taken.facts.len; i++) {
    uint32_t fact = d->taken.facts.data[i].instance;
    q->done[d->classes.on ? classes_step(&d->classes, fact).instance : fact] = true;
  }
}

/* The view says what is done; NULL: what was noted. */
static void open_question(Question *q, Depth *d, const Component *c, const InstanceView *view)
{
  *q = (Question){.d = d, .c = c, .refused = tally_refused(&d->tallies, c->inner)};
  if (!d->tallies.every) return;
  const Instances *all = &d->s->instances;
  uint32_t count = instances_count(all);
  q->strong = has_term_of_every(d, true);
  q->labels = memory_zeroed(atlas_lts(d->walker.atlas)->label_count, sizeof *q->labels);
  q->done = memory_zeroed(count, sizeof *q->done);
  if (view) memcpy(q->done, view->done, count * sizeof *q->done);
  else recall_done(q);
  for (uint32_t k = 0; k < count; k++) {
    if (q->done[k]) continue;
    q->any = true;
    q->labels[all->labels.data[k]] = true;
  }
}

static void close_question(Question *q)
{
  free(q->labels);
  free(q->done);
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
    if (!q->done[d->instances.data[i]]) return true;
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
    if (node == 1 && !q->done[k] && s->seen[k] != node) vec_push(&s->left, k);
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

/* --------------------------------------------------------------------- classes */

typedef struct { /* of a component: which classes it has, which steps between them are inside */
  const Question *q;
  const Classes *all;
  VEC(uint32_t) left; /* classes that are not refused */
  bool *is_left;      /* by class */
  bool *done;         /* by instance: a step between such classes */
  uint32_t instances;
} ClassView;

static uint32_t class_of(const ClassView *v, uint32_t place)
{
  const Depth *d = v->q->d;
  return narrow_get(&d->class_of, depth_word(d, twin_high(&d->stacks, place)) - NODE_LIVE);
}

static void see_classes(ClassView *v)
{
  for (uint32_t i = v->q->c->first; i < v->q->d->stacks.high; i++) {
    uint32_t class = class_of(v, i);
    if (!v->is_left[class]) vec_push(&v->left, class);
    v->is_left[class] = true;
  }
}

static void see_steps(ClassView *v)
{
  const Taken *taken = &v->q->d->taken;
  memset(v->done, 0, v->instances * sizeof *v->done);
  for (uint32_t i = taken_begin(taken, v->q->c->root); i < taken->facts.len; i++) {
    ClassStep s = classes_step(v->all, taken->facts.data[i].instance);
    if (v->is_left[s.from] && v->is_left[s.to]) v->done[s.instance] = true;
  }
}

static bool is_refused_class(const ClassView *v, uint32_t class)
{
  uint32_t count;
  const uint64_t *instances = signatures_get(&v->all->sets, class, &count);
  for (uint32_t i = 0; i < count; i++)
    if (!v->done[instances[i]]) return true;
  return false;
}

/* Leaves out the classes where something is possible that is not done.  False: there is none. */
static bool refuse_classes(ClassView *v)
{
  uint32_t kept = 0, before = v->left.len;
  for (uint32_t i = 0; i < before; i++) {
    uint32_t class = v->left.data[i];
    v->is_left[class] = !is_refused_class(v, class);
    if (v->is_left[class]) v->left.data[kept++] = class;
  }
  v->left.len = kept;
  return kept < before;
}

/* Is an instance possible in all classes, and not done? */
static bool starves(const ClassView *v)
{
  uint32_t *classes = memory_zeroed(v->instances, sizeof *classes), count;
  bool starving = false;
  for (uint32_t i = 0; i < v->left.len; i++) {
    const uint64_t *instances = signatures_get(&v->all->sets, v->left.data[i], &count);
    for (uint32_t k = 0; k < count; k++) classes[instances[k]]++;
  }
  for (uint32_t k = 0; k < v->instances; k++)
    starving |= classes[k] == v->left.len && v->left.len && !v->done[k];
  free(classes);
  return starving;
}

/* What falls out when strong fairness leaves out some nodes: round by round, without asking any
 * node.  True: the component is fair as it is. */
static bool judge_by_classes(const Question *q, bool weak)
{
  Depth *d = q->d;
  ClassView v = {.q = q, .all = &d->classes, .instances = instances_count(&d->s->instances)};
  v.is_left = memory_zeroed(d->classes.sets.begin.len, sizeof *v.is_left);
  v.done = memory_zeroed(v.instances, sizeof *v.done);
  see_classes(&v);
  see_steps(&v);
  bool starving = weak && starves(&v), divided = false;
  while (q->strong && !starving && refuse_classes(&v)) {
    divided = true;
    see_steps(&v);
  }
  for (uint32_t i = q->c->first; i < d->stacks.high && divided; i++)
    if (v.is_left[class_of(&v, i)]) vec_push(&d->again, twin_high(&d->stacks, i));
  vec_free(&v.left);
  free(v.is_left);
  free(v.done);
  return !starving && !divided;
}

/* --------------------------------------------------------------------- the whole */

static void judge_instances(Depth *d, const Component *c)
{
  InstanceView view = {0};
  Question q;
  bool known = taken_knows_all(&d->taken, c->root), good = known || view_component(d, c, &view);
  open_question(&q, d, c, known ? NULL : &view);
  bool weak = has_term_of_every(d, false);
  if (good && known && d->classes.on && !d->vague && !q.refused) good = judge_by_classes(&q, weak);
  else good = good && !(weak && is_starving(&q)) && !divide(&q);
  if (good && !atlas_stopped(d->walker.atlas)) {
    if (known) good = view_component(d, c, &view);
    if (good) tell_loop(d, c->root, c->inner, &view);
  }
  view_free(&view);
  close_question(&q);
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
