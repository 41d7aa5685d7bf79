#include "report/change.h"

#include "base/vec.h"
#include "value/set.h"

enum { MOST_POINTS = 3, MOST_ELEMENTS = 2000 };

typedef VEC(Value) Points; /* pairs, ascending */

typedef struct {
  Text *text;
  Lts *lts;
  const char *name;
  uint32_t count; /* of changes that were printed */
} Change;

static void print_value(const Change *c, const Shape *shape, Value v)
{
  value_format(c->text, c->lts->store, shape, v, c->lts->style, NULL, NULL);
}

static void print_change(const Change *c, const Shape *shape, Value before, Value after)
{
  text_add(c->text, ": ");
  print_value(c, shape, before);
  text_add(c->text, " → ");
  print_value(c, shape, after);
}

/* The pairs of a function; false: it is none, or very large. */
static bool collect(Store *store, const Shape *pair, Value function, Points *points)
{
  if (value_tag(function) == TAG_LAZY || set_card(store, function) > MOST_ELEMENTS) return false;
  SetIter it = set_iter(store, pair, function);
  for (Value v; set_next(&it, &v);) {
    if (points->len) {
      Value last = points->data[points->len - 1];
      if (value_same(pair_first(store, last), pair_first(store, v))) return false;
    }
    vec_push(points, v);
  }
  return true;
}

/* How many points of functions with one domain differ; 0: none, or the domains do. */
static uint32_t count_changes(Store *store, const Points *before, const Points *after)
{
  uint32_t changed = 0;
  if (before->len != after->len) return 0;
  for (uint32_t i = 0; i < before->len; i++) {
    if (!value_same(pair_first(store, before->data[i]), pair_first(store, after->data[i])))
      return 0;
    changed += !value_same(before->data[i], after->data[i]);
  }
  return changed;
}

static void print_points(Change *c, const Shape *pair, const Points *before, const Points *after)
{
  Store *store = c->lts->store;
  for (uint32_t i = 0; i < before->len; i++) {
    Value from = before->data[i], to = after->data[i];
    if (value_same(from, to)) continue;
    text_printf(c->text, "%s%s(", c->count++ ? ", " : "", c->name);
    print_value(c, pair->args[0], pair_first(store, from));
    text_add_char(c->text, ')');
    print_change(c, pair->args[1], pair_second(store, from), pair_second(store, to));
  }
}

static bool print_function(Change *c, const Shape *pair, Value before, Value after)
{
  Store *store = c->lts->store;
  Points from = {0}, to = {0};
  bool good = collect(store, pair, before, &from) && collect(store, pair, after, &to);
  uint32_t changed = good ? count_changes(store, &from, &to) : 0;
  good = changed > 0 && changed <= MOST_POINTS && changed < from.len;
  if (good) print_points(c, pair, &from, &to);
  vec_free(&from);
  vec_free(&to);
  return good;
}

static bool print_record(Change *c, const Shape *record, Value before, Value after)
{
  Store *store = c->lts->store;
  uint32_t changed = 0;
  for (uint32_t i = 0; i < record->count; i++)
    changed += !value_same(record_field(store, before, i), record_field(store, after, i));
  if (changed == 0 || changed == record->count) return false;
  for (uint32_t i = 0; i < record->count; i++) {
    Value from = record_field(store, before, i), to = record_field(store, after, i);
    if (value_same(from, to)) continue;
    text_printf(c->text, "%s%s'%s", c->count++ ? ", " : "", c->name, record->names[i]);
    print_change(c, record->args[i], from, to);
  }
  return true;
}

bool change_print(Text *text, Lts *lts, uint32_t column, Value before, Value after)
{
  if (!lts->store || !lts->column_shape || value_is_none(before) || value_is_none(after))
    return false;
  if (value_holds_lazy(lts->store, before) || value_holds_lazy(lts->store, after)) return false;
  const Shape *shape = lts->column_shape(lts, column);
  Change c = {text, lts, lts->column_name(lts, column), 0};
  if (shape && lts->column_is_sequence && lts->column_is_sequence(lts, column))
    return false; /* its places move */
  if (shape && shape_is_relation(shape)) return print_function(&c, shape->args[0], before, after);
  return shape && shape->kind == SHAPE_RECORD && print_record(&c, shape, before, after);
}
