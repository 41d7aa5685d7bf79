#include "model/link.h"

#include <string.h>

#include "model/chain.h"
#include "model/infer.h"
#include "model/resolve.h"

/* The clauses and operations of all machines, resolved and collected in the flat
 * model. */

typedef struct {
  Linker *linker;
  Machine *machine;
  Resolver *resolver;
  bool repeated; /* another instance of the same file was treated before */
} Builder;

/* ---- external functions */

typedef struct {
  const char *prefix;
  ExternalKind kind;
} Declaration;

static const Declaration declarations[] = {{"EXTERNAL_FUNCTION_", EXTERNAL_FUNCTION},
                                           {"EXTERNAL_PREDICATE_", EXTERNAL_PREDICATE},
                                           {"EXTERNAL_SUBSTITUTION_", EXTERNAL_SUBSTITUTION}};

/* The definition that declares the type of an external one, or NULL. */
static const Definition *declaration_of(const Builder *b, const Name *name, ExternalKind *kind)
{
  const Unit *unit = b->machine->unit;
  for (uint32_t i = 0; i < sizeof declarations / sizeof *declarations; i++) {
    char text[300];
    size_t prefix = strlen(declarations[i].prefix);
    if (prefix + name->len >= sizeof text) continue;
    memcpy(text, declarations[i].prefix, prefix);
    memcpy(text + prefix, name->text, name->len);
    const Name *declared = names_find(b->linker->context->names, text, prefix + name->len);
    const Definition *def = declared ? map_get(&unit->definition_of, declared) : NULL;
    if (!def || def->kind == DEF_BROKEN) continue;
    *kind = declarations[i].kind;
    return def;
  }
  return NULL;
}

/* `count` argument types and the result, taken from what the declaration denotes.
 * Without an arrow a function is a constant of the type of the elements. */
static const Type **split_scheme(Builder *b, ExternalKind kind, uint32_t count,
                                 const Type *argument, const Type *result)
{
  Model *model = b->linker->model;
  const Type **scheme = arena_new_array(model->arena, const Type *, count + 1);
  if (kind != EXTERNAL_FUNCTION) argument = argument ? NULL : result;
  else if (count == 0 && argument)
    result = type_relation(model->types, (Type *) argument, (Type *) result), argument = NULL;
  if (count > 0 && (!argument || !type_components(argument, count, scheme))) return NULL;
  if (kind == EXTERNAL_FUNCTION) scheme[count] = result;
  return scheme;
}

static const Type **read_scheme(Builder *b, const Definition *declaration, ExternalKind kind,
                                uint32_t count)
{
  ParseContext *context = b->linker->context;
  Model *model = b->linker->model;
  const Node *parameters = declaration->node->kids[0];
  Symbol **locals = arena_new_array(model->arena, Symbol *, parameters->count);
  for (uint32_t i = 0; i < parameters->count; i++) {
    locals[i] = arena_alloc(model->arena, sizeof **locals);
    locals[i]->kind = SYMBOL_LOCAL, locals[i]->local = LOCAL_TYPE;
    locals[i]->name = parameters->kids[i]->name, locals[i]->span = parameters->kids[i]->span;
  }
  const Type *argument = NULL, *result = NULL, **scheme = NULL;
  uint32_t errors = diags_errors(context->diags);
  Resolver *resolver = resolver_new(context, model->arena, b->machine);
  resolver_enter(resolver, locals, parameters->count);
  Node *node = resolve_node(resolver, declaration->node->kids[1]);
  resolver_free(resolver);
  if (diags_errors(context->diags) == errors && resolved_class(node) == CLASS_EXPR &&
      type_from_set_expression(model->types, context->names, context->diags, node, &argument,
                               &result))
    scheme = split_scheme(b, kind, count, argument, result);
  return scheme;
}

/* A declaration that makes no sense is ignored: the definition is then used as it
 * stands. */
static void add_external(Builder *b, const Definition *def)
{
  ExternalKind kind;
  const Definition *declaration = declaration_of(b, def->name, &kind);
  if (!declaration) return;
  uint32_t mark = diags_mark(b->linker->context->diags), count = def->node->kids[0]->count;
  const Type **scheme = read_scheme(b, declaration, kind, count);
  diags_release(b->linker->context->diags, mark);
  if (!scheme) return;
  Symbol *symbol = arena_alloc(b->linker->model->arena, sizeof *symbol);
  symbol->kind = SYMBOL_EXTERNAL;
  symbol->name = def->name, symbol->span = def->node->span;
  symbol->machine = b->machine;
  symbol->external = kind, symbol->definition = def;
  symbol->scheme = scheme, symbol->arity = count;
  map_put(&b->machine->externals, def->name, symbol);
}

static void add_externals(Builder *b)
{
  const Unit *unit = b->machine->unit;
  for (uint32_t i = 0; i < unit->definitions.len; i++) add_external(b, unit->definitions.data[i]);
}

/* ---- clauses */

static void add_clause(Builder *b, Clauses *clauses, Node *node)
{
  if (node->kind == NODE_AND) {
    for (uint32_t i = 0; i < node->count; i++) add_clause(b, clauses, node->kids[i]);
    return;
  }
  const Model *model = b->linker->model;
  bool gluing = model->chain ? clauses == &model->invariants && chain_glues(node, b->machine)
                             : model_mentions_dropped(node);
  vec_push(clauses, ((Clause){.node = node, .machine = b->machine, .gluing = gluing}));
}

static void add_clauses(Builder *b, Clauses *clauses, NodeKind kind)
{
  const Node *clause = unit_clause(b->machine->unit, kind);
  for (uint32_t i = 0; clause && i < clause->count; i++)
    add_clause(b, clauses, resolve_node(b->resolver, clause->kids[i]));
}

static Node *identifier(Builder *b, Symbol *symbol, Span span)
{
  Node *node = node_leaf(b->linker->model->arena, NODE_IDENT, span, symbol->name);
  node->symbol = symbol;
  return node;
}

/* Variables of a chain that have one name on two levels are equal. */
static void add_equations(Builder *b)
{
  Linker *linker = b->linker;
  for (uint32_t i = 0; i < linker->refined.len; i++) {
    Symbol *abstract = linker->refined.data[i], *own = abstract->refined_by;
    if (own->machine != b->machine) continue;
    Node *left = identifier(b, abstract, own->span), *right = identifier(b, own, own->span);
    Node *equation = node_binary(linker->model->arena, NODE_EQUAL, own->span, left, right);
    vec_push(&linker->model->invariants,
             ((Clause){.node = equation, .machine = b->machine, .gluing = true}));
  }
}

static void add_property(Builder *b, Node *node)
{
  vec_push(&b->linker->model->properties, ((Clause){.node = node, .machine = b->machine}));
}

/* What prevents VALUES from giving this a value, or NULL. */
static const char *why_no_value(const Builder *b, const Symbol *symbol, const Name *name)
{
  if (symbol->parameter) return "is a parameter: the including machine gives its value";
  if (symbol->kind == SYMBOL_VARIABLE) return "is a variable: the initialisation gives its value";
  if (symbol->kind == SYMBOL_ELEMENT) return "is an element of an enumerated set";
  if (symbol->kind == SYMBOL_SET && symbol->enumerated)
    return "is an enumerated set, whose elements are known";
  if (symbol->kind != SYMBOL_CONSTANT && symbol->kind != SYMBOL_SET)
    return "is neither a constant nor a deferred set";
  const Machine *refined = b->machine->refines;
  if (map_get(&b->machine->names, name) || (refined && map_get(&refined->exports, name)))
    return NULL;
  return arena_printf(b->linker->context->arena, "belongs to machine %s: its value is given there",
                      symbol->machine->name->text);
}

/* VALUES is for the constants and deferred sets of the implementation and of what
 * it refines, each once. */
static bool can_be_valued(Builder *b, const Node *entry, const Node *left)
{
  Diags *diags = b->linker->context->diags;
  const Symbol *symbol = left->symbol;
  if (!symbol) return false; /* not known, which was reported */
  const char *why = why_no_value(b, symbol, entry->name), *name = entry->name->text;
  if (why) {
    Diag *diag = diag_error(diags, left->span, "values", "%s %s", name, why);
    diag_note(diags, diag, symbol->span, "%s is declared here", name);
    return false;
  }
  const Node *values = unit_clause(b->machine->unit, NODE_CL_VALUES);
  for (uint32_t i = 0; values->kids[i] != entry; i++) {
    const Node *first = values->kids[i];
    if (first->kind != NODE_ENTRY || first->name != entry->name) continue;
    Diag *diag = diag_error(diags, left->span, "values", "%s is given a value twice", name);
    diag_note(diags, diag, first->span, "the first value is here");
    return false;
  }
  return true;
}

/* VALUES c = E is an equation.  A deferred set cannot equal a set of another type;
 * S = E only says how many elements it has. */
static void add_value(Builder *b, const Node *entry)
{
  if (entry->kind != NODE_ENTRY) return;
  Arena *arena = b->linker->model->arena;
  Node name = {.kind = NODE_IDENT,
               .span = {entry->span.begin, entry->span.begin + entry->name->len}};
  name.name = entry->name;
  Node *left = resolve_node(b->resolver, &name), *right = resolve_node(b->resolver, entry->kids[0]);
  if (!can_be_valued(b, entry, left)) return;
  if (left->symbol->kind == SYMBOL_SET) {
    left = node_unary(arena, NODE_CARD, left->span, left);
    right = node_unary(arena, NODE_CARD, right->span, right);
  }
  add_property(b, node_binary(arena, NODE_EQUAL, entry->span, left, right));
}

static const Node *find_variable(const Node *node)
{
  if (node->symbol && node->symbol->kind == SYMBOL_VARIABLE) return node;
  const Node *found = NULL;
  for (uint32_t i = 0; i < node->count && !found; i++) found = find_variable(node->kids[i]);
  return found;
}

/* Parameters are constant: their values cannot depend on the state. */
static void check_actual(Builder *b, const MachineLink *r, const Node *actual)
{
  const Node *variable = find_variable(actual);
  if (!variable) return;
  Diags *diags = b->linker->context->diags;
  const char *name = variable->symbol->name->text;
  Diag *diag = diag_error(diags, variable->span, "arguments",
                          "the variable %s cannot occur in an argument of machine %s", name,
                          r->to->name->text);
  diag_note(diags, diag, variable->symbol->span, "%s is declared here", name);
  diag_hint(diags, diag, "arguments must be constant: use constants, sets and parameters");
}

/* The arguments of INCLUDES N(a,b), written in the scope of this machine, are the
 * values of N's parameters. */
static void add_instantiation(Builder *b, const MachineLink *r)
{
  const Node *parameters = r->to->unit->root->kids[0];
  for (uint32_t i = 0; i < r->node->count && i < parameters->count; i++) {
    const Node *name = parameters->kids[i];
    while (name->kind == NODE_DESCRIBED) name = name->kids[0];
    Symbol *symbol = map_get(&r->to->names, name->name);
    if (!symbol || !symbol->parameter) continue;
    Node *actual = resolve_node(b->resolver, r->node->kids[i]);
    symbol->actual = actual;
    check_actual(b, r, actual);
    Node *left = identifier(b, symbol, actual->span);
    add_property(b, node_binary(b->linker->model->arena, NODE_EQUAL, actual->span, left, actual));
  }
}

static void add_instantiations(Builder *b)
{
  for (uint32_t i = 0; i < b->machine->links.len; i++)
    add_instantiation(b, b->machine->links.data[i]);
}

/* ---- free types */

static void resolve_constructors(Builder *b, const Node *freetype)
{
  if (freetype->kind != NODE_FREETYPE) return;
  Model *model = b->linker->model;
  const Node *names = freetype->kids[0];
  Symbol **locals = arena_new_array(model->arena, Symbol *, names->count);
  for (uint32_t i = 0; i < names->count; i++) {
    locals[i] = arena_alloc(model->arena, sizeof **locals);
    locals[i]->kind = SYMBOL_LOCAL, locals[i]->local = LOCAL_TYPE;
    locals[i]->name = names->kids[i]->name, locals[i]->span = names->kids[i]->span;
    locals[i]->type = type_pow(model->types, type_parameter(model->types, i));
  }
  resolver_enter(b->resolver, locals, names->count);
  for (uint32_t i = 1; i < freetype->count; i++) {
    const Node *node = freetype->kids[i];
    Symbol *symbol = map_get(&b->machine->names, node->name);
    if (node->kind == NODE_CONSTRUCTOR && node->count && symbol && !symbol->argument)
      symbol->argument = resolve_node(b->resolver, node->kids[0]);
  }
  resolver_leave(b->resolver);
}

/* ---- substitutions */

static void resolve_operation(Builder *b, Operation *op)
{
  resolver_enter(b->resolver, op->parameters, op->parameter_count);
  resolver_enter(b->resolver, op->results, op->result_count);
  resolver_in_body(b->resolver, true);
  op->body = resolve_node(b->resolver, op->node->kids[2]);
  resolver_in_body(b->resolver, false);
  resolver_leave(b->resolver);
  resolver_leave(b->resolver);
}

static void resolve_initialisation(Builder *b)
{
  const Node *clause = unit_clause(b->machine->unit, NODE_CL_INITIALISATION);
  if (!clause) return;
  resolver_in_body(b->resolver, true);
  b->machine->initialisation = resolve_node(b->resolver, clause->kids[0]);
  resolver_in_body(b->resolver, false);
}

/* ---- one machine */

static void build_machine(Builder *b)
{
  Model *model = b->linker->model;
  const Unit *unit = b->machine->unit;
  bool parameters = unit->root->count > 0 && unit->root->kids[0]->count > 0;
  const Node *freetypes = unit_clause(unit, NODE_CL_FREETYPES);
  const Node *values = unit_clause(unit, NODE_CL_VALUES);
  for (uint32_t i = 0; freetypes && i < freetypes->count; i++)
    resolve_constructors(b, freetypes->kids[i]);
  add_externals(b);
  add_instantiations(b);
  add_clauses(b, &model->properties, NODE_CL_CONSTRAINTS);
  if (!b->repeated || parameters) {
    add_clauses(b, &model->properties, NODE_CL_PROPERTIES);
    for (uint32_t i = 0; values && i < values->count; i++) add_value(b, values->kids[i]);
  }
  add_clauses(b, &model->invariants, NODE_CL_INVARIANT);
  add_equations(b);
  add_clauses(b, &model->assertions, NODE_CL_ASSERTIONS);
  resolve_initialisation(b);
  for (uint32_t i = 0; i < model->operations.len; i++)
    if (model->operations.data[i]->machine == b->machine)
      resolve_operation(b, model->operations.data[i]);
}

static bool is_repeated(const Model *model, uint32_t index)
{
  for (uint32_t i = 0; i < index; i++)
    if (model->machines.data[i]->unit == model->machines.data[index]->unit) return true;
  return false;
}

/* ---- what is executed */

bool model_mentions_dropped(const Node *node)
{
  if (node->symbol && node->symbol->dropped) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (model_mentions_dropped(node->kids[i])) return true;
  return false;
}

/* Whether a substitution of the abstraction can be run in the refinement: it
 * refers neither to variables that were replaced nor to machines without state. */
static bool survives(const Node *node)
{
  const Symbol *symbol = node->symbol;
  if (symbol && symbol->dropped) return false;
  if (symbol && symbol->kind == SYMBOL_OPERATION && !symbol->machine->live) return false;
  for (uint32_t i = 0; i < node->count; i++)
    if (!survives(node->kids[i])) return false;
  return true;
}

/* Whether all variables in the tree belong to this machine or what it refines. */
static bool is_within(const Node *node, const Machine *machine)
{
  const Symbol *symbol = node->symbol;
  if (symbol && symbol->kind == SYMBOL_VARIABLE) {
    const Machine *level = machine;
    while (level && level != symbol->machine) level = level->refines;
    if (!level) return false;
  }
  for (uint32_t i = 0; i < node->count; i++)
    if (!is_within(node->kids[i], machine)) return false;
  return true;
}

/* The initialisation of a live machine.  One that a refinement does not give is
 * that of its abstraction, unless its variables live on in included machines. */
static void add_initialisation(Model *model, Machine *machine)
{
  Machine *from = machine;
  while (from && !from->initialisation) from = from->refines;
  if (!from) return;
  Node *node = from->initialisation;
  if (from != machine && model->chain) {
    node = chain_copy(model, node, machine->level);
    if (!node || !is_within(node, machine)) return;
    machine->initialisation = node;
  } else if (from != machine && !(survives(node) && is_within(node, machine))) return;
  vec_push(&model->initialisations, ((Initialisation){node, machine}));
}

static void mark_top_level(const Machine *machine)
{
  for (uint32_t i = 0; i < machine->offered.capacity; i++) {
    if (!machine->offered.keys[i]) continue;
    Operation *op = ((Symbol *) machine->offered.values[i])->operation;
    op->top_level = op->machine->live || survives(op->body);
  }
}

/* A machine that is seen or used and that nobody includes stands on its own: its
 * operations are transitions of the whole. */
static bool stands_alone(const Machine *machine)
{
  bool refined = machine->level != LEVEL_SHARED && machine->level > 0;
  return machine->live && !machine->owner && !refined;
}

static bool collect(Linker *linker)
{
  Model *model = linker->model;
  for (uint32_t i = 0; i < model->machines.len; i++) {
    Machine *machine = model->machines.data[i];
    if (machine->live) add_initialisation(model, machine);
    if (stands_alone(machine)) mark_top_level(machine);
  }
  return true;
}

bool link_resolve(Linker *linker)
{
  Model *model = linker->model;
  uint32_t errors = diags_errors(linker->context->diags);
  for (uint32_t i = 0; i < model->machines.len; i++) {
    Builder b = {.linker = linker, .machine = model->machines.data[i]};
    b.repeated = is_repeated(model, i);
    b.resolver = resolver_new(linker->context, model->arena, b.machine);
    build_machine(&b);
    resolver_free(b.resolver);
  }
  return collect(linker) && diags_errors(linker->context->diags) == errors;
}
