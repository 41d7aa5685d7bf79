#include "prove/term/make.h"

enum { MOST_ELEMENTS = 40 };

bool make_sort_values(Bank *b, Sort sort, Term **values, uint32_t *count)
{
  VEC(Term) list = {0};
  SortData d = *sort_of(b, sort);
  const Symbol *set = d.kind == SORT_GIVEN ? d.origin : NULL;
  if (d.kind == SORT_BOOL) {
    vec_push(&list, term_make(b, NODE_TRUE, sort, 0, NULL, 0));
    vec_push(&list, term_make(b, NODE_FALSE, sort, 0, NULL, 0));
  } else if (set && set->enumerated && set->element_count <= MOST_ELEMENTS) {
    for (uint32_t i = 0; i < set->element_count; i++) {
      uint32_t symbol = terms_symbol(b, set->elements[i]);
      vec_push(&list, term_make(b, NODE_IDENT, sort, symbol, NULL, 0));
    }
  }
  *values = list.data;
  *count = list.len;
  return list.len > 0;
}
