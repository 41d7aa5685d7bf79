#include <assert.h>

#include "csp/eval/evaluator_impl.h"

/* What others ask the evaluator. */

Datum evaluator_value(Evaluator *e, const CspNode *n)
{
  assert(n->later && !n->later->capture_count);
  ArenaMark mark = arena_mark(e->stack);
  Datum value = eval(e, n, frame_new(e, n->later));
  arena_release(e->stack, mark);
  return value;
}

uint32_t evaluator_arity(Evaluator *e, uint32_t channel) { return field_arity(e, channel); }

uint32_t evaluator_field_end(Evaluator *e, Datum event, uint32_t from)
{
  uint32_t count = dot_count(e->pool, event);
  uint32_t end = field_end(e, datum_parts(e->pool, event), count, from);
  return end < count ? end : count;
}

bool evaluator_is_open(Evaluator *e, uint32_t channel)
{
  const Fields *f = fields_of(e, channel);
  for (uint32_t i = 0; f && i < f->count; i++)
    if (datum_is(f->sets[i], DATUM_INFINITE)) return true;
  return false;
}

bool evaluator_in(Evaluator *e, Datum element, Datum set) { return set_holds(e, set, element); }

static bool is_of_channel(const Evaluator *e, Datum event)
{
  if (!datum_is(event, DATUM_NAME) && !datum_is(event, DATUM_DOT)) return false;
  Datum first = dot_part(e->pool, event, 0);
  return datum_is(first, DATUM_NAME) &&
         e->resolved->channels_and_constructors.data[datum_number(first)]->kind ==
             CSP_SYMBOL_CHANNEL;
}

bool evaluator_is_event(Evaluator *e, Datum event, Span span)
{
  if (!is_of_channel(e, event)) {
    evaluator_raise(e, FAULT_EVALUATION, span, "a channel is needed here");
    return false;
  }
  if (!check_dotted(e, event, span)) return false;
  if (is_complete(e, event)) return true;
  Text text = {0};
  evaluator_print(e, &text, event);
  evaluator_raise(e, FAULT_EVALUATION, span, "%.200s is not a whole event: fields are missing",
                  text_string(&text));
  text_free(&text);
  return false;
}
