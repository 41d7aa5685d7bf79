#include <string.h>

#include "csp/names/symbol.h"
#include "csp/types/type.h"
#include "lsp/assist/edit_json.h"
#include "model/model.h"
#include "report/json_report.h"

/* Types that were inferred, behind the names where they are declared. */

enum { LONGEST = 60 };

static bool has_type(DeclKind kind)
{
  switch (kind) {
  case DECL_CONSTANT:
  case DECL_VARIABLE:
  case DECL_PARAMETER:
  case DECL_RESULT:
  case DECL_LOCAL:
  case DECL_PROCESS:
  case DECL_FUNCTION:
  case DECL_VALUE: return true;
  default: return false;
  }
}

/* False: nothing is known. */
static bool add_type(Text *out, Index *index, const Decl *d)
{
  if (d->csp) {
    const CspType *type = d->csp->scheme ? d->csp->scheme->type : NULL;
    if (!type || csp_type_resolve(type)->kind == CSPT_UNKNOWN) return false;
    text_add(out, " :: ");
    csp_type_print_cut(out, type, LONGEST);
    return true;
  }
  const Symbol *symbol = index_symbol(index, d);
  if (!symbol || !symbol->type || symbol->type->kind == TYPE_VAR) return false;
  text_add(out, " : ");
  type_print_cut(out, symbol->type, LONGEST);
  return true;
}

json_t *lsp_inlay_hint(LspRequest *r)
{
  uint32_t begin, end, last = 0;
  if (!request_range(r, &begin, &end)) return NULL;
  Analysis *a = lsp_analysis(r);
  Index *index = analysis_index(a);
  uint32_t from = analysis_position(a, begin), to = analysis_position(a, end);
  json_t *list = json_array();
  for (uint32_t i = 0; i < index_mentions(index); i++) {
    const Mention *m = index_mention(index, i);
    Text label = {0};
    bool here = m->span.end >= from && m->span.end <= to && m->span.begin != last;
    if (!here || m->role != MENTION_DECLARED || !has_type(m->decl->kind)) continue;
    last = m->span.begin;
    if (add_type(&label, index, m->decl)) {
      Range range = analysis_range(a, m->span, r->project->units);
      json_array_append_new(list, json_pack("{s:o, s:o, s:i}", "position",
                                            project_position_json(range.end), "label",
                                            json_report_string(text_string(&label)), "kind", 1));
    }
    text_free(&label);
  }
  return list;
}
