#include "lsp/project/analysis.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/memory.h"

static bool has_mark(const char *text) { return !strncmp(text, "\xEF\xBB\xBF", 3); }

static UsedText used_text(const Source *source, const Documents *documents, const Document *own)
{
  const Document *d = own ? own : source->path ? documents_of_file(documents, source->path) : NULL;
  bool marked = d && has_mark(text_string(&d->text));
  return (UsedText){.source = source, .stamp = d ? d->stamp : 0, .mark = marked ? 3 : 0};
}

Analysis *analysis_new(Session *session, const Source *source, const Document *own,
                       const Documents *documents)
{
  Analysis *a = memory_zeroed(1, sizeof *a);
  a->session = session;
  a->source = source;
  a->text = edited_text_read(session, source);
  diags_sort(session_diags(session));
  vec_push(&a->used, used_text(source, documents, own));
  const Source *other;
  for (uint32_t i = 0; (other = sources_number(session_sources(session), i)); i++)
    if (other != source && other->path) vec_push(&a->used, used_text(other, documents, NULL));
  a->looked = clock_seconds();
  return a;
}

void analysis_free(Analysis *a)
{
  if (!a) return;
  for (uint32_t i = 0; i < a->used.len; i++) line_starts_free(&a->used.data[i].lines);
  vec_free(&a->used);
  json_decref(a->problems);
  index_free(a->index);
  session_free(a->session);
  free(a);
}

bool analysis_is_stale(Analysis *a, const Document *own, const Documents *documents)
{
  if (a->used.data[0].stamp != own->stamp) return true;
  for (uint32_t i = 1; i < a->used.len; i++) {
    const UsedText *used = &a->used.data[i];
    const Document *d = documents_of_file(documents, used->source->path);
    if (used->stamp != (d ? d->stamp : 0)) return true;
  }
  double now = clock_seconds();
  if (a->outdated || now - a->looked < 1) return a->outdated;
  a->looked = now;
  a->outdated = sources_changed(session_sources(a->session)) != NULL;
  return a->outdated;
}

uint32_t analysis_position(const Analysis *a, uint32_t offset)
{
  uint32_t mark = a->used.data[0].mark, length = a->source->length;
  offset = offset < mark ? 0 : offset - mark;
  return a->source->base + (offset < length ? offset : length);
}

uint32_t analysis_offset(const Analysis *a, uint32_t position)
{
  return position - a->source->base + a->used.data[0].mark;
}

Index *analysis_index(Analysis *a)
{
  if (!a->index) a->index = index_new(a->session, a->source, &a->text);
  return a->index;
}

UsedText *analysis_used(Analysis *a, const Source *source)
{
  for (uint32_t i = 0; i < a->used.len; i++)
    if (a->used.data[i].source == source) return &a->used.data[i];
  return NULL;
}

static Position position_in(const UsedText *used, uint32_t position, Units units)
{
  const Source *source = used->source;
  Position p = line_starts_position(&used->lines, source->text, source->length,
                                    position - source->base, units);
  if (p.line == 0 && used->mark) p.character += units == UNITS_UTF8 ? used->mark : 1;
  return p;
}

Range analysis_range(Analysis *a, Span span, Units units)
{
  Sources *sources = session_sources(a->session);
  const Source *source = span_known(span) ? sources_at(sources, span.begin) : NULL;
  UsedText *used = source ? analysis_used(a, source) : NULL;
  if (!used) return (Range){0};
  if (!used->lines.starts.len) line_starts_find(&used->lines, source->text, source->length);
  uint32_t end = span.end < span.begin ? span.begin : span.end;
  return (Range){used, position_in(used, span.begin, units), position_in(used, end, units)};
}
