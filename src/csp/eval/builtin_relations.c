#include "csp/eval/evaluator_impl.h"
#include "csp/value/numbers.h"

/* Functions on relations, given as sets of pairs. */

static bool pair_at(Evaluator *e, Datum relation, uint32_t i, Datum *from, Datum *to)
{
  Datum pair = datum_part(e->pool, relation, i);
  if (!datum_is(pair, DATUM_TUPLE) || datum_count(e->pool, pair) != 2) return false;
  *from = datum_part(e->pool, pair, 0);
  *to = datum_part(e->pool, pair, 1);
  return true;
}

static void image_of(Evaluator *e, Datum relation, Datum x, bool inverse, Data *out)
{
  Datum from, to;
  for (uint32_t i = 0; i < datum_count(e->pool, relation); i++) {
    if (!pair_at(e, relation, i, &from, &to)) continue;
    if (datum_same(inverse ? to : from, x)) vec_push(out, inverse ? from : to);
  }
}

static Datum transpose(Evaluator *e, Datum relation)
{
  Data pairs = {0};
  Datum both[2];
  for (uint32_t i = 0; i < datum_count(e->pool, relation); i++)
    if (pair_at(e, relation, i, &both[1], &both[0]))
      vec_push(&pairs, datum_tuple(e->pool, both, 2));
  Datum result = datum_set(e->pool, pairs.data, pairs.len);
  vec_free(&pairs);
  return result;
}

/* ---- classes of elements: each has one that stands for it, and is reached by going upwards */

typedef struct {
  DatumNumbers elements;
  VEC(uint32_t) up; /* by element: another one of its class, or itself */
} Classes;

static uint32_t add_element(Classes *c, Datum element)
{
  uint32_t number = datum_numbers_add(&c->elements, element);
  if (number == c->up.len) vec_push(&c->up, number);
  return number;
}

static uint32_t top_of(Classes *c, uint32_t element)
{
  uint32_t *up = c->up.data;
  while (up[element] != element) element = up[element] = up[up[element]];
  return element;
}

static bool unite(Evaluator *e, Classes *c, Datum relation)
{
  Datum from, to;
  for (uint32_t i = 0; i < datum_count(e->pool, relation); i++) {
    if (evaluator_stops(e)) return false;
    if (!pair_at(e, relation, i, &from, &to)) continue;
    uint32_t x = top_of(c, add_element(c, from)), y = top_of(c, add_element(c, to));
    c->up.data[x < y ? y : x] = x < y ? x : y;
  }
  return true;
}

/* mtransclose(R, S): the classes of the least equivalence that R generates, as far as they are in
 * S: pairs of the least element of a class with each other one.  The elements of S are numbered
 * first, so that one of them stands for each class. */
static Datum classes(Evaluator *e, Datum relation, Datum set)
{
  Data pairs = {0};
  Classes c = {0};
  uint32_t count = datum_count(e->pool, set);
  for (uint32_t i = 0; i < count; i++) add_element(&c, datum_part(e->pool, set, i));
  bool fine = unite(e, &c, relation);
  for (uint32_t i = 0; i < count && fine; i++) {
    uint32_t least = top_of(&c, i);
    Datum both[] = {c.elements.all.data[least], c.elements.all.data[i]};
    if (least != i) vec_push(&pairs, datum_tuple(e->pool, both, 2));
    fine = !evaluator_stops(e);
  }
  Datum result = fine ? datum_set(e->pool, pairs.data, pairs.len) : DATUM_FAULT;
  datum_numbers_free(&c.elements);
  vec_free(&c.up);
  vec_free(&pairs);
  return result;
}

Datum builtin_relation(Evaluator *e, CspBuiltin b, const Datum *a, Span span)
{
  if (!need_listed(e, a[0], span)) return DATUM_FAULT;
  if (b == BUILTIN_TRANSPOSE) return transpose(e, a[0]);
  if (b == BUILTIN_MTRANSCLOSE)
    return need_listed(e, a[1], span) ? classes(e, a[0], a[1]) : DATUM_FAULT;
  Data image = {0};
  image_of(e, a[0], a[1], b == BUILTIN_INVERSE_IMAGE, &image);
  Datum result = datum_set(e->pool, image.data, image.len);
  vec_free(&image);
  return result;
}
