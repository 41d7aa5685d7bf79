#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Room for `more` characters and the NUL. */
static void reserve(Text *text, size_t more)
{
  size_t needed = text->len + more + 1;
  if (needed <= text->cap) return;
  size_t cap = text->cap ? text->cap : 64;
  while (cap < needed) cap *= 2;
  char *data = realloc(text->data, cap);
  if (!data) memory_exhausted();
  text->data = data;
  text->cap = cap;
}

void text_add_bytes(Text *text, const char *bytes, size_t length)
{
  reserve(text, length);
  if (length) memcpy(text->data + text->len, bytes, length);
  text->len += length;
  text->data[text->len] = '\0';
}

void text_add(Text *text, const char *string) { text_add_bytes(text, string, strlen(string)); }

void text_add_char(Text *text, char c) { text_add_bytes(text, &c, 1); }

void text_add_repeated(Text *text, char c, size_t times)
{
  reserve(text, times);
  memset(text->data + text->len, c, times);
  text->len += times;
  text->data[text->len] = '\0';
}

void text_add_integer(Text *text, int64_t number)
{
  char digits[24], *end = digits + sizeof digits, *at = end;
  uint64_t left = number < 0 ? -(uint64_t) number : (uint64_t) number;
  do *--at = (char) ('0' + left % 10);
  while ((left /= 10) > 0);
  if (number < 0) *--at = '-';
  text_add_bytes(text, at, (size_t) (end - at));
}

void text_printf(Text *text, const char *format, ...)
{
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (length > 0) {
    reserve(text, (size_t) length);
    vsnprintf(text->data + text->len, (size_t) length + 1, format, again);
    text->len += (size_t) length;
  }
  va_end(again);
}

void text_clear(Text *text)
{
  text->len = 0;
  if (text->data) text->data[0] = '\0';
}

void text_free(Text *text)
{
  free(text->data);
  *text = (Text){0};
}

const char *text_string(const Text *text) { return text->data ? text->data : ""; }
