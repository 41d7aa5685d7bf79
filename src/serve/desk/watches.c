#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "report/json_report.h"
#include "serve/desk/desk_impl.h"

/* Expressions that are watched, in this state and along the path. */

enum { MOST_WATCHES = 100, VALUE_BYTES = 2000, POINT_BYTES = 200, POINT_ELEMENTS = 10 };

void desk_forget_points(Watch *w)
{
  for (uint32_t i = 0; i < w->points.len; i++) free(w->points.data[i].text);
  vec_free(&w->points);
}

/* ------------------------------------------------------------- in this state */

static json_t *value_json(Desk *d, const Watch *w, const Formula *f, Text *error)
{
  const Animator *a = desk_animator(d);
  const Value *state = animator_state(a), *before = animator_before(a);
  Value old = VALUE_UNDEFINED;
  if (before) old = desk_formula_value(d, w->expression, f, before).value;
  NamedValue v = desk_formula_value(d, w->expression, f, state);
  if (value_is_none(v.value)) {
    if (animator_running(a)) text_add(error, desk_no_value(d, v.value));
    return json_null();
  }
  return desk_value_json(d, &v, old, json_null(), VALUE_BYTES);
}

static json_t *watch_json(Desk *d, const Watch *w)
{
  Text error = {0};
  const Formula *f = desk_formula_or(d, w->expression, FORMULA_EXPR_OR_PRED, &error);
  bool there = animator_state(desk_animator(d)) != NULL;
  json_t *value = f && there ? value_json(d, w, f, &error) : json_null(), *json = json_object();
  json_object_set_new(json, "id", json_integer(w->id));
  json_object_set_new(json, "expression", json_report_string(w->expression));
  json_object_set_new(json, "value", value);
  json_object_set_new(json, "error", json_report_string(error.len ? text_string(&error) : NULL));
  text_free(&error);
  return json;
}

/* They are looked at in every state, so one that takes long must not delay each step. */
json_t *desk_watches_json(Desk *d)
{
  enum { PATIENCE = 1 }; /* seconds */
  Engine *e = d->open.scene.bench.engine;
  double deadline = e->options.deadline, now = clock_seconds();
  bool sooner = deadline <= 0 || now + PATIENCE < deadline, expired = e->expired;
  json_t *list = json_array();
  if (sooner) e->options.deadline = now + PATIENCE;
  for (uint32_t i = 0; i < d->watches.len; i++)
    json_array_append_new(list, watch_json(d, &d->watches.data[i]));
  e->options.deadline = deadline;
  if (sooner) e->expired = expired;
  return list;
}

bool desk_watch(Desk *d, Fields *f, json_t *answer)
{
  const char *expression = fields_text(f, "expression");
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  if (!d->open.scene.system.model)
    return desk_refuse(d, "only models have variables that could be watched");
  if (d->watches.len == MOST_WATCHES)
    return desk_refuse(d, "%u expressions are watched already", MOST_WATCHES);
  if (!desk_formula(d, expression, FORMULA_EXPR_OR_PRED)) return false;
  Watch w = {.id = ++d->last_watch, .expression = strdup(expression)};
  if (!w.expression) memory_exhausted();
  vec_push(&d->watches, w);
  return desk_show(d, answer);
}

bool desk_unwatch(Desk *d, Fields *f, json_t *answer)
{
  uint64_t id = fields_number(f, "watch", UINT32_MAX);
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  for (uint32_t i = 0; i < d->watches.len; i++) {
    if (d->watches.data[i].id != id) continue;
    free(d->watches.data[i].expression);
    desk_forget_points(&d->watches.data[i]);
    for (uint32_t k = i + 1; k < d->watches.len; k++) d->watches.data[k - 1] = d->watches.data[k];
    d->watches.len--;
    return desk_show(d, answer);
  }
  return desk_refuse(d, "there is no watch %llu", (unsigned long long) id);
}

/* ------------------------------------------------------------ along the path */

static double number_of(Desk *d, const NamedValue *v, const char *text)
{
  const Store *store = d->open.scene.bench.engine->store;
  bool truth = v->truth || (v->shape && v->shape->kind == SHAPE_BOOL);
  if (truth) return value_is_true(v->value);
  if (v->shape->kind == SHAPE_INTEGER || v->shape->kind == SHAPE_REAL) return strtod(text, NULL);
  uint64_t size = desk_is_set(v) ? set_card(store, v->value) : UINT64_MAX;
  return size == UINT64_MAX ? NAN : (double) size;
}

static WatchPoint point_in(Desk *d, const Watch *w, const Formula *f, const Value *state)
{
  WatchPoint p = {.state = state, .number = NAN};
  NamedValue v = desk_formula_value(d, w->expression, f, state);
  if (value_is_none(v.value)) return p;
  Text text = {0};
  bool numeric = v.shape && (v.shape->kind == SHAPE_INTEGER || v.shape->kind == SHAPE_REAL);
  desk_print_value(d, &text, &v, POINT_ELEMENTS);
  p.number = number_of(d, &v, text_string(&text));
  if (!numeric && text.len > POINT_BYTES) {
    size_t length = POINT_BYTES;
    while (((unsigned char) text.data[length] & 0xC0) == 0x80) length--;
    text.data[text.len = length] = '\0';
    text_add(&text, "…");
  }
  p.text = text.data;
  return p;
}

/* After so many transitions of the path; before the first there is no state. */
static const WatchPoint *point(Desk *d, Watch *w, const Formula *f, uint32_t place)
{
  const Value *state = place ? desk_animator(d)->path.data[place - 1].state : NULL;
  while (w->points.len <= place) vec_push(&w->points, ((WatchPoint){.number = NAN}));
  WatchPoint *p = &w->points.data[place];
  if (p->state == state) return p;
  free(p->text);
  *p = point_in(d, w, f, state);
  return p;
}

static json_t *series_json(Desk *d, Watch *w, uint32_t from, uint32_t to)
{
  Text mistake = {0};
  const Formula *f = desk_formula_or(d, w->expression, FORMULA_EXPR_OR_PRED, &mistake);
  json_t *json = json_object(), *values = json_array(), *numbers = json_array();
  static const WatchPoint none = {.number = NAN};
  for (uint32_t i = from; i <= to; i++) {
    const WatchPoint *p = f && !scene_is_over(&d->open.scene) ? point(d, w, f, i) : &none;
    json_array_append_new(values, json_report_string(p->text));
    json_array_append_new(numbers, isfinite(p->number) ? json_real(p->number) : json_null());
  }
  json_object_set_new(json, "id", json_integer(w->id));
  json_object_set_new(json, "expression", json_report_string(w->expression));
  json_object_set_new(json, "values", values);
  json_object_set_new(json, "numbers", numbers);
  text_free(&mistake);
  return json;
}

static json_t *step_texts(Desk *d, uint32_t from, uint32_t to)
{
  json_t *list = json_array();
  if (from == 0) json_array_append_new(list, json_string(""));
  uint32_t first = from ? from - 1 : 0;
  json_t *history = desk_history_json(d, first, to - first), *item;
  size_t i;
  json_array_foreach(json_object_get(history, "items"), i, item)
      json_array_append(list, json_object_get(item, "text"));
  json_decref(history);
  return list;
}

static bool is_wanted(const json_t *ids, uint32_t id)
{
  for (size_t i = 0; i < json_array_size(ids); i++)
    if (json_integer_value(json_array_get(ids, i)) == id) return true;
  return ids == NULL;
}

bool desk_chart(Desk *d, Fields *f, json_t *answer)
{
  enum { MOST_STATES = 5000 };
  uint32_t length = desk_animator(d)->path.len;
  const json_t *ids = fields_list_maybe(f, "ids");
  uint64_t to = fields_number_or(f, "to", UINT32_MAX, length);
  if (to > length) to = length;
  uint64_t from = fields_number_or(f, "from", UINT32_MAX, to > MOST_STATES ? to - MOST_STATES : 0);
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  for (size_t i = 0; i < json_array_size(ids); i++)
    if (!json_is_integer(json_array_get(ids, i)))
      return desk_refuse_as(d, 400, "request", "the field 'ids' must be a list of whole numbers");
  if (from > to) from = to;
  if (to - from > MOST_STATES) to = from + MOST_STATES;
  json_t *series = json_array();
  for (uint32_t i = 0; i < d->watches.len; i++)
    if (is_wanted(ids, d->watches.data[i].id))
      json_array_append_new(series,
                            series_json(d, &d->watches.data[i], (uint32_t) from, (uint32_t) to));
  json_object_set_new(answer, "from", json_integer((json_int_t) from));
  json_object_set_new(answer, "steps", step_texts(d, (uint32_t) from, (uint32_t) to));
  json_object_set_new(answer, "series", series);
  return true;
}
