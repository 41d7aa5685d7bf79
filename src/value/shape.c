#include "value/shape.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"

/* All shapes by id, and a table that finds a shape by its content: open addressing,
 * at most half full; an entry is id + 1, 0 is free. */
struct ShapeTable {
  Arena *arena;
  VEC(const Shape *) all;
  uint32_t *slots;
  uint32_t slot_count;
};

static uint32_t *new_slots(uint32_t count)
{
  uint32_t *slots = calloc(count, sizeof *slots);
  if (!slots) memory_exhausted();
  return slots;
}

ShapeTable *shapes_new(Arena *arena)
{
  ShapeTable *table = calloc(1, sizeof *table);
  if (!table) memory_exhausted();
  table->arena = arena;
  table->slot_count = 64;
  table->slots = new_slots(table->slot_count);
  return table;
}

void shapes_free(ShapeTable *table)
{
  if (!table) return;
  vec_free(&table->all);
  free(table->slots);
  free(table);
}

/* ---- identity ---- */

static uint32_t hash(const Shape *s)
{
  uint64_t h = (uint64_t) s->kind + 1;
  bool by_origin = s->kind == SHAPE_GIVEN || s->kind == SHAPE_FREE;
  if (by_origin) h = h * 31 + (uintptr_t) s->origin / 8;
  for (uint32_t i = 0; !by_origin && i < s->count; i++)
    h = (h ^ s->args[i]->id) * UINT64_C(0x9E3779B97F4A7C15);
  for (uint32_t i = 0; i < s->parameter_count; i++)
    h = (h ^ s->parameters[i]->id) * UINT64_C(0x9E3779B97F4A7C15);
  return (uint32_t) ((h * UINT64_C(0x9E3779B97F4A7C15)) >> 32);
}

static bool same_parameters(const Shape *a, const Shape *b)
{
  if (a->parameter_count != b->parameter_count) return false;
  for (uint32_t i = 0; i < a->parameter_count; i++)
    if (a->parameters[i] != b->parameters[i]) return false;
  return true;
}

static bool equal(const Shape *a, const Shape *b)
{
  if (a->kind != b->kind) return false;
  if (a->kind == SHAPE_GIVEN) return a->origin == b->origin;
  if (a->kind == SHAPE_FREE) return a->origin == b->origin && same_parameters(a, b);
  if (a->count != b->count) return false;
  for (uint32_t i = 0; i < a->count; i++) {
    if (a->args[i] != b->args[i]) return false;
    if (a->kind == SHAPE_RECORD && strcmp(a->names[i], b->names[i]) != 0) return false;
  }
  return true;
}

static uint32_t slot_of(const ShapeTable *table, const Shape *s)
{
  uint32_t mask = table->slot_count - 1, slot = hash(s) & mask;
  while (table->slots[slot] && !equal(table->all.data[table->slots[slot] - 1], s))
    slot = (slot + 1) & mask;
  return slot;
}

static const Shape *find(const ShapeTable *table, const Shape *like)
{
  uint32_t entry = table->slots[slot_of(table, like)];
  return entry ? table->all.data[entry - 1] : NULL;
}

static void grow(ShapeTable *table)
{
  free(table->slots);
  table->slot_count *= 2;
  table->slots = new_slots(table->slot_count);
  for (uint32_t i = 0; i < table->all.len; i++)
    table->slots[slot_of(table, table->all.data[i])] = i + 1;
}

/* ---- sizes ---- */

static uint64_t product(uint64_t a, uint64_t b)
{
  uint64_t p;
  return __builtin_mul_overflow(a, b, &p) || p > SHAPE_INDEX_LIMIT ? 0 : p;
}

static uint64_t size_of(const Shape *s)
{
  uint64_t size = 1;
  switch (s->kind) {
  case SHAPE_BOOL: return 2;
  case SHAPE_GIVEN: return s->size <= SHAPE_INDEX_LIMIT ? s->size : 0;
  case SHAPE_SET: size = s->args[0]->size; return size && size <= 32 ? UINT64_C(1) << size : 0;
  case SHAPE_PAIR:
  case SHAPE_RECORD:
    for (uint32_t i = 0; i < s->count; i++) size = product(size, s->args[i]->size);
    return size;
  case SHAPE_INTEGER:
  case SHAPE_STRING:
  case SHAPE_REAL:
  case SHAPE_FREE: break;
  }
  return 0;
}

/* ---- making ---- */

static const char *const *copy_names(Arena *arena, const char *const *names, uint64_t count)
{
  if (!names) return NULL;
  const char **copy = arena_new_array(arena, const char *, count);
  for (uint64_t i = 0; i < count; i++) copy[i] = arena_copy(arena, names[i], strlen(names[i]));
  return copy;
}

static const Shape *const *copy_args(Arena *arena, const Shape *const *args, uint32_t count)
{
  const Shape **copy = arena_new_array(arena, const Shape *, count);
  if (count) memcpy(copy, args, count * sizeof *copy);
  return copy;
}

/* Enters a copy of `like`, which is not yet there; the caller has copied its parts. */
static Shape *enter(ShapeTable *table, const Shape *like)
{
  if ((table->all.len + 1) * 2 > table->slot_count) grow(table);
  Shape *s = arena_new_array(table->arena, Shape, 1);
  *s = *like;
  s->id = table->all.len;
  s->size = size_of(s);
  if (s->kind == SHAPE_PAIR && s->size && s->size <= IMMEDIATE_SET_LIMIT)
    s->immediate = immediate_new(table->arena, s->args[0]->size, s->args[1]->size,
                                 shape_is_atom(s->args[0]) && shape_is_atom(s->args[1]));
  table->slots[slot_of(table, s)] = s->id + 1;
  vec_push(&table->all, s);
  return s;
}

static const Shape *simple(ShapeTable *table, ShapeKind kind)
{
  Shape like = {.kind = kind};
  const Shape *found = find(table, &like);
  return found ? found : enter(table, &like);
}

const Shape *shape_integer(ShapeTable *table) { return simple(table, SHAPE_INTEGER); }
const Shape *shape_bool(ShapeTable *table) { return simple(table, SHAPE_BOOL); }
const Shape *shape_string(ShapeTable *table) { return simple(table, SHAPE_STRING); }
const Shape *shape_real(ShapeTable *table) { return simple(table, SHAPE_REAL); }

const Shape *shape_given(ShapeTable *table, const void *origin, const char *name,
                         const char *const *element_names, uint64_t size)
{
  Shape like = {.kind = SHAPE_GIVEN, .origin = origin, .size = size};
  const Shape *found = find(table, &like);
  if (found) return found;
  like.name = arena_copy(table->arena, name, strlen(name));
  like.names = copy_names(table->arena, element_names, size);
  return enter(table, &like);
}

static const Shape *compound(ShapeTable *table, ShapeKind kind, const char *const *names,
                             const Shape *const *args, uint32_t count)
{
  Shape like = {.kind = kind, .count = count, .names = names, .args = args};
  const Shape *found = find(table, &like);
  if (found) return found;
  like.names = copy_names(table->arena, names, count);
  like.args = copy_args(table->arena, args, count);
  return enter(table, &like);
}

const Shape *shape_set(ShapeTable *table, const Shape *element)
{
  return compound(table, SHAPE_SET, NULL, &element, 1);
}

const Shape *shape_pair(ShapeTable *table, const Shape *first, const Shape *second)
{
  return compound(table, SHAPE_PAIR, NULL, (const Shape *[]){first, second}, 2);
}

const Shape *shape_record(ShapeTable *table, const char *const *names, const Shape *const *fields,
                          uint32_t count)
{
  for (uint32_t i = 1; i < count; i++) assert(strcmp(names[i - 1], names[i]) < 0);
  return compound(table, SHAPE_RECORD, names, fields, count);
}

Shape *shape_free(ShapeTable *table, const void *origin, const char *name,
                  const Shape *const *parameters, uint32_t count)
{
  Shape like = {
      .kind = SHAPE_FREE, .origin = origin, .parameters = parameters, .parameter_count = count};
  uint32_t entry = table->slots[slot_of(table, &like)];
  /* The table's own shapes are not constant: they lie in the arena. */
  if (entry) return (Shape *) (uintptr_t) table->all.data[entry - 1];
  like.name = arena_copy(table->arena, name, strlen(name));
  like.parameters = copy_args(table->arena, parameters, count);
  return enter(table, &like);
}

void shape_set_constructors(ShapeTable *table, Shape *shape, const char *const *names,
                            const Shape *const *arguments, uint32_t count)
{
  shape->names = copy_names(table->arena, names, count);
  shape->args = copy_args(table->arena, arguments, count);
  shape->count = count;
}

/* Only printing looks at the mark, so shapes are const to everybody else. */
void shape_mark_sequence(const Shape *relation) { ((Shape *) relation)->sequence = true; }
