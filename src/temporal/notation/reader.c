#include <stdarg.h>
#include <stdio.h>

#include "temporal/notation/shape_impl.h"

Span reader_span(const Reader *r, const char *begin, const char *end)
{
  const Source *s = r->source;
  return (Span){s->base + (uint32_t) (begin - s->text), s->base + (uint32_t) (end - s->text)};
}

Span reader_since(const Reader *r, uint32_t begin)
{
  uint32_t end = reader_span(r, r->last, r->last).end;
  return (Span){begin, end > begin ? end : begin};
}

uint32_t reader_place(const Reader *r) { return reader_span(r, r->next.begin, r->end).begin; }

void reader_go_to(Reader *r, const char *at)
{
  r->last = at;
  if (r->shapes && r->shapes->comments) at = shapes_skip_comments(at, r->end);
  r->next = lexeme_at(at, r->end, r->logic);
  size_t name = r->shapes ? shape_name_at(r, r->next.begin) : 0;
  if (name > 0)
    r->next = (Lexeme){.kind = LEXEME_NAME, .begin = r->next.begin, .end = r->next.begin + name};
}

Lexeme reader_take(Reader *r)
{
  Lexeme taken = r->next;
  reader_go_to(r, taken.end);
  return taken;
}

static Diag *report(Reader *r, const char *code, Span span, const char *format, va_list args)
{
  if (r->failed) return NULL;
  r->failed = true;
  r->next = (Lexeme){.kind = LEXEME_END, .begin = r->end, .end = r->end};
  char message[600];
  vsnprintf(message, sizeof message, format, args);
  return diag_error(r->diags, span, code, "%s", message);
}

Diag *reader_error(Reader *r, Span span, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  Diag *d = report(r, "syntax", span, format, args);
  va_end(args);
  return d;
}

Diag *reader_error_as(Reader *r, const char *code, Span span, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  Diag *d = report(r, code, span, format, args);
  va_end(args);
  return d;
}

void reader_hint(Reader *r, Diag *d, const char *hint)
{
  if (d && hint) diag_hint(r->diags, d, "%s", hint);
}

Temporal *reader_wrong(Reader *r)
{
  return temporal_leaf(r->arena, TEMPORAL_ERROR, reader_span(r, r->next.begin, r->next.end));
}

const char *reader_shown(Reader *r, const char *begin, const char *end)
{
  enum { MOST = 60 };
  if (end - begin <= MOST) return arena_copy(r->arena, begin, (size_t) (end - begin));
  size_t length = MOST;
  while (length > 0 && ((unsigned char) begin[length] & 0xC0) == 0x80) length--;
  return arena_printf(r->arena, "%.*s…", (int) length, begin);
}
