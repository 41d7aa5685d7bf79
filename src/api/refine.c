#include <string.h>

#include "api/request.h"
#include "report/compare/comparison.h"
#include "report/compare/refine_report.h"
#include "session/systems.h"

/* What the command `refine` does. */

static RefineModel refine_model(const probity_model *m)
{
  const char *name = m->given.of[SETTING_MODEL].text;
  if (!name) return REFINE_TRACES;
  if (!strcmp(name, "F")) return REFINE_FAILURES;
  if (!strcmp(name, "FD")) return REFINE_FAILURES_DIVERGENCES;
  for (unsigned i = 0; refine_model_names[i]; i++)
    if (!strcmp(name, refine_model_names[i])) return (RefineModel) i;
  return REFINE_TRACES;
}

/* Names, which may be separated by commas. */
static const char *const *hidden(const Request *r)
{
  Arena *arena = session_arena(r->session);
  const Given *given = &r->m->given.of[SETTING_HIDE];
  VEC(const char *) names = {0};
  for (uint32_t i = 0; i < given->all.len; i++)
    for (const char *at = given->all.data[i]; *at;) {
      size_t length = strcspn(at, ",");
      vec_push(&names, arena_copy(arena, at, length));
      at += length + (at[length] == ',');
    }
  const char **list = arena_new_array(arena, const char *, names.len + 1);
  if (names.len) memcpy(list, names.data, names.len * sizeof *list);
  vec_free(&names);
  return list;
}

static const char *const *renamed(const Request *r)
{
  Arena *arena = session_arena(r->session);
  const Given *given = &r->m->given.of[SETTING_RENAME];
  const char **list = arena_new_array(arena, const char *, 2 * given->all.len + 1);
  for (uint32_t i = 0; i < given->all.len; i++) {
    const char *text = given->all.data[i], *equals = strchr(text, '=');
    list[2 * i] = arena_copy(arena, text, (size_t) (equals - text));
    list[2 * i + 1] = arena_copy(arena, equals + 1, strlen(equals + 1));
  }
  return list;
}

static SystemsView view_of(const Request *r)
{
  const GivenSettings *given = &r->m->given;
  return (SystemsView){.hidden = hidden(r),
                       .renamed = renamed(r),
                       .alphabet = settings_is(given, SETTING_ALPHABET, "all") ? ALPHABET_ALL
                                   : settings_is(given, SETTING_ALPHABET, "common")
                                       ? ALPHABET_COMMON
                                       : ALPHABET_MIXED};
}

/* FILE, or FILE.csp#PROCESS. */
static SystemText specification_text(Request *r, const char *name)
{
  const char *sharp = strchr(name, '#'), *error = NULL;
  const char *path =
      sharp ? arena_copy(session_arena(r->session), name, (size_t) (sharp - name)) : name;
  SystemText text = {.source = session_read(r->session, path, &error),
                     .process = sharp ? sharp + 1 : NULL};
  if (!text.source) handle_say(r->m, PROBITY_CANNOT_READ, "cannot read %s: %s", path, error);
  return text;
}

/* False: *code says what the call ends with. */
static bool open_spec(Request *r, Systems *s, probity_code *code)
{
  const char *name = r->call->specification;
  if (!name && !systems_has_refined(s)) {
    *code =
        handle_say(r->m, PROBITY_REFUSED, "%s refines nothing: name the specification", r->m->path);
    return false;
  }
  SystemText text = {0};
  if (name) text = specification_text(r, name);
  *code = PROBITY_CANNOT_READ;
  if (name && !text.source) return false;
  if (name ? systems_open_spec(r->session, text, s) : systems_open_refined(r->session, s))
    return true;
  *code = request_refused(r);
  return false;
}

static probity_code compare(Request *r, Systems *s)
{
  RefineOptions options = {.model = refine_model(r->m),
                           .exact = settings_is(&r->m->given, SETTING_SEMANTICS, "exact"),
                           .count_hidden = s->impl.script || s->spec.script};
  SystemsView view = view_of(r);
  if (options.exact && options.model < REFINE_FAILURES)
    return handle_say(r->m, PROBITY_MISUSE,
                      "the semantics exact requires the model failures or failures-divergences");
  if (!systems_fit(r->session, s, &view)) return request_refused(r);
  systems_see(r->session, s, &view);
  if (!comparison_can_begin(&r->report, s)) return request_finish(r, VERDICT_FAIL);
  Refinement *x = refine(s->impl_space, s->spec_space, options);
  probity_code code = request_finish(r, refine_report(&r->report, s, x, options.model));
  refinement_free(x);
  return code;
}

static probity_code refine_text(Request *r, SystemText text)
{
  Systems s = {.file = r->m->path};
  probity_code code;
  bool good = systems_open_impl(r->session, text, &s);
  r->report.model = system_name(&s.impl);
  if (!good) code = request_refused(r);
  else if (open_spec(r, &s, &code)) code = compare(r, &s);
  systems_close(&s);
  return code;
}

static probity_code refine_model_of(probity_model *m, void *data)
{
  if (!m->path) return handle_say(m, PROBITY_MISUSE, "no model is open");
  Request r = request_begin(m, data, "refine");
  SystemText text = handle_text(m, r.session, m->path);
  return request_end(&r, text.source ? refine_text(&r, text) : PROBITY_CANNOT_READ);
}

probity_code probity_refine(probity_model *m, const char *specification, probity_verdict *verdict,
                            const char **report)
{
  if (verdict) *verdict = PROBITY_UNDECIDED;
  if (report) *report = NULL;
  return handle_call(m, refine_model_of, &(VerdictCall){specification, verdict, report});
}
