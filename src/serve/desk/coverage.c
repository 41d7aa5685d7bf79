#include <stdlib.h>

#include "base/memory.h"
#include "report/json_report.h"
#include "serve/desk/desk_impl.h"

/* What the path has covered so far. */

static json_t *operations_json(Desk *d)
{
  const Animator *a = desk_animator(d);
  Lts *lts = desk_lts(d);
  json_t *list = json_array();
  uint64_t *counts = memory_zeroed(lts->label_count + 1, sizeof *counts);
  for (uint32_t i = 0; i < a->at; i++) counts[a->path.data[i].label]++;
  for (uint32_t i = lts->first_operation; i < lts->label_count; i++) {
    json_t *one = json_object();
    json_object_set_new(one, "name", json_report_string(lts->label_name(lts, i)));
    json_object_set_new(one, "count", json_integer((json_int_t) counts[i]));
    json_array_append_new(list, one);
  }
  free(counts);
  return list;
}

static int by_word(const void *a, const void *b)
{
  uint64_t x = ((const Value *) a)->word, y = ((const Value *) b)->word;
  return x < y ? -1 : x > y;
}

/* Different ones among values that were sorted by their words. */
static uint32_t count_distinct(const Value *values, uint32_t count)
{
  uint32_t distinct = count > 0;
  for (uint32_t i = 1; i < count; i++) distinct += !value_same(values[i - 1], values[i]);
  return distinct;
}

static json_t *value_json(Desk *d, const DeskColumn *c, Value v)
{
  Text text = {0};
  desk_lts(d)->print_column(desk_lts(d), &text, c->column, v);
  json_t *json = json_report_string(text_string(&text));
  text_free(&text);
  return json;
}

/* The ends of what integers or elements were; null for other types. */
static void add_ends(Desk *d, json_t *one, const DeskColumn *c, const Value *values, uint32_t count)
{
  Lts *lts = desk_lts(d);
  const Shape *shape = lts->store && lts->column_shape ? lts->column_shape(lts, c->column) : NULL;
  bool ordered = count && shape && shape->kind == SHAPE_INTEGER;
  Value least = VALUE_UNDEFINED, greatest = VALUE_UNDEFINED;
  for (uint32_t i = 0; ordered && i < count; i++) {
    if (!i || value_compare(lts->store, values[i], least) < 0) least = values[i];
    if (!i || value_compare(lts->store, values[i], greatest) > 0) greatest = values[i];
  }
  json_object_set_new(one, "minimum", ordered ? value_json(d, c, least) : json_null());
  json_object_set_new(one, "maximum", ordered ? value_json(d, c, greatest) : json_null());
}

static json_t *column_json(Desk *d, const DeskColumn *c, Value *room)
{
  const Animator *a = desk_animator(d);
  uint32_t count = 0;
  for (uint32_t i = 0; i < a->at; i++) {
    Value v = a->path.data[i].state[c->column];
    if (!value_is_none(v)) room[count++] = v;
  }
  if (count) qsort(room, count, sizeof *room, by_word);
  json_t *one = json_object();
  json_object_set_new(one, "name", json_report_string(c->name));
  json_object_set_new(one, "distinct", json_integer(count_distinct(room, count)));
  add_ends(d, one, c, room, count);
  return one;
}

bool desk_coverage(Desk *d, Fields *f, json_t *answer)
{
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  Value *room = memory_zeroed(desk_animator(d)->at + 1, sizeof *room);
  json_t *variables = json_array();
  for (uint32_t i = 0; i < d->open.columns.len; i++) {
    const DeskColumn *c = &d->open.columns.data[i];
    if (c->column >= desk_lts(d)->constants)
      json_array_append_new(variables, column_json(d, c, room));
  }
  free(room);
  json_object_set_new(answer, "operations", operations_json(d));
  json_object_set_new(answer, "variables", variables);
  return true;
}
