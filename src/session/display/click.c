#include "session/display/click.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CALLS = 200000 };

typedef struct {
  Display *display;
  Reference *reference;
  ClickSteps *steps;
  uint32_t calls; /* looked at */
} Caller;

typedef struct { /* what a solution of an ANY is followed by */
  Caller *caller;
  const Node *body;
} Following;

static void walk(Caller *c, const Node *node);

static bool walk_solution(void *context, Reference *r)
{
  (void) r;
  Following *f = context;
  walk(f->caller, f->body);
  return f->caller->calls < MOST_CALLS;
}

/* [NAMES P S] */
static void walk_binder(Caller *c, const Node *node)
{
  const Node *names = node->kids[0];
  Following f = {c, node->kids[2]};
  Symbols symbols = {0};
  for (uint32_t i = 0; i < names->count; i++) vec_push(&symbols, node_bare(names->kids[i])->symbol);
  Solved solved = reference_solve(c->reference, symbols.data, symbols.len, node->kids[1],
                                  WINDOWS_WIDE, walk_solution, &f);
  if (solved == SOLVED_INCOMPLETE || solved == SOLVED_INFINITE) c->steps->incomplete = true;
  vec_free(&symbols);
}

static bool holds(Caller *c, const Node *predicate)
{
  Truth t = reference_truth(c->reference, predicate);
  if (t == TRUTH_UNKNOWN) c->steps->incomplete = true;
  return t == TRUTH_TRUE;
}

/* [P S P S … S?]: the first that holds, or of a SELECT all. */
static void walk_branches(Caller *c, const Node *node)
{
  bool some = false;
  for (uint32_t i = 0; i + 1 < node->count; i += 2) {
    if (some && node->kind == NODE_IF) return;
    if (!holds(c, node->kids[i])) continue;
    some = true;
    walk(c, node->kids[i + 1]);
  }
  if (!some && node->count % 2) walk(c, node->kids[node->count - 1]);
}

static bool is_label(Caller *c, const Node *branch, const Shape *shape, Value v)
{
  const Node *labels = branch->kids[0];
  for (uint32_t i = 0; i < labels->count; i++) {
    Value label = reference_value(c->reference, labels->kids[i]);
    if (value_is_none(label)) continue;
    if (reference_equal(c->reference, shape, v, label) == TRUTH_TRUE) return true;
  }
  return false;
}

/* [E BRANCH… S?] */
static void walk_case(Caller *c, const Node *node)
{
  Value v = reference_value(c->reference, node->kids[0]);
  if (value_is_none(v)) return;
  const Shape *shape = engine_shape(c->display->scene->bench.engine, node->kids[0]->type);
  for (uint32_t i = 1; i < node->count; i++) {
    const Node *branch = node->kids[i];
    if (branch->kind == NODE_BRANCH && !is_label(c, branch, shape, v)) continue;
    walk(c, branch->kind == NODE_BRANCH ? branch->kids[1] : branch);
    return;
  }
}

/* ------------------------------------------------------------------- calls */

static bool has_arguments(Caller *c, const Transition *t, const Operation *op, const Value *values)
{
  Engine *e = c->display->scene->bench.engine;
  for (uint32_t i = 0; i < op->parameter_count; i++) {
    const Shape *shape = engine_shape(e, op->parameters[i]->type);
    if (reference_equal(c->reference, shape, values[i], t->arguments[i]) != TRUTH_TRUE)
      return false;
  }
  return true;
}

static void add_step(ClickSteps *steps, uint32_t index)
{
  for (uint32_t i = 0; i < steps->steps.len; i++)
    if (steps->steps.data[i] == index) return;
  vec_push(&steps->steps, index);
}

static void call(Caller *c, const Node *node)
{
  const Node *arguments = node->kids[1];
  Scene *s = c->display->scene;
  VEC(Value) values = {0};
  bool good = c->calls++ < MOST_CALLS;
  if (!good) c->steps->incomplete = true;
  for (uint32_t i = 0; good && i < arguments->count; i++) {
    Value v = reference_value(c->reference, arguments->kids[i]);
    good = !value_is_none(v);
    vec_push(&values, v);
  }
  for (uint32_t i = 0; good && i < s->animator->enabled.len; i++) {
    const Transition *t = &s->animator->enabled.data[i];
    const Operation *op = b_machine_operation(s->system.machine, t->label);
    if (op && !strcmp(op->symbol->name->text, node->symbol->name->text) &&
        op->parameter_count == values.len && has_arguments(c, t, op, values.data))
      add_step(c->steps, i);
  }
  vec_free(&values);
}

static void walk(Caller *c, const Node *node)
{
  node = node_bare(node);
  switch (node->kind) {
  case NODE_OP_CALL: call(c, node); return;
  case NODE_ANY:
  case NODE_LET: walk_binder(c, node); return;
  case NODE_CASE: walk_case(c, node); return;
  case NODE_PRE:
  case NODE_ASSERT:
  case NODE_IF:
  case NODE_SELECT: walk_branches(c, node); return;
  case NODE_BLOCK:
  case NODE_CHOICE:
  case NODE_SIMULTANEOUS:
  case NODE_SEQUENCE:
    for (uint32_t i = 0; i < node->count; i++) walk(c, node->kids[i]);
    return;
  case NODE_VAR: walk(c, node->kids[1]); return;
  default: return;
  }
}

static int ascending(const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return (x > y) - (x < y);
}

void click_find(Display *d, const DisplayClick *click, const int64_t *places, ClickSteps *steps)
{
  *steps = (ClickSteps){0};
  Scene *s = d->scene;
  if (!click->formula || !s->animator || !animator_running(s->animator)) return;
  Caller c = {d, s->bench.reference, steps, 0};
  scene_enter(s);
  for (uint32_t i = 0; i < click->place_count; i++)
    reference_bind(c.reference, click->places[i], value_small(places[i]));
  walk(&c, click->formula->node);
  reference_unbind(c.reference, click->place_count);
  if (steps->steps.len)
    qsort(steps->steps.data, steps->steps.len, sizeof *steps->steps.data, ascending);
  engine_forget(s->bench.engine);
}

void click_free(ClickSteps *steps) { vec_free(&steps->steps); }
