#include "compare/gluing/joint_rows.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "value/translate.h"

enum { DEEPEST = 40 }; /* of types */

/* ------------------------------------------------------------------- shapes */

static const Shape *given_shape(JointRows *t, const Shape *from)
{
  for (uint32_t i = 0; i < t->given.len; i++)
    if (!strcmp(t->given.data[i]->name, from->name))
      return t->given.data[i]->size == from->size ? t->given.data[i] : NULL;
  const Shape *shape = shape_given(t->shapes, from, from->name, from->names, from->size);
  vec_push(&t->given, shape);
  return shape;
}

/* The same type in the table; NULL for those that it does not know. */
static const Shape *shape_here(JointRows *t, const Shape *from, uint32_t depth)
{
  const Shape *parts[2] = {NULL, NULL};
  if (depth > DEEPEST) return NULL;
  switch (from->kind) {
  case SHAPE_INTEGER: return shape_integer(t->shapes);
  case SHAPE_BOOL: return shape_bool(t->shapes);
  case SHAPE_STRING: return shape_string(t->shapes);
  case SHAPE_REAL: return shape_real(t->shapes);
  case SHAPE_GIVEN: return given_shape(t, from);
  case SHAPE_SET:
  case SHAPE_PAIR: break;
  case SHAPE_FREE:
  case SHAPE_RECORD: return NULL;
  }
  for (uint32_t i = 0; i < from->count; i++)
    if (!(parts[i] = shape_here(t, from->args[i], depth + 1))) return NULL;
  return from->kind == SHAPE_SET ? shape_set(t->shapes, parts[0])
                                 : shape_pair(t->shapes, parts[0], parts[1]);
}

/* ------------------------------------------------------------------ columns */

/* Variables of the specification, or variables and constants of the implementation. */
static void add_columns(JointRows *t, Space *s, bool abstract)
{
  for (uint32_t i = 0; i < s->lts->width; i++) {
    const char *name = s->lts->column_name(s->lts, i);
    if (!name || (abstract && s->constant[i])) continue;
    const Shape *shape = shape_here(t, s->lts->column_shape(s->lts, i), 0);
    JointColumn column = {name, shape, abstract, s->constant[i], NO_COLUMN, i};
    vec_push(&t->columns, column);
  }
}

static void find_twins(JointRows *t)
{
  for (uint32_t i = 0; i < t->abstract; i++)
    for (uint32_t j = t->abstract; j < t->columns.len; j++)
      if (!strcmp(t->columns.data[i].name, t->columns.data[j].name)) t->columns.data[i].twin = j;
}

/* A column with a value that cannot be used is as a whole not used. */
static Value *fill(JointRows *t, Space *s, uint32_t begin, uint32_t end)
{
  uint32_t count = states_count(s->states), width = end - begin;
  Value *rows = calloc((size_t) count * width + 1, sizeof *rows);
  if (!rows) memory_exhausted();
  Store *store = s->lts->store;
  for (uint32_t i = 0; i < width; i++) {
    JointColumn *column = &t->columns.data[begin + i];
    const Shape *to = column->shape;
    if (!to) continue;
    const Shape *from = s->lts->column_shape(s->lts, column->source);
    for (StateId state = 0; state < count; state++) {
      Value v = states_row(s->states, state)[column->source];
      Value here = rows[(size_t) state * width + i] = value_translate(t->store, to, store, from, v);
      if (value_is_none(here)) column->shape = NULL;
    }
  }
  return rows;
}

JointRows *joint_rows_new(Space *impl, Space *spec)
{
  if (!impl->lts->column_shape || !spec->lts->column_shape) return NULL;
  JointRows *t = calloc(1, sizeof *t);
  if (!t) memory_exhausted();
  t->arena = arena_new();
  t->store = store_new();
  t->shapes = shapes_new(t->arena);
  t->impl = impl;
  t->spec = spec;
  t->impl_count = states_count(impl->states);
  t->spec_count = states_count(spec->states);
  add_columns(t, spec, true);
  t->abstract = t->columns.len;
  add_columns(t, impl, false);
  find_twins(t);
  t->spec_rows = fill(t, spec, 0, t->abstract);
  assert(t->abstract <= t->columns.len);
  t->impl_rows = fill(t, impl, t->abstract, t->columns.len);
  return t;
}

void joint_rows_free(JointRows *t)
{
  if (!t) return;
  free(t->impl_rows);
  free(t->spec_rows);
  vec_free(&t->given);
  vec_free(&t->columns);
  shapes_free(t->shapes);
  store_free(t->store);
  arena_free(t->arena);
  free(t);
}

void joint_rows_pair(const JointRows *t, StateId a, StateId c, Value *row)
{
  uint32_t concrete = t->columns.len - t->abstract;
  assert(a < t->spec_count && c < t->impl_count);
  if (t->abstract) memcpy(row, t->spec_rows + (size_t) a * t->abstract, t->abstract * sizeof *row);
  if (concrete)
    memcpy(row + t->abstract, t->impl_rows + (size_t) c * concrete, concrete * sizeof *row);
}

bool joint_rows_twins_equal(const void *table, StateId a, StateId c)
{
  const JointRows *t = table;
  uint32_t concrete = t->columns.len - t->abstract;
  for (uint32_t i = 0; i < t->abstract; i++) {
    uint32_t twin = t->columns.data[i].twin;
    if (twin == NO_COLUMN) continue;
    const Shape *shape = t->columns.data[i].shape;
    if (!shape || shape != t->columns.data[twin].shape) return false;
    Value x = t->spec_rows[(size_t) a * t->abstract + i];
    Value y = t->impl_rows[(size_t) c * concrete + twin - t->abstract];
    if (!value_same(x, y)) return false;
  }
  return true;
}
