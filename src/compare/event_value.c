#include "compare/event_value.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static const char *add_until(Text *, const char *at, const char *ends);

static bool begins(const char *at, const char *with) { return !strncmp(at, with, strlen(with)); }

static bool is_word(char c) { return isalnum((unsigned char) c) || c == '_'; }

/* A word: TRUE and FALSE are those of CSP-M. */
static const char *add_word(Text *text, const char *at)
{
  size_t length = 0;
  while (is_word(at[length])) length++;
  if (length == 4 && begins(at, "TRUE")) text_add(text, "true");
  else if (length == 5 && begins(at, "FALSE")) text_add(text, "false");
  else text_add_bytes(text, at, length);
  return at + length;
}

/* <a,b> becomes {(1,a),(2,b)}. */
static const char *add_sequence(Text *text, const char *at, char end)
{
  const char ends[] = {',', end, 0};
  uint32_t number = 0;
  text_add_char(text, '{');
  while (*at && *at != end) {
    text_printf(text, "%s(%u,", number ? "," : "", number + 1);
    at = add_until(text, at, ends);
    text_add_char(text, ')');
    number++;
    if (*at == ',') at++;
  }
  text_add_char(text, '}');
  return *at ? at + 1 : at;
}

static const char *add_string(Text *text, const char *at)
{
  for (; *at && *at != '"'; at++) {
    if (*at == '\\' && at[1]) at++;
    text_add_char(text, *at);
  }
  return *at ? at + 1 : at;
}

static const char *add_brackets(Text *text, const char *at, char open, char close)
{
  const char ends[] = {close, 0};
  text_add_char(text, open);
  at = add_until(text, at, ends);
  text_add_char(text, close);
  return *at ? at + 1 : at;
}

/* All up to one of these characters, or the end; the result is where that is. */
static const char *add_until(Text *text, const char *at, const char *ends)
{
  while (*at && !strchr(ends, *at)) {
    if (is_word(*at)) at = add_word(text, at);
    else if (begins(at, "|->")) text_add_char(text, ','), at += 3;
    else if (*at == '(') at = add_brackets(text, at + 1, '(', ')');
    else if (*at == '{') at = add_brackets(text, at + 1, '{', '}');
    else if (*at == '<') at = add_sequence(text, at + 1, '>');
    else if (*at == '[') at = add_sequence(text, at + 1, ']');
    else if (*at == '"') at = add_string(text, at + 1);
    else {
      if (*at != ' ') text_add_char(text, *at);
      at++;
    }
  }
  return at;
}

void event_add_value(Text *text, const char *value) { add_until(text, value, ""); }
