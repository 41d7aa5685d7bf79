#include <assert.h>

#include "engine/code/statement/code_subst.h"

#include "base/memory.h"

/* Loops whose bodies have one outcome at most.  Their statements write at once into the
 * places of the variables: no log grows and no outcome is copied, whatever the number of
 * turns.  What was in the places is put back at the end, and the loop as a whole leaves
 * its writes in the log as any other substitution does. */

static bool step(Exec *x, const Statement *s);

/* ---------------------------------------------------------------- which ones */

static bool only_assignments(const Statement *s)
{
  for (uint32_t i = 0; i < s->count; i++)
    if (s->parts[i]->run != statement_assignment) return false;
  return true;
}

static bool is_straight(const Statement *s)
{
  StatementRun *const how = s->run;
  if (how == statement_assignment || how == statement_skip) return true;
  if (how == statement_obligation && obligation_is_noted(s)) return false;
  if (how == statement_parallel) return only_assignments(s);
  if (how != statement_sequence && how != statement_if && how != statement_case &&
      how != statement_var && how != statement_let && how != statement_call &&
      how != statement_obligation && how != statement_straight_loop)
    return false;
  for (uint32_t i = 0; i < s->count; i++)
    if (!is_straight(s->parts[i])) return false;
  return true;
}

static uint32_t count_targets(const Statement *s)
{
  uint32_t count = s->target_count;
  for (uint32_t i = 0; i < s->count; i++) count += count_targets(s->parts[i]);
  return count;
}

static void add_roots(Statement *loop, const Target **roots, const Statement *s)
{
  for (uint32_t i = 0; i < s->target_count; i++) {
    const Target *t = s->targets[i];
    while (t->kind != TARGET_NAME) t++;
    uint32_t j = 0;
    while (j < loop->target_count &&
           (roots[j]->variable != t->variable || roots[j]->index != t->index))
      j++;
    if (j == loop->target_count) roots[loop->target_count++] = t;
  }
  for (uint32_t i = 0; i < s->count; i++) add_roots(loop, roots, s->parts[i]);
}

void loop_straighten(Vm *vm, Statement *loop)
{
  assert(loop->run == statement_while && loop->count == 1 && loop->target_count == 0);
  const Statement *body = loop->parts[0];
  if (!is_straight(body)) return;
  const Target **roots = arena_new_array(vm->arena, const Target *, count_targets(body) + 1);
  loop->targets = roots;
  add_roots(loop, roots, body);
  loop->run = statement_straight_loop;
}

/* ------------------------------------------------------------------ one step */

/* Puts what was logged from `start` on into its places, for good. */
static void settle(Vm *vm, uint32_t start)
{
  assert(start <= vm->log.len);
  for (uint32_t i = start; i < vm->log.len; i++) *vm->log.data[i].place = vm->log.data[i].value;
  vm->log.len = start;
  vm_state_changed(vm);
}

static bool step_assignments(Exec *x, const Statement *const *parts, uint32_t count)
{
  uint32_t start = x->vm->log.len;
  bool fine = true;
  for (uint32_t i = 0; i < count; i++) fine &= log_assignment(x, parts[i]);
  if (fine) settle(x->vm, start);
  x->vm->log.len = start;
  return fine;
}

static Value *place_of_target(Vm *vm, const Target *t)
{
  return t->variable ? &vm->e->variables[t->index] : &vm->frame[t->index];
}

static bool step_assignment(Exec *x, const Statement *s)
{
  Vm *vm = x->vm;
  bool simple = s->target_count == 1 && s->targets[0]->kind == TARGET_NAME;
  Value v = simple ? run_value(s->codes[0], vm) : VALUE_UNDEFINED;
  if (value_is_none(v)) return step_assignments(x, &s, 1);
  *place_of_target(vm, s->targets[0]) = v;
  vm_state_changed(vm);
  return true;
}

static bool step_sequence(Exec *x, const Statement *s)
{
  for (uint32_t i = 0; i < s->count; i++)
    if (!step(x, s->parts[i])) return false;
  return true;
}

static bool step_chosen(Exec *x, const Statement *s, Chosen (*choose)(Exec *, const Statement *))
{
  Chosen c = choose(x, s);
  return c.known && (!c.part || step(x, c.part));
}

static bool step_call(Exec *x, const Statement *s)
{
  if (!call_enter(x, s) || !step(x, s->parts[0])) return false;
  uint32_t start = x->vm->log.len;
  bool fine = call_log_results(x, s, start, true);
  if (fine) settle(x->vm, start);
  x->vm->log.len = start;
  return fine;
}

static bool turns(Exec *x, const Statement *s)
{
  Value variant = VALUE_UNDEFINED;
  Tidy tidy = tidy_begin(x->vm);
  for (;; tidy_up(x->vm, &tidy, x->vm->log.len, &variant)) {
    if (!engine_spend(x->vm->e)) {
      x->incomplete = true;
      return false;
    }
    Truth again = loop_test(x, s, &variant);
    if (again != TRUTH_TRUE) return again == TRUTH_FALSE;
    if (!step(x, s->parts[0])) return false;
  }
}

/* False: it has no outcome, and x says why. */
static bool step(Exec *x, const Statement *s)
{
  StatementRun *const how = s->run;
  if (how == statement_assignment) return step_assignment(x, s);
  if (how == statement_sequence) return step_sequence(x, s);
  if (how == statement_if) return step_chosen(x, s, if_choose);
  if (how == statement_case) return step_chosen(x, s, case_choose);
  if (how == statement_parallel) return step_assignments(x, s->parts, s->count);
  if (how == statement_skip) return true;
  if (how == statement_var) return exec_clear_slots(x->vm, s, 0), step(x, s->parts[0]);
  if (how == statement_let) return let_enter(x, s) && step(x, s->parts[0]);
  if (how == statement_call) return step_call(x, s);
  if (how == statement_obligation)
    return obligation_truth(x, s) == TRUTH_TRUE && step(x, s->parts[0]);
  assert(how == statement_straight_loop);
  return turns(x, s); /* a loop in the loop, straight as well */
}

/* ---------------------------------------------------------------------- loop */

void statement_straight_loop(Exec *x, const Statement *s, Rest *rest)
{
  Vm *vm = x->vm;
  Value few[16], *before = s->target_count <= 16 ? few : calloc(s->target_count, sizeof *before);
  if (!before) memory_exhausted();
  for (uint32_t i = 0; i < s->target_count; i++) before[i] = *place_of_target(vm, s->targets[i]);
  uint32_t start = vm->log.len;
  bool fine = turns(x, s);
  assert(vm->log.len == start); /* nothing is logged meanwhile */
  for (uint32_t i = 0; i < s->target_count; i++) {
    Value *place = place_of_target(vm, s->targets[i]), after = *place;
    *place = before[i];
    if (!value_same(after, before[i])) log_write(vm, place, after);
  }
  if (before != few) free(before);
  vm_state_changed(vm);
  if (fine) rest->go(x, rest);
  vm->log.len = start;
}
