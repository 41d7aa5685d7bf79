#include "report/graphviz.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "report/width.h"

extern char **environ;

/* Files instead of pipes: nobody waits for the other to read. */
typedef struct {
  FILE *in, *out, *err;
} Streams;

static bool open_streams(Streams *s, const Text *dot)
{
  s->in = tmpfile();
  s->out = tmpfile();
  s->err = tmpfile();
  if (!s->in || !s->out || !s->err) return false;
  if (fwrite(text_string(dot), 1, dot->len, s->in) != dot->len || fflush(s->in) != 0) return false;
  rewind(s->in);
  return true;
}

static void close_streams(Streams *s)
{
  if (s->in) fclose(s->in);
  if (s->out) fclose(s->out);
  if (s->err) fclose(s->err);
}

static void read_stream(FILE *stream, Text *text)
{
  char chunk[1 << 14];
  rewind(stream);
  for (size_t n; (n = fread(chunk, 1, sizeof chunk, stream)) > 0;) text_add_bytes(text, chunk, n);
}

static int start(pid_t *child, const Streams *s, const char *form)
{
  char program[] = "dot", form_option[16];
  snprintf(form_option, sizeof form_option, "-T%s", form);
  char *arguments[] = {program, form_option, NULL};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(s->in), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(s->out), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(s->err), STDERR_FILENO);
  int problem = posix_spawnp(child, "dot", &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return problem;
}

/* Waits for the program; ends it when the time is over or the user has had enough. */
static int wait_for(pid_t child, const GraphvizLimits *limits, const char **why)
{
  int status = 0;
  double waited = 0;
  struct timespec pause = {0, 10000000};
  while (waitpid(child, &status, WNOHANG) == 0) {
    nanosleep(&pause, NULL);
    waited += 0.01;
    if (cancel_asked(limits->cancelled)) *why = "interrupted";
    else if (limits->seconds > 0 && waited > limits->seconds) *why = "it exceeded the time limit";
    if (!*why) continue;
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    break;
  }
  return status;
}

static void explain(Text *error, const Streams *s, int status, const char *why)
{
  Text said = {0};
  read_stream(s->err, &said);
  text_add(error, "the program dot could not draw the picture: ");
  if (why) text_add(error, why);
  else if (WIFSIGNALED(status)) text_printf(error, "it was killed by signal %d", WTERMSIG(status));
  else if (said.len) {
    said.data[strcspn(said.data, "\n")] = '\0';
    width_add_clean(error, said.data);
  } else text_printf(error, "exit status %d", WEXITSTATUS(status));
  text_free(&said);
}

bool graphviz_draw(const Text *dot, const char *form, GraphvizLimits limits, Text *picture,
                   Text *error)
{
  assert(dot->len > 0 && form);
  Streams s = {0};
  pid_t child = 0;
  const char *why = NULL;
  bool good = open_streams(&s, dot);
  if (!good) text_printf(error, "cannot create a temporary file: %s", strerror(errno));
  int problem = good ? start(&child, &s, form) : 0;
  if (problem == ENOENT)
    text_printf(error, "the program dot, which draws %s files, is not installed", form);
  else if (problem) text_printf(error, "cannot run the program dot: %s", strerror(problem));
  if (good && !problem) {
    int status = wait_for(child, &limits, &why);
    good = WIFEXITED(status) && WEXITSTATUS(status) == 0 && !why;
    if (good) read_stream(s.out, picture);
    else explain(error, &s, status, why);
  }
  close_streams(&s);
  return good && !problem;
}
