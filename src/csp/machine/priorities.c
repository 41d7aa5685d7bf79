#include "csp/machine/priorities.h"

#include <stdlib.h>

#include "base/memory.h"
#include "csp/value/term.h"

/* [P S]: the first set of S that has the event is its level.  Those of the first one, and those of
 * none, wait for nothing. */
static Rank rank_by_level(ProcessSource *source, Datum sets, Datum event)
{
  uint32_t level = 0, count = datum_count(source->pool, sets);
  while (level < count && !source->contains(source, datum_part(source->pool, sets, level), event))
    level++;
  return (Rank){.level = level < count ? level : NO_LEVEL, .waits = 0 < level && level < count};
}

/* ---- a partial order, as pairs of the greater and the lesser */

typedef struct {
  uint32_t lesser, greater;
} OrderPair;

typedef struct {
  DatumNumbers names;   /* that occur in it */
  VEC(OrderPair) pairs; /* ascending */
  bool *seen;           /* by name */
  VEC(uint32_t) found;
} EventOrder;

static int by_lesser(const void *a, const void *b)
{
  const OrderPair *x = a, *y = b;
  if (x->lesser != y->lesser) return x->lesser < y->lesser ? -1 : 1;
  return (x->greater > y->greater) - (x->greater < y->greater);
}

static void read_order(EventOrder *o, const Pool *pool, Datum relation)
{
  for (uint32_t i = 0; i < datum_count(pool, relation); i++) {
    Datum pair = datum_part(pool, relation, i);
    OrderPair p = {.greater = datum_numbers_add(&o->names, datum_part(pool, pair, 0)),
                   .lesser = datum_numbers_add(&o->names, datum_part(pool, pair, 1))};
    vec_push(&o->pairs, p);
  }
  if (o->pairs.len) qsort(o->pairs.data, o->pairs.len, sizeof *o->pairs.data, by_lesser);
  o->seen = memory_zeroed(o->names.all.len, sizeof *o->seen);
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

/* Adds all events of the table that are above this one. */
static void add_above(EventOrder *o, const EventTable *events, Datum event, Rank *rank,
                      Priorities *priorities)
{
  uint32_t name = datum_numbers_find(&o->names, event);
  rank->begin = priorities->above.len;
  o->found.len = 0;
  if (name != NO_NUMBER) visit(o, name);
  for (uint32_t i = 0; i < o->found.len; i++) visit(o, o->found.data[i]);
  for (uint32_t i = 0; i < o->found.len; i++) {
    uint32_t number = datum_numbers_find(events, o->names.all.data[o->found.data[i]]);
    o->seen[o->found.data[i]] = false;
    if (number != NO_NUMBER) vec_push(&priorities->above, number);
  }
  rank->count = priorities->above.len - rank->begin;
}

/* [P E R M]: events of E wait for those above them, and, unless they are of M, for τ and ✓. */
static Rank rank_by_order(ProcessSource *source, const EventTable *events, Datum term, Datum event,
                          EventOrder *order, Priorities *priorities)
{
  Rank rank = {.level = NO_LEVEL};
  if (!source->contains(source, datum_part(source->pool, term, 1), event)) return rank;
  rank.waits = !source->contains(source, datum_part(source->pool, term, 3), event);
  add_above(order, events, event, &rank, priorities);
  return rank;
}

void priorities_of(ProcessSource *source, const EventTable *events, Datum term, Priorities *p)
{
  bool by_order = datum_tag(source->pool, term) == TERM_PRIORITY_ORDER;
  EventOrder order = {0};
  if (by_order) read_order(&order, source->pool, datum_part(source->pool, term, 2));
  for (uint32_t i = 0; i < events->all.len; i++) {
    Datum event = events->all.data[i];
    Rank rank = {.level = NO_LEVEL}; /* of τ and ✓ */
    if (i >= MACHINE_FIRST_EVENT)
      rank = by_order ? rank_by_order(source, events, term, event, &order, p)
                      : rank_by_level(source, datum_part(source->pool, term, 1), event);
    vec_push(&p->ranks, rank);
  }
  datum_numbers_free(&order.names);
  vec_free(&order.pairs);
  vec_free(&order.found);
  free(order.seen);
}
