#include "cli/texts.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

bool texts_read(Options *options)
{
  const char *name = options_text(options, OPT_TEXTS);
  if (!name || options->texts) return true;
  json_error_t problem = {.text = ""};
  bool standard = !strcmp(name, "-");
  FILE *file = standard ? stdin : fopen(name, "rbe");
  options->texts = file ? json_loadf(file, JSON_REJECT_DUPLICATES, &problem) : NULL;
  if (!file) text_printf(&options->error, "cannot read %s: %s", name, strerror(errno));
  else if (!json_is_object(options->texts))
    text_printf(&options->error, "--texts %s: this is no object of texts%s%s", name,
                *problem.text ? ": " : "", problem.text);
  if (file && !standard) fclose(file);
  return options->error.len == 0;
}

static const char *find(void *owner, const char *path, size_t *length)
{
  const json_t *text = json_object_get(owner, path);
  *length = json_string_length(text);
  return json_string_value(text);
}

Overlay texts_overlay(const Options *options) { return (Overlay){find, options->texts}; }
