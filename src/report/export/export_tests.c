#include "report/export/export_tests.h"

#include "lts/b_machine.h"
#include "lts/print.h"
#include "report/trace.h"
#include "report/xml_text.h"

typedef struct {
  Lts *lts;
  Text text;        /* the test as XML … */
  json_t *steps;    /* … and for programs */
  bool initialised; /* the element `initialisation` is closed */
} Writing;

/* <ELEMENT name="NAME" type="TYPE">VALUE</ELEMENT>; the type may be NULL. */
static void add_value(Text *out, const char *element, const char *name, const char *type,
                      const Text *value)
{
  text_printf(out, "      <%s", element);
  if (type) xml_text_add_attribute(out, "type", type);
  xml_text_add_attribute(out, "name", name);
  text_add_char(out, '>');
  xml_text_add(out, text_string(value), false);
  text_printf(out, "</%s>\n", element);
}

/* The columns that are new, in what the state is before. */
static void add_columns(Writing *w, const Transition *t, const Value *before, bool start)
{
  for (uint32_t i = 0; i < w->lts->width; i++) {
    const char *name = w->lts->column_name(w->lts, i);
    bool same = before && value_same(t->state[i], before[i]);
    if (!name || value_is_none(t->state[i]) || same) continue;
    Text value = {0};
    w->lts->print_column(w->lts, &value, i, t->state[i]);
    const char *type = i < w->lts->constants ? "constant" : "variable";
    add_value(&w->text, start ? "value" : "modified", name, start ? type : NULL, &value);
    text_free(&value);
  }
}

static void add_operation(Writing *w, const Transition *t, const Value *before)
{
  uint32_t results, count = w->lts->label_arguments(w->lts, t->label, &results);
  Text name = {0};
  lts_print_name(&name, w->lts, t);
  text_add(&w->text, "    <step");
  xml_text_add_attribute(&w->text, "name", text_string(&name));
  text_add(&w->text, ">\n");
  for (uint32_t i = 0; i < count && !w->lts->print_label; i++) {
    Text value = {0};
    w->lts->print_argument(w->lts, &value, t->label, i, t->arguments[i]);
    add_value(&w->text, "value", w->lts->argument_name(w->lts, t->label, i), NULL, &value);
    text_free(&value);
  }
  add_columns(w, t, before, false);
  text_add(&w->text, "    </step>\n");
  text_free(&name);
}

static void add_step(void *context, const Transition *t, const Value *before)
{
  Writing *w = context;
  bool start = t->label < w->lts->first_operation;
  trace_add_step_json(w->steps, w->lts, t, before);
  if (start) {
    add_columns(w, t, before, true);
    return;
  }
  if (!w->initialised) text_add(&w->text, "    </initialisation>\n");
  w->initialised = true;
  add_operation(w, t, before);
}

/* False: its steps could not be computed again. */
static bool add_test(Report *report, const CoverageTests *c, const CoverageTest *test, json_t *list)
{
  Lts *lts = c->system->lts;
  Writing w = {.lts = lts, .steps = json_array()};
  text_add(&w.text, "  <test_case>\n    <initialisation>\n");
  bool good = coverage_tests_walk(c, test, add_step, &w);
  text_add(&w.text, "  </test_case>\n");
  if (good) {
    json_t *entry = json_object();
    json_object_set_new(entry, "covers", json_report_string(lts->label_name(lts, test->label)));
    json_object_set(entry, "steps", w.steps);
    json_array_append_new(list, entry);
    text_add(&report->out, text_string(&w.text));
  }
  json_decref(w.steps);
  text_free(&w.text);
  return good;
}

/* Operations that are in no test. */
static json_t *tell_uncovered(Report *report, const CoverageTests *c)
{
  Lts *lts = c->system->lts;
  json_t *list = json_array();
  const char *why = c->verdict == VERDICT_FAIL ? "there is none" : "none was found";
  for (uint32_t i = lts->first_operation; i < lts->label_count; i++) {
    if (!c->wanted[i] || c->covered[i]) continue;
    json_array_append_new(list, json_report_string(lts->label_name(lts, i)));
    diag_warning(session_diags(report->session), SPAN_NONE, "not-covered", "no test covers %s: %s",
                 lts->label_name(lts, i), why);
  }
  return list;
}

enum { LONGEST_REPORT = 60 }; /* seconds to compute the steps again */

Verdict export_tests(Report *report, const CoverageTests *c)
{
  json_t *fields = report->fields, *list = json_array(), *reasons = json_array();
  Verdict verdict = c->verdict;
  FormatStyle style = c->system->lts->style;
  c->system->lts->style.unicode = false; /* other tools read it */
  if (c->system->machine) b_machine_allow(c->system->machine, LONGEST_REPORT);
  text_add(&report->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<extended_test_suite>\n");
  for (uint32_t i = 0; i < c->tests.len; i++)
    if (!add_test(report, c, &c->tests.data[i], list)) verdict = VERDICT_UNKNOWN;
  text_add(&report->out, "</extended_test_suite>\n");
  c->system->lts->style = style;
  for (uint32_t i = 0; i < c->graph->reasons.len && verdict == VERDICT_UNKNOWN; i++)
    json_array_append_new(reasons, json_report_string(c->graph->reasons.data[i]));
  report->incomplete = verdict == VERDICT_UNKNOWN;
  json_object_set_new(fields, "reasons", reasons);
  json_object_set_new(fields, "form", json_string("tests"));
  json_object_set_new(fields, "states", json_integer(states_count(c->graph->states)));
  json_object_set_new(fields, "tests", list);
  json_object_set_new(fields, "uncovered", tell_uncovered(report, c));
  json_object_set_new(fields, "text", json_report_string(text_string(&report->out)));
  return verdict;
}
