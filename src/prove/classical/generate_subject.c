#include "prove/classical/generate_impl.h"

#include "prove/rules/formula.h"
#include "prove/rules/well_defined.h"

/* What is asked of all operations and initialisations. */

void subject_open(Generator *g, const Subject *s, Sketch *d, Calculus *c, Claims claims)
{
  sketch_open(d, &g->build, g->model);
  d->origin = s->body->span;
  for (uint32_t i = 0; i < s->parameter_count; i++)
    sketch_role(d, s->parameters[i], ROLE_PARAMETER);
  scope_properties(g, d, NULL);
  if (s->initial) scope_seen(g, d);
  else if (s->local) scope_parts(g, d);
  else scope_invariants(g, d, NULL), scope_assertions(g, d, NULL);
  if (s->assumed) sketch_assume(d, s->assumed, true);
  *c = (Calculus){.build = &g->build, .sketch = d, .claims = claims};
  c->joining = calculus_paths(s->body) > PATHS_MANY;
}

/* The obligation that the claims hold; none if they always do. */
static void claim(Generator *g, const Subject *s, Claims claims, const char *name, const char *kind)
{
  Sketch d;
  Calculus c;
  subject_open(g, s, &d, &c, claims);
  if (claims.call) d.origin = claims.call->span;
  if (claims.variant) d.origin = claims.variant->span;
  Node *goal = calculus_run_body(&c, s->body, NULL, &calculus_end);
  if (claims.well_defined) {
    Node **known = arena_new_array(g->build.arena, Node *, d.hypotheses.len + 1);
    for (uint32_t i = 0; i < d.hypotheses.len; i++) known[i] = d.hypotheses.data[i].predicate;
    goal = well_defined_improved(&g->build, goal, known, d.hypotheses.len);
  }
  if (!build_is_true(goal) || c.unsupported) generator_add_result(g, &c, name, kind, goal);
  calculus_finish(&c);
  sketch_close(&d);
}

typedef struct {
  uint32_t calls, loops; /* found so far */
} Counts;

static void claim_inside(Generator *g, const Subject *s, const Node *node, Counts *n)
{
  if (node->kind == NODE_OP_CALL)
    claim(g, s, (Claims){.call = node}, generator_name(g, "%s/call%u/PRE", s->name, ++n->calls),
          "PRE");
  if (node->kind == NODE_WHILE)
    claim(g, s, (Claims){.variant = node}, generator_name(g, "%s/while%u/VAR", s->name, ++n->loops),
          "VAR");
  for (uint32_t i = 0; i < node->count; i++) claim_inside(g, s, node->kids[i], n);
}

void subject_obligations(Generator *g, const Subject *s)
{
  Counts none = {0};
  claim(g, s, (Claims){.well_defined = true}, generator_name(g, "%s/WD", s->name), "WD");
  claim_inside(g, s, s->body, &none);
}

void subject_assertions(Generator *g, const Subject *s)
{
  claim(g, s, (Claims){.assertions = true, .loops = true}, generator_name(g, "%s/ASSERT", s->name),
        "ASSERT");
}
