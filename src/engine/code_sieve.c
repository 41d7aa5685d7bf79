#include "engine/code_plan_impl.h"

/* x : S & P(x) inside of a loop that P does not depend on: as soon as as many candidates were
 * tried as S has members, those of which P is TRUE are kept for the next time. */

struct Sieve {
  uint32_t count;     /* of tests, the first ones of the step: P */
  uint32_t level;     /* the highest that they depend on, beside x */
  uint64_t basis;     /* when a name of them got its value */
  Value set, members; /* of that time: S, and what passes; or VALUE_UNDEFINED */
  uint64_t tried;     /* candidates since then */
  bool given_up;      /* P is not always TRUE or FALSE */
};

static Truth passes(Vm *vm, const Step *step, Value v)
{
  vm->frame[step->pattern->slot] = v;
  vm_tick(vm, step->pattern->level);
  for (uint32_t i = 0; i < step->sieve->count; i++) {
    Truth t = run_truth(step->tests[i], vm);
    if (t != TRUTH_TRUE) return t;
  }
  return TRUTH_TRUE;
}

/* A function that is applied on the way may run the same step. */
static void find_members(Vm *vm, const Step *step)
{
  Sieve before = *step->sieve;
  Values kept = {0};
  Fault fault = vm->e->fault;
  uint32_t warnings = vm->e->warnings.len;
  Truth t = TRUTH_TRUE;
  SetIter it = set_iter(vm->s, step->shape, before.set);
  for (Value v; (t == TRUTH_TRUE || t == TRUTH_FALSE) && set_next(&it, &v);) {
    t = engine_spend(vm->e) ? passes(vm, step, v) : TRUTH_UNKNOWN;
    if (t == TRUTH_TRUE) vec_push(&kept, v);
  }
  bool found = (t == TRUTH_TRUE || t == TRUTH_FALSE) && vm->e->warnings.len == warnings;
  vm->e->warnings.len = warnings;
  vm->e->fault = fault;
  *step->sieve = before;
  if (found) step->sieve->members = build(vm->r, step->shape, &kept);
  else vec_free(&kept);
  step->sieve->given_up = !found || !is_explicit(vm, step->sieve->members);
}

bool sieve_members(Vm *vm, const Step *step, Value *set)
{
  Sieve *s = step->sieve;
  uint64_t basis = level_basis(vm, s->level);
  if (s->basis != basis || !value_same(s->set, *set)) {
    s->basis = basis;
    s->set = *set;
    s->members = VALUE_UNDEFINED;
    s->tried = 0;
    s->given_up = false;
  }
  if (!s->given_up && value_is_none(s->members) && s->tried >= set_card(vm->s, *set))
    find_members(vm, step);
  if (s->given_up || value_is_none(s->members)) return false;
  *set = s->members;
  return true;
}

void sieve_tried(Sieve *s, uint64_t candidates) { s->tried += candidates; }

uint32_t sieve_tests(const Sieve *s) { return s->count; }

Sieve *sieve_of(Vm *vm, const Step *step, uint32_t outer)
{
  if (step->how != GENERATE_MEMBERS || step->pattern->kind != PATTERN_NAME) return NULL;
  uint64_t own = UINT64_C(1) << step->pattern->level, reads = UINT64_C(1) << LEVEL_CONSTANTS;
  uint32_t count = 0;
  for (; count < step->test_count; count++) {
    uint64_t more = reads | (step->tests[count]->reads & ~own);
    if (more >> outer) break; /* changes as often as x is asked for */
    reads = more;
  }
  if (count == 0) return NULL;
  Sieve *s = arena_alloc(vm->arena, sizeof *s);
  *s = (Sieve){.count = count,
               .level = highest_level(reads),
               .basis = UINT64_MAX,
               .set = VALUE_UNDEFINED,
               .members = VALUE_UNDEFINED};
  return s;
}
