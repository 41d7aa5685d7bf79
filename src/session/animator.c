#include "session/animator.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/memory.h"

typedef struct {
  Sink sink; /* first */
  Animator *a;
  uint32_t most; /* in `enabled` */
  bool full;     /* there are more */
} Collector;

static const Value *copy_values(Arena *arena, const Value *values, uint32_t count)
{
  Value *copy = arena_new_array(arena, Value, count + 1);
  if (values && count) memcpy(copy, values, count * sizeof *copy);
  return copy;
}

static uint32_t argument_count(Lts *lts, uint32_t label)
{
  uint32_t results, arguments = lts->label_arguments(lts, label, &results);
  return arguments + results;
}

Transition animator_copy(Arena *arena, Lts *lts, const Transition *t)
{
  uint32_t count = t->arguments ? argument_count(lts, t->label) : 0;
  return (Transition){t->label, copy_values(arena, t->arguments, count),
                      copy_values(arena, t->state, lts->width)};
}

static bool is_same(Lts *lts, const Transition *a, const Transition *b)
{
  if (a->label != b->label || memcmp(a->state, b->state, lts->width * sizeof *a->state))
    return false;
  uint32_t count = argument_count(lts, a->label);
  return count == 0 || !memcmp(a->arguments, b->arguments, count * sizeof *a->arguments);
}

static uint64_t hash_of(Lts *lts, const Transition *t)
{
  uint64_t hash = XXH3_64bits_withSeed(t->state, lts->width * sizeof *t->state, t->label);
  uint32_t count = argument_count(lts, t->label);
  return count ? XXH3_64bits_withSeed(t->arguments, count * sizeof *t->arguments, hash) : hash;
}

/* The slot that the transition is in, or the empty one where it belongs. */
static uint32_t *find_slot(const Animator *a, const Transition *t)
{
  uint32_t mask = a->slot_count - 1, at = (uint32_t) hash_of(a->lts, t) & mask;
  while (a->slots[at] && !is_same(a->lts, &a->enabled.data[a->slots[at] - 1], t))
    at = (at + 1) & mask;
  return &a->slots[at];
}

static void grow_slots(Animator *a)
{
  free(a->slots);
  a->slot_count = a->slot_count ? 2 * a->slot_count : 64;
  a->slots = calloc(a->slot_count, sizeof *a->slots);
  if (!a->slots) memory_exhausted();
  for (uint32_t i = 0; i < a->enabled.len; i++) *find_slot(a, &a->enabled.data[i]) = i + 1;
}

static void take_trouble(Sink *sink, const Trouble *t)
{
  Animator *a = ((Collector *) sink)->a;
  for (uint32_t i = 0; i < a->troubles.len; i++) {
    const Trouble *known = &a->troubles.data[i];
    if (known->kind == t->kind && known->label == t->label && known->span.begin == t->span.begin)
      return;
  }
  Trouble kept = *t;
  uint32_t results, count = t->arguments ? a->lts->label_arguments(a->lts, t->label, &results) : 0;
  if (t->arguments) kept.arguments = copy_values(a->room, t->arguments, count);
  const char *message = t->message ? t->message : "something could not be computed";
  kept.message = arena_copy(a->room, message, strlen(message));
  vec_push(&a->troubles, kept);
}

static void accept(Sink *sink, const Transition *t)
{
  Collector *c = (Collector *) sink;
  Animator *a = c->a;
  if (a->enabled.len >= c->most) {
    Trouble trouble = {.kind = TROUBLE_INCOMPLETE,
                       .label = t->label,
                       .message = "there are too many enabled steps"};
    sink->trouble(sink, &trouble);
    c->full = true;
    if (a->stop) *a->stop = true;
    return;
  }
  if (2 * a->enabled.len >= a->slot_count) grow_slots(a);
  uint32_t *slot = find_slot(a, t);
  if (*slot) return;
  vec_push(&a->enabled, animator_copy(a->room, a->lts, t));
  *slot = a->enabled.len;
}

/* By label, arguments and results, then the state: the order does not depend on how the
 * transitions were found. */
static int by_content(const Animator *a, const Transition *x, const Transition *y)
{
  const Store *store = a->lts->store;
  if (x->label != y->label) return x->label < y->label ? -1 : 1;
  uint32_t count = argument_count(a->lts, x->label);
  for (uint32_t i = 0; i < count + a->lts->width; i++) {
    Value v = i < count ? x->arguments[i] : x->state[i - count];
    Value w = i < count ? y->arguments[i] : y->state[i - count];
    if (value_same(v, w)) continue;
    if (store && !value_is_none(v) && !value_is_none(w)) return value_compare(store, v, w);
    return v.word < w.word ? -1 : 1;
  }
  return 0;
}

/* Merges the sorted halves of from[0 … count-1] into `to`. */
static void merge(const Animator *a, const Transition *from, uint32_t count, Transition *to)
{
  uint32_t half = count / 2, left = 0, right = half;
  for (uint32_t i = 0; i < count; i++) {
    bool first = right == count || (left < half && by_content(a, &from[left], &from[right]) <= 0);
    to[i] = from[first ? left++ : right++];
  }
}

static void sort(const Animator *a, Transition *all, uint32_t count, Transition *spare)
{
  if (count < 2) return;
  sort(a, all, count / 2, spare);
  sort(a, all + count / 2, count - count / 2, spare);
  memcpy(spare, all, count * sizeof *all);
  merge(a, spare, count, all);
}

static void sort_enabled(Animator *a)
{
  if (a->enabled.len < 2) return;
  Transition *spare = malloc(a->enabled.len * sizeof *spare);
  if (!spare) memory_exhausted();
  sort(a, a->enabled.data, a->enabled.len, spare);
  free(spare);
  memset(a->slots, 0, a->slot_count * sizeof *a->slots);
  for (uint32_t i = 0; i < a->enabled.len; i++) *find_slot(a, &a->enabled.data[i]) = i + 1;
}

/* What is possible now. */
static void look_around(Animator *a)
{
  Collector collector = {{accept, take_trouble}, a, ANIMATOR_MOST, false};
  a->enabled.len = a->troubles.len = 0;
  if (a->slots) memset(a->slots, 0, a->slot_count * sizeof *a->slots);
  arena_release(a->room, a->start);
  const Value *state = animator_state(a);
  if (state) a->lts->next(a->lts, state, &collector.sink);
  else a->lts->initial(a->lts, &collector.sink);
  if (a->stop && collector.full) *a->stop = false;
  sort_enabled(a);
}

Animator *animator_new(Lts *lts, bool *stop)
{
  Animator *a = calloc(1, sizeof *a);
  if (!a) memory_exhausted();
  a->lts = lts;
  a->stop = stop;
  a->kept = arena_new();
  a->room = arena_new();
  a->start = arena_mark(a->room);
  look_around(a);
  return a;
}

void animator_free(Animator *a)
{
  if (!a) return;
  vec_free(&a->path);
  vec_free(&a->enabled);
  vec_free(&a->troubles);
  free(a->slots);
  arena_free(a->kept);
  arena_free(a->room);
  free(a);
}

void animator_restart(Animator *a)
{
  a->path.len = a->at = 0;
  look_around(a);
}

const Value *animator_state(const Animator *a)
{
  return a->at ? a->path.data[a->at - 1].state : NULL;
}

const Value *animator_before(const Animator *a)
{
  return a->at > 1 ? a->path.data[a->at - 2].state : NULL;
}

bool animator_running(const Animator *a)
{
  const Value *state = animator_state(a);
  return state && !a->lts->is_setup(a->lts, state);
}

uint32_t animator_steps(const Animator *a)
{
  uint32_t before = 0; /* set-up and initialisation come first */
  while (before < a->at && a->path.data[before].label < a->lts->first_operation) before++;
  return a->at - before;
}

void animator_take(Animator *a, uint32_t index)
{
  assert(index < a->enabled.len && a->at <= a->path.len);
  a->path.len = a->at;
  vec_push(&a->path, animator_copy(a->kept, a->lts, &a->enabled.data[index]));
  a->at++;
  look_around(a);
}

void animator_start(Animator *a)
{
  while (!animator_running(a) && a->enabled.len == 1 && !animator_is_incomplete(a))
    animator_take(a, 0);
}

void animator_go(Animator *a, uint32_t at)
{
  assert(at <= a->path.len);
  a->at = at;
  look_around(a);
}

void animator_look(Animator *a, uint32_t at)
{
  assert(at <= a->path.len);
  a->at = at;
}

bool animator_back(Animator *a)
{
  if (a->at == 0) return false;
  animator_go(a, a->at - 1);
  return true;
}

bool animator_forward(Animator *a)
{
  if (a->at == a->path.len) return false;
  animator_go(a, a->at + 1);
  return true;
}

bool animator_is_incomplete(const Animator *a)
{
  for (uint32_t i = 0; i < a->troubles.len; i++)
    if (a->troubles.data[i].kind == TROUBLE_INCOMPLETE) return true;
  return false;
}

bool animator_is_stuck(const Animator *a)
{
  return a->enabled.len == 0 && !animator_is_incomplete(a);
}

static void ignore_trouble(Sink *sink, const Trouble *t)
{
  (void) sink;
  (void) t;
}

void animator_add(Animator *a, AnimatorFind *find, void *context)
{
  Collector collector = {{accept, ignore_trouble}, a, a->enabled.len + ANIMATOR_ADDED, false};
  find(context, &collector.sink);
  if (a->stop && collector.full) *a->stop = false;
}

uint32_t animator_find(const Animator *a, const Transition *t)
{
  uint32_t slot = a->enabled.len ? *find_slot(a, t) : 0;
  return slot ? slot - 1 : UINT32_MAX;
}

/* splitmix64 */
uint32_t animator_random(uint64_t *seed, uint32_t bound)
{
  assert(bound > 0);
  uint64_t z = (*seed += UINT64_C(0x9E3779B97F4A7C15));
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return (uint32_t) ((z ^ z >> 31) % bound);
}
