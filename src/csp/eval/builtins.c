#include <assert.h>
#include <string.h>

#include "csp/eval/evaluator_impl.h"

/* The functions that every script has. */

static Datum infinite_set(Evaluator *e, InfiniteKind kind)
{
  return pool_node(e->pool, DATUM_INFINITE, kind, NULL, 0);
}

static Datum bool_set(Evaluator *e)
{
  Datum both[] = {datum_bool(false), datum_bool(true)};
  return datum_set(e->pool, both, 2);
}

/* A name by itself: a constant, or a function that is not called yet. */
Datum eval_builtin_name(Evaluator *e, const CspNode *n)
{
  CspBuiltin b = (CspBuiltin) n->symbol->number;
  bool timed = n->number;
  switch (b) {
  case BUILTIN_STOP: return timed ? tock_stop(e) : term_stop(e);
  case BUILTIN_SKIP: return timed ? tock_skip(e) : term(e, TERM_SKIP, NULL, 0);
  case BUILTIN_TSTOP: return tock_stop(e);
  case BUILTIN_TSKIP: return tock_skip(e);
  case BUILTIN_DIV: return term(e, TERM_DIV, NULL, 0);
  case BUILTIN_MACHINE: return eval_machine(e, n->span);
  case BUILTIN_TRUE:
  case BUILTIN_TRUE_OLD: return datum_bool(true);
  case BUILTIN_FALSE:
  case BUILTIN_FALSE_OLD: return datum_bool(false);
  case BUILTIN_BOOL: return bool_set(e);
  case BUILTIN_INT: return infinite_set(e, INFINITE_INTEGERS);
  case BUILTIN_CHAR: return infinite_set(e, INFINITE_CHARS);
  case BUILTIN_PROC: return infinite_set(e, INFINITE_PROCESSES);
  case BUILTIN_EVENTS: return evaluator_events(e);
  case BUILTIN_EMPTY_MAP: return datum_map(e->pool, NULL, 0);
  default: return pool_node(e->pool, DATUM_FUNCTION, b, NULL, 0);
  }
}

static bool is_set(Datum d) { return datum_is(d, DATUM_SET) || datum_is(d, DATUM_INFINITE); }

/* ----------------------------------------------------------------------- sets */

static bool is_from(Evaluator *e, Datum set)
{
  return datum_is(set, DATUM_INFINITE) && datum_tag(e->pool, set) == INFINITE_FROM;
}

static Datum keep_elements(Evaluator *e, Datum from, Datum set, bool inside)
{
  Data kept = {0};
  for (uint32_t i = 0; i < datum_count(e->pool, from); i++) {
    Datum element = datum_part(e->pool, from, i);
    if (set_holds(e, set, element) == inside) vec_push(&kept, element);
  }
  Datum result = datum_set(e->pool, kept.data, kept.len);
  vec_free(&kept);
  return result;
}

/* Of {n..} less finitely many: only a beginning can be taken away. */
static Datum shorten(Evaluator *e, Datum from, Datum set, Span span)
{
  int64_t first = datum_int_of(datum_part(e->pool, from, 0));
  while (datum_set_has(e->pool, set, datum_int(first))) first++;
  Datum start = datum_int(first);
  Datum rest = pool_node(e->pool, DATUM_INFINITE, INFINITE_FROM, &start, 1);
  if (!datum_count(e->pool, keep_elements(e, set, rest, true))) return rest;
  need_listed(e, from, span);
  return DATUM_FAULT;
}

/* One of two sets {n..}: that with the smaller n, or the other one. */
static Datum of_two(Evaluator *e, Datum x, Datum y, bool smaller)
{
  Datum a = datum_part(e->pool, x, 0), b = datum_part(e->pool, y, 0);
  return (datum_int_of(a) <= datum_int_of(b)) == smaller ? x : y;
}

/* Where one of the sets is not listed. */
static Datum combine_infinite(Evaluator *e, CspBuiltin b, Datum x, Datum y, Span span)
{
  bool listed = datum_is(x, DATUM_SET);
  if (datum_same(x, y)) return b == BUILTIN_DIFF ? datum_set(e->pool, NULL, 0) : x;
  if (b == BUILTIN_DIFF) {
    if (listed) return keep_elements(e, x, y, false);
    if (is_from(e, x) && datum_is(y, DATUM_SET)) return shorten(e, x, y, span);
    bool all = datum_is(y, DATUM_INFINITE) && datum_tag(e->pool, y) == INFINITE_INTEGERS;
    if (is_from(e, x) && all) return datum_set(e->pool, NULL, 0);
  } else if (is_from(e, x) && is_from(e, y)) {
    return of_two(e, x, y, b == BUILTIN_UNION);
  } else if (b == BUILTIN_INTER && (listed || datum_is(y, DATUM_SET))) {
    return keep_elements(e, listed ? x : y, listed ? y : x, true);
  } else if (b == BUILTIN_UNION && (listed || datum_is(y, DATUM_SET))) {
    Datum infinite = listed ? y : x, rest = keep_elements(e, listed ? x : y, infinite, false);
    if (!datum_count(e->pool, rest)) return infinite;
  }
  need_listed(e, listed ? y : x, span);
  return DATUM_FAULT;
}

static Datum combine(Evaluator *e, CspBuiltin b, Datum x, Datum y, Span span)
{
  if (!datum_is(x, DATUM_SET) || !datum_is(y, DATUM_SET)) return combine_infinite(e, b, x, y, span);
  if (b == BUILTIN_UNION) return datum_set_union(e->pool, x, y);
  return b == BUILTIN_INTER ? datum_set_inter(e->pool, x, y) : datum_set_diff(e->pool, x, y);
}

static Datum union_all(Evaluator *e, Datum sets, Span span)
{
  Data all = {0};
  bool fine = datum_is(sets, DATUM_SEQ) || need_listed(e, sets, span);
  for (uint32_t i = 0; fine && i < datum_count(e->pool, sets); i++) {
    Datum set = datum_part(e->pool, sets, i);
    fine = need_listed(e, set, span);
    for (uint32_t j = 0; fine && j < datum_count(e->pool, set); j++)
      vec_push(&all, datum_part(e->pool, set, j));
  }
  Datum result = fine ? datum_set(e->pool, all.data, all.len) : DATUM_FAULT;
  vec_free(&all);
  return result;
}

static Datum inter_all(Evaluator *e, Datum sets, Span span)
{
  if (!datum_is(sets, DATUM_SEQ) && !need_listed(e, sets, span)) return DATUM_FAULT;
  uint32_t count = datum_count(e->pool, sets);
  if (!count) return evaluator_raise(e, FAULT_EVALUATION, span, "Inter of no set has no value");
  Datum all = datum_part(e->pool, sets, 0);
  for (uint32_t i = 1; i < count && !datum_is_fault(all); i++)
    all = combine(e, BUILTIN_INTER, all, datum_part(e->pool, sets, i), span);
  return all;
}

static Datum seqs(Evaluator *e, Datum set)
{
  if (!datum_is(set, DATUM_SET) || datum_count(e->pool, set))
    return pool_node(e->pool, DATUM_INFINITE, INFINITE_SEQS, &set, 1);
  Datum empty = datum_seq(e->pool, NULL, 0);
  return datum_set(e->pool, &empty, 1);
}

static Datum set_function(Evaluator *e, CspBuiltin b, const Datum *a, Span span)
{
  const Datum set = a[b == BUILTIN_MEMBER];
  if (b == BUILTIN_MEMBER)
    return is_set(set) ? datum_bool(set_holds(e, set, a[0])) : builtin_wants(e, b, "a set", span);
  if (!is_set(set) && !datum_is(set, DATUM_SEQ)) return builtin_wants(e, b, "a set", span);
  switch (b) {
  case BUILTIN_CARD:
    return need_listed(e, set, span) ? datum_int(datum_count(e->pool, set)) : DATUM_FAULT;
  case BUILTIN_EMPTY: return datum_bool(datum_is(set, DATUM_SET) && !datum_count(e->pool, set));
  case BUILTIN_SEQ:
    return need_listed(e, set, span)
               ? datum_seq(e->pool, datum_parts(e->pool, set), datum_count(e->pool, set))
               : DATUM_FAULT;
  case BUILTIN_POWER: return eval_powerset(e, set, span);
  case BUILTIN_SEQS: return seqs(e, set);
  case BUILTIN_UNION_ALL: return union_all(e, set, span);
  default: return inter_all(e, set, span);
  }
}

/* ------------------------------------------------------------------ sequences */

/* <n..> has a head and a tail, but no end. */
static Datum endless(Evaluator *e, CspBuiltin b, Datum s, Span span)
{
  Datum first = datum_part(e->pool, s, 0);
  if (b == BUILTIN_HEAD) return first;
  if (b == BUILTIN_NULL) return datum_bool(false);
  if (b == BUILTIN_TAIL) {
    Datum next = datum_int(datum_int_of(first) + 1);
    return pool_node(e->pool, DATUM_INFINITE, INFINITE_SEQ_FROM, &next, 1);
  }
  return builtin_wants(e, b, "a finite sequence", span);
}

static Datum concat_all(Evaluator *e, Datum s, Span span)
{
  Data all = {0};
  bool fine = true;
  for (uint32_t i = 0; i < datum_count(e->pool, s) && fine; i++) {
    Datum part = datum_part(e->pool, s, i);
    fine = datum_is(part, DATUM_SEQ) && data_may_grow(e, all.len, span);
    for (uint32_t j = 0; fine && j < datum_count(e->pool, part); j++)
      vec_push(&all, datum_part(e->pool, part, j));
  }
  Datum result = fine ? datum_seq(e->pool, all.data, all.len)
                      : builtin_wants(e, BUILTIN_CONCAT, "a sequence of sequences", span);
  vec_free(&all);
  return result;
}

static Datum elem(Evaluator *e, Datum x, Datum s)
{
  for (uint32_t i = 0; i < datum_count(e->pool, s); i++)
    if (datum_same(datum_part(e->pool, s, i), x)) return datum_bool(true);
  return datum_bool(false);
}

static Datum seq_function(Evaluator *e, CspBuiltin b, const Datum *a, Span span)
{
  Datum s = a[b == BUILTIN_ELEM];
  if (datum_is(s, DATUM_INFINITE) && datum_tag(e->pool, s) == INFINITE_SEQ_FROM)
    return endless(e, b, s, span);
  if (!datum_is(s, DATUM_SEQ)) return builtin_wants(e, b, "a sequence", span);
  uint32_t count = datum_count(e->pool, s);
  switch (b) {
  case BUILTIN_LENGTH: return datum_int(count);
  case BUILTIN_NULL: return datum_bool(!count);
  case BUILTIN_CONCAT: return concat_all(e, s, span);
  case BUILTIN_ELEM: return elem(e, a[0], s);
  case BUILTIN_SET: {
    Data items = {0};
    for (uint32_t i = 0; i < count; i++) vec_push(&items, datum_part(e->pool, s, i));
    Datum set = datum_set(e->pool, items.data, items.len);
    vec_free(&items);
    return set;
  }
  default: break;
  }
  if (!count)
    return evaluator_raise(e, FAULT_EVALUATION, span, "%s of the empty sequence has no value",
                           builtin_name(b));
  return b == BUILTIN_HEAD ? datum_part(e->pool, s, 0) : seq_slice_of(e->pool, s, 1, count);
}

/* ---------------------------------------------------------------------- others */

static Datum say_error(Evaluator *e, Datum message, Span span)
{
  Text text = {0};
  evaluator_print(e, &text, message);
  evaluator_raise(e, FAULT_EVALUATION, span, "error(%.300s)", text_string(&text));
  text_free(&text);
  return DATUM_FAULT;
}

static Datum show(Evaluator *e, Datum value)
{
  Text text = {0};
  evaluator_print(e, &text, value);
  Datum result = datum_string(e->pool, text_string(&text), text.len);
  text_free(&text);
  return result;
}

static Datum extensions(Evaluator *e, Datum value, Span span)
{
  Data suffixes = {0};
  Datum result = DATUM_FAULT;
  if (extensions_of(e, value, &suffixes, span))
    result = datum_set(e->pool, suffixes.data, suffixes.len);
  vec_free(&suffixes);
  return result;
}

static uint32_t arity(CspBuiltin b)
{
  const char *type = builtin_type(b);
  const char *arrow = strstr(type, ") -> ");
  if (!arrow) return 0;
  uint32_t count = 1, depth = 0;
  const char *from = arrow;
  while (from > type) {
    from--;
    if (*from == ')' || *from == '}' || *from == '>') depth++;
    if (*from == '(' && !depth) break;
    if (*from == '(' || *from == '{' || *from == '<') depth -= depth > 0;
    if (*from == ',' && !depth) count++;
  }
  return count + (b == BUILTIN_IMAGE || b == BUILTIN_INVERSE_IMAGE);
}

Datum eval_builtin(Evaluator *e, CspBuiltin b, const Datum *a, uint32_t count, Span span)
{
  uint32_t wanted = arity(b);
  if (count < wanted) return pool_node(e->pool, DATUM_FUNCTION, b, a, count);
  if (count > wanted) return evaluator_raise_count(e, span, builtin_name(b), wanted, count);
  const CspSymbol *prelude = csp_resolved_prelude(e->resolved, b);
  if (prelude) return eval_call(e, eval_global(e, prelude), a, count, span);
  switch (b) {
  case BUILTIN_UNION:
  case BUILTIN_INTER:
  case BUILTIN_DIFF:
    if (!is_set(a[0]) || !is_set(a[1])) return builtin_wants(e, b, "two sets", span);
    return combine(e, b, a[0], a[1], span);
  case BUILTIN_UNION_ALL:
  case BUILTIN_INTER_ALL:
  case BUILTIN_MEMBER:
  case BUILTIN_CARD:
  case BUILTIN_EMPTY:
  case BUILTIN_POWER:
  case BUILTIN_SEQS:
  case BUILTIN_SEQ: return set_function(e, b, a, span);
  case BUILTIN_SET:
  case BUILTIN_LENGTH:
  case BUILTIN_NULL:
  case BUILTIN_HEAD:
  case BUILTIN_TAIL:
  case BUILTIN_CONCAT:
  case BUILTIN_ELEM: return seq_function(e, b, a, span);
  case BUILTIN_MAP_FROM:
  case BUILTIN_MAP_LOOKUP:
  case BUILTIN_MAP_MEMBER:
  case BUILTIN_MAP_UPDATE:
  case BUILTIN_MAP_UPDATES:
  case BUILTIN_MAP_DELETE:
  case BUILTIN_MAP_TO_LIST: return builtin_map(e, b, a, span);
  case BUILTIN_MAPS: return builtin_maps(e, a, span);
  case BUILTIN_EXTENSIONS: return extensions(e, a[0], span);
  case BUILTIN_PRODUCTIONS: return eval_productions(e, a[0], span);
  case BUILTIN_ERROR: return say_error(e, a[0], span);
  case BUILTIN_SHOW: return show(e, a[0]);
  case BUILTIN_MTRANSCLOSE:
  case BUILTIN_IMAGE:
  case BUILTIN_INVERSE_IMAGE:
  case BUILTIN_TRANSPOSE: return builtin_relation(e, b, a, span);
  default: return builtin_process(e, b, a, span);
  }
}
