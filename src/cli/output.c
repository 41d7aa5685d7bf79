#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/width.h"

static bool write_all(int file, const char *bytes, size_t length)
{
  while (length > 0) {
    ssize_t written = write(file, bytes, length);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes += written;
    length -= (size_t) written;
  }
  return true;
}

static bool fail(Text *error, const char *path, int reason)
{
  text_add(error, "cannot write ");
  width_add_clean(error, path);
  text_printf(error, ": %s", strerror(reason));
  return false;
}

bool output_write_standard(const Text *text, Text *error)
{
  if (write_all(STDOUT_FILENO, text_string(text), text->len)) return true;
  return errno == EPIPE ? false : fail(error, "to standard output", errno);
}

bool output_same_file(const char *a, const char *b)
{
  struct stat first, second;
  return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

void output_complain(const Text *text) { write_all(STDERR_FILENO, text_string(text), text->len); }

/* 0, or what went wrong. */
static int write_directly(const char *path, const Text *text)
{
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0) return errno;
  int reason = write_all(file, text_string(text), text->len) ? 0 : errno;
  if (close(file) != 0 && !reason) reason = errno;
  return reason;
}

/* Permissions and owner of what is replaced, or those of any new file. */
static void copy_permissions(int file, const struct stat *old)
{
  mode_t mask = umask(0);
  umask(mask);
  fchmod(file, old ? old->st_mode & 07777 : 0666 & ~mask);
  if (old && fchown(file, old->st_uid, old->st_gid) != 0) return; /* not ours to give away */
}

static int replace(const char *path, const Text *text, const struct stat *old)
{
  Text temporary = {0};
  text_printf(&temporary, "%s.XXXXXX", path);
  int reason = 0, file = mkstemp(temporary.data);
  if (file < 0) {
    reason = errno;
    text_free(&temporary);
    return reason;
  }
  copy_permissions(file, old);
  if (!write_all(file, text_string(text), text->len) || fsync(file) != 0) reason = errno;
  if (close(file) != 0 && !reason) reason = errno;
  if (!reason && rename(temporary.data, path) != 0) reason = errno;
  if (reason) unlink(temporary.data);
  text_free(&temporary);
  return reason;
}

bool output_write_file(const char *path, const Text *text, Text *error)
{
  struct stat info;
  bool exists = stat(path, &info) == 0;
  int reason;
  if (exists && !S_ISREG(info.st_mode)) {
    reason = write_directly(path, text);
  } else if (exists && access(path, W_OK) != 0) {
    reason = errno; /* it could be replaced all the same, which is not what its owner wants */
  } else {
    char *real = exists ? realpath(path, NULL) : NULL;
    reason = replace(real ? real : path, text, exists ? &info : NULL);
    free(real);
  }
  return reason ? fail(error, path, reason) : true;
}

int output_claim(void)
{
  int claimed = dup(STDOUT_FILENO);
  return claimed >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 ? claimed : -1;
}
