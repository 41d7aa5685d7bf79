#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/json_report.h"
#include "report/saved_trace.h"
#include "serve/desk/desk_impl.h"
#include "session/replay.h"

/* Paths as trace files, and following them. */

void desk_print_path(Desk *d, uint32_t count, Text *text)
{
  const Animator *a = desk_animator(d);
  json_t *file = saved_trace_new(desk_lts(d), system_name(&d->open.scene.system));
  for (uint32_t i = 0; i < count; i++)
    saved_trace_add(file, desk_lts(d), &a->path.data[i], i ? a->path.data[i - 1].state : NULL);
  saved_trace_print(text, file);
  json_decref(file);
}

json_t *desk_follow(Desk *d, const TraceFile *file)
{
  Scene *s = &d->open.scene;
  Replay replay;
  Bench *bench = s->system.model ? &s->bench : NULL;
  bool good = replay_trace(&replay, s->animator, bench, s->system.machine, file);
  desk_path_forgotten(d);
  json_t *json = json_object(), *unread = json_array();
  for (uint32_t i = 0; i < replay.unread.len; i++)
    json_array_append_new(unread, json_report_string(replay.unread.data[i]));
  json_object_set_new(json, "steps", json_integer(replay.steps));
  json_object_set_new(json, "done", json_integer(replay.done));
  json_object_set_new(json, "complete", json_boolean(good));
  json_object_set_new(json, "mismatch",
                      json_report_string(good ? NULL : text_string(&replay.mismatch)));
  json_object_set_new(json, "unsure", json_boolean(replay.unsure));
  json_object_set_new(json, "unread", unread);
  replay_free(&replay);
  return json;
}

/* The text of a file as it is now; false: refused. */
static bool read_file(Desk *d, const char *path, Text *text)
{
  Session *reader = session_new();
  const char *error = NULL;
  session_set_options(reader, d->hooks.base);
  const Source *source = session_read(reader, path, &error);
  if (source) text_add_bytes(text, source->text, source->length);
  else desk_refuse_as(d, 404, "missing", "cannot read %s: %s", path, error);
  session_free(reader);
  return source != NULL;
}

static void print_given(const json_t *trace, Text *text)
{
  char *dumped = json_is_string(trace) ? NULL : json_dumps(trace, JSON_COMPACT | JSON_ENCODE_ANY);
  if (!dumped && !json_is_string(trace)) memory_exhausted();
  text_add(text, dumped ? dumped : json_string_value(trace));
  free(dumped);
}

bool desk_replay(Desk *d, Fields *f, json_t *answer)
{
  const char *path = fields_text_maybe(f, "file");
  const json_t *trace = fields_any_maybe(f, "trace");
  Text text = {0}, error = {0};
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  if (!path == !trace)
    return desk_refuse_as(d, 400, "request", "give one of the fields 'file' and 'trace'");
  if (path && !read_file(d, path, &text)) return false;
  if (trace) print_given(trace, &text);
  TraceFile *file = trace_file_read(text_string(&text), text.len, &error);
  if (!file) desk_refuse(d, "%s%s%s", path ? path : "", path ? ": " : "", text_string(&error));
  text_free(&text);
  text_free(&error);
  if (!file) return false;
  json_object_set_new(answer, "replay", desk_follow(d, file));
  trace_file_free(file);
  if (!desk_animator(d)->path.len) animator_start(desk_animator(d));
  return desk_moved(d, answer);
}

/* Who passes requests on writes the file: a desk writes none, but says again where it is wanted. */
bool desk_save_trace(Desk *d, Fields *f, json_t *answer)
{
  const char *file = fields_text_maybe(f, "file"), *hash = fields_text_maybe(f, "hash");
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  if (hash && !file)
    return desk_refuse_as(d, 400, "request", "the hash of which file? the field 'file' is missing");
  Text text = {0};
  desk_print_path(d, desk_animator(d)->at, &text);
  json_object_set_new(answer, "trace", json_report_string(text_string(&text)));
  if (file) json_object_set_new(answer, "file", json_report_string(file));
  if (hash) json_object_set_new(answer, "hash", json_report_string(hash));
  text_free(&text);
  return true;
}

bool desk_history(Desk *d, Fields *f, json_t *answer)
{
  enum { MOST = 10000 };
  uint64_t from = fields_number_or(f, "from", UINT32_MAX, 0);
  uint64_t count = fields_number_or(f, "count", MOST, 200);
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  json_object_set_new(answer, "history", desk_history_json(d, (uint32_t) from, (uint32_t) count));
  return true;
}
