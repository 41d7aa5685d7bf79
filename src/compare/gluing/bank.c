#include "compare/gluing/bank.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/memory.h"

enum { MOST_TERMS = 30000, MOST_ELEMENTS = 12, DEEPEST = 40 };
/* Rows that are computed, and terms that are tried: less than a second.  Not the clock,
 * so that the same question has the same answer. */
enum { MOST_WORK = 6000000 };

/* -------------------------------------------------------------------- terms */

static GlueTerm *new_term(Bank *b, GlueOp op, const Shape *shape, uint32_t cost)
{
  GlueTerm *t = arena_alloc(b->arena, sizeof *t);
  *t = (GlueTerm){.op = op, .shape = shape, .cost = cost};
  t->values = arena_new_array(b->arena, Value, b->rows + 1);
  return t;
}

static void evaluate(Bank *b, GlueTerm *t)
{
  uint32_t width = b->table->columns.len;
  for (uint32_t i = 0; i < b->rows; i++) {
    if (t->op == GLUE_COLUMN) t->values[i] = b->sample.data[(size_t) i * width + t->column];
    else if (t->op == GLUE_LITERAL) t->values[i] = t->value;
    else
      t->values[i] = glue_term_apply(b->table->store, t, t->kids[0]->values[i],
                                     t->kids[1] ? t->kids[1]->values[i] : VALUE_UNDEFINED);
  }
}

GlueTerm *bank_make(Bank *b, GlueOp op, const GlueTerm *first, const GlueTerm *second)
{
  const Shape *shape =
      glue_term_shape(b->table->shapes, op, first->shape, second ? second->shape : NULL);
  assert(shape && (second != NULL) == glue_term_is_binary(op));
  GlueTerm *t = new_term(b, op, shape, 1 + first->cost + (second ? second->cost : 0));
  t->kids[0] = first;
  t->kids[1] = second;
  evaluate(b, t);
  return t;
}

const GlueTerm *bank_column(Bank *b, uint32_t column)
{
  const JointColumn *about = &b->table->columns.data[column];
  assert(about->shape);
  GlueTerm *t = new_term(b, GLUE_COLUMN, about->shape, 1);
  t->column = column;
  t->text = about->name;
  evaluate(b, t);
  return t;
}

const GlueTerm *bank_literal(Bank *b, const char *text, const Shape *shape, Value value)
{
  GlueTerm *t = new_term(b, GLUE_LITERAL, shape, 1);
  t->text = text;
  t->value = value;
  evaluate(b, t);
  return t;
}

/* -------------------------------------------------------------------- index */

static bool same_values(const Bank *b, const GlueTerm *x, const GlueTerm *y)
{
  return x->shape == y->shape && !memcmp(x->values, y->values, b->rows * sizeof *x->values);
}

static uint32_t slot_of(const Bank *b, const GlueTerm *t)
{
  uint64_t hash = XXH3_64bits_withSeed(t->values, b->rows * sizeof *t->values, t->shape->id);
  uint32_t mask = b->capacity - 1, slot = (uint32_t) hash & mask;
  while (b->index[slot] && !same_values(b, t, b->terms.data[b->index[slot] - 1]))
    slot = (slot + 1) & mask;
  return slot;
}

static bool is_defined_somewhere(const Bank *b, const GlueTerm *t)
{
  for (uint32_t i = 0; i < b->rows; i++)
    if (!value_is_none(t->values[i])) return true;
  return b->rows == 0;
}

/* False if the values are known already. */
static bool keep(Bank *b, GlueTerm *t)
{
  uint32_t slot = slot_of(b, t);
  if (b->index[slot] || !is_defined_somewhere(b, t)) return false;
  assert(b->terms.len == 0 || b->terms.data[b->terms.len - 1]->cost <= t->cost);
  vec_push(&b->terms, t);
  assert(b->terms.len <= b->capacity / 2); /* there is a free place */
  b->index[slot] = b->terms.len;
  b->full |= b->terms.len >= MOST_TERMS;
  return true;
}

/* ------------------------------------------------------------------- shapes */

static bool is_wanted(const Bank *b, const Shape *shape)
{
  for (uint32_t i = 0; i < b->shapes.len; i++)
    if (b->shapes.data[i] == shape) return true;
  return false;
}

/* The type, and what it is made of; of a relation its sides as sets, and its inverse. */
static void want(Bank *b, const Shape *shape, uint32_t depth)
{
  if (is_wanted(b, shape) || depth > DEEPEST) return;
  vec_push(&b->shapes, shape);
  if (shape->kind == SHAPE_SET || shape->kind == SHAPE_PAIR)
    for (uint32_t i = 0; i < shape->count; i++) want(b, shape->args[i], depth + 1);
  if (!shape_is_relation(shape)) return;
  for (uint32_t i = 0; i < 2; i++)
    want(b, shape_set(b->table->shapes, shape_element(shape)->args[i]), depth + 1);
  const Shape *from = shape_element(shape)->args[0], *to = shape_element(shape)->args[1];
  if (from->kind != SHAPE_INTEGER)
    want(b, shape_set(b->table->shapes, shape_pair(b->table->shapes, to, from)), depth + 1);
}

/* ------------------------------------------------------------------- leaves */

static void add_literal(Bank *b, const char *text, const Shape *shape, Value value)
{
  keep(b, (GlueTerm *) bank_literal(b, text, shape, value));
}

static Value all_of(JointRows *t, const Shape *given)
{
  VEC(Value) all = {0};
  for (uint64_t i = 0; i < given->size; i++) vec_push(&all, value_atom(i));
  Value set = set_build(t->store, given, all.data, all.len);
  vec_free(&all);
  return set;
}

/* Elements of deferred sets have no names that a machine could use. */
static void add_literals(Bank *b, const Shape *shape)
{
  JointRows *t = b->table;
  if (shape->kind == SHAPE_INTEGER) {
    add_literal(b, "0", shape, value_small(0));
    add_literal(b, "1", shape, value_small(1));
    add_literal(b, "2", shape, value_small(2));
  } else if (shape->kind == SHAPE_BOOL) {
    add_literal(b, "TRUE", shape, VALUE_TRUE);
    add_literal(b, "FALSE", shape, VALUE_FALSE);
  } else if (shape->kind == SHAPE_GIVEN) {
    for (uint64_t i = 0; shape->names && i < shape->size && shape->size <= MOST_ELEMENTS; i++)
      add_literal(b, shape->names[i], shape, value_atom(i));
  } else if (shape->kind == SHAPE_SET) {
    add_literal(b, "{}", shape, VALUE_EMPTY_SET);
    const Shape *element = shape_element(shape);
    if (element->kind == SHAPE_GIVEN && element->size <= 4096)
      add_literal(b, element->name, shape, all_of(t, element));
  }
}

Bank *bank_new(JointRows *table, const Value *rows, uint32_t count)
{
  Bank *b = calloc(1, sizeof *b);
  if (!b) memory_exhausted();
  b->table = table;
  b->arena = arena_new();
  b->rows = count;
  for (size_t i = 0; i < (size_t) count * table->columns.len; i++) vec_push(&b->sample, rows[i]);
  b->capacity = 1u << 17;
  b->index = calloc(b->capacity, sizeof *b->index);
  if (!b->index) memory_exhausted();
  for (uint32_t i = 0; i < table->columns.len; i++)
    if (table->columns.data[i].shape) want(b, table->columns.data[i].shape, 0);
  want(b, shape_integer(table->shapes), 0);
  want(b, shape_bool(table->shapes), 0);
  for (uint32_t i = table->abstract; i < table->columns.len; i++)
    if (table->columns.data[i].shape) keep(b, (GlueTerm *) bank_column(b, i));
  for (uint32_t i = 0; i < b->shapes.len; i++) add_literals(b, b->shapes.data[i]);
  vec_push(&b->levels, 0);
  vec_push(&b->levels, 0);
  vec_push(&b->levels, b->terms.len);
  return b;
}

void bank_free(Bank *b)
{
  if (!b) return;
  arena_free(b->arena);
  vec_free(&b->sample);
  vec_free(&b->terms);
  vec_free(&b->levels);
  vec_free(&b->shapes);
  free(b->index);
  free(b);
}

/* ------------------------------------------------------------------- growth */

static bool is_compare(GlueOp op) { return op >= GLUE_EQUAL; }

static bool is_symmetric(GlueOp op)
{
  return op == GLUE_PLUS || op == GLUE_TIMES || op == GLUE_UNION || op == GLUE_INTER ||
         op == GLUE_EQUAL;
}

/* How much there is to do for one row, about: more for large sets. */
static uint64_t work_for(const Bank *b, const GlueTerm *kid)
{
  uint64_t most = 0;
  if (!kid || kid->shape->kind != SHAPE_SET) return 0;
  for (uint32_t i = 0; i < b->rows; i += 1 + b->rows / 8) {
    uint64_t size = value_is_none(kid->values[i]) ? 0 : set_card(b->table->store, kid->values[i]);
    if (size > most) most = size;
  }
  return most / 8;
}

static void try_term(Bank *b, GlueOp op, const GlueTerm *first, const GlueTerm *second)
{
  b->full |= ++b->work > MOST_WORK;
  if (is_compare(first->op) || (second && is_compare(second->op))) return;
  const Shape *shape =
      glue_term_shape(b->table->shapes, op, first->shape, second ? second->shape : NULL);
  if (!shape || !is_wanted(b, shape)) return;
  if (op == GLUE_EQUAL && first->shape->kind == SHAPE_BOOL &&
      (first->op == GLUE_LITERAL || second->op == GLUE_LITERAL))
    return; /* it is said by the other one alone */
  ArenaMark mark = arena_mark(b->arena);
  if (!keep(b, bank_make(b, op, first, second))) arena_release(b->arena, mark);
  b->work += b->rows * (1 + work_for(b, first) + work_for(b, second));
}

static void try_binary(Bank *b, GlueOp op, uint32_t cost)
{
  for (uint32_t left = 1; left + 1 < cost; left++) {
    uint32_t right = cost - 1 - left;
    for (uint32_t i = b->levels.data[left]; i < b->levels.data[left + 1] && !b->full; i++) {
      for (uint32_t j = b->levels.data[right]; j < b->levels.data[right + 1] && !b->full; j++)
        if (!is_symmetric(op) || i < j) try_term(b, op, b->terms.data[i], b->terms.data[j]);
    }
  }
}

bool bank_grow(Bank *b)
{
  uint32_t cost = b->levels.len - 1;
  for (GlueOp op = GLUE_LITERAL + 1; op < GLUE_COUNT && !b->full; op++) {
    if (glue_term_is_binary(op)) try_binary(b, op, cost);
    else
      for (uint32_t i = b->levels.data[cost - 1]; i < b->levels.data[cost] && !b->full; i++)
        try_term(b, op, b->terms.data[i], NULL);
  }
  vec_push(&b->levels, b->terms.len);
  return !b->full;
}
