#include <assert.h>

#include "engine/code/statement/code_subst.h"

/* A step of a refinement with what it refines: model/chain.h.  As in execute.c, every outcome of
 * the refinement is matched with outcomes of one abstraction after the other; the log has the
 * writes of all of them. */

typedef struct {
  Unmatched best;
  bool matched;
} Matching;

typedef struct {
  Rest rest;
  const Statement *s;
  uint32_t part;  /* that has been run */
  uint32_t start; /* of the writes of the whole */
  Rest *outer;
  Matching *matching;
} Refining;

/* A result that the abstraction leaves open may be anything. */
static Truth same_results(const Refining *r, Vm *vm)
{
  const Statement *s = r->s;
  assert(r->part < s->count && r->start <= vm->log.len);
  const uint32_t *own = s->slots, *above = s->slots + (size_t) r->part * s->slot_count;
  Truth same = TRUTH_TRUE;
  for (uint32_t i = 0; i < s->slot_count && same != TRUTH_FALSE; i++) {
    Value a = log_written(vm, &vm->frame[own[i]], r->start);
    Value b = log_written(vm, &vm->frame[above[i]], r->start);
    if (value_is_none(b) || value_same(a, b)) continue;
    const Shape *shape = engine_shape(vm->e, s->node->kids[0]->kids[i]->type);
    Truth t = value_is_none(a) ? TRUTH_FALSE : reference_equal(vm->r, shape, a, b);
    if (t != TRUTH_TRUE) same = t;
  }
  return same;
}

static void go_matching(Exec *x, Rest *rest);

static void match(Exec *x, const Refining *below)
{
  const Statement *s = below->s;
  uint32_t next = below->part + 1;
  assert(next <= s->count && s->count == s->node->count - 1);
  if (next == s->count) {
    below->matching->matched = true;
    below->outer->go(x, below->outer);
    return;
  }
  Refining r = {{go_matching}, s, next, below->start, below->outer, below->matching};
  unmatched_note(&below->matching->best, (Unmatched){.abstraction = next + 1});
  for (uint32_t i = 0; i < s->slot_count; i++)
    x->vm->frame[s->slots[next * s->slot_count + i]] = VALUE_UNDEFINED;
  if (s->slot_count) vm_state_changed(x->vm);
  exec_run(x, s->parts[next], &r.rest);
}

/* One false or undefined conjunct is enough to say that a candidate is none. */
static Truth is_glued(const Refining *r, Vm *vm, uint32_t *conjunct)
{
  assert(r->part > 0 && r->part < r->s->count);
  const Node *above = r->s->node->kids[r->part + 1];
  const Code *const *codes = r->s->codes + r->s->branches[r->part];
  Truth all = TRUTH_TRUE;
  for (uint32_t i = 2; i < above->count && all != TRUTH_FALSE; i++) {
    Truth t = run_truth(codes[i - 2], vm);
    if (t == TRUTH_TRUE || (t == TRUTH_UNKNOWN && all != TRUTH_TRUE)) continue;
    if (t != TRUTH_UNKNOWN && (t == TRUTH_FALSE || all != TRUTH_FAULT)) *conjunct = i;
    all = t;
  }
  return all;
}

static void go_matching(Exec *x, Rest *rest)
{
  const Refining *r = (Refining *) rest;
  Vm *vm = x->vm;
  uint32_t end = vm->log.len;
  Unmatched u = {.abstraction = r->part + 1, .how = UNMATCHED_RESULTS};
  Truth t = same_results(r, vm);
  if (t == TRUTH_TRUE) {
    u.how = UNMATCHED_GLUE;
    log_swap_in(vm, r->start, end);
    t = is_glued(r, vm, &u.conjunct);
    log_swap_out(vm, r->start, end);
  }
  if (t == TRUTH_FALSE || t == TRUTH_FAULT) unmatched_note(&r->matching->best, u);
  if (t == TRUTH_UNKNOWN) x->incomplete = true;
  if (t == TRUTH_TRUE) match(x, r);
}

/* The refinement has an outcome, which is to be matched.  Where an abstraction goes wrong itself,
 * that was told. */
static void go_refined(Exec *x, Rest *rest)
{
  Refining *r = (Refining *) rest;
  bool incomplete = x->incomplete;
  uint32_t failures = x->failures;
  Matching m = {0};
  r->matching = &m;
  x->incomplete = false;
  match(x, r);
  bool unknown = x->incomplete;
  x->incomplete |= incomplete;
  if (m.matched || unknown || exec_over(x) || x->failures > failures) return;
  unmatched_fault(x->vm->e, r->s->node, m.best);
  exec_fail(x);
}

void statement_refined(Exec *x, const Statement *s, Rest *rest)
{
  Refining r = {{go_refined}, s, 0, x->vm->log.len, rest, NULL};
  exec_run(x, s->parts[0], &r.rest);
}
