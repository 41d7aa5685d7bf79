#include "report/probcli/space.h"

#include <stdbool.h>

#include "lts/facts.h"
#include "report/probcli/quoted.h"

static const char *text_of(const json_t *object, const char *field)
{
  const char *text = json_string_value(json_object_get(object, field));
  return text ? text : "";
}

/* The state is numbered from 0; what comes before the first is the root. */
static void add_state(Text *out, const json_t *number)
{
  if (json_is_integer(number)) text_printf(out, "%lld", (long long) json_integer_value(number));
  else text_add(out, "root");
}

void prob_print_facts(Text *out, const json_t *report)
{
  size_t i;
  json_t *edge;
  text_printf(out, "%% The transitions of %s, written by probity.\n", text_of(report, "model"));
  if (!json_is_true(json_object_get(report, "complete"))) text_add(out, FACTS_NOT_COMPLETE "\n");
  json_array_foreach(json_object_get(report, "edges"), i, edge)
  {
    text_add(out, "spec_trans(");
    add_state(out, json_object_get(edge, "from"));
    text_add(out, ",'");
    quoted_add(out, text_of(edge, "text"), '\'');
    text_add(out, "',");
    add_state(out, json_object_get(edge, "to"));
    text_add(out, ").\n");
  }
}

void prob_print_space(Text *out, const json_t *report)
{
  size_t i;
  json_t *state, *edge;
  text_add(out, "digraph state_space {\n");
  if (!json_is_true(json_object_get(report, "complete"))) text_add(out, "  // not complete\n");
  text_add(out, "  root [shape=point];\n");
  json_array_foreach(json_object_get(report, "states"), i, state)
  {
    bool wrong = json_is_true(json_object_get(state, "violating"));
    bool open = json_is_true(json_object_get(state, "unexplored"));
    text_printf(out, "  %zu [shape=%s%s, label=\"", i, wrong ? "octagon" : "box",
                open ? ", style=dashed" : "");
    quoted_add(out, text_of(state, "text"), '"');
    text_add(out, "\"];\n");
  }
  json_array_foreach(json_object_get(report, "edges"), i, edge)
  {
    text_add(out, "  ");
    add_state(out, json_object_get(edge, "from"));
    text_add(out, " -> ");
    add_state(out, json_object_get(edge, "to"));
    text_add(out, " [label=\"");
    quoted_add(out, text_of(edge, "text"), '"');
    text_add(out, "\"];\n");
  }
  text_add(out, "}\n");
}

/* ------------------------------------------------------------------- coverage */

static void add_field(Text *out, const char *text)
{
  text_add_char(out, '"');
  for (; *text; text++) {
    if (*text == '"') text_add_char(out, '"');
    text_add_char(out, *text);
  }
  text_add_char(out, '"');
}

void prob_print_operations(Text *out, const json_t *report)
{
  const char *name;
  json_t *count;
  text_add(out, "operation,covered,states\n");
  json_t *operations = json_object_get(json_object_get(report, "coverage"), "operations");
  json_object_foreach(operations, name, count)
  {
    add_field(out, name);
    text_printf(out, ",%s,%lld\n", json_integer_value(count) ? "yes" : "no",
                (long long) json_integer_value(count));
  }
}

void prob_print_variables(Text *out, const json_t *report)
{
  const char *name;
  json_t *values;
  text_add(out, "variable,values,min,max\n");
  json_t *all = json_object_get(json_object_get(report, "coverage"), "values");
  json_object_foreach(all, name, values)
  {
    add_field(out, name);
    text_printf(out, ",%lld%s,%s,%s\n",
                (long long) json_integer_value(json_object_get(values, "count")),
                json_is_true(json_object_get(values, "more")) ? "+" : "", text_of(values, "min"),
                text_of(values, "max"));
  }
}
