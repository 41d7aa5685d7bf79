#include "csp/eval/evaluator_impl.h"

static bool generator(Evaluator *e, const CspNode *statements, uint32_t at, Datum *frame,
                      EachBinding *each, void *context)
{
  const CspNode *g = statements->kids[at];
  Datum set = eval(e, g->kids[1], frame);
  if (datum_is_fault(set)) return false;
  if (!datum_is(set, DATUM_SEQ) && !need_listed(e, set, g->kids[1]->span)) return false;
  uint32_t count = datum_count(e->pool, set);
  for (uint32_t i = 0; i < count; i++) {
    if (evaluator_stops(e)) return false;
    if (match(e, g->kids[0], datum_part(e->pool, set, i), frame)) {
      if (!eval_statements(e, statements, at + 1, frame, each, context)) return false;
    } else if (e->fault.kind != FAULT_NONE) return false;
  }
  return true;
}

bool eval_statements(Evaluator *e, const CspNode *statements, uint32_t at, Datum *frame,
                     EachBinding *each, void *context)
{
  bool holds = true;
  for (; at < statements->count; at++) {
    if (csp_is(statements->kids[at], CSP_GENERATOR))
      return generator(e, statements, at, frame, each, context);
    if (!eval_condition(e, statements->kids[at], frame, &holds)) return false;
    if (!holds) return true;
  }
  return each(e, frame, context);
}
