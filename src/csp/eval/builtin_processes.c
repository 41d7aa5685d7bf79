#include "csp/eval/evaluator_impl.h"

/* Functions that give processes. */

static CompressKind compression(CspBuiltin b)
{
  switch (b) {
  case BUILTIN_SBISIM: return COMPRESS_SBISIM;
  case BUILTIN_DBISIM: return COMPRESS_DBISIM;
  case BUILTIN_WBISIM: return COMPRESS_WBISIM;
  case BUILTIN_NORMAL:
  case BUILTIN_LAZYNORM: return COMPRESS_NORMAL;
  case BUILTIN_DIAMOND: return COMPRESS_DIAMOND;
  case BUILTIN_TAU_LOOP_FACTOR: return COMPRESS_TAU_LOOP;
  case BUILTIN_MODEL_COMPRESS: return COMPRESS_MODEL;
  case BUILTIN_DETER: return COMPRESS_DETER;
  default: return COMPRESS_NONE;
  }
}

static Datum prioritised(Evaluator *e, Datum p, Datum order, Span span)
{
  if (!datum_is(order, DATUM_SEQ) || !datum_count(e->pool, order))
    return evaluator_raise(e, FAULT_EVALUATION, span,
                           "prioritise needs a sequence of at least one set of events");
  for (uint32_t i = 0; i < datum_count(e->pool, order); i++)
    if (!need_listed(e, datum_part(e->pool, order, i), span)) return DATUM_FAULT;
  Datum parts[] = {p, order};
  return term(e, TERM_PRIORITISE, parts, 2);
}

/* Nothing comes before τ and ✓, and tock comes after them. */
static Datum timed_priority(Evaluator *e, Datum p, Span span)
{
  Datum tock = tock_event(e);
  Datum sets[] = {datum_set(e->pool, NULL, 0), datum_set(e->pool, &tock, 1)};
  return prioritised(e, p, datum_seq(e->pool, sets, 2), span);
}

static Datum of_events(Evaluator *e, uint32_t kind, Datum set, Span span)
{
  return need_listed(e, set, span) ? term(e, kind, &set, 1) : DATUM_FAULT;
}

static Datum wait(Evaluator *e, Datum n, Span span)
{
  if (datum_is(n, DATUM_INT)) return tocks(e, datum_int_of(n), tock_skip(e));
  return evaluator_raise(e, FAULT_EVALUATION, span, "WAIT needs a number");
}

Datum builtin_process(Evaluator *e, CspBuiltin b, const Datum *a, Span span)
{
  switch (b) {
  case BUILTIN_RUN: return of_events(e, TERM_RUN, a[0], span);
  case BUILTIN_CHAOS: return of_events(e, TERM_CHAOS, a[0], span);
  case BUILTIN_WAIT: return wait(e, a[0], span);
  default: break;
  }
  if (!datum_is(a[0], DATUM_PROCESS))
    return evaluator_raise(e, FAULT_LIMIT, span, "%s is not supported", builtin_name(b));
  switch (b) {
  case BUILTIN_PRIORITISE:
  case BUILTIN_PRIORITISE_NOCACHE: return prioritised(e, a[0], a[1], span);
  case BUILTIN_TIMED_PRIORITY: return timed_priority(e, a[0], span);
  case BUILTIN_PRIORITISE_PO: return term(e, TERM_PRIORITY_ORDER, a, 4);
  case BUILTIN_CHASE:
  case BUILTIN_CHASE_NOCACHE: return term(e, TERM_CHASE, a, 1);
  case BUILTIN_TRACE_WATCHDOG:
  case BUILTIN_FAILURE_WATCHDOG:
    return evaluator_raise(e, FAULT_LIMIT, span, "%s is not supported", builtin_name(b));
  default: break;
  }
  Datum parts[] = {datum_int(compression(b)), a[0]};
  return term(e, TERM_COMPRESS, parts, 2);
}
