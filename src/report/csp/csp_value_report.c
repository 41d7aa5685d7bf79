#include "report/csp/csp_value_report.h"

Verdict csp_value_report(Report *report, const CspValue *v)
{
  json_t *value = json_null(), *reasons = json_array();
  switch (v->verdict) {
  case VERDICT_PASS:
    text_printf(&report->out, "%s\n", text_string(&v->value));
    value = json_report_string(text_string(&v->value));
    break;
  case VERDICT_FAIL:
    diag_violation(session_diags(report->session), v->span, "evaluation", "%s", v->reason);
    text_printf(&report->out, "FAIL it has no value: %s\n", v->reason);
    break;
  default:
    text_printf(&report->out, "UNKNOWN %s\n", v->reason);
    json_array_append_new(reasons, json_report_string(v->reason));
    break;
  }
  json_object_set_new(report->fields, "value", value);
  json_object_set_new(report->fields, "reasons", reasons);
  return v->verdict;
}
