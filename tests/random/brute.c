#include "random/brute.h"

#include <stdlib.h>
#include <string.h>

#include "engine/engine.h" /* Truth */

/* An environment: the values of all names, by their slots. */
typedef struct {
  int8_t at[MOST_SLOTS];
} Env;
typedef VEC(Env) Envs;

typedef struct {
  Envs states;
  bool undefined, broken; /* some outcome is not well-defined; breaks an obligation */
} Outcomes;

typedef struct {
  const Project *p;
  uint32_t offset; /* of the slots of the instance whose operation runs */
  bool too_much;
} Brute;

enum { MOST_OUTCOMES = 600 };

static int8_t *place(const Brute *b, Env *e, const MName *name)
{
  return &e->at[name->slot + (name->inner ? b->offset : 0)];
}

static Truth truth_of(bool yes) { return yes ? TRUTH_TRUE : TRUTH_FALSE; }

/* -------------------------------------------------------------- expressions */

static Truth holds(const Brute *b, Env *e, const MNode *n);

static int value(const Brute *b, Env *e, const MNode *n)
{
  if (n->kind == M_NUMBER) return n->number;
  if (n->kind == M_NAME) return *place(b, e, n->name);
  if (n->kind == M_DOMAIN) {
    int count = 0;
    for (int i = 0; i < CELLS; i++) count += place(b, e, n->name)[i] != NO_VALUE;
    return count % 4;
  }
  if (n->kind == M_CARD || n->kind == M_LEAST) {
    int set = *place(b, e, n->name);
    if (n->kind == M_CARD) return __builtin_popcount((unsigned) set);
    return set ? __builtin_ctz((unsigned) set) : NO_VALUE;
  }
  if (n->kind == M_IF_VALUE) {
    Truth t = holds(b, e, n->kids[0]);
    return t == TRUTH_FAULT ? NO_VALUE : value(b, e, n->kids[t == TRUTH_TRUE ? 1 : 2]);
  }
  int x = value(b, e, n->kids[0]), y = n->count > 1 ? value(b, e, n->kids[1]) : 0;
  if (x == NO_VALUE || y == NO_VALUE) return NO_VALUE;
  switch (n->kind) {
  case M_DIVIDE: return y == 0 ? NO_VALUE : x / y;
  case M_MOD: return y == 0 ? NO_VALUE : x % y;
  case M_SUM: return (x + y) % 4;
  case M_DIFFERENCE: return x < y ? NO_VALUE : (x - y) % 4;
  case M_APPLY: return place(b, e, n->name)[x];
  default: abort();
  }
}

/* --------------------------------------------------------------- predicates */

/* AND looks for FALSE, OR for TRUE. */
static Truth connected(const Brute *b, Env *e, const MNode *n, Truth decisive, Truth other)
{
  Truth result = other;
  for (uint32_t i = 0; i < n->count; i++) {
    Truth t = holds(b, e, n->kids[i]);
    if (t == decisive) return decisive;
    if (t == TRUTH_FAULT) result = t;
  }
  return result;
}

static Truth negated(Truth t) { return t == TRUTH_FAULT ? t : truth_of(t == TRUTH_FALSE); }

/* A candidate for which the body of #, or the premise of !, is undefined is none; ! is undefined
 * if no instance refutes it and one is undefined. */
static Truth quantified(const Brute *b, Env *e, const MNode *n)
{
  Truth result = truth_of(n->kind == M_FORALL);
  for (int8_t i = 0; i < CELLS; i++) {
    *place(b, e, n->name) = i;
    if (holds(b, e, n->kids[0]) != TRUTH_TRUE) continue;
    Truth t = n->kind == M_FORALL ? holds(b, e, n->kids[1]) : TRUTH_TRUE;
    if (n->kind == M_EXISTS) result = TRUTH_TRUE;
    else if (t != TRUTH_TRUE && result != TRUTH_FALSE) result = t;
  }
  *place(b, e, n->name) = NO_VALUE;
  return result;
}

/* One element without a value makes the set have none. */
static Truth listed(const Brute *b, Env *e, const MNode *n)
{
  int x = value(b, e, n->kids[0]);
  bool found = false;
  for (uint32_t i = 1; i < n->count; i++) {
    int v = value(b, e, n->kids[i]);
    if (v == NO_VALUE) return TRUTH_FAULT;
    found |= v == x;
  }
  return x == NO_VALUE ? TRUTH_FAULT : truth_of(found);
}

static Truth compared(const Brute *b, Env *e, const MNode *n)
{
  int x = value(b, e, n->kids[0]), y = n->count > 1 ? value(b, e, n->kids[1]) : 0;
  if (x == NO_VALUE || y == NO_VALUE) return TRUTH_FAULT;
  switch (n->kind) {
  case M_EQUAL: return truth_of(x == y);
  case M_UNEQUAL: return truth_of(x != y);
  case M_LESS: return truth_of(x < y);
  case M_UP_TO: return truth_of(x <= y);
  case M_RANGE: return truth_of(x <= n->number);
  case M_IN_SET: return truth_of(*place(b, e, n->name) >> x & 1);
  case M_IN_DOMAIN: return truth_of(place(b, e, n->name)[x] != NO_VALUE);
  default: abort();
  }
}

static Truth holds(const Brute *b, Env *e, const MNode *n)
{
  switch (n->kind) {
  case M_AND: return connected(b, e, n, TRUTH_FALSE, TRUTH_TRUE);
  case M_OR: return connected(b, e, n, TRUTH_TRUE, TRUTH_FALSE);
  case M_IMPLIES: {
    Truth p = negated(holds(b, e, n->kids[0])), q = holds(b, e, n->kids[1]);
    return p == TRUTH_TRUE || q == TRUTH_TRUE ? TRUTH_TRUE : p == TRUTH_FAULT ? p : q;
  }
  case M_NOT: return negated(holds(b, e, n->kids[0]));
  case M_EXISTS:
  case M_FORALL: return quantified(b, e, n);
  case M_TYPED: return TRUTH_TRUE;
  case M_MEMBER: return listed(b, e, n);
  default: return compared(b, e, n);
  }
}

/* Does the guard speak of a value that was chosen? */
static bool is_chosen(const MNode *n)
{
  const MName *name = n->kind == M_NAME ? n->name : NULL;
  if (n->kind == M_TYPED) name = n->name;
  if (name && (name->kind == NAME_PARAMETER || name->kind == NAME_ANY)) return true;
  if (name && name->kind == NAME_LET && is_chosen(name->equation)) return true;
  for (uint32_t i = 0; i < n->count; i++)
    if (is_chosen(n->kids[i])) return true;
  return false;
}

/* ------------------------------------------------------------ substitutions */

static void add(Brute *b, Outcomes *o, const Env *e)
{
  for (uint32_t i = 0; i < o->states.len; i++)
    if (!memcmp(&o->states.data[i], e, sizeof *e)) return;
  if (o->states.len >= MOST_OUTCOMES) b->too_much = true;
  else vec_push(&o->states, *e);
}

static void unite(Brute *b, Outcomes *all, Outcomes *more)
{
  for (uint32_t i = 0; i < more->states.len; i++) add(b, all, &more->states.data[i]);
  all->undefined |= more->undefined;
  all->broken |= more->broken;
  vec_free(&more->states);
}

static Outcomes run(Brute *b, Env e, const MNode *n);

static Outcomes goes_wrong(bool claim) { return (Outcomes){.undefined = !claim, .broken = claim}; }

static Outcomes one(Brute *b, const Env *e)
{
  Outcomes o = {0};
  add(b, &o, e);
  return o;
}

static Outcomes run_assign(Brute *b, Env e, const MNode *n)
{
  Env after = e;
  for (uint32_t i = 0; i < n->count; i++) {
    int v = value(b, &e, n->kids[i]);
    if (v == NO_VALUE) return goes_wrong(false);
    *place(b, &after, n->names[i]) = (int8_t) v;
  }
  return one(b, &after);
}

static Outcomes run_update(Brute *b, Env e, const MNode *n)
{
  int x = value(b, &e, n->kids[0]), y = value(b, &e, n->kids[1]);
  if (x == NO_VALUE || y == NO_VALUE) return goes_wrong(false);
  place(b, &e, n->name)[x] = (int8_t) y;
  return one(b, &e);
}

static Outcomes run_map(Brute *b, Env e, const MNode *n)
{
  memset(place(b, &e, n->name), NO_VALUE, CELLS);
  for (uint32_t i = 0; i + 1 < n->count; i += 2)
    place(b, &e, n->name)[n->kids[i]->number] = (int8_t) n->kids[i + 1]->number;
  return one(b, &e);
}

static Outcomes run_set(Brute *b, Env e, const MNode *n)
{
  int set = n->kind == M_SET ? 0 : *place(b, &e, n->name);
  for (uint32_t i = 0; i < n->count; i++) {
    int v = value(b, &e, n->kids[i]);
    if (v == NO_VALUE) return goes_wrong(false);
    if (n->kind == M_REMOVE) set &= ~(1 << v);
    else set |= 1 << v & 15;
  }
  *place(b, &e, n->name) = (int8_t) set;
  return one(b, &e);
}

static Outcomes run_from(Brute *b, Env e, const MNode *n)
{
  Outcomes all = {0};
  for (int8_t i = 0; i <= 3; i++) {
    Env after = e;
    *place(b, &after, n->names[0]) = i;
    if (*place(b, &e, n->name) >> i & 1) add(b, &all, &after);
  }
  return all;
}

static Outcomes run_element(Brute *b, Env e, const MNode *n)
{
  Outcomes all = {0};
  for (uint32_t i = 0; i < n->count; i++) {
    int v = value(b, &e, n->kids[i]);
    Env after = e;
    if (v == NO_VALUE) {
      vec_free(&all.states);
      return goes_wrong(false);
    }
    *place(b, &after, n->name) = (int8_t) v;
    add(b, &all, &after);
  }
  return all;
}

/* names: x, x$0 */
static Outcomes run_such(Brute *b, Env e, const MNode *n)
{
  Outcomes all = {0};
  for (int8_t i = 0; i < CELLS; i++) {
    Env after = e;
    *place(b, &after, n->names[1]) = *place(b, &e, n->names[0]);
    *place(b, &after, n->names[0]) = i;
    bool is = holds(b, &after, n->kids[0]) == TRUTH_TRUE;
    *place(b, &after, n->names[1]) = NO_VALUE;
    if (is) add(b, &all, &after);
  }
  return all;
}

static Outcomes run_select(Brute *b, Env e, const MNode *n)
{
  Outcomes all = {0};
  bool none = true;
  for (uint32_t i = 0; i + 1 < n->count; i += 2) {
    Truth t = holds(b, &e, n->kids[i]);
    none &= t == TRUTH_FALSE;
    if (t == TRUTH_FAULT && !is_chosen(n->kids[i])) all.undefined = true;
    if (t != TRUTH_TRUE) continue;
    Outcomes some = run(b, e, n->kids[i + 1]);
    unite(b, &all, &some);
  }
  if (!none || n->count % 2 == 0) return all;
  Outcomes other = run(b, e, n->kids[n->count - 1]);
  unite(b, &all, &other);
  return all;
}

static Outcomes run_if(Brute *b, Env e, const MNode *n)
{
  for (uint32_t i = 0; i + 1 < n->count; i += 2) {
    Truth t = holds(b, &e, n->kids[i]);
    if (t == TRUTH_FAULT) return goes_wrong(false);
    if (t == TRUTH_TRUE) return run(b, e, n->kids[i + 1]);
  }
  return n->count % 2 ? run(b, e, n->kids[n->count - 1]) : one(b, &e);
}

static Outcomes run_case(Brute *b, Env e, const MNode *n)
{
  int v = value(b, &e, n->kids[0]);
  if (v == NO_VALUE) return goes_wrong(false);
  if (v < n->number) return run(b, e, n->kids[v + 1]);
  bool other = n->count > (uint32_t) n->number + 1;
  return other ? run(b, e, n->kids[n->count - 1]) : one(b, &e);
}

/* All values of the names from `next` on. */
static void run_any(Brute *b, Env e, const MNode *n, uint32_t next, Outcomes *all)
{
  for (int8_t i = 0; i < CELLS && next < n->name_count; i++) {
    *place(b, &e, n->names[next]) = i;
    run_any(b, e, n, next + 1, all);
  }
  if (next < n->name_count || holds(b, &e, n->kids[0]) != TRUTH_TRUE) return;
  Outcomes some = run(b, e, n->kids[1]);
  unite(b, all, &some);
}

/* The names have no value outside. */
static Outcomes without(Brute *b, Outcomes inside, MName *const *names, uint32_t count)
{
  Outcomes all = {.undefined = inside.undefined, .broken = inside.broken};
  for (uint32_t i = 0; i < inside.states.len; i++) {
    for (uint32_t j = 0; j < count; j++) *place(b, &inside.states.data[i], names[j]) = NO_VALUE;
    add(b, &all, &inside.states.data[i]);
  }
  vec_free(&inside.states);
  return all;
}

static Outcomes run_let(Brute *b, Env e, const MNode *n)
{
  int v = value(b, &e, n->kids[0]);
  if (v == NO_VALUE) return goes_wrong(false);
  *place(b, &e, n->name) = (int8_t) v;
  return without(b, run(b, e, n->kids[1]), &n->name, 1);
}

static Outcomes run_sequence(Brute *b, Env e, const MNode *n)
{
  Outcomes now = one(b, &e);
  for (uint32_t i = 0; i < n->count; i++) {
    Outcomes next = {.undefined = now.undefined, .broken = now.broken};
    for (uint32_t j = 0; j < now.states.len && !b->too_much; j++) {
      Outcomes some = run(b, now.states.data[j], n->kids[i]);
      unite(b, &next, &some);
    }
    vec_free(&now.states);
    now = next;
  }
  return now;
}

/* Pairs of outcomes from the same state: each side has changed other slots. */
static Outcomes run_parallel(Brute *b, Env e, const MNode *n)
{
  Outcomes now = one(b, &e);
  for (uint32_t i = 0; i < n->count; i++) {
    Outcomes side = run(b, e, n->kids[i]);
    Outcomes next = {.undefined = now.undefined || side.undefined,
                     .broken = now.broken || side.broken};
    for (uint32_t j = 0; j < now.states.len; j++)
      for (uint32_t k = 0; k < side.states.len; k++) {
        Env both = now.states.data[j];
        for (uint32_t s = 0; s < MOST_SLOTS; s++)
          if (side.states.data[k].at[s] != e.at[s]) both.at[s] = side.states.data[k].at[s];
        add(b, &next, &both);
      }
    vec_free(&now.states);
    vec_free(&side.states);
    now = next;
  }
  return now;
}

static Outcomes run_obligation(Brute *b, Env e, const MNode *n)
{
  Truth t = holds(b, &e, n->kids[0]);
  return t == TRUTH_TRUE ? run(b, e, n->kids[1]) : goes_wrong(t == TRUTH_FALSE);
}

static Outcomes run_turns(Brute *b, Env e, const MNode *n, int variant)
{
  Truth t = holds(b, &e, n->kids[1]);
  if (t != TRUTH_TRUE) return goes_wrong(t == TRUTH_FALSE);
  int count = *place(b, &e, n->name);
  if (count == NO_VALUE) return goes_wrong(false);
  if (count == 0) return one(b, &e);
  int now = value(b, &e, n->kids[2]);
  if (now == NO_VALUE) return goes_wrong(false);
  if (variant != NO_VALUE && now >= variant) return goes_wrong(true);
  Outcomes body = run(b, e, n->kids[0]), all = {.undefined = body.undefined, .broken = body.broken};
  for (uint32_t i = 0; i < body.states.len && !b->too_much; i++) {
    --*place(b, &body.states.data[i], n->name);
    Outcomes rest = run_turns(b, body.states.data[i], n, now);
    unite(b, &all, &rest);
  }
  vec_free(&body.states);
  return all;
}

static Outcomes run_call(Brute *b, Env e, const MNode *n)
{
  const MOperation *op = n->operation;
  uint32_t before = b->offset;
  int values[2] = {0};
  for (uint32_t i = 0; i < n->count; i++)
    if ((values[i] = value(b, &e, n->kids[i])) == NO_VALUE) return goes_wrong(false);
  bool leaf = n->number == LEAF;
  if (!leaf) b->offset = b->p->inner_base + (uint32_t) n->number * b->p->inner.slots;
  for (uint32_t i = 0; i < n->count; i++) *place(b, &e, op->parameters[i]) = (int8_t) values[i];
  Outcomes inside = run(b, e, op->body);
  Outcomes all = {.undefined = inside.undefined, .broken = inside.broken};
  for (uint32_t i = 0; i < inside.states.len; i++) {
    Env *after = &inside.states.data[i];
    int result = n->name_count ? *place(b, after, op->results[0]) : 0;
    for (uint32_t j = 0; j < op->parameter_count; j++)
      *place(b, after, op->parameters[j]) = NO_VALUE;
    for (uint32_t j = 0; j < op->result_count; j++) *place(b, after, op->results[j]) = NO_VALUE;
    if (n->name_count) after->at[n->names[0]->slot + (leaf ? b->offset : 0)] = (int8_t) result;
    if (result == NO_VALUE) all.undefined = true;
    else add(b, &all, after);
  }
  b->offset = before;
  vec_free(&inside.states);
  return all;
}

static Outcomes run(Brute *b, Env e, const MNode *n)
{
  Outcomes all = {0};
  if (b->too_much) return all;
  switch (n->kind) {
  case M_SKIP: return one(b, &e);
  case M_ASSIGN: return run_assign(b, e, n);
  case M_UPDATE: return run_update(b, e, n);
  case M_MAP: return run_map(b, e, n);
  case M_SET:
  case M_INSERT:
  case M_REMOVE: return run_set(b, e, n);
  case M_FROM: return run_from(b, e, n);
  case M_ELEMENT: return run_element(b, e, n);
  case M_SUCH: return run_such(b, e, n);
  case M_CHOICE:
    for (uint32_t i = 0; i < n->count; i++) {
      Outcomes some = run(b, e, n->kids[i]);
      unite(b, &all, &some);
    }
    return all;
  case M_SELECT: return run_select(b, e, n);
  case M_IF: return run_if(b, e, n);
  case M_CASE: return run_case(b, e, n);
  case M_ANY: run_any(b, e, n, 0, &all); return without(b, all, n->names, n->name_count);
  case M_LET: return run_let(b, e, n);
  case M_VAR: return without(b, run(b, e, n->kids[0]), &n->name, 1);
  case M_PARALLEL: return run_parallel(b, e, n);
  case M_SEQUENCE: return run_sequence(b, e, n);
  case M_PRE:
  case M_ASSERT: return run_obligation(b, e, n);
  case M_WHILE: return run_turns(b, e, n, NO_VALUE);
  case M_CALL: return run_call(b, e, n);
  default: abort();
  }
}

/* -------------------------------------------------------------- exploration */

typedef struct {
  Brute b;
  Envs states;
  uint32_t most;
  Findings *f;
} Explorer;

static void note_outcomes(Explorer *x, const Outcomes *o)
{
  if (o->undefined) x->f->found |= FOUND_WELL_DEFINEDNESS;
  if (o->broken) x->f->found |= FOUND_OBLIGATION;
}

static void add_state(Explorer *x, const Env *e)
{
  for (uint32_t i = 0; i < x->states.len; i++)
    if (!memcmp(&x->states.data[i], e, sizeof *e)) return;
  if (x->states.len >= x->most) x->b.too_much = true;
  vec_push(&x->states, *e);
}

static bool is_guarded(const MNode *body)
{
  return body->kind == M_PRE || (body->kind == M_SELECT && body->count == 2);
}

/* The parameters have their values. */
static void call(Explorer *x, Env e, const MOperation *op, Outcomes *all)
{
  const MNode *body = op->body;
  if (is_guarded(body)) {
    Truth t = holds(&x->b, &e, body->kids[0]);
    if (t == TRUTH_FAULT && op->parameter_count == 0) x->f->found |= FOUND_WELL_DEFINEDNESS;
    if (t != TRUTH_TRUE) return;
    body = body->kids[1];
  }
  Outcomes some = run(&x->b, e, body);
  unite(&x->b, all, &some);
}

static void call_with(Explorer *x, Env e, const MOperation *op, uint32_t next, Outcomes *all)
{
  for (int8_t i = 0; i < CELLS && next < op->parameter_count; i++) {
    *place(&x->b, &e, op->parameters[next]) = i;
    call_with(x, e, op, next + 1, all);
  }
  if (next == op->parameter_count) call(x, e, op, all);
}

/* The number of transitions of an operation: outcomes still have arguments and results. */
static uint32_t step(Explorer *x, const Env *e, const MOperation *op)
{
  Outcomes all = {0};
  call_with(x, *e, op, 0, &all);
  note_outcomes(x, &all);
  uint32_t count = all.states.len;
  for (uint32_t i = 0; i < count; i++) {
    Env *after = &all.states.data[i];
    for (uint32_t j = 0; j < op->parameter_count; j++)
      *place(&x->b, after, op->parameters[j]) = NO_VALUE;
    for (uint32_t j = 0; j < op->result_count; j++) *place(&x->b, after, op->results[j]) = NO_VALUE;
    add_state(x, after);
  }
  vec_free(&all.states);
  return count;
}

static void check_invariants(Explorer *x, Env e)
{
  const Project *p = x->b.p;
  Truth all = holds(&x->b, &e, p->main.invariant);
  for (uint32_t i = 0; i < p->instance_count; i++) {
    x->b.offset = p->inner_base + i * p->inner.slots;
    Truth t = holds(&x->b, &e, p->inner.invariant);
    if (all != TRUTH_FALSE && t != TRUTH_TRUE) all = t;
    t = p->nested ? holds(&x->b, &e, p->leaf.invariant) : TRUTH_TRUE;
    if (all != TRUTH_FALSE && t != TRUTH_TRUE) all = t;
  }
  x->b.offset = 0;
  Truth t = p->refines ? holds(&x->b, &e, p->abstract_invariant) : TRUTH_TRUE;
  if (all != TRUTH_FALSE && t != TRUTH_TRUE) all = t;
  if (all == TRUTH_FALSE) x->f->found |= FOUND_INVARIANT;
  if (all == TRUTH_FAULT) x->f->found |= FOUND_WELL_DEFINEDNESS;
}

static void visit(Explorer *x, Env e)
{
  const Project *p = x->b.p;
  uint32_t count = 0;
  check_invariants(x, e);
  for (uint32_t i = 0; i < p->main.operations.len; i++)
    count += step(x, &e, p->main.operations.data[i]);
  x->b.offset = p->inner_base;
  for (uint32_t i = 0; p->extends && i < p->inner.operations.len; i++)
    count += step(x, &e, p->inner.operations.data[i]);
  x->b.offset = 0;
  x->f->transitions += count;
  if (count == 0) x->f->found |= FOUND_DEADLOCK;
}

static void start_one(Explorer *x, const MNode *start, Outcomes *now)
{
  Outcomes next = {.undefined = now->undefined, .broken = now->broken};
  for (uint32_t i = 0; i < now->states.len; i++) {
    Outcomes some = run(&x->b, now->states.data[i], start);
    unite(&x->b, &next, &some);
  }
  vec_free(&now->states);
  *now = next;
}

/* The initialisations of the instances, then that of the machine. */
static Outcomes start(Explorer *x, Env e)
{
  const Project *p = x->b.p;
  Outcomes now = one(&x->b, &e);
  for (uint32_t i = 0; i < p->instance_count; i++) {
    x->b.offset = p->inner_base + i * p->inner.slots;
    if (p->nested) start_one(x, p->leaf.start, &now);
    start_one(x, p->inner.start, &now);
  }
  x->b.offset = 0;
  start_one(x, p->main.start, &now);
  return now;
}

/* One set-up of constants; `setup`: it is a state of its own. */
static void begin(Explorer *x, Env e, bool setup)
{
  Outcomes first = start(x, e);
  note_outcomes(x, &first);
  x->f->states += setup;
  x->f->transitions += setup + first.states.len;
  bool wrong = first.undefined || first.broken;
  if (first.states.len == 0 && (setup || !wrong)) x->f->found |= FOUND_INITIALISATION;
  for (uint32_t i = 0; i < first.states.len; i++) add_state(x, &first.states.data[i]);
  vec_free(&first.states);
}

/* All values of the constants from `next` on, those of the included machine last. */
static void set_up(Explorer *x, Env e, uint32_t next)
{
  const Project *p = x->b.p;
  uint32_t own = p->main.constants.len, count = own + p->inner.constants.len;
  if (next < count) {
    const MName *name =
        next < own ? p->main.constants.data[next] : p->inner.constants.data[next - own];
    for (e.at[name->slot] = 0; e.at[name->slot] < CELLS; e.at[name->slot]++) set_up(x, e, next + 1);
    return;
  }
  if (p->main.properties && holds(&x->b, &e, p->main.properties) != TRUTH_TRUE) return;
  x->b.offset = p->inner_base;
  bool fits = !p->inner.properties || holds(&x->b, &e, p->inner.properties) == TRUTH_TRUE;
  x->b.offset = 0;
  if (fits) begin(x, e, count > 0);
}

bool brute_explore(const Project *p, uint32_t most_states, Findings *f)
{
  Explorer x = {.b = {.p = p}, .most = most_states, .f = f};
  Env nothing;
  *f = (Findings){0};
  memset(&nothing, NO_VALUE, sizeof nothing);
  set_up(&x, nothing, 0);
  bool setups = p->main.constants.len + p->inner.constants.len > 0;
  if (setups && f->states == 0) x.b.too_much = true;
  for (uint32_t i = 0; i < x.states.len && !x.b.too_much; i++) visit(&x, x.states.data[i]);
  f->states += x.states.len;
  vec_free(&x.states);
  return !x.b.too_much;
}
