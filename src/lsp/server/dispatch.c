#include <string.h>

#include "lsp/server/server_impl.h"
#include "report/json_report.h"

/* From messages to methods. */

typedef enum { NOWHERE, DOCUMENT, POSITION } Where;

typedef struct {
  const char *name;
  Where where;
  json_t *(*request)(LspRequest *); /* or NULL */
  void (*notification)(LspRequest *);
} Method;

static const Method methods[] = {
#define REQUEST(name, text, where) {text, where, lsp_##name, NULL},
#define NOTIFICATION(name, text, where) {text, where, NULL, lsp_##name},
#include "lsp/methods.def"
};

static const Method *find_method(const char *name)
{
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    if (!strcmp(methods[i].name, name)) return &methods[i];
  return NULL;
}

void dispatch_complain(Lsp *lsp, const json_t *id, LspError error, const char *why)
{
  json_t *message = json_pack("{s:s, s:o, s:{s:i, s:o}}", "jsonrpc", "2.0", "id",
                              id ? json_deep_copy(id) : json_null(), "error", "code", error,
                              "message", json_report_string(why));
  frames_write(&lsp->out, message);
  json_decref(message);
}

static void answer(Lsp *lsp, const json_t *id, json_t *result)
{
  json_t *message = json_pack("{s:s, s:o, s:o}", "jsonrpc", "2.0", "id", json_deep_copy(id),
                              "result", result ? result : json_null());
  frames_write(&lsp->out, message);
  json_decref(message);
}

/* What the request is about; false: it names nothing. */
static bool locate(LspRequest *r, Where where)
{
  const json_t *text = json_object_get(r->params, "textDocument");
  const char *uri = json_string_value(json_object_get(text, "uri"));
  Position position;
  r->document = uri ? documents_find(&r->project->documents, uri) : NULL;
  if (where == NOWHERE) return true;
  if (!uri) return lsp_refuse(r, LSP_INVALID_PARAMS, "no textDocument"), false;
  if (!r->document) return lsp_refuse(r, LSP_INVALID_PARAMS, "%s is not open", uri), false;
  if (where == DOCUMENT) return true;
  if (!project_read_position(json_object_get(r->params, "position"), &position))
    return lsp_refuse(r, LSP_INVALID_PARAMS, "no position"), false;
  r->at = document_offset(r->document, position, r->project->units);
  return true;
}

/* A notification that makes no sense is no message that could be answered. */
static void run(LspRequest *r, const Method *method)
{
  json_t *result = NULL;
  bool located = locate(r, method->where);
  if (located && r->id) result = method->request(r);
  else if (located) method->notification(r);
  if (!r->id || r->later) json_decref(result);
  else if (r->error) dispatch_complain(r->lsp, r->id, (LspError) r->error, text_string(&r->why));
  else answer(r->lsp, r->id, result);
  text_free(&r->why);
}

/* Why the client may not ask for that now; 0: it may. */
static int out_of_order(const Lsp *lsp, const Method *method)
{
  bool begins = method && method->request == lsp_initialize;
  if (lsp->state == LSP_NEW && !begins) return LSP_NOT_INITIALIZED;
  return lsp->state == LSP_SHUT_DOWN ? LSP_INVALID_REQUEST : 0;
}

static void dispatch(Lsp *lsp, const json_t *id, const char *name, const json_t *params)
{
  const Method *method = find_method(name);
  int disorder = out_of_order(lsp, method);
  bool fits = method && (id ? method->request != NULL : method->notification != NULL);
  json_t *none = json_object();
  LspRequest request = {.lsp = lsp, .project = &lsp->project, .id = id};
  request.params = params && !json_is_null(params) ? params : none;
  if (!disorder && fits && json_is_object(request.params)) run(&request, method);
  else if (id && disorder)
    dispatch_complain(lsp, id, (LspError) disorder,
                      disorder == LSP_NOT_INITIALIZED ? "not initialized" : "shut down");
  else if (id && !fits) dispatch_complain(lsp, id, LSP_METHOD_NOT_FOUND, name);
  else if (id) dispatch_complain(lsp, id, LSP_INVALID_PARAMS, "params is no object");
  json_decref(none);
}

static bool is_id(const json_t *id) { return json_is_number(id) || json_is_string(id); }

bool dispatch_message(Lsp *lsp, json_t *message)
{
  const json_t *id = json_object_get(message, "id");
  const char *method = json_string_value(json_object_get(message, "method"));
  bool response = json_object_get(message, "result") || json_object_get(message, "error");
  if (method && !id && !strcmp(method, "exit")) return false;
  if (method && (!id || is_id(id))) dispatch(lsp, id, method, json_object_get(message, "params"));
  else if (!json_is_object(message) || method || !response)
    dispatch_complain(lsp, is_id(id) ? id : NULL, LSP_INVALID_REQUEST, "this is no request");
  return true;
}
