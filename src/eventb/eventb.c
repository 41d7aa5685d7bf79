#include "eventb/eventb.h"

#include <string.h>

#include "eventb/notation/formula.h"
#include "eventb/read/package.h"
#include "eventb/notation/print_formula.h"
#include "eventb/read/project.h"
#include "eventb/read/rodin.h"
#include "eventb/read/component_text.h"

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

#define TEXT_ENDING ".eventb"

/* The component in NAME.eventb/COMPONENT, or NULL. */
static const char *named_component(const Source *source)
{
  const char *slash = strrchr(source->name, '/');
  size_t length = strlen(TEXT_ENDING);
  if (!slash || slash < source->name + length) return NULL;
  return strncmp(slash - length, TEXT_ENDING, length) ? NULL : slash + 1;
}

bool eventb_names_component(const Source *source) { return named_component(source) != NULL; }

bool eventb_is_source(const Source *source)
{
  bool nameless = !strcmp(source->name, "<stdin>") || !strcmp(source->name, "/dev/stdin");
  return ends_with(source->name, TEXT_ENDING) || is_rodin(source) || named_component(source) ||
         (nameless && eventb_is_surely_text(source));
}

/* ---- components in other files */

/* `as_written`: to be printed, not to be understood. */
static EventbProject *read_source(ParseContext *context, const Source *source, bool as_written)
{
  if (is_rodin(source)) return rodin_read(context, source, as_written);
  return eventb_is_text(source) ? eventb_read_text(context, source) : package_read(context, source);
}

/* A component of a text may lie in a file beside it. */
static const Source *sibling(ParseContext *context, const Source *from, const Name *name)
{
  static const char *const endings[] = {".eventb", ".bum", ".buc"};
  const char *slash = strrchr(from->name, '/'), *error;
  const Source *found = NULL;
  for (size_t i = 0; !found && i < sizeof endings / sizeof *endings; i++) {
    const char *path =
        arena_printf(context->arena, "%.*s%s%s", slash ? (int) (slash + 1 - from->name) : 0,
                     from->name, name->text, endings[i]);
    found = from->path ? sources_read(diags_sources(context->diags), path, &error) : NULL;
  }
  return found;
}

/* Takes over the components that the project does not have yet. */
static void merge(EventbProject *project, EventbProject *other)
{
  for (uint32_t i = 0; i < other->components.len; i++)
    if (!eventb_find(project, other->components.data[i]->name))
      vec_push(&project->components, other->components.data[i]);
  vec_free(&other->components);
  eventb_project_free(other);
}

static void read_missing(ParseContext *context, EventbProject *project, const Source *from,
                         const EventbNames *names)
{
  for (uint32_t i = 0; i < names->len; i++) {
    if (eventb_find(project, names->data[i].name)) continue;
    const Source *source = sibling(context, from, names->data[i].name);
    if (source && source != from) merge(project, read_source(context, source, false));
  }
}

/* The one that the source names: FILE/NAME. */
static void choose_component(ParseContext *context, EventbProject *project, const Source *source)
{
  const char *name = named_component(source);
  project->main = eventb_find(project, names_intern_string(context->names, name));
  project->choices = NULL;
  project->whole = false;
  if (project->main) return;
  Diag *diag =
      diag_error(context->diags, SPAN_NONE, "missing-machine", "%.*s has no machine or context %s",
                 (int) (name - 1 - source->name), source->name, name);
  const char *near = eventb_nearest(project, name);
  if (near) diag_hint(context->diags, diag, "did you mean %s?", near);
}

EventbProject *eventb_read(ParseContext *context, const Source *source)
{
  bool text = !is_rodin(source) && eventb_is_text(source);
  uint32_t errors = diags_errors(context->diags);
  EventbProject *project = read_source(context, source, false);
  if (text && diags_errors(context->diags) == errors) project_check(context->diags, project);
  if (named_component(source)) choose_component(context, project, source);
  for (uint32_t i = 0; text && i < project->components.len; i++) {
    const EventbComponent *component = project->components.data[i];
    read_missing(context, project, source, &component->refines);
    read_missing(context, project, source, &component->uses);
  }
  return project;
}

/* ---- what is made of them */

static Unit *empty_unit(ParseContext *context, const Source *source)
{
  Unit *unit = arena_alloc(context->arena, sizeof *unit);
  unit->source = source;
  unit->keyword = "MACHINE";
  unit->eventb = true;
  unit->root = node_leaf(context->arena, NODE_ERROR, SPAN_NONE, NULL);
  return unit;
}

/* The component in which something is still to be written. */
static EventbComponent *with_hole(const ParseContext *context, const EventbProject *project)
{
  EventbComponent *found = project->main;
  const Source *source = found ? found->source : NULL;
  if (!source) return NULL;
  const char *hole = strstr(source->text, context->hole->text);
  uint32_t at = hole ? source->base + (uint32_t) (hole - source->text) : 0;
  for (uint32_t i = 0; i < project->components.len; i++) {
    EventbComponent *c = project->components.data[i];
    if (c->source == source && c->span.begin <= at) found = c;
  }
  return found;
}

/* The machine that the level asks for; NULL, with an error, if there is none. */
static EventbComponent *chosen(ParseContext *context, const EventbProject *project,
                               EventbLevel level)
{
  EventbComponent *main = context->hole ? with_hole(context, project) : project->main;
  if (level != EVENTB_LEVEL_REFINED || !main) return main;
  EventbComponent *refined =
      main->refines.len ? eventb_find(project, main->refines.data[0].name) : NULL;
  if (!refined)
    diag_error(context->diags, main->span, "missing-machine", "%s refines nothing",
               main->name->text);
  return refined;
}

Unit *eventb_unit(ParseContext *context, const Source *source, EventbLevel level)
{
  uint32_t errors = diags_errors(context->diags);
  EventbProject *project = eventb_read(context, source);
  if (project->choices && diags_errors(context->diags) == errors)
    diag_error(context->diags, project->main->span, "which-machine",
               "ambiguous machine: nothing refines %s; write %s/%s for this one", project->choices,
               source->name, project->main->name->text);
  EventbComponent *component = chosen(context, project, level);
  bool sound = component && (context->hole || diags_errors(context->diags) == errors);
  Unit *unit =
      sound ? eventb_flatten(context, project, component, level) : empty_unit(context, source);
  eventb_project_free(project);
  return unit;
}

const char *eventb_print(ParseContext *context, const Source *source, Text *text, bool unicode)
{
  EventbProject *project = read_source(context, source, true);
  bool first = true;
  for (uint32_t i = 0; i < project->components.len; i++) {
    const EventbComponent *component = project->components.data[i];
    if (project->main && component->source != project->main->source) continue;
    if (!first) text_add_char(text, '\n');
    eventb_print_component(text, component, unicode);
    first = false;
  }
  const char *name = project->main ? project->main->name->text : NULL;
  eventb_project_free(project);
  return name;
}

Node *eventb_formula(ParseContext *context, const Source *source, FormulaKind kind,
                     const Map *declared)
{
  EventbFormulaKind wanted = kind == FORMULA_EXPR   ? EVENTB_EXPRESSION
                             : kind == FORMULA_PRED ? EVENTB_PREDICATE
                                                    : EVENTB_EITHER;
  return classical_form(context->arena,
                        eventb_parse_source(context, source, wanted, declared, NULL));
}
