#include <stdlib.h>

#include "serve/desk/desk_impl.h"

/* Reading the files again, and taking the same steps. */

/* From where the replay ended on, the names and arguments of steps count, whatever they lead to;
 * at the beginning also with other constants. */
static void forget_states(const Desk *d, TraceFile *file, uint32_t done, bool constants)
{
  bool running = animator_running(desk_animator(d));
  uint32_t operations = 0;
  for (uint32_t i = 0; i < file->steps.len; i++) {
    TraceFileStep *step = &file->steps.data[i];
    bool taken = step->kind == TRACE_OPERATION ? operations++ < done
                 : step->kind == TRACE_SETUP   ? running || !constants
                                               : running;
    if (!taken) step->state.len = step->unchanged.len = step->results.len = 0;
  }
}

static json_t *follow_far(Desk *d, TraceFile *file)
{
  json_t *replay = desk_follow(d, file);
  for (unsigned way = 0; way < 2 && !json_is_true(json_object_get(replay, "complete")); way++) {
    uint32_t before = desk_animator(d)->at;
    forget_states(d, file, (uint32_t) json_integer_value(json_object_get(replay, "done")), way > 0);
    json_decref(replay);
    replay = desk_follow(d, file);
    if (desk_animator(d)->at > before && !d->message.len)
      text_add(&d->message, "some steps lead to other states than before");
  }
  return replay;
}

/* … and goes back to where one was among them. */
static json_t *follow_again(Desk *d, const Text *path, uint32_t at)
{
  Text error = {0};
  TraceFile *file = trace_file_read(text_string(path), path->len, &error);
  json_t *replay = file ? follow_far(d, file) : json_null();
  trace_file_free(file);
  text_free(&error);
  Animator *a = desk_animator(d);
  if (!a->path.len) animator_start(a);
  else if (at < a->path.len) animator_go(a, at);
  return replay;
}

bool desk_reload(Desk *d, Fields *f, json_t *answer)
{
  Opened fresh;
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  if (!desk_load(d, d->file, d->settings, &fresh)) return false;
  Text path = {0};
  uint32_t at = desk_animator(d)->at, length = desk_animator(d)->path.len;
  desk_print_path(d, length, &path);
  Talk before = d->open.talk;
  d->open.talk = (Talk){0};
  desk_close_opened(&d->open);
  desk_set_opened(d, &fresh);
  d->open.talk.lets.data = before.lets.data;
  d->open.talk.lets.len = before.lets.len;
  d->open.talk.lets.cap = before.lets.cap;
  json_t *replay = length ? follow_again(d, &path, at) : json_null();
  if (!length) animator_start(desk_animator(d));
  talk_give_lets(&d->open.talk);
  text_clear(&d->open.report.out);
  text_free(&path);
  json_object_set_new(answer, "model", desk_model_json(d));
  json_object_set_new(answer, "diagnostics", desk_warnings(&d->open));
  json_object_set_new(answer, "replay", replay);
  return desk_moved(d, answer);
}
