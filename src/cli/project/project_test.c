#include <string.h>
#include <unistd.h>

#include "base/nearest.h"
#include "cli/project/project_impl.h"
#include "session/folder/model_files.h"

/* The tests that a table of a project file is. */

typedef ProjectReader Reader;

/* ---- strings of keys */

typedef VEC(const TomlValue *) Strings;

/* A string, or those of an array; false: it is something else, which is reported if the key is
 * given. */
static bool strings_of(Reader *r, const TomlValue *value, const char *key, Strings *strings)
{
  if (value->kind == TOML_STRING) vec_push(strings, value);
  if (value->kind == TOML_STRING) return true;
  if (value->kind != TOML_ARRAY)
    return key && project_wrong_kind(r->diags, value, key, "a text or an array of texts");
  bool good = true;
  for (const TomlEntry *e = value->first; e; e = e->next) {
    if (e->value->kind == TOML_STRING) vec_push(strings, e->value);
    else good = key && project_wrong_kind(r->diags, e->value, key, "texts");
  }
  return good;
}

/* ---- files */

/* The path of what the project names, from here. */
static const char *path_of(const Reader *r, const char *file)
{
  bool here = !strcmp(r->project->folder, ".") || file[0] == '/';
  if (!here && !strcmp(file, ".")) return r->project->folder;
  return here ? file : arena_printf(r->arena, "%s/%s", r->project->folder, file);
}

/* FILE.csp#P, MACHINE.mch+GUIDE.csp, PROJECT.zip/M and FILE.eventb/M are in files, too. */
static bool is_there(const Reader *r, const char *file)
{
  static const char *const joints[] = {"#", "+", ".zip/", ".eventb/"};
  const char *path = path_of(r, file);
  bool found = access(path, F_OK) == 0;
  for (size_t i = 0; !found && i < sizeof joints / sizeof *joints; i++) {
    const char *joint = strstr(path, joints[i]);
    if (!joint) continue;
    size_t length = (size_t) (joint - path) + strlen(joints[i]) - 1;
    found = access(arena_copy(r->arena, path, length), F_OK) == 0;
  }
  return found;
}

static bool is_folder_of_models(const Reader *r, const char *file)
{
  const char *path = path_of(r, file);
  return model_files_is_folder(path) && !model_files_is_project(path);
}

static const char *plain(const char *file) { return strncmp(file, "./", 2) ? file : file + 2; }

void project_note_files(Reader *r, const char *command, const TomlValue *table)
{
  const TomlValue *value = toml_get(table, "file");
  Strings files = {0};
  if (value) strings_of(r, value, NULL, &files);
  for (uint32_t i = 0; i < files.len; i++) {
    const char *file = files.data[i]->string;
    if (!is_folder_of_models(r, file)) vec_push(&r->named, ((NamedFile){command, plain(file)}));
  }
  vec_free(&files);
}

static bool is_named(const Reader *r, const char *command, const char *file)
{
  for (uint32_t i = 0; i < r->named.len; i++)
    if (!strcmp(r->named.data[i].command, command) && !strcmp(r->named.data[i].file, file))
      return true;
  return false;
}

typedef VEC(const char *) FileNames;

/* The models of the folder that no other test of the command names. */
static void add_folder(Reader *r, const char *command, const TomlValue *value, FileNames *files)
{
  ModelFiles found = {0};
  Text error = {0};
  const char *path = path_of(r, value->string);
  size_t prefix = path == value->string ? 0 : strlen(r->project->folder) + 1;
  bool good = model_files_find(path, &found, &error);
  if (!good)
    diag_error(r->diags, value->span, "missing-file", "cannot read %s: %s", value->string,
               text_string(&error));
  else if (!found.len)
    diag_error(r->diags, value->span, "missing-file", "there are no models in %s", value->string);
  for (uint32_t i = 0; i < found.len; i++) {
    const char *file = plain(found.data[i] + prefix);
    if (!is_named(r, command, file)) vec_push(files, arena_copy(r->arena, file, strlen(file)));
  }
  model_files_free(&found);
  text_free(&error);
}

static void demand_file(Reader *r, const TomlValue *value)
{
  if (!is_there(r, value->string))
    diag_error(r->diags, value->span, "missing-file", "there is no file %s", value->string);
}

static void find_files(Reader *r, const char *command, const TomlValue *value, FileNames *files)
{
  Strings names = {0};
  strings_of(r, value, "file", &names);
  for (uint32_t i = 0; i < names.len; i++) {
    const TomlValue *name = names.data[i];
    if (is_folder_of_models(r, name->string)) {
      add_folder(r, command, name, files);
    } else {
      demand_file(r, name);
      vec_push(files, name->string);
    }
  }
  vec_free(&names);
}

/* ---- what is expected */

static void check_verdicts(Reader *r, const TomlValue *value)
{
  static const char *const verdicts[] = {"pass", "fail", "unknown", "error", NULL};
  Strings given = {0};
  strings_of(r, value, "expect", &given);
  for (uint32_t i = 0; i < given.len; i++) {
    const TomlValue *one = given.data[i];
    bool known = false;
    for (unsigned k = 0; verdicts[k]; k++) known |= !strcmp(verdicts[k], one->string);
    if (known) continue;
    Text hint = {0};
    Diag *diag = diag_error(r->diags, one->span, "wrong-value",
                            "'%s' is not one of pass, fail, unknown and error", one->string);
    nearest_suggest(&hint, one->string, verdicts);
    if (hint.len) diag_hint(r->diags, diag, "%s", hint.data);
    text_free(&hint);
  }
  vec_free(&given);
}

static void check_expectation(Reader *r, const Expectation *e, const TomlValue *value)
{
  Strings names = {0};
  if (e->kind == EXPECTATION_NAMES) strings_of(r, value, e->key, &names);
  else if (value->kind != TOML_INTEGER)
    project_wrong_kind(r->diags, value, e->key, "a whole number");
  else if (value->integer < 0)
    diag_error(r->diags, value->span, "wrong-value", "'%s' is a number from 0", e->key);
  vec_free(&names);
}

/* ---- the test */

/* As one would type it for a shell. */
static void add_typed(Text *text, const char *word)
{
  if (*word && !strpbrk(word, " \t\n'\"\\$&|;<>*?()[]{}~#`!")) {
    text_add(text, word);
    return;
  }
  text_add_char(text, '\'');
  for (; *word; word++)
    if (*word == '\'') text_add(text, "'\\''");
    else text_add_char(text, *word);
  text_add_char(text, '\'');
}

/* The command line as one would type it: the name of a test that has no other. */
static const char *line_of(Reader *r, const OptionWords *own, const char *file, const char *spec)
{
  Text text = {0};
  text_add(&text, own->list.data[0]);
  for (uint32_t i = 1; i < own->list.len; i++) {
    text_add_char(&text, ' ');
    add_typed(&text, own->list.data[i]);
  }
  const char *const files[] = {file, spec};
  for (unsigned i = 0; i < 2; i++) {
    if (!files[i]) continue;
    text_add_char(&text, ' ');
    add_typed(&text, files[i]);
  }
  const char *line = arena_copy(r->arena, text_string(&text), text.len);
  text_free(&text);
  return line;
}

typedef struct {
  const char *command, *spec, *name; /* the last two may be NULL */
  const TomlValue *table;
  OptionWords own;
  bool several; /* files */
} Making;

/* The options of all tests come first: of two values the last one counts. */
static void add_test(Reader *r, const Making *m, const char *file)
{
  ProjectTest test = {.command = m->command,
                      .file = file,
                      .table = m->table,
                      .number = r->project->tests.len,
                      .name = m->name};
  option_words_begin(&test.words, m->command);
  for (uint32_t i = 1; i < r->common.list.len; i++)
    if (project_word_suits(r->common.list.data[i], file))
      option_words_add(&test.words, r->common.list.data[i]);
  for (uint32_t i = 1; i < m->own.list.len; i++) option_words_add(&test.words, m->own.list.data[i]);
  test.line = line_of(r, &test.words, file, m->spec);
  if (!m->name) test.name = line_of(r, &m->own, file, m->spec);
  else if (m->several) test.name = arena_printf(r->arena, "%s: %s", m->name, file);
  option_words_add(&test.words, "--");
  if (file) option_words_add(&test.words, file);
  if (m->spec) option_words_add(&test.words, m->spec);
  vec_push(&r->project->tests, test);
}

static bool compares(const char *command)
{
  return !strcmp(command, "refine") || !strcmp(command, "relate");
}

static void read_key(Reader *r, Making *m, const TomlEntry *e, FileNames *files)
{
  OptionId id = project_option(m->command, e->key);
  const Expectation *expectation = project_expectation(m->command, e->key);
  bool is_spec = !strcmp(e->key, "spec") && compares(m->command);
  if (!strcmp(e->key, "file")) find_files(r, m->command, e->value, files);
  else if (!strcmp(e->key, "expect")) check_verdicts(r, e->value);
  else if (id != OPTION_COUNT) project_add_option(&m->own, r, m->command, id, e->value);
  else if (expectation) check_expectation(r, expectation, e->value);
  else if (strcmp(e->key, "name") != 0 && !is_spec) project_unknown_key(r->diags, m->command, e);
  else if (e->value->kind != TOML_STRING) project_wrong_kind(r->diags, e->value, e->key, "a text");
  else if (!is_spec) m->name = e->value->string;
  else {
    demand_file(r, e->value);
    m->spec = e->value->string;
  }
}

void project_read_test(Reader *r, const char *command, const TomlValue *table)
{
  Making m = {.command = command, .table = table};
  FileNames files = {0};
  bool formula = !strcmp(command, "prove") && toml_get(table, "pred");
  option_words_begin(&m.own, command);
  for (const TomlEntry *e = table->first; e; e = e->next) read_key(r, &m, e, &files);
  m.several = files.len > 1;
  for (uint32_t i = 0; i < files.len; i++) add_test(r, &m, files.data[i]);
  if (!toml_get(table, "file") && formula) add_test(r, &m, NULL);
  else if (!toml_get(table, "file"))
    diag_error(r->diags, table->span, "missing-key", "this test has no key 'file'");
  option_words_free(&m.own);
  vec_free(&files);
}
