#include "lsp/lsp.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lsp/wire/frames.h"

json_t *lsp_refuse(LspRequest *r, LspError error, const char *format, ...)
{
  char message[1000];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  r->error = error;
  text_clear(&r->why);
  text_add(&r->why, message);
  return NULL;
}

static void send_message(Lsp *lsp, json_t *message)
{
  frames_write(&lsp->out, message);
  json_decref(message);
}

void lsp_notify(Lsp *lsp, const char *method, json_t *params)
{
  send_message(lsp,
               json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params));
}

void lsp_ask(Lsp *lsp, const char *method, json_t *params)
{
  send_message(lsp, json_pack("{s:s, s:I, s:s, s:o}", "jsonrpc", "2.0", "id",
                              (json_int_t) ++lsp->requests, "method", method, "params", params));
}

/* ---- later answers */

json_t *lsp_answer_later(LspRequest *r, void (*cancel)(Lsp *, void *owner), void *owner)
{
  json_t *id = json_deep_copy(r->id);
  LspLate late = {.id = json_incref(id), .cancel = cancel, .owner = owner};
  vec_push(&r->lsp->late, late);
  r->later = true;
  return id;
}

/* Forgets the request; true: it was cancelled. */
static bool forget(Lsp *lsp, const json_t *id)
{
  bool cancelled = false;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < lsp->late.len; i++) {
    LspLate late = lsp->late.data[i];
    if (late.id != id) {
      lsp->late.data[kept++] = late;
      continue;
    }
    cancelled = late.cancelled;
    json_decref(late.id);
  }
  lsp->late.len = kept;
  return cancelled;
}

void lsp_answer(Lsp *lsp, json_t *id, json_t *result)
{
  bool cancelled = forget(lsp, id);
  json_t *message = json_pack("{s:s, s:O}", "jsonrpc", "2.0", "id", id);
  if (cancelled) {
    json_decref(result);
    result = json_pack("{s:i, s:s}", "code", LSP_REQUEST_CANCELLED, "message", "cancelled");
  }
  json_object_set_new(message, cancelled ? "error" : "result", result);
  json_decref(id);
  send_message(lsp, message);
}

/* ---- the client */

const json_t *lsp_capability(const Lsp *lsp, const char *path)
{
  const json_t *at = lsp->capabilities;
  while (at && *path) {
    size_t length = strcspn(path, ".");
    at = json_object_getn(at, path, length);
    path += length + (path[length] == '.');
  }
  return at;
}

bool lsp_can(const Lsp *lsp, const char *path) { return json_is_true(lsp_capability(lsp, path)); }

bool lsp_lists(const Lsp *lsp, const char *path, const char *word)
{
  size_t i;
  const json_t *one;
  json_array_foreach((json_t *) lsp_capability(lsp, path), i, one)
  {
    const char *text = json_string_value(one);
    if (text && !strcmp(text, word)) return true;
  }
  return false;
}

/* ---- other things to wait for */

void lsp_watch(Lsp *lsp, LspWatch watch) { vec_push(&lsp->watches, watch); }

void lsp_unwatch(Lsp *lsp, int descriptor)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < lsp->watches.len; i++)
    if (lsp->watches.data[i].descriptor != descriptor)
      lsp->watches.data[kept++] = lsp->watches.data[i];
  lsp->watches.len = kept;
}
