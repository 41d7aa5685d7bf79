#include <string.h>

#include "report/exchange/page_impl.h"

/* ---- places */

/* The number of the input file of this name; -1: it is not listed. */
static int input_number(const json_t *inputs, const char *file)
{
  size_t i;
  json_t *input;
  json_array_foreach(inputs, i, input)
  {
    const char *name = json_string_value(json_object_get(input, "file"));
    if (name && file && !strcmp(name, file) && json_is_string(json_object_get(input, "text")))
      return (int) i;
  }
  return -1;
}

static long long field(const json_t *place, const char *name)
{
  return json_integer_value(json_object_get(place, name));
}

void page_place(Text *out, const json_t *inputs, uint32_t part, const json_t *place)
{
  const char *file = json_string_value(json_object_get(place, "file"));
  if (!file || !json_is_integer(json_object_get(place, "line"))) return;
  int number = input_number(inputs, file);
  if (number >= 0)
    text_printf(out, "<a href=\"#p%u-f%d-%lld\">", part, number, field(place, "line"));
  page_text(out, file);
  text_printf(out, ":%lld:%lld", field(place, "line"), field(place, "column"));
  if (number >= 0) text_add(out, "</a>");
}

/* ---- the text */

typedef struct {
  Text *out;
  const Findings *findings;
  const char *file;
  uint32_t part;
  int number;
} Listing;

/* The first place that is not all right and covers the line; NULL: there is none. */
static const json_t *mark_in(const Listing *l, long long line)
{
  for (uint32_t i = 0; i < l->findings->list.len; i++) {
    const Finding *f = &l->findings->list.data[i];
    const char *file = json_string_value(json_object_get(f->place, "file"));
    if (f->outcome < FINDING_OPEN || !file || strcmp(file, l->file) != 0) continue;
    if (!json_is_integer(json_object_get(f->place, "line"))) continue;
    if (field(f->place, "line") <= line && line <= field(f->place, "end_line")) return f->place;
  }
  return NULL;
}

static void add_bytes(Text *out, const char *from, const char *to)
{
  Text part = {0};
  text_add_bytes(&part, from, (size_t) (to - from));
  page_text(out, text_string(&part));
  text_free(&part);
}

/* The n-th character from 1, or the end. */
static const char *character(const char *from, const char *end, long long n)
{
  for (; n > 1 && from < end; n--) do
      from++;
    while (from < end && ((unsigned char) *from & 0xC0) == 0x80);
  return from;
}

static void add_line(const Listing *l, const char *from, const char *end, long long line)
{
  Text *out = l->out;
  const json_t *mark = mark_in(l, line);
  text_printf(out, "<tr id=\"p%u-f%d-%lld\"%s><td class=\"number\">%lld</td><td><code>", l->part,
              l->number, line, mark ? " class=\"hit\"" : "", line);
  if (mark) {
    bool first = field(mark, "line") == line, last = field(mark, "end_line") == line;
    const char *begin = first ? character(from, end, field(mark, "column")) : from;
    const char *close = last ? character(from, end, field(mark, "end_column")) : end;
    add_bytes(out, from, begin);
    text_add(out, "<mark>");
    add_bytes(out, begin, close < begin ? begin : close);
    text_add(out, "</mark>");
    from = close < begin ? begin : close;
  }
  add_bytes(out, from, end);
  text_add(out, "</code></td></tr>\n");
}

/* LF, CR, CRLF, U+2028 and U+2029 end a line, as in places. */
static size_t line_break(const char *at)
{
  if (*at == '\n') return 1;
  if (*at == '\r') return at[1] == '\n' ? 2 : 1;
  return !strncmp(at, "\xE2\x80\xA8", 3) || !strncmp(at, "\xE2\x80\xA9", 3) ? 3 : 0;
}

static void add_lines(const Listing *l, const char *text)
{
  long long line = 1;
  const char *from = text, *at = text;
  for (; *at; line++) {
    while (*at && !line_break(at)) at++;
    add_line(l, from, at, line);
    at += line_break(at);
    from = at;
  }
}

void page_listing(Text *out, const json_t *inputs, uint32_t part, const Findings *findings)
{
  size_t i;
  json_t *input;
  json_array_foreach(inputs, i, input)
  {
    const char *text = json_string_value(json_object_get(input, "text"));
    const char *file = json_string_value(json_object_get(input, "file"));
    if (!text || !file) continue;
    Listing l = {out, findings, file, part, (int) i};
    text_add(out, "<h3>");
    page_text(out, file);
    text_add(out, "</h3>\n<table class=\"listing\"><tbody>\n");
    add_lines(&l, text);
    text_add(out, "</tbody></table>\n");
  }
}
