#include <string.h>

#include "eventb/eventb.h"
#include "eventb/read/component_text.h"
#include "lsp/assist/actions.h"
#include "lsp/assist/edit_json.h"
#include "report/json_report.h"

/* Diagnostics know how the text may be mended (syntax/diag.h). */

/* Is it a text that people write, at that place?  Formulas in files of Rodin are parts of these. */
static bool can_be_edited(Actions *a, Span span)
{
  const Source *source = sources_at(session_sources(a->analysis->session), span.begin);
  const UsedText *used = source ? analysis_used(a->analysis, source) : NULL;
  if (!used || text_kind(source) == TEXT_OTHER) return false;
  return text_kind(source) != TEXT_EVENTB || eventb_is_text(source);
}

/* {uri: [edit]}; NULL: one of them is in no text that can be edited. */
static json_t *edits_json(Actions *a, const DiagFix *fix)
{
  json_t *all = json_object();
  bool good = fix->edits != NULL;
  for (const DiagEdit *edit = fix->edits; edit && good; edit = edit->next) {
    Range range = analysis_range(a->analysis, edit->span, a->request->project->units);
    good = can_be_edited(a, edit->span);
    if (!good) break;
    json_t *uri = project_uri_json(a->request->project, range.used);
    json_t *list = json_object_get(all, json_string_value(uri));
    if (!list) json_object_set_new(all, json_string_value(uri), list = json_array());
    json_array_append_new(list, span_edit_json(a->request, a->analysis, edit->span, edit->text));
    json_decref(uri);
  }
  if (good) return all;
  json_decref(all);
  return NULL;
}

/* The client's own diagnostics of this code and place: it knows then which one the action mends. */
static json_t *same_diagnostics(const Actions *a, const Diag *diag)
{
  const json_t *context = json_object_get(a->request->params, "context");
  Range range = analysis_range(a->analysis, diag->span, a->request->project->units);
  json_t *list = json_array(), *place = project_range_json(&range), *one;
  size_t i;
  json_array_foreach(json_object_get(context, "diagnostics"), i, one)
  {
    const char *code = json_string_value(json_object_get(one, "code"));
    if (code && !strcmp(code, diag->code) && json_equal(json_object_get(one, "range"), place))
      json_array_append(list, one);
  }
  json_decref(place);
  return list;
}

static void offer(Actions *a, const Diag *diag, const DiagFix *fix)
{
  json_t *changes = edits_json(a, fix);
  if (!changes) return;
  bool alone = fix == diag->fixes && !fix->next;
  json_array_append_new(a->list, json_pack("{s:o, s:s, s:o, s:b, s:{s:o}}", "title",
                                           json_report_string(fix->title), "kind", "quickfix",
                                           "diagnostics", same_diagnostics(a, diag), "isPreferred",
                                           (int) alone, "edit", "changes", changes));
}

void actions_fixes(Actions *a)
{
  const Diags *diags = session_diags(a->analysis->session);
  for (uint32_t i = 0; i < diags_count(diags); i++) {
    const Diag *diag = diags_get(diags, i);
    if (diag->span.begin > a->span.end || diag->span.end < a->span.begin) continue;
    for (const DiagFix *fix = diag->fixes; fix; fix = fix->next) offer(a, diag, fix);
  }
}
