#include "lsp/assist/spelling.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "eventb/notation/math_lexer.h"
#include "syntax/lexer.h"

/* ---- the two ways */

typedef struct {
  uint16_t raw;
  const char *ascii, *symbol;
} Pair;

static const Pair marks_of_b[] = {{TOKEN_ASSIGN, ":=", "≔"},    {TOKEN_BECOMES_IN, "::", ":∈"},
                                  {TOKEN_PARALLEL, "||", "∥"},  {TOKEN_TILDE, "~", "∼"},
                                  {TOKEN_RESULTS, "<--", "←"},  {TOKEN_BAR, "|", "|"},
                                  {TOKEN_MIDDLE_DOT, ".", "·"}, {TOKEN_EMPTY_SET, "{}", "∅"}};

static const Pair marks_of_eventb[] = {
#define MARK(token, ascii, unicode) {EVENTB_##token, ascii, unicode},
#include "eventb/notation/math.def"
#undef MARK
};

static const char *mark_of(const Pair *pairs, size_t count, uint16_t raw, bool symbols)
{
  for (size_t i = 0; i < count; i++)
    if (pairs[i].raw == raw) return symbols ? pairs[i].symbol : pairs[i].ascii;
  return NULL;
}

static const char *text_of(const Words *w, uint32_t i)
{
  return w->source->text + (w->at[i].span.begin - w->source->base);
}

static bool is_written(const Words *w, uint32_t i, const char *text)
{
  size_t length = w->at[i].span.end - w->at[i].span.begin;
  return strlen(text) == length && !memcmp(text_of(w, i), text, length);
}

/* Its operands are the other way round: no spelling of the table says the same. */
static bool is_reversed(const Words *w, uint32_t i)
{
  static const char *const reversed[] = {"∋", "∌", "⊇", "⊃", "⊋", "⊉", "⊅"};
  for (size_t k = 0; k < sizeof reversed / sizeof *reversed; k++)
    if (is_written(w, i, reversed[k])) return true;
  return false;
}

/* The dot of a binder: a bracket follows, while names are joined by others. */
static bool is_binder_dot(const Words *w, uint32_t i)
{
  return w->at[i].raw == TOKEN_DOT && i + 1 < w->count && w->at[i + 1].raw == TOKEN_LEFT_PAREN;
}

static const char *spelling_in_b(const Words *w, uint32_t i, bool symbols)
{
  const Word *word = &w->at[i];
  if (is_binder_dot(w, i)) return symbols ? "·" : ".";
  const char *mark =
      mark_of(marks_of_b, sizeof marks_of_b / sizeof *marks_of_b, word->raw, symbols);
  if (mark || word->kind != WORD_OPERATOR || word->node > NODE_LAST_OPERATOR) return mark;
  const Operator *op = operator_of((NodeKind) word->node);
  return is_reversed(w, i) || *op->ascii == '@' ? NULL : symbols ? op->unicode : op->ascii;
}

const char *spelling_of(const Words *w, uint32_t i, bool symbols)
{
  const Word *word = &w->at[i];
  if (word->kind == WORD_NAME || w->notation == TEXT_SCRIPT) return NULL;
  if (w->notation != TEXT_EVENTB) return spelling_in_b(w, i, symbols);
  if (word->kind == WORD_OPERATOR) return eventb_spelling((NodeKind) word->node, symbols);
  if (word->kind != WORD_MARK) return NULL;
  return mark_of(marks_of_eventb, sizeof marks_of_eventb / sizeof *marks_of_eventb, word->raw,
                 symbols);
}

bool spelling_prefers_symbols(const Words *w)
{
  uint32_t ascii = 0, symbols = 0;
  for (uint32_t i = 0; i < w->count; i++) {
    const char *a = spelling_of(w, i, false), *s = spelling_of(w, i, true);
    if (!a || !s || !strcmp(a, s)) continue;
    if ((unsigned char) *text_of(w, i) < 0x80) ascii++;
    else symbols++;
  }
  return symbols > ascii || (symbols == ascii && w->notation == TEXT_EVENTB);
}

/* ---- changes */

static bool is_word_part(char c) { return isalnum((unsigned char) c) || c == '_'; }

/* Would these two be read otherwise if nothing stood between them?  Signs might be one longer
 * sign; brackets and commas are never a part of one. */
static bool run_together(char left, char right)
{
  if (is_word_part(left) || is_word_part(right)) return is_word_part(left) && is_word_part(right);
  static const char apart[] = "()[],;";
  return left && right && (unsigned char) left < 0x80 && (unsigned char) right < 0x80 &&
         !strchr(apart, left) && !strchr(apart, right) && !isspace((unsigned char) left) &&
         !isspace((unsigned char) right);
}

static void add_change(const Words *w, uint32_t i, const char *text, Respellings *changes)
{
  Respelling change = {.span = w->at[i].span};
  const char *old = text_of(w, i);
  char before = old > w->source->text ? old[-1] : '\0';
  char behind = old[change.span.end - change.span.begin];
  Respelling *last = changes->len ? &changes->data[changes->len - 1] : NULL;
  if (last && last->span.end == change.span.begin) before = last->text[strlen(last->text) - 1];
  snprintf(change.text, sizeof change.text, "%s%s%s", run_together(before, text[0]) ? " " : "",
           text, run_together(text[strlen(text) - 1], behind) ? " " : "");
  vec_push(changes, change);
}

/* {} is two words of B. */
static bool is_braces(const Words *w, uint32_t i)
{
  return w->notation != TEXT_EVENTB && w->at[i].raw == TOKEN_LEFT_BRACE && i + 1 < w->count &&
         w->at[i + 1].raw == TOKEN_RIGHT_BRACE;
}

void spelling_change(const Words *w, Span span, bool symbols, Respellings *changes)
{
  for (uint32_t i = words_from(w, span.begin); i < w->count && w->at[i].span.begin < span.end;
       i++) {
    if (w->notation == TEXT_SCRIPT) return;
    if (symbols && is_braces(w, i)) {
      Respelling change = {.span = {w->at[i].span.begin, w->at[i + 1].span.end}, .text = "∅"};
      vec_push(changes, change);
      i++;
      continue;
    }
    const char *text = spelling_of(w, i, symbols);
    if (text && !is_written(w, i, text)) add_change(w, i, text, changes);
  }
}
