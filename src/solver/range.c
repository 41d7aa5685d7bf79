#include "solver/compile.h"

#include "syntax/inspect.h"

/* What comparisons and sets say of integers, as far as it is known now. */

static const Range everything = {NO_LOW, NO_HIGH};

Range range_common(Range a, Range b)
{
  return (Range){a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
}

Range range_of_comparison(Problem *p, NodeKind kind, uint32_t side, const Node *other)
{
  Sum sum = {0};
  Lit defined = LIT_TRUE;
  bool known = compile_sum(p, other, 1, &sum, &defined);
  Cell limit = known ? net_sum_cell(p->net, &sum) : 0;
  sum_free(&sum);
  if (!known) return everything;
  const Domain *d = net_domain(p->net, limit);
  Range range = everything;
  bool strict = kind_is_strict(kind), less = kind_bounds_above(kind, side);
  if (less && d->high != NO_HIGH) range.high = d->high - strict;
  if (!less && d->low != NO_LOW) range.low = d->low + strict;
  return range;
}

Range range_of_set(Problem *p, const Node *set)
{
  Lit defined = LIT_TRUE;
  Cell end;
  Value low, high;
  Range range = everything;
  const View *v = view_of_node(p, set, &defined);
  if (v && v->kind == VIEW_RANGE) {
    if (v->low && term_as_cell(p, v->low, &end)) range.low = net_domain(p->net, end)->low;
    if (v->high && term_as_cell(p, v->high, &end)) range.high = net_domain(p->net, end)->high;
  } else if (v && v->kind == VIEW_SET && v->set->kind == TERM_CONST &&
             ref_integer_bounds(p->r, v->set->value, &low, &high)) {
    if (!value_is_none(low)) term_code(p, v->element, low, &range.low);
    if (!value_is_none(high)) term_code(p, v->element, high, &range.high);
  }
  return range;
}
