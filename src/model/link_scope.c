#include "model/link.h"

#include <string.h>

#include "base/nearest.h"

/* Who sees what.  Every machine has two tables of names: `exports`, what those
 * who refer to it get to see (its own names and those of its parts and of its
 * abstraction), and `visible`, what its own text may use (the same, its
 * parameters, and the exports of the machines it sees).  So INCLUDES is
 * transitive and SEES is not.  Likewise for operations: `offered`, `callable`.
 *
 * Machines are treated in the order of model->machines, so the tables of those
 * referred to are complete. */

static void put_all(Map *to, const Map *from)
{
  for (uint32_t i = 0; i < from->capacity; i++)
    if (from->keys[i]) map_put(to, from->keys[i], from->values[i]);
}

/* What a reference with a prefix brings: variables and parameters with the prefix;
 * sets and constants are not renamed, but may be written with the prefix. */
static void put_prefixed(Linker *linker, Map *to, const Map *from, const Name *prefix)
{
  for (uint32_t i = 0; i < from->capacity; i++) {
    if (!from->keys[i]) continue;
    Symbol *symbol = from->values[i];
    bool renamed = symbol->kind == SYMBOL_VARIABLE || symbol->parameter;
    if (!prefix || !renamed) map_put(to, from->keys[i], symbol);
    if (prefix) map_put(to, link_join(linker, prefix, from->keys[i]), symbol);
  }
}

static void put_names(Map *to, const Map *names, bool parameters)
{
  for (uint32_t i = 0; i < names->capacity; i++) {
    Symbol *symbol = names->keys[i] ? names->values[i] : NULL;
    if (symbol && (parameters || !symbol->parameter)) map_put(to, names->keys[i], symbol);
  }
}

static void put_parameters(Map *to, const Map *names)
{
  for (uint32_t i = 0; i < names->capacity; i++) {
    Symbol *symbol = names->keys[i] ? names->values[i] : NULL;
    if (symbol && symbol->parameter) map_put(to, names->keys[i], symbol);
  }
}

/* The weakest come first, so that nearer names hide farther ones. */
static void build_names(Linker *linker, Machine *machine)
{
  if (machine->refines) {
    put_all(&machine->exports, &machine->refines->exports);
    put_all(&machine->visible, &machine->refines->visible);
  }
  for (uint32_t i = 0; i < machine->links.len; i++) {
    const MachineLink *r = machine->links.data[i];
    if (r->clause == NODE_CL_REFINES) continue;
    bool seen = r->clause == NODE_CL_SEES || r->clause == NODE_CL_USES;
    if (r->clause == NODE_CL_USES) put_parameters(&machine->visible, &r->to->names);
    put_prefixed(linker, &machine->visible, &r->to->exports, r->prefix);
    if (!seen) put_prefixed(linker, &machine->exports, &r->to->exports, r->prefix);
  }
  put_names(&machine->exports, &machine->names, false);
  put_names(&machine->visible, &machine->names, true);
}

/* ---- operations */

static void put_operation(Linker *linker, Map *to, const Name *name, Symbol *symbol, Span use)
{
  const Symbol *other = map_get(to, name);
  if (other && other != symbol) {
    Diags *diags = linker->context->diags;
    Diag *diag = diag_error(diags, use, "declared-twice",
                            "there are two operations with the name %s", name->text);
    diag_note(diags, diag, other->span, "one in machine %s", other->machine->name->text);
    diag_note(diags, diag, symbol->span, "another in machine %s", symbol->machine->name->text);
  }
  map_put(to, name, symbol);
}

static void put_operations(Linker *linker, Map *to, const MachineLink *r)
{
  const Map *from = &r->to->offered;
  for (uint32_t i = 0; i < from->capacity; i++)
    if (from->keys[i])
      put_operation(linker, to, link_join(linker, r->prefix, from->keys[i]), from->values[i],
                    r->node->span);
}

/* The same without a check: it was made with another table. */
static void share_operations(Linker *linker, Map *to, const MachineLink *r)
{
  const Map *from = &r->to->offered;
  for (uint32_t i = 0; i < from->capacity; i++)
    if (from->keys[i]) map_put(to, link_join(linker, r->prefix, from->keys[i]), from->values[i]);
}

static void report_unknown_promotion(Linker *linker, const Machine *machine, const Node *node)
{
  Diags *diags = linker->context->diags;
  Diag *diag = diag_error(diags, node->span, "unknown-name",
                          "there is no operation %s to promote: no included machine has it",
                          node->name->text);
  if (diags_errors(diags) > HINT_LIMIT) return;
  Nearest nearest = nearest_to(node->name->text);
  for (uint32_t i = 0; i < machine->callable.capacity; i++)
    if (machine->callable.keys[i]) nearest_offer(&nearest, machine->callable.keys[i]->text);
  if (nearest.best) diag_suggest(diags, diag, node->span, nearest.best);
}

/* A seen or used machine belongs to another one, which may promote its operations. */
static void report_seen_promotion(Linker *linker, const Node *node, const Symbol *symbol)
{
  Diags *diags = linker->context->diags;
  const char *name = symbol->machine->name->text;
  Diag *diag = diag_error(diags, node->span, "promotion",
                          "the operation %s cannot be promoted: machine %s is not included",
                          node->name->text, name);
  diag_note(diags, diag, symbol->span, "%s is declared here", symbol->name->text);
  diag_hint(diags, diag, "include it (INCLUDES %s) instead of seeing or using it", name);
}

static bool is_promoted_twice(Linker *linker, const Node *clause, uint32_t index)
{
  const Node *node = clause->kids[index];
  for (uint32_t i = 0; i < index; i++) {
    if (clause->kids[i]->kind != NODE_IDENT || clause->kids[i]->name != node->name) continue;
    Diag *diag = diag_error(linker->context->diags, node->span, "promotion",
                            "the operation %s is promoted twice", node->name->text);
    diag_note(linker->context->diags, diag, clause->kids[i]->span, "it is promoted here");
    return true;
  }
  return false;
}

/* `own` are the operations of included machines. */
static void promote(Linker *linker, Machine *machine, const Map *own)
{
  const Node *clause = unit_clause(machine->unit, NODE_CL_PROMOTES);
  for (uint32_t i = 0; clause && i < clause->count; i++) {
    const Node *node = clause->kids[i];
    if (node->kind != NODE_IDENT || is_promoted_twice(linker, clause, i)) continue;
    Symbol *symbol = map_get(own, node->name), *seen = map_get(&machine->callable, node->name);
    if (symbol) put_operation(linker, &machine->offered, node->name, symbol, node->span);
    else if (seen) report_seen_promotion(linker, node, seen);
    else report_unknown_promotion(linker, machine, node);
  }
}

/* Is there an operation `other ref name`? */
static bool is_refined_by_other(const Machine *machine, const Name *name)
{
  for (uint32_t i = 0; i < machine->operations.capacity; i++) {
    if (!machine->operations.keys[i]) continue;
    const Node *node = ((Symbol *) machine->operations.values[i])->operation->node;
    if (node->count > 3 && node->kids[3]->name == name) return true;
  }
  return false;
}

/* A refinement takes over the operations that it does not refine; an implementation
 * must have them all. */
static void inherit(Linker *linker, Machine *machine)
{
  const Map *from = &machine->refines->offered;
  const Node *root = machine->unit->root;
  for (uint32_t i = 0; i < from->capacity; i++) {
    if (!from->keys[i] || map_get(&machine->offered, from->keys[i])) continue;
    if (is_refined_by_other(machine, from->keys[i])) continue;
    Symbol *symbol = from->values[i];
    map_put(&machine->offered, from->keys[i], symbol);
    if (root->kind != NODE_IMPLEMENTATION || symbol->operation->event) continue;
    Span keyword = {root->span.begin, root->span.begin + (uint32_t) strlen(machine->unit->keyword)};
    Diags *diags = linker->context->diags;
    Diag *diag = diag_error(diags, keyword, "missing-operation",
                            "the operation %s of %s has no implementation", from->keys[i]->text,
                            machine->refines->name->text);
    diag_note(diags, diag, symbol->span, "it is declared here");
  }
}

/* In models of events, refinements may add some. */
static bool allows_new(const Machine *machine, const Operation *op)
{
  while (machine->refines) machine = machine->refines;
  return op->event || !strcmp(machine->unit->keyword, "SYSTEM");
}

/* Where the operations of others are offered. */
static Span offer_of(const Machine *machine)
{
  const Node *root = machine->unit->root;
  for (uint32_t i = 0; i < root->count; i++)
    if (root->kids[i]->kind == NODE_CL_PROMOTES || root->kids[i]->kind == NODE_CL_EXTENDS)
      return root->kids[i]->span;
  return root->span;
}

/* The abstract operation that each own one refines: named after `ref`, or of the
 * same name. */
static void refine(Linker *linker, Machine *machine)
{
  const Map *abstract = &machine->refines->offered;
  for (uint32_t i = 0; i < machine->offered.capacity; i++) {
    if (!machine->offered.keys[i]) continue;
    Operation *op = ((Symbol *) machine->offered.values[i])->operation;
    const Node *ref = op->node->count > 3 ? op->node->kids[3] : NULL;
    const Symbol *refined = map_get(abstract, ref ? ref->name : machine->offered.keys[i]);
    if (refined && refined->operation != op && !op->refines) op->refines = refined->operation;
    bool own = op->machine == machine;
    bool is_new = !refined && !op->local && !allows_new(machine, op);
    if ((ref && own && !refined) || is_new)
      diag_error(linker->context->diags,
                 own ? ref ? ref->span : op->symbol->span : offer_of(machine), "unknown-name",
                 "the refined machine %s has no operation %s", machine->refines->name->text,
                 own && ref ? ref->name->text : machine->offered.keys[i]->text);
  }
}

static void build_operations(Linker *linker, Machine *machine)
{
  Map included = {0};
  for (uint32_t i = 0; i < machine->links.len; i++) {
    const MachineLink *r = machine->links.data[i];
    if (r->clause == NODE_CL_REFINES) continue;
    put_operations(linker, &machine->callable, r);
    if (link_includes(r)) share_operations(linker, &included, r);
    if (r->clause == NODE_CL_EXTENDS) put_operations(linker, &machine->offered, r);
  }
  promote(linker, machine, &included);
  map_free(&included);
  for (uint32_t i = 0; i < machine->operations.capacity; i++) {
    if (!machine->operations.keys[i]) continue;
    Symbol *symbol = machine->operations.values[i];
    if (symbol->operation->local) map_put(&machine->callable, machine->operations.keys[i], symbol);
    else
      put_operation(linker, &machine->offered, machine->operations.keys[i], symbol, symbol->span);
  }
  if (!machine->refines) return;
  refine(linker, machine);
  inherit(linker, machine);
}

bool link_scopes(Linker *linker)
{
  uint32_t errors = diags_errors(linker->context->diags);
  for (uint32_t i = 0; i < linker->model->machines.len; i++) {
    build_names(linker, linker->model->machines.data[i]);
    build_operations(linker, linker->model->machines.data[i]);
  }
  for (uint32_t i = 0; i < linker->refined.len; i++) /* M.x, for formulas of the user */
    map_put(&linker->model->main->visible, linker->refined.data[i]->name, linker->refined.data[i]);
  return diags_errors(linker->context->diags) == errors;
}
