#include "unit/random_values.h"

#include <stdio.h>
#include <string.h>

const StoreConfig stress_configs[5] = {
    {IMMEDIATE_SET_LIMIT, BITSET_LIMIT, 64, false, true, false, 4},
    {2, 8, 2, false, true, true, 1},
    {0, 70, 1, false, true, false, 2},
    {0, 0, 3, false, true, true, UINT64_MAX},
    {5, 64, 8, true, true, true, 0},
};

Trial trial_new(uint64_t seed, StoreConfig config)
{
  Trial t = {.seed = seed * UINT64_C(0x9E3779B97F4A7C15) + 1, .arena = arena_new()};
  t.shapes = shapes_new(t.arena);
  t.store = store_new_with(config);
  return t;
}

void trial_free(Trial *t)
{
  store_check(t->store);
  store_free(t->store);
  shapes_free(t->shapes);
  arena_free(t->arena);
}

uint64_t draw(Trial *t, uint64_t below)
{
  t->seed ^= t->seed << 13;
  t->seed ^= t->seed >> 7;
  t->seed ^= t->seed << 17;
  return (t->seed >> 11) % below;
}

/* ---- random shapes and values ---- */

const Shape *random_given(Trial *t)
{
  static const uint64_t sizes[] = {1, 2, 3, 5, 8, 13, 60, 61, 62, 64, 65, 70, 5000};
  static const char origins[sizeof sizes / sizeof *sizes];
  uint64_t i = draw(t, sizeof sizes / sizeof *sizes);
  char name[8];
  snprintf(name, sizeof name, "S%llu_", (unsigned long long) i);
  return shape_given(t->shapes, &origins[i], name, NULL, sizes[i]);
}

const Shape *random_shape(Trial *t, int depth)
{
  switch (draw(t, depth > 0 ? 10 : 6)) {
  case 0:
  case 1: return shape_integer(t->shapes);
  case 2: return shape_bool(t->shapes);
  case 3: return draw(t, 2) ? shape_string(t->shapes) : shape_real(t->shapes);
  case 4:
  case 5: return random_given(t);
  case 6: return shape_set(t->shapes, random_shape(t, depth - 1));
  case 7: {
    const Shape *fields[] = {random_shape(t, depth - 1), random_shape(t, depth - 1)};
    return shape_record(t->shapes, (const char *[]){"a", "b"}, fields, 2);
  }
  default: {
    const Shape *first = random_shape(t, depth - 1);
    return shape_pair(t->shapes, first, random_shape(t, depth - 1));
  }
  }
}

Value random_int(Trial *t)
{
  int64_t offset = (int64_t) draw(t, 20) - 5;
  switch (draw(t, 12)) {
  case 0: return value_small((int64_t) draw(t, 2000) - 1000);
  case 1: return value_small((INT64_C(1) << 28) + offset);
  case 2: return value_int(t->store, (INT64_C(1) << 60) + offset);
  case 3: return value_int(t->store, -(INT64_C(1) << 60) + offset);
  case 4: return int_add(t->store, int_power(t->store, value_small(10), 25), value_small(offset));
  case 5: return value_small((int64_t) draw(t, UINT64_C(1) << 40));
  default: return value_small(offset);
  }
}

Value random_set(Trial *t, const Shape *element, uint64_t most)
{
  Value values[LARGEST_MODEL];
  uint64_t count = draw(t, most + 1);
  for (uint64_t i = 0; i < count; i++) values[i] = random_value(t, element);
  return set_build(t->store, element, values, count);
}

Value random_value(Trial *t, const Shape *shape)
{
  static const char *strings[] = {"", "a", "b", "ab", "ä", "a longer string than the others"};
  Value first, fields[2];
  switch (shape->kind) {
  case SHAPE_INTEGER: return random_int(t);
  case SHAPE_BOOL: return value_bool(draw(t, 2));
  case SHAPE_STRING:
    for (uint64_t i = draw(t, 6);;) return value_string(t->store, strings[i], strlen(strings[i]));
  case SHAPE_REAL: return value_real(t->store, (double) draw(t, 9) / 4 - 1);
  case SHAPE_GIVEN: return value_atom(draw(t, shape->size));
  case SHAPE_SET: return random_set(t, shape->args[0], 4);
  case SHAPE_PAIR:
    first = random_value(t, shape->args[0]);
    return value_pair(t->store, first, random_value(t, shape->args[1]));
  case SHAPE_RECORD:
    for (int i = 0; i < 2; i++) fields[i] = random_value(t, shape->args[i]);
    return value_record(t->store, fields, 2);
  case SHAPE_FREE: break;
  }
  return VALUE_UNDEFINED;
}

/* ---- the model ---- */

bool model_has(const Model *m, Value v)
{
  for (uint32_t i = 0; i < m->count; i++)
    if (value_same(m->values[i], v)) return true;
  return false;
}

void model_add(Model *m, Value v)
{
  if (!model_has(m, v)) m->values[m->count++] = v;
}

/* Elements of mode 1 are close together, of mode 2 a sequence, else at random. */
Model random_model(Trial *t, const Shape *element, uint64_t most)
{
  Model m = {.count = 0};
  uint64_t count = draw(t, most + 1), mode = draw(t, 3);
  int64_t start = (int64_t) draw(t, 90);
  for (uint64_t i = 0; i < count; i++) {
    int64_t near = start + (int64_t) draw(t, count * (1 + start % 3));
    bool maps_ints = element->kind == SHAPE_PAIR && element->args[0]->kind == SHAPE_INTEGER;
    if (mode == 1 && element->kind == SHAPE_INTEGER) model_add(&m, value_small(near));
    else if (mode == 2 && maps_ints)
      model_add(&m, value_pair(t->store, value_small((int64_t) i + 1),
                               random_value(t, element->args[1])));
    else model_add(&m, random_value(t, element));
  }
  return m;
}

Value model_build(Trial *t, const Shape *element, const Model *m)
{
  Model copy = *m;
  for (uint32_t i = 1; i < copy.count; i++) {
    uint64_t j = draw(t, i + UINT64_C(1));
    Value v = copy.values[i];
    copy.values[i] = copy.values[j], copy.values[j] = v;
  }
  return set_build(t->store, element, copy.values, copy.count);
}
