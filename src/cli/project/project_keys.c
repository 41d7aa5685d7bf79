#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/nearest.h"
#include "cli/project/project_impl.h"

const Expectation expectation_table[] = {
#define EXPECTATION(key, kind, commands, field) {key, EXPECTATION_##kind, commands, field},
#include "cli/project/expectations.def"
#undef EXPECTATION
    {0}};

const char *const project_commands[] = {"check", "chain", "refine", "relate", "prove", NULL};

/* Keys that every test may have, and those of the whole file. */
static const char *const test_keys[] = {"name", "file", "expect", NULL};
static const char *const own_keys[] = {"name", NULL};

static bool has_word(const char *list, const char *word)
{
  size_t length = strlen(word);
  for (const char *at = list; at; at = strchr(at, ' ')) {
    at += *at == ' ';
    if (!strncmp(at, word, length) && (!at[length] || at[length] == ' ')) return true;
  }
  return false;
}

/* Options that write files, change the form of the report or list without checking: a test has
 * none of these. */
static bool is_for_tests(OptionId id)
{
  static const OptionId others[] = {
      OPT_FORMAT,  OPT_OUTPUT, OPT_JOBS, OPT_COLOR, OPT_QUIET, OPT_VERBOSE,     OPT_HELP,
      OPT_VERSION, OPT_TRACE,  OPT_SMT2, OPT_LIST,  OPT_SHOW,  OPT_CERTIFICATE, OPT_EVIDENCE};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (others[i] == id) return false;
  return id < OPTIONS_SHOWN;
}

static bool is_option_of(OptionId id, const char *command)
{
  const Option *option = &option_table[id];
  if (!is_for_tests(id)) return false;
  if (command) return option_serves(option, command);
  return !strcmp(option->commands, "*") && id != OPT_CARD; /* which is about the sets of a model */
}

OptionId project_option(const char *command, const char *key)
{
  for (OptionId id = 0; id < OPTION_COUNT; id++)
    if (!strcmp(option_table[id].name, key) && is_option_of(id, command)) return id;
  return OPTION_COUNT;
}

bool expectation_serves(const Expectation *e, const char *command)
{
  return has_word(e->commands, command);
}

/* No script of CSP-M and no Aldebaran file. */
static bool is_machine(const char *file)
{
  static const char *const others[] = {".csp", ".cspm", ".fdr2", ".fdr3", ".aut"};
  const char *dot = strrchr(file, '.');
  if (strchr(file, '#')) return false;
  for (size_t i = 0; dot && i < sizeof others / sizeof *others; i++)
    if (!strcmp(dot, others[i])) return strchr(file, '+') != NULL; /* MACHINE.mch+GUIDE.csp */
  return true;
}

bool project_word_suits(const char *word, const char *file)
{
  return strncmp(word, "--pref=", strlen("--pref=")) != 0 || !file || is_machine(file);
}

const Expectation *project_expectation(const char *command, const char *key)
{
  for (const Expectation *e = expectation_table; e->key; e++)
    if (!strcmp(e->key, key) && expectation_serves(e, command)) return e;
  return NULL;
}

static void offer_all(Nearest *nearest, const char *const *words)
{
  for (; *words; words++) nearest_offer(nearest, *words);
}

void project_unknown_key(Diags *diags, const char *command, const TomlEntry *entry)
{
  Nearest nearest = nearest_to(entry->key);
  offer_all(&nearest, command ? test_keys : own_keys);
  if (!command) offer_all(&nearest, project_commands);
  for (OptionId id = 0; id < OPTION_COUNT; id++)
    if (is_option_of(id, command)) nearest_offer(&nearest, option_table[id].name);
  for (const Expectation *e = expectation_table; command && e->key; e++)
    if (expectation_serves(e, command)) nearest_offer(&nearest, e->key);
  Diag *diag = command ? diag_error(diags, entry->span, "unknown-key", "[[%s]] has no key '%s'",
                                    command, entry->key)
                       : diag_error(diags, entry->span, "unknown-key",
                                    "a project file has no key '%s' here", entry->key);
  if (nearest.best) diag_hint(diags, diag, "did you mean %s?", nearest.best);
  else if (!command)
    diag_hint(diags, diag, "options of a single test stand below its [[check]], [[refine]] …");
}

bool project_wrong_kind(Diags *diags, const TomlValue *value, const char *key, const char *wanted)
{
  diag_error(diags, value->span, "wrong-value", "'%s' takes %s, but this is %s", key, wanted,
             toml_kind_text(value->kind));
  return false;
}

/* ---- values of options */

typedef struct {
  OptionWords *words;
  Diags *diags;
  const char *command, *folder;
  OptionId id;
} Adding;

static bool complain(const Adding *a, const TomlValue *value, const char *wanted)
{
  return project_wrong_kind(a->diags, value, option_table[a->id].name, wanted);
}

/* As the command line would be read. */
static bool add_checked(const Adding *a, const TomlValue *value, const char *text)
{
  Text word = {0}, command = {0};
  Options options = {0};
  text_add(&command, a->command ? a->command : "check");
  text_printf(&word, "--%s=%s", option_table[a->id].name, text);
  char *arguments[] = {command.data, word.data};
  bool good = options_read(&options, 2, arguments);
  if (good) option_words_set(a->words, a->id, text);
  else {
    Diag *diag =
        diag_error(a->diags, value->span, "wrong-value", "%s", text_string(&options.error));
    if (options.hint.len) diag_hint(a->diags, diag, "%s", options.hint.data);
  }
  options_free(&options);
  text_free(&word);
  text_free(&command);
  return good;
}

/* A folder is named from that of the project file. */
static bool add_folder(const Adding *a, const TomlValue *value)
{
  struct stat info;
  Text path = {0};
  if (value->kind != TOML_STRING) return complain(a, value, "the name of a folder");
  if (value->string[0] != '/') text_printf(&path, "%s/", a->folder);
  text_add(&path, value->string);
  bool good = stat(text_string(&path), &info) == 0 && S_ISDIR(info.st_mode);
  text_free(&path);
  if (good) option_words_set(a->words, a->id, value->string);
  else diag_error(a->diags, value->span, "wrong-value", "there is no folder %s", value->string);
  return good;
}

/* A number or a text as it would stand in the command line; false: it is neither. */
static bool scalar_text(const TomlValue *value, Text *text)
{
  text_clear(text);
  if (value->kind == TOML_INTEGER) text_add_integer(text, value->integer);
  else if (value->kind == TOML_REAL) text_printf(text, "%.12g", value->real);
  else if (value->kind == TOML_STRING) text_add(text, value->string);
  return value->kind == TOML_INTEGER || value->kind == TOML_REAL || value->kind == TOML_STRING;
}

/* { NAME = value, … } */
static bool add_settings(const Adding *a, const TomlValue *value)
{
  const char *wanted = "a table such as { NAME = 3 }";
  if (value->kind != TOML_TABLE) return complain(a, value, wanted);
  bool good = true;
  Text text = {0}, setting = {0};
  for (const TomlEntry *e = value->first; e; e = e->next) {
    bool fits = scalar_text(e->value, &text);
    text_clear(&setting);
    text_printf(&setting, "%s=%s", e->key, text_string(&text));
    if (!fits) good = complain(a, e->value, "a number or a text for each name");
    else good &= add_checked(a, e->value, text_string(&setting));
  }
  text_free(&text);
  text_free(&setting);
  return good;
}

static bool add_scalar(const Adding *a, const TomlValue *value, const char *wanted, bool fits)
{
  Text text = {0};
  bool good = fits && scalar_text(value, &text) ? add_checked(a, value, text_string(&text))
                                                : complain(a, value, wanted);
  text_free(&text);
  return good;
}

static bool add_one(const Adding *a, const TomlValue *value)
{
  TomlKind kind = value->kind;
  switch (option_table[a->id].kind) {
  case OPTION_OPTIONAL:
    if (kind != TOML_BOOLEAN) return add_scalar(a, value, "a text, or true", kind == TOML_STRING);
    if (value->boolean) option_words_set(a->words, a->id, NULL);
    return true;
  case OPTION_FLAG:
    if (kind != TOML_BOOLEAN) return complain(a, value, "true or false");
    if (value->boolean) option_words_set(a->words, a->id, NULL);
    return true;
  case OPTION_TEXT: /* --assert takes the number of one, too */
    return add_scalar(a, value, "a text", kind == TOML_STRING || kind == TOML_INTEGER);
  case OPTION_CHOICE: return add_scalar(a, value, "a text", kind == TOML_STRING);
  case OPTION_NUMBER:
  case OPTION_POSITIVE: return add_scalar(a, value, "a whole number", kind == TOML_INTEGER);
  case OPTION_SECONDS:
    return add_scalar(a, value, "a number of seconds", kind == TOML_INTEGER || kind == TOML_REAL);
  case OPTION_SIZE:
    return add_scalar(a, value, "a size, such as \"2G\"",
                      kind == TOML_STRING || kind == TOML_INTEGER);
  case OPTION_FOLDER: return add_folder(a, value);
  case OPTION_SETTING:
  case OPTION_CARD: return add_settings(a, value);
  }
  return false;
}

static bool may_repeat(OptionId id)
{
  return strstr(option_table[id].help, "(repeatable)") != NULL;
}

bool project_add_option(OptionWords *words, ProjectReader *r, const char *command, OptionId id,
                        const TomlValue *value)
{
  assert(id < OPTION_COUNT);
  Adding a = {words, r->diags, command, r->project->folder, id};
  if (value->kind != TOML_ARRAY || !may_repeat(id)) return add_one(&a, value);
  bool good = true;
  for (const TomlEntry *e = value->first; e; e = e->next) good &= add_one(&a, e->value);
  return good;
}
