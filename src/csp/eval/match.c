#include <assert.h>

#include "csp/eval/evaluator_impl.h"

uint32_t dotted_length(const CspNode *n)
{
  uint32_t length = 1;
  for (; csp_is(n, CSP_DOT); n = n->kids[1]) length += dotted_length(n->kids[0]);
  return length;
}

const CspNode *dotted_link(const CspNode *n, uint32_t i)
{
  while (csp_is(n, CSP_DOT)) {
    uint32_t first = dotted_length(n->kids[0]);
    if (i < first) {
      n = n->kids[0];
    } else {
      i -= first;
      n = n->kids[1];
    }
  }
  assert(i == 0);
  return n;
}

uint32_t pattern_width(const CspNode *p)
{
  if (csp_is(p, CSP_BOTH)) {
    uint32_t a = pattern_width(p->kids[0]), b = pattern_width(p->kids[1]);
    return a > b ? a : b;
  }
  if (!csp_is(p, CSP_DOT)) return 1;
  return pattern_width(p->kids[0]) + pattern_width(p->kids[1]);
}

/* A link that is the name of a channel or constructor is one part; all others are complete fields.
 */
static bool is_single_part(const CspNode *p)
{
  return csp_is(p, CSP_NAME) && p->symbol &&
         (p->symbol->kind == CSP_SYMBOL_CHANNEL || p->symbol->kind == CSP_SYMBOL_CONSTRUCTOR);
}

/* The last link takes all that is left. */
static bool match_dotted(Evaluator *e, const CspNode *p, Datum value, Datum *frame)
{
  uint32_t links = dotted_length(p), count = dot_count(e->pool, value), at = 0;
  Data parts = {0};
  for (uint32_t i = 0; i < count; i++) vec_push(&parts, dot_part(e->pool, value, i));
  bool fits = true;
  for (uint32_t i = 0; i < links && fits; i++) {
    const CspNode *link = dotted_link(p, i);
    uint32_t to = at;
    if (i + 1 == links) to = count;
    else if (is_single_part(link)) to = at + 1;
    else
      for (uint32_t w = pattern_width(link); w > 0 && to < count; w--)
        to = field_end(e, parts.data, count, to);
    fits = at < to && to <= count;
    if (fits) fits = match(e, link, datum_dot(e->pool, parts.data + at, to - at), frame);
    at = to;
  }
  vec_free(&parts);
  return fits;
}

/* The items of p ^ q: all but one part have a fixed length. */
static int64_t fixed_length(Evaluator *e, const CspNode *p)
{
  if (csp_is(p, CSP_SEQ)) return p->count;
  if (csp_is(p, CSP_STRING)) return datum_count(e->pool, eval(e, p, NULL));
  if (csp_is(p, CSP_CONCAT)) {
    int64_t a = fixed_length(e, p->kids[0]), b = fixed_length(e, p->kids[1]);
    return a < 0 || b < 0 ? -1 : a + b;
  }
  if (csp_is(p, CSP_BOTH)) {
    int64_t a = fixed_length(e, p->kids[0]);
    return a >= 0 ? a : fixed_length(e, p->kids[1]);
  }
  return -1;
}

static bool match_concat(Evaluator *e, const CspNode *p, Datum seq, Datum *frame)
{
  if (!datum_is(seq, DATUM_SEQ)) return false;
  int64_t count = datum_count(e->pool, seq), split = fixed_length(e, p->kids[0]);
  if (split < 0) {
    int64_t last = fixed_length(e, p->kids[1]);
    if (last < 0) {
      evaluator_raise(e, FAULT_EVALUATION, p->span, "this pattern has two parts of unknown length");
      return false;
    }
    split = count - last;
  }
  if (split < 0 || split > count) return false;
  Datum first = seq_slice_of(e->pool, seq, 0, (uint32_t) split);
  Datum rest = seq_slice_of(e->pool, seq, (uint32_t) split, (uint32_t) count);
  return match(e, p->kids[0], first, frame) && match(e, p->kids[1], rest, frame);
}

static bool match_items(Evaluator *e, const CspNode *p, DatumKind kind, Datum value, Datum *frame)
{
  if (!datum_is(value, kind) || datum_count(e->pool, value) != p->count) return false;
  for (uint32_t i = 0; i < p->count; i++)
    if (!match(e, p->kids[i], datum_part(e->pool, value, i), frame)) return false;
  return true;
}

static bool match_name(Evaluator *e, const CspNode *p, Datum value, Datum *frame)
{
  const CspSymbol *symbol = p->symbol;
  if (symbol->kind == CSP_SYMBOL_LOCAL || symbol->kind == CSP_SYMBOL_DEFINED) {
    frame[p->number] = value;
    return true;
  }
  return datum_same(eval_name(e, p, frame), value);
}

bool match(Evaluator *e, const CspNode *p, Datum value, Datum *frame)
{
  switch ((CspKind) p->kind) {
  case CSP_WILDCARD: return true;
  case CSP_NAME: return match_name(e, p, value, frame);
  case CSP_INT:
  case CSP_NEGATE:
  case CSP_CHAR:
  case CSP_STRING: return datum_same(eval(e, p, frame), value);
  case CSP_TUPLE: return match_items(e, p, DATUM_TUPLE, value, frame);
  case CSP_SEQ: return match_items(e, p, DATUM_SEQ, value, frame);
  case CSP_SET: return match_items(e, p, DATUM_SET, value, frame);
  case CSP_CONCAT: return match_concat(e, p, value, frame);
  case CSP_DOT: return match_dotted(e, p, value, frame);
  case CSP_BOTH: return match(e, p->kids[0], value, frame) && match(e, p->kids[1], value, frame);
  default: evaluator_raise(e, FAULT_EVALUATION, p->span, "this is no pattern"); return false;
  }
}
