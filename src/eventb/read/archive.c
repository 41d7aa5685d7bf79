#include "eventb/read/archive.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <minizip/unzip.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/beneath.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vec.h"
#include "eventb/read/xml.h"

/* What an honest project stays below by far. */
enum {
  ENTRY_LIMIT = 100000,       /* files in an archive or folder */
  COMPONENT_LIMIT = 64 << 20, /* bytes of a component, unpacked */
  ARCHIVE_LIMIT = 256 << 20   /* bytes of all components */
};

typedef struct Component Component;
struct Component {
  const Source *source;
  const char *name; /* without folder and ending */
  bool is_context;
  bool used; /* refined, or extended, by another component */
  Component *refines;
  const Component *reached; /* of find_circle: from where first */
};

typedef struct {
  Arena *arena;
  Sources *sources;
  const char *path;
  const char **error;
  VEC(Component) components;
  size_t total; /* bytes unpacked */
} Project;

static bool ends_with(const char *text, const char *end)
{
  size_t length = strlen(text), tail = strlen(end);
  return length > tail && !strcmp(text + length - tail, end);
}

static bool is_component(const char *name)
{
  return ends_with(name, ".bum") || ends_with(name, ".buc");
}

static bool is_theory(const char *name)
{
  return ends_with(name, ".tuf") || ends_with(name, ".dtf") || ends_with(name, ".tul");
}

static bool is_folder(const char *path)
{
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* The end of ".zip" in a path that goes on inside of the archive, or NULL. */
static const char *archive_end(const char *path)
{
  for (const char *at = strstr(path, ".zip"); at; at = strstr(at + 1, ".zip"))
    if (at[4] == '\0' || at[4] == '/') return at + 4;
  return NULL;
}

/* The slash in FILE.eventb/COMPONENT, or NULL. */
static const char *text_end(const char *path)
{
  const char *slash = strrchr(path, '/');
  bool inside = slash && slash - path >= 7 && !strncmp(slash - 7, ".eventb", 7) && slash[1];
  return inside ? slash : NULL;
}

bool archive_is_project(const char *path)
{
  return is_folder(path) || archive_end(path) || text_end(path);
}

static void fail(Project *p, const char *message) { *p->error = message; }

/* ---- what is there */

static void add_component(Project *p, const Source *source)
{
  const char *slash = strrchr(source->name, '/'), *base = slash ? slash + 1 : source->name;
  Component component = {.source = source, .is_context = ends_with(base, ".buc")};
  component.name = arena_copy(p->arena, base, strlen(base) - 4);
  vec_push(&p->components, component);
}

/* The file or folder, if it may be read; -1 with errno. */
static int open_project(const Project *p)
{
  const char *folder = sources_folder(p->sources);
  return folder ? beneath_open(folder, p->path, O_RDONLY) : open(p->path, O_RDONLY | O_CLOEXEC);
}

static bool read_folder(Project *p)
{
  int file = open_project(p);
  DIR *folder = file < 0 ? NULL : fdopendir(file);
  if (!folder) return fail(p, "the folder cannot be read"), false;
  bool slash = ends_with(p->path, "/");
  uint32_t count = 0;
  for (struct dirent *entry; (entry = readdir(folder)) && count < ENTRY_LIMIT; count++) {
    if (!is_component(entry->d_name)) continue;
    const char *path = arena_printf(p->arena, "%s%s%s", p->path, slash ? "" : "/", entry->d_name);
    const Source *source = sources_read(p->sources, path, p->error);
    if (!source) continue;
    add_component(p, source);
  }
  closedir(folder);
  return true;
}

/* The current file of the archive.  What it says of its size is not trusted; its checksum is
 * compared when it is closed. */
static bool unpack(Project *p, unzFile archive, const char *name, bool encrypted, Text *text)
{
  char chunk[1 << 14];
  size_t left = ARCHIVE_LIMIT - p->total, limit = left < COMPONENT_LIMIT ? left : COMPONENT_LIMIT;
  int count = 0;
  bool good = !encrypted && unzOpenCurrentFile(archive) == UNZ_OK;
  while (good && text->len <= limit &&
         (count = unzReadCurrentFile(archive, chunk, sizeof chunk)) > 0)
    text_add_bytes(text, chunk, (size_t) count);
  bool large = text->len > limit;
  good = good && unzCloseCurrentFile(archive) == UNZ_OK && count == 0 && !large;
  p->total += text->len;
  if (!good)
    fail(p, arena_printf(p->arena, large ? "%s is too large" : "%s cannot be unpacked", name));
  return good;
}

static bool read_entry(Project *p, unzFile archive, const char *name, bool encrypted)
{
  Text text = {0};
  bool good = unpack(p, archive, name, encrypted, &text);
  const char *full = arena_printf(p->arena, "%s/%s", p->path, name);
  if (good && !sources_find(p->sources, full))
    sources_add(p->sources, full, text_string(&text), text.len);
  if (good && is_component(name)) add_component(p, sources_find(p->sources, full));
  text_free(&text);
  return good;
}

static bool read_entries(Project *p, unzFile archive)
{
  uint32_t count = 0;
  for (int more = unzGoToFirstFile(archive); more == UNZ_OK; more = unzGoToNextFile(archive)) {
    char name[4096];
    unz_file_info64 info;
    if (++count > ENTRY_LIMIT) return fail(p, "the archive has too many files"), false;
    if (unzGetCurrentFileInfo64(archive, &info, name, sizeof name, NULL, 0, NULL, 0) != UNZ_OK)
      return fail(p, "the archive is damaged"), false;
    bool wanted = info.size_filename < sizeof name && (is_component(name) || is_theory(name));
    if (!wanted || strstr(name, "__MACOSX")) continue;
    if (!read_entry(p, archive, name, info.flag & 1)) return false;
  }
  return true;
}

static bool read_archive(Project *p)
{
  int file = open_project(p);
  if (file < 0) return fail(p, errno == ENOENT ? "No such file" : "it cannot be opened"), false;
  /* The library wants a name: this one cannot become that of another file. */
  char same[64];
  snprintf(same, sizeof same, "/proc/self/fd/%d", file);
  errno = 0;
  unzFile archive = unzOpen64(sources_folder(p->sources) ? same : p->path);
  if (!archive && errno == ENOMEM) memory_exhausted();
  if (!archive) fail(p, "not a zip archive, or a damaged one");
  bool good = archive && read_entries(p, archive);
  if (archive) unzClose(archive);
  if (good) sources_note_file(p->sources, p->path);
  close(file);
  return good;
}

/* ---- which one is meant */

static Component *mark_used(Project *p, const char *name, bool is_context)
{
  Component *used = NULL;
  for (uint32_t i = 0; i < p->components.len; i++) {
    Component *component = &p->components.data[i];
    if (component->is_context != is_context || strcmp(component->name, name) != 0) continue;
    component->used = true;
    used = component;
  }
  return used;
}

/* Files that are no XML are not looked into here: who needs them will complain. */
static void find_uses(Project *p)
{
  Diags *diags = diags_new(p->sources);
  for (uint32_t i = 0; i < p->components.len; i++) {
    const XmlElement *root = xml_read(p->arena, diags, p->components.data[i].source);
    for (const XmlElement *part = root ? root->first : NULL; part; part = part->next) {
      const char *target = xml_attribute(part, "target");
      if (target && !strcmp(part->name, "refinesMachine"))
        p->components.data[i].refines = mark_used(p, target, false);
      if (target && !strcmp(part->name, "extendsContext")) mark_used(p, target, true);
    }
  }
  diags_free(diags);
}

/* A machine that refines itself, over any number of others, or NULL. */
static const Component *find_circle(const Project *p)
{
  for (uint32_t i = 0; i < p->components.len; i++) {
    Component *start = &p->components.data[i], *at = start;
    for (; at && !at->reached; at = at->refines) at->reached = start;
    if (at && at->reached == start) return at;
  }
  return NULL;
}

static int by_name(const void *a, const void *b)
{
  return strcmp(((const Component *) a)->name, ((const Component *) b)->name);
}

static const Source *choose(Project *p)
{
  const char *none = is_folder(p->path) ? "the folder contains no Rodin machine or context"
                                        : "it contains no Rodin machine or context";
  if (p->components.len == 0) return fail(p, none), NULL;
  qsort(p->components.data, p->components.len, sizeof *p->components.data, by_name);
  find_uses(p);
  const Component *circle = find_circle(p);
  if (circle) return fail(p, arena_printf(p->arena, "%s refines itself", circle->name)), NULL;
  bool machines = false;
  for (uint32_t i = 0; i < p->components.len; i++) machines |= !p->components.data[i].is_context;
  const Component *chosen = NULL;
  Text names = {0};
  uint32_t count = 0;
  for (uint32_t i = 0; i < p->components.len; i++) {
    const Component *component = &p->components.data[i];
    if (component->is_context == machines || component->used) continue;
    if (count++ < 10) text_printf(&names, "%s%s", count > 1 ? ", " : "", component->name);
    chosen = component;
  }
  if (count != 1)
    fail(p, count == 0 ? "its components refer to each other in a cycle"
                       : arena_printf(p->arena, "it contains %s; name the file of one of them",
                                      text_string(&names)));
  text_free(&names);
  return count == 1 ? chosen->source : NULL;
}

/* The component of the archive with that name, with or without folders. */
static const Source *named(Project *p, const char *name)
{
  const Source *found = NULL;
  for (uint32_t i = 0; i < p->components.len; i++) {
    const char *full = p->components.data[i].source->name;
    size_t length = strlen(full), tail = strlen(name);
    if (length > tail && !strcmp(full + length - tail, name) && full[length - tail - 1] == '/')
      found = p->components.data[i].source;
  }
  if (!found) fail(p, arena_printf(p->arena, "the archive contains no %s", name));
  return found;
}

/* A component of a package or text: the same text under another name. */
static const Source *open_text(Arena *arena, Sources *sources, const char *path, const char **error)
{
  const char *file = arena_copy(arena, path, (size_t) (text_end(path) - path));
  const Source *whole = sources_read(sources, file, error);
  if (!whole) return NULL;
  Source *source = sources_add(sources, path, whole->text, whole->length);
  source->path = whole->path;
  source->file = whole->name;
  return source;
}

const Source *archive_open(Arena *arena, Sources *sources, const char *path, const char **error)
{
  if (!is_folder(path) && text_end(path)) return open_text(arena, sources, path, error);
  Project p = {.arena = arena, .sources = sources, .path = path, .error = error};
  const char *end = is_folder(path) ? NULL : archive_end(path), *inside = NULL;
  if (end) {
    p.path = arena_copy(arena, path, (size_t) (end - path));
    if (*end && end[1]) inside = end + 1;
  }
  *error = NULL;
  const Source *source = NULL;
  if (end ? read_archive(&p) : read_folder(&p)) source = inside ? named(&p, inside) : choose(&p);
  vec_free(&p.components);
  if (!source && !*error) *error = "it cannot be read";
  return source;
}

bool archive_is_whole(const char *path)
{
  if (is_folder(path)) return true;
  const char *end = archive_end(path);
  return end && (!end[0] || !end[1]);
}

const Source **archive_components(Arena *arena, Sources *sources, const char *path, uint32_t *count,
                                  const char **error)
{
  Project p = {.arena = arena, .sources = sources, .path = path, .error = error};
  const char *end = is_folder(path) ? NULL : archive_end(path);
  if (end) p.path = arena_copy(arena, path, (size_t) (end - path));
  *error = NULL;
  *count = 0;
  bool good = end ? read_archive(&p) : read_folder(&p);
  const Source **list = arena_new_array(arena, const Source *, p.components.len + 1);
  if (p.components.len)
    qsort(p.components.data, p.components.len, sizeof *p.components.data, by_name);
  for (int machines = 0; good && machines < 2; machines++)
    for (uint32_t i = 0; i < p.components.len; i++)
      if (p.components.data[i].is_context == !machines)
        list[(*count)++] = p.components.data[i].source;
  vec_free(&p.components);
  if (*count) return list;
  if (!*error) *error = "it contains no Rodin machine or context";
  return NULL;
}
