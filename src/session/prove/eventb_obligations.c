#include "eventb/eventb.h"
#include "eventb/read/archive.h"
#include "prove/eventb/generate.h"
#include "session/prove/obligations.h"

static bool add_component(Session *session, const EventbProject *project,
                          const EventbComponent *component, bool deadlock, ObligationsList *list)
{
  Model *model;
  Obligations *made =
      eventb_obligations(session_context(session), project, component, deadlock, &model);
  if (model) session_keep_model(session, model);
  if (made) {
    obligations_take_preferences(session, model);
    made->path = component->source->path;
    vec_push(list, made);
  }
  return made != NULL;
}

/* Of a file the one component that it is, or that is named; of a text or package all. */
bool obligations_of_eventb(Session *session, const Source *source, bool deadlock,
                           ObligationsList *list)
{
  EventbProject *project = eventb_read(session_context(session), source);
  bool good = !session_has_errors(session) && project->main;
  bool whole = good && !eventb_names_component(source);
  for (uint32_t i = 0; good && i < project->components.len; i++) {
    const EventbComponent *component = project->components.data[i];
    bool asked =
        component == project->main || (whole && component->source == project->main->source);
    if (asked) good = add_component(session, project, component, deadlock, list);
  }
  eventb_project_free(project);
  return good || session_refuse_text(session, source);
}

bool obligations_of_project(Session *session, const char *path, bool deadlock,
                            ObligationsList *list)
{
  const char *error = NULL;
  uint32_t count = 0;
  const Source **sources =
      archive_components(session_arena(session), session_sources(session), path, &count, &error);
  if (!sources) return session_refuse(session, "cannot read %s: %s", path, error);
  bool good = true;
  for (uint32_t i = 0; i < count; i++)
    good &= obligations_of_eventb(session, sources[i], deadlock, list);
  return good || session_refuse_text(session, NULL);
}
