#include <assert.h>

#include "engine/reference/solve/solutions.h"
#include "engine/code/plan/plan.h"

/* Running a plan: the candidates of each step in turn, tested as soon as they can be. */

enum { RANGE_LIMIT = 100000000 }; /* an interval with more elements is left to other ways */

Value plan_tuple(Vm *vm, const Plan *plan)
{
  assert(plan->count > 0);
  Value tuple = vm->frame[plan->slots[0]];
  for (uint32_t i = 1; i < plan->count; i++)
    tuple = fast_pair(vm->s, tuple, vm->frame[plan->slots[i]]);
  return tuple;
}

Value plan_value(Vm *vm, const Plan *plan, uint32_t i)
{
  assert(i < plan->count && !value_is_none(vm->frame[plan->slots[i]]));
  return vm->frame[plan->slots[i]];
}

typedef struct {
  Vm *vm;
  const Plan *plan;
  Windows windows;
  uint64_t end; /* of the steps of evaluation */
  PlanFound *found;
  void *context;
  bool stopped, incomplete, infinite;
  bool doubtful; /* a test is unknown of the candidate: is another one FALSE of it? */
  /* Where many loops stand inside each other, and solutions are rare, the solver is asked after a
   * while.  Those that were given until then are not given again. */
  bool watched, impatient;
  uint64_t begin; /* when it began, in steps of evaluation */
  Values given;   /* while it is watched: as tuples */
  uint32_t skip;  /* of the solutions, so many are known */
} Run;

enum { LOOPS_OF_SEARCH = 2, PATIENCE = 1000000, RARE = 1000 };

static bool over(const Run *run)
{
  return run->stopped || run->infinite || run->impatient || (run->doubtful && run->incomplete);
}

/* Another candidate is tried; false, and not complete, where that takes too long. */
static bool may_try(Run *run)
{
  if (run->watched && run->vm->e->steps - run->begin > PATIENCE)
    return run->impatient = true, false;
  bool may = engine_spend(run->vm->e) && run->vm->e->steps <= run->end;
  run->incomplete |= !may;
  return may;
}

static void run_step(Run *run, uint32_t index);

/* The values of the names so far, for a warning. */
static const char *candidate_text(const Run *run, uint32_t steps)
{
  Text text = {0};
  Vm *vm = run->vm;
  uint32_t open = steps < run->plan->step_count ? run->plan->steps[steps].open_count : 0;
  const Step *next = steps < run->plan->step_count ? &run->plan->steps[steps] : NULL;
  for (uint32_t i = 0; i < run->plan->count; i++) {
    const Symbol *name = run->plan->names[i];
    bool known = true;
    for (uint32_t j = 0; j < open; j++) known &= next->open[j] != name;
    if (!known) continue;
    text_printf(
        &text, "%s%s = %s", text.len ? " & " : "", name->name->text,
        engine_text(vm->e, engine_shape(vm->e, name->type), vm->frame[run->plan->slots[i]]));
  }
  const char *kept = arena_copy(vm->e->scratch, text_string(&text), text.len);
  text_free(&text);
  return kept;
}

static void give_solution(Run *run)
{
  assert(!over(run));
  if (run->skip) {
    run->skip--;
    return;
  }
  if (run->watched) vec_push(&run->given, plan_tuple(run->vm, run->plan));
  if (run->given.len > RARE) run->watched = false;
  run->stopped = !run->found(run->context, run->vm);
}

/* No test is FALSE of the candidate so far. */
static void go_on(Run *run, uint32_t next)
{
  if (next < run->plan->step_count) run_step(run, next);
  else if (run->doubtful) run->incomplete = true;
  else give_solution(run);
}

/* It is no solution for sure; whether it may be one depends on the tests that are left. */
static void go_on_in_doubt(Run *run, uint32_t next)
{
  assert(!run->doubtful);
  if (run->incomplete) return; /* nothing to find out */
  run->doubtful = true;
  go_on(run, next);
  run->doubtful = false;
  if (run->infinite) run->infinite = false, run->incomplete = true;
}

/* Tests, then goes on with the next step. */
static void run_tests(Run *run, const Code *const *tests, uint32_t count, uint32_t next)
{
  Truth result = TRUTH_TRUE;
  Vm *vm = run->vm;
  Fault fault = {.span = SPAN_NONE};
  for (uint32_t i = 0; i < count; i++) {
    Truth t = run_truth(tests[i], vm);
    if (t == TRUTH_TRUE) continue;
    if (t == TRUTH_FALSE) return;
    if (t == TRUTH_FAULT && !fault.message) fault = vm->e->fault;
    if (t == TRUTH_FAULT || result == TRUTH_TRUE) result = t; /* no solution in any case */
  }
  if (result == TRUTH_FAULT) {
    vm->e->fault = fault;
    engine_warn(vm->e, candidate_text(run, next));
    return;
  }
  if (result == TRUTH_UNKNOWN && vm->r->accept_unknown) run->incomplete = true, result = TRUTH_TRUE;
  if (result == TRUTH_TRUE || run->doubtful) go_on(run, next);
  else go_on_in_doubt(run, next);
}

static Truth match(Run *run, const Pattern *pattern, Value v)
{
  Vm *vm = run->vm;
  assert(!value_is_none(v));
  switch (pattern->kind) {
  case PATTERN_NAME:
    vm->frame[pattern->slot] = v;
    vm_tick(vm, pattern->level);
    return TRUTH_TRUE;
  case PATTERN_PAIR: {
    Truth t = match(run, pattern->first, fast_first(vm->s, v));
    return t == TRUTH_TRUE ? match(run, pattern->second, fast_second(vm->s, v)) : t;
  }
  default: break;
  }
  Value known = run_value(pattern->value, vm);
  if (value_is_none(known)) return truth_of_none(known);
  return reference_equal(vm->r, pattern->shape, known, v);
}

static void try_candidate(Run *run, uint32_t index, Value v)
{
  const Step *step = &run->plan->steps[index];
  assert(!value_is_none(v));
  Vm *vm = run->vm;
  Truth t = TRUTH_TRUE;
  if (step->pattern) t = match(run, step->pattern, v);
  else {
    vm->frame[step->slot] = v;
    vm_tick(vm, step->level);
  }
  if (t == TRUTH_TRUE) run_tests(run, step->tests, step->test_count, index + 1);
  else if (t == TRUTH_UNKNOWN) run->incomplete = true;
  else if (t == TRUTH_FAULT) engine_warn(vm->e, engine_text(vm->e, step->shape, v));
}

/* ---- reference_solve in the place of the steps that are left */

typedef struct {
  Run *run;
  const Step *step;
} Search;

static void tick_open(Vm *vm, const Step *step)
{
  for (uint32_t i = 0; i < step->open_count && step->open_level + i < LEVEL_COUNT; i++)
    vm_tick(vm, step->open_level + i);
}

static bool take_found(void *context, Reference *r)
{
  const Search *search = context;
  const Step *step = search->step;
  Vm *vm = search->run->vm;
  for (uint32_t i = 0; i < step->open_count; i++)
    reference_lookup(r, step->open[i], &vm->frame[step->open_slots[i]]);
  tick_open(vm, step);
  search->run->stopped = !search->run->found(search->run->context, vm);
  return !over(search->run);
}

static void run_search(Run *run, const Step *step)
{
  Vm *vm = run->vm;
  Search search = {run, step};
  const Node *predicate = run->plan->predicate;
  assert(step->open_count > 0);
  captures_enter(vm, step->captures);
  Solved solved = SOLVED_INFINITE;
  if (run->windows != WINDOWS_NONE ||
      !solve_has_too_many(vm->r, step->open, step->open_count, predicate))
    solved = reference_solve(vm->r, step->open, step->open_count, predicate, run->windows,
                             take_found, &search);
  captures_leave(vm, step->captures);
  if (solved == SOLVED_INFINITE) run->infinite = true;
  if (solved == SOLVED_INCOMPLETE) run->incomplete = true;
}

static void run_cases(Run *run, uint32_t index)
{
  const Step *step = &run->plan->steps[index];
  Vm *vm = run->vm;
  Rows rows;
  if (cases_gather(vm, step, run->end, &rows)) {
    const Value *row = rows.values.data;
    for (uint32_t at = 0; at < rows.count && !over(run); at++, row += rows.width) {
      for (uint32_t i = 0; i < rows.width; i++) vm->frame[step->open_slots[i]] = row[i];
      tick_open(vm, step);
      go_on(run, index + 1);
    }
  } else if (may_try(run)) run_search(run, step);
  rows_free(&rows);
}

/* ---- the generators */

/* What gives the candidates is not well-defined: there are none, with a warning; or
 * it is not known, or lazy: then all conjuncts together may do better. */
static void run_otherwise(Run *run, const Step *step, Value none)
{
  assert(!value_same(none, VALUE_UNDEFINED));
  if (value_same(none, VALUE_FAULT)) engine_warn(run->vm->e, "");
  else run_search(run, step);
}

static bool is_usable(const Vm *vm, Value v) { return !value_is_none(v) && is_explicit(vm, v); }

static void try_all(Run *run, uint32_t index, SetIter it)
{
  for (Value v; !over(run) && set_next(&it, &v);) {
    if (!may_try(run)) return;
    try_candidate(run, index, v);
  }
}

/* The same for those that a test leaves; frees the list. */
static void try_found(Run *run, uint32_t index, Values *found)
{
  for (uint32_t i = 0; i < found->len && !over(run) && may_try(run); i++)
    try_candidate(run, index, found->data[i]);
  vec_free(found);
}

/* The same, where what some tests say of a member may be known. */
static void try_sieved(Run *run, uint32_t index, SetIter it, uint64_t number)
{
  const Step *step = &run->plan->steps[index];
  Vm *vm = run->vm;
  uint32_t member = 0, sieved = sieve_tests(step->sieve);
  for (Value v; !over(run) && set_next(&it, &v); member++) {
    if (!may_try(run)) return;
    vm->frame[step->pattern->slot] = v;
    vm_tick(vm, step->pattern->level);
    Passing passing = sieve_ask(vm, step, number, member);
    uint32_t done = passing == PASSES ? sieved : 0;
    if (passing != PASSES_NOT)
      run_tests(run, step->tests + done, step->test_count - done, index + 1);
  }
}

/* E |-> x : r with a lazy r: the pairs with that first component. */
static Value pairs_from(Vm *vm, const Step *step, Value relation, Value first)
{
  const Shape *pair = step->shape;
  assert(pair->kind == SHAPE_PAIR && is_lazy(relation));
  Fault fault = vm->e->fault;
  Value image = ref_image(vm->r, shape_set(vm->e->shapes, pair), relation, first, SPAN_NONE);
  vm->e->fault = fault;
  if (!is_usable(vm, image) || is_huge(vm, image)) return VALUE_UNKNOWN;
  Values pairs = {0};
  SetIter it = set_iter(vm->s, pair->args[1], image);
  for (Value y; set_next(&it, &y);) vec_push(&pairs, fast_pair(vm->s, first, y));
  return ref_build(vm->r, pair, &pairs);
}

/* A closure, or the subsets or functions of some sets, of which all elements can be known. */
static Value elements_known(Vm *vm, const Step *step, Value set)
{
  uint32_t what = is_lazy(set) ? lazy_what(vm->s, set) : LAZY_INTEGER;
  if (what >= LAZY_POW && what <= LAZY_TOTAL_SURJ_REL) return space_elements(vm, step->shape, set);
  if (what < LAZY_CLOSURE) return set;
  Fault fault = vm->e->fault;
  Value all = reference_expand(vm->r, step->shape, set, SPAN_NONE);
  vm->e->fault = fault;
  return value_is_none(all) ? VALUE_UNKNOWN : all;
}

static void run_members(Run *run, uint32_t index)
{
  const Step *step = &run->plan->steps[index];
  Vm *vm = run->vm;
  Value set = run_value(step->expression, vm), first = VALUE_UNDEFINED;
  const Pattern *pattern = step->pattern;
  bool from = pattern->kind == PATTERN_PAIR && pattern->first->kind == PATTERN_VALUE;
  if (from && !value_is_none(set)) {
    first = run_value(pattern->first->value, vm);
    if (!is_usable(vm, first)) return run_otherwise(run, step, first);
    if (is_lazy(set)) set = pairs_from(vm, step, set, first);
  } else if (!value_is_none(set)) set = elements_known(vm, step, set);
  if (!is_usable(vm, set) || is_huge(vm, set)) return run_otherwise(run, step, set);
  Values found = {0};
  if (step->join && join_ask_set(vm, step, set, &found)) return try_found(run, index, &found);
  uint64_t number = step->sieve ? sieve_begin(vm, step->sieve, set) : 0;
  if (number) return try_sieved(run, index, set_iter(vm->s, step->shape, set), number);
  try_all(run, index,
          from ? set_iter_from(vm->s, step->shape, set, first) : set_iter(vm->s, step->shape, set));
}

/* f(x) = v: the first components of the pairs with second component v. */
static void run_arguments(Run *run, uint32_t index)
{
  const Step *step = &run->plan->steps[index];
  Vm *vm = run->vm;
  Value f = run_value(step->expression, vm);
  if (!is_usable(vm, f)) return run_search(run, step); /* also where it is not well-defined */
  Value wanted = run_value(step->wanted, vm);
  if (!is_usable(vm, wanted)) return run_otherwise(run, step, wanted);
  assert(step->shape->kind == SHAPE_PAIR);
  SetIter it = set_iter(vm->s, step->shape, f);
  for (Value v; !over(run) && set_next(&it, &v);)
    if (value_same(fast_second(vm->s, v), wanted)) try_candidate(run, index, fast_first(vm->s, v));
}

/* The greatest of the low ends, or the least of the high ones; or what is no value. */
static Value run_end(Vm *vm, const Code *const *ends, uint32_t count, bool low)
{
  assert(count > 0);
  Value end = VALUE_UNDEFINED;
  for (uint32_t i = 0; i < count; i++) {
    Value v = run_value(ends[i], vm);
    if (value_is_none(v)) return v;
    int order = i == 0 ? 0 : fast_int_compare(vm->s, v, end);
    if (i == 0 || (low ? order > 0 : order < 0)) end = v;
  }
  return end;
}

static void run_range(Run *run, uint32_t index)
{
  const Step *step = &run->plan->steps[index];
  Vm *vm = run->vm;
  Value low = run_end(vm, step->low, step->low_count, true);
  if (value_is_none(low)) return run_otherwise(run, step, low);
  Value high = run_end(vm, step->high, step->high_count, false);
  if (value_is_none(high)) return run_otherwise(run, step, high);
  bool small = value_is_small(low) && value_is_small(high);
  int64_t from = small ? value_small_int(low) : 0, last = small ? value_small_int(high) : 0;
  if (!small || last - from > RANGE_LIMIT) return run_search(run, step);
  Values found = {0};
  if (step->join && join_ask_range(vm, step, from, last, &found))
    return try_found(run, index, &found);
  for (int64_t n = from; n <= last && !over(run); n++) {
    if (!may_try(run)) return;
    vm->frame[step->slot] = value_small(n);
    vm_tick(vm, step->level);
    run_tests(run, step->tests, step->test_count, index + 1);
  }
}

/* All other values would make an implication FALSE; VALUE_UNDEFINED: any may do. */
static Value conditional_value(Vm *vm, const Step *step)
{
  Value found = VALUE_UNDEFINED;
  Fault fault = vm->e->fault;
  for (const Conditional *c = step->conditionals; c && value_is_none(found); c = c->next) {
    Value v = run_truth(c->when, vm) == TRUTH_TRUE ? run_value(c->value, vm) : VALUE_UNDEFINED;
    if (is_usable(vm, v)) found = v;
  }
  vm->e->fault = fault;
  return found;
}

static void run_type(Run *run, uint32_t index)
{
  const Step *step = &run->plan->steps[index];
  Value only = conditional_value(run->vm, step);
  if (!value_is_none(only)) {
    try_candidate(run, index, only);
    return;
  }
  for (uint64_t i = 0; i < step->shape->size && !over(run); i++)
    try_candidate(run, index, value_at(run->vm->s, step->shape, i));
}

static void run_step(Run *run, uint32_t index)
{
  assert(index < run->plan->step_count && !run->stopped);
  const Step *step = &run->plan->steps[index];
  Vm *vm = run->vm;
  switch (step->how) {
  case GENERATE_VALUE: {
    Value v = run_value(step->expression, vm);
    if (value_is_none(v)) run_otherwise(run, step, v);
    else try_candidate(run, index, v);
    break;
  }
  case GENERATE_MEMBERS: run_members(run, index); break;
  case GENERATE_ARGUMENTS: run_arguments(run, index); break;
  case GENERATE_RANGE: run_range(run, index); break;
  case GENERATE_TYPE: run_type(run, index); break;
  case GENERATE_CASES: run_cases(run, index); break;
  case GENERATE_SEARCH: run_search(run, step); break;
  case GENERATE_NONE: run->infinite = true; break;
  }
}

/* ---- the solver instead of loops */

static bool take_unless_given(void *context, Reference *r)
{
  const Search *search = context;
  Run *run = search->run;
  for (uint32_t i = 0; i < search->step->open_count; i++)
    reference_lookup(r, search->step->open[i], &run->vm->frame[search->step->open_slots[i]]);
  Value tuple = plan_tuple(run->vm, run->plan);
  for (uint32_t i = 0; i < run->given.len; i++)
    if (value_same(run->given.data[i], tuple)) return true;
  return take_found(context, r);
}

static void run_by_solver(Run *run)
{
  Vm *vm = run->vm;
  assert(run->plan->loops > 0 && !run->stopped);
  const Step *first = &run->plan->steps[0];
  Search search = {run, first};
  Solved solved = SOLVED_ALL;
  run->watched = run->impatient = false;
  captures_enter(vm, first->captures);
  bool asked = reference_search(vm->r, first->open, first->open_count, run->plan->predicate,
                                run->windows, take_unless_given, &search, &solved);
  captures_leave(vm, first->captures);
  if (solved == SOLVED_INFINITE) run->infinite = true;
  if (solved == SOLVED_INCOMPLETE) run->incomplete = true;
  run->skip = run->given.len;
  *run->plan->declined = !asked;
  if (!asked) run_tests(run, run->plan->tests, run->plan->test_count, 0);
}

Solved plan_run_within(Vm *vm, const Plan *plan, uint64_t steps, Windows windows, PlanFound *found,
                       void *context)
{
  Run run = {.vm = vm, .plan = plan, .windows = windows, .found = found, .context = context};
  run.end = steps < UINT64_MAX - vm->e->steps ? vm->e->steps + steps : UINT64_MAX;
  run.begin = vm->e->steps;
  run.watched = plan->loops >= LOOPS_OF_SEARCH && run.end == UINT64_MAX && vm->e->options.solver &&
                !vm->e->options.strict_wd && !*plan->declined;
  uint32_t bindings = vm->r->bindings.len, log = vm->log.len;
  run_tests(&run, plan->tests, plan->test_count, 0);
  if (run.impatient) run_by_solver(&run);
  assert(vm->r->bindings.len == bindings && vm->log.len == log && !run.doubtful);
  (void) bindings, (void) log;
  vec_free(&run.given);
  if (run.infinite) return SOLVED_INFINITE;
  if (run.stopped) return SOLVED_STOPPED;
  return run.incomplete ? SOLVED_INCOMPLETE : SOLVED_ALL;
}

Solved plan_run(Vm *vm, const Plan *plan, Windows windows, PlanFound *found, void *context)
{
  return plan_run_within(vm, plan, UINT64_MAX, windows, found, context);
}
