/* Sends arbitrary requests to a desk, line by line.  The first byte chooses the model that is open;
 * a line is a request as it is sent, or `NAME {FIELDS}`, as the tests of desks have it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "serve/desk/desk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char folder[] = "tests/desk/files"; /* from the project's folder */
/* "": none is open. */
static const char *const models[] = {"",          "lift.mch",         "choices.mch", "stuck.mch",
                                     "many.mch",  "levels.eventb/m1", "cycle.csp",   "tiny.aut",
                                     "parts.mch", "wide.mch"};
enum { MODELS = sizeof models / sizeof *models };

static void ask(Desk *d, const char *line, size_t length)
{
  Text answer = {0};
  desk_answer(d, line, length, &answer);
  if (!answer.len || answer.data[answer.len - 1] != '\n') __builtin_trap();
  text_free(&answer);
}

static void open_model(Desk *d, const char *inside, const char *model)
{
  Text line = {0};
  text_printf(&line,
              "{\"request\": \"open\", \"file\": \"%s/%s\", \"settings\": {\"time-limit\": 0.1}}",
              inside, model);
  ask(d, text_string(&line), line.len);
  text_free(&line);
}

/* NAME {FIELDS} as it is sent. */
static void ask_named(Desk *d, const char *line, size_t length)
{
  const char *space = memchr(line, ' ', length);
  size_t name = space ? (size_t) (space - line) : length;
  bool fields = name + 2 < length && line[name + 1] == '{';
  Text text = {0};
  text_add(&text, "{\"request\":\"");
  text_add_bytes(&text, line, name);
  text_add(&text, fields ? "\"," : "\"}");
  if (fields) text_add_bytes(&text, line + name + 2, length - name - 2);
  ask(d, text_string(&text), text.len);
  text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (!size) return 0;
  char *inside = realpath(folder, NULL);
  if (!inside) __builtin_trap();
  Desk *d = desk_new((DeskHooks){.base = {.inside = inside}});
  const char *model = models[data[0] % MODELS];
  if (*model) open_model(d, inside, model);
  const char *at = (const char *) data + 1, *end = (const char *) data + size;
  while (at < end) {
    const char *stop = memchr(at, '\n', (size_t) (end - at));
    size_t length = (size_t) ((stop ? stop : end) - at);
    if (length && *at == '{') ask(d, at, length);
    else if (length) ask_named(d, at, length);
    at += length + 1;
  }
  desk_free(d);
  free(inside);
  return 0;
}
