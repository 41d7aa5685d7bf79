#include "prove/foreign/program.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

extern char **environ;

char *program_find(const char *name)
{
  const char *path = getenv("PATH");
  if (!path) return NULL;
  Text file = {0};
  while (*path) {
    size_t length = strcspn(path, ":");
    text_clear(&file);
    text_add_bytes(&file, path, length);
    text_printf(&file, "%s%s", length ? "/" : "", name);
    if (length && access(file.data, X_OK) == 0) return file.data;
    path += length + (path[length] == ':');
  }
  text_free(&file);
  return NULL;
}

/* A file without a name, which no other child gets. */
static FILE *open_stream(void)
{
  FILE *file = tmpfile();
  if (file) fcntl(fileno(file), F_SETFD, FD_CLOEXEC);
  return file;
}

static bool fill(FILE *in, const Text *input)
{
  if (fwrite(text_string(input), 1, input->len, in) != input->len || fflush(in) != 0) return false;
  rewind(in);
  return true;
}

static bool start(pid_t *child, const char *const *arguments, FILE *in, FILE *out)
{
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(in), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(out), STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  /* The parent ignores or handles signals that the child must not. */
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  sigaddset(&usual, SIGINT);
  sigaddset(&usual, SIGTERM);
  sigaddset(&usual, SIGPIPE);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  char *const *words;
  memcpy(&words, &arguments, sizeof words);
  int problem = posix_spawn(child, arguments[0], &actions, &attributes, words, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return problem == 0;
}

static bool is_over(const Limits *limits)
{
  return (limits->deadline > 0 && clock_seconds() > limits->deadline) ||
         cancel_asked(limits->cancelled);
}

/* Looks often at first: most answers come soon. */
static ProgramEnd wait_for(pid_t child, const Limits *limits)
{
  int status = 0;
  long nanoseconds = 500000;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (is_over(limits)) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return PROGRAM_STOPPED;
    }
    struct timespec pause = {0, nanoseconds};
    nanosleep(&pause, NULL);
    if (nanoseconds < 8000000) nanoseconds += nanoseconds / 4;
  }
  return WIFEXITED(status) ? PROGRAM_ENDED : PROGRAM_FAILED;
}

static void read_all(FILE *out, Text *text)
{
  char chunk[1 << 13];
  rewind(out);
  for (size_t n; (n = fread(chunk, 1, sizeof chunk, out)) > 0;) text_add_bytes(text, chunk, n);
}

ProgramEnd program_run(const char *const *arguments, const Text *input, const Limits *limits,
                       Text *output)
{
  FILE *in = open_stream(), *out = open_stream();
  ProgramEnd end = PROGRAM_FAILED;
  pid_t child;
  if (in && out && fill(in, input) && start(&child, arguments, in, out)) {
    end = wait_for(child, limits);
    read_all(out, output);
  }
  if (in) fclose(in);
  if (out) fclose(out);
  return end;
}
