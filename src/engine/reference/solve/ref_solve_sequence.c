#include <assert.h>

#include "engine/reference/solve/ref_solve_sequence.h"

#include "engine/reference/closure/closure.h"
#include "value/sequence.h"

/* Is the explicit sequence `part` at this end of the explicit sequence `whole`? */
static bool is_at_end(Reference *r, Value whole, Value part, bool front)
{
  uint64_t n = seq_size(r->s, whole), m = seq_size(r->s, part);
  if (m > n) return false;
  return value_same(front ? seq_take(r->s, whole, m) : seq_drop(r->s, whole, n - m), part);
}

static bool is_plain_sequence(Reference *r, Value v)
{
  return (value_tag(v) < TAG_NODE || !value_holds_lazy(r->s, v)) && seq_is(v);
}

Truth solve_sequence_rest(Reference *r, Value whole, Value part, bool front, Value *rest)
{
  if (!is_plain_sequence(r, whole) || !is_plain_sequence(r, part)) return TRUTH_UNKNOWN;
  if (!is_at_end(r, whole, part, front)) return TRUTH_FALSE;
  uint64_t n = seq_size(r->s, whole), m = seq_size(r->s, part);
  assert(m <= n);
  *rest = front ? seq_drop(r->s, whole, m) : seq_take(r->s, whole, n - m);
  return TRUTH_TRUE;
}

Value solve_sequence_parts(Reference *r, const Shape *sequence, Value whole, bool front,
                           int64_t low, int64_t high)
{
  if (!is_plain_sequence(r, whole)) return VALUE_UNKNOWN;
  Values parts = {0};
  int64_t n = (int64_t) seq_size(r->s, whole);
  for (int64_t i = low < 0 ? 0 : low; i <= n && i <= high; i++)
    vec_push(&parts, front ? seq_take(r->s, whole, (uint64_t) i)
                           : seq_drop(r->s, whole, (uint64_t) (n - i)));
  return ref_build(r, sequence, &parts);
}

Value solve_sequences_within(Reference *r, Value set, int64_t low, int64_t high)
{
  Value all = VALUE_UNDEFINED;
  for (int64_t n = low < 0 ? 0 : low; n <= high; n++) {
    Value indices = ref_interval(r, value_small(1), value_small(n));
    Value some = ref_lazy(r, LAZY_TOTAL_FUN, indices, set);
    all = value_is_none(all) ? some : ref_lazy(r, LAZY_UNION, all, some);
  }
  return value_is_none(all) ? VALUE_EMPTY_SET : all;
}
