#include "cli/common/runs.h"

#include <poll.h>
#include <string.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/vec.h"
#include "cli/signals.h"

enum {
  AT_ONCE_LIMIT = 128,   /* processes */
  LOOK_MILLISECONDS = 50 /* after which an interruption is noticed */
};

typedef struct {
  Run *runs;
  uint32_t count, next, told, done; /* the first that waits; that was not told; how many ended */
  uint32_t running, threads;        /* threads of those that run */
  uint32_t shares[AT_ONCE_LIMIT];   /* threads of each … */
  Run *at_once[AT_ONCE_LIMIT];      /* … of these */
  uint32_t parallel;
  bool interrupted, stopped;
  const RunOptions *options;
} Runs;

/* Threads that are free go to those that wait. */
static uint32_t share_of(const Runs *r)
{
  uint32_t free_threads = r->options->jobs > r->threads ? r->options->jobs - r->threads : 0;
  uint32_t places = r->parallel - r->running, waiting = r->count - r->next;
  uint32_t takers = waiting < places ? waiting : places;
  return free_threads > takers ? free_threads / takers : 1;
}

static bool start(Runs *r, Run *run, uint32_t share)
{
  VEC(const char *) words = {0};
  Text jobs = {0}, memory = {0};
  text_printf(&jobs, "--jobs=%u", share);
  text_printf(&memory, "--memory-limit=%zu", r->options->memory / r->parallel);
  vec_push(&words, "probity");
  vec_push(&words, run->words[0]);
  vec_push(&words, text_string(&jobs));
  if (r->options->memory) vec_push(&words, text_string(&memory));
  for (const char *const *word = run->words + 1; *word; word++) vec_push(&words, *word);
  vec_push(&words, NULL);
  ChildStart begin = {
      .program = "/proc/self/exe", .arguments = words.data, .folder = r->options->folder};
  run->seconds = clock_seconds();
  bool good = child_start(&run->child, &begin, &run->err);
  run->state = good ? RUN_RUNNING : RUN_NOT_STARTED;
  text_free(&jobs);
  text_free(&memory);
  vec_free(&words);
  return good;
}

static void start_next(Runs *r)
{
  uint32_t share = share_of(r);
  Run *run = &r->runs[r->next++];
  if (!start(r, run, share)) return;
  r->shares[r->running] = share;
  r->at_once[r->running++] = run;
  r->threads += share;
}

static void end_run(Runs *r, uint32_t i, int status)
{
  Run *run = r->at_once[i];
  run->state = RUN_ENDED;
  run->code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run->seconds = clock_seconds() - run->seconds;
  child_close(&run->child);
  r->threads -= r->shares[i];
  r->running--;
  r->at_once[i] = r->at_once[r->running];
  r->shares[i] = r->shares[r->running];
}

static void read_all(Run *run)
{
  while (run->child.out >= 0 && child_read(&run->child.out, &run->out) == CHILD_MORE) continue;
  while (run->child.err >= 0 && child_read(&run->child.err, &run->err) == CHILD_MORE) continue;
}

/* Waits for what is printed and for the end of one, not long, and reads it. */
static void listen(Runs *r)
{
  struct pollfd ends[2 * AT_ONCE_LIMIT];
  nfds_t count = 0;
  int status = 0;
  for (uint32_t i = 0; i < r->running; i++) {
    const Child *c = &r->at_once[i]->child;
    if (c->out >= 0) ends[count++] = (struct pollfd){.fd = c->out, .events = POLLIN};
    if (c->err >= 0) ends[count++] = (struct pollfd){.fd = c->err, .events = POLLIN};
  }
  bool dying = count < 2 * r->running; /* who has closed its ends soon ends, too */
  poll(ends, count, dying ? 1 : LOOK_MILLISECONDS);
  for (uint32_t i = r->running; i-- > 0;) {
    bool ended = child_reap(&r->at_once[i]->child, &status); /* before the last is read */
    read_all(r->at_once[i]);
    if (ended) end_run(r, i, status);
  }
}

static void tell(Runs *r)
{
  for (; r->told < r->next && !r->stopped; r->told++) {
    Run *run = &r->runs[r->told];
    if (run->state != RUN_ENDED && run->state != RUN_NOT_STARTED) return;
    r->stopped = !r->options->ended(r->options->context, run);
  }
}

static void note_progress(Runs *r)
{
  uint32_t done = r->next - r->running;
  if (done == r->done || !r->options->progress) return;
  r->done = done;
  r->options->progress(r->options->context, done, r->count);
}

static void interrupt(Runs *r)
{
  r->interrupted = true;
  for (uint32_t i = 0; i < r->running; i++) child_interrupt(&r->at_once[i]->child);
  for (uint32_t i = r->next; i < r->count; i++) r->runs[i].state = RUN_NOT_STARTED;
  r->next = r->count;
}

void runs_all(Run *runs, uint32_t count, const RunOptions *options)
{
  Runs r = {.runs = runs, .count = count, .options = options, .parallel = options->jobs};
  if (r.parallel > AT_ONCE_LIMIT) r.parallel = AT_ONCE_LIMIT;
  if (r.parallel > count) r.parallel = count;
  for (uint32_t i = 0; i < count; i++) runs[i].child = CHILD_NONE;
  while (r.told < count && !r.stopped) {
    if (!r.interrupted && signals_interrupted()) interrupt(&r);
    while (r.next < count && r.running < r.parallel) start_next(&r);
    if (r.running) listen(&r);
    note_progress(&r);
    tell(&r);
  }
  for (uint32_t i = r.told; i < count; i++) run_free(&runs[i]);
}

void run_free(Run *run)
{
  child_close(&run->child);
  text_free(&run->out);
  text_free(&run->err);
}
