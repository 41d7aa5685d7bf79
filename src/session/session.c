#include "session/session.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/vec.h"
#include "csp/script.h"
#include "eventb/read/archive.h"
#include "eventb/eventb.h"
#include "session/script_text.h"
#include "syntax/files.h"
#include "temporal/notation/parse.h"
#include "temporal/notation/resolve.h"

typedef struct {
  const Source *source;
  CspScript *script;
} ScriptOf;

struct Session {
  ParseContext context; /* arena, names, diags, files */
  SessionOptions options;
  Refusal refusal;
  Sources *sources;
  VEC(Unit *) units;
  VEC(Model *) models;
  Formulas formulas;
  VEC(ScriptOf) scripts;
};

Session *session_new(void)
{
  Session *session = calloc(1, sizeof *session);
  if (!session) memory_exhausted();
  session->sources = sources_new();
  session->context.arena = arena_new();
  session->context.names = names_new();
  session->context.diags = diags_new(session->sources);
  session->context.files = files_new(session->sources);
  return session;
}

/* In the reverse order of making: nothing is freed before what points to it. */
void session_free(Session *session)
{
  if (!session) return;
  for (uint32_t i = 0; i < session->scripts.len; i++)
    csp_script_free(session->scripts.data[i].script);
  for (uint32_t i = 0; i < session->formulas.len; i++) formula_free(session->formulas.data[i]);
  for (uint32_t i = 0; i < session->models.len; i++) model_free(session->models.data[i]);
  for (uint32_t i = 0; i < session->units.len; i++) unit_free(session->units.data[i]);
  vec_free(&session->scripts);
  vec_free(&session->formulas);
  vec_free(&session->models);
  vec_free(&session->units);
  text_free(&session->refusal.setting);
  text_free(&session->refusal.message);
  text_free(&session->refusal.hint);
  files_free(session->context.files);
  diags_free(session->context.diags);
  names_free(session->context.names);
  arena_free(session->context.arena);
  sources_free(session->sources);
  free(session);
}

/* ---- how it works */

void session_set_options(Session *session, SessionOptions options)
{
  bool confined = options.inside && options.inside == session->options.inside;
  session->options = options;
  if (options.inside && !confined) sources_confine(session->sources, options.inside);
}

const SessionOptions *session_options(const Session *session) { return &session->options; }

uint32_t session_threads(uint32_t asked)
{
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  return asked ? asked : cores < 1 ? 1 : (uint32_t) cores;
}

size_t session_memory_limit(const Session *session)
{
  if (session->options.memory_limit) return session->options.memory_limit;
  size_t reach = memory_reach();
  return reach - reach / 16;
}

double session_deadline(const Session *session)
{
  double limit = session->options.time_limit;
  return limit > 0 ? clock_seconds() + limit : 0;
}

/* ---- what could not be done */

static bool refuse(Refusal *r, const char *format, va_list args)
{
  char message[1000];
  vsnprintf(message, sizeof message, format, args);
  text_clear(&r->message);
  text_add(&r->message, message);
  r->verdict = VERDICT_ERROR;
  r->wrong_text = false;
  r->source = NULL;
  return false;
}

bool session_refuse(Session *session, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  text_clear(&session->refusal.setting);
  refuse(&session->refusal, format, args);
  va_end(args);
  return false;
}

bool session_refuse_setting(Session *session, const char *setting, const char *name,
                            const char *format, ...)
{
  Text *about = &session->refusal.setting;
  va_list args;
  va_start(args, format);
  text_clear(about);
  text_printf(about, "%s%s%s", setting, name ? " " : "", name ? name : "");
  refuse(&session->refusal, format, args);
  va_end(args);
  return false;
}

bool session_refuse_undecided(Session *session, const char *reason)
{
  session_refuse(session, "%s", reason);
  session->refusal.verdict = VERDICT_UNKNOWN;
  return false;
}

bool session_refuse_value(Session *session, Span span, const char *reason)
{
  session_refuse(session, "%s", reason);
  session->refusal.verdict = VERDICT_FAIL;
  session->refusal.span = span;
  return false;
}

bool session_refuse_text(Session *session, const Source *source)
{
  assert(session_has_errors(session));
  session->refusal.verdict = VERDICT_ERROR;
  session->refusal.wrong_text = true;
  session->refusal.source = source;
  return false;
}

const Refusal *session_refusal(const Session *session) { return &session->refusal; }
Text *session_hint(Session *session) { return &session->refusal.hint; }

bool session_has_errors(const Session *session) { return diags_errors(session->context.diags) > 0; }

/* ---- texts and models */

void session_add_folder(Session *session, const char *folder)
{
  files_add_folder(session->context.files, folder);
}

void session_add_path(Session *session, const char *colon_separated)
{
  files_add_path(session->context.files, colon_separated);
}

void session_lay_over(Session *session, Overlay overlay)
{
  sources_lay_over(session->sources, overlay);
}

/* What <(command) stands for: it can be read once. */
static const Source *read_pipe(Session *session, const char *path, const char **error)
{
  const Source *known = sources_find(session->sources, path);
  if (known) return known;
  FILE *stream = fopen(path, "r");
  const char *reason = stream ? NULL : strerror(errno);
  const Source *source = stream ? session_read_stream(session, stream, path, error) : NULL;
  if (stream) fclose(stream);
  else *error = arena_copy(session->context.arena, reason, strlen(reason));
  return source;
}

const Source *session_read(Session *session, const char *path, const char **error)
{
  if (!strcmp(path, "/dev/stdin")) return session_read_stream(session, stdin, path, error);
  if (archive_is_project(path))
    return archive_open(session->context.arena, session->sources, path, error);
  if (files_is_pipe(path) && !session->options.inside) return read_pipe(session, path, error);
  const char *special = files_special(path);
  if (!special) return sources_read(session->sources, path, error);
  *error = arena_printf(session->context.arena, "it is %s, not a file", special);
  return NULL;
}

const Source *session_read_stream(Session *session, FILE *stream, const char *name,
                                  const char **error)
{
  Text text = {0};
  char chunk[1 << 14];
  for (size_t n; (n = fread(chunk, 1, sizeof chunk, stream)) > 0;) text_add_bytes(&text, chunk, n);
  const Source *source = NULL;
  if (ferror(stream)) {
    const char *reason = strerror(errno);
    *error = arena_copy(session->context.arena, reason, strlen(reason));
  } else {
    source = sources_add(session->sources, name, text_string(&text), text.len);
    sources_note(session->sources, name, text_string(&text), text.len);
  }
  text_free(&text);
  return source;
}

const Source *session_text(Session *session, const char *name, const char *text)
{
  return sources_add(session->sources, name, text, strlen(text));
}

const Source *session_text_of_file(Session *session, const char *path, const char *text)
{
  return sources_replace(session->sources, path, text, strlen(text));
}

Unit *session_parse(Session *session, const Source *source)
{
  Unit *unit = eventb_is_source(source) ? eventb_unit(&session->context, source, EVENTB_LEVEL_ALL)
                                        : parse_unit(&session->context, source);
  vec_push(&session->units, unit);
  return unit;
}

Node *session_parse_formula(Session *session, const Source *source, FormulaKind kind,
                            const Unit *scope)
{
  return parse_formula(&session->context, source, kind, scope);
}

Model *session_load_levels(Session *session, const Source *main, ModelLevels levels)
{
  Model *model = model_load(&session->context, main, levels);
  vec_push(&session->models, model);
  return model;
}

void session_keep_model(Session *session, Model *model) { vec_push(&session->models, model); }

Model *session_load(Session *session, const Source *main)
{
  return session_load_levels(session, main, (ModelLevels){0});
}

Model *session_load_chain(Session *session, const Source *main)
{
  return session_load_levels(session, main, (ModelLevels){.chain = true});
}

static CspScript *keep_script(Session *session, const Source *source, CspScript *script)
{
  vec_push(&session->scripts, ((ScriptOf){source, script}));
  return script;
}

CspScript *session_script(Session *session, const Source *source)
{
  for (uint32_t i = 0; i < session->scripts.len; i++)
    if (session->scripts.data[i].source == source) return session->scripts.data[i].script;
  CspParseContext context = script_context(session);
  return keep_script(session, source, csp_script_open(&context, source));
}

CspScript *session_lenient_script(Session *session, const Source *source)
{
  CspParseContext context = script_context(session);
  return keep_script(session, source, csp_script_open_lenient(&context, source));
}

CspScript *session_typed_script(Session *session, const Source *source)
{
  CspParseContext context = script_context(session);
  return keep_script(session, source, csp_script_open_typed(&context, source, CSP_TYPES_REQUIRED));
}

void session_limit_script(Session *session, CspScript *script)
{
  evaluator_set_limits(csp_script_evaluator(script),
                       (Limits){.deadline = session_deadline(session),
                                .cancelled = session->options.cancelled,
                                .memory_limit = session_memory_limit(session)});
}

Formula *session_formula_as(Session *session, Model *scope, const Source *source,
                            const FormulaDemand *demand)
{
  Formula *formula = model_formula_as(&session->context, scope, source, demand);
  vec_push(&session->formulas, formula);
  return formula;
}

Formula *session_formula(Session *session, Model *scope, const Source *source, FormulaKind kind)
{
  return session_formula_as(session, scope, source, &(FormulaDemand){.kind = kind});
}

Temporal *session_parse_temporal(Session *session, const Source *source, TemporalLogic logic,
                                 const Unit *scope)
{
  TemporalReading reading = {&session->context, scope ? PARTS_WITH_UNIT : PARTS_ANYWHERE, scope};
  return temporal_parse(&reading, source, logic);
}

static Temporal *resolved(Session *session, Model *scope, Temporal *t, uint32_t errors)
{
  if (diags_errors(session->context.diags) != errors) return NULL;
  return temporal_resolve(&session->context, scope, t, &session->formulas) ? t : NULL;
}

Temporal *session_temporal(Session *session, Model *scope, const Source *source,
                           TemporalLogic logic)
{
  TemporalReading reading = {&session->context, PARTS_LATER, NULL};
  uint32_t errors = diags_errors(session->context.diags);
  return resolved(session, scope, temporal_parse(&reading, source, logic), errors);
}

Temporal *session_assumption(Session *session, Model *scope, const Source *source)
{
  TemporalReading reading = {&session->context, PARTS_LATER, NULL};
  uint32_t errors = diags_errors(session->context.diags);
  return resolved(session, scope, temporal_parse_assumption(&reading, source), errors);
}

Diags *session_diags(Session *session) { return session->context.diags; }
Sources *session_sources(Session *session) { return session->sources; }
Names *session_names(Session *session) { return session->context.names; }
Arena *session_arena(Session *session) { return session->context.arena; }
ParseContext *session_context(Session *session) { return &session->context; }
