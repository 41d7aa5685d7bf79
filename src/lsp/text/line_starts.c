#include "lsp/text/line_starts.h"

#include <string.h>

void line_starts_free(LineStarts *l) { vec_free(&l->starts); }

/* Adds the beginnings of the lines that follow the ends of lines in [from, to). */
static void add_starts(LineStarts *l, const char *text, uint32_t length, uint32_t from, uint32_t to)
{
  for (uint32_t i = from; i < to; i++) {
    bool ends = text[i] == '\n' || (text[i] == '\r' && !(i + 1 < length && text[i + 1] == '\n'));
    if (ends) vec_push(&l->starts, i + 1);
  }
}

void line_starts_find(LineStarts *l, const char *text, uint32_t length)
{
  l->starts.len = 0;
  vec_push(&l->starts, 0);
  add_starts(l, text, length, 0, length);
}

/* The line that the offset is in. */
static uint32_t line_of(const LineStarts *l, uint32_t offset)
{
  uint32_t low = 0, high = l->starts.len;
  while (high - low > 1) {
    uint32_t middle = (low + high) / 2;
    if (l->starts.data[middle] <= offset) low = middle;
    else high = middle;
  }
  return low;
}

/* Lines that begin before the change stay, but a "\r" just before it may have become a part of
 * "\r\n"; those that begin behind the character after it only move. */
void line_starts_change(LineStarts *l, const char *text, uint32_t text_length, uint32_t from,
                        uint32_t to, uint32_t length)
{
  uint32_t kept = line_of(l, from ? from - 1 : 0) + 1, tail = l->starts.len;
  while (tail > kept && l->starts.data[tail - 1] > to + 1) tail--;
  VEC(uint32_t) moved = {0};
  for (uint32_t i = tail; i < l->starts.len; i++)
    vec_push(&moved, l->starts.data[i] - to + from + length);
  l->starts.len = kept;
  uint32_t first = l->starts.data[kept - 1], end = from + length + 1;
  add_starts(l, text, text_length, first, end < text_length ? end : text_length);
  for (uint32_t i = 0; i < moved.len; i++) vec_push(&l->starts, moved.data[i]);
  vec_free(&moved);
}

static bool continues(char c) { return ((unsigned char) c & 0xC0) == 0x80; }

/* Units of the character that begins with this byte. */
static uint32_t units_at(char c, Units units)
{
  unsigned char byte = (unsigned char) c;
  uint32_t bytes = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
  return units == UNITS_UTF8 ? bytes : units == UNITS_UTF32 || bytes < 4 ? 1 : 2;
}

uint32_t units_of(const char *text, uint32_t length, Units units)
{
  if (units == UNITS_UTF8) return length;
  uint32_t count = 0;
  for (uint32_t i = 0; i < length; i++)
    if (!continues(text[i])) count += units_at(text[i], units);
  return count;
}

uint32_t line_starts_offset(const LineStarts *l, const char *text, uint32_t length, Position p,
                            Units units)
{
  if (p.line >= l->starts.len) return length;
  uint32_t at = l->starts.data[p.line], left = p.character;
  uint32_t end = p.line + 1 < l->starts.len ? l->starts.data[p.line + 1] : length;
  while (end > at && (text[end - 1] == '\n' || text[end - 1] == '\r')) end--;
  while (at < end && left >= units_at(text[at], units)) {
    left -= units_at(text[at], units);
    do at++;
    while (at < end && continues(text[at]));
  }
  return at;
}

Position line_starts_position(const LineStarts *l, const char *text, uint32_t length,
                              uint32_t offset, Units units)
{
  if (offset > length) offset = length;
  uint32_t line = line_of(l, offset), start = l->starts.data[line];
  return (Position){line, units_of(text + start, offset - start, units)};
}
