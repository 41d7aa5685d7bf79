#include "report/temporal/temporal_report.h"

#include <assert.h>

#include "lts/words.h"
#include "report/check/check_report.h"
#include "report/saved_trace.h"
#include "report/temporal/reason_report.h"
#include "report/trace.h"

static const char *const verdict_names[] = {"pass", "fail", "unknown", "error"};

/* ------------------------------------------------------------------------- paths */

typedef struct {
  Report *report;
  const TemporalChecked *checked;
  const TemporalResult *result;
  uint32_t steps;               /* after the initialisation */
  json_t *prefix, *loop;        /* for programs */
  json_t *saved;                /* the same as a trace file; or NULL */
  const TemporalReason *reason; /* or NULL */
} Showing;

static bool is_lasso(const TemporalResult *r) { return r->path.kind == PATH_LASSO; }

/* A step that leads to a position behind the one where the loop begins is one of the loop. */
static void show_step(void *context, const Transition *t, const Value *before, uint32_t position)
{
  Showing *s = context;
  Lts *lts = s->checked->lts;
  bool inside = is_lasso(s->result) && position > s->result->path.loop;
  s->steps += position > 0;
  if (s->saved) saved_trace_add(s->saved, lts, t, before);
  if (s->report->json) {
    trace_add_step_json(inside ? s->loop : s->prefix, lts, t, before);
    return;
  }
  if (inside && position == s->result->path.loop + 1) text_add(&s->report->out, "  loop:\n");
  trace_print_step(&s->report->out, lts, t, before, s->steps, true);
  bool is_position = position < s->result->path.path.len && !lts->is_setup(lts, t->state);
  if (s->reason && is_position) reason_show(s->reason, position, &s->report->out);
}

static void add_ending(Text *out, const TemporalResult *r)
{
  switch (r->path.kind) {
  case PATH_PREFIX: text_add(out, "  whatever follows\n"); break;
  case PATH_FINITE: text_add(out, "  deadlock: no further step is possible\n"); break;
  case PATH_LASSO:
    if (r->path.loop) text_printf(out, "  back to the state after step %u\n", r->path.loop);
    else text_add(out, "  back to the initial state\n");
    break;
  }
}

/* A trace file has steps alone: what kind of path they are is said in its description. */
static void describe(json_t *saved, const TemporalResult *r)
{
  Text text = {0};
  uint32_t positions = r->path.path.len;
  text_printf(&text, "a path that violates %s, written by probity: ", r->text);
  switch (r->path.kind) {
  case PATH_PREFIX: text_add(&text, "whatever follows"); break;
  case PATH_FINITE: text_add(&text, "it ends in a deadlock"); break;
  case PATH_LASSO:
    text_printf(&text, "the loop begins after step %u, and step %u leads back there", r->path.loop,
                positions);
    break;
  }
  saved_trace_describe(saved, text_string(&text));
  text_free(&text);
}

static json_t *show_path(Report *report, const TemporalChecked *c, const TemporalResult *r,
                         Text *trace, bool reasons)
{
  static const char *const kinds[] = {"prefix", "finite", "lasso"};
  if (!r->has_path) return json_null();
  TemporalReason reason = {0};
  if (reasons) temporal_reason_open(&reason, c, r);
  Showing s = {report, c, r, 0, json_array(), json_array(), NULL, reasons ? &reason : NULL};
  if (trace && !trace->len) s.saved = saved_trace_new(c->lts, report->model);
  temporal_trace(c, r, show_step, &s);
  add_ending(&report->out, r);
  if (s.saved) describe(s.saved, r);
  if (s.saved) saved_trace_print(trace, s.saved);
  json_decref(s.saved);
  json_t *object = json_object();
  json_object_set_new(object, "kind", json_string(kinds[r->path.kind]));
  json_object_set_new(object, "prefix", s.prefix);
  json_object_set_new(object, "loop", s.loop);
  if (reasons) json_object_set_new(object, "reason", reason_json(&reason, r->path.path.len));
  temporal_reason_close(&reason);
  return object;
}

/* ---------------------------------------------------------------------- formulas */

static json_t *text_or_null(const char *text)
{
  return text ? json_report_string(text) : json_null();
}

static json_t *reasons_of(const TemporalResult *r)
{
  json_t *list = json_array();
  for (uint32_t i = 0; i < r->reasons.len; i++)
    json_array_append_new(list, json_report_string(r->reasons.data[i]));
  return list;
}

static void add_head(Text *out, const TemporalResult *r)
{
  text_printf(out, "%s  ", logic_name(r->logic));
  if (r->name) text_printf(out, "%s: ", r->name);
  if (r->fairness) text_printf(out, "(%s) ", r->fairness);
  text_add(out, r->text);
  if (r->verdict == VERDICT_PASS) text_add(out, " holds");
  if (r->verdict == VERDICT_FAIL && !r->has_path)
    text_add(out, " fails, which no single path shows");
  if (r->vacuous)
    text_printf(out, r->vacuous_partly ? ", but in part only because %s" : ", but only because %s",
                r->vacuous);
  for (uint32_t i = 0; r->verdict == VERDICT_UNKNOWN && i < r->reasons.len; i++)
    text_printf(out, "%s%s", i ? "; " : " unknown: ", r->reasons.data[i]);
  text_add_char(out, '\n');
}

static json_t *show_result(Report *report, const TemporalChecked *c, const TemporalResult *r,
                           Text *trace, bool reasons)
{
  add_head(&report->out, r);
  json_t *object = json_object();
  json_object_set_new(object, "formula", json_report_string(r->text));
  json_object_set_new(object, "logic", json_string(r->logic == LOGIC_LTL ? "ltl" : "ctl"));
  json_object_set_new(object, "name", text_or_null(r->name));
  json_object_set_new(object, "fairness", text_or_null(r->fairness));
  json_object_set_new(object, "verdict", json_string(verdict_names[r->verdict]));
  json_object_set_new(object, "reasons", reasons_of(r));
  json_object_set_new(object, "vacuous", text_or_null(r->vacuous));
  json_object_set_new(object, "product_states", json_integer((json_int_t) r->product_states));
  json_object_set_new(object, "seconds", json_real(r->seconds));
  json_object_set_new(object, "counterexample", show_path(report, c, r, trace, reasons));
  return object;
}

/* ------------------------------------------------------------------- the last line */

static uint32_t count_of(const TemporalChecked *c, Verdict verdict)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < c->results.len; i++) count += c->results.data[i].verdict == verdict;
  return count;
}

static const TemporalResult *first_of(const TemporalChecked *c, Verdict verdict)
{
  uint32_t i = 0;
  while (c->results.data[i].verdict != verdict) i++;
  return &c->results.data[i];
}

void temporal_add_length(Text *out, const TemporalResult *r)
{
  if (!r->has_path) return;
  bool lasso = is_lasso(r);
  uint32_t positions = r->path.path.len, steps = lasso ? r->path.loop : positions - 1;
  if (r->path.kind == PATH_PREFIX)
    text_printf(out, " (after %u step%s)", steps, text_plural(steps));
  else
    text_printf(out, lasso ? " (%u step%s, then a loop of %u)" : " (%u step%s, then deadlock)",
                steps, text_plural(steps), positions - steps);
}

static void add_scope(const TemporalChecked *c, Text *out)
{
  Checked checked = {.session = c->session, .engine = c->system->engine, .lts = c->lts};
  if (checked.engine) check_add_scope(&checked, out);
  if (atlas_outside(c->atlas)) text_add(out, " within SCOPE");
}

#define NO_FORMULAS "there are no temporal formulas"

static void add_verdict(Report *report, const TemporalChecked *c, Verdict verdict)
{
  Text *out = &report->out;
  uint32_t all = c->results.len, some = count_of(c, verdict);
  if (c->no_start) {
    text_printf(out, "FAIL %s\n", words_no_start(c->lts));
    return;
  }
  if (!all) {
    text_add(out, "PASS nothing was checked: " NO_FORMULAS "\n");
    return;
  }
  if (verdict == VERDICT_PASS)
    text_printf(out, "PASS %u temporal formula%s", all, text_plural(all));
  else
    text_printf(out, "%s %u of %u temporal formula%s: %s",
                verdict == VERDICT_FAIL ? "FAIL" : "UNKNOWN", some, all, text_plural(all),
                first_of(c, verdict)->text);
  if (verdict == VERDICT_FAIL) temporal_add_length(out, first_of(c, verdict));
  else
    text_printf(out, ", %llu states, %llu transitions, %s", (unsigned long long) c->states,
                (unsigned long long) c->transitions,
                temporal_check_complete(c) ? "complete" : "not complete");
  if (verdict != VERDICT_UNKNOWN) add_scope(c, out);
  if (verdict != VERDICT_FAIL) text_printf(out, ", %.2f s", report_seconds(report));
  text_add_char(out, '\n');
}

/* A model that cannot begin, as a violation. */
static json_t *violations_of(const TemporalChecked *c)
{
  json_t *list = json_array();
  if (!c->no_start) return list;
  json_t *entry = json_object();
  const char *kind = c->lts->unconditional ? "initialisation" : "setup";
  json_object_set_new(entry, "kind", json_string(kind));
  json_object_set_new(entry, "message", json_string(words_no_start(c->lts)));
  json_report_set_place(entry, session_sources(c->session), SPAN_NONE);
  json_object_set_new(entry, "trace", json_array());
  json_array_append_new(list, entry);
  return list;
}

/* An assumption is about paths: CTL has none. */
static bool assumes_in_part(const TemporalChecked *c)
{
  bool fair = false, branching = false;
  for (uint32_t i = 0; i < c->results.len; i++) {
    fair |= c->results.data[i].fairness != NULL;
    branching |= c->results.data[i].logic == LOGIC_CTL;
  }
  return fair && branching;
}

Verdict temporal_report(Report *report, const TemporalChecked *c, Text *trace, bool reasons)
{
  Verdict verdict = temporal_check_verdict(c);
  json_t *list = json_array(), *unknown = json_array();
  for (uint32_t i = 0; i < c->results.len; i++) {
    const TemporalResult *r = &c->results.data[i];
    json_array_append_new(list, show_result(report, c, r, trace, reasons));
    if (r->verdict == VERDICT_UNKNOWN && !json_array_size(unknown)) {
      json_decref(unknown);
      unknown = reasons_of(r);
    }
  }
  if (c->results.len)
    text_add(&report->out, "only temporal formulas were checked: no invariant, deadlock, assertion "
                           "or goal\n");
  else if (!c->no_start) json_array_append_new(unknown, json_string(NO_FORMULAS));
  if (assumes_in_part(c)) text_add(&report->out, "formulas of CTL are checked without fairness\n");
  json_t *fields = report->fields;
  json_object_set_new(fields, "states", json_integer((json_int_t) c->states));
  json_object_set_new(fields, "transitions", json_integer((json_int_t) c->transitions));
  Checked checked = {.session = c->session, .engine = c->system->engine, .lts = c->lts};
  if (checked.engine) json_object_set_new(fields, "scope", check_scope_json(&checked));
  json_object_set_new(fields, "temporal", list);
  report_extend(report, "violations", violations_of(c));
  report_extend(report, "reasons", unknown);
  if (atlas_outside(c->atlas))
    json_object_set_new(fields, "outside_scope",
                        json_integer((json_int_t) atlas_outside(c->atlas)));
  report->incomplete |= !temporal_check_complete(c);
  add_verdict(report, c, verdict);
  return verdict;
}
