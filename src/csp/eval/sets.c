#include "csp/eval/evaluator_impl.h"

/* Sets, listed or not. */

enum { POWER_LIMIT = 22 };

static const char *infinite_name(uint32_t kind)
{
  switch ((InfiniteKind) kind) {
  case INFINITE_INTEGERS: return "Int";
  case INFINITE_CHARS: return "Char";
  case INFINITE_PROCESSES: return "Proc";
  case INFINITE_SEQS: return "a set of all sequences";
  case INFINITE_DATATYPE: return "a recursive datatype";
  default: return "this";
  }
}

bool need_listed(Evaluator *e, Datum set, Span span)
{
  if (datum_is(set, DATUM_SET)) return true;
  if (datum_is(set, DATUM_INFINITE))
    evaluator_raise(e, FAULT_EVALUATION, span,
                    "%s has infinitely many elements, which are to be listed here",
                    infinite_name(datum_tag(e->pool, set)));
  else evaluator_raise(e, FAULT_EVALUATION, span, "a set is needed here");
  return false;
}

static bool all_in(Evaluator *e, Datum parts, uint32_t from, uint32_t step, Datum set)
{
  for (uint32_t i = from; i < datum_count(e->pool, parts); i += step)
    if (!set_holds(e, set, datum_part(e->pool, parts, i))) return false;
  return true;
}

static bool tuple_holds(Evaluator *e, Datum set, Datum v)
{
  uint32_t count = datum_count(e->pool, set);
  if (!datum_is(v, DATUM_TUPLE) || datum_count(e->pool, v) != count) return false;
  for (uint32_t i = 0; i < count; i++)
    if (!set_holds(e, datum_part(e->pool, set, i), datum_part(e->pool, v, i))) return false;
  return true;
}

static bool dots_hold(Evaluator *e, Datum set, Datum v)
{
  if (!datum_is(v, DATUM_DOT)) return false;
  const Datum *parts = datum_parts(e->pool, v);
  uint32_t count = datum_count(e->pool, v), at = 0;
  for (uint32_t i = 0; i < datum_count(e->pool, set); i++) {
    uint32_t to = field_end(e, parts, count, at);
    if (to > count) return false;
    if (!set_holds(e, datum_part(e->pool, set, i), dot_slice(e->pool, v, at, to))) return false;
    at = to;
  }
  return at == count;
}

static bool datatype_holds(Evaluator *e, Datum set, Datum v)
{
  const CspSymbol *type = datatype_of(e, set);
  Datum first = dot_part(e->pool, v, 0);
  if (!datum_is(first, DATUM_NAME)) return false;
  const CspSymbol *c = e->resolved->channels_and_constructors.data[datum_number(first)];
  if (c->kind != CSP_SYMBOL_CONSTRUCTOR) return false;
  if (!is_complete(e, v)) return false;
  if (csp_is(type->declaration, CSP_DATATYPE)) return c->owner == type;
  const Datum *parts = datum_is(v, DATUM_DOT) ? datum_parts(e->pool, v) : &v;
  return subtype_admits(e, type->declaration, parts, dot_count(e->pool, v));
}

bool set_holds(Evaluator *e, Datum set, Datum v)
{
  if (datum_is(set, DATUM_SET)) return datum_set_has(e->pool, set, v);
  if (!datum_is(set, DATUM_INFINITE)) return false;
  switch ((InfiniteKind) datum_tag(e->pool, set)) {
  case INFINITE_INTEGERS: return datum_is(v, DATUM_INT);
  case INFINITE_CHARS: return datum_is(v, DATUM_CHAR);
  case INFINITE_PROCESSES: return datum_is(v, DATUM_PROCESS);
  case INFINITE_FROM:
    return datum_is(v, DATUM_INT) && datum_int_of(v) >= datum_int_of(datum_part(e->pool, set, 0));
  case INFINITE_SEQ_FROM: return false;
  case INFINITE_SEQS:
    return datum_is(v, DATUM_SEQ) && all_in(e, v, 0, 1, datum_part(e->pool, set, 0));
  case INFINITE_SETS:
    return datum_is(v, DATUM_SET) && all_in(e, v, 0, 1, datum_part(e->pool, set, 0));
  case INFINITE_MAPS:
    return datum_is(v, DATUM_MAP) && all_in(e, v, 0, 2, datum_part(e->pool, set, 0)) &&
           all_in(e, v, 1, 2, datum_part(e->pool, set, 1));
  case INFINITE_DOTS: return dots_hold(e, set, v);
  case INFINITE_DATATYPE: return datatype_holds(e, set, v);
  case INFINITE_TUPLES: return tuple_holds(e, set, v);
  }
  return false;
}

/* Of infinite sets of the same kind: are the sets that they are made of within each other? */
static bool parts_within(Evaluator *e, Datum part, Datum whole, Span span)
{
  uint32_t count = datum_count(e->pool, part);
  if (count != datum_count(e->pool, whole)) return false;
  for (uint32_t i = 0; i < count; i++)
    if (!set_within(e, datum_part(e->pool, part, i), datum_part(e->pool, whole, i), span))
      return false;
  return true;
}

static bool infinite_within(Evaluator *e, Datum part, Datum whole, Span span)
{
  uint32_t kind = datum_tag(e->pool, part);
  bool listed = datum_is(whole, DATUM_SET), alike = !listed && datum_tag(e->pool, whole) == kind;
  switch ((InfiniteKind) kind) {
  case INFINITE_FROM:
    if (alike) return set_holds(e, whole, datum_part(e->pool, part, 0));
    return !listed && datum_tag(e->pool, whole) == INFINITE_INTEGERS;
  case INFINITE_INTEGERS:
  case INFINITE_PROCESSES: return false;
  case INFINITE_SEQS:
  case INFINITE_SETS: return alike && parts_within(e, part, whole, span);
  case INFINITE_MAPS:
  case INFINITE_DOTS:
  case INFINITE_TUPLES: /* one of the sets may be empty */
    if (alike && parts_within(e, part, whole, span)) return true;
    break;
  case INFINITE_SEQ_FROM: /* is no set */
  case INFINITE_CHARS:
  case INFINITE_DATATYPE: break; /* it may have finitely many elements */
  }
  if (e->fault.kind == FAULT_NONE) need_listed(e, part, span);
  return false;
}

bool set_within(Evaluator *e, Datum part, Datum whole, Span span)
{
  if (datum_same(part, whole)) return true;
  bool sets = datum_is(whole, DATUM_SET) || datum_is(whole, DATUM_INFINITE);
  if (!sets) return need_listed(e, whole, span);
  if (datum_is(part, DATUM_INFINITE)) return infinite_within(e, part, whole, span);
  if (datum_is(whole, DATUM_SET)) return datum_set_within(e->pool, part, whole);
  return all_in(e, part, 0, 1, whole);
}

Datum eval_powerset(Evaluator *e, Datum set, Span span)
{
  if (datum_is(set, DATUM_INFINITE))
    return pool_node(e->pool, DATUM_INFINITE, INFINITE_SETS, &set, 1);
  if (!need_listed(e, set, span)) return DATUM_FAULT;
  uint32_t count = datum_count(e->pool, set);
  if (count > POWER_LIMIT)
    return evaluator_raise(e, FAULT_LIMIT, span,
                           "the set of all subsets of a set of %u elements is too large", count);
  Data all = {0}, one = {0};
  for (uint32_t bits = 0; bits < UINT32_C(1) << count; bits++) {
    one.len = 0;
    for (uint32_t i = 0; i < count; i++)
      if (bits >> i & 1) vec_push(&one, datum_part(e->pool, set, i));
    vec_push(&all, datum_set(e->pool, one.data, one.len));
    if (evaluator_stops(e)) break;
  }
  Datum result = e->fault.kind != FAULT_NONE ? DATUM_FAULT : datum_set(e->pool, all.data, all.len);
  vec_free(&all);
  vec_free(&one);
  return result;
}
