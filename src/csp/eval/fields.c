#include <assert.h>
#include <string.h>

#include "csp/eval/evaluator_impl.h"

/* The fields of channels and constructors: sets of complete values, one set for each field. */

static const CspSymbol *symbol_of(const Evaluator *e, uint32_t name)
{
  return e->resolved->channels_and_constructors.data[name];
}

static const CspNode *type_of(const CspSymbol *symbol)
{
  if (!symbol->declaration) return NULL; /* an event that the script did not declare */
  const CspNode *type = symbol->declaration->kids[symbol->kind == CSP_SYMBOL_CHANNEL];
  return csp_is(type, CSP_ABSENT) ? NULL : type;
}

/* ------------------------------------------------------------ sets of types */

static bool eval_links(Evaluator *e, const CspNode *type, Datum *frame, Data *sets)
{
  uint32_t links = dotted_length(type);
  for (uint32_t i = 0; i < links; i++) {
    Datum set = eval_type(e, dotted_link(type, i), frame);
    if (datum_is_fault(set)) return false;
    vec_push(sets, set);
  }
  return true;
}

typedef Datum MakeOne(Pool *, const Datum *, uint32_t);

static bool add_products(Evaluator *e, const Data *sets, uint32_t at, Datum *row, MakeOne *make,
                         Data *out)
{
  if (at == sets->len) {
    vec_push(out, make(e->pool, row, at));
    return true;
  }
  uint32_t count = datum_count(e->pool, sets->data[at]);
  for (uint32_t i = 0; i < count; i++) {
    row[at] = datum_part(e->pool, sets->data[at], i);
    if (evaluator_stops(e) || !add_products(e, sets, at + 1, row, make, out)) return false;
  }
  return true;
}

/* The set of all rows with an element of each set; infinite if one of them is. */
static Datum product_of(Evaluator *e, const Data *sets, MakeOne *make, InfiniteKind infinite,
                        Span span)
{
  uint64_t size = 1;
  for (uint32_t i = 0; i < sets->len; i++) {
    if (datum_is(sets->data[i], DATUM_INFINITE))
      return pool_node(e->pool, DATUM_INFINITE, infinite, sets->data, sets->len);
    size *= datum_count(e->pool, sets->data[i]);
    if (!data_may_grow(e, size, span)) return DATUM_FAULT;
  }
  Data all = {0};
  ArenaMark mark = arena_mark(e->stack);
  Datum *row = arena_new_array(e->stack, Datum, sets->len + 1), result = DATUM_FAULT;
  if (add_products(e, sets, 0, row, make, &all)) result = datum_set(e->pool, all.data, all.len);
  arena_release(e->stack, mark);
  vec_free(&all);
  return result;
}

static Datum tuple_type(Evaluator *e, const CspNode *type, Datum *frame)
{
  Data sets = {0};
  Datum result = DATUM_FAULT;
  bool fine = true;
  for (uint32_t i = 0; i < type->count && fine; i++) {
    Datum set = eval_type(e, type->kids[i], frame);
    fine = !datum_is_fault(set);
    vec_push(&sets, set);
  }
  if (fine) result = product_of(e, &sets, datum_tuple, INFINITE_TUPLES, type->span);
  vec_free(&sets);
  return result;
}

Datum eval_type(Evaluator *e, const CspNode *type, Datum *frame)
{
  if (csp_is(type, CSP_TUPLE)) return tuple_type(e, type, frame);
  if (!csp_is(type, CSP_DOT)) {
    Datum set = eval(e, type, frame);
    if (datum_is_fault(set) || datum_is(set, DATUM_SET) || datum_is(set, DATUM_INFINITE))
      return set;
    return evaluator_raise(e, FAULT_EVALUATION, type->span, "a set is needed here");
  }
  Data sets = {0};
  Datum result = DATUM_FAULT;
  if (eval_links(e, type, frame, &sets))
    result = product_of(e, &sets, datum_dot, INFINITE_DOTS, type->span);
  vec_free(&sets);
  return result;
}

/* ------------------------------------------------------------------- fields */

static uint32_t fields_in(Evaluator *e, Datum value)
{
  const Datum *parts = datum_is(value, DATUM_DOT) ? datum_parts(e->pool, value) : &value;
  uint32_t count = dot_count(e->pool, value), fields = 0;
  for (uint32_t at = 0; at < count; fields++) at = field_end(e, parts, count, at);
  return fields;
}

static Datum field_at(Evaluator *e, Datum value, uint32_t wanted)
{
  const Datum *parts = datum_parts(e->pool, value);
  uint32_t count = dot_count(e->pool, value), at = 0;
  while (wanted-- > 0) at = field_end(e, parts, count, at);
  uint32_t to = field_end(e, parts, count, at);
  return dot_slice(e->pool, value, at, to < count ? to : count);
}

/* A set of dotted values a.b is two fields, if it has all combinations. */
static bool split_set(Evaluator *e, Datum set, const CspSymbol *symbol, Data *fields)
{
  uint32_t count = datum_count(e->pool, set);
  uint32_t width = count ? fields_in(e, datum_part(e->pool, set, 0)) : 1;
  if (width <= 1) {
    vec_push(fields, set);
    return true;
  }
  uint64_t product = 1;
  Data column = {0};
  for (uint32_t f = 0; f < width; f++) {
    column.len = 0;
    for (uint32_t i = 0; i < count; i++)
      vec_push(&column, field_at(e, datum_part(e->pool, set, i), f));
    Datum one = datum_set(e->pool, column.data, column.len);
    product *= datum_count(e->pool, one);
    vec_push(fields, one);
  }
  vec_free(&column);
  if (product == count) return true;
  evaluator_raise(e, FAULT_EVALUATION, symbol->span,
                  "the type of %s is not rectangular: it must have all combinations of its fields",
                  symbol->name->text);
  return false;
}

static bool split_fields(Evaluator *e, const Data *sets, const CspSymbol *symbol, Data *fields)
{
  for (uint32_t i = 0; i < sets->len; i++) {
    Datum set = sets->data[i];
    bool dots = datum_is(set, DATUM_INFINITE) && datum_tag(e->pool, set) == INFINITE_DOTS;
    if (dots) {
      for (uint32_t j = 0; j < datum_count(e->pool, set); j++)
        vec_push(fields, datum_part(e->pool, set, j));
    } else if (datum_is(set, DATUM_INFINITE)) {
      vec_push(fields, set);
    } else if (!split_set(e, set, symbol, fields)) {
      return false;
    }
  }
  return true;
}

static void keep_fields(Evaluator *e, Fields *f, const Data *sets)
{
  Datum *copy = arena_new_array(e->arena, Datum, sets->len + 1);
  for (uint32_t i = 0; i < sets->len; i++) copy[i] = sets->data[i];
  *f = (Fields){FIELDS_KNOWN, copy, sets->len};
}

const Fields *fields_of(Evaluator *e, uint32_t name)
{
  Fields *f = &e->fields[name];
  if (f->stage == FIELDS_KNOWN) return f;
  const CspSymbol *symbol = symbol_of(e, name);
  const CspNode *type = type_of(symbol);
  if (f->stage == FIELDS_BUSY) {
    evaluator_raise(e, FAULT_EVALUATION, symbol->span, "the type of %s is defined by itself",
                    symbol->name->text);
    return NULL;
  }
  Data sets = {0}, fields = {0};
  f->stage = FIELDS_BUSY;
  ArenaMark mark = arena_mark(e->stack);
  bool fine = !type || (eval_links(e, type, frame_new(e, type->later), &sets) &&
                        split_fields(e, &sets, symbol, &fields));
  arena_release(e->stack, mark);
  f->stage = FIELDS_UNKNOWN;
  if (fine) keep_fields(e, f, &fields);
  vec_free(&sets);
  vec_free(&fields);
  return fine ? f : NULL;
}

/* While the type is being evaluated, what is written counts. */
uint32_t field_arity(Evaluator *e, uint32_t name)
{
  const Fields *f = &e->fields[name];
  const CspNode *type = type_of(symbol_of(e, name));
  if (f->stage == FIELDS_UNKNOWN && type && e->fault.kind == FAULT_NONE) {
    if (!fields_of(e, name) && e->fault.kind == FAULT_EVALUATION) evaluator_forget_fault(e);
  }
  return f->stage == FIELDS_KNOWN ? f->count : type ? dotted_length(type) : 0;
}

uint32_t field_end(Evaluator *e, const Datum *parts, uint32_t count, uint32_t from)
{
  if (from >= count) return count + 1;
  if (!datum_is(parts[from], DATUM_NAME)) return from + 1;
  uint32_t at = from + 1;
  for (uint32_t n = field_arity(e, datum_number(parts[from])); n > 0 && at <= count; n--)
    at = field_end(e, parts, count, at);
  return at;
}

/* -------------------------------------------------------- walking along fields */

typedef struct {        /* how far the parts of a value go */
  const Fields *fields; /* NULL: it does not begin with a name */
  uint32_t complete;    /* fields that are there as a whole */
  uint32_t at;          /* the parts from here on are the beginning of the next field */
} Progress;

static const Datum *parts_of(const Evaluator *e, const Datum *value, uint32_t *count)
{
  *count = dot_count(e->pool, *value);
  return datum_is(*value, DATUM_DOT) ? datum_parts(e->pool, *value) : value;
}

static bool begins_with(Evaluator *e, Datum whole, const Datum *parts, uint32_t count)
{
  uint32_t length;
  const Datum *own = parts_of(e, &whole, &length);
  return length > count && !memcmp(own, parts, count * sizeof *parts);
}

static bool is_datatype(const Evaluator *e, Datum set)
{
  return datum_is(set, DATUM_INFINITE) && datum_tag(e->pool, set) == INFINITE_DATATYPE;
}

bool may_begin(Evaluator *e, Datum set, const Datum *parts, uint32_t count)
{
  if (is_datatype(e, set)) {
    const CspNode *type = datatype_of(e, set)->declaration;
    return csp_is(type, CSP_DATATYPE) || subtype_admits(e, type, parts, count);
  }
  if (!datum_is(set, DATUM_SET)) return false;
  for (uint32_t i = 0; i < datum_count(e->pool, set); i++)
    if (begins_with(e, datum_part(e->pool, set, i), parts, count)) return true;
  return false;
}

static void raise_outside(Evaluator *e, const Datum *parts, uint32_t from, uint32_t to,
                          uint32_t field, Span span)
{
  Text text = {0};
  const CspSymbol *symbol = symbol_of(e, datum_number(parts[0]));
  evaluator_print(e, &text, datum_dot(e->pool, parts + from, to - from));
  evaluator_raise(e, FAULT_EVALUATION, span, "%.200s is not in the type of field %u of %s",
                  text_string(&text), field + 1, symbol->name->text);
  text_free(&text);
}

/* Goes along the fields and checks each; false: fault. */
static bool advance(Evaluator *e, const Datum *parts, uint32_t count, Progress *p, Span span)
{
  *p = (Progress){0};
  if (!count || !datum_is(parts[0], DATUM_NAME)) return true;
  p->fields = fields_of(e, datum_number(parts[0]));
  p->at = 1;
  if (!p->fields) return false;
  while (p->at < count) {
    uint32_t end = field_end(e, parts, count, p->at);
    if (p->complete == p->fields->count) {
      const CspSymbol *symbol = symbol_of(e, datum_number(parts[0]));
      if (!p->complete)
        evaluator_raise(e, FAULT_EVALUATION, span, "%s has no fields", symbol->name->text);
      else
        evaluator_raise(e, FAULT_EVALUATION, span, "%s has only %u field%s", symbol->name->text,
                        p->complete, p->complete == 1 ? "" : "s");
      return false;
    }
    Datum set = p->fields->sets[p->complete];
    bool whole = end <= count;
    bool fits = whole ? set_holds(e, set, datum_dot(e->pool, parts + p->at, end - p->at))
                      : may_begin(e, set, parts + p->at, count - p->at);
    if (e->fault.kind != FAULT_NONE) return false;
    if (!fits) {
      raise_outside(e, parts, p->at, whole ? end : count, p->complete, span);
      return false;
    }
    if (!whole) return true;
    p->at = end;
    p->complete++;
  }
  return true;
}

/* Behind a complete value of a datatype others may follow; nothing does behind an event. */
bool check_dotted(Evaluator *e, Datum value, Span span)
{
  uint32_t count, at = 0;
  const Datum *parts = parts_of(e, &value, &count);
  while (at < count) {
    uint32_t end = field_end(e, parts, count, at);
    if (datum_is(parts[at], DATUM_NAME)) {
      uint32_t name = datum_number(parts[at]);
      if (e->fields[name].stage == FIELDS_BUSY) return true;
      if (end > count || symbol_of(e, name)->kind == CSP_SYMBOL_CHANNEL) end = count;
      Progress p;
      if (!advance(e, parts + at, end - at, &p, span)) return false;
    }
    at = end;
  }
  return true;
}

bool is_complete(Evaluator *e, Datum value)
{
  uint32_t count;
  const Datum *parts = parts_of(e, &value, &count);
  return field_end(e, parts, count, 0) == count;
}

/* ------------------------------------------------------------- continuations */

static bool add_suffixes(Evaluator *e, const Fields *f, uint32_t field, Data *row, Data *out,
                         Span span)
{
  if (evaluator_stops(e) || !data_may_grow(e, out->len, span)) return false;
  if (field == f->count) {
    vec_push(out, row->len ? datum_dot(e->pool, row->data, row->len) : datum_seq(e->pool, NULL, 0));
    return true;
  }
  Datum set = f->sets[field];
  if (!need_listed(e, set, span)) return false;
  for (uint32_t i = 0; i < datum_count(e->pool, set); i++) {
    vec_push(row, datum_part(e->pool, set, i));
    bool fine = add_suffixes(e, f, field + 1, row, out, span);
    row->len--;
    if (!fine) return false;
  }
  return true;
}

/* The rests of the elements of a set that begin with the parts. */
static bool add_rests(Evaluator *e, Datum set, const Datum *parts, uint32_t count, bool one_field,
                      Data *rests, Span span)
{
  if (!need_listed(e, set, span)) return false;
  for (uint32_t i = 0; i < datum_count(e->pool, set); i++) {
    Datum element = datum_part(e->pool, set, i);
    if (!begins_with(e, element, parts, count)) continue;
    uint32_t length = dot_count(e->pool, element), to = length;
    if (one_field) to = field_end(e, datum_parts(e->pool, element), length, count);
    vec_push(rests, dot_slice(e->pool, element, count, to < length ? to : length));
  }
  return true;
}

/* Of a subtype not all values of the datatype. */
static void keep_admitted(Evaluator *e, Datum set, const Datum *parts, uint32_t count, Data *values)
{
  const CspNode *type = datatype_of(e, set)->declaration;
  uint32_t all = values->len;
  Data longer = {0};
  if (csp_is(type, CSP_DATATYPE)) return;
  values->len = 0;
  for (uint32_t i = 0; i < all; i++) {
    Datum value = values->data[i];
    longer.len = 0;
    for (uint32_t k = 0; k < count; k++) vec_push(&longer, parts[k]);
    for (uint32_t k = 0; k < dot_count(e->pool, value); k++)
      vec_push(&longer, dot_part(e->pool, value, k));
    if (subtype_admits(e, type, longer.data, longer.len)) vec_push(values, value);
  }
  vec_free(&longer);
}

/* What may follow the beginning of a field, up to the end of the field. */
static bool rests_of_field(Evaluator *e, Datum set, const Datum *parts, uint32_t count, Data *rests,
                           Span span)
{
  if (!is_datatype(e, set)) return add_rests(e, set, parts, count, false, rests, span);
  bool fine = extensions_of(e, datum_dot(e->pool, parts, count), rests, span);
  if (fine) keep_admitted(e, set, parts, count, rests);
  return fine;
}

bool extensions_of(Evaluator *e, Datum value, Data *out, Span span)
{
  uint32_t count;
  const Datum *parts = parts_of(e, &value, &count);
  Progress p;
  if (!advance(e, parts, count, &p, span)) return false;
  Data row = {0}, rests = {0};
  bool fine = true;
  if (!p.fields) {
    vec_push(out, datum_seq(e->pool, NULL, 0));
  } else if (p.at == count) {
    fine = add_suffixes(e, p.fields, p.complete, &row, out, span);
  } else {
    fine = rests_of_field(e, p.fields->sets[p.complete], parts + p.at, count - p.at, &rests, span);
    for (uint32_t i = 0; i < rests.len && fine; i++) {
      row.len = 0;
      vec_push(&row, rests.data[i]);
      fine = add_suffixes(e, p.fields, p.complete + 1, &row, out, span);
    }
  }
  vec_free(&row);
  vec_free(&rests);
  return fine;
}

static void remove_repetitions(Evaluator *e, Data *values)
{
  Datum set = datum_set(e->pool, values->data, values->len);
  values->len = datum_count(e->pool, set);
  for (uint32_t i = 0; i < values->len; i++) values->data[i] = datum_part(e->pool, set, i);
}

bool next_fields(Evaluator *e, const Datum *parts, uint32_t count, Data *out, Span span)
{
  Progress p;
  if (!advance(e, parts, count, &p, span)) return false;
  if (!p.fields || (p.at == count && p.complete == p.fields->count)) {
    evaluator_raise(e, FAULT_EVALUATION, span, "there is no further field to be read here");
    return false;
  }
  Datum set = p.fields->sets[p.complete];
  if (p.at < count && is_datatype(e, set)) {
    bool fine = next_fields(e, parts + p.at, count - p.at, out, span);
    if (fine) keep_admitted(e, set, parts + p.at, count - p.at, out);
    return fine;
  }
  if (p.at < count) {
    bool fine = add_rests(e, set, parts + p.at, count - p.at, true, out, span);
    if (fine) remove_repetitions(e, out);
    return fine;
  }
  if (!need_listed(e, set, span)) return false;
  for (uint32_t i = 0; i < datum_count(e->pool, set); i++)
    vec_push(out, datum_part(e->pool, set, i));
  return true;
}

Datum eval_productions(Evaluator *e, Datum value, Span span)
{
  Data suffixes = {0};
  Datum result = DATUM_FAULT;
  if (extensions_of(e, value, &suffixes, span)) {
    for (uint32_t i = 0; i < suffixes.len; i++) {
      Datum both[] = {value, suffixes.data[i]};
      bool whole = datum_is(suffixes.data[i], DATUM_SEQ) && !datum_count(e->pool, both[1]);
      suffixes.data[i] = whole ? value : datum_dot(e->pool, both, 2);
    }
    result = datum_set(e->pool, suffixes.data, suffixes.len);
  }
  vec_free(&suffixes);
  return result;
}
