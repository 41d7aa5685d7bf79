#include "serve/desk/desk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/json_report.h"
#include "serve/desk/desk_impl.h"

enum { ANYWHERE = false, OPENED = true };

typedef struct {
  const char *name;
  bool opened; /* needs an open model */
  bool (*run)(Desk *, Fields *, json_t *answer);
} Request;

static const Request requests[] = {
#define REQUEST(name, text, where) {text, where, desk_##name},
#include "serve/desk/requests.def"
#undef REQUEST
};

Desk *desk_new(DeskHooks hooks)
{
  Desk *d = calloc(1, sizeof *d);
  if (!d) memory_exhausted();
  d->hooks = hooks;
  d->seed = 1;
  return d;
}

void desk_free(Desk *d)
{
  if (!d) return;
  desk_close_opened(&d->open);
  for (uint32_t i = 0; i < d->watches.len; i++) {
    free(d->watches.data[i].expression);
    desk_forget_points(&d->watches.data[i]);
  }
  vec_free(&d->watches);
  json_decref(d->settings);
  free(d->file);
  text_free(&d->message);
  text_free(&d->reason);
  text_free(&d->hint);
  json_decref(d->more);
  free(d);
}

static json_t *error_json(Desk *d)
{
  json_t *error = d->more ? d->more : json_object();
  d->more = NULL;
  json_object_set_new(error, "message", json_report_string(text_string(&d->reason)));
  if (d->hint.len) json_object_set_new(error, "hint", json_report_string(text_string(&d->hint)));
  json_object_set_new(error, "kind", json_string(d->kind));
  return error;
}

/* ------------------------------------------------------------------ requests */

static const Request *find_request(const char *name)
{
  for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
    if (!strcmp(requests[i].name, name)) return &requests[i];
  return NULL;
}

static void begin(Desk *d)
{
  d->status = 200;
  text_clear(&d->message);
  text_clear(&d->reason);
  text_clear(&d->hint);
  json_decref(d->more);
  d->more = NULL;
  if (d->hooks.begin) d->hooks.begin();
  if (d->open.session) scene_begin(&d->open.scene);
}

/* What was said of this request is no matter of the next one. */
static void end(Desk *d)
{
  if (!d->open.session) return;
  diags_release(session_diags(d->open.session), 0);
  engine_forget(d->open.scene.bench.engine);
  d->open.scene.bench.engine->warnings.len = 0;
}

static bool run(Desk *d, json_t *line, json_t *answer)
{
  const char *name = json_string_value(json_object_get(line, "request"));
  if (!name) return desk_refuse_as(d, 400, "request", "the field 'request' is missing");
  const Request *request = find_request(name);
  if (!request) return desk_refuse_as(d, 404, "missing", "there is no request '%.100s'", name);
  if (request->opened && !d->open.session)
    return desk_refuse_as(d, 404, "missing", "no model is open here");
  json_object_del(line, "request");
  json_object_del(line, "id");
  Fields fields = fields_in(line);
  bool good = request->run(d, &fields, answer);
  assert(good == (d->status == 200));
  fields_free(&fields);
  return good;
}

static void print(Text *out, json_t *object)
{
  char *line = json_dumps(object, JSON_COMPACT);
  if (!line) memory_exhausted();
  text_add(out, line);
  text_add_char(out, '\n');
  free(line);
}

void desk_answer(Desk *d, const char *line, size_t length, Text *out)
{
  json_error_t problem;
  json_t *request = json_loadb(line, length, JSON_REJECT_DUPLICATES, &problem);
  json_t *whole = json_object(), *answer = json_object();
  json_t *id = json_incref(json_object_get(request, "id"));
  begin(d);
  bool good = json_is_object(request)
                  ? run(d, request, answer)
                  : desk_refuse_as(d, 400, "request", "the request is no JSON object: %s",
                                   request ? "it is another value" : problem.text);
  end(d);
  json_object_set_new(whole, "id", id ? id : json_null());
  json_object_set_new(whole, "status", json_integer(d->status));
  if (good) json_object_set(whole, "answer", answer);
  else json_object_set_new(whole, "error", error_json(d));
  json_decref(answer);
  json_decref(request);
  print(out, whole);
  json_decref(whole);
}
