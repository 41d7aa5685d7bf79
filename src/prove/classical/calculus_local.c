#include "prove/classical/calculus_impl.h"

#include "syntax/inspect.h"

/* Substitutions with names of their own: ANY, LET, VAR. */

typedef struct {
  Then then;
  const Node *node;
  const Env *inside; /* where the names have values */
  const Then *outer;
} Local;

static Symbol **fresh_names(Calculus *c, const Node *names, const Env **env)
{
  Symbol **fresh = arena_new_array(c->build->arena, Symbol *, names->count + 1);
  for (uint32_t i = 0; i < names->count; i++) {
    Symbol *symbol = build_bare(names->kids[i])->symbol;
    fresh[i] = sketch_fresh(c->sketch, symbol->name, symbol->type);
    fresh[i]->local = symbol->local;
    *env = env_put(c, *env, symbol, build_name(c->build, fresh[i]));
  }
  return fresh;
}

static Node *go_inside(Calculus *c, const Env *env, const Then *self)
{
  const Local *l = (const Local *) self;
  (void) env;
  return calculus_run(c, l->node->kids[l->node->count - 1], l->inside, l->outer);
}

static Node *go_condition(Calculus *c, const Env *env, const Then *self)
{
  const Local *l = (const Local *) self;
  const Local next = {{go_inside}, l->node, l->inside, l->outer};
  Node *condition = env_formula(c, l->inside, l->inside, l->node->kids[1]);
  return calculus_given(c, condition, env, &next.then);
}

static Node *go_any(Calculus *c, const Env *env, const Then *self)
{
  const Local *l = (const Local *) self;
  const Local next = {{go_condition}, l->node, l->inside, l->outer};
  (void) env;
  return calculus_claim_value(c, l->node->kids[1], l->inside, &next.then);
}

Node *calculus_any(Calculus *c, const Node *node, const Env *env, const Then *then)
{
  const Env *inside = env;
  Symbol **fresh = fresh_names(c, node->kids[0], &inside);
  const Local l = {{go_any}, node, inside, then};
  return calculus_choose(c, fresh, node->kids[0]->count, ROLE_PARAMETER, env, &l.then);
}

Node *calculus_var(Calculus *c, const Node *node, const Env *env, const Then *then)
{
  const Env *inside = env;
  Symbol **fresh = fresh_names(c, node->kids[0], &inside);
  const Local l = {{go_inside}, node, inside, then};
  return calculus_choose(c, fresh, node->kids[0]->count, ROLE_PARAMETER, env, &l.then);
}

/* ---------------------------------------------------------------- LET */

/* E of the first conjunct x = E; NULL: there is none, or E needs a name of the LET. */
static Node *defined_by(const Node *node, const Symbol *x)
{
  Conjuncts conjuncts = {0};
  Node *found = NULL;
  conjuncts_add(&conjuncts, node->kids[1]);
  for (uint32_t i = 0; i < conjuncts.len && !found; i++) {
    const Node *p = conjuncts.data[i];
    if (p->kind == NODE_EQUAL && node_is_name(p->kids[0], x)) found = p->kids[1];
  }
  bool plain = found && conjuncts.len == node->kids[0]->count;
  vec_free(&conjuncts);
  return plain && !node_mentions_names(found, node->kids[0]) ? found : NULL;
}

static Node *go_let(Calculus *c, const Env *env, const Then *self)
{
  const Local *l = (const Local *) self;
  const Node *names = l->node->kids[0];
  const Env *inside = env;
  for (uint32_t i = 0; i < names->count; i++) {
    Symbol *x = build_bare(names->kids[i])->symbol;
    Node *value = defined_by(l->node, x);
    if (!value) return calculus_any(c, l->node, env, l->outer);
    inside = env_put(c, inside, x, env_formula(c, env, env, value));
  }
  return calculus_run(c, l->node->kids[2], inside, l->outer);
}

/* The values are put in; so they must have values before. */
static Node *claim_values(Calculus *c, const Node *node, uint32_t at, const Env *env,
                          const Then *then);

typedef struct {
  Then then;
  const Node *node;
  uint32_t at;
  const Then *outer;
} Values;

static Node *go_values(Calculus *c, const Env *env, const Then *self)
{
  const Values *v = (const Values *) self;
  return claim_values(c, v->node, v->at + 1, env, v->outer);
}

static Node *claim_values(Calculus *c, const Node *node, uint32_t at, const Env *env,
                          const Then *then)
{
  const Node *names = node->kids[0];
  Node *value = NULL;
  for (; at < names->count && !value; at++)
    value = defined_by(node, node_bare(names->kids[at])->symbol);
  const Values next = {{go_values}, node, at - 1, then};
  return value ? calculus_claim_value(c, value, env, &next.then) : then->go(c, env, then);
}

Node *calculus_let(Calculus *c, const Node *node, const Env *env, const Then *then)
{
  const Local l = {{go_let}, node, env, then};
  return claim_values(c, node, 0, env, &l.then);
}
