#include "serve/http/slice.h"

#include <string.h>

typedef struct {
  const char *at, *end;
} Cursor;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static void skip_blanks(Cursor *c)
{
  while (c->at < c->end && is_blank(*c->at)) c->at++;
}

static bool accept(Cursor *c, char wanted)
{
  skip_blanks(c);
  if (c->at == c->end || *c->at != wanted) return false;
  c->at++;
  return true;
}

/* Behind the quote that begins a text: to behind the one that ends it. */
static void skip_text(Cursor *c)
{
  while (c->at < c->end && *c->at != '"') c->at += *c->at == '\\' && c->at + 1 < c->end ? 2 : 1;
  if (c->at < c->end) c->at++;
}

/* To behind the value that begins here. */
static void skip_value(Cursor *c)
{
  size_t depth = 0;
  skip_blanks(c);
  while (c->at < c->end) {
    char now = *c->at;
    if (depth == 0 && (now == ',' || now == '}' || now == ']' || is_blank(now))) return;
    c->at++;
    if (now == '"') skip_text(c);
    else if (now == '{' || now == '[') depth++;
    else if (now == '}' || now == ']') depth--;
    else continue;
    if (depth == 0) return;
  }
}

Slice slice_member(Slice object, const char *name)
{
  if (!object.at) return object;
  Cursor c = {object.at, object.at + object.length};
  size_t length = strlen(name);
  if (!accept(&c, '{')) return (Slice){0};
  while (accept(&c, '"')) {
    const char *key = c.at;
    skip_text(&c);
    bool found = (size_t) (c.at - key) == length + 1 && !memcmp(key, name, length);
    if (!accept(&c, ':')) break;
    skip_blanks(&c);
    const char *value = c.at;
    skip_value(&c);
    if (found) return (Slice){value, (size_t) (c.at - value)};
    if (!accept(&c, ',')) break;
  }
  return (Slice){0};
}

long slice_number(Slice s)
{
  long number = 0;
  if (!s.at || s.length == 0 || s.length > 9) return -1;
  for (size_t i = 0; i < s.length; i++) {
    if (s.at[i] < '0' || s.at[i] > '9') return -1;
    number = 10 * number + (s.at[i] - '0');
  }
  return number;
}

bool slice_is(Slice s, const char *text)
{
  return s.at && s.length == strlen(text) && !memcmp(s.at, text, s.length);
}
