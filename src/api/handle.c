#include "api/handle.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "report/answer.h"
#include "report/diag_text.h"
#include "report/json_report.h"
#include "report/json_text.h"
#include "session/settings.h"

/* ----------------------------------------------------------------------- calls */

typedef struct {
  probity_model *model;
  HandleRun *run;
  void *data;
} Call;

/* What is not decided since nobody wants it any more. */
static probity_code unless_cancelled(const probity_model *m, probity_code code)
{
  bool cancelled = atomic_load(&m->handover.cancelled);
  return code == PROBITY_UNKNOWN && cancelled ? PROBITY_CANCELLED : code;
}

/* What was said of this call is no matter of the next one. */
static void end_scene(probity_model *m)
{
  Engine *engine = m->scene.bench.engine;
  Report report = {.session = m->session};
  answer_warn(&report, engine);
  handle_take_diags(m, m->session);
  engine_forget(engine);
}

static int run_call(void *data)
{
  Call *call = data;
  probity_model *m = call->model;
  text_clear(&m->message);
  text_clear(&m->diagnostics);
  if (atomic_load(&m->handover.cancelled)) return handle_say(m, PROBITY_CANCELLED, "cancelled");
  probity_code code = call->run(m, call->data);
  if (m->session) end_scene(m);
  return unless_cancelled(m, code);
}

probity_code handle_call(probity_model *m, HandleRun *run, void *data)
{
  if (!m) return PROBITY_MISUSE;
  Call call = {m, run, data};
  int code = PROBITY_OK;
  switch (handover_call(&m->handover, run_call, &call, &code)) {
  case HANDOVER_DONE: break;
  case HANDOVER_BUSY: return PROBITY_BUSY;
  case HANDOVER_LOST: return PROBITY_NO_MEMORY;
  }
  return (probity_code) code;
}

/* -------------------------------------------------------------- what is to be said */

probity_code handle_say(probity_model *m, probity_code code, const char *format, ...)
{
  char message[1000];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  text_clear(&m->message);
  text_add(&m->message, message);
  return code;
}

/* "2 errors in lift.mch; the first: …" */
static probity_code say_wrong_text(probity_model *m, Session *session, const Source *source)
{
  Diags *diags = session_diags(session);
  diag_text_count(&m->message, diag_text_errors(diags), "error");
  if (source && source->name) text_printf(&m->message, " in %s", source->name);
  for (uint32_t i = 0; i < diags_count(diags); i++) {
    const Diag *d = diags_get(diags, i);
    if (d->severity != DIAG_ERROR) continue;
    text_printf(&m->message, ": %s", d->message);
    break;
  }
  return PROBITY_WRONG_TEXT;
}

probity_code handle_refused(probity_model *m, Session *session)
{
  const Refusal *r = session_refusal(session);
  text_clear(&m->message);
  if (r->wrong_text) return say_wrong_text(m, session, r->source);
  if (r->setting.len) text_printf(&m->message, "%s: ", text_string(&r->setting));
  text_add(&m->message, text_string(&r->message));
  if (r->hint.len) text_printf(&m->message, " (%s)", text_string(&r->hint));
  switch (r->verdict) {
  case VERDICT_UNKNOWN: return PROBITY_UNKNOWN;
  case VERDICT_FAIL: return PROBITY_NO_VALUE;
  default: return PROBITY_REFUSED;
  }
}

/* One array out of those of several sessions. */
void handle_take_diags(probity_model *m, Session *session)
{
  Diags *diags = session_diags(session);
  if (!diags_count(diags)) return;
  json_t *list = m->diagnostics.len ? json_loads(text_string(&m->diagnostics), 0, NULL) : NULL;
  json_t *report = json_object();
  json_object_set_new(report, "diagnostics", list ? list : json_array());
  diags_sort(diags);
  json_report_add_diags(report, diags);
  text_clear(&m->diagnostics);
  json_text(&m->diagnostics, json_object_get(report, "diagnostics"));
  json_decref(report);
  diags_release(diags, 0);
}

/* ------------------------------------------------------------------ sessions */

/* NAME=VALUE, as often as it was set, in the arena of the session. */
static Settings pairs(Session *session, const Given *given)
{
  Arena *arena = session_arena(session);
  Setting *list = arena_new_array(arena, Setting, given->all.len + 1);
  for (uint32_t i = 0; i < given->all.len; i++) {
    const char *text = given->all.data[i], *equals = strchr(text, '=');
    list[i].name = arena_copy(arena, text, (size_t) (equals - text));
    list[i].value = arena_copy(arena, equals + 1, strlen(equals + 1));
  }
  return (Settings){list, given->all.len};
}

/* A folder without links. */
static const char *canonical(Session *session, const char *folder)
{
  char *real = folder ? realpath(folder, NULL) : NULL;
  const char *copy = real ? arena_copy(session_arena(session), real, strlen(real)) : folder;
  free(real);
  return copy;
}

static void set_limits(const GivenSettings *given, SessionOptions *o)
{
  o->max_states = given->of[SETTING_MAX_STATES].number;
  o->time_limit = given->of[SETTING_TIME_LIMIT].seconds;
  o->memory_limit = given->of[SETTING_MEMORY_LIMIT].number;
}

/* Texts in the place of files; of the session. */
typedef struct {
  const probity_model *m;
  const char **paths; /* canonical, by text */
} Laid;

static const char *find_text(void *laid, const char *path, size_t *length)
{
  const Laid *l = laid;
  for (uint32_t i = l->m->texts.len; i-- > 0;) { /* the last one counts */
    if (strcmp(l->paths[i], path) != 0) continue;
    *length = strlen(l->m->texts.data[i].text);
    return l->m->texts.data[i].text;
  }
  return NULL;
}

static void lay_over(probity_model *m, Session *session)
{
  Laid *l = arena_alloc(session_arena(session), sizeof *l);
  l->m = m;
  l->paths = arena_new_array(session_arena(session), const char *, m->texts.len);
  for (uint32_t i = 0; i < m->texts.len; i++)
    l->paths[i] = sources_canonical(session_sources(session), m->texts.data[i].path);
  session_lay_over(session, (Overlay){find_text, l});
}

Session *handle_session(probity_model *m)
{
  const GivenSettings *given = &m->given;
  Session *session = session_new();
  SessionOptions o = {.preferences = pairs(session, &given->of[SETTING_PREF]),
                      .sizes = pairs(session, &given->of[SETTING_CARD]),
                      .constants = pairs(session, &given->of[SETTING_LET]),
                      .inside = canonical(session, given->of[SETTING_INSIDE].text),
                      .alone = given->of[SETTING_ALONE].on,
                      .strict_wd = given->of[SETTING_STRICT_WD].on,
                      .reference_only = settings_is(given, SETTING_EVALUATOR, "reference"),
                      .for_programs = true,
                      .silent = true,
                      .cancelled = handover_cancel(&m->handover)};
  set_limits(given, &o);
  session_set_options(session, o);
  settings_warn(session);
  const Given *folders = &given->of[SETTING_INCLUDE];
  for (uint32_t i = 0; i < folders->all.len; i++) session_add_folder(session, folders->all.data[i]);
  if (m->texts.len) lay_over(m, session);
  return session;
}

/* For a session that was made before they were changed. */
static void update_limits(probity_model *m)
{
  SessionOptions o = *session_options(m->session);
  set_limits(&m->given, &o);
  session_set_options(m->session, o);
  m->scene.bench.engine->options.memory_limit = session_memory_limit(m->session);
}

static const Source *read_file(probity_model *m, Session *session, const char *path)
{
  const char *error = NULL;
  const Source *source = session_read(session, path, &error);
  if (!source) handle_say(m, PROBITY_CANNOT_READ, "cannot read %s: %s", path, error);
  return source;
}

SystemText handle_text(probity_model *m, Session *session, const char *path)
{
  const Given *given = m->given.of;
  SystemText text = {.process = given[SETTING_PROCESS].text,
                     .block_others = settings_is(&m->given, SETTING_CSP_OTHERS, "block")};
  const char *guide = given[SETTING_CSP].text;
  if (guide && !(text.guide = read_file(m, session, guide))) return text;
  text.source = read_file(m, session, path);
  return text;
}

/* ------------------------------------------------------------------ the scene */

/* For formulas before a model is opened. */
static bool open_formulas(probity_model *m)
{
  m->session = handle_session(m);
  SystemText none = {0};
  return scene_load(&m->scene, m->session, none, false) && scene_start_free(&m->scene);
}

probity_code handle_begin_scene(probity_model *m)
{
  if (!m->session && !open_formulas(m)) {
    probity_code code = handle_refused(m, m->session);
    scene_close(&m->scene);
    session_free(m->session);
    m->session = NULL;
    return code;
  }
  update_limits(m);
  scene_begin(&m->scene);
  return PROBITY_OK;
}

probity_code handle_begin_state(probity_model *m, probity_state state)
{
  if (!m->path) return handle_say(m, PROBITY_MISUSE, "no model is open");
  if (!m->walk) return handle_say(m, PROBITY_REFUSED, "the script has no process MAIN");
  if (state != PROBITY_ROOT && (state < 0 || state >= walk_count(m->walk)))
    return handle_say(m, PROBITY_MISUSE, "there is no state %lld", (long long) state);
  return handle_begin_scene(m);
}
