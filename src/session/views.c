#include "session/views.h"

#include <string.h>

#include "eventb/eventb.h"

typedef VEC(SpaceView) Views;

/* ---------------------------------------------------------- EVENTS of classical B */

static bool has_parameter(const Operation *op, const Name *name)
{
  for (uint32_t i = 0; i < op->parameter_count; i++)
    if (op->parameters[i]->name == name) return true;
  return false;
}

/* The names of the abstract parameters; NULL if the event does not have all of them. */
static const char *const *parameters_of(Arena *arena, const Operation *op,
                                        const Operation *abstract)
{
  const char **names = arena_new_array(arena, const char *, abstract->parameter_count + 1);
  for (uint32_t i = 0; i < abstract->parameter_count; i++) {
    if (!has_parameter(op, abstract->parameters[i]->name)) return NULL;
    names[i] = abstract->parameters[i]->name->text;
  }
  return names;
}

static void add_event(Arena *arena, const Operation *op, Views *views)
{
  SpaceView view = {.label = op->symbol->name->text, .own = op->parameter_count};
  if (op->refines) {
    view.name = op->refines->symbol->name->text;
    view.arguments = parameters_of(arena, op, op->refines);
    view.count = op->refines->parameter_count;
  }
  vec_push(views, view);
}

/* ------------------------------------------------------------------ Event-B */

static void add_link(Arena *arena, const EventbLink *link, Space *spec, Views *views)
{
  SpaceView view = {.label = link->event->text, .own = link->own};
  const char *event = view.label;
  if (link->abstract) {
    const char **names = arena_new_array(arena, const char *, link->count + 1);
    for (uint32_t i = 0; i < link->count; i++) names[i] = link->parameters[i]->text;
    view.name = link->abstract->text;
    view.arguments = names;
    view.count = link->count;
  }
  if (spec && link->unclear)
    space_doubt(spec, arena_printf(arena, "event %s has no witness for %s in the old state", event,
                                   link->unclear->text));
  vec_push(views, view);
}

/* ----------------------------------------------------------------- renaming */

static const Operation *operation_named(const Model *model, const char *name)
{
  for (uint32_t i = 0; model && i < model->operations.len; i++)
    if (!strcmp(model->operations.data[i]->symbol->name->text, name))
      return model->operations.data[i];
  return NULL;
}

static bool is_renamed(const char *const *renamed, const char *label)
{
  for (; *renamed; renamed += 2)
    if (!strcmp(*renamed, label)) return true;
  return false;
}

/* One view instead of those that the event has. */
static void rename_event(Arena *arena, const Model *impl, const Model *spec, const char *label,
                         const char *name, Views *views)
{
  uint32_t kept = 0;
  SpaceView view = {.label = label, .name = name};
  for (uint32_t i = 0; i < views->len; i++)
    if (strcmp(views->data[i].label, label) != 0) views->data[kept++] = views->data[i];
    else view.own = views->data[i].own;
  if (kept == views->len) return;
  views->len = kept;
  const Operation *op = operation_named(impl, label), *other = operation_named(spec, name);
  if (op && other) {
    view.arguments = parameters_of(arena, op, other);
    view.count = other->parameter_count;
  }
  vec_push(views, view);
}

const SpaceView *views_find(Arena *arena, const Model *impl, const Model *spec, Space *space,
                            const char *const *renamed, uint32_t *count)
{
  Views views = {0};
  const Machine *main = impl ? impl->main : NULL;
  bool refined = main && main->refines && (!spec || spec->main->name == main->refines->name);
  for (uint32_t i = 0; refined && i < impl->operations.len; i++)
    if (impl->operations.data[i]->event) add_event(arena, impl->operations.data[i], &views);
  const Unit *unit = main ? main->unit : NULL;
  bool linked = unit && unit->refines && (!spec || spec->main->name == unit->refines);
  for (uint32_t i = 0; linked && i < unit->link_count; i++)
    add_link(arena, &unit->links[i], is_renamed(renamed, unit->links[i].event->text) ? NULL : space,
             &views);
  for (; *renamed; renamed += 2) rename_event(arena, impl, spec, renamed[0], renamed[1], &views);
  SpaceView *list = arena_new_array(arena, SpaceView, views.len + 1);
  for (uint32_t i = 0; i < views.len; i++) list[i] = views.data[i];
  *count = views.len;
  vec_free(&views);
  return list;
}
