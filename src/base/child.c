#define _GNU_SOURCE /* pipe2 */
#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { ABOVE_STANDARD = 10 }; /* the child's ends, so that none is in the way of another */

void child_close_end(int *end)
{
  if (*end >= 0) close(*end);
  *end = -1;
}

/* Theirs is a descriptor that may wait, as programs expect. */
static bool make_pipe(int *ours, int *theirs, bool they_read)
{
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  int mine = they_read ? ends[1] : ends[0], other = they_read ? ends[0] : ends[1];
  *ours = mine;
  *theirs = fcntl(other, F_DUPFD_CLOEXEC, ABOVE_STANDARD);
  close(other);
  return *theirs >= 0 && fcntl(mine, F_SETFL, O_NONBLOCK) == 0;
}

typedef struct { /* the child's ends */
  int in, out, err, progress;
} Ends;

static void close_ends(Ends *e)
{
  child_close_end(&e->in);
  child_close_end(&e->out);
  child_close_end(&e->err);
  child_close_end(&e->progress);
}

static bool make_pipes(Child *c, Ends *e, const ChildStart *start)
{
  bool good = make_pipe(&c->out, &e->out, false) && make_pipe(&c->err, &e->err, false);
  if (good && start->with_input) good = make_pipe(&c->in, &e->in, true);
  else if (good) {
    int nothing = start->input ? -1 : open("/dev/null", O_RDONLY | O_CLOEXEC);
    e->in = fcntl(start->input ? start->input : nothing, F_DUPFD_CLOEXEC, ABOVE_STANDARD);
    child_close_end(&nothing);
    good = e->in >= 0;
  }
  return good && (!start->with_progress || make_pipe(&c->progress, &e->progress, false));
}

/* No handler of ours may run in the child: what it says would be said in the name of whoever
 * started it. */
static void leave_signals(bool holds_interrupts)
{
  static const int handled[] = {SIGINT, SIGTERM, SIGHUP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigset_t held;
  for (size_t i = 0; i < sizeof handled / sizeof *handled; i++) sigaction(handled[i], &usual, NULL);
  sigemptyset(&held);
  if (holds_interrupts) sigaddset(&held, SIGINT);
  sigprocmask(SIG_SETMASK, &held, NULL);
}

/* Nobody but the child of fork runs this: only what is safe in a signal handler may be called. */
static void become(const ChildStart *start, const Ends *e, pid_t parent)
{
  struct rlimit no_core = {0, 0};
  bool good = setpgid(0, 0) == 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent &&
              (start->folder < 0 || fchdir(start->folder) == 0) && dup2(e->in, STDIN_FILENO) >= 0 &&
              dup2(e->out, STDOUT_FILENO) >= 0 && dup2(e->err, STDERR_FILENO) >= 0 &&
              (e->progress < 0 || dup2(e->progress, CHILD_PROGRESS) >= 0);
  setrlimit(RLIMIT_CORE, &no_core);
  if (start->niceness) setpriority(PRIO_PROCESS, 0, start->niceness);
  leave_signals(start->holds_interrupts);
  if (good) execve(start->program, (char *const *) start->arguments, environ);
}

bool child_start(Child *c, const ChildStart *start, Text *error)
{
  *c = CHILD_NONE;
  Ends ends = {-1, -1, -1, -1};
  pid_t parent = getpid(), id = -1;
  if (make_pipes(c, &ends, start)) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    id = fork();
    if (id == 0) {
      become(start, &ends, parent);
      kill(getpid(), SIGKILL); /* it could not become that; this needs no exit handlers */
    }
    int kept = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = kept;
  }
  if (id < 0) text_printf(error, "cannot start a process: %s", strerror(errno));
  close_ends(&ends);
  if (id < 0) {
    child_close(c);
    return false;
  }
  setpgid(id, id); /* whoever of both is first */
  c->id = id;
  return true;
}

void child_interrupt(const Child *c)
{
  if (c->id > 0) kill(c->id, SIGINT);
}

void child_kill(const Child *c)
{
  if (c->id <= 0) return;
  kill(-c->id, SIGKILL);
  kill(c->id, SIGKILL); /* it may not lead its group yet */
}

static pid_t wait_for(pid_t id, int *status, int flags)
{
  pid_t found;
  do found = waitpid(id, status, flags);
  while (found < 0 && errno == EINTR);
  return found;
}

bool child_reap(Child *c, int *status)
{
  if (c->id <= 0) return true;
  if (wait_for(c->id, status, WNOHANG) == 0) return false;
  kill(-c->id, SIGKILL); /* what it has left behind */
  c->id = 0;
  return true;
}

void child_close(Child *c)
{
  int status;
  child_kill(c);
  if (c->id > 0) wait_for(c->id, &status, 0);
  c->id = 0;
  child_close_end(&c->in);
  child_close_end(&c->out);
  child_close_end(&c->err);
  child_close_end(&c->progress);
}

size_t child_memory(const Child *c)
{
  char path[64];
  unsigned long all = 0, resident = 0;
  if (c->id <= 0) return 0;
  snprintf(path, sizeof path, "/proc/%ld/statm", (long) c->id);
  FILE *file = fopen(path, "re");
  if (!file) return 0;
  if (fscanf(file, "%lu %lu", &all, &resident) != 2) resident = 0;
  fclose(file);
  return resident * (size_t) sysconf(_SC_PAGESIZE);
}

ChildRead child_read(int *end, Text *text)
{
  char chunk[1 << 16];
  ssize_t n = read(*end, chunk, sizeof chunk);
  if (n > 0) text_add_bytes(text, chunk, (size_t) n);
  if (n > 0) return CHILD_MORE;
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return CHILD_WAIT;
  child_close_end(end);
  return CHILD_END;
}

bool child_write(int end, const Text *text, size_t *from)
{
  while (*from < text->len) {
    ssize_t n = write(end, text->data + *from, text->len - *from);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno == EAGAIN;
    *from += (size_t) n;
  }
  return true;
}
