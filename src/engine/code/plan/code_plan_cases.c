#include <assert.h>

#include "engine/code/plan/plan.h"

/* (x = E & P) or (x = F & Q): no conjunct gives x a value, but each case does.  P => Q has two
 * cases, not P and P & Q, and #y.(P) has one, with more names.  There is a plan for each case, with
 * names of its own; what they find is gathered, each solution once.  A candidate that is undefined
 * in one case may be a solution by another one: where anything is not TRUE or FALSE,
 * reference_solve decides. */

enum { MOST_CASES = 500 }; /* of a unit of code */

/* ------------------------------------------------------------------ making */

typedef VEC(const Node *) Disjuncts;

static void add_disjuncts(Vm *vm, Disjuncts *all, const Node *node)
{
  node = node_bare(node);
  switch ((NodeKind) node->kind) {
  case NODE_OR:
    for (uint32_t i = 0; i < node->count; i++) add_disjuncts(vm, all, node->kids[i]);
    break;
  case NODE_IMPLIES: {
    Node *without = node_unary(vm->arena, NODE_NOT, node->span, node->kids[0]);
    Node *with = node_binary(vm->arena, NODE_AND, node->span, node->kids[0], node->kids[1]);
    without->type = with->type = node->type;
    add_disjuncts(vm, all, without);
    add_disjuncts(vm, all, with);
    break;
  }
  default: vec_push(all, node); break;
  }
}

/* The conjuncts that are left, with one disjunct in the place of the disjunction. */
static const Node *case_predicate(const Planner *p, uint32_t conjunct, const Node *disjunct)
{
  uint32_t count = 0, n = 0;
  for (uint32_t i = 0; i < p->conjuncts.len; i++) count += !p->done[i];
  assert(!p->done[conjunct] && count > 0);
  if (count == 1) return disjunct;
  Node *all = node_new(p->vm->arena, NODE_AND, disjunct->span, NULL, count);
  for (uint32_t i = 0; i < p->conjuncts.len; i++)
    if (!p->done[i]) node_set(all, n++, (Node *) (i == conjunct ? disjunct : p->conjuncts.data[i]));
  all->type = disjunct->type;
  return all;
}

/* Does the plan give all names their values?  If not, it does not search for them, either. */
static bool complete(Plan *plan)
{
  for (uint32_t i = 0; i < plan->step_count; i++)
    if (plan->steps[i].how == GENERATE_SEARCH) return plan->steps[i].how = GENERATE_NONE, false;
  return true;
}

/* The names of the step, and then those of the existential quantifier that was taken away. */
static Symbol **names_with(Vm *vm, const Step *step, const Node *more)
{
  Symbol **names = arena_new_array(vm->arena, Symbol *, step->open_count + more->count);
  for (uint32_t i = 0; i < step->open_count; i++) names[i] = step->open[i];
  for (uint32_t i = 0; i < more->count; i++)
    names[step->open_count + i] = node_bare(more->kids[i])->symbol;
  return names;
}

/* A case that leaves names without values is good enough if something may exclude it before that:
 * b < 6 => x = E and not(b < 6) => x = F have two cases of that kind.  *useful: it is complete. */
static bool make_case(Planner *p, Step *step, uint32_t conjunct, const Node *disjunct, bool *useful)
{
  Vm *vm = p->vm;
  uint32_t places = vm->unit.places.len, depth = vm->unit.depth;
  const Node *more = disjunct->kind == NODE_EXISTS ? disjunct->kids[0] : NULL;
  const Node *predicate =
      case_predicate(p, conjunct, more ? node_bare(disjunct->kids[1]) : disjunct);
  Plan *plan = plan_new(vm, more ? names_with(vm, step, more) : step->open,
                        step->open_count + (more ? more->count : 0), predicate);
  vm->unit.places.len = places;
  vm->unit.depth = depth;
  p->plan->reads |= plan->reads;
  step->cases[step->case_count++] = plan;
  bool whole = complete(plan);
  *useful |= whole;
  return (whole || plan->test_count > 0) && !vm->unit.too_large;
}

static bool split(Planner *p, Step *step, uint32_t conjunct)
{
  Disjuncts all = {0};
  uint32_t slots = p->vm->unit.slots;
  bool too_large = p->vm->unit.too_large;
  add_disjuncts(p->vm, &all, p->conjuncts.data[conjunct]);
  p->vm->unit.cases += all.len;
  bool fine = p->vm->unit.cases <= MOST_CASES, useful = false;
  step->case_count = 0;
  step->cases = arena_new_array(p->vm->arena, Plan *, all.len);
  for (uint32_t i = 0; fine && i < all.len; i++)
    fine = make_case(p, step, conjunct, all.data[i], &useful);
  vec_free(&all);
  fine = fine && useful;
  if (!fine) { /* as if nothing had been tried */
    step->case_count = 0;
    p->vm->unit.slots = slots;
    p->vm->unit.too_large = too_large;
  }
  return fine;
}

static bool has_cases(NodeKind kind)
{
  return kind == NODE_OR || kind == NODE_IMPLIES || kind == NODE_EXISTS;
}

bool cases_make(Planner *p, Step *step)
{
  if (p->vm->e->options.strict_wd) return false; /* from left to right */
  for (uint32_t i = 0; i < p->conjuncts.len; i++)
    if (!p->done[i] && has_cases(p->conjuncts.data[i]->kind) && split(p, step, i)) return true;
  return false;
}

/* ----------------------------------------------------------------- running */

typedef struct {
  const Plan *plan;
  Rows *rows; /* of the first names of the plan */
  bool too_many;
} Gathering;

static bool take_row(void *context, Vm *vm)
{
  Gathering *g = context;
  uint32_t width = g->rows->width;
  Value row[MOST_OPEN];
  assert(width <= MOST_OPEN && width <= g->plan->count);
  for (uint32_t i = 0; i < width; i++) {
    row[i] = plan_value(vm, g->plan, i);
    if (!is_explicit(vm, row[i])) g->too_many = true;
  }
  if (!g->too_many) rows_add(g->rows, row);
  g->too_many |= g->rows->count > vm->e->options.expansion_limit;
  return !g->too_many;
}

bool cases_gather(Vm *vm, const Step *step, uint64_t end, Rows *rows)
{
  Engine *e = vm->e;
  Fault fault = e->fault;
  uint32_t warnings = e->warnings.len;
  bool fine = true;
  assert(step->how == GENERATE_CASES);
  rows_begin(rows, step->open_count);
  for (uint32_t i = 0; i < step->case_count && fine; i++) {
    Gathering g = {.plan = step->cases[i], .rows = rows};
    uint64_t left = end > e->steps ? end - e->steps : 0;
    fine = plan_run_within(vm, g.plan, left, WINDOWS_NONE, take_row, &g) == SOLVED_ALL &&
           e->warnings.len == warnings;
  }
  e->warnings.len = warnings;
  e->fault = fault;
  return fine;
}
