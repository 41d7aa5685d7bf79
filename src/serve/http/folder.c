#include "serve/http/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/beneath.h"

bool folder_open(Folder *f, const char *path)
{
  *f = (Folder){.path = realpath(path, NULL), .descriptor = -1};
  if (!f->path) return false;
  f->descriptor = open(f->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (f->descriptor < 0) folder_close(f);
  return f->descriptor >= 0;
}

void folder_close(Folder *f)
{
  int kept = errno;
  free(f->path);
  if (f->descriptor >= 0) close(f->descriptor);
  *f = (Folder){.descriptor = -1};
  errno = kept;
}

const char *folder_name(const Folder *f)
{
  const char *slash = strrchr(f->path, '/');
  return slash && slash[1] ? slash + 1 : f->path;
}

/* Names between single slashes; none is `.` or `..`. */
bool folder_path_is_good(const char *path)
{
  for (const char *at = path;; at++) {
    size_t length = strcspn(at, "/");
    if (length == 0 || length > 255) return false;
    if (at[0] == '.' && (length == 1 || (length == 2 && at[1] == '.'))) return false;
    at += length;
    if (!*at) return at - path < 4000;
  }
}

static Text path_in(const Folder *f, const char *path)
{
  Text whole = {0};
  text_printf(&whole, "%s%s%s", f->path, f->path[1] ? "/" : "", path);
  return whole;
}

static FolderResult result_of(int error)
{
  switch (error) {
  case ENOENT:
  case ENOTDIR: return FOLDER_MISSING;
  case EXDEV:
  case ELOOP: return FOLDER_OUTSIDE;
  case EFBIG: return FOLDER_LARGE;
  default: return FOLDER_FAILED;
  }
}

/* ------------------------------------------------------------------- reading */

static void hash_of(const char *bytes, size_t length, char hash[FOLDER_HASH_SIZE])
{
  XXH128_hash_t h = XXH3_128bits(bytes, length);
  snprintf(hash, FOLDER_HASH_SIZE, "%016llx%016llx", (unsigned long long) h.high64,
           (unsigned long long) h.low64);
}

static bool read_all(FILE *file, Text *bytes)
{
  char chunk[1 << 16];
  for (size_t n; (n = fread(chunk, 1, sizeof chunk, file)) > 0;) {
    text_add_bytes(bytes, chunk, n);
    if (bytes->len > FOLDER_FILE_LIMIT) return errno = EFBIG, false;
  }
  return !ferror(file);
}

FolderResult folder_read(const Folder *f, const char *path, Text *bytes,
                         char hash[FOLDER_HASH_SIZE])
{
  if (!folder_path_is_good(path)) return FOLDER_OUTSIDE;
  Text whole = path_in(f, path);
  FILE *file = beneath_read(f->path, text_string(&whole));
  bool good = file && read_all(file, bytes);
  FolderResult result = good ? FOLDER_DONE : result_of(errno);
  if (file) fclose(file);
  text_free(&whole);
  if (good) hash_of(text_string(bytes), bytes->len, hash);
  return result;
}

/* -------------------------------------------------------------------- saving */

typedef struct { /* where a file is to be saved */
  int folder;    /* in which it is, after its links were followed */
  char name[256], scratch[280];
  mode_t mode;
  bool exists;
} Target;

/* The path without links, below the folder; NULL with errno.  Of a file that is not there, the
 * folder must be. */
static char *without_links(const Folder *f, const char *path)
{
  Text whole = path_in(f, path);
  char *real = realpath(text_string(&whole), NULL);
  struct stat info;
  if (!real && errno == ENOENT && lstat(text_string(&whole), &info) != 0) {
    char *slash = strrchr(whole.data, '/');
    *slash = '\0';
    char *parent = realpath(whole.data[0] ? whole.data : "/", NULL);
    if (parent) {
      Text joined = {0};
      text_printf(&joined, "%s%s%s", parent, parent[1] ? "/" : "", slash + 1);
      free(parent);
      real = joined.data;
    }
  }
  text_free(&whole);
  return real;
}

static bool find_target(const Folder *f, const char *path, Target *t)
{
  char *real = without_links(f, path);
  const char *relative = real ? beneath_relative(f->path, real) : NULL;
  if (!relative || !*relative) {
    if (real) errno = EXDEV;
    free(real);
    return false;
  }
  const char *slash = strrchr(relative, '/'), *name = slash ? slash + 1 : relative;
  snprintf(t->name, sizeof t->name, "%s", name);
  snprintf(t->scratch, sizeof t->scratch, ".probity-%ld-%.240s", (long) getpid(), name);
  char *parent = slash ? strndup(relative, (size_t) (slash - relative)) : strdup("");
  t->folder = beneath_open_at(f->descriptor, parent ? parent : "", O_RDONLY | O_DIRECTORY, 0);
  free(parent);
  free(real);
  struct stat info;
  t->exists = t->folder >= 0 && fstatat(t->folder, t->name, &info, AT_SYMLINK_NOFOLLOW) == 0;
  t->mode = t->exists ? info.st_mode & 07777 : 0;
  if (t->exists && !S_ISREG(info.st_mode)) {
    close(t->folder);
    errno = S_ISDIR(info.st_mode) ? EISDIR : EXDEV;
    return false;
  }
  return t->folder >= 0;
}

static bool write_scratch(const Target *t, const char *bytes, size_t length)
{
  unlinkat(t->folder, t->scratch, 0); /* left behind by another that had our number */
  int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  int file = openat(t->folder, t->scratch, flags, 0666);
  if (file < 0) return false;
  bool good = !t->exists || fchmod(file, t->mode) == 0;
  for (size_t from = 0; good && from < length;) {
    ssize_t n = write(file, bytes + from, length - from);
    if (n > 0) from += (size_t) n;
    else good = n < 0 && errno == EINTR;
  }
  good = good && fsync(file) == 0;
  int kept = errno;
  good = close(file) == 0 && good;
  if (!good) errno = kept;
  return good;
}

/* A file that was made meanwhile is not replaced where there was none. */
static bool put_in_place(const Target *t, bool may_replace)
{
  if (may_replace) return renameat(t->folder, t->scratch, t->folder, t->name) == 0;
  return linkat(t->folder, t->scratch, t->folder, t->name, 0) == 0 &&
         unlinkat(t->folder, t->scratch, 0) == 0;
}

static bool is_expected(const char *expected, const char *hash)
{
  return expected ? !strcmp(expected, "any") || !strcmp(expected, hash) : !*hash;
}

FolderResult folder_save(const Folder *f, const char *path, const char *bytes, size_t length,
                         const char *expected, char hash[FOLDER_HASH_SIZE])
{
  Target t = {0};
  Text present = {0};
  hash[0] = '\0';
  if (!folder_path_is_good(path)) return FOLDER_OUTSIDE;
  if (length > FOLDER_FILE_LIMIT) return FOLDER_LARGE;
  if (!find_target(f, path, &t)) return result_of(errno);
  bool good = write_scratch(&t, bytes, length);
  FolderResult result = good ? FOLDER_DONE : result_of(errno);
  /* The last look is as late as can be: no system call replaces a file only if it is as it was. */
  if (good && t.exists && !(expected && !strcmp(expected, "any")))
    result = folder_read(f, path, &present, hash);
  if (result == FOLDER_DONE && !is_expected(expected, hash)) result = FOLDER_CHANGED;
  if (result == FOLDER_DONE && !put_in_place(&t, t.exists || expected))
    result = errno == EEXIST ? FOLDER_CHANGED : result_of(errno);
  if (result == FOLDER_DONE) hash_of(bytes, length, hash);
  else {
    int kept = errno;
    unlinkat(t.folder, t.scratch, 0);
    errno = kept;
  }
  close(t.folder);
  text_free(&present);
  return result;
}
