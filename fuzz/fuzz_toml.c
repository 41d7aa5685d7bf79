/* Feeds arbitrary bytes to the reader of TOML, which project files are written in.  What comes out
 * is walked through: every place is in the text, and no key of a table is there twice. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/project/toml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_span(Span span, const Source *source)
{
  if (span.begin < source->base || span.end > source->base + source->length) abort();
  if (span.end < span.begin) abort();
}

static void check_value(const TomlValue *value, const Source *source)
{
  uint32_t count = 0;
  if (value->kind == TOML_STRING && !value->string) abort();
  for (const TomlEntry *e = value->first; e; e = e->next, count++) {
    if ((value->kind == TOML_TABLE) != (e->key != NULL)) abort();
    if (e->key && toml_get(value, e->key) != e->value) abort();
    check_span(e->span, source);
    check_value(e->value, source);
  }
  if (count != value->count) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size > 1 << 14) return 0;
  Arena *arena = arena_new();
  Sources *sources = sources_new();
  Diags *diags = diags_new(sources);
  const Source *source = sources_add(sources, "probity.toml", (const char *) data, size);
  check_value(toml_read(arena, diags, source), source);
  diags_free(diags);
  sources_free(sources);
  arena_free(arena);
  return 0;
}
