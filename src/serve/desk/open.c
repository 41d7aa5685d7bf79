#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "model/model_print.h"
#include "report/answer.h"
#include "report/json_report.h"
#include "serve/desk/desk_impl.h"

/* Opening a model: its settings, its text, its system. */

enum { TIME_LIMIT = 20 };
#define MEMORY_LIMIT (UINT64_C(2) << 30)

typedef struct {
  SessionOptions options;
  const char *process, *guide;
} Settled;

void desk_close_opened(Opened *o)
{
  if (!o->session) return;
  desk_forget_formulas(o);
  for (uint32_t i = 0; i < o->steps.len; i++) json_decref(o->steps.data[i].step);
  vec_free(&o->columns);
  vec_free(&o->formulas);
  vec_free(&o->choices);
  vec_free(&o->steps);
  json_decref(o->predicates);
  own_picture_close(&o->picture);
  talk_close(&o->talk);
  report_close(&o->report);
  scene_close(&o->scene);
  session_free(o->session);
  *o = (Opened){0};
}

/* ------------------------------------------------------------------ settings */

/* {NAME: whole number} */
static bool read_numbers(Desk *d, Arena *arena, const char *what, const json_t *object,
                         json_int_t least, Settings *out)
{
  Setting *list = arena_new_array(arena, Setting, json_object_size(object) + 1);
  uint32_t count = 0;
  const char *name;
  json_t *value;
  json_object_foreach((json_t *) object, name, value)
  {
    if (!json_is_integer(value) || json_integer_value(value) < least)
      return desk_refuse_as(d, 400, "request", "%s %s must be a whole number%s", what, name,
                            least > 0 ? " from 1" : "");
    list[count++] = (Setting){
        arena_copy(arena, name, strlen(name)),
        arena_printf(arena, "%lld", (long long) json_integer_value(value)),
    };
  }
  *out = (Settings){list, count};
  return true;
}

/* {NAME: "expression"} */
static bool read_texts(Desk *d, Arena *arena, const json_t *object, Settings *out)
{
  Setting *list = arena_new_array(arena, Setting, json_object_size(object) + 1);
  uint32_t count = 0;
  const char *name, *text;
  json_t *value;
  json_object_foreach((json_t *) object, name, value)
  {
    text = json_string_value(value);
    if (!text) return desk_refuse_as(d, 400, "request", "let %s must be a text", name);
    list[count++] =
        (Setting){arena_copy(arena, name, strlen(name)), arena_copy(arena, text, strlen(text))};
  }
  *out = (Settings){list, count};
  return true;
}

static bool read_settings(Desk *d, Session *session, const json_t *given, Settled *out)
{
  Fields f = fields_in(given);
  Arena *arena = session_arena(session);
  const json_t *pref = fields_object_maybe(&f, "pref"), *card = fields_object_maybe(&f, "card"),
               *let = fields_object_maybe(&f, "let");
  SessionOptions *o = &out->options;
  *o = d->hooks.base;
  o->alone = fields_flag(&f, "alone");
  o->strict_wd = fields_flag(&f, "strict-wd");
  out->process = fields_text_maybe(&f, "process");
  out->guide = fields_text_maybe(&f, "guide");
  fields_text_maybe(&f, "visb"); /* for picture.c */
  o->time_limit = fields_seconds_or(&f, "time-limit", TIME_LIMIT);
  o->memory_limit = fields_number_or(&f, "memory-limit", INT64_MAX, MEMORY_LIMIT);
  bool good = fields_end(&f);
  if (!good) desk_refuse_as(d, 400, "request", "settings: %s", text_string(&f.problem));
  fields_free(&f);
  return good && read_numbers(d, arena, "pref", pref, INT64_MIN, &o->preferences) &&
         read_numbers(d, arena, "card", card, 1, &o->sizes) &&
         read_texts(d, arena, let, &o->constants);
}

/* ------------------------------------------------------------------- opening */

static const Source *read_source(Desk *d, Session *session, const char *path)
{
  const char *error = NULL;
  const Source *source = session_read(session, path, &error);
  if (!source) desk_refuse_as(d, 404, "missing", "cannot read %s: %s", path, error);
  return source;
}

/* Which columns of a row people see. */
static void find_columns(Opened *o)
{
  Lts *lts = o->scene.system.lts;
  const Model *model = o->scene.system.model;
  for (uint32_t i = 0; i < lts->width; i++) {
    const char *name = lts->column_name(lts, i);
    if (!name) continue;
    DeskColumn c = {.column = i, .name = name, .type = ""};
    uint32_t constants = model ? model->constants.len : 0;
    if (model && i < constants) c.symbol = model->constants.data[i];
    else if (model && i - constants < model->variables.len)
      c.symbol = model->variables.data[i - constants];
    if (c.symbol && c.symbol->type) {
      Text text = {0};
      type_print(&text, c.symbol->type);
      c.type = arena_copy(session_arena(o->session), text_string(&text), text.len);
      text_free(&text);
    }
    vec_push(&o->columns, c);
  }
}

static bool open_scene(Desk *d, Opened *o, const char *file, const Settled *settled)
{
  SystemText text = {.process = settled->process};
  if (settled->guide && !(text.guide = read_source(d, o->session, settled->guide))) return false;
  if (!(text.source = read_source(d, o->session, file))) return false;
  bool good = scene_load(&o->scene, o->session, text, true) && scene_start(&o->scene, true);
  if (!good) return desk_refuse_session(d, o->session, file);
  bool unicode = model_is_eventb(o->scene.system.model) || system_is_process(&o->scene.system);
  o->scene.bench.style.unicode = o->scene.system.lts->style.unicode = unicode;
  o->scene.bench.style.most = 50;
  find_columns(o);
  return true;
}

void desk_add_path(Session *session)
{
  const char *path = getenv("PROBITY_PATH");
  if (path && *path) session_add_path(session, path);
}

bool desk_load(Desk *d, const char *file, const json_t *settings, Opened *o)
{
  *o = (Opened){.session = session_new()};
  report_open(&o->report, o->session, false);
  Settled settled = {0};
  json_t *none = json_object();
  bool good = read_settings(d, o->session, settings ? settings : none, &settled);
  json_decref(none);
  if (good) {
    session_set_options(o->session, settled.options);
    desk_add_path(o->session);
    good = open_scene(d, o, file, &settled);
  }
  if (!good) desk_close_opened(o);
  return good;
}

void desk_set_opened(Desk *d, const Opened *opened)
{
  d->open = *opened;
  d->open.talk = (Talk){.report = &d->open.report, .scene = &d->open.scene};
  for (uint32_t i = 0; i < d->watches.len; i++) desk_forget_points(&d->watches.data[i]);
}

json_t *desk_warnings(Opened *o)
{
  answer_warn(&o->report, o->scene.bench.engine);
  return desk_diagnostics(o->session);
}

bool desk_open(Desk *d, Fields *f, json_t *answer)
{
  const char *file = fields_text(f, "file");
  const json_t *settings = fields_object_maybe(f, "settings");
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  Opened opened;
  if (d->open.session) return desk_refuse(d, "a model is open here already");
  if (!desk_load(d, file, settings, &opened)) return false;
  desk_set_opened(d, &opened);
  d->settings = settings ? json_deep_copy(settings) : json_object();
  d->file = strdup(file);
  if (!d->file) memory_exhausted();
  animator_start(desk_animator(d));
  json_object_set_new(answer, "model", desk_model_json(d));
  json_object_set_new(answer, "diagnostics", desk_warnings(&d->open));
  return desk_moved(d, answer);
}
