#include <assert.h>

#include "prove/tableau/tableau_impl.h"

/* What is learned from a conflict: the clause of the first unique implication point. */
typedef struct {
  Tableau *t;
  Lits lits;         /* of the clause, but for the point itself */
  VEC(int64_t) from; /* clauses that it follows from */
  VEC(uint8_t) seen;
  uint32_t open; /* literals of the present level that are seen and not resolved */
} Learning;

static uint32_t reason_clause(Tableau *t, uint32_t var)
{
  if (t->variables.data[var].reason == REASON_EQUALITY) tableau_equality_reason(t, var);
  return t->variables.data[var].reason;
}

/* The clause of one literal that holds on level 0. */
static uint32_t clause_alone(Tableau *t, uint32_t var)
{
  if (t->variables.data[var].unit != NO_CLAUSE) return t->variables.data[var].unit;
  uint32_t reason = reason_clause(t, var);
  assert(reason != REASON_NONE);
  Inference c = t->clauses.data[reason];
  uint32_t unit = reason;
  if (c.count > 1) {
    VEC(int64_t) from = {0};
    for (uint32_t i = 0; i < c.count; i++) {
      uint32_t other = lit_var(t->lits.data[c.lits + i]);
      if (other != var) vec_push(&from, clause_alone(t, other));
    }
    vec_push(&from, reason);
    Inference u = {.lits = t->lits.len, .count = 1, .data = t->data.len, .data_count = from.len};
    u.origin = BY_RESOLUTION;
    vec_push(&t->lits, 2 * var + (t->variables.data[var].value < 0));
    for (uint32_t i = 0; i < from.len; i++) vec_push(&t->data, from.data[i]);
    vec_free(&from);
    unit = t->clauses.len;
    vec_push(&t->clauses, u); /* not watched: it is true for ever */
  }
  return t->variables.data[var].unit = unit;
}

static void bump(Tableau *t, uint32_t var)
{
  t->variables.data[var].activity += t->bump;
  if (t->variables.data[var].activity < 1e100) return;
  for (uint32_t i = 0; i < t->variables.len; i++) t->variables.data[i].activity *= 1e-100;
  t->bump *= 1e-100;
}

/* The literals of the clause are false, but for that of `var`. */
static void resolve(Learning *l, uint32_t clause, uint32_t var)
{
  Tableau *t = l->t;
  vec_push(&l->from, clause);
  Inference c = t->clauses.data[clause];
  for (uint32_t i = 0; i < c.count; i++) {
    Lit lit = t->lits.data[c.lits + i];
    uint32_t v = lit_var(lit);
    if (v == var || l->seen.data[v]) continue;
    l->seen.data[v] = 1;
    bump(t, v);
    if (t->variables.data[v].level == 0) vec_push(&l->from, clause_alone(t, v));
    else if (t->variables.data[v].level == tableau_level(t)) l->open++;
    else vec_push(&l->lits, lit);
  }
}

static uint32_t greatest_level(const Tableau *t, const Inference *c)
{
  uint32_t level = 0;
  for (uint32_t i = 0; i < c->count; i++) {
    uint32_t of = t->variables.data[lit_var(t->lits.data[c->lits + i])].level;
    if (of > level) level = of;
  }
  return level;
}

/* Adds a clause that is not watched. */
static void refute(Learning *l)
{
  Tableau *t = l->t;
  Inference empty = {.data = t->data.len, .data_count = l->from.len, .origin = BY_RESOLUTION};
  for (uint32_t i = 0; i < l->from.len; i++) vec_push(&t->data, l->from.data[i]);
  t->refuted = t->clauses.len;
  vec_push(&t->clauses, empty);
}

static void add_learned(Learning *l, Lit point)
{
  Tableau *t = l->t;
  uint32_t back = 0, generation = 0;
  for (uint32_t i = 0; i < l->lits.len; i++) {
    const Variable *v = &t->variables.data[lit_var(l->lits.data[i])];
    if (v->level > back) back = v->level;
    if (v->generation > generation) generation = v->generation;
  }
  vec_push(&l->lits, point);
  tableau_backtrack(t, back);
  uint32_t clause = tableau_clause_of(t, l->lits.data, l->lits.len, BY_RESOLUTION, l->from.data,
                                      l->from.len, generation);
  vec_push(&t->learned, clause);
  t->bump *= 1.05;
}

bool tableau_learn(Tableau *t)
{
  uint32_t conflict = t->conflict, level = greatest_level(t, &t->clauses.data[conflict]);
  t->conflicts++;
  Learning l = {.t = t};
  for (uint32_t i = 0; i < t->variables.len; i++) vec_push(&l.seen, 0);
  if (level < tableau_level(t)) tableau_backtrack(t, level);
  resolve(&l, conflict, UINT32_MAX);
  if (level == 0) refute(&l);
  else {
    uint32_t at = t->trail.len;
    Lit lit;
    for (;;) {
      do lit = t->trail.data[--at];
      while (!l.seen.data[lit_var(lit)]);
      if (--l.open == 0) break;
      resolve(&l, reason_clause(t, lit_var(lit)), lit_var(lit));
    }
    add_learned(&l, lit_not(lit));
  }
  vec_free(&l.lits);
  vec_free(&l.from);
  vec_free(&l.seen);
  return t->refuted == NO_CLAUSE;
}
