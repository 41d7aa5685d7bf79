#include "session/temporal/reading.h"

#include <string.h>

#include "session/temporal/event_patterns.h"
#include "temporal/notation/parse.h"

/* Processes and Aldebaran files have steps with names, and nothing that could be evaluated. */
static bool reject(Session *session, Span span, const char *what)
{
  diag_error(session_diags(session), span, "no-model",
             "%s: this is a system of events, without variables and operations", what);
  return false;
}

static bool speaks_of_events(Session *session, const System *system, const Source *source,
                             const Temporal *t)
{
  if (t->part || t->kind == TEMPORAL_GOAL)
    return reject(session, t->span, "predicates and expressions have no value");
  bool good = true;
  for (uint32_t i = 0; i < t->pattern_count; i++)
    good &= event_pattern_take(session, system, source, t->patterns[i]);
  for (uint32_t i = 0; i < t->count; i++)
    good &= speaks_of_events(session, system, source, t->kids[i]);
  return good;
}

/* The parts of formulas about events are not in B, so they are not read. */
static const Temporal *read_of_events(Session *session, const System *system, const Source *source,
                                      const Temporal *t, uint32_t errors)
{
  if (diags_errors(session_diags(session)) != errors) return NULL;
  return speaks_of_events(session, system, source, t) ? t : NULL;
}

static TemporalReading reading_later(Session *session)
{
  return (TemporalReading){session_context(session), PARTS_LATER, NULL};
}

const Temporal *temporal_read(Session *session, const System *system, const Source *source,
                              TemporalLogic logic)
{
  if (system->model) return session_temporal(session, system->model, source, logic);
  TemporalReading reading = reading_later(session);
  uint32_t errors = diags_errors(session_diags(session));
  return read_of_events(session, system, source, temporal_parse(&reading, source, logic), errors);
}

/* A word such as `weak`, written wrongly.  What is understood otherwise begins with a capital, or
 * is a constant. */
static bool reject_word(Session *session, const Source *source)
{
  const char *text = source->text;
  size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz");
  if (!length || text[length] || !strcmp(text, "true") || !strcmp(text, "false")) return false;
  Span span = {source->base, source->base + source->length};
  Diag *d = diag_error(session_diags(session), span, "syntax", "unknown assumption '%s'", text);
  diag_hint(session_diags(session), d,
            "it is weak, strong, or terms for operations, such as WF(up) & SF(down)");
  return true;
}

bool temporal_read_assumption(Session *session, const System *system, const char *fair,
                              const Temporal **assumption)
{
  *assumption = NULL;
  if (!fair) return true;
  const char *text = !strcmp(fair, "weak") ? "WEF" : !strcmp(fair, "strong") ? "SEF" : fair;
  const Source *source = session_text(session, "--fair", text);
  if (reject_word(session, source)) return false;
  TemporalReading reading = reading_later(session);
  uint32_t errors = diags_errors(session_diags(session));
  if (system->model) *assumption = session_assumption(session, system->model, source);
  else
    *assumption = read_of_events(session, system, source,
                                 temporal_parse_assumption(&reading, source), errors);
  return *assumption != NULL;
}
