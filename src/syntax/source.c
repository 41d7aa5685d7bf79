#include "syntax/source.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/beneath.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/vec.h"
#include "syntax/utf8.h"

struct Sources {
  Arena *arena;
  const char *folder; /* all files are read from below this one, or NULL */
  Overlay overlay;
  VEC(Source *) all;     /* ascending by base */
  uint32_t next;         /* first position not yet given away */
  VEC(InputFile) inputs; /* what was read, in order */
};

Sources *sources_new(void)
{
  Sources *sources = calloc(1, sizeof *sources);
  if (!sources) memory_exhausted();
  sources->arena = arena_new();
  sources->next = 1;
  return sources;
}

void sources_free(Sources *sources)
{
  if (!sources) return;
  arena_free(sources->arena);
  vec_free(&sources->all);
  vec_free(&sources->inputs);
  free(sources);
}

/* Copies a text as valid UTF-8: a byte order mark is dropped, every byte that
 * is no part of a character becomes U+FFFD, and so does NUL. */
static char *clean_copy(Arena *arena, const char *text, size_t length, uint32_t *clean_length)
{
  if (length >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3)) text += 3, length -= 3;
  size_t bad = 0;
  for (size_t i = 0; i < length;) {
    unsigned step = utf8_length(text + i, length - i);
    if (step == 0 || text[i] == '\0') bad++, step = 1;
    i += step;
  }
  char *copy = arena_alloc(arena, length + 2 * bad + 1), *out = copy;
  for (size_t i = 0; i < length;) {
    unsigned step = utf8_length(text + i, length - i);
    if (step == 0 || text[i] == '\0') {
      memcpy(out, "\xEF\xBF\xBD", 3);
      out += 3, i++;
    } else {
      memcpy(out, text + i, step);
      out += step, i += step;
    }
  }
  *clean_length = (uint32_t) (out - copy);
  return copy;
}

static Source *add(Sources *sources, const char *name, const char *text, size_t length)
{
  Source *source = arena_alloc(sources->arena, sizeof *source);
  source->name = source->file = arena_copy(sources->arena, name, strlen(name));
  source->text = clean_copy(sources->arena, text, length, &source->length);
  source->base = sources->next;
  sources->next += source->length + 2; /* the end position is a place too */
  vec_push(&sources->all, source);
  return source;
}

static bool fits(const Sources *sources, size_t length)
{
  return length < (UINT32_MAX - sources->next) / 3 - 16;
}

Source *sources_add(Sources *sources, const char *name, const char *text, size_t length)
{
  return add(sources, name, text, fits(sources, length) ? length : 0);
}

/* The canonical path of a file that may be missing in its folder; the folder's own path where that
 * is missing, too. */
const char *sources_canonical(Sources *sources, const char *path)
{
  char *real = realpath(path, NULL);
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  const char *result = real ? arena_copy(sources->arena, real, strlen(real)) : NULL;
  if (!real) {
    const char *folder =
        slash ? arena_copy(sources->arena, path, (size_t) (slash - path) + (slash == path)) : ".";
    real = realpath(folder, NULL);
    result = arena_printf(sources->arena, "%s/%s", real ? real : folder, name);
  }
  free(real);
  return result;
}

Source *sources_replace(Sources *sources, const char *path, const char *text, size_t length)
{
  Source *source = sources_add(sources, path, text, length);
  source->path = sources_canonical(sources, path);
  return source;
}

void sources_lay_over(Sources *sources, Overlay overlay) { sources->overlay = overlay; }

/* What the overlay has for that path, or NULL. */
static const char *overlaid(Sources *sources, const char *path, size_t *length)
{
  if (!sources->overlay.find) return NULL;
  return sources->overlay.find(sources->overlay.owner, sources_canonical(sources, path), length);
}

bool sources_has_file(Sources *sources, const char *path)
{
  struct stat info;
  size_t length;
  if (sources->folder && beneath_leads_out(sources->folder, path)) return false;
  return (stat(path, &info) == 0 && S_ISREG(info.st_mode)) || overlaid(sources, path, &length);
}

void sources_confine(Sources *sources, const char *folder)
{
  sources->folder = arena_copy(sources->arena, folder, strlen(folder));
}

const char *sources_folder(const Sources *sources) { return sources->folder; }

/* The whole file, or NULL with errno set. */
static char *read_file(const Sources *sources, const char *path, size_t *length)
{
  FILE *file = sources->folder ? beneath_read(sources->folder, path) : fopen(path, "rb");
  if (!file) return NULL;
  struct stat info;
  if (fstat(fileno(file), &info) == 0 && S_ISDIR(info.st_mode)) {
    fclose(file);
    errno = EISDIR;
    return NULL;
  }
  Text text = {0};
  char chunk[1 << 16];
  for (size_t n; (n = fread(chunk, 1, sizeof chunk, file)) > 0;) text_add_bytes(&text, chunk, n);
  int failed = ferror(file) ? errno : 0;
  fclose(file);
  if (failed) {
    text_free(&text);
    errno = failed;
    return NULL;
  }
  *length = text.len;
  if (!text.data) text_add(&text, "");
  return text.data;
}

static Source *find_path(const Sources *sources, const char *path)
{
  for (uint32_t i = 0; i < sources->all.len; i++) {
    const char *known = sources->all.data[i]->path;
    if (known && !strcmp(known, path)) return sources->all.data[i];
  }
  return NULL;
}

/* -1: there is no such file. */
static int64_t modified(const char *path)
{
  struct stat info;
  if (stat(path, &info) != 0) return -1;
  return (int64_t) info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec;
}

const Source *sources_changed(const Sources *sources)
{
  for (uint32_t i = 0; i < sources->all.len; i++) {
    const Source *source = sources->all.data[i];
    bool file = source->path && source->modified; /* not a part of one */
    if (file && modified(source->path) != source->modified) return source;
  }
  return NULL;
}

/* NULL with errno set: there is no such file. */
static const char *canonical_file(Sources *sources, const char *path, bool laid_over)
{
  if (laid_over) return sources_canonical(sources, path);
  char *real = realpath(path, NULL);
  if (!real) {
    int why = errno;
    bool out = sources->folder && beneath_leads_out(sources->folder, path);
    errno = out ? EXDEV : why;
    return NULL;
  }
  const char *copy = arena_copy(sources->arena, real, strlen(real));
  free(real);
  return copy;
}

static const char *why_not_read(Sources *sources)
{
  if (sources->folder && errno == EXDEV)
    return arena_printf(sources->arena, "it is outside of %s", sources->folder);
  return arena_copy(sources->arena, strerror(errno), strlen(strerror(errno)));
}

void sources_note(Sources *sources, const char *name, const void *bytes, size_t length)
{
  InputFile input = {arena_copy(sources->arena, name, strlen(name)), length, {0}};
  for (uint32_t i = 0; i < sources->inputs.len; i++)
    if (!strcmp(sources->inputs.data[i].name, name)) return;
  sha256(bytes, length, input.sha256);
  vec_push(&sources->inputs, input);
}

void sources_note_file(Sources *sources, const char *path)
{
  size_t length = 0;
  char *bytes = read_file(sources, path, &length);
  if (bytes) sources_note(sources, path, bytes, length);
  free(bytes);
}

const InputFile *sources_input(const Sources *sources, uint32_t i)
{
  return i < sources->inputs.len ? &sources->inputs.data[i] : NULL;
}

Source *sources_read(Sources *sources, const char *path, const char **error)
{
  size_t length = 0;
  const char *laid_over = overlaid(sources, path, &length);
  const char *file = canonical_file(sources, path, laid_over);
  Source *source = file ? find_path(sources, file) : NULL;
  if (source) return source;
  int64_t time = file && !laid_over ? modified(file) : 0;
  char *read = file && !laid_over ? read_file(sources, file, &length) : NULL;
  const char *text = laid_over ? laid_over : read;
  if (!text) {
    *error = why_not_read(sources);
  } else if (!fits(sources, length)) {
    *error = "the file is too large";
  } else {
    source = add(sources, path, text, length);
    source->path = file;
    source->modified = time;
    sources_note(sources, path, text, length);
  }
  free(read);
  return source;
}

const Source *sources_find(const Sources *sources, const char *name)
{
  for (uint32_t i = 0; i < sources->all.len; i++)
    if (!strcmp(sources->all.data[i]->name, name)) return sources->all.data[i];
  return NULL;
}

const Source *sources_number(const Sources *sources, uint32_t i)
{
  return i < sources->all.len ? sources->all.data[i] : NULL;
}

const Source *sources_at(const Sources *sources, uint32_t position)
{
  uint32_t low = 0, high = sources->all.len;
  while (low < high) { /* the last source that begins at or before position */
    uint32_t middle = (low + high) / 2;
    if (sources->all.data[middle]->base <= position) low = middle + 1;
    else high = middle;
  }
  return low == 0 ? NULL : sources->all.data[low - 1];
}

/* LF, CR, CRLF, U+2028 and U+2029 end a line. */
static uint32_t line_break(const char *at)
{
  if (*at == '\n') return 1;
  if (*at == '\r') return at[1] == '\n' ? 2 : 1;
  if (!strncmp(at, "\xE2\x80\xA8", 3) || !strncmp(at, "\xE2\x80\xA9", 3)) return 3;
  return 0;
}

static void find_lines(Sources *sources, Source *source)
{
  if (source->lines) return;
  VEC(uint32_t) starts = {0};
  vec_push(&starts, 0);
  for (uint32_t i = 0; i < source->length;) {
    uint32_t step = line_break(source->text + i);
    i += step ? step : 1;
    if (step) vec_push(&starts, i);
  }
  source->lines = arena_new_array(sources->arena, uint32_t, starts.len);
  memcpy(source->lines, starts.data, starts.len * sizeof *starts.data);
  source->line_count = starts.len;
  vec_free(&starts);
}

Place sources_place(Sources *sources, uint32_t position)
{
  const Source *found = position ? sources_at(sources, position) : NULL;
  if (!found) return (Place){NULL, 0, 0};
  Source *source = (Source *) found;
  find_lines(sources, source);
  uint32_t offset = position - source->base;
  if (offset > source->length) offset = source->length;
  uint32_t low = 0, high = source->line_count;
  while (high - low > 1) {
    uint32_t middle = (low + high) / 2;
    if (source->lines[middle] <= offset) low = middle;
    else high = middle;
  }
  uint32_t column = 1;
  for (uint32_t i = source->lines[low]; i < offset; i++)
    if (((unsigned char) source->text[i] & 0xC0) != 0x80) column++;
  return (Place){source, low + 1, column};
}

const char *sources_line(Sources *sources, const Source *source, uint32_t line, uint32_t *length)
{
  find_lines(sources, (Source *) source);
  *length = 0;
  if (line == 0 || line > source->line_count) return "";
  const char *start = source->text + source->lines[line - 1];
  while (start[*length] && !line_break(start + *length)) ++*length;
  return start;
}

const char *sources_text(const Sources *sources, Span span, uint32_t *length)
{
  const Source *source = sources_at(sources, span.begin);
  *length = 0;
  if (!source || span.end < span.begin) return "";
  *length = span.end - span.begin;
  return source->text + (span.begin - source->base);
}

Span sources_find_text(const Sources *sources, Span span, const char *text)
{
  uint32_t length, wanted = (uint32_t) strlen(text);
  const char *at = sources_text(sources, span, &length);
  for (uint32_t i = 0; i + wanted <= length; i++)
    if (!memcmp(at + i, text, wanted)) return (Span){span.begin + i, span.begin + i + wanted};
  return SPAN_NONE;
}

Source *source_part_as(Arena *arena, const Source *source, Span span, const char *text)
{
  size_t length = strlen(text);
  assert(span.begin >= source->base && length <= span.end - span.begin);
  Source *part = arena_alloc(arena, sizeof *part);
  *part = (Source){.name = source->name,
                   .file = source->file,
                   .path = source->path,
                   .text = arena_copy(arena, text, length),
                   .base = span.begin,
                   .length = (uint32_t) length};
  return part;
}

Source *source_part(Arena *arena, const Source *source, Span span)
{
  size_t length = span.end - span.begin;
  const char *text = arena_copy(arena, source->text + (span.begin - source->base), length);
  return source_part_as(arena, source, span, text);
}
