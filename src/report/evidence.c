#include "report/evidence.h"

#include <string.h>
#include <time.h>

#include "base/sha256.h"

static json_t *date_json(void)
{
  char stamp[sizeof "2000-01-01T00:00:00Z"];
  time_t now = time(NULL);
  struct tm parts;
  gmtime_r(&now, &parts);
  strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return json_string(stamp);
}

/* An archive has no text. */
static json_t *input_json(const Sources *sources, const InputFile *input)
{
  char digest[SHA256_TEXT];
  const Source *source = sources_find(sources, input->name);
  json_t *object = json_object();
  sha256_text(input->sha256, digest);
  json_object_set_new(object, "file", json_report_string(input->name));
  json_object_set_new(object, "bytes", json_integer((json_int_t) input->bytes));
  json_object_set_new(object, "sha256", json_string(digest));
  json_object_set_new(object, "text", json_report_string(source ? source->text : NULL));
  return object;
}

json_t *evidence_json(const Report *r)
{
  const Sources *sources = session_sources(r->session);
  json_t *evidence = json_object(), *words = json_array(), *inputs = json_array();
  const InputFile *input;
  for (uint32_t i = 0; i < r->word_count; i++)
    json_array_append_new(words, json_report_string(r->words[i]));
  for (uint32_t i = 0; (input = sources_input(sources, i)); i++)
    json_array_append_new(inputs, input_json(sources, input));
  json_object_set_new(evidence, "version", json_string(PROBITY_VERSION));
  json_object_set_new(evidence, "date", date_json());
  json_object_set_new(evidence, "arguments", words);
  json_object_set_new(evidence, "inputs", inputs);
  return evidence;
}
