#include "syntax/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "base/vec.h"

/* More would not help anybody; a wrecked file can cause millions. */
enum { MOST_SHOWN = 100 };

struct Diags {
  Sources *sources;
  Arena *arena;
  VEC(Diag) all;
  uint32_t errors;       /* shown or not */
  VEC(Severity) dropped; /* those beyond the limit */
  Diag scratch;
};

const char *severity_word(Severity severity)
{
  static const char *const words[] = {"error", "violation", "warning"};
  return words[severity];
}

Diags *diags_new(Sources *sources)
{
  Diags *diags = calloc(1, sizeof *diags);
  if (!diags) memory_exhausted();
  diags->sources = sources;
  diags->arena = arena_new();
  return diags;
}

void diags_free(Diags *diags)
{
  if (!diags) return;
  arena_free(diags->arena);
  vec_free(&diags->all);
  vec_free(&diags->dropped);
  free(diags);
}

static const char *format_text(Diags *diags, const char *format, va_list args)
{
  char buffer[2000];
  int length = vsnprintf(buffer, sizeof buffer, format, args);
  if (length < 0) length = 0;
  if ((size_t) length >= sizeof buffer) { /* cut, but not inside a character */
    length = (int) sizeof buffer - 5;
    while (length > 0 && ((unsigned char) buffer[length] & 0xC0) == 0x80) length--;
  }
  return arena_copy(diags->arena, buffer, (size_t) length);
}

static Diag *record(Diags *diags, Diag diag)
{
  if (diag.severity == DIAG_ERROR) diags->errors++;
  if (diags->all.len >= MOST_SHOWN) {
    vec_push(&diags->dropped, diag.severity);
    diags->scratch = diag;
    return &diags->scratch;
  }
  vec_push(&diags->all, diag);
  return &diags->all.data[diags->all.len - 1];
}

Diag *diag_error(Diags *diags, Span span, const char *code, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  Diag diag = {.severity = DIAG_ERROR, .code = code, .span = span};
  diag.message = format_text(diags, format, args);
  va_end(args);
  return record(diags, diag);
}

Diag *diag_warning(Diags *diags, Span span, const char *code, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  Diag diag = {.severity = DIAG_WARNING, .code = code, .span = span};
  diag.message = format_text(diags, format, args);
  va_end(args);
  return record(diags, diag);
}

Diag *diag_violation(Diags *diags, Span span, const char *code, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  Diag diag = {.severity = DIAG_VIOLATION, .code = code, .span = span};
  diag.message = format_text(diags, format, args);
  va_end(args);
  return record(diags, diag);
}

void diag_hint(Diags *diags, Diag *diag, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  diag->hint = format_text(diags, format, args);
  va_end(args);
}

void diag_note(Diags *diags, Diag *diag, Span span, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  DiagNote *note = arena_alloc(diags->arena, sizeof *note);
  note->span = span;
  note->text = format_text(diags, format, args);
  va_end(args);
  DiagNote **last = &diag->notes;
  while (*last) last = (DiagNote **) &(*last)->next;
  *last = note;
}

/* ------------------------------------------------------------------- fixes */

static DiagFix *last_fix(Diag *diag)
{
  DiagFix *fix = diag->fixes;
  while (fix && fix->next) fix = (DiagFix *) fix->next;
  return fix;
}

void diag_fix(Diags *diags, Diag *diag, const char *title, ...)
{
  va_list args;
  va_start(args, title);
  DiagFix *fix = arena_alloc(diags->arena, sizeof *fix), *last = last_fix(diag);
  fix->title = format_text(diags, title, args);
  va_end(args);
  if (last) last->next = fix;
  else diag->fixes = fix;
}

void diag_edit(Diags *diags, Diag *diag, Span span, const char *text)
{
  DiagFix *fix = last_fix(diag);
  if (!span_known(span) || !fix) return;
  DiagEdit *edit = arena_alloc(diags->arena, sizeof *edit);
  edit->span = span;
  edit->text = arena_copy(diags->arena, text, strlen(text));
  DiagEdit **last = &fix->edits;
  while (*last) last = (DiagEdit **) &(*last)->next;
  *last = edit;
}

/* For titles: on one line, and not long. */
static void add_quoted(Text *title, const char *text, size_t length)
{
  enum { LONGEST = 40 };
  while (length && strchr(" \t\r\n", text[length - 1])) length--;
  while (length && strchr(" \t\r\n", *text)) text++, length--;
  size_t shown = length;
  if (length > LONGEST) shown = LONGEST;
  while (shown && shown < length && ((unsigned char) text[shown] & 0xC0) == 0x80) shown--;
  for (size_t i = 0; i < shown; i++)
    text_add_char(title, strchr("\t\r\n", text[i]) ? ' ' : text[i]);
  if (shown < length) text_add(title, "…");
}

void diag_replace(Diags *diags, Diag *diag, Span span, const char *text)
{
  Text title = {0};
  uint32_t length = 0;
  if (!span_known(span)) return;
  const char *old = span.end > span.begin ? sources_text(diags->sources, span, &length) : "";
  text_add(&title, !*text ? "remove " : length ? "write " : "insert ");
  if (*text) add_quoted(&title, text, strlen(text));
  if (*text && length) text_add(&title, " instead of ");
  add_quoted(&title, old, length);
  diag_fix(diags, diag, "%s", text_string(&title));
  diag_edit(diags, diag, span, text);
  text_free(&title);
}

void diag_enclose(Diags *diags, Diag *diag, Span span, const char *before, const char *behind)
{
  Text title = {0};
  uint32_t length = 0;
  if (!span_known(span)) return;
  const char *inside = sources_text(diags->sources, span, &length);
  text_printf(&title, "write %s", before);
  add_quoted(&title, inside, length);
  text_add(&title, behind);
  diag_fix(diags, diag, "%s", text_string(&title));
  diag_edit(diags, diag, (Span){span.begin, span.begin}, before);
  diag_edit(diags, diag, (Span){span.end, span.end}, behind);
  text_free(&title);
}

void diag_suggest(Diags *diags, Diag *diag, Span span, const char *name)
{
  diag_hint(diags, diag, "did you mean %s?", name);
  diag_replace(diags, diag, span, name);
}

/* -------------------------------------------------------------------- lists */

uint32_t diags_count(const Diags *diags) { return diags->all.len; }
const Diag *diags_get(const Diags *diags, uint32_t index) { return &diags->all.data[index]; }
uint32_t diags_errors(const Diags *diags) { return diags->errors; }
uint32_t diags_dropped(const Diags *diags) { return diags->dropped.len; }
Sources *diags_sources(const Diags *diags) { return diags->sources; }
Arena *diags_arena(Diags *diags) { return diags->arena; }

/* The mark counts the dropped ones too, so that trials beyond the limit work. */
uint32_t diags_mark(const Diags *diags) { return diags->all.len + diags->dropped.len; }

void diags_release(Diags *diags, uint32_t mark)
{
  while (diags_mark(diags) > mark && diags->dropped.len > 0)
    if (diags->dropped.data[--diags->dropped.len] == DIAG_ERROR) diags->errors--;
  while (diags->all.len > mark) {
    diags->all.len--;
    if (diags->all.data[diags->all.len].severity == DIAG_ERROR) diags->errors--;
  }
}

void diags_absorb_warnings(Diags *diags)
{
  uint32_t kept = 0;
  if (!diags->all.len) return;
  Diag last = diags->all.data[diags->all.len - 1];
  for (uint32_t i = 0; i + 1 < diags->all.len; i++) {
    Diag d = diags->all.data[i];
    if (d.severity == DIAG_WARNING && d.span.begin == last.span.begin) {
      if (!last.hint) last.hint = d.hint;
      if (!last.notes) last.notes = d.notes;
      if (!last.fixes) last.fixes = d.fixes;
    } else {
      diags->all.data[kept++] = d;
    }
  }
  diags->all.data[kept++] = last;
  diags->all.len = kept;
}

static int by_position(const void *a, const void *b)
{
  const Diag *x = a, *y = b;
  if (x->span.begin != y->span.begin) return x->span.begin < y->span.begin ? -1 : 1;
  if (x->severity != y->severity) return x->severity < y->severity ? -1 : 1;
  return strcmp(x->message, y->message);
}

void diags_sort(Diags *diags)
{
  if (diags->all.len == 0) return;
  qsort(diags->all.data, diags->all.len, sizeof *diags->all.data, by_position);
  uint32_t kept = 1;
  for (uint32_t i = 1; i < diags->all.len; i++)
    if (by_position(&diags->all.data[kept - 1], &diags->all.data[i]) != 0)
      diags->all.data[kept++] = diags->all.data[i];
  diags->all.len = kept;
}
