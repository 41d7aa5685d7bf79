#include "report/compare/assume_report.h"

#include <assert.h>
#include <string.h>

#include "report/compare/comparison.h"
#include "report/unbounded.h"
#include "lts/b_machine.h"
#include "lts/print.h"

enum { STATES_SHOWN = 3 };

typedef struct {
  Report *report;
  const System *system;
  AssumeParts parts;
  const Assumed *x;
  bool relates; /* a simulation is asked for, not a refinement */
} Telling;

/* ---------------------------------------------------------- counterexample */

/* The constants of a row; "" if there are none. */
static void print_constants(const Telling *r, Text *out, const Value *row)
{
  Lts *lts = r->parts.refinement;
  const char *before = "";
  for (uint32_t i = 0; i < lts->constants; i++) {
    if (!lts->column_name(lts, i) || value_is_none(row[i])) continue;
    text_printf(out, "%s%s = ", before, lts->column_name(lts, i));
    lts->print_column(lts, out, i, row[i]);
    before = ", ";
  }
}

static void print_side(const Telling *r, Text *out, const Value *row, AssumeSide side)
{
  Lts *lts = r->parts.refinement;
  const char *before = "";
  for (uint32_t i = 0; i + 1 < lts->width; i++) {
    bool shown = r->parts.sides[i] == side || r->parts.sides[i] == SIDE_BOTH;
    if (!shown || i < lts->constants || !lts->column_name(lts, i)) continue;
    text_printf(out, "%s%s = ", before, lts->column_name(lts, i));
    lts->print_column(lts, out, i, row[i]);
    before = ", ";
  }
  if (!*before) text_add(out, "no variables");
}

static void print_abstraction(const Telling *r, Text *out, uint32_t set)
{
  uint32_t count = 0;
  const uint32_t *states = set == NO_SET ? NULL : sets_get(r->x->sets, set, &count);
  if (!states) text_add(out, "does not allow this step");
  for (uint32_t i = 0; i < count && i < STATES_SHOWN; i++) {
    if (i) text_add(out, " or ");
    print_side(r, out, states_row(r->x->abstraction, states[i]), SIDE_ABSTRACTION);
  }
  if (count > STATES_SHOWN) text_printf(out, " or %u more", count - STATES_SHOWN);
}

static void print_call(const Telling *r, Text *out, uint32_t number)
{
  const AssumeStep *step = &r->x->steps.data[number];
  Transition t = {step->label, step->arguments, NULL};
  if (number == 0) text_add(out, "INITIALISATION");
  else if (step->state == NO_STATE)
    lts_print_call(out, r->parts.refinement, step->label, step->arguments, NULL);
  else lts_print_transition(out, r->parts.refinement, &t, NULL);
}

static json_t *step_json(const Telling *r, uint32_t number)
{
  const AssumeStep *step = &r->x->steps.data[number];
  Text text = {0};
  json_t *entry = json_object();
  print_call(r, &text, number);
  json_object_set_new(entry, "call", json_report_string(text_string(&text)));
  text_clear(&text);
  if (step->state != NO_STATE)
    print_side(r, &text, states_row(r->x->refinement, step->state), SIDE_REFINEMENT);
  json_object_set_new(entry, "impl_state",
                      text.len ? json_report_string(text_string(&text)) : json_null());
  text_clear(&text);
  if (step->set != NO_SET) print_abstraction(r, &text, step->set);
  json_object_set_new(entry, "spec_state",
                      text.len ? json_report_string(text_string(&text)) : json_null());
  text_free(&text);
  return entry;
}

static void show_step(const Telling *r, uint32_t number, json_t *trace)
{
  assert(number < r->x->steps.len);
  const AssumeStep *step = &r->x->steps.data[number];
  Text *out = &r->report->out;
  bool broken = number && number + 1 == r->x->steps.len; /* so it is not counted */
  if (broken) text_add(out, "       then ");
  else if (number) text_printf(out, "  %3u. ", number);
  else text_add(out, "       ");
  print_call(r, out, number);
  text_add(out, "\n         implementation: ");
  if (step->state == NO_STATE) text_printf(out, "fails: %s", r->x->message);
  else print_side(r, out, states_row(r->x->refinement, step->state), SIDE_REFINEMENT);
  if (step->state != NO_STATE) text_add(out, "\n         specification:  ");
  if (step->state != NO_STATE) print_abstraction(r, out, step->set);
  text_add_char(out, '\n');
  json_array_append_new(trace, step_json(r, number));
}

/* The set-up of constants, if there are any, comes before the first step. */
static void show_setup(const Telling *r, json_t *trace)
{
  StateId first = r->x->steps.data[0].state;
  Text text = {0};
  if (first != NO_STATE) print_constants(r, &text, states_row(r->x->refinement, first));
  if (text.len) {
    text_printf(&r->report->out, "       SETUP_CONSTANTS\n         implementation: %s\n",
                text.data);
    json_t *entry = json_object();
    json_object_set_new(entry, "call", json_string("SETUP_CONSTANTS"));
    json_object_set_new(entry, "impl_state", json_report_string(text.data));
    json_object_set_new(entry, "spec_state", json_report_string(text.data));
    json_array_append_new(trace, entry);
  }
  text_free(&text);
}

static void show_counterexample(const Telling *r)
{
  json_t *entry = json_null();
  if (r->x->outcome == ASSUME_MISSING || r->x->outcome == ASSUME_ABORTS) {
    json_t *trace = json_array();
    entry = json_object();
    show_setup(r, trace);
    for (uint32_t i = 0; i < r->x->steps.len; i++) show_step(r, i, trace);
    json_object_set_new(entry, "kind",
                        json_string(r->x->outcome == ASSUME_ABORTS ? "abort" : "trace"));
    json_object_set_new(entry, "trace", trace);
  }
  json_object_set_new(r->report->fields, "counterexample", entry);
  if (r->x->outcome == ASSUME_ABORTS && span_known(r->x->span))
    diag_violation(session_diags(r->report->session), r->x->span, "obligation", "%s",
                   r->x->message);
}

/* ------------------------------------------------------------------ report */

static void add_fields(const Telling *r)
{
  json_t *fields = r->report->fields, *reasons = json_array();
  for (uint32_t i = 0; i < r->x->reasons.len; i++)
    json_array_append_new(reasons, json_report_string(r->x->reasons.data[i]));
  json_object_set_new(fields, "reasons", reasons);
  if (r->relates) {
    json_object_set_new(fields, "direction", json_string("powerset"));
    json_object_set_new(fields, "semantics", json_string("nonblocking"));
    json_object_set_new(fields, "predicate", json_null());
  } else json_object_set_new(fields, "refinement_model", json_string("traces"));
  json_object_set_new(fields, "pre", json_string("assume"));
  json_object_set_new(fields, "pairs", json_integer((json_int_t) r->x->pairs));
  json_object_set_new(fields, "spec_states", json_integer(r->x->abstraction_states));
  json_object_set_new(fields, "impl_states", json_integer(r->x->refinement_states));
  r->report->incomplete = r->x->reasons.len > 0;
}

/* Names without bounds.  The reasons begin with the side that they are about. */
static void tell_unbounded(const Telling *r)
{
  const Assumed *x = r->x;
  const char **reasons =
      arena_new_array(session_arena(r->report->session), const char *, x->reasons.len + 1);
  for (uint32_t i = 0; i < x->reasons.len; i++) {
    const char *colon = strstr(x->reasons.data[i], ": ");
    reasons[i] = colon ? colon + 2 : x->reasons.data[i];
  }
  bool some = states_count(x->refinement) > 0;
  UnboundedNames names = {.report = r->report,
                          .engine = r->system->engine,
                          .reasons = reasons,
                          .reason_count = x->reasons.len,
                          .does = "compares them",
                          .lts = r->parts.refinement,
                          .row = some ? states_row(x->refinement, 0) : NULL};
  json_object_set_new(r->report->fields, "unbounded", unbounded_tell(&names));
}

static Verdict add_verdict(const Telling *r)
{
  const Assumed *x = r->x;
  Text *out = &r->report->out;
  bool failed = x->outcome == ASSUME_MISSING || x->outcome == ASSUME_ABORTS;
  if (failed) {
    uint32_t last = x->steps.len - 1, steps = last ? last - 1 : 0;
    text_printf(out, "FAIL %strace after %u step%s (",
                r->relates ? "no powerset simulation, nonblocking, " : "", steps,
                steps == 1 ? "" : "s");
    if (x->outcome == ASSUME_ABORTS) text_add(out, x->message);
    else text_add(out, "the specification does not allow "), print_call(r, out, last);
    text_add(out, ")\n");
    return VERDICT_FAIL;
  }
  bool holds = x->outcome == ASSUME_HOLDS;
  if (!holds) tell_unbounded(r);
  text_printf(out,
              "%s %s where preconditions are assumed, %llu pair%s of %u implementation and "
              "%u specification states",
              holds ? "PASS" : "UNKNOWN",
              r->relates ? "powerset simulation, nonblocking," : "traces",
              (unsigned long long) x->pairs, x->pairs == 1 ? "" : "s", x->refinement_states,
              x->abstraction_states);
  if (holds) text_add(out, ", complete");
  else
    text_printf(out, ", not complete: %s",
                x->reasons.len ? x->reasons.data[0] : "the search was interrupted");
  comparison_add_scope(r->report, &(Systems){.impl = *r->system});
  text_add_char(out, '\n');
  return holds ? VERDICT_PASS : VERDICT_UNKNOWN;
}

/* Without a pair the implementation has no initial state. */
Verdict assume_report(Report *report, const Assumption *a, bool relates)
{
  assert(a->x && a->parts.sides);
  Telling telling = {report, a->system, a->parts, a->x, relates}, *r = &telling;
  add_fields(r);
  b_machine_show(b_machine_of(r->parts.refinement), report->json);
  show_counterexample(r);
  comparison_add_warnings(report, &(Systems){.impl = *r->system});
  if (r->x->outcome != ASSUME_HOLDS || r->x->pairs > 0) return add_verdict(r);
  text_add(&report->out, "FAIL the implementation has no initial state\n");
  return VERDICT_FAIL;
}
