#include "model/link.h"

#include <string.h>

#include "base/nearest.h"
#include "base/text.h"
#include "eventb/eventb.h"
#include "model/rules.h"

#define MACHINE_ENDINGS ".mch .ref .imp .sys"

/* From files to Machines.  A machine is linked after everything it refers to, so
 * model->machines is in order of initialisation; linker->path has those that are
 * not finished, and a reference to one of them is a cycle. */

static Machine *link_unit(Linker *, Unit *, const Name *prefix, LinkKind, uint32_t depth);

const Name *link_join(Linker *linker, const Name *prefix, const Name *name)
{
  if (!prefix) return name;
  if (!name) return prefix;
  Arena *arena = linker->context->arena;
  const char *text = arena_printf(arena, "%s.%s", prefix->text, name->text);
  return names_intern_string(linker->context->names, text);
}

/* The keyword with which the machine begins. */
static Span header(const Unit *unit)
{
  uint32_t begin = unit->root->span.begin;
  return (Span){begin, begin + (uint32_t) strlen(unit->keyword)};
}

/* ---- packages */

static void check_import(Linker *linker, const Unit *unit, const char *root, uint32_t i)
{
  Diags *diags = linker->context->diags;
  Files *files = linker->context->files;
  const char *package = unit->imports.data[i];
  Span span = unit->import_spans.data[i];
  for (uint32_t k = 0; k < i; k++) {
    if (strcmp(unit->imports.data[k], package)) continue;
    Diag *diag = diag_error(diags, span, "package", "package %s is imported twice", package);
    diag_note(diags, diag, unit->import_spans.data[k], "first imported here");
    return;
  }
  if (!files_package_valid(package))
    diag_error(diags, span, "package", "%s is not a package name", package);
  else if (!files_package_folder(files, root, package))
    diag_error(diags, span, "package", "package %s does not exist: %s has no such folder", package,
               *root ? root : "the current folder");
}

static void check_packages(Linker *linker, const Unit *unit)
{
  Diags *diags = linker->context->diags;
  const char *root = files_package_root(linker->context->files, unit->source, NULL);
  if (unit->package && !files_package_valid(unit->package)) {
    diag_error(diags, unit->package_span, "package", "%s is not a package name", unit->package);
  } else if (unit->package) {
    root = files_package_root(linker->context->files, unit->source, unit->package);
    if (!root)
      diag_error(diags, unit->package_span, "package",
                 "package %s does not match the folders of this file", unit->package);
  }
  for (uint32_t i = 0; root && i < unit->imports.len; i++) check_import(linker, unit, root, i);
}

/* ---- what is refined */

static void check_refines(Linker *linker, const Unit *unit)
{
  const Node *clause = unit_clause(unit, NODE_CL_REFINES);
  if (clause && clause->count > 1)
    diag_error(linker->context->diags, clause->kids[1]->span, "refines",
               "only one machine can be refined");
}

static const Node *parameter(const Unit *unit, uint32_t i)
{
  const Node *node = unit->root->kids[0]->kids[i];
  while (node->kind == NODE_DESCRIBED) node = node->kids[0];
  return node;
}

/* A refinement has the parameters of the machine that it refines. */
static void check_refined_parameters(Linker *linker, const MachineLink *link)
{
  const Unit *unit = link->from->unit, *refined = link->to->unit;
  uint32_t count = unit->root->kids[0]->count, wanted = refined->root->kids[0]->count;
  bool same = count == wanted;
  for (uint32_t i = 0; same && i < count; i++)
    same = parameter(unit, i)->name == parameter(refined, i)->name;
  if (same) return;
  Diags *diags = linker->context->diags;
  Text list = {0};
  for (uint32_t i = 0; i < wanted; i++) {
    const Name *name = parameter(refined, i)->name;
    text_printf(&list, "%s%s", i ? ", " : "", name ? name->text : "?");
  }
  Span span = count ? unit->root->kids[0]->span : header(unit);
  Diag *diag = wanted
                   ? diag_error(diags, span, "parameters",
                                "the parameters must be those of the refined machine %s: (%s)",
                                link->to->name->text, text_string(&list))
                   : diag_error(diags, span, "parameters",
                                "the refined machine %s has no parameters", link->to->name->text);
  diag_note(diags, diag, header(refined), "%s is declared here", link->to->name->text);
  text_free(&list);
}

/* ---- units */

static Unit *unit_of(Linker *linker, const Source *source)
{
  Model *model = linker->model;
  for (uint32_t i = 0; i < model->units.len; i++)
    if (model->units.data[i]->source == source) return model->units.data[i];
  uint32_t errors = diags_errors(linker->context->diags);
  bool eventb = eventb_is_source(source);
  Unit *unit = eventb ? eventb_unit(linker->context, source, linker->levels.eventb)
                      : parse_unit(linker->context, source);
  vec_push(&model->units, unit);
  if (eventb) return unit; /* its rules are others */
  bool sound = diags_errors(linker->context->diags) == errors;
  if (sound) rules_check_unit(linker->context->diags, unit); /* all clauses are known */
  if (sound) rules_check_b0(linker->context->diags, unit);
  check_packages(linker, unit);
  check_refines(linker, unit);
  return unit;
}

/* Where the machine is named in a reference, p.q.M(a,b): behind the last dot of the prefix. */
static Span named_in(Linker *linker, Span reference, const char *name)
{
  uint32_t length;
  const Sources *sources = diags_sources(linker->context->diags);
  const char *text = sources_text(sources, reference, &length);
  uint32_t from = (uint32_t) strcspn(text, "("), dot = from < length ? from : length;
  while (dot > 0 && text[dot - 1] != '.') dot--;
  return sources_find_text(sources, (Span){reference.begin + dot, reference.end}, name);
}

static const Source *find_machine(Linker *linker, const Unit *from, const char *name, Span span)
{
  Files *files = linker->context->files;
  VEC(const char *) packages = {0};
  const char *root = files_package_root(files, from->source, from->package);
  for (uint32_t i = 0; root && i < from->imports.len; i++) {
    const char *folder = files_package_folder(files, root, from->imports.data[i]);
    if (folder) vec_push(&packages, folder);
  }
  const char *error = NULL, *hint = NULL;
  const Source *source =
      files_find_machine(files, name, from->source, packages.data, packages.len, &error, &hint);
  vec_free(&packages);
  if (!source) {
    Diag *diag = diag_error(linker->context->diags, span, "missing-machine",
                            "machine %s was not found: %s", name, error);
    char near[NEAREST_FILE];
    if (hint) diag_hint(linker->context->diags, diag, "%s", hint);
    else if (from->source->path && nearest_file(from->source->path, name, MACHINE_ENDINGS, near))
      diag_suggest(linker->context->diags, diag, named_in(linker, span, name), near);
  }
  return source;
}

static const Source *find_path(Linker *linker, const Unit *from, const Node *pragma)
{
  const char *error = NULL;
  const Source *source =
      files_find_path(linker->context->files, pragma->name->text, from->source, &error);
  if (!source) diag_error(linker->context->diags, pragma->span, "missing-machine", "%s", error);
  return source;
}

/* The name in the file must be that of the reference, and no other file of the
 * model may declare a machine of that name. */
static bool name_fits(Linker *linker, const Unit *unit, const Name *name, Span use)
{
  Diags *diags = linker->context->diags;
  const Node *root = unit->root;
  if (root->kind == NODE_DEFINITION_FILE) {
    diag_error(diags, use, "machine-name", "%s is a definition file, not a machine",
               unit->source->name);
    return false;
  }
  if (!root->name) return false; /* a syntax error in that file, which is reported there */
  if (root->name != name) {
    Diag *diag = diag_error(diags, use, "machine-name",
                            "the file %s was found for %s, but declares machine %s",
                            unit->source->name, name->text, root->name->text);
    diag_note(diags, diag, header(unit), "%s is declared here", root->name->text);
    return false;
  }
  for (uint32_t i = 0; i < linker->model->units.len; i++) {
    const Unit *other = linker->model->units.data[i];
    if (other == unit || other->root->name != name) continue;
    Diag *diag =
        diag_error(diags, use, "machine-name", "machine %s is declared in two files", name->text);
    diag_note(diags, diag, header(other), "one is %s", other->source->name);
    diag_note(diags, diag, header(unit), "the other is %s", unit->source->name);
    return false;
  }
  return true;
}

/* ---- references */

static LinkKind link_kind(NodeKind clause)
{
  switch (clause) {
  case NODE_CL_REFINES: return LINK_REFINED;
  case NODE_CL_SEES: return LINK_SEEN;
  case NODE_CL_USES: return LINK_USED;
  default: return LINK_INCLUDED;
  }
}

static const char *clause_verb(NodeKind clause)
{
  switch (clause) {
  case NODE_CL_REFINES: return "refines";
  case NODE_CL_SEES: return "sees";
  case NODE_CL_USES: return "uses";
  case NODE_CL_EXTENDS: return "extends";
  case NODE_CL_IMPORTS: return "imports";
  default: return "includes";
  }
}

/* A machine whose header has a syntax error has no name. */
static const char *shown_name(const Machine *machine)
{
  return machine->name ? machine->name->text : "this machine";
}

/* "M sees N" closes a circle: notes show the references on the way from N to M.
 * The last reference of an unfinished machine is the one that is followed. */
static void report_cycle(Linker *linker, const Machine *machine, const Unit *unit, NodeKind clause,
                         const Node *ref)
{
  Diags *diags = linker->context->diags;
  uint32_t start = 0;
  while (linker->path.data[start]->unit != unit) start++;
  Diag *diag =
      diag_error(diags, ref->span, "cycle", "cyclic reference: %s %s %s", shown_name(machine),
                 clause_verb(clause), shown_name(linker->path.data[start]));
  for (uint32_t i = start; i + 1 < linker->path.len; i++) {
    const Machine *from = linker->path.data[i], *to = linker->path.data[i + 1];
    const MachineLink *link = from->links.data[from->links.len - 1];
    diag_note(diags, diag, link->node->span, "%s %s %s", shown_name(from),
              clause_verb(link->clause), shown_name(to));
  }
}

static bool on_path(const Linker *linker, const Unit *unit)
{
  for (uint32_t i = 0; i < linker->path.len; i++)
    if (linker->path.data[i]->unit == unit) return true;
  return false;
}

/* Splits `a.b.M` into `a.b` and `M`. */
static const Name *split_prefix(Linker *linker, const Name *full, const Name **prefix)
{
  const char *dot = strrchr(full->text, '.');
  *prefix =
      dot ? names_intern(linker->context->names, full->text, (size_t) (dot - full->text)) : NULL;
  return dot ? names_intern_string(linker->context->names, dot + 1) : full;
}

/* The prefix of the machine referred to: parts take that of the whole along,
 * while a seen machine is a thing of its own. */
static const Name *instance_prefix(Linker *linker, const Machine *from, LinkKind kind,
                                   const Name *written)
{
  if (kind == LINK_REFINED) return from->prefix;
  if (kind == LINK_INCLUDED)
    return from->prefix ? link_join(linker, from->prefix, written) : written;
  return written;
}

static void follow(Linker *linker, Machine *machine, NodeKind clause, const Node *entry)
{
  bool pragma = entry->kind == NODE_FILE_PRAGMA;
  const Node *ref = pragma ? entry->kids[0] : entry;
  if (ref->kind != NODE_MACHINE_REF) return;
  LinkKind kind = link_kind(clause);
  const Name *written, *name = split_prefix(linker, ref->name, &written);
  const Source *source = pragma ? find_path(linker, machine->unit, entry)
                                : find_machine(linker, machine->unit, name->text, ref->span);
  if (!source) return;
  Unit *unit = unit_of(linker, source);
  if (on_path(linker, unit)) {
    report_cycle(linker, machine, unit, clause, ref);
    return;
  }
  if (!name_fits(linker, unit, name, ref->span)) return;
  uint32_t depth = machine->depth + (kind == LINK_REFINED);
  MachineLink *link = arena_alloc(linker->model->arena, sizeof *link);
  *link = (MachineLink){machine, NULL, clause, ref, written};
  vec_push(&linker->links, link);
  vec_push(&machine->links, link);
  const Name *prefix = instance_prefix(linker, machine, kind, written);
  Machine *target = link_unit(linker, unit, prefix, kind, depth);
  link->to = target;
  if (kind == LINK_REFINED) machine->refines = target;
  else if (kind == LINK_INCLUDED) vec_push(&machine->included, target);
  else vec_push(&machine->seen, target);
}

static bool is_only_seen(LinkKind kind) { return kind == LINK_SEEN || kind == LINK_USED; }

/* In a chain every level has parts of its own; what is seen is one for all levels. */
static Machine *instance(const Model *model, const Unit *unit, const Name *prefix, LinkKind kind,
                         uint32_t depth)
{
  Machine *elsewhere = NULL;
  for (uint32_t i = 0; i < model->machines.len; i++) {
    Machine *machine = model->machines.data[i];
    if (machine->unit != unit || machine->prefix != prefix) continue;
    if (!model->chain || machine->depth == depth) return machine;
    if (is_only_seen(kind) && is_only_seen(machine->link)) elsewhere = machine;
  }
  return elsewhere;
}

/* The machine for a unit under a prefix; made at its first use. */
static Machine *link_unit(Linker *linker, Unit *unit, const Name *prefix, LinkKind kind,
                          uint32_t depth)
{
  static const NodeKind clauses[] = {NODE_CL_REFINES,  NODE_CL_SEES,    NODE_CL_USES,
                                     NODE_CL_INCLUDES, NODE_CL_EXTENDS, NODE_CL_IMPORTS};
  Machine *machine = instance(linker->model, unit, prefix, kind, depth);
  if (machine) {
    if (kind < machine->link) machine->link = kind;
    return machine;
  }
  machine = arena_alloc(linker->model->arena, sizeof *machine);
  machine->unit = unit, machine->prefix = prefix;
  machine->name = unit->root->name;
  machine->link = kind, machine->depth = depth;
  vec_push(&linker->path, machine);
  for (uint32_t i = 0; i < sizeof clauses / sizeof *clauses; i++) {
    const Node *clause = unit_clause(unit, clauses[i]);
    for (uint32_t k = 0; clause && k < clause->count; k++)
      follow(linker, machine, clauses[i], clause->kids[k]);
  }
  linker->path.len--;
  machine->index = linker->model->machines.len;
  vec_push(&linker->model->machines, machine);
  return machine;
}

/* ---- checks on the whole */

static void mark_live(Machine *machine)
{
  if (machine->live) return;
  machine->live = true;
  for (uint32_t i = 0; i < machine->included.len; i++) mark_live(machine->included.data[i]);
  for (uint32_t i = 0; i < machine->seen.len; i++) mark_live(machine->seen.data[i]);
}

static void mark_parts(Machine *machine, uint32_t level)
{
  if (machine->level != LEVEL_SHARED) return;
  machine->level = level;
  for (uint32_t i = 0; i < machine->included.len; i++) mark_parts(machine->included.data[i], level);
}

/* The levels of a chain, or the main machine alone. */
static void mark_levels(Model *model)
{
  uint32_t level = 0;
  for (uint32_t i = 0; i < model->machines.len; i++) model->machines.data[i]->level = LEVEL_SHARED;
  for (Machine *m = model->main; m && (level == 0 || model->chain); m = m->refines) {
    mark_live(m);
    mark_parts(m, level++);
  }
}

bool link_includes(const MachineLink *link) { return link_kind(link->clause) == LINK_INCLUDED; }

/* The state of an included machine belongs to one including machine. */
static void find_owner(Linker *linker, MachineLink *r)
{
  if (!link_includes(r) || !r->from->live) return;
  if (!r->to->owner) {
    r->to->owner = r;
    return;
  }
  Diag *diag = diag_error(linker->context->diags, r->node->span, "included-twice",
                          "machine %s is included twice", r->node->name->text);
  diag_note(linker->context->diags, diag, r->to->owner->node->span, "the other inclusion is here");
  Span name = named_in(linker, r->node->span, r->to->name->text);
  diag_hint(linker->context->diags, diag, "give one of them a prefix: other.%s", r->to->name->text);
  diag_replace(linker->context->diags, diag, (Span){name.begin, name.begin}, "other.");
}

/* A part takes over the abstraction of the machine that includes it.  The order of
 * machines has that one later, so that, backwards, its own abstraction is known. */
static void find_abstractions(Model *model)
{
  for (uint32_t i = model->machines.len; i > 0; i--) {
    Machine *machine = model->machines.data[i - 1];
    if (machine->refines) machine->abstraction = machine->refines;
    for (uint32_t k = 0; k < machine->included.len; k++) {
      Machine *part = machine->included.data[k];
      if (!part->abstraction) part->abstraction = machine->abstraction;
    }
  }
}

static void check_arguments(Linker *linker, const MachineLink *r)
{
  Diags *diags = linker->context->diags;
  const Node *parameters = r->to->unit->root->kids[0];
  if (!link_includes(r) && r->node->count > 0) {
    diag_error(diags, r->node->kids[0]->span, "arguments",
               "a machine that %s another must not give it arguments", clause_verb(r->clause));
  } else if (link_includes(r) && r->node->count != parameters->count) {
    Diag *diag = diag_error(diags, r->node->span, "arguments",
                            "machine %s has %u parameter%s, but %u argument%s given",
                            r->to->name->text, parameters->count, text_plural(parameters->count),
                            r->node->count, r->node->count == 1 ? " is" : "s are");
    diag_note(diags, diag, header(r->to->unit), "%s is declared here", r->to->name->text);
  }
}

static void check_main_name(Linker *linker, const Source *source)
{
  const Name *name = linker->model->main->name;
  if (!source->path || !name || eventb_is_source(source)) return;
  const char *stem = files_stem(linker->context->files, source);
  if (!strcmp(stem, name->text)) return;
  diag_warning(linker->context->diags, header(linker->model->main->unit), "machine-name",
               "the machine is named %s, but its file %s", name->text, source->name);
}

bool link_machines(Linker *linker, const Source *main)
{
  uint32_t errors = diags_errors(linker->context->diags);
  Unit *unit = unit_of(linker, main);
  linker->model->chain = linker->levels.chain && unit_clause(unit, NODE_CL_REFINES);
  linker->model->main = link_unit(linker, unit, NULL, LINK_MAIN, 0);
  check_main_name(linker, main);
  mark_levels(linker->model);
  find_abstractions(linker->model);
  for (uint32_t i = 0; i < linker->links.len; i++) {
    find_owner(linker, linker->links.data[i]);
    check_arguments(linker, linker->links.data[i]);
    if (linker->links.data[i]->clause == NODE_CL_REFINES)
      check_refined_parameters(linker, linker->links.data[i]);
  }
  return diags_errors(linker->context->diags) == errors;
}
