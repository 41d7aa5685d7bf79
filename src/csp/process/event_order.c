#include "csp/process/event_order.h"

#include <stdlib.h>

#include "base/memory.h"
#include "csp/value/numbers.h"

typedef struct {
  uint32_t lesser, greater;
} OrderPair;

struct EventOrder {
  DatumNumbers names;   /* that occur in it */
  VEC(OrderPair) pairs; /* ascending */
  bool *seen;           /* by name */
  VEC(uint32_t) found;
  VEC(Datum) above;
};

static int by_lesser(const void *a, const void *b)
{
  const OrderPair *x = a, *y = b;
  if (x->lesser != y->lesser) return x->lesser < y->lesser ? -1 : 1;
  return (x->greater > y->greater) - (x->greater < y->greater);
}

EventOrder *event_order_new(const Pool *pool, Datum relation)
{
  EventOrder *o = memory_zeroed(1, sizeof *o);
  for (uint32_t i = 0; i < datum_count(pool, relation); i++) {
    Datum pair = datum_part(pool, relation, i);
    OrderPair p = {.greater = datum_numbers_add(&o->names, datum_part(pool, pair, 0)),
                   .lesser = datum_numbers_add(&o->names, datum_part(pool, pair, 1))};
    vec_push(&o->pairs, p);
  }
  if (o->pairs.len) qsort(o->pairs.data, o->pairs.len, sizeof *o->pairs.data, by_lesser);
  o->seen = memory_zeroed(o->names.all.len, sizeof *o->seen);
  return o;
}

void event_order_free(EventOrder *o)
{
  if (!o) return;
  datum_numbers_free(&o->names);
  vec_free(&o->pairs);
  vec_free(&o->found);
  vec_free(&o->above);
  free(o->seen);
  free(o);
}

static void visit(EventOrder *o, uint32_t name)
{
  OrderPair key = {name, 0};
  uint32_t low = 0, high = o->pairs.len;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (by_lesser(&o->pairs.data[middle], &key) < 0) low = middle + 1;
    else high = middle;
  }
  for (; low < o->pairs.len && o->pairs.data[low].lesser == name; low++) {
    uint32_t greater = o->pairs.data[low].greater;
    if (o->seen[greater]) continue;
    o->seen[greater] = true;
    vec_push(&o->found, greater);
  }
}

const Datum *event_order_above(EventOrder *o, Datum event, uint32_t *count)
{
  uint32_t name = datum_numbers_find(&o->names, event);
  o->found.len = o->above.len = 0;
  if (name != NO_NUMBER) visit(o, name);
  for (uint32_t i = 0; i < o->found.len; i++) visit(o, o->found.data[i]);
  for (uint32_t i = 0; i < o->found.len; i++) {
    vec_push(&o->above, o->names.all.data[o->found.data[i]]);
    o->seen[o->found.data[i]] = false;
  }
  *count = o->above.len;
  return o->above.data;
}
