#include <string.h>

#include "lsp/index/b_walk.h"
#include "model/link.h"
#include "model/resolve.h"

/* The declarations of models of classical B.  Units are treated twice: first all names that they
 * declare, then (b_walk.c) what their formulas and substitutions mention. */

static Decl *machine_decl(Index *ix, const Unit *unit)
{
  const Node *root = unit->root;
  if (!root->name || root->kind == NODE_DEFINITION_FILE) return NULL;
  return index_declare(ix, DECL_MACHINE, root->name, index_find_name(ix, root->span, root->name),
                       root->span, NULL);
}

/* ---- names of one machine of a unit */

/* The Symbol of a name that this unit declares, in this machine. */
static void bind(BUnit *b, const Map *names, Decl *d)
{
  Symbol *symbol = d && names ? map_get(names, d->name) : NULL;
  if (!symbol) return;
  d->symbol = symbol;
  Decl *other = number_get(&b->ix->at, symbol->span.begin);
  if (other && other != d) index_unite(other, d); /* declared again further down */
  else if (!other) number_put(&b->ix->things, symbol->span.begin, d);
  Decl *above = number_get(&b->ix->things, symbol->span.begin);
  if (above && above != d) index_unite(d, above);
}

static Decl *declare(BUnit *b, DeclKind kind, const Node *node, Span whole, const Decl *owner)
{
  Span span = index_find_name(b->ix, node->span, node->name);
  Decl *d = index_declare(b->ix, kind, node->name, span, whole, owner);
  bind(b, b->machine ? &b->machine->names : NULL, d);
  if (d && !map_get(&b->own, d->name)) map_put(&b->own, d->name, d);
  return d;
}

/* A list of declared names; definitions in it stand for names that are declared by that. */
static void declare_list(BUnit *b, DeclKind kind, const Node *list, uint32_t from, Span whole,
                         const Decl *owner)
{
  VEC(const Node *) names = {0};
  Diags *diags = session_diags(b->ix->session);
  for (uint32_t i = from; i < list->count; i++) {
    const Node *entry = node_bare(list->kids[i]);
    NodeList found = {0};
    resolve_declared(diags, b->unit, entry, &found);
    for (uint32_t k = 0; k < found.len; k++) vec_push(&names, found.data[k]);
    vec_free(&found);
  }
  for (uint32_t i = 0; i < names.len; i++)
    declare(b, kind, names.data[i], span_known(whole) ? whole : names.data[i]->span, owner);
  vec_free(&names);
}

static void declare_sets(BUnit *b, const Node *clause)
{
  for (uint32_t i = 0; i < clause->count; i++) {
    const Node *entry = clause->kids[i];
    while (entry->kind == NODE_DESCRIBED) entry = entry->kids[0];
    if (!entry->name || entry->kind == NODE_ERROR) continue;
    Decl *set = declare(b, DECL_SET, entry, entry->span, b->decl);
    declare_list(b, DECL_ELEMENT, entry, 0, SPAN_NONE, set);
  }
}

static void declare_freetypes(BUnit *b, const Node *clause)
{
  for (uint32_t i = 0; i < clause->count; i++) {
    const Node *entry = clause->kids[i];
    if (entry->kind != NODE_FREETYPE) continue;
    Decl *set = declare(b, DECL_FREETYPE, entry, entry->span, b->decl);
    for (uint32_t k = 1; k < entry->count; k++)
      if (entry->kids[k]->kind == NODE_CONSTRUCTOR)
        declare(b, DECL_CONSTRUCTOR, entry->kids[k], entry->kids[k]->span, set);
  }
}

/* Behind the results, [ results "<--" ] name. */
static Span operation_name(BUnit *b, const Node *node)
{
  uint32_t begin = node->kids[0]->count ? node->kids[0]->span.end : node->span.begin;
  return index_find_name(b->ix, (Span){begin, node->span.end}, node->name);
}

static void declare_locals(BUnit *b, DeclKind kind, const Node *names, Span scope,
                           const Decl *owner)
{
  for (uint32_t i = 0; i < names->count; i++) {
    const Node *name = node_bare(names->kids[i]);
    if (name->kind == NODE_IDENT)
      index_declare_local(b->ix, kind, name->name, index_find_name(b->ix, name->span, name->name),
                          scope, owner);
  }
}

static void declare_operations(BUnit *b, const Node *clause)
{
  for (uint32_t i = 0; i < clause->count; i++) {
    const Node *node = clause->kids[i];
    if (node->kind != NODE_OPERATION || !node->name) continue;
    Decl *d = index_declare(b->ix, DECL_OPERATION, node->name, operation_name(b, node), node->span,
                            b->decl);
    bind(b, b->machine ? &b->machine->operations : NULL, d);
    declare_locals(b, DECL_RESULT, node->kids[0], node->span, d);
    declare_locals(b, DECL_PARAMETER, node->kids[1], node->span, d);
  }
}

static void declare_definitions(BUnit *b)
{
  for (uint32_t i = 0; i < b->unit->definitions.len; i++) {
    const Definition *def = b->unit->definitions.data[i];
    const Node *node = def->node;
    Span span = index_find_name(b->ix, node->span, def->name);
    Decl *d = index_declare(b->ix, DECL_DEFINITION, def->name, span, node->span, b->decl);
    declare_locals(b, DECL_PARAMETER, node->kids[0], node->span, d);
  }
}

/* INCLUDES a.M: a stands before the names of this instance. */
static void declare_prefix(BUnit *b, const Node *entry)
{
  const Node *ref = entry->kind == NODE_FILE_PRAGMA ? entry->kids[0] : entry;
  const char *dot = ref->kind == NODE_MACHINE_REF ? strchr(ref->name->text, '.') : NULL;
  if (!dot) return;
  const Name *prefix = names_intern(session_names(b->ix->session), ref->name->text,
                                    (size_t) (dot - ref->name->text));
  index_declare(b->ix, DECL_PREFIX, prefix, index_find_name(b->ix, ref->span, prefix), ref->span,
                b->decl);
}

static void declare_clause(BUnit *b, const Node *clause)
{
  switch (clause->kind) {
  case NODE_CL_SETS: declare_sets(b, clause); break;
  case NODE_CL_FREETYPES: declare_freetypes(b, clause); break;
  case NODE_CL_CONSTANTS:
  case NODE_CL_ABSTRACT_CONSTANTS:
    declare_list(b, DECL_CONSTANT, clause, 0, SPAN_NONE, b->decl);
    break;
  case NODE_CL_VARIABLES:
  case NODE_CL_CONCRETE_VARIABLES:
    declare_list(b, DECL_VARIABLE, clause, 0, SPAN_NONE, b->decl);
    break;
  case NODE_CL_OPERATIONS:
  case NODE_CL_LOCAL_OPERATIONS: declare_operations(b, clause); break;
  case NODE_CL_REFINES:
  case NODE_CL_SEES:
  case NODE_CL_USES:
  case NODE_CL_INCLUDES:
  case NODE_CL_EXTENDS:
  case NODE_CL_IMPORTS:
    for (uint32_t i = 0; i < clause->count; i++) declare_prefix(b, clause->kids[i]);
    break;
  default: break;
  }
}

static void declare_unit(BUnit *b)
{
  b->decl = machine_decl(b->ix, b->unit);
  declare_definitions(b);
  const Node *root = b->unit->root;
  if (!root->count) return;
  if (root->kind != NODE_DEFINITION_FILE)
    declare_list(b, DECL_PARAMETER, root->kids[0], 0, SPAN_NONE, b->decl);
  for (uint32_t i = 1; i < root->count; i++) declare_clause(b, root->kids[i]);
}

/* ---- things that are declared several times */

static void unite_locals(Index *ix, Symbol *const *own, uint32_t own_count, Symbol *const *other,
                         uint32_t other_count)
{
  for (uint32_t i = 0; i < own_count; i++)
    for (uint32_t k = 0; k < other_count; k++)
      if (own[i]->name == other[k]->name)
        index_unite(number_get(&ix->at, own[i]->span.begin),
                    number_get(&ix->at, other[k]->span.begin));
}

/* An operation with the name of the one that it refines, and its parameters. */
static void unite_operation(Index *ix, const Operation *op)
{
  const Operation *abstract = op->refines;
  if (!abstract) return;
  unite_locals(ix, op->results, op->result_count, abstract->results, abstract->result_count);
  unite_locals(ix, op->parameters, op->parameter_count, abstract->parameters,
               abstract->parameter_count);
  if (op->node->count <= 3 && op->node->name == abstract->node->name)
    index_unite(b_decl_of(ix, op->symbol), b_decl_of(ix, abstract->symbol));
}

static void unite_all(Index *ix, const Model *model)
{
  for (uint32_t i = 0; i < model->machines.len; i++) {
    const Machine *m = model->machines.data[i];
    for (uint32_t k = 0; k < m->names.capacity; k++) {
      const Symbol *symbol = m->names.keys[k] ? m->names.values[k] : NULL;
      if (symbol && symbol->refined_by)
        index_unite(b_decl_of(ix, symbol->refined_by), b_decl_of(ix, symbol));
    }
    for (uint32_t k = 0; k < m->offered.capacity; k++)
      if (m->offered.keys[k])
        unite_operation(ix, ((const Symbol *) m->offered.values[k])->operation);
  }
}

/* ---- the whole */

static Machine *machine_of(const Model *model, const Unit *unit)
{
  for (uint32_t i = 0; i < model->machines.len; i++)
    if (model->machines.data[i]->unit == unit) return model->machines.data[i];
  return NULL;
}

void index_b(Index *ix)
{
  const Model *model = ix->text.model;
  if (!model && ix->text.definitions) {
    BUnit b = {.ix = ix, .unit = ix->text.definitions};
    declare_unit(&b);
    b_walk(&b);
    map_free(&b.own);
    return;
  }
  VEC(BUnit) units = {0};
  for (uint32_t i = 0; model && i < model->units.len; i++) {
    BUnit b = {.ix = ix, .unit = model->units.data[i]};
    b.machine = machine_of(model, b.unit);
    declare_unit(&b);
    vec_push(&units, b);
  }
  for (uint32_t i = 0; model && i < model->machines.len; i++) { /* instances under prefixes */
    BUnit b = {.ix = ix, .unit = model->machines.data[i]->unit};
    b.machine = model->machines.data[i];
    if (machine_of(model, b.unit) != b.machine) declare_unit(&b);
    map_free(&b.own);
  }
  if (model) unite_all(ix, model);
  for (uint32_t i = 0; i < units.len; i++) b_walk(&units.data[i]);
  for (uint32_t i = 0; i < units.len; i++) map_free(&units.data[i].own);
  vec_free(&units);
}
