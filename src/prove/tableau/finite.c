#include "prove/tableau/tableau_impl.h"

/* A subset of a finite set is finite.  Only for sets of which one is finite, the other is not. */
static bool compare(Tableau *t, Term x, Term y, uint32_t generation)
{
  Bank *b = t->bank;
  Term big = term_kid(b, x, 0), small = term_kid(b, y, 0);
  uint64_t key = tableau_hash(tableau_hash(23, big), small);
  if (term_sort(b, big) != term_sort(b, small) || tableau_is_done(t, key)) return false;
  tableau_note_done(t, key);
  int64_t data[2] = {big, small};
  Term subset = make_not(b, make_subset(b, small, big));
  tableau_clause(t, (Term[]){make_not(b, x), y, subset}, 3, BY_SUBSET, data, 2, generation);
  return true;
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
    for (uint32_t k = 0; k < count && t->conflict == NO_CLAUSE; k++) {
      const Variable *x = &t->variables.data[lit_var(t->trail.data[k])];
      if (x->value > 0 && term_op(t->bank, x->term) == NODE_FINITE)
        any |= compare(t, x->term, small, generation);
    }
  }
  return any;
}
