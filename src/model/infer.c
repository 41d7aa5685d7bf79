#include "model/infer.h"

#include <stdlib.h>

#include "base/memory.h"
#include "model/infer_impl.h"
#include "model/typing.h"
#include "syntax/template.h"

/* The rules for expressions and predicates: names, literals, binders, and which rule a node
 * has.  Those of operators are in infer_operator.c. */

Infer *infer_new(TypeTable *types, Names *names, Diags *diags)
{
  Infer *f = calloc(1, sizeof *f);
  if (!f) memory_exhausted();
  f->types = types;
  f->names = names;
  f->diags = diags;
  f->arena = arena_new();
  return f;
}

void infer_free(Infer *f)
{
  if (!f) return;
  vec_free(&f->vars);
  vec_free(&f->classed);
  vec_free(&f->todo);
  vec_free(&f->trail);
  vec_free(&f->ready);
  vec_free(&f->met);
  vec_free(&f->bound);
  vec_free(&f->roots);
  arena_free(f->arena);
  free(f);
}

void infer_predicate(Infer *f, Node *node)
{
  vec_push(&f->roots, node);
  infer_pred(f, node);
}

Type *infer_expression(Infer *f, Node *node)
{
  vec_push(&f->roots, node);
  return infer_expr(f, node);
}

void infer_substitution(Infer *f, Node *node)
{
  vec_push(&f->roots, node);
  infer_subst(f, node);
}

Type *infer_fresh(Infer *f) { return unify_fresh(f, VAR_ANY); }

bool infer_unify(Infer *f, Type *expected, Type *found, const Node *at, const char *what)
{
  f->origin = at->span;
  bool ok = unify(f, expected, found);
  if (!ok) infer_report_mismatch(f, at, expected, found, what, NULL);
  infer_products(f);
  return ok;
}

Type *infer_excused(Infer *f)
{
  Type *type = unify_fresh(f, VAR_ANY);
  unify_excuse(f, type);
  return type;
}

const Node *infer_unwrapped(const Node *node)
{
  while ((node->kind == NODE_EXPANSION || node->kind == NODE_DESCRIBED ||
          node->kind == NODE_LABELLED || node->kind == NODE_SYMBOLIC) &&
         node->count == 1)
    node = node->kids[0];
  return node;
}

/* ---- names */

static Type *first_type(Infer *f, Symbol *symbol)
{
  switch (symbol->kind) {
  case SYMBOL_SET: return make_pow(f, type_given(f->types, symbol));
  case SYMBOL_FREETYPE: return make_pow(f, type_free_type(f->types, symbol, NULL, 0));
  case SYMBOL_ELEMENT:
    return symbol->owner ? type_given(f->types, symbol->owner) : infer_excused(f);
  case SYMBOL_OPERATION: return infer_excused(f);
  default: break;
  }
  return unify_fresh(f, VAR_ANY);
}

/* Types that are still open are closed in the end, so that nothing of them is left behind. */
static void set_type(Infer *f, Symbol *symbol, Type *type, const Node *use)
{
  symbol->type = type;
  Met met = {.symbol = symbol, .use = use ? use->span : symbol->span};
  if (!type->fixed) vec_push(&f->met, met);
}

/* A copy of a type scheme with new variables for its parameters. */
static Type *instance(Infer *f, const Type *scheme)
{
  Type **values = arena_new_array(f->arena, Type *, scheme->index);
  for (uint32_t i = 0; i < scheme->index; i++) values[i] = unify_fresh(f, VAR_ANY);
  return type_instance_in(f->types, f->arena, scheme, values);
}

Type *infer_symbol(Infer *f, Symbol *symbol, const Node *use)
{
  bool generic = symbol->kind == SYMBOL_FREETYPE || symbol->kind == SYMBOL_CONSTRUCTOR;
  if (!symbol->type && symbol->kind == SYMBOL_CONSTRUCTOR) infer_constructor(f, symbol);
  if (!symbol->type) set_type(f, symbol, first_type(f, symbol), use);
  if (generic && symbol->type->fixed && symbol->type->index > 0) return instance(f, symbol->type);
  return symbol->type;
}

/* A constructor is a function from its argument set to the free type. */
void infer_constructor(Infer *f, Symbol *symbol)
{
  Symbol *owner = symbol->owner;
  if (symbol->type) return;
  if (!owner) {
    set_type(f, symbol, infer_excused(f), NULL);
    return;
  }
  if (!owner->type) set_type(f, owner, first_type(f, owner), NULL);
  Type *result = type_resolve(owner->type);
  if (result->kind == TYPE_POW) result = result->args[0];
  if (symbol->argument) {
    Type *argument = infer_expression(f, symbol->argument);
    argument = infer_element(f, symbol->argument, argument, "the argument of a constructor");
    result = make_relation(f, argument, result);
  }
  set_type(f, symbol, result, NULL);
}

/* IDENT, OLD_VALUE */
static Type *name(Infer *f, Node *node)
{
  return node->symbol ? infer_symbol(f, node->symbol, node) : infer_excused(f);
}

void infer_names(Infer *f, Node *names)
{
  for (uint32_t i = 0; i < names->count; i++) {
    infer_expr(f, names->kids[i]);
    Bound bound = {infer_unwrapped(names->kids[i]), f->use};
    if (bound.node->kind != NODE_IDENT || !bound.node->symbol) continue;
    vec_push(&f->bound, bound);
    if (bound.node->count == 0) continue;
    Node *set = bound.node->kids[0]; /* the type that it is declared with */
    Type *type = infer_element(f, set, infer_expr(f, set), "a type");
    infer_unify(f, type, infer_symbol(f, bound.node->symbol, NULL), bound.node,
                "for its declared type");
  }
}

Type *infer_tuple(Infer *f, Node *list)
{
  Type *tuple = NULL;
  for (uint32_t i = 0; i < list->count; i++) {
    Type *type = infer_expr(f, list->kids[i]);
    tuple = tuple ? make_pair(f, tuple, type) : type;
  }
  return tuple ? tuple : infer_excused(f);
}

/* ---- expectations */

bool infer_expr_as(Infer *f, Node *node, Type *expected, const char *what, const Node *other)
{
  expected = type_resolve(expected);
  if (node->kind == NODE_EMPTY_SET && expected->kind == TYPE_POW) { /* saves a variable */
    node->type = expected;
    return true;
  }
  Type *found = infer_expr(f, node);
  f->origin = node->span;
  bool ok = unify(f, expected, found);
  if (!ok) infer_report_mismatch(f, node, expected, found, what, other);
  infer_products(f);
  return ok;
}

Type *infer_element(Infer *f, Node *node, Type *set, const char *what)
{
  set = type_resolve(set);
  if (set->kind == TYPE_POW) return set->args[0];
  Type *element = unify_fresh(f, VAR_ANY), *wanted = make_pow(f, element);
  f->origin = node->span;
  if (!unify(f, wanted, set)) {
    infer_report_mismatch(f, node, wanted, set, what, NULL);
    unify_excuse(f, element);
  }
  infer_products(f);
  return element;
}

static Type *field(Infer *f, Node *node)
{
  Type *record = infer_expr(f, node->kids[0]);
  f->origin = node->span;
  Type *type = unify_field(f, record, node->name);
  if (type) return type;
  infer_report_no_field(f, node, record);
  return infer_excused(f);
}

/* Tree(S) where Tree is a free type with parameters. */
static Type *free_type_of(Infer *f, Node *node)
{
  Type *scheme = node->kids[0]->symbol->type;
  uint32_t wanted = scheme->index, given = node->count - 1;
  Type **values = arena_new_array(f->arena, Type *, wanted + given);
  for (uint32_t i = 0; i < given; i++) {
    Node *kid = node->kids[i + 1];
    values[i] = infer_element(f, kid, infer_expr(f, kid), "the parameter of a free type");
  }
  if (given != wanted)
    infer_report_error(f, node->span, "argument-count",
                       "the free type %s has %u parameter%s, not %u",
                       node->kids[0]->symbol->name->text, wanted, text_plural(wanted), given);
  for (uint32_t i = given; i < wanted; i++) values[i] = infer_excused(f);
  Type *type = type_instance_in(f->types, f->arena, scheme, values);
  node->kids[0]->type = type;
  bool types = true; /* then it is all values of the type, like INTEGER */
  for (uint32_t i = 1; i < node->count; i++) types &= typing_is_type(node->kids[i]);
  if (types) node->kind = NODE_EVENTB_TYPE;
  return type;
}

static const char *argument_text(Infer *f, const Node *function)
{
  function = infer_unwrapped(function);
  if (!function->name || function->kind != NODE_IDENT) return "the argument of a function";
  return arena_printf(f->arena, "the argument of %s", function->name->text);
}

/* f(x), f(x,y) = f((x,y)) */
static Type *apply(Infer *f, Node *node)
{
  Node *function = node->kids[0];
  if (function->symbol && function->symbol->kind == SYMBOL_FREETYPE && function->symbol->type &&
      function->symbol->type->fixed && function->symbol->type->index > 0)
    return free_type_of(f, node);

  Type *relation = type_resolve(infer_expr(f, function)), *argument = NULL;
  for (uint32_t i = 1; i < node->count; i++) {
    Type *type = infer_expr(f, node->kids[i]);
    argument = argument ? make_pair(f, argument, type) : type;
  }
  relation = type_resolve(relation);
  Type *pair = relation->kind == TYPE_POW ? type_resolve(relation->args[0]) : relation;
  f->origin = node->span;
  if (relation->kind == TYPE_POW && pair->kind == TYPE_PAIR) {
    if (!unify(f, pair->args[0], argument))
      infer_report_mismatch(f, node->count == 2 ? node->kids[1] : node, pair->args[0], argument,
                            argument_text(f, function), function);
    infer_products(f);
    return pair->args[1];
  }
  Type *result = unify_fresh(f, VAR_ANY), *wanted = make_relation(f, argument, result);
  if (!unify(f, wanted, relation)) {
    if (f->cyclic) infer_report_mismatch(f, function, wanted, relation, NULL, NULL);
    else infer_report_mismatch_text(f, function, "a function", relation, NULL, NULL);
    unify_excuse(f, result);
  }
  infer_products(f);
  return result;
}

Type *infer_external(Infer *f, Node *node, bool function)
{
  const Symbol *symbol = node->symbol;
  const Type *const *scheme = symbol && symbol->arity == node->count ? symbol->scheme : NULL;
  uint32_t parameters = 0;
  for (uint32_t i = 0; scheme && i < node->count + function; i++)
    if (scheme[i]->index > parameters) parameters = scheme[i]->index;
  Type **values = arena_new_array(f->arena, Type *, parameters);
  for (uint32_t i = 0; i < parameters; i++) values[i] = unify_fresh(f, VAR_ANY);
  for (uint32_t i = 0; i < node->count; i++) {
    if (!scheme) infer_expr(f, node->kids[i]);
    else
      infer_expr_as(f, node->kids[i], type_instance_in(f->types, f->arena, scheme[i], values),
                    arena_printf(f->arena, "argument %u of %s", i + 1, symbol->name->text), NULL);
  }
  if (!scheme && symbol && symbol->scheme)
    infer_report_error(f, node->span, "argument-count", "%s takes %u argument%s, not %u",
                       symbol->name->text, symbol->arity, text_plural(symbol->arity), node->count);
  if (!scheme || !function) return function ? infer_excused(f) : NULL;
  return type_instance_in(f->types, f->arena, scheme[node->count], values);
}

/* ---- literals and binders */

/* All have the type of the first; of several that have not, one is enough to say. */
static Type *elements(Infer *f, Node *node, const char *what)
{
  bool mistaken = false;
  Type *type = node->count ? infer_expr(f, node->kids[0]) : unify_fresh(f, VAR_ANY);
  for (uint32_t i = 1; i < node->count; i++) {
    if (mistaken) infer_expr(f, node->kids[i]);
    else mistaken = !infer_expr_as(f, node->kids[i], type, what, node->kids[0]);
  }
  return type;
}

/* rec(a:E,…), struct(a:S,…) */
static Type *record(Infer *f, Node *node, bool set)
{
  const Name **names = malloc(node->count * sizeof *names + 1);
  Type **types = malloc(node->count * sizeof *types + 1);
  if (!names || !types) memory_exhausted();
  for (uint32_t i = 0; i < node->count; i++) {
    Node *entry = node->kids[i];
    Type *type = infer_expr(f, entry->kids[0]);
    entry->type = type;
    if (set) type = infer_element(f, entry->kids[0], type, "the set of a field");
    names[i] = entry->name;
    types[i] = type_resolve(type);
  }
  int64_t repeated = type_sort_fields(names, types, node->count);
  Type *type;
  if (repeated >= 0) {
    infer_report_error(f, node->span, "field-twice", "duplicate field %s", names[repeated]->text);
    type = infer_excused(f);
  } else {
    type = type_make(f->types, f->arena, TYPE_RECORD, NULL, names, types, node->count);
    type = infer_limit_height(f, type);
  }
  free(names);
  free(types);
  return set ? make_pow(f, type) : type;
}

/* [NAMES P E]: the type of E; *names that of the names. */
static Type *binder(Infer *f, Node *node, Type **names)
{
  infer_names(f, node->kids[0]);
  *names = infer_tuple(f, node->kids[0]);
  infer_pred(f, node->kids[1]);
  return infer_expr(f, node->kids[2]);
}

static Type *recursion(Infer *f, Node *node)
{
  infer_names(f, node->kids[0]);
  Type *function = infer_tuple(f, node->kids[0]);
  infer_expr_as(f, node->kids[1], function, "a recursive function", NULL);
  return function;
}

static Type *defined_if(Infer *f, Node *node)
{
  infer_pred(f, node->kids[0]);
  return infer_expr(f, node->kids[1]);
}

/* SIGMA, PI */
static Type *sum(Infer *f, Node *node)
{
  Type *names, *type = binder(f, node, &names);
  f->origin = node->kids[2]->span;
  if (unify_class(f, type, VAR_NUMBER)) return type;
  infer_report_mismatch_text(f, node->kids[2], "a number", type,
                             node->kind == NODE_SIGMA ? "the summand" : "the factor", NULL);
  return type_integer(f->types);
}

/* ```text ${E} text```: E is anything, unless its format asks for a number. */
static Type *template(Infer *f, Node *node)
{
  for (uint32_t i = 0; i < node->count; i++) {
    Node *part = node->kids[i], *inner = part->kids[0];
    TemplateFormat format = {0};
    if (part->kind == NODE_TEMPLATE_HOLE && part->name) template_format(part->name->text, &format);
    if (format.number == TEMPLATE_REAL)
      infer_expr_as(f, inner, type_real(f->types), "a real number of a template", NULL);
    else if (format.number == TEMPLATE_INTEGER)
      infer_expr_as(f, inner, type_integer(f->types), "an integer of a template", NULL);
    else infer_expr(f, inner);
    part->type = inner->type;
  }
  return type_string(f->types);
}

/* [P E P E … E] */
static Type *conditional(Infer *f, Node *node)
{
  Type *type = NULL;
  for (uint32_t i = 0; i < node->count; i++) {
    if (i % 2 == 0 && i + 1 < node->count) infer_pred(f, node->kids[i]);
    else if (type) infer_expr_as(f, node->kids[i], type, "an alternative", node->kids[1]);
    else type = infer_expr(f, node->kids[i]);
  }
  return type ? type : infer_excused(f);
}

Type *infer_expansion(Infer *f, Node *node, void (*rule)(Infer *, Node *))
{
  Use *use = arena_alloc(f->arena, sizeof *use);
  *use = (Use){f->use, node};
  f->use = use;
  Type *type = NULL;
  if (rule) rule(f, node->kids[0]);
  else type = infer_expr(f, node->kids[0]);
  f->use = use->outer;
  return type;
}

/* A construct of another kind stands where an expression should be. */
static Type *no_expression(Infer *f, Node *node)
{
  if (node->kind == NODE_ERROR || node->kind == NODE_DEF_CALL) return infer_excused(f);
  bool pred = node_kind_class((NodeKind) node->kind) == CLASS_PRED;
  Diag *diag =
      infer_report_error(f, node->span, "no-expression", "expected an expression, found a %s",
                         pred ? "predicate" : "substitution");
  if (pred) {
    diag_hint(f->diags, diag, "bool(…) gives the truth value of a predicate");
    diag_enclose(f->diags, diag, node->span, "bool(", ")");
    infer_pred(f, node);
  }
  return infer_excused(f);
}

static Type *expression_type(Infer *f, Node *node)
{
  Type *names, *type;
  switch (node->kind) {
  case NODE_IDENT:
  case NODE_OLD_VALUE: return name(f, node);
  case NODE_INTEGER_LIT: return type_integer(f->types);
  case NODE_REAL_LIT: return type_real(f->types);
  case NODE_STRING_LIT: return type_string(f->types);
  case NODE_TEMPLATE: return template(f, node);
  case NODE_COUPLE: return infer_tuple(f, node);
  case NODE_EMPTY_SET: return make_pow(f, unify_fresh(f, VAR_ANY));
  case NODE_EMPTY_SEQ: return make_sequence(f, unify_fresh(f, VAR_ANY));
  case NODE_SET_EXT: return make_pow(f, elements(f, node, "an element of the set"));
  case NODE_SEQ_EXT: return make_sequence(f, elements(f, node, "an element of the sequence"));
  case NODE_REC: return record(f, node, false);
  case NODE_STRUCT: return record(f, node, true);
  case NODE_FIELD: return field(f, node);
  case NODE_APPLY: return apply(f, node);
  case NODE_COMPREHENSION:
    infer_names(f, node->kids[0]);
    infer_pred(f, node->kids[1]);
    return make_pow(f, infer_tuple(f, node->kids[0]));
  case NODE_IMAGE_SET: return make_pow(f, binder(f, node, &names));
  case NODE_LAMBDA: type = binder(f, node, &names); return make_relation(f, names, type);
  case NODE_SIGMA:
  case NODE_PRODUCT: return sum(f, node);
  case NODE_QUANT_UNION:
  case NODE_QUANT_INTER:
    type = binder(f, node, &names);
    infer_element(f, node->kids[2], type, "the body of a union or intersection");
    return type;
  case NODE_LET_EXPR: return binder(f, node, &names);
  case NODE_RECURSION: return recursion(f, node);
  case NODE_DEFINED_IF: return defined_if(f, node);
  case NODE_IF_EXPR: return conditional(f, node);
  case NODE_SYMBOLIC:
  case NODE_DESCRIBED: return infer_expr(f, node->kids[0]);
  case NODE_EXPANSION: return infer_expansion(f, node, NULL);
  case NODE_EXTERNAL: return infer_external(f, node, true);
  case NODE_MINUS: return infer_one_type(f, node, VAR_NUMBER_OR_SET, "a number or a set");
  case NODE_CONCAT:
    return infer_one_type(f, node, VAR_SEQUENCE_OR_STRING, "a sequence or a string");
  case NODE_TIMES: return infer_times(f, node);
  case NODE_REV: return infer_operand(f, node, 0, VAR_SEQUENCE_OR_STRING, "a sequence or a string");
  case NODE_SIZE:
    infer_operand(f, node, 0, VAR_SEQUENCE_OR_STRING, "a sequence or a string");
    return type_integer(f->types);
  case NODE_PRJ1: return infer_projection(f, node, 0);
  case NODE_PRJ2: return infer_projection(f, node, 1);
  case NODE_BIN: return infer_binary_tree(f, node);
  default:
    if (!node_is_operator(node) || operator_of((NodeKind) node->kind)->class != CLASS_EXPR)
      return no_expression(f, node);
    return infer_scheme(f, node);
  }
}

Type *infer_expr(Infer *f, Node *node)
{
  Type *type = expression_type(f, node);
  node->type = type;
  return type;
}

/* ---- predicates */

/* Otherwise P would have to hold for all values of the type of x. */
static void check_implication(Infer *f, const Node *node)
{
  const Node *body = infer_unwrapped(node->kids[1]);
  if (body->kind == NODE_IMPLIES || body->kind == NODE_ERROR) return;
  Diag *diag = infer_report_error(f, body->span, "forall-body",
                                  "the body of a universal quantification must be an implication");
  diag_hint(f->diags, diag, "write !x.(P => Q), where P says which values x has");
}

static void no_predicate(Infer *f, Node *node)
{
  if (node->kind == NODE_ERROR || node->kind == NODE_DEF_CALL) return;
  bool expr = node_kind_class((NodeKind) node->kind) == CLASS_EXPR;
  Type *type = expr ? infer_expr(f, node) : NULL;
  Diag *diag = infer_report_error(f, node->span, "no-predicate", "expected a predicate, found %s",
                                  expr ? "an expression" : "a substitution");
  if (!type || type_resolve(type)->kind != TYPE_BOOL) return;
  diag_hint(f->diags, diag, "a BOOL value is not a predicate: write … = TRUE");
  diag_replace(f->diags, diag, (Span){node->span.end, node->span.end}, " = TRUE");
}

void infer_pred(Infer *f, Node *node)
{
  switch (node->kind) {
  case NODE_FORALL:
    infer_names(f, node->kids[0]);
    check_implication(f, node);
    infer_pred(f, node->kids[1]);
    return;
  case NODE_EXISTS:
    infer_names(f, node->kids[0]);
    infer_pred(f, node->kids[1]);
    return;
  case NODE_LET_PRED:
    infer_names(f, node->kids[0]);
    infer_pred(f, node->kids[1]);
    infer_pred(f, node->kids[2]);
    return;
  case NODE_WEAKEST_PRE:
    infer_subst(f, node->kids[0]);
    infer_pred(f, node->kids[1]);
    return;
  case NODE_IF_PRED:
  case NODE_LABELLED:
  case NODE_DESCRIBED:
    for (uint32_t i = 0; i < node->count; i++) infer_pred(f, node->kids[i]);
    return;
  case NODE_EXPANSION: infer_expansion(f, node, infer_pred); return;
  case NODE_EXTERNAL: infer_external(f, node, false); return;
  default:
    if (!node_is_operator(node) || operator_of((NodeKind) node->kind)->class != CLASS_PRED)
      no_predicate(f, node);
    else infer_scheme(f, node);
  }
}
