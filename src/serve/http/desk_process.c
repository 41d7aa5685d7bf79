#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/memory.h"
#include "report/json_report.h"
#include "serve/http/desk_process_impl.h"

enum {
  TIME_LIMIT = 20,      /* seconds for a request, if nothing else was said; as desks have it */
  LATE_SECONDS = 5,     /* … and for the desk to notice */
  DYING_SECONDS = 1,    /* from the end of its output to its own */
  ERRORS_LIMIT = 4096,  /* bytes of standard error that are kept: the last */
  KEPT_BUFFER = 1 << 20 /* larger ones are given back */
};
#define MEMORY_LIMIT ((size_t) 2 << 30)

bool desk_process_start(Server *s, DeskProcess *p, Text *error)
{
  static const char *const arguments[] = {"probity", "desk", "--inside", ".", NULL};
  ChildStart start = {.program = s->options.program,
                      .arguments = arguments,
                      .folder = s->folder.descriptor,
                      .with_input = true,
                      .holds_interrupts = true};
  p->ended = p->sent = p->interrupted = p->late = false;
  p->dying = 0;
  p->reason = NULL;
  text_clear(&p->message);
  text_clear(&p->input);
  text_clear(&p->output);
  text_clear(&p->errors);
  p->written = p->searched = 0;
  p->ended = !server_start_child(s, &p->child, &start, error);
  return !p->ended;
}

DeskProcess *desk_process_new(Server *s, Text *error)
{
  DeskProcess *p = memory_zeroed(1, sizeof *p);
  p->child = CHILD_NONE;
  p->time_limit = TIME_LIMIT;
  p->memory_limit = MEMORY_LIMIT;
  p->asked = s->now;
  if (desk_process_start(s, p, error)) return p;
  desk_process_free(p);
  return NULL;
}

void desk_process_free(DeskProcess *p)
{
  if (!p) return;
  child_close(&p->child);
  for (uint32_t i = 0; i < p->queue.len; i++) free(p->queue.data[i].request);
  vec_free(&p->queue);
  desk_log_free(p);
  text_free(&p->output);
  text_free(&p->input);
  text_free(&p->errors);
  text_free(&p->message);
  json_decref(p->settings);
  json_decref(p->sources);
  free(p->client);
  free(p->file);
  free(p->open);
  free(p);
}

bool desk_process_is_busy(const DeskProcess *p) { return p->queue.len > 0; }

char *desk_process_request(const char *name, const json_t *body)
{
  json_t *request = json_object();
  json_object_set_new(request, "request", json_string(name));
  json_object_update(request, (json_t *) body);
  char *text = json_dumps(request, JSON_COMPACT);
  if (!text) memory_exhausted();
  json_decref(request);
  size_t length = strlen(text);
  memmove(text, text + 1, length - 2);
  text[length - 2] = '\0';
  return text;
}

/* -------------------------------------------------------------------- asking */

static void write_more(DeskProcess *p)
{
  if (!child_write(p->child.in, &p->output, &p->written)) child_close_end(&p->child.in);
  if (p->written < p->output.len && p->child.in >= 0) return;
  p->written = 0;
  if (p->output.cap > KEPT_BUFFER) text_free(&p->output);
  else text_clear(&p->output);
}

/* The next one goes to the process, if that has nothing to do. */
static void send_next(Server *s, DeskProcess *p)
{
  if (p->sent || p->ended || p->dying > 0 || p->queue.len == 0) return;
  text_printf(&p->output, "{\"id\":%llu,", (unsigned long long) ++p->last_id);
  text_add(&p->output, p->queue.data[0].request);
  text_add(&p->output, "}\n");
  p->sent = true;
  p->interrupted = p->late = false;
  p->sent_at = s->now;
  write_more(p);
}

void desk_process_ask(Server *s, DeskProcess *p, DeskEntry entry, bool first)
{
  vec_push(&p->queue, entry);
  if (first) {
    memmove(p->queue.data + 1, p->queue.data, (p->queue.len - 1) * sizeof entry);
    p->queue.data[0] = entry;
  }
  p->asked = s->now;
  send_next(s, p);
}

/* ------------------------------------------------------------------- answers */

void desk_reply_pass(const DeskEntry *entry, const DeskReply *reply)
{
  Text text = {0};
  if (reply->status != 200) text_add(&text, "{\"error\":");
  text_add_bytes(&text, reply->answer.at, reply->answer.length);
  text_add(&text, reply->status != 200 ? "}\n" : "\n");
  answer_raw(entry->exchange, reply->status, &text);
}

/* The first of the queue is done. */
static void give(Server *s, DeskProcess *p, const DeskReply *reply)
{
  DeskEntry entry = p->queue.data[0];
  p->queue.len--;
  memmove(p->queue.data, p->queue.data + 1, p->queue.len * sizeof entry);
  if (reply->status == 200) desk_log_note(p, &entry, reply);
  entry.done(s, p, &entry, reply);
  free(entry.request);
}

/* A line came: is it the answer to what was asked? */
static bool take_line(Server *s, DeskProcess *p, const char *line, size_t length)
{
  Slice whole = {line, length};
  char id[24];
  snprintf(id, sizeof id, "%llu", (unsigned long long) p->last_id);
  long status = slice_number(slice_member(whole, "status"));
  DeskReply reply = {.status = (int) status};
  reply.answer = slice_member(whole, status == 200 ? "answer" : "error");
  if (!p->sent || !slice_is(slice_member(whole, "id"), id) || status < 100 || !reply.answer.at)
    return false;
  p->sent = false;
  give(s, p, &reply);
  return true;
}

static void take_answers(Server *s, DeskProcess *p)
{
  size_t begin = 0;
  for (char *end; p->searched < p->input.len &&
                  (end = memchr(p->input.data + p->searched, '\n', p->input.len - p->searched));) {
    size_t length = (size_t) (end - p->input.data) - begin;
    bool good = take_line(s, p, p->input.data + begin, length);
    begin = p->searched = begin + length + 1;
    if (good) continue;
    p->reason = "it has answered what was not asked";
    child_kill(&p->child);
    break;
  }
  p->searched = p->input.len;
  if (begin == p->input.len && p->input.cap > KEPT_BUFFER) text_free(&p->input);
  else if (begin) {
    memmove(p->input.data, p->input.data + begin, p->input.len - begin + 1);
    p->input.len -= begin;
  }
  p->searched = p->input.len;
}

static void read_answers(Server *s, void *owner)
{
  DeskProcess *p = owner;
  ChildRead read = CHILD_MORE;
  for (int turns = 0; turns < 16 && read == CHILD_MORE; turns++)
    read = child_read(&p->child.out, &p->input);
  if (read == CHILD_END) p->dying = s->now;
  if (p->input.len > REPORT_LIMIT) {
    p->reason = "its answer was too large";
    child_kill(&p->child);
    text_free(&p->input);
    p->searched = 0;
  }
  take_answers(s, p);
  send_next(s, p);
}

static void read_errors(Server *s, void *owner)
{
  DeskProcess *p = owner;
  (void) s;
  child_read(&p->child.err, &p->errors);
  if (p->errors.len <= ERRORS_LIMIT) return;
  size_t cut = p->errors.len - ERRORS_LIMIT;
  memmove(p->errors.data, p->errors.data + cut, ERRORS_LIMIT + 1);
  p->errors.len = ERRORS_LIMIT;
}

static void write_ready(Server *s, void *owner)
{
  (void) s;
  write_more(owner);
}

void desk_process_listen(Server *s, DeskProcess *p, Listeners *l)
{
  (void) s;
  if (p->child.out >= 0) listeners_add(l, p->child.out, POLLIN, (Listener){read_answers, p});
  if (p->child.err >= 0) listeners_add(l, p->child.err, POLLIN, (Listener){read_errors, p});
  if (p->child.in >= 0 && p->written < p->output.len)
    listeners_add(l, p->child.in, POLLOUT, (Listener){write_ready, p});
}

/* -------------------------------------------------------------------- ending */

/* All who wait get this error, and so does who asks from now on. */
static void refuse_all(Server *s, DeskProcess *p, int status, const char *kind, const char *message)
{
  Text error = {0};
  text_add(&error, "{\"message\":");
  answer_quote(&error, message);
  text_printf(&error, ",\"kind\":\"%s\"}", kind);
  DeskReply reply = {status, {error.data, error.len}};
  while (p->queue.len) give(s, p, &reply);
  text_free(&error);
}

static const char *reason_of(const DeskProcess *p, int status)
{
  if (p->reason) return p->reason;
  if (p->errors.len && strstr(p->errors.data, "out of memory")) return "it ran out of memory";
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) return "the system has stopped it";
  return WIFSIGNALED(status) || WEXITSTATUS(status) == 70 ? "it has crashed" : "it has stopped";
}

static void end(Server *s, DeskProcess *p, int status)
{
  bool late = p->late;
  p->ended = true;
  p->sent = false;
  p->dying = 0;
  text_clear(&p->message);
  text_printf(&p->message, "the process of this model has ended: %s", reason_of(p, status));
  child_close(&p->child);
  if (*p->name && p->opened && !p->closed) {
    json_t *event = json_object();
    json_object_set_new(event, "event", json_string("desk"));
    json_object_set_new(event, "desk", json_string(p->name));
    json_object_set_new(event, "state", json_string("ended"));
    json_object_set_new(event, "message", json_report_string(text_string(&p->message)));
    streams_tell(s, event);
  }
  refuse_all(s, p, late ? 504 : 502, late ? "time" : "ended", text_string(&p->message));
}

void desk_process_look(Server *s, DeskProcess *p)
{
  int status = 0;
  if (p->dying <= 0 || p->ended) return;
  if (child_reap(&p->child, &status)) end(s, p, status);
  else if (s->now - p->dying > DYING_SECONDS) child_kill(&p->child);
}

void desk_process_stop(Server *s, DeskProcess *p, int status, const char *kind, const char *reason)
{
  child_close(&p->child);
  p->ended = true;
  p->sent = false;
  p->dying = 0;
  text_clear(&p->message);
  text_add(&p->message, reason);
  refuse_all(s, p, status, kind, reason);
}

void desk_process_tick(Server *s, DeskProcess *p)
{
  if (p->ended) return;
  double worked = p->sent ? s->now - p->sent_at : 0;
  if (worked > p->time_limit + LATE_SECONDS && !p->interrupted) {
    p->interrupted = true;
    child_interrupt(&p->child);
  } else if (worked > p->time_limit + 2 * LATE_SECONDS && !p->late) {
    p->late = true;
    p->reason = "it did not answer in time";
    child_kill(&p->child);
  }
  size_t most = p->memory_limit + p->memory_limit / 4 + ((size_t) 512 << 20);
  if (most > p->memory_limit && child_memory(&p->child) > most) {
    p->reason = "it took too much memory";
    child_kill(&p->child);
  }
}
