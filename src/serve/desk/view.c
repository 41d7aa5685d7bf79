#include "serve/desk/desk_impl.h"

#include <string.h>

#include "base/memory.h"
#include "engine/reference/execute/why.h"
#include "lts/print.h"
#include "lts/words.h"
#include "report/json_report.h"

/* Where one is: the state, what is possible, and what is to be said of it. */

enum {
  ITEMS_BEFORE = 200, /* of the history */
  ITEMS_AFTER = 50,
  MOST_OF_OPERATION = 100, /* enabled transitions */
  MOST_ITEMS = 2000,
  LEAST_OF_OPERATION = 5,
  VALUE_BYTES = 2000,
  VIEW_BYTES = 200000, /* of all values; beyond it of each … */
  BRIEF_BYTES = 100
};

/* ---------------------------------------------------------------- the state */

static json_t *values_json(Desk *d, bool constants, size_t *bytes)
{
  const Animator *a = desk_animator(d);
  const Value *state = animator_state(a), *before = animator_before(a);
  json_t *list = json_array();
  for (uint32_t i = 0; state && i < d->open.columns.len; i++) {
    const DeskColumn *c = &d->open.columns.data[i];
    if ((c->column < desk_lts(d)->constants) != constants) continue;
    size_t most = *bytes < VIEW_BYTES ? VALUE_BYTES : BRIEF_BYTES;
    json_t *one = desk_column_json(d, c, state, before, most);
    *bytes += json_string_length(json_object_get(one, "text"));
    json_array_append_new(list, one);
  }
  return list;
}

static json_t *predicate_json(Desk *d, uint32_t i)
{
  static const char *const words[] = {"FALSE", "TRUE", "UNKNOWN", "FAULT"};
  Lts *lts = desk_lts(d);
  Trouble why = {0};
  Truth t = lts->holds(lts, i, animator_state(desk_animator(d)), &why);
  bool known = t == TRUTH_FALSE || t == TRUTH_TRUE;
  json_t *one = json_object();
  json_object_set_new(one, "truth", json_string(words[t]));
  json_object_set_new(one, "good", json_boolean(scene_is_good(lts->predicate(lts, i), t)));
  json_object_set_new(one, "reason", json_report_string(known ? NULL : why.message));
  return one;
}

/* They are evaluated once where one is. */
static json_t *predicates_json(Desk *d)
{
  Opened *o = &d->open;
  if (o->predicates && o->predicates_turn == d->turn) return json_incref(o->predicates);
  json_decref(o->predicates);
  o->predicates = json_array();
  o->predicates_turn = d->turn;
  for (uint32_t i = 0; animator_running(desk_animator(d)) && i < desk_lts(d)->predicate_count; i++)
    json_array_append_new(o->predicates, predicate_json(d, i));
  return json_incref(o->predicates);
}

static json_t *describe_json(Desk *d)
{
  Lts *lts = desk_lts(d);
  const Value *state = animator_state(desk_animator(d));
  json_t *list = json_array();
  Text text = {0};
  if (state && lts->describe) lts->describe(lts, &text, state);
  for (char *at = text.data; at && *at;) {
    size_t length = strcspn(at, "\n");
    bool last = !at[length];
    at[length] = '\0';
    json_array_append_new(list, json_report_string(at));
    at += length + !last;
  }
  text_free(&text);
  return list;
}

static bool is_outside(Desk *d)
{
  Lts *lts = desk_lts(d);
  Trouble why = {0};
  return lts->is_outside && animator_running(desk_animator(d)) &&
         lts->is_outside(lts, animator_state(desk_animator(d)), &why) == TRUTH_TRUE;
}

/* --------------------------------------------------------- what is possible */

/* How many are enabled of each label. */
static void count_enabled(Desk *d, uint32_t *counts)
{
  const Animator *a = desk_animator(d);
  for (uint32_t i = 0; i < a->enabled.len; i++) counts[a->enabled.data[i].label]++;
}

static json_t *enabled_json(Desk *d, const uint32_t *counts)
{
  const Animator *a = desk_animator(d);
  uint32_t some = 0, labels = desk_lts(d)->label_count, most = MOST_OF_OPERATION;
  for (uint32_t i = 0; i < labels; i++) some += counts[i] > 0;
  if (some * most > MOST_ITEMS) most = MOST_ITEMS / some;
  if (most < LEAST_OF_OPERATION) most = LEAST_OF_OPERATION;
  json_t *json = json_object(), *items = json_array();
  for (uint32_t i = 0, taken = 0; i < a->enabled.len; i++) {
    if (i && a->enabled.data[i].label != a->enabled.data[i - 1].label) taken = 0;
    if (taken++ < most) json_array_append_new(items, desk_transition_json(d, i));
  }
  json_object_set_new(json, "count", json_integer(a->enabled.len));
  json_object_set_new(json, "complete", json_boolean(!animator_is_incomplete(a)));
  json_object_set_new(json, "items", items);
  return json;
}

static json_t *operations_json(Desk *d, const uint32_t *counts)
{
  Lts *lts = desk_lts(d);
  const Animator *a = desk_animator(d);
  json_t *list = json_array();
  for (uint32_t i = lts->first_operation; i < lts->label_count; i++) {
    bool trouble = false;
    for (uint32_t k = 0; k < a->troubles.len; k++) trouble |= a->troubles.data[k].label == i;
    json_t *one = json_object();
    json_object_set_new(one, "enabled", json_integer(counts[i]));
    json_object_set_new(one, "trouble", json_boolean(trouble));
    json_array_append_new(list, one);
  }
  return list;
}

static json_t *start_json(Desk *d, const uint32_t *counts)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < desk_lts(d)->first_operation; i++) count += counts[i];
  json_t *json = json_object();
  json_object_set_new(json, "enabled", json_integer(count));
  return json;
}

static json_t *trouble_json(Desk *d, const Trouble *t)
{
  Lts *lts = desk_lts(d);
  bool incomplete = t->kind == TROUBLE_INCOMPLETE;
  Text call = {0}, message = {0};
  if (t->arguments) lts_print_call(&call, lts, t->label, t->arguments, NULL);
  else text_add(&call, lts->label_name(lts, t->label));
  text_printf(&message,
              incomplete ? "%s may have other enabled instances: %s"
              : t->claim ? "%s fails here: %s"
                         : "%s is not well-defined here: %s",
              incomplete ? lts->label_name(lts, t->label) : text_string(&call), t->message);
  json_t *json = json_object();
  json_object_set_new(json, "operation", desk_operation_number(lts, t->label));
  json_object_set_new(json, "kind", json_string(incomplete ? "incomplete" : "fault"));
  json_object_set_new(json, "call", json_report_string(text_string(&call)));
  json_object_set_new(json, "message", json_report_string(text_string(&message)));
  json_object_set_new(json, "place", desk_place(d->open.session, t->span));
  text_free(&call);
  text_free(&message);
  return json;
}

static json_t *troubles_json(Desk *d)
{
  const Animator *a = desk_animator(d);
  json_t *list = json_array();
  for (uint32_t i = 0; i < a->troubles.len; i++)
    json_array_append_new(list, trouble_json(d, &a->troubles.data[i]));
  return list;
}

/* Why there is no set-up of constants, or no initial state. */
static void add_no_start(Desk *d, Text *text)
{
  const Scene *s = &d->open.scene;
  const Value *state = animator_state(s->animator);
  Lts *lts = s->system.lts;
  text_add(text, state ? "there is no initial state for these constants" : words_no_start(lts));
  if (!s->system.model || !(state || lts->unconditional)) return;
  Arena *arena = arena_new();
  text_add_char(text, '\n');
  why_print(text,
            b_machine_why_disabled(s->system.machine, arena, LABEL_INITIALISATION, NULL, state,
                                   s->bench.style),
            2);
  arena_free(arena);
  while (text->len && text->data[text->len - 1] == '\n') text->data[--text->len] = '\0';
}

static json_t *stuck_json(Desk *d)
{
  Lts *lts = desk_lts(d);
  const Animator *a = desk_animator(d);
  if (!animator_is_stuck(a)) return json_null();
  const char *kind = "deadlock";
  Text text = {0};
  if (!animator_running(a)) {
    kind = "no-start";
    add_no_start(d, &text);
  } else if (lts->is_terminated && lts->is_terminated(lts, animator_state(a))) {
    kind = "terminated";
    text_add(&text, "terminated");
  } else {
    if (lts_is_inert(lts)) kind = "end";
    text_add(&text, a->troubles.len ? words_wrong(lts) : words_stuck(lts));
  }
  json_t *json = json_object();
  json_object_set_new(json, "kind", json_string(kind));
  json_object_set_new(json, "message", json_report_string(text_string(&text)));
  text_free(&text);
  return json;
}

/* ----------------------------------------------------------------- the whole */

static json_t *window_json(Desk *d)
{
  uint32_t at = desk_animator(d)->at, from = at > ITEMS_BEFORE ? at - ITEMS_BEFORE : 0;
  return desk_history_json(d, from, at - from + ITEMS_AFTER);
}

json_t *desk_view_json(Desk *d)
{
  const Animator *a = desk_animator(d);
  uint32_t *counts = calloc(desk_lts(d)->label_count + 1, sizeof *counts);
  if (!counts) memory_exhausted();
  count_enabled(d, counts);
  size_t bytes = 0;
  json_t *view = json_object();
  json_object_set_new(view, "turn", json_integer((json_int_t) d->turn));
  json_object_set_new(view, "initialised", json_boolean(animator_running(a)));
  json_object_set_new(view, "steps", json_integer(animator_steps(a)));
  json_object_set_new(view, "history", window_json(d));
  json_object_set_new(view, "constants", values_json(d, true, &bytes));
  json_object_set_new(view, "variables", values_json(d, false, &bytes));
  json_object_set_new(view, "enabled", enabled_json(d, counts));
  json_object_set_new(view, "operations", operations_json(d, counts));
  json_object_set_new(view, "start", start_json(d, counts));
  json_object_set_new(view, "predicates", predicates_json(d));
  json_object_set_new(view, "watches", desk_watches_json(d));
  json_object_set_new(view, "stuck", stuck_json(d));
  json_object_set_new(view, "outside", json_boolean(is_outside(d)));
  json_object_set_new(view, "troubles", troubles_json(d));
  json_object_set_new(view, "describe", describe_json(d));
  json_object_set_new(view, "message",
                      json_report_string(d->message.len ? text_string(&d->message) : NULL));
  free(counts);
  return view;
}

bool desk_view(Desk *d, Fields *f, json_t *answer)
{
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  return desk_show(d, answer);
}

bool desk_show(Desk *d, json_t *answer)
{
  json_object_set_new(answer, "view", desk_view_json(d));
  return true;
}
