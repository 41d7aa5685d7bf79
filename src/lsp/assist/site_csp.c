#include <string.h>

#include "csp/syntax/lexer.h"
#include "lsp/assist/site_impl.h"

/* CSP-M.  A line that begins a declaration sets it apart from others. */

typedef struct {
  const Words *words;
  uint32_t from;         /* the first word of the declaration */
  VEC(uint16_t) closers; /* of open brackets in it */
} Walk;

static bool begins_line(const Words *w, uint32_t i)
{
  const char *text = w->source->text;
  uint32_t at = w->at[i].span.begin - w->source->base;
  while (at > 0 && strchr(" \t", text[at - 1])) at--;
  return at == 0 || text[at - 1] == '\n';
}

static bool is_declaration_word(uint16_t raw)
{
  switch ((CspTokenKind) raw) {
  case CSP_TOKEN_CHANNEL:
  case CSP_TOKEN_ASSERT:
  case CSP_TOKEN_DATATYPE:
  case CSP_TOKEN_SUBTYPE:
  case CSP_TOKEN_NAMETYPE:
  case CSP_TOKEN_EXTERNAL:
  case CSP_TOKEN_TRANSPARENT:
  case CSP_TOKEN_MODULE:
  case CSP_TOKEN_EXPORTS:
  case CSP_TOKEN_ENDMODULE:
  case CSP_TOKEN_INSTANCE: return true;
  default: return false;
  }
}

/* A name or pattern at the beginning of a line with = behind it on that line, or a word of
 * declarations. */
static bool begins_declaration(const Words *w, uint32_t i)
{
  if (!begins_line(w, i)) return false;
  if (w->at[i].kind == WORD_KEYWORD) return is_declaration_word(w->at[i].raw);
  if (w->at[i].kind != WORD_NAME) return false;
  for (int depth = 0; i < w->count; i++) {
    uint16_t raw = w->at[i].raw;
    if (w->at[i].kind == WORD_COMMENT) continue;
    if (raw == CSP_TOKEN_LEFT_PAREN) depth++;
    if (raw == CSP_TOKEN_RIGHT_PAREN) depth--;
    if (depth == 0 && (raw == CSP_TOKEN_IS || raw == CSP_TOKEN_COLONS)) return true;
    if (i + 1 < w->count && depth == 0 && begins_line(w, i + 1)) return false;
  }
  return false;
}

static uint16_t closer_of(uint16_t raw)
{
  switch ((CspTokenKind) raw) {
  case CSP_TOKEN_LEFT_PAREN: return CSP_TOKEN_RIGHT_PAREN;
  case CSP_TOKEN_LEFT_BRACE: return CSP_TOKEN_RIGHT_BRACE;
  case CSP_TOKEN_LEFT_BRACKET: return CSP_TOKEN_RIGHT_BRACKET;
  case CSP_TOKEN_CLOSURE_OPEN: return CSP_TOKEN_CLOSURE_CLOSE;
  case CSP_TOKEN_RENAME_OPEN: return CSP_TOKEN_RENAME_CLOSE;
  case CSP_TOKEN_SHARE_OPEN: return CSP_TOKEN_SHARE_CLOSE;
  case CSP_TOKEN_MAP_OPEN: return CSP_TOKEN_MAP_CLOSE;
  default: return 0;
  }
}

static bool closes(uint16_t raw)
{
  switch ((CspTokenKind) raw) {
  case CSP_TOKEN_RIGHT_PAREN:
  case CSP_TOKEN_RIGHT_BRACE:
  case CSP_TOKEN_RIGHT_BRACKET:
  case CSP_TOKEN_CLOSURE_CLOSE:
  case CSP_TOKEN_RENAME_CLOSE:
  case CSP_TOKEN_SHARE_CLOSE:
  case CSP_TOKEN_EXCEPTION_CLOSE:
  case CSP_TOKEN_MAP_CLOSE: return true;
  default: return false;
  }
}

static void walk_to(Walk *k, uint32_t position)
{
  for (uint32_t i = 0; i < k->words->count && k->words->at[i].span.end <= position; i++) {
    const Word *word = &k->words->at[i];
    if (word->kind == WORD_COMMENT) continue;
    if (begins_declaration(k->words, i)) k->from = i, k->closers.len = 0;
    if (closer_of(word->raw)) vec_push(&k->closers, closer_of(word->raw));
    else if (closes(word->raw) && k->closers.len) k->closers.len--;
  }
}

/* ---- what may stand there */

static bool ends_operand(const Word *word)
{
  if (word->kind == WORD_NAME || word->kind == WORD_NUMBER || word->kind == WORD_STRING)
    return true;
  return word->raw == CSP_TOKEN_RIGHT_PAREN || word->raw == CSP_TOKEN_RIGHT_BRACE ||
         word->raw == CSP_TOKEN_CLOSURE_CLOSE || word->raw == CSP_TOKEN_RENAME_CLOSE ||
         word->raw == CSP_TOKEN_MAP_CLOSE;
}

/* Names are declared behind these. */
static bool declares(const Walk *k, const Word *before)
{
  const Words *w = k->words;
  uint16_t raw = k->from < w->count ? w->at[k->from].raw : CSP_TOKEN_END;
  bool names = raw == CSP_TOKEN_CHANNEL || raw == CSP_TOKEN_EXTERNAL ||
               raw == CSP_TOKEN_TRANSPARENT || raw == CSP_TOKEN_DATATYPE ||
               raw == CSP_TOKEN_SUBTYPE || raw == CSP_TOKEN_NAMETYPE || raw == CSP_TOKEN_MODULE;
  if (!names || k->closers.len) return false;
  for (const Word *at = before; at >= w->at + k->from; at--)
    if (at->raw == CSP_TOKEN_COLON || at->raw == CSP_TOKEN_DOT || at->raw == CSP_TOKEN_IS)
      return at->raw == CSP_TOKEN_IS && (raw == CSP_TOKEN_DATATYPE || raw == CSP_TOKEN_SUBTYPE);
  return true;
}

static SiteKind kind_at(const Walk *k, const Site *site, const Word *before)
{
  const Words *w = k->words;
  if (!before) return SITE_TEXT;
  if (before->raw == CSP_TOKEN_PROPERTY) return SITE_PROPERTY;
  const char *text = w->source->text;
  uint32_t at = site->span.begin - w->source->base;
  bool line = at == 0 || text[at - 1] == '\n';
  bool done = ends_operand(before) || before->raw == CSP_TOKEN_GREATER;
  if (line && !k->closers.len && done) return SITE_TEXT;
  if (declares(k, before)) return SITE_NOWHERE;
  if (before->raw == CSP_TOKEN_QUERY || before->raw == CSP_TOKEN_DOLLAR) return SITE_NOWHERE;
  return ends_operand(before) ? SITE_OPERATOR : SITE_OPERAND;
}

/* ---- the text with a hole */

static uint32_t next_declaration(const Words *w, uint32_t from)
{
  while (from < w->count && (w->at[from].kind == WORD_COMMENT || !begins_declaration(w, from)))
    from++;
  return from;
}

static uint32_t closed_behind(const Words *w, uint32_t from, uint32_t end)
{
  uint32_t closed = 0;
  for (int depth = 0; from < end; from = site_next(w, from)) {
    if (closer_of(w->at[from].raw)) depth++;
    if (!closes(w->at[from].raw)) continue;
    if (depth > 0) depth--;
    else closed++;
  }
  return closed;
}

static void add_closers(const Walk *k, uint32_t spared, Text *out)
{
  for (uint32_t i = k->closers.len; i > 0; i--) {
    if (spared) spared--;
    else text_printf(out, " %s ", csp_token_spelling((CspTokenKind) k->closers.data[i - 1]));
  }
}

/* What an unfinished expression lacks: c!x needs a process behind it, a condition its branches. */
static const char *completion_of(const Walk *k, const Word *before)
{
  const Words *w = k->words;
  int conditions = 0, branches = 0, lets = 0;
  bool event = false;
  for (const Word *at = w->at + k->from; before && at <= before && at < w->at + w->count; at++) {
    uint16_t raw = at->raw;
    if (at->kind == WORD_COMMENT) continue;
    conditions += (raw == CSP_TOKEN_IF) - (raw == CSP_TOKEN_THEN);
    branches += (raw == CSP_TOKEN_THEN) - (raw == CSP_TOKEN_ELSE);
    lets += (raw == CSP_TOKEN_LET) - (raw == CSP_TOKEN_WITHIN);
    if (raw == CSP_TOKEN_BANG || raw == CSP_TOKEN_QUERY || raw == CSP_TOKEN_DOLLAR) event = true;
    if (raw == CSP_TOKEN_ARROW || raw == CSP_TOKEN_IS) event = false;
  }
  if (event) return " -> STOP";
  if (conditions > 0) return " then $ else $";
  if (branches > 0) return " else $";
  return lets > 0 ? " within $" : "";
}

/* The hole is declared as what fits everywhere. */
static void add_declaration(Text *out) { text_add(out, "\n" SITE_HOLE " = " SITE_HOLE "\n"); }

void site_csp(Site *site, const Words *w)
{
  Walk k = {.words = w};
  walk_to(&k, site->span.begin);
  const Word *before = site_before(w, site->span.begin);
  uint32_t behind = site_behind(w, site->span.end), end = next_declaration(w, behind);
  site->kind = kind_at(&k, site, before);
  site_begin(site, w, &site->attempts[0]);
  add_closers(&k, closed_behind(w, behind, end), &site->attempts[0]);
  site_add_rest(w, site->span.end, &site->attempts[0]);
  add_declaration(&site->attempts[0]);
  site_begin(site, w, &site->attempts[1]);
  site_add_closing(&site->attempts[1], completion_of(&k, before));
  add_closers(&k, 0, &site->attempts[1]);
  text_add_char(&site->attempts[1], '\n');
  if (end < w->count) site_add_rest(w, w->at[end].span.begin, &site->attempts[1]);
  add_declaration(&site->attempts[1]);
  vec_free(&k.closers);
}
