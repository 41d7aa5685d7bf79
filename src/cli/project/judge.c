#include "cli/project/judge.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "report/json_report.h"

/* ---- what the project says */

static json_t *strings_json(const TomlValue *value)
{
  json_t *list = json_array();
  if (value->kind == TOML_STRING) json_array_append_new(list, json_report_string(value->string));
  for (const TomlEntry *e = value->kind == TOML_ARRAY ? value->first : NULL; e; e = e->next)
    json_array_append_new(list, json_report_string(e->value->string));
  return list;
}

static json_t *expected_json(const ProjectTest *test)
{
  const TomlValue *verdict = toml_get(test->table, "expect");
  json_t *expected = json_object();
  json_object_set_new(expected, "verdict",
                      !verdict                       ? json_string("pass")
                      : verdict->kind == TOML_STRING ? json_report_string(verdict->string)
                                                     : strings_json(verdict));
  for (const Expectation *e = expectation_table; e->key; e++) {
    const TomlValue *value = toml_get(test->table, e->key);
    if (!value || !expectation_serves(e, test->command)) continue;
    json_object_set_new(expected, e->key,
                        e->kind == EXPECTATION_NUMBER ? json_integer(value->integer)
                                                      : strings_json(value));
  }
  return expected;
}

/* ---- what the report says */

static int by_text(const void *a, const void *b)
{
  return strcmp(*(const char *const *) a, *(const char *const *) b);
}

/* The strings of a list, each once, in their order; takes it over. */
static json_t *as_set(json_t *list)
{
  size_t count = json_array_size(list), i;
  json_t *set = json_array(), *one;
  VEC(const char *) texts = {0};
  json_array_foreach(list, i, one) vec_push(&texts, json_string_value(one));
  if (count) qsort(texts.data, count, sizeof *texts.data, by_text);
  for (i = 0; i < count; i++)
    if (i == 0 || strcmp(texts.data[i], texts.data[i - 1]) != 0)
      json_array_append_new(set, json_string(texts.data[i]));
  vec_free(&texts);
  json_decref(list);
  return set;
}

/* Adds what the path leads to: of a list, that of each element. */
static void follow(const json_t *from, const char *path, json_t *found)
{
  size_t length = strcspn(path, ".[");
  json_t *next = json_object_getn(from, path, length), *element;
  size_t i;
  path += length;
  bool list = *path == '[';
  if (list) path += strlen("[]");
  if (*path == '.') path++;
  if (!list && !*path && json_is_array(next)) json_array_extend(found, next);
  else if (!list && !*path && next) json_array_append(found, next);
  else if (!list && next) follow(next, path, found);
  if (!list) return;
  json_array_foreach(next, i, element) follow(element, path, found);
}

static json_t *got_json(const Expectation *e, const json_t *report)
{
  json_t *found = json_array(), *first;
  follow(report, e->field, found);
  if (e->kind == EXPECTATION_NAMES) return as_set(found);
  first = json_incref(json_array_get(found, 0));
  json_decref(found);
  return first ? first : json_null();
}

/* The verdicts of the single assertions or formulas; NULL: the report lists none. */
static json_t *verdicts_of(const json_t *report)
{
  json_t *list = json_object_get(report, "temporal"), *verdicts = json_array(), *one;
  size_t i;
  if (!json_is_array(list)) list = json_object_get(report, "assertions");
  json_array_foreach(list, i, one) json_array_append(verdicts, json_object_get(one, "verdict"));
  if (json_array_size(verdicts)) return verdicts;
  json_decref(verdicts);
  return NULL;
}

/* ---- the comparison */

static void add_difference(Judgement *j, const char *what, json_t *expected, json_t *got)
{
  json_t *difference = json_object();
  json_object_set_new(difference, "what", json_string(what));
  json_object_set(difference, "expected", expected);
  json_object_set(difference, "got", got ? got : json_null());
  json_array_append_new(j->differences, difference);
}

static bool is_verdict(const json_t *value, const char *verdict)
{
  const char *text = json_string_value(value);
  return text && !strcmp(text, verdict);
}

/* Whether the only thing that differs is that something was not decided. */
static bool only_undecided(const json_t *expected, const json_t *got)
{
  if (json_is_string(expected)) return json_equal(expected, got) || is_verdict(got, "unknown");
  size_t i;
  json_t *one;
  bool only = json_array_size(expected) == json_array_size(got);
  json_array_foreach((json_t *) expected, i, one) only =
      only && only_undecided(one, json_array_get(got, i));
  return only;
}

static void compare_verdicts(Judgement *j, const json_t *report)
{
  json_t *expected = json_object_get(j->expected, "verdict");
  json_t *whole = json_object_get(report, "verdict"), *got = json_incref(whole);
  if (json_is_array(expected) && !is_verdict(whole, "error")) {
    json_t *list = verdicts_of(report);
    if (list) json_decref(got);
    if (list) got = list;
  }
  if (!json_equal(expected, got)) {
    add_difference(j, "verdict", expected, got);
    j->code = only_undecided(expected, got) ? EXIT_CODE_UNKNOWN : EXIT_CODE_FAIL;
  }
  json_decref(got);
}

static void compare(Judgement *j, const Expectation *e, const json_t *report)
{
  json_t *expected = json_object_get(j->expected, e->key);
  if (!expected) return;
  json_t *got = got_json(e, report);
  json_t *wanted =
      e->kind == EXPECTATION_NAMES ? as_set(json_incref(expected)) : json_incref(expected);
  if (!json_equal(wanted, got)) {
    add_difference(j, e->key, wanted, got);
    if (j->code == EXIT_CODE_PASS) j->code = EXIT_CODE_FAIL;
  }
  json_decref(wanted);
  json_decref(got);
}

Judgement judge(const ProjectTest *test, ExitCode code, const json_t *report)
{
  Judgement j = {EXIT_CODE_PASS, expected_json(test), json_array()};
  bool expects_error = is_verdict(json_object_get(j.expected, "verdict"), "error");
  bool verdict = report && code <= EXIT_CODE_UNKNOWN && code != EXIT_CODE_USAGE;
  compare_verdicts(&j, report);
  for (const Expectation *e = expectation_table; e->key && verdict; e++) compare(&j, e, report);
  if (!verdict || (code == EXIT_CODE_WRONG_TEXT && !expects_error)) j.code = code;
  assert(j.code != EXIT_CODE_PASS || json_array_size(j.differences) == 0);
  return j;
}

void judgement_free(Judgement *j)
{
  json_decref(j->expected);
  json_decref(j->differences);
}

static void add_value(Text *text, const json_t *value)
{
  size_t i;
  json_t *one;
  if (json_is_string(value)) text_add(text, json_string_value(value));
  else if (json_is_integer(value)) text_add_integer(text, json_integer_value(value));
  else if (!json_array_size(value)) text_add(text, "nothing");
  if (!json_array_size(value)) return;
  text_add_char(text, '[');
  json_array_foreach((json_t *) value, i, one)
  {
    if (i) text_add(text, ", ");
    add_value(text, one);
  }
  text_add_char(text, ']');
}

void judgement_text(Text *text, const Judgement *j)
{
  size_t i;
  json_t *difference;
  json_array_foreach(j->differences, i, difference)
  {
    const char *what = json_string_value(json_object_get(difference, "what"));
    if (i) text_add(text, "; ");
    if (strcmp(what, "verdict") != 0) text_printf(text, "%s: ", what);
    text_add(text, "expected ");
    add_value(text, json_object_get(difference, "expected"));
    text_add(text, ", got ");
    add_value(text, json_object_get(difference, "got"));
  }
}
