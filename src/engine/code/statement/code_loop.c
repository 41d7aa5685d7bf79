#include <assert.h>

#include "engine/code/statement/code_subst.h"

/* WHILE. */

enum { MOST_TURNS = 20000 };

static void run_turns(Exec *x, const Statement *s, Rest *rest, uint32_t start, Value variant);

typedef VEC(Write) Writes;

typedef VEC(Writes) Outcomes;

typedef struct { /* gathers the outcomes of a loop's body */
  Rest rest;
  uint32_t start;
  Outcomes found;
} Gather;

static void go_gather(Exec *x, Rest *rest)
{
  Gather *g = (Gather *) rest;
  assert(g->start <= x->vm->log.len);
  Writes copy = {0};
  for (uint32_t i = g->start; i < x->vm->log.len; i++) vec_push(&copy, x->vm->log.data[i]);
  vec_push(&g->found, copy);
}

/* codes: condition, invariant, variant */
Truth loop_test(Exec *x, const Statement *s, Value *variant)
{
  Vm *vm = x->vm;
  assert(s->node->kind == NODE_WHILE && s->node->count == 4);
  Truth t = run_truth(s->codes[1], vm);
  if (t == TRUTH_FALSE) {
    engine_false_claim(vm->e, s->node->kids[2]->span, "the loop invariant does not hold");
    exec_fail(x);
    return TRUTH_FAULT;
  }
  if (t == TRUTH_TRUE) t = run_truth(s->codes[0], vm);
  else {
    exec_no_truth(x, t);
    return t;
  }
  if (t == TRUTH_FALSE) return t;
  Value now = t == TRUTH_TRUE ? run_value(s->codes[2], vm) : none_of_truth(t);
  if (value_is_none(now)) {
    exec_no_value(x, now);
    return truth_of_none(now);
  }
  bool first = value_is_none(*variant);
  bool negative = fast_int_compare(vm->s, now, value_small(0)) < 0;
  if (negative || (!first && fast_int_compare(vm->s, now, *variant) >= 0)) {
    engine_false_claim(vm->e, s->node->kids[3]->span, "the loop variant %s",
                       negative ? "is negative" : "does not decrease");
    exec_fail(x);
    return TRUTH_FAULT;
  }
  assert(int_sign(vm->s, now) >= 0);
  *variant = now;
  return TRUTH_TRUE;
}

/* The writes of a turn replace those of earlier turns to the same place. */
static void add_writes(Vm *vm, uint32_t start, const Writes *more)
{
  assert(start <= vm->log.len);
  for (uint32_t i = 0; i < more->len; i++) {
    uint32_t j = start;
    while (j < vm->log.len && vm->log.data[j].place != more->data[i].place) j++;
    if (j < vm->log.len) vm->log.data[j].value = more->data[i].value;
    else vec_push(&vm->log, more->data[i]);
  }
}

/* The turns after one of several outcomes; the writes so far are put back afterwards. */
static void run_other_turns(Exec *x, const Statement *s, Rest *rest, uint32_t start,
                            const Writes *outcome, Value variant)
{
  Vm *vm = x->vm;
  Writes saved = {0};
  if (x->turns == MOST_TURNS) {
    engine_unknown(vm->e, "a loop has too many possible executions");
    x->incomplete = true;
    return;
  }
  for (uint32_t i = start; i < vm->log.len; i++) vec_push(&saved, vm->log.data[i]);
  add_writes(vm, start, outcome);
  x->turns++;
  run_turns(x, s, rest, start, variant);
  x->turns--;
  assert(vm->log.len >= start);
  vm->log.len = start;
  for (uint32_t i = 0; i < saved.len; i++) vec_push(&vm->log, saved.data[i]);
  vec_free(&saved);
}

/* Turns of the loop after the writes from `start` on; several outcomes of the body
 * are followed one after the other, a single one without recursion. */
static void run_turns(Exec *x, const Statement *s, Rest *rest, uint32_t start, Value variant)
{
  Vm *vm = x->vm;
  Tidy tidy = tidy_begin(vm);
  for (;; tidy_up(vm, &tidy, start, &variant)) {
    if (!engine_spend(vm->e)) {
      x->incomplete = true;
      return;
    }
    uint32_t end = vm->log.len;
    Gather g = {{go_gather}, end, {0}};
    log_swap_in(vm, start, end);
    Truth again = loop_test(x, s, &variant);
    if (again == TRUTH_TRUE) exec_run(x, s->parts[0], &g.rest);
    log_swap_out(vm, start, end);
    if (again == TRUTH_FALSE) rest->go(x, rest);
    uint32_t count = g.found.len;
    for (uint32_t i = 0; i < count; i++) {
      if (count == 1) add_writes(vm, start, &g.found.data[i]);
      else if (!exec_over(x)) run_other_turns(x, s, rest, start, &g.found.data[i], variant);
      vec_free(&g.found.data[i]);
    }
    vec_free(&g.found);
    if (count != 1 || exec_over(x)) return;
  }
}

void statement_while(Exec *x, const Statement *s, Rest *rest)
{
  uint32_t start = x->vm->log.len;
  run_turns(x, s, rest, start, VALUE_UNDEFINED);
  assert(x->vm->log.len >= start);
  x->vm->log.len = start;
}
