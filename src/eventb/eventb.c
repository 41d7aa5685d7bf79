#include "eventb/eventb.h"

#include <string.h>

#include "eventb/flatten.h"
#include "eventb/package.h"
#include "eventb/rodin.h"

static bool ends_with(const char *text, const char *end)
{
  size_t length = strlen(text), tail = strlen(end);
  return length > tail && !strcmp(text + length - tail, end);
}

static bool is_rodin(const Source *source)
{
  static const char *const endings[] = {".bum", ".buc", ".bcm", ".bcc"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (ends_with(source->name, endings[i])) return true;
  return false;
}

bool eventb_is_source(const Source *source)
{
  return ends_with(source->name, ".eventb") || is_rodin(source);
}

static Unit *empty_unit(ParseContext *context, const Source *source)
{
  Unit *unit = arena_alloc(context->arena, sizeof *unit);
  unit->source = source;
  unit->keyword = "MACHINE";
  unit->root = node_leaf(context->arena, NODE_ERROR, SPAN_NONE, NULL);
  return unit;
}

/* The machine that the level of the context asks for; NULL, with an error, if the chain is
 * not that long. */
static EventbComponent *chosen(ParseContext *context, const EventbProject *project)
{
  EventbComponent *component = project->main;
  for (uint32_t i = 1; i < context->eventb_level && component; i++) {
    EventbComponent *abstract =
        component->refines.len ? eventb_find(project, component->refines.data[0].name) : NULL;
    if (!abstract)
      diag_error(context->diags, component->span, "missing-machine", "%s refines nothing",
                 component->name->text);
    component = abstract;
  }
  return component;
}

Unit *eventb_unit(ParseContext *context, const Source *source)
{
  uint32_t errors = diags_errors(context->diags);
  EventbProject *project =
      is_rodin(source) ? rodin_read(context, source) : package_read(context, source);
  EventbComponent *component = project->main ? chosen(context, project) : NULL;
  bool sound = component && diags_errors(context->diags) == errors;
  Unit *unit = sound ? eventb_flatten(context, project, component) : empty_unit(context, source);
  eventb_project_free(project);
  return unit;
}
