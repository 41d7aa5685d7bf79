#include "prove/classical/calculus_impl.h"

#include "prove/rules/formula.h"

/* Substitutions with several ways: CHOICE, IF, SELECT, CASE. */

/* Ways, and what must hold on them.  A guard is a predicate of the point where they part; NULL:
 * there is none. */
typedef struct {
  Node **guards, **rests;
  uint32_t count;
} Ways;

static Ways ways_new(const Calculus *c, uint32_t most)
{
  Arena *arena = c->build->arena;
  return (Ways){arena_new_array(arena, Node *, most), arena_new_array(arena, Node *, most), 0};
}

/* Where the guard holds, the substitution is run; NULL: skip. */
static void add_way(Calculus *c, Ways *w, Node *guard, Node *substitution, const Env *env,
                    const Then *then)
{
  const Way way = {guard, c->way};
  if (guard) c->way = &way;
  c->depth++;
  w->guards[w->count] = guard;
  w->rests[w->count++] =
      substitution ? calculus_run(c, substitution, env, then) : then->go(c, env, then);
  c->depth--;
  c->way = way.outer;
}

static bool all_the_same(const Ways *w)
{
  for (uint32_t i = 1; i < w->count; i++)
    if (!formula_same(w->rests[0], w->rests[i])) return false;
  return true;
}

/* All of them, or one of them.  `complete`: one of the guards holds always.  What must hold on
 * every way is said once. */
static Node *ways_together(const Calculus *c, const Ways *w, bool complete)
{
  Node **parts = arena_new_array(c->build->arena, Node *, w->count);
  if (all_the_same(w) && w->count > 1) {
    if (complete) return w->rests[0];
    return calculus_guarded(c, build_or(c->build, w->guards, w->count), w->rests[0]);
  }
  for (uint32_t i = 0; i < w->count; i++)
    parts[i] = w->guards[i] ? calculus_guarded(c, w->guards[i], w->rests[i]) : w->rests[i];
  return c->mode == MODE_ALWAYS ? build_and(c->build, parts, w->count)
                                : build_or(c->build, parts, w->count);
}

Node *calculus_choice(Calculus *c, const Node *node, const Env *env, const Then *then)
{
  if (node->count == 1) return calculus_run(c, node->kids[0], env, then);
  Ways w = ways_new(c, node->count);
  c->parting = true;
  for (uint32_t i = 0; i < node->count; i++) add_way(c, &w, NULL, node->kids[i], env, then);
  return ways_together(c, &w, true);
}

/* ---------------------------------------------------------------- IF */

typedef struct { /* an IF from one of its conditions on */
  Then then;
  const Node *node;
  uint32_t at;
  const Then *outer;
} If;

static Node *run_if(Calculus *c, const Node *node, uint32_t at, const Env *env, const Then *then);

static Node *go_if(Calculus *c, const Env *env, const Then *self)
{
  const If *f = (const If *) self;
  Node *condition = env_formula(c, env, env, f->node->kids[f->at]);
  Ways w = ways_new(c, 2);
  add_way(c, &w, condition, f->node->kids[f->at + 1], env, f->outer);
  w.guards[1] = build_not(c->build, condition);
  const Way otherwise = {w.guards[1], c->way};
  c->way = &otherwise;
  c->depth++;
  w.rests[1] = run_if(c, f->node, f->at + 2, env, f->outer);
  w.count = 2;
  c->depth--;
  c->way = otherwise.outer;
  return ways_together(c, &w, true);
}

static Node *run_if(Calculus *c, const Node *node, uint32_t at, const Env *env, const Then *then)
{
  if (at == node->count) return then->go(c, env, then);
  if (at + 1 == node->count) return calculus_run(c, node->kids[at], env, then);
  const If f = {{go_if}, node, at, then};
  return calculus_claim_value(c, node->kids[at], env, &f.then);
}

Node *calculus_if(Calculus *c, const Node *node, const Env *env, const Then *then)
{
  return run_if(c, node, 0, env, then);
}

/* ---------------------------------------------------------------- SELECT */

typedef struct { /* all guards from one on have values */
  Then then;
  const Node *node;
  uint32_t at;
  const Then *outer;
} Guards;

typedef struct {
  Then then;
  Node *substitution;
  const Then *outer;
} Only;

static Node *go_only(Calculus *c, const Env *env, const Then *self)
{
  const Only *only = (const Only *) self;
  return calculus_run(c, only->substitution, env, only->outer);
}

static Node *select_ways(Calculus *c, const Node *node, const Env *env, const Then *then)
{
  uint32_t count = node->count / 2;
  bool otherwise = node->count % 2 == 1;
  if (count == 1 && !otherwise) {
    const Only only = {{go_only}, node->kids[1], then};
    return calculus_given(c, env_formula(c, env, env, node->kids[0]), env, &only.then);
  }
  Ways w = ways_new(c, count + 1);
  c->parting |= count > 1;
  for (uint32_t i = 0; i < count; i++)
    add_way(c, &w, env_formula(c, env, env, node->kids[2 * i]), node->kids[2 * i + 1], env, then);
  Node *none = build_not(c->build, build_or(c->build, w.guards, count));
  if (otherwise) add_way(c, &w, none, node->kids[node->count - 1], env, then);
  return ways_together(c, &w, otherwise);
}

static Node *go_guards(Calculus *c, const Env *env, const Then *self)
{
  const Guards *g = (const Guards *) self;
  if (g->at + 1 >= g->node->count) return select_ways(c, g->node, env, g->outer);
  const Guards next = {{go_guards}, g->node, g->at + 2, g->outer};
  return calculus_claim_value(c, g->node->kids[g->at], env, &next.then);
}

Node *calculus_select(Calculus *c, const Node *node, const Env *env, const Then *then)
{
  const Guards all = {{go_guards}, node, 0, then};
  return go_guards(c, env, &all.then);
}

/* ---------------------------------------------------------------- CASE */

typedef struct {
  Then then;
  const Node *node;
  const Then *outer;
} Case;

/* E = l, or E : {l, m} */
static Node *label_of(Calculus *c, Node *value, const Node *labels, const Env *env)
{
  if (labels->count == 1)
    return build_equal(c->build, value, env_formula(c, env, env, labels->kids[0]));
  Node *set = node_new(c->build->arena, NODE_SET_EXT, labels->span, NULL, labels->count);
  for (uint32_t i = 0; i < labels->count; i++)
    node_set(set, i, env_formula(c, env, env, labels->kids[i]));
  set->type = type_pow(c->build->types, (Type *) (uintptr_t) value->type);
  return build_member(c->build, value, set);
}

static Node *go_case(Calculus *c, const Env *env, const Then *self)
{
  const Case *s = (const Case *) self;
  const Node *node = s->node;
  Node *value = env_formula(c, env, env, node->kids[0]), *otherwise = NULL;
  Ways w = ways_new(c, node->count);
  for (uint32_t i = 1; i < node->count; i++) {
    Node *branch = node->kids[i];
    if (branch->kind != NODE_BRANCH) otherwise = branch;
    else add_way(c, &w, label_of(c, value, branch->kids[0], env), branch->kids[1], env, s->outer);
  }
  Node *none = build_not(c->build, build_or(c->build, w.guards, w.count));
  add_way(c, &w, none, otherwise, env, s->outer);
  return ways_together(c, &w, true);
}

Node *calculus_case(Calculus *c, const Node *node, const Env *env, const Then *then)
{
  const Case s = {{go_case}, node, then};
  return calculus_claim_value(c, node->kids[0], env, &s.then);
}
