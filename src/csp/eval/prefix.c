#include <assert.h>

#include "csp/eval/evaluator_impl.h"

/* e f1 … fn -> P: a suspended text.  Its events are found by going through the fields from left to
 * right; all values of an input are tried.  Choices $x are made first, by an internal choice of
 * prefixes that have the chosen values behind what they captured. */
typedef struct {
  Evaluator *e;
  const CspNode *node;
  Datum *frame;
  Data parts;           /* of the event, so far */
  const Datum *chosen;  /* values of the $ fields */
  uint32_t chosen_used; /* of them */
  bool choosing;        /* only $ fields matter: */
  Data choices;         /* … the values of this choice */
  Data alternatives;    /* … the prefixes of all choices */
  const Datum *captured;
  Offers *offers;
} Prefix;

static bool follow(Prefix *, uint32_t field);

static uint32_t last_field(const CspNode *n) { return n->count - 2; }

static bool push_parts(Prefix *p, Datum value)
{
  uint32_t count = dot_count(p->e->pool, value);
  for (uint32_t i = 0; i < count; i++) vec_push(&p->parts, dot_part(p->e->pool, value, i));
  return true;
}

/* --------------------------------------------------------------------- inputs */

/* A value for this pattern: binds it and goes on with `next`, which is a field, or a link of the
 * pattern of the same field. */
typedef struct {
  uint32_t field, link;
} Where;

static bool read_links(Prefix *p, Where at);

static bool try_value(Prefix *p, const CspNode *pattern, Datum value, Where next)
{
  Evaluator *e = p->e;
  if (!match(e, pattern, value, p->frame)) return e->fault.kind == FAULT_NONE;
  uint32_t before = p->parts.len;
  push_parts(p, value);
  bool fine = next.link ? read_links(p, next) : follow(p, next.field);
  p->parts.len = before;
  return fine;
}

static bool try_all(Prefix *p, const CspNode *pattern, const Data *values, Where next)
{
  for (uint32_t i = 0; i < values->len; i++)
    if (evaluator_stops(p->e) || !try_value(p, pattern, values->data[i], next)) return false;
  return true;
}

static bool is_name_of_datum(const CspNode *n)
{
  return csp_is(n, CSP_NAME) && n->symbol &&
         (n->symbol->kind == CSP_SYMBOL_CHANNEL || n->symbol->kind == CSP_SYMBOL_CONSTRUCTOR);
}

/* Values that the surroundings have for the next field, or for all the rest. */
static void surrounding_values(Prefix *p, bool rest, Data *values)
{
  Evaluator *e = p->e;
  uint32_t so_far = p->parts.len;
  for (uint32_t i = 0; i < datum_count(e->pool, e->surroundings); i++) {
    Datum event = datum_part(e->pool, e->surroundings, i);
    uint32_t count = dot_count(e->pool, event), same = 0;
    if (count <= so_far) continue;
    while (same < so_far && datum_same(dot_part(e->pool, event, same), p->parts.data[same])) same++;
    if (same < so_far) continue;
    uint32_t to = rest ? count : field_end(e, datum_parts(e->pool, event), count, so_far);
    vec_push(values, dot_slice(e->pool, event, so_far, to < count ? to : count));
  }
  Datum set = datum_set(e->pool, values->data, values->len);
  values->len = 0;
  for (uint32_t i = 0; i < datum_count(e->pool, set); i++)
    vec_push(values, datum_part(e->pool, set, i));
}

static bool takes_surroundings(const Prefix *p)
{
  Evaluator *e = p->e;
  return !datum_same(e->surroundings, MEMO_ABSENT) && datum_is(p->parts.data[0], DATUM_NAME) &&
         evaluator_is_open(e, datum_number(p->parts.data[0]));
}

/* The values that an input may have here; false: fault. */
static bool input_values(Prefix *p, bool rest, Data *values, Span span)
{
  Evaluator *e = p->e;
  if (takes_surroundings(p)) {
    surrounding_values(p, rest, values);
    return true;
  }
  if (!rest) return next_fields(e, p->parts.data, p->parts.len, values, span);
  Datum so_far = datum_dot(e->pool, p->parts.data, p->parts.len);
  if (!extensions_of(e, so_far, values, span)) return false;
  if (!is_complete(e, so_far)) return true;
  evaluator_raise(e, FAULT_EVALUATION, span, "there is no further field to be read here");
  return false;
}

/* The links of a pattern a.b.c without a set: each is one complete field, but the last one of the
 * last field takes all the rest. */
static bool read_links(Prefix *p, Where at)
{
  const CspNode *field = p->node->kids[at.field], *pattern = field->kids[0];
  uint32_t links = dotted_length(pattern);
  const CspNode *link = dotted_link(pattern, at.link);
  bool last = at.link + 1 == links, rest = last && at.field == last_field(p->node);
  Where next = last ? (Where){at.field + 1, 0} : (Where){at.field, at.link + 1};
  if (is_name_of_datum(link)) return try_value(p, link, datum_name(link->symbol->number), next);
  Data values = {0};
  bool fine = input_values(p, rest, &values, field->span);
  fine = fine && try_all(p, link, &values, next);
  vec_free(&values);
  return fine;
}

/* With a set the pattern takes its elements, however many fields they are. */
static bool read_input(Prefix *p, uint32_t at)
{
  const CspNode *field = p->node->kids[at];
  if (csp_is(field->kids[1], CSP_ABSENT)) return read_links(p, (Where){at, 0});
  Datum set = eval_listed(p->e, field->kids[1], p->frame);
  if (datum_is_fault(set)) return false;
  Data values = {0};
  for (uint32_t i = 0; i < datum_count(p->e->pool, set); i++)
    vec_push(&values, datum_part(p->e->pool, set, i));
  bool fine = try_all(p, field->kids[0], &values, (Where){at + 1, 0});
  vec_free(&values);
  return fine;
}

/* --------------------------------------------------------------------- events */

static int64_t delay_after(Prefix *p, Datum event)
{
  Evaluator *e = p->e;
  const CspNode *function = p->node->frame->timed->kids[0];
  if (csp_is(function, CSP_ABSENT)) return 1;
  if (function->later->capture_count) {
    evaluator_raise(e, FAULT_LIMIT, function->span, "local names are not possible here");
    return 0;
  }
  Datum f = evaluator_value(e, function);
  Datum n = datum_is_fault(f) ? f : eval_call(e, f, &event, 1, function->span);
  if (!datum_is_fault(n) && !datum_is(n, DATUM_INT))
    evaluator_raise(e, FAULT_EVALUATION, function->span, "the time of an event must be a number");
  return datum_is(n, DATUM_INT) ? datum_int_of(n) : 0;
}

static bool offer(Prefix *p)
{
  Evaluator *e = p->e;
  Datum event = datum_dot(e->pool, p->parts.data, p->parts.len);
  if (!evaluator_is_event(p->e, event, p->node->kids[0]->span)) return false;
  Datum after = eval_process(e, p->node->kids[p->node->count - 1], p->frame);
  if (datum_is_fault(after)) after = evaluator_postpone(e); /* perhaps the event never happens */
  if (!datum_is_fault(after) && p->node->frame->timed) {
    int64_t delay = delay_after(p, event);
    if (e->fault.kind == FAULT_NONE) after = tocks(e, delay, after);
  }
  if (datum_is_fault(after) || e->fault.kind != FAULT_NONE) return false;
  Offer o = {event, after};
  vec_push(p->offers, o);
  return true;
}

/* -------------------------------------------------------------------- choices */

static bool keep_choice(Prefix *p)
{
  Data parts = {0};
  const CspFrame *f = p->node->frame;
  vec_push(&parts, datum_int(f->number));
  for (uint32_t i = 0; i < f->capture_count; i++) vec_push(&parts, p->captured[i]);
  for (uint32_t i = 0; i < p->choices.len; i++) vec_push(&parts, p->choices.data[i]);
  vec_push(&p->alternatives, term(p->e, TERM_PREFIX, parts.data, parts.len));
  vec_free(&parts);
  return true;
}

/* The values of $x: those of its set, or of the field. */
static bool choices_of(Prefix *p, uint32_t at, Data *values)
{
  Evaluator *e = p->e;
  const CspNode *field = p->node->kids[at];
  if (csp_is(field->kids[1], CSP_ABSENT)) {
    bool rest = at == last_field(p->node);
    Datum so_far = datum_dot(e->pool, p->parts.data, p->parts.len);
    return rest ? extensions_of(e, so_far, values, field->span)
                : next_fields(e, p->parts.data, p->parts.len, values, field->span);
  }
  Datum set = eval_listed(e, field->kids[1], p->frame);
  if (datum_is_fault(set)) return false;
  for (uint32_t i = 0; i < datum_count(e->pool, set); i++)
    vec_push(values, datum_part(e->pool, set, i));
  return true;
}

static bool choose(Prefix *p, uint32_t at)
{
  Evaluator *e = p->e;
  const CspNode *field = p->node->kids[at];
  Data values = {0};
  bool fine = choices_of(p, at, &values);
  for (uint32_t i = 0; i < values.len && fine; i++) {
    if (!match(e, field->kids[0], values.data[i], p->frame)) {
      fine = e->fault.kind == FAULT_NONE;
      continue;
    }
    uint32_t before = p->parts.len;
    vec_push(&p->choices, values.data[i]);
    push_parts(p, values.data[i]);
    fine = !evaluator_stops(e) && follow(p, at + 1);
    p->parts.len = before;
    p->choices.len--;
  }
  vec_free(&values);
  return fine;
}

static bool take_chosen(Prefix *p, uint32_t at)
{
  Datum value = p->chosen[p->chosen_used++];
  bool fine = try_value(p, p->node->kids[at]->kids[0], value, (Where){at + 1, 0});
  p->chosen_used--;
  return fine;
}

static bool has_choice_from(const CspNode *n, uint32_t at)
{
  for (; at + 1 < n->count; at++)
    if (csp_is(n->kids[at], CSP_NONDET_INPUT)) return true;
  return false;
}

/* All fields from this one on. */
static bool follow(Prefix *p, uint32_t at)
{
  const CspNode *n = p->node;
  if (p->choosing && !has_choice_from(n, at)) return keep_choice(p);
  if (at + 1 == n->count) return offer(p);
  const CspNode *field = n->kids[at];
  if (csp_is(field, CSP_NONDET_INPUT)) return p->choosing ? choose(p, at) : take_chosen(p, at);
  if (csp_is(field, CSP_INPUT)) {
    if (!p->choosing) return read_input(p, at);
    evaluator_raise(p->e, FAULT_LIMIT, field->span,
                    "an input before a choice by $ is not possible");
    return false;
  }
  Datum value = eval(p->e, field->kids[0], p->frame);
  if (datum_is_fault(value)) return false;
  uint32_t before = p->parts.len;
  push_parts(p, value);
  bool fine = follow(p, at + 1);
  p->parts.len = before;
  return fine;
}

/* ------------------------------------------------------------------- the whole */

static bool begin(Prefix *p, const Datum *captured)
{
  frame_restore(p->node->frame, p->frame, captured);
  p->captured = captured;
  Datum channel = eval(p->e, p->node->kids[0], p->frame);
  return !datum_is_fault(channel) && push_parts(p, channel) && follow(p, 1);
}

static Datum choose_first(Evaluator *e, const CspNode *n, const Data *captured)
{
  ArenaMark mark = arena_mark(e->stack);
  Prefix p = {.e = e, .node = n, .frame = frame_new(e, n->frame), .choosing = true};
  Datum result = DATUM_FAULT;
  if (begin(&p, captured->data)) {
    if (p.alternatives.len)
      result = term(e, TERM_INTERNAL, p.alternatives.data, p.alternatives.len);
    else evaluator_raise(e, FAULT_EVALUATION, n->span, "a choice by $ without a value");
  }
  arena_release(e->stack, mark);
  vec_free(&p.parts);
  vec_free(&p.choices);
  vec_free(&p.alternatives);
  return result;
}

Datum eval_prefix(Evaluator *e, const CspNode *n, Datum *frame)
{
  Data captured = {0}, parts = {0};
  Datum result = DATUM_FAULT;
  if (frame_capture(e, n->frame, frame, &captured)) {
    if (has_choice_from(n, 1)) {
      result = choose_first(e, n, &captured);
    } else {
      vec_push(&parts, datum_int(n->frame->number));
      for (uint32_t i = 0; i < captured.len; i++) vec_push(&parts, captured.data[i]);
      result = term(e, TERM_PREFIX, parts.data, parts.len);
    }
  }
  vec_free(&captured);
  vec_free(&parts);
  return result;
}

static bool prefix_offers(Evaluator *e, Datum prefix, Offers *offers)
{
  assert(datum_tag(e->pool, prefix) == TERM_PREFIX);
  const Datum *parts = datum_parts(e->pool, prefix);
  const CspFrame *f = e->frames->frames.data[datum_int_of(parts[0])];
  ArenaMark mark = arena_mark(e->stack);
  Prefix p = {.e = e, .node = f->node, .frame = frame_new(e, f), .offers = offers};
  p.chosen = parts + 1 + f->capture_count;
  bool fine = begin(&p, parts + 1);
  if (fine && f->timed) {
    Offer wait = {tock_event(e), prefix};
    vec_push(offers, wait);
  }
  arena_release(e->stack, mark);
  vec_free(&p.parts);
  return fine;
}

bool evaluator_offers(Evaluator *e, Datum process, Offers *offers)
{
  if (datum_tag(e->pool, process) != TERM_MACHINE) return prefix_offers(e, process, offers);
  assert(e->machine);
  int64_t state = datum_int_of(datum_part(e->pool, process, 0));
  return e->machine->offers(e->machine, (uint32_t) state, offers);
}
