#include <assert.h>
#include <string.h>

#include "engine/code/formula/formula_code.h"
#include "engine/code/statement/code_subst.h"

/* From substitutions to statements. */

enum { MOST_STATEMENTS = 1 << 14 }; /* of a routine: calls are written out */

static const Statement *compile(Vm *vm, const Node *node);

static Statement *statement_new(Vm *vm, const Node *node, StatementRun *how)
{
  assert(node && how);
  Statement *s = arena_alloc(vm->arena, sizeof *s);
  s->node = node;
  s->run = how;
  if (++vm->unit.statements > MOST_STATEMENTS) vm->unit.too_large = true;
  return s;
}

/* False: there is no code for one of them; then the reference interpreter runs all. */
static bool add_parts(Vm *vm, Statement *s, Node *const *nodes, uint32_t count)
{
  const Statement **parts = arena_new_array(vm->arena, const Statement *, count + 1);
  s->parts = parts;
  for (uint32_t i = 0; i < count; i++) {
    parts[s->count] = compile(vm, nodes[i]);
    if (!parts[s->count++]) return false;
  }
  return true;
}

static const Code *compile_here(Vm *vm, const Node *node, bool predicate)
{
  const Code *c = predicate ? code_of_predicate(vm, node) : code_of_expression(vm, node);
  return code_inside(vm, c, vm->unit.depth);
}

/* Guarded branches: P S P S … S? */
static const Statement *compile_guarded(Vm *vm, const Node *node, StatementRun *how)
{
  Statement *s = statement_new(vm, node, how);
  const Code **codes = arena_new_array(vm->arena, const Code *, node->count);
  const Statement **parts = arena_new_array(vm->arena, const Statement *, node->count);
  s->codes = codes;
  s->parts = parts;
  for (uint32_t i = 0; i < node->count; i++) {
    bool guard = i % 2 == 0 && i + 1 < node->count;
    if (guard) codes[s->code_count++] = compile_here(vm, node->kids[i], true);
    else if (!(parts[s->count++] = compile(vm, node->kids[i]))) return NULL;
  }
  assert(s->count == s->code_count || s->count == s->code_count + 1); /* ELSE */
  return s;
}

static bool find_place(Vm *vm, const Symbol *symbol, Target *t)
{
  const Location *place = code_place(vm, symbol, false);
  t->kind = TARGET_NAME;
  t->symbol = symbol;
  if (place) return t->index = place->slot, place->assignable;
  t->variable = true;
  t->index = symbol->index;
  return symbol->kind == SYMBOL_VARIABLE && !symbol->dropped;
}

/* f(i)'a := …: first the innermost change, at last the name. */
static const Target *compile_target(Vm *vm, const Node *node)
{
  uint32_t depth = 1;
  node = node_bare(node);
  for (const Node *n = node; n->kind == NODE_APPLY || n->kind == NODE_FIELD; depth++)
    n = node_bare(n->kids[0]);
  Target *targets = arena_new_array(vm->arena, Target, depth);
  for (uint32_t i = 0; i + 1 < depth; i++, node = node_bare(node->kids[0])) {
    Target *t = &targets[i];
    const Node *inner = node->kids[0];
    t->span = node->span;
    t->inner = compile_here(vm, inner, false);
    if (node->kind == NODE_FIELD) {
      t->kind = TARGET_FIELD;
      t->shape = engine_shape(vm->e, inner->type);
      while (t->index < t->shape->count && strcmp(t->shape->names[t->index], node->name->text))
        t->index++;
      assert(t->shape->kind == SHAPE_RECORD && t->index < t->shape->count);
      continue;
    }
    t->kind = TARGET_ELEMENT;
    t->shape = engine_element_shape(vm->e, inner->type);
    assert(t->shape->kind == SHAPE_PAIR);
    if (node->count > 2) return NULL;
    t->argument = compile_here(vm, node->kids[1], false);
  }
  bool known = node->kind == NODE_IDENT && find_place(vm, node->symbol, &targets[depth - 1]);
  return known ? targets : NULL;
}

static bool add_targets(Vm *vm, Statement *s, const Node *list)
{
  const Target **targets = arena_new_array(vm->arena, const Target *, list->count + 1);
  for (uint32_t i = 0; i < list->count; i++)
    if (!(targets[i] = compile_target(vm, list->kids[i]))) return false;
  s->targets = targets;
  s->target_count = list->count;
  return true;
}

static bool add_codes(Vm *vm, Statement *s, Node *const *nodes, uint32_t count)
{
  const Code **codes = arena_new_array(vm->arena, const Code *, count + 1);
  for (uint32_t i = 0; i < count; i++) codes[i] = compile_here(vm, nodes[i], false);
  s->codes = codes;
  s->code_count = count;
  return true;
}

static const Statement *compile_assignment(Vm *vm, const Node *node)
{
  Statement *s = statement_new(vm, node, statement_assignment);
  const Node *values = node->kids[1];
  if (values->count != node->kids[0]->count) return NULL;
  return add_codes(vm, s, values->kids, values->count) && add_targets(vm, s, node->kids[0]) ? s
                                                                                            : NULL;
}

static const Statement *compile_becomes_element(Vm *vm, const Node *node)
{
  Statement *s = statement_new(vm, node, statement_becomes_element);
  return add_codes(vm, s, &node->kids[1], 1) && add_targets(vm, s, node->kids[0]) ? s : NULL;
}

/* A place that may be assigned, for the time of the statement. */
static uint32_t assignable_place(Vm *vm, const Symbol *symbol)
{
  uint32_t slot = code_new_slot(vm);
  code_place_add(vm, symbol, slot, UINT64_C(1) << LEVEL_STATE);
  vm->unit.places.data[vm->unit.places.len - 1].assignable = true;
  return slot;
}

static Symbol **symbols_of(Vm *vm, const Node *names)
{
  Symbol **symbols = arena_new_array(vm->arena, Symbol *, names->count + 1);
  for (uint32_t i = 0; i < names->count; i++) symbols[i] = node_bare(names->kids[i])->symbol;
  return symbols;
}

/* In P, x is the new value and x$0 the old one, whatever x is. */
static const Statement *compile_becomes_such(Vm *vm, const Node *node)
{
  Statement *s = statement_new(vm, node, statement_becomes_such);
  const Node *list = node->kids[0];
  uint32_t places = vm->unit.places.len, depth = vm->unit.depth;
  for (uint32_t i = 0; i < list->count; i++)
    if (node_bare(list->kids[i])->kind != NODE_IDENT) return NULL;
  if (!add_targets(vm, s, list)) return NULL;
  uint32_t *slots = arena_new_array(vm->arena, uint32_t, list->count + 1);
  for (uint32_t i = 0; i < list->count; i++) {
    slots[i] = assignable_place(vm, s->targets[i]->symbol);
    vm->unit.places.data[vm->unit.places.len - 1].old = true;
  }
  s->slots = slots;
  s->slot_count = list->count;
  s->plan = plan_new(vm, symbols_of(vm, list), list->count, node->kids[1]);
  vm->unit.places.len = places;
  vm->unit.depth = depth;
  return s;
}

static const Statement *compile_case(Vm *vm, const Node *node)
{
  Statement *s = statement_new(vm, node, statement_case);
  uint32_t labels = 1;
  for (uint32_t i = 1; i < node->count; i++)
    if (node->kids[i]->kind == NODE_BRANCH) labels += node->kids[i]->kids[0]->count;
  const Code **codes = arena_new_array(vm->arena, const Code *, labels);
  const Statement **parts = arena_new_array(vm->arena, const Statement *, node->count);
  uint32_t *branches = arena_new_array(vm->arena, uint32_t, node->count);
  codes[s->code_count++] = compile_here(vm, node->kids[0], false);
  for (uint32_t i = 1; i < node->count; i++) {
    const Node *branch = node->kids[i];
    bool last = branch->kind != NODE_BRANCH;
    const Node *list = last ? NULL : branch->kids[0];
    for (uint32_t j = 0; list && j < list->count; j++)
      codes[s->code_count++] = compile_here(vm, list->kids[j], false);
    branches[s->count] = list ? list->count : 0;
    if (!(parts[s->count++] = compile(vm, last ? branch : branch->kids[1]))) return NULL;
  }
  assert(s->code_count == labels && s->count == node->count - 1);
  s->codes = codes;
  s->parts = parts;
  s->branches = branches;
  return s;
}

static const Statement *compile_any(Vm *vm, const Node *node)
{
  Statement *s = statement_new(vm, node, statement_any);
  uint32_t places = vm->unit.places.len, depth = vm->unit.depth;
  s->plan = plan_new(vm, symbols_of(vm, node->kids[0]), node->kids[0]->count, node->kids[1]);
  bool fine = add_parts(vm, s, &node->kids[2], 1);
  vm->unit.places.len = places;
  vm->unit.depth = depth;
  return fine ? s : NULL;
}

static const Statement *compile_let_statement(Vm *vm, const Node *node)
{
  Statement *s = statement_new(vm, node, statement_let);
  uint32_t places = vm->unit.places.len;
  Code unused = {.node = node};
  s->lets = code_of_let(vm, &unused, node->kids[0], node->kids[1]);
  bool fine = s->lets && add_parts(vm, s, &node->kids[2], 1);
  vm->unit.places.len = places;
  return fine ? s : NULL;
}

static const Statement *compile_var(Vm *vm, const Node *node)
{
  Statement *s = statement_new(vm, node, statement_var);
  uint32_t places = vm->unit.places.len;
  const Node *names = node->kids[0];
  uint32_t *slots = arena_new_array(vm->arena, uint32_t, names->count + 1);
  for (uint32_t i = 0; i < names->count; i++)
    slots[i] = assignable_place(vm, node_bare(names->kids[i])->symbol);
  s->slots = slots;
  s->slot_count = names->count;
  bool fine = add_parts(vm, s, &node->kids[1], 1);
  vm->unit.places.len = places;
  return fine ? s : NULL;
}

static const Statement *compile_while(Vm *vm, const Node *node)
{
  Statement *s = statement_new(vm, node, statement_while);
  const Code **codes = arena_new_array(vm->arena, const Code *, 3);
  codes[0] = compile_here(vm, node->kids[0], true);
  codes[1] = compile_here(vm, node->kids[2], true);
  codes[2] = compile_here(vm, node->kids[3], false);
  s->codes = codes;
  if (!add_parts(vm, s, &node->kids[1], 1)) return NULL;
  loop_straighten(vm, s);
  return s;
}

static const Statement *compile_obligation(Vm *vm, const Node *node)
{
  Statement *s = statement_new(vm, node, statement_obligation);
  const Code **codes = arena_new_array(vm->arena, const Code *, 1);
  codes[0] = compile_here(vm, node->kids[0], true);
  s->codes = codes;
  return add_parts(vm, s, &node->kids[1], 1) ? s : NULL;
}

static const Statement *compile_call(Vm *vm, const Node *node)
{
  const Operation *op = node->symbol ? node->symbol->operation : NULL;
  const Node *arguments = node->kids[1];
  if (!op || !op->body || arguments->count != op->parameter_count ||
      arguments->count > MOST_ARGUMENTS)
    return NULL;
  Statement *s = statement_new(vm, node, statement_call);
  uint32_t places = vm->unit.places.len, next = 0;
  if (!add_codes(vm, s, arguments->kids, arguments->count) || !add_targets(vm, s, node->kids[0]) ||
      s->target_count > op->result_count)
    return NULL;
  uint32_t *slots =
      arena_new_array(vm->arena, uint32_t, op->parameter_count + op->result_count + 1);
  for (uint32_t i = 0; i < op->parameter_count; i++)
    slots[next++] = assignable_place(vm, op->parameters[i]);
  for (uint32_t i = 0; i < op->result_count; i++)
    slots[next++] = assignable_place(vm, op->results[i]);
  assert(next == op->parameter_count + op->result_count);
  s->slots = slots;
  s->slot_count = next;
  bool fine = add_parts(vm, s, (Node *const *) &op->body, 1);
  vm->unit.places.len = places;
  return fine ? s : NULL;
}

/* parts: the refinement, then what it refines; codes: what glues these, those of each part from
 * `branches` on; slots: those of the results, of all of them */
static const Statement *compile_refined(Vm *vm, const Node *node)
{
  Statement *s = statement_new(vm, node, statement_refined);
  uint32_t places = vm->unit.places.len, results = node->kids[0]->count, next = 0;
  Node **bodies = arena_new_array(vm->arena, Node *, node->count);
  uint32_t *branches = arena_new_array(vm->arena, uint32_t, node->count);
  uint32_t conjuncts = 0;
  for (uint32_t k = 2; k < node->count; k++) conjuncts += node->kids[k]->count;
  const Code **codes = arena_new_array(vm->arena, const Code *, conjuncts + 1);
  uint32_t *slots = arena_new_array(vm->arena, uint32_t, results * node->count + 1);
  for (uint32_t i = 0; i < results; i++) {
    const Location *place = code_place(vm, node->kids[0]->kids[i]->symbol, false);
    if (!place) return NULL;
    slots[next++] = place->slot;
  }
  bodies[0] = node->kids[1];
  for (uint32_t k = 2; k < node->count; k++) {
    const Node *above = node->kids[k];
    bodies[k - 1] = above->kids[1];
    branches[k - 1] = s->code_count;
    for (uint32_t i = 2; i < above->count; i++)
      codes[s->code_count++] = compile_here(vm, above->kids[i], true);
    for (uint32_t i = 0; i < results; i++) /* a new event has nothing above it, and no results */
      slots[next++] = i < above->kids[0]->count
                          ? assignable_place(vm, above->kids[0]->kids[i]->symbol)
                          : code_new_slot(vm);
  }
  s->codes = codes;
  s->branches = branches;
  assert(next == results * (node->count - 1));
  s->slots = slots;
  s->slot_count = results; /* of each */
  bool fine = add_parts(vm, s, bodies, node->count - 1);
  vm->unit.places.len = places;
  return fine ? s : NULL;
}

static const Statement *compile_list(Vm *vm, const Node *node, StatementRun *how)
{
  Statement *s = statement_new(vm, node, how);
  return add_parts(vm, s, node->kids, node->count) ? s : NULL;
}

static const Statement *compile(Vm *vm, const Node *node)
{
  while (node->kind == NODE_BLOCK || node->kind == NODE_EXPANSION || node->kind == NODE_DESCRIBED)
    node = node->kids[0];
  if (vm->unit.too_large) return NULL;
  switch ((NodeKind) node->kind) {
  case NODE_SKIP: return statement_new(vm, node, statement_skip);
  case NODE_ASSIGN: return compile_assignment(vm, node);
  case NODE_BECOMES_IN: return compile_becomes_element(vm, node);
  case NODE_BECOMES_SUCH: return compile_becomes_such(vm, node);
  case NODE_PRE:
  case NODE_ASSERT: return compile_obligation(vm, node);
  case NODE_CHOICE: return compile_list(vm, node, statement_choice);
  case NODE_IF: return compile_guarded(vm, node, statement_if);
  case NODE_SELECT: return compile_guarded(vm, node, statement_select);
  case NODE_CASE: return compile_case(vm, node);
  case NODE_ANY: return compile_any(vm, node);
  case NODE_LET: return compile_let_statement(vm, node);
  case NODE_VAR: return compile_var(vm, node);
  case NODE_WHILE: return compile_while(vm, node);
  case NODE_SEQUENCE: return compile_list(vm, node, statement_sequence);
  case NODE_SIMULTANEOUS: return compile_list(vm, node, statement_parallel);
  case NODE_OP_CALL: return compile_call(vm, node);
  case NODE_REFINED: return compile_refined(vm, node);
  default: return NULL;
  }
}

const Routine *vm_routine(Vm *vm, RoutineText text)
{
  static const Node always = {.kind = NODE_BTRUE, .height = 1};
  Routine *routine = arena_alloc(vm->arena, sizeof *routine);
  vm->unit.places.len = vm->unit.slots = vm->unit.statements = vm->unit.cases = 0;
  vm->unit.depth = LEVEL_STATE;
  vm->unit.in_body = vm->unit.too_large = false;
  routine->text = text;
  if (text.parameter_count > 0)
    routine->plan =
        plan_new(vm, text.parameters, text.parameter_count, text.guard ? text.guard : &always);
  else if (text.guard) routine->guard = compile_here(vm, text.guard, true);
  routine->slots = arena_new_array(vm->arena, uint32_t, text.result_count + 1);
  for (uint32_t i = 0; i < text.result_count; i++)
    routine->slots[i] = assignable_place(vm, text.results[i]);
  vm->unit.in_body = true;
  routine->body = compile(vm, text.body);
  return routine->body && !vm->unit.too_large ? routine : NULL;
}
