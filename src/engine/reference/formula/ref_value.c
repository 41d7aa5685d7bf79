#include "engine/reference/reference.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "engine/reference/library.h"
#include "engine/reference/formula/formula.h"
#include "model/typing.h"

/* --------------------------------------------------------------------- names */

static Value element_value(const Symbol *symbol)
{
  if (!symbol->owner->enumerated) return value_atom(symbol->index);
  for (uint32_t i = 0; i < symbol->owner->element_count; i++)
    if (symbol->owner->elements[i] == symbol) return value_atom(i);
  return VALUE_UNDEFINED;
}

/* The parameters of a free type are types, so constructors take all values of theirs. */
static Value constructor_value(Reference *r, const Node *node)
{
  const Symbol *symbol = node->symbol;
  uint32_t number = 0;
  while (symbol->owner->elements[number] != symbol) number++;
  if (!symbol->argument) return value_free(r->s, number, VALUE_UNDEFINED);
  bool generic = symbol->owner->type->index > 0;
  Value argument = generic ? ref_whole_type(r, ref_element_shape(r, node)->args[0])
                           : ref_eval(r, symbol->argument);
  return value_is_none(argument) ? argument
                                 : ref_lazy(r, LAZY_CONSTRUCTOR, value_small(number), argument);
}

static Value eval_name(Reference *r, const Node *node)
{
  const Symbol *symbol = node->symbol;
  Value value = VALUE_UNDEFINED;
  if (reference_lookup(r, symbol, &value)) {
    if (!value_same(value, VALUE_UNDEFINED)) return value;
    return engine_fault(r->e, node->span, "%s has no value yet", symbol->name->text);
  }
  switch (symbol->kind) {
  case SYMBOL_SET: return ref_all_elements(r, ref_element_shape(r, node));
  case SYMBOL_ELEMENT: return element_value(symbol);
  case SYMBOL_FREETYPE: return ref_lazy(r, LAZY_FREETYPE, VALUE_UNDEFINED, VALUE_UNDEFINED);
  case SYMBOL_CONSTRUCTOR: return constructor_value(r, node);
  case SYMBOL_CONSTANT: value = r->e->constants[symbol->index]; break;
  case SYMBOL_VARIABLE:
    if (!symbol->dropped) value = r->e->variables[symbol->index];
    break;
  case SYMBOL_FUNCTION: return closure_of_function(r, symbol->lambda);
  default: break;
  }
  if (!value_same(value, VALUE_UNDEFINED)) return value;
  return engine_fault(r->e, node->span, "%s has no value", symbol->name->text);
}

/* x$0: the value before the assignment that is being made, or else the current one. */
static Value eval_old(Reference *r, const Node *node)
{
  const Symbol *symbol = node->symbol;
  for (uint32_t i = r->old_values.len; i-- > 0;)
    if (r->old_values.data[i].symbol == symbol) {
      Value value = r->old_values.data[i].value;
      if (!value_is_none(value)) return value;
      return engine_fault(r->e, node->span, "%s$0 has no value", symbol->name->text);
    }
  return eval_name(r, node);
}

/* ------------------------------------------------------------------ literals */

static Value eval_integer(Reference *r, const Node *node)
{
  mpz_t number;
  mpz_init_set_str(number, node->name->text, 10);
  Value value = value_from_mpz(r->s, number);
  mpz_clear(number);
  return value;
}

static Value eval_real(Reference *r, const Node *node)
{
  double x = strtod(node->name->text, NULL);
  if (isinf(x)) return engine_fault(r->e, node->span, "the number is too large for a real number");
  return value_real(r->s, x);
}

static Value eval_set_extension(Reference *r, const Node *node)
{
  Values elements = {0};
  for (uint32_t i = 0; i < node->count; i++) {
    Value v = ref_eval(r, node->kids[i]);
    if (value_is_none(v)) {
      vec_free(&elements);
      return v;
    }
    vec_push(&elements, v);
  }
  return ref_build(r, ref_element_shape(r, node), &elements);
}

static Value eval_sequence_extension(Reference *r, const Node *node)
{
  Values pairs = {0};
  for (uint32_t i = 0; i < node->count; i++) {
    Value v = ref_eval(r, node->kids[i]);
    if (value_is_none(v)) {
      vec_free(&pairs);
      return v;
    }
    vec_push(&pairs, value_pair(r->s, value_small((int64_t) i + 1), v));
  }
  return ref_build(r, ref_element_shape(r, node), &pairs);
}

/* The i-th field of the record type, in the order of the shape. */
static const Node *entry_named(const Node *node, const char *name)
{
  for (uint32_t i = 0; i < node->count; i++)
    if (!strcmp(node->kids[i]->name->text, name)) return node->kids[i]->kids[0];
  return NULL;
}

static Value eval_record(Reference *r, const Node *node)
{
  bool set = node->kind == NODE_STRUCT;
  const Shape *shape = set ? ref_element_shape(r, node) : ref_shape(r, node);
  Values fields = {0};
  Value result = VALUE_UNDEFINED;
  for (uint32_t i = 0; i < shape->count; i++) {
    const Node *entry = entry_named(node, shape->names[i]);
    Value v = entry ? ref_eval(r, entry) : engine_fault(r->e, node->span, "a field is missing");
    if (value_is_none(v)) {
      vec_free(&fields);
      return v;
    }
    vec_push(&fields, v);
  }
  if (set)
    result = ref_lazy_or_explicit(r, shape, value_lazy(r->s, LAZY_STRUCT, fields.data, fields.len),
                                  node->span);
  else result = value_record(r->s, fields.data, fields.len);
  vec_free(&fields);
  return result;
}

static Value eval_field(Reference *r, const Node *node)
{
  Value record = ref_eval(r, node->kids[0]);
  if (value_is_none(record)) return record;
  const Shape *shape = ref_shape(r, node->kids[0]);
  for (uint32_t i = 0; i < shape->count; i++)
    if (!strcmp(shape->names[i], node->name->text)) return record_field(r->s, record, i);
  return engine_fault(r->e, node->span, "there is no field %s", node->name->text);
}

/* ---------------------------------------------------------- conditional, LET */

static Value eval_if(Reference *r, const Node *node)
{
  for (uint32_t i = 0; i + 1 < node->count; i += 2) {
    Truth t = ref_truth(r, node->kids[i]);
    if (t == TRUTH_TRUE) return ref_eval(r, node->kids[i + 1]);
    if (t != TRUTH_FALSE) return none_of_truth(t);
  }
  return ref_eval(r, node->kids[node->count - 1]);
}

static Value eval_let(Reference *r, const Node *node)
{
  Value none;
  uint32_t bound = ref_bind_let(r, node, &none);
  Value result = value_is_none(none) ? none : ref_eval(r, node->kids[2]);
  reference_unbind(r, bound);
  return result;
}

static Value eval_defined_if(Reference *r, const Node *node)
{
  Truth t = ref_truth(r, node->kids[0]);
  if (t == TRUTH_FALSE) return ref_condition_fault(r, node);
  return t == TRUTH_TRUE ? ref_eval(r, node->kids[1]) : none_of_truth(t);
}

static Value eval_bool(Reference *r, const Node *node)
{
  Truth t = ref_truth(r, node->kids[0]);
  return t == TRUTH_TRUE ? VALUE_TRUE : t == TRUTH_FALSE ? VALUE_FALSE : none_of_truth(t);
}

static Value eval_choice(Reference *r, const Node *node)
{
  Value x = ref_eval(r, node->kids[1]);
  return value_is_none(x) ? x : ref_eval(r, ref_choice(node, value_same(x, VALUE_TRUE)));
}

static Value eval_apply(Reference *r, const Node *node)
{
  if (typing_is_free_type(node))
    return engine_unknown(r->e, "%s of some values of a type is not supported",
                          node_bare(node->kids[0])->name->text);
  if (!r->e->options.strict_wd && ref_choice(node, true)) return eval_choice(r, node);
  Value f = ref_eval(r, node->kids[0]);
  if (value_is_none(f)) return f;
  Value x = ref_eval(r, node->kids[1]);
  for (uint32_t i = 2; i < node->count && !value_is_none(x); i++) {
    Value next = ref_eval(r, node->kids[i]);
    x = value_is_none(next) ? next : value_pair(r->s, x, next);
  }
  if (value_is_none(x)) return x;
  return ref_apply_function(r, ref_shape(r, node->kids[0]), f, x, node->span);
}

/* ------------------------------------------------------------------ dispatch */

Value ref_cannot_evaluate(Reference *r, const Node *node)
{
  return engine_unknown(r->e, "%s cannot be evaluated", node_kind_name(node->kind));
}

static Value eval_atom(Reference *r, const Node *node)
{
  Store *s = r->s;
  Value none = VALUE_UNDEFINED;
  switch ((NodeKind) node->kind) {
  case NODE_TRUE: return VALUE_TRUE;
  case NODE_FALSE: return VALUE_FALSE;
  case NODE_MAXINT: return r->e->maxint;
  case NODE_MININT: return r->e->minint;
  case NODE_BOOL: return ref_all_elements(r, shape_bool(r->e->shapes));
  case NODE_INTEGER: return ref_lazy(r, LAZY_INTEGER, none, none);
  case NODE_NATURAL: return ref_lazy(r, LAZY_FROM, value_small(0), none);
  case NODE_NATURAL1: return ref_lazy(r, LAZY_FROM, value_small(1), none);
  case NODE_INT: return set_interval(s, r->e->minint, r->e->maxint);
  case NODE_NAT: return set_interval(s, value_small(0), r->e->maxint);
  case NODE_NAT1: return set_interval(s, value_small(1), r->e->maxint);
  case NODE_STRING: return ref_lazy(r, LAZY_STRING, none, none);
  case NODE_REAL:
  case NODE_FLOAT: return ref_lazy(r, LAZY_REAL, none, none);
  case NODE_SUCC: return ref_lazy(r, LAZY_SUCC, none, none);
  case NODE_PRED: return ref_lazy(r, LAZY_PRED, none, none);
  default: return ref_cannot_evaluate(r, node);
  }
}

/* The operators that need the values of their operands and nothing else. */
Value ref_apply_operator(Reference *r, const Node *node, const Value *v)
{
  switch (node_family(node->kind)) {
  case FAMILY_NUMBER: return ref_apply_arithmetic(r, node, v);
  case FAMILY_SEQUENCE:
  case FAMILY_SEQUENCE_SET: return ref_apply_sequence_operator(r, node, v);
  case FAMILY_SET:
  case FAMILY_POWERSET: return ref_apply_set_operator(r, node, v);
  case FAMILY_RELATION:
  case FAMILY_RELATION_ARROW:
  case FAMILY_ARROW:
  case FAMILY_GENERIC: return ref_apply_relation_operator(r, node, v);
  default: break;
  }
  if (node->kind == NODE_MAPLET) return value_pair(r->s, v[0], v[1]);
  return ref_cannot_evaluate(r, node);
}

static Value eval_operator(Reference *r, const Node *node)
{
  const Operator *op = operator_of(node->kind);
  Value v[2] = {VALUE_UNDEFINED, VALUE_UNDEFINED}, none;
  if (op->form == FORM_BINDER) return ref_eval_binder(r, node);
  if (op->family == FAMILY_TREE) return ref_eval_tree(r, node);
  if (op->family == FAMILY_CONSTANT) return eval_atom(r, node);
  switch ((NodeKind) node->kind) {
  case NODE_BOOL_OF: return eval_bool(r, node);
  case NODE_APPLY: return eval_apply(r, node);
  case NODE_FIELD: return eval_field(r, node);
  case NODE_TYPED: return ref_eval(r, node->kids[0]);
  default: break;
  }
  if (node->count > 2) return ref_cannot_evaluate(r, node);
  return ref_eval_kids(r, node, v, node->count, &none) ? ref_apply_operator(r, node, v) : none;
}

static Value eval_by_library(Reference *r, const Node *node)
{
  const Library *library = r->e->options.built_in;
  const char *what = node->name ? node->name->text : "a template string";
  if (!library) return engine_unknown(r->e, "%s is not supported", what);
  return node->kind == NODE_EXTERNAL ? library->value(r, node) : library->text(r, node);
}

static Value eval_other(Reference *r, const Node *node)
{
  switch ((NodeKind) node->kind) {
  case NODE_IDENT: return eval_name(r, node);
  case NODE_OLD_VALUE: return eval_old(r, node);
  case NODE_INTEGER_LIT: return eval_integer(r, node);
  case NODE_REAL_LIT: return eval_real(r, node);
  case NODE_STRING_LIT: return value_string(r->s, node->name->text, node->name->len);
  case NODE_EMPTY_SET:
  case NODE_EMPTY_SEQ: return VALUE_EMPTY_SET;
  case NODE_SET_EXT: return eval_set_extension(r, node);
  case NODE_SEQ_EXT: return eval_sequence_extension(r, node);
  case NODE_COMPREHENSION:
  case NODE_IMAGE_SET: return ref_eval_binder(r, node);
  case NODE_SYMBOLIC: return closure_of(r, node->kids[0]);
  case NODE_REC:
  case NODE_STRUCT: return eval_record(r, node);
  case NODE_IF_EXPR: return eval_if(r, node);
  case NODE_LET_EXPR: return eval_let(r, node);
  case NODE_RECURSION: return closure_of_function(r, node->kids[1]);
  case NODE_DEFINED_IF: return eval_defined_if(r, node);
  case NODE_EXPANSION:
  case NODE_DESCRIBED: return ref_eval(r, node->kids[0]);
  case NODE_EXTERNAL:
  case NODE_TEMPLATE: return eval_by_library(r, node);
  default: return ref_cannot_evaluate(r, node);
  }
}

Value formula_value(Reference *r, const Node *node)
{
  if (!ref_spend(r)) return VALUE_UNKNOWN;
  if (r->depth >= DEPTH_LIMIT) return engine_unknown(r->e, "a recursion is too deep");
  uint32_t bindings = r->bindings.len;
  r->depth++;
  Value value = node_is_operator(node) ? eval_operator(r, node) : eval_other(r, node);
  r->depth--;
  assert(r->bindings.len == bindings);
  (void) bindings;
  return value;
}
