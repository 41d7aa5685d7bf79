#include "lsp/lsp.h"

/* The same name everywhere in the text: where it is read, and where it is declared or written. */
json_t *lsp_document_highlight(LspRequest *r)
{
  enum { READ = 2, WRITE = 3 };
  Analysis *a = lsp_analysis(r);
  Index *ix = analysis_index(a);
  const Mention *m = index_at(ix, analysis_position(a, r->at));
  if (!m) return json_null();
  json_t *list = json_array();
  uint32_t begin = a->source->base, end = begin + a->source->length;
  for (uint32_t i = 0; i < index_mentions(ix); i++) {
    const Mention *other = index_mention(ix, i);
    if (other->span.begin < begin || other->span.end > end) continue;
    if (!index_same(other->decl, m->decl)) continue;
    Range range = analysis_range(a, other->span, r->project->units);
    bool writes = other->role == MENTION_DECLARED || other->role == MENTION_WRITTEN;
    json_array_append_new(list, json_pack("{s:o, s:i}", "range", project_range_json(&range), "kind",
                                          writes ? WRITE : READ));
  }
  return list;
}
