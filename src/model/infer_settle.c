#include "model/infer.h"

#include <assert.h>

#include "model/infer_impl.h"

/* The end of inference: what is still overloaded is decided, names without a
 * type are reported, and all types are closed. */

/* ---- decisions */

static Type *closed_record(Infer *f, const OpenField *fields)
{
  VEC(const Name *) names = {0};
  VEC(Type *) types = {0};
  for (; fields; fields = fields->next) {
    vec_push(&names, fields->name);
    vec_push(&types, type_resolve(fields->type));
  }
  type_sort_fields(names.data, types.data, names.len);
  Type *type = type_make(f->types, f->arena, TYPE_RECORD, NULL, names.data, types.data, names.len);
  vec_free(&names);
  vec_free(&types);
  return infer_limit_height(f, type);
}

static Type *usual_type(Infer *f, const Var *var)
{
  switch (var->class) {
  case VAR_NUMBER:
  case VAR_NUMBER_OR_SET: return type_integer(f->types);
  case VAR_SEQUENCE_OR_STRING: return make_sequence(f, unify_fresh(f, VAR_ANY));
  case VAR_RECORD: return closed_record(f, var->fields);
  case VAR_ANY: break;
  }
  return NULL;
}

/* Definite numbers come first, for they decide products and differences;
 * records come last, when all their fields are known. */
void infer_settle(Infer *f)
{
  static const VarClass order[] = {VAR_NUMBER, VAR_SEQUENCE_OR_STRING, VAR_NUMBER_OR_SET,
                                   VAR_RECORD};
  infer_products(f);
  for (uint32_t k = 0; k < sizeof order / sizeof *order; k++) {
    for (uint32_t i = 0; i < f->classed.len; i++) {
      Type *type = type_resolve(f->classed.data[i]);
      if (!is_var(type) || var_of(f, type)->class != order[k]) continue;
      Var var = *var_of(f, type);
      f->origin = SPAN_NONE;
      unify(f, type, usual_type(f, &var));
      infer_products(f);
    }
  }
  f->classed.len = 0;
}

/* ---- names without a type */

static Type *close_type(Infer *, Type *, bool finish);

/* What is not known by now never will be, so that others whose types contain the
 * same variables need not be mentioned. */
static void require(Infer *f, Symbol *symbol, Span span)
{
  Type *type = symbol->type ? close_type(f, symbol->type, false) : NULL;
  if (type && type->closed) return;
  if (!type || !unify_is_excused(f, type)) {
    for (uint32_t i = 0; !span_known(span) && i < f->met.len; i++)
      if (f->met.data[i].symbol == symbol) span = f->met.data[i].use;
    infer_report_untyped(f, symbol, span, type);
  }
  symbol->type = type ? close_type(f, type, true) : type_unknown(f->types);
}

void infer_require(Infer *f, Symbol *symbol) { require(f, symbol, symbol->span); }

static void require_bound(Infer *f)
{
  const Use *use = f->use;
  for (uint32_t i = 0; i < f->bound.len; i++) {
    const Bound *bound = &f->bound.data[i];
    f->use = bound->use;
    require(f, bound->node->symbol, bound->node->span);
  }
  f->use = use;
  f->bound.len = 0;
}

/* ---- closing */

/* Replaces what is known completely by its fixed form; with `finish`, what is
 * not known becomes type_unknown, so that the result is fixed in any case.
 * Arguments first, on a stack of our own: such types can be deep. */
static Type *close_type(Infer *f, Type *type, bool finish)
{
  VEC(Type *) stack = {0};
  vec_push(&stack, type);
  while (stack.len > 0) {
    Type *top = type_resolve(stack.data[stack.len - 1]);
    if (top->fixed) {
      stack.len--;
      continue;
    }
    if (top->kind == TYPE_VAR) {
      if (!finish) break;
      top->link = type_unknown(f->types);
      continue;
    }
    uint32_t before = stack.len;
    for (uint32_t i = 0; i < top->count; i++) {
      top->args[i] = type_resolve(top->args[i]);
      if (!top->args[i]->fixed) vec_push(&stack, top->args[i]);
    }
    if (stack.len > before) continue;
    Type *made =
        type_make(f->types, f->arena, top->kind, top->symbol, top->names, top->args, top->count);
    top->link = infer_limit_height(f, made);
  }
  vec_free(&stack);
  return type_resolve(type);
}

static void close_symbol(Infer *f, Symbol *symbol)
{
  if (symbol->type && !symbol->type->fixed) symbol->type = close_type(f, symbol->type, true);
}

static void close_tree(Infer *f, Node *node)
{
  if (node->type && !node->type->fixed)
    node->type = close_type(f, (Type *) (uintptr_t) node->type, true);
  if (node->symbol && node->symbol->kind != SYMBOL_OPERATION) close_symbol(f, node->symbol);
  bool set = node->type && node->type->kind == TYPE_POW;
  if (node->kind == NODE_MINUS && set) node->kind = NODE_SET_MINUS;
  if (node->kind == NODE_TIMES && set) node->kind = NODE_CARTESIAN;
  for (uint32_t i = 0; i < node->count; i++) close_tree(f, node->kids[i]);
}

void infer_finish(Infer *f)
{
  infer_settle(f);
  require_bound(f);
  for (uint32_t i = 0; i < f->met.len; i++) {
    Met *met = &f->met.data[i];
    if (!met->symbol->type || met->symbol->type->fixed) continue;
    met->origin = unify_origin(f, met->symbol->type);
    close_symbol(f, met->symbol);
  }
  for (uint32_t i = 0; i < f->roots.len; i++) close_tree(f, f->roots.data[i]);
  f->roots.len = 0;
}

/* ---- declared types */

/* Makes the variables inside parameters, numbered in order of appearance. */
static Type *generalise(Infer *f, Type *type, uint32_t *count)
{
  type = type_resolve(type);
  if (type->fixed) return type;
  if (type->kind == TYPE_VAR) type->link = type_parameter(f->types, (*count)++);
  else
    for (uint32_t i = 0; i < type->count; i++) generalise(f, type->args[i], count);
  return close_type(f, type, true);
}

static bool is_arrow(const Node *node) { return node_family(node->kind) == FAMILY_ARROW; }

bool type_from_set_expression(TypeTable *types, Names *names, Diags *diags, Node *node,
                              const Type **argument, const Type **result)
{
  uint32_t errors = diags_errors(diags), parameters = 0;
  Infer *f = infer_new(types, names, diags);
  Type *type = infer_element(f, node, infer_expression(f, node), "a declared type");
  Type *pair = type_resolve(type);
  if (pair->kind == TYPE_POW) pair = type_resolve(pair->args[0]);
  *argument = NULL;
  if (is_arrow(infer_unwrapped(node)) && pair->kind == TYPE_PAIR) {
    *argument = generalise(f, pair->args[0], &parameters);
    type = pair->args[1];
  }
  *result = generalise(f, type, &parameters);
  infer_finish(f);
  infer_free(f);
  return diags_errors(diags) == errors;
}
