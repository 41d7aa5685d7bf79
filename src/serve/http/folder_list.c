#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/beneath.h"
#include "base/memory.h"
#include "base/vec.h"
#include "report/json_report.h"
#include "serve/http/folder.h"

/* The list of all files below a folder. */

enum { DEPTH_LIMIT = 32, ENTRIES_LIMIT = 100000 };

typedef struct {
  char *path;
  long long size, modified;
} Listed;

typedef struct {
  const Folder *folder;
  VEC(Listed) files;
  uint32_t entries; /* looked at */
  bool truncated;
} Listing;

bool folder_skips(const char *name) { return name[0] == '.' || !strcmp(name, "node_modules"); }

static bool is_full(Listing *l)
{
  bool full = l->files.len >= FOLDER_LIST_LIMIT || l->entries >= ENTRIES_LIMIT;
  l->truncated |= full;
  return full;
}

/* A link counts as the file that it leads to, if that is inside. */
static bool look_up(const Listing *l, int at, const char *name, const char *path, struct stat *info)
{
  if (fstatat(at, name, info, AT_SYMLINK_NOFOLLOW) != 0) return false;
  if (!S_ISLNK(info->st_mode)) return S_ISREG(info->st_mode) || S_ISDIR(info->st_mode);
  Text whole = {0};
  text_printf(&whole, "%s/%s", l->folder->path, path);
  char *real = realpath(text_string(&whole), NULL);
  bool inside = real && beneath_relative(l->folder->path, real);
  text_free(&whole);
  free(real);
  return inside && fstatat(at, name, info, 0) == 0 && S_ISREG(info->st_mode);
}

/* Takes the descriptor over.  `prefix` is the path of the folder, with a slash; or "". */
static void list(Listing *l, int descriptor, const char *prefix, unsigned depth)
{
  DIR *stream = fdopendir(descriptor);
  if (!stream) {
    close(descriptor);
    return;
  }
  for (struct dirent *entry; !is_full(l) && (entry = readdir(stream));) {
    struct stat info;
    Text path = {0};
    l->entries++;
    if (folder_skips(entry->d_name)) continue;
    text_printf(&path, "%s%s", prefix, entry->d_name);
    if (!look_up(l, descriptor, entry->d_name, text_string(&path), &info)) {
      text_free(&path);
      continue;
    }
    if (S_ISREG(info.st_mode)) {
      vec_push(&l->files, ((Listed){path.data, info.st_size, info.st_mtime}));
      continue; /* which has the path now */
    }
    int below = openat(descriptor, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    text_add_char(&path, '/');
    if (below >= 0 && depth < DEPTH_LIMIT) list(l, below, text_string(&path), depth + 1);
    else if (below >= 0) close(below);
    text_free(&path);
  }
  closedir(stream);
}

static const char *kind_of(const char *path)
{
  static const struct {
    const char *ending, *kind;
  } kinds[] = {
      {".mch", "b"},           {".ref", "b"},         {".imp", "b"},      {".sys", "b"},
      {".def", "definitions"}, {".eventb", "eventb"}, {".bum", "eventb"}, {".buc", "eventb"},
      {".bcm", "eventb"},      {".bcc", "eventb"},    {".csp", "csp"},    {".cspm", "csp"},
      {".fdr2", "csp"},        {".fdr3", "csp"},      {".aut", "aut"},    {".prob2trace", "trace"},
      {".trace", "trace"},
  };
  const char *ending = strrchr(path, '.');
  for (size_t i = 0; ending && i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(kinds[i].ending, ending)) return kinds[i].kind;
  return "other";
}

static int by_path(const void *a, const void *b)
{
  return strcmp(((const Listed *) a)->path, ((const Listed *) b)->path);
}

json_t *folder_list(const Folder *f, bool *truncated)
{
  Listing l = {.folder = f};
  int top = openat(f->descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (top >= 0) list(&l, top, "", 0);
  if (l.files.len) qsort(l.files.data, l.files.len, sizeof *l.files.data, by_path);
  json_t *files = json_array();
  for (uint32_t i = 0; i < l.files.len; i++) {
    Listed *one = &l.files.data[i];
    json_t *entry = json_object();
    json_object_set_new(entry, "path", json_report_string(one->path));
    json_object_set_new(entry, "kind", json_string(kind_of(one->path)));
    json_object_set_new(entry, "size", json_integer(one->size));
    json_object_set_new(entry, "modified", json_integer(one->modified));
    json_array_append_new(files, entry);
    free(one->path);
  }
  vec_free(&l.files);
  *truncated = l.truncated;
  return files;
}
