#include <assert.h>
#include <string.h>

#include "prove/tableau/tableau_impl.h"

void tableau_init(Tableau *t, Bank *b, Effort *effort)
{
  memset(t, 0, sizeof *t);
  t->bank = b;
  t->effort = effort;
  t->conflict = t->refuted = NO_CLAUSE;
  t->bump = 1;
  egraph_init(&t->egraph, b);
}

void tableau_free(Tableau *t)
{
  for (uint32_t i = 0; i < t->variables.len; i++) {
    vec_free(&t->variables.data[i].watches[0]);
    vec_free(&t->variables.data[i].watches[1]);
  }
  tableau_free_quantifiers(t);
  vec_free(&t->variables);
  vec_free(&t->variable_of);
  vec_free(&t->lits);
  vec_free(&t->clauses);
  vec_free(&t->data);
  vec_free(&t->trail);
  vec_free(&t->levels);
  vec_free(&t->late);
  vec_free(&t->learned);
  vec_free(&t->number_variable);
  vec_free(&t->done);
  vec_free(&t->known);
  egraph_free(&t->egraph);
  bounds_free(&t->simplex);
}

/* ------------------------------------------------------------------- variables */

static bool is_atom(const Bank *b, Term f)
{
  uint32_t op = term_op(b, f);
  return op != NODE_AND && op != NODE_IFF && op != NODE_FORALL;
}

static uint32_t new_variable(Tableau *t, Term f, uint32_t generation)
{
  Variable v = {.term = f, .reason = REASON_NONE, .unit = NO_CLAUSE};
  v.generation = (uint16_t) generation;
  v.of_goal = t->of_goal;
  uint32_t var = t->variables.len;
  vec_push(&t->variables, v);
  while (t->variable_of.len <= f) vec_push(&t->variable_of, 0);
  t->variable_of.data[f] = var + 1;
  if (is_atom(t->bank, f)) {
    Egraph *e = &t->egraph;
    uint32_t node = egraph_add(e, f, generation), value = e->nodes.data[egraph_root(e, node)].value;
    if (value == e->yes || value == e->no) vec_push(&e->decided, node);
  }
  return var;
}

Lit tableau_literal(Tableau *t, Term f, uint32_t generation)
{
  bool negated = term_op(t->bank, f) == NODE_NOT;
  if (negated) f = term_kid(t->bank, f, 0);
  assert(f != t->bank->yes);
  uint32_t known = f < t->variable_of.len ? t->variable_of.data[f] : 0;
  uint32_t var = known ? known - 1 : new_variable(t, f, generation);
  return 2 * var + negated;
}

int tableau_value(const Tableau *t, Term f)
{
  if (f == t->bank->yes) return 1;
  if (f == t->bank->no) return -1;
  bool negated = term_op(t->bank, f) == NODE_NOT;
  if (negated) f = term_kid(t->bank, f, 0);
  uint32_t known = f < t->variable_of.len ? t->variable_of.data[f] : 0;
  int value = known ? t->variables.data[known - 1].value : 0;
  return negated ? -value : value;
}

void tableau_assign(Tableau *t, Lit l, uint32_t reason)
{
  Variable *v = &t->variables.data[lit_var(l)];
  assert(v->value == 0);
  v->value = l & 1 ? -1 : 1;
  v->level = tableau_level(t);
  v->reason = reason;
  vec_push(&t->trail, l);
}

void tableau_decide(Tableau *t, Lit l)
{
  LevelMark mark = {t->trail.len, t->egraph.trail.len, t->simplex.trail.len};
  vec_push(&t->levels, mark);
  t->decisions++;
  tableau_assign(t, l, REASON_NONE);
}

void tableau_backtrack(Tableau *t, uint32_t level)
{
  if (level >= t->levels.len) return;
  LevelMark mark = t->levels.data[level];
  while (t->trail.len > mark.trail) {
    Variable *v = &t->variables.data[lit_var(t->trail.data[--t->trail.len])];
    v->value = 0;
    v->reason = REASON_NONE;
  }
  if (t->propagated > mark.trail) t->propagated = mark.trail;
  if (t->asserted > mark.trail) t->asserted = mark.trail;
  egraph_undo(&t->egraph, mark.egraph);
  bounds_undo(&t->simplex, mark.simplex);
  t->levels.len = level;
  t->conflict = NO_CLAUSE;
  Numbers late = t->late;
  t->late = (Numbers){0};
  for (uint32_t i = 0; i < late.len; i++) tableau_settle(t, late.data[i]);
  vec_free(&late);
}

/* --------------------------------------------------------------------- clauses */

/* None of an empty clause. */
static Lit *lits_of(Tableau *t, const Inference *c)
{
  return t->lits.data ? t->lits.data + c->lits : NULL;
}

static void unwatch(Tableau *t, Lit l, uint32_t clause)
{
  Numbers *w = &t->variables.data[lit_var(l)].watches[l & 1];
  for (uint32_t i = 0; i < w->len; i++)
    if (w->data[i] == clause) {
      w->data[i] = w->data[--w->len];
      return;
    }
}

static void watch(Tableau *t, Lit l, uint32_t clause)
{
  vec_push(&t->variables.data[lit_var(l)].watches[l & 1], clause);
}

/* Which literals a clause should watch: the higher the better. */
static uint32_t worth(const Tableau *t, Lit l)
{
  int value = lit_value(t, l);
  return value > 0 ? UINT32_MAX : value == 0 ? UINT32_MAX - 1 : t->variables.data[lit_var(l)].level;
}

static void best_first(Tableau *t, Lit *lits, uint32_t count)
{
  for (uint32_t at = 0; at < 2 && at < count; at++)
    for (uint32_t i = at + 1; i < count; i++)
      if (worth(t, lits[i]) > worth(t, lits[at])) {
        Lit l = lits[i];
        lits[i] = lits[at];
        lits[at] = l;
      }
}

/* Some literals may have been given values on a higher level than that on which the clause had it
 * follow: such clauses are late, and looked at again after backtracking. */
void tableau_settle(Tableau *t, uint32_t clause)
{
  Inference *c = &t->clauses.data[clause];
  Lit *lits = lits_of(t, c);
  for (uint32_t i = 0; i < 2 && i < c->count; i++) unwatch(t, lits[i], clause);
  best_first(t, lits, c->count);
  for (uint32_t i = 0; i < 2 && i < c->count; i++) watch(t, lits[i], clause);
  if (c->count == 0) {
    t->conflict = clause;
    return;
  }
  bool alone = c->count == 1 || lit_value(t, lits[1]) < 0;
  if (!alone) return;
  uint32_t since = c->count == 1 ? 0 : t->variables.data[lit_var(lits[1])].level;
  int value = lit_value(t, lits[0]);
  if (value < 0) {
    t->conflict = clause;
    vec_push(&t->late, clause);
    return;
  }
  if (value == 0) tableau_assign(t, lits[0], clause);
  if (since < t->variables.data[lit_var(lits[0])].level) vec_push(&t->late, clause);
}

uint32_t tableau_clause_of(Tableau *t, const Lit *lits, uint32_t count, Origin origin,
                           const int64_t *data, uint32_t data_count, uint32_t generation)
{
  Inference c = {.lits = t->lits.len, .data = t->data.len, .data_count = data_count};
  c.origin = origin;
  c.generation = (uint16_t) generation;
  c.of_goal = t->of_goal;
  for (uint32_t i = 0; i < count; i++) {
    bool there = false;
    for (uint32_t k = 0; k < c.count && !there; k++) there = t->lits.data[c.lits + k] == lits[i];
    if (there) continue;
    vec_push(&t->lits, lits[i]);
    c.count++;
  }
  for (uint32_t i = 0; i < data_count; i++) vec_push(&t->data, data[i]);
  uint32_t clause = t->clauses.len;
  vec_push(&t->clauses, c);
  tableau_settle(t, clause);
  return clause;
}

uint32_t tableau_reason(Tableau *t, const Lit *lits, uint32_t count, Origin origin,
                        const int64_t *data, uint32_t data_count)
{
  Inference c = {
      .lits = t->lits.len, .count = count, .data = t->data.len, .data_count = data_count};
  c.origin = origin;
  for (uint32_t i = 0; i < count; i++) vec_push(&t->lits, lits[i]);
  for (uint32_t i = 0; i < data_count; i++) vec_push(&t->data, data[i]);
  vec_push(&t->clauses, c);
  return t->clauses.len - 1;
}

void tableau_clause(Tableau *t, const Term *formulas, uint32_t count, Origin origin,
                    const int64_t *data, uint32_t data_count, uint32_t generation)
{
  Lits lits = {0};
  bool needed = true;
  for (uint32_t i = 0; i < count && needed; i++) {
    if (formulas[i] == t->bank->yes) needed = false;
    else if (formulas[i] != t->bank->no)
      vec_push(&lits, tableau_literal(t, formulas[i], generation));
    for (uint32_t k = 0; needed && lits.len && k + 1 < lits.len; k++)
      needed = lits.data[k] != lit_not(lits.data[lits.len - 1]);
  }
  if (needed) tableau_clause_of(t, lits.data, lits.len, origin, data, data_count, generation);
  vec_free(&lits);
}

/* The literal is false now: the clause watches another one, or it is unit, or a conflict.  False:
 * it still watches it. */
static bool moves_watch(Tableau *t, uint32_t clause, Lit was)
{
  const Inference *c = &t->clauses.data[clause];
  Lit *lits = lits_of(t, c);
  if (c->count > 1 && lits[0] == was) {
    lits[0] = lits[1];
    lits[1] = was;
  }
  if (c->count > 1 && lit_value(t, lits[0]) > 0) return false;
  for (uint32_t i = 2; i < c->count; i++)
    if (lit_value(t, lits[i]) >= 0) {
      lits[1] = lits[i];
      lits[i] = was;
      watch(t, lits[1], clause);
      return true;
    }
  if (lit_value(t, lits[0]) < 0) t->conflict = clause;
  else if (lit_value(t, lits[0]) == 0) tableau_assign(t, lits[0], clause);
  return false;
}

bool tableau_propagate_clauses(Tableau *t)
{
  while (t->conflict == NO_CLAUSE && t->propagated < t->trail.len) {
    Lit was = lit_not(t->trail.data[t->propagated++]);
    uint32_t kept = 0, i = 0;
    Numbers *w = &t->variables.data[lit_var(was)].watches[was & 1];
    for (; i < w->len && t->conflict == NO_CLAUSE; i++) {
      uint32_t clause = w->data[i];
      if (!moves_watch(t, clause, was)) w->data[kept++] = clause;
    }
    for (; i < w->len; i++) w->data[kept++] = w->data[i];
    w->len = kept;
  }
  return t->conflict == NO_CLAUSE;
}
