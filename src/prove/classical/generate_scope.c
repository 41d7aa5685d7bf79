#include "prove/classical/generate_impl.h"

bool scope_is_own(const Generator *g, const Clause *clause)
{
  return clause->machine == g->model->main;
}

bool scope_is_written_in(const Clause *clause, NodeKind kind)
{
  const Node *text = unit_clause(clause->machine->unit, kind);
  Span span = clause->node->span;
  return text && text->span.begin <= span.begin && span.end <= text->span.end;
}

bool scope_is_level(const Generator *g, const Machine *machine)
{
  for (const Machine *m = g->model->main; m; m = m->refines)
    if (m == machine) return true;
  return false;
}

bool scope_is_part_constraint(const Generator *g, const Clause *clause)
{
  return !scope_is_level(g, clause->machine) && scope_is_written_in(clause, NODE_CL_CONSTRAINTS);
}

typedef bool Wanted(const Generator *, const Clause *);

static void assume(Generator *g, Sketch *d, const Clauses *clauses, const Clause *before,
                   Wanted *wanted)
{
  for (uint32_t i = 0; i < clauses->len; i++) {
    const Clause *clause = &clauses->data[i];
    if (clause == before) return;
    if (wanted(g, clause)) sketch_assume(d, clause->node, false);
  }
}

static bool is_other(const Generator *g, const Clause *c) { return !scope_is_own(g, c); }

static bool is_seen(const Generator *g, const Clause *c)
{
  (void) g;
  return c->machine->level == LEVEL_SHARED;
}

static bool is_part(const Generator *g, const Clause *c)
{
  if (scope_is_level(g, c->machine)) return false;
  return c->machine->level == 0 || c->machine->level == LEVEL_SHARED;
}

static bool is_known_first(const Generator *g, const Clause *c)
{
  return is_other(g, c) && !scope_is_part_constraint(g, c);
}

/* All others, then the own ones up to that one. */
static void assume_before(Generator *g, Sketch *d, const Clauses *clauses, const Clause *before)
{
  assume(g, d, clauses, NULL, is_other);
  assume(g, d, clauses, before, scope_is_own);
}

/* What is asked of arguments is shown where the properties hold, not the other way round. */
void scope_properties(Generator *g, Sketch *d, const Clause *before)
{
  assume(g, d, &g->model->properties, NULL, before ? is_known_first : is_other);
  assume(g, d, &g->model->properties, before, scope_is_own);
}

void scope_invariants(Generator *g, Sketch *d, const Clause *before)
{
  assume_before(g, d, &g->model->invariants, before);
}

void scope_assertions(Generator *g, Sketch *d, const Clause *before)
{
  assume_before(g, d, &g->model->assertions, before);
}

void scope_other_assertions(Generator *g, Sketch *d)
{
  assume(g, d, &g->model->assertions, NULL, is_other);
}

void scope_seen(Generator *g, Sketch *d)
{
  assume(g, d, &g->model->invariants, NULL, is_seen);
  assume(g, d, &g->model->assertions, NULL, is_seen);
}

void scope_parts(Generator *g, Sketch *d)
{
  assume(g, d, &g->model->invariants, NULL, is_part);
  assume(g, d, &g->model->assertions, NULL, is_part);
}
