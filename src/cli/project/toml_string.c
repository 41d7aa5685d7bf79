#include <string.h>

#include "base/text.h"
#include "cli/project/toml_impl.h"
#include "syntax/utf8.h"

/* Strings of TOML. */

static bool starts(const Toml *t, const char *with)
{
  return (size_t) (t->end - t->at) >= strlen(with) && !strncmp(t->at, with, strlen(with));
}

static bool at_line_end(const Toml *t) { return starts(t, "\n") || starts(t, "\r\n"); }

static int digit_of(char c)
{
  if (c >= '0' && c <= '9') return c - '0';
  char low = (char) (c | 0x20);
  return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

/* \uHHHH or \UHHHHHHHH (hexadecimal digits): a character, not half of one. */
static bool read_code(Toml *t, const char *from, unsigned digits, Text *out)
{
  uint32_t code = 0;
  for (unsigned i = 0; i < digits; i++, t->at++) {
    int digit = t->at < t->end ? digit_of(*t->at) : -1;
    if (digit < 0) return toml_fail(t, from, t->at, "\\%c has %u digits", from[1], digits);
    code = code << 4 | (uint32_t) digit;
  }
  if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
    return toml_fail(t, from, t->at, "there is no such character");
  char bytes[4];
  text_add_bytes(out, bytes, utf8_put(code, bytes));
  return true;
}

/* What stands after a backslash. */
static bool read_escape(Toml *t, Text *out)
{
  static const char names[] = "btnfr\"\\", values[] = "\b\t\n\f\r\"\\";
  const char *from = t->at++;
  char c = t->at < t->end ? *t->at : '\0';
  const char *name = c ? strchr(names, c) : NULL;
  if (name) {
    text_add_char(out, values[name - names]);
    t->at++;
    return true;
  }
  if (c == 'u' || c == 'U') {
    t->at++;
    return read_code(t, from, c == 'u' ? 4 : 8, out);
  }
  toml_fail(t, from, t->at + (c != '\0' && c != '\n'), "there is no such escape");
  diag_hint(t->diags, t->failed, "in '…' a backslash is just a backslash");
  return false;
}

/* A backslash at the end of a line: what follows goes on after all blanks and line ends. */
static bool skip_joint(Toml *t)
{
  const char *at = t->at + 1;
  while (at < t->end && (*at == ' ' || *at == '\t')) at++;
  if (at == t->end || (*at != '\n' && (*at != '\r' || at[1] != '\n'))) return false;
  while (at < t->end && strchr(" \t\r\n", *at) && (*at != '\r' || at[1] == '\n')) at++;
  t->at = at;
  return true;
}

/* """…""" or '''…''', whose last three quotes end it. */
static bool read_long(Toml *t, char quote, Text *out)
{
  const char *from = t->at, closing[] = {quote, quote, quote, '\0'};
  t->at += 3;
  if (at_line_end(t)) t->at += *t->at == '\r' ? 2 : 1;
  while (t->at < t->end) {
    if (starts(t, closing)) {
      unsigned quotes = 3;
      while (quotes < 5 && t->at + quotes < t->end && t->at[quotes] == quote) quotes++;
      text_add_repeated(out, quote, quotes - 3);
      t->at += quotes;
      return true;
    }
    if (quote == '"' && *t->at == '\\') {
      if (!skip_joint(t) && !read_escape(t, out)) return false;
    } else if (at_line_end(t)) {
      t->at += *t->at == '\r' ? 2 : 1;
      text_add_char(out, '\n');
    } else if (toml_is_control(*t->at)) {
      return toml_fail(t, t->at, t->at + 1, "a control character in a text");
    } else {
      text_add_char(out, *t->at++);
    }
  }
  return toml_fail(t, from, from + 3, "this text has no end");
}

static bool read_short(Toml *t, char quote, Text *out)
{
  const char *from = t->at++;
  for (; t->at < t->end && !at_line_end(t); t->at++) {
    if (*t->at == quote) {
      t->at++;
      return true;
    }
    if (quote == '"' && *t->at == '\\') {
      if (!read_escape(t, out)) return false;
      t->at--;
    } else if (toml_is_control(*t->at)) {
      return toml_fail(t, t->at, t->at + 1, "a control character in a text");
    } else {
      text_add_char(out, *t->at);
    }
  }
  return toml_fail(t, from, t->at, "this text has no end");
}

const char *toml_read_string(Toml *t)
{
  char quote = *t->at;
  const char three[] = {quote, quote, quote, '\0'};
  Text out = {0};
  bool good = starts(t, three) ? read_long(t, quote, &out) : read_short(t, quote, &out);
  const char *copy = good ? arena_copy(t->arena, text_string(&out), out.len) : NULL;
  text_free(&out);
  return copy;
}
