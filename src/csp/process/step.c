#include "csp/process/step_impl.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

/* What is known of a term, by its number; from FIRST_LIST on it is the number of its list. */
enum { UNKNOWN, IN_PROGRESS, FIRST_LIST };

/* Time is looked at once in so many steps. */
enum { STEPS_BETWEEN_LOOKS = 256 };

Stepper *stepper_new(Evaluator *evaluator)
{
  Stepper *stepper = memory_zeroed(1, sizeof *stepper);
  stepper->evaluator = evaluator;
  stepper->pool = evaluator_pool(evaluator);
  stepper->arena = arena_new();
  return stepper;
}

void stepper_free(Stepper *stepper)
{
  if (!stepper) return;
  arena_free(stepper->arena);
  vec_free(&stepper->lists);
  vec_free(&stepper->listed);
  vec_free(&stepper->known);
  vec_free(&stepper->pending);
  vec_free(&stepper->steps);
  vec_free(&stepper->seen);
  vec_free(&stepper->parts);
  vec_free(&stepper->joined);
  event_order_free(stepper->order);
  free(stepper);
}

Evaluator *stepper_evaluator(const Stepper *stepper) { return stepper->evaluator; }

/* ---- what is known ---- */

static uint32_t *known_of(Stepper *stepper, Datum term)
{
  assert(datum_is(term, DATUM_PROCESS));
  while (stepper->known.len <= datum_number(term)) vec_push(&stepper->known, UNKNOWN);
  return &stepper->known.data[datum_number(term)];
}

void stepper_forget(Stepper *stepper)
{
  assert(!stepper->pending.len);
  for (uint32_t i = 0; i < stepper->listed.len; i++)
    *known_of(stepper, stepper->listed.data[i]) = UNKNOWN;
  stepper->lists.len = stepper->listed.len = 0;
  arena_release(stepper->arena, (ArenaMark){0});
}

static bool is_known(Stepper *stepper, Datum term)
{
  return *known_of(stepper, term) >= FIRST_LIST;
}

static StepList list_of(Stepper *stepper, Datum term)
{
  assert(is_known(stepper, term));
  return stepper->lists.data[*known_of(stepper, term) - FIRST_LIST];
}

int event_compare(const Pool *pool, Datum a, Datum b)
{
  if (event_is_visible(a) && event_is_visible(b)) return datum_compare(pool, a, b);
  if (event_is_visible(a) != event_is_visible(b)) return event_is_visible(a) ? 1 : -1;
  return (a.word > b.word) - (a.word < b.word);
}

StepRange step_find(const Pool *pool, StepList list, Datum event)
{
  uint32_t low = 0, high = list.count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (event_compare(pool, list.steps[middle].event, event) < 0) low = middle + 1;
    else high = middle;
  }
  while (high < list.count && datum_same(list.steps[high].event, event)) high++;
  return (StepRange){low, high};
}

/* ---- the steps of a term become a list ---- */

/* Ascending by event; of one event they stay in the order of the rules, which does not depend on
 * what was computed before. */
static void sort_steps(const Pool *pool, Step *steps, Step *spare, uint32_t count)
{
  if (count < 2) return;
  uint32_t middle = count / 2, i = 0, j = middle;
  sort_steps(pool, steps, spare, middle);
  sort_steps(pool, steps + middle, spare, count - middle);
  if (event_compare(pool, steps[middle - 1].event, steps[middle].event) <= 0) return;
  for (uint32_t k = 0; k < count; k++) {
    bool left =
        j == count || (i < middle && event_compare(pool, steps[i].event, steps[j].event) <= 0);
    spare[k] = steps[left ? i++ : j++];
  }
  memcpy(steps, spare, count * sizeof *steps);
}

/* Leaves out what was there before, among steps of one event. */
static uint32_t drop_repetitions(Stepper *stepper, Step *steps, uint32_t count)
{
  uint32_t kept = 0;
  if (count < 2) return count;
  for (uint32_t i = 0; i < count; i++) {
    if (!i || !datum_same(steps[i].event, steps[i - 1].event)) stepper->group++;
    uint32_t number = datum_number(steps[i].after);
    while (stepper->seen.len <= number) vec_push(&stepper->seen, 0);
    if (stepper->seen.data[number] == stepper->group) continue;
    stepper->seen.data[number] = stepper->group;
    steps[kept++] = steps[i];
  }
  return kept;
}

static void order_steps(Stepper *stepper)
{
  const Pool *pool = stepper->pool;
  Step *steps = stepper->steps.data;
  uint32_t count = stepper->steps.len, i = 1;
  while (i < count && event_compare(pool, steps[i - 1].event, steps[i].event) <= 0) i++;
  if (i >= count) return;
  Step *spare = memory_alloc(count * sizeof *spare);
  sort_steps(pool, steps, spare, count);
  free(spare);
}

static void finish(Stepper *stepper, Datum term)
{
  order_steps(stepper);
  uint32_t count = drop_repetitions(stepper, stepper->steps.data, stepper->steps.len);
  Step *steps = arena_new_array(stepper->arena, Step, count);
  if (count) memcpy(steps, stepper->steps.data, count * sizeof *steps);
  vec_push(&stepper->lists, ((StepList){steps, count}));
  vec_push(&stepper->listed, term);
  *known_of(stepper, term) = FIRST_LIST + stepper->lists.len - 1;
}

/* ---- terms ---- */

Datum term_simple(Pool *pool, TermKind kind)
{
  return pool_node(pool, DATUM_PROCESS, kind, NULL, 0);
}

StepList rule_steps(const Rule *rule, uint32_t i)
{
  assert(i < rule->count);
  return list_of(rule->stepper, evaluator_now(rule->stepper->evaluator, rule->parts[i]));
}

bool rule_in(const Rule *rule, Datum event, Datum set)
{
  if (datum_is(set, DATUM_SET)) return datum_set_has(rule->stepper->pool, set, event);
  return evaluator_in(rule->stepper->evaluator, event, set);
}

void rule_copy_parts(Rule *rule)
{
  Stepper *stepper = rule->stepper;
  stepper->parts.len = 0;
  for (uint32_t i = 0; i < rule->count; i++) vec_push(&stepper->parts, rule->parts[i]);
}

bool rule_add(Rule *rule, Datum event, Datum after)
{
  Stepper *stepper = rule->stepper;
  bool look = ++stepper->added % STEPS_BETWEEN_LOOKS == 0;
  if (look && evaluator_stops(stepper->evaluator)) return false;
  after = evaluator_now(stepper->evaluator, after);
  if (datum_is_fault(after)) after = evaluator_postpone(stepper->evaluator);
  if (datum_is_fault(after)) return false;
  vec_push(&stepper->steps, ((Step){event, after}));
  return true;
}

bool rule_add_changed(Rule *rule, Datum event)
{
  Stepper *stepper = rule->stepper;
  return rule_add(rule, event,
                  pool_node(stepper->pool, DATUM_PROCESS, datum_tag(stepper->pool, rule->term),
                            stepper->parts.data, stepper->parts.len));
}

bool rule_move(Rule *rule, Datum event, uint32_t i, Datum after)
{
  rule_copy_parts(rule);
  rule->stepper->parts.data[i] = after;
  return rule_add_changed(rule, event);
}

bool rule_end(Rule *rule)
{
  return rule_add(rule, EVENT_TICK, term_simple(rule->stepper->pool, TERM_OMEGA));
}

/* ---- which terms come first ---- */

/* Whose steps a term needs: operands first, first + stride, …; of stride 0 only the first. */
static const struct {
  uint8_t first, stride;
} needs[TERM_KINDS] = {
    [TERM_STOP] = {UINT8_MAX, 0},
    [TERM_SKIP] = {UINT8_MAX, 0},
    [TERM_OMEGA] = {UINT8_MAX, 0},
    [TERM_DIV] = {UINT8_MAX, 0},
    [TERM_RUN] = {UINT8_MAX, 0},
    [TERM_CHAOS] = {UINT8_MAX, 0},
    [TERM_EVENT] = {UINT8_MAX, 0},
    [TERM_PREFIX] = {UINT8_MAX, 0},
    [TERM_LATER] = {UINT8_MAX, 0},
    [TERM_MACHINE] = {UINT8_MAX, 0},
    [TERM_WRONG] = {UINT8_MAX, 0},
    [TERM_EXTERNAL] = {0, 1},
    [TERM_INTERNAL] = {UINT8_MAX, 0},
    [TERM_SLIDING] = {0, 0},
    [TERM_INTERRUPT] = {0, 1},
    [TERM_SEQUENCE] = {0, 0},
    [TERM_HIDE] = {0, 0},
    [TERM_RENAME] = {0, 0},
    [TERM_SHARE] = {1, 1},
    [TERM_PARALLEL] = {1, 2},
    [TERM_LINK] = {0, 2},
    [TERM_EXCEPTION] = {0, 0},
    [TERM_SYNC_CHOICE] = {1, 1},
    [TERM_SYNC_INTERRUPT] = {0, 2},
    [TERM_PRIORITISE] = {0, 0},
    [TERM_PRIORITY_ORDER] = {0, 0},
    [TERM_CHASE] = {UINT8_MAX, 0}, /* it asks for them itself, one after the other */
    [TERM_COMPRESS] = {1, 0},
};

/* Pushes the operands of the term whose steps it needs and that are not known.  False: fault. */
static bool push_needs(Stepper *stepper, Datum term)
{
  TermKind kind = (TermKind) datum_tag(stepper->pool, term);
  uint32_t count = datum_count(stepper->pool, term), stride = needs[kind].stride;
  for (uint32_t i = needs[kind].first; i < count; i += stride) {
    Datum operand = evaluator_now(stepper->evaluator, datum_part(stepper->pool, term, i));
    if (datum_is_fault(operand)) return false;
    if (!is_known(stepper, operand)) vec_push(&stepper->pending, ((Pending){operand, false}));
    if (!stride) break;
  }
  return true;
}

/* A place for messages: where the first suspended process inside of it stands. */
Span stepper_span(const Stepper *stepper, Datum term)
{
  for (int depth = 0; depth < 100 && datum_is(term, DATUM_PROCESS); depth++) {
    Span span = evaluator_span(stepper->evaluator, term);
    if (span_known(span)) return span;
    Datum operand = DATUM_FAULT;
    for (uint32_t i = datum_count(stepper->pool, term); i-- > 0;) {
      Datum part = datum_part(stepper->pool, term, i);
      if (datum_is(part, DATUM_PROCESS) && datum_count(stepper->pool, part)) operand = part;
    }
    term = operand;
  }
  return SPAN_NONE;
}

/* Its operands come first.  False: fault. */
static bool enter(Stepper *stepper, Pending *pending)
{
  Datum term = pending->term;
  uint32_t *known = known_of(stepper, term);
  if (*known == IN_PROGRESS) {
    evaluator_raise(stepper->evaluator, FAULT_EVALUATION, evaluator_span(stepper->evaluator, term),
                    "the process is defined by itself, without an event before it");
    return false;
  }
  *known = IN_PROGRESS;
  pending->entered = true;
  return push_needs(stepper, term);
}

static bool apply_rules(Stepper *stepper, Datum term)
{
  Rule rule = {stepper, term, datum_parts(stepper->pool, term), datum_count(stepper->pool, term)};
  stepper->steps.len = 0;
  TermKind kind = (TermKind) datum_tag(stepper->pool, term);
  switch (kind) {
  case TERM_SHARE: return rule_share(&rule);
  case TERM_PARALLEL: return rule_parallel(&rule);
  case TERM_LINK: return rule_link(&rule);
  case TERM_SYNC_CHOICE: return rule_sync_choice(&rule);
  case TERM_SYNC_INTERRUPT: return rule_sync_interrupt(&rule);
  case TERM_PRIORITISE: return rule_prioritise(&rule);
  case TERM_PRIORITY_ORDER: return rule_priority_order(&rule);
  case TERM_CHASE: return rule_chase(&rule);
  default: return rule_simple(&rule, kind);
  }
}

/* Computes the steps of all that is pending above `base`. */
static bool work_down_to(Stepper *stepper, uint32_t base)
{
  while (stepper->pending.len > base) {
    Pending *top = &stepper->pending.data[stepper->pending.len - 1];
    Datum term = top->term;
    if (!top->entered && !is_known(stepper, term)) {
      if (!enter(stepper, top)) return false;
      continue;
    }
    if (top->entered) {
      if (!apply_rules(stepper, term)) return false;
      finish(stepper, term);
    }
    stepper->pending.len--;
  }
  return true;
}

/* After a fault nothing is in progress any more. */
static void give_up(Stepper *stepper, uint32_t base)
{
  while (stepper->pending.len > base) {
    Pending pending = stepper->pending.data[--stepper->pending.len];
    if (pending.entered) *known_of(stepper, pending.term) = UNKNOWN;
  }
}

bool stepper_steps(Stepper *stepper, Datum process, StepList *list)
{
  *list = (StepList){0};
  process = evaluator_now(stepper->evaluator, process);
  if (datum_is_fault(process)) return false;
  if (!is_known(stepper, process)) {
    uint32_t base = stepper->pending.len;
    vec_push(&stepper->pending, ((Pending){process, false}));
    if (!work_down_to(stepper, base)) {
      give_up(stepper, base);
      return false;
    }
  }
  *list = list_of(stepper, process);
  return true;
}
