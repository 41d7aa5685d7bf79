#include <string.h>

#include "base/nearest.h"
#include "temporal/notation/notation_impl.h"

/* What may have been meant by a text that belongs to no formula. */

static const char definitions[] =
    "definitions of patterns, and statements, stand in front of the formula";
static const char calls[] = "a scope is a pattern that is called: before(r, f), between(l, r, f)";

static const struct {
  const char *text;
  int logic; /* -1: both */
  const char *hint;
} meanings[] = {
    {"V", LOGIC_LTL, "write R (release)"},
    {"V", LOGIC_CTL, "CTL has only E f U g beside EX AX EF AF EG AG"},
    {"M", LOGIC_LTL, "write g U (f & g) for the strong release"},
    {"N", LOGIC_LTL, "write X (next)"},
    {"P", LOGIC_LTL, "write O (once) or Y (yesterday)"},
    {"Z", LOGIC_LTL, "write not Y not for the weak yesterday"},
    {"B", LOGIC_LTL, "write S (since) or T (trigger)"},
    {"A", LOGIC_LTL, "operators of paths belong to CTL: --ctl"},
    {"E", LOGIC_LTL, "operators of paths belong to CTL: --ctl"},
    {"AG", LOGIC_LTL, "AG belongs to CTL: write G, or --ctl"},
    {"AF", LOGIC_LTL, "AF belongs to CTL: write F, or --ctl"},
    {"AX", LOGIC_LTL, "AX belongs to CTL: write X, or --ctl"},
    {"EG", LOGIC_LTL, "EG belongs to CTL: --ctl"},
    {"EF", LOGIC_LTL, "EF belongs to CTL: --ctl"},
    {"EX", LOGIC_LTL, "EX belongs to CTL: --ctl"},
    {"A", LOGIC_CTL, "there is no A f U g: write AF g & not(E not g U (not f & not g))"},
    {"AU", LOGIC_CTL, "there is no A f U g: write AF g & not(E not g U (not f & not g))"},
    {"G", LOGIC_CTL, "write AG or EG; G belongs to LTL: --ltl"},
    {"F", LOGIC_CTL, "write AF or EF; F belongs to LTL: --ltl"},
    {"X", LOGIC_CTL, "write AX or EX; X belongs to LTL: --ltl"},
    {"W", LOGIC_CTL, "CTL has only E f U g; W belongs to LTL: --ltl"},
    {"R", LOGIC_CTL, "CTL has only E f U g; R belongs to LTL: --ltl"},
    {"enabled", LOGIC_CTL, "write e(op)"},
    {"and", LOGIC_CTL, "write &"},
    {"implies", LOGIC_CTL, "write =>"},
    {"!", LOGIC_CTL, "write not for the negation"},
    {"<=>", LOGIC_CTL, "write (f => g) & (g => f)"},
    {"def", LOGIC_LTL, definitions},
    {"var", LOGIC_LTL, definitions},
    {"num", LOGIC_LTL, definitions},
    {"seq", LOGIC_LTL, definitions},
    {"count", LOGIC_LTL, definitions},
    {"before", LOGIC_LTL, calls},
    {"after", LOGIC_LTL, calls},
    {"between", LOGIC_LTL, calls},
    {"after_until", LOGIC_LTL, calls},
#define SHAPE(name, text, parameters, reserved) {text, LOGIC_CTL, "patterns belong to LTL: --ltl"},
#include "temporal/notation/shapes.def"
#undef SHAPE
    {"e", -1, "write e(op): is the operation possible?"},
    {"!", -1, "write not for the negation; !x.({P} => f) is a quantifier"},
    {"~", -1, "write not for the negation"},
    {"|", -1, "write or"},
    {"||", -1, "write or"},
    {"&&", -1, "write &"},
    {"/\\", -1, "write &"},
    {"\\/", -1, "write or"},
    {"==>", -1, "write =>"},
    {"->", -1, "write =>"},
    {"<==>", -1, "write <=>"},
    {"TRUE", -1, "write true"},
    {"FALSE", -1, "write false"},
    {"\"", -1, "strings are values of B: write {x = \"text\"}"},
    {";", -1, "a formula ends without a semicolon"},
    {",", -1, "operations are separated by commas only inside deadlock(a, b)"},
    {"/*", LOGIC_CTL, "there are no comments in formulas"},
    {"//", LOGIC_CTL, "there are no comments in formulas"},
    {"/*", LOGIC_LTL, "comments, /* … */, stand only in texts that define patterns or variables"},
    {"//", LOGIC_LTL, "comments stand only in texts that define patterns or variables"},
};

static void offer(void *nearest, const char *word) { nearest_offer(nearest, word); }

static const char *meaning_of(const Reader *r, const char *text, size_t length)
{
  const char *best = NULL;
  size_t longest = 0;
  bool word = lexeme_name(text, r->end) > 0;
  for (unsigned i = 0; i < sizeof meanings / sizeof *meanings; i++) {
    size_t known = strlen(meanings[i].text);
    if (meanings[i].logic >= 0 && meanings[i].logic != (int) r->logic) continue;
    if (word ? known != length : (size_t) (r->end - text) < known) continue;
    if (known <= longest || memcmp(text, meanings[i].text, known)) continue;
    best = meanings[i].hint;
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

static const char *suggestion(Reader *r, const char *word, const char *end)
{
  Nearest nearest = nearest_to(word);
  lexemes_each(r->logic, offer, &nearest);
  if (r->shapes) shapes_each_name(r, offer, &nearest);
  if (nearest.best && strlen(word) > 1)
    return arena_printf(r->arena, "did you mean %s?", nearest.best);
  const char *behind = lexeme_skip_blanks(end, r->end);
  if (r->shapes && behind < r->end && *behind == '(')
    return arena_printf(r->arena, "there is no pattern %s; `def %s(x): …` in front defines one",
                        word, word);
  return arena_printf(r->arena,
                      "what is said of a state stands in braces, {%s …}, an operation in "
                      "brackets, [%s]",
                      word, word);
}

static void unknown_word(Reader *r, const char *begin, const char *end)
{
  const char *word = reader_shown(r, begin, end);
  const char *hint = meaning_of(r, begin, (size_t) (end - begin));
  Diag *d = reader_error(r, reader_span(r, begin, end), "unknown word '%s'", word);
  reader_hint(r, d, hint ? hint : suggestion(r, word, end));
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
  const char *hint = meaning_of(r, begin, (size_t) (end - begin));
  Diag *d = reader_error(r, reader_span(r, begin, end), "unexpected '%s', expected %s",
                         reader_shown(r, begin, end), what);
  reader_hint(r, d, hint ? hint : "what is said of a state stands in braces: {x = 1}");
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
