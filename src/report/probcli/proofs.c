#include "report/probcli/answer.h"

#include <string.h>

/* What solver and provers say. */

static const char *text_of(const json_t *object, const char *field)
{
  const char *text = json_string_value(json_object_get(object, field));
  return text ? text : "";
}

static bool is(const json_t *object, const char *field, const char *text)
{
  return !strcmp(text_of(object, field), text);
}

static void add_values(Text *out, const json_t *values)
{
  const char *name;
  json_t *value;
  json_object_foreach((json_t *) values, name, value)
  {
    const char *text = json_string_value(value);
    text_printf(out, "%s%s=%s", out->len ? " & " : "", name, text ? text : "?");
  }
}

/* A counterexample of a proof: its constants, and the state before. */
static void add_state(Text *out, const json_t *counterexample)
{
  Text values = {0};
  add_values(&values, json_object_get(counterexample, "constants"));
  add_values(&values, json_object_get(counterexample, "before"));
  text_printf(out, "( %s )\n", values.len ? text_string(&values) : "1=1");
  text_free(&values);
}

static void say_open(ProbAnswer *a, const char *what, const char *why)
{
  Text text = {0};
  text_printf(&text, "%s: %s", what, *why ? why : "not decided");
  prob_say_warning(a, "incomplete", text_string(&text));
  vec_push(&a->kinds, "incomplete");
  text_free(&text);
}

/* ------------------------------------------------------------------- induction */

static void add_step(ProbAnswer *a, const json_t *step)
{
  const char *operation = text_of(step, "operation"), *status = text_of(step, "status");
  if (!strcmp(status, "proved")) {
    if (!a->silent) text_printf(&a->out, "%s preserves the invariant\n", operation);
  } else if (!strcmp(status, "disproved")) {
    text_printf(&a->out, "*** COUNTER EXAMPLE FOUND ***\n\ninvariant_violation\n");
    prob_set_trace(a, json_incref(json_object_get(step, "counterexample")));
    const json_t *before = json_array_get(a->trace, 0);
    Text state = {0};
    if (json_array_size(a->trace) > 1) add_values(&state, json_object_get(before, "state"));
    if (state.len)
      text_printf(&a->out, "*** STATE = \n( %s )\n*** END STATE\n", text_string(&state));
    text_free(&state);
    prob_add_trace(a, a->trace);
    text_printf(&a->out,
                "\n%s can violate the invariant, from a state that need not be reachable\n",
                operation);
    prob_add_error(a, "cbc_invariant");
  } else say_open(a, operation, text_of(step, "why"));
}

void prob_add_induction(ProbAnswer *a, const json_t *report, const char *operation)
{
  const json_t *steps = json_object_get(json_object_get(report, "inductive"), "operations");
  bool all = !strcmp(operation, "all"), found = false, good = true;
  size_t i;
  json_t *step;
  if (!steps) return;
  if (!a->silent)
    text_printf(&a->out, "%% Starting Constraint-Based INVARIANT check: %s\n", operation);
  json_array_foreach(steps, i, step)
  {
    if (!all && !is(step, "operation", operation)) continue;
    add_step(a, step);
    good &= is(step, "status", "proved");
    found = true;
  }
  if (!found && !all) {
    Text text = {0};
    text_printf(&text, "there is no operation %s", operation);
    prob_say_error(a, "usage", text_string(&text));
    text_free(&text);
  } else if (good) text_add(&a->out, "NO ERRORS FOUND\n");
}

void prob_add_paths(ProbAnswer *a, const json_t *report)
{
  const json_t *violations = json_object_get(report, "violations");
  const json_t *paths = json_object_get(report, "paths"), *v = json_array_get(violations, 0);
  long long steps = json_integer_value(json_object_get(paths, "clear"));
  if (!paths) return;
  if (v) {
    text_add(&a->out, "*** COUNTER EXAMPLE FOUND ***\n\ninvariant_violation\n");
    prob_set_trace(a, json_incref(json_object_get(v, "trace")));
    prob_add_trace(a, a->trace);
    text_printf(&a->out, "\n*** Invariant is false:\n%s\n", text_of(v, "message"));
    prob_add_error(a, "bmc");
    return;
  }
  if (is(report, "verdict", "pass"))
    text_add(&a->out, "No counter example found. The invariant was shown by induction.\n");
  else {
    text_printf(&a->out,
                "No counter example found of fewer than %lld steps. However, not all "
                "states were visited !\n",
                steps);
    prob_say_reasons(a, report);
  }
}

/* ----------------------------------------------------------------- obligations */

static bool is_bounded(const json_t *o)
{
  return is(json_object_get(o, "proof"), "scope", "bounded");
}

static bool is_proved(const json_t *o) { return is(o, "status", "proved") && !is_bounded(o); }

static bool is_disproved(const json_t *o) { return is(o, "status", "disproved"); }

static const char *why_open(const json_t *o)
{
  return is_bounded(o) ? "no counter example was found, in a limited scope" : text_of(o, "why");
}

void prob_add_deadlock(ProbAnswer *a, const json_t *report)
{
  size_t i;
  json_t *o;
  const json_t *list = json_object_get(report, "obligations");
  bool free = true;
  if (!list) return;
  if (!a->silent) text_add(&a->out, "% Starting Constraint-Based DEADLOCK check\n");
  json_array_foreach(list, i, o)
  {
    free &= is_proved(o);
    if (is_disproved(o)) {
      text_add(&a->out, "*** DEADLOCK state found ***\n*** STATE = \n");
      add_state(&a->out, json_object_get(o, "counterexample"));
      text_add(&a->out, "*** END DEADLOCKING STATE\n");
      prob_add_error(a, "cbc_deadlock_check");
    } else if (!is_proved(o)) say_open(a, "cbc_deadlock_check", why_open(o));
  }
  if (!json_array_size(list)) text_add(&a->out, "There are no operations.\n");
  else if (free) text_add(&a->out, "No DEADLOCK state found\n");
}

void prob_add_theorems(ProbAnswer *a, const json_t *report)
{
  size_t i;
  json_t *o;
  const json_t *list = json_object_get(report, "obligations");
  bool good = true;
  if (!list) return;
  json_array_foreach(list, i, o)
  {
    good &= is_proved(o);
    if (is_disproved(o)) {
      text_printf(&a->out, "*** counter-example to ASSERTION found ***\n%s\n*** STATE = \n",
                  text_of(o, "goal"));
      add_state(&a->out, json_object_get(o, "counterexample"));
      text_add(&a->out, "*** END STATE\n");
      prob_add_error(a, "cbc_assertions");
    } else if (!is_proved(o)) say_open(a, text_of(o, "goal"), why_open(o));
  }
  if (!json_array_size(list)) text_add(&a->out, "No ASSERTION to check\n");
  else if (good) text_add(&a->out, "No counter-example to ASSERTION exists\n");
}

/* An obligation that is open is told at its place, as an editor shows it. */
static void say_undischarged(ProbAnswer *a, const json_t *o)
{
  Text text = {0};
  text_printf(&text, "%s: %s", text_of(o, "name"), text_of(o, "goal"));
  if (!is_disproved(o)) text_printf(&text, "\n(%s)", why_open(o));
  else if (json_is_object(json_object_get(o, "counterexample"))) {
    text_add(&text, "\nfor ");
    add_state(&text, json_object_get(o, "counterexample"));
  }
  if (json_is_integer(json_object_get(o, "line")))
    text_printf(&text, "\nLine: %lld Column: %lld until Line: %lld Column: %lld in file: %s",
                (long long) json_integer_value(json_object_get(o, "line")),
                (long long) json_integer_value(json_object_get(o, "column")) - 1,
                (long long) json_integer_value(json_object_get(o, "end_line")),
                (long long) json_integer_value(json_object_get(o, "end_column")) - 1,
                text_of(o, "file"));
  if (is_disproved(o)) prob_say_error(a, "wd_check", text_string(&text));
  else {
    prob_say_warning(a, "wd_check", text_string(&text));
    vec_push(&a->kinds, "incomplete");
  }
  text_free(&text);
}

void prob_add_wd(ProbAnswer *a, const json_t *report)
{
  size_t i, proved = 0;
  json_t *o;
  const json_t *list = json_object_get(report, "obligations");
  if (!list) return;
  json_array_foreach(list, i, o)
  {
    if (is_proved(o)) proved++;
    else say_undischarged(a, o);
  }
  if (!a->silent)
    text_printf(&a->out, "%% WD obligations: %zu, discharged: %zu\n", json_array_size(list),
                proved);
}
