#include "cli/options.h"

#include <assert.h>
#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/nearest.h"
#include "base/quantity.h"
#include "report/width.h"

const Option option_table[OPTION_COUNT] = {
#define OPTION(id, name, letter, kind, argument, commands, inputs, help) \
  {name, letter, OPTION_##kind, argument, commands, INPUT_##inputs, help},
#include "cli/options.def"
#undef OPTION
};

/* ---- words and lists of words */

/* Whether `word` is one of those in `list`, which are separated by `separator`. */
static bool list_has(const char *list, char separator, const char *word)
{
  size_t length = strlen(word);
  for (const char *at = list; at; at = strchr(at, separator)) {
    if (*at == separator) at++;
    if (!strncmp(at, word, length) && (at[length] == '\0' || at[length] == separator)) return true;
  }
  return false;
}

bool option_serves(const Option *option, const char *command)
{
  return !strcmp(option->commands, "*") || list_has(option->commands, ' ', command);
}

bool options_any(const Options *options, const OptionId *ids, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (options_given(options, ids[i])) return true;
  return false;
}

bool options_is(const Options *options, OptionId id, const char *choice)
{
  assert(id < OPTION_COUNT && option_table[id].kind == OPTION_CHOICE);
  return options_given(options, id) && !strcmp(options_text(options, id), choice);
}

/* ---- values */

static bool complain(Options *options, const char *option, const char *value, const char *expected)
{
  text_printf(&options->error, "%s: '", option);
  width_add_clean(&options->error, value);
  text_printf(&options->error, "' is not %s", expected);
  return false;
}

static bool read_choice(Options *options, const Option *option, const char *shown, const char *text)
{
  if (*text && list_has(option->argument, '|', text)) return true;
  char words[80];
  const char *candidates[9] = {0};
  strncpy(words, option->argument, sizeof words - 1);
  words[sizeof words - 1] = '\0';
  unsigned count = 0;
  for (char *at = words; at && count < 8; count++) {
    candidates[count] = at;
    at = strchr(at, '|');
    if (at) *at++ = '\0';
  }
  nearest_suggest(&options->hint, text, candidates);
  Text expected = {0};
  text_printf(&expected, "one of %s", option->argument);
  complain(options, shown, text, text_string(&expected));
  text_free(&expected);
  return false;
}

static bool is_folder(const char *path)
{
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* Checks the argument of an option and stores what it means. */
static bool read_value(Options *options, OptionId id, const char *shown, const char *text)
{
  const Option *option = &option_table[id];
  OptionValue *value = &options->values[id];
  const char *rest = "";
  uint64_t number = 0;
  bool good = true;
  switch (option->kind) {
  case OPTION_FLAG:
  case OPTION_OPTIONAL:
  case OPTION_TEXT: break;
  case OPTION_CHOICE:
    if (!read_choice(options, option, shown, text)) return false;
    break;
  case OPTION_NUMBER:
    good = quantity_number(text, &value->number, &rest) && !*rest;
    if (!good) return complain(options, shown, text, "a whole number");
    break;
  case OPTION_POSITIVE:
    good = quantity_number(text, &value->number, &rest) && !*rest && value->number > 0;
    if (!good) return complain(options, shown, text, "a whole number from 1");
    break;
  case OPTION_SECONDS:
    if (!quantity_seconds(text, &value->seconds))
      return complain(options, shown, text, "a time in seconds, such as 10 or 0.5");
    break;
  case OPTION_SIZE:
    if (!quantity_size(text, &value->number))
      return complain(options, shown, text, "a size, such as 500M or 2G");
    break;
  case OPTION_SETTING:
    if (!quantity_setting(text, &rest))
      return complain(options, shown, text, "of the form NAME=VALUE");
    break;
  case OPTION_CARD:
    good = quantity_setting(text, &rest) && quantity_number(rest, &number, &rest) && !*rest &&
           number > 0;
    if (!good) return complain(options, shown, text, "of the form SET=N with N from 1");
    break;
  case OPTION_FOLDER:
    if (!is_folder(text)) {
      if (id == OPT_SMT2) text_printf(&options->hint, "mkdir %s makes one", text);
      return complain(options, shown, text, "a folder");
    }
    break;
  }
  value->text = text;
  vec_push(&value->all, text);
  return true;
}

/* ---- the command line */

typedef struct {
  Options *options;
  char **arguments;
  int count, next;
} Reader;

static bool fail(Options *options, const char *format, const char *word)
{
  Text clean = {0};
  width_add_clean(&clean, word);
  text_printf(&options->error, format, text_string(&clean));
  text_free(&clean);
  return false;
}

/* Is there an option --no-NAME, of this command (NULL: of any)? */
static bool is_switched_off(const char *name, const char *command)
{
  for (unsigned i = 0; i < OPTION_COUNT; i++)
    if (!strncmp(option_table[i].name, "no-", 3) && !strcmp(option_table[i].name + 3, name))
      return !command || option_serves(&option_table[i], command);
  return false;
}

/* The page of the help that lists the options: that of the command, if there is one. */
static const char *page_of(const Options *options)
{
  const char *word = options->words.len ? options->words.data[0] : "";
  for (unsigned i = 0; i < OPTION_COUNT; i++)
    if (list_has(option_table[i].commands, ' ', word)) return word;
  return "options";
}

/* The option most like the word among those that the command takes; NULL: among all. */
static void suggest_option(Options *options, const char *shown, const char *command)
{
  const char *names[OPTION_COUNT + 1] = {0};
  char storage[OPTION_COUNT][24];
  unsigned count = 0;
  for (unsigned i = 0; i < OPTIONS_SHOWN; i++) {
    if (command && !option_serves(&option_table[i], command)) continue;
    snprintf(storage[i], sizeof storage[i], "--%s", option_table[i].name);
    names[count++] = storage[i];
  }
  nearest_suggest(&options->hint, shown, names);
}

static bool unknown_option(Options *options, const char *shown)
{
  const char *command = options->words.len ? options->words.data[0] : NULL;
  if (!strcmp(shown, "--json")) text_add(&options->hint, "did you mean --format json?");
  else if (is_switched_off(shown + 2, NULL))
    text_printf(&options->hint, "that is the default; --no-%s switches it off", shown + 2);
  else if (strlen(shown) > 3) {
    suggest_option(options, shown, command);
    if (command && options->hint.len == 0) suggest_option(options, shown, NULL);
  }
  if (options->hint.len == 0)
    text_printf(&options->hint, "`probity help %s` lists the options; -- ends them",
                page_of(options));
  return fail(options, "unknown option %s", shown);
}

/* The argument of an option: what follows in the same word, else the next one. */
static bool take_value(Reader *reader, OptionId id, const char *shown, const char *attached)
{
  Options *options = reader->options;
  if (attached) return read_value(options, id, shown, attached);
  if (reader->next == reader->count) {
    text_printf(&options->error, "%s requires an argument: %s", shown, option_table[id].argument);
    return false;
  }
  return read_value(options, id, shown, reader->arguments[reader->next++]);
}

/* The option of this name.  Where commands have different ones, that of the command,
 * which is the first word; OPTION_COUNT: there is none. */
static unsigned find_long(const Options *options, const char *name)
{
  unsigned found = OPTION_COUNT;
  for (unsigned i = OPTION_COUNT; i-- > 0;) {
    if (strcmp(option_table[i].name, name) != 0) continue;
    if (options->words.len && option_serves(&option_table[i], options->words.data[0])) return i;
    found = i;
  }
  return found;
}

/* --name, --name=value, --name value */
static bool read_long(Reader *reader, const char *word)
{
  size_t length = strcspn(word, "=");
  const char *attached = word[length] ? word + length + 1 : NULL;
  char shown[64];
  if (length >= sizeof shown) return unknown_option(reader->options, word);
  memcpy(shown, word, length);
  shown[length] = '\0';
  unsigned i = find_long(reader->options, shown + 2);
  if (i == OPTION_COUNT) return unknown_option(reader->options, shown);
  if (option_table[i].kind == OPTION_OPTIONAL)
    return read_value(reader->options, i, shown, attached ? attached : "");
  if (option_table[i].kind != OPTION_FLAG) return take_value(reader, i, shown, attached);
  if (attached) return fail(reader->options, "%s takes no argument", shown);
  return read_value(reader->options, i, shown, option_table[i].name);
}

/* -x, -xy, -x value, -xvalue */
static bool read_short(Reader *reader, const char *word)
{
  for (const char *at = word + 1; *at; at++) {
    unsigned i = 0;
    while (i < OPTION_COUNT && option_table[i].letter != *at) i++;
    if (i == OPTION_COUNT) return unknown_option(reader->options, word);
    char shown[] = {'-', *at, '\0'};
    if (option_table[i].kind != OPTION_FLAG)
      return take_value(reader, i, shown, at[1] ? at + 1 : NULL);
    if (!read_value(reader->options, i, shown, option_table[i].name)) return false;
  }
  return true;
}

/* -7 mod 2 and -(3) are formulas. */
static bool is_option(const char *word)
{
  return word[0] == '-' && (word[1] == '-' || isalpha((unsigned char) word[1]));
}

bool options_read(Options *options, int count, char **arguments)
{
  Reader reader = {options, arguments, count, 0};
  bool ended = false, good = true;
  while (good && reader.next < count) {
    const char *word = arguments[reader.next++];
    if (ended || !is_option(word)) vec_push(&options->words, word);
    else if (!strcmp(word, "--")) ended = true;
    else if (word[1] == '-') good = read_long(&reader, word);
    else good = read_short(&reader, word);
  }
  return good;
}

/* Which of two texts would count is not said anywhere. */
static bool is_ambiguous(const Options *options, unsigned id)
{
  const Option *option = &option_table[id];
  return option->kind == OPTION_TEXT && options->values[id].all.len > 1 &&
         !strstr(option->help, "(repeatable)");
}

/* Several commands may have options of this name, each its own. */
static void suggest_commands(Options *options, const char *name)
{
  text_add(&options->hint, "commands with this option:");
  for (unsigned i = 0; i < OPTION_COUNT; i++)
    if (!strcmp(option_table[i].name, name))
      text_printf(&options->hint, " %s", option_table[i].commands);
}

bool options_fit(Options *options, const char *command)
{
  for (unsigned i = 0; i < OPTION_COUNT; i++) {
    const Option *option = &option_table[i];
    if (is_ambiguous(options, i)) {
      text_printf(&options->error, "--%s is given twice", option->name);
      return false;
    }
    if (!options_given(options, i) || option_serves(option, command)) continue;
    text_printf(&options->error, "%s does not take the option --%s", command, option->name);
    if (is_switched_off(option->name, command))
      text_printf(&options->hint, "that is the default; --no-%s switches it off", option->name);
    else suggest_commands(options, option->name);
    return false;
  }
  return true;
}

/* Words for files of these kinds: for the first of them. */
static const char *words_for(InputKinds inputs)
{
  return inputs & INPUT_SCRIPT  ? "a script of CSP-M"
         : inputs & INPUT_AUT   ? "an Aldebaran file"
         : inputs & INPUT_MODEL ? "a model that no process guides"
                                : "a guided machine";
}

static const char *words_of_use(InputKinds inputs)
{
  return inputs == INPUT_GUIDED     ? "it is for machines that a process guides: --csp FILE"
         : inputs == INPUT_MODEL    ? "it is for models of B and Event-B that no process guides"
         : inputs == INPUT_MACHINES ? "it is for models of B and Event-B"
                                    : "it is for scripts of CSP-M, and machines that they guide: "
                                      "--csp FILE";
}

bool options_apply(Options *options, InputKinds inputs)
{
  assert(inputs && !(inputs & ~INPUT_ANY));
  for (unsigned i = 0; i < OPTION_COUNT; i++) {
    const Option *option = &option_table[i];
    if (!options_given(options, i) || option->inputs & inputs) continue;
    text_printf(&options->error, "--%s does not apply to %s", option->name, words_for(inputs));
    text_add(&options->hint, words_of_use(option->inputs));
    return false;
  }
  return true;
}

bool options_exclude(Options *options, OptionId a, OptionId b)
{
  assert(a != b);
  if (!options_given(options, a) || !options_given(options, b)) return true;
  text_printf(&options->error, "--%s and --%s are mutually exclusive", option_table[a].name,
              option_table[b].name);
  return false;
}

void options_free(Options *options)
{
  for (unsigned i = 0; i < OPTION_COUNT; i++) vec_free(&options->values[i].all);
  vec_free(&options->words);
  text_free(&options->error);
  text_free(&options->hint);
  json_decref(options->texts);
}
