#include "report/csp/csp_report.h"

#include <assert.h>

#include "report/csp/csp_behaviour_text.h"

static const char *const verdict_words[] = {"PASS", "FAIL", "UNKNOWN", "ERROR"};

/* -------------------------------------------------------------------- people */

static void print_figures(Text *out, const CspResult *r)
{
  text_add(out, "  (");
  if (r->states != CSP_NO_FIGURE)
    text_printf(out, "%llu state%s, %llu transition%s, ", (unsigned long long) r->states,
                text_plural(r->states), (unsigned long long) r->transitions,
                text_plural(r->transitions));
  text_printf(out, "%.2f s)\n", r->seconds);
}

static void print_result(Report *report, const CspResult *r)
{
  Text *out = &report->out;
  text_printf(out, "%-7s ", verdict_words[r->verdict]);
  if (r->index)
    text_printf(out, "%5u", sources_place(session_sources(report->session), r->span.begin).line);
  else text_add(out, "    -");
  text_printf(out, "  %s", r->text);
  print_figures(out, r);
  if (r->behaviour) csp_behaviour_print(out, r->behaviour);
  for (uint32_t i = 0; i < r->reasons.len; i++) text_printf(out, "    %s\n", r->reasons.data[i]);
  for (uint32_t i = 0; i < r->notes.len; i++) text_printf(out, "    %s\n", r->notes.data[i]);
}

/* What the verdict is about, beside the others: "1 unknown". */
static void print_others(Text *out, const CspChecked *c, Verdict verdict, const char *what)
{
  uint32_t count = csp_check_count(c, verdict);
  if (count) text_printf(out, ", %u %s", count, what);
}

static void print_summary(Text *out, const CspChecked *c, Verdict verdict)
{
  uint32_t all = c->results.len, fail = csp_check_count(c, VERDICT_FAIL);
  uint32_t wrong = csp_check_count(c, VERDICT_ERROR);
  const char *plural = text_plural(all);
  if (verdict == VERDICT_PASS)
    text_printf(out, "%u assertion%s hold%s", all, plural, all == 1 ? "s" : "");
  else if (verdict == VERDICT_UNKNOWN)
    text_printf(out, "%u of %u assertion%s unknown", csp_check_count(c, VERDICT_UNKNOWN), all,
                plural);
  else if (fail)
    text_printf(out, "%u of %u assertion%s fail%s", fail, all, plural, fail == 1 ? "s" : "");
  else text_printf(out, "%u of %u assertion%s cannot be evaluated", wrong, all, plural);
  if (fail) print_others(out, c, VERDICT_ERROR, "cannot be evaluated");
  if (verdict == VERDICT_FAIL) print_others(out, c, VERDICT_UNKNOWN, "unknown");
}

static void print_found(Text *out, const char *what, const CspResult *r)
{
  uint32_t steps = r->behaviour->trace.len;
  text_printf(out, "%s after %u step%s, ", what, steps, text_plural(steps));
}

/* Of one process. */
static void print_process(Text *out, const CspChecked *c, Verdict verdict)
{
  const CspResult *deadlock = &c->results.data[0], *divergence = &c->results.data[1];
  if (deadlock->verdict == VERDICT_FAIL) print_found(out, "deadlock", deadlock);
  if (divergence->verdict == VERDICT_FAIL) print_found(out, "divergence", divergence);
  if (verdict == VERDICT_UNKNOWN || deadlock->verdict == VERDICT_ERROR)
    text_printf(out, "%s, ",
                deadlock->reasons.len ? deadlock->reasons.data[0] : divergence->reasons.data[0]);
  if (deadlock->states != CSP_NO_FIGURE)
    text_printf(out, "%llu state%s, %llu transition%s", (unsigned long long) deadlock->states,
                text_plural(deadlock->states), (unsigned long long) deadlock->transitions,
                text_plural(deadlock->transitions));
  else text_add(out, "no states");
  if (verdict == VERDICT_PASS) text_add(out, ", complete");
}

/* ------------------------------------------------------------------ programs */

static json_t *figure(uint64_t number)
{
  return number == CSP_NO_FIGURE ? json_null() : json_integer((json_int_t) number);
}

static json_t *texts_json(const CspTexts *texts)
{
  json_t *list = json_array();
  for (uint32_t i = 0; i < texts->len; i++)
    json_array_append_new(list, json_report_string(texts->data[i]));
  return list;
}

static json_t *result_json(Report *report, const CspResult *r)
{
  static const char *const words[] = {"pass", "fail", "unknown", "error"};
  json_t *object = json_object();
  json_object_set_new(object, "index", r->index ? json_integer(r->index) : json_null());
  json_report_set_place(object, session_sources(report->session), r->span);
  json_object_set_new(object, "text", json_report_string(r->text));
  json_object_set_new(object, "verdict", json_string(words[r->verdict]));
  json_object_set_new(object, "reasons", texts_json(&r->reasons));
  json_object_set_new(object, "notes", texts_json(&r->notes));
  json_object_set_new(object, "seconds", json_real(r->seconds));
  json_object_set_new(object, "states", figure(r->states));
  json_object_set_new(object, "transitions", figure(r->transitions));
  json_object_set_new(object, "pairs", figure(r->pairs));
  json_object_set_new(object, "spec_states", figure(r->spec_states));
  json_object_set_new(object, "counterexample", csp_behaviour_json(r->behaviour));
  return object;
}

static json_t *truth(Verdict verdict)
{
  return verdict == VERDICT_FAIL   ? json_true()
         : verdict == VERDICT_PASS ? json_false()
                                   : json_null();
}

static void add_process(json_t *fields, const CspChecked *c)
{
  const CspResult *deadlock = &c->results.data[0], *divergence = &c->results.data[1];
  json_object_set_new(fields, "states", figure(deadlock->states));
  json_object_set_new(fields, "transitions", figure(deadlock->transitions));
  json_object_set_new(fields, "deadlock", truth(deadlock->verdict));
  json_object_set_new(fields, "divergence", truth(divergence->verdict));
}

static void add_fields(Report *report, const CspChecked *c)
{
  json_t *list = json_array(), *violations = json_array(), *reasons = json_array();
  for (uint32_t i = 0; i < c->results.len; i++) {
    const CspResult *r = &c->results.data[i];
    json_array_append_new(list, result_json(report, r));
    if (r->verdict == VERDICT_ERROR)
      json_array_append_new(violations, json_report_evaluation(session_sources(report->session),
                                                               r->fault, r->reasons.data[0]));
    if (r->verdict == VERDICT_UNKNOWN && !json_array_size(reasons)) {
      json_decref(reasons);
      reasons = texts_json(&r->reasons);
    }
  }
  json_object_set_new(report->fields, "assertions", list);
  report_extend(report, "violations", violations);
  report_extend(report, "reasons", reasons);
  if (c->about_process) add_process(report->fields, c);
}

/* ----------------------------------------------------------------------- both */

/* The place of what has no value; the same one is shown once. */
static void show_faults(Report *report, const CspChecked *c)
{
  Diags *diags = session_diags(report->session);
  for (uint32_t i = 0; i < c->results.len; i++) {
    const CspResult *r = &c->results.data[i];
    bool known = r->verdict != VERDICT_ERROR || !span_known(r->fault);
    for (uint32_t k = 0; k < i && !known; k++)
      known = c->results.data[k].verdict == VERDICT_ERROR &&
              span_equal(c->results.data[k].fault, r->fault);
    if (known) continue;
    diag_violation(diags, r->fault, "evaluation", "%s", r->reasons.data[0]);
    diags_absorb_warnings(diags); /* of types, which say the same */
  }
}

Verdict csp_report_part(Report *report, const CspChecked *c, Text *trace, Text *summary)
{
  Verdict verdict = csp_check_verdict(c);
  assert(c->results.len > 0);
  for (uint32_t i = 0; i < c->results.len; i++) {
    const CspResult *r = &c->results.data[i];
    print_result(report, r);
    if (trace && !trace->len && r->behaviour)
      csp_behaviour_save(trace, r->behaviour, report->model);
  }
  show_faults(report, c);
  add_fields(report, c);
  report->incomplete |= csp_check_count(c, VERDICT_UNKNOWN) || csp_check_count(c, VERDICT_ERROR);
  if (c->about_process) print_process(summary, c, verdict);
  else print_summary(summary, c, verdict);
  return verdict;
}

Verdict csp_report(Report *report, const CspChecked *c, Text *trace)
{
  Text summary = {0};
  Verdict verdict = csp_report_part(report, c, trace, &summary);
  text_printf(&report->out, "%s %s, %.2f s\n", verdict_words[verdict], text_string(&summary),
              report_seconds(report));
  text_free(&summary);
  return verdict;
}
