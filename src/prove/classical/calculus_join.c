#include "prove/classical/calculus_impl.h"

/* Several parts: S; T and S || T.  Where there are too many ways through all of them together,
 * those of a part are joined: the rest comes once, for new names of what the part changes. */

typedef struct {
  Then then;
  const Node *node;
  uint32_t at;        /* the part that is run now */
  const Env *base;    /* where all of it began */
  const Env *changed; /* of S || T: with what the parts before have changed */
  const Then *outer;
} Parts;

static Node *run_part(Calculus *c, const Parts *p, const Env *env, bool last, const Then *then)
{
  Node *part = p->node->kids[p->at];
  bool joined = c->joining && !last && calculus_paths(part) > 1;
  return joined ? calculus_joined(c, part, env, then) : calculus_run(c, part, env, then);
}

/* ---------------------------------------------------------------- S; T */

static Node *go_sequence(Calculus *c, const Env *env, const Then *self)
{
  const Parts *p = (const Parts *) self;
  bool last = p->at + 1 == p->node->count;
  const Parts next = {{go_sequence}, p->node, p->at + 1, p->base, NULL, p->outer};
  return run_part(c, p, env, last, last ? p->outer : &next.then);
}

/* ---------------------------------------------------------------- S || T */

/* S || T fails where a claim of T fails, also where there is no way through S: so it is claimed
 * outside of S.  Then this is what must hold for that. */
static Node *claims_behind(Calculus *c, const Parts *p)
{
  bool blocks = false;
  Node *all = build_truth(c->build, true);
  for (uint32_t i = p->at; i + 1 < p->node->count; i++) {
    blocks |= calculus_may_block(p->node->kids[i]);
    Node *part = p->node->kids[i + 1];
    if (!blocks || !calculus_has_claims(c, part)) continue;
    CalculusMode mode = c->mode;
    Claims claims = c->claims;
    if (mode == MODE_SOMEHOW) c->claims = (Claims){.assertions = true, .calls = true};
    c->mode = MODE_ALWAYS;
    c->depth++;
    all = build_both(c->build, all, calculus_run(c, part, p->base, &calculus_end));
    c->depth--;
    c->mode = mode;
    c->claims = claims;
  }
  return all;
}

static Node *go_simultaneous(Calculus *c, const Env *env, const Then *self)
{
  const Parts *p = (const Parts *) self;
  const Env *changed = env_merge(c, p->changed, env, p->base);
  if (p->at == p->node->count) return p->outer->go(c, changed, p->outer);
  bool last = p->at + 1 == p->node->count;
  const Parts next = {{go_simultaneous}, p->node, p->at + 1, p->base, changed, p->outer};
  return run_part(c, p, p->base, last, &next.then);
}

static Node *simultaneous(Calculus *c, const Node *node, const Env *env, const Then *then)
{
  const Parts first = {{go_simultaneous}, node, 0, env, env, then};
  if (c->mode == MODE_REACHED) return go_simultaneous(c, env, &first.then);
  Node *claims = claims_behind(c, &first);
  bool none = build_is_true(claims);
  c->depth += !none;
  Node *rest = go_simultaneous(c, env, &first.then);
  c->depth -= !none;
  return c->mode == MODE_ALWAYS ? build_both(c->build, claims, rest)
                                : build_implies(c->build, claims, rest);
}

Node *calculus_parts(Calculus *c, const Node *node, const Env *env, const Then *then)
{
  if (node->kind == NODE_SIMULTANEOUS) return simultaneous(c, node, env, then);
  const Parts first = {{go_sequence}, node, 0, env, NULL, then};
  return go_sequence(c, env, &first.then);
}

/* ---------------------------------------------------------------- joining */

typedef struct { /* what was written has these values */
  Then then;
  const Symbols *written;
  Symbol **names;
} Equal;

static Node *go_equal(Calculus *c, const Env *env, const Then *self)
{
  const Equal *e = (const Equal *) self;
  Node **parts = arena_new_array(c->build->arena, Node *, e->written->len + 1);
  for (uint32_t i = 0; i < e->written->len; i++)
    parts[i] = build_equal(c->build, build_name(c->build, e->names[i]),
                           env_value(c, env, e->written->data[i]));
  return build_and(c->build, parts, e->written->len);
}

typedef struct {
  Then then;
  Node *relation;
  const Env *after;
  const Then *outer;
} Joined;

static Node *go_joined(Calculus *c, const Env *env, const Then *self)
{
  const Joined *j = (const Joined *) self;
  (void) env;
  return calculus_given(c, j->relation, j->after, j->outer);
}

/* The claims of the part alone. */
static Node *claims_of(Calculus *c, Node *node, const Env *env)
{
  if (c->mode == MODE_REACHED || !calculus_has_claims(c, node)) return build_truth(c->build, true);
  CalculusMode mode = c->mode;
  Claims claims = c->claims;
  if (mode == MODE_SOMEHOW) c->claims = (Claims){.assertions = true, .calls = true};
  c->mode = MODE_ALWAYS;
  c->depth++;
  Node *all = calculus_run(c, node, env, &calculus_end);
  c->depth--;
  c->mode = mode;
  c->claims = claims;
  return all;
}

Node *calculus_joined(Calculus *c, Node *node, const Env *env, const Then *then)
{
  const Build *b = c->build;
  if (c->mode == MODE_SOMEHOW && calculus_has_loop(node))
    return calculus_cannot(c, "a loop that is refined");
  Node *claims = claims_of(c, node, env);
  Symbols written = {0};
  calculus_written(node, env, &written);
  Symbol **names = arena_new_array(b->arena, Symbol *, written.len + 1);
  const Env *after = env;
  for (uint32_t i = 0; i < written.len; i++) {
    names[i] = sketch_fresh_after(c->sketch, written.data[i]->name, written.data[i]->type);
    after = env_put(c, after, written.data[i], build_name(b, names[i]));
  }
  const Equal equal = {{go_equal}, &written, names};
  CalculusMode mode = c->mode;
  c->mode = MODE_REACHED;
  Node *relation = calculus_run(c, node, env, &equal.then);
  c->mode = mode;
  const Joined joined = {{go_joined}, relation, after, then};
  bool none = build_is_true(claims);
  c->depth += !none;
  Node *rest = calculus_choose(c, names, written.len, ROLE_AFTER, env, &joined.then);
  c->depth -= !none;
  vec_free(&written);
  return mode == MODE_ALWAYS ? build_both(b, claims, rest) : build_implies(b, claims, rest);
}
