#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/project/toml_impl.h"

/* Numbers of TOML. */

static bool is_digit_of(char c, int base)
{
  return base == 16  ? isxdigit((unsigned char) c) != 0
         : base == 8 ? c >= '0' && c <= '7'
         : base == 2 ? c == '0' || c == '1'
                     : isdigit((unsigned char) c) != 0;
}

/* Digits with single _ between them; where they end.  They are added to the text without. */
static const char *digits(const char *at, const char *end, int base, Text *out)
{
  const char *from = at;
  while (at < end) {
    bool joint =
        *at == '_' && at > from && at[-1] != '_' && at + 1 < end && is_digit_of(at[1], base);
    if (!joint && !is_digit_of(*at, base)) break;
    if (!joint) text_add_char(out, *at);
    at++;
  }
  return at;
}

/* A date or a time of the day begins with 2000- or 12: */
static bool is_time(const char *from, const char *end)
{
  size_t count = 0;
  while (from + count < end && isdigit((unsigned char) from[count])) count++;
  char next = from + count < end ? from[count] : '\0';
  return (count == 4 && next == '-') || (count == 2 && next == ':');
}

static bool read_integer(const Text *text, int base, TomlNumber *n)
{
  errno = 0;
  n->integer = strtoll(text_string(text), NULL, base);
  n->real = (double) n->integer;
  if (errno) n->wrong = "this number is too large";
  return !errno;
}

static bool read_based(const char *from, const char *end, TomlNumber *n)
{
  int base = from[1] == 'x' ? 16 : from[1] == 'o' ? 8 : 2;
  Text text = {0};
  const char *at = digits(from + 2, end, base, &text);
  bool good = at == end && text.len && read_integer(&text, base, n);
  if (!good && !n->wrong) n->wrong = "this is no number";
  text_free(&text);
  return good;
}

/* [+-] digits [. digits] [e [+-] digits], without leading zeros */
static bool read_decimal(const char *from, const char *end, Text *text, TomlNumber *n)
{
  const char *at = from;
  if (at < end && (*at == '+' || *at == '-')) text_add_char(text, *at++);
  const char *first = at;
  at = digits(at, end, 10, text);
  if (at == first) return false;
  n->wrong = "this is no number";
  if (*first == '0' && at > first + 1) n->wrong = "a number does not begin with 0";
  if (*first == '0' && at > first + 1) return false;
  if (at == end && read_integer(text, 10, n)) return true;
  if (at == end) return false;
  n->is_real = true;
  if (*at == '.') {
    const char *point = at;
    text_add_char(text, *at);
    at = digits(at + 1, end, 10, text);
    if (at == point + 1) return false;
  }
  if (at < end && (*at == 'e' || *at == 'E')) {
    text_add_char(text, *at++);
    if (at < end && (*at == '+' || *at == '-')) text_add_char(text, *at++);
    const char *exponent = at;
    at = digits(at, end, 10, text);
    if (at == exponent) return false;
  }
  return at == end;
}

static bool read_special(const char *from, const char *end, TomlNumber *n)
{
  bool negative = *from == '-';
  if (*from == '+' || *from == '-') from++;
  if (end - from != 3 || (strncmp(from, "inf", 3) != 0 && strncmp(from, "nan", 3) != 0))
    return false;
  n->is_real = true;
  n->real = *from == 'n' ? (double) NAN : (double) INFINITY;
  if (negative) n->real = -n->real;
  return true;
}

bool toml_number(const char *from, const char *end, TomlNumber *n)
{
  *n = (TomlNumber){0};
  if (from == end) return false;
  if (read_special(from, end, n)) return true;
  if (is_time(from, end)) {
    n->wrong = "dates and times have no meaning here";
    return false;
  }
  if (end - from > 1 && *from == '0' && strchr("xob", from[1])) return read_based(from, end, n);
  Text text = {0};
  bool good = read_decimal(from, end, &text, n);
  if (good && n->is_real) n->real = strtod(text_string(&text), NULL);
  if (good) n->wrong = NULL;
  text_free(&text);
  return good;
}
