#include "csp/eval/evaluator_impl.h"

/* Pairs of renamings and links: a relation, as a map from events to sets of events. */

typedef struct {
  const CspNode *pairs;
  Data both; /* from, to, from, to … */
} Relation;

/* a <- b: both sides are extended by all that makes the left one complete. */
static bool add_pair(Evaluator *e, const CspNode *pair, Datum *frame, Data *both)
{
  Datum from = eval(e, pair->kids[0], frame);
  if (datum_is_fault(from)) return false;
  Datum to = eval(e, pair->kids[1], frame);
  if (datum_is_fault(to)) return false;
  Data suffixes = {0};
  bool fine = extensions_of(e, from, &suffixes, pair->kids[0]->span);
  for (uint32_t i = 0; i < suffixes.len && fine; i++) {
    Datum rest = suffixes.data[i], a[] = {from, rest}, b[] = {to, rest};
    bool whole = datum_is(rest, DATUM_SEQ) && !datum_count(e->pool, rest);
    Datum target = whole ? to : datum_dot(e->pool, b, 2);
    fine = check_dotted(e, target, pair->kids[1]->span);
    if (fine && !is_complete(e, target)) {
      evaluator_raise(e, FAULT_EVALUATION, pair->kids[1]->span,
                      "the right side is not a whole event where the left side is one");
      fine = false;
    }
    vec_push(both, whole ? from : datum_dot(e->pool, a, 2));
    vec_push(both, target);
  }
  vec_free(&suffixes);
  return fine;
}

static bool add_pairs(Evaluator *e, Datum *frame, void *context)
{
  Relation *r = context;
  for (uint32_t i = 1; i < r->pairs->count; i++)
    if (!add_pair(e, r->pairs->kids[i], frame, &r->both)) return false;
  return true;
}

/* Sets of all targets of each source. */
static Datum gather_targets(Evaluator *e, const Data *both)
{
  Data tuples = {0}, map = {0}, targets = {0};
  for (uint32_t i = 0; i < both->len; i += 2)
    vec_push(&tuples, datum_tuple(e->pool, both->data + i, 2));
  Datum sorted = datum_set(e->pool, tuples.data, tuples.len);
  for (uint32_t i = 0; i < datum_count(e->pool, sorted);) {
    Datum from = datum_part(e->pool, datum_part(e->pool, sorted, i), 0);
    for (targets.len = 0; i < datum_count(e->pool, sorted); i++) {
      Datum pair = datum_part(e->pool, sorted, i);
      if (!datum_same(datum_part(e->pool, pair, 0), from)) break;
      vec_push(&targets, datum_part(e->pool, pair, 1));
    }
    vec_push(&map, from);
    vec_push(&map, datum_set(e->pool, targets.data, targets.len));
  }
  Datum result = datum_map(e->pool, map.data, map.len / 2);
  vec_free(&tuples);
  vec_free(&map);
  vec_free(&targets);
  return result;
}

Datum eval_renaming(Evaluator *e, const CspNode *pairs, Datum *frame)
{
  Relation r = {.pairs = pairs};
  bool plain = csp_is(pairs->kids[0], CSP_ABSENT);
  bool fine =
      plain ? add_pairs(e, frame, &r) : eval_statements(e, pairs->kids[0], 0, frame, add_pairs, &r);
  Datum result = fine ? gather_targets(e, &r.both) : DATUM_FAULT;
  vec_free(&r.both);
  return result;
}
