#include "report/prove/recheck_report.h"

#include "report/prove/obligation_name.h"

static const char *const status_texts[RECHECK_STATUSES] = {[RECHECK_CHECKED] = "checked",
                                                           [RECHECK_REFUSED] = "refused",
                                                           [RECHECK_NOT_CHECKABLE] =
                                                               "not checkable",
                                                           [RECHECK_MISSING] = "not in the file",
                                                           [RECHECK_NOT_TRIED] = "not tried"};

static const char *const status_names[RECHECK_STATUSES] = {/* of JSON */
                                                           [RECHECK_CHECKED] = "checked",
                                                           [RECHECK_REFUSED] = "refused",
                                                           [RECHECK_NOT_CHECKABLE] =
                                                               "not-checkable",
                                                           [RECHECK_MISSING] = "missing",
                                                           [RECHECK_NOT_TRIED] = "not-tried"};

static void tell_one(Text *out, const Recheck *r, uint32_t width)
{
  obligation_name_pad(out, r->result->sequent->name, width);
  text_printf(out, "  %s", status_texts[r->status]);
  if (r->why) text_add(out, r->status == RECHECK_NOT_CHECKABLE ? ": proved by " : ": ");
  if (r->why) obligation_name_add(out, r->why);
  text_add_char(out, '\n');
}

static void tell_all(Report *report, const Rechecked *rechecked)
{
  uint32_t width = 4, count = rechecked->list.len;
  const Recheck *list = rechecked->list.data;
  bool components = count && list[0].result->of != list[count - 1].result->of;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t own = obligation_name_width(list[i].result->sequent->name);
    if (own > width) width = own;
  }
  for (uint32_t i = 0; i < count; i++) {
    bool begins = !i || list[i].result->of != list[i - 1].result->of;
    if (begins && components)
      text_printf(&report->out, "%s%s:\n", i ? "\n" : "", list[i].result->sequent->component);
    tell_one(&report->out, &list[i], width);
  }
}

static json_t *recheck_json(const Recheck *r)
{
  const Sequent *s = r->result->sequent;
  json_t *o = json_object();
  json_object_set_new(o, "name", json_report_string(s->name));
  json_object_set_new(o, "component", json_report_string(s->component));
  json_object_set_new(o, "kind", json_string(s->kind));
  json_object_set_new(o, "status", json_string(status_names[r->status]));
  json_object_set_new(o, "why", json_report_string(r->why));
  return o;
}

static void add_verdict(Report *report, const Rechecked *r, Verdict verdict)
{
  static const char *const words[] = {"PASS", "FAIL", "UNKNOWN", "ERROR"};
  Text *out = &report->out;
  text_printf(out, "%s %u checked", words[verdict], r->counts[RECHECK_CHECKED]);
  for (uint32_t i = RECHECK_CHECKED + 1; i < RECHECK_STATUSES; i++)
    if (r->counts[i]) text_printf(out, ", %u %s", r->counts[i], status_texts[i]);
  text_printf(out, ", of %u obligation%s, %.2f s\n", r->list.len, text_plural(r->list.len),
              report_seconds(report));
}

Verdict recheck_report(Report *report, const Rechecked *r)
{
  Verdict verdict = recheck_verdict(r);
  json_t *list = json_array();
  for (uint32_t i = 0; report->json && i < r->list.len; i++)
    json_array_append_new(list, recheck_json(&r->list.data[i]));
  json_object_set_new(report->fields, "certificates", list);
  if (!report->json) tell_all(report, r);
  add_verdict(report, r, verdict);
  report->incomplete |= verdict == VERDICT_UNKNOWN;
  return verdict;
}
