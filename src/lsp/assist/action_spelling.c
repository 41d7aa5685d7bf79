#include <stdio.h>
#include <string.h>

#include "lsp/assist/actions.h"
#include "lsp/assist/spelling.h"

/* A part of a text, or all of it where nothing is marked, in symbols or in ASCII. */

/* Up to three words of the notation that the change leads to: (∈ ∧ ⇒). */
static void title_of(Text *title, const Respellings *changes, bool symbols)
{
  uint32_t shown = 0;
  text_add(title, symbols ? "write in symbols (" : "write in ASCII (");
  for (uint32_t i = 0; i < changes->len && shown < 3; i++) {
    const char *text = changes->data[i].text + strspn(changes->data[i].text, " ");
    bool known = false;
    for (uint32_t k = 0; k < i && !known; k++)
      known = strcmp(changes->data[k].text, changes->data[i].text) == 0;
    if (known) continue;
    text_printf(title, "%s%.*s", shown++ ? " " : "", (int) strcspn(text, " "), text);
  }
  text_add_char(title, ')');
}

static void offer(Actions *a, const Words *words, Span span, bool symbols)
{
  Respellings changes = {0};
  VEC(ActionEdit) edits = {0};
  Text title = {0};
  spelling_change(words, span, symbols, &changes);
  for (uint32_t i = 0; i < changes.len; i++)
    vec_push(&edits, ((ActionEdit){changes.data[i].span, changes.data[i].text}));
  title_of(&title, &changes, symbols);
  if (changes.len)
    actions_offer(a, text_string(&title),
                  symbols ? "refactor.rewrite.symbols" : "refactor.rewrite.ascii", edits.data,
                  edits.len);
  text_free(&title);
  vec_free(&edits);
  vec_free(&changes);
}

void actions_spelling(Actions *a)
{
  const Source *source = a->analysis->source;
  if (!text_has_layout(source)) return;
  const Words *words = index_words(analysis_index(a->analysis), source);
  Span span =
      a->span.begin < a->span.end ? a->span : (Span){source->base, source->base + source->length};
  offer(a, words, span, true);
  offer(a, words, span, false);
}
