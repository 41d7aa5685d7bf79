#include "engine/code/show/show_impl.h"

/* Plans.  Each step is a line that says which names get their values and from where; below it are
 * the tests that are made then. */

static void add_formula_of(Text *out, const Code *code) { show_formula(out, code->node); }

static void add_name_of_slot(Text *out, const Plan *plan, uint32_t slot)
{
  for (uint32_t i = 0; i < plan->count; i++)
    if (plan->slots[i] == slot) {
      text_add(out, plan->names[i]->name->text);
      return;
    }
  text_add(out, "?");
}

static void add_pattern(Text *out, const Plan *plan, const Pattern *p)
{
  switch (p->kind) {
  case PATTERN_NAME: add_name_of_slot(out, plan, p->slot); break;
  case PATTERN_VALUE: add_formula_of(out, p->value); break;
  case PATTERN_PAIR:
    add_pattern(out, plan, p->first);
    text_add(out, " |-> ");
    add_pattern(out, plan, p->second);
    break;
  }
}

static void add_open(Text *out, const Step *step)
{
  for (uint32_t i = 0; i < step->open_count; i++)
    text_printf(out, "%s%s", i ? ", " : "", step->open[i]->name->text);
}

/* The end of x > E is E + 1 (comparison_end of code_plan.c), that of x : NATURAL is 0 (end_of). */
static void add_end(Text *out, const Code *end)
{
  bool of_set = end->node->type && end->node->type->kind == TYPE_POW;
  if (of_set && value_is_small(end->literal)) {
    text_printf(out, "%lld", (long long) value_small_int(end->literal));
    return;
  }
  bool shifted = end->a && value_is_small(end->literal);
  add_formula_of(out, shifted ? end->a : end);
  if (shifted) text_add(out, value_small_int(end->literal) > 0 ? " + 1" : " - 1");
}

static void add_ends(Text *out, const char *what, const Code *const *ends, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    text_printf(out, "%s ", i ? " and" : what);
    add_end(out, ends[i]);
  }
}

static void add_tests(Text *out, const Code *const *tests, uint32_t count, unsigned margin)
{
  for (uint32_t i = 0; i < count; i++) {
    show_margin(out, margin);
    text_add(out, "test ");
    add_formula_of(out, tests[i]);
    text_add_char(out, '\n');
    show_plans(out, tests[i], margin + 2);
  }
}

static void add_generator(Text *out, const Plan *plan, const Step *step)
{
  switch (step->how) {
  case GENERATE_VALUE:
    add_pattern(out, plan, step->pattern);
    text_add(out, " = ");
    add_formula_of(out, step->expression);
    break;
  case GENERATE_MEMBERS:
    add_pattern(out, plan, step->pattern);
    text_add(out, " in ");
    add_formula_of(out, step->expression);
    if (step->sieve) text_add(out, ", keeping which elements pass the tests");
    break;
  case GENERATE_ARGUMENTS:
    add_pattern(out, plan, step->pattern);
    text_add(out, " where ");
    add_formula_of(out, step->expression);
    text_add(out, " has the value ");
    add_formula_of(out, step->wanted);
    break;
  case GENERATE_RANGE:
    add_name_of_slot(out, plan, step->slot);
    add_ends(out, " from", step->low, step->low_count);
    add_ends(out, " up to", step->high, step->high_count);
    break;
  case GENERATE_TYPE:
    add_name_of_slot(out, plan, step->slot);
    text_add(out, ", all values of its type");
    break;
  case GENERATE_CASES:
    add_open(out, step);
    text_add(out, " by cases");
    break;
  case GENERATE_SEARCH:
    add_open(out, step);
    text_add(out, " by the constraint solver");
    break;
  case GENERATE_NONE: text_add(out, "nothing"); break;
  }
}

/* Which candidates a test leaves is looked up. */
static void add_join(Text *out, const Step *step)
{
  if (!step->join) return;
  text_add(out, ", by ");
  add_formula_of(out, join_key(step->join));
}

static void add_inner_plans(Text *out, const Step *step, unsigned margin)
{
  if (step->expression) show_plans(out, step->expression, margin);
  if (step->wanted) show_plans(out, step->wanted, margin);
  for (uint32_t i = 0; i < step->low_count; i++) show_plans(out, step->low[i], margin);
  for (uint32_t i = 0; i < step->high_count; i++) show_plans(out, step->high[i], margin);
}

void show_plan(Text *out, const Plan *plan, unsigned margin)
{
  add_tests(out, plan->tests, plan->test_count, margin);
  for (uint32_t i = 0; i < plan->step_count; i++) {
    const Step *step = &plan->steps[i];
    show_margin(out, margin);
    text_add(out, "for ");
    add_generator(out, plan, step);
    add_join(out, step);
    text_add_char(out, '\n');
    margin += 2;
    add_inner_plans(out, step, margin);
    for (uint32_t k = 0; k < step->case_count; k++) {
      show_margin(out, margin);
      text_printf(out, "case %u\n", k + 1);
      show_plan(out, step->cases[k], margin + 2);
    }
    add_tests(out, step->tests, step->test_count, margin);
  }
}

void show_plans(Text *out, const Code *code, unsigned margin)
{
  if (code->plan) {
    show_margin(out, margin);
    text_add(out, "plan of ");
    show_formula(out, code->node);
    text_add_char(out, '\n');
    show_plan(out, code->plan, margin + 2);
  }
  if (code->a) show_plans(out, code->a, margin);
  if (code->b) show_plans(out, code->b, margin);
  for (uint32_t i = 0; i < code->count; i++) show_plans(out, code->kids[i], margin);
  for (uint32_t i = 0; i < lets_count(code->lets); i++)
    show_plans(out, lets_value(code->lets, i), margin);
}

static void add_statement_plans(Text *out, const Statement *s, unsigned margin)
{
  if (s->plan) {
    show_margin(out, margin);
    text_add(out, "plan of ");
    show_formula(out, s->plan->predicate);
    text_add_char(out, '\n');
    show_plan(out, s->plan, margin + 2);
  }
  for (uint32_t i = 0; i < s->code_count; i++) show_plans(out, s->codes[i], margin);
  for (uint32_t i = 0; i < lets_count(s->lets); i++)
    show_plans(out, lets_value(s->lets, i), margin);
  for (uint32_t i = 0; i < s->count; i++) add_statement_plans(out, s->parts[i], margin);
}

void show_routine_plans(Text *out, const Routine *routine, unsigned margin)
{
  if (routine->plan) show_plan(out, routine->plan, margin);
  if (routine->guard) {
    show_margin(out, margin);
    text_add(out, "test ");
    add_formula_of(out, routine->guard);
    text_add_char(out, '\n');
    show_plans(out, routine->guard, margin + 2);
  }
  add_statement_plans(out, routine->body, margin + 2);
}
