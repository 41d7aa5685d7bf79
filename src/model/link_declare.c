#include "model/link.h"

#include <ctype.h>
#include <string.h>

#include "model/resolve.h"

/* From declarations to Symbols.  In the flat model every name is declared once:
 * a second declaration is an error, unless it is a refinement's declaration of a
 * variable, constant or parameter of its abstraction, which is the same thing. */

typedef struct {
  Linker *linker;
  Machine *machine;
  Machine *abstraction; /* what the machine's level refines, or NULL     */
  Machine *twin;        /* another instance of the unit, done before     */
  const Name *owner;    /* prefix for the names of instantiated parameters, or NULL */
} Declarer;

static Symbol *new_symbol(Declarer *d, SymbolKind kind, const Name *name, Span span)
{
  Symbol *symbol = arena_alloc(d->linker->model->arena, sizeof *symbol);
  symbol->kind = kind;
  symbol->name = name;
  symbol->span = span;
  symbol->machine = d->machine;
  return symbol;
}

static void report_twice(Declarer *d, const Name *name, Span span, const Symbol *first)
{
  Diags *diags = d->linker->context->diags;
  Diag *diag = diag_error(diags, span, "declared-twice", "%s is declared twice", name->text);
  const Machine *machine = first->machine;
  if (machine && machine->unit != d->machine->unit)
    diag_note(diags, diag, first->span, "in machine %s, it is this %s", machine->name->text,
              symbol_kind_text(first));
  else diag_note(diags, diag, first->span, "the first is this %s", symbol_kind_text(first));
}

/* Whether the symbol belongs to the machine, its parts or its abstractions. */
static bool owns(const Machine *machine, const Symbol *symbol)
{
  if (!machine) return false;
  for (uint32_t i = 0; i < machine->names.capacity; i++)
    if (machine->names.keys[i] && machine->names.values[i] == symbol) return true;
  for (uint32_t i = 0; i < machine->included.len; i++)
    if (owns(machine->included.data[i], symbol)) return true;
  return owns(machine->refines, symbol);
}

static bool is_same_thing(const Declarer *d, SymbolKind kind, const Symbol *earlier)
{
  if (earlier->kind != kind) return false;
  bool may = kind == SYMBOL_VARIABLE || kind == SYMBOL_CONSTANT || earlier->parameter;
  return may && owns(d->abstraction, earlier);
}

/* In a chain the levels have variables of their own, also where their names are equal: then the
 * abstract one is called M.x.  Likewise the parameters of their parts. */
static bool has_own(const Declarer *d, SymbolKind kind, const Symbol *earlier)
{
  bool may = kind == SYMBOL_VARIABLE || (d->owner && earlier->parameter);
  return d->linker->model->chain && may && earlier->kind == kind &&
         d->machine->level != LEVEL_SHARED && earlier->machine->level > d->machine->level &&
         earlier->machine->level != LEVEL_SHARED;
}

static const Machine *machine_of_level(const Model *model, uint32_t level)
{
  const Machine *machine = model->main;
  while (level-- > 0) machine = machine->refines;
  return machine;
}

/* The variable of the machine that is refined goes on; one of a machine above that, which was
 * replaced in between, only has the same name. */
static void refine_variable(Declarer *d, Symbol *earlier, Symbol *symbol)
{
  const Machine *machine = machine_of_level(d->linker->model, earlier->machine->level);
  earlier->name = link_join(d->linker, machine->name, earlier->name);
  bool goes_on = earlier->machine->level == d->machine->level + 1;
  if (symbol->kind != SYMBOL_VARIABLE || !goes_on) return;
  earlier->refined_by = symbol;
  vec_push(&d->linker->refined, earlier);
}

/* Declares `name`, whose full name in the model is `full`.  NULL if it clashes. */
static Symbol *declare(Declarer *d, SymbolKind kind, const Name *name, const Name *full, Span span)
{
  Symbol *first = map_get(&d->machine->names, name);
  if (!first && map_get(&d->machine->unit->definition_of, name)) {
    const Definition *def = map_get(&d->machine->unit->definition_of, name);
    Diags *diags = d->linker->context->diags;
    Diag *diag = diag_error(diags, span, "declared-twice", "%s is also the name of a definition",
                            name->text);
    diag_note(diags, diag, def->node->span, "the definition is here");
    return NULL;
  }
  Symbol *earlier = first ? NULL : map_get(&d->linker->declared, full);
  bool own = earlier && has_own(d, kind, earlier);
  if (first || (earlier && !own && !is_same_thing(d, kind, earlier))) {
    report_twice(d, name, span, first ? first : earlier);
    return NULL;
  }
  Symbol *symbol = own ? NULL : earlier;
  if (!symbol) {
    symbol = new_symbol(d, kind, full, span);
    map_put(&d->linker->declared, full, symbol);
    if (own) refine_variable(d, earlier, symbol);
  } else if (d->machine->live) {
    symbol->machine = d->machine;
    symbol->span = span;
  }
  map_put(&d->machine->names, name, symbol);
  return symbol;
}

/* Sets and constants are shared by all instances of a file. */
static bool shared_with_twin(Declarer *d, const Name *name)
{
  Symbol *symbol = d->twin ? map_get(&d->twin->names, name) : NULL;
  if (symbol) map_put(&d->machine->names, name, symbol);
  return symbol != NULL;
}

static Symbol *declare_static(Declarer *d, SymbolKind kind, const Name *name, Span span)
{
  return shared_with_twin(d, name) ? NULL : declare(d, kind, name, name, span);
}

/* ---- machine parameters */

/* An upper-case parameter is a set, any other one a scalar. */
static bool is_set_parameter(const Name *name)
{
  for (const char *at = name->text; *at; at++)
    if (islower((unsigned char) *at)) return false;
  return true;
}

static void add_set_type(Declarer *d, Symbol *set)
{
  TypeTable *types = d->linker->model->types;
  set->type = type_pow(types, type_given(types, set));
}

/* An included machine's parameters have the values of the reference: they are
 * constants, whatever their case, and the properties say what they equal. */
static void declare_parameters(Declarer *d)
{
  Machine *machine = d->machine;
  Model *model = d->linker->model;
  const Node *parameters = machine->unit->root->kids[0];
  NodeList names = {0};
  for (uint32_t i = 0; i < parameters->count; i++)
    resolve_declared(d->linker->context->diags, machine->unit, parameters->kids[i], &names);
  for (uint32_t i = 0; i < names.len; i++) {
    const Node *node = names.data[i];
    bool set = is_set_parameter(node->name) && !d->owner;
    const Name *full = link_join(d->linker, d->owner, node->name);
    const Symbol *before = map_get(&d->linker->declared, full);
    Symbol *symbol = declare(d, set ? SYMBOL_SET : SYMBOL_CONSTANT, node->name, full, node->span);
    if (!symbol || symbol == before) continue;
    symbol->parameter = true;
    symbol->in_capitals = is_set_parameter(node->name);
    if (set) add_set_type(d, symbol);
    if (set) vec_push(&model->sets, symbol);
    else vec_push(&model->constants, symbol);
  }
  vec_free(&names);
}

/* ---- sets */

/* S = DEFINITION needs a definition that is a list of names. */
static bool lists_elements(Declarer *d, const Node *entry)
{
  const Node *use = entry->kids[0];
  const Unit *unit = d->machine->unit;
  if (entry->kind != NODE_SET_BY_DEF || resolve_lists_names(unit, use)) return true;
  Diags *diags = d->linker->context->diags;
  const Definition *def = use->name ? map_get(&unit->definition_of, use->name) : NULL;
  if (def) {
    Diag *diag =
        diag_error(diags, use->span, "set-elements",
                   "the definition %s is not a list of names, so it cannot give the elements of %s",
                   def->name->text, entry->name->text);
    diag_note(diags, diag, def->node->span, "the definition is here");
    diag_hint(diags, diag, "write a list of names as %s == a, b, c", def->name->text);
  } else {
    diag_error(diags, use->span, "set-elements", "the elements of %s must be a list of names",
               entry->name->text);
  }
  return false;
}

static void declare_elements(Declarer *d, Symbol *set, const Node *entry)
{
  NodeList names = {0};
  for (uint32_t i = 0; i < entry->count; i++)
    resolve_declared(d->linker->context->diags, d->machine->unit, entry->kids[i], &names);
  set->enumerated = true;
  set->elements = arena_new_array(d->linker->model->arena, Symbol *, names.len);
  for (uint32_t i = 0; i < names.len; i++) {
    const Node *node = names.data[i];
    Symbol *element = declare(d, SYMBOL_ELEMENT, node->name, node->name, node->span);
    if (!element) continue;
    element->owner = set;
    element->type = type_given(d->linker->model->types, set);
    element->index = set->element_count;
    set->elements[set->element_count++] = element;
  }
  if (names.len == 0)
    diag_error(d->linker->context->diags, entry->span, "empty-set",
               "the enumerated set %s has no elements", set->name->text);
  vec_free(&names);
}

static void share_elements(Declarer *d, const Name *set_name)
{
  const Symbol *set = map_get(&d->machine->names, set_name);
  for (uint32_t i = 0; set && i < set->element_count; i++)
    map_put(&d->machine->names, set->elements[i]->name, set->elements[i]);
}

static void declare_set(Declarer *d, const Node *entry)
{
  while (entry->kind == NODE_DESCRIBED) entry = entry->kids[0];
  if (entry->kind != NODE_DEFERRED_SET && entry->kind != NODE_ENUMERATED_SET &&
      entry->kind != NODE_SET_BY_DEF)
    return;
  Symbol *set = declare_static(d, SYMBOL_SET, entry->name, entry->span);
  if (!set) {
    if (d->twin) share_elements(d, entry->name);
    return;
  }
  add_set_type(d, set);
  vec_push(&d->linker->model->sets, set);
  if (entry->kind != NODE_DEFERRED_SET && lists_elements(d, entry)) declare_elements(d, set, entry);
}

/* ---- free types */

static void declare_constructor(Declarer *d, Symbol *freetype, const Node *node)
{
  Symbol *symbol = declare(d, SYMBOL_CONSTRUCTOR, node->name, node->name, node->span);
  if (!symbol) return;
  symbol->owner = freetype;
  symbol->index = freetype->element_count;
  freetype->elements[freetype->element_count++] = symbol;
}

/* The parameters are locals of the arguments of the constructors; they are made
 * when these are resolved (link_resolve.c). */
static void declare_freetype(Declarer *d, const Node *node)
{
  if (node->kind != NODE_FREETYPE) return;
  Model *model = d->linker->model;
  Symbol *symbol = declare_static(d, SYMBOL_FREETYPE, node->name, node->span);
  if (!symbol) {
    if (d->twin) share_elements(d, node->name);
    return;
  }
  uint32_t count = node->kids[0]->count;
  Type **parameters = arena_new_array(model->arena, Type *, count);
  for (uint32_t i = 0; i < count; i++) parameters[i] = type_parameter(model->types, i);
  symbol->type = type_pow(model->types, type_free_type(model->types, symbol, parameters, count));
  symbol->elements = arena_new_array(model->arena, Symbol *, node->count);
  for (uint32_t i = 1; i < node->count; i++)
    if (node->kids[i]->kind == NODE_CONSTRUCTOR) declare_constructor(d, symbol, node->kids[i]);
  vec_push(&model->freetypes, symbol);
}

/* ---- constants and variables */

static void declare_names(Declarer *d, NodeKind kind, SymbolKind symbol_kind, bool concrete)
{
  const Node *clause = unit_clause(d->machine->unit, kind);
  if (!clause) return;
  Model *model = d->linker->model;
  bool variable = symbol_kind == SYMBOL_VARIABLE;
  NodeList names = {0};
  for (uint32_t i = 0; i < clause->count; i++)
    resolve_declared(d->linker->context->diags, d->machine->unit, clause->kids[i], &names);
  for (uint32_t i = 0; i < names.len; i++) {
    const Node *node = names.data[i];
    if (!variable && shared_with_twin(d, node->name)) continue;
    const Name *full = variable ? link_join(d->linker, d->machine->prefix, node->name) : node->name;
    const Symbol *before = map_get(&d->linker->declared, full);
    Symbol *symbol = declare(d, symbol_kind, node->name, full, node->span);
    if (!symbol) continue;
    symbol->concrete |= concrete;
    if (symbol == before) continue; /* that of the abstraction */
    if (variable) vec_push(&model->variables, symbol);
    else vec_push(&model->constants, symbol);
  }
  vec_free(&names);
}

/* Concrete variables of what is refined are there without being declared again: in a chain, as
 * variables of this level. */
static void declare_concrete(Declarer *d)
{
  Model *model = d->linker->model;
  const Machine *abstraction = model->chain ? d->machine->refines : NULL;
  NodeList names = {0};
  for (; abstraction && d->machine->level != LEVEL_SHARED; abstraction = abstraction->refines) {
    const Node *clause = unit_clause(abstraction->unit, NODE_CL_CONCRETE_VARIABLES);
    for (uint32_t i = 0; clause && i < clause->count; i++)
      resolve_declared(d->linker->context->diags, abstraction->unit, clause->kids[i], &names);
  }
  for (uint32_t i = 0; i < names.len; i++) {
    const Name *name = names.data[i]->name, *full = link_join(d->linker, d->machine->prefix, name);
    const Symbol *known = map_get(&d->linker->declared, full);
    if (known && known->machine->level == d->machine->level) continue;
    Symbol *symbol = declare(d, SYMBOL_VARIABLE, name, full, names.data[i]->span);
    if (!symbol || symbol == known) continue;
    symbol->concrete = true;
    vec_push(&model->variables, symbol);
  }
  vec_free(&names);
}

/* ---- operations */

static Symbol **declare_locals(Declarer *d, const Node *names, LocalKind kind, uint32_t *count)
{
  NodeList list = {0};
  for (uint32_t i = 0; i < names->count; i++)
    resolve_declared(d->linker->context->diags, d->machine->unit, names->kids[i], &list);
  Symbol **symbols = arena_new_array(d->linker->model->arena, Symbol *, list.len);
  for (uint32_t i = 0; i < list.len; i++) {
    symbols[i] = new_symbol(d, SYMBOL_LOCAL, list.data[i]->name, list.data[i]->span);
    symbols[i]->local = kind;
    symbols[i]->machine = NULL;
    symbols[i]->index = i;
  }
  *count = list.len;
  vec_free(&list);
  return symbols;
}

static void check_signature(Declarer *d, const Operation *op)
{
  uint32_t total = op->parameter_count + op->result_count;
  for (uint32_t i = 0; i < total; i++)
    for (uint32_t k = 0; k < i; k++) {
      const Symbol *a =
          k < op->result_count ? op->results[k] : op->parameters[k - op->result_count];
      const Symbol *b =
          i < op->result_count ? op->results[i] : op->parameters[i - op->result_count];
      if (a->name == b->name) report_twice(d, b->name, b->span, a);
    }
}

/* The name in  [ results "<--" ] name [ "(" parameters ")" ] "=" body */
static Span operation_name(const Declarer *d, const Node *node)
{
  uint32_t begin = node->kids[0]->count ? node->kids[0]->span.end : node->span.begin, length;
  const char *text = sources_text(diags_sources(d->linker->context->diags),
                                  (Span){begin, node->span.end}, &length);
  for (uint32_t i = 0; i + node->name->len <= length && text[i] != '='; i++)
    if (!strncmp(text + i, node->name->text, node->name->len))
      return (Span){begin + i, begin + i + node->name->len};
  return node->span;
}

/* An operation under LOCAL_OPERATIONS is a specification; one of the same name
 * under OPERATIONS implements it. */
static void declare_operation(Declarer *d, const Node *node, bool local, bool event)
{
  if (node->kind != NODE_OPERATION) return;
  Model *model = d->linker->model;
  Symbol *first = map_get(&d->machine->operations, node->name);
  if (first && (local || !first->operation->local)) {
    report_twice(d, node->name, operation_name(d, node), first);
    return;
  }
  const Name *full = link_join(d->linker, d->machine->prefix, node->name);
  Symbol *symbol = new_symbol(d, SYMBOL_OPERATION, full, operation_name(d, node));
  Operation *op = arena_alloc(model->arena, sizeof *op);
  symbol->operation = op;
  op->symbol = symbol, op->machine = d->machine, op->node = node;
  op->results = declare_locals(d, node->kids[0], LOCAL_RESULT, &op->result_count);
  op->parameters = declare_locals(d, node->kids[1], LOCAL_PARAMETER, &op->parameter_count);
  op->local = local || first, op->event = event;
  op->refines = first ? first->operation : NULL;
  symbol->index = model->operations.len;
  check_signature(d, op);
  map_put(&d->machine->operations, node->name, symbol);
  vec_push(&model->operations, op);
}

/* EVENTS is read as OPERATIONS; only the text tells. */
static bool is_events(const Linker *linker, const Node *clause)
{
  uint32_t length;
  const char *text = sources_text(diags_sources(linker->context->diags), clause->span, &length);
  return length >= 6 && !strncmp(text, "EVENTS", 6);
}

static void declare_operations(Declarer *d)
{
  const Node *local = unit_clause(d->machine->unit, NODE_CL_LOCAL_OPERATIONS);
  const Node *own = unit_clause(d->machine->unit, NODE_CL_OPERATIONS);
  for (uint32_t i = 0; local && i < local->count; i++)
    declare_operation(d, local->kids[i], true, false);
  bool event = own && is_events(d->linker, own);
  for (uint32_t i = 0; own && i < own->count; i++) declare_operation(d, own->kids[i], false, event);
}

/* ---- the whole */

static Machine *twin_of(const Model *model, uint32_t index)
{
  for (uint32_t i = 0; i < index; i++)
    if (model->machines.data[i]->unit == model->machines.data[index]->unit)
      return model->machines.data[i];
  return NULL;
}

static void declare_machine(Linker *linker, uint32_t index)
{
  Machine *machine = linker->model->machines.data[index];
  Declarer d = {.linker = linker, .machine = machine};
  d.abstraction = machine->abstraction;
  d.twin = twin_of(linker->model, index);
  if (machine->link == LINK_INCLUDED) d.owner = machine->prefix ? machine->prefix : machine->name;
  declare_parameters(&d);
  const Node *sets = unit_clause(machine->unit, NODE_CL_SETS);
  const Node *freetypes = unit_clause(machine->unit, NODE_CL_FREETYPES);
  for (uint32_t i = 0; sets && i < sets->count; i++) declare_set(&d, sets->kids[i]);
  for (uint32_t i = 0; freetypes && i < freetypes->count; i++)
    declare_freetype(&d, freetypes->kids[i]);
  declare_names(&d, NODE_CL_CONSTANTS, SYMBOL_CONSTANT, true);
  declare_names(&d, NODE_CL_ABSTRACT_CONSTANTS, SYMBOL_CONSTANT, false);
  declare_names(&d, NODE_CL_VARIABLES, SYMBOL_VARIABLE, false);
  declare_names(&d, NODE_CL_CONCRETE_VARIABLES, SYMBOL_VARIABLE, true);
  declare_concrete(&d);
  declare_operations(&d);
}

static void number(Symbols *symbols)
{
  for (uint32_t i = 0; i < symbols->len; i++) symbols->data[i]->index = i;
}

/* A variable is state if a live machine declares it, or if it was declared to be
 * concrete; the others were replaced by a refinement. */
static void drop_variables(Model *model)
{
  Symbols all = model->variables;
  model->variables = (Symbols){0};
  for (uint32_t i = 0; i < all.len; i++) all.data[i]->dropped = !all.data[i]->concrete;
  for (uint32_t i = 0; i < model->machines.len; i++) {
    const Machine *machine = model->machines.data[i];
    for (uint32_t k = 0; machine->live && k < machine->names.capacity; k++)
      if (machine->names.keys[k]) ((Symbol *) machine->names.values[k])->dropped = false;
  }
  for (uint32_t i = 0; i < all.len; i++) {
    Symbol *symbol = all.data[i];
    if (symbol->dropped) vec_push(&model->dropped, symbol);
    else vec_push(&model->variables, symbol);
  }
  vec_free(&all);
}

bool link_declare(Linker *linker)
{
  Model *model = linker->model;
  uint32_t errors = diags_errors(linker->context->diags);
  for (uint32_t i = 0; i < model->machines.len; i++) declare_machine(linker, i);
  drop_variables(model);
  number(&model->sets);
  number(&model->freetypes);
  number(&model->constants);
  number(&model->variables);
  number(&model->dropped);
  return diags_errors(linker->context->diags) == errors;
}
