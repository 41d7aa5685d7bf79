#include <string.h>

#include "csp/names/symbol.h"
#include "csp/types/type.h"
#include "lsp/index/index_impl.h"
#include "report/model_text.h"

/* What is said of a declaration. */

/* ---- local names get their types from the resolved trees, when the first of them is asked for */

static void find_locals(Index *ix, const Node *node)
{
  const Symbol *symbol = node->symbol;
  if (symbol && node->kind == NODE_IDENT && symbol->kind == SYMBOL_LOCAL) {
    Decl *d = number_get(&ix->at, symbol->span.begin);
    if (d && !d->symbol) d->symbol = symbol;
  }
  for (uint32_t i = 0; i < node->count; i++) find_locals(ix, node->kids[i]);
}

static void find_in_clauses(Index *ix, const Clauses *clauses)
{
  for (uint32_t i = 0; i < clauses->len; i++) find_locals(ix, clauses->data[i].node);
}

static void find_in_operations(Index *ix, Operation *const *operations, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    const Operation *op = operations[i];
    for (uint32_t k = 0; k < op->parameter_count + op->result_count; k++) {
      const Symbol *symbol =
          k < op->parameter_count ? op->parameters[k] : op->results[k - op->parameter_count];
      Decl *d = number_get(&ix->at, symbol->span.begin);
      if (d && !d->symbol) d->symbol = symbol;
    }
    if (op->body) find_locals(ix, op->body);
  }
}

static void type_locals(Index *ix)
{
  const Model *model = ix->text.model;
  if (ix->typed || !model) return;
  ix->typed = true;
  find_in_clauses(ix, &model->properties);
  find_in_clauses(ix, &model->invariants);
  find_in_clauses(ix, &model->assertions);
  for (uint32_t i = 0; i < model->machines.len; i++)
    if (model->machines.data[i]->initialisation)
      find_locals(ix, model->machines.data[i]->initialisation);
  find_in_operations(ix, model->operations.data, model->operations.len);
  find_in_operations(ix, model->abstract.data, model->abstract.len);
}

/* ---- texts */

enum { MOST_TEXT = 400 };

/* The text of a declaration, in one line, as much of it as is easily read. */
static bool add_text(Index *ix, Span span, Text *out)
{
  uint32_t length;
  const char *text = sources_text(session_sources(ix->session), span, &length);
  bool blank = false;
  for (uint32_t i = 0; i < length; i++) {
    bool space = text[i] == ' ' || text[i] == '\n' || text[i] == '\r' || text[i] == '\t';
    if (space) {
      blank = true;
      continue;
    }
    bool begins = ((unsigned char) text[i] & 0xC0) != 0x80;
    if (begins && i >= MOST_TEXT) {
      text_add(out, " …");
      break;
    }
    if (blank) text_add_char(out, ' ');
    blank = false;
    text_add_char(out, text[i]);
  }
  return length > 0;
}

static bool describe_csp(const Decl *d, Text *out)
{
  const CspSymbol *symbol = d->csp;
  const char *builtin =
      symbol->kind == CSP_SYMBOL_BUILTIN ? builtin_type((CspBuiltin) symbol->number) : NULL;
  if (!builtin && !(symbol->scheme && symbol->scheme->type)) return false;
  text_printf(out, "%s :: ", d->name->text);
  if (builtin) text_add(out, builtin);
  else csp_type_print_cut(out, symbol->scheme->type, MOST_TEXT);
  return true;
}

static bool describe_symbol(const Symbol *symbol, const Name *name, Text *out)
{
  if (symbol->kind == SYMBOL_OPERATION) {
    text_printf(out, "%s : ", name->text);
    model_text_signature(out, symbol->operation);
    return true;
  }
  if (!symbol->type) return false;
  text_printf(out, "%s : ", name->text);
  type_print_cut(out, symbol->type, MOST_TEXT);
  return true;
}

const Symbol *index_symbol(Index *ix, const Decl *d)
{
  if (!d->symbol) type_locals(ix);
  return d->symbol;
}

bool index_describe(Index *ix, const Decl *d, Text *out)
{
  if (d->csp) return describe_csp(d, out);
  bool written = d->kind == DECL_DEFINITION || d->kind == DECL_PREFIX ||
                 (d->kind == DECL_SET && ix->text.kind != TEXT_EVENTB);
  if (written) return add_text(ix, d->whole, out);
  const Symbol *symbol = index_symbol(ix, d);
  return symbol && describe_symbol(symbol, d->name, out);
}

/* ---- comments */

static bool same_line(const Words *w, uint32_t from, uint32_t to)
{
  const Source *s = w->source;
  return to <= from || !memchr(s->text + (from - s->base), '\n', to - from);
}

/* Lines between the two places, at most 2. */
static unsigned lines_between(const Words *w, uint32_t from, uint32_t to)
{
  const char *at = w->source->text + (from - w->source->base), *end = at + (to - from);
  unsigned lines = 0;
  for (; at < end && lines < 2; at++) lines += *at == '\n';
  return lines;
}

/* The text of a comment without its marks, and without a * that begins each line. */
static void add_comment(const Words *w, Span span, Text *out)
{
  const char *at = w->source->text + (span.begin - w->source->base),
             *end = at + (span.end - span.begin);
  bool closed = end - at >= 4 && ((at[0] == '/' && at[1] == '*') || (at[0] == '{' && at[1] == '-'));
  at += end - at >= 2 ? 2 : 0;
  if (closed) end -= 2;
  while (end > at && strchr(" \t\r\n*", end[-1])) end--;
  for (bool first = true; at < end; first = false) {
    const char *stop = memchr(at, '\n', (size_t) (end - at));
    if (!stop) stop = end;
    while (at < stop && strchr(" \t*", *at)) at++;
    const char *last = stop;
    while (last > at && strchr(" \t\r", last[-1])) last--;
    if (!first || out->len) text_add_char(out, '\n');
    text_add_bytes(out, at, (size_t) (last - at));
    at = stop + 1;
  }
}

/* The comments that end just above, each alone on its lines. */
static uint32_t first_above(const Words *w, uint32_t word, uint32_t begin)
{
  uint32_t first = word, next = begin;
  while (first > 0 && w->at[first - 1].kind == WORD_COMMENT) {
    const Word *comment = &w->at[first - 1];
    bool behind = first >= 2 && same_line(w, w->at[first - 2].span.end, comment->span.begin);
    if (behind || lines_between(w, comment->span.end, next) > 1) break;
    next = comment->span.begin;
    first--;
  }
  return first;
}

/* A comment behind the declaration, on its line; `count` if there is none. */
static uint32_t comment_behind(const Words *w, uint32_t word)
{
  for (uint32_t i = word + 1; i < w->count; i++) {
    if (!same_line(w, w->at[word].span.end, w->at[i].span.begin)) break;
    if (w->at[i].kind == WORD_COMMENT) return i;
    if (w->at[i].kind != WORD_MARK && w->at[i].kind != WORD_LABEL) break;
  }
  return w->count;
}

bool index_comment(Index *ix, const Decl *d, Text *out)
{
  const Source *source =
      span_known(d->span) ? sources_at(session_sources(ix->session), d->span.begin) : NULL;
  if (!source || !source->length) return false;
  const Words *w = index_words(ix, source);
  uint32_t begin =
      d->whole.begin && d->whole.begin < d->span.begin ? d->whole.begin : d->span.begin;
  uint32_t word = words_from(w, begin), name = words_from(w, d->span.begin);
  if (word >= w->count || name >= w->count) return false;
  /* Others may stand before it on its line: the comment above them is not its own alone. */
  uint32_t first = first_above(w, word, begin), behind = comment_behind(w, name);
  size_t before = out->len;
  for (uint32_t i = first; i < word; i++) add_comment(w, w->at[i].span, out);
  if (first == word && behind < w->count) add_comment(w, w->at[behind].span, out);
  return out->len > before;
}
