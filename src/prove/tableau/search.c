#include "prove/tableau/tableau_impl.h"

enum { MOST_GENERATION = 12 };

/* What is known of a term may be about further terms, and so on for ever: whatever follows without
 * a decision must be able to end before all of it did. */
static bool must_stop(Tableau *t, uint64_t work)
{
  return t->bank->full || !effort_goes_on(t->effort, work);
}

static void look_at_fresh(Tableau *t)
{
  Egraph *e = &t->egraph;
  for (uint32_t i = 0; i < e->fresh.len && !must_stop(t, 100); i++)
    tableau_facts(t, e->fresh.data[i]);
  e->fresh.len = 0;
}

static void assert_literal(Tableau *t, Lit l)
{
  Term f = t->variables.data[lit_var(l)].term;
  uint32_t op = term_op(t->bank, f);
  if (op != NODE_AND && op != NODE_IFF && op != NODE_FORALL) {
    tableau_assert_equality(t, l);
    tableau_assert_number(t, l);
  }
  if (t->conflict != NO_CLAUSE) return;
  t->of_goal = t->variables.data[lit_var(l)].of_goal;
  tableau_expand(t, l);
  t->of_goal = false;
}

/* All that follows without a decision, unless it must stop.  False: conflict. */
static bool propagate(Tableau *t)
{
  while (!must_stop(t, 100)) {
    if (!tableau_propagate_clauses(t)) return false;
    if (!tableau_propagate_equality(t)) return false;
    if (t->propagated < t->trail.len) continue;
    if (t->asserted < t->trail.len) {
      assert_literal(t, t->trail.data[t->asserted++]);
      if (t->conflict != NO_CLAUSE) return false;
      continue;
    }
    if (t->egraph.fresh.len) {
      look_at_fresh(t);
      continue;
    }
    if (!tableau_check_numbers(t)) return false;
    return t->conflict == NO_CLAUSE;
  }
  return true;
}

/* Of a clause that is not satisfied yet, the literal to be tried; false: it is satisfied. */
static bool choose(const Tableau *t, const Inference *c, Lit *choice, uint32_t *open)
{
  double best = -1;
  *open = 0;
  for (uint32_t i = 0; i < c->count; i++) {
    Lit l = t->lits.data[c->lits + i];
    int value = lit_value(t, l);
    if (value > 0) return false;
    if (value < 0) continue;
    ++*open;
    double activity = t->variables.data[lit_var(l)].activity;
    if (activity > best) {
      best = activity;
      *choice = l;
    }
  }
  return *open > 0;
}

static bool is_input(const Inference *c)
{
  return c->origin != BY_RESOLUTION && c->origin != BY_EQUALITY && c->origin != BY_ARITHMETIC;
}

/* The clause with the fewest open literals decides, of those that say what the goal means, or
 * else of all.  False: all are satisfied. */
static bool pick(Tableau *t, Lit *choice)
{
  uint32_t fewest = UINT32_MAX;
  bool of_goal = false;
  for (uint32_t i = 0; i < t->clauses.len; i++) {
    const Inference *c = &t->clauses.data[i];
    Lit l = 0;
    uint32_t open;
    if (fewest <= 2 && (of_goal || !c->of_goal)) continue;
    if ((of_goal && !c->of_goal) || !is_input(c) || !choose(t, c, &l, &open)) continue;
    if (open >= fewest && c->of_goal == of_goal) continue;
    of_goal = c->of_goal;
    fewest = open;
    *choice = l;
  }
  t->effort->work += t->clauses.len;
  return fewest != UINT32_MAX;
}

/* Everything is satisfied: looks for what may still contradict it.  False: nothing is left. */
static bool go_further(Tableau *t, uint32_t *generation)
{
  if (tableau_split_numbers(t) || tableau_split_values(t, false) || tableau_compare_finite(t))
    return true;
  for (; *generation <= MOST_GENERATION; ++*generation) {
    if (*generation == 2 && tableau_compare_products(t)) return true;
    if (tableau_instantiate(t, *generation, *generation > 2)) return true;
    if (*generation == 2 && tableau_split_values(t, true)) return true;
    if (t->effort->stopped) return true;
  }
  return false;
}

SearchEnd tableau_search(Tableau *t)
{
  uint32_t generation = 1;
  while (!must_stop(t, 100)) {
    if (!propagate(t)) {
      if (!tableau_learn(t)) return SEARCH_REFUTED;
      continue;
    }
    if (must_stop(t, 0)) break;
    Lit choice;
    if (pick(t, &choice)) tableau_decide(t, choice);
    else if (!go_further(t, &generation)) return SEARCH_SATURATED;
  }
  return SEARCH_STOPPED;
}
