#include "cli/project/project_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/project/project_impl.h"

bool project_file_find(const char *folder, Text *path)
{
  char *real = realpath(folder, NULL);
  Text way = {0};
  bool found = false, top = !real;
  if (strcmp(folder, ".") != 0) text_printf(&way, "%s/", folder);
  while (!found && !top) {
    text_clear(path);
    text_printf(path, "%s" PROJECT_FILE, text_string(&way));
    found = access(text_string(path), F_OK) == 0;
    top = !strcmp(real, "/");
    char *slash = strrchr(real, '/');
    slash[slash == real] = '\0';
    text_add(&way, "../");
  }
  text_free(&way);
  free(real);
  return found;
}

static bool is_command(const char *key)
{
  for (const char *const *command = project_commands; *command; command++)
    if (!strcmp(*command, key)) return true;
  return false;
}

typedef void ReadTable(ProjectReader *, const char *command, const TomlValue *table);

/* [[check]]; one table [check] is as good. */
static void each_test(ProjectReader *r, const TomlEntry *entry, ReadTable *read)
{
  const TomlValue *tests = entry->value;
  if (tests->kind == TOML_TABLE) read(r, entry->key, tests);
  else if (tests->kind == TOML_ARRAY && !tests->closed)
    for (const TomlEntry *e = tests->first; e; e = e->next) read(r, entry->key, e->value);
}

static void read_entry(ProjectReader *r, const TomlEntry *e)
{
  OptionId id = project_option(NULL, e->key);
  bool is_test = is_command(e->key), tables = e->value->kind == TOML_TABLE || !e->value->closed;
  if (is_test && tables) each_test(r, e, project_note_files);
  else if (is_test) project_wrong_kind(r->diags, e->value, e->key, "tables");
  else if (id != OPTION_COUNT) project_add_option(&r->common, r, NULL, id, e->value);
  else if (strcmp(e->key, "name") != 0) project_unknown_key(r->diags, NULL, e);
  else if (e->value->kind != TOML_STRING) project_wrong_kind(r->diags, e->value, e->key, "a text");
  else r->project->name = e->value->string;
}

/* In the order of the text. */
static int by_place(const void *a, const void *b)
{
  const ProjectTest *one = a, *other = b;
  uint32_t first = one->table->span.begin, second = other->table->span.begin;
  if (first != second) return first < second ? -1 : 1;
  return one->number < other->number ? -1 : one->number > other->number;
}

bool project_file_read(Project *project, Session *session, const char *path, Text *error)
{
  const char *reason = NULL, *slash = strrchr(path, '/');
  Arena *arena = session_arena(session);
  *project = (Project){.path = arena_copy(arena, path, strlen(path)), .folder = "."};
  if (slash == path) project->folder = "/";
  else if (slash) project->folder = arena_copy(arena, path, (size_t) (slash - path));
  const Source *source = session_read(session, path, &reason);
  if (!source) text_printf(error, "cannot read %s: %s", path, reason);
  if (!source) return false;
  ProjectReader r = {.project = project, .arena = arena, .diags = session_diags(session)};
  TomlValue *root = toml_read(arena, r.diags, source);
  option_words_begin(&r.common, "test");
  for (const TomlEntry *e = root->first; e; e = e->next) read_entry(&r, e);
  for (const TomlEntry *e = root->first; e; e = e->next)
    if (is_command(e->key)) each_test(&r, e, project_read_test);
  if (project->tests.len)
    qsort(project->tests.data, project->tests.len, sizeof *project->tests.data, by_place);
  option_words_free(&r.common);
  vec_free(&r.named);
  return !session_has_errors(session);
}

void project_file_free(Project *project)
{
  for (uint32_t i = 0; i < project->tests.len; i++)
    option_words_free(&project->tests.data[i].words);
  vec_free(&project->tests);
}
