#include "engine/code/plan/plan.h"

#ifndef NDEBUG

#include <assert.h>

/* Goes through the steps of a plan as a run does, and looks at what each of them takes and gives:
 * every name gets its value in one step, at a level of its own, and nothing is evaluated before the
 * names that it mentions have values. */

typedef struct {
  const Plan *plan;
  uint32_t level;   /* of the last name that has a value, or of what is around the plan */
  uint32_t bound;   /* names that have a value */
  uint32_t looping; /* steps so far that try all elements of something */
} Progress;

/* How often the slot is among those that are still without a value. */
static uint32_t count_open(const Step *step, uint32_t slot)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < step->open_count; i++) n += step->open_slots[i] == slot;
  return n;
}

static void check_bound(Progress *p, const Step *step, uint32_t slot, uint32_t level)
{
  assert(slot < FRAME_SIZE && count_open(step, slot) == 1);
  assert(level == p->level + 1 && level < LEVEL_COUNT - 1);
  p->level = level;
  p->bound++;
}

/* It can be evaluated when the names up to `level` have values. */
static void check_ready(const Progress *p, const Code *c, uint32_t level)
{
  uint64_t known = ((UINT64_C(2) << level) - 1) | UINT64_C(1) << (LEVEL_COUNT - 1);
  assert((c->reads & ~known) == 0);
  assert((c->reads & ~p->plan->reads) == 0);
}

static void check_expression(const Progress *p, const Code *c, uint32_t level)
{
  assert(c && !c->predicate);
  check_ready(p, c, level);
}

static void check_tests(const Progress *p, const Code *const *tests, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    assert(tests[i]->predicate);
    check_ready(p, tests[i], p->level);
  }
}

/* The values in a pattern are known before its names. */
static void check_pattern(Progress *p, const Step *step, const Pattern *pattern, uint32_t outer)
{
  assert(pattern->shape);
  switch (pattern->kind) {
  case PATTERN_NAME: check_bound(p, step, pattern->slot, pattern->level); break;
  case PATTERN_VALUE: check_expression(p, pattern->value, outer); break;
  case PATTERN_PAIR:
    assert(pattern->shape->kind == SHAPE_PAIR);
    check_pattern(p, step, pattern->first, outer);
    check_pattern(p, step, pattern->second, outer);
    break;
  }
}

static void check_range(Progress *p, const Step *step, uint32_t outer)
{
  assert(step->low_count > 0 && step->high_count > 0);
  for (uint32_t i = 0; i < step->low_count; i++) check_expression(p, step->low[i], outer);
  for (uint32_t i = 0; i < step->high_count; i++) check_expression(p, step->high[i], outer);
  check_bound(p, step, step->slot, step->level);
}

static void check_type(Progress *p, const Step *step, uint32_t outer)
{
  assert(shape_is_indexed(step->shape));
  for (const Conditional *c = step->conditionals; c; c = c->next) {
    check_tests(p, &c->when, 1);
    check_expression(p, c->value, outer);
  }
  check_bound(p, step, step->slot, step->level);
}

/* All names that are left get their values together. */
static void check_rest(Progress *p, const Step *step)
{
  assert(step == &p->plan->steps[p->plan->step_count - 1] && step->test_count == 0);
  assert(step->how == GENERATE_CASES || step->how == GENERATE_SEARCH);
  assert((step->how == GENERATE_CASES) == (step->case_count > 0));
  for (uint32_t i = 0; step->how == GENERATE_CASES && i < step->case_count; i++) {
    const Plan *one = step->cases[i];
    assert(step->open_count <= MOST_OPEN && one->count >= step->open_count);
    assert((one->reads & ~p->plan->reads) == 0);
    for (uint32_t j = 0; j < step->open_count; j++) assert(one->names[j] == step->open[j]);
  }
  for (uint32_t i = 0; i < step->open_count; i++)
    check_bound(p, step, step->open_slots[i], p->level + 1);
}

static void check_step(Progress *p, const Step *step)
{
  uint32_t outer = p->level;
  assert(step->open_count == p->plan->count - p->bound && step->open_count > 0);
  assert(step->open_level == outer + 1 && step->captures);
  assert((step->how == GENERATE_ARGUMENTS) == (step->wanted != NULL));
  assert(!step->conditionals || step->how == GENERATE_TYPE);
  switch (step->how) {
  case GENERATE_VALUE:
  case GENERATE_MEMBERS:
  case GENERATE_ARGUMENTS:
    check_expression(p, step->expression, outer);
    if (step->wanted) check_expression(p, step->wanted, outer);
    check_pattern(p, step, step->pattern, outer);
    break;
  case GENERATE_RANGE: check_range(p, step, outer); break;
  case GENERATE_TYPE: check_type(p, step, outer); break;
  default: check_rest(p, step); break;
  }
  assert(p->level > outer); /* every step gives a value to a name */
  check_tests(p, step->tests, step->test_count);
  assert(!step->sieve || (step->how == GENERATE_MEMBERS && step->pattern->kind == PATTERN_NAME &&
                          sieve_tests(step->sieve) <= step->test_count));
  Generation how = step->how;
  p->looping += how == GENERATE_MEMBERS || how == GENERATE_RANGE || how == GENERATE_TYPE;
}

static void check_slots(const Plan *plan)
{
  for (uint32_t i = 0; i < plan->count; i++)
    for (uint32_t j = 0; j < i; j++) assert(plan->slots[i] != plan->slots[j]);
}

void plan_check(const Plan *plan, uint32_t outer)
{
  Progress p = {.plan = plan, .level = outer};
  assert(plan->predicate && plan->declined && plan->step_count <= plan->count);
  check_slots(plan);
  check_tests(&p, plan->tests, plan->test_count);
  for (uint32_t i = 0; i < plan->step_count; i++) check_step(&p, &plan->steps[i]);
  assert(p.bound == plan->count && p.looping == plan->loops);
}

#endif
