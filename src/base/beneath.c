#define _GNU_SOURCE /* O_PATH */
#include "base/beneath.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

const char *beneath_relative(const char *folder, const char *canonical)
{
  size_t length = strlen(folder);
  if (length == 1) return canonical[0] == '/' ? canonical + 1 : NULL; /* the root */
  if (strncmp(folder, canonical, length) != 0) return NULL;
  if (canonical[length] == '\0') return canonical + length;
  return canonical[length] == '/' ? canonical + length + 1 : NULL;
}

static void close_quietly(int file)
{
  int kept = errno;
  close(file);
  errno = kept;
}

/* Copies the first name of the path; false with errno: it is no name of something below. */
static bool first_name(const char *path, char name[NAME_MAX + 1], size_t *length)
{
  *length = strcspn(path, "/");
  errno = *length > NAME_MAX ? ENAMETOOLONG : EXDEV;
  if (*length == 0 || *length > NAME_MAX) return false;
  memcpy(name, path, *length);
  name[*length] = '\0';
  return strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

int beneath_open_at(int folder, const char *relative, int flags, mode_t mode)
{
  int at = folder;
  flags |= O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  if (!*relative) return openat(folder, ".", flags & ~O_CREAT);
  for (const char *rest = relative;;) {
    char name[NAME_MAX + 1];
    size_t length;
    bool good = first_name(rest, name, &length), last = rest[length] == '\0';
    int next = !good  ? -1
               : last ? openat(at, name, flags, mode)
                      : openat(at, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    /* A link in the middle is no folder for openat. */
    if (next < 0 && good && !last && errno == ENOTDIR) {
      struct stat info;
      bool link = fstatat(at, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(info.st_mode);
      errno = link ? ELOOP : ENOTDIR;
    }
    if (at != folder) close_quietly(at);
    if (last || next < 0) return next;
    at = next;
    rest += length + 1;
  }
}

bool beneath_leads_out(const char *folder, const char *path)
{
  char *part = strdup(path), *real = NULL;
  if (!part) memory_exhausted();
  for (char *slash; !(real = realpath(part, NULL)) && (slash = strrchr(part, '/'));)
    slash[slash == part] = '\0';
  if (!real) real = realpath(".", NULL);
  bool out = !real || !beneath_relative(folder, real);
  free(real);
  free(part);
  return out;
}

int beneath_open(const char *folder, const char *path, int flags)
{
  char *real = realpath(path, NULL);
  if (!real) {
    int why = errno;
    errno = beneath_leads_out(folder, path) ? EXDEV : why;
    return -1;
  }
  const char *relative = beneath_relative(folder, real);
  int at = relative ? open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1, file = -1;
  if (!relative) errno = EXDEV;
  if (at >= 0) {
    file = beneath_open_at(at, relative, flags, 0);
    close_quietly(at);
  }
  free(real);
  return file;
}

FILE *beneath_read(const char *folder, const char *path)
{
  int file = beneath_open(folder, path, O_RDONLY);
  if (file < 0) return NULL;
  struct stat info;
  bool known = fstat(file, &info) == 0, plain = known && S_ISREG(info.st_mode);
  if (known && !plain) errno = S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
  FILE *stream = plain ? fdopen(file, "rb") : NULL;
  if (!stream) close_quietly(file);
  return stream;
}
