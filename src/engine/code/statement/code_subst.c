#include <assert.h>

#include "engine/code/formula/formula_code.h"
#include "engine/reference/execute/execute.h"
#include "engine/code/statement/code_subst.h"
#include "base/memory.h"
#include "value/relation.h"

/* Running substitutions. */

bool exec_over(const Exec *x) { return x->vm->e->expired; }

/* This way ends: engine->fault says why. */
void exec_fail(Exec *x)
{
  x->failures++;
  if (!x->broken && fault_is_new(&x->told, x->vm->e->fault))
    x->sink->failure(x->sink, x->arguments);
}

void exec_no_value(Exec *x, Value none)
{
  assert(value_is_none(none) && !value_same(none, VALUE_UNDEFINED));
  if (value_same(none, VALUE_UNKNOWN)) x->incomplete = true;
  else exec_fail(x);
}

void exec_no_truth(Exec *x, Truth t)
{
  assert(t == TRUTH_UNKNOWN || t == TRUTH_FAULT);
  exec_no_value(x, none_of_truth(t));
}

/* ------------------------------------------------------------- assignments */

/* The new value of the variable at the root. */
bool exec_assign(Exec *x, const Target *t, Value v)
{
  Vm *vm = x->vm;
  while (t->kind != TARGET_NAME) {
    Value old = run_value(t->inner, vm);
    if (!value_is_none(old) && t->kind == TARGET_FIELD) {
      Value few[16], *fields = t->shape->count <= 16 ? few : calloc(t->shape->count, sizeof *few);
      if (!fields) memory_exhausted();
      for (uint32_t i = 0; i < t->shape->count; i++)
        fields[i] = i == t->index ? v : record_field(vm->s, old, i);
      v = value_record(vm->s, fields, t->shape->count);
      if (fields != few) free(fields);
    } else if (!value_is_none(old)) {
      Value index = run_value(t->argument, vm);
      Value all = reference_expand(vm->r, t->shape, old, t->span);
      if (!value_same(all, VALUE_UNKNOWN)) old = all;
      bool plain = are_explicit(vm, old, index) && is_explicit(vm, v);
      v = value_is_none(index) ? index
          : value_is_none(old) ? old
          : plain              ? rel_update(vm->s, t->shape, old, index, v)
                               : ref_updated_function(vm->r, t->shape, old, index, v);
    } else v = old;
    if (value_is_none(v)) return exec_no_value(x, v), false;
    t++;
  }
  assert(!value_is_none(v));
  log_write(vm, t->variable ? &vm->e->variables[t->index] : &vm->frame[t->index], v);
  return true;
}

bool log_assignment(Exec *x, const Statement *s)
{
  bool fine = true;
  assert(s->code_count == s->target_count);
  for (uint32_t i = 0; i < s->target_count; i++) {
    Value v = run_value(s->codes[i], x->vm);
    if (value_is_none(v)) exec_no_value(x, v), fine = false;
    else fine &= exec_assign(x, s->targets[i], v);
  }
  return fine;
}

void statement_assignment(Exec *x, const Statement *s, Rest *rest)
{
  uint32_t start = x->vm->log.len;
  if (log_assignment(x, s)) rest->go(x, rest);
  x->vm->log.len = start;
}

/* x,y :: S */
void statement_becomes_element(Exec *x, const Statement *s, Rest *rest)
{
  Vm *vm = x->vm;
  Value set = run_value(s->codes[0], vm), none;
  const Shape *element = engine_element_shape(vm->e, s->node->kids[1]->type);
  if (value_is_none(set)) return exec_no_value(x, set);
  if (value_tag(set) == TAG_LAZY) {
    none = set = execute_choices(vm->r, s->node, set, &x->incomplete);
    if (value_is_none(set)) return exec_no_value(x, none);
  }
  if (set_card(vm->s, set) > vm->e->options.expansion_limit) {
    engine_unknown(vm->e, "a set is too large to enumerate");
    x->incomplete = true;
    return;
  }
  SetIter it = set_iter(vm->s, element, set);
  for (Value v; !exec_over(x) && set_next(&it, &v);) {
    uint32_t start = vm->log.len;
    bool fine = true;
    for (uint32_t t = s->target_count; t-- > 0 && fine;) {
      fine = exec_assign(x, s->targets[t], t == 0 ? v : fast_second(vm->s, v));
      if (t > 0) v = fast_first(vm->s, v);
    }
    if (fine) rest->go(x, rest);
    vm->log.len = start;
  }
}

typedef struct {
  Exec *x;
  const Statement *s;
  Rest *rest;
} Choice;

static bool take_such(void *context, Vm *vm)
{
  Choice *c = context;
  uint32_t start = vm->log.len;
  for (uint32_t i = 0; i < c->s->target_count; i++) {
    const Target *t = c->s->targets[i];
    log_write(vm, t->variable ? &vm->e->variables[t->index] : &vm->frame[t->index],
              plan_value(vm, c->s->plan, i));
  }
  c->rest->go(c->x, c->rest);
  vm->log.len = start;
  return !exec_over(c->x);
}

static void run_solutions(Exec *x, const Statement *s, Rest *rest, PlanFound *found)
{
  Choice c = {x, s, rest};
  Solved solved = plan_run(x->vm, s->plan, WINDOWS_COUNTED, found, &c);
  if (solved == SOLVED_INCOMPLETE || solved == SOLVED_INFINITE) x->incomplete = true;
}

void statement_becomes_such(Exec *x, const Statement *s, Rest *rest)
{
  Vm *vm = x->vm;
  assert(s->slot_count == s->target_count);
  for (uint32_t i = 0; i < s->target_count; i++) {
    const Target *t = s->targets[i];
    vm->frame[s->slots[i]] = t->variable ? vm->e->variables[t->index] : vm->frame[t->index];
  }
  run_solutions(x, s, rest, take_such);
}

/* ------------------------------------------------------------- composition */

void statement_skip(Exec *x, const Statement *s, Rest *rest)
{
  (void) s;
  rest->go(x, rest);
}

typedef struct { /* the parts that remain */
  Rest rest;
  const Statement *s;
  uint32_t next, start;
  Rest *outer;
  bool reached; /* the part before had an outcome */
  Merge *merge; /* of a sequence */
} Parts;

static void go_nowhere(Exec *x, Rest *rest)
{
  (void) x;
  (void) rest;
}

static void go_parallel(Exec *x, Rest *rest);

/* S || T goes wrong if S or T does, also if the other one is infeasible: what comes after such a
 * part is run for that alone. */
static void run_parallel(Exec *x, const Statement *s, uint32_t part, Rest *rest)
{
  Parts next = {{go_parallel}, s, part + 1, 0, rest, false, NULL};
  Rest nowhere = {go_nowhere};
  exec_run(x, s->parts[part], &next.rest);
  if (!next.reached && part + 1 < s->count) run_parallel(x, s, part + 1, &nowhere);
}

static void go_parallel(Exec *x, Rest *rest)
{
  Parts *p = (Parts *) rest;
  assert(p->next <= p->s->count);
  p->reached = true;
  if (p->next == p->s->count) p->outer->go(x, p->outer);
  else run_parallel(x, p->s, p->next, p->outer);
}

void statement_parallel(Exec *x, const Statement *s, Rest *rest) { run_parallel(x, s, 0, rest); }

/* A part of a sequence has made its writes, from p->start on.  They are put in their
 * places for the next part; what comes after the sequence starts from the state before
 * it again, with all the writes in the log. */
static void go_sequence(Exec *x, Rest *rest);

typedef struct {
  Rest rest;
  Rest *outer;
  uint32_t start, end; /* the writes that are in their places */
} Outside;

static void go_outside(Exec *x, Rest *rest)
{
  Outside *o = (Outside *) rest;
  log_swap_out(x->vm, o->start, o->end);
  o->outer->go(x, o->outer);
  log_swap_in(x->vm, o->start, o->end);
}

static void go_sequence(Exec *x, Rest *rest)
{
  Parts *p = (Parts *) rest;
  Vm *vm = x->vm;
  uint32_t end = vm->log.len;
  assert(p->next <= p->s->count && p->start <= end);
  if (p->next == p->s->count) {
    p->outer->go(x, p->outer);
    return;
  }
  log_swap_in(vm, p->start, end);
  Outside o = {{go_outside}, p->outer, p->start, end};
  Parts next = {{go_sequence}, p->s, p->next + 1, end, &o.rest, false, p->merge};
  if (!merge_is_known(p->merge, x, p->next)) exec_run(x, p->s->parts[p->next], &next.rest);
  log_swap_out(vm, p->start, end);
}

void statement_sequence(Exec *x, const Statement *s, Rest *rest)
{
  Merge merge;
  merge_begin(&merge, x->vm->log.len);
  Parts p = {{go_sequence}, s, 1, x->vm->log.len, rest, false, &merge};
  exec_run(x, s->parts[0], &p.rest);
  merge_end(&merge);
}

/* -------------------------------------------------------- guards and choice */

static void run_chosen(Exec *x, Chosen c, Rest *rest)
{
  if (c.part) exec_run(x, c.part, rest);
  else if (c.known) rest->go(x, rest);
}

Chosen if_choose(Exec *x, const Statement *s)
{
  for (uint32_t i = 0; i < s->code_count; i++) {
    Truth t = run_truth(s->codes[i], x->vm);
    if (t == TRUTH_TRUE) return (Chosen){true, s->parts[i]};
    if (t != TRUTH_FALSE) return exec_no_truth(x, t), (Chosen){false, NULL};
  }
  return (Chosen){true, s->count > s->code_count ? s->parts[s->count - 1] : NULL};
}

void statement_if(Exec *x, const Statement *s, Rest *rest) { run_chosen(x, if_choose(x, s), rest); }

/* ELSE is for the case that all guards are FALSE. */
void statement_select(Exec *x, const Statement *s, Rest *rest)
{
  bool none = true;
  for (uint32_t i = 0; i < s->code_count && !exec_over(x); i++) {
    Truth t = run_truth(s->codes[i], x->vm);
    none &= t == TRUTH_FALSE;
    if (t == TRUTH_TRUE) exec_run(x, s->parts[i], rest);
    else if (t == TRUTH_UNKNOWN ||
             (t == TRUTH_FAULT && !guard_excludes(x->vm->e, s->node->kids[2 * i])))
      exec_no_truth(x, t);
  }
  if (none && s->count > s->code_count) exec_run(x, s->parts[s->count - 1], rest);
}

void statement_choice(Exec *x, const Statement *s, Rest *rest)
{
  for (uint32_t i = 0; i < s->count && !exec_over(x); i++) exec_run(x, s->parts[i], rest);
}

/* codes: the expression, then the labels of all branches in order */
Chosen case_choose(Exec *x, const Statement *s)
{
  Value v = run_value(s->codes[0], x->vm);
  if (value_is_none(v)) return exec_no_value(x, v), (Chosen){false, NULL};
  uint32_t next = 1, i = 0;
  for (; i < s->count && s->branches[i] > 0; i++)
    for (uint32_t j = 0; j < s->branches[i]; j++) {
      assert(next < s->code_count);
      Value label = run_value(s->codes[next++], x->vm);
      if (value_is_none(label)) return exec_no_value(x, label), (Chosen){false, NULL};
      if (value_same(label, v)) return (Chosen){true, s->parts[i]};
    }
  return (Chosen){true, i < s->count ? s->parts[i] : NULL}; /* ELSE */
}

void statement_case(Exec *x, const Statement *s, Rest *rest)
{
  run_chosen(x, case_choose(x, s), rest);
}

bool obligation_is_noted(const Statement *s) { return s->node->kids[0]->kind == NODE_LABELLED; }

Truth obligation_truth(Exec *x, const Statement *s)
{
  Truth t = run_truth(s->codes[0], x->vm);
  if (t == TRUTH_FALSE) execute_obligation_fault(x->vm->e, s->node);
  if (t == TRUTH_UNKNOWN) x->incomplete = true;
  else if (t != TRUTH_TRUE) exec_fail(x);
  return t;
}

/* PRE and ASSERT: the predicate must hold. */
void statement_obligation(Exec *x, const Statement *s, Rest *rest)
{
  Truth t = obligation_truth(x, s);
  bool broken = x->broken;
  if (t == TRUTH_UNKNOWN || (t != TRUTH_TRUE && !obligation_is_noted(s))) return;
  if (t != TRUTH_TRUE) x->broken = true; /* what happens is seen all the same */
  exec_run(x, s->parts[0], rest);
  x->broken = broken;
}

static bool take_any(void *context, Vm *vm)
{
  Choice *c = context;
  (void) vm;
  exec_run(c->x, c->s->parts[0], c->rest);
  return !exec_over(c->x);
}

void statement_any(Exec *x, const Statement *s, Rest *rest) { run_solutions(x, s, rest, take_any); }

bool let_enter(Exec *x, const Statement *s)
{
  Value none = run_lets(x->vm, s->lets);
  if (value_is_none(none)) exec_no_value(x, none);
  return !value_is_none(none);
}

void statement_let(Exec *x, const Statement *s, Rest *rest)
{
  if (let_enter(x, s)) exec_run(x, s->parts[0], rest);
}

/* Local names have places of their own; writes to them go no further than anybody
 * who reads them. */
void exec_clear_slots(Vm *vm, const Statement *s, uint32_t first)
{
  for (uint32_t i = first; i < s->slot_count; i++) vm->frame[s->slots[i]] = VALUE_UNDEFINED;
  vm_state_changed(vm);
}

void statement_var(Exec *x, const Statement *s, Rest *rest)
{
  exec_clear_slots(x->vm, s, 0);
  exec_run(x, s->parts[0], rest);
}

void exec_run(Exec *x, const Statement *s, Rest *rest)
{
  if (exec_over(x)) return;
  if (!engine_spend(x->vm->e)) {
    x->incomplete = true;
    return;
  }
  uint32_t log = x->vm->log.len;
  const Value *frame = x->vm->frame;
  s->run(x, s, rest);
  assert(x->vm->log.len == log && x->vm->frame == frame); /* the writes were for `rest` alone */
  (void) log, (void) frame;
}

/* ---------------------------------------------------------------- routines */

typedef struct {
  Vm *vm;
  const Routine *routine;
  RoutineSink *sink;
  Value *arguments;
} Running;

typedef struct {
  Rest rest;
  Running *running;
} Last;

static void go_last(Exec *x, Rest *rest)
{
  const Last *last = (Last *) rest;
  Vm *vm = x->vm;
  const Routine *routine = last->running->routine;
  Value *arguments = last->running->arguments + routine->text.parameter_count;
  uint32_t end = vm->log.len;
  if (!engine_spend(vm->e)) { /* one statement may have millions of outcomes */
    x->incomplete = true;
    return;
  }
  for (uint32_t i = 0; i < routine->text.result_count; i++)
    arguments[i] = log_written(vm, &vm->frame[routine->slots[i]], 0);
  log_exchange_in(vm, 0, end); /* nothing is evaluated meanwhile */
  last->running->sink->outcome(last->running->sink, last->running->arguments);
  log_exchange_out(vm, 0, end);
}

static bool perform(void *context, Vm *vm)
{
  Running *running = context;
  const Routine *routine = running->routine;
  for (uint32_t i = 0; i < routine->text.parameter_count; i++)
    running->arguments[i] = plan_value(vm, routine->plan, i);
  for (uint32_t i = 0; i < routine->text.result_count; i++)
    vm->frame[routine->slots[i]] = VALUE_UNDEFINED;
  Exec x = {.vm = vm, .sink = running->sink, .arguments = running->arguments};
  Last last = {{go_last}, running};
  exec_run(&x, routine->body, &last.rest);
  vec_free(&x.told);
  if (x.incomplete || vm->e->expired) x.sink->incomplete(x.sink, x.arguments);
  return true;
}

Truth vm_run(Vm *vm, const Routine *routine, RoutineSink *sink)
{
  Value few[32];
  uint32_t count = routine->text.parameter_count + routine->text.result_count;
  Running running = {vm, routine, sink, few};
  vm->log.len = 0;
  if (count > 32 && !(running.arguments = calloc(count, sizeof *few))) memory_exhausted();
  Truth t = TRUTH_TRUE;
  if (routine->plan) {
    Solved solved = plan_run(vm, routine->plan, WINDOWS_COUNTED, perform, &running);
    if (solved != SOLVED_ALL) t = TRUTH_UNKNOWN;
  } else {
    if (routine->guard) t = run_truth(routine->guard, vm);
    if (t == TRUTH_TRUE) perform(&running, vm);
  }
  assert(vm->log.len == 0);
  if (running.arguments != few) free(running.arguments);
  return t;
}
