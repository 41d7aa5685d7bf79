#include "cli/views.h"

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
static const char *const *parameters_of(Arena *arena, const Operation *op)
{
  const Operation *abstract = op->refines;
  const char **names = arena_new_array(arena, const char *, abstract->parameter_count + 1);
  for (uint32_t i = 0; i < abstract->parameter_count; i++) {
    if (!has_parameter(op, abstract->parameters[i]->name)) return NULL;
    names[i] = abstract->parameters[i]->name->text;
  }
  return names;
}

static void add_event(Arena *arena, const Operation *op, Views *views)
{
  SpaceView view = {.label = op->symbol->name->text};
  if (op->refines) {
    view.name = op->refines->symbol->name->text;
    view.arguments = parameters_of(arena, op);
    view.count = op->refines->parameter_count;
  }
  vec_push(views, view);
}

/* ------------------------------------------------------------------ Event-B */

static void add_link(Arena *arena, const EventbLink *link, Space *spec, Views *views)
{
  SpaceView view = {.label = link->event->text};
  const char *event = view.label;
  if (link->abstract) {
    const char **names = arena_new_array(arena, const char *, link->count + 1);
    for (uint32_t i = 0; i < link->count; i++) names[i] = link->parameters[i]->text;
    view.name = link->abstract->text;
    view.arguments = names;
    view.count = link->count;
  }
  if (spec && link->merges)
    space_doubt(spec, arena_printf(arena, "event %s merges several events", event));
  if (spec && link->unclear)
    space_doubt(spec, arena_printf(arena, "event %s has no witness for %s in the old state", event,
                                   link->unclear->text));
  vec_push(views, view);
}

const SpaceView *views_find(Arena *arena, const Model *impl, const Model *spec, Space *space,
                            uint32_t *count)
{
  Views views = {0};
  const Machine *main = impl ? impl->main : NULL;
  for (uint32_t i = 0; main && main->refines && i < impl->operations.len; i++)
    if (impl->operations.data[i]->event) add_event(arena, impl->operations.data[i], &views);
  const Unit *unit = main ? main->unit : NULL;
  bool linked = unit && unit->refines && (!spec || spec->main->name == unit->refines);
  for (uint32_t i = 0; linked && i < unit->link_count; i++)
    add_link(arena, &unit->links[i], space, &views);
  SpaceView *list = arena_new_array(arena, SpaceView, views.len + 1);
  for (uint32_t i = 0; i < views.len; i++) list[i] = views.data[i];
  *count = views.len;
  vec_free(&views);
  return list;
}
