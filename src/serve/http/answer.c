#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "report/json_report.h"
#include "serve/http/server_impl.h"

/* Answers in JSON. */

static void print(Text *out, json_t *object)
{
  char *text = json_dumps(object, JSON_COMPACT);
  if (!text) memory_exhausted();
  text_add(out, text);
  text_add_char(out, '\n');
  free(text);
  json_decref(object);
}

void answer_error(Exchange *e, int status, const char *kind, const char *format, ...)
{
  char message[2000];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  json_t *error = json_object(), *whole = json_object();
  json_object_set_new(error, "message", json_report_string(message));
  json_object_set_new(error, "kind", json_string(kind));
  json_object_set_new(whole, "error", error);
  Text text = {0};
  print(&text, whole);
  exchange_answer(e, status, &text);
}

void answer_fields(Exchange *e, const Fields *f)
{
  answer_error(e, 400, "request", "%s", text_string(&f->problem));
}

void answer_json(Exchange *e, json_t *object)
{
  Text text = {0};
  print(&text, object);
  exchange_answer(e, 200, &text);
}

void answer_raw(Exchange *e, int status, Text *text) { exchange_answer(e, status, text); }

void answer_nothing(Exchange *e) { answer_json(e, json_object()); }

void answer_quote(Text *text, const char *string)
{
  json_t *value = json_report_string(string);
  char *quoted = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
  if (!quoted) memory_exhausted();
  text_add(text, quoted);
  free(quoted);
  json_decref(value);
}
