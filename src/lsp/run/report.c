#include <string.h>
#include <sys/wait.h>

#include "lsp/project/outcomes.h"
#include "lsp/run/run_impl.h"
#include "report/exchange/finding.h"
#include "report/json_report.h"

/* From the report of a process to the answer of the request. */

static const char *text_of(const json_t *object, const char *field)
{
  return json_string_value(json_object_get(object, field));
}

static long long number_of(const json_t *object, const char *field)
{
  return (long long) json_integer_value(json_object_get(object, field));
}

/* The first line. */
static void add_line(Text *out, const char *text)
{
  text_add_bytes(out, text, strcspn(text, "\n"));
}

/* ---- the summary */

static void add_scope(Text *out, const json_t *report)
{
  const json_t *sets = json_object_get(json_object_get(report, "scope"), "sets"), *size;
  const char *name, *before = " with ";
  json_object_foreach((json_t *) sets, name, size)
  {
    text_printf(out, "%s%s = %lld", before, name, (long long) json_integer_value(size));
    before = ", ";
  }
}

static const Finding *first_of(const Findings *f, FindingOutcome outcome)
{
  for (uint32_t i = 0; i + 1 < f->list.len; i++)
    if (f->list.data[i].outcome == outcome) return &f->list.data[i];
  return &f->list.data[f->list.len - 1];
}

static void add_proofs(Text *out, const json_t *report)
{
  const json_t *counts = json_object_get(report, "counts");
  size_t all = json_array_size(json_object_get(report, "obligations"));
  long long wrong = number_of(counts, "disproved") + number_of(counts, "disproved_selected");
  text_printf(out, "%lld of %zu obligations proved", number_of(counts, "proved"), all);
  if (wrong) text_printf(out, ", %lld disproved", wrong);
  if (number_of(counts, "bounded"))
    text_printf(out, ", %lld without counterexample in a scope", number_of(counts, "bounded"));
  if (number_of(counts, "unknown")) text_printf(out, ", %lld open", number_of(counts, "unknown"));
}

static void add_left_out(Text *out, const json_t *report)
{
  size_t left_out = json_array_size(json_object_get(report, "not_checked"));
  if (left_out) text_printf(out, "; not checked: %zu", left_out);
}

/* Of a script. */
static size_t assertions_of(const json_t *report)
{
  return json_array_size(json_object_get(report, "assertions"));
}

static void add_check(Text *out, const Findings *f, FindingOutcome outcome)
{
  const Finding *whole = &f->list.data[f->list.len - 1];
  const Finding *first = outcome == FINDING_FAIL ? first_of(f, outcome) : whole;
  size_t steps = json_array_size(first->trace), assertions = assertions_of(f->report);
  bool events =
      json_is_string(json_array_get(first->trace, 0)); /* else the first one is the start */
  add_line(out, first == whole ? whole->message : "fail");
  if (first != whole) {
    text_printf(out, ", %s: ", first->rule);
    add_line(out, first->message);
    if (steps + events > 1) text_printf(out, ", after %zu steps", steps - !events);
  } else if (assertions) {
    text_printf(out, "; %zu assertion%s", assertions, assertions > 1 ? "s" : "");
  }
  if (outcome != FINDING_FAIL) add_scope(out, f->report);
  add_left_out(out, f->report);
}

static json_t *outcome_json(const Run *run, const Findings *f, const char *verdict)
{
  Text summary = {0};
  FindingOutcome outcome = f->list.data[f->list.len - 1].outcome;
  if (outcome == FINDING_ERROR) add_line(&summary, first_of(f, outcome)->message);
  else if (run->kind == RUN_PROVE) add_proofs(&summary, f->report);
  else add_check(&summary, f, outcome);
  json_t *json = run_outcome(run, verdict, text_string(&summary));
  text_free(&summary);
  const json_t *violations = json_object_get(f->report, "violations");
  json_t *trace = json_object_get(json_array_get(violations, 0), "trace");
  if (json_array_size(trace)) json_object_set(json, "trace", trace);
  return json;
}

/* ---- the report */

/* The verdict is about what the process has read; the client may have gone on since. */
static void answer_report(Run *run, const json_t *report, const char *verdict)
{
  Project *p = &run->lsp->project;
  const json_t *inputs = json_object_get(json_object_get(report, "evidence"), "inputs");
  bool error = !strcmp(verdict, "error");
  if (!error && !outcome_is_present(p, inputs)) {
    run_answer(run, run_outcome(run, "unknown", "the text was changed meanwhile; run it again"));
    return;
  }
  Findings findings;
  findings_read(&findings, report);
  outcomes_set(p, run->key, inputs, error ? json_object() : run_problems(run, &findings));
  lsp_publish(run->lsp);
  run_answer(run, outcome_json(run, &findings, verdict));
  findings_free(&findings);
}

/* There is none. */
static void answer_failure(Run *run, int status)
{
  Text why = {0};
  if (run->err.len) add_line(&why, run->err.data);
  else if (WIFSIGNALED(status))
    text_printf(&why, "the process was ended by signal %d", WTERMSIG(status));
  else text_add(&why, "the process has said nothing");
  run_answer(run, run_outcome(run, "error", text_string(&why)));
  text_free(&why);
}

void run_report(Run *run, int status)
{
  bool page = run->kind == RUN_ANIMATE;
  json_t *report =
      page ? NULL : json_loadb(text_string(&run->out), run->out.len, JSON_ALLOW_NUL, NULL);
  const char *verdict = text_of(report, "verdict");
  bool whole = verdict && WIFEXITED(status);
  if (whole) answer_report(run, report, verdict);
  else answer_failure(run, status);
  json_decref(report);
}
