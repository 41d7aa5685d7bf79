#include "report/probcli/steps.h"

#include <string.h>

#include "report/probcli/answer.h"
#include "report/probcli/quoted.h"

static bool is_start(const char *name)
{
  return !strcmp(name, "INITIALISATION") || !strcmp(name, "SETUP_CONSTANTS");
}

static void add_values(Text *out, const json_t *values, const json_t *before, bool named)
{
  const char *name, *between = "";
  json_t *value;
  json_object_foreach((json_t *) values, name, value)
  {
    const char *text = json_string_value(value);
    if (json_object_get(before, name)) continue; /* the set-up of constants said it */
    text_printf(out, "%s%s%s%s", between, named ? name : "", named ? "=" : "", text ? text : "?");
    between = ",";
  }
}

void prob_add_step(Text *out, const json_t *step, const json_t *before)
{
  const char *event = json_string_value(step);
  const char *name = json_string_value(json_object_get(step, "op"));
  const json_t *state = json_object_get(step, "state"), *args = json_object_get(step, "args");
  const json_t *results = json_object_get(step, "results");
  text_add(out, event ? event : name ? name : "…");
  if (event || !name) return;
  bool start = is_start(name);
  if (start ? json_object_size(state) : json_object_size(args)) {
    text_add_char(out, '(');
    if (start) add_values(out, state, json_object_get(before, "state"), true);
    else add_values(out, args, NULL, false);
    text_add_char(out, ')');
  }
  if (start || !json_object_size(results)) return;
  text_add(out, " --> ");
  add_values(out, results, NULL, false);
}

void prob_add_trace(ProbAnswer *a, const json_t *steps)
{
  size_t i;
  json_t *step;
  text_printf(&a->out, "*** TRACE (length=%zu):\n", json_array_size(steps));
  json_array_foreach(steps, i, step)
  {
    text_printf(&a->out, " %zu: ", i + 1);
    prob_add_step(&a->out, step, i ? json_array_get(steps, i - 1) : NULL);
    text_add_char(&a->out, '\n');
  }
}

/* ------------------------------------------------------------------- history */

static bool is_variable(const json_t *constants, const char *name)
{
  return !json_object_get(constants, name);
}

/* A comment with values: the constants, or the others. */
static void add_comment(Text *out, const char *title, const json_t *state, const json_t *constants,
                        bool of_constants)
{
  const char *name;
  json_t *value;
  text_printf(out, "/* %s\n", title);
  json_object_foreach((json_t *) state, name,
                      value) if (is_variable(constants, name) != of_constants)
      text_printf(out, "   %s = %s\n", name, json_string_value(value));
  text_add(out, "*/\n");
}

static const char *name_of(const json_t *step)
{
  const char *name = json_string_value(json_object_get(step, "op"));
  return name ? name : "";
}

/* The values of the set-up of constants, or NULL. */
static const json_t *constants_of(const json_t *steps)
{
  const json_t *first = json_array_get(steps, 0);
  return !strcmp(name_of(first), "SETUP_CONSTANTS") ? json_object_get(first, "state") : NULL;
}

void prob_print_history(Text *out, const json_t *steps, bool show_init, bool show_states)
{
  size_t i;
  json_t *step;
  const json_t *constants = constants_of(steps);
  json_array_foreach(steps, i, step)
  {
    const json_t *state = json_object_get(step, "state");
    bool setup = !strcmp(name_of(step), "SETUP_CONSTANTS");
    bool start = !strcmp(name_of(step), "INITIALISATION");
    if (!setup && !start) {
      prob_add_step(out, step, NULL);
      text_add(out, ";\n");
    }
    if (setup && show_init) add_comment(out, "Constants", state, constants, true);
    else if (start && show_init) add_comment(out, "Initialisation", state, constants, false);
    else if (!setup && !start && show_states)
      add_comment(out, "Variables", state, constants, false);
  }
}

/* --------------------------------------------------------------------- state */

static void add_equations(Text *out, const json_t *state, const json_t *unless)
{
  const char *name;
  json_t *value;
  json_object_foreach((json_t *) state, name, value) if (is_variable(unless, name))
      text_printf(out, "%s%s = %s", out->len ? " &\n" : "", name, json_string_value(value));
}

void prob_print_state(Text *out, const json_t *steps)
{
  const json_t *constants = constants_of(steps);
  size_t count = json_array_size(steps);
  Text equations = {0};
  add_equations(&equations, constants, NULL);
  if (count && strcmp(name_of(json_array_get(steps, count - 1)), "SETUP_CONSTANTS") != 0)
    add_equations(&equations, json_object_get(json_array_get(steps, count - 1), "state"),
                  constants);
  text_printf(out, "%s\n", equations.len ? text_string(&equations) : "1 = 1");
  text_free(&equations);
}

/* ------------------------------------------------------------------- picture */

static void add_node(Text *out, size_t number, const json_t *state)
{
  const char *name;
  json_t *value;
  text_printf(out, "  %zu [label=\"", number);
  json_object_foreach((json_t *) state, name, value)
  {
    text_printf(out, "%s=", name);
    quoted_add(out, json_string_value(value), '\"');
    text_add(out, "\\n");
  }
  text_add(out, "\"];\n");
}

void prob_print_path(Text *out, const json_t *steps, bool last_only)
{
  size_t i, count = json_array_size(steps);
  json_t *step;
  text_add(out, "digraph history {\n  node [shape=box];\n");
  if (!last_only) text_add(out, "  root [shape=point];\n");
  json_array_foreach(steps, i, step)
  {
    if (last_only && i + 1 < count) continue;
    add_node(out, i + 1, json_object_get(step, "state"));
    if (last_only) continue;
    Text label = {0};
    if (is_start(name_of(step))) text_add(&label, name_of(step));
    else prob_add_step(&label, step, NULL);
    if (i) text_printf(out, "  %zu -> %zu [label=\"", i, i + 1);
    else text_add(out, "  root -> 1 [label=\"");
    quoted_add(out, text_string(&label), '\"');
    text_add(out, "\"];\n");
    text_free(&label);
  }
  text_add(out, "}\n");
}
