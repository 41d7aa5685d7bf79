#include "serve/http/job_line.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "serve/http/folder.h"

typedef enum { OPTION_PLAIN, OPTION_INPUT } OptionKind;

static const struct {
  const char *name;
  OptionKind kind;
} known[] = {
#define OPTION(name, kind) {name, OPTION_##kind},
#include "serve/http/job_options.def"
#undef OPTION
};

void job_line_free(JobLine *line)
{
  for (uint32_t i = 0; i < line->words.len; i++) free(line->words.data[i]);
  vec_free(&line->words);
}

static void add(JobLine *line, const char *word)
{
  char *copy = strdup(word);
  if (!copy) memory_exhausted();
  vec_push(&line->words, copy);
}

/* --name=value, or --name */
static void add_option(JobLine *line, const char *name, const char *value)
{
  Text word = {0};
  text_printf(&word, "--%s", name);
  if (value) text_printf(&word, "=%s", value);
  add(line, text_string(&word));
  text_free(&word);
}

/* ------------------------------------------------------------------- options */

static bool find_kind(const char *name, OptionKind *kind)
{
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (strcmp(known[i].name, name) != 0) continue;
    *kind = known[i].kind;
    return true;
  }
  return false;
}

/* One of the values of an option. */
static bool add_value(JobLine *line, const char *name, const json_t *value, OptionKind kind,
                      Text *problem)
{
  if (json_is_true(value) && kind == OPTION_PLAIN) {
    add_option(line, name, NULL);
  } else if (json_is_string(value)) {
    const char *text = json_string_value(value);
    if (kind == OPTION_INPUT && !folder_path_is_good(text)) {
      text_printf(problem, "option %s: %.200s is no file of the folder", name, text);
      return false;
    }
    add_option(line, name, text);
  } else if (json_is_number(value) && kind == OPTION_PLAIN) {
    char *number = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
    if (!number) memory_exhausted();
    add_option(line, name, number);
    free(number);
  } else {
    text_printf(problem, "option %s has a value of another type", name);
    return false;
  }
  return true;
}

static bool add_all(JobLine *line, const char *name, const json_t *value, Text *problem)
{
  OptionKind kind;
  size_t index;
  json_t *one;
  if (!find_kind(name, &kind)) {
    text_printf(problem, "a job has no option '%.100s'", name);
    return false;
  }
  if (json_is_null(value) || json_is_false(value)) return true;
  if (!json_is_array(value)) return add_value(line, name, value, kind, problem);
  json_array_foreach(value, index, one)
  {
    if (!add_value(line, name, one, kind, problem)) return false;
  }
  return true;
}

static bool add_options(JobLine *line, const json_t *options, Text *problem)
{
  const char *name;
  json_t *value;
  json_object_foreach((json_t *) options, name, value)
  {
    if (!add_all(line, name, value, problem)) return false;
  }
  return true;
}

/* ------------------------------------------------------------------ settings */

/* Settings of an open model, as options of the commands that take them. */
static const struct {
  const char *setting, *option, *commands;
} settings_table[] = {
    {"pref", "pref", NULL}, /* NULL: all */
    {"card", "card", NULL},
    {"let", "let", " check chain refine relate graph "},
    {"alone", "alone", " check graph "},
    {"strict-wd", "strict-wd", " check "},
    {"process", "process", " check graph "},
    {"guide", "csp", " check graph "},
};

static bool takes(const char *commands, const char *command)
{
  char word[32];
  snprintf(word, sizeof word, " %.20s ", command);
  return !commands || strstr(commands, word);
}

/* {NAME: value}, as NAME=value. */
static void add_pairs(JobLine *line, const char *option, const json_t *pairs)
{
  const char *name;
  json_t *value;
  json_object_foreach((json_t *) pairs, name, value)
  {
    Text pair = {0};
    text_printf(&pair, "%s=", name);
    if (json_is_string(value)) text_add(&pair, json_string_value(value));
    else text_add_integer(&pair, json_integer_value(value));
    add_option(line, option, text_string(&pair));
    text_free(&pair);
  }
}

/* Those that are an option, too, are what the option says. */
static void add_settings(JobLine *line, const JobWish *wish)
{
  for (size_t i = 0; i < sizeof settings_table / sizeof *settings_table; i++) {
    const char *option = settings_table[i].option;
    const json_t *value = json_object_get(wish->settings, settings_table[i].setting);
    if (!takes(settings_table[i].commands, wish->command)) continue;
    if (json_object_get(wish->options, option) && !json_is_object(value)) continue;
    if (json_is_object(value)) add_pairs(line, option, value);
    else if (json_is_true(value)) add_option(line, option, NULL);
    else if (json_is_string(value)) add_option(line, option, json_string_value(value));
  }
}

/* ------------------------------------------------------------------- the line */

static bool is_command(const char *name)
{
  static const char *const commands[] = {"check", "chain", "refine", "relate", "prove", "graph"};
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (!strcmp(commands[i], name)) return true;
  return false;
}

/* Like a path; what stands behind # or + in operands does no harm. */
static bool add_operand(JobLine *line, const char *file, Text *problem)
{
  if (folder_path_is_good(file) && strcmp(file, "-") != 0) { /* which is standard input */
    add(line, file);
    return true;
  }
  text_printf(problem, "%.200s is no file of the folder", file);
  return false;
}

/* A job may not take all the memory that is left. */
static void add_limits(JobLine *line, const JobWish *wish)
{
  size_t reach = memory_reach();
  char limit[32];
  if (json_object_get(wish->options, "memory-limit") || !reach) return;
  snprintf(limit, sizeof limit, "%zuM", (reach / 4 * 3 >> 20) + 1);
  add_option(line, "memory-limit", limit);
}

bool job_line_make(JobLine *line, const JobWish *wish, Text *problem)
{
  if (!is_command(wish->command)) {
    text_printf(problem, "there is no job '%.100s'", wish->command);
    return false;
  }
  add(line, "probity");
  add(line, wish->command);
  add_option(line, "format", "json");
  add_option(line, "inside", ".");
  add_option(line, "progress-fd", "3");
  add_settings(line, wish);
  add_limits(line, wish);
  if (!strcmp(wish->command, "prove") && json_object_get(wish->options, "cache")) {
    text_add(problem, "a job writes no file of proofs"); /* of `check` it is another option */
    return false;
  }
  bool good = add_options(line, wish->options, problem);
  add(line, "--");
  good = good && add_operand(line, wish->file, problem) &&
         (!wish->second || add_operand(line, wish->second, problem));
  vec_push(&line->words, NULL);
  line->words.len--;
  return good;
}
