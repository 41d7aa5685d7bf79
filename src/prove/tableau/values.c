#include <stdlib.h>

#include "prove/tableau/tableau_impl.h"

/* x = TRUE or x = FALSE … */
static bool split_term(Tableau *t, Term x, uint32_t generation)
{
  Term *values;
  uint32_t count;
  if (!make_sort_values(t->bank, term_sort(t->bank, x), &values, &count)) return false;
  TermList list = {0};
  for (uint32_t i = 0; i < count; i++) vec_push(&list, make_equal(t->bank, x, values[i]));
  int64_t data = x;
  tableau_clause(t, list.data, list.len, BY_VALUES, &data, 1, generation);
  vec_free(&list);
  free(values);
  return true;
}

bool tableau_split_values(Tableau *t, bool enumerations)
{
  Egraph *e = &t->egraph;
  SortKind wanted = enumerations ? SORT_GIVEN : SORT_BOOL;
  for (uint32_t i = 0; i < e->nodes.len; i++) {
    ENode *n = &e->nodes.data[i];
    if (!n->present || n->root != i || n->value != NO_NODE) continue;
    if (term_kind_of_sort(t->bank, n->term) != wanted) continue;
    if (split_term(t, n->term, n->generation)) return true;
  }
  return false;
}
