#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/json_report.h"
#include "serve/http/desk_process_impl.h"

/* The models that are open. */

static DeskProcess *find(Server *s, const char *name)
{
  for (uint32_t i = 0; i < s->desks.len; i++)
    if (!s->desks.data[i]->closed && !strcmp(s->desks.data[i]->name, name)) return s->desks.data[i];
  return NULL;
}

/* The desk that the request names; NULL: it was answered. */
static DeskProcess *named(Server *s, Exchange *e, Fields *f)
{
  const char *name = fields_text(f, "desk");
  if (!fields_end(f)) {
    answer_fields(e, f);
    return NULL;
  }
  DeskProcess *p = find(s, name);
  if (!p) answer_error(e, 404, "missing", "there is no desk '%.100s'", name);
  return p;
}

static char *copy(const char *text)
{
  char *result = strdup(text);
  if (!result) memory_exhausted();
  return result;
}

/* A desk has no such fields, as far as who asks is concerned. */
static bool is_reserved(Exchange *e, const json_t *body)
{
  static const char *const names[] = {"id", "request"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!json_object_get(body, names[i])) continue;
    answer_error(e, 400, "request", "the field '%s' means nothing in this request", names[i]);
    return true;
  }
  return false;
}

/* Answers if the file, if one is named, cannot be below the folder. */
static bool leads_out(Exchange *e, const char *file)
{
  if (!file || folder_path_is_good(file)) return false;
  answer_error(e, 422, "refused", "%.500s leads out of the folder", file);
  return true;
}

/* ------------------------------------------------------------------- passing */

static void note_sources(DeskProcess *p, Slice model)
{
  Slice sources = slice_member(model, "sources");
  json_t *list = sources.at ? json_loadb(sources.at, sources.length, 0, NULL) : NULL;
  if (!list) return;
  json_decref(p->sources);
  p->sources = list;
}

static void passed(Server *s, DeskProcess *p, const DeskEntry *entry, const DeskReply *reply)
{
  (void) s;
  if (reply->status == 200 && entry->changes) {
    Slice model = slice_member(reply->answer, "model");
    if (model.at) note_sources(p, model);
  }
  desk_reply_pass(entry, reply);
}

/* A desk writes no files: it gives the trace, and says where it is wanted. */
static void saved(Server *s, DeskProcess *p, const DeskEntry *entry, const DeskReply *reply)
{
  Slice all = reply->answer;
  json_t *answer = reply->status == 200 ? json_loadb(all.at, all.length, 0, NULL) : NULL;
  const char *file = json_string_value(json_object_get(answer, "file"));
  const char *trace = json_string_value(json_object_get(answer, "trace"));
  json_t *hash = json_incref(json_object_get(answer, "hash"));
  if (file && trace)
    files_write(s, entry->exchange, file, trace, json_string_value(hash), json_incref(answer));
  else passed(s, p, entry, reply);
  json_decref(hash);
  json_decref(answer);
}

static void pass(Server *s, DeskProcess *p, Exchange *e, const char *name, const json_t *body)
{
  DeskEntry entry = {.exchange = e,
                     .done = strcmp(name, "save-trace") != 0 ? passed : saved,
                     .changes = desk_log_wants(name, body)};
  if (p->queue.len >= DESK_QUEUE_LIMIT) {
    answer_error(e, 429, "many", "too many requests wait for this model");
    return;
  }
  entry.request = desk_process_request(name, body);
  desk_process_ask(s, p, entry, false);
}

void desks_pass(Server *s, Exchange *e, const char *name, json_t *body)
{
  const char *desk = json_string_value(json_object_get(body, "desk"));
  if (is_reserved(e, body)) return;
  if (!desk) {
    answer_error(e, 400, "request",
                 json_object_get(body, "desk") ? "the field 'desk' must be a text"
                                               : "the field 'desk' is missing");
    return;
  }
  DeskProcess *p = find(s, desk);
  if (!p) answer_error(e, 404, "missing", "there is no desk '%.100s'", desk);
  else if (p->ended) answer_error(e, 502, "ended", "%s", text_string(&p->message));
  else {
    json_object_del(body, "desk");
    pass(s, p, e, name, body);
  }
}

void desks_scratch(Server *s, Exchange *e, const char *name, json_t *body)
{
  Text error = {0};
  if (is_reserved(e, body) || leads_out(e, json_string_value(json_object_get(body, "file"))))
    return;
  if (s->scratch && s->scratch->ended) {
    desk_process_free(s->scratch);
    s->scratch = NULL;
  }
  if (!s->scratch) s->scratch = desk_process_new(s, &error);
  if (s->scratch) pass(s, s->scratch, e, name, body);
  else answer_error(e, 502, "ended", "%s", text_string(&error));
  text_free(&error);
}

/* ------------------------------------------------------------------- opening */

static void opened(Server *s, DeskProcess *p, const DeskEntry *entry, const DeskReply *reply)
{
  if (reply->status != 200) {
    desk_reply_pass(entry, reply);
    /* Others may have guessed its name, and wait. */
    if (p->closed) return;
    p->closed = true;
    desk_process_stop(s, p, 404, "missing", "the model was not opened");
    return;
  }
  p->opened = true;
  note_sources(p, slice_member(reply->answer, "model"));
  Text text = {0};
  text_printf(&text, "{\"desk\":\"%s\"%s", p->name, reply->answer.length > 2 ? "," : "");
  text_add_bytes(&text, reply->answer.at + 1, reply->answer.length - 1);
  text_add_char(&text, '\n');
  answer_raw(entry->exchange, 200, &text);
}

static uint32_t count_open(const Server *s)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->desks.len; i++) count += !s->desks.data[i]->closed;
  return count;
}

/* What the settings say about the process. */
static void take_settings(DeskProcess *p, const json_t *settings)
{
  const json_t *seconds = json_object_get(settings, "time-limit");
  const json_t *bytes = json_object_get(settings, "memory-limit");
  if (json_is_number(seconds) && json_number_value(seconds) > 0)
    p->time_limit = json_number_value(seconds);
  if (json_is_integer(bytes) && json_integer_value(bytes) > 0)
    p->memory_limit = (size_t) json_integer_value(bytes);
  p->settings = json_is_object(settings) ? json_deep_copy(settings) : NULL;
}

void desks_open(Server *s, Exchange *e, json_t *body)
{
  const json_t *client = json_object_get(body, "client");
  const char *file = json_string_value(json_object_get(body, "file"));
  if (is_reserved(e, body)) return;
  if (client && !json_is_null(client) && !json_is_string(client)) {
    answer_error(e, 400, "request", "the field 'client' must be a text");
    return;
  }
  if (leads_out(e, file)) return;
  if (count_open(s) >= DESK_LIMIT) {
    answer_error(e, 429, "many", "%d models are open already", DESK_LIMIT);
    return;
  }
  Text error = {0};
  DeskProcess *p = desk_process_new(s, &error);
  if (!p) answer_error(e, 502, "ended", "%s", text_string(&error));
  text_free(&error);
  if (!p) return;
  snprintf(p->name, sizeof p->name, "d%llu", (unsigned long long) ++s->last_desk);
  if (json_is_string(client)) p->client = copy(json_string_value(client));
  p->file = copy(file ? file : "");
  take_settings(p, json_object_get(body, "settings"));
  json_object_del(body, "client");
  p->open = desk_process_request("open", body);
  vec_push(&s->desks, p);
  DeskEntry entry = {.exchange = e, .done = opened, .request = copy(p->open)};
  desk_process_ask(s, p, entry, false);
}

/* ------------------------------------------------------- what needs no answer */

/* Several clients may show one desk. */
static void tell_closed(Server *s, const DeskProcess *p, const char *message)
{
  json_t *event = json_object();
  json_object_set_new(event, "event", json_string("desk"));
  json_object_set_new(event, "desk", json_string(p->name));
  json_object_set_new(event, "state", json_string("closed"));
  json_object_set_new(event, "message", json_string(message));
  streams_tell(s, event);
}

void desks_close(Server *s, Exchange *e, Fields *f)
{
  DeskProcess *p = named(s, e, f);
  if (!p) return;
  tell_closed(s, p, "a client has closed it");
  p->closed = true;
  desk_process_stop(s, p, 404, "missing", "the model was closed");
  answer_nothing(e);
}

void desks_interrupt(Server *s, Exchange *e, Fields *f)
{
  DeskProcess *p = named(s, e, f);
  if (!p) return;
  if (p->sent) child_interrupt(&p->child);
  p->asked = s->now;
  answer_nothing(e);
}

void desks_reopen(Server *s, Exchange *e, Fields *f)
{
  DeskProcess *p = named(s, e, f);
  if (!p) return;
  if (p->ended) desk_log_reopen(s, p, e);
  else answer_error(e, 422, "refused", "the process of this model has not ended");
}

void desks_list(Server *s, Exchange *e, Fields *f)
{
  if (!fields_end(f)) {
    answer_fields(e, f);
    return;
  }
  json_t *list = json_array(), *answer = json_object();
  for (uint32_t i = 0; i < s->desks.len; i++) {
    DeskProcess *p = s->desks.data[i];
    if (p->closed || (!p->opened && !p->ended)) continue;
    json_t *one = json_object();
    const char *state = p->ended ? "ended" : desk_process_is_busy(p) ? "busy" : "ready";
    json_object_set_new(one, "desk", json_string(p->name));
    json_object_set_new(one, "file", json_report_string(p->file));
    json_object_set_new(one, "state", json_string(state));
    json_array_append_new(list, one);
  }
  json_object_set_new(answer, "desks", list);
  answer_json(e, answer);
}

bool desks_look_up(Server *s, const char *desk, const char **file, const json_t **settings)
{
  DeskProcess *p = find(s, desk);
  if (!p) return false;
  *file = p->file;
  *settings = p->settings;
  return true;
}

static bool has_read(const DeskProcess *p, const WatchPaths *paths)
{
  size_t index;
  json_t *source;
  json_array_foreach(p->sources, index, source)
  {
    const char *name = json_string_value(source);
    for (uint32_t i = 0; name && i < paths->len; i++)
      if (!strcmp(paths->data[i], name)) return true;
  }
  return false;
}

json_t *desks_readers(Server *s, const WatchPaths *paths)
{
  json_t *names = json_array();
  for (uint32_t i = 0; i < s->desks.len; i++)
    if (!s->desks.data[i]->closed && has_read(s->desks.data[i], paths))
      json_array_append_new(names, json_string(s->desks.data[i]->name));
  return names;
}

/* ---------------------------------------------------------------------- turns */

void desks_listen(Server *s, Listeners *l)
{
  for (uint32_t i = 0; i < s->desks.len; i++) desk_process_listen(s, s->desks.data[i], l);
  if (s->scratch) desk_process_listen(s, s->scratch, l);
}

/* Nobody is there who could want it. */
static bool is_abandoned(const Server *s, const DeskProcess *p)
{
  return !desk_process_is_busy(p) && s->now - p->asked > s->options.idle_seconds &&
         !streams_has(s, p->client);
}

static void abandon(Server *s, DeskProcess *p)
{
  tell_closed(s, p, "nobody has used it for a long time");
  p->closed = true;
  desk_process_stop(s, p, 404, "missing", "the model was closed");
}

void desks_tick(Server *s)
{
  for (uint32_t i = 0; i < s->desks.len; i++) {
    DeskProcess *p = s->desks.data[i];
    if (p->closed) continue;
    desk_process_tick(s, p);
    if (is_abandoned(s, p)) abandon(s, p);
  }
  if (s->scratch) desk_process_tick(s, s->scratch);
}

void desks_sweep(Server *s)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < s->desks.len; i++) {
    DeskProcess *p = s->desks.data[i];
    desk_process_look(s, p);
    if (p->closed) desk_process_free(p);
    else s->desks.data[kept++] = p;
  }
  s->desks.len = kept;
  if (s->scratch) desk_process_look(s, s->scratch);
}

bool desks_are_dying(const Server *s)
{
  bool dying = s->scratch && s->scratch->dying > 0;
  for (uint32_t i = 0; i < s->desks.len; i++) dying |= s->desks.data[i]->dying > 0;
  return dying;
}

void desks_end(Server *s)
{
  for (uint32_t i = 0; i < s->desks.len; i++) {
    s->desks.data[i]->closed = true;
    desk_process_stop(s, s->desks.data[i], 502, "ended", "the server ends");
  }
  desks_sweep(s);
  vec_free(&s->desks);
  if (s->scratch) desk_process_stop(s, s->scratch, 502, "ended", "the server ends");
  desk_process_free(s->scratch);
  s->scratch = NULL;
}
