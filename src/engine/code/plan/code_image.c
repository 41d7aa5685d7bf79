#include <assert.h>

#include "engine/code/plan/plan.h"

#include "syntax/inspect.h"

/* #x.(P & w = E), where w changes more often than P and E: {E | P} is found once and w looked up in
 * it.  To find all values may take much longer than to find one x, so it is tried only after
 * as much was spent on single questions, and not for long; or at once, where it has paid for
 * the values of the names before.  One candidate must take about as long as another: a single
 * question may never reach one that takes for ever. */

enum { FIRST_TRY = 64 }; /* steps of evaluation */

typedef struct {
  uint64_t asked, answered; /* single questions, and those that the values have answered */
  uint64_t spent;           /* on single questions, in steps */
  uint64_t cost;            /* of finding the values; 0: they were not found */
} Account;

struct Images {
  const Code *all;    /* its plan: P; its operand: E */
  const Code *wanted; /* w */
  uint64_t basis;     /* when a name of P or E got its value */
  Account since;      /* then */
  uint64_t per_ask;   /* what a single question took, the last time that this was measured */
  uint64_t at_once;   /* steps for finding all values at the first question, or 0 */
  uint64_t try_at;    /* when so much is spent, find all values */
  Value values;       /* or VALUE_UNDEFINED: they are not known */
  const Functions *functions; /* that are applied */
};

typedef struct {
  const Code *body;
  Values out;
  bool is_set;
  uint64_t end, size; /* steps of evaluation, members of the values */
} Finding;

static bool add_image(void *context, Vm *vm)
{
  Finding *f = context;
  Value v = run_value(f->body, vm);
  if (value_is_none(v) || !is_explicit(vm, v)) return false;
  vec_push(&f->out, v);
  if (f->is_set) f->size += set_card(vm->s, v);
  return f->out.len <= vm->e->options.expansion_limit && vm->e->steps + f->size < f->end;
}

/* A function that is applied on the way may ask the same question of itself.  What is not
 * well-defined of a candidate matters only where w = E does not refute it: then each w is asked. */
static void find_values(Vm *vm, Images *im, uint64_t budget)
{
  assert(budget > 0 && value_is_none(im->values));
  Fault fault = vm->e->fault;
  bool tables = functions_are_tables(vm, im->functions);
  vm->e->fault = fault;
  if (!tables) {
    im->try_at = UINT64_MAX;
    return;
  }
  uint64_t basis = im->basis, start = vm->e->steps;
  Account since = im->since;
  Finding f = {
      .body = im->all->a, .is_set = im->all->element->kind == SHAPE_SET, .end = start + budget};
  uint32_t warnings = vm->e->warnings.len;
  Solved solved = plan_run_within(vm, im->all->plan, budget, WINDOWS_NONE, add_image, &f);
  bool defined = vm->e->warnings.len == warnings;
  vm->e->warnings.len = warnings;
  Value values = VALUE_UNDEFINED;
  if (solved == SOLVED_ALL && defined) values = ref_build(vm->r, im->all->element, &f.out);
  else vec_free(&f.out);
  if (!value_is_none(values) && !is_explicit(vm, values)) values = VALUE_UNDEFINED;
  im->basis = basis;
  im->since = since;
  im->at_once = 0;
  im->values = values;
  im->try_at = since.spent * 4 > FIRST_TRY ? since.spent * 4 : FIRST_TRY;
  if (!value_is_none(values)) im->since.cost = vm->e->steps - start + f.size;
}

/* Have the values answered more than they have cost? */
static bool has_paid(const Images *im)
{

  return im->since.cost && im->since.answered * im->per_ask > im->since.cost;
}

static void begin(const Vm *vm, Images *im)
{
  uint64_t basis = level_basis(vm, im->all->level);
  if (im->basis == basis) return;
  if (im->since.asked) im->per_ask = im->since.spent / im->since.asked;
  im->at_once = has_paid(im) ? 2 * im->since.cost : 0;
  im->basis = basis;
  im->since = (Account){0};
  im->try_at = FIRST_TRY;
  im->values = VALUE_UNDEFINED;
}

Truth images_ask(Vm *vm, Images *im)
{
  begin(vm, im);
  uint64_t at_once = im->at_once;
  im->at_once = 0;
  if (at_once) find_values(vm, im, at_once);
  else if (value_is_none(im->values) && im->since.spent >= im->try_at)
    find_values(vm, im, 2 * im->since.spent);
  Value values = im->values;
  if (value_is_none(values)) return TRUTH_UNKNOWN;
  Value w = run_value(im->wanted, vm);
  if (value_is_none(w) || !is_explicit(vm, w)) return TRUTH_UNKNOWN;
  im->since.answered++;
  assert(value_tag(values) != TAG_LAZY);
  return fast_member(vm->s, im->all->element, w, values) ? TRUTH_TRUE : TRUTH_FALSE;
}

void images_spent(Images *im, uint64_t steps)
{
  im->since.asked++;
  im->since.spent += steps;
}

/* ------------------------------------------------------------------ compiling */

static bool has_quantifier(const Node *node)
{
  if (node->kind == NODE_EXISTS || node->kind == NODE_FORALL) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (has_quantifier(node->kids[i])) return true;
  return false;
}

/* Is conjunct w = E with an E that does not give a name its value at once? */
static bool is_image(const Node *node, const Node *names, uint32_t side)
{
  if (node->kind != NODE_EQUAL) return false;
  const Node *e = node_bare(node->kids[side]);
  return e->kind != NODE_IDENT && e->kind != NODE_MAPLET && node_mentions_names(e, names) &&
         !node_mentions_names(node->kids[1 - side], names);
}

static Node *all_but(Vm *vm, const Node *conjunction, uint32_t index)
{
  assert(conjunction->kind == NODE_AND && index < conjunction->count);
  Node *rest = node_new(vm->arena, NODE_AND, conjunction->span, NULL, conjunction->count - 1);
  for (uint32_t i = 0, n = 0; i < conjunction->count; i++)
    if (i != index) node_set(rest, n++, conjunction->kids[i]);
  rest->type = conjunction->type;
  return rest;
}

static Images *make(Vm *vm, const Node *exists, const Node *body, uint32_t i, uint32_t side)
{
  const Node *equation = node_bare(body->kids[i]), *e = equation->kids[side];
  Code *all = code_new(vm, exists);
  all->element = engine_shape(vm->e, e->type);
  if (!code_of_solutions(vm, all, exists->kids[0], all_but(vm, body, i), e, false)) return NULL;
  code_settled(vm, all);
  const Code *wanted = code_of_expression(vm, equation->kids[1 - side]);
  if (all->level >= wanted->level) return NULL; /* w changes more often */
  Images *im = arena_alloc(vm->arena, sizeof *im);
  *im = (Images){.all = all, .wanted = wanted, .basis = UINT64_MAX, .values = VALUE_UNDEFINED};
  im->functions = functions_if_steady(vm, body, all->plan->names, all->plan->count);
  return im->functions ? im : NULL;
}

Images *images_of(Vm *vm, const Node *exists)
{
  const Node *body = node_bare(exists->kids[1]);
  if (body->kind != NODE_AND || has_quantifier(body)) return NULL; /* would be compiled twice */
  for (uint32_t i = 0; i < body->count; i++)
    for (uint32_t side = 0; side < 2; side++)
      if (is_image(node_bare(body->kids[i]), exists->kids[0], side))
        return make(vm, exists, body, i, side);
  return NULL;
}
