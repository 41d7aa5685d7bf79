#include "value/translate.h"

#include <string.h>

#include "base/vec.h"

enum { DEEPEST = 500 };

typedef struct {
  Store *to, *from;
} Stores;

static Value translate(Stores, const Shape *to, const Shape *from, Value, uint32_t depth);

static Value element(const Shape *to, const Shape *from, Value v)
{
  uint64_t index = value_atom_index(v);
  if (!from->names || !to->names)
    return from->names == to->names && index < to->size ? v : VALUE_UNDEFINED;
  if (index < to->size && !strcmp(to->names[index], from->names[index])) return v;
  for (uint64_t i = 0; i < to->size; i++)
    if (!strcmp(to->names[i], from->names[index])) return value_atom(i);
  return VALUE_UNDEFINED;
}

static Value set(Stores s, const Shape *to, const Shape *from, Value v, uint32_t depth)
{
  VEC(Value) found = {0};
  Value last = VALUE_TRUE;
  SetIter it = set_iter(s.from, shape_element(from), v);
  for (Value x; !value_is_none(last) && set_next(&it, &x);) {
    last = translate(s, shape_element(to), shape_element(from), x, depth);
    vec_push(&found, last);
  }
  Value result = VALUE_UNDEFINED;
  if (!value_is_none(last)) result = set_build(s.to, shape_element(to), found.data, found.len);
  vec_free(&found);
  return result;
}

static Value pair(Stores s, const Shape *to, const Shape *from, Value v, uint32_t depth)
{
  Value first = translate(s, to->args[0], from->args[0], pair_first(s.from, v), depth);
  Value second = translate(s, to->args[1], from->args[1], pair_second(s.from, v), depth);
  if (value_is_none(first) || value_is_none(second)) return VALUE_UNDEFINED;
  return value_pair(s.to, first, second);
}

static Value record(Stores s, const Shape *to, const Shape *from, Value v, uint32_t depth)
{
  VEC(Value) fields = {0};
  Value last = VALUE_TRUE;
  for (uint32_t i = 0; i < from->count && !value_is_none(last); i++) {
    last = strcmp(to->names[i], from->names[i])
               ? VALUE_UNDEFINED
               : translate(s, to->args[i], from->args[i], record_field(s.from, v, i), depth);
    vec_push(&fields, last);
  }
  Value result = value_is_none(last) ? last : value_record(s.to, fields.data, fields.len);
  vec_free(&fields);
  return result;
}

static Value constructed(Stores s, const Shape *to, const Shape *from, Value v, uint32_t depth)
{
  uint32_t which = free_constructor(s.from, v);
  if (which >= to->count || strcmp(to->names[which], from->names[which])) return VALUE_UNDEFINED;
  if (!from->args[which] || !to->args[which]) return value_free(s.to, which, VALUE_UNDEFINED);
  Value argument =
      translate(s, to->args[which], from->args[which], free_argument(s.from, v), depth);
  return value_is_none(argument) ? argument : value_free(s.to, which, argument);
}

static Value integer(Stores s, Value v)
{
  if (value_is_small(v)) return v;
  mpz_t number;
  mpz_init(number);
  value_to_mpz(s.from, v, number);
  Value result = value_from_mpz(s.to, number);
  mpz_clear(number);
  return result;
}

static Value string(Stores s, Value v)
{
  size_t length;
  const char *text = value_string_of(s.from, v, &length);
  return value_string(s.to, text, length);
}

static Value translate(Stores s, const Shape *to, const Shape *from, Value v, uint32_t depth)
{
  if (value_is_none(v) || value_tag(v) == TAG_LAZY || depth > DEEPEST || to->kind != from->kind ||
      to->count != from->count)
    return VALUE_UNDEFINED;
  switch (from->kind) {
  case SHAPE_INTEGER: return integer(s, v);
  case SHAPE_BOOL: return v;
  case SHAPE_STRING: return string(s, v);
  case SHAPE_REAL: return value_real(s.to, value_real_of(s.from, v));
  case SHAPE_GIVEN: return element(to, from, v);
  case SHAPE_SET: return set(s, to, from, v, depth + 1);
  case SHAPE_PAIR: return pair(s, to, from, v, depth + 1);
  case SHAPE_RECORD: return record(s, to, from, v, depth + 1);
  case SHAPE_FREE: return constructed(s, to, from, v, depth + 1);
  }
  return VALUE_UNDEFINED;
}

Value value_translate(Store *to, const Shape *to_shape, Store *from, const Shape *from_shape,
                      Value v)
{
  return translate((Stores){to, from}, to_shape, from_shape, v, 0);
}
