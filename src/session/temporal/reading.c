#include "session/temporal/reading.h"

#include <string.h>

/* Processes and Aldebaran files have steps with names, and nothing that could be evaluated. */
static bool reject(Session *session, Span span, const char *what)
{
  diag_error(session_diags(session), span, "no-model",
             "%s: this is a system of events, without variables and operations", what);
  return false;
}

static bool is_event(Lts *lts, const TemporalPattern *p)
{
  for (uint32_t i = lts->first_operation; i < lts->label_count; i++)
    if (!strcmp(lts->label_name(lts, i), p->name->text)) return true;
  return false;
}

static bool pattern_fits(Session *session, Lts *lts, const TemporalPattern *p)
{
  if (p->has_arguments) return reject(session, p->span, "arguments cannot be compared");
  if (is_event(lts, p)) return true;
  diag_error(session_diags(session), p->name_span, "unknown-operation", "there is no event %s",
             p->name->text);
  return false;
}

static bool speaks_of_events(Session *session, Lts *lts, const Temporal *t)
{
  if (t->part || t->kind == TEMPORAL_GOAL)
    return reject(session, t->span, "predicates and expressions have no value");
  bool good = true;
  for (uint32_t i = 0; i < t->pattern_count; i++)
    good &= pattern_fits(session, lts, t->patterns[i]);
  for (uint32_t i = 0; i < t->count; i++) good &= speaks_of_events(session, lts, t->kids[i]);
  return good;
}

const Temporal *temporal_read(Session *session, const System *system, const Source *source,
                              TemporalLogic logic)
{
  const Temporal *tree = session_temporal(session, system->model, source, logic);
  bool good = tree && (system->model || speaks_of_events(session, system->lts, tree));
  return good ? tree : NULL;
}

bool temporal_read_assumption(Session *session, const System *system, const char *fair,
                              const Temporal **assumption)
{
  *assumption = NULL;
  if (!fair) return true;
  const char *text = !strcmp(fair, "weak") ? "WEF" : !strcmp(fair, "strong") ? "SEF" : fair;
  *assumption = session_assumption(session, system->model, session_text(session, "--fair", text));
  if (!*assumption) return false;
  return system->model || speaks_of_events(session, system->lts, *assumption);
}
