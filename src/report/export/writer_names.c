#include <ctype.h>
#include <string.h>

#include "compare/event_name.h"
#include "report/export/writer.h"

static const char *take(Writer *w, Text *text)
{
  const char *name = names_intern(w->used, text_string(text), text->len)->text;
  vec_push(&w->listed, name);
  text_free(text);
  return name;
}

static bool is_used(const Writer *w, const Text *text)
{
  return names_find(w->used, text_string(text), text->len);
}

const char *writer_name(Writer *w, const char *name, const char *const *names)
{
  Text text = {0}, meant = {0};
  if (names) event_name_read(&meant, name, names);
  else text_add(&meant, name);
  event_name_add(&text, text_string(&meant));
  if (is_used(w, &text)) {
    text_clear(&text);
    event_name_add_taken(&text, text_string(&meant));
  }
  text_free(&meant);
  while (is_used(w, &text)) text_add_char(&text, '\'');
  return take(w, &text);
}

const char *writer_free_name(Writer *w, const char *name)
{
  Text text = {0};
  size_t length = strcspn(name, "'");
  text_add_bytes(&text, name, length);
  if (!event_name_fits(text_string(&text))) text_add(&text, "_values"), length = text.len;
  for (uint32_t number = 2; is_used(w, &text); number++) {
    text.len = length;
    text_printf(&text, "_%u", number);
  }
  return take(w, &text);
}

static bool is_free_prefix(const Writer *w, const char *prefix)
{
  size_t length = strlen(prefix);
  for (uint32_t i = 0; i < w->listed.len; i++) {
    const char *name = w->listed.data[i];
    if (!strncmp(name, prefix, length) && isdigit((unsigned char) name[length])) return false;
  }
  return true;
}

const char *writer_process_name(const Writer *w)
{
  const char *prefix = "N";
  while (!is_free_prefix(w, prefix)) prefix = arena_printf(w->arena, "%sN", prefix);
  return prefix;
}

const char *writer_constructor(Writer *w, Constructor *c)
{
  if (!c->written) c->written = writer_name(w, c->name, w->space->options.constructors);
  return c->written;
}
