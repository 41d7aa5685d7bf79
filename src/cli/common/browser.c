#define _DEFAULT_SOURCE /* mkstemps */
#include "cli/common/browser.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool write_page(Browser *b, const char *address)
{
  static const char ending[] = ".html";
  const char *folder = getenv("XDG_RUNTIME_DIR");
  if (!folder || !*folder) folder = getenv("TMPDIR");
  if (!folder || !*folder) folder = "/tmp";
  text_printf(&b->file, "%s/probity-XXXXXX%s", folder, ending);
  int file = mkstemps(b->file.data, sizeof ending - 1);
  if (file < 0) {
    text_free(&b->file);
    return false;
  }
  Text page = {0};
  text_printf(&page,
              "<!doctype html><meta charset=utf-8><title>Probity</title>"
              "<meta http-equiv=refresh content=\"0;url=%s\"><a href=\"%s\">Probity</a>\n",
              address, address);
  ssize_t written = write(file, page.data, page.len);
  bool good = written >= 0 && (size_t) written == page.len;
  text_free(&page);
  return close(file) == 0 && good;
}

/* In a process group of its own, where Ctrl-C does not reach it. */
static int run(const char *file)
{
  char script[] = "command -v xdg-open >/dev/null || exit 127\n"
                  "xdg-open \"$1\" </dev/null >/dev/null 2>&1 &";
  char shell[] = "sh", option[] = "-c";
  char *const arguments[] = {shell, option, script, shell, (char *) file, NULL};
  posix_spawnattr_t how;
  pid_t id;
  int status = -1;
  if (posix_spawnattr_init(&how) != 0) return -1;
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&how, 0);
  if (posix_spawn(&id, "/bin/sh", NULL, &how, arguments, environ) != 0) id = -1;
  posix_spawnattr_destroy(&how);
  if (id < 0) return -1;
  while (waitpid(id, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool browser_open(Browser *b, const char *address, Text *problem)
{
  if (!write_page(b, address)) {
    text_printf(problem, "cannot open a browser: %s", strerror(errno));
    return false;
  }
  int status = run(text_string(&b->file));
  if (status == 127) text_add(problem, "cannot open a browser: xdg-open is not installed");
  else if (status != 0) text_add(problem, "cannot open a browser");
  return status == 0;
}

void browser_forget(Browser *b)
{
  if (b->file.len) unlink(text_string(&b->file));
  text_free(&b->file);
}
