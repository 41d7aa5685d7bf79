#include "syntax/files.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/beneath.h"
#include "base/memory.h"
#include "base/text.h"
#include "syntax/bundled.h"

static const char *const endings[] = {".ref", ".mch", ".sys", ".imp"};
enum { ENDINGS = sizeof endings / sizeof *endings };

#define BUNDLED "<bundled>/"

Files *files_new(Sources *sources)
{
  Files *files = calloc(1, sizeof *files);
  if (!files) memory_exhausted();
  files->arena = arena_new();
  files->sources = sources;
  return files;
}

void files_free(Files *files)
{
  if (!files) return;
  arena_free(files->arena);
  vec_free(&files->folders);
  vec_free(&files->libraries);
  free(files);
}

void files_add_folder(Files *files, const char *folder)
{
  if (*folder) vec_push(&files->folders, arena_copy(files->arena, folder, strlen(folder)));
}

void files_add_path(Files *files, const char *path)
{
  for (const char *part = path; *part;) {
    size_t length = strcspn(part, ":");
    files_add_folder(files, arena_copy(files->arena, part, length));
    part += length;
    if (*part == ':') part++;
  }
}

/* ---- one place */

static bool is_folder(const char *path)
{
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

const char *files_special(const char *path)
{
  struct stat info;
  if (stat(path, &info) != 0 || S_ISREG(info.st_mode) || S_ISDIR(info.st_mode)) return NULL;
  return S_ISFIFO(info.st_mode) ? "a pipe" : S_ISSOCK(info.st_mode) ? "a socket" : "a device";
}

bool files_is_pipe(const char *path)
{
  struct stat info;
  return stat(path, &info) == 0 && S_ISFIFO(info.st_mode);
}

static bool is_bundled(const Source *source)
{
  return !source->path && !strncmp(source->name, BUNDLED, strlen(BUNDLED));
}

/* "" for a file in the current folder, so that names stay as short as given. */
static const char *folder_of(Files *files, const char *path)
{
  const char *slash = strrchr(path, '/');
  if (!slash) return "";
  if (slash == path) return "/";
  return arena_copy(files->arena, path, (size_t) (slash - path));
}

static const char *join(Files *files, const char *folder, const char *name)
{
  if (!*folder || name[0] == '/') return arena_copy(files->arena, name, strlen(name));
  const char *slash = folder[strlen(folder) - 1] == '/' ? "" : "/";
  return arena_printf(files->arena, "%s%s%s", folder, slash, name);
}

static const Source *bundled(Files *files, const char *name)
{
  for (uint32_t i = 0; i < files->libraries.len; i++)
    if (!strcmp(files->libraries.data[i]->name + strlen(BUNDLED), name))
      return files->libraries.data[i];
  const struct BundledFile *file = bundled_find(name);
  if (!file) return NULL;
  const char *shown = arena_printf(files->arena, BUNDLED "%s", name);
  const Source *source = sources_add(files->sources, shown, file->text, file->size);
  vec_push(&files->libraries, source);
  return source;
}

/* Where only a folder may be read: why this path may not be, whether or not the file is there;
 * NULL: it may. */
static const char *why_outside(Files *files, const char *path)
{
  const char *folder = sources_folder(files->sources);
  if (!folder || !beneath_leads_out(folder, path)) return NULL;
  return arena_printf(files->arena, "it is outside of %s", folder);
}

static const Source *read_file(Files *files, const char *path, const char **error)
{
  const char *reason = why_outside(files, path);
  const char *special = reason ? NULL : files_special(path);
  if (reason) {
    *error = arena_printf(files->arena, "%s: %s", path, reason);
    return NULL;
  }
  if (special) {
    *error = arena_printf(files->arena, "%s is %s, not a file", path, special);
    return NULL;
  }
  const Source *source = sources_read(files->sources, path, &reason);
  if (!source) *error = arena_printf(files->arena, "%s: %s", path, reason);
  return source;
}

/* ---- where to look */

typedef VEC(const char *) Folders;

/* The folder of the referring file, then the others.  A bundled file refers to
 * bundled files, which are looked up last anyway, unless a folder has them. */
static Folders places(Files *files, const Source *from, const char *const *packages,
                      uint32_t package_count)
{
  Folders list = {0};
  if (!is_bundled(from)) vec_push(&list, from->path ? folder_of(files, from->name) : "");
  for (uint32_t i = 0; i < package_count; i++) vec_push(&list, packages[i]);
  for (uint32_t i = 0; i < files->folders.len; i++) vec_push(&list, files->folders.data[i]);
  return list;
}

/* "looked in a, b and the bundled libraries" */
static const char *looked_in(Files *files, const Folders *folders)
{
  Text text = {0};
  text_add(&text, "looked in ");
  for (uint32_t i = 0; i < folders->len; i++)
    text_printf(&text, "%s%s", *folders->data[i] ? folders->data[i] : "the current folder",
                i + 1 < folders->len ? ", " : " and ");
  text_add(&text, "the bundled libraries");
  const char *copy = arena_copy(files->arena, text.data, text.len);
  text_free(&text);
  return copy;
}

/* Why there is no such file; the first folder is that of who refers to it. */
static const char *not_found(Files *files, const Folders *folders, const char *name)
{
  const char *path = folders->len ? join(files, folders->data[0], name) : name;
  const char *outside = why_outside(files, path);
  return outside ? arena_printf(files->arena, "%s: %s", path, outside) : looked_in(files, folders);
}

static const char *path_in(Files *files, const Folders *folders, const char *name)
{
  for (uint32_t i = 0; i < folders->len; i++) {
    const char *candidate = join(files, folders->data[i], name);
    if (sources_has_file(files->sources, candidate)) return candidate;
  }
  return NULL;
}

const char *files_path(Files *files, const char *name, const Source *from)
{
  if (name[0] == '/') return name;
  Folders folders = places(files, from, NULL, 0);
  const char *path = path_in(files, &folders, name);
  vec_free(&folders);
  return path;
}

const Source *files_find_definitions(Files *files, const char *name, const Source *from,
                                     const char **error)
{
  if (name[0] == '/') return read_file(files, name, error);
  const Source *library = is_bundled(from) ? bundled(files, name) : NULL;
  if (library) return library;
  Folders folders = places(files, from, NULL, 0);
  const char *path = path_in(files, &folders, name);
  const Source *source = path ? read_file(files, path, error) : bundled(files, name);
  if (!source && !path) *error = not_found(files, &folders, name);
  vec_free(&folders);
  return source;
}

/* The first file of that name with one of the endings, or NULL. */
static const char *machine_in(Files *files, const char *folder, const char *machine)
{
  for (uint32_t i = 0; i < ENDINGS; i++) {
    const char *name = arena_printf(files->arena, "%s%s", machine, endings[i]);
    const char *path = join(files, folder, name);
    if (sources_has_file(files->sources, path)) return path;
  }
  return NULL;
}

static const Source *bundled_machine(Files *files, const char *machine)
{
  const Source *source = NULL;
  for (uint32_t i = 0; i < ENDINGS && !source; i++)
    source = bundled(files, arena_printf(files->arena, "%s%s", machine, endings[i]));
  return source;
}

/* A file whose name is that of the machine but for the case of letters. */
static const char *other_case(Files *files, const Folders *folders, const char *machine)
{
  size_t length = strlen(machine);
  for (uint32_t i = 0; i < folders->len; i++) {
    const char *name = *folders->data[i] ? folders->data[i] : ".";
    DIR *folder = why_outside(files, name) ? NULL : opendir(name);
    if (!folder) continue;
    const char *found = NULL;
    for (struct dirent *entry; !found && (entry = readdir(folder));) {
      if (strncasecmp(entry->d_name, machine, length)) continue;
      for (uint32_t k = 0; k < ENDINGS; k++)
        if (!strcmp(entry->d_name + length, endings[k]))
          found = arena_copy(files->arena, entry->d_name, strlen(entry->d_name));
    }
    closedir(folder);
    if (found) return found;
  }
  return NULL;
}

const Source *files_find_machine(Files *files, const char *machine, const Source *from,
                                 const char *const *packages, uint32_t package_count,
                                 const char **error, const char **hint)
{
  Folders folders = places(files, from, packages, package_count);
  const char *path = NULL;
  for (uint32_t i = 0; i < folders.len && !path; i++)
    path = machine_in(files, folders.data[i], machine);
  const Source *source = path ? read_file(files, path, error) : bundled_machine(files, machine);
  *hint = NULL;
  if (!source && !path) {
    *error = looked_in(files, &folders);
    const char *other = other_case(files, &folders, machine);
    if (other)
      *hint = arena_printf(files->arena, "there is %s: file names are case-sensitive", other);
  }
  vec_free(&folders);
  return source;
}

const Source *files_find_path(Files *files, const char *path, const Source *from,
                              const char **error)
{
  const char *folder = from->path ? folder_of(files, from->name) : "";
  return read_file(files, join(files, folder, path), error);
}

/* ---- packages */

bool files_package_valid(const char *package)
{
  for (const char *at = package;; at++) {
    if (!isalpha((unsigned char) *at)) return false;
    while (isalnum((unsigned char) *at) || *at == '_') at++;
    if (!*at) return true;
    if (*at != '.') return false;
  }
}

/* Takes the package's names off the end of the folder, last one first. */
const char *files_package_root(Files *files, const Source *source, const char *package)
{
  if (!source->path) return package ? NULL : "";
  char *folder = arena_copy(files->arena, source->path, strlen(source->path));
  char *slash = strrchr(folder, '/');
  *slash = '\0';
  for (size_t end = package ? strlen(package) : 0; end > 0;) {
    size_t begin = end;
    while (begin > 0 && package[begin - 1] != '.') begin--;
    slash = strrchr(folder, '/');
    if (!slash || strlen(slash + 1) != end - begin ||
        strncmp(slash + 1, package + begin, end - begin))
      return NULL;
    *slash = '\0';
    end = begin ? begin - 1 : 0;
  }
  return *folder ? folder : "/";
}

const char *files_package_folder(Files *files, const char *root, const char *package)
{
  char *below = arena_copy(files->arena, package, strlen(package));
  for (char *at = below; *at; at++)
    if (*at == '.') *at = '/';
  const char *folder = join(files, root, below);
  return is_folder(folder) ? folder : NULL;
}

const char *files_stem(Files *files, const Source *source)
{
  const char *slash = strrchr(source->name, '/');
  const char *name = slash ? slash + 1 : source->name;
  const char *dot = strrchr(name, '.');
  return arena_copy(files->arena, name, dot && dot != name ? (size_t) (dot - name) : strlen(name));
}
