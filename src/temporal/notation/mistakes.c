#include <string.h>

#include "base/nearest.h"
#include "temporal/notation/notation_impl.h"

/* What may have been meant by a text that belongs to no formula. */

static const char definitions[] =
    "definitions of patterns, and statements, stand in front of the formula";
static const char calls[] = "a scope is a pattern that is called: before(r, f), between(l, r, f)";

/* A hint, and what to write in its place, perhaps one of two; or NULL. */
typedef struct {
  const char *text;
  int logic; /* -1: both */
  const char *hint, *instead, *other;
} Meaning;

static const Meaning meanings[] = {
    {"V", LOGIC_LTL, "write R (release)", "R", NULL},
    {"V", LOGIC_CTL, "CTL has only E f U g beside EX AX EF AF EG AG", NULL, NULL},
    {"M", LOGIC_LTL, "write g U (f & g) for the strong release", NULL, NULL},
    {"N", LOGIC_LTL, "write X (next)", "X", NULL},
    {"P", LOGIC_LTL, "write O (once) or Y (yesterday)", "O", "Y"},
    {"Z", LOGIC_LTL, "write not Y not for the weak yesterday", "not Y not", NULL},
    {"B", LOGIC_LTL, "write S (since) or T (trigger)", "S", "T"},
    {"A", LOGIC_LTL, "operators of paths belong to CTL: --ctl", NULL, NULL},
    {"E", LOGIC_LTL, "operators of paths belong to CTL: --ctl", NULL, NULL},
    {"AG", LOGIC_LTL, "AG belongs to CTL: write G, or --ctl", "G", NULL},
    {"AF", LOGIC_LTL, "AF belongs to CTL: write F, or --ctl", "F", NULL},
    {"AX", LOGIC_LTL, "AX belongs to CTL: write X, or --ctl", "X", NULL},
    {"EG", LOGIC_LTL, "EG belongs to CTL: --ctl", NULL, NULL},
    {"EF", LOGIC_LTL, "EF belongs to CTL: --ctl", NULL, NULL},
    {"EX", LOGIC_LTL, "EX belongs to CTL: --ctl", NULL, NULL},
    {"A", LOGIC_CTL, "there is no A f U g: write AF g & not(E not g U (not f & not g))", NULL,
     NULL},
    {"AU", LOGIC_CTL, "there is no A f U g: write AF g & not(E not g U (not f & not g))", NULL,
     NULL},
    {"G", LOGIC_CTL, "write AG or EG; G belongs to LTL: --ltl", "AG", "EG"},
    {"F", LOGIC_CTL, "write AF or EF; F belongs to LTL: --ltl", "AF", "EF"},
    {"X", LOGIC_CTL, "write AX or EX; X belongs to LTL: --ltl", "AX", "EX"},
    {"W", LOGIC_CTL, "CTL has only E f U g; W belongs to LTL: --ltl", NULL, NULL},
    {"R", LOGIC_CTL, "CTL has only E f U g; R belongs to LTL: --ltl", NULL, NULL},
    {"enabled", LOGIC_CTL, "write e(op)", "e", NULL},
    {"and", LOGIC_CTL, "write &", "&", NULL},
    {"implies", LOGIC_CTL, "write =>", "=>", NULL},
    {"!", LOGIC_CTL, "write not for the negation", "not ", NULL},
    {"<=>", LOGIC_CTL, "write (f => g) & (g => f)", NULL, NULL},
    {"def", LOGIC_LTL, definitions, NULL, NULL},
    {"var", LOGIC_LTL, definitions, NULL, NULL},
    {"num", LOGIC_LTL, definitions, NULL, NULL},
    {"seq", LOGIC_LTL, definitions, NULL, NULL},
    {"count", LOGIC_LTL, definitions, NULL, NULL},
    {"before", LOGIC_LTL, calls, NULL, NULL},
    {"after", LOGIC_LTL, calls, NULL, NULL},
    {"between", LOGIC_LTL, calls, NULL, NULL},
    {"after_until", LOGIC_LTL, calls, NULL, NULL},
#define SHAPE(name, text, parameters, reserved) \
  {text, LOGIC_CTL, "patterns belong to LTL: --ltl", NULL, NULL},
#include "temporal/notation/shapes.def"
#undef SHAPE
    {"e", -1, "write e(op): is the operation possible?", NULL, NULL},
    {"!", -1, "write not for the negation; !x.({P} => f) is a quantifier", "not ", NULL},
    {"~", -1, "write not for the negation", "not ", NULL},
    {"|", -1, "write or", " or ", NULL},
    {"||", -1, "write or", " or ", NULL},
    {"&&", -1, "write &", "&", NULL},
    {"/\\", -1, "write &", "&", NULL},
    {"\\/", -1, "write or", " or ", NULL},
    {"==>", -1, "write =>", "=>", NULL},
    {"->", -1, "write =>", "=>", NULL},
    {"<==>", -1, "write <=>", "<=>", NULL},
    {"TRUE", -1, "write true", "true", NULL},
    {"FALSE", -1, "write false", "false", NULL},
    {"\"", -1, "strings are values of B: write {x = \"text\"}", NULL, NULL},
    {";", -1, "a formula ends without a semicolon", "", NULL},
    {",", -1, "operations are separated by commas only inside deadlock(a, b)", NULL, NULL},
    {"/*", LOGIC_CTL, "there are no comments in formulas", NULL, NULL},
    {"//", LOGIC_CTL, "there are no comments in formulas", NULL, NULL},
    {"/*", LOGIC_LTL, "comments, /* … */, stand only in texts that define patterns or variables",
     NULL, NULL},
    {"//", LOGIC_LTL, "comments stand only in texts that define patterns or variables", NULL, NULL},
};

static void offer(void *nearest, const char *word) { nearest_offer(nearest, word); }

static const Meaning *meaning_of(const Reader *r, const char *text, size_t length)
{
  const Meaning *best = NULL;
  size_t longest = 0;
  bool word = lexeme_name(text, r->end) > 0;
  for (unsigned i = 0; i < sizeof meanings / sizeof *meanings; i++) {
    size_t known = strlen(meanings[i].text);
    if (meanings[i].logic >= 0 && meanings[i].logic != (int) r->logic) continue;
    if (word ? known != length : (size_t) (r->end - text) < known) continue;
    if (known <= longest || memcmp(text, meanings[i].text, known)) continue;
    best = &meanings[i];
    longest = known;
  }
  return best;
}

/* The whole word around a place: of `alwayss` the part `always` has been read already. */
static const char *word_begin(const Reader *r, const char *at)
{
  const char *begin = at;
  while (begin > r->source->text && (begin[-1] == '_' || (begin[-1] >= 'a' && begin[-1] <= 'z') ||
                                     (begin[-1] >= 'A' && begin[-1] <= 'Z')))
    begin--;
  return begin;
}

/* Nowhere, if the text of the file is another one: escapes of the string were resolved. */
static Span written(const Reader *r, Span span, const char *text)
{
  return span_equal(sources_find_text(diags_sources(r->diags), span, text), span) ? span
                                                                                  : SPAN_NONE;
}

static void advise(Reader *r, Diag *d, const char *begin, const Meaning *m)
{
  if (!d) return;
  Span span = written(r, reader_span(r, begin, begin + strlen(m->text)), m->text);
  diag_hint(r->diags, d, "%s", m->hint);
  if (m->instead) diag_replace(r->diags, d, span, m->instead);
  if (m->other) diag_replace(r->diags, d, span, m->other);
}

/* Nobody knows the word. */
static void suggest(Reader *r, Diag *d, Span span, const char *word, const char *end)
{
  Nearest nearest = nearest_to(word);
  lexemes_each(r->logic, offer, &nearest);
  if (r->shapes) shapes_each_name(r, offer, &nearest);
  if (nearest.best && strlen(word) > 1) {
    diag_suggest(r->diags, d, written(r, span, word), nearest.best);
    return;
  }
  const char *behind = lexeme_skip_blanks(end, r->end);
  if (r->shapes && behind < r->end && *behind == '(')
    diag_hint(r->diags, d, "there is no pattern %s; `def %s(x): …` in front defines one", word,
              word);
  else
    diag_hint(r->diags, d,
              "what is said of a state stands in braces, {%s …}, an operation in brackets, [%s]",
              word, word);
}

static void unknown_word(Reader *r, const char *begin, const char *end)
{
  const char *word = reader_shown(r, begin, end);
  const Meaning *meaning = meaning_of(r, begin, (size_t) (end - begin));
  Span span = reader_span(r, begin, end);
  Diag *d = reader_error(r, span, "unknown word '%s'", word);
  if (meaning) advise(r, d, begin, meaning);
  else if (d) suggest(r, d, span, word, end);
}

static void unknown(Reader *r, const char *what)
{
  const char *begin = r->next.begin, *end = r->next.end;
  if (lexeme_name(begin, r->end)) {
    const char *whole = word_begin(r, begin);
    if (r->last && r->last > begin) whole = begin;
    unknown_word(r, whole, end);
    return;
  }
  const Meaning *meaning = meaning_of(r, begin, (size_t) (end - begin));
  Diag *d = reader_error(r, reader_span(r, begin, end), "unexpected '%s', expected %s",
                         reader_shown(r, begin, end), what);
  if (meaning) advise(r, d, begin, meaning);
  else reader_hint(r, d, "what is said of a state stands in braces: {x = 1}");
}

void reader_unexpected(Reader *r, const char *what)
{
  Lexeme next = r->next;
  if (next.kind == LEXEME_UNKNOWN) {
    unknown(r, what);
    return;
  }
  Span span = reader_span(r, next.begin, next.end);
  if (next.kind == LEXEME_END) {
    reader_error(r, span, "unexpected end of the formula, expected %s", what);
    return;
  }
  Diag *d = reader_error(r, span, "unexpected '%s', expected %s",
                         reader_shown(r, next.begin, next.end), what);
  if (next.kind == LEXEME_BRACE || next.kind == LEXEME_BRACKET || next.kind == LEXEME_OPEN)
    reader_hint(r, d, "formulas are joined by & or or => and the like");
}
