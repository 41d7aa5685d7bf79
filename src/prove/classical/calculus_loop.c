#include "prove/classical/calculus_impl.h"

/* WHILE P DO S INVARIANT I VARIANT V END, where x is what the loop changes:
 *
 *   I  &  !x.(I & P => [S] I)  &  !x.(I => V : NATURAL)  &  !x.(I & P => [n := V][S] V < n)
 *      &  !x.(I & not P => R)
 *
 * What is not claimed of it is left out.  So a loop is taken to reach all that satisfies I and not
 * P, which may be more than it does: for not [W] not R it has no rule. */

typedef struct {
  const Node *node;
  const Env *before, *turn; /* where the loop begins, and at any turn of it */
  Symbol **names;           /* of the values at a turn */
  uint32_t count;
} Loop;

static Node *at_turn(Calculus *c, const Loop *l, Node *formula)
{
  return env_formula(c, l->turn, l->before, formula);
}

typedef struct {
  Then then;
  const Loop *loop;
  Node *condition; /* of this turn */
  const Then *outer;
} Turn;

static Node *go_guarded(Calculus *c, const Env *env, const Then *self)
{
  const Turn *t = (const Turn *) self;
  return calculus_given(c, t->condition, env, t->outer);
}

static Node *go_turn(Calculus *c, const Env *env, const Then *self)
{
  const Turn *t = (const Turn *) self;
  const Turn next = {{go_guarded}, t->loop, t->condition, t->outer};
  (void) env;
  return calculus_given(c, at_turn(c, t->loop, t->loop->node->kids[2]), t->loop->turn, &next.then);
}

/* !x.(I & condition => then), or without the condition. */
static Node *turn(Calculus *c, const Loop *l, Node *condition, const Then *then)
{
  const Turn t = {{go_turn}, l, condition ? condition : build_truth(c->build, true), then};
  return calculus_choose(c, l->names, l->count, ROLE_PARAMETER, l->before, &t.then);
}

/* ---------------------------------------------------------------- what comes at a turn */

typedef struct { /* S, and then this must hold */
  Then then;
  const Loop *loop;
  Node *invariant, *variant; /* what is claimed after S: that I holds, that V is less than this */
} After;

static Node *go_after(Calculus *c, const Env *env, const Then *self)
{
  const After *a = (const After *) self;
  Node *parts[2] = {build_truth(c->build, true), build_truth(c->build, true)};
  const Node *node = a->loop->node;
  if (a->invariant) parts[0] = env_formula(c, env, a->loop->before, a->invariant);
  if (a->variant)
    parts[1] = build_compare(c->build, NODE_LESS,
                             env_formula(c, env, a->loop->before, node->kids[3]), a->variant);
  return build_and(c->build, parts, 2);
}

typedef struct {
  Then then;
  const Loop *loop;
  const Then *outer;
} Step;

static Node *go_step(Calculus *c, const Env *env, const Then *self)
{
  const Step *s = (const Step *) self;
  return calculus_run(c, s->loop->node->kids[1], env, s->outer);
}

static Node *go_natural(Calculus *c, const Env *env, const Then *self)
{
  const Step *s = (const Step *) self;
  const Build *b = c->build;
  Node *variant = env_formula(c, env, s->loop->before, s->loop->node->kids[3]);
  const Type *set = type_pow(b->types, type_integer(b->types));
  return build_member(b, variant, build_constant(b, NODE_NATURAL, set));
}

/* The condition and the variant have values where the invariant holds. */
static Node *go_defined(Calculus *c, const Env *env, const Then *self)
{
  const Step *s = (const Step *) self;
  const Node *node = s->loop->node;
  Node *parts[2];
  parts[0] = calculus_claim_value(c, node->kids[0], env, &calculus_end);
  parts[1] = calculus_claim_value(c, node->kids[3], env, &calculus_end);
  return build_and(c->build, parts, 2);
}

/* ---------------------------------------------------------------- the loop */

static Loop loop_of(Calculus *c, const Node *node, const Env *env)
{
  Loop l = {.node = node, .before = env, .turn = env};
  Symbols written = {0};
  calculus_written(node->kids[1], env, &written);
  l.count = written.len;
  l.names = arena_new_array(c->build->arena, Symbol *, written.len + 1);
  for (uint32_t i = 0; i < written.len; i++) {
    l.names[i] = sketch_fresh(c->sketch, written.data[i]->name, written.data[i]->type);
    l.turn = env_put(c, l.turn, written.data[i], build_name(c->build, l.names[i]));
  }
  vec_free(&written);
  return l;
}

Node *calculus_while(Calculus *c, const Node *node, const Env *env, const Then *then)
{
  const Build *b = c->build;
  if (c->mode == MODE_SOMEHOW) return calculus_cannot(c, "a loop that is refined");
  /* its invariant may be false, and may allow more than the loop reaches */
  if (c->exploring) return calculus_cannot(c, "the steps of a loop");
  const Loop l = loop_of(c, node, env);
  Node *ended = build_not(b, at_turn(c, &l, node->kids[0]));
  if (c->mode == MODE_REACHED) return turn(c, &l, ended, then);
  bool variant = c->claims.variant == node;
  Node *parts[6], *condition = at_turn(c, &l, node->kids[0]);
  for (uint32_t i = 0; i < 6; i++) parts[i] = build_truth(b, true);
  const Step defined = {{go_defined}, &l, NULL}, natural = {{go_natural}, &l, NULL};
  const After after = {{go_after},
                       &l,
                       c->claims.loops ? node->kids[2] : NULL,
                       variant ? at_turn(c, &l, node->kids[3]) : NULL};
  const Step step = {{go_step}, &l, &after.then};
  c->depth++;
  parts[0] = calculus_claim_value(c, node->kids[2], env, &calculus_end);
  if (c->claims.loops) parts[1] = env_formula(c, env, env, node->kids[2]);
  if (c->claims.well_defined) parts[2] = turn(c, &l, NULL, &defined.then);
  if (variant) parts[3] = turn(c, &l, NULL, &natural.then);
  parts[4] = turn(c, &l, condition, &step.then);
  c->depth--;
  uint32_t claimed = 0;
  for (uint32_t i = 0; i < 5; i++) claimed += !build_is_true(parts[i]);
  c->depth += claimed;
  parts[5] = turn(c, &l, ended, then);
  c->depth -= claimed;
  return build_and(b, parts, 6);
}
