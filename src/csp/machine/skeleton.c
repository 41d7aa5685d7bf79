#include "csp/machine/skeleton.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "csp/machine/compress.h"
#include "csp/machine/priorities.h"
#include "csp/value/term.h"

enum { DEEPEST = 20000, WORK_OF_RULE = 64 };

typedef VEC(Rule) RuleList;

/* What a part of the network can do.  Rules that have become τ stay so, and are in the plan. */
typedef struct {
  RuleList rules;
  uint32_t first, end; /* its members */
  bool ends;           /* it may terminate */
} Side;

typedef struct {
  LeafStore *store;
  Pool *pool;
  NetworkPlan *plan;
  uint32_t around; /* parallels and chases around the process */
} Skeleton;

static bool build(Skeleton *, Datum process, Side *);

void leaf_store_free(LeafStore *s)
{
  for (uint32_t m = 0; m < COMPRESS_MODES; m++) {
    LeafTable *t = &s->tables[m];
    for (uint32_t i = 0; i < t->leaves.len; i++) leaf_free(t->leaves.data[i]);
    datum_numbers_free(&t->processes);
    vec_free(&t->leaves);
  }
}

/* -------------------------------------------------------------------- rules */

static Datum event_datum(const Skeleton *k, uint32_t event)
{
  return k->store->events->all.data[event];
}

static bool contains(const Skeleton *k, Datum set, uint32_t event)
{
  return k->store->source->contains(k->store->source, set, event_datum(k, event));
}

static bool has_room(const Skeleton *k, const RuleList *rules)
{
  uint64_t most = k->store->most_rules;
  if (!effort_goes_on(&k->store->source->effort, WORK_OF_RULE)) return false;
  return k->plan->rules.len + (uint64_t) rules->len < most && k->plan->parts.len < 16 * most;
}

/* A rule of the side, or, if its event is τ, of the plan. */
static void add_rule(Skeleton *k, Side *side, Rule rule)
{
  if (rule.event == MACHINE_TAU) vec_push(&k->plan->rules, rule);
  else vec_push(&side->rules, rule);
}

static uint32_t add_parts(Skeleton *k, const Rule *r)
{
  uint32_t begin = k->plan->parts.len;
  for (uint32_t i = 0; i < r->count; i++) {
    RulePart part = k->plan->parts.data[r->begin + i];
    vec_push(&k->plan->parts, part);
  }
  return begin;
}

static int by_rule_event(const void *a, const void *b)
{
  const Rule *x = a, *y = b;
  if (x->event != y->event) return x->event < y->event ? -1 : 1;
  return (x->begin > y->begin) - (x->begin < y->begin);
}

static void sort_rules(Side *side)
{
  if (side->rules.len)
    qsort(side->rules.data, side->rules.len, sizeof *side->rules.data, by_rule_event);
}

/* The rules of a side for one event; they are sorted. */
static RuleList rules_of(const Side *side, uint32_t event)
{
  uint32_t low = 0, high = side->rules.len;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (side->rules.data[middle].event < event) low = middle + 1;
    else high = middle;
  }
  RuleList found = {low ? side->rules.data + low : side->rules.data, 0, 0};
  while (low + found.len < side->rules.len && side->rules.data[low + found.len].event == event)
    found.len++;
  return found;
}

/* ------------------------------------------------------------------- leaves */

static bool is_compressed(const Skeleton *k, Datum process)
{
  return datum_tag(k->pool, process) == TERM_COMPRESS;
}

static CompressKind compression(const Skeleton *k, Datum process)
{
  return (CompressKind) datum_int_of(datum_part(k->pool, process, 0));
}

/* Unlike the others it changes behaviour. */
static bool is_deter(const Skeleton *k, Datum process)
{
  return compression(k, process) == COMPRESS_DETER;
}

static bool is_made_alone(const Skeleton *k, Datum compressed)
{
  const LeafStore *s = k->store;
  if (is_deter(k, compressed)) return true;
  return !s->gave_up &&
         (s->mode == COMPRESS_FREELY ||
          (s->mode == COMPRESS_STRONGLY && compression(k, compressed) == COMPRESS_SBISIM));
}

static bool has_priorities(const Skeleton *k, Datum process)
{
  uint32_t tag = datum_tag(k->pool, process);
  return tag == TERM_PRIORITISE || tag == TERM_PRIORITY_ORDER;
}

static Leaf *make_leaf(Skeleton *k, Datum process)
{
  LeafStore *s = k->store;
  if (is_compressed(k, process) && !is_deter(k, process)) return compress_process(s, process);
  Leaf *leaf = has_priorities(k, process) ? product_process(s, process) : NULL;
  if (leaf) return leaf;
  return unfold(s->source, s->events, process, s->most_states, s->until);
}

static Leaf *leaf_of(Skeleton *k, Datum process)
{
  LeafStore *s = k->store;
  LeafTable *t = &s->tables[s->mode];
  uint32_t known = datum_numbers_find(&t->processes, process);
  if (known != NO_NUMBER) return t->leaves.data[known];
  Leaf *leaf = make_leaf(k, process);
  s->gave_up |= !leaf && is_compressed(k, process);
  if (!leaf) return NULL;
  datum_numbers_add(&t->processes, process);
  vec_push(&t->leaves, leaf);
  assert(t->leaves.len == t->processes.all.len);
  return leaf;
}

static int by_number(const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return (x > y) - (x < y);
}

/* The events of a component, ascending. */
static uint32_t *component_events(const Component *c, uint32_t *count)
{
  uint32_t moves = c->begin[c->states], *events = memory_zeroed(moves, sizeof *events);
  for (uint32_t i = 0; i < moves; i++) events[i] = c->moves[i].event;
  qsort(events, moves, sizeof *events, by_number);
  *count = 0;
  for (uint32_t i = 0; i < moves; i++)
    if (i == 0 || events[i] != events[i - 1]) events[(*count)++] = events[i];
  return events;
}

static bool build_leaf(Skeleton *k, Datum process, Side *side)
{
  Leaf *leaf = leaf_of(k, process);
  if (!leaf) return false;
  uint32_t count, *events = component_events(leaf->component, &count);
  for (uint32_t i = 0; i < count; i++) {
    RulePart part = {k->plan->members.len, events[i]};
    add_rule(k, side, (Rule){.event = events[i], .begin = k->plan->parts.len, .count = 1});
    vec_push(&k->plan->parts, part);
  }
  free(events);
  vec_push(&k->plan->members, ((Member){leaf, 0}));
  side->end = k->plan->members.len;
  side->ends = leaf->component->omega != NO_OMEGA;
  return has_room(k, &side->rules);
}

/* ------------------------------------------------------- hiding and renaming */

static bool build_hide(Skeleton *k, Datum process, Side *side)
{
  Datum set = datum_part(k->pool, process, 1);
  if (!build(k, datum_part(k->pool, process, 0), side)) return false;
  RuleList inner = side->rules;
  side->rules = (RuleList){0};
  for (uint32_t i = 0; i < inner.len; i++) {
    Rule r = inner.data[i];
    if (r.event != MACHINE_TICK && contains(k, set, r.event)) r.event = MACHINE_TAU;
    add_rule(k, side, r);
  }
  vec_free(&inner);
  return true;
}

static bool build_rename(Skeleton *k, Datum process, Side *side)
{
  Datum map = datum_part(k->pool, process, 1);
  if (!build(k, datum_part(k->pool, process, 0), side)) return false;
  RuleList inner = side->rules;
  side->rules = (RuleList){0};
  for (uint32_t i = 0; i < inner.len; i++) {
    Rule r = inner.data[i];
    Datum images =
        r.event == MACHINE_TICK ? DATUM_FAULT : map_find(k->pool, map, event_datum(k, r.event));
    uint32_t count = datum_is_fault(images) ? 0 : datum_count(k->pool, images);
    if (datum_is_fault(images)) add_rule(k, side, r);
    for (uint32_t j = 0; j < count; j++) {
      Rule other = {.begin = add_parts(k, &r), .count = r.count, .ranked = r.ranked};
      other.event = datum_numbers_add(k->store->events, datum_part(k->pool, images, j));
      add_rule(k, side, other);
    }
  }
  vec_free(&inner);
  return has_room(k, &side->rules);
}

/* ---------------------------------------------------------------- parallels */

/* One rule of each of these sides together, in all combinations. */
static bool combine(Skeleton *k, Side *into, const RuleList *lists, uint32_t count, uint32_t event)
{
  uint32_t *at = memory_zeroed(count, sizeof *at), i = 0;
  for (uint32_t j = 0; j < count; j++)
    if (lists[j].len == 0) count = 0; /* one of them cannot do it */
  while (count > 0 && i < count && has_room(k, &into->rules)) {
    Rule whole = {.event = event, .begin = k->plan->parts.len};
    for (uint32_t j = 0; j < count; j++) {
      const Rule *r = &lists[j].data[at[j]];
      add_parts(k, r);
      whole.count += r->count;
    }
    add_rule(k, into, whole);
    for (i = 0; i < count; i++) {
      if (++at[i] < lists[i].len) break;
      at[i] = 0;
    }
  }
  free(at);
  return has_room(k, &into->rules);
}

/* A side that ends does so by τ; when all have ended, the whole does by ✓. */
static void end_sides(Skeleton *k, Side *whole, Side *sides, uint32_t count)
{
  whole->ends = true;
  for (uint32_t i = 0; i < count; i++) {
    RuleList ticks = rules_of(&sides[i], MACHINE_TICK);
    for (uint32_t j = 0; j < ticks.len; j++)
      add_rule(
          k, whole,
          (Rule){.event = MACHINE_TAU, .begin = ticks.data[j].begin, .count = ticks.data[j].count});
    whole->ends &= sides[i].ends;
  }
  if (!whole->ends) return;
  Rule end = {
      .event = MACHINE_TICK, .begin = k->plan->parts.len, .count = whole->end - whole->first};
  for (uint32_t i = whole->first; i < whole->end; i++) {
    RulePart part = {i, DONE_EVENT(++k->plan->members.data[i].chain)};
    vec_push(&k->plan->parts, part);
  }
  add_rule(k, whole, end);
}

/* The sides of a parallel are every `stride`th part from `first` on. */
static bool build_sides(Skeleton *k, Datum process, uint32_t first, uint32_t stride, Side *sides,
                        Side *whole)
{
  uint32_t parts = datum_count(k->pool, process);
  bool good = true;
  k->around++;
  for (uint32_t i = 0; good && first + i * stride < parts; i++) {
    good = build(k, datum_part(k->pool, process, first + i * stride), &sides[i]);
    sort_rules(&sides[i]);
  }
  k->around--;
  whole->end = k->plan->members.len;
  return good;
}

static void free_sides(Side *sides, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) vec_free(&sides[i].rules);
  free(sides);
}

/* Each event of the side, once, that is no ✓. */
static bool next_event(const Side *side, uint32_t *at, uint32_t *event)
{
  const RuleList *r = &side->rules;
  while (*at < r->len &&
         (r->data[*at].event == MACHINE_TICK || (*at > 0 && r->data[*at].event == *event)))
    ++*at;
  if (*at >= r->len) return false;
  *event = r->data[(*at)++].event;
  return true;
}

static bool pass(Skeleton *k, Side *whole, const RuleList *rules)
{
  for (uint32_t i = 0; i < rules->len; i++) add_rule(k, whole, rules->data[i]);
  return true;
}

/* [A P…] */
static bool join_share(Skeleton *k, Datum process, Side *sides, uint32_t count, Side *whole)
{
  Datum set = datum_part(k->pool, process, 0);
  RuleList *lists = memory_zeroed(count, sizeof *lists);
  bool good = true;
  for (uint32_t i = 0; i < count && good; i++)
    for (uint32_t at = 0, event = 0; good && next_event(&sides[i], &at, &event);) {
      lists[i] = rules_of(&sides[i], event);
      if (!contains(k, set, event)) good = pass(k, whole, &lists[i]);
      else if (i == 0) {
        for (uint32_t j = 1; j < count; j++) lists[j] = rules_of(&sides[j], event);
        good = combine(k, whole, lists, count, event);
      }
    }
  free(lists);
  return good;
}

/* [A P B Q …].  An event is treated where the first side has it whose alphabet has it. */
static bool join_alphabets(Skeleton *k, Datum process, Side *sides, uint32_t count, Side *whole)
{
  RuleList *lists = memory_zeroed(count, sizeof *lists);
  bool good = true;
  for (uint32_t i = 0; i < count && good; i++)
    for (uint32_t at = 0, event = 0; good && next_event(&sides[i], &at, &event);) {
      uint32_t needed = 0;
      for (uint32_t j = 0; j < count; j++) {
        if (!contains(k, datum_part(k->pool, process, 2 * j), event)) {
          if (j == i) break;
          continue;
        }
        if (j < i) {
          needed = 0;
          break;
        }
        lists[needed++] = rules_of(&sides[j], event);
      }
      if (needed == 1) good = pass(k, whole, &lists[0]);
      else if (needed > 1) good = combine(k, whole, lists, needed, event);
    }
  free(lists);
  return good;
}

/* Is the event an image in the map? */
static bool is_image(const Skeleton *k, Datum map, uint32_t event)
{
  Datum d = event_datum(k, event);
  for (uint32_t i = 1; i < datum_count(k->pool, map); i += 2)
    if (datum_set_has(k->pool, datum_part(k->pool, map, i), d)) return true;
  return false;
}

/* [P R Q] */
static bool join_link(Skeleton *k, Datum process, Side *sides, uint32_t count, Side *whole)
{
  Datum map = datum_part(k->pool, process, 1);
  bool good = true;
  assert(count == 2);
  (void) count;
  for (uint32_t at = 0, event = 0; good && next_event(&sides[0], &at, &event);) {
    RuleList lists[2] = {rules_of(&sides[0], event), {0}};
    Datum images = map_find(k->pool, map, event_datum(k, event));
    uint32_t tied = datum_is_fault(images) ? 0 : datum_count(k->pool, images);
    if (datum_is_fault(images)) good = pass(k, whole, &lists[0]);
    for (uint32_t i = 0; i < tied && good; i++) {
      uint32_t other = datum_numbers_find(k->store->events, datum_part(k->pool, images, i));
      if (other == NO_NUMBER) continue;
      lists[1] = rules_of(&sides[1], other);
      good = combine(k, whole, lists, 2, MACHINE_TAU);
    }
  }
  for (uint32_t at = 0, event = 0; good && next_event(&sides[1], &at, &event);) {
    RuleList list = rules_of(&sides[1], event);
    if (!is_image(k, map, event)) good = pass(k, whole, &list);
  }
  return good;
}

typedef bool JoinSides(Skeleton *, Datum process, Side *, uint32_t count, Side *whole);

static bool build_parallel(Skeleton *k, Datum process, Side *whole)
{
  uint32_t parts = datum_count(k->pool, process), tag = datum_tag(k->pool, process);
  uint32_t first = tag == TERM_LINK ? 0 : 1, stride = tag == TERM_SHARE ? 1 : 2;
  uint32_t count = tag == TERM_SHARE ? parts - 1 : tag == TERM_LINK ? 2 : parts / 2;
  JoinSides *join = tag == TERM_SHARE ? join_share : tag == TERM_LINK ? join_link : join_alphabets;
  if (count == 0) return build_leaf(k, process, whole);
  Side *sides = memory_zeroed(count, sizeof *sides);
  bool good =
      build_sides(k, process, first, stride, sides, whole) && join(k, process, sides, count, whole);
  if (good) end_sides(k, whole, sides, count);
  free_sides(sides, count);
  return good;
}

/* Below chase and priorities, where compressions might change behaviour. */
static bool build_exactly(Skeleton *k, Datum process, Side *side, CompressMode mode)
{
  CompressMode before = k->store->mode;
  if (mode > before) k->store->mode = mode;
  k->around++;
  bool good = build(k, process, side);
  k->around--;
  k->store->mode = before;
  return good;
}

/* ----------------------------------------------------------------- priorities */

/* [P S] and [P E R M].  Where nothing but hidings and renamings is around it, transitions are
 * chosen as they are found; elsewhere it is a leaf. */
static bool build_priority(Skeleton *k, Datum process, Side *side)
{
  if (k->around || k->plan->priorities.ranks.len) return build_leaf(k, process, side);
  if (!build_exactly(k, datum_part(k->pool, process, 0), side, COMPRESS_STRONGLY)) return false;
  for (uint32_t i = 0; i < side->rules.len; i++)
    side->rules.data[i].ranked = side->rules.data[i].event;
  priorities_of(k->store->source, k->store->events, process, &k->plan->priorities);
  return true;
}

/* -------------------------------------------------------------------- chase */

static bool is_static(const Skeleton *k, Datum process)
{
  uint32_t tag = datum_tag(k->pool, process);
  return tag == TERM_HIDE || tag == TERM_RENAME || tag == TERM_SHARE || tag == TERM_PARALLEL ||
         tag == TERM_LINK || tag == TERM_CHASE;
}

/* What is τ below becomes steps of the chase; those of a chase inside are followed with them. */
static bool build_chase(Skeleton *k, Datum process, Side *side)
{
  Datum inner = datum_part(k->pool, process, 0);
  uint32_t before = k->plan->rules.len, chases = k->plan->chases.len;
  if (!is_static(k, inner)) return build_leaf(k, process, side);
  if (!build_exactly(k, inner, side, COMPRESS_NEVER)) return false;
  k->plan->chases.len = chases;
  vec_push(&k->plan->chases, ((Chase){side->first, side->end}));
  for (uint32_t i = before; i < k->plan->rules.len; i++)
    k->plan->rules.data[i].chase = k->plan->chases.len;
  return true;
}

/* ---------------------------------------------------------------- processes */

static bool build(Skeleton *k, Datum process, Side *side)
{
  bool good;
  *side = (Side){.first = k->plan->members.len};
  process = k->store->source->now(k->store->source, process);
  if (datum_is_fault(process)) {
    k->store->source->take_fault(k->store->source);
    return false;
  }
  if (k->store->depth >= DEEPEST || k->store->source->effort.stopped) return false;
  k->store->depth++;
  switch (datum_tag(k->pool, process)) {
  case TERM_HIDE: good = build_hide(k, process, side); break;
  case TERM_RENAME: good = build_rename(k, process, side); break;
  case TERM_SHARE:
  case TERM_PARALLEL:
  case TERM_LINK: good = build_parallel(k, process, side); break;
  case TERM_PRIORITISE:
  case TERM_PRIORITY_ORDER: good = build_priority(k, process, side); break;
  case TERM_CHASE: good = build_chase(k, process, side); break;
  case TERM_COMPRESS:
    good = (is_made_alone(k, process) && build_leaf(k, process, side)) ||
           (!is_deter(k, process) && build(k, datum_part(k->pool, process, 1), side));
    break;
  default: good = build_leaf(k, process, side);
  }
  k->store->depth--;
  return good;
}

bool skeleton_plan(LeafStore *store, Datum process, NetworkPlan *plan)
{
  Skeleton k = {store, store->source->pool, plan, 0};
  Side whole;
  bool good = build(&k, process, &whole);
  for (uint32_t i = 0; good && i < whole.rules.len; i++)
    vec_push(&plan->rules, whole.rules.data[i]);
  vec_free(&whole.rules);
  return good;
}

bool skeleton_is_leaf(const Pool *pool, Datum process)
{
  switch ((TermKind) datum_tag(pool, process)) {
  case TERM_HIDE:
  case TERM_RENAME:
  case TERM_SHARE:
  case TERM_PARALLEL:
  case TERM_LINK:
  case TERM_COMPRESS:
  case TERM_CHASE:
  case TERM_PRIORITISE:
  case TERM_PRIORITY_ORDER: return false;
  default: return true;
  }
}
