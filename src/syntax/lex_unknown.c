#include "syntax/lex_impl.h"

#include "syntax/utf8.h"

/* Characters that begin no token, and what may have been meant by them. */

/* Symbols that look right but mean nothing here, and what to write in their place, or NULL. */
typedef struct {
  const char *symbol, *hint, *text;
} Lookalike;

static const Lookalike *lookalike(const char *at)
{
  static const Lookalike known[] = {
      {"⋀", "write ∧ or & for a conjunction", "∧"},
      {"⋁", "write ∨ or `or` for a disjunction", "∨"},
      {"∄", "write ¬(∃x·(P)) or not(#x.(P))", NULL},
      {"⊎", "write ∪ or \\/ for a union", "∪"},
      {"⊢", "a sequent is written with ⇒ or =>", "⇒"},
      {"⊦", "a sequent is written with ⇒ or =>", "⇒"},
      {"⊧", "a sequent is written with ⇒ or =>", "⇒"},
      {"⇐", "reverse the implication and write ⇒ or =>", NULL},
      {"⟸", "reverse the implication and write ⇒ or =>", NULL},
      {"∊", "write ∈ or : for membership", "∈"},
      {"∍", "reverse the operands and write ∈ or :", NULL},
      {"“", "strings are written with \"", NULL},
      {"”", "strings are written with \"", "\""},
      {"„", "strings are written with \"", NULL},
      {"«", "strings are written with \"", NULL},
      {"²", "a power is written x ** 2", "**2"},
      {"³", "a power is written x ** 3", "**3"},
      {"_", "a name must begin with a letter", NULL},
      {"$", "only x$0, the old value, is supported", NULL},
      {"?", "there is no operator ?", NULL},
  };
  for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
    if (starts_with(at, known[i].symbol)) return &known[i];
  return NULL;
}

/* Blanks of other widths, marks without width, and directions of writing. */
static bool is_invisible(uint32_t c)
{
  return (c >= 0x80 && c < 0xA0) || c == 0xAD || c == 0x1680 || c == 0x180E ||
         (c >= 0x2000 && c <= 0x200F) || (c >= 0x202A && c <= 0x202F) ||
         (c >= 0x205F && c <= 0x206F) || c == 0x3000 || c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB);
}

/* Bytes that are no UTF-8 were replaced by U+FFFD when the text was read.  That is
 * all there is to say about such a text. */
static void report_encoding(Lexer *lx, const char *from)
{
  lx->unreadable = true;
  diags_release(lx->diags, lx->mark);
  Diag *d = diag_error(lx->diags, lex_span_from(lx, from), "encoding",
                       "this is not UTF-8 text (Latin-1, UTF-16 or binary?)");
  diag_hint(lx->diags, d, "save the file with the encoding UTF-8");
}

/* “…” on one line is one mistake.  Gives what is written inside; NULL: it is not closed. */
static const char *skip_quoted(Lexer *lx, const char *from)
{
  const char *begin = lx->at;
  if (!starts_with(from, "“") && !starts_with(from, "„") && !starts_with(from, "«")) return NULL;
  for (const char *at = lx->at; *at && !lex_is_line_end(at); at++)
    if (starts_with(at, "”") || starts_with(at, "“") || starts_with(at, "»")) {
      lx->at = at + (starts_with(at, "»") ? strlen("»") : strlen("”"));
      return arena_printf(diags_arena(lx->diags), "\"%.*s\"", (int) (at - begin), begin);
    }
  return NULL;
}

void lex_unknown(Lexer *lx)
{
  const char *from = lx->at;
  unsigned length;
  uint32_t c = utf8_decode(from, &length);
  lx->at += length;
  if (c == 0xFFFD) {
    report_encoding(lx, from);
    return;
  }
  if (*from == '_' || *from == '$' || *from == '@')
    for (unsigned step; lex_name_part(lx->at, &step);) lx->at += step;
  const char *quoted = skip_quoted(lx, from);
  Span span = lex_add(lx, TOKEN_ERROR, from)->span;
  Diag *d;
  if (c < 0x20 || c == 0x7F)
    d = diag_error(lx->diags, span, "unknown-character", "unknown control character 0x%02x", c);
  else if (is_invisible(c))
    d = diag_error(lx->diags, span, "unknown-character", "invisible character U+%04X", c);
  else
    d = diag_error(lx->diags, span, "unknown-character", "unknown symbol '%.*s'",
                   (int) (lx->at - from), from);
  const Lookalike *known = lookalike(from);
  const char *text = quoted ? quoted : known ? known->text : is_invisible(c) ? " " : NULL;
  if (known) diag_hint(lx->diags, d, "%s", known->hint);
  if (text) diag_replace(lx->diags, d, span, text);
}
