#include "report/check/chain_table.h"

#include <assert.h>
#include <string.h>

#include "report/check/check_report.h"
#include "report/violation.h"

const char *chain_table_words(const ChainStep *step, const Checked *c)
{
  const Exploration *x = c->x;
  Text words = {0};
  uint32_t count = check_gluing_conjuncts(c->engine->model);
  if (x->violations.len)
    text_printf(&words, "%s: %s", violation_title(&x->violations.data[0]),
                x->violations.data[0].message);
  else if (!x->complete)
    text_printf(&words, "not complete: %s",
                x->reasons.len ? x->reasons.data[0] : "the search was interrupted");
  else if (step->refines)
    text_printf(&words, "invariant; refines %s: preconditions, results, %u gluing conjunct%s",
                step->refines->text, count, count == 1 ? "" : "s");
  else text_add(&words, "invariant");
  if (step->verdict == VERDICT_PASS) check_add_scope(c, &words);
  const char *kept = arena_copy(session_arena(c->session), text_string(&words), words.len);
  text_free(&words);
  return kept;
}

static const char *const verdict_words[] = {[VERDICT_PASS] = "PASS",
                                            [VERDICT_FAIL] = "FAIL",
                                            [VERDICT_UNKNOWN] = "UNKNOWN",
                                            [VERDICT_ERROR] = "ERROR"};

static int severity(Verdict v)
{
  return v == VERDICT_ERROR ? 3 : v == VERDICT_FAIL ? 2 : v == VERDICT_UNKNOWN ? 1 : 0;
}

static Verdict worst(const ChainSteps *steps)
{
  Verdict all = VERDICT_PASS;
  for (uint32_t i = 0; i < steps->len; i++)
    if (severity(steps->data[i].verdict) > severity(all)) all = steps->data[i].verdict;
  return all;
}

static void add_row(Report *report, const ChainStep *step, int width)
{
  text_printf(&report->out, "%-*s  %-7s %10llu %12llu  %s\n", width, step->name->text,
              verdict_words[step->verdict], (unsigned long long) step->states,
              (unsigned long long) step->transitions, step->words);
}

static json_t *row_json(const ChainStep *step)
{
  static const char *const words[] = {[VERDICT_PASS] = "pass",
                                      [VERDICT_FAIL] = "fail",
                                      [VERDICT_UNKNOWN] = "unknown",
                                      [VERDICT_ERROR] = "error"};
  json_t *row = json_object();
  json_object_set_new(row, "model", json_report_string(step->name->text));
  json_object_set_new(row, "file", json_report_string(step->source->name));
  json_object_set_new(row, "refines",
                      step->refines ? json_report_string(step->refines->text) : json_null());
  json_object_set_new(row, "verdict", json_string(words[step->verdict]));
  json_object_set_new(row, "states", json_integer((json_int_t) step->states));
  json_object_set_new(row, "transitions", json_integer((json_int_t) step->transitions));
  json_object_set_new(row, "message", json_report_string(step->words));
  json_object_set_new(row, "complete", json_boolean(step->complete));
  return row;
}

/* FAIL 5 machines: 2 FAIL, 3 PASS */
static void add_summary(Report *report, const ChainSteps *steps, Verdict all)
{
  static const Verdict order[] = {VERDICT_ERROR, VERDICT_FAIL, VERDICT_UNKNOWN, VERDICT_PASS};
  text_printf(&report->out, "%s %u machine%s", verdict_words[all], steps->len,
              steps->len == 1 ? "" : "s");
  const char *before = ": ";
  for (unsigned k = 0; k < sizeof order / sizeof *order; k++) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < steps->len; i++) count += steps->data[i].verdict == order[k];
    if (!count) continue;
    text_printf(&report->out, "%s%u %s", before, count, verdict_words[order[k]]);
    before = ", ";
  }
  text_printf(&report->out, ", %.2f s\n", report_seconds(report));
}

/* Which command shows the trace of a step that fails. */
static void add_commands(Report *report, const ChainSteps *steps)
{
  const Settings *lets = &session_options(report->session)->constants;
  for (uint32_t i = 0; i < steps->len; i++) {
    const ChainStep *step = &steps->data[i];
    if (step->verdict != VERDICT_FAIL) continue;
    text_printf(&report->out, "to see how %s fails: probity check --no-deadlock %s",
                step->name->text, strcmp(step->source->name, "<stdin>") ? step->source->name : "-");
    for (uint32_t k = 0; k < lets->len; k++)
      text_printf(&report->out, " --let %s=%s", lets->data[k].name, lets->data[k].value);
    text_add_char(&report->out, '\n');
  }
}

Verdict chain_table(Report *report, const ChainSteps *steps)
{
  assert(steps->len > 0);
  int width = 7;
  bool complete = true;
  json_t *rows = json_array();
  Verdict verdict = worst(steps);
  for (uint32_t i = 0; i < steps->len; i++)
    if ((int) steps->data[i].name->len > width) width = (int) steps->data[i].name->len;
  text_printf(&report->out, "%-*s  %-7s %10s %12s\n", width, "machine", "verdict", "states",
              "transitions");
  for (uint32_t i = 0; i < steps->len; i++) {
    add_row(report, &steps->data[i], width);
    json_array_append_new(rows, row_json(&steps->data[i]));
    complete &= steps->data[i].complete;
  }
  json_object_set_new(report->fields, "steps", rows);
  report->incomplete = !complete;
  add_commands(report, steps);
  add_summary(report, steps, verdict);
  return verdict;
}
