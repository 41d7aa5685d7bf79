#include "session/folder/model_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "csp/script.h"
#include "eventb/eventb.h"
#include "eventb/read/archive.h"
#include "session/session.h"

enum { DEPTH_LIMIT = 32, FILES_LIMIT = 100000 };

typedef enum {
  FILE_OTHER,
  FILE_CLASSICAL,
  FILE_EVENTB,
  FILE_CONTEXT,
  FILE_SCRIPT,
  FILE_AUT,
  FILE_ARCHIVE
} Kind;

typedef struct {
  char *path, *real;
  Kind kind;
  bool is_part;
} Found;

typedef struct {
  VEC(Found) files;
  Text *error;
} Search;

static Kind kind_of(const char *name)
{
  static const struct {
    const char *ending;
    Kind kind;
  } kinds[] = {{".mch", FILE_CLASSICAL}, {".ref", FILE_CLASSICAL}, {".imp", FILE_CLASSICAL},
               {".sys", FILE_CLASSICAL}, {".eventb", FILE_EVENTB}, {".bum", FILE_EVENTB},
               {".buc", FILE_CONTEXT},   {".csp", FILE_SCRIPT},    {".cspm", FILE_SCRIPT},
               {".fdr2", FILE_SCRIPT},   {".fdr3", FILE_SCRIPT},   {".aut", FILE_AUT},
               {".zip", FILE_ARCHIVE}};
  const char *dot = strrchr(name, '.');
  for (size_t i = 0; dot && i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(dot, kinds[i].ending)) return kinds[i].kind;
  return FILE_OTHER;
}

/* ---- all files */

static bool list(Search *s, const char *folder, unsigned depth);

/* A link to a file counts as that file. */
static bool look_at(Search *s, const char *path, const char *name, unsigned depth)
{
  struct stat link, info;
  if (lstat(path, &link) != 0 || stat(path, &info) != 0) return true;
  if (S_ISDIR(link.st_mode)) return depth >= DEPTH_LIMIT || list(s, path, depth + 1);
  Found found = {.kind = kind_of(name)};
  if (!S_ISREG(info.st_mode) || found.kind == FILE_OTHER) return true;
  found.path = strdup(path);
  found.real = realpath(path, NULL);
  if (!found.path) memory_exhausted();
  vec_push(&s->files, found);
  if (s->files.len < FILES_LIMIT) return true;
  text_clear(s->error);
  text_printf(s->error, "it has more than %d models", FILES_LIMIT);
  return false;
}

static bool list(Search *s, const char *folder, unsigned depth)
{
  DIR *stream = opendir(folder);
  size_t length = strlen(folder);
  const char *slash = length && folder[length - 1] == '/' ? "" : "/";
  bool good = true;
  if (!stream) text_add(s->error, strerror(errno));
  if (!stream) return depth > 0; /* others may be readable */
  for (struct dirent *entry; good && (entry = readdir(stream));) {
    Text path = {0};
    if (entry->d_name[0] == '.') continue;
    if (strcmp(folder, ".") != 0) text_printf(&path, "%s%s", folder, slash);
    text_add(&path, entry->d_name);
    good = look_at(s, text_string(&path), entry->d_name, depth);
    text_free(&path);
  }
  closedir(stream);
  return good;
}

/* ---- which are parts */

static void mark(Search *s, const Found *whole, const char *real)
{
  if (!real || (whole->real && !strcmp(real, whole->real))) return;
  for (uint32_t i = 0; i < s->files.len; i++)
    if (s->files.data[i].real && !strcmp(s->files.data[i].real, real))
      s->files.data[i].is_part = true;
}

static void mark_classical(Search *s, const Found *whole, Session *session, const Source *source)
{
  static const NodeKind clauses[] = {NODE_CL_SEES, NODE_CL_USES, NODE_CL_INCLUDES, NODE_CL_EXTENDS,
                                     NODE_CL_IMPORTS};
  const Unit *unit = session_parse(session, source);
  Files *files = session_context(session)->files;
  const char *error, *hint;
  for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++) {
    const Node *clause = unit_clause(unit, clauses[i]);
    for (uint32_t k = 0; clause && k < clause->count; k++) {
      const Node *n = clause->kids[k];
      if (!n->name) continue;
      const char *dot = strrchr(n->name->text, '.'); /* of a prefix */
      const Source *part =
          n->kind == NODE_FILE_PRAGMA   ? files_find_path(files, n->name->text, source, &error)
          : n->kind == NODE_MACHINE_REF ? files_find_machine(files, dot ? dot + 1 : n->name->text,
                                                             source, NULL, 0, &error, &hint)
                                        : NULL;
      if (part) mark(s, whole, part->path);
    }
  }
  const Node *guide = unit_clause(unit, NODE_CL_CSP_CONTROLLER);
  if (!guide || !guide->count) return;
  const char *name = arena_printf(session_arena(session), "%s.csp", guide->kids[0]->name->text);
  const Source *script = files_find_path(files, name, source, &error);
  if (script) mark(s, whole, script->path);
}

/* Texts of components are read with those beside them that they are built on. */
static void mark_contexts(Search *s, const Found *whole, Session *session, const Source *source)
{
  EventbProject *project = eventb_read(session_context(session), source);
  for (uint32_t i = 0; i < project->components.len; i++) {
    const EventbComponent *component = project->components.data[i];
    if (component->is_context && component->source) mark(s, whole, component->source->path);
  }
  eventb_project_free(project);
}

/* Whether the script asks something by itself; others guide a machine, or are about one. */
static bool stands_alone(Session *session, const Source *source)
{
  CspScript *script = session_script(session, source);
  bool alone = session_has_errors(session);
  for (uint32_t i = 0; !alone && i < csp_script_assertions(script); i++)
    alone = !csp_script_is_about_machine(script, csp_script_assertion(script, i));
  return alone || csp_script_expression(script, session_text(session, "<process>", "MAIN"));
}

/* All that was read besides is included. */
static void mark_scripts(Search *s, Found *whole, Session *session, const Source *source)
{
  const Source *other;
  whole->is_part |= !stands_alone(session, source);
  for (uint32_t i = 0; (other = sources_number(session_sources(session), i)); i++)
    mark(s, whole, other->path);
}

/* An archive without components of a project is none of ours. */
static void mark_archive(Found *archive, Session *session)
{
  uint32_t count = 0;
  const char *error = NULL;
  archive_components(session_arena(session), session_sources(session), archive->path, &count,
                     &error);
  archive->is_part = count == 0;
}

/* Mistakes are reported when the file is checked. */
static void mark_parts(Search *s, Found *whole)
{
  Session *session = session_new();
  const char *error;
  bool text = whole->kind != FILE_AUT && whole->kind != FILE_ARCHIVE;
  const Source *source = text ? session_read(session, whole->path, &error) : NULL;
  if (whole->kind == FILE_ARCHIVE) mark_archive(whole, session);
  else if (source && whole->kind == FILE_SCRIPT) mark_scripts(s, whole, session, source);
  else if (source && eventb_is_source(source)) mark_contexts(s, whole, session, source);
  else if (source && whole->kind == FILE_CLASSICAL) mark_classical(s, whole, session, source);
  session_free(session);
}

/* ---- the list */

static int by_path(const void *a, const void *b)
{
  return strcmp(((const Found *) a)->path, ((const Found *) b)->path);
}

bool model_files_find(const char *folder, ModelFiles *files, Text *error)
{
  Search s = {.error = error};
  bool good = list(&s, folder, 0);
  if (good && s.files.len) qsort(s.files.data, s.files.len, sizeof *s.files.data, by_path);
  for (uint32_t i = 0; good && i < s.files.len; i++) mark_parts(&s, &s.files.data[i]);
  for (uint32_t i = 0; i < s.files.len; i++) {
    Found *found = &s.files.data[i];
    if (good && !found->is_part) vec_push(files, found->path);
    else free(found->path);
    free(found->real);
  }
  vec_free(&s.files);
  if (good) text_clear(error);
  return good;
}

void model_files_free(ModelFiles *files)
{
  for (uint32_t i = 0; i < files->len; i++) free(files->data[i]);
  vec_free(files);
}

bool model_files_is_model(const char *path)
{
  struct stat info;
  const char *dot = strrchr(path, '.');
  bool named = kind_of(path) != FILE_OTHER || (dot && !strcmp(dot, ".def"));
  return named && stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

bool model_files_is_folder(const char *path)
{
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool model_files_is_project(const char *path)
{
  DIR *stream = opendir(path);
  bool is = false;
  for (struct dirent *entry; stream && !is && (entry = readdir(stream));) {
    const char *dot = strrchr(entry->d_name, '.');
    is = dot && dot > entry->d_name && (!strcmp(dot, ".bum") || !strcmp(dot, ".buc"));
  }
  if (stream) closedir(stream);
  return is;
}
