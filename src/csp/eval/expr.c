#include <assert.h>

#include "csp/eval/evaluator_impl.h"

/* Expressions that are no processes. */

static Datum wrong_kind(Evaluator *e, const CspNode *n, const char *wanted)
{
  return evaluator_raise(e, FAULT_EVALUATION, n->span, "%s is needed here", wanted);
}

static Datum eval_kind(Evaluator *e, const CspNode *n, Datum *frame, DatumKind kind,
                       const char *wanted)
{
  Datum value = eval(e, n, frame);
  if (datum_is_fault(value) || datum_is(value, kind)) return value;
  return wrong_kind(e, n, wanted);
}

bool eval_condition(Evaluator *e, const CspNode *n, Datum *frame, bool *out)
{
  Datum value = eval_kind(e, n, frame, DATUM_BOOL, "a truth value");
  *out = datum_is_true(value);
  return !datum_is_fault(value);
}

Datum eval_listed(Evaluator *e, const CspNode *n, Datum *frame)
{
  Datum set = eval(e, n, frame);
  if (datum_is_fault(set) || !need_listed(e, set, n->span)) return DATUM_FAULT;
  return set;
}

/* ------------------------------------------------------------------- numbers */

static int64_t floor_divide(int64_t a, int64_t b)
{
  int64_t q = a / b;
  return q - ((a % b != 0) && ((a < 0) != (b < 0)));
}

static Datum number(Evaluator *e, const CspNode *n, int64_t value)
{
  if (value >= DATUM_INT_MIN && value <= DATUM_INT_MAX) return datum_int(value);
  return evaluator_raise(e, FAULT_LIMIT, n->span, "the number does not fit into 60 bits");
}

static Datum arithmetic(Evaluator *e, const CspNode *n, Datum *frame)
{
  Datum x = eval_kind(e, n->kids[0], frame, DATUM_INT, "a number");
  if (datum_is_fault(x)) return x;
  if (csp_is(n, CSP_NEGATE)) return number(e, n, -datum_int_of(x));
  Datum y = eval_kind(e, n->kids[1], frame, DATUM_INT, "a number");
  if (datum_is_fault(y)) return y;
  int64_t a = datum_int_of(x), b = datum_int_of(y), product;
  switch ((CspKind) n->kind) {
  case CSP_ADD: return number(e, n, a + b);
  case CSP_SUBTRACT: return number(e, n, a - b);
  case CSP_MULTIPLY:
    if (__builtin_mul_overflow(a, b, &product)) product = INT64_MAX;
    return number(e, n, product);
  default: break;
  }
  if (b == 0) return evaluator_raise(e, FAULT_EVALUATION, n->span, "division by zero");
  int64_t q = floor_divide(a, b);
  return number(e, n, csp_is(n, CSP_DIVIDE) ? q : a - q * b);
}

/* --------------------------------------------------------------- comparisons */

static bool less_equal(Evaluator *e, Datum a, Datum b, Span);

/* <n, n + 1 …> has its beginnings before it, and no listed sequence behind it. */
static bool is_prefix(Evaluator *e, Datum a, Datum b)
{
  bool endless = datum_is(b, DATUM_INFINITE);
  uint32_t count = datum_count(e->pool, a);
  if (!endless && count > datum_count(e->pool, b)) return false;
  for (uint32_t i = 0; i < count; i++) {
    Datum x = datum_part(e->pool, a, i), y = datum_part(e->pool, b, endless ? 0 : i);
    if (endless) y = datum_int(datum_int_of(y) + i);
    if (!datum_same(x, y)) return false;
  }
  return true;
}

static bool tuples_ordered(Evaluator *e, Datum a, Datum b, Span span)
{
  for (uint32_t i = 0; i < datum_count(e->pool, a); i++) {
    Datum x = datum_part(e->pool, a, i), y = datum_part(e->pool, b, i);
    if (!datum_same(x, y)) return less_equal(e, x, y, span);
  }
  return true;
}

static bool maps_ordered(Evaluator *e, Datum a, Datum b, Span span)
{
  for (uint32_t i = 0; i < datum_count(e->pool, a); i += 2) {
    Datum y = map_find(e->pool, b, datum_part(e->pool, a, i));
    if (datum_is_fault(y) || !less_equal(e, datum_part(e->pool, a, i + 1), y, span)) return false;
  }
  return true;
}

/* Sequences are ordered by prefixes, sets by inclusion, tuples by their first difference, maps by
 * the values of the keys of the smaller one.  There may be a fault after it. */
static bool less_equal(Evaluator *e, Datum a, Datum b, Span span)
{
  switch (datum_kind(a)) {
  case DATUM_INT:
  case DATUM_CHAR:
  case DATUM_BOOL: return datum_compare(e->pool, a, b) <= 0;
  case DATUM_SET: return set_within(e, a, b, span);
  case DATUM_INFINITE:
    return datum_tag(e->pool, a) != INFINITE_SEQ_FROM && set_within(e, a, b, span);
  case DATUM_SEQ: return is_prefix(e, a, b);
  case DATUM_TUPLE: return tuples_ordered(e, a, b, span);
  case DATUM_MAP: return maps_ordered(e, a, b, span);
  default: return datum_same(a, b);
  }
}

static Datum ordered(Evaluator *e, Datum a, Datum b, bool strictly, Span span)
{
  if (datum_same(a, b)) return datum_bool(!strictly);
  bool holds = less_equal(e, a, b, span);
  return e->fault.kind == FAULT_NONE ? datum_bool(holds) : DATUM_FAULT;
}

static Datum comparison(Evaluator *e, const CspNode *n, Datum *frame)
{
  Datum a = eval(e, n->kids[0], frame);
  if (datum_is_fault(a)) return a;
  Datum b = eval(e, n->kids[1], frame);
  if (datum_is_fault(b)) return b;
  if (datum_is(a, DATUM_PROCESS) || datum_is(a, DATUM_FUNCTION))
    return evaluator_raise(e, FAULT_EVALUATION, n->span,
                           "processes and functions cannot be compared");
  bool same = datum_same(a, b);
  switch ((CspKind) n->kind) {
  case CSP_EQUAL: return datum_bool(same);
  case CSP_NOT_EQUAL: return datum_bool(!same);
  case CSP_LESS: return ordered(e, a, b, true, n->span);
  case CSP_LESS_EQUAL: return ordered(e, a, b, false, n->span);
  case CSP_GREATER: return ordered(e, b, a, true, n->span);
  default: return ordered(e, b, a, false, n->span);
  }
}

static Datum logic(Evaluator *e, const CspNode *n, Datum *frame)
{
  bool x;
  if (!eval_condition(e, n->kids[0], frame, &x)) return DATUM_FAULT;
  if (csp_is(n, CSP_NOT)) return datum_bool(!x);
  if (x == csp_is(n, CSP_OR)) return datum_bool(x);
  if (!eval_condition(e, n->kids[1], frame, &x)) return DATUM_FAULT;
  return datum_bool(x);
}

/* -------------------------------------------------------------- sequences … */

static bool eval_all(Evaluator *e, const CspNode *n, uint32_t from, Datum *frame, Data *out)
{
  for (uint32_t i = from; i < n->count; i++) {
    Datum value = eval(e, n->kids[i], frame);
    if (datum_is_fault(value)) return false;
    vec_push(out, value);
  }
  return true;
}

static Datum concat(Evaluator *e, const CspNode *n, Datum *frame)
{
  Datum a = eval(e, n->kids[0], frame);
  if (datum_is_fault(a)) return a;
  Datum b = eval(e, n->kids[1], frame);
  if (datum_is_fault(b)) return b;
  if (!datum_is(a, DATUM_SEQ)) return wrong_kind(e, n->kids[0], "a finite sequence");
  if (!datum_is(b, DATUM_SEQ)) return wrong_kind(e, n->kids[1], "a finite sequence");
  return seq_join(e->pool, a, b);
}

/* a.b.c is right nested; of sets it is the set of all combinations (in types). */
static Datum eval_dot(Evaluator *e, const CspNode *n, Datum *frame)
{
  Data parts = {0};
  const CspNode *at = n;
  bool fine = true;
  for (; fine && csp_is(at, CSP_DOT); at = at->kids[1]) {
    Datum value = eval(e, at->kids[0], frame);
    fine = !datum_is_fault(value);
    vec_push(&parts, value);
  }
  Datum last = fine ? eval(e, at, frame) : DATUM_FAULT, result = DATUM_FAULT;
  fine = fine && !datum_is_fault(last);
  if (fine) {
    vec_push(&parts, last);
    result = datum_dot(e->pool, parts.data, parts.len);
    if (!check_dotted(e, result, n->span)) result = DATUM_FAULT;
  }
  vec_free(&parts);
  return result;
}

static Datum list_of(Evaluator *e, CspKind kind, Datum *items, uint32_t count)
{
  return kind == CSP_SEQ   ? datum_seq(e->pool, items, count)
         : kind == CSP_SET ? datum_set(e->pool, items, count)
                           : datum_tuple(e->pool, items, count);
}

static Datum eval_list(Evaluator *e, const CspNode *n, Datum *frame)
{
  Data items = {0};
  Datum result = DATUM_FAULT;
  if (eval_all(e, n, 0, frame, &items))
    result = list_of(e, (CspKind) n->kind, items.data, items.len);
  vec_free(&items);
  return result;
}

/* low..high, in a set or sequence; added to the items.  An open one is given back in *open. */
static bool add_range(Evaluator *e, const CspNode *low, const CspNode *high, Datum *frame,
                      Data *items, Datum *open)
{
  Datum a = eval_kind(e, low, frame, DATUM_INT, "a number");
  if (datum_is_fault(a)) return false;
  if (csp_is(high, CSP_ABSENT)) {
    *open = a;
    return true;
  }
  Datum b = eval_kind(e, high, frame, DATUM_INT, "a number");
  if (datum_is_fault(b)) return false;
  int64_t first = datum_int_of(a), last = datum_int_of(b);
  if (last >= first && !data_may_grow(e, (uint64_t) (last - first) + 1, low->span)) return false;
  for (int64_t i = first; i <= last; i++) vec_push(items, datum_int(i));
  return true;
}

static Datum infinite(Evaluator *e, bool seq, Datum from)
{
  uint32_t kind = seq ? INFINITE_SEQ_FROM : INFINITE_FROM;
  return pool_node(e->pool, DATUM_INFINITE, kind, &from, 1);
}

static Datum eval_range(Evaluator *e, const CspNode *n, Datum *frame)
{
  Data items = {0};
  Datum open = MEMO_ABSENT, result = DATUM_FAULT;
  bool seq = csp_is(n, CSP_SEQ_RANGE);
  if (add_range(e, n->kids[0], n->kids[1], frame, &items, &open))
    result = datum_same(open, MEMO_ABSENT)
                 ? list_of(e, seq ? CSP_SEQ : CSP_SET, items.data, items.len)
                 : infinite(e, seq, open);
  vec_free(&items);
  return result;
}

/* ------------------------------------------------------------ comprehensions */

typedef struct {
  const CspNode *node;
  Data items;
  Datum open; /* the least n of n.. */
} Gathered;

static bool gather(Evaluator *e, Datum *frame, void *context)
{
  Gathered *g = context;
  if (evaluator_stops(e) || !data_may_grow(e, g->items.len, g->node->span)) return false;
  bool range = csp_is(g->node, CSP_SET_RANGE_EACH) || csp_is(g->node, CSP_SEQ_RANGE_EACH);
  if (!range) return eval_all(e, g->node, 1, frame, &g->items);
  Datum open = MEMO_ABSENT;
  if (!add_range(e, g->node->kids[1], g->node->kids[2], frame, &g->items, &open)) return false;
  if (datum_same(open, MEMO_ABSENT)) return true;
  bool first = datum_same(g->open, MEMO_ABSENT);
  if (first || datum_int_of(open) < datum_int_of(g->open)) g->open = open;
  return true;
}

static Datum eval_each(Evaluator *e, const CspNode *n, Datum *frame)
{
  bool seq = csp_is(n, CSP_SEQ_EACH) || csp_is(n, CSP_SEQ_RANGE_EACH);
  Gathered g = {.node = n, .open = MEMO_ABSENT};
  Datum result = DATUM_FAULT;
  if (eval_statements(e, n->kids[0], 0, frame, gather, &g)) {
    if (datum_same(g.open, MEMO_ABSENT))
      result = list_of(e, seq ? CSP_SEQ : CSP_SET, g.items.data, g.items.len);
    else if (!g.items.len) result = infinite(e, seq, g.open);
    else evaluator_raise(e, FAULT_LIMIT, n->span, "a comprehension of infinite and other parts");
  }
  vec_free(&g.items);
  return result;
}

/* {| a, b | … |}: all that the prefixes can become. */
static Datum eval_closure(Evaluator *e, const CspNode *n, Datum *frame)
{
  bool each = csp_is(n, CSP_CLOSURE_EACH);
  Gathered g = {.node = n, .open = MEMO_ABSENT};
  bool fine = each ? eval_statements(e, n->kids[0], 0, frame, gather, &g)
                   : eval_all(e, n, 0, frame, &g.items);
  Data all = {0};
  for (uint32_t i = 0; fine && i < g.items.len; i++) {
    Datum part = eval_productions(e, g.items.data[i], n->span);
    fine = !datum_is_fault(part);
    for (uint32_t j = 0; fine && j < datum_count(e->pool, part); j++)
      vec_push(&all, datum_part(e->pool, part, j));
  }
  Datum result = fine ? datum_set(e->pool, all.data, all.len) : DATUM_FAULT;
  vec_free(&all);
  vec_free(&g.items);
  return result;
}

static Datum eval_map(Evaluator *e, const CspNode *n, Datum *frame)
{
  Data pairs = {0};
  bool fine = true;
  for (uint32_t i = 0; i < n->count && fine; i++) fine = eval_all(e, n->kids[i], 0, frame, &pairs);
  Datum result = fine ? datum_map(e->pool, pairs.data, pairs.len / 2) : DATUM_FAULT;
  vec_free(&pairs);
  return result;
}

/* ----------------------------------------------------------------- functions */

static Datum eval_lambda(Evaluator *e, const CspNode *n, Datum *frame)
{
  Data parts = {0};
  Datum result = DATUM_FAULT;
  if (frame_capture(e, n->frame, frame, &parts))
    result = pool_node(e->pool, DATUM_FUNCTION, function_tag(e, n), parts.data, parts.len);
  vec_free(&parts);
  return result;
}

static Datum eval_application(Evaluator *e, const CspNode *n, Datum *frame)
{
  Datum function = eval(e, n->kids[0], frame), result = DATUM_FAULT;
  if (datum_is_fault(function)) return function;
  Data arguments = {0};
  if (eval_all(e, n->kids[1], 0, frame, &arguments))
    result = eval_call(e, function, arguments.data, arguments.len, n->span);
  vec_free(&arguments);
  return result;
}

static Datum eval_let(Evaluator *e, const CspNode *n, Datum *frame)
{
  Data parts = {0};
  bool fine = frame_capture(e, n->frame, frame, &parts);
  if (fine)
    frame[n->frame->own] =
        pool_node(e->pool, DATUM_INSTANCE, n->frame->number, parts.data, parts.len);
  vec_free(&parts);
  return fine ? eval(e, n->kids[1], frame) : DATUM_FAULT;
}

static Datum eval_if(Evaluator *e, const CspNode *n, Datum *frame)
{
  bool condition;
  if (!eval_condition(e, n->kids[0], frame, &condition)) return DATUM_FAULT;
  return eval(e, n->kids[condition ? 1 : 2], frame);
}

static Datum eval_length(Evaluator *e, const CspNode *n, Datum *frame)
{
  Datum s = eval_kind(e, n->kids[0], frame, DATUM_SEQ, "a finite sequence");
  return datum_is_fault(s) ? s : datum_int(datum_count(e->pool, s));
}

Datum eval(Evaluator *e, const CspNode *n, Datum *frame)
{
  switch ((CspKind) n->kind) {
  case CSP_NAME: return eval_name(e, n, frame);
  case CSP_INT: return number(e, n, n->number);
  case CSP_CHAR: return datum_char((uint32_t) n->number);
  case CSP_STRING: return datum_string(e->pool, n->name->text, n->name->len);
  case CSP_TUPLE:
  case CSP_SEQ:
  case CSP_SET: return eval_list(e, n, frame);
  case CSP_SEQ_RANGE:
  case CSP_SET_RANGE: return eval_range(e, n, frame);
  case CSP_SEQ_EACH:
  case CSP_SEQ_RANGE_EACH:
  case CSP_SET_EACH:
  case CSP_SET_RANGE_EACH: return eval_each(e, n, frame);
  case CSP_CLOSURE:
  case CSP_CLOSURE_EACH: return eval_closure(e, n, frame);
  case CSP_MAP: return eval_map(e, n, frame);
  case CSP_IF: return eval_if(e, n, frame);
  case CSP_LET: return eval_let(e, n, frame);
  case CSP_LAMBDA: return eval_lambda(e, n, frame);
  case CSP_CALL: return eval_application(e, n, frame);
  case CSP_DOT: return eval_dot(e, n, frame);
  case CSP_OR:
  case CSP_AND:
  case CSP_NOT: return logic(e, n, frame);
  case CSP_EQUAL:
  case CSP_NOT_EQUAL:
  case CSP_LESS:
  case CSP_LESS_EQUAL:
  case CSP_GREATER:
  case CSP_GREATER_EQUAL: return comparison(e, n, frame);
  case CSP_ADD:
  case CSP_SUBTRACT:
  case CSP_MULTIPLY:
  case CSP_DIVIDE:
  case CSP_MODULO:
  case CSP_NEGATE: return arithmetic(e, n, frame);
  case CSP_LENGTH: return eval_length(e, n, frame);
  case CSP_CONCAT: return concat(e, n, frame);
  default: return eval_process_node(e, n, frame);
  }
}
