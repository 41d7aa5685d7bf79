#include "prove/refute/worlds.h"

#include "prove/refute/restrict.h"
#include "prove/refute/sizes.h"

enum { MOST_SIZES = 32 };
static const uint64_t USUAL[] = {2, 1, 3, 4};
enum { USUAL_SIZES = sizeof USUAL / sizeof *USUAL };

typedef struct {
  const Stage *stage;
  SizeRange *ranges; /* of the sets of the stage */
  uint64_t *hints;
  bool *relevant;
} Choice;

static WorldSizes new_sizes(const Choice *c)
{
  WorldSizes w = {.sizes = arena_new_array(c->stage->arena, WorldSize, c->stage->sets.len + 1)};
  for (uint32_t i = 0; i < c->stage->sets.len; i++) w.sizes[i].set = c->stage->sets.data[i];
  return w;
}

/* The sizes to be tried begin with what is needed at least, as far as it is known. */
static uint64_t usual(const Choice *c, uint32_t set, uint32_t k)
{
  return c->hints[set] > USUAL[0] ? c->hints[set] + k : USUAL[k];
}

static uint64_t fitting(const Choice *c, uint32_t set, uint64_t size)
{
  const SizeRange *r = &c->ranges[set];
  if (size < c->hints[set]) size = c->hints[set];
  if (size < r->low) size = r->low;
  return r->high && size > r->high ? r->high : size;
}

/* All sizes that the sets of the goal have; the others have one that fits. */
static void add_combinations(Worlds *w, const Choice *c, uint32_t set, const WorldSizes *chosen)
{
  if (set == w->set_count) {
    WorldSizes all = new_sizes(c);
    for (uint32_t i = 0; i < set; i++) all.sizes[i].size = chosen->sizes[i].size;
    vec_push(&w->list, all);
    return;
  }
  uint64_t low = fitting(c, set, 2), high = low;
  if (c->relevant[set]) low = c->ranges[set].low, high = c->ranges[set].high;
  for (uint64_t size = high; size >= low; size--) {
    chosen->sizes[set].size = size;
    add_combinations(w, c, set + 1, chosen);
  }
}

static void add_usual(Worlds *w, const Choice *c)
{
  for (uint32_t k = 0; k < USUAL_SIZES; k++) {
    WorldSizes all = new_sizes(c);
    bool same = k > 0;
    for (uint32_t i = 0; i < w->set_count; i++) {
      all.sizes[i].size = fitting(c, i, usual(c, i, k));
      same = same && all.sizes[i].size == w->list.data[0].sizes[i].size;
    }
    if (!same) vec_push(&w->list, all);
  }
}

static bool is_relevant(const Plan *p, const Symbol *set)
{
  const PlanPart *part = &p->parts.data[0];
  for (uint32_t i = 0; i < part->sets.len; i++)
    if (part->sets.data[i] == set) return true;
  return false;
}

/* How many elements are enough, or 0 if the set cannot be cut down. */
static uint64_t small_size(const PlanPart *part, const Symbol *set)
{
  enum { MOST = 6 };
  uint32_t kept = 0;
  for (uint32_t i = 0; i < part->premises.len; i++)
    if (!restrict_keeps(part->premises.data[i], set, &kept)) return 0;
  for (uint32_t i = 0; i < part->names.len; i++)
    kept += restrict_elements(part->names.data[i]->type, set);
  return kept > MOST ? 0 : kept ? kept : 1;
}

static void cut_down(Worlds *w, const Choice *c, const Plan *plan, uint32_t i)
{
  const Symbol *set = c->stage->sets.data[i];
  uint64_t size = small_size(&plan->parts.data[0], set);
  if (!size) return;
  c->ranges[i] = (SizeRange){1, size};
  w->small_sizes =
      arena_printf(c->stage->arena, "%s%s%s <= %u", w->small_sizes ? w->small_sizes : "",
                   w->small_sizes ? ", " : "", set->name->text, (unsigned) size);
}

void worlds_make(Worlds *w, const Stage *s, const Plan *plan, bool small)
{
  uint32_t n = s->sets.len;
  Choice c = {.stage = s};
  uint64_t combinations = 1;
  *w = (Worlds){.set_count = n, .complete = true, .whole = true};
  c.ranges = arena_new_array(s->arena, SizeRange, n + 1);
  c.hints = arena_new_array(s->arena, uint64_t, n + 1);
  c.relevant = arena_new_array(s->arena, bool, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    SizeRange *r = &c.ranges[i];
    *r = size_range(&plan->all, s->sets.data[i]);
    c.hints[i] = size_hint(&plan->all, s->sets.data[i]);
    c.relevant[i] = is_relevant(plan, s->sets.data[i]);
    if (r->high && r->low > r->high) r->low = r->high; /* the premises contradict each other */
    w->whole &= c.relevant[i];
    if (!c.relevant[i]) continue;
    if (small && !r->high) cut_down(w, &c, plan, i);
    w->complete &= r->high > 0;
    if (r->high && combinations <= MOST_SIZES) combinations *= r->high - r->low + 1;
  }
  w->complete &= combinations <= MOST_SIZES;
  WorldSizes chosen = new_sizes(&c);
  if (w->complete) add_combinations(w, &c, 0, &chosen);
  else add_usual(w, &c);
}

void worlds_free(Worlds *w) { vec_free(&w->list); }

static World world_of(const Worlds *w, uint32_t number, uint32_t pass)
{
  static const struct {
    int64_t low, high;
  } windows[WORLD_PASSES] = {{-1, 3}, {-10, 20}, {-200, 2000}};
  return (World){.sizes = w->list.data[number].sizes,
                 .size_count = w->set_count,
                 .low = windows[pass].low,
                 .high = windows[pass].high,
                 .wide = pass > 0,
                 .number = number};
}

World worlds_at(const Worlds *w, uint32_t number) { return world_of(w, number, 0); }

bool worlds_next(Worlds *w, uint32_t passes, World *world)
{
  for (; w->next < w->list.len * passes; w->next++) {
    uint32_t number = w->next % w->list.len;
    if (w->list.data[number].none) continue;
    *world = world_of(w, number, w->next / w->list.len);
    w->next++;
    return true;
  }
  return false;
}

void worlds_settle(Worlds *w, const World *world, bool by_goal)
{
  w->list.data[world->number].none = true;
  w->list.data[world->number].by_goal = by_goal;
}

WorldsVerdict worlds_verdict(const Worlds *w)
{
  bool all = w->complete;
  for (uint32_t i = 0; i < w->list.len; i++)
    all &= w->list.data[i].none && (w->whole || w->list.data[i].by_goal);
  return all ? WORLDS_ALL : w->list.data[0].none ? WORLDS_TRIED : WORLDS_OPEN;
}

static uint64_t total(const Worlds *w, const WorldSizes *sizes)
{
  uint64_t sum = 0;
  for (uint32_t i = 0; i < w->set_count; i++) sum += sizes->sizes[i].size;
  return sum;
}

const WorldSizes *worlds_largest(const Worlds *w)
{
  const WorldSizes *best = NULL;
  for (uint32_t i = 0; i < w->list.len; i++) {
    const WorldSizes *sizes = &w->list.data[i];
    if (sizes->none && (!best || total(w, sizes) > total(w, best))) best = sizes;
  }
  return best;
}
