#include "report/eval_report.h"

#include <assert.h>
#include <string.h>

#include "report/answer.h"
#include "report/scope.h"

/* With --why, the parts of a predicate follow its answer. */
static void add_reason(Report *report, Evaluation *ev, bool why)
{
  bool predicate = ev->formula->node->type == NULL;
  Text text = {0};
  if (predicate && why) {
    bench_why(&ev->bench, ev->formula, &text);
    json_object_set_new(report->fields, "why", json_report_string(text_string(&text)));
  }
  if (!predicate && why)
    diag_warning(session_diags(report->session), SPAN_NONE, "no-effect",
                 "--why explains predicates, but this is an expression");
  text_add(&report->out, text_string(&text));
  text_free(&text);
}

/* The lines after the first: with --all a solution each, else the names of one. */
static void add_solutions(Report *report, const Evaluation *ev, bool all)
{
  const char *line = strchr(text_string(&report->out), '\n');
  if (ev->formula->node->type || !ev->bench.solutions || !line) return;
  json_t *list = json_array();
  Text one = {0};
  for (line++; *line; line += *line == '\n') {
    size_t length = strcspn(line, "\n");
    if (one.len) text_add(&one, " & ");
    text_add_bytes(&one, line, length);
    line += length;
    if (!all && line[0] && line[1]) continue;
    json_array_append_new(list, json_report_string(text_string(&one)));
    text_clear(&one);
  }
  text_free(&one);
  json_object_set_new(report->fields, "solutions", list);
}

Verdict eval_report(Report *report, Evaluation *ev, EvalStyle style)
{
  assert(ev->formula && ev->bench.session == report->session);
  Engine *engine = ev->bench.engine;
  Verdict verdict = VERDICT_PASS;
  ev->bench.style.unicode = style.unicode;
  report->incomplete = !ev->sure;
  Answer answer = bench_answer(&ev->bench, ev->formula, style.all, &report->out);
  if (bench_is_strict_fault(&ev->bench)) {
    answer = ANSWER_FAULT;
    text_clear(&report->out);
  }
  if (answer == ANSWER_FAULT || answer == ANSWER_UNKNOWN)
    verdict = answer_none(report, engine, answer);
  size_t length = strcspn(text_string(&report->out), "\n");
  json_t *scope = json_object();
  scope_add_integers_json(engine, scope_integers_of(ev->formula->node), scope);
  json_object_set_new(report->fields, "scope", scope);
  json_object_set_new(report->fields, "value",
                      verdict == VERDICT_PASS ? json_stringn(report->out.data, length)
                                              : json_null());
  if (verdict == VERDICT_PASS) add_solutions(report, ev, style.all);
  add_reason(report, ev, style.why);
  if (verdict == VERDICT_PASS && !style.why) answer_scope(report, engine, ev->formula->node);
  answer_warn(report, engine);
  if (ev->bench.model && ev->sure) evaluation_warn_of_others(ev);
  return verdict;
}
