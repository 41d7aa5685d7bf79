#include "csp/eval/evaluator_impl.h"

/* Functions on maps. */

static bool add_list(Evaluator *e, Datum list, Data *pairs)
{
  if (!datum_is(list, DATUM_SEQ)) return false;
  for (uint32_t i = 0; i < datum_count(e->pool, list); i++) {
    Datum pair = datum_part(e->pool, list, i);
    if (!datum_is(pair, DATUM_TUPLE) || datum_count(e->pool, pair) != 2) return false;
    vec_push(pairs, datum_part(e->pool, pair, 0));
    vec_push(pairs, datum_part(e->pool, pair, 1));
  }
  return true;
}

static Datum map_lookup(Evaluator *e, Datum map, Datum key, Span span)
{
  Datum value = map_find(e->pool, map, key);
  if (!datum_is_fault(value)) return value;
  Text text = {0};
  evaluator_print(e, &text, key);
  evaluator_raise(e, FAULT_EVALUATION, span, "the map has no value for %.200s", text_string(&text));
  text_free(&text);
  return DATUM_FAULT;
}

static Datum map_list(Evaluator *e, Datum map)
{
  Data tuples = {0};
  for (uint32_t i = 0; i < datum_count(e->pool, map); i += 2)
    vec_push(&tuples, datum_tuple(e->pool, datum_parts(e->pool, map) + i, 2));
  Datum list = datum_seq(e->pool, tuples.data, tuples.len);
  vec_free(&tuples);
  return list;
}

Datum builtin_map(Evaluator *e, CspBuiltin b, const Datum *a, Span span)
{
  if (b != BUILTIN_MAP_FROM && !datum_is(a[0], DATUM_MAP))
    return builtin_wants(e, b, "a map", span);
  Data pairs = {0};
  bool fine = true;
  switch (b) {
  case BUILTIN_MAP_LOOKUP: return map_lookup(e, a[0], a[1], span);
  case BUILTIN_MAP_MEMBER: return datum_bool(!datum_is_fault(map_find(e->pool, a[0], a[1])));
  case BUILTIN_MAP_TO_LIST: return map_list(e, a[0]);
  default: break;
  }
  for (uint32_t i = 0; b != BUILTIN_MAP_FROM && i < datum_count(e->pool, a[0]); i += 2) {
    Datum key = datum_part(e->pool, a[0], i);
    if (b == BUILTIN_MAP_DELETE && datum_same(key, a[1])) continue;
    vec_push(&pairs, key);
    vec_push(&pairs, datum_part(e->pool, a[0], i + 1));
  }
  if (b == BUILTIN_MAP_FROM) fine = add_list(e, a[0], &pairs);
  if (b == BUILTIN_MAP_UPDATES) fine = add_list(e, a[1], &pairs);
  if (b == BUILTIN_MAP_UPDATE) {
    vec_push(&pairs, a[1]);
    vec_push(&pairs, a[2]);
  }
  Datum map = fine ? datum_map(e->pool, pairs.data, pairs.len / 2)
                   : builtin_wants(e, b, "a sequence of pairs", span);
  vec_free(&pairs);
  return map;
}

/* All maps whose keys and values are in the sets: a key has a value, or none. */
static bool add_maps(Evaluator *e, const Datum *a, uint32_t key, Data *pairs, Data *out, Span span)
{
  if (evaluator_stops(e) || !data_may_grow(e, out->len, span)) return false;
  if (key == datum_count(e->pool, a[0])) {
    Data copy = {0};
    for (uint32_t i = 0; i < pairs->len; i++) vec_push(&copy, pairs->data[i]);
    vec_push(out, datum_map(e->pool, copy.data, copy.len / 2));
    vec_free(&copy);
    return true;
  }
  bool fine = add_maps(e, a, key + 1, pairs, out, span);
  for (uint32_t i = 0; i < datum_count(e->pool, a[1]) && fine; i++) {
    vec_push(pairs, datum_part(e->pool, a[0], key));
    vec_push(pairs, datum_part(e->pool, a[1], i));
    fine = add_maps(e, a, key + 1, pairs, out, span);
    pairs->len -= 2;
  }
  return fine;
}

Datum builtin_maps(Evaluator *e, const Datum *a, Span span)
{
  if (!datum_is(a[0], DATUM_SET) || !datum_is(a[1], DATUM_SET))
    return pool_node(e->pool, DATUM_INFINITE, INFINITE_MAPS, a, 2);
  Data pairs = {0}, maps = {0};
  Datum result = DATUM_FAULT;
  if (add_maps(e, a, 0, &pairs, &maps, span)) result = datum_set(e->pool, maps.data, maps.len);
  vec_free(&pairs);
  vec_free(&maps);
  return result;
}
