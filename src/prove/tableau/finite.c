#include "prove/tableau/tableau_impl.h"

/* A subset of a finite set is finite. */
static bool compare(Tableau *t, Term big, Term y, uint32_t generation)
{
  Bank *b = t->bank;
  Term small = term_kid(b, y, 0), x = make_term(b, NODE_FINITE, 0, 0, &big, 1);
  uint64_t key = tableau_hash(tableau_hash(23, big), small);
  if (term_sort(b, big) != term_sort(b, small) || tableau_is_done(t, key)) return false;
  tableau_note_done(t, key);
  int64_t data[2] = {big, small};
  Term subset = make_not(b, make_subset(b, small, big));
  tableau_clause(t, (Term[]){make_not(b, x), y, subset}, 3, BY_SUBSET, data, 2, generation);
  return true;
}

/* The same with the intervals that occur, which are finite. */
static bool compare_intervals(Tableau *t, Term y, uint32_t generation)
{
  enum { MOST = 8 };
  Egraph *e = &t->egraph;
  bool any = false;
  for (uint32_t i = 0; i < e->by_op[NODE_INTERVAL].len && i < MOST; i++) {
    const ENode *n = &e->nodes.data[e->by_op[NODE_INTERVAL].data[i]];
    Term big = n->term;
    if (n->present && term_sort(t->bank, big) == term_sort(t->bank, term_kid(t->bank, y, 0)))
      any |= compare(t, big, y, generation);
  }
  return any;
}

/* A set that is finite by the true formula, or that is said to contain the one that is not; 0. */
static Term larger(const Tableau *t, Term f, Term y)
{
  const Bank *b = t->bank;
  if (term_op(b, f) == NODE_FINITE) return term_kid(b, f, 0);
  if (term_op(b, f) != NODE_SUBSET) return 0;
  uint32_t small = egraph_find(&t->egraph, term_kid(b, y, 0));
  bool same = small != NO_NODE && small == egraph_find(&t->egraph, term_kid(b, f, 0));
  return same ? term_kid(b, f, 1) : 0;
}

bool tableau_compare_finite(Tableau *t)
{
  bool any = false;
  uint32_t count = t->trail.len;
  for (uint32_t i = 0; i < count; i++) {
    const Variable *y = &t->variables.data[lit_var(t->trail.data[i])];
    if (y->value > 0 || term_op(t->bank, y->term) != NODE_FINITE) continue;
    Term small = y->term;
    uint32_t generation = y->generation;
    if (t->conflict == NO_CLAUSE) any |= compare_intervals(t, small, generation);
    for (uint32_t k = 0; k < count && t->conflict == NO_CLAUSE; k++) {
      const Variable *x = &t->variables.data[lit_var(t->trail.data[k])];
      Term big = x->value > 0 ? larger(t, x->term, small) : 0;
      if (big) any |= compare(t, big, small, generation);
    }
  }
  return any;
}
