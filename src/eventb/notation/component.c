#include "eventb/notation/component.h"

#include <string.h>

#include "base/memory.h"
#include "base/nearest.h"

EventbProject *eventb_project_new(Arena *arena)
{
  return arena_alloc(arena, sizeof(EventbProject));
}

EventbComponent *eventb_component_new(Arena *arena)
{
  return arena_alloc(arena, sizeof(EventbComponent));
}

static void free_event(EventbEvent *event)
{
  vec_free(&event->refines);
  vec_free(&event->parameters);
  vec_free(&event->guards);
  vec_free(&event->witnesses);
  vec_free(&event->actions);
}

static void free_component(EventbComponent *component)
{
  for (uint32_t i = 0; i < component->events.len; i++) free_event(component->events.data[i]);
  vec_free(&component->uses);
  vec_free(&component->refines);
  vec_free(&component->sets);
  vec_free(&component->constants);
  vec_free(&component->symbolic);
  vec_free(&component->axioms);
  vec_free(&component->variables);
  vec_free(&component->invariants);
  vec_free(&component->variants);
  vec_free(&component->events);
}

void eventb_project_free(EventbProject *project)
{
  if (!project) return;
  for (uint32_t i = 0; i < project->components.len; i++)
    free_component(project->components.data[i]);
  vec_free(&project->components);
  vec_free(&project->freetypes);
}

EventbComponent *eventb_find(const EventbProject *project, const Name *name)
{
  for (uint32_t i = 0; i < project->components.len; i++)
    if (project->components.data[i]->name == name) return project->components.data[i];
  return NULL;
}

const char *eventb_nearest(const EventbProject *project, const char *name)
{
  Nearest nearest = nearest_to(name);
  for (uint32_t i = 0; i < project->components.len; i++)
    nearest_offer(&nearest, project->components.data[i]->name->text);
  return nearest.best;
}

EventbEvent *eventb_event(const EventbComponent *component, const Name *name)
{
  for (uint32_t i = 0; i < component->events.len; i++)
    if (component->events.data[i]->name == name) return component->events.data[i];
  return NULL;
}

bool eventb_has_name(const EventbNames *names, const Name *name)
{
  for (uint32_t i = 0; i < names->len; i++)
    if (names->data[i].name == name) return true;
  return false;
}

bool eventb_is_initialisation(const EventbEvent *event)
{
  return !strcmp(event->name->text, "INITIALISATION");
}

const Name *eventb_primed(Names *names, const Name *name)
{
  char *text = malloc(name->len + 2);
  if (!text) memory_exhausted();
  memcpy(text, name->text, name->len);
  text[name->len] = '\'';
  const Name *primed = names_intern(names, text, name->len + 1);
  free(text);
  return primed;
}

const Name *eventb_unprimed(Names *names, const Name *name)
{
  if (name->len < 2 || name->text[name->len - 1] != '\'') return NULL;
  return names_intern(names, name->text, name->len - 1);
}
