#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/memory.h"
#include "serve/http/desk_process_impl.h"

/* What was done at a desk, so that it can be done again when its process has ended.  A step is
 * known by the history that it led to: where the same request leads elsewhere, because the text was
 * changed, doing again ends. */

enum { LOG_LIMIT = 8 << 20 }; /* bytes; what comes after that is not done again */

bool desk_log_wants(const char *name, const json_t *body)
{
  static const char *const names[] = {"step",    "random",  "until", "back",   "forward",
                                      "goto",    "restart", "start", "replay", "watch",
                                      "unwatch", "reload",  "click"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i], name)) return true;
  const char *line = json_string_value(json_object_get(body, "line"));
  return !strcmp(name, "evaluate") && line && line[strspn(line, " \t")] == ':';
}

static uint64_t history_of(const DeskReply *reply)
{
  Slice history = slice_member(slice_member(reply->answer, "view"), "history");
  return history.at ? XXH3_64bits(history.at, history.length) : 0;
}

/* The text of a request with its field `turn`, a number, left out. */
static char *without_turn(const char *request)
{
  Text whole = {0};
  text_printf(&whole, "{%s}", request);
  json_t *object = json_loadb(whole.data, whole.len, 0, NULL);
  text_free(&whole);
  json_object_del(object, "turn");
  char *text = json_dumps(object, JSON_COMPACT);
  json_decref(object);
  if (!text) memory_exhausted();
  size_t length = strlen(text);
  memmove(text, text + 1, length - 2);
  text[length - 2] = '\0';
  return text;
}

void desk_log_note(DeskProcess *p, const DeskEntry *entry, const DeskReply *reply)
{
  if (!entry->changes || p->log_full) return;
  char *request = without_turn(entry->request);
  p->log_bytes += strlen(request) + sizeof(DeskStep);
  p->log_full = p->log_bytes > LOG_LIMIT;
  if (p->log_full) free(request);
  else vec_push(&p->log, ((DeskStep){request, history_of(reply)}));
}

static void forget_from(DeskProcess *p, uint32_t from)
{
  while (p->log.len > from) {
    char *request = p->log.data[--p->log.len].request;
    p->log_bytes -= strlen(request) + sizeof(DeskStep);
    free(request);
  }
}

static void forget_reopening(Reopening *r)
{
  text_free(&r->model);
  text_free(&r->diagnostics);
  text_free(&r->mismatch);
  *r = (Reopening){0};
}

void desk_log_free(DeskProcess *p)
{
  forget_from(p, 0);
  vec_free(&p->log);
  forget_reopening(&p->reopening);
}

/* ----------------------------------------------------------------- reopening */

static void go_on(Server *, DeskProcess *);

static void ask(Server *s, DeskProcess *p, DeskDone *done, const char *request)
{
  DeskEntry entry = {.done = done, .request = strdup(request)};
  if (!entry.request) memory_exhausted();
  desk_process_ask(s, p, entry, true);
}

/* It ended again, or the text has mistakes now. */
static bool has_failed(DeskProcess *p, const DeskReply *reply)
{
  if (reply->status == 200) return false;
  DeskEntry entry = {.exchange = p->reopening.exchange};
  forget_reopening(&p->reopening);
  desk_reply_pass(&entry, reply);
  return true;
}

static void viewed(Server *s, DeskProcess *p, const DeskEntry *entry, const DeskReply *reply)
{
  (void) s, (void) entry;
  if (has_failed(p, reply)) return;
  Reopening *r = &p->reopening;
  Slice view = slice_member(reply->answer, "view");
  uint32_t steps = p->log.len + p->log_full;
  Text text = {0};
  text_printf(&text, "{\"model\":%s,\"view\":", text_string(&r->model));
  text_add_bytes(&text, view.at, view.length);
  text_printf(&text, ",\"diagnostics\":%s,", text_string(&r->diagnostics));
  text_printf(&text, "\"replay\":{\"steps\":%u,\"done\":%u,\"complete\":%s,\"mismatch\":", steps,
              r->done, r->done == steps ? "true" : "false");
  if (r->mismatch.len) answer_quote(&text, text_string(&r->mismatch));
  else text_add(&text, "null");
  text_add(&text, ",\"unsure\":false,\"unread\":[]}}\n");
  forget_from(p, r->done);
  p->log_full = false;
  Exchange *e = r->exchange;
  forget_reopening(r);
  answer_raw(e, 200, &text);
}

static void undone(Server *s, DeskProcess *p, const DeskEntry *entry, const DeskReply *reply)
{
  (void) entry, (void) reply; /* where there is nothing to undo, that is fine */
  ask(s, p, viewed, "\"request\":\"view\"");
}

static void redone(Server *s, DeskProcess *p, const DeskEntry *entry, const DeskReply *reply)
{
  (void) entry;
  Reopening *r = &p->reopening;
  if (reply->status == 502 || reply->status == 504) {
    has_failed(p, reply);
    return;
  }
  if (reply->status == 200 && history_of(reply) == p->log.data[r->done].history) {
    r->done++;
    go_on(s, p);
    return;
  }
  text_printf(&r->mismatch, "request %u leads elsewhere now", r->done + 1);
  ask(s, p, undone, reply->status == 200 ? "\"request\":\"back\"" : "\"request\":\"view\"");
}

/* The next step, or all is done. */
static void go_on(Server *s, DeskProcess *p)
{
  Reopening *r = &p->reopening;
  if (r->done < p->log.len) ask(s, p, redone, p->log.data[r->done].request);
  else {
    if (p->log_full) text_add(&r->mismatch, "not all that was done is known");
    ask(s, p, viewed, "\"request\":\"view\"");
  }
}

static void opened(Server *s, DeskProcess *p, const DeskEntry *entry, const DeskReply *reply)
{
  (void) entry;
  if (reply->status != 200) {
    has_failed(p, reply);
    if (!p->ended) desk_process_stop(s, p, 502, "ended", "the process of this model has ended");
    return;
  }
  Slice model = slice_member(reply->answer, "model");
  Slice diagnostics = slice_member(reply->answer, "diagnostics");
  text_add_bytes(&p->reopening.model, model.at, model.length);
  if (diagnostics.at) text_add_bytes(&p->reopening.diagnostics, diagnostics.at, diagnostics.length);
  else text_add(&p->reopening.diagnostics, "[]");
  go_on(s, p);
}

void desk_log_reopen(Server *s, DeskProcess *p, Exchange *e)
{
  Text error = {0};
  if (desk_process_start(s, p, &error)) {
    p->reopening.exchange = e;
    ask(s, p, opened, p->open);
  } else {
    text_add(&p->message, text_string(&error));
    answer_error(e, 502, "ended", "%s", text_string(&error));
  }
  text_free(&error);
}
