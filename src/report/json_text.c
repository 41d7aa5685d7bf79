#include "report/json_text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { INDENT = 2, DIGITS = 6 };

static void add_line(Text *text, unsigned depth)
{
  text_add_char(text, '\n');
  text_add_repeated(text, ' ', (size_t) depth * INDENT);
}

static bool is_plain(unsigned char c) { return c >= 0x20 && c != '"' && c != '\\'; }

static void add_escaped(Text *text, unsigned char c)
{
  switch (c) {
  case '"': text_add(text, "\\\""); break;
  case '\\': text_add(text, "\\\\"); break;
  case '\b': text_add(text, "\\b"); break;
  case '\f': text_add(text, "\\f"); break;
  case '\n': text_add(text, "\\n"); break;
  case '\r': text_add(text, "\\r"); break;
  case '\t': text_add(text, "\\t"); break;
  default: text_printf(text, "\\u%04X", c);
  }
}

static void add_string(Text *text, const char *string, size_t length)
{
  text_add_char(text, '"');
  for (size_t i = 0, begin = 0; i <= length; i++) {
    if (i < length && is_plain((unsigned char) string[i])) continue;
    text_add_bytes(text, string + begin, i - begin);
    begin = i + 1;
    if (i < length) add_escaped(text, (unsigned char) string[i]);
  }
  text_add_char(text, '"');
}

static void add_scalar(Text *text, const json_t *value)
{
  char *digits = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(DIGITS));
  if (!digits) memory_exhausted();
  text_add(text, digits);
  free(digits);
}

static void add_value(Text *, const json_t *, unsigned depth);

static void add_array(Text *text, const json_t *array, unsigned depth)
{
  text_add_char(text, '[');
  for (size_t i = 0; i < json_array_size(array); i++) {
    if (i) text_add_char(text, ',');
    add_line(text, depth + 1);
    add_value(text, json_array_get(array, i), depth + 1);
  }
  if (json_array_size(array)) add_line(text, depth);
  text_add_char(text, ']');
}

static void add_object(Text *text, json_t *object, unsigned depth)
{
  const char *key;
  json_t *value;
  bool some = false;
  text_add_char(text, '{');
  json_object_foreach(object, key, value)
  {
    if (some) text_add_char(text, ',');
    some = true;
    add_line(text, depth + 1);
    add_string(text, key, strlen(key));
    text_add(text, ": ");
    add_value(text, value, depth + 1);
  }
  if (some) add_line(text, depth);
  text_add_char(text, '}');
}

static void add_value(Text *text, const json_t *value, unsigned depth)
{
  switch (json_typeof(value)) {
  case JSON_OBJECT: add_object(text, (json_t *) value, depth); break;
  case JSON_ARRAY: add_array(text, value, depth); break;
  case JSON_STRING: add_string(text, json_string_value(value), json_string_length(value)); break;
  case JSON_TRUE: text_add(text, "true"); break;
  case JSON_FALSE: text_add(text, "false"); break;
  case JSON_NULL: text_add(text, "null"); break;
  default: add_scalar(text, value);
  }
}

void json_text(Text *text, const json_t *value) { add_value(text, value, 0); }
