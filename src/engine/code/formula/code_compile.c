#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "engine/code/formula/formula_code.h"
#include "model/typing.h"

/* From trees to code: names, literals, structure, connectives, and which file has the operators. */

/* Kids of the node that are alternately predicates and others, or all of one sort. */
static void compile_kids(Vm *vm, Code *c, const Node *node, bool conditions, bool branches)
{
  const Code **kids = arena_new_array(vm->arena, const Code *, node->count + 1);
  for (uint32_t i = 0; i < node->count; i++) {
    bool condition = branches ? i % 2 == 0 && i + 1 < node->count : conditions;
    kids[i] = condition || (branches && conditions) ? code_of_condition(vm, c, node->kids[i])
                                                    : code_of_operand(vm, c, node->kids[i]);
  }
  c->kids = kids;
  c->count = node->count;
}

/* ------------------------------------------------------------------- names */

static Value run_slot(const Code *c, Vm *vm) { return vm->frame[c->slot]; }

/* A symbol of the model, whose values are kept by number. */
#ifndef NDEBUG
static bool is_numbered(const Vm *vm, const Symbol *symbol)
{
  const Model *model = vm->e->model;
  return model && symbol->index < (symbol->kind == SYMBOL_CONSTANT ? model->constants.len
                                                                   : model->variables.len);
}
#endif

static Value run_assignable(const Code *c, Vm *vm)
{
  Value v = vm->frame[c->slot];
  if (!value_is_none(v)) return v;
  return engine_fault(vm->e, c->node->span, "%s has no value yet", c->node->symbol->name->text);
}

static Value run_variable(const Code *c, Vm *vm)
{
  Value v = vm->e->variables[c->slot];
  if (!value_is_none(v)) return v;
  return engine_fault(vm->e, c->node->span, "%s has no value", c->node->symbol->name->text);
}

static Value run_constant(const Code *c, Vm *vm)
{
  Value v = vm->e->constants[c->slot];
  if (!value_is_none(v)) return v;
  return engine_fault(vm->e, c->node->span, "%s has no value", c->node->symbol->name->text);
}

static bool compile_name(Vm *vm, Code *c, const Node *node)
{
  const Symbol *symbol = node->symbol;
  const Location *place = code_place(vm, symbol, node->kind == NODE_OLD_VALUE);
  Value ignored;
  c->leaf = true;
  if (place) {
    c->slot = place->slot;
    c->run.value = place->assignable ? run_assignable : run_slot;
    c->quick = QUICK_FRAME;
    code_reads(c, place->reads);
    return true;
  }
  if (reference_lookup(vm->r, symbol, &ignored)) return false;
  switch (symbol->kind) {
  case SYMBOL_CONSTANT:
    assert(is_numbered(vm, symbol));
    c->slot = symbol->index;
    c->run.value = run_constant;
    code_look_up(c, &vm->e->constants[c->slot]);
    return true;
  case SYMBOL_VARIABLE:
    if (symbol->dropped) return false;
    assert(is_numbered(vm, symbol));
    c->slot = symbol->index;
    c->run.value = run_variable;
    code_look_up(c, &vm->e->variables[c->slot]);
    code_reads(c, UINT64_C(1) << LEVEL_STATE);
    return true;
  case SYMBOL_SET:
  case SYMBOL_FUNCTION:
  case SYMBOL_ELEMENT: {
    c->literal = reference_value(vm->r, node);
    c->run.value = code_run_literal;
    code_look_up(c, &c->literal);
    return !value_is_none(c->literal);
  }
  default: return false;
  }
}

/* --------------------------------------- what the reference interpreter does */

static Value run_reference_value(const Code *c, Vm *vm)
{
  captures_enter(vm, c->captures);
  Value v = reference_value(vm->r, c->node);
  captures_leave(vm, c->captures);
  return v;
}

static Truth run_reference_truth(const Code *c, Vm *vm)
{
  captures_enter(vm, c->captures);
  Truth t = reference_truth(vm->r, c->node);
  captures_leave(vm, c->captures);
  return t;
}

/* Functions of the libraries may give another value each time, and names bound in
 * the reference interpreter may have another one: nothing is kept of them. */
static bool is_volatile(const Vm *vm, const Node *node)
{
  Value ignored;
  if (node->kind == NODE_EXTERNAL) return true;
  if (node->kind == NODE_IDENT && !code_place(vm, node->symbol, false) &&
      (node->symbol->kind == SYMBOL_FREE || node->symbol->kind == SYMBOL_LOCAL ||
       reference_lookup(vm->r, node->symbol, &ignored)))
    return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (is_volatile(vm, node->kids[i])) return true;
  return false;
}

static Code *compile_by_reference(Vm *vm, const Node *node, bool predicate)
{
  Code *c = code_new(vm, node);
  c->captures = captures_of(vm, node, &c->reads);
  if (is_volatile(vm, node)) c->reads |= UINT64_C(1) << (LEVEL_COUNT - 1);
  c->predicate = predicate;
  c->slow = true;
  if (predicate) c->run.truth = run_reference_truth;
  else c->run.value = run_reference_value;
  return code_settled(vm, c);
}

/* ------------------------------------------------------- structure, choices */

static Value run_set_extension(const Code *c, Vm *vm)
{
  Value few[16], *all = c->count <= 16 ? few : calloc(c->count, sizeof *all), result;
  if (!all) memory_exhausted();
  uint32_t i = 0;
  for (result = VALUE_TRUE; i < c->count && !value_is_none(result); i++)
    result = all[i] = run_value(c->kids[i], vm);
  bool plain = true;
  for (uint32_t j = 0; j < i; j++) plain &= is_explicit(vm, all[j]);
  if (!value_is_none(result) && plain) result = set_build(vm->s, c->element, all, c->count);
  else if (!value_is_none(result)) {
    Values elements = {0};
    for (uint32_t j = 0; j < i; j++) vec_push(&elements, all[j]);
    result = ref_build(vm->r, c->element, &elements);
  }
  if (all != few) free(all);
  return result;
}

static Value run_singleton(const Code *c, Vm *vm)
{
  Value v = run_value(c->a, vm);
  return value_is_none(v) ? v : ref_singleton(vm->r, c->element, v);
}

static Value run_sequence_extension(const Code *c, Vm *vm)
{
  Value few[16], *all = c->count <= 16 ? few : calloc(c->count, sizeof *all), result = VALUE_TRUE;
  if (!all) memory_exhausted();
  for (uint32_t i = 0; i < c->count && !value_is_none(result); i++)
    result = all[i] = run_value(c->kids[i], vm);
  if (!value_is_none(result)) result = seq_build(vm->s, all, c->count);
  if (all != few) free(all);
  return result;
}

static Value run_if(const Code *c, Vm *vm)
{
  for (uint32_t i = 0; i + 1 < c->count; i += 2) {
    Truth t = run_truth(c->kids[i], vm);
    if (t == TRUTH_TRUE) return run_value(c->kids[i + 1], vm);
    if (t != TRUTH_FALSE) return none_of_truth(t);
  }
  return run_value(c->kids[c->count - 1], vm);
}

static Value run_defined_if(const Code *c, Vm *vm)
{
  Truth t = run_truth(c->a, vm);
  if (t == TRUTH_FALSE) return ref_condition_fault(vm->r, c->node);
  return t == TRUTH_TRUE ? run_value(c->b, vm) : none_of_truth(t);
}

static Truth run_if_truth(const Code *c, Vm *vm)
{
  for (uint32_t i = 0; i + 1 < c->count; i += 2) {
    Truth t = run_truth(c->kids[i], vm);
    if (t == TRUTH_TRUE) return run_truth(c->kids[i + 1], vm);
    if (t != TRUTH_FALSE) return t;
  }
  return run_truth(c->kids[c->count - 1], vm);
}

static Value run_bool(const Code *c, Vm *vm)
{
  Truth t = run_truth(c->a, vm);
  return t == TRUTH_TRUE ? VALUE_TRUE : t == TRUTH_FALSE ? VALUE_FALSE : none_of_truth(t);
}

static Value run_record(const Code *c, Vm *vm)
{
  Value few[16], *all = c->count <= 16 ? few : calloc(c->count, sizeof *all), result = VALUE_TRUE;
  if (!all) memory_exhausted();
  for (uint32_t i = 0; i < c->count && !value_is_none(result); i++)
    result = all[i] = run_value(c->kids[i], vm);
  if (!value_is_none(result)) result = value_record(vm->s, all, c->count);
  if (all != few) free(all);
  return result;
}

static Value run_field(const Code *c, Vm *vm)
{
  Value record = run_value(c->a, vm);
  assert(value_is_none(record) || value_is_node(record, NODE_KIND_RECORD));
  return value_is_none(record) ? record : record_field(vm->s, record, c->slot);
}

static bool compile_record(Vm *vm, Code *c, const Node *node)
{
  const Shape *shape = engine_shape(vm->e, node->type);
  const Code **kids = arena_new_array(vm->arena, const Code *, shape->count + 1);
  for (uint32_t i = 0; i < shape->count; i++)
    for (uint32_t j = 0; j < node->count && !kids[i]; j++)
      if (!strcmp(node->kids[j]->name->text, shape->names[i]))
        kids[i] = code_of_operand(vm, c, node->kids[j]->kids[0]);
  for (uint32_t i = 0; i < shape->count; i++)
    if (!kids[i]) return false;
  c->kids = kids;
  c->count = shape->count;
  c->run.value = run_record;
  return true;
}

static bool compile_field(Vm *vm, Code *c, const Node *node)
{
  const Shape *shape = engine_shape(vm->e, node->kids[0]->type);
  while (c->slot < shape->count && strcmp(shape->names[c->slot], node->name->text)) c->slot++;
  if (c->slot == shape->count) return false;
  c->a = code_of_operand(vm, c, node->kids[0]);
  c->run.value = run_field;
  return true;
}

/* ------------------------------------------------------------- connectives */

static Truth run_connected(const Code *c, Vm *vm, Truth decisive)
{
  assert(decisive == TRUTH_TRUE || decisive == TRUTH_FALSE);
  Truth result = truth_not(decisive);
  Fault fault = {.span = SPAN_NONE};
  for (uint32_t i = 0; i < c->count; i++) {
    Truth t = run_truth(c->kids[i], vm);
    if (t == decisive) return decisive;
    if (t == TRUTH_FAULT) {
      if (!fault.message) fault = vm->e->fault;
      if (result != TRUTH_UNKNOWN) result = TRUTH_FAULT;
    } else if (t == TRUTH_UNKNOWN) result = TRUTH_UNKNOWN;
  }
  if (result == TRUTH_FAULT) vm->e->fault = fault;
  return result;
}

static Truth run_and(const Code *c, Vm *vm) { return run_connected(c, vm, TRUTH_FALSE); }

static Truth run_or(const Code *c, Vm *vm) { return run_connected(c, vm, TRUTH_TRUE); }

static Truth run_implies(const Code *c, Vm *vm)
{
  Truth p = run_truth(c->a, vm);
  if (p == TRUTH_FALSE) return TRUTH_TRUE;
  Fault fault = vm->e->fault;
  Truth q = run_truth(c->b, vm);
  if (p == TRUTH_TRUE || q == TRUTH_TRUE) return q;
  if (p == TRUTH_UNKNOWN || q == TRUTH_UNKNOWN) return TRUTH_UNKNOWN;
  if (p == TRUTH_FAULT) vm->e->fault = fault;
  return TRUTH_FAULT;
}

static Truth run_iff(const Code *c, Vm *vm)
{
  Truth p = run_truth(c->a, vm);
  if (p == TRUTH_UNKNOWN || p == TRUTH_FAULT) return p;
  Truth q = run_truth(c->b, vm);
  if (q == TRUTH_UNKNOWN || q == TRUTH_FAULT) return q;
  return truth_of(p == q);
}

static Truth run_not(const Code *c, Vm *vm) { return truth_not(run_truth(c->a, vm)); }

static Truth run_true(const Code *c, Vm *vm)
{
  (void) c;
  (void) vm;
  return TRUTH_TRUE;
}

static Truth run_false(const Code *c, Vm *vm)
{
  (void) c;
  (void) vm;
  return TRUTH_FALSE;
}

/* ---------------------------------------------------------------- dispatch */

/* Literals and sets that are the same in every state: computed once. */
static bool compile_literal(Vm *vm, Code *c, const Node *node)
{
  c->literal = reference_value(vm->r, node);
  c->run.value = code_run_literal;
  code_look_up(c, &c->literal);
  c->leaf = true;
  return !value_is_none(c->literal);
}

static bool compile_other(Vm *vm, Code *c, const Node *node)
{
  switch ((NodeKind) node->kind) {
  case NODE_IDENT:
  case NODE_OLD_VALUE: return compile_name(vm, c, node);
  case NODE_INTEGER_LIT:
  case NODE_REAL_LIT:
  case NODE_STRING_LIT:
  case NODE_EMPTY_SET:
  case NODE_EMPTY_SEQ: return compile_literal(vm, c, node);
  case NODE_SET_EXT:
    c->element = engine_element_shape(vm->e, node->type);
    if (node->count == 1) {
      c->a = code_of_operand(vm, c, node->kids[0]);
      c->run.value = run_singleton;
      return true;
    }
    compile_kids(vm, c, node, false, false);
    c->run.value = run_set_extension;
    return true;
  case NODE_SEQ_EXT:
    compile_kids(vm, c, node, false, false);
    c->run.value = run_sequence_extension;
    return true;
  case NODE_COMPREHENSION:
  case NODE_IMAGE_SET: return code_of_binder(vm, c, node);
  case NODE_REC: return compile_record(vm, c, node);
  case NODE_IF_EXPR:
    compile_kids(vm, c, node, false, true);
    c->run.value = run_if;
    return true;
  case NODE_LET_EXPR: return code_of_let_node(vm, c, node, false);
  case NODE_RECURSION: return compile_literal(vm, c, node);
  case NODE_DEFINED_IF:
    c->a = code_of_condition(vm, c, node->kids[0]);
    c->b = code_of_operand(vm, c, node->kids[1]);
    c->run.value = run_defined_if;
    return true;
  default: return false;
  }
}

static bool compile_operator(Vm *vm, Code *c, const Node *node)
{
  const Operator *op = operator_of(node->kind);
  NodeKind kind = node->kind;
  if (op->form == FORM_BINDER) return code_of_binder(vm, c, node);
  if (node_family(kind) == FAMILY_TREE) return false;
  if (op->form == FORM_ATOM) return compile_literal(vm, c, node);
  if (kind == NODE_BOOL_OF) {
    c->a = code_of_condition(vm, c, node->kids[0]);
    c->run.value = run_bool;
    return true;
  }
  if (kind == NODE_FIELD) return compile_field(vm, c, node);
  return code_of_number(vm, c, node) || code_of_set(vm, c, node) || code_of_relation(vm, c, node);
}

Code *formula_expression(Vm *vm, const Node *node)
{
  while (node->kind == NODE_EXPANSION || node->kind == NODE_DESCRIBED || node->kind == NODE_TYPED)
    node = node->kids[0];
  Code *c = code_new(vm, node);
  bool done = !vm->unit.too_large &&
              (node_is_operator(node) ? compile_operator(vm, c, node) : compile_other(vm, c, node));
  return done ? code_settled(vm, c) : compile_by_reference(vm, node, false);
}

static bool compile_truth(Vm *vm, Code *c, const Node *node)
{
  if (typing_is_conjunct(node, vm->unit.in_body)) return c->run.truth = run_true, true;
  switch ((NodeKind) node->kind) {
  case NODE_AND:
  case NODE_OR:
    compile_kids(vm, c, node, true, false);
    c->run.truth = node->kind == NODE_AND ? run_and : run_or;
    return true;
  case NODE_IMPLIES:
  case NODE_IFF:
    c->a = code_of_condition(vm, c, node->kids[0]);
    c->b = code_of_condition(vm, c, node->kids[1]);
    c->run.truth = node->kind == NODE_IMPLIES ? run_implies : run_iff;
    return true;
  case NODE_NOT:
    c->a = code_of_condition(vm, c, node->kids[0]);
    c->run.truth = run_not;
    return true;
  case NODE_BTRUE: c->run.truth = run_true; return true;
  case NODE_BFALSE: c->run.truth = run_false; return true;
  case NODE_FORALL:
  case NODE_EXISTS: return code_of_quantifier(vm, c, node);
  case NODE_IF_PRED:
    compile_kids(vm, c, node, true, true);
    c->run.truth = run_if_truth;
    return true;
  case NODE_LET_PRED: return code_of_let_node(vm, c, node, true);
  case NODE_MEMBER:
  case NODE_NOT_MEMBER: return code_of_membership(vm, c, node);
  default: return kind_is_comparison(node->kind) && code_of_comparison(vm, c, node);
  }
}

Code *formula_predicate(Vm *vm, const Node *node)
{
  node = node_bare(node);
  Code *c = code_new(vm, node);
  c->predicate = true;
  bool done = !vm->unit.too_large && compile_truth(vm, c, node);
  return done ? code_settled(vm, c) : compile_by_reference(vm, node, true);
}
