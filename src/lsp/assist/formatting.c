#include <string.h>

#include "lsp/assist/edit_json.h"
#include "lsp/assist/spelling.h"
#include "lsp/lsp.h"
#include "lsp/text/edits.h"
#include "session/format.h"

/* The layout of `probity fmt`, as edits of what differs. */

enum { WIDTH = 100 };
#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

/* The document as it should be; false: it has mistakes, or no layout. */
static bool lay_out(LspRequest *r, Text *out)
{
  const Source *source;
  const char *text = text_string(&r->document->text);
  Session *session = project_session(r->project, r->document, text, &source);
  bool good = text_has_layout(source);
  if (good) {
    Words words = words_of(session, source);
    bool symbols = spelling_prefers_symbols(&words);
    FormatOptions options = {.style = {.unicode = symbols, .width = WIDTH}, .ascii = !symbols};
    if (!strncmp(text, BYTE_ORDER_MARK, 3)) text_add(out, BYTE_ORDER_MARK);
    format_file(session, source, options, out);
    good = !session_has_errors(session);
  }
  session_free(session);
  return good;
}

/* What differs between two places of the document; null: it cannot be laid out. */
static json_t *layout_edits(LspRequest *r, uint32_t from, uint32_t to)
{
  Text made = {0};
  TextEdits edits = {0};
  json_t *list = lay_out(r, &made) ? json_array() : json_null();
  const Document *d = r->document;
  if (json_is_array(list))
    text_edits_find(&edits, text_string(&d->text), (uint32_t) d->text.len, text_string(&made),
                    (uint32_t) made.len);
  for (uint32_t i = 0; i < edits.len; i++) {
    const TextEdit *e = &edits.data[i];
    if (e->begin < from || e->end > to) continue;
    json_array_append_new(
        list, edit_json(r, e->begin, e->end, text_string(&made) + e->from, e->to - e->from));
  }
  vec_free(&edits);
  text_free(&made);
  return list;
}

json_t *lsp_formatting(LspRequest *r)
{
  return layout_edits(r, 0, (uint32_t) r->document->text.len);
}

/* The lines of the range: an edit that is not inside of them is left out. */
json_t *lsp_range_formatting(LspRequest *r)
{
  uint32_t begin, end, length = (uint32_t) r->document->text.len;
  const char *text = text_string(&r->document->text);
  if (!request_range(r, &begin, &end)) return NULL;
  if (end > begin && text[end - 1] == '\n') end--;
  while (begin > 0 && text[begin - 1] != '\n') begin--;
  while (end < length && text[end] != '\n') end++;
  return layout_edits(r, begin, end < length ? end + 1 : end);
}
