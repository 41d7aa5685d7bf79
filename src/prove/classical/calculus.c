#include "prove/classical/calculus_impl.h"

Node *calculus_bare(Node *node)
{
  while (node->kind == NODE_EXPANSION || node->kind == NODE_DESCRIBED ||
         node->kind == NODE_LABELLED || node->kind == NODE_BLOCK)
    node = node->kids[0];
  return node;
}

/* P | S: then comes S. */
typedef struct {
  Then then;
  Node *substitution;
  const Then *outer;
} Inner;

static Node *go_inner(Calculus *c, const Env *env, const Then *self)
{
  const Inner *inner = (const Inner *) self;
  return calculus_run(c, inner->substitution, env, inner->outer);
}

/* The condition of PRE or ASSERT has a value, and holds. */
typedef struct {
  Then then;
  Node *condition;
  bool own; /* the precondition of the operation: it is assumed */
  const Then *outer;
} Condition;

static Node *go_condition(Calculus *c, const Env *env, const Then *self)
{
  const Condition *d = (const Condition *) self;
  Node *condition = env_formula(c, env, env, d->condition);
  return d->own ? calculus_given(c, condition, env, d->outer)
                : calculus_claim(c, c->claims.assertions, condition, env, d->outer);
}

static Node *conditioned(Calculus *c, Node *condition, bool own, const Env *env, const Then *then)
{
  const Condition d = {{go_condition}, condition, own, then};
  return calculus_claim_value(c, condition, env, &d.then);
}

static Node *assertion(Calculus *c, const Node *node, const Env *env, const Then *then)
{
  bool named = node->kids[0]->kind == NODE_LABELLED;
  if (c->exploring && named) return calculus_run(c, node->kids[1], env, then);
  const Inner inner = {{go_inner}, node->kids[1], then};
  return conditioned(c, node->kids[0], false, env, &inner.then);
}

Node *calculus_run_body(Calculus *c, Node *body, const Env *env, const Then *then)
{
  body = calculus_bare(body);
  if (body->kind != NODE_PRE) return calculus_run(c, body, env, then);
  const Inner inner = {{go_inner}, body->kids[1], then};
  return conditioned(c, body->kids[0], true, env, &inner.then);
}

Node *calculus_run(Calculus *c, Node *node, const Env *env, const Then *then)
{
  node = calculus_bare(node);
  switch ((NodeKind) node->kind) {
  case NODE_EXTERNAL: /* it has no effect on the state */
  case NODE_SKIP: return then->go(c, env, then);
  case NODE_ASSIGN: return calculus_assignment(c, node, env, then);
  case NODE_BECOMES_IN: return calculus_becomes_in(c, node, env, then);
  case NODE_BECOMES_SUCH: return calculus_becomes_such(c, node, env, then);
  case NODE_PRE:
  case NODE_ASSERT: return assertion(c, node, env, then);
  case NODE_CHOICE: return calculus_choice(c, node, env, then);
  case NODE_IF: return calculus_if(c, node, env, then);
  case NODE_SELECT: return calculus_select(c, node, env, then);
  case NODE_CASE: return calculus_case(c, node, env, then);
  case NODE_ANY: return calculus_any(c, node, env, then);
  case NODE_LET: return calculus_let(c, node, env, then);
  case NODE_VAR: return calculus_var(c, node, env, then);
  case NODE_WHILE: return calculus_while(c, node, env, then);
  case NODE_SEQUENCE:
  case NODE_SIMULTANEOUS: return calculus_parts(c, node, env, then);
  case NODE_OP_CALL: return calculus_call(c, node, env, then);
  default: return calculus_cannot(c, node_kind_name(node->kind));
  }
}
