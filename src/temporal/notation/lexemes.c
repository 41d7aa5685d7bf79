#include <string.h>

#include "syntax/lexer.h"
#include "syntax/utf8.h"
#include "temporal/notation/notation_impl.h"

/* The words of a formula need no blanks between them: GFXnot{p}.  The longest one is taken. */

typedef enum { BRACKET_PLAIN, BRACKET_NEEDED, BRACKET_OPTIONAL } WordBracket;
enum { WORDS_LTL = 1, WORDS_CTL = 2, WORDS_BOTH = 3 };

static const struct {
  const char *text;
  TemporalKind kind;
  WordBracket bracket;
  unsigned logics;
} words[] = {
#define WORD(text, kind, bracket, logics) \
  {text, TEMPORAL_##kind, BRACKET_##bracket, WORDS_##logics},
#include "temporal/notation/words.def"
#undef WORD
};
enum { WORDS = sizeof words / sizeof *words };

static bool is_of(unsigned logics, TemporalLogic logic)
{
  return logics & (logic == LOGIC_CTL ? WORDS_CTL : WORDS_LTL);
}

void lexemes_each(TemporalLogic logic, void (*visit)(void *context, const char *word),
                  void *context)
{
  for (unsigned i = 0; i < WORDS; i++)
    if (is_of(words[i].logics, logic)) visit(context, words[i].text);
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

const char *lexeme_skip_blanks(const char *at, const char *end)
{
  while (at < end && is_blank(*at)) at++;
  return at;
}

/* A name by itself, or NULL. */
static const char *after_name(const char *at, const char *end)
{
  unsigned step;
  if (at >= end || (*at >= '0' && *at <= '9') || !lex_name_part(at, &step)) return NULL;
  while (at < end && lex_name_part(at, &step)) at += step;
  while (at < end && *at == '\'') at++;
  return at;
}

size_t lexeme_word(const char *at, const char *end)
{
  const char *after = after_name(at, end);
  return after ? (size_t) (after - at) : 0;
}

/* What may follow the dot of an event: a name, or a number; or NULL. */
static const char *after_field(const char *at, const char *end)
{
  const char *digit = at;
  while (digit < end && *digit >= '0' && *digit <= '9') digit++;
  return digit > at ? digit : after_name(at, end);
}

size_t lexeme_name(const char *from, const char *end)
{
  const char *at = after_name(from, end), *next;
  while (at && at < end && *at == '.' && (next = after_field(at + 1, end))) at = next;
  return at ? (size_t) (at - from) : 0;
}

/* The end of the word if it stands there, or NULL.  The letters of the path operators of CTL may
 * have blanks between them. */
static const char *match(const char *at, const char *end, const char *word, bool path)
{
  if (path && word[1] && at < end && *at == word[0]) {
    at = lexeme_skip_blanks(at + 1, end);
    word++;
  }
  size_t length = strlen(word);
  return (size_t) (end - at) >= length && !memcmp(at, word, length) ? at + length : NULL;
}

/* Behind the bracket that follows a word, perhaps after blanks on the same line; or NULL. */
static const char *after_bracket(const char *at, const char *end)
{
  while (at < end && (*at == ' ' || *at == '\t')) at++;
  return at < end && *at == '(' ? at + 1 : NULL;
}

static bool is_path_operator(TemporalKind kind)
{
  return kind >= TEMPORAL_EX && kind <= TEMPORAL_AG;
}

static Lexeme word_at(const char *at, const char *end, TemporalLogic logic)
{
  Lexeme found = {.begin = at, .end = at};
  size_t longest = 0;
  for (unsigned i = 0; i < WORDS; i++) {
    if (!is_of(words[i].logics, logic)) continue;
    const char *after = match(at, end, words[i].text, is_path_operator(words[i].kind));
    const char *bracket = after ? after_bracket(after, end) : NULL;
    if (!after || (size_t) (after - at) <= longest) continue;
    if (words[i].bracket == BRACKET_NEEDED && !bracket) continue;
    longest = (size_t) (after - at);
    found.kind = LEXEME_WORD;
    found.node = words[i].kind;
    found.opened = words[i].bracket != BRACKET_PLAIN && bracket;
    found.end = found.opened ? bracket : after;
  }
  return found;
}

bool lexemes_are_words(const char *begin, const char *end, TemporalLogic logic)
{
  while (begin < end) {
    size_t longest = 0;
    for (unsigned i = 0; i < WORDS; i++) {
      const char *after =
          is_of(words[i].logics, logic) ? match(begin, end, words[i].text, false) : NULL;
      if (after && (size_t) (after - begin) > longest) longest = (size_t) (after - begin);
    }
    if (longest == 0) return false;
    begin += longest;
  }
  return true;
}

Lexeme lexeme_at(const char *at, const char *end, TemporalLogic logic)
{
  static const struct {
    char character;
    LexemeKind kind;
  } singles[] = {
      {'(', LEXEME_OPEN}, {')', LEXEME_CLOSE}, {'{', LEXEME_BRACE}, {'[', LEXEME_BRACKET}};
  at = lexeme_skip_blanks(at, end);
  if (at == end) return (Lexeme){.kind = LEXEME_END, .begin = at, .end = at};
  for (unsigned i = 0; i < sizeof singles / sizeof *singles; i++)
    if (*at == singles[i].character)
      return (Lexeme){.kind = singles[i].kind, .begin = at, .end = at + 1};
  Lexeme word = word_at(at, end, logic);
  if (word.end > at) return word;
  Lexeme unknown = {.kind = LEXEME_UNKNOWN, .begin = at};
  size_t length = lexeme_name(at, end);
  unsigned step = 1;
  if (length == 0) utf8_decode(at, &step);
  unknown.end = at + (length ? length : step);
  return unknown;
}
