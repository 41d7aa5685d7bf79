#include <string.h>

#include "eventb/notation/math_lexer.h"
#include "lsp/lsp.h"
#include "syntax/lexer.h"

/* What can be folded: comments, clauses and parts, declarations, and what stands between a keyword
 * and its END.  It goes by words alone, so that unfinished texts are folded, too. */

typedef struct {
  LspRequest *request;
  Analysis *analysis;
  const Words *words;
  json_t *list;
  VEC(uint32_t) open; /* words that an END closes */
  uint32_t part;      /* the keyword of the clause or part; UINT32_MAX: none */
} Folding;

static Position position_of(const Folding *f, uint32_t at)
{
  return document_position(f->request->document, analysis_offset(f->analysis, at),
                           f->request->project->units);
}

/* From one position to the end of what ends at another; only where these are in different lines.
 * `closed`: the last line shows what closes it. */
static void fold(Folding *f, uint32_t from, uint32_t to, const char *kind, bool closed)
{
  Position first = position_of(f, from), last = position_of(f, to);
  if (closed && last.line > first.line) last.line--;
  if (last.line <= first.line) return;
  json_t *one = json_pack("{s:I, s:I}", "startLine", (json_int_t) first.line, "endLine",
                          (json_int_t) last.line);
  if (kind) json_object_set_new(one, "kind", json_string(kind));
  json_array_append_new(f->list, one);
}

/* ---- comments */

static bool is_alone(const Folding *f, uint32_t i)
{
  const char *text = f->words->source->text;
  uint32_t at = f->words->at[i].span.begin - f->words->source->base;
  while (at > 0 && strchr(" \t", text[at - 1])) at--;
  return at == 0 || text[at - 1] == '\n';
}

static uint32_t line_of(const Folding *f, uint32_t at) { return position_of(f, at).line; }

/* A comment, with those that follow it line by line. */
static void fold_comments(Folding *f)
{
  const Words *w = f->words;
  for (uint32_t i = 0; i < w->count; i++) {
    uint32_t last = i;
    if (w->at[i].kind != WORD_COMMENT || !is_alone(f, i)) continue;
    while (last + 1 < w->count && w->at[last + 1].kind == WORD_COMMENT && is_alone(f, last + 1) &&
           line_of(f, w->at[last + 1].span.begin) <= line_of(f, w->at[last].span.end) + 1)
      last++;
    fold(f, w->at[i].span.begin, w->at[last].span.end, "comment", false);
    i = last;
  }
}

/* ---- classical B */

static bool opens_block(TokenKind kind)
{
  switch (kind) {
  case TOKEN_BEGIN:
  case TOKEN_PRE:
  case TOKEN_ASSERT:
  case TOKEN_WITNESS:
  case TOKEN_IF:
  case TOKEN_SELECT:
  case TOKEN_ANY:
  case TOKEN_LET:
  case TOKEN_VAR:
  case TOKEN_CASE:
  case TOKEN_CHOICE:
  case TOKEN_WHILE: return true;
  default: return false;
  }
}

/* The last word before this one that is no comment. */
static uint32_t before(const Folding *f, uint32_t i)
{
  while (i > 0 && f->words->at[i - 1].kind == WORD_COMMENT) i--;
  return i > 0 ? i - 1 : 0;
}

static void end_part(Folding *f, uint32_t next)
{
  if (f->part == UINT32_MAX) return;
  uint32_t last = before(f, next);
  fold(f, f->words->at[f->part].span.begin, f->words->at[last].span.end, NULL, false);
  f->part = UINT32_MAX;
}

/* INVARIANT may also belong to a loop. */
static bool is_of_loop(const Folding *f, TokenKind kind)
{
  return kind == TOKEN_INVARIANT && f->open.len &&
         f->words->at[f->open.data[f->open.len - 1]].raw == TOKEN_WHILE;
}

static void fold_b(Folding *f)
{
  const Words *w = f->words;
  for (uint32_t i = 0; i < w->count; i++) {
    TokenKind kind = (TokenKind) w->at[i].raw;
    if (w->at[i].kind != WORD_KEYWORD) continue;
    if (token_is_clause(kind) && !is_of_loop(f, kind)) {
      end_part(f, i);
      f->part = i;
      f->open.len = 0;
    } else if (opens_block(kind)) {
      vec_push(&f->open, i);
    } else if (kind == TOKEN_END && f->open.len) {
      fold(f, w->at[f->open.data[--f->open.len]].span.begin, w->at[i].span.begin, NULL, true);
    } else if (kind == TOKEN_END) {
      end_part(f, i);
    }
  }
  end_part(f, w->count);
}

/* ---- Event-B */

static bool is_one_of(const Word *word, const char *const *list)
{
  for (; *list; list++)
    if (word->name && eventb_is_word(word->name->text, *list)) return true;
  return false;
}

static void fold_eventb(Folding *f)
{
  static const char *const opening[] = {"machine", "context", "event", NULL};
  static const char *const parts[] = {
      "sets",   "constants", "axioms", "variables", "invariants", "theorems", "variant", "variants",
      "events", "any",       "where",  "when",      "with",       "then",     "begin",   NULL};
  static const char *const end[] = {"end", NULL};
  const Words *w = f->words;
  for (uint32_t i = 0; i < w->count; i++) {
    const Word *word = &w->at[i];
    if (word->kind != WORD_KEYWORD) continue;
    if (is_one_of(word, opening)) {
      end_part(f, i);
      vec_push(&f->open, i);
    } else if (is_one_of(word, parts)) {
      end_part(f, i);
      f->part = i;
    } else if (is_one_of(word, end)) {
      end_part(f, i);
      if (f->open.len)
        fold(f, w->at[f->open.data[--f->open.len]].span.begin, word->span.begin, NULL, true);
    }
  }
  end_part(f, w->count);
}

/* ---- declarations: operations, definitions, and all of CSP-M */

static void fold_declarations(Folding *f)
{
  Index *index = analysis_index(f->analysis);
  const Source *s = f->analysis->source;
  for (uint32_t i = 0; i < index_decls(index); i++) {
    const Decl *d = index_decl(index, i);
    bool here = d->span.begin >= s->base && d->span.begin < s->base + s->length;
    if (here && d->whole.begin && d->whole.begin <= d->span.begin)
      fold(f, d->whole.begin, d->whole.end, NULL, false);
  }
}

json_t *lsp_folding_range(LspRequest *r)
{
  Analysis *a = lsp_analysis(r);
  Folding f = {.request = r, .analysis = a, .list = json_array(), .part = UINT32_MAX};
  f.words = index_words(analysis_index(a), a->source);
  if (a->text.kind == TEXT_OTHER || a->text.kind == TEXT_AUT) return f.list;
  fold_comments(&f);
  if (f.words->notation == TEXT_EVENTB) fold_eventb(&f);
  else if (f.words->notation != TEXT_SCRIPT) fold_b(&f);
  if (f.words->notation != TEXT_EVENTB) fold_declarations(&f);
  vec_free(&f.open);
  return f.list;
}
