#include "engine/reference/execute.h"

#include <string.h>

#include "engine/reference/execute_impl.h"
#include "engine/reference/library.h"
#include "engine/reference/why.h"

static void run(Executor *x, const Node *node, Rest *rest);

static bool over(const Executor *x) { return x->stopped || x->r->e->expired; }
bool execute_over(const Executor *x) { return over(x); }

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

/* This way ends: engine->fault says why. */
static void fail(Executor *x)
{
  x->failures++;
  if (!x->broken && fault_is_new(&x->told, x->r->e->fault)) x->failure(x->context, x->r);
}

void execute_fail(Executor *x) { fail(x); }

/* An expression or predicate that has no value ends this way. */
static void no_value(Executor *x, Value none)
{
  if (value_same(none, VALUE_UNKNOWN)) x->incomplete = true;
  else fail(x);
}

static void no_truth(Executor *x, Truth t) { no_value(x, none_of_truth(t)); }

/* ------------------------------------------------------------- assignments */

Value ref_updated_function(Reference *r, const Shape *pair, Value f, Value x, Value y)
{
  Values kept = {0};
  if (is_lazy(f))
    return ref_overridden(r, shape_set(r->e->shapes, pair), f,
                          ref_singleton(r, pair, value_pair(r->s, x, y)));
  SetIter it = set_iter(r->s, pair, f);
  for (Value p; set_next(&it, &p);) {
    Truth t = reference_equal(r, pair->args[0], pair_first(r->s, p), x);
    if (t == TRUTH_FALSE) vec_push(&kept, p);
    else if (t != TRUTH_TRUE) {
      vec_free(&kept);
      return none_of_truth(t);
    }
  }
  vec_push(&kept, value_pair(r->s, x, y));
  return ref_build(r, pair, &kept);
}

/* The new value of the variable at the root of f(i)(j) := v, r'a := v. */
static Value updated(Executor *x, const Node *target, Value v, Symbol **root)
{
  Reference *r = x->r;
  target = node_bare(target);
  if (target->kind == NODE_IDENT) return *root = target->symbol, v;
  if (target->kind != NODE_FIELD && target->kind != NODE_APPLY)
    return engine_fault(r->e, target->span, "this cannot be assigned a value");
  const Node *inner = target->kids[0];
  Value old = ref_eval(r, inner);
  if (value_is_none(old)) return old;
  if (target->kind == NODE_FIELD) {
    const Shape *shape = ref_shape(r, inner);
    Values fields = {0};
    for (uint32_t i = 0; i < shape->count; i++)
      vec_push(&fields,
               strcmp(shape->names[i], target->name->text) ? record_field(r->s, old, i) : v);
    Value record = value_record(r->s, fields.data, fields.len);
    vec_free(&fields);
    return updated(x, inner, record, root);
  }
  Value index = ref_eval(r, target->kids[1]);
  for (uint32_t i = 2; i < target->count && !value_is_none(index); i++) {
    Value next = ref_eval(r, target->kids[i]);
    index = value_is_none(next) ? next : value_pair(r->s, index, next);
  }
  if (value_is_none(index)) return index;
  const Shape *pair = ref_element_shape(r, inner);
  Value written = reference_expand(r, pair, old, target->span);
  if (value_same(written, VALUE_FAULT)) return written;
  Value all = ref_updated_function(r, pair, value_is_none(written) ? old : written, index, v);
  return value_is_none(all) ? all : updated(x, inner, all, root);
}

static bool assign(Executor *x, const Node *target, Value v, Updates *updates)
{
  Update update = {NULL, v};
  update.value = updated(x, target, v, &update.symbol);
  if (value_is_none(update.value)) return no_value(x, update.value), false;
  vec_push(updates, update);
  return true;
}

static void run_assignment(Executor *x, const Node *node, Rest *rest)
{
  Updates updates = {0};
  const Node *targets = node->kids[0], *values = node->kids[1];
  bool fine = true;
  for (uint32_t i = 0; i < targets->count; i++) {
    Value v = ref_eval(x->r, values->kids[i]);
    if (value_is_none(v)) no_value(x, v), fine = false;
    else fine &= assign(x, targets->kids[i], v, &updates);
  }
  if (fine) rest->go(x, rest, &updates);
  vec_free(&updates);
}

Value execute_choices(Reference *r, const Node *node, Value set, bool *incomplete)
{
  const Shape *element = ref_element_shape(r, node->kids[1]);
  uint32_t causes = r->e->other_causes;
  Value all = reference_expand(r, element, set, node->span);
  if (!value_same(all, VALUE_UNKNOWN) || r->e->expired) return all;
  Value some = window_of(r, element, set, WINDOW_COUNTED);
  if (value_is_none(some)) return all;
  const Node *target = node_bare(node->kids[0]->kids[0]);
  bool named = target->kind == NODE_IDENT && target->symbol;
  r->e->other_causes = causes;
  if (named) window_note(r, target->symbol, element, set, some);
  engine_unbounded(r->e, named ? target->name->text : "a choice", REASON_SOME_TRIED);
  *incomplete = true;
  return some;
}

/* x,y :: S */
static void run_becomes_element(Executor *x, const Node *node, Rest *rest)
{
  const Node *targets = node->kids[0];
  Value set = ref_eval(x->r, node->kids[1]), none;
  Values all = {0};
  if (!value_is_none(set)) set = execute_choices(x->r, node, set, &x->incomplete);
  if (value_is_none(set)) return no_value(x, set);
  if (!ref_elements(x->r, ref_element_shape(x->r, node->kids[1]), set, node->span, &all, &none))
    return no_value(x, none);
  for (uint32_t i = 0; i < all.len && !over(x); i++) {
    Updates updates = {0};
    Value v = all.data[i];
    bool fine = true;
    for (uint32_t t = targets->count; t-- > 0 && fine;) {
      fine = assign(x, targets->kids[t], t == 0 ? v : pair_second(x->r->s, v), &updates);
      if (t > 0) v = pair_first(x->r->s, v);
    }
    if (fine) rest->go(x, rest, &updates);
    vec_free(&updates);
  }
  vec_free(&all);
}

typedef struct {
  Executor *x;
  const Node *node;
  Rest *rest;
  Symbol **names;
  uint32_t count;
} Choice;

/* The position of the newest binding of a symbol; the solver made one. */
static uint32_t binding_of(const Reference *r, const Symbol *symbol)
{
  uint32_t at = r->bindings.len;
  while (at > 0 && r->bindings.data[at - 1].symbol != symbol) at--;
  return at - 1;
}

/* The new values are not visible until the whole substitution is done, so their
 * bindings are hidden while the rest goes on. */
static bool take_such(void *context, Reference *r)
{
  Choice *c = context;
  Updates updates = {0};
  VEC(uint32_t) hidden = {0};
  for (uint32_t i = 0; i < c->count; i++) {
    uint32_t at = binding_of(r, c->names[i]);
    Update update = {c->names[i], r->bindings.data[at].value};
    vec_push(&updates, update);
    vec_push(&hidden, at);
    r->bindings.data[at].symbol = NULL;
  }
  c->rest->go(c->x, c->rest, &updates);
  for (uint32_t i = 0; i < c->count; i++) r->bindings.data[hidden.data[i]].symbol = c->names[i];
  vec_free(&hidden);
  vec_free(&updates);
  return !over(c->x);
}

/* x,y :(P): in P, x is the new value; the old one is x$0 */
static void run_becomes_such(Executor *x, const Node *node, Rest *rest)
{
  Choice c = {x, node, rest, ref_bound_names(x->r, node->kids[0]), node->kids[0]->count};
  for (uint32_t i = 0; i < c.count; i++) {
    Binding old = {c.names[i], VALUE_UNDEFINED};
    if (!reference_lookup(x->r, old.symbol, &old.value) && old.symbol->kind == SYMBOL_VARIABLE &&
        !old.symbol->dropped)
      old.value = x->r->e->variables[old.symbol->index];
    vec_push(&x->r->old_values, old);
  }
  Solved solved =
      reference_solve(x->r, c.names, c.count, node->kids[1], WINDOWS_COUNTED, take_such, &c);
  x->r->old_values.len -= c.count;
  if (solved == SOLVED_INCOMPLETE || solved == SOLVED_INFINITE) x->incomplete = true;
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
  run(x, node->kids[part], &next.rest);
  if (next.reached || node->kind == NODE_SEQUENCE || part + 1 == node->count) return;
  Parts others = {{go_parts}, node, part + 2, NULL, &nowhere, next.base, false};
  run_part(x, node, part + 1, others);
}

static void go_parts(Executor *x, Rest *rest, const Updates *updates)
{
  Parts *s = (Parts *) rest;
  bool sequence = s->node->kind == NODE_SEQUENCE;
  Updates all = {0};
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
    if (t == TRUTH_TRUE) return run(x, node->kids[i + 1], rest);
    if (t != TRUTH_FALSE) return no_truth(x, t);
  }
  if (node->count % 2) run(x, node->kids[node->count - 1], rest);
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
  for (uint32_t i = 0; i + 1 < node->count && !over(x); i += 2) {
    Truth t = ref_truth(x->r, node->kids[i]);
    none &= t == TRUTH_FALSE;
    if (t == TRUTH_TRUE) run(x, node->kids[i + 1], rest);
    else if (t == TRUTH_UNKNOWN || (t == TRUTH_FAULT && !guard_excludes(x->r->e, node->kids[i])))
      no_truth(x, t);
  }
  if (none && node->count % 2) run(x, node->kids[node->count - 1], rest);
}

static void run_case(Executor *x, const Node *node, Rest *rest)
{
  Updates none = {0};
  Value v = ref_eval(x->r, node->kids[0]);
  if (value_is_none(v)) return no_value(x, v);
  for (uint32_t i = 1; i < node->count; i++) {
    const Node *branch = node->kids[i];
    if (branch->kind != NODE_BRANCH) return run(x, branch, rest); /* ELSE */
    for (uint32_t j = 0; j < branch->kids[0]->count; j++) {
      Value label = ref_eval(x->r, branch->kids[0]->kids[j]);
      if (value_is_none(label)) return no_value(x, label);
      if (value_same(label, v)) return run(x, branch->kids[1], rest);
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
    engine_false_claim(e, claim->span,
                       "the precondition of the refinement %s is stronger than what it refines",
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
  if (t != TRUTH_TRUE) no_truth(x, t == TRUTH_FALSE ? TRUTH_FAULT : t);
  if (t == TRUTH_UNKNOWN || (t != TRUTH_TRUE && !named)) return;
  if (t != TRUTH_TRUE) x->broken = true; /* what happens is seen all the same */
  run(x, node->kids[1], rest);
  x->broken = broken;
}

static bool take_any(void *context, Reference *r)
{
  Choice *c = context;
  (void) r;
  run(c->x, c->node, c->rest);
  return !over(c->x);
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
  if (value_is_none(none)) no_value(x, none);
  else run(x, node->kids[2], rest);
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
  run(x, node->kids[1], &l.rest);
  reference_unbind(x->r, node->kids[0]->count);
}

/* ----------------------------------------------------------- loops, calls */

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
  Truth t = ref_truth(r, node->kids[2]);
  if (t == TRUTH_FALSE) {
    engine_false_claim(r->e, node->kids[2]->span, "the invariant of the loop does not hold");
    fail(x);
    return TRUTH_FAULT;
  }
  if (t == TRUTH_TRUE) t = ref_truth(r, node->kids[0]);
  else {
    no_truth(x, t);
    return t;
  }
  if (t == TRUTH_FALSE) return t;
  Value now = t == TRUTH_TRUE ? ref_eval(r, node->kids[3]) : none_of_truth(t);
  if (value_is_none(now)) {
    no_value(x, now);
    return truth_of_none(now);
  }
  bool first = value_is_none(*variant), negative = int_sign(r->s, now) < 0;
  if (negative || (!first && int_compare(r->s, now, *variant) >= 0)) {
    engine_false_claim(r->e, node->kids[3]->span, "the variant of the loop is %s",
                       negative ? "negative" : "not decreased");
    fail(x);
    return TRUTH_FAULT;
  }
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
    if (again == TRUTH_TRUE) run(x, node->kids[1], &g.rest);
    reference_unbind(x->r, state->len);
    if (again == TRUTH_FALSE) rest->go(x, rest, state);
    uint32_t count = g.found.len;
    for (uint32_t i = 0; i < count; i++) {
      if (count == 1) execute_merge(state, &g.found.data[i]);
      else if (!over(x)) {
        Updates next = {0};
        execute_merge(&next, state);
        execute_merge(&next, &g.found.data[i]);
        if (x->r->depth >= DEPTH_LIMIT) {
          engine_unknown(x->r->e, "a loop that may go on in too many ways");
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
    if (count != 1 || over(x)) return;
  }
}

static void run_while(Executor *x, const Node *node, Rest *rest)
{
  Updates state = {0};
  run_turns(x, node, rest, &state, VALUE_UNDEFINED);
  vec_free(&state);
}

typedef struct {
  Rest rest;
  const Operation *operation;
  const Node *results; /* targets of the caller */
  Rest *outer;
  const Node *caller; /* the call around this one, or NULL */
} Call;

static void go_call(Executor *x, Rest *rest, const Updates *updates)
{
  Call *c = (Call *) rest;
  Updates all = {0};
  bool fine = true;
  for (uint32_t i = 0; i < updates->len; i++)
    if (updates->data[i].symbol->kind == SYMBOL_VARIABLE) vec_push(&all, updates->data[i]);
  for (uint32_t i = 0; i < c->results->count; i++) {
    Value v = VALUE_UNDEFINED;
    for (uint32_t j = 0; j < updates->len; j++)
      if (updates->data[j].symbol == c->operation->results[i]) v = updates->data[j].value;
    if (value_is_none(v)) {
      engine_fault(x->r->e, c->results->span, "the result %s of %s has no value",
                   c->operation->results[i]->name->text, c->operation->symbol->name->text);
      fail(x);
      fine = false;
    } else fine &= assign(x, c->results->kids[i], v, &all);
  }
  const Node *inner = x->call;
  x->call = c->caller;
  if (fine) c->outer->go(x, c->outer, &all);
  x->call = inner;
  vec_free(&all);
}

static void call_with(Executor *x, const Operation *operation, const Node *node,
                      const Values *arguments, Rest *rest)
{
  Call c = {{go_call}, operation, node->kids[0], rest, x->call};
  x->call = node;
  uint32_t bound = 0;
  for (uint32_t i = 0; i < arguments->len && i < operation->parameter_count; i++, bound++)
    reference_bind(x->r, operation->parameters[i], arguments->data[i]);
  for (uint32_t i = 0; i < operation->result_count; i++, bound++)
    reference_bind(x->r, operation->results[i], VALUE_UNDEFINED);
  run(x, operation->body, &c.rest);
  reference_unbind(x->r, bound);
  x->call = c.caller;
}

static void run_call(Executor *x, const Node *node, Rest *rest)
{
  const Operation *operation = node->symbol ? node->symbol->operation : NULL;
  if (!operation || !operation->body) {
    engine_unknown(x->r->e, "the operation %s is not known", node->name->text);
    x->incomplete = true;
    return;
  }
  Values arguments = {0};
  bool fine = true;
  for (uint32_t i = 0; i < node->kids[1]->count; i++) {
    Value v = ref_eval(x->r, node->kids[1]->kids[i]);
    if (value_is_none(v)) no_value(x, v), fine = false;
    vec_push(&arguments, v);
  }
  if (fine) call_with(x, operation, node, &arguments, rest);
  vec_free(&arguments);
}

static bool performed(Reference *r, const Node *node)
{
  if (r->e->options.built_in) return r->e->options.built_in->perform(r, node);
  engine_unknown(r->e, "%s is not built in", node->name->text);
  return false;
}

/* ---------------------------------------------------------------- dispatch */

static void dispatch(Executor *x, const Node *node, Rest *rest)
{
  Updates none = {0};
  switch ((NodeKind) node->kind) {
  case NODE_EXTERNAL:
    if (!performed(x->r, node)) return no_value(x, VALUE_UNKNOWN);
    rest->go(x, rest, &none);
    break;
  case NODE_SKIP: rest->go(x, rest, &none); break;
  case NODE_BLOCK:
  case NODE_EXPANSION:
  case NODE_DESCRIBED: run(x, node->kids[0], rest); break;
  case NODE_WITNESS: run(x, node->kids[1], rest); break;
  case NODE_ASSIGN: run_assignment(x, node, rest); break;
  case NODE_BECOMES_IN: run_becomes_element(x, node, rest); break;
  case NODE_BECOMES_SUCH: run_becomes_such(x, node, rest); break;
  case NODE_PRE:
  case NODE_ASSERT: run_obligation(x, node, rest); break;
  case NODE_CHOICE:
    for (uint32_t i = 0; i < node->count && !over(x); i++) run(x, node->kids[i], rest);
    break;
  case NODE_IF: run_if(x, node, rest); break;
  case NODE_SELECT: run_select(x, node, rest); break;
  case NODE_CASE: run_case(x, node, rest); break;
  case NODE_ANY: run_any(x, node, rest); break;
  case NODE_LET: run_let(x, node, rest); break;
  case NODE_VAR: run_var(x, node, rest); break;
  case NODE_WHILE: run_while(x, node, rest); break;
  case NODE_SEQUENCE:
  case NODE_SIMULTANEOUS: run_parts(x, node, rest); break;
  case NODE_OP_CALL: run_call(x, node, rest); break;
  case NODE_REFINED: execute_refined(x, node, rest); break;
  default:
    engine_unknown(x->r->e, "%s cannot be executed", node_kind_name(node->kind));
    x->incomplete = true;
  }
}

static void run(Executor *x, const Node *node, Rest *rest)
{
  if (over(x)) return;
  if (!ref_spend(x->r) || x->r->depth >= DEPTH_LIMIT) {
    x->incomplete = true;
    return;
  }
  x->r->depth++;
  dispatch(x, node, rest);
  x->r->depth--;
}

void execute_run(Executor *x, const Node *node, Rest *rest) { run(x, node, rest); }

static void go_outcome(Executor *x, Rest *rest, const Updates *updates)
{
  (void) rest;
  ref_spend(x->r); /* one statement may have millions of outcomes */
  if (!over(x)) x->stopped = !x->outcome(x->context, x->r, updates->data, updates->len);
}

Executed execute(Reference *r, const Node *substitution, Outcome *outcome, Failure *failure,
                 void *context)
{
  Executor x = {.r = r, .outcome = outcome, .failure = failure, .context = context};
  Rest last = {go_outcome};
  r->executing++;
  run(&x, substitution, &last);
  r->executing--;
  vec_free(&x.told);
  if (x.stopped) return EXECUTED_STOPPED;
  return x.incomplete || r->e->expired ? EXECUTED_INCOMPLETE : EXECUTED_ALL;
}
