#include "prove/classical/calculus_impl.h"

#include <assert.h>

#include "model/effects.h"
#include "prove/rules/substitute.h"

/* Assignments: x := E, x :: S, x :(P). */

/* rec(a:r'a, b:value) */
static Node *changed_record(const Calculus *c, Node *record, const Name *field, Node *value)
{
  const Build *b = c->build;
  const Type *type = record->type;
  assert(type->kind == TYPE_RECORD);
  Node *made = node_new(b->arena, NODE_REC, SPAN_NONE, NULL, type->count);
  for (uint32_t i = 0; i < type->count; i++) {
    Node *of = node_unary(b->arena, NODE_FIELD, SPAN_NONE, record);
    of->name = type->names[i];
    of->type = type->args[i];
    Node *entry = node_unary(b->arena, NODE_ENTRY, SPAN_NONE, of->name == field ? value : of);
    entry->name = type->names[i];
    node_set(made, i, entry);
  }
  made->type = type;
  return made;
}

/* f <+ {i |-> value} */
static Node *changed_function(const Calculus *c, Node *function, Node *index, Node *value)
{
  const Build *b = c->build;
  Node *pair = build_maplet(b, index, value);
  Node *set = node_unary(b->arena, NODE_SET_EXT, SPAN_NONE, pair);
  set->type = function->type;
  return build_infix(b, NODE_OVERRIDE, function->type, function, set);
}

static Node *index_of(Calculus *c, const Env *env, const Node *apply)
{
  Node *index = env_formula(c, env, env, apply->kids[1]);
  for (uint32_t i = 2; i < apply->count; i++)
    index = build_maplet(c->build, index, env_formula(c, env, env, apply->kids[i]));
  return index;
}

/* The value of what is left of the index is taken from `to` for the variable itself, so that
 * f(1),f(2) := a,b changes both. */
const Env *calculus_assign(Calculus *c, const Env *from, const Env *to, Node *target, Node *value)
{
  target = build_bare(target);
  if (target->kind == NODE_IDENT) return env_put(c, to, target->symbol, value);
  if (target->kind != NODE_APPLY && target->kind != NODE_FIELD) {
    calculus_cannot(c, "an assignment to this");
    return to;
  }
  Node *inner = build_bare(target->kids[0]);
  Node *old = inner->kind == NODE_IDENT ? env_value(c, to, inner->symbol)
                                        : env_formula(c, from, from, inner);
  Node *made = target->kind == NODE_FIELD
                   ? changed_record(c, old, target->name, value)
                   : changed_function(c, old, index_of(c, from, target), value);
  return calculus_assign(c, from, to, inner, made);
}

typedef struct {
  Then then;
  const Node *node;
  const Then *outer;
} Assignment;

/* Large values get names: a value that is put into the next one several times would grow without
 * bounds. */
typedef struct {
  Then then;
  Node *equations;
  const Env *after;
  const Then *outer;
} Named;

static Node *go_named_values(Calculus *c, const Env *env, const Then *self)
{
  const Named *n = (const Named *) self;
  (void) env;
  return calculus_given(c, n->equations, n->after, n->outer);
}

static Node *name_large(Calculus *c, const Node *targets, const Env *env, const Then *then)
{
  Symbol **names = arena_new_array(c->build->arena, Symbol *, targets->count);
  Named named = {{go_named_values}, build_truth(c->build, true), env, then};
  uint32_t count = 0;
  for (uint32_t i = 0; i < targets->count; i++) {
    Symbol *root = effects_target(targets->kids[i]);
    Node *value = root ? env_value(c, env, root) : NULL;
    if (!value || !calculus_is_large(value)) continue;
    Symbol *name = names[count++] = sketch_fresh(c->sketch, root->name, root->type);
    Node *equal = build_equal(c->build, build_name(c->build, name), value);
    named.equations = build_both(c->build, named.equations, equal);
    named.after = env_put(c, named.after, root, build_name(c->build, name));
  }
  if (!count) return then->go(c, env, then);
  return calculus_choose(c, names, count, ROLE_PARAMETER, env, &named.then);
}

static Node *go_assign(Calculus *c, const Env *env, const Then *self)
{
  const Assignment *a = (const Assignment *) self;
  const Node *targets = a->node->kids[0], *values = a->node->kids[1];
  const Env *to = env;
  for (uint32_t i = 0; i < targets->count; i++)
    to = calculus_assign(c, env, to, targets->kids[i], env_formula(c, env, env, values->kids[i]));
  return name_large(c, targets, to, a->outer);
}

Node *calculus_assignment(Calculus *c, const Node *node, const Env *env, const Then *then)
{
  const Assignment a = {{go_assign}, node, then};
  return calculus_claim_value(c, (Node *) (uintptr_t) node, env, &a.then);
}

/* ---------------------------------------------------------------- new values */

/* New names for the values that targets get, and where they have them. */
typedef struct {
  Symbol **names;
  Node *tuple;    /* x' |-> y' */
  const Env *env; /* after the assignment */
} Fresh;

/* Of f(i) :: S only a part of the value after is new. */
static bool is_whole(const Node *target) { return node_bare(target)->kind == NODE_IDENT; }

static SequentRole role_of(const Node *targets)
{
  const Symbol *symbol = effects_target(targets->kids[0]);
  bool seen = symbol && (symbol->kind == SYMBOL_VARIABLE || symbol->local == LOCAL_RESULT);
  return seen && is_whole(targets->kids[0]) ? ROLE_AFTER : ROLE_PARAMETER;
}

static Fresh fresh_values(Calculus *c, const Node *targets, const Env *env)
{
  Fresh f = {.names = arena_new_array(c->build->arena, Symbol *, targets->count), .env = env};
  for (uint32_t i = 0; i < targets->count; i++) {
    Node *target = targets->kids[i];
    const Symbol *root = effects_target(target);
    assert(root);
    f.names[i] = is_whole(target) ? sketch_fresh_after(c->sketch, root->name, target->type)
                                  : sketch_fresh(c->sketch, root->name, target->type);
    Node *name = build_name(c->build, f.names[i]);
    f.tuple = f.tuple ? build_maplet(c->build, f.tuple, name) : name;
    f.env = calculus_assign(c, env, f.env, target, name);
  }
  return f;
}

/* The new values satisfy this, then comes the rest. */
typedef struct {
  Then then;
  Node *predicate;
  const Env *after;
  const Then *outer;
} Chosen;

static Node *go_chosen(Calculus *c, const Env *env, const Then *self)
{
  const Chosen *f = (const Chosen *) self;
  (void) env;
  return calculus_given(c, f->predicate, f->after, f->outer);
}

static Node *go_becomes_in(Calculus *c, const Env *env, const Then *self)
{
  const Assignment *a = (const Assignment *) self;
  const Node *targets = a->node->kids[0];
  Fresh f = fresh_values(c, targets, env);
  Node *set = env_formula(c, env, env, a->node->kids[1]);
  const Chosen chosen = {{go_chosen}, build_member(c->build, f.tuple, set), f.env, a->outer};
  return calculus_choose(c, f.names, targets->count, role_of(targets), env, &chosen.then);
}

Node *calculus_becomes_in(Calculus *c, const Node *node, const Env *env, const Then *then)
{
  const Assignment a = {{go_becomes_in}, node, then};
  return calculus_claim_value(c, (Node *) (uintptr_t) node, env, &a.then);
}

/* x :(P): P, which must have a value, is about x, the new value, and x$0. */
typedef struct {
  Then then;
  Node *predicate;
  const Env *before, *after;
  const Then *outer;
} Such;

static Node *go_such(Calculus *c, const Env *env, const Then *self)
{
  const Such *s = (const Such *) self;
  Node *predicate = env_formula(c, env, s->before, s->predicate);
  return calculus_given(c, predicate, env, s->outer);
}

static Node *go_named(Calculus *c, const Env *env, const Then *self)
{
  const Such *s = (const Such *) self;
  const Such next = {{go_such}, s->predicate, s->before, s->after, s->outer};
  (void) env;
  return calculus_claim_value_since(c, s->predicate, s->after, s->before, &next.then);
}

Node *calculus_becomes_such(Calculus *c, const Node *node, const Env *env, const Then *then)
{
  const Node *targets = node->kids[0];
  Fresh f = fresh_values(c, targets, env);
  const Such s = {{go_named}, node->kids[1], env, f.env, then};
  return calculus_choose(c, f.names, targets->count, role_of(targets), env, &s.then);
}
