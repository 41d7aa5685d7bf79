#include "prove/term/tuple.h"

#include "prove/term/make.h"

void tuple_sorts(const Bank *b, Sort s, Sorts *list)
{
  SortData d = *sort_of(b, s);
  if (d.kind == SORT_PAIR) {
    tuple_sorts(b, d.a, list);
    tuple_sorts(b, d.b, list);
  } else vec_push(list, s);
}

Term tuple_make(Bank *b, Sort s, const Term *values, uint32_t *next)
{
  SortData d = *sort_of(b, s);
  if (d.kind != SORT_PAIR) return values[(*next)++];
  Term left = tuple_make(b, d.a, values, next);
  return make_pair(b, left, tuple_make(b, d.b, values, next));
}
