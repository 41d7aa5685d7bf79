#include "csp/machine/priorities.h"

#include "csp/process/event_order.h"
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

/* Adds all events of the table that are above this one. */
static void add_above(EventOrder *o, const EventTable *events, Datum event, Rank *rank,
                      Priorities *priorities)
{
  uint32_t count;
  const Datum *above = event_order_above(o, event, &count);
  rank->begin = priorities->above.len;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t number = datum_numbers_find(events, above[i]);
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
  EventOrder *order = NULL;
  if (by_order) order = event_order_new(source->pool, datum_part(source->pool, term, 2));
  for (uint32_t i = 0; i < events->all.len; i++) {
    Datum event = events->all.data[i];
    Rank rank = {.level = NO_LEVEL}; /* of τ and ✓ */
    if (i >= MACHINE_FIRST_EVENT)
      rank = by_order ? rank_by_order(source, events, term, event, order, p)
                      : rank_by_level(source, datum_part(source->pool, term, 1), event);
    vec_push(&p->ranks, rank);
  }
  event_order_free(order);
}
