#include "csp/eval/evaluator_impl.h"

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

/* mtransclose(R, S): the classes of the least equivalence that R generates, as far as they are in
 * S: pairs of the least element of a class with each other one. */
static Datum classes(Evaluator *e, Datum relation, Datum set)
{
  Data found = {0}, pairs = {0};
  uint32_t count = datum_count(e->pool, set);
  Memo class = {0};
  for (uint32_t i = 0; i < count; i++) {
    Datum least = datum_part(e->pool, set, i);
    if (!datum_same(memo_get(&class, least.word), MEMO_ABSENT)) continue;
    found.len = 0;
    vec_push(&found, least);
    memo_put(&class, least.word, least);
    for (uint32_t j = 0; j < found.len; j++) {
      uint32_t old = found.len;
      Datum x = found.data[j];
      image_of(e, relation, x, false, &found);
      image_of(e, relation, x, true, &found);
      for (uint32_t k = old; k < found.len; k++) {
        if (datum_same(memo_get(&class, found.data[k].word), MEMO_ABSENT))
          memo_put(&class, found.data[k].word, least);
        else found.data[k--] = found.data[--found.len];
      }
    }
  }
  for (uint32_t i = 0; i < count; i++) {
    Datum both[] = {MEMO_ABSENT, datum_part(e->pool, set, i)};
    both[0] = memo_get(&class, both[1].word);
    if (!datum_same(both[0], both[1])) vec_push(&pairs, datum_tuple(e->pool, both, 2));
  }
  Datum result = datum_set(e->pool, pairs.data, pairs.len);
  memo_free(&class);
  vec_free(&found);
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
