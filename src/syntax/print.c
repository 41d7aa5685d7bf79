#include "syntax/print.h"

#include <ctype.h>
#include <string.h>

#include "syntax/lexer.h"
#include "syntax/print_impl.h"
#include "syntax/utf8.h"

/* ------------------------------------------------------ names and strings */

static bool starts_name(uint32_t c)
{
  if (c < 0x80) return isalpha((int) c);
  switch (c) { /* letters for Unicode, symbols for us: λ 𝜆 ℕ ℤ ℙ ℝ 𝔹 */
  case 0x3BB:
  case 0x1D706:
  case 0x2115:
  case 0x2124:
  case 0x2119:
  case 0x211D:
  case 0x1D539: return false;
  default: return utf8_is_letter(c);
  }
}

static bool continues_name(uint32_t c)
{
  return c < 0x80 ? isalnum((int) c) || c == '_' : utf8_is_letter(c);
}

static bool is_subscript(uint32_t c) { return 0x2080 <= c && c <= 0x2089; }
static bool is_prime(uint32_t c) { return c == 0x2032 || c == 0x2018 || c == 0x2019; }

/* letter { letter | digit | "_" } { subscript } [ prime ] */
static bool is_plain(const char *at, const char *end)
{
  unsigned step;
  if (at == end || !starts_name(utf8_decode(at, &step))) return false;
  for (at += step; at < end && continues_name(utf8_decode(at, &step)); at += step) {}
  for (; at < end && is_subscript(utf8_decode(at, &step)); at += step) {}
  if (at < end && is_prime(utf8_decode(at, &step))) at += step;
  return at == end;
}

static void add_escaped(Text *text, const char *at, const char *end, char quote)
{
  text_add_char(text, quote);
  for (; at < end; at++) {
    if (*at == '\n') text_add(text, "\\n");
    else if (*at == '\r') text_add(text, "\\r");
    else if (*at == '\t') text_add(text, "\\t");
    else {
      if (*at == quote || *at == '\\') text_add_char(text, '\\');
      text_add_char(text, *at);
    }
  }
  text_add_char(text, quote);
}

/* One part of a composed name.  `circ` alone is an operator between operands. */
static bool needs_quotes(const char *at, const char *end)
{
  char word[32];
  size_t length = (size_t) (end - at);
  if (!is_plain(at, end)) return true;
  if (length >= sizeof word) return false;
  memcpy(word, at, length);
  word[length] = '\0';
  return word_is_reserved(word) || !strcmp(word, "circ");
}

static void add_name(Text *text, const char *name, bool quoted)
{
  for (const char *at = name;; at++) {
    const char *end = strchr(at, '.');
    if (!end) end = at + strlen(at);
    if (quoted || needs_quotes(at, end)) add_escaped(text, at, end, '`');
    else text_add_bytes(text, at, (size_t) (end - at));
    at = end;
    if (!*at) return;
    text_add_char(text, '.');
  }
}

void print_name(Text *text, const char *name) { add_name(text, name, false); }

void print_string(Text *text, const char *content)
{
  add_escaped(text, content, content + strlen(content), '"');
}

/* ------------------------------------------------------------------ pieces */

void put(Printer *p, const char *text) { layout_add(&p->out, text); }

/* Most names are plain ASCII words of a length that no reserved word with their
 * first character has. */
static bool surely_plain(const Printer *p, const Name *name)
{
  if (!isalpha((unsigned char) name->text[0])) return false;
  for (uint32_t i = 1; i < name->len; i++)
    if (!isalnum((unsigned char) name->text[i]) && name->text[i] != '_') return false;
  return name->len > 63 || !(p->reserved[(unsigned char) name->text[0]] >> name->len & 1);
}

static void put_quoted(Printer *p, const Name *name, bool quoted)
{
  Text text = {0};
  add_name(&text, name->text, quoted);
  layout_add_bytes(&p->out, text.data, text.len);
  text_free(&text);
}

void put_name(Printer *p, const Name *name)
{
  if (surely_plain(p, name)) layout_add_bytes(&p->out, name->text, name->len);
  else put_quoted(p, name, false);
}

void put_called_name(Printer *p, const Name *name)
{
  bool soft = false;
  for (NodeKind kind = 0; kind < OPERATOR_COUNT; kind++)
    soft |= operator_of(kind)->form == FORM_SOFT && !strcmp(operator_of(kind)->ascii, name->text);
  if (soft) put_quoted(p, name, true);
  else put_name(p, name);
}

void put_string(Printer *p, const Name *content)
{
  Text text = {0};
  add_escaped(&text, content->text, content->text + content->len, '"');
  layout_add_bytes(&p->out, text.data, text.len);
  text_free(&text);
}

void put_desc(Printer *p, const Name *description)
{
  put(p, " /*@desc ");
  layout_add_raw(&p->out, description->text, description->len);
  put(p, description->len ? " */" : "*/");
}

void put_indent(Printer *p) { layout_indent(&p->out, INDENT); }
void put_dedent(Printer *p) { layout_indent(&p->out, -INDENT); }

void put_line(Printer *p)
{
  if (p->weaver.one_line) layout_break(&p->out, 1);
  else layout_end_line(&p->out);
}

/* ---------------------------------------------------------------- printing */

static void note_word(void *data, const char *word)
{
  Printer *p = data;
  size_t length = strlen(word);
  if (length < 64) p->reserved[(unsigned char) word[0] & 127] |= (uint64_t) 1 << length;
}

void printer_init(Printer *p, PrintStyle style)
{
  *p = (Printer){.style = style};
  p->weaver.out = &p->out;
  words_each(note_word, p);
}

void print_node(Text *text, const Node *node, PrintStyle style)
{
  Printer p;
  printer_init(&p, style);
  p.weaver.one_line = style.width == 0;
  layout_open(&p.out, GROUP_ALL);
  put_part(&p, node);
  layout_close(&p.out);
  layout_write(&p.out, text, style.width);
  layout_free(&p.out);
}
