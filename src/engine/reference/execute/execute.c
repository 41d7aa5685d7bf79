#include "engine/reference/execute/execute.h"

#include <assert.h>
#include <string.h>

#include "engine/reference/execute/execute_impl.h"
#include "engine/reference/library.h"
#include "engine/reference/execute/why.h"

bool execute_over(const Executor *x) { return x->stopped || x->r->e->expired; }

bool fault_is_new(FaultsTold *told, Fault fault)
{
  for (uint32_t i = 0; i < told->len; i++) {
    const Fault *f = &told->data[i];
    if (span_equal(f->span, fault.span) && f->claim == fault.claim &&
        (!f->claim || !strcmp(f->message, fault.message)))
      return false;
  }
  vec_push(told, fault);
  return true;
}

void execute_fail(Executor *x)
{
  x->failures++;
  if (!x->broken && fault_is_new(&x->told, x->r->e->fault)) x->failure(x->context, x->r);
}

void execute_no_value(Executor *x, Value none)
{
  assert(value_is_none(none) && !value_same(none, VALUE_UNDEFINED));
  if (value_same(none, VALUE_UNKNOWN)) x->incomplete = true;
  else execute_fail(x);
}

void execute_no_truth(Executor *x, Truth t)
{
  assert(t == TRUTH_UNKNOWN || t == TRUTH_FAULT);
  execute_no_value(x, none_of_truth(t));
}

/* ------------------------------------------------------------- composition */

typedef struct { /* the parts of S1 ; S2 ; … or S1 || S2 || … that remain */
  Rest rest;
  const Node *node;
  uint32_t next;
  const Updates *before; /* made by the earlier parts */
  Rest *outer;
  uint32_t base; /* bindings below it are not those of this composition */
  bool reached;  /* the part before had an outcome */
} Parts;

void execute_merge(Updates *all, const Updates *more)
{
  for (uint32_t i = 0; more && i < more->len; i++) {
    uint32_t j = 0;
    while (j < all->len && all->data[j].symbol != more->data[i].symbol) j++;
    if (j < all->len) all->data[j] = more->data[i];
    else vec_push(all, more->data[i]);
  }
}

void execute_bind(Executor *x, const Updates *updates)
{
  for (uint32_t i = 0; i < updates->len; i++)
    reference_bind(x->r, updates->data[i].symbol, updates->data[i].value);
}

/* What comes after a sequence starts from the state before it (another part of a
 * parallel composition may): the updates that its parts have seen are hidden. */
static void go_outside(Executor *x, Parts *s, const Updates *all)
{
  VEC(Binding) hidden = {0};
  VEC(uint32_t) places = {0};
  assert(s->base <= x->r->bindings.len);
  for (uint32_t i = s->base; i < x->r->bindings.len; i++) {
    Binding *b = &x->r->bindings.data[i];
    for (uint32_t j = 0; b->symbol && j < all->len; j++) {
      if (all->data[j].symbol != b->symbol) continue;
      vec_push(&hidden, *b);
      vec_push(&places, i);
      b->symbol = NULL;
    }
  }
  s->outer->go(x, s->outer, all);
  for (uint32_t i = 0; i < hidden.len; i++) x->r->bindings.data[places.data[i]] = hidden.data[i];
  vec_free(&hidden);
  vec_free(&places);
}

static void go_parts(Executor *x, Rest *rest, const Updates *updates);

static void go_nowhere(Executor *x, Rest *rest, const Updates *updates)
{
  (void) x;
  (void) rest;
  (void) updates;
}

/* Runs a part.  S || T goes wrong if S or T does, also if the other one is infeasible: what comes
 * after such a part is run for that alone. */
static void run_part(Executor *x, const Node *node, uint32_t part, Parts next)
{
  Rest nowhere = {go_nowhere};
  execute_run(x, node->kids[part], &next.rest);
  if (next.reached || node->kind == NODE_SEQUENCE || part + 1 == node->count) return;
  Parts others = {{go_parts}, node, part + 2, NULL, &nowhere, next.base, false};
  run_part(x, node, part + 1, others);
}

static void go_parts(Executor *x, Rest *rest, const Updates *updates)
{
  Parts *s = (Parts *) rest;
  bool sequence = s->node->kind == NODE_SEQUENCE;
  Updates all = {0};
  assert(s->next <= s->node->count);
  s->reached = true;
  execute_merge(&all, s->before);
  execute_merge(&all, updates);
  if (s->next == s->node->count) go_outside(x, s, &all);
  else { /* the next part of a sequence sees the updates, the other starts from the same state */
    Parts next = {{go_parts}, s->node, s->next + 1, &all, s->outer, s->base, false};
    if (sequence) execute_bind(x, updates);
    run_part(x, s->node, s->next, next);
    if (sequence) reference_unbind(x->r, updates->len);
  }
  vec_free(&all);
}

static void run_parts(Executor *x, const Node *node, Rest *rest)
{
  Parts s = {{go_parts}, node, 1, NULL, rest, x->r->bindings.len, false};
  run_part(x, node, 0, s);
}

/* -------------------------------------------------------- guards and choice */

static void run_if(Executor *x, const Node *node, Rest *rest)
{
  Updates none = {0};
  for (uint32_t i = 0; i + 1 < node->count; i += 2) {
    Truth t = ref_truth(x->r, node->kids[i]);
    if (t == TRUTH_TRUE) return execute_run(x, node->kids[i + 1], rest);
    if (t != TRUTH_FALSE) return execute_no_truth(x, t);
  }
  if (node->count % 2) execute_run(x, node->kids[node->count - 1], rest);
  else rest->go(x, rest, &none);
}

bool guard_excludes(Engine *e, const Node *guard)
{
  if (!symbol_chosen_in(guard)) return false;
  engine_warn(e, "");
  return true;
}

/* ELSE is for the case that all guards are FALSE. */
static void run_select(Executor *x, const Node *node, Rest *rest)
{
  bool none = true;
  for (uint32_t i = 0; i + 1 < node->count && !execute_over(x); i += 2) {
    Truth t = ref_truth(x->r, node->kids[i]);
    none &= t == TRUTH_FALSE;
    if (t == TRUTH_TRUE) execute_run(x, node->kids[i + 1], rest);
    else if (t == TRUTH_UNKNOWN || (t == TRUTH_FAULT && !guard_excludes(x->r->e, node->kids[i])))
      execute_no_truth(x, t);
  }
  if (none && node->count % 2) execute_run(x, node->kids[node->count - 1], rest);
}

static void run_case(Executor *x, const Node *node, Rest *rest)
{
  Updates none = {0};
  Value v = ref_eval(x->r, node->kids[0]);
  if (value_is_none(v)) return execute_no_value(x, v);
  for (uint32_t i = 1; i < node->count; i++) {
    const Node *branch = node->kids[i];
    if (branch->kind != NODE_BRANCH) return execute_run(x, branch, rest); /* ELSE */
    for (uint32_t j = 0; j < branch->kids[0]->count; j++) {
      Value label = ref_eval(x->r, branch->kids[0]->kids[j]);
      if (value_is_none(label)) return execute_no_value(x, label);
      if (value_same(label, v)) return execute_run(x, branch->kids[1], rest);
    }
  }
  rest->go(x, rest, &none);
}

void execute_obligation_fault(Engine *e, const Node *node)
{
  const Node *claim = node->kids[0];
  const char *label = claim->kind == NODE_LABELLED ? claim->name->text : "";
  if (*label) engine_false_claim(e, claim->span, "%s does not hold", label);
  else if (node->name) /* model/chain.h */
    engine_false_claim(
        e, claim->span,
        "the precondition of the refinement %s is stronger than the refined precondition",
        node->name->text);
  else
    engine_false_claim(e, claim->span, "the %s does not hold",
                       node->kind == NODE_PRE ? "precondition" : "assertion");
}

void execute_ask(Reference *r, ClaimQuestion *question) { r->question = question; }

/* A claim has just been found false, which is the fault of the engine: was it asked for? */
bool execute_is_asked(const Executor *x, Span span)
{
  const ClaimQuestion *q = x->r->question;
  return q && !q->answered && span_equal(q->span, span) &&
         !strcmp(q->message, x->r->e->fault.message);
}

static bool answer(Executor *x, const Node *claim)
{
  ClaimQuestion *q = x->r->question;
  if (!execute_is_asked(x, claim->span)) return false;
  Arena *arena = arena_new();
  why_print(q->text, why_tree(x->r, arena, claim, q->style), q->margin);
  arena_free(arena);
  q->call = x->call;
  return q->answered = x->stopped = true;
}

/* PRE and ASSERT: the predicate must hold. */
static void run_obligation(Executor *x, const Node *node, Rest *rest)
{
  Truth t = ref_truth(x->r, node->kids[0]);
  bool broken = x->broken, named = node->kids[0]->kind == NODE_LABELLED;
  if (t == TRUTH_FALSE) execute_obligation_fault(x->r->e, node);
  if (t == TRUTH_FALSE && answer(x, node->kids[0])) return;
  if (t != TRUTH_TRUE) execute_no_truth(x, t == TRUTH_FALSE ? TRUTH_FAULT : t);
  if (t == TRUTH_UNKNOWN || (t != TRUTH_TRUE && !named)) return;
  if (t != TRUTH_TRUE) x->broken = true; /* what happens is seen all the same */
  execute_run(x, node->kids[1], rest);
  x->broken = broken;
}

static bool take_any(void *context, Reference *r)
{
  Choice *c = context;
  (void) r;
  execute_run(c->x, c->node, c->rest);
  return !execute_over(c->x);
}

static void run_any(Executor *x, const Node *node, Rest *rest)
{
  Choice c = {x, node->kids[2], rest, ref_bound_names(x->r, node->kids[0]), node->kids[0]->count};
  Solved solved =
      reference_solve(x->r, c.names, c.count, node->kids[1], WINDOWS_COUNTED, take_any, &c);
  if (solved == SOLVED_INCOMPLETE || solved == SOLVED_INFINITE) x->incomplete = true;
}

static void run_let(Executor *x, const Node *node, Rest *rest)
{
  Value none;
  uint32_t bound = ref_bind_let(x->r, node, &none);
  if (value_is_none(none)) execute_no_value(x, none);
  else execute_run(x, node->kids[2], rest);
  reference_unbind(x->r, bound);
}

typedef struct {
  Rest rest;
  const Node *names;
  Rest *outer;
} Locals;

static bool is_local(const Node *names, const Symbol *symbol)
{
  for (uint32_t i = 0; i < names->count; i++)
    if (node_bare(names->kids[i])->symbol == symbol) return true;
  return false;
}

static void go_locals(Executor *x, Rest *rest, const Updates *updates)
{
  Locals *l = (Locals *) rest;
  Updates kept = {0};
  for (uint32_t i = 0; i < updates->len; i++)
    if (!is_local(l->names, updates->data[i].symbol)) vec_push(&kept, updates->data[i]);
  l->outer->go(x, l->outer, &kept);
  vec_free(&kept);
}

static void run_var(Executor *x, const Node *node, Rest *rest)
{
  Locals l = {{go_locals}, node->kids[0], rest};
  for (uint32_t i = 0; i < node->kids[0]->count; i++)
    reference_bind(x->r, node_bare(node->kids[0]->kids[i])->symbol, VALUE_UNDEFINED);
  execute_run(x, node->kids[1], &l.rest);
  reference_unbind(x->r, node->kids[0]->count);
}

/* ------------------------------------------------------- built-in */

static bool performed(Reference *r, const Node *node)
{
  if (r->e->options.built_in) return r->e->options.built_in->perform(r, node);
  engine_unknown(r->e, "%s is not supported", node->name->text);
  return false;
}

/* ---------------------------------------------------------------- dispatch */

static void dispatch(Executor *x, const Node *node, Rest *rest)
{
  Updates none = {0};
  switch ((NodeKind) node->kind) {
  case NODE_EXTERNAL:
    if (!performed(x->r, node)) return execute_no_value(x, VALUE_UNKNOWN);
    rest->go(x, rest, &none);
    break;
  case NODE_SKIP: rest->go(x, rest, &none); break;
  case NODE_BLOCK:
  case NODE_EXPANSION:
  case NODE_DESCRIBED: execute_run(x, node->kids[0], rest); break;
  case NODE_WITNESS: execute_run(x, node->kids[1], rest); break;
  case NODE_ASSIGN: execute_assignment(x, node, rest); break;
  case NODE_BECOMES_IN: execute_becomes_element(x, node, rest); break;
  case NODE_BECOMES_SUCH: execute_becomes_such(x, node, rest); break;
  case NODE_PRE:
  case NODE_ASSERT: run_obligation(x, node, rest); break;
  case NODE_CHOICE:
    for (uint32_t i = 0; i < node->count && !execute_over(x); i++)
      execute_run(x, node->kids[i], rest);
    break;
  case NODE_IF: run_if(x, node, rest); break;
  case NODE_SELECT: run_select(x, node, rest); break;
  case NODE_CASE: run_case(x, node, rest); break;
  case NODE_ANY: run_any(x, node, rest); break;
  case NODE_LET: run_let(x, node, rest); break;
  case NODE_VAR: run_var(x, node, rest); break;
  case NODE_WHILE: execute_while(x, node, rest); break;
  case NODE_SEQUENCE:
  case NODE_SIMULTANEOUS: run_parts(x, node, rest); break;
  case NODE_OP_CALL: execute_call(x, node, rest); break;
  case NODE_REFINED: execute_refined(x, node, rest); break;
  default:
    engine_unknown(x->r->e, "%s cannot be executed", node_kind_name(node->kind));
    x->incomplete = true;
  }
}

void execute_run(Executor *x, const Node *node, Rest *rest)
{
  if (execute_over(x)) return;
  if (!ref_spend(x->r) || x->r->depth >= DEPTH_LIMIT) {
    x->incomplete = true;
    return;
  }
  uint32_t bindings = x->r->bindings.len, old_values = x->r->old_values.len;
  x->r->depth++;
  dispatch(x, node, rest);
  x->r->depth--;
  assert(x->r->bindings.len == bindings && x->r->old_values.len == old_values);
  (void) bindings, (void) old_values;
}

static void go_outcome(Executor *x, Rest *rest, const Updates *updates)
{
  (void) rest;
  ref_spend(x->r); /* one statement may have millions of outcomes */
  if (!execute_over(x)) x->stopped = !x->outcome(x->context, x->r, updates->data, updates->len);
}

Executed execute(Reference *r, const Node *substitution, Outcome *outcome, Failure *failure,
                 void *context)
{
  Executor x = {.r = r, .outcome = outcome, .failure = failure, .context = context};
  Rest last = {go_outcome};
  r->executing++;
  execute_run(&x, substitution, &last);
  r->executing--;
  assert(!x.broken && !x.call);
  vec_free(&x.told);
  if (x.stopped) return EXECUTED_STOPPED;
  return x.incomplete || r->e->expired ? EXECUTED_INCOMPLETE : EXECUTED_ALL;
}
