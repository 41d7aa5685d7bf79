#include <assert.h>

#include "engine/reference/execute/execute_impl.h"

/* WHILE. */

typedef VEC(Updates) Outcomes;

typedef struct { /* gathers the outcomes of a loop's body */
  Rest rest;
  Outcomes found;
} Gather;

static void go_gather(Executor *x, Rest *rest, const Updates *updates)
{
  Gather *g = (Gather *) rest;
  Updates copy = {0};
  (void) x;
  execute_merge(&copy, updates);
  vec_push(&g->found, copy);
}

/* Invariant, condition and variant at the top of a loop.  TRUE: one more turn;
 * FALSE: the loop ends; otherwise it has failed. */
static Truth loop_test(Executor *x, const Node *node, Value *variant)
{
  Reference *r = x->r;
  assert(node->kind == NODE_WHILE && node->count == 4);
  Truth t = ref_truth(r, node->kids[2]);
  if (t == TRUTH_FALSE) {
    engine_false_claim(r->e, node->kids[2]->span, "the loop invariant does not hold");
    execute_fail(x);
    return TRUTH_FAULT;
  }
  if (t == TRUTH_TRUE) t = ref_truth(r, node->kids[0]);
  else {
    execute_no_truth(x, t);
    return t;
  }
  if (t == TRUTH_FALSE) return t;
  Value now = t == TRUTH_TRUE ? ref_eval(r, node->kids[3]) : none_of_truth(t);
  if (value_is_none(now)) {
    execute_no_value(x, now);
    return truth_of_none(now);
  }
  bool first = value_is_none(*variant), negative = int_sign(r->s, now) < 0;
  if (negative || (!first && int_compare(r->s, now, *variant) >= 0)) {
    engine_false_claim(r->e, node->kids[3]->span, "the loop variant %s",
                       negative ? "is negative" : "does not decrease");
    execute_fail(x);
    return TRUTH_FAULT;
  }
  assert(int_sign(r->s, now) >= 0);
  *variant = now;
  return TRUTH_TRUE;
}

/* Turns of the loop from the state that `state` has led to; several outcomes of
 * the body are followed one after the other, a single one without recursion. */
static void run_turns(Executor *x, const Node *node, Rest *rest, Updates *state, Value variant)
{
  for (;;) {
    if (!ref_spend(x->r)) {
      x->incomplete = true;
      return;
    }
    Gather g = {{go_gather}, {0}};
    execute_bind(x, state);
    Truth again = loop_test(x, node, &variant);
    if (again == TRUTH_TRUE) execute_run(x, node->kids[1], &g.rest);
    reference_unbind(x->r, state->len);
    if (again == TRUTH_FALSE) rest->go(x, rest, state);
    uint32_t count = g.found.len;
    for (uint32_t i = 0; i < count; i++) {
      if (count == 1) execute_merge(state, &g.found.data[i]);
      else if (!execute_over(x)) {
        Updates next = {0};
        execute_merge(&next, state);
        execute_merge(&next, &g.found.data[i]);
        if (x->r->depth >= DEPTH_LIMIT) {
          engine_unknown(x->r->e, "a loop has too many possible executions");
          x->incomplete = true;
        } else {
          x->r->depth++;
          run_turns(x, node, rest, &next, variant);
          x->r->depth--;
        }
        vec_free(&next);
      }
      vec_free(&g.found.data[i]);
    }
    vec_free(&g.found);
    if (count != 1 || execute_over(x)) return;
  }
}

void execute_while(Executor *x, const Node *node, Rest *rest)
{
  Updates state = {0};
  run_turns(x, node, rest, &state, VALUE_UNDEFINED);
  vec_free(&state);
}
