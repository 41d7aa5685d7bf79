#include "lsp/project/workspace.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"

enum { FILES_LIMIT = 20000, DEPTH_LIMIT = 24 };

static bool is_of_model(const char *name)
{
  static const char *const endings[] = {".mch",    ".ref", ".imp",  ".sys",  ".def",
                                        ".eventb", ".csp", ".cspm", ".fdr2", ".fdr3"};
  const char *dot = strrchr(name, '.');
  for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
    if (!strcmp(dot, endings[i])) return true;
  return false;
}

char *workspace_stem_of(const char *path)
{
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  const char *dot = strrchr(name, '.');
  size_t length = dot ? (size_t) (dot - name) : strlen(name);
  char *stem = memory_zeroed(length + 1, 1);
  memcpy(stem, name, length);
  return stem;
}

/* ---- which files there are */

static void forget_contents(WorkspaceFile *f)
{
  if (f->arena) arena_free(f->arena);
  f->arena = NULL;
  f->refers = NULL;
  f->outline = NULL;
  f->outline_count = 0;
}

static WorkspaceFile *known(Workspace *files, const char *file)
{
  uint32_t low = 0, high = files->all.len;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    int order = strcmp(files->all.data[middle]->file, file);
    if (order == 0) return files->all.data[middle];
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return NULL;
}

/* New ones are sorted in when all have been found. */
typedef struct {
  Project *project;
  VEC(WorkspaceFile *) found;
} Listing;

static void add_file(Listing *l, const char *path, int64_t modified)
{
  Project *p = l->project;
  if (l->found.len + p->workspace->all.len >= FILES_LIMIT) return;
  char *file = document_canonical(path);
  const Document *d = documents_of_file(&p->documents, file);
  WorkspaceFile *f = known(p->workspace, file);
  if (!f) {
    f = memory_zeroed(1, sizeof *f);
    f->file = file;
    vec_push(&l->found, f);
  } else {
    free(file);
  }
  if (f->there) return;
  uint64_t stamp = d ? d->stamp : 0;
  if (f->modified != modified || f->stamp != stamp) forget_contents(f);
  f->modified = modified;
  f->stamp = stamp;
  f->there = true;
  free(f->path);
  f->path = strdup(d ? d->path : path);
  if (!f->path) memory_exhausted();
}

static void add_folder(Listing *l, const char *folder, unsigned depth)
{
  DIR *open = opendir(folder);
  if (!open) return;
  Text path = {0};
  for (struct dirent *entry; (entry = readdir(open));) {
    struct stat info;
    if (entry->d_name[0] == '.' || !strcmp(entry->d_name, "node_modules")) continue;
    text_clear(&path);
    text_printf(&path, "%s/%s", strcmp(folder, "/") ? folder : "", entry->d_name);
    bool folders = depth < DEPTH_LIMIT, models = is_of_model(entry->d_name);
    if (!folders && !models) continue;
    if (lstat(path.data, &info) != 0) continue;
    if (S_ISDIR(info.st_mode) && folders) add_folder(l, path.data, depth + 1);
    if (S_ISLNK(info.st_mode) && models && stat(path.data, &info) != 0) continue;
    if (S_ISREG(info.st_mode) && models)
      add_file(l, path.data, (int64_t) info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec);
  }
  text_free(&path);
  closedir(open);
}

static int by_name(const void *a, const void *b)
{
  const WorkspaceFile *const *x = a, *const *y = b;
  return strcmp((*x)->file, (*y)->file);
}

static void file_free(WorkspaceFile *f)
{
  forget_contents(f);
  free(f->path);
  free(f->file);
  free(f);
}

/* Those that are gone are forgotten, new ones are sorted in, each once. */
static void settle(Listing *l)
{
  Workspace *files = l->project->workspace;
  for (uint32_t i = 0; i < l->found.len; i++) vec_push(&files->all, l->found.data[i]);
  if (files->all.len) qsort(files->all.data, files->all.len, sizeof *files->all.data, by_name);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < files->all.len; i++) {
    WorkspaceFile *f = files->all.data[i];
    bool twice = kept > 0 && !strcmp(files->all.data[kept - 1]->file, f->file);
    if (f->there && !twice) files->all.data[kept++] = f;
    else file_free(f);
  }
  files->all.len = kept;
  vec_free(&l->found);
}

const Workspace *workspace_list(Project *p)
{
  if (!p->workspace) p->workspace = memory_zeroed(1, sizeof *p->workspace);
  Listing l = {.project = p};
  for (uint32_t i = 0; i < p->workspace->all.len; i++) p->workspace->all.data[i]->there = false;
  for (uint32_t i = 0; i < p->folders.len; i++) add_folder(&l, p->folders.data[i], 0);
  for (uint32_t i = 0; i < p->documents.all.len; i++) {
    const Document *d = p->documents.all.data[i];
    char *folder = d->path ? strdup(d->path) : NULL, *slash = folder ? strrchr(folder, '/') : NULL;
    if (d->path) add_file(&l, d->path, 0);
    if (slash) *slash = '\0';
    if (slash) add_folder(&l, *folder ? folder : "/", DEPTH_LIMIT);
    free(folder);
  }
  settle(&l);
  return p->workspace;
}

void workspace_forget(Project *p)
{
  if (!p->workspace) return;
  for (uint32_t i = 0; i < p->workspace->all.len; i++) file_free(p->workspace->all.data[i]);
  vec_free(&p->workspace->all);
  free(p->workspace);
  p->workspace = NULL;
}

char *workspace_text(const Project *p, const WorkspaceFile *f, size_t *length)
{
  const Document *d = documents_of_file(&p->documents, f->file);
  Text text = {0};
  if (d) {
    text_add_bytes(&text, text_string(&d->text), d->text.len);
    *length = text.len;
    return text.data;
  }
  FILE *open = fopen(f->file, "rb");
  char chunk[1 << 16];
  for (size_t n; open && (n = fread(chunk, 1, sizeof chunk, open)) > 0;)
    text_add_bytes(&text, chunk, n);
  if (open) fclose(open);
  *length = text.len;
  return text.data;
}
