#include "prove/classical/calculus_impl.h"

#include "prove/rules/formula.h"
#include "prove/rules/substitute.h"
#include "prove/rules/well_defined.h"

static bool at_top(const Calculus *c) { return c->mode == MODE_ALWAYS && c->depth == 0; }

static Node *go_end(Calculus *c, const Env *env, const Then *self)
{
  (void) env, (void) self;
  return build_truth(c->build, true);
}

const Then calculus_end = {go_end};

Node *calculus_cannot(Calculus *c, const char *what)
{
  if (!c->unsupported) c->unsupported = what;
  return build_truth(c->build, c->mode != MODE_ALWAYS);
}

/* What holds on this way only: it is no part of the sketch any more. */
static Node *go_deeper(Calculus *c, const Env *env, const Then *then)
{
  c->depth++;
  Node *rest = then->go(c, env, then);
  c->depth--;
  return rest;
}

/* P => (Q => R) as P & Q => R. */
static Node *implied(const Calculus *c, Node *premise, Node *rest)
{
  if (rest->kind != NODE_IMPLIES) return build_implies(c->build, premise, rest);
  return build_implies(c->build, build_both(c->build, premise, rest->kids[0]), rest->kids[1]);
}

Node *calculus_guarded(const Calculus *c, Node *predicate, Node *rest)
{
  return c->mode == MODE_ALWAYS ? implied(c, predicate, rest)
                                : build_both(c->build, predicate, rest);
}

Node *calculus_given(Calculus *c, Node *predicate, const Env *env, const Then *then)
{
  if (at_top(c)) {
    sketch_assume(c->sketch, predicate, true);
    return then->go(c, env, then);
  }
  return calculus_guarded(c, predicate, go_deeper(c, env, then));
}

Node *calculus_claim(Calculus *c, bool claimed, Node *predicate, const Env *env, const Then *then)
{
  if (c->mode == MODE_SOMEHOW) {
    Node *rest = go_deeper(c, env, then);
    return implied(c, predicate, rest);
  }
  if (c->mode == MODE_REACHED || !claimed) return calculus_given(c, predicate, env, then);
  Node *rest = go_deeper(c, env, then);
  return build_both(c->build, predicate, implied(c, predicate, rest));
}

Node *calculus_claim_value_since(Calculus *c, Node *formula, const Env *env, const Env *before,
                                 const Then *then)
{
  if (c->mode != MODE_ALWAYS || !c->claims.well_defined) return then->go(c, env, then);
  Node *condition = well_defined(c->build, formula, NOTATION_B);
  if (build_is_true(condition)) return then->go(c, env, then);
  condition = env_formula(c, env, before, condition);
  return build_both(c->build, condition, go_deeper(c, env, then));
}

Node *calculus_claim_value(Calculus *c, Node *formula, const Env *env, const Then *then)
{
  return calculus_claim_value_since(c, formula, env, env, then);
}

/* ---------------------------------------------------------------- choices */

/* E if the conjunct is x = E or E = x, and x is not in E. */
static Node *value_in(const Node *conjunct, const Symbol *x)
{
  if (conjunct->kind != NODE_EQUAL) return NULL;
  for (uint32_t i = 0; i < 2; i++) {
    const Node *side = node_bare(conjunct->kids[i]);
    if (side->kind == NODE_IDENT && side->symbol == x &&
        !formula_mentions(conjunct->kids[1 - i], x))
      return conjunct->kids[1 - i];
  }
  return NULL;
}

/* #x.(x = E & P) is P with E for x. */
static bool give_value(const Calculus *c, Symbol *x, Node **body)
{
  Node **conjuncts;
  uint32_t count;
  formula_conjuncts(*body, &conjuncts, &count, c->build->arena);
  for (uint32_t i = 0; i < count; i++) {
    Node *value = value_in(node_bare(conjuncts[i]), x);
    if (!value || calculus_is_large(value)) continue;
    conjuncts[i] = build_truth(c->build, true);
    Replacement r = {x, false, value};
    *body = substitute(c->build, build_and(c->build, conjuncts, count), &r, 1);
    return true;
  }
  return false;
}

static uint32_t mentioned(Symbol *const *names, uint32_t count, const Node *body, Symbol **left)
{
  uint32_t number = 0;
  for (uint32_t i = 0; i < count; i++)
    if (formula_mentions(body, names[i])) left[number++] = names[i];
  return number;
}

Node *calculus_exists(const Calculus *c, Symbol *const *names, uint32_t count, Node *body)
{
  Symbol **left = arena_new_array(c->build->arena, Symbol *, count + 1);
  for (uint32_t i = 0; i < count; i++) give_value(c, names[i], &body);
  return build_exists(c->build, left, mentioned(names, count, body, left), body);
}

Node *calculus_choose(Calculus *c, Symbol *const *names, uint32_t count, SequentRole role,
                      const Env *env, const Then *then)
{
  if (at_top(c)) {
    for (uint32_t i = 0; i < count; i++) sketch_role(c->sketch, names[i], role);
    return then->go(c, env, then);
  }
  for (uint32_t i = 0; i < count && c->mode == MODE_ALWAYS; i++) vec_push(&c->bound, names[i]);
  Node *body = go_deeper(c, env, then);
  for (uint32_t i = 0; i < count; i++) sketch_forget(c->sketch, names[i]);
  if (c->mode != MODE_ALWAYS) return calculus_exists(c, names, count, body);
  Symbol **left = arena_new_array(c->build->arena, Symbol *, count + 1);
  return build_forall(c->build, left, mentioned(names, count, body, left), body);
}
