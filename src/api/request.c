#include "api/request.h"

Request request_begin(probity_model *m, const VerdictCall *call, const char *command)
{
  Request r = {.m = m, .call = call, .session = handle_session(m)};
  SessionOptions o = *session_options(r.session);
  bool text = settings_is(&m->given, SETTING_FORMAT, "text");
  o.for_programs = !text;
  session_set_options(r.session, o);
  report_open(&r.report, r.session, !text);
  r.report.command = command;
  r.report.file = m->path;
  return r;
}

probity_code request_finish(Request *r, Verdict verdict)
{
  Text *result = &r->m->result;
  text_clear(result);
  if (r->report.json) {
    json_t *whole = report_whole_json(&r->report, verdict);
    json_report_print(result, whole);
    json_decref(whole);
  } else text_add(result, text_string(&r->report.out));
  if (r->call->report) *r->call->report = text_string(result);
  if (r->call->verdict)
    *r->call->verdict = verdict == VERDICT_PASS   ? PROBITY_PASS
                        : verdict == VERDICT_FAIL ? PROBITY_FAIL
                                                  : PROBITY_UNDECIDED;
  return verdict == VERDICT_UNKNOWN ? PROBITY_UNKNOWN : PROBITY_OK;
}

probity_code request_refused(Request *r)
{
  const Refusal *refusal = session_refusal(r->session);
  if (refusal->wrong_text || refusal->verdict == VERDICT_ERROR)
    return handle_refused(r->m, r->session);
  return request_finish(r, report_refusal(&r->report, refusal));
}

probity_code request_end(Request *r, probity_code code)
{
  handle_take_diags(r->m, r->session);
  report_close(&r->report);
  session_free(r->session);
  return code;
}

bool request_is_on(const Request *r, SettingId id) { return r->m->given.of[id].on; }
