#include "model/model.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "eventb/eventb.h"
#include "model/chain.h"
#include "model/effects.h"
#include "model/infer.h"
#include "model/link.h"
#include "model/resolve.h"
#include "model/rules.h"
#include "syntax/lexer.h"

static Model *model_new(void)
{
  Model *model = calloc(1, sizeof *model);
  if (!model) memory_exhausted();
  model->arena = arena_new();
  model->types = types_new(model->arena);
  return model;
}

static void machine_free(Machine *machine)
{
  vec_free(&machine->included);
  vec_free(&machine->seen);
  vec_free(&machine->links);
  map_free(&machine->names);
  map_free(&machine->exports);
  map_free(&machine->visible);
  map_free(&machine->operations);
  map_free(&machine->offered);
  map_free(&machine->callable);
  map_free(&machine->externals);
}

void model_free(Model *model)
{
  if (!model) return;
  for (uint32_t i = 0; i < model->machines.len; i++) machine_free(model->machines.data[i]);
  for (uint32_t i = 0; i < model->units.len; i++) unit_free(model->units.data[i]);
  vec_free(&model->machines);
  vec_free(&model->units);
  vec_free(&model->sets);
  vec_free(&model->freetypes);
  vec_free(&model->constants);
  vec_free(&model->variables);
  vec_free(&model->dropped);
  vec_free(&model->known);
  vec_free(&model->operations);
  vec_free(&model->abstract);
  vec_free(&model->properties);
  vec_free(&model->invariants);
  vec_free(&model->assertions);
  vec_free(&model->initialisations);
  for (uint32_t i = 0; i < CHAIN_PARTS; i++) vec_free(&model->parts[i].operations);
  map_free(&model->settings);
  types_free(model->types);
  arena_free(model->arena);
  free(model);
}

/* ---- definitions with a meaning for the tool */

bool model_is_setting(const char *name)
{
  static const char *const prefixes[] = {"SET_PREF_",
                                         "scope_",
                                         "ASSERT_LTL",
                                         "ASSERT_CTL",
                                         "ANIMATION_",
                                         "CUSTOM_GRAPH",
                                         "HEURISTIC_FUNCTION",
                                         "FORCE_SYMMETRY_",
                                         "MAX_OPERATIONS_",
                                         "VISB_",
                                         "OPERATION_REUSE_OFF_",
                                         "SEQUENCE_CHART_",
                                         "GAME_"};
  static const char *const names[] = {"GOAL", "SCOPE", "PROB_REQUIRED_VERSION"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return true;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp(name, prefixes[i], strlen(prefixes[i]))) return true;
  return false;
}

static void infer_node(Infer *infer, Node *node)
{
  switch (resolved_class(node)) {
  case CLASS_PRED: infer_predicate(infer, node); break;
  case CLASS_SUBST: infer_substitution(infer, node); break;
  case CLASS_EXPR: infer_expression(infer, node); break;
  default: break;
  }
}

/* The model does not depend on a setting: one that makes no sense is left out. */
static void add_setting(ParseContext *context, Model *model, Machine *machine,
                        const Definition *def)
{
  uint32_t mark = diags_mark(context->diags), errors = diags_errors(context->diags);
  Resolver *resolver = resolver_new(context, model->arena, machine);
  Node *node = resolve_node(resolver, def->node->kids[1]);
  resolver_free(resolver);
  if (diags_errors(context->diags) == errors) {
    Infer *infer = infer_new(model->types, context->names, context->diags);
    infer_node(infer, node);
    infer_settle(infer);
    infer_finish(infer);
    infer_free(infer);
  }
  if (diags_errors(context->diags) == errors) map_put(&model->settings, def->name, node);
  diags_release(context->diags, mark);
}

static void add_settings(ParseContext *context, Model *model)
{
  const Unit *unit = model->main->unit;
  for (uint32_t i = 0; i < unit->definitions.len; i++) {
    const Definition *def = unit->definitions.data[i];
    if (def->kind != DEF_BROKEN && def->node->kids[0]->count == 0 &&
        model_is_setting(def->name->text))
      add_setting(context, model, model->main, def);
  }
}

/* The size of a set is also what the machine that declares it says, if the main machine does not.
 */
static void add_sizes(ParseContext *context, Model *model, Machine *machine)
{
  static const char prefix[] = "scope_";
  const Unit *unit = machine->unit;
  for (uint32_t i = 0; i < unit->definitions.len; i++) {
    const Definition *def = unit->definitions.data[i];
    const char *text = def->name->text;
    if (def->kind == DEF_BROKEN || def->node->kids[0]->count ||
        strncmp(text, prefix, strlen(prefix)) != 0 || map_get(&model->settings, def->name))
      continue;
    const char *set = text + strlen(prefix);
    const Name *name = names_find(context->names, set, strlen(set));
    if (name && map_get(&machine->names, name)) add_setting(context, model, machine, def);
  }
}

/* ---- loading */

/* Operations of refined machines are there to be compared with, not executed,
 * unless the refinement takes them over; likewise local operations that the same
 * machine implements. */
static bool is_abstract(const Operation *op)
{
  if (op->local && map_get(&op->machine->operations, op->node->name) != op->symbol) return true;
  bool refined = op->machine->level != LEVEL_SHARED && op->machine->level > 0;
  return (!op->machine->live || (refined && op->machine->link == LINK_REFINED)) && !op->top_level;
}

static void set_abstract_apart(Model *model)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < model->operations.len; i++) {
    Operation *op = model->operations.data[i];
    bool abstract = is_abstract(op);
    op->symbol->index = abstract ? model->abstract.len : kept;
    if (abstract) vec_push(&model->abstract, op);
    else model->operations.data[kept++] = op;
  }
  model->operations.len = kept;
}

/* Can the stages go on after mistakes?  A machine whose header is wrong has no name then. */
static bool goes_on(const Linker *linker)
{
  const Model *model = linker->model;
  if (!linker->levels.lenient || !model->main->unit->root->count) return false;
  for (uint32_t i = 0; i < model->machines.len; i++)
    if (!model->machines.data[i]->name)
      model->machines.data[i]->name = names_intern_string(linker->context->names, "?");
  return true;
}

/* The stages after link_machines; after a mistake they say nothing more.  False: there was one. */
static bool link_names(Linker *linker, bool sound)
{
  static bool (*const stages[])(Linker *) = {link_declare, link_scopes};
  Diags *diags = linker->context->diags;
  bool on = sound || goes_on(linker);
  for (size_t i = 0; on && i < sizeof stages / sizeof *stages; i++) {
    uint32_t mark = diags_mark(diags);
    bool good = stages[i](linker);
    if (!sound) diags_release(diags, mark);
    sound = sound && good;
    on = sound || goes_on(linker);
  }
  if (!on) return false;
  uint32_t mark = diags_mark(diags);
  bool resolved = link_resolve(linker), typed = link_types(linker);
  if (!sound) diags_release(diags, mark);
  return sound && resolved && typed;
}

/* Units that the model has already are not read again. */
static void load(ParseContext *context, Model *model, const Source *main, ModelLevels levels)
{
  Linker linker = {.context = context, .levels = levels, .model = model};
  bool sound = link_machines(&linker, main);
  sound = link_names(&linker, sound) && !context->hole;
  if (sound) {
    set_abstract_apart(model);
    add_settings(context, model);
    for (uint32_t i = model->machines.len; i-- > 0;)
      if (model->machines.data[i] != model->main)
        add_sizes(context, model, model->machines.data[i]);
    effects_compute(model);
    rules_check_model(context->diags, model);
    chain_claim_local(context, model);
    if (model->chain) chain_build(context, model);
  }
  vec_free(&linker.links);
  vec_free(&linker.path);
  vec_free(&linker.refined);
  map_free(&linker.declared);
}

Model *model_load(ParseContext *context, const Source *main, ModelLevels levels)
{
  Model *model = model_new();
  load(context, model, main, levels);
  return model;
}

Model *model_load_unit(ParseContext *context, Unit *main)
{
  Model *model = model_new();
  vec_push(&model->units, main);
  load(context, model, main->source, (ModelLevels){0});
  return model;
}

/* ---- formulas */

static void infer_formula(Infer *infer, Node *node, const FormulaDemand *demand)
{
  if (!demand->type || resolved_class(node) != CLASS_EXPR) infer_node(infer, node);
  else infer_unify(infer, (Type *) demand->type, infer_expression(infer, node), node, demand->what);
}

/* Resolves and types what was read, unless there were mistakes in it. */
static Formula *formula_of(ParseContext *context, Model *model, Node *node, uint32_t errors,
                           const FormulaDemand *demand)
{
  Formula *formula = calloc(1, sizeof *formula);
  if (!formula) memory_exhausted();
  formula->arena = arena_new();
  formula->own_types = !model;
  formula->types = model ? model->types : types_new(formula->arena);
  formula->node = node_leaf(formula->arena, NODE_ERROR, node->span, NULL);
  if (diags_errors(context->diags) != errors) return formula;
  Resolver *resolver = resolver_new(context, formula->arena, model ? model->main : NULL);
  resolver_allow_free(resolver, &formula->free);
  if (demand->own_calls) resolver_allow_own_calls(resolver);
  if (model) resolver_enter(resolver, model->known.data, model->known.len);
  formula->node = resolve_node(resolver, node);
  if (model) resolver_leave(resolver);
  resolver_free(resolver);
  if (diags_errors(context->diags) != errors) return formula;
  Infer *infer = infer_new(formula->types, context->names, context->diags);
  infer_formula(infer, formula->node, demand);
  infer_settle(infer);
  if (demand->variable) infer_require(infer, demand->variable);
  for (uint32_t i = 0; i < formula->free.len; i++) infer_require(infer, formula->free.data[i]);
  infer_finish(infer);
  infer_free(infer);
  if (diags_errors(context->diags) == errors) rules_check_formula(context->diags, formula->node);
  return formula;
}

/* NATURAL, seq …: names in Event-B, but hardly meant as such. */
static bool has_words_of_b(const Formula *formula)
{
  for (uint32_t i = 0; i < formula->free.len; i++)
    if (word_is_reserved(formula->free.data[i]->name->text)) return true;
  return false;
}

/* NAT and INT are all numbers in Event-B. */
static bool has_machine_numbers(const Node *node)
{
  if (node->kind == NODE_NAT || node->kind == NODE_NAT1 || node->kind == NODE_INT) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (has_machine_numbers(node->kids[i])) return true;
  return false;
}

/* Event-B refuses to say what is meant: what B would take it for is no answer. */
static bool lacks_brackets(const Diags *diags, uint32_t from)
{
  for (uint32_t i = from; i < diags_count(diags); i++)
    if (!strcmp(diags_get(diags, i)->code, "brackets")) return true;
  return false;
}

/* In a model of Event-B a formula is one of Event-B.  What is none, such as values of B that have
 * been printed, is read as B, unless its words mean something else in Event-B. */
static Formula *eventb_or_b(ParseContext *context, Model *model, const Source *source,
                            const FormulaDemand *demand)
{
  const Machine *scope = model->main;
  FormulaKind kind = demand->kind;
  uint32_t errors = diags_errors(context->diags), mark = diags_mark(context->diags);
  Node *node = eventb_formula(context, source, kind, &scope->visible);
  Formula *formula = formula_of(context, model, node, errors, demand);
  bool good = diags_errors(context->diags) == errors;
  if (good ? !has_words_of_b(formula) : lacks_brackets(context->diags, mark)) return formula;
  formula_free(formula);
  diags_release(context->diags, mark);
  Node *other = parse_formula(context, source, kind, scope->unit);
  formula = formula_of(context, model, other, errors, demand);
  if (good || (diags_errors(context->diags) == errors && !has_machine_numbers(other)))
    return formula;
  formula_free(formula);
  diags_release(context->diags, mark);
  node = eventb_formula(context, source, kind, &scope->visible); /* says again what is wrong */
  return formula_of(context, model, node, errors, demand);
}

Formula *model_formula_as(ParseContext *context, Model *model, const Source *source,
                          const FormulaDemand *demand)
{
  const Unit *unit = model ? model->main->unit : NULL;
  if (unit && unit->eventb && demand->kind != FORMULA_SUBST)
    return eventb_or_b(context, model, source, demand);
  uint32_t errors = diags_errors(context->diags);
  return formula_of(context, model, parse_formula(context, source, demand->kind, unit), errors,
                    demand);
}

Formula *model_formula(ParseContext *context, Model *model, const Source *source, FormulaKind kind)
{
  return model_formula_as(context, model, source, &(FormulaDemand){.kind = kind});
}

void formula_free(Formula *formula)
{
  if (!formula) return;
  vec_free(&formula->free);
  if (formula->own_types) types_free(formula->types);
  arena_free(formula->arena);
  free(formula);
}
