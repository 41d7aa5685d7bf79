#include "serve/desk/fields.h"

#include <assert.h>
#include <string.h>

Fields fields_in(const json_t *object)
{
  assert(json_is_object(object));
  return (Fields){.object = object};
}

void fields_free(Fields *f) { text_free(&f->problem); }

/* NULL: it is not there, or null. */
static const json_t *find(Fields *f, const char *name)
{
  assert(f->count < MOST_FIELDS);
  f->known[f->count++] = name;
  const json_t *value = json_object_get(f->object, name);
  return json_is_null(value) ? NULL : value;
}

static void complain(Fields *f, const char *name, const char *wanted)
{
  if (!f->problem.len) text_printf(&f->problem, "the field '%s' %s", name, wanted);
}

static const json_t *require(Fields *f, const char *name)
{
  const json_t *value = find(f, name);
  if (!value) complain(f, name, "is missing");
  return value;
}

const char *fields_text_maybe(Fields *f, const char *name)
{
  const json_t *value = find(f, name);
  if (value && !json_is_string(value)) complain(f, name, "must be a text");
  return json_string_value(value);
}

const char *fields_text(Fields *f, const char *name)
{
  const char *text = fields_text_maybe(f, name);
  if (!text) complain(f, name, "is missing");
  return text ? text : "";
}

bool fields_has(Fields *f, const char *name)
{
  const json_t *value = json_object_get(f->object, name);
  return value && !json_is_null(value);
}

static uint64_t number(Fields *f, const char *name, const json_t *value, uint64_t most)
{
  bool good = json_is_integer(value) && json_integer_value(value) >= 0 &&
              (uint64_t) json_integer_value(value) <= most;
  if (!value || good) return value ? (uint64_t) json_integer_value(value) : 0;
  Text wanted = {0};
  text_printf(&wanted, "must be a whole number from 0 to %llu", (unsigned long long) most);
  complain(f, name, text_string(&wanted));
  text_free(&wanted);
  return 0;
}

uint64_t fields_number(Fields *f, const char *name, uint64_t most)
{
  return number(f, name, require(f, name), most);
}

uint64_t fields_number_or(Fields *f, const char *name, uint64_t most, uint64_t otherwise)
{
  const json_t *value = find(f, name);
  return value ? number(f, name, value, most) : otherwise;
}

double fields_seconds_or(Fields *f, const char *name, double otherwise)
{
  const json_t *value = find(f, name);
  if (!value) return otherwise;
  if (!json_is_number(value) || !(json_number_value(value) > 0))
    complain(f, name, "must be a number of seconds above 0");
  return json_number_value(value);
}

bool fields_flag(Fields *f, const char *name)
{
  const json_t *value = find(f, name);
  if (value && !json_is_boolean(value)) complain(f, name, "must be true or false");
  return json_is_true(value);
}

unsigned fields_word(Fields *f, const char *name, const char *words)
{
  const char *word = fields_text_maybe(f, name);
  if (!word) return 0;
  unsigned index = 0;
  for (const char *at = words;; index++) {
    size_t length = strcspn(at, "|");
    if (strlen(word) == length && !strncmp(at, word, length)) return index;
    if (!at[length]) break;
    at += length + 1;
  }
  Text wanted = {0};
  text_printf(&wanted, "must be one of %s", words);
  complain(f, name, text_string(&wanted));
  text_free(&wanted);
  return 0;
}

const json_t *fields_object_maybe(Fields *f, const char *name)
{
  const json_t *value = find(f, name);
  if (value && !json_is_object(value)) complain(f, name, "must be an object");
  return value;
}

const json_t *fields_list_maybe(Fields *f, const char *name)
{
  const json_t *value = find(f, name);
  if (value && !json_is_array(value)) complain(f, name, "must be a list");
  return value;
}

const json_t *fields_any_maybe(Fields *f, const char *name) { return find(f, name); }

static bool is_known(const Fields *f, const char *name)
{
  for (unsigned i = 0; i < f->count; i++)
    if (!strcmp(f->known[i], name)) return true;
  return false;
}

bool fields_end(Fields *f)
{
  const char *name;
  json_t *value;
  json_object_foreach((json_t *) f->object, name, value) if (!f->problem.len && !is_known(f, name))
      text_printf(&f->problem, "the field '%.100s' means nothing in this request", name);
  return f->problem.len == 0;
}
