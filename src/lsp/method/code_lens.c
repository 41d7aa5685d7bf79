#include <string.h>

#include "lsp/run/run.h"
#include "report/json_report.h"

/* Above each machine, context and script: what can be done with it. */

static void add_lens(json_t *lenses, LspRequest *r, const Range *range, RunKind kind,
                     const Decl *part)
{
  Text command = {0};
  text_printf(&command, "probity.%s", run_word(kind));
  json_t *arguments = json_array();
  json_array_append_new(arguments, json_report_string(r->document->uri));
  if (part) json_array_append_new(arguments, json_report_string(part->name->text));
  json_array_append_new(lenses,
                        json_pack("{s:o, s:{s:s, s:s, s:o}}", "range", project_range_json(range),
                                  "command", "title", run_word(kind), "command",
                                  text_string(&command), "arguments", arguments));
  text_free(&command);
}

static void add_lenses(json_t *lenses, LspRequest *r, const Range *range, const Decl *part,
                       bool proofs)
{
  add_lens(lenses, r, range, RUN_CHECK, part);
  add_lens(lenses, r, range, RUN_ANIMATE, part);
  if (proofs) add_lens(lenses, r, range, RUN_PROVE, part);
}

/* A text of Event-B may have several components. */
static void add_components(json_t *lenses, LspRequest *r, Analysis *a)
{
  Index *index = analysis_index(a);
  for (uint32_t i = 0; i < index_decls(index); i++) {
    const Decl *d = index_decl(index, i);
    bool component = d->kind == DECL_MACHINE || d->kind == DECL_CONTEXT;
    bool here =
        d->span.begin >= a->source->base && d->span.begin < a->source->base + a->source->length;
    if (!component || !here) continue;
    bool around = d->whole.begin <= d->span.begin && d->whole.end >= d->span.end;
    Range range = analysis_range(a, around ? (Span){d->whole.begin, d->span.end} : d->span,
                                 r->project->units);
    add_lenses(lenses, r, &range, a->text.kind == TEXT_EVENTB ? d : NULL, true);
  }
}

json_t *lsp_code_lens(LspRequest *r)
{
  Analysis *a = lsp_analysis(r);
  json_t *lenses = json_array();
  if (a->text.kind == TEXT_SCRIPT) {
    Range range = analysis_range(a, (Span){a->source->base, a->source->base}, r->project->units);
    add_lenses(lenses, r, &range, NULL, false);
  } else {
    add_components(lenses, r, a);
  }
  return lenses;
}
