#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lsp/assist/edit_json.h"
#include "lsp/assist/offers.h"
#include "lsp/assist/spelling.h"

/* What may be written at a place: names by scope and type, keywords, operators. */

enum { TRIGGERED_BY_SIGN = 2 };

/* Where signs are typed, symbols are offered to those who use them, or who ask. */
static bool is_wanted(const LspRequest *r, const Site *site, bool symbols)
{
  const json_t *context = json_object_get(r->params, "context");
  bool asked = json_integer_value(json_object_get(context, "triggerKind")) != TRIGGERED_BY_SIGN;
  return !site->signs || symbols || asked;
}

static void fill(Offers *o)
{
  switch (o->site->kind) {
  case SITE_NOWHERE: return;
  case SITE_UNIT_NAME: offer_unit_name(o); return;
  case SITE_MACHINE: offer_machines(o); break;
  case SITE_OPERATION:
  case SITE_HEADER: offer_operations(o); break;
  case SITE_OPERAND:
  case SITE_STATEMENT:
    if (o->sketch && o->sketch->record) {
      offer_fields(o);
      return;
    }
    if (!o->site->signs) offer_names(o);
    offer_operators(o);
    break;
  case SITE_OPERATOR: offer_operators(o); break;
  case SITE_TEXT:
  case SITE_CLAUSE:
  case SITE_PROPERTY: break;
  }
  offer_keywords(o);
}

static char *prefix_of(const Source *source, Span span, uint32_t at)
{
  char *prefix = strndup(source->text + (span.begin - source->base), at - span.begin);
  if (!prefix) memory_exhausted();
  return prefix;
}

/* Keywords and operators can be offered without reading more than words. */
static bool needs_meaning(const Site *site)
{
  switch (site->kind) {
  case SITE_OPERAND:
  case SITE_STATEMENT: return !site->signs;
  case SITE_MACHINE:
  case SITE_OPERATION:
  case SITE_HEADER: return true;
  default: return false;
  }
}

static void complete(LspRequest *r, const Site *site, const Source *source, uint32_t at,
                     bool symbols, json_t *list)
{
  Sketch sketch;
  uint32_t mark = r->at - (at - source->base); /* the document begins with so many bytes more */
  bool meaning = needs_meaning(site);
  if (meaning) sketch_make(&sketch, r->project, r->document, site);
  Offers o = {.request = r, .site = site, .symbols = symbols, .list = list};
  o.sketch = meaning ? &sketch : NULL;
  o.notation = text_kind(source);
  o.snippets = lsp_can(r->lsp, "textDocument.completion.completionItem.snippetSupport");
  o.prefix = prefix_of(source, site->span, at);
  o.range =
      range_json(r, site->span.begin - source->base + mark, site->span.end - source->base + mark);
  fill(&o);
  free(o.prefix);
  json_decref(o.range);
  if (meaning) sketch_free(&sketch);
}

static int by_rank(const void *a, const void *b)
{
  json_t *const *x = a, *const *y = b;
  return strcmp(json_string_value(json_object_get(*x, "sortText")),
                json_string_value(json_object_get(*y, "sortText")));
}

/* Takes the list over; the best ones first, as clients show them. */
static json_t *sorted(json_t *list)
{
  VEC(json_t *) items = {0};
  json_t *result = json_array(), *one;
  size_t i;
  json_array_foreach(list, i, one) vec_push(&items, one);
  if (items.len) qsort(items.data, items.len, sizeof *items.data, by_rank);
  for (uint32_t k = 0; k < items.len; k++) json_array_append(result, items.data[k]);
  vec_free(&items);
  json_decref(list);
  return result;
}

json_t *lsp_completion(LspRequest *r)
{
  const Source *source;
  const char *text = text_string(&r->document->text);
  Session *session = project_session(r->project, r->document, text, &source);
  uint32_t mark = !strncmp(text, "\xEF\xBB\xBF", 3) ? 3 : 0;
  uint32_t at = source->base + (r->at > mark ? r->at - mark : 0);
  json_t *list = json_array();
  TextKind kind = text_kind(source);
  if (kind != TEXT_OTHER && kind != TEXT_AUT) {
    Words words = words_of(session, source);
    Site site;
    site_find(&site, &words, at);
    bool symbols = spelling_prefers_symbols(&words);
    if (site.kind != SITE_NOWHERE && is_wanted(r, &site, symbols))
      complete(r, &site, source, at, symbols, list);
    site_free(&site);
  }
  session_free(session);
  return json_pack("{s:b, s:o}", "isIncomplete", 0, "items", sorted(list));
}
