#include <string.h>

#include "engine/code.h"
#include "value/relation.h"

/* Substitutions.  Every outcome is a stretch of the log of writes; what comes after
 * is a continuation, so that nondeterminism needs no copies.  While a part of a
 * sequence runs, the writes of the parts before it are in their places; everybody
 * else sees the state as it was before. */

typedef struct Statement Statement;
typedef struct Exec Exec;
typedef struct Rest Rest;
struct Rest {
  void (*go)(Exec *, Rest *);
};

typedef void StatementRun(Exec *, const Statement *, Rest *);

typedef struct { /* x, f(i), r'a … on the left of an assignment */
  enum { TARGET_NAME, TARGET_ELEMENT, TARGET_FIELD } kind;
  const Symbol *symbol; /* TARGET_NAME */
  bool variable;        /* of the state: index; else a slot of the frame */
  uint32_t index;
  const Code *inner, *argument; /* the value of what is changed, and where */
  uint32_t outer;               /* the target that it is a part of, among the targets */
  const Shape *shape;           /* of the pairs; of the record */
  Span span;
} Target;

struct Statement {
  StatementRun *run;
  const Node *node;
  const Statement *const *parts;
  uint32_t count;
  const Code *const *codes; /* values, conditions */
  uint32_t code_count;
  const Target *const *targets; /* of an assignment: each with those it is a part of */
  uint32_t target_count;
  const Plan *plan;
  const Lets *lets;
  const uint32_t *slots; /* of local names, or of parameters and results of a call */
  uint32_t slot_count;
  const uint32_t *branches; /* CASE: the number of labels of each part */
};

struct Exec {
  Vm *vm;
  void (*outcome)(void *context);
  void *context;
  bool stopped, incomplete, faulted, aborted;
  bool broken; /* a named obligation does not hold: the fault is kept, and it goes on */
  Fault fault;
  uint32_t turns; /* of loops that are inside each other because their bodies have choices */
};

enum { MOST_TURNS = 20000, MOST_STATEMENTS = 1 << 14 };

static void run(Exec *x, const Statement *s, Rest *rest);

static bool over(const Exec *x) { return x->stopped || x->faulted; }

static void fail(Exec *x)
{
  if (!x->faulted && !x->broken) x->fault = x->vm->e->fault;
  x->faulted = true;
}

/* An obligation that does not hold. */
static void abort_here(Exec *x)
{
  x->aborted |= !x->faulted;
  fail(x);
}

static void no_value(Exec *x, Value none)
{
  if (value_same(none, VALUE_UNKNOWN)) x->incomplete = true;
  else fail(x);
}

static void no_truth(Exec *x, Truth t) { no_value(x, none_of_truth(t)); }

/* ---------------------------------------------------------------- the log */

static void write(Vm *vm, Value *place, Value value)
{
  Write w = {place, value};
  vec_push(&vm->log, w);
}

static void exchange(Write *w)
{
  Value other = *w->place;
  *w->place = w->value;
  w->value = other;
}

/* Puts the writes from `start` on into their places; the log keeps what was there. */
static void exchange_in(Vm *vm, uint32_t start, uint32_t end)
{
  for (uint32_t i = start; i < end; i++) exchange(&vm->log.data[i]);
}

static void exchange_out(Vm *vm, uint32_t start, uint32_t end)
{
  for (uint32_t i = end; i-- > start;) exchange(&vm->log.data[i]);
}

static void swap_in(Vm *vm, uint32_t start, uint32_t end)
{
  exchange_in(vm, start, end);
  vm_state_changed(vm);
}

static void swap_out(Vm *vm, uint32_t start, uint32_t end)
{
  exchange_out(vm, start, end);
  vm_state_changed(vm);
}

/* The last value that the log has for the place since `start`. */
static Value written(const Vm *vm, const Value *place, uint32_t start)
{
  for (uint32_t i = vm->log.len; i-- > start;)
    if (vm->log.data[i].place == place) return vm->log.data[i].value;
  return VALUE_UNDEFINED;
}

/* ------------------------------------------------------------- assignments */

/* The new value of the variable at the root. */
static bool assign(Exec *x, const Target *t, Value v)
{
  Vm *vm = x->vm;
  while (t->kind != TARGET_NAME) {
    Value old = run_value(t->inner, vm);
    if (!value_is_none(old) && t->kind == TARGET_FIELD) {
      Value few[16], *fields = t->shape->count <= 16 ? few : calloc(t->shape->count, sizeof *few);
      if (!fields) abort();
      for (uint32_t i = 0; i < t->shape->count; i++)
        fields[i] = i == t->index ? v : record_field(vm->s, old, i);
      v = value_record(vm->s, fields, t->shape->count);
      if (fields != few) free(fields);
    } else if (!value_is_none(old)) {
      Value index = run_value(t->argument, vm);
      if (value_tag(old) == TAG_LAZY) old = reference_expand(vm->r, t->shape, old, t->span);
      bool plain = are_explicit(vm, old, index) && is_explicit(vm, v);
      v = value_is_none(index) ? index
          : value_is_none(old) ? old
          : plain              ? rel_update(vm->s, t->shape, old, index, v)
                               : updated_function(vm->r, t->shape, old, index, v);
    } else v = old;
    if (value_is_none(v)) return no_value(x, v), false;
    t++;
  }
  write(vm, t->variable ? &vm->e->variables[t->index] : &vm->frame[t->index], v);
  return true;
}

static void run_assignment(Exec *x, const Statement *s, Rest *rest)
{
  Vm *vm = x->vm;
  uint32_t start = vm->log.len;
  bool fine = true;
  for (uint32_t i = 0; i < s->target_count && fine; i++) {
    Value v = run_value(s->codes[i], vm);
    if (value_is_none(v)) no_value(x, v), fine = false;
    else fine = assign(x, s->targets[i], v);
  }
  if (fine) rest->go(x, rest);
  vm->log.len = start;
}

/* x,y :: S */
static void run_becomes_element(Exec *x, const Statement *s, Rest *rest)
{
  Vm *vm = x->vm;
  Value set = run_value(s->codes[0], vm), none;
  const Shape *element = engine_element_shape(vm->e, s->node->kids[1]->type);
  if (value_is_none(set)) return no_value(x, set);
  if (value_tag(set) == TAG_LAZY) {
    none = set = reference_expand(vm->r, element, set, s->node->span);
    if (value_is_none(set)) return no_value(x, none);
  }
  if (set_card(vm->s, set) > vm->e->expansion_limit) {
    engine_unknown(vm->e, "a set that is too large to be walked through");
    x->incomplete = true;
    return;
  }
  SetIter it = set_iter(vm->s, element, set);
  for (Value v; !over(x) && set_next(&it, &v);) {
    uint32_t start = vm->log.len;
    bool fine = true;
    for (uint32_t t = s->target_count; t-- > 0 && fine;) {
      fine = assign(x, s->targets[t], t == 0 ? v : fast_second(vm->s, v));
      if (t > 0) v = fast_first(vm->s, v);
    }
    if (fine) rest->go(x, rest);
    vm->log.len = start;
  }
}

typedef struct {
  Exec *x;
  const Statement *s;
  Rest *rest;
} Choice;

static bool take_such(void *context, Vm *vm)
{
  Choice *c = context;
  uint32_t start = vm->log.len;
  for (uint32_t i = 0; i < c->s->target_count; i++) {
    const Target *t = c->s->targets[i];
    write(vm, t->variable ? &vm->e->variables[t->index] : &vm->frame[t->index],
          plan_value(vm, c->s->plan, i));
  }
  c->rest->go(c->x, c->rest);
  vm->log.len = start;
  return !over(c->x);
}

static void run_solutions(Exec *x, const Statement *s, Rest *rest, PlanFound *found)
{
  Choice c = {x, s, rest};
  Solved solved = plan_run(x->vm, s->plan, true, found, &c);
  if (solved == SOLVED_INCOMPLETE || solved == SOLVED_INFINITE) x->incomplete = true;
}

static void run_becomes_such(Exec *x, const Statement *s, Rest *rest)
{
  Vm *vm = x->vm;
  for (uint32_t i = 0; i < s->target_count; i++) {
    const Target *t = s->targets[i];
    vm->frame[s->slots[i]] = t->variable ? vm->e->variables[t->index] : vm->frame[t->index];
  }
  run_solutions(x, s, rest, take_such);
}

/* ------------------------------------------------------------- composition */

static void run_skip(Exec *x, const Statement *s, Rest *rest)
{
  (void) s;
  rest->go(x, rest);
}

typedef struct { /* the parts that remain */
  Rest rest;
  const Statement *s;
  uint32_t next, start;
  Rest *outer;
} Parts;

static void go_parallel(Exec *x, Rest *rest)
{
  Parts *p = (Parts *) rest;
  if (p->next == p->s->count) {
    p->outer->go(x, p->outer);
    return;
  }
  Parts next = {{go_parallel}, p->s, p->next + 1, p->start, p->outer};
  run(x, p->s->parts[p->next], &next.rest);
}

static void run_parallel(Exec *x, const Statement *s, Rest *rest)
{
  Parts p = {{go_parallel}, s, 1, 0, rest};
  run(x, s->parts[0], &p.rest);
}

/* A part of a sequence has made its writes, from p->start on.  They are put in their
 * places for the next part; what comes after the sequence starts from the state before
 * it again, with all the writes in the log. */
static void go_sequence(Exec *x, Rest *rest);

typedef struct {
  Rest rest;
  Rest *outer;
  uint32_t start, end; /* the writes that are in their places */
} Outside;

static void go_outside(Exec *x, Rest *rest)
{
  Outside *o = (Outside *) rest;
  swap_out(x->vm, o->start, o->end);
  o->outer->go(x, o->outer);
  swap_in(x->vm, o->start, o->end);
}

static void go_sequence(Exec *x, Rest *rest)
{
  Parts *p = (Parts *) rest;
  Vm *vm = x->vm;
  uint32_t end = vm->log.len;
  if (p->next == p->s->count) {
    p->outer->go(x, p->outer);
    return;
  }
  swap_in(vm, p->start, end);
  Outside o = {{go_outside}, p->outer, p->start, end};
  Parts next = {{go_sequence}, p->s, p->next + 1, end, &o.rest};
  run(x, p->s->parts[p->next], &next.rest);
  swap_out(vm, p->start, end);
}

static void run_sequence(Exec *x, const Statement *s, Rest *rest)
{
  Parts p = {{go_sequence}, s, 1, x->vm->log.len, rest};
  run(x, s->parts[0], &p.rest);
}

/* -------------------------------------------------------- guards and choice */

static void run_if(Exec *x, const Statement *s, Rest *rest)
{
  for (uint32_t i = 0; i < s->code_count; i++) {
    Truth t = run_truth(s->codes[i], x->vm);
    if (t == TRUTH_TRUE) return run(x, s->parts[i], rest);
    if (t != TRUTH_FALSE) return no_truth(x, t);
  }
  if (s->count > s->code_count) run(x, s->parts[s->count - 1], rest);
  else rest->go(x, rest);
}

static void run_select(Exec *x, const Statement *s, Rest *rest)
{
  bool some = false;
  for (uint32_t i = 0; i < s->code_count && !over(x); i++) {
    Truth t = run_truth(s->codes[i], x->vm);
    if (t == TRUTH_TRUE) some = true, run(x, s->parts[i], rest);
    else if (t != TRUTH_FALSE) return no_truth(x, t);
  }
  if (!some && s->count > s->code_count) run(x, s->parts[s->count - 1], rest);
}

static void run_choice(Exec *x, const Statement *s, Rest *rest)
{
  for (uint32_t i = 0; i < s->count && !over(x); i++) run(x, s->parts[i], rest);
}

/* codes: the expression, then the labels of all branches in order */
static void run_case(Exec *x, const Statement *s, Rest *rest)
{
  Value v = run_value(s->codes[0], x->vm);
  if (value_is_none(v)) return no_value(x, v);
  uint32_t next = 1, i = 0;
  for (; i < s->count && s->branches[i] > 0; i++)
    for (uint32_t j = 0; j < s->branches[i]; j++) {
      Value label = run_value(s->codes[next++], x->vm);
      if (value_is_none(label)) return no_value(x, label);
      if (value_same(label, v)) return run(x, s->parts[i], rest);
    }
  if (i < s->count) run(x, s->parts[i], rest); /* ELSE */
  else rest->go(x, rest);
}

/* PRE and ASSERT: the predicate must hold. */
static void run_obligation(Exec *x, const Statement *s, Rest *rest)
{
  Truth t = run_truth(s->codes[0], x->vm);
  if (t == TRUTH_TRUE) return run(x, s->parts[0], rest);
  if (t != TRUTH_FALSE) return no_truth(x, t);
  obligation_fault(x->vm->e, s->node);
  if (s->node->kids[0]->kind != NODE_LABELLED) return abort_here(x);
  if (!x->broken) x->fault = x->vm->e->fault; /* noted; what happens is seen all the same */
  x->broken = true;
  run(x, s->parts[0], rest);
}

static bool take_any(void *context, Vm *vm)
{
  Choice *c = context;
  (void) vm;
  run(c->x, c->s->parts[0], c->rest);
  return !over(c->x);
}

static void run_any(Exec *x, const Statement *s, Rest *rest)
{
  run_solutions(x, s, rest, take_any);
}

static void run_let(Exec *x, const Statement *s, Rest *rest)
{
  Value none = run_lets(x->vm, s->lets);
  if (value_is_none(none)) no_value(x, none);
  else run(x, s->parts[0], rest);
}

/* Local names have places of their own; writes to them go no further than anybody
 * who reads them. */
static void clear_slots(Vm *vm, const Statement *s, uint32_t first)
{
  for (uint32_t i = first; i < s->slot_count; i++) vm->frame[s->slots[i]] = VALUE_UNDEFINED;
  vm_state_changed(vm);
}

static void run_var(Exec *x, const Statement *s, Rest *rest)
{
  clear_slots(x->vm, s, 0);
  run(x, s->parts[0], rest);
}

/* ------------------------------------------------------------------- loops */

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
  Writes copy = {0};
  for (uint32_t i = g->start; i < x->vm->log.len; i++) vec_push(&copy, x->vm->log.data[i]);
  vec_push(&g->found, copy);
}

/* codes: condition, invariant, variant */
static Truth loop_test(Exec *x, const Statement *s, Value *variant)
{
  Vm *vm = x->vm;
  Truth t = run_truth(s->codes[1], vm);
  if (t == TRUTH_FALSE) {
    engine_fault(vm->e, s->node->kids[2]->span, "the invariant of the loop does not hold");
    abort_here(x);
    return TRUTH_FAULT;
  }
  if (t == TRUTH_TRUE) t = run_truth(s->codes[0], vm);
  else {
    no_truth(x, t);
    return t;
  }
  if (t == TRUTH_FALSE) return t;
  Value now = t == TRUTH_TRUE ? run_value(s->codes[2], vm) : none_of_truth(t);
  if (value_is_none(now)) {
    no_value(x, now);
    return truth_of_none(now);
  }
  bool first = value_is_none(*variant), negative = int_sign(vm->s, now) < 0;
  if (negative || (!first && int_compare(vm->s, now, *variant) >= 0)) {
    engine_fault(vm->e, s->node->kids[3]->span, "the variant of the loop is %s",
                 negative ? "negative" : "not decreased");
    abort_here(x);
    return TRUTH_FAULT;
  }
  *variant = now;
  return TRUTH_TRUE;
}

/* The writes of a turn replace those of earlier turns to the same place. */
static void add_writes(Vm *vm, uint32_t start, const Writes *more)
{
  for (uint32_t i = 0; i < more->len; i++) {
    uint32_t j = start;
    while (j < vm->log.len && vm->log.data[j].place != more->data[i].place) j++;
    if (j < vm->log.len) vm->log.data[j].value = more->data[i].value;
    else vec_push(&vm->log, more->data[i]);
  }
}

static void run_turns(Exec *x, const Statement *s, Rest *rest, uint32_t start, Value variant);

/* The turns after one of several outcomes; the writes so far are put back afterwards. */
static void run_other_turns(Exec *x, const Statement *s, Rest *rest, uint32_t start,
                            const Writes *outcome, Value variant)
{
  Vm *vm = x->vm;
  Writes saved = {0};
  if (x->turns == MOST_TURNS) {
    engine_unknown(vm->e, "a loop that may go on in too many ways");
    x->incomplete = true;
    return;
  }
  for (uint32_t i = start; i < vm->log.len; i++) vec_push(&saved, vm->log.data[i]);
  add_writes(vm, start, outcome);
  x->turns++;
  run_turns(x, s, rest, start, variant);
  x->turns--;
  vm->log.len = start;
  for (uint32_t i = 0; i < saved.len; i++) vec_push(&vm->log, saved.data[i]);
  vec_free(&saved);
}

/* Turns of the loop after the writes from `start` on; several outcomes of the body
 * are followed one after the other, a single one without recursion. */
static void run_turns(Exec *x, const Statement *s, Rest *rest, uint32_t start, Value variant)
{
  Vm *vm = x->vm;
  for (;;) {
    if (!engine_spend(vm->e)) {
      x->incomplete = true;
      return;
    }
    uint32_t end = vm->log.len;
    Gather g = {{go_gather}, end, {0}};
    swap_in(vm, start, end);
    Truth again = loop_test(x, s, &variant);
    if (again == TRUTH_TRUE) run(x, s->parts[0], &g.rest);
    swap_out(vm, start, end);
    if (again == TRUTH_FALSE) rest->go(x, rest);
    uint32_t count = g.found.len;
    for (uint32_t i = 0; i < count; i++) {
      if (count == 1) add_writes(vm, start, &g.found.data[i]);
      else if (!over(x)) run_other_turns(x, s, rest, start, &g.found.data[i], variant);
      vec_free(&g.found.data[i]);
    }
    vec_free(&g.found);
    if (count != 1 || over(x)) return;
  }
}

static void run_while(Exec *x, const Statement *s, Rest *rest)
{
  uint32_t start = x->vm->log.len;
  run_turns(x, s, rest, start, VALUE_UNDEFINED);
  x->vm->log.len = start;
}

/* ------------------------------------------------------------------- calls */

typedef struct {
  Rest rest;
  const Statement *s;
  Rest *outer;
  uint32_t start;
} Call;

/* The results go to the targets of the caller; their values are the last ones
 * written during the call. */
static void go_call(Exec *x, Rest *rest)
{
  Call *c = (Call *) rest;
  Vm *vm = x->vm;
  const Statement *s = c->s;
  const Operation *operation = s->node->symbol->operation;
  uint32_t end = vm->log.len;
  bool fine = true;
  for (uint32_t i = 0; i < s->target_count && fine; i++) {
    uint32_t slot = s->slots[operation->parameter_count + i];
    Value v = written(vm, &vm->frame[slot], c->start);
    if (value_is_none(v)) {
      engine_fault(vm->e, s->node->kids[0]->span, "the result %s of %s has no value",
                   operation->results[i]->name->text, operation->symbol->name->text);
      fail(x);
      fine = false;
    } else fine = assign(x, s->targets[i], v);
  }
  if (fine) c->outer->go(x, c->outer);
  vm->log.len = end;
}

static void run_call(Exec *x, const Statement *s, Rest *rest)
{
  Vm *vm = x->vm;
  Value few[32];
  for (uint32_t i = 0; i < s->code_count; i++) {
    few[i] = run_value(s->codes[i], vm);
    if (value_is_none(few[i])) return no_value(x, few[i]);
  }
  for (uint32_t i = 0; i < s->code_count; i++) vm->frame[s->slots[i]] = few[i];
  clear_slots(vm, s, s->code_count);
  Call c = {{go_call}, s, rest, vm->log.len};
  run(x, s->parts[0], &c.rest);
}

static void run(Exec *x, const Statement *s, Rest *rest)
{
  if (over(x)) return;
  if (!engine_spend(x->vm->e)) {
    x->incomplete = true;
    return;
  }
  s->run(x, s, rest);
}

/* ---------------------------------------------------------------- compiling */

static const Statement *compile(Vm *vm, const Node *node);

static Statement *statement_new(Vm *vm, const Node *node, StatementRun *how)
{
  Statement *s = arena_alloc(vm->arena, sizeof *s);
  s->node = node;
  s->run = how;
  if (++vm->statements > MOST_STATEMENTS) vm->too_large = true;
  return s;
}

/* False: there is no code for one of them; then the reference interpreter runs all. */
static bool add_parts(Vm *vm, Statement *s, Node *const *nodes, uint32_t count)
{
  const Statement **parts = arena_new_array(vm->arena, const Statement *, count + 1);
  s->parts = parts;
  for (uint32_t i = 0; i < count; i++) {
    parts[s->count] = compile(vm, nodes[i]);
    if (!parts[s->count++]) return false;
  }
  return true;
}

static const Code *compile_here(Vm *vm, const Node *node, bool predicate)
{
  const Code *c = predicate ? code_of_predicate(vm, node) : code_of_expression(vm, node);
  return code_inside(vm, c, vm->depth);
}

/* Guarded branches: P S P S … S? */
static const Statement *compile_guarded(Vm *vm, const Node *node, StatementRun *how)
{
  Statement *s = statement_new(vm, node, how);
  const Code **codes = arena_new_array(vm->arena, const Code *, node->count);
  const Statement **parts = arena_new_array(vm->arena, const Statement *, node->count);
  s->codes = codes;
  s->parts = parts;
  for (uint32_t i = 0; i < node->count; i++) {
    bool guard = i % 2 == 0 && i + 1 < node->count;
    if (guard) codes[s->code_count++] = compile_here(vm, node->kids[i], true);
    else if (!(parts[s->count++] = compile(vm, node->kids[i]))) return NULL;
  }
  return s;
}

static bool find_place(Vm *vm, const Symbol *symbol, Target *t)
{
  const Location *place = place_of(vm, symbol, false);
  t->kind = TARGET_NAME;
  t->symbol = symbol;
  if (place) return t->index = place->slot, place->assignable;
  t->variable = true;
  t->index = symbol->index;
  return symbol->kind == SYMBOL_VARIABLE && !symbol->dropped;
}

/* f(i)'a := …: first the innermost change, at last the name. */
static const Target *compile_target(Vm *vm, const Node *node)
{
  uint32_t depth = 1;
  node = node_bare(node);
  for (const Node *n = node; n->kind == NODE_APPLY || n->kind == NODE_FIELD; depth++)
    n = node_bare(n->kids[0]);
  Target *targets = arena_new_array(vm->arena, Target, depth);
  for (uint32_t i = 0; i + 1 < depth; i++, node = node_bare(node->kids[0])) {
    Target *t = &targets[i];
    const Node *inner = node->kids[0];
    t->span = node->span;
    t->inner = compile_here(vm, inner, false);
    if (node->kind == NODE_FIELD) {
      t->kind = TARGET_FIELD;
      t->shape = engine_shape(vm->e, inner->type);
      while (t->index < t->shape->count && strcmp(t->shape->names[t->index], node->name->text))
        t->index++;
      continue;
    }
    t->kind = TARGET_ELEMENT;
    t->shape = engine_element_shape(vm->e, inner->type);
    if (node->count > 2) return NULL;
    t->argument = compile_here(vm, node->kids[1], false);
  }
  bool known = node->kind == NODE_IDENT && find_place(vm, node->symbol, &targets[depth - 1]);
  return known ? targets : NULL;
}

static bool add_targets(Vm *vm, Statement *s, const Node *list)
{
  const Target **targets = arena_new_array(vm->arena, const Target *, list->count + 1);
  for (uint32_t i = 0; i < list->count; i++)
    if (!(targets[i] = compile_target(vm, list->kids[i]))) return false;
  s->targets = targets;
  s->target_count = list->count;
  return true;
}

static bool add_codes(Vm *vm, Statement *s, Node *const *nodes, uint32_t count)
{
  const Code **codes = arena_new_array(vm->arena, const Code *, count + 1);
  for (uint32_t i = 0; i < count; i++) codes[i] = compile_here(vm, nodes[i], false);
  s->codes = codes;
  s->code_count = count;
  return true;
}

static const Statement *compile_assignment(Vm *vm, const Node *node)
{
  Statement *s = statement_new(vm, node, run_assignment);
  const Node *values = node->kids[1];
  if (values->count != node->kids[0]->count) return NULL;
  return add_codes(vm, s, values->kids, values->count) && add_targets(vm, s, node->kids[0]) ? s
                                                                                            : NULL;
}

static const Statement *compile_becomes_element(Vm *vm, const Node *node)
{
  Statement *s = statement_new(vm, node, run_becomes_element);
  return add_codes(vm, s, &node->kids[1], 1) && add_targets(vm, s, node->kids[0]) ? s : NULL;
}

/* A place that may be assigned, for the time of the statement. */
static uint32_t assignable_place(Vm *vm, const Symbol *symbol)
{
  uint32_t slot = new_slot(vm);
  place_add(vm, symbol, slot, UINT64_C(1) << LEVEL_STATE);
  vm->places.data[vm->places.len - 1].assignable = true;
  return slot;
}

static Symbol **symbols_of(Vm *vm, const Node *names)
{
  Symbol **symbols = arena_new_array(vm->arena, Symbol *, names->count + 1);
  for (uint32_t i = 0; i < names->count; i++) symbols[i] = node_bare(names->kids[i])->symbol;
  return symbols;
}

/* In P, x is the new value and x$0 the old one, whatever x is. */
static const Statement *compile_becomes_such(Vm *vm, const Node *node)
{
  Statement *s = statement_new(vm, node, run_becomes_such);
  const Node *list = node->kids[0];
  uint32_t places = vm->places.len, depth = vm->depth;
  for (uint32_t i = 0; i < list->count; i++)
    if (node_bare(list->kids[i])->kind != NODE_IDENT) return NULL;
  if (!add_targets(vm, s, list)) return NULL;
  uint32_t *slots = arena_new_array(vm->arena, uint32_t, list->count + 1);
  for (uint32_t i = 0; i < list->count; i++) {
    slots[i] = assignable_place(vm, s->targets[i]->symbol);
    vm->places.data[vm->places.len - 1].old = true;
  }
  s->slots = slots;
  s->slot_count = list->count;
  s->plan = plan_new(vm, symbols_of(vm, list), list->count, node->kids[1]);
  vm->places.len = places;
  vm->depth = depth;
  return s;
}

static const Statement *compile_case(Vm *vm, const Node *node)
{
  Statement *s = statement_new(vm, node, run_case);
  uint32_t labels = 1;
  for (uint32_t i = 1; i < node->count; i++)
    if (node->kids[i]->kind == NODE_BRANCH) labels += node->kids[i]->kids[0]->count;
  const Code **codes = arena_new_array(vm->arena, const Code *, labels);
  const Statement **parts = arena_new_array(vm->arena, const Statement *, node->count);
  uint32_t *branches = arena_new_array(vm->arena, uint32_t, node->count);
  codes[s->code_count++] = compile_here(vm, node->kids[0], false);
  for (uint32_t i = 1; i < node->count; i++) {
    const Node *branch = node->kids[i];
    bool last = branch->kind != NODE_BRANCH;
    const Node *list = last ? NULL : branch->kids[0];
    for (uint32_t j = 0; list && j < list->count; j++)
      codes[s->code_count++] = compile_here(vm, list->kids[j], false);
    branches[s->count] = list ? list->count : 0;
    if (!(parts[s->count++] = compile(vm, last ? branch : branch->kids[1]))) return NULL;
  }
  s->codes = codes;
  s->parts = parts;
  s->branches = branches;
  return s;
}

static const Statement *compile_any(Vm *vm, const Node *node)
{
  Statement *s = statement_new(vm, node, run_any);
  uint32_t places = vm->places.len, depth = vm->depth;
  s->plan = plan_new(vm, symbols_of(vm, node->kids[0]), node->kids[0]->count, node->kids[1]);
  bool fine = add_parts(vm, s, &node->kids[2], 1);
  vm->places.len = places;
  vm->depth = depth;
  return fine ? s : NULL;
}

static const Statement *compile_let_statement(Vm *vm, const Node *node)
{
  Statement *s = statement_new(vm, node, run_let);
  uint32_t places = vm->places.len;
  Code unused = {.node = node};
  s->lets = code_of_let(vm, &unused, node->kids[0], node->kids[1]);
  bool fine = s->lets && add_parts(vm, s, &node->kids[2], 1);
  vm->places.len = places;
  return fine ? s : NULL;
}

static const Statement *compile_var(Vm *vm, const Node *node)
{
  Statement *s = statement_new(vm, node, run_var);
  uint32_t places = vm->places.len;
  const Node *names = node->kids[0];
  uint32_t *slots = arena_new_array(vm->arena, uint32_t, names->count + 1);
  for (uint32_t i = 0; i < names->count; i++)
    slots[i] = assignable_place(vm, node_bare(names->kids[i])->symbol);
  s->slots = slots;
  s->slot_count = names->count;
  bool fine = add_parts(vm, s, &node->kids[1], 1);
  vm->places.len = places;
  return fine ? s : NULL;
}

static const Statement *compile_while(Vm *vm, const Node *node)
{
  Statement *s = statement_new(vm, node, run_while);
  const Code **codes = arena_new_array(vm->arena, const Code *, 3);
  codes[0] = compile_here(vm, node->kids[0], true);
  codes[1] = compile_here(vm, node->kids[2], true);
  codes[2] = compile_here(vm, node->kids[3], false);
  s->codes = codes;
  return add_parts(vm, s, &node->kids[1], 1) ? s : NULL;
}

static const Statement *compile_obligation(Vm *vm, const Node *node)
{
  Statement *s = statement_new(vm, node, run_obligation);
  const Code **codes = arena_new_array(vm->arena, const Code *, 1);
  codes[0] = compile_here(vm, node->kids[0], true);
  s->codes = codes;
  return add_parts(vm, s, &node->kids[1], 1) ? s : NULL;
}

static const Statement *compile_call(Vm *vm, const Node *node)
{
  const Operation *op = node->symbol ? node->symbol->operation : NULL;
  const Node *arguments = node->kids[1];
  if (!op || !op->body || arguments->count != op->parameter_count || arguments->count > 32)
    return NULL;
  Statement *s = statement_new(vm, node, run_call);
  uint32_t places = vm->places.len, next = 0;
  if (!add_codes(vm, s, arguments->kids, arguments->count) || !add_targets(vm, s, node->kids[0]) ||
      s->target_count > op->result_count)
    return NULL;
  uint32_t *slots =
      arena_new_array(vm->arena, uint32_t, op->parameter_count + op->result_count + 1);
  for (uint32_t i = 0; i < op->parameter_count; i++)
    slots[next++] = assignable_place(vm, op->parameters[i]);
  for (uint32_t i = 0; i < op->result_count; i++)
    slots[next++] = assignable_place(vm, op->results[i]);
  s->slots = slots;
  s->slot_count = next;
  bool fine = add_parts(vm, s, (Node *const *) &op->body, 1);
  vm->places.len = places;
  return fine ? s : NULL;
}

static const Statement *compile_list(Vm *vm, const Node *node, StatementRun *how)
{
  Statement *s = statement_new(vm, node, how);
  return add_parts(vm, s, node->kids, node->count) ? s : NULL;
}

static const Statement *compile(Vm *vm, const Node *node)
{
  while (node->kind == NODE_BLOCK || node->kind == NODE_EXPANSION || node->kind == NODE_DESCRIBED)
    node = node->kids[0];
  if (vm->too_large) return NULL;
  switch ((NodeKind) node->kind) {
  case NODE_SKIP: return statement_new(vm, node, run_skip);
  case NODE_ASSIGN: return compile_assignment(vm, node);
  case NODE_BECOMES_IN: return compile_becomes_element(vm, node);
  case NODE_BECOMES_SUCH: return compile_becomes_such(vm, node);
  case NODE_PRE:
  case NODE_ASSERT: return compile_obligation(vm, node);
  case NODE_CHOICE: return compile_list(vm, node, run_choice);
  case NODE_IF: return compile_guarded(vm, node, run_if);
  case NODE_SELECT: return compile_guarded(vm, node, run_select);
  case NODE_CASE: return compile_case(vm, node);
  case NODE_ANY: return compile_any(vm, node);
  case NODE_LET: return compile_let_statement(vm, node);
  case NODE_VAR: return compile_var(vm, node);
  case NODE_WHILE: return compile_while(vm, node);
  case NODE_SEQUENCE: return compile_list(vm, node, run_sequence);
  case NODE_SIMULTANEOUS: return compile_list(vm, node, run_parallel);
  case NODE_OP_CALL: return compile_call(vm, node);
  default: return NULL;
  }
}

/* ---------------------------------------------------------------- routines */

struct Routine {
  RoutineText text;
  const Code *guard;
  const Plan *plan; /* of the parameters */
  uint32_t *slots;  /* of the results */
  const Statement *body;
};

const Routine *vm_routine(Vm *vm, RoutineText text)
{
  static const Node always = {.kind = NODE_BTRUE, .height = 1};
  Routine *routine = arena_alloc(vm->arena, sizeof *routine);
  vm->places.len = vm->slots = vm->statements = 0;
  vm->depth = LEVEL_STATE;
  vm->too_large = false;
  routine->text = text;
  if (text.parameter_count > 0)
    routine->plan =
        plan_new(vm, text.parameters, text.parameter_count, text.guard ? text.guard : &always);
  else if (text.guard) routine->guard = compile_here(vm, text.guard, true);
  routine->slots = arena_new_array(vm->arena, uint32_t, text.result_count + 1);
  for (uint32_t i = 0; i < text.result_count; i++)
    routine->slots[i] = assignable_place(vm, text.results[i]);
  routine->body = compile(vm, text.body);
  return routine->body && !vm->too_large ? routine : NULL;
}

typedef struct {
  Vm *vm;
  const Routine *routine;
  RoutineSink *sink;
  Value *arguments;
} Running;

typedef struct {
  Rest rest;
  Running *running;
} Last;

static void go_last(Exec *x, Rest *rest)
{
  const Last *last = (Last *) rest;
  Vm *vm = x->vm;
  const Routine *routine = last->running->routine;
  Value *arguments = last->running->arguments + routine->text.parameter_count;
  uint32_t end = vm->log.len;
  for (uint32_t i = 0; i < routine->text.result_count; i++)
    arguments[i] = written(vm, &vm->frame[routine->slots[i]], 0);
  exchange_in(vm, 0, end); /* nothing is evaluated meanwhile */
  last->running->sink->outcome(last->running->sink, last->running->arguments);
  exchange_out(vm, 0, end);
}

static bool perform(void *context, Vm *vm)
{
  Running *running = context;
  const Routine *routine = running->routine;
  for (uint32_t i = 0; i < routine->text.parameter_count; i++)
    running->arguments[i] = plan_value(vm, routine->plan, i);
  for (uint32_t i = 0; i < routine->text.result_count; i++)
    vm->frame[routine->slots[i]] = VALUE_UNDEFINED;
  Exec x = {.vm = vm};
  Last last = {{go_last}, running};
  run(&x, routine->body, &last.rest);
  Executed how = x.broken || (x.faulted && x.aborted) ? EXECUTED_ABORT
                 : x.faulted                          ? EXECUTED_FAULT
                 : x.incomplete                       ? EXECUTED_INCOMPLETE
                                                      : EXECUTED_ALL;
  if (x.faulted || x.broken) vm->e->fault = x.fault;
  if (how != EXECUTED_ALL) running->sink->trouble(running->sink, how);
  return true;
}

Truth vm_run(Vm *vm, const Routine *routine, RoutineSink *sink)
{
  Value few[32];
  uint32_t count = routine->text.parameter_count + routine->text.result_count;
  Running running = {vm, routine, sink, few};
  vm->log.len = 0;
  if (count > 32 && !(running.arguments = calloc(count, sizeof *few))) abort();
  Truth t = TRUTH_TRUE;
  if (routine->plan) {
    Solved solved = plan_run(vm, routine->plan, true, perform, &running);
    if (solved != SOLVED_ALL) t = TRUTH_UNKNOWN;
  } else {
    if (routine->guard) t = run_truth(routine->guard, vm);
    if (t == TRUTH_TRUE) perform(&running, vm);
  }
  if (running.arguments != few) free(running.arguments);
  return t;
}
