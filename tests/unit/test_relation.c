#include "unit/groups.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "unit/random_values.h"
#include "value/fast.h"
#include "value/sequence.h"

/* Operators on random relations in every representation, compared with their definitions
 * taken pair by pair on lists; under the usual and under tiny limits of representations. */

typedef VEC(Value) List;
typedef struct {
  Trial t;
  Store *s;
  const Shape *a, *b, *c; /* three types, and pairs of them */
  const Shape *ab, *ba, *bc, *ac, *aa;
} World;

enum { NO_LIMIT = 1000000 };

static Value first(World *w, Value v) { return pair_first(w->s, v); }
static Value second(World *w, Value v) { return pair_second(w->s, v); }

static Value finish(World *w, const Shape *element, List *list)
{
  Value set = set_build(w->s, element, list->data, list->len);
  vec_free(list);
  return set;
}

static List list_of(World *w, const Shape *element, Value set)
{
  List list = {0};
  SetIter it = set_iter(w->s, element, set);
  for (Value v; set_next(&it, &v);) vec_push(&list, v);
  return list;
}

#define FOR_EACH(v, world, element, set) \
  for (List list_##v = list_of(world, element, set), *once_##v = &list_##v; once_##v; \
       vec_free(&list_##v), once_##v = NULL) \
    for (uint32_t i_##v = 0; i_##v < list_##v.len; i_##v++) \
      for (Value v = list_##v.data[i_##v], *one_##v = &v; one_##v; one_##v = NULL)

static void same(Value expected, Value found)
{
  if (!value_same(expected, found))
    fail_msg("%llx is not %llx", (unsigned long long) found.word,
             (unsigned long long) expected.word);
}

/* ---- random operands ---- */

static const Shape *random_side(Trial *t)
{
  static const uint64_t sizes[] = {1, 2, 3, 5, 7, 9, 20, 64, 100};
  static const char origins[sizeof sizes / sizeof *sizes];
  uint64_t i = draw(t, sizeof sizes / sizeof *sizes);
  switch (draw(t, 12)) {
  case 0:
  case 1:
  case 2: return shape_integer(t->shapes);
  case 3: return shape_bool(t->shapes);
  case 4: return random_shape(t, 2);
  default: return shape_given(t->shapes, &origins[i], "S", NULL, sizes[i]);
  }
}

/* Mode 0: a sequence or a function on consecutive integers, as far as the type allows;
 * 1: a function; else anything. */
static Value random_relation(World *w, const Shape *pair, uint64_t most)
{
  Trial *t = &w->t;
  uint64_t count = draw(t, most + 1), mode = draw(t, 4);
  int64_t start = draw(t, 2) ? 1 : (int64_t) draw(t, 5) - 2;
  List list = {0};
  for (uint64_t i = 0; i < count; i++) {
    Value x = random_value(t, pair->args[0]);
    if (mode == 0 && pair->args[0]->kind == SHAPE_INTEGER) x = value_small(start + (int64_t) i);
    bool used = false;
    for (uint32_t k = 0; k < list.len; k++) used |= value_same(first(w, list.data[k]), x);
    if (!used || mode > 1) vec_push(&list, value_pair(w->s, x, random_value(t, pair->args[1])));
  }
  return finish(w, pair, &list);
}

static World world_new(uint64_t seed, StoreConfig config)
{
  World w = {.t = trial_new(seed, config)};
  w.s = w.t.store;
  w.a = random_side(&w.t), w.b = random_side(&w.t), w.c = random_side(&w.t);
  ShapeTable *shapes = w.t.shapes;
  w.ab = shape_pair(shapes, w.a, w.b), w.ba = shape_pair(shapes, w.b, w.a);
  w.bc = shape_pair(shapes, w.b, w.c), w.ac = shape_pair(shapes, w.a, w.c);
  w.aa = shape_pair(shapes, w.a, w.a);
  return w;
}

static Value random_subset(World *w, const Shape *element, Value of)
{
  Value set = random_set(&w->t, element, 6);
  if (draw(&w->t, 3) == 0 && element->kind == SHAPE_INTEGER)
    set = set_interval(w->s, value_small((int64_t) draw(&w->t, 9) - 4),
                       value_small((int64_t) draw(&w->t, 40)));
  FOR_EACH(v, w, element, of) if (draw(&w->t, 2)) set = set_add(w->s, element, set, v);
  return set;
}

/* ---- definitions ---- */

static Value side_of(World *w, const Shape *pair, Value r, bool domain)
{
  List out = {0};
  FOR_EACH(v, w, pair, r) vec_push(&out, domain ? first(w, v) : second(w, v));
  return finish(w, pair->args[domain ? 0 : 1], &out);
}

static Value image(World *w, const Shape *pair, Value r, Value set)
{
  List out = {0};
  FOR_EACH(v, w, pair, r)
  if (set_member(w->s, pair->args[0], first(w, v), set)) vec_push(&out, second(w, v));
  return finish(w, pair->args[1], &out);
}

static Value inverse(World *w, const Shape *pair, const Shape *result, Value r)
{
  List out = {0};
  FOR_EACH(v, w, pair, r) vec_push(&out, value_pair(w->s, second(w, v), first(w, v)));
  return finish(w, result, &out);
}

static Value restricted(World *w, const Shape *pair, Value r, Value set, bool domain, bool wanted)
{
  List out = {0};
  FOR_EACH(v, w, pair, r)
  if (set_member(w->s, pair->args[!domain], domain ? first(w, v) : second(w, v), set) == wanted)
    vec_push(&out, v);
  return finish(w, pair, &out);
}

static Value override(World *w, const Shape *pair, Value r, Value by)
{
  Value domain = side_of(w, pair, by, true);
  return set_union(w->s, pair, restricted(w, pair, r, domain, true, false), by);
}

static Value composed(World *w, const Shape *p, const Shape *q, const Shape *result, Value a,
                      Value b)
{
  List out = {0};
  FOR_EACH(v, w, p, a)
  FOR_EACH(u, w, q, b)
  if (value_same(second(w, v), first(w, u)))
    vec_push(&out, value_pair(w->s, first(w, v), second(w, u)));
  return finish(w, result, &out);
}

static Value closed(World *w, const Shape *pair, Value r)
{
  for (Value result = r, next;; result = next) {
    next = set_union(w->s, pair, result, composed(w, pair, pair, pair, result, r));
    if (value_same(next, result)) return result;
  }
}

/* ---- operators ---- */

static void check_application(World *w, Value r)
{
  for (int i = 0; i < 12; i++) {
    Value x = random_value(&w->t, w->a), y = VALUE_UNDEFINED, z = VALUE_UNDEFINED, u, v;
    if (i % 2 && !value_is_empty_set(r))
      x = first(w, i % 4 == 1 ? set_least(w->s, w->ab, r) : set_greatest(w->s, w->ab, r));
    Value images = image(w, w->ab, r, set_singleton(w->s, w->a, x));
    same(images, rel_images(w->s, w->ab, r, x));
    uint64_t count = set_card(w->s, images);
    ApplyResult expected = count == 0 ? APPLY_OUTSIDE : count == 1 ? APPLY_FOUND : APPLY_SEVERAL;
    assert_int_equal(rel_apply(w->s, w->ab, r, x, &y), expected);
    assert_int_equal(fast_apply(w->s, w->ab, r, x, &z), expected);
    if (expected == APPLY_FOUND) same(set_least(w->s, w->b, images), y), same(y, z);
    RelIter it = rel_iter_from(w->s, w->ab, r, x);
    for (; rel_next(&it, &u, &v); count--)
      assert_true(value_same(u, x) && set_member(w->s, w->b, v, images));
    assert_int_equal(count, 0);
    Value to = random_value(&w->t, w->b);
    Value one = set_singleton(w->s, w->ab, value_pair(w->s, x, to));
    Value updated = override(w, w->ab, r, one);
    same(updated, rel_update(w->s, w->ab, r, x, to));
    same(updated, fast_update(w->s, w->ab, r, x, to));
    same(restricted(w, w->ab, r, set_singleton(w->s, w->a, x), true, false),
         rel_remove(w->s, w->ab, r, x));
  }
}

static void check_walk(World *w, Value r)
{
  RelIter it = rel_iter(w->s, w->ab, r);
  Value x, y;
  FOR_EACH(v, w, w->ab, r)
  {
    assert_true(rel_next(&it, &x, &y));
    same(first(w, v), x), same(second(w, v), y);
  }
  assert_false(rel_next(&it, &x, &y));
}

static void check_parts(World *w, Value r)
{
  Value domain = side_of(w, w->ab, r, true), range = side_of(w, w->ab, r, false);
  same(domain, rel_domain(w->s, w->ab, r)), same(domain, fast_domain(w->s, w->ab, r));
  same(range, rel_range(w->s, w->ab, r)), same(range, fast_range(w->s, w->ab, r));
  Value inverted = inverse(w, w->ab, w->ba, r);
  same(inverted, rel_inverse(w->s, w->ab, w->ba, r));
  same(inverted, fast_inverse(w->s, w->ab, w->ba, r));
  same(r, rel_inverse(w->s, w->ba, w->ab, inverted));
  Value set = random_subset(w, w->a, domain), other = random_subset(w, w->b, range);
  same(image(w, w->ab, r, set), rel_image(w->s, w->ab, r, set));
  same(image(w, w->ab, r, set), fast_image(w->s, w->ab, r, set));
  same(restricted(w, w->ab, r, set, true, true), rel_domain_restrict(w->s, w->ab, set, r));
  same(restricted(w, w->ab, r, set, true, false), rel_domain_subtract(w->s, w->ab, set, r));
  same(restricted(w, w->ab, r, other, false, true), rel_range_restrict(w->s, w->ab, r, other));
  same(restricted(w, w->ab, r, other, false, false), rel_range_subtract(w->s, w->ab, r, other));
  Value by = random_relation(w, w->ab, 6);
  same(override(w, w->ab, r, by), rel_override(w->s, w->ab, r, by));
}

static void check_kind(World *w, Value r)
{
  Value domain = side_of(w, w->ab, r, true), range = side_of(w, w->ab, r, false);
  bool function = set_card(w->s, domain) == set_card(w->s, r);
  bool injective = set_card(w->s, range) == set_card(w->s, r);
  if (value_is_empty_set(r)) function = injective = true;
  assert_int_equal(rel_is_function(w->s, w->ab, r), function);
  assert_int_equal(rel_is_injective(w->s, w->ab, r), injective);
  Value from = draw(&w->t, 3) ? random_subset(w, w->a, domain) : domain;
  Value to = draw(&w->t, 3) ? random_subset(w, w->b, range) : range;
  bool inside = set_subset(w->s, w->a, domain, from), into = set_subset(w->s, w->b, range, to);
  assert_int_equal(rel_domain_within(w->s, w->ab, r, from), inside);
  assert_int_equal(rel_range_within(w->s, w->ab, r, to), into);
  for (unsigned i = 0; i < 16; i++) {
    RelDemands d = {i & 1, i & 2, i & 4, i & 8};
    bool holds = inside && into && (function || !d.functional) && (injective || !d.injective) &&
                 (value_same(domain, from) || !d.total) && (value_same(range, to) || !d.surjective);
    assert_int_equal(rel_obeys(w->s, w->ab, r, from, to, d), holds);
  }
  assert_int_equal(
      rel_obeys(w->s, w->ab, r, from, VALUE_UNDEFINED, (RelDemands){.functional = true}),
      inside && function);
}

static void check_products(World *w, Value r)
{
  ShapeTable *shapes = w->t.shapes;
  Value q = random_relation(w, w->bc, 8), u = random_relation(w, w->ac, 8);
  Value through = composed(w, w->ab, w->bc, w->ac, r, q);
  same(through, rel_compose(w->s, w->ab, w->bc, w->ac, r, q, NO_LIMIT));
  uint64_t card = set_card(w->s, through);
  if (card && !value_is_empty_set(through) && value_tag(through) == TAG_NODE &&
      !value_is_node(through, NODE_KIND_BITSET))
    same(VALUE_UNKNOWN, rel_compose(w->s, w->ab, w->bc, w->ac, r, q, card - 1));
  const Shape *both = shape_pair(shapes, w->b, w->c);
  const Shape *direct = shape_pair(shapes, w->a, both);
  const Shape *parallel = shape_pair(shapes, w->aa, both);
  List joined = {0}, all = {0};
  FOR_EACH(v, w, w->ab, r)
  FOR_EACH(x, w, w->ac, u)
  {
    Value to = value_pair(w->s, second(w, v), second(w, x));
    if (value_same(first(w, v), first(w, x))) vec_push(&joined, value_pair(w->s, first(w, v), to));
    if (all.len < 400)
      vec_push(&all, value_pair(w->s, value_pair(w->s, first(w, v), first(w, x)), to));
  }
  same(finish(w, direct, &joined), rel_direct_product(w->s, w->ab, w->ac, direct, r, u, NO_LIMIT));
  if (all.len < 400)
    same(finish(w, parallel, &all), rel_parallel(w->s, w->ab, w->ac, parallel, r, u, NO_LIMIT));
  vec_free(&all);
}

static void check_sets(World *w, Value r)
{
  ShapeTable *shapes = w->t.shapes;
  Value a = random_set(&w->t, w->a, 5), b = side_of(w, w->ab, r, false);
  List product = {0}, identity = {0}, one = {0}, two = {0};
  const Shape *to_a = shape_pair(shapes, w->ab, w->a), *to_b = shape_pair(shapes, w->ab, w->b);
  FOR_EACH(x, w, w->a, a)
  {
    vec_push(&identity, value_pair(w->s, x, x));
    FOR_EACH(y, w, w->b, b)
    {
      Value pair = value_pair(w->s, x, y);
      vec_push(&product, pair);
      vec_push(&one, value_pair(w->s, pair, x));
      vec_push(&two, value_pair(w->s, pair, y));
    }
  }
  uint64_t size = product.len;
  same(finish(w, w->ab, &product), set_product(w->s, w->ab, a, b, size));
  if (size) same(VALUE_UNKNOWN, set_product(w->s, w->ab, a, b, size - 1));
  same(finish(w, w->aa, &identity), rel_identity(w->s, w->aa, a, NO_LIMIT));
  same(finish(w, to_a, &one), rel_projection(w->s, to_a, a, b, false, NO_LIMIT));
  same(finish(w, to_b, &two), rel_projection(w->s, to_b, a, b, true, NO_LIMIT));
  const Shape *set = shape_set(shapes, w->b), *to_sets = shape_pair(shapes, w->a, set);
  List maps = {0}, members = {0};
  FOR_EACH(x, w, w->a, side_of(w, w->ab, r, true))
  {
    Value images = image(w, w->ab, r, set_singleton(w->s, w->a, x));
    vec_push(&maps, value_pair(w->s, x, images));
    vec_push(&members, images);
  }
  Value f = finish(w, to_sets, &maps), sets = finish(w, set, &members);
  same(f, rel_to_sets(w->s, w->ab, to_sets, r));
  same(r, rel_from_sets(w->s, to_sets, w->ab, f, NO_LIMIT));
  if (!value_is_empty_set(r))
    same(VALUE_UNKNOWN, rel_from_sets(w->s, to_sets, w->ab, f, set_card(w->s, r) - 1));
  same(b, set_union_of(w->s, w->b, set, sets));
  if (value_is_empty_set(sets)) return;
  Value common = b;
  FOR_EACH(v, w, set, sets) common = set_intersection(w->s, w->b, common, v);
  same(common, set_intersection_of(w->s, w->b, set, sets));
}

static void check_closure(World *w)
{
  Value r = random_relation(w, w->aa, 14), power = r;
  Value closure = closed(w, w->aa, r);
  same(closure, rel_closure1(w->s, w->aa, r, NO_LIMIT));
  if (value_is_node(closure, NODE_KIND_SORTED))
    same(VALUE_UNKNOWN, rel_closure1(w->s, w->aa, r, set_card(w->s, closure) - 1));
  Value all = random_set(&w->t, w->a, 5);
  uint64_t steps = 0;
  same(rel_image(w->s, w->aa, closure, all), rel_reach(w->s, w->aa, r, all, &steps));
  FOR_EACH(x, w, w->a, all)
  FOR_EACH(y, w, w->a, all)
  assert_int_equal(rel_reaches(w->s, w->aa, r, x, y, &steps),
                   set_member(w->s, w->aa, value_pair(w->s, x, y), closure));
  same(set_union(w->s, w->aa, closure, rel_identity(w->s, w->aa, all, NO_LIMIT)),
       rel_closure(w->s, w->aa, r, all, NO_LIMIT));
  for (uint64_t n = 1; n <= 6; n++) {
    same(power, rel_iterate(w->s, w->aa, r, n, NO_LIMIT));
    power = composed(w, w->aa, w->aa, w->aa, power, r);
  }
}

/* ---- sequences ---- */

static Value sequence(World *w, const Value *items, uint64_t count, const Shape *pair)
{
  List list = {0};
  for (uint64_t i = 0; i < count; i++)
    vec_push(&list, value_pair(w->s, value_small((int64_t) i + 1), items[i]));
  return finish(w, pair, &list);
}

static void check_sequences(World *w)
{
  Value items[24], reversed[12];
  Store *s = w->s;
  const Shape *pair = shape_pair(w->t.shapes, shape_integer(w->t.shapes), w->b);
  uint64_t n = draw(&w->t, 12), m = draw(&w->t, 12);
  uint64_t bits = draw(&w->t, 2) ? draw(&w->t, 34) : 0;
  for (uint64_t i = 0; i < n + m; i++)
    items[i] = bits && w->b->kind == SHAPE_INTEGER
                   ? value_small((int64_t) draw(&w->t, UINT64_C(1) << draw(&w->t, bits)))
                   : random_value(&w->t, w->b);
  for (uint64_t i = 0; i < n; i++) reversed[i] = items[n - 1 - i];
  Value one = sequence(w, items, n, pair), two = sequence(w, items + n, m, pair);
  assert_true(seq_is(one) && seq_size(s, one) == n);
  for (uint64_t i = 0; i < n; i++) same(items[i], seq_item(s, one, i));
  same(one, seq_build(s, items, n));
  same(sequence(w, items, n + m, pair), seq_concat(s, one, two));
  same(sequence(w, reversed, n, pair), seq_reverse(s, one));
  const Shape *outer = shape_pair(w->t.shapes, pair->args[0], shape_set(w->t.shapes, pair));
  Value parts[] = {one, two, VALUE_EMPTY_SET, one};
  same(seq_concat(s, seq_concat(s, one, two), one), seq_flatten(s, sequence(w, parts, 4, outer)));
  for (uint64_t k = 0; k <= n; k++) {
    same(sequence(w, items, k, pair), seq_take(s, one, k));
    same(sequence(w, items + k, n - k, pair), seq_drop(s, one, k));
  }
  if (n > 0) {
    same(items[0], seq_first(s, one)), same(items[n - 1], seq_last(s, one));
    same(sequence(w, items, n - 1, pair), seq_front(s, one));
    same(sequence(w, items + 1, n - 1, pair), seq_tail(s, one));
    same(one, seq_prepend(s, items[0], seq_tail(s, one)));
    same(one, seq_append(s, seq_front(s, one), items[n - 1]));
  }
  Value range = side_of(w, pair, one, false), set = random_subset(w, w->b, range);
  same(range, seq_items(s, w->b, one));
  bool injective = set_card(s, range) == n;
  assert_int_equal(seq_is_injective(s, w->b, one), injective);
  assert_int_equal(seq_within(s, w->b, one, set), set_subset(s, w->b, range, set));
  assert_int_equal(seq_is_permutation(s, w->b, one, range), injective);
  assert_int_equal(seq_is_permutation(s, w->b, one, set), injective && value_same(range, set));
}

/* ---- trials ---- */

static void run_trial(uint64_t seed, StoreConfig config)
{
  World w = world_new(seed, config);
  Value r = random_relation(&w, w.ab, draw(&w.t, 4) ? 10 : 120);
  check_walk(&w, r);
  check_application(&w, r);
  check_parts(&w, r);
  check_kind(&w, r);
  check_products(&w, r);
  check_sets(&w, r);
  check_closure(&w);
  check_sequences(&w);
  trial_free(&w.t);
}

static void operators_follow_their_definitions(void **state)
{
  (void) state;
  const char *more = getenv("PROBITY_TRIALS"); /* a factor, for long runs */
  uint64_t count = more ? 2000 * strtoull(more, NULL, 10) : 2000;
  for (uint64_t seed = 1; seed <= count; seed++)
    for (int i = 0; i < 5; i++)
      if (i == 0 || seed % 2) run_trial(seed, stress_configs[i]);
}

/* ---- functions that change at one point ---- */

/* Results that need few or many bits, mostly; at times they are negative or huge. */
static Value random_result(World *w, const Shape *shape, uint64_t bits)
{
  Trial *t = &w->t;
  if (shape->kind == SHAPE_GIVEN)
    return value_atom(draw(t, UINT64_C(1) << (bits < 12 ? bits : 12)));
  if (shape->kind != SHAPE_INTEGER) return random_value(t, shape);
  int64_t n = (int64_t) draw(t, UINT64_C(1) << bits);
  switch (draw(t, 12)) {
  case 0: return value_small(-n - 1);
  case 1: return value_small((INT64_C(1) << draw(t, 40)) - 1 + (int64_t) draw(t, 2));
  case 2: return value_small(-(INT64_C(1) << draw(t, 40)) + (int64_t) draw(t, 2));
  default: return value_small(n);
  }
}

enum { POINTS = 24 };

static Value build_function(World *w, const Shape *pair, const Value *xs, const Value *ys,
                            const Value *more)
{
  List list = {0};
  if (more) vec_push(&list, *more);
  for (int i = 0; i < POINTS; i++)
    if (!value_is_none(ys[i])) vec_push(&list, value_pair(w->s, xs[i], ys[i]));
  return finish(w, pair, &list);
}

static void walk(World *w, const Shape *pair)
{
  Trial *t = &w->t;
  Value xs[POINTS], ys[POINTS], f = VALUE_EMPTY_SET, y;
  int64_t start = pair->args[0]->kind == SHAPE_GIVEN ? 5 : (int64_t) draw(t, 3) - 1;
  for (int i = 0; i < POINTS; i++) {
    ys[i] = VALUE_UNDEFINED;
    xs[i] = pair->args[0]->kind == SHAPE_GIVEN ? value_atom((uint64_t) (start + i))
                                               : value_small(start + i);
  }
  uint64_t bits = 1 + draw(t, 34), width = 1 + draw(t, POINTS), removals = 2 + draw(t, 8);
  for (int step = 0; step < 120; step++) {
    uint64_t i = draw(t, width);
    if (draw(t, removals) == 0) {
      ys[i] = VALUE_UNDEFINED;
      f = rel_remove(w->s, pair, f, xs[i]);
    } else {
      bool fresh = value_is_none(ys[i]);
      ys[i] = random_result(w, pair->args[1], bits);
      f = fresh && draw(t, 2) ? set_add(w->s, pair, f, value_pair(w->s, xs[i], ys[i]))
                              : rel_update(w->s, pair, f, xs[i], ys[i]);
    }
    same(build_function(w, pair, xs, ys, NULL), f);
    if (pair->args[0]->kind == SHAPE_INTEGER) {
      Value far = value_small(draw(t, 2) ? SMALL_INT_MAX : SMALL_INT_MIN);
      Value more = value_pair(w->s, far, random_result(w, pair->args[1], bits));
      same(build_function(w, pair, xs, ys, &more), rel_update(w->s, pair, f, far, second(w, more)));
    }
    ApplyResult found = rel_apply(w->s, pair, f, xs[i], &y);
    assert_int_equal(found, value_is_none(ys[i]) ? APPLY_OUTSIDE : APPLY_FOUND);
    if (found == APPLY_FOUND) same(ys[i], y);
    if (pair->args[1]->kind == SHAPE_INTEGER) {
      Value low = random_result(w, pair->args[1], bits), high = random_result(w, pair->args[1], 34);
      Value set = set_interval(w->s, low, high), range = side_of(w, pair, f, false);
      assert_int_equal(rel_range_within(w->s, pair, f, set),
                       set_subset(w->s, pair->args[1], range, set));
    }
    if (step % 40 == 0) bits = 1 + draw(t, 34);
  }
}

static void functions_change_at_one_point(void **state)
{
  (void) state;
  static const char origin;
  for (uint64_t seed = 1; seed <= 400; seed++) {
    World w = world_new(seed, stress_configs[seed % 5]);
    ShapeTable *shapes = w.t.shapes;
    const Shape *given = shape_given(shapes, &origin, "G", NULL, 5000);
    const Shape *integer = shape_integer(shapes);
    const Shape *from[] = {integer, given};
    const Shape *to[] = {integer, given, shape_string(shapes), shape_set(shapes, integer),
                         shape_bool(shapes)};
    walk(&w, shape_pair(shapes, from[draw(&w.t, 2)],
                        to[draw(&w.t, 3) ? draw(&w.t, 2) : draw(&w.t, 5)]));
    trial_free(&w.t);
  }
}

int test_relation(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(functions_change_at_one_point),
      cmocka_unit_test(operators_follow_their_definitions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
