#include "prove/refute/plan.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "prove/refute/copy.h"

typedef struct {
  const Stage *s;
  Plan *plan;
  Symbol *numbers; /* stand for the places of names, in `index` */
  Renamings index;
  uint32_t *parent; /* union-find over names, then premises, then the goal */
} Sharing;

static uint32_t root(const Sharing *g, uint32_t i)
{
  while (g->parent[i] != i) i = g->parent[i] = g->parent[g->parent[i]];
  return i;
}

static void join(Sharing *g, uint32_t a, uint32_t b) { g->parent[root(g, b)] = root(g, a); }

static void join_names(Sharing *g, const Node *node, uint32_t premise)
{
  const Symbol *number = node->symbol ? renamings_get(&g->index, node->symbol) : NULL;
  if (number) join(g, premise, (uint32_t) (number - g->numbers));
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i]) join_names(g, node->kids[i], premise);
}

static void add_sets(PlanPart *part, const Type *type)
{
  if (!type) return;
  for (uint32_t i = 0; i < type->count; i++) add_sets(part, type->args[i]);
  if (type->kind != TYPE_GIVEN || type->symbol->enumerated) return;
  for (uint32_t i = 0; i < part->sets.len; i++)
    if (part->sets.data[i] == type->symbol) return;
  vec_push(&part->sets, type->symbol);
}

static void add_sets_of(PlanPart *part, const Node *node)
{
  add_sets(part, node->type);
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i]) add_sets_of(part, node->kids[i]);
}

static PlanPart *part_of(Sharing *g, uint32_t *part, uint32_t i)
{
  uint32_t r = root(g, i);
  if (part[r] == UINT32_MAX) {
    part[r] = g->plan->parts.len;
    vec_push(&g->plan->parts, (PlanPart){0});
  }
  return &g->plan->parts.data[part[r]];
}

static void share_out(Sharing *g, uint32_t names, uint32_t goal)
{
  Plan *plan = g->plan;
  uint32_t *part = memory_alloc((goal + 1) * sizeof *part);
  for (uint32_t i = 0; i <= goal; i++) part[i] = UINT32_MAX;
  part_of(g, part, goal);
  for (uint32_t i = 0; i < plan->all.len; i++) {
    PlanPart *p = part_of(g, part, names + i);
    vec_push(&p->premises, plan->all.data[i]);
    add_sets_of(p, plan->all.data[i]);
  }
  for (uint32_t i = 0; i < names; i++) {
    PlanPart *p = part_of(g, part, i);
    vec_push(&p->names, g->s->names.data[i].symbol);
    add_sets(p, g->s->names.data[i].symbol->type);
  }
  free(part);
}

void plan_make(Plan *plan, const Stage *s, const StageCase *c, const bool *used,
               const Conjuncts *others)
{
  *plan = (Plan){0};
  for (uint32_t i = 0; i < s->premises.len; i++)
    if (!used || used[i]) vec_push(&plan->all, s->premises.data[i]);
  for (uint32_t i = 0; others && i < others->len; i++) vec_push(&plan->all, others->data[i]);
  uint32_t own = plan->all.len;
  for (uint32_t i = 0; i < c->premises.len; i++) vec_push(&plan->all, c->premises.data[i]);
  uint32_t names = s->names.len, goal = names + plan->all.len;
  Sharing g = {.s = s, .plan = plan, .index = {.arena = s->arena}};
  g.numbers = arena_new_array(s->arena, Symbol, names + 1);
  g.parent = memory_alloc((goal + 1) * sizeof *g.parent);
  for (uint32_t i = 0; i <= goal; i++) g.parent[i] = i;
  for (uint32_t i = 0; i < names; i++)
    renamings_put(&g.index, s->names.data[i].symbol, &g.numbers[i]);
  for (uint32_t i = 0; i < plan->all.len; i++) {
    join_names(&g, plan->all.data[i], names + i);
    if (i >= own) join(&g, goal, names + i);
  }
  share_out(&g, names, goal);
  free(g.parent);
  assert(plan->parts.len > 0);
}

void plan_free(Plan *plan)
{
  for (uint32_t i = 0; i < plan->parts.len; i++) {
    vec_free(&plan->parts.data[i].names);
    vec_free(&plan->parts.data[i].premises);
    vec_free(&plan->parts.data[i].sets);
  }
  vec_free(&plan->parts);
  vec_free(&plan->all);
}
