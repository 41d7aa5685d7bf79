#include <string.h>

#include "csp/eval/evaluator_impl.h"

/* Processes without a value, which do no harm where nobody asks what they can do. */

Datum evaluator_postpone(Evaluator *e)
{
  CspFault f = e->fault;
  if (f.kind != FAULT_EVALUATION) return DATUM_FAULT;
  Datum about[] = {datum_int(f.span.begin), datum_int(f.span.end),
                   datum_string(e->pool, f.message, strlen(f.message))};
  uint64_t key = datum_tuple(e->pool, about, 3).word;
  Datum number = memo_get(&e->postponed_numbers, key);
  if (datum_same(number, MEMO_ABSENT)) {
    number = datum_int(e->postponed.len);
    memo_put(&e->postponed_numbers, key, number);
    vec_push(&e->postponed, f);
  }
  evaluator_forget_fault(e);
  return pool_node(e->pool, DATUM_PROCESS, TERM_WRONG, &number, 1);
}

Datum evaluator_raise_again(Evaluator *e, Datum wrong)
{
  const CspFault *f = &e->postponed.data[datum_int_of(datum_part(e->pool, wrong, 0))];
  return evaluator_raise(e, f->kind, f->span, "%s", f->message);
}
