#include <string.h>

#include "lsp/lsp.h"
#include "report/json_report.h"
#include "syntax/tree.h"

/* What stands at a place: of a name what it is, its type, where it is declared and the comment
 * above that; of an operator what the table of operators says. */

typedef struct {
  Text text;
  bool markdown;
  Span span;
} Hover;

static void add_block(Hover *h, const char *text, TextKind notation)
{
  const char *language = notation == TEXT_EVENTB   ? "eventb"
                         : notation == TEXT_SCRIPT ? "cspm"
                                                   : "b";
  if (h->markdown) text_printf(&h->text, "```%s\n%s\n```\n", language, text);
  else text_printf(&h->text, "%s\n", text);
}

/* variable of machine lift, declared in lift.mch:5 */
static void add_place(Hover *h, Analysis *a, const Decl *d)
{
  text_add(&h->text, decl_word(d->kind));
  const Decl *owner = d->owner;
  if (owner) text_printf(&h->text, " of %s %s", decl_word(owner->kind), owner->name->text);
  Sources *sources = session_sources(a->session);
  Place place = sources_place(sources, d->span.begin);
  const char *slash = place.source ? strrchr(place.source->file, '/') : NULL;
  if (place.source)
    text_printf(&h->text, ", declared in %s:%u", slash ? slash + 1 : place.source->file,
                place.line);
  text_add_char(&h->text, '\n');
}

static void add_comment(Hover *h, Analysis *a, const Decl *d)
{
  Text comment = {0};
  if (index_comment(analysis_index(a), d, &comment)) {
    text_add(&h->text, h->markdown ? "\n---\n" : "\n");
    for (const char *at = text_string(&comment); *at; at++) {
      if (*at == '\n' && h->markdown) text_add(&h->text, "  ");
      text_add_char(&h->text, *at);
    }
    text_add_char(&h->text, '\n');
  }
  text_free(&comment);
}

static void add_name(Hover *h, Analysis *a, const Mention *m, TextKind notation)
{
  Text described = {0};
  Index *ix = analysis_index(a);
  h->span = m->span;
  if (!index_describe(ix, m->decl, &described)) text_add(&described, m->decl->name->text);
  add_block(h, text_string(&described), notation);
  add_place(h, a, m->decl);
  add_comment(h, a, m->decl);
  text_free(&described);
}

/* ---- operators */

static void add_operator(Hover *h, const Operator *op, TextKind notation)
{
  Text line = {0};
  text_add(&line, op->ascii);
  if (strcmp(op->ascii, op->unicode) != 0) text_printf(&line, "   %s", op->unicode);
  if (strcmp(op->scheme, "-") != 0) text_printf(&line, "   %s", op->scheme);
  add_block(h, text_string(&line), notation);
  text_printf(&h->text, "%s\n", op->help);
  if (op->form == FORM_INFIX) text_printf(&h->text, "priority %d\n", op->priority);
  text_free(&line);
}

static const Word *word_at(const Words *w, uint32_t position)
{
  uint32_t i = words_from(w, position);
  if (i < w->count && w->at[i].span.begin <= position) return &w->at[i];
  return i > 0 && w->at[i - 1].span.end == position ? &w->at[i - 1] : NULL;
}

static bool add_word(Hover *h, const Words *words, uint32_t position)
{
  const Word *word = word_at(words, position);
  if (!word || word->kind != WORD_OPERATOR || word->node > NODE_LAST_OPERATOR) return false;
  h->span = word->span;
  add_operator(h, operator_of((NodeKind) word->node), words->notation);
  return true;
}

json_t *lsp_hover(LspRequest *r)
{
  Analysis *a = lsp_analysis(r);
  uint32_t position = analysis_position(a, r->at);
  Index *ix = analysis_index(a);
  const Words *words = index_words(ix, a->source);
  const Mention *m = index_at(ix, position);
  Hover h = {.markdown = lsp_lists(r->lsp, "textDocument.hover.contentFormat", "markdown")};
  if (m) add_name(&h, a, m, words->notation);
  json_t *result = json_null();
  if (m || add_word(&h, words, position)) {
    Range range = analysis_range(a, h.span, r->project->units);
    result = json_pack(
        "{s:{s:s, s:o}, s:o}", "contents", "kind", h.markdown ? "markdown" : "plaintext", "value",
        json_report_string(text_string(&h.text)), "range", project_range_json(&range));
  }
  text_free(&h.text);
  return result;
}
