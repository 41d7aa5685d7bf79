#include "report/json_report.h"
#include "serve/desk/desk_impl.h"

json_t *desk_diagnostics(Session *session)
{
  json_t *report = json_pack("{s:[]}", "diagnostics");
  diags_sort(session_diags(session));
  json_report_add_diags(report, session_diags(session));
  json_t *list = json_incref(json_object_get(report, "diagnostics"));
  json_decref(report);
  return list;
}

json_t *desk_place(Session *session, Span span)
{
  if (!span_known(span)) return json_null();
  json_t *place = json_object();
  json_report_set_place(place, session_sources(session), span);
  return place;
}

json_t *desk_text_cut(const Text *text, size_t most, bool *cut)
{
  size_t length = text->len;
  *cut = length > most;
  if (!*cut) return json_report_string(text_string(text));
  for (length = most; length > 0 && ((unsigned char) text->data[length] & 0xC0) == 0x80;) length--;
  Text begin = {0};
  text_add_bytes(&begin, text->data, length);
  text_add(&begin, "…");
  json_t *result = json_report_string(text_string(&begin));
  text_free(&begin);
  return result;
}
