#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/memory.h"
#include "report/json_report.h"
#include "serve/http/job_line.h"
#include "serve/http/server_impl.h"

/* What may take long. */

enum {
  NICENESS = 5,            /* who steps through a model does not wait for jobs */
  DYING_SECONDS = 1,       /* from the end of its output to its own */
  CANCEL_SECONDS = 20,     /* for a job to say what it knows */
  MESSAGES_LIMIT = 1 << 16 /* bytes of standard error that are kept */
};
#define KEPT_BYTES ((size_t) 512 << 20) /* of all reports: the oldest are forgotten */

typedef enum { JOB_RUNNING, JOB_DONE, JOB_CANCELLED, JOB_FAILED } JobState;

struct Job {
  char name[24];
  char *command, *file; /* owned */
  Child child;
  JobState state;
  bool forgotten;
  double cancelled; /* when it was asked to end; 0: it was not */
  double dying;     /* when its output ended; 0: it did not */
  int code;         /* exit code; -1: none */
  Text report, messages, progress;
};

static const char *state_text(const Job *job)
{
  static const char *const texts[] = {"running", "done", "cancelled", "failed"};
  return texts[job->state];
}

static void job_free(Job *job)
{
  child_close(&job->child);
  text_free(&job->report);
  text_free(&job->messages);
  text_free(&job->progress);
  free(job->command);
  free(job->file);
  free(job);
}

static Job *find(Server *s, const char *name)
{
  for (uint32_t i = 0; i < s->jobs.len; i++)
    if (!s->jobs.data[i]->forgotten && !strcmp(s->jobs.data[i]->name, name)) return s->jobs.data[i];
  return NULL;
}

/* The job that the request names; NULL: it was answered. */
static Job *named(Server *s, Exchange *e, Fields *f)
{
  const char *name = fields_text(f, "job");
  if (!fields_end(f)) {
    answer_fields(e, f);
    return NULL;
  }
  Job *job = find(s, name);
  if (!job) answer_error(e, 404, "missing", "there is no job '%.100s'", name);
  return job;
}

/* ------------------------------------------------------------------ beginning */

static uint32_t count_running(const Server *s)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->jobs.len; i++) count += s->jobs.data[i]->state == JOB_RUNNING;
  return count;
}

static void start(Server *s, Exchange *e, const JobWish *wish, const JobLine *line)
{
  Job *job = memory_zeroed(1, sizeof *job);
  Text error = {0};
  job->child = CHILD_NONE;
  job->code = -1;
  job->command = strdup(wish->command);
  job->file = strdup(wish->file);
  if (!job->command || !job->file) memory_exhausted();
  ChildStart begin = {.program = s->options.program,
                      .arguments = (const char *const *) line->words.data,
                      .folder = s->folder.descriptor,
                      .with_progress = true,
                      .niceness = NICENESS};
  if (!server_start_child(s, &job->child, &begin, &error)) {
    answer_error(e, 502, "ended", "%s", text_string(&error));
    text_free(&error);
    job_free(job);
    return;
  }
  snprintf(job->name, sizeof job->name, "j%llu", (unsigned long long) ++s->last_job);
  vec_push(&s->jobs, job);
  json_t *answer = json_object();
  json_object_set_new(answer, "job", json_string(job->name));
  answer_json(e, answer);
}

static void start_wish(Server *s, Exchange *e, const JobWish *wish)
{
  JobLine line = {0};
  Text problem = {0};
  if (!job_line_make(&line, wish, &problem))
    answer_error(e, 400, "request", "%s", text_string(&problem));
  else if (count_running(s) >= JOB_LIMIT)
    answer_error(e, 429, "many", "%d jobs are running already", JOB_LIMIT);
  else start(s, e, wish, &line);
  text_free(&problem);
  job_line_free(&line);
}

void jobs_start(Server *s, Exchange *e, Fields *f)
{
  JobWish wish = {.command = fields_text(f, "command")};
  const char *desk = fields_text_maybe(f, "desk");
  wish.file = fields_text_maybe(f, "file");
  wish.second = fields_text_maybe(f, "second");
  wish.options = fields_object_maybe(f, "options");
  if (!fields_end(f)) answer_fields(e, f);
  else if (!wish.file == !desk)
    answer_error(e, 400, "request", "a job has one of the fields 'file' and 'desk'");
  else if (desk && !desks_look_up(s, desk, &wish.file, &wish.settings))
    answer_error(e, 404, "missing", "there is no desk '%.100s'", desk);
  else start_wish(s, e, &wish);
}

/* ------------------------------------------------------------------- answers */

static Slice verdict_of(const Job *job)
{
  return slice_member((Slice){job->report.data, job->report.len}, "verdict");
}

static void add_verdict(Text *text, const Job *job)
{
  Slice verdict = verdict_of(job);
  text_add(text, ",\"verdict\":");
  if (verdict.at && job->state != JOB_RUNNING) text_add_bytes(text, verdict.at, verdict.length);
  else text_add(text, "null");
}

/* The lines of standard error. */
static void add_messages(Text *text, const Job *job)
{
  const char *at = text_string(&job->messages);
  bool first = true;
  text_add(text, ",\"messages\":[");
  while (*at) {
    size_t length = strcspn(at, "\n");
    char *line = strndup(at, length);
    if (!line) memory_exhausted();
    if (!first) text_add_char(text, ',');
    if (length) answer_quote(text, line);
    first &= length == 0;
    free(line);
    at += length + (at[length] != '\0');
    while (*at == '\n') at++;
  }
  text_add_char(text, ']');
}

void jobs_result(Server *s, Exchange *e, Fields *f)
{
  Job *job = named(s, e, f);
  if (!job) return;
  Text text = {0};
  text_printf(&text, "{\"job\":\"%s\",\"command\":\"%s\",\"state\":\"%s\"", job->name, job->command,
              state_text(job));
  add_verdict(&text, job);
  if (job->code >= 0) text_printf(&text, ",\"code\":%d", job->code);
  else text_add(&text, ",\"code\":null");
  add_messages(&text, job);
  text_add(&text, ",\"report\":");
  if (job->state != JOB_RUNNING && job->report.len)
    text_add_bytes(&text, job->report.data, job->report.len);
  else text_add(&text, "null");
  text_add(&text, "}\n");
  answer_raw(e, 200, &text);
}

void jobs_list(Server *s, Exchange *e, Fields *f)
{
  if (!fields_end(f)) {
    answer_fields(e, f);
    return;
  }
  json_t *list = json_array(), *answer = json_object();
  for (uint32_t i = 0; i < s->jobs.len; i++) {
    const Job *job = s->jobs.data[i];
    if (job->forgotten) continue;
    json_t *one = json_object();
    json_object_set_new(one, "job", json_string(job->name));
    json_object_set_new(one, "command", json_string(job->command));
    json_object_set_new(one, "file", json_report_string(job->file));
    json_object_set_new(one, "state", json_string(state_text(job)));
    json_array_append_new(list, one);
  }
  json_object_set_new(answer, "jobs", list);
  answer_json(e, answer);
}

void jobs_cancel(Server *s, Exchange *e, Fields *f)
{
  Job *job = named(s, e, f);
  if (!job) return;
  if (job->state == JOB_RUNNING) {
    child_interrupt(&job->child);
    if (job->cancelled <= 0) job->cancelled = s->now;
  }
  answer_nothing(e);
}

void jobs_forget(Server *s, Exchange *e, Fields *f)
{
  Job *job = named(s, e, f);
  if (!job) return;
  job->forgotten = true;
  answer_nothing(e);
}

/* --------------------------------------------------------------------- events */

static void tell_state(Server *s, const Job *job)
{
  Text line = {0};
  text_printf(&line, "{\"event\":\"job\",\"job\":\"%s\",\"state\":\"%s\"", job->name,
              state_text(job));
  add_verdict(&line, job);
  text_add(&line, "}\n");
  streams_tell_line(s, &line);
  text_free(&line);
}

/* Only the last of several lines that came at once is of interest. */
static void tell_progress(Server *s, Job *job)
{
  Text *p = &job->progress;
  char *end = NULL, *begin = NULL;
  for (char *at = p->data; p->len && (at = memchr(at, '\n', (size_t) (p->data + p->len - at)));) {
    begin = end ? end + 1 : p->data;
    end = at++;
  }
  if (!end) return;
  if (*begin == '{' && end > begin + 2) {
    Text line = {0};
    text_printf(&line, "{\"event\":\"progress\",\"job\":\"%s\",", job->name);
    text_add_bytes(&line, begin + 1, (size_t) (end - begin));
    streams_tell_line(s, &line);
    text_free(&line);
  }
  p->len -= (size_t) (end + 1 - p->data);
  memmove(p->data, end + 1, p->len + 1);
}

/* -------------------------------------------------------------------- running */

static void read_report(Server *s, void *owner)
{
  Job *job = owner;
  ChildRead read = CHILD_MORE;
  for (int turns = 0; turns < 16 && read == CHILD_MORE; turns++)
    read = child_read(&job->child.out, &job->report);
  if (read == CHILD_END) job->dying = s->now;
  if (job->report.len <= REPORT_LIMIT) return;
  text_clear(&job->messages);
  text_printf(&job->messages, "the report is larger than %d MiB", REPORT_LIMIT >> 20);
  child_kill(&job->child);
  text_free(&job->report);
}

static void read_messages(Server *s, void *owner)
{
  Job *job = owner;
  (void) s;
  child_read(&job->child.err, &job->messages);
  if (job->messages.len > MESSAGES_LIMIT) {
    job->messages.len = MESSAGES_LIMIT;
    job->messages.data[MESSAGES_LIMIT] = '\0';
  }
}

static void read_progress(Server *s, void *owner)
{
  Job *job = owner;
  child_read(&job->child.progress, &job->progress);
  tell_progress(s, job);
}

void jobs_listen(Server *s, Listeners *l)
{
  for (uint32_t i = 0; i < s->jobs.len; i++) {
    Job *job = s->jobs.data[i];
    const Child *c = &job->child;
    if (c->out >= 0) listeners_add(l, c->out, POLLIN, (Listener){read_report, job});
    if (c->err >= 0) listeners_add(l, c->err, POLLIN, (Listener){read_messages, job});
    if (c->progress >= 0) listeners_add(l, c->progress, POLLIN, (Listener){read_progress, job});
  }
}

/* A report is complete, or it is none. */
static bool is_complete(const Text *report)
{
  size_t end = report->len;
  while (end > 0 && strchr(" \n\r\t", report->data[end - 1])) end--;
  return end > 1 && report->data[0] == '{' && report->data[end - 1] == '}';
}

static void finish(Server *s, Job *job, int status)
{
  enum { LAST_OF_VERDICTS = 4, INTERRUPTED = 130, USAGE = 2 };
  while (job->child.err >= 0 && child_read(&job->child.err, &job->messages) == CHILD_MORE) continue;
  while (job->child.progress >= 0 && child_read(&job->child.progress, &job->progress) == CHILD_MORE)
    continue;
  tell_progress(s, job);
  job->code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  bool good = job->code >= 0 && job->code <= LAST_OF_VERDICTS && job->code != USAGE;
  job->state = job->cancelled > 0 ? JOB_CANCELLED : good ? JOB_DONE : JOB_FAILED;
  if (job->code < 0 || !is_complete(&job->report)) text_free(&job->report);
  child_close(&job->child);
  tell_state(s, job);
}

static void look(Server *s, Job *job)
{
  int status = 0;
  if (job->state != JOB_RUNNING || job->dying <= 0) return;
  if (child_reap(&job->child, &status)) finish(s, job, status);
  else if (s->now - job->dying > DYING_SECONDS) child_kill(&job->child);
}

void jobs_tick(Server *s)
{
  for (uint32_t i = 0; i < s->jobs.len; i++) {
    Job *job = s->jobs.data[i];
    if (job->state == JOB_RUNNING && job->cancelled > 0 && s->now - job->cancelled > CANCEL_SECONDS)
      child_kill(&job->child);
  }
}

/* So many reports are kept; of those that ended the oldest goes first. */
static void forget_oldest(Server *s)
{
  size_t bytes = 0;
  uint32_t ended = 0;
  for (uint32_t i = s->jobs.len; i-- > 0;) {
    Job *job = s->jobs.data[i];
    if (job->state == JOB_RUNNING) continue;
    bytes += job->report.len;
    job->forgotten |= ended > 0 && (ended >= JOB_KEPT_LIMIT || bytes > KEPT_BYTES);
    ended++;
  }
}

void jobs_sweep(Server *s)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < s->jobs.len; i++) look(s, s->jobs.data[i]);
  forget_oldest(s);
  for (uint32_t i = 0; i < s->jobs.len; i++) {
    Job *job = s->jobs.data[i];
    if (job->forgotten) job_free(job);
    else s->jobs.data[kept++] = job;
  }
  s->jobs.len = kept;
}

bool jobs_are_dying(const Server *s)
{
  for (uint32_t i = 0; i < s->jobs.len; i++)
    if (s->jobs.data[i]->state == JOB_RUNNING && s->jobs.data[i]->dying > 0) return true;
  return false;
}

void jobs_end(Server *s)
{
  for (uint32_t i = 0; i < s->jobs.len; i++) s->jobs.data[i]->forgotten = true;
  jobs_sweep(s);
  vec_free(&s->jobs);
}
