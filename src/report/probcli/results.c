#include "report/probcli/answer.h"

#include <string.h>

/* Steps, formulas, refinement, values. */

static const char *text_of(const json_t *object, const char *field)
{
  const char *text = json_string_value(json_object_get(object, field));
  return text ? text : "";
}

static bool is(const json_t *object, const char *field, const char *text)
{
  return !strcmp(text_of(object, field), text);
}

static long long number_of(const json_t *object, const char *field)
{
  return json_integer_value(json_object_get(object, field));
}

static double milliseconds_of(const json_t *report)
{
  return 1000 * json_number_value(json_object_get(report, "seconds"));
}

/* ------------------------------------------------------------------- animation */

static void add_violations(ProbAnswer *a, const json_t *report)
{
  size_t i;
  json_t *v;
  json_array_foreach(json_object_get(report, "violations"), i, v)
  {
    const char *kind = prob_violation_kind(v);
    Text text = {0};
    text_add(&text, text_of(v, "message"));
    if (number_of(v, "steps")) text_printf(&text, "\nafter step %lld", number_of(v, "steps"));
    prob_say_error(a, kind, text_string(&text));
    text_free(&text);
  }
}

void prob_add_start(ProbAnswer *a, const json_t *report)
{
  if (is(report, "verdict", "error")) return;
  prob_set_trace(a, json_incref(json_object_get(report, "trace")));
  add_violations(a, report);
  if (is(report, "verdict", "unknown")) prob_say_reasons(a, report);
}

void prob_add_animation(ProbAnswer *a, const json_t *report, uint64_t asked)
{
  long long steps = number_of(report, "steps");
  const json_t *violations = json_object_get(report, "violations");
  if (is(report, "verdict", "error")) return;
  prob_add_start(a, report);
  if (!a->silent)
    text_printf(&a->out, "%% Runtime for -animate: %.0f ms (%.0f ms walltime), %lld step%s\n",
                milliseconds_of(report), milliseconds_of(report), steps, text_plural(steps));
  if (is(report, "verdict", "pass") && asked != UINT64_MAX && (uint64_t) steps < asked &&
      !json_array_size(violations)) {
    text_printf(&a->errors, "! Deadlock occurred during -animate, at step number:\n! %lld\n",
                steps);
    prob_add_error(a, "deadlock");
  }
}

void prob_add_replay(ProbAnswer *a, const json_t *report)
{
  const json_t *missed = json_object_get(report, "not_compared");
  size_t i;
  json_t *text;
  if (is(report, "verdict", "error")) {
    prob_add_error(a, "replay_json_trace_file");
    return;
  }
  prob_set_trace(a, json_incref(json_object_get(report, "trace")));
  json_array_foreach(missed, i, text)
  {
    Text note = {0};
    text_printf(&note, "not compared, because it could not be read: %s", json_string_value(text));
    prob_say_note(a, text_string(&note));
    text_free(&note);
  }
  long long done = number_of(report, "replayed"), all = number_of(report, "to_replay");
  text_printf(&a->out, "replayed %lld/%lld operations\n", done, all);
  bool stopped = !json_object_get(report, "violations") && !is(report, "verdict", "pass");
  if (!stopped && !json_array_size(missed)) text_add(&a->out, "Perfect replay possible\n");
  add_violations(a, report);
  if (!stopped) return;
  text_add(&a->out, "Trace Checking was not successful\n");
  const json_t *reason = json_array_get(json_object_get(report, "reasons"), 0);
  const char *why = json_string_value(reason);
  if (is(report, "verdict", "unknown")) prob_say_reasons(a, report);
  else prob_say_error(a, "replay_json_trace_file", why ? why : "Replay Error");
}

/* -------------------------------------------------------------------- formulas */

/* That it holds says less than it seems to. */
static void say_vacuous(ProbAnswer *a, const json_t *f)
{
  const char *vacuous = text_of(f, "vacuous");
  Text text = {0};
  if (!*vacuous) return;
  text_printf(&text, "%s holds, but only because %s", text_of(f, "formula"), vacuous);
  prob_say_warning(a, "vacuous_formula", text_string(&text));
  text_free(&text);
}

/* Scripts look for the words TRUE and FALSE on standard output, so neither occurs there but as the
 * verdict: formulas and counterexamples go to standard error. */
static void add_formula(ProbAnswer *a, const json_t *f)
{
  const char *logic = is(f, "logic", "ltl") ? "LTL" : "CTL";
  const json_t *path = json_object_get(f, "counterexample");
  if (is(f, "verdict", "pass")) {
    text_printf(&a->out, "%s Formula TRUE.\nNo counter example found.\n", logic);
    say_vacuous(a, f);
  } else if (is(f, "verdict", "fail")) {
    text_printf(&a->out, "%s Formula FALSE.\n", logic);
    ProbAnswer shown = {0};
    json_t *steps = json_array();
    json_array_extend(steps, json_object_get(path, "prefix"));
    size_t loop = json_array_size(steps);
    json_array_extend(steps, json_object_get(path, "loop"));
    text_printf(&a->errors, "counter example to %s\n", text_of(f, "formula"));
    prob_add_trace(&shown, steps);
    text_add(&a->errors, text_string(&shown.out));
    if (json_array_size(steps) > loop)
      text_printf(&a->errors, "the loop begins with step %zu\n", loop + 1);
    prob_answer_free(&shown);
    prob_set_trace(a, steps);
    prob_add_error(a, "ltl");
  } else {
    text_printf(&a->out, "%s formula not decided\n", logic);
    prob_say_reasons(a, f);
  }
}

void prob_add_temporal(ProbAnswer *a, const json_t *report)
{
  size_t i;
  json_t *f;
  const json_t *list = json_object_get(report, "temporal");
  if (is(report, "verdict", "error")) return;
  json_array_foreach(list, i, f) add_formula(a, f);
  add_violations(a, report);
  if (!json_array_size(list)) text_add(&a->out, "No formulas to check\n");
  if (number_of(report, "outside_scope"))
    prob_say_note(a, "states outside of SCOPE were not explored");
  prob_add_scope(a, report);
  if (!a->silent)
    text_printf(&a->out, "LTL model checking: total time %.0fms, %lld states, %lld transitions\n",
                milliseconds_of(report), number_of(report, "states"),
                number_of(report, "transitions"));
}

/* ------------------------------------------------------------------ refinement */

void prob_add_refinement(ProbAnswer *a, const json_t *report)
{
  const json_t *x = json_object_get(report, "counterexample");
  if (is(report, "verdict", "error")) return;
  if (is(report, "verdict", "pass")) {
    text_add(&a->out, "Refinement Check Successful\n");
  } else if (is(report, "verdict", "unknown")) {
    text_add(&a->out, "Refinement Check incomplete\n");
    prob_say_reasons(a, report);
  } else {
    text_add(&a->out, "Refinement Check Counter-Example: is *not* a trace refinement\n");
    prob_set_trace(a, json_incref(json_object_get(x, "trace")));
    prob_add_trace(a, a->trace);
    prob_add_error(a, "refinement_check_fails");
  }
}

/* ----------------------------------------------------------------- assertions */

static void add_failure(ProbAnswer *a, const json_t *claim)
{
  const json_t *x = json_object_get(claim, "counterexample");
  const char *kind = text_of(x, "kind");
  if (!strcmp(kind, "deadlock")) text_add(&a->out, "the process reaches a deadlock\n");
  else if (strstr(text_of(claim, "text"), "[T="))
    text_add(&a->out, "is *not* a trace refinement\n");
  prob_set_trace(a, json_incref(json_object_get(x, "trace")));
  if (json_is_array(a->trace)) prob_add_trace(a, a->trace);
  prob_add_error(a, strstr(text_of(claim, "text"), "[") && strstr(text_of(claim, "text"), "=")
                        ? "refinement_check_fails"
                        : "csp_assertion");
}

static void add_claim(ProbAnswer *a, const json_t *claim)
{
  const char *text = text_of(claim, "text");
  if (is(claim, "verdict", "pass")) {
    text_printf(&a->out, "==> Model Check Successful: %s\n", text);
  } else if (is(claim, "verdict", "fail")) {
    text_printf(&a->out, "*** assertion fails: %s\n", text);
    add_failure(a, claim);
  } else {
    text_printf(&a->out, "assertion not decided: %s\n", text);
    if (is(claim, "verdict", "unknown")) prob_say_reasons(a, claim);
    else {
      const json_t *reason = json_array_get(json_object_get(claim, "reasons"), 0);
      const char *why = json_string_value(reason);
      prob_say_error(a, "csp_assertion", why ? why : "it has no value");
    }
  }
}

void prob_add_assertions(ProbAnswer *a, const json_t *report)
{
  const json_t *claims = json_object_get(report, "assertions");
  size_t i, good = 0, bad = 0, all = json_array_size(claims);
  json_t *claim;
  json_array_foreach(claims, i, claim)
  {
    add_claim(a, claim);
    good += is(claim, "verdict", "pass");
    bad += is(claim, "verdict", "fail");
  }
  if (claims)
    text_printf(&a->out, "[total/%zu,true/%zu,false/%zu,unknown/%zu]\n", all, good, bad,
                all - good - bad);
}

/* Of a machine, in all states. */
static void add_machine_assertions(ProbAnswer *a, const json_t *report)
{
  const json_t *violations = json_object_get(report, "violations");
  long long total = number_of(json_object_get(report, "checked"), "assertions");
  size_t i, bad = 0;
  json_t *v;
  json_array_foreach(violations, i, v)
  {
    const char *kind = prob_violation_kind(v);
    bool assertion = !strcmp(kind, "assertion_violation");
    bad += assertion;
    if (assertion) text_printf(&a->out, "false: %s\n", text_of(v, "message"));
    prob_say_error(a, kind, text_of(v, "message"));
  }
  bool whole =
      json_is_true(json_object_get(report, "complete")) && bad == json_array_size(violations);
  long long rest = total - (long long) bad;
  text_printf(&a->out, "[total/%lld,true/%lld,false/%zu,unknown/%lld]\n", total, whole ? rest : 0,
              bad, whole ? 0 : rest);
  if (is(report, "verdict", "unknown")) prob_say_reasons(a, report);
}

void prob_add_all_assertions(ProbAnswer *a, const json_t *report)
{
  if (json_object_get(report, "assertions")) prob_add_assertions(a, report);
  else if (!is(report, "verdict", "error")) add_machine_assertions(a, report);
}

void prob_add_properties(ProbAnswer *a, const json_t *report)
{
  long long total = number_of(report, "properties");
  if (is(report, "verdict", "error")) return;
  add_violations(a, report);
  prob_set_trace(a, json_incref(json_object_get(report, "trace")));
  if (is(report, "verdict", "unknown")) prob_say_reasons(a, report);
  else if (json_array_size(json_object_get(report, "trace"))) /* there are constants */
    text_printf(&a->out, "[total/%lld,true/%lld,false/0,unknown/0]\n", total, total);
}

/* ---------------------------------------------------------------- state spaces */

void prob_add_tests(ProbAnswer *a, const json_t *report)
{
  const json_t *tests = json_object_get(report, "tests");
  const json_t *uncovered = json_object_get(report, "uncovered");
  size_t i;
  json_t *test;
  if (!tests) return;
  json_array_foreach(tests, i, test)
      text_printf(&a->out, "Test %zu covers %s: %zu steps\n", i + 1, text_of(test, "covers"),
                  json_array_size(json_object_get(test, "steps")));
  if (is(report, "verdict", "pass")) text_add(&a->out, "% All that was asked for is covered\n");
  else if (is(report, "verdict", "unknown")) prob_say_reasons(a, report);
  else {
    Text names = {0};
    json_array_foreach(uncovered, i, test)
        text_printf(&names, "%s%s", i ? "," : "", json_string_value(test));
    prob_say_error(a, "uncovered_operations", text_string(&names));
    text_free(&names);
  }
}

void prob_add_space(ProbAnswer *a, const json_t *report)
{
  if (is(report, "verdict", "error")) return;
  if (is(report, "verdict", "fail"))
    prob_say_error(a, "initialisation_fails", "there is no initial state");
  else if (!json_is_true(json_object_get(report, "complete"))) prob_say_reasons(a, report);
}

/* ---------------------------------------------------------------------- values */

void prob_add_value(ProbAnswer *a, const json_t *report)
{
  const char *value = json_string_value(json_object_get(report, "value"));
  const json_t *solutions = json_object_get(report, "solutions");
  size_t i;
  json_t *solution;
  if (value) text_printf(&a->out, "%s\n", value);
  else if (is(report, "verdict", "fail")) text_add(&a->out, "NOT-WELL-DEFINED\n");
  json_array_foreach(solutions, i, solution)
      text_printf(&a->out, " %s\n", json_string_value(solution));
  if (is(report, "verdict", "fail") && json_array_size(json_object_get(report, "reasons")))
    prob_say_error(a, "eval",
                   json_string_value(json_array_get(json_object_get(report, "reasons"), 0)));
  else if (is(report, "verdict", "fail")) prob_add_error(a, "eval");
  else if (is(report, "verdict", "unknown")) prob_say_reasons(a, report);
}
