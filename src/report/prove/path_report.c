#include "report/prove/path_report.h"

#include "report/prove/path_text.h"

/* With parameters, if they were found. */
static ShownPath shown(const PathChecked *c)
{
  bool parameters = c->witness.status == PROOF_DISPROVED && c->witness.counterexample.found;
  return (ShownPath){&c->steps, c->path, parameters ? &c->witness : &c->found->proof, parameters};
}

static json_t *violations_json(const PathChecked *c)
{
  json_t *list = json_array();
  if (!c->found) return list;
  ShownPath path = shown(c);
  Text message = {0};
  path_add_violated(&path, &message);
  json_t *entry = json_object();
  json_object_set_new(entry, "kind", json_string("invariant"));
  json_object_set_new(entry, "message", json_report_string(text_string(&message)));
  json_object_set_new(entry, "trace", path_json(&path));
  json_array_append_new(list, entry);
  text_free(&message);
  return list;
}

static void add_fields(Report *report, const PathChecked *c, const PathRequest *request)
{
  json_t *paths = json_object(), *reasons = json_array();
  json_object_set_new(paths, "steps", json_integer(request->steps));
  json_object_set_new(paths, "clear", json_integer(c->clear));
  json_object_set_new(paths, "clear_bounded", json_integer(c->clear_bounded));
  json_object_set_new(paths, "by_induction",
                      c->by_induction ? json_integer(c->by_induction) : json_null());
  json_object_set_new(report->fields, "paths", paths);
  json_object_set_new(report->fields, "invariant_violated", json_boolean(c->found != NULL));
  if (c->verdict == VERDICT_UNKNOWN && c->unknown)
    json_array_append_new(reasons, json_report_string(c->unknown));
  report_extend(report, "violations", violations_json(c));
  report_extend(report, "reasons", reasons);
}

/* -------------------------------------------------------------------------- verdict */

static void add_unknown(Text *out, const PathChecked *c)
{
  text_add(out, "UNKNOWN ");
  if (c->clear_bounded)
    text_printf(out, "no violation within %u step%s%s", c->clear_bounded - 1,
                text_plural(c->clear_bounded - 1),
                c->clear < c->clear_bounded ? ", in a limited scope" : "");
  if (c->clear_bounded && c->unknown) text_printf(out, " (%s)", c->unknown);
  else if (c->unknown) text_add(out, c->unknown);
  else if (!c->clear_bounded) text_add(out, "nothing is known of the first states");
}

Verdict path_report(Report *report, const PathChecked *c, const PathRequest *request)
{
  Text *out = &report->out;
  add_fields(report, c, request);
  report->incomplete |= c->verdict == VERDICT_UNKNOWN;
  if (c->found) {
    ShownPath path = shown(c);
    path_text(&path, out);
  }
  text_add(out,
           "only the invariant was checked, on paths; formulas are taken for well-defined, ASSERT "
           "and preconditions of calls for true: see `probity prove`\n");
  if (c->verdict == VERDICT_FAIL)
    text_printf(out, "FAIL invariant violated after %u step%s", c->found->length,
                text_plural(c->found->length));
  else if (c->verdict == VERDICT_PASS)
    text_printf(out, "PASS the invariant holds on all paths, by induction over %u step%s",
                c->by_induction, text_plural(c->by_induction));
  else add_unknown(out, c);
  text_printf(out, ", %.2f s\n", report_seconds(report));
  return c->verdict;
}
