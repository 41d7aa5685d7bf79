#include "compare/canonical.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"

/* Sets within sets are put in order first: when a brace is closed, its elements are
 * already final, and stand at the end of the text that is being made. */
typedef struct {
  size_t begin; /* in the text: behind the bracket */
  char bracket; /* ( [ { */
  uint32_t elements;
} OpenBracket;

typedef struct {
  Text *text;
  VEC(OpenBracket) levels; /* open brackets */
  VEC(size_t) elements;    /* where the elements of open braces begin, outermost first */
} CanonicalWriter;

static int by_text(const void *a, const void *b)
{
  return strcmp(*(char *const *) a, *(char *const *) b);
}

/* Puts the elements of the innermost brace in order. */
static void sort_elements(CanonicalWriter *w, const OpenBracket *level)
{
  uint32_t count = w->elements.len - level->elements;
  char **parts = calloc(count + (size_t) 1, sizeof *parts);
  if (!parts) memory_exhausted();
  for (uint32_t i = 0; i < count; i++) {
    size_t begin = w->elements.data[level->elements + i];
    size_t end = i + 1 < count ? w->elements.data[level->elements + i + 1] - 1 : w->text->len;
    parts[i] = strndup(w->text->data + begin, end - begin);
    if (!parts[i]) memory_exhausted();
  }
  qsort(parts, count, sizeof *parts, by_text);
  w->text->len = level->begin;
  for (uint32_t i = 0; i < count; i++) {
    if (i) text_add_char(w->text, ',');
    text_add(w->text, parts[i]);
    free(parts[i]);
  }
  free(parts);
}

static void open_bracket(CanonicalWriter *w, char bracket)
{
  OpenBracket level = {w->text->len, bracket, w->elements.len};
  vec_push(&w->levels, level);
  if (bracket == '{') vec_push(&w->elements, w->text->len);
}

/* False if it closes something else than what was opened last. */
static bool close_bracket(CanonicalWriter *w, char bracket)
{
  if (w->levels.len == 0) return false;
  OpenBracket level = w->levels.data[--w->levels.len];
  char closing = level.bracket == '(' ? ')' : level.bracket == '[' ? ']' : '}';
  if (bracket != closing) return false;
  if (bracket != '}') return true;
  if (w->elements.len - level.elements > 1) sort_elements(w, &level);
  w->elements.len = level.elements;
  return true;
}

/* Copies a string with its quotes; the number of bytes. */
static size_t copy_string(CanonicalWriter *w, const char *text, size_t length)
{
  size_t i = 1;
  while (i < length && text[i] != '"') i += text[i] == '\\' ? 2 : 1;
  i = i < length ? i + 1 : length;
  text_add_bytes(w->text, text, i);
  return i;
}

static bool write_all(CanonicalWriter *w, const char *text, size_t length)
{
  for (size_t i = 0; i < length;) {
    char c = text[i];
    if (c == '"') {
      i += copy_string(w, text + i, length - i);
      continue;
    }
    if ((c == ')' || c == ']' || c == '}') && !close_bracket(w, c)) return false;
    text_add_char(w->text, c);
    if (c == '(' || c == '[' || c == '{') open_bracket(w, c);
    if (c == ',' && w->levels.len && w->levels.data[w->levels.len - 1].bracket == '{')
      vec_push(&w->elements, w->text->len);
    i++;
  }
  return w->levels.len == 0;
}

void canonical_add(Text *text, const char *from, size_t length)
{
  size_t before = text->len;
  CanonicalWriter w = {.text = text};
  bool good = !memchr(from, '{', length) || write_all(&w, from, length);
  if (!memchr(from, '{', length) || !good) {
    text->len = before;
    text_add_bytes(text, from, length);
  }
  vec_free(&w.levels);
  vec_free(&w.elements);
}
