#include "report/compare/counterexample.h"

#include <assert.h>

#include "compare/seen.h"
#include "lts/print.h"
#include "report/trace.h"

static const char *const kind_names[] = {"trace", "failure", "divergence"};
enum { STATES_SHOWN = 3, OFFERS_SHOWN = 6 };

typedef struct {
  Report *report;
  Alphabet *alphabet;
  const Refinement *x;
  json_t *list;       /* where steps go */
  json_t *followed;   /* where it goes what the specification does meanwhile */
  uint32_t number;    /* of the step; 0: it has none */
  const char *before; /* stands where the number of other steps is */
  const char *notes;  /* what is said behind the operation */
  uint32_t action;    /* what is seen of it; ACTION_TAU: nothing */
} Show;

/* -------------------------------------------------------------------- steps */

static void print_spec_states(Show *s, NodeId node)
{
  Text *out = &s->report->out;
  if (node == NO_NODE) {
    text_add(out, "         specification:  does not allow this step\n");
    return;
  }
  const Space *spec = s->x->spec;
  uint32_t count;
  if (!lts_has_columns(spec->lts)) return;
  const StateId *states = normal_states(s->x->normal, node, &count);
  text_add(out, "         specification:  ");
  for (uint32_t i = 0; i < count && i < STATES_SHOWN; i++) {
    if (i) text_add(out, " or ");
    comparison_print_state(out, spec, states_row(spec->states, states[i]), NULL);
  }
  if (count > STATES_SHOWN) text_printf(out, " or %u more", count - STATES_SHOWN);
  text_add_char(out, '\n');
}

/* What is seen of the step, or null, and where the specification may be after it. */
static void add_followed(Show *s, const RefineStep *step)
{
  const Space *spec = s->x->spec;
  json_t *entry = json_object(), *states = step->node == NO_NODE ? json_null() : json_array();
  uint32_t count = 0;
  const StateId *ids =
      step->node == NO_NODE ? NULL : normal_states(s->x->normal, step->node, &count);
  for (uint32_t i = 0; i < count && i < STATES_SHOWN && lts_has_columns(spec->lts); i++) {
    Text text = {0};
    comparison_print_state(&text, spec, states_row(spec->states, ids[i]), NULL);
    json_array_append_new(states, json_report_string(text_string(&text)));
    text_free(&text);
  }
  bool hidden = step->action == ACTION_TAU;
  json_object_set_new(entry, "event",
                      json_report_string(hidden ? NULL : alphabet_text(s->alphabet, step->action)));
  json_object_set_new(entry, "states", states);
  while (json_array_size(s->followed) + 1 < json_array_size(s->list))
    json_array_append_new(s->followed, json_null()); /* one step seen, several taken */
  json_array_append_new(s->followed, entry);
}

static void show_step(void *context, const Transition *t, const Value *before)
{
  Show *s = context;
  Lts *lts = s->x->impl->lts;
  Text label = {0}, state = {0};
  comparison_print_transition(&label, s->x->impl, t);
  comparison_print_state(&state, s->x->impl, t->state, before);
  if (s->action != ACTION_TAU && seen_otherwise(s->x->impl, t->label))
    text_printf(&label, " as %s", alphabet_text(s->alphabet, s->action));
  if (s->number)
    text_printf(&s->report->out, "  %3u. %s%s\n", s->number, text_string(&label), s->notes);
  else text_printf(&s->report->out, "       %s%s%s\n", s->before, text_string(&label), s->notes);
  if (lts_has_columns(lts))
    text_printf(&s->report->out, "         implementation: %s\n",
                state.len ? state.data : "as before");
  FormatStyle compared = lts->style;
  lts->style = s->x->impl->shown;
  json_array_append_new(s->list, trace_step_json(lts, t));
  lts->style = compared;
  text_free(&label);
  text_free(&state);
}

/* Does the counterexample end with a step that the specification cannot follow?  That one is not
 * counted, like every step that cannot be completed. */
static bool ends_inside(const Refinement *x)
{
  assert(x->steps.len > 0);
  return x->kind == COUNTER_TRACE && x->steps.len > 1 &&
         x->steps.data[x->steps.len - 1].node == NO_NODE;
}

/* The beginning, then the steps. */
static void show_steps(Show *s, json_t *start, json_t *trace)
{
  const Refinement *x = s->x;
  s->list = start;
  s->notes = s->before = "";
  space_replay_start(x->impl, x->steps.data[0].state, show_step, s);
  print_spec_states(s, x->steps.data[0].node);
  s->list = trace;
  for (uint32_t i = 1; i < x->steps.len; i++) {
    const RefineStep *step = &x->steps.data[i];
    bool broken = ends_inside(x) && i + 1 == x->steps.len;
    s->number = broken ? 0 : i;
    s->before = broken ? "then " : "";
    s->notes = step->action == ACTION_TAU ? " (hidden)" : "";
    s->action = step->action;
    space_replay(x->impl, x->steps.data[i - 1].state, step->action, step->state, show_step, s);
    print_spec_states(s, step->node);
    add_followed(s, step);
  }
}

static void show_loop(Show *s, json_t *loop)
{
  assert(s->x->kind != COUNTER_DIVERGENCE || s->x->loop.len > 0);
  const Refinement *x = s->x;
  if (x->kind != COUNTER_DIVERGENCE) return;
  text_add(&s->report->out, "then repeatedly:\n");
  s->list = loop;
  s->notes = " (hidden)";
  s->action = ACTION_TAU;
  s->number = 0;
  s->before = "";
  StateId at = x->steps.data[x->steps.len - 1].state;
  for (uint32_t i = 0; i < x->loop.len; i++) {
    space_replay(x->impl, at, ACTION_TAU, x->loop.data[i], show_step, s);
    at = x->loop.data[i];
  }
}

/* ------------------------------------------------------------------- offers */

static void print_action(Text *out, const Refinement *x, uint32_t action)
{
  seen_print(out, (Space *[]){x->impl, x->spec}, 2, action);
}

static void print_set(Text *out, const Refinement *x, const uint32_t *actions, uint32_t count)
{
  text_add_char(out, '{');
  for (uint32_t i = 0; i < count; i++) {
    if (i) text_add(out, ", ");
    print_action(out, x, actions[i]);
  }
  text_add_char(out, '}');
}

static void print_menu(Text *out, const Refinement *x, uint32_t menu)
{
  uint32_t count;
  const uint32_t *actions = sets_get(alphabet_menus(x->impl->alphabet), menu, &count);
  print_set(out, x, actions, count);
}

static json_t *set_json(const Refinement *x, const uint32_t *actions, uint32_t count)
{
  json_t *list = json_array();
  for (uint32_t i = 0; i < count; i++) {
    Text text = {0};
    print_action(&text, x, actions[i]);
    json_array_append_new(list, json_report_string(text_string(&text)));
    text_free(&text);
  }
  return list;
}

static json_t *menu_json(const Refinement *x, uint32_t menu)
{
  uint32_t count;
  const uint32_t *actions = sets_get(alphabet_menus(x->impl->alphabet), menu, &count);
  return set_json(x, actions, count);
}

/* All that the states of the node can do. */
static void print_possible(Show *s, NodeId node, json_t *accepted)
{
  Space *spec = s->x->spec;
  uint32_t count;
  const StateId *states = normal_states(s->x->normal, node, &count);
  VEC(uint32_t) all = {0};
  for (uint32_t i = 0; i < count; i++) {
    EdgeRange r = space_edges(spec, states[i]);
    for (uint32_t j = r.begin; j < r.end; j++)
      if (spec->edges.data[j].action != ACTION_TAU) vec_push(&all, spec->edges.data[j].action);
  }
  uint32_t kept = all.len ? sets_sort(all.data, all.len) : 0;
  text_add(&s->report->out, "the specification allows only ");
  print_set(&s->report->out, s->x, all.data, kept);
  text_add(&s->report->out, " there\n");
  json_array_append_new(accepted, set_json(s->x, all.data, kept));
  vec_free(&all);
}

static json_t *print_offers(Show *s, json_t *accepted)
{
  const RefineStep *last = &s->x->steps.data[s->x->steps.len - 1];
  Text *out = &s->report->out;
  text_add(out, "the implementation offers ");
  uint32_t offered = space_menu(s->x->impl, last->state);
  print_menu(out, s->x, offered);
  NormalOffers offers = normal_offers(s->x->normal, last->node);
  text_add(out, offers.count == 0 ? ", the specification is not stable"
                : s->x->exact     ? ", the specification exactly "
                                  : ", the specification at least ");
  for (uint32_t i = 0; i < offers.count && i < OFFERS_SHOWN; i++) {
    if (i) text_add(out, " or ");
    print_menu(out, s->x, offers.sets[i]);
    json_array_append_new(accepted, menu_json(s->x, offers.sets[i]));
  }
  if (offers.count > OFFERS_SHOWN) text_add(out, " or …");
  text_add_char(out, '\n');
  return menu_json(s->x, offered);
}

static void show_end(Show *s, json_t *entry)
{
  const Refinement *x = s->x;
  json_t *offered = json_null(), *accepted = json_array();
  if (x->kind == COUNTER_FAILURE) offered = print_offers(s, accepted);
  if (x->kind == COUNTER_TRACE && x->steps.len > 1)
    print_possible(s, x->steps.data[x->steps.len - 2].node, accepted);
  json_object_set_new(entry, "offered", offered);
  json_object_set_new(entry, "accepted", accepted);
}

/* ------------------------------------------------------------------- report */

void counterexample_show(Report *report, const Refinement *x)
{
  Show show = {.report = report, .x = x, .alphabet = x->impl->alphabet}, *s = &show;
  if (!x->found) {
    json_object_set_new(s->report->fields, "counterexample", json_null());
    return;
  }
  json_t *entry = json_object(), *start = json_array(), *trace = json_array();
  json_t *loop = json_array(), *refused = json_array();
  if (!x->decided)
    text_add(&report->out, "possible counterexample; it depends on what is unknown:\n");
  s->followed = json_array();
  show_steps(s, start, trace);
  show_loop(s, loop);
  for (uint32_t i = 0; i < x->refused.len; i++)
    json_array_append_new(refused,
                          json_report_string(alphabet_text(s->alphabet, x->refused.data[i])));
  json_object_set_new(entry, "kind", json_report_string(kind_names[x->kind]));
  json_object_set_new(entry, "start", start);
  json_object_set_new(entry, "trace", trace);
  json_object_set_new(entry, "refused", refused);
  json_object_set_new(entry, "loop", loop);
  json_object_set_new(entry, "specification", s->followed);
  show_end(s, entry);
  json_object_set_new(s->report->fields, "counterexample", entry);
}

static void add_failure(Text *out, const Refinement *x)
{
  if (x->refused.len) {
    text_add(out, "the implementation refuses ");
    print_set(out, x, x->refused.data, x->refused.len);
  } else if (normal_offers(x->normal, x->steps.data[x->steps.len - 1].node).count) {
    text_add(out, "the specification offers less");
  } else {
    text_add(out, "the implementation is stable, the specification is not");
  }
}

void counterexample_assumable(Report *report, const Systems *s, const char *command)
{
  bool faulted = s->impl_space->faulted || s->spec_space->faulted;
  if (!faulted || !systems_are_refinement(s)) return;
  text_printf(
      &report->out,
      "the failure may lie outside the preconditions that %s refines: %s excludes such calls\n",
      s->impl.model->main->name->text, command);
}

void counterexample_cause(Text *out, const Refinement *x)
{
  assert(x->found && x->kind <= COUNTER_DIVERGENCE);
  uint32_t steps = x->steps.len - 1 - ends_inside(x);
  text_printf(out, "%s after %u step%s (", kind_names[x->kind], steps, steps == 1 ? "" : "s");
  if (x->kind == COUNTER_DIVERGENCE) {
    text_add(out, "hidden steps can continue forever");
  } else if (x->kind == COUNTER_FAILURE) {
    add_failure(out, x);
  } else if (x->steps.len > 1) {
    text_add(out, "the specification does not allow ");
    print_action(out, x, x->steps.data[x->steps.len - 1].action);
  } else {
    text_add(out, "the specification has no initial state with these constants");
  }
  text_add_char(out, ')');
}
