#include "eventb/read/project.h"

#include "base/text.h"

static void check_names(Diags *diags, const EventbProject *project)
{
  for (uint32_t i = 0; i < project->components.len; i++) {
    const EventbComponent *c = project->components.data[i];
    if (eventb_find(project, c->name) != c)
      diag_error(diags, c->span, "declared-twice", "there are two components %s", c->name->text);
  }
}

static const EventbComponent *refined_by(const EventbProject *project, const EventbComponent *c)
{
  return c->refines.len ? eventb_find(project, c->refines.data[0].name) : NULL;
}

/* A machine that refines itself, over any number of others, or NULL.  `seen` tells from which
 * machine a machine was reached first. */
static const EventbComponent *find_circle(const EventbProject *project)
{
  Map seen = {0};
  const EventbComponent *c = NULL;
  for (uint32_t i = 0; !c && i < project->components.len; i++) {
    const EventbComponent *start = project->components.data[i];
    for (c = start; c && !map_get(&seen, c->name); c = refined_by(project, c))
      map_put(&seen, c->name, (void *) start);
    if (c && map_get(&seen, c->name) != start) c = NULL;
  }
  map_free(&seen);
  return c;
}

void project_check(Diags *diags, const EventbProject *project)
{
  check_names(diags, project);
  const EventbComponent *circle = find_circle(project);
  if (circle)
    diag_error(diags, circle->refines.data[0].span, "cycle", "machine %s refines itself",
               circle->name->text);
}

static bool is_refined(const EventbProject *project, const EventbComponent *machine)
{
  for (uint32_t i = 0; i < project->components.len; i++) {
    const EventbComponent *other = project->components.data[i];
    if (other != machine && eventb_has_name(&other->refines, machine->name)) return true;
  }
  return false;
}

void project_choose_main(EventbProject *project, Arena *arena)
{
  EventbComponent *main = NULL;
  Text names = {0};
  uint32_t count = 0;
  for (uint32_t i = 0; i < project->components.len; i++) {
    EventbComponent *c = project->components.data[i];
    if (c->is_context && (!main || main->is_context)) main = c;
    if (c->is_context || is_refined(project, c)) continue;
    text_printf(&names, "%s%s", count++ ? ", " : "", c->name->text);
    main = c;
  }
  project->main = main;
  if (!main && project->components.len) project->main = project->components.data[0];
  if (count > 1) project->choices = arena_copy(arena, text_string(&names), names.len);
  text_free(&names);
}
