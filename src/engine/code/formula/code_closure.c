#include <assert.h>

#include "engine/code/formula/formula_code.h"

#include "base/memory.h"

/* Closures as code.  What a closure is asked for decides which names are known: each
 * question has code of its own, made when it is asked first. */

typedef enum {
  ASK_MEMBER, /* all names are known: the condition, and the value */
  ASK_ALL,    /* none is known: the set, written out               */
  ASK_SEARCH, /* none is known: the solutions, and the value       */
  ASK_IMAGE,  /* all names but the last one are known              */
  ASK_ORIGIN, /* only the last one; of a lambda, only its value    */
  ASK_COUNT
} Question;

typedef struct {
  uint32_t *slots; /* of the captured names, then of the known ones */
  uint32_t known, slot_count;
  const Code *condition, *value, *set;
  const Plan *plan;
} Answer;

struct ClosureCode {
  Closure *closure;
  bool refused;             /* there is no code for it */
  bool changing;            /* functions of the libraries may give other values next time */
  const Symbol **constants; /* whose values it takes from the engine */
  uint32_t constant_count;
  uint32_t active; /* runs that have not ended */
  const Answer *answers[ASK_COUNT];
  bool without[ASK_COUNT]; /* there is no code for this question */
};

/* --------------------------------------------------------------- compiling */

static bool is_captured(const Closure *c, const Symbol *symbol)
{
  for (uint32_t i = 0; i < c->captured_count; i++)
    if (c->captured[i] == symbol) return true;
  return false;
}

static void find_constants(ClosureCode *code, const Node *node)
{
  if (node->kind == NODE_OLD_VALUE) code->refused = true;
  if (node->kind == NODE_EXTERNAL) code->changing = true;
  if (node->kind == NODE_IDENT && node->symbol && node->symbol->kind == SYMBOL_CONSTANT &&
      !is_captured(code->closure, node->symbol)) {
    uint32_t i = 0;
    while (i < code->constant_count && code->constants[i] != node->symbol) i++;
    code->constants[i] = node->symbol;
    if (i == code->constant_count) code->constant_count++;
  }
  for (uint32_t i = 0; i < node->count; i++) find_constants(code, node->kids[i]);
}

static bool is_compilable(const Closure *c)
{
  NodeKind kind = c->node->kind;
  return c->captured && (kind == NODE_COMPREHENSION || kind == NODE_LAMBDA ||
                         kind == NODE_IMAGE_SET || kind == NODE_QUANT_UNION);
}

static ClosureCode *code_of_closure(Vm *vm, Value closure)
{
  uint32_t number = lazy_what(vm->s, closure) - LAZY_CLOSURE;
  assert(lazy_what(vm->s, closure) >= LAZY_CLOSURE && number < vm->e->closures.len);
  while (vm->closures.len <= number) vec_push(&vm->closures, NULL);
  ClosureCode *code = vm->closures.data[number];
  if (code) return code;
  code = vm->closures.data[number] = arena_alloc(vm->arena, sizeof *code);
  code->closure = vm->e->closures.data[number];
  code->refused = !is_compilable(code->closure);
  if (code->refused) return code;
  code->constants =
      arena_new_array(vm->arena, const Symbol *, code_count_nodes(code->closure->node));
  find_constants(code, code->closure->node);
  return code;
}

static Symbol *name_of(const Closure *c, uint32_t i)
{
  return node_bare(c->node->kids[0]->kids[i])->symbol;
}

static void know(Vm *vm, Answer *a, const Symbol *symbol)
{
  uint32_t slot = a->slots[a->known++] = code_new_slot(vm);
  code_place_add(vm, symbol, slot, UINT64_C(1) << LEVEL_LOOP);
}

/* The first names that are not known when the question is asked. */
static const Plan *plan_from(Vm *vm, const Closure *c, uint32_t from, uint32_t count,
                             const Node *predicate)
{
  Symbol **names = arena_new_array(vm->arena, Symbol *, count + 1);
  for (uint32_t i = 0; i < count; i++) names[i] = name_of(c, from + i);
  return plan_new(vm, names, count, predicate);
}

static const Code *value_inside(Vm *vm, const Node *node)
{
  return node->count > 2 ? code_inside(vm, code_of_expression(vm, node->kids[2]), vm->unit.depth)
                         : NULL;
}

static void compile_answer(Vm *vm, Answer *a, Closure *c, Question question)
{
  const Node *node = c->node;
  uint32_t count = node->kids[0]->count;
  assert(is_compilable(c) && count > 0 && a->known == 0);
  bool lambda = node->kind == NODE_LAMBDA;
  for (uint32_t i = 0; i < c->captured_count; i++) know(vm, a, c->captured[i]);
  switch (question) {
  case ASK_MEMBER:
    for (uint32_t i = 0; i < count; i++) know(vm, a, name_of(c, i));
    a->condition = code_inside(vm, code_of_predicate(vm, node->kids[1]), vm->unit.depth);
    a->value = value_inside(vm, node);
    break;
  case ASK_ALL: a->set = code_of_expression(vm, node); break;
  case ASK_SEARCH:
    a->plan = plan_from(vm, c, 0, count, node->kids[1]);
    a->value = value_inside(vm, node);
    break;
  case ASK_IMAGE:
    for (uint32_t i = 0; i + 1 < count; i++) know(vm, a, name_of(c, i));
    a->plan = plan_from(vm, c, count - 1, 1, node->kids[1]);
    break;
  default:
    assert(question == ASK_ORIGIN && (lambda || count > 1));
    if (lambda) closure_make_equation(vm->r, c);
    know(vm, a, lambda ? c->value : name_of(c, count - 1));
    a->plan = plan_from(vm, c, 0, lambda ? count : count - 1, lambda ? c->equation : node->kids[1]);
    break;
  }
}

/* Whatever else is being compiled goes on afterwards as if nothing had happened. */
static const Answer *answer_of(Vm *vm, ClosureCode *code, Question question)
{
  if (code->answers[question] || code->without[question]) return code->answers[question];
  CodeUnit outer = unit_begin(vm);
  Answer *a = arena_alloc(vm->arena, sizeof *a);
  uint32_t most = code->closure->captured_count + code->closure->node->kids[0]->count + 1;
  a->slots = arena_new_array(vm->arena, uint32_t, most);
  compile_answer(vm, a, code->closure, question);
  assert(a->known < most && vm->unit.depth >= LEVEL_LOOP);
  a->slot_count = vm->unit.slots;
  code->without[question] = vm->unit.too_large || (question == ASK_ALL && !a->set->plan);
  unit_end(vm, outer);
  if (!code->without[question]) code->answers[question] = a;
  return code->answers[question];
}

/* ----------------------------------------------------------------- running */

typedef struct {
  Vm *vm;
  ClosureCode *code;
  const Answer *answer;
  Frame frame;
} Activation;

/* The captured names get their values; false: the closure is to be walked through. */
static bool activate(Activation *run, Reference *r, Value closure, Question question)
{
  Vm *vm = r->vm;
  ClosureCode *code = code_of_closure(vm, closure);
  if (!code || code->refused || frame_names_are_bound(r, code->constants, code->constant_count))
    return false;
  const Answer *answer = answer_of(vm, code, question);
  if (!answer || !frame_enter(vm, &run->frame, answer->slot_count, &code->active)) return false;
  run->vm = vm;
  run->code = code;
  run->answer = answer;
  for (uint32_t i = 0; i < code->closure->captured_count; i++)
    vm->frame[answer->slots[i]] = lazy_part(vm->s, closure, i);
  return true;
}

static void deactivate(Activation *run) { frame_leave(run->vm, &run->frame); }

/* The first `count` known names are the parts of a left-nested tuple. */
static void set_tuple(Activation *run, uint32_t count, Value tuple)
{
  assert(run->code->closure->captured_count + count <= run->answer->known);
  const uint32_t *slots = run->answer->slots + run->code->closure->captured_count;
  for (uint32_t i = count; i-- > 0;) {
    run->vm->frame[slots[i]] = i ? fast_second(run->vm->s, tuple) : tuple;
    if (i) tuple = fast_first(run->vm->s, tuple);
  }
}

/* Not well-defined: no solution, and a warning. */
static void warn_of_candidate(const Activation *run)
{
  const Closure *c = run->code->closure;
  const uint32_t *slots = run->answer->slots + c->captured_count;
  Text text = {0};
  for (uint32_t i = 0; i < c->node->kids[0]->count; i++) {
    const Symbol *name = name_of(c, i);
    text_printf(
        &text, "%s%s = %s", i ? " & " : "", name->name->text,
        engine_text(run->vm->e, engine_shape(run->vm->e, name->type), run->vm->frame[slots[i]]));
  }
  engine_warn(run->vm->e, text_string(&text));
  text_free(&text);
}

static Truth is_solution(Activation *run, Value tuple)
{
  if (!engine_spend(run->vm->e)) return TRUTH_UNKNOWN;
  set_tuple(run, run->code->closure->node->kids[0]->count, tuple);
  Truth t = run_truth(run->answer->condition, run->vm);
  if (t != TRUTH_FAULT) return t;
  warn_of_candidate(run);
  return TRUTH_FALSE;
}

/* ----------------------------------------------------------------- members */

typedef struct {
  const Activation *run;
  Value wanted;
  Truth result; /* so far: one TRUE decides; unknown outweighs a fault */
  Fault fault;
} Wanted;

static bool matches(void *context, Vm *vm)
{
  Wanted *w = context;
  const Node *node = w->run->code->closure->node->kids[2];
  bool set = w->run->code->closure->node->kind == NODE_QUANT_UNION;
  Value v = run_value(w->run->answer->value, vm);
  Truth t = value_is_none(v) ? truth_of_none(v)
            : set            ? reference_member(vm->r, ref_element_shape(vm->r, node), w->wanted, v)
                             : reference_equal(vm->r, ref_shape(vm->r, node), v, w->wanted);
  if (t == TRUTH_FAULT && w->result == TRUTH_FALSE) w->fault = vm->e->fault;
  bool better = t == TRUTH_FAULT ? w->result == TRUTH_FALSE : t != TRUTH_FALSE;
  if (better) w->result = t;
  return t != TRUTH_TRUE;
}

static Truth search_member(Activation *run, Value x)
{
  Wanted w = {.run = run, .wanted = x, .result = TRUTH_FALSE};
  Solved solved = plan_run(run->vm, run->answer->plan, WINDOWS_WIDE, matches, &w);
  if (w.result != TRUTH_TRUE && solved != SOLVED_ALL) return TRUTH_UNKNOWN;
  if (w.result == TRUTH_FAULT) run->vm->e->fault = w.fault;
  return w.result;
}

static Truth lambda_member(Activation *run, Value x)
{
  Vm *vm = run->vm;
  Truth t = is_solution(run, fast_first(vm->s, x));
  if (t != TRUTH_TRUE) return t;
  Value v = run_value(run->answer->value, vm);
  if (value_is_none(v)) return truth_of_none(v);
  return reference_equal(vm->r, ref_shape(vm->r, run->code->closure->node->kids[2]), v,
                         fast_second(vm->s, x));
}

bool compiled_member(Reference *r, Value x, Value closure, Truth *t)
{
  Activation run;
  NodeKind kind = closure_node(r, closure)->kind;
  bool search = kind == NODE_IMAGE_SET || kind == NODE_QUANT_UNION;
  if (!activate(&run, r, closure, search ? ASK_SEARCH : ASK_MEMBER)) return false;
  *t = search                ? search_member(&run, x)
       : kind == NODE_LAMBDA ? lambda_member(&run, x)
                             : is_solution(&run, x);
  deactivate(&run);
  return true;
}

/* ------------------------------------------------------------------ images */

bool compiled_value(Reference *r, Value closure, Value x, Truth *defined, Value *value)
{
  Activation run;
  if (closure_node(r, closure)->kind != NODE_LAMBDA || !activate(&run, r, closure, ASK_MEMBER))
    return false;
  *defined = is_solution(&run, x);
  *value = *defined == TRUTH_TRUE ? run_value(run.answer->value, run.vm) : VALUE_UNDEFINED;
  deactivate(&run);
  return true;
}

typedef struct {
  const Plan *plan;
  Values out;
} Tuples;

static bool take_tuple(void *context, Vm *vm)
{
  Tuples *tuples = context;
  vec_push(&tuples->out, plan_tuple(vm, tuples->plan));
  return tuples->out.len <= vm->e->options.expansion_limit;
}

/* The tuples of the names that are not known, as a set. */
static Value all_tuples(Activation *run, const Shape *element)
{
  Tuples tuples = {.plan = run->answer->plan};
  Solved solved = plan_run(run->vm, tuples.plan, WINDOWS_WIDE, take_tuple, &tuples);
  if (solved == SOLVED_ALL) return ref_build(run->vm->r, element, &tuples.out);
  vec_free(&tuples.out);
  return VALUE_UNKNOWN;
}

bool compiled_image(Reference *r, const Shape *to, Value closure, Value x, Value *image)
{
  Activation run;
  const Node *node = closure_node(r, closure);
  Truth defined;
  Value y;
  if (compiled_value(r, closure, x, &defined, &y)) {
    *image = defined == TRUTH_FALSE  ? VALUE_EMPTY_SET
             : defined != TRUTH_TRUE ? none_of_truth(defined)
             : value_is_none(y)      ? y
                                     : ref_singleton(r, to, y);
    return true;
  }
  if (node->kind != NODE_COMPREHENSION || node->kids[0]->count < 2 ||
      !activate(&run, r, closure, ASK_IMAGE))
    return false;
  set_tuple(&run, node->kids[0]->count - 1, x);
  *image = all_tuples(&run, to);
  deactivate(&run);
  return true;
}

bool compiled_origins(Reference *r, const Shape *from, Value closure, Value y, Value *origins)
{
  Activation run;
  if (!activate(&run, r, closure, ASK_ORIGIN)) return false;
  set_tuple(&run, 1, y);
  *origins = all_tuples(&run, from);
  deactivate(&run);
  return true;
}

bool compiled_elements(Reference *r, Value closure, Value *set)
{
  Activation run;
  if (closure_node(r, closure)->kind == NODE_QUANT_UNION || !activate(&run, r, closure, ASK_ALL))
    return false;
  WrittenOut *kept = code_kept(run.vm, closure);
  bool fresh = kept->clock && kept->clock >= run.vm->base_tick[LEVEL_CONSTANTS];
  if (fresh && value_same(kept->closure, closure)) *set = kept->set;
  else {
    *set = code_written_out(run.answer->set, run.vm);
    if (!value_is_none(*set) && !run.code->changing)
      *kept = (WrittenOut){closure, *set, run.vm->clock};
  }
  deactivate(&run);
  return true;
}
