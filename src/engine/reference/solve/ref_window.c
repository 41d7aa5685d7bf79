#include <assert.h>

#include "engine/reference/solve/window.h"
#include "engine/reference/closure/ref_mapping.h"
#include "engine/reference/solve/ref_solve_sequence.h"

/* Sets without bounds: a few of their elements that stand for them, namely those made of integers
 * in MININT..MAXINT, of "" and strings that occur in the model, of sequences up to the length
 * MAXINT, and of values of free types that are not nested deeply. What is found there is found;
 * that nothing else is there is not known. */

static Value part(Reference *r, Value v, uint32_t i) { return lazy_part(r->s, v, i); }

/* --------------------------------------------------------------------- strings */

enum { MOST_STRINGS = 16 };

static void add_strings(Engine *e, const Node *node)
{
  bool fresh = node->kind == NODE_STRING_LIT && e->strings.len < MOST_STRINGS;
  for (uint32_t i = 0; fresh && i < e->strings.len; i++)
    fresh = e->strings.data[i]->name != node->name;
  if (fresh) vec_push(&e->strings, node);
  for (uint32_t i = 0; i < node->count; i++) add_strings(e, node->kids[i]);
}

static void find_strings(Engine *e)
{
  const Model *m = e->model;
  if (e->strings_are_known) return;
  e->strings_are_known = true;
  for (uint32_t i = 0; m && i < m->properties.len; i++) add_strings(e, m->properties.data[i].node);
  for (uint32_t i = 0; m && i < m->invariants.len; i++) add_strings(e, m->invariants.data[i].node);
  for (uint32_t i = 0; m && i < m->initialisations.len; i++)
    add_strings(e, m->initialisations.data[i].node);
  for (uint32_t i = 0; m && i < m->operations.len; i++)
    if (m->operations.data[i]->body) add_strings(e, m->operations.data[i]->body);
}

Value window_strings(Reference *r)
{
  Values all = {0};
  find_strings(r->e);
  vec_push(&all, value_string(r->s, "", 0));
  for (uint32_t i = 0; i < r->e->strings.len; i++) {
    const Name *name = r->e->strings.data[i]->name;
    vec_push(&all, value_string(r->s, name->text, name->len));
  }
  return ref_build(r, shape_string(r->e->shapes), &all);
}

/* --------------------------------------------------------------------- windows */

static Value window(Reference *, const Shape *element, Value set, uint64_t most);

/* MININT..MAXINT as far as the only end lets; if that leaves nothing, the end itself. */
static Value integer_window(Reference *r, Value low, Value high)
{
  Value from = value_is_none(low) ? r->e->minint : low,
        to = value_is_none(high) ? r->e->maxint : high;
  if (int_compare(r->s, from, to) > 0) from = to = value_is_none(low) ? high : low;
  return ref_interval(r, from, to);
}

static uint64_t count_of(Reference *r, const Shape *element, Value set)
{
  int64_t n;
  Fault fault = r->e->fault;
  Value card = ref_cardinality(r, element, set, SPAN_NONE);
  r->e->fault = fault;
  return value_is_none(card) || !int_fits(r->s, card, &n) ? UINT64_MAX : (uint64_t) n;
}

/* Up to the length MAXINT, or a smaller one if these are too many. */
static Value sequence_window(Reference *r, const Shape *relation, Value set, uint64_t most)
{
  const Shape *inner = relation->args[0]->args[1];
  Value items = window(r, inner, part(r, set, 0), most);
  int64_t longest;
  if (value_is_none(items)) return items;
  if (!int_fits(r->s, r->e->maxint, &longest) || longest > 10) longest = 10;
  uint64_t each = set_card(r->s, items), total = 1, power = 1;
  int64_t length = 0;
  while (length < longest && each > 0 && power <= most / each && total + power * each <= most) {
    power *= each;
    total += power;
    length++;
  }
  return reference_expand(r, relation, solve_sequences_within(r, items, 0, length), SPAN_NONE);
}

/* POW(S), A --> B, S*T, struct(…): the same of the windows of their parts */
static Value window_by_parts(Reference *r, const Shape *element, Value set, uint64_t most)
{
  uint32_t what = lazy_what(r->s, set), count = lazy_count(r->s, set);
  Values parts = {0};
  bool arrow = lazy_is_arrow(what), known = true;
  for (uint32_t i = 0; i < count && known; i++) {
    const Shape *shape = arrow                        ? element->args[0]->args[i]
                         : element->kind == SHAPE_SET ? shape_element(element)
                                                      : element->args[i];
    Value v = window(r, shape, part(r, set, i), most);
    known = !value_is_none(v);
    vec_push(&parts, v);
  }
  Value all = known ? value_lazy(r->s, what, parts.data, parts.len) : VALUE_UNKNOWN;
  vec_free(&parts);
  if (!known || count_of(r, element, all) > most) return VALUE_UNKNOWN;
  return reference_expand(r, element, all, SPAN_NONE);
}

/* What a constructor makes of a few of its arguments; nothing if these are too many. */
static void add_constructed(Reference *r, const Shape *free, uint32_t number, uint64_t most,
                            Values *all)
{
  const Symbol *symbol = free->origin;
  const Node *argument = symbol->elements[number]->argument;
  const Shape *shape = free->args[number];
  bool generic = symbol->type->index > 0;
  Value set = generic ? ref_whole_type(r, shape) : ref_eval_unexpanded(r, argument);
  Value some = value_is_none(set) ? set : window(r, shape, set, most);
  if (value_is_none(some) || is_lazy(some)) return;
  SetIter it = set_iter(r->s, shape, some);
  for (Value v; set_next(&it, &v);)
    if (reference_member(r, shape, v, set) == TRUTH_TRUE)
      vec_push(all, value_free(r->s, number, v));
}

static Value free_window(Reference *r, const Shape *free, uint64_t most)
{
  enum { DEEPEST = 3 };
  const Symbol *symbol = free->origin;
  Values all = {0};
  r->nested++;
  for (uint32_t i = 0; i < free->count; i++)
    if (!symbol->elements[i]->argument) vec_push(&all, value_free(r->s, i, VALUE_UNDEFINED));
    else if (r->nested < DEEPEST) add_constructed(r, free, i, most, &all);
  r->nested--;
  return ref_build(r, free, &all);
}

static Value window_of_closure(Reference *r, const Shape *element, Value set, uint64_t most)
{
  Mapping m;
  if (!mapping_enter(&m, r, set)) return VALUE_UNKNOWN;
  Cover all = mapping_elements(&m);
  mapping_leave(&m);
  bool closure = is_lazy(all.set) && lazy_what(r->s, all.set) >= LAZY_CLOSURE;
  return value_is_none(all.set) || closure ? VALUE_UNKNOWN : window(r, element, all.set, most);
}

static Value window_of_union(Reference *r, const Shape *element, Value set, uint64_t most)
{
  Value a = window(r, element, part(r, set, 0), most);
  Value b = value_is_none(a) ? a : window(r, element, part(r, set, 1), most);
  return value_is_none(b) ? b : ref_union(r, element, a, b);
}

/* Candidates, explicit; some may not be elements. */
static Value window(Reference *r, const Shape *element, Value set, uint64_t most)
{
  Value none = VALUE_UNDEFINED;
  if (!is_lazy(set)) return set_card(r->s, set) <= most ? set : VALUE_UNKNOWN;
  uint32_t what = lazy_what(r->s, set);
  switch ((LazyKind) what) {
  case LAZY_INTEGER: return integer_window(r, none, none);
  case LAZY_FROM: return integer_window(r, part(r, set, 0), none);
  case LAZY_UPTO: return integer_window(r, none, part(r, set, 0));
  case LAZY_STRING: return window_strings(r);
  case LAZY_REAL: return ref_singleton(r, element, value_real(r->s, 0.0));
  case LAZY_FREETYPE: return free_window(r, element, most);
  case LAZY_SEQ:
  case LAZY_SEQ1:
  case LAZY_ISEQ:
  case LAZY_ISEQ1: return sequence_window(r, element, set, most);
  case LAZY_UNION: return window_of_union(r, element, set, most);
  case LAZY_INTERSECTION:
  case LAZY_DIFFERENCE: return window(r, element, part(r, set, 0), most);
  case LAZY_PRODUCT:
  case LAZY_STRUCT: return window_by_parts(r, element, set, most);
  default: break;
  }
  if (what >= LAZY_CLOSURE) return window_of_closure(r, element, set, most);
  bool family = lazy_is_powerset(what) || lazy_is_arrow(what);
  return family ? window_by_parts(r, element, set, most) : VALUE_UNKNOWN;
}

void window_note(Reference *r, const Symbol *name, const Shape *element, Value set, Value some)
{
  assert(!is_lazy(some) && !value_is_none(some));
  TriedName window = {.found = set_card(r->s, some) > 0};
  uint32_t what = is_lazy(set) ? lazy_what(r->s, set) : LAZY_STRING;
  window.low_is_bound = what == LAZY_FROM;
  window.high_is_bound = what == LAZY_UPTO;
  bool plain = what == LAZY_INTEGER || what == LAZY_FROM || what == LAZY_UPTO;
  if (plain && window.found && int_fits(r->s, set_least(r->s, element, some), &window.low) &&
      int_fits(r->s, set_greatest(r->s, element, some), &window.high))
    tried_note_range(r->e, name, &window);
  else tried_note_some(r->e, name, window.found);
}

Value window_of(Reference *r, const Shape *element, Value set, uint64_t most)
{
  assert(!value_is_none(set) && most > 0);
  Fault fault = r->e->fault;
  Value candidates = window(r, element, set, most);
  Values kept = {0};
  bool known =
      !value_is_none(candidates) && !is_lazy(candidates) && set_card(r->s, candidates) <= most;
  SetIter it = set_iter(r->s, element, known ? candidates : VALUE_EMPTY_SET);
  for (Value v; set_next(&it, &v);)
    if (reference_member(r, element, v, set) == TRUTH_TRUE) vec_push(&kept, v);
  r->e->fault = fault;
  Value result = ref_build(r, element, &kept);
  return known ? result : VALUE_UNKNOWN;
}
