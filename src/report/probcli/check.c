#include "report/probcli/answer.h"

#include <string.h>

#include "lts/lts.h"

/* The result of an exploration. */

static const char *text_of(const json_t *object, const char *field)
{
  const char *text = json_string_value(json_object_get(object, field));
  return text ? text : "";
}

static long long number_of(const json_t *object, const char *field)
{
  return json_integer_value(json_object_get(object, field));
}

static bool is(const json_t *object, const char *field, const char *text)
{
  return !strcmp(text_of(object, field), text);
}

/* ------------------------------------------------------------------- violations */

const char *prob_violation_kind(const json_t *violation)
{
  static const char *const kinds[][2] = {{"invariant", "invariant_violation"},
                                         {"assertion", "assertion_violation"},
                                         {"deadlock", "deadlock"},
                                         {"goal", "goal_found"},
                                         {"setup", "setup_constants_fails"},
                                         {"initialisation", "initialisation_fails"}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (is(violation, "kind", kinds[i][0])) return kinds[i][1];
  return "state_error";
}

/* *** Invariant 6 (Line:22 Col:4) is false: */
static void add_predicate(Text *out, const json_t *v, const char *what)
{
  text_printf(out, "*** %s", what);
  if (json_is_integer(json_object_get(v, "number")))
    text_printf(out, " %lld", number_of(v, "number"));
  if (json_is_integer(json_object_get(v, "line")))
    text_printf(out, " (Line:%lld Col:%lld)", number_of(v, "line"), number_of(v, "column") - 1);
  text_printf(out, " is false:\n%s\n", text_of(v, "message"));
}

static void add_counterexample(ProbAnswer *a, const json_t *v)
{
  const char *kind = prob_violation_kind(v);
  text_printf(&a->out, "*** COUNTER EXAMPLE FOUND ***\n\n%s\n", kind);
  prob_set_trace(a, json_incref(json_object_get(v, "trace")));
  prob_add_trace(a, a->trace);
  text_add_char(&a->out, '\n');
  if (!strcmp(kind, "invariant_violation")) add_predicate(&a->out, v, "Invariant");
  else if (!strcmp(kind, "assertion_violation")) add_predicate(&a->out, v, "Assertion");
  prob_add_error(a, kind);
}

/* What has no trace to show, or goes wrong in the middle of a step. */
static void say_violation(ProbAnswer *a, const json_t *v)
{
  const char *kind = prob_violation_kind(v), *call = text_of(v, "call");
  Text text = {0};
  text_add(&text, text_of(v, "message"));
  if (*call) text_printf(&text, "\nERROR CONTEXT: OPERATION:%s", call);
  if (json_is_integer(json_object_get(v, "line")))
    text_printf(&text, "\nLine: %lld Column: %lld in file: %s", number_of(v, "line"),
                number_of(v, "column") - 1, text_of(v, "file"));
  if (!strcmp(kind, "state_error")) {
    add_counterexample(a, v);
    prob_say_message(a, kind, text_string(&text));
  } else prob_say_error(a, kind, text_string(&text));
  text_free(&text);
}

static void add_violation(ProbAnswer *a, const json_t *v)
{
  const char *kind = prob_violation_kind(v);
  bool shown = !strcmp(kind, "invariant_violation") || !strcmp(kind, "assertion_violation") ||
               !strcmp(kind, "deadlock") || !strcmp(kind, "goal_found");
  if (shown) add_counterexample(a, v);
  else say_violation(a, v);
}

/* ---------------------------------------------------------------------- verdict */

/* What the verdict holds for: a set has some size, numbers end somewhere. */
void prob_add_scope(ProbAnswer *a, const json_t *report)
{
  const json_t *scope = json_object_get(report, "scope"), *sets = json_object_get(scope, "sets");
  const char *name, *between = "% Scope: ";
  json_t *value;
  if (a->silent) return;
  json_object_foreach((json_t *) sets, name, value)
  {
    text_printf(&a->out, "%s%s=%lld", between, name, (long long) json_integer_value(value));
    between = ", ";
  }
  json_object_foreach((json_t *) scope, name, value)
  {
    if (!json_is_integer(value)) continue;
    text_printf(&a->out, "%s%s=%lld", between, name, (long long) json_integer_value(value));
    between = ", ";
  }
  if (*between == ',') text_add_char(&a->out, '\n');
}

/* Not all was looked at: what is said of it, and why. */
static void add_incomplete(ProbAnswer *a, const json_t *report)
{
  const json_t *reasons = json_object_get(report, "reasons");
  const char *first = json_string_value(json_array_get(reasons, 0));
  bool bounded = json_array_size(reasons) == 1 && !strcmp(first, REASON_STATE_LIMIT);
  text_add(&a->out, bounded ? "No counter example found. However, not all states were visited !\n"
                            : "No counter example found. However, not all transitions were "
                              "computed !\n");
  Text text = {0};
  size_t i;
  json_t *reason;
  json_array_foreach(reasons, i, reason)
      text_printf(&text, "%s%s", i ? "\n" : "", json_string_value(reason));
  prob_say_warning(a, "model_check_incomplete",
                   text.len ? text_string(&text) : "the search was interrupted");
  text_free(&text);
  vec_push(&a->kinds, "model_check_incomplete");
}

static void add_verdict(ProbAnswer *a, const json_t *report)
{
  const json_t *violations = json_object_get(report, "violations");
  size_t i;
  json_t *v;
  json_array_foreach(violations, i, v) add_violation(a, v);
  if (json_array_size(violations)) return;
  long long outside = number_of(report, "outside_scope");
  if (is(report, "verdict", "unknown")) add_incomplete(a, report);
  else if (outside)
    text_printf(&a->out,
                "No counter example found. ALL states inside the scope visited, %lld outside of "
                "it not.\n",
                outside);
  else text_add(&a->out, "No counter example found. ALL states visited.\n");
}

static void add_coverage(ProbAnswer *a, const json_t *report)
{
  const json_t *uncovered = json_object_get(report, "uncovered");
  if (!json_is_array(uncovered) || !number_of(report, "states") || a->silent) return;
  if (!json_array_size(uncovered)) text_add(&a->out, "ALL OPERATIONS COVERED\n");
}

/* States of which all that follows was looked at; of a process nothing else is said. */
static long long explored_of(const json_t *report)
{
  return number_of(report, json_object_get(report, "explored") ? "explored" : "states");
}

static void add_left_out(ProbAnswer *a, const json_t *report)
{
  long long left_out = number_of(json_object_get(report, "checked"), "gluing_left_out");
  Text text = {0};
  if (!left_out) return;
  text_printf(&text,
              "not checked: %lld conjunct%s of the invariant about the refined machine "
              "(`probity check` checks them)",
              left_out, text_plural((uint64_t) left_out));
  prob_say_note(a, text_string(&text));
  text_free(&text);
}

void prob_add_check(ProbAnswer *a, const json_t *report)
{
  double milliseconds = 1000 * json_number_value(json_object_get(report, "seconds"));
  bool pass = is(report, "verdict", "pass") && !number_of(report, "outside_scope");
  if (is(report, "verdict", "error")) return;
  add_coverage(a, report);
  if (pass) text_add(&a->out, "% Model checking finished, all open states visited\n");
  text_printf(&a->out, "Model checking time: %.0f ms (%.0f ms walltime)\n", milliseconds,
              milliseconds);
  text_printf(&a->out, "States analysed: %lld\nTransitions fired: %lld\n", explored_of(report),
              number_of(report, "transitions"));
  add_verdict(a, report);
  prob_add_scope(a, report);
  add_left_out(a, report);
}

/* ----------------------------------------------------------------------- census */

static void add_operations(Text *out, const json_t *report)
{
  const json_t *operations = json_object_get(json_object_get(report, "coverage"), "operations");
  const json_t *uncovered = json_object_get(report, "uncovered");
  const char *name;
  json_t *count, *operation;
  size_t i, covered = 0;
  json_object_foreach((json_t *) operations, name, count) covered += json_integer_value(count) > 0;
  text_printf(out, ",COVERED_OPERATIONS (%zu)", covered);
  json_object_foreach((json_t *) operations, name, count) if (json_integer_value(count) > 0)
      text_printf(out, ",%s:%lld", name, (long long) json_integer_value(count));
  text_printf(out, ",UNCOVERED_OPERATIONS (%zu)", json_array_size(uncovered));
  json_array_foreach(uncovered, i, operation) text_printf(out, ",%s", json_string_value(operation));
}

/* The counters that are known: a complete search without a violation has seen none of what it was
 * looking for. */
void prob_add_census(ProbAnswer *a, const json_t *report, bool deadlock, bool invariant)
{
  Text *out = &a->out;
  long long states = number_of(report, "states");
  bool pass = is(report, "verdict", "pass");
  if (is(report, "verdict", "error")) return;
  text_printf(out, "Coverage:\n[STATES (%lld)", states + 1); /* the root is one */
  deadlock &= pass && json_is_false(json_object_get(report, "deadlock"));
  if (deadlock) text_add(out, ",deadlocked:0");
  if (pass && invariant) text_add(out, ",invariant_violated:0");
  if (pass && !number_of(report, "outside_scope")) text_add(out, ",open:0");
  if (deadlock) text_printf(out, ",live:%lld", states + 1);
  text_printf(out, ",total:%lld,TOTAL_TRANSITIONS,%lld", states + 1,
              number_of(report, "transitions"));
  add_operations(out, report);
  text_add(out, "]\n");
}
