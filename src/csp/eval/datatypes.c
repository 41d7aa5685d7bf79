#include <assert.h>

#include "csp/eval/evaluator_impl.h"

/* The values of a datatype, subtype or nametype as a set. */

static Datum as_infinite(Evaluator *e, const CspSymbol *symbol)
{
  uint32_t i = 0;
  while (e->resolved->symbols.data[i] != symbol) i++;
  Datum number = datum_int(i);
  return pool_node(e->pool, DATUM_INFINITE, INFINITE_DATATYPE, &number, 1);
}

const CspSymbol *datatype_of(const Evaluator *e, Datum set)
{
  return e->resolved->symbols.data[datum_int_of(datum_part(e->pool, set, 0))];
}

/* What a subtype writes behind a constructor, as a set. */
static Datum restriction_of(Evaluator *e, const CspNode *c)
{
  uint64_t key = (uint64_t) (uintptr_t) c;
  Datum set = memo_get(&e->sets, key);
  if (!datum_same(set, MEMO_ABSENT)) return set;
  ArenaMark mark = arena_mark(e->stack);
  set = eval_type(e, c->kids[0], frame_new(e, c->kids[0]->later));
  arena_release(e->stack, mark);
  if (!datum_is_fault(set)) memo_put(&e->sets, key, set);
  return set;
}

/* Has the set an element that is these parts, or begins with them, or begins them? */
static bool listed_admits(Evaluator *e, Datum set, const Datum *parts, uint32_t count)
{
  for (uint32_t i = 0; i < datum_count(e->pool, set); i++) {
    Datum element = datum_part(e->pool, set, i);
    uint32_t length = dot_count(e->pool, element), same = 0;
    if (length > count) length = count;
    while (same < length && datum_same(dot_part(e->pool, element, same), parts[same])) same++;
    if (same == length) return true;
  }
  return false;
}

bool subtype_admits(Evaluator *e, const CspNode *subtype, const Datum *parts, uint32_t count)
{
  const CspNode *c = NULL;
  for (uint32_t i = 0; i < subtype->count && datum_is(parts[0], DATUM_NAME); i++)
    if (subtype->kids[i]->symbol->number == datum_number(parts[0])) c = subtype->kids[i];
  if (!c) return false;
  if (csp_is(c->kids[0], CSP_ABSENT)) return true;
  Datum set = restriction_of(e, c);
  if (datum_is_fault(set)) return false;
  if (datum_is(set, DATUM_SET)) return listed_admits(e, set, parts + 1, count - 1);
  bool dots = datum_tag(e->pool, set) == INFINITE_DOTS;
  uint32_t fields = dots ? datum_count(e->pool, set) : 1, at = 1;
  for (uint32_t i = 0; i < fields && at < count; i++) {
    Datum field = dots ? datum_part(e->pool, set, i) : set;
    uint32_t to = field_end(e, parts, count, at);
    bool fits = to <= count ? set_holds(e, field, datum_dot(e->pool, parts + at, to - at))
                            : may_begin(e, field, parts + at, count - at);
    if (!fits) return false;
    at = to;
  }
  return true;
}

/* A constructor with all values of its fields; MEMO_ABSENT: they are infinitely many. */
static Datum constructor_set(Evaluator *e, const CspNode *c, bool subtype)
{
  Datum name = datum_name(c->symbol->number);
  if (!subtype) {
    if (e->fields[c->symbol->number].stage == FIELDS_BUSY) return MEMO_ABSENT;
    const Fields *f = fields_of(e, c->symbol->number);
    if (!f) return DATUM_FAULT;
    for (uint32_t i = 0; i < f->count; i++)
      if (datum_is(f->sets[i], DATUM_INFINITE)) return MEMO_ABSENT;
    return eval_productions(e, name, c->span);
  }
  if (csp_is(c->kids[0], CSP_ABSENT)) return eval_productions(e, name, c->span);
  Datum rest = restriction_of(e, c);
  if (datum_is_fault(rest)) return rest;
  if (datum_is(rest, DATUM_INFINITE)) return MEMO_ABSENT;
  Datum result = datum_set(e->pool, NULL, 0);
  for (uint32_t i = 0; i < datum_count(e->pool, rest) && !datum_is_fault(result); i++) {
    Datum both[] = {name, datum_part(e->pool, rest, i)};
    Datum part = eval_productions(e, datum_dot(e->pool, both, 2), c->span);
    result = datum_is_fault(part) ? part : datum_set_union(e->pool, result, part);
  }
  return result;
}

static Datum constructors_set(Evaluator *e, const CspSymbol *symbol)
{
  const CspNode *d = symbol->declaration;
  Data all = {0};
  Datum result = MEMO_ABSENT;
  for (uint32_t i = 0; i < d->count && datum_same(result, MEMO_ABSENT); i++) {
    Datum part = constructor_set(e, d->kids[i], csp_is(d, CSP_SUBTYPE));
    if (datum_is_fault(part)) result = part;
    else if (datum_same(part, MEMO_ABSENT)) result = as_infinite(e, symbol);
    else
      for (uint32_t j = 0; j < datum_count(e->pool, part); j++)
        vec_push(&all, datum_part(e->pool, part, j));
  }
  if (datum_same(result, MEMO_ABSENT)) result = datum_set(e->pool, all.data, all.len);
  vec_free(&all);
  return result;
}

static Datum nametype_set(Evaluator *e, const CspSymbol *symbol)
{
  const CspNode *type = symbol->declaration->kids[0];
  ArenaMark mark = arena_mark(e->stack);
  Datum set = eval_type(e, type, frame_new(e, type->later));
  arena_release(e->stack, mark);
  return set;
}

/* What depends on itself has infinitely many values. */
Datum datatype_set(Evaluator *e, const CspSymbol *symbol)
{
  uint64_t key = (uint64_t) (uintptr_t) symbol;
  Datum known = memo_get(&e->sets, key);
  bool nametype = symbol->kind == CSP_SYMBOL_NAMETYPE;
  if (datum_same(known, MEMO_BUSY) && nametype)
    return evaluator_raise(e, FAULT_EVALUATION, symbol->span, "%s is defined by itself",
                           symbol->name->text);
  if (datum_same(known, MEMO_BUSY)) return as_infinite(e, symbol);
  if (!datum_same(known, MEMO_ABSENT)) return known;
  memo_put(&e->sets, key, MEMO_BUSY);
  known = nametype ? nametype_set(e, symbol) : constructors_set(e, symbol);
  memo_put(&e->sets, key, datum_is_fault(known) ? MEMO_ABSENT : known);
  return known;
}

Datum evaluator_events(Evaluator *e)
{
  if (!datum_same(e->events, MEMO_ABSENT)) return e->events;
  Data all = {0};
  bool fine = true;
  for (uint32_t i = 0; i < e->resolved->channels_and_constructors.len && fine; i++) {
    const CspSymbol *symbol = e->resolved->channels_and_constructors.data[i];
    if (symbol->kind != CSP_SYMBOL_CHANNEL || symbol->template) continue;
    Datum part = eval_productions(e, datum_name(i), symbol->span);
    fine = !datum_is_fault(part);
    for (uint32_t j = 0; fine && j < datum_count(e->pool, part); j++)
      vec_push(&all, datum_part(e->pool, part, j));
  }
  if (fine) e->events = datum_set(e->pool, all.data, all.len);
  vec_free(&all);
  return fine ? e->events : DATUM_FAULT;
}
