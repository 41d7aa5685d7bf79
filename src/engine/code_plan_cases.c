#include <string.h>

#include "engine/code_plan_impl.h"

/* (x = E & P) or (x = F & Q): no conjunct gives x a value, but each case does.  There is a plan for
 * each case, with names of its own; what they find is gathered, each solution once.  A candidate
 * that is undefined in one case may be a solution by another one: where anything is not TRUE or
 * FALSE, reference_solve decides. */

enum { MOST_CASES = 500, MOST_ROWS = 1000 }; /* of a unit of code; of one gathering */

/* ------------------------------------------------------------------ making */

typedef VEC(const Node *) Disjuncts;

static void add_disjuncts(Disjuncts *all, const Node *node)
{
  node = node_bare(node);
  if (node->kind != NODE_OR) vec_push(all, node);
  for (uint32_t i = 0; node->kind == NODE_OR && i < node->count; i++)
    add_disjuncts(all, node->kids[i]);
}

/* The conjuncts that are left, with one disjunct in the place of the disjunction. */
static const Node *case_predicate(const Planner *p, uint32_t disjunction, const Node *disjunct)
{
  uint32_t count = 0, n = 0;
  for (uint32_t i = 0; i < p->conjuncts.len; i++) count += !p->done[i];
  if (count == 1) return disjunct;
  Node *all = node_new(p->vm->arena, NODE_AND, disjunct->span, NULL, count);
  for (uint32_t i = 0; i < p->conjuncts.len; i++)
    if (!p->done[i])
      node_set(all, n++, (Node *) (i == disjunction ? disjunct : p->conjuncts.data[i]));
  all->type = disjunct->type;
  return all;
}

/* Does the plan give all names their values? */
static bool is_complete(const Plan *plan)
{
  for (uint32_t i = 0; i < plan->step_count; i++)
    if (plan->steps[i].how == GENERATE_SEARCH) return false;
  return true;
}

static bool make_case(Planner *p, Step *step, const Node *predicate)
{
  Vm *vm = p->vm;
  uint32_t places = vm->unit.places.len, depth = vm->unit.depth;
  Plan *plan = plan_new(vm, step->open, step->open_count, predicate);
  vm->unit.places.len = places;
  vm->unit.depth = depth;
  p->plan->reads |= plan->reads;
  step->cases[step->case_count++] = plan;
  return is_complete(plan) && !vm->unit.too_large;
}

static bool split(Planner *p, Step *step, uint32_t disjunction)
{
  Disjuncts all = {0};
  uint32_t slots = p->vm->unit.slots;
  bool too_large = p->vm->unit.too_large;
  add_disjuncts(&all, p->conjuncts.data[disjunction]);
  p->vm->unit.cases += all.len;
  bool fine = p->vm->unit.cases <= MOST_CASES;
  step->case_count = 0;
  step->cases = arena_new_array(p->vm->arena, Plan *, all.len);
  for (uint32_t i = 0; fine && i < all.len; i++)
    fine = make_case(p, step, case_predicate(p, disjunction, all.data[i]));
  vec_free(&all);
  if (!fine) { /* as if nothing had been tried */
    p->vm->unit.slots = slots;
    p->vm->unit.too_large = too_large;
  }
  return fine;
}

bool cases_make(Planner *p, Step *step)
{
  if (p->vm->e->strict_wd) return false; /* from left to right */
  for (uint32_t i = 0; i < p->conjuncts.len; i++)
    if (!p->done[i] && p->conjuncts.data[i]->kind == NODE_OR && split(p, step, i)) return true;
  return false;
}

/* ----------------------------------------------------------------- running */

typedef struct {
  const Plan *plan;
  Values *rows;
  bool too_many;
} Gathering;

static bool is_new(const Values *rows, const Value *row, uint32_t width)
{
  for (uint32_t i = 0; i < rows->len; i += width)
    if (!memcmp(rows->data + i, row, width * sizeof *row)) return false;
  return true;
}

static bool take_row(void *context, Vm *vm)
{
  Gathering *g = context;
  uint32_t width = g->plan->count;
  Value row[MOST_OPEN];
  for (uint32_t i = 0; i < width; i++) {
    row[i] = plan_value(vm, g->plan, i);
    if (!is_explicit(vm, row[i])) g->too_many = true;
  }
  if (!g->too_many && is_new(g->rows, row, width))
    for (uint32_t i = 0; i < width; i++) vec_push(g->rows, row[i]);
  g->too_many |= g->rows->len > MOST_ROWS * width;
  return !g->too_many;
}

bool cases_gather(Vm *vm, const Step *step, uint64_t end, Values *rows)
{
  Engine *e = vm->e;
  Fault fault = e->fault;
  uint32_t warnings = e->warnings.len;
  bool fine = true;
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
