#include "prove/classical/calculus_impl.h"

/* Calls of operations: their bodies are put in. */

typedef struct {
  Then then;
  const Node *node;
  const Operation *callee;
  const Env *before; /* where it is called */
  Claims claims;     /* of the caller */
  const Then *outer;
} Call;

/* A local operation is used as it is specified. */
static const Operation *callee_of(const Node *call)
{
  const Operation *op = call->symbol ? call->symbol->operation : NULL;
  return op && op->local && op->refines ? op->refines : op;
}

/* After the body: the results get where they are wanted. */
static Node *go_back(Calculus *c, const Env *env, const Then *self)
{
  const Call *k = (const Call *) self;
  const Node *targets = k->node->kids[0];
  const Env *to = env;
  for (uint32_t i = 0; i < targets->count && i < k->callee->result_count; i++)
    to = calculus_assign(c, k->before, to, targets->kids[i],
                         env_value(c, env, k->callee->results[i]));
  Claims inside = c->claims;
  c->claims = k->claims;
  Node *rest = k->outer->go(c, to, k->outer);
  c->claims = inside;
  return rest;
}

/* The precondition holds here. */
static Node *go_body(Calculus *c, const Env *env, const Then *self)
{
  const Call *k = (const Call *) self;
  Node *body = calculus_bare(k->callee->body);
  if (body->kind == NODE_PRE) body = body->kids[1];
  const Call back = {{go_back}, k->node, k->callee, k->before, k->claims, k->outer};
  if (!k->claims.calls) c->claims = (Claims){0};
  Node *rest = calculus_run(c, body, env, &back.then);
  c->claims = k->claims;
  return rest;
}

static Node *go_entered(Calculus *c, const Env *env, const Then *self)
{
  const Call *k = (const Call *) self;
  const Call body = {{go_body}, k->node, k->callee, k->before, k->claims, k->outer};
  const Node *pre = calculus_bare(k->callee->body);
  bool claimed = c->claims.calls || c->claims.call == k->node;
  if (pre->kind != NODE_PRE) return go_body(c, env, &body.then);
  return calculus_claim(c, claimed, env_formula(c, env, env, pre->kids[0]), env, &body.then);
}

static Node *go_arguments(Calculus *c, const Env *env, const Then *self)
{
  const Call *k = (const Call *) self;
  const Operation *op = k->callee;
  const Node *arguments = k->node->kids[1];
  const Env *inside = env;
  for (uint32_t i = 0; i < op->parameter_count && i < arguments->count; i++)
    inside = env_put(c, inside, op->parameters[i], env_formula(c, env, env, arguments->kids[i]));
  Symbol **fresh = arena_new_array(c->build->arena, Symbol *, op->result_count + 1);
  for (uint32_t i = 0; i < op->result_count; i++) {
    fresh[i] = sketch_fresh(c->sketch, op->results[i]->name, op->results[i]->type);
    inside = env_put(c, inside, op->results[i], build_name(c->build, fresh[i]));
  }
  const Call entered = {{go_entered}, k->node, op, env, c->claims, k->outer};
  /* CHOOSE hands on the Env that it was given: the one with the arguments. */
  return calculus_choose(c, fresh, op->result_count, ROLE_PARAMETER, inside, &entered.then);
}

/* The arguments, and those of the results, have values. */
typedef struct {
  Then then;
  const Node *list;
  uint32_t at;
  const Then *outer;
} Arguments;

static Node *go_values(Calculus *c, const Env *env, const Then *self)
{
  const Arguments *a = (const Arguments *) self;
  if (a->at == a->list->count) return a->outer->go(c, env, a->outer);
  const Arguments next = {{go_values}, a->list, a->at + 1, a->outer};
  return calculus_claim_value(c, a->list->kids[a->at], env, &next.then);
}

Node *calculus_call(Calculus *c, const Node *node, const Env *env, const Then *then)
{
  const Operation *callee = callee_of(node);
  if (!callee || !callee->body) return calculus_cannot(c, "a call of this");
  const Call k = {{go_arguments}, node, callee, env, c->claims, then};
  const Arguments a = {{go_values}, node->kids[1], 0, &k.then};
  return go_values(c, env, &a.then);
}
