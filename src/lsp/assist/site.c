#include <ctype.h>
#include <string.h>

#include "lsp/assist/site_impl.h"
#include "syntax/lexer.h"

/* ---- words around the place */

const Word *site_before(const Words *w, uint32_t position)
{
  uint32_t i = words_from(w, position);
  while (i < w->count && w->at[i].span.end <= position) i++;
  while (i > 0 && (w->at[i - 1].span.end > position || w->at[i - 1].kind == WORD_COMMENT)) i--;
  return i > 0 ? &w->at[i - 1] : NULL;
}

uint32_t site_behind(const Words *w, uint32_t position)
{
  uint32_t i = words_from(w, position);
  while (i < w->count && (w->at[i].span.begin < position || w->at[i].kind == WORD_COMMENT)) i++;
  return i;
}

uint32_t site_next(const Words *w, uint32_t i)
{
  do i++;
  while (i < w->count && w->at[i].kind == WORD_COMMENT);
  return i;
}

/* ---- the word that is being written */

static const char *text_at(const Words *w, uint32_t position)
{
  return w->source->text + (position - w->source->base);
}

/* Where the character before `at` begins, if it is a part of a name; else NULL. */
static const char *name_part_before(const Words *w, const char *at)
{
  const char *begin = at;
  unsigned length;
  if (begin == w->source->text) return NULL;
  do begin--;
  while (begin > w->source->text && ((unsigned char) *begin & 0xC0) == 0x80);
  return lex_name_part(begin, &length) ? begin : NULL;
}

static bool is_sign(char c) { return c && strchr("<>=:|\\/&*+-~^!#%.@", c); }

/* a.b.c is one word of B, if a letter comes first; M::x one of CSP-M. */
static const char *word_begin(const Words *w, const char *at)
{
  const char *begin = at, *part;
  for (;;) {
    while ((part = name_part_before(w, begin))) begin = part;
    bool dot = begin > w->source->text && begin[-1] == '.' && w->notation != TEXT_SCRIPT;
    if (dot && name_part_before(w, begin - 1)) begin--;
    else break;
  }
  while (begin < at && (isdigit((unsigned char) *begin) || *begin == '.')) begin++;
  return begin;
}

static void find_word(Site *site, const Words *w, uint32_t position)
{
  const char *at = text_at(w, position), *begin = word_begin(w, at), *end = at;
  for (unsigned length; lex_name_part(end, &length);) end += length;
  if (begin == at && end == at && w->notation != TEXT_SCRIPT) {
    while (begin > w->source->text && at - begin < 4 && is_sign(begin[-1])) begin--;
    site->signs = begin < at;
  }
  if (begin == at && !site->signs) end = at;
  site->span = (Span){position - (uint32_t) (at - begin), position + (uint32_t) (end - at)};
}

/* Comments, strings and numbers. */
static bool is_dead(const Words *w, uint32_t position)
{
  for (uint32_t i = words_from(w, position - 1); i < w->count; i++) {
    const Word *word = &w->at[i];
    if (word->span.begin >= position) break;
    const char *text = text_at(w, word->span.begin);
    bool line = word->kind == WORD_COMMENT && text[0] == text[1];
    bool quoted = word->kind == WORD_COMMENT || word->kind == WORD_STRING ||
                  (word->kind == WORD_LABEL && *text == '/');
    if (quoted && (position < word->span.end || line)) return true;
    if (word->kind == WORD_WRONG && strchr("\"'", *text) && position <= word->span.end) return true;
    if (word->kind == WORD_NUMBER && position <= word->span.end) return true;
    if (word->kind == WORD_LABEL && *text == '@' && position <= word->span.end) return true;
  }
  return false;
}

/* ---- texts with a hole */

void site_begin(const Site *site, const Words *w, Text *out)
{
  text_add_bytes(out, w->source->text, site->span.begin - w->source->base);
  text_add(out, SITE_HOLE);
}

void site_add_closing(Text *out, const char *text)
{
  for (; *text; text++) {
    if (*text == '$') text_add(out, SITE_HOLE);
    else text_add_char(out, *text);
  }
}

void site_add_rest(const Words *w, uint32_t position, Text *out)
{
  text_add(out, text_at(w, position));
}

void site_find(Site *site, const Words *w, uint32_t position)
{
  *site = (Site){.kind = SITE_NOWHERE};
  find_word(site, w, position);
  if (is_dead(w, position)) return;
  switch (w->notation) {
  case TEXT_EVENTB: site_eventb(site, w); break;
  case TEXT_SCRIPT: site_csp(site, w); break;
  default: site_b(site, w); break;
  }
}

void site_free(Site *site)
{
  for (int i = 0; i < SITE_ATTEMPTS; i++) text_free(&site->attempts[i]);
}
