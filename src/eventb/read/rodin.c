#include "eventb/read/rodin.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "eventb/notation/formula.h"
#include "eventb/read/rodin_theory.h"
#include "eventb/notation/math.h"
#include "eventb/read/xml.h"

/* Rodin keeps a component in a file, one XML element for each part of it.  First the
 * files are read, following the references from one to the other; then, when all
 * declared names are known, the formulas. */

typedef struct { /* a file that was read */
  const Source *source;
  XmlElement *root;
  EventbComponent *component;
} File;

typedef struct {
  ParseContext *context;
  Arena *arena;
  Arena *scratch; /* elements of XML */
  EventbProject *project;
  VEC(File) files;
  VEC(EventbName) wanted; /* components that are referred to */
  Map seen;               /* names in `wanted` or read */
  Map declared;           /* names that are declared somewhere */
  RodinTheories theories; /* of the project */
  bool as_written;        /* what operators of theories mean is not put in */
} Rodin;

static const Name *intern(Rodin *r, const char *text)
{
  return names_intern_string(r->context->names, text);
}

/* ---- attributes */

static const char *required(Rodin *r, const XmlElement *element, const char *name)
{
  const char *value = xml_attribute(element, name);
  if (!value)
    diag_error(r->context->diags, element->span, "rodin", "this %s has no %s", element->name, name);
  return value;
}

/* What the user wrote beside it, or NULL. */
static const char *comment_of(Rodin *r, const XmlElement *element)
{
  const char *text = xml_attribute(element, "comment");
  return text && *text ? arena_copy(r->arena, text, strlen(text)) : NULL;
}

static bool is_true(const XmlElement *element, const char *name)
{
  const char *value = xml_attribute(element, name);
  return value && !strcmp(value, "true");
}

static bool is_element(const XmlElement *element, const char *name)
{
  return !strcmp(element->name, name);
}

static void add_name(Rodin *r, const XmlElement *element, const char *attribute, EventbNames *names)
{
  const char *text = required(r, element, attribute);
  if (!text) return;
  const Name *name = intern(r, text);
  vec_push(names, ((EventbName){name, element->span, NULL}));
}

/* A set, constant, variable or parameter.  Identifiers may be surrounded by blanks. */
static void declare(Rodin *r, const XmlElement *element, const char *attribute, EventbNames *names)
{
  const char *text = required(r, element, attribute);
  if (!text) return;
  size_t length = strlen(text);
  while (length && strchr(" \t\r\n", *text)) text++, length--;
  while (length && strchr(" \t\r\n", text[length - 1])) length--;
  const Name *name = names_intern(r->context->names, text, length);
  if (length == 0 || eventb_is_reserved(name->text)) {
    diag_error(r->context->diags, element->span, "rodin", "\"%s\" cannot be the name of a %s",
               name->text, element->name);
    return;
  }
  vec_push(names, ((EventbName){name, element->span, comment_of(r, element)}));
  map_put(&r->declared, name, r);
}

/* The part of a handle "/PROJECT/NAME.bcm|TYPE#ELEMENT…": the name of the component. */
static const Name *handle_component(Rodin *r, const char *handle)
{
  size_t length = strcspn(handle, "|");
  const char *begin = handle, *end = handle + length;
  for (const char *at = handle; at < end; at++)
    if (*at == '/' && (at == handle || at[-1] != '\\')) begin = at + 1;
  const char *dot = end;
  for (const char *at = begin; at < end; at++)
    if (*at == '.') dot = at;
  return names_intern(r->context->names, begin, (size_t) (dot - begin));
}

/* A reference of a checked file. */
static void add_target(Rodin *r, const XmlElement *element, EventbNames *names)
{
  const char *handle = required(r, element, "scTarget");
  if (!handle) return;
  vec_push(names, ((EventbName){handle_component(r, handle), element->span, NULL}));
}

static void want_component(Rodin *r, const EventbNames *names)
{
  const EventbName *name = &names->data[names->len - 1];
  if (map_get(&r->seen, name->name)) return;
  map_put(&r->seen, name->name, r);
  vec_push(&r->wanted, *name);
}

/* ---- formulas */

/* Each formula is a text by itself, named after its place. */
static Node *read_formula(Rodin *r, const File *file, const XmlElement *element,
                          const char *attribute, EventbFormulaKind kind, const EventbEvent *event)
{
  const char *text = required(r, element, attribute), *label = xml_attribute(element, "label");
  if (!text) return node_leaf(r->arena, NODE_ERROR, element->span, NULL);
  const char *name =
      arena_printf(r->context->arena, "%s(%s%s%s)", file->source->name,
                   event ? event->name->text : "", event ? "/" : "", label ? label : element->name);
  const Source *source = sources_add(diags_sources(r->context->diags), name, text, strlen(text));
  Node *node = eventb_parse_source(r->context, source, kind, &r->declared, &r->theories.operators);
  return r->as_written ? node : rodin_theories_apply(&r->theories, node);
}

static void add_formula(Rodin *r, const File *file, const XmlElement *element,
                        const char *attribute, EventbFormulaKind kind, const EventbEvent *event,
                        EventbFormulas *formulas)
{
  const char *label = xml_attribute(element, "label");
  EventbFormula formula = {.label = label ? intern(r, label) : NULL, .span = element->span};
  formula.formula = read_formula(r, file, element, attribute, kind, event);
  formula.comment = comment_of(r, element);
  formula.theorem = is_true(element, "theorem") || is_element(element, "theorem");
  vec_push(formulas, formula);
}

/* ---- declarations: everything but formulas */

/* In a checked file events refer to elements, whose names are known when all files are
 * read: till then the name is the end of the handle. */
static void add_refined(Rodin *r, const XmlElement *element, EventbEvent *event)
{
  const char *handle = required(r, element, "scTarget");
  const char *hash = handle ? strrchr(handle, '#') : NULL;
  while (hash && hash > handle && hash[-1] == '\\') { /* an escaped # belongs to the name */
    do hash--;
    while (hash > handle && *hash != '#');
  }
  if (!hash) return;
  Text name = {0};
  for (const char *at = hash + 1; *at; at++) {
    if (*at == '\\' && at[1]) at++;
    text_add_char(&name, *at);
  }
  vec_push(&event->refines, ((EventbName){intern(r, text_string(&name)), element->span, NULL}));
  text_free(&name);
}

static void read_event_names(Rodin *r, const XmlElement *element, EventbEvent *event)
{
  for (const XmlElement *part = element->first; part; part = part->next) {
    if (is_element(part, "refinesEvent")) add_name(r, part, "target", &event->refines);
    else if (is_element(part, "parameter") || is_element(part, "variable"))
      declare(r, part, "identifier", &event->parameters);
    else if (is_element(part, "scParameter")) declare(r, part, "name", &event->parameters);
    else if (is_element(part, "scRefinesEvent") && !eventb_is_initialisation(event))
      add_refined(r, part, event);
  }
  /* In old files an inherited event refines the one of the same name. */
  if (is_true(element, "inherited")) {
    event->extended = true;
    if (!eventb_is_initialisation(event) && event->refines.len == 0)
      vec_push(&event->refines, ((EventbName){event->name, element->span, NULL}));
  }
}

static void read_event(Rodin *r, const XmlElement *element, EventbComponent *machine)
{
  const char *label = required(r, element, "label");
  if (!label) return;
  EventbEvent *event = arena_alloc(r->arena, sizeof *event);
  event->name = intern(r, label);
  event->span = element->span;
  event->comment = comment_of(r, element);
  const char *convergence = xml_attribute(element, "convergence");
  if (convergence && !strcmp(convergence, "1")) event->status = EVENT_CONVERGENT;
  else if (convergence && !strcmp(convergence, "2")) event->status = EVENT_ANTICIPATED;
  else if (convergence && strcmp(convergence, "0") != 0)
    diag_error(r->context->diags, element->span, "rodin",
               "the convergence of event %s is %s, not 0, 1 or 2", label, convergence);
  event->extended = is_element(element, "event") && is_true(element, "extended");
  read_event_names(r, element, event);
  vec_push(&machine->events, event);
}

static void read_names(Rodin *r, const XmlElement *root, EventbComponent *c)
{
  for (const XmlElement *part = root->first; part; part = part->next) {
    if (is_element(part, "seesContext") || is_element(part, "extendsContext")) {
      add_name(r, part, "target", &c->uses);
      if (c->uses.len) want_component(r, &c->uses);
    } else if (is_element(part, "refinesMachine")) {
      add_name(r, part, "target", &c->refines);
      if (c->refines.len) want_component(r, &c->refines);
    } else if (is_element(part, "scSeesContext") || is_element(part, "scExtendsContext")) {
      add_target(r, part, &c->uses);
      if (c->uses.len) want_component(r, &c->uses);
    } else if (is_element(part, "scRefinesMachine")) {
      add_target(r, part, &c->refines);
      if (c->refines.len) want_component(r, &c->refines);
    } else if (is_element(part, "scCarrierSet")) declare(r, part, "name", &c->sets);
    else if (is_element(part, "scConstant")) declare(r, part, "name", &c->constants);
    else if (is_element(part, "scVariable")) {
      if (is_true(part, "concrete")) declare(r, part, "name", &c->variables);
    } else if (is_element(part, "scEvent")) read_event(r, part, c);
    else if (is_element(part, "carrierSet")) declare(r, part, "identifier", &c->sets);
    else if (is_element(part, "constant")) declare(r, part, "identifier", &c->constants);
    else if (is_element(part, "variable")) declare(r, part, "identifier", &c->variables);
    else if (is_element(part, "event")) read_event(r, part, c);
  }
}

/* ---- formulas of a component */

static void read_action(Rodin *r, const File *file, const XmlElement *element, EventbEvent *event)
{
  const char *label = xml_attribute(element, "label");
  EventbAction action = {.label = label ? intern(r, label) : NULL, .span = element->span};
  action.comment = comment_of(r, element);
  action.node = read_formula(r, file, element, "assignment", EVENTB_ASSIGNMENT, event);
  vec_push(&event->actions, action);
}

static void read_event_formulas(Rodin *r, const File *file, const XmlElement *element,
                                EventbEvent *event)
{
  for (const XmlElement *part = element->first; part; part = part->next) {
    if (is_element(part, "guard") || is_element(part, "scGuard"))
      add_formula(r, file, part, "predicate", EVENTB_PREDICATE, event, &event->guards);
    else if (is_element(part, "witness") || is_element(part, "scWitness"))
      add_formula(r, file, part, "predicate", EVENTB_PREDICATE, event, &event->witnesses);
    else if (is_element(part, "action") || is_element(part, "scAction"))
      read_action(r, file, part, event);
  }
}

/* A checked machine repeats the invariants of its abstractions. */
static bool is_own_invariant(Rodin *r, const XmlElement *element, const EventbComponent *c)
{
  if (!is_element(element, "scInvariant")) return false;
  const char *source = xml_attribute(element, "source");
  return !source || handle_component(r, source) == c->name;
}

static void read_formulas(Rodin *r, const File *file)
{
  EventbComponent *c = file->component;
  uint32_t event = 0;
  for (const XmlElement *part = file->root->first; part; part = part->next) {
    if (is_element(part, "axiom") || is_element(part, "scAxiom"))
      add_formula(r, file, part, "predicate", EVENTB_PREDICATE, NULL, &c->axioms);
    else if (is_element(part, "invariant") || is_own_invariant(r, part, c))
      add_formula(r, file, part, "predicate", EVENTB_PREDICATE, NULL, &c->invariants);
    else if (is_element(part, "theorem"))
      add_formula(r, file, part, "predicate", EVENTB_PREDICATE, NULL,
                  c->is_context ? &c->axioms : &c->invariants);
    else if (is_element(part, "variant") || is_element(part, "scVariant"))
      add_formula(r, file, part, "expression", EVENTB_EXPRESSION, NULL, &c->variants);
    else if ((is_element(part, "event") || is_element(part, "scEvent")) && event < c->events.len &&
             c->events.data[event]->span.begin == part->span.begin)
      read_event_formulas(r, file, part, c->events.data[event++]);
  }
}

/* ---- files */

/* The name of the component in DIR/NAME.bum. */
static const Name *component_name(Rodin *r, const Source *source)
{
  const char *slash = strrchr(source->name, '/'), *base = slash ? slash + 1 : source->name;
  const char *dot = strrchr(base, '.');
  return names_intern(r->context->names, base, dot ? (size_t) (dot - base) : strlen(base));
}

/* Rodin's checker leaves out what it finds wrong, and says so. */
static bool is_accurate(const XmlElement *element)
{
  const char *value = xml_attribute(element, "accurate");
  if (value && !strcmp(value, "false")) return false;
  for (const XmlElement *part = element->first; part; part = part->next)
    if (is_element(part, "scEvent") && !is_accurate(part)) return false;
  return true;
}

static void read_file(Rodin *r, const Source *source)
{
  XmlElement *root = xml_read(r->scratch, r->context->diags, source);
  if (!root) return;
  bool context = is_element(root, "contextFile") || is_element(root, "scContextFile");
  if (!context && !is_element(root, "machineFile") && !is_element(root, "scMachineFile")) {
    diag_error(r->context->diags, root->span, "rodin", "this is not a Rodin machine or context");
    return;
  }
  if (!is_accurate(root))
    diag_warning(r->context->diags, root->span, "inaccurate",
                 "Rodin found errors in %s and omitted parts of it from this file",
                 component_name(r, source)->text);
  EventbComponent *component = eventb_component_new(r->arena);
  component->name = component_name(r, source);
  component->span = root->span;
  component->comment = comment_of(r, root);
  component->source = source;
  component->is_context = context;
  map_put(&r->seen, component->name, r);
  vec_push(&r->project->components, component);
  vec_push(&r->files, ((File){source, root, component}));
  read_names(r, root, component);
}

/* A file beside `from`, or in the same archive; NULL if there is none. */
static const Source *beside(ParseContext *context, const Source *from, const char *name,
                            const char *ending)
{
  Sources *sources = diags_sources(context->diags);
  const char *slash = strrchr(from->name, '/'), *error;
  int folder = slash ? (int) (slash + 1 - from->name) : 0;
  const char *path = arena_printf(context->arena, "%.*s%s%s", folder, from->name, name, ending);
  return from->path ? sources_read(sources, path, &error) : sources_find(sources, path);
}

/* Is it a file of the static checker?  Its references are looked for among these first. */
static bool is_checked(const Source *source)
{
  const char *dot = strrchr(source->name, '.');
  return dot && (!strcmp(dot, ".bcm") || !strcmp(dot, ".bcc"));
}

/* The source of a checked file, if it is newer, else NULL.  Time stamps may be off by two
 * seconds: archives keep them no more exactly. */
static const char *newer_source(ParseContext *context, const Source *checked)
{
  struct stat source, info;
  if (!checked->path || !is_checked(checked) || stat(checked->path, &info) != 0) return NULL;
  char *path = arena_copy(context->arena, checked->path, strlen(checked->path));
  path[strlen(path) - 2] = 'u'; /* .bcm is made of .bum, .bcc of .buc */
  return stat(path, &source) == 0 && source.st_mtime > info.st_mtime + 2 ? path : NULL;
}

/* The file of another component of the same project, or NULL. */
static const Source *sibling(ParseContext *context, const Source *from, const char *component)
{
  static const char *const endings[2][4] = {{".bum", ".buc", ".bcm", ".bcc"},
                                            {".bcm", ".bcc", ".bum", ".buc"}};
  const Source *source = NULL;
  bool checked = is_checked(from);
  for (size_t i = 0; !source && !strchr(component, '/') && i < 4; i++) {
    source = beside(context, from, component, endings[checked][i]);
    if (source && newer_source(context, source)) source = NULL;
  }
  return source;
}

/* The label of the element with that name in the checked file, or NULL. */
static const char *label_of_event(const File *file, const char *name)
{
  for (const XmlElement *part = file->root->first; part; part = part->next)
    if (is_element(part, "scEvent") && xml_attribute(part, "name") &&
        !strcmp(xml_attribute(part, "name"), name))
      return xml_attribute(part, "label");
  return NULL;
}

/* In checked files: elements that events refer to become events. */
static void resolve_events(Rodin *r, const File *file)
{
  const EventbComponent *c = file->component;
  const File *abstract = NULL;
  for (uint32_t i = 0; c->refines.len && i < r->files.len; i++)
    if (r->files.data[i].component->name == c->refines.data[0].name) abstract = &r->files.data[i];
  if (!abstract || !is_element(file->root, "scMachineFile")) return;
  for (uint32_t i = 0; i < c->events.len; i++) {
    EventbNames *refines = &c->events.data[i]->refines;
    for (uint32_t k = 0; k < refines->len; k++) {
      const char *label = label_of_event(abstract, refines->data[k].name->text);
      if (label) refines->data[k].name = intern(r, label);
    }
  }
}

/* What is to be read instead of a checked file that is out of date; else the file itself. */
static const Source *up_to_date(ParseContext *context, const Source *source)
{
  const char *path = newer_source(context, source), *error;
  const Source *newer = path ? sources_read(diags_sources(context->diags), path, &error) : NULL;
  if (!newer) return source;
  diag_warning(context->diags, SPAN_NONE, "out-of-date",
               "%s is older than %s, which is used instead", source->name, newer->name);
  return newer;
}

EventbProject *rodin_read(ParseContext *context, const Source *source, bool as_written)
{
  source = up_to_date(context, source);
  Rodin r = {.context = context, .arena = context->arena, .scratch = arena_new()};
  r.as_written = as_written;
  r.project = eventb_project_new(context->arena);
  read_file(&r, source);
  r.project->main = r.project->components.len ? r.project->components.data[0] : NULL;
  for (uint32_t i = 0; i < r.wanted.len; i++) {
    const Source *wanted = sibling(context, source, r.wanted.data[i].name->text);
    if (wanted) read_file(&r, wanted); /* or else whoever needs it complains */
  }
  for (uint32_t i = 0; i < r.files.len; i++) resolve_events(&r, &r.files.data[i]);
  rodin_theories_read(&r.theories, context, r.project, source);
  for (uint32_t i = 0; i < r.files.len; i++) read_formulas(&r, &r.files.data[i]);
  rodin_theories_finish(&r.theories);
  vec_free(&r.files);
  vec_free(&r.wanted);
  map_free(&r.seen);
  map_free(&r.declared);
  arena_free(r.scratch);
  return r.project;
}
