#include "lsp/server/server.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lsp/run/run.h"
#include "lsp/server/server_impl.h"

Server *server_new(ProjectHooks hooks)
{
  Server *s = memory_zeroed(1, sizeof *s);
  s->lsp.project.hooks = hooks;
  s->lsp.capabilities = json_object();
  s->lsp.published = json_object();
  s->lsp.tokens = json_object();
  return s;
}

void server_free(Server *s)
{
  if (!s) return;
  for (uint32_t i = s->first; i < s->queue.len; i++) json_decref(s->queue.data[i].message);
  for (uint32_t i = 0; i < s->lsp.late.len; i++) json_decref(s->lsp.late.data[i].id);
  runs_free(&s->lsp);
  vec_free(&s->queue);
  vec_free(&s->lsp.late);
  vec_free(&s->lsp.watches);
  frames_free(&s->frames);
  project_free(&s->lsp.project);
  json_decref(s->lsp.capabilities);
  json_decref(s->lsp.published);
  json_decref(s->lsp.tokens);
  text_free(&s->lsp.out);
  free(s);
}

Text *server_output(Server *s) { return &s->lsp.out; }
bool server_has_ended(const Server *s) { return s->ended; }

/* ---- messages come in */

static void cancel(Server *s, const json_t *id)
{
  for (uint32_t i = s->first; i < s->queue.len; i++) {
    Queued *q = &s->queue.data[i];
    const json_t *own = json_object_get(q->message, "id");
    if (own && json_object_get(q->message, "method") && json_equal(own, id)) q->cancelled = true;
  }
  for (uint32_t i = 0; i < s->lsp.late.len; i++) {
    LspLate *late = &s->lsp.late.data[i];
    if (late->cancelled || !json_equal(late->id, id)) continue;
    late->cancelled = true;
    if (late->cancel) late->cancel(&s->lsp, late->owner);
    return;
  }
}

static bool is_cancellation(const json_t *message)
{
  const char *method = json_string_value(json_object_get(message, "method"));
  return method && !strcmp(method, "$/cancelRequest");
}

static void add_message(Server *s, const char *text, size_t length)
{
  json_error_t problem;
  json_t *message = json_loadb(text, length, JSON_ALLOW_NUL | JSON_DECODE_ANY, &problem);
  if (!message) {
    dispatch_complain(&s->lsp, NULL, LSP_PARSE_ERROR, problem.text);
  } else if (is_cancellation(message)) {
    cancel(s, json_object_get(json_object_get(message, "params"), "id"));
    json_decref(message);
  } else {
    vec_push(&s->queue, ((Queued){.message = message}));
  }
}

void server_receive(Server *s, const char *bytes, size_t length)
{
  Frame frame;
  frames_add(&s->frames, bytes, length);
  while ((frame = frames_next(&s->frames)).kind != FRAME_NONE) {
    if (frame.kind == FRAME_MESSAGE) add_message(s, frame.text, frame.length);
    else dispatch_complain(&s->lsp, NULL, LSP_PARSE_ERROR, frame.text);
  }
}

/* ---- what is to be done */

static void handle_first(Server *s)
{
  Queued q = s->queue.data[s->first++];
  if (s->first == s->queue.len) s->first = s->queue.len = 0;
  if (q.cancelled)
    dispatch_complain(&s->lsp, json_object_get(q.message, "id"), LSP_REQUEST_CANCELLED,
                      "cancelled");
  else if (!dispatch_message(&s->lsp, q.message)) s->ended = true;
  json_decref(q.message);
}

/* The document that was changed last of those that are to be analysed; or NULL. */
static Document *next_document(const Project *p)
{
  Document *next = NULL;
  for (uint32_t i = 0; i < p->documents.all.len; i++) {
    Document *d = p->documents.all.data[i];
    if ((!next || d->stamp > next->stamp) && project_is_stale(p, d)) next = d;
  }
  return next;
}

bool server_step(Server *s)
{
  if (s->ended) return false;
  if (s->first < s->queue.len) {
    handle_first(s);
    s->published = false;
    return true;
  }
  Document *d = next_document(&s->lsp.project);
  if (d) project_analysis(&s->lsp.project, d);
  else if (s->published) return false;
  lsp_publish(&s->lsp);
  s->published = true;
  return true;
}
