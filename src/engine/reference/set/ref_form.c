#include <assert.h>

#include "engine/reference/set/sets.h"

/* What the form of lazy sets says of them: whether one is part of another one, where a set of
 * integers ends, whether two comprehension sets are written alike. */

static Value part(Reference *r, Value v, uint32_t i) { return lazy_part(r->s, v, i); }

/* --------------------------------------------------------- sets of integers */

enum { MOST_POINTS = 4000 };

/* Adds the integers from which on the members of the set are others than just before: between
 * them nothing changes.  False: its form does not tell. */
static bool add_changes(Reference *r, Value set, Values *points)
{
  assert(!value_is_none(set));
  const Shape *integer = shape_integer(r->e->shapes);
  Value low, high, one = value_small(1);
  if (!is_lazy(set)) {
    if (value_is_empty_set(set)) return true;
    if (set_is_interval(r->s, integer, set, &low, &high)) {
      vec_push(points, low);
      vec_push(points, int_add(r->s, high, one));
      return true;
    }
    if (set_card(r->s, set) > MOST_POINTS) return false;
    SetIter it = set_iter(r->s, integer, set);
    for (Value v; set_next(&it, &v);) {
      vec_push(points, v);
      vec_push(points, int_add(r->s, v, one));
    }
    return true;
  }
  switch (lazy_what(r->s, set)) {
  case LAZY_INTEGER: return true;
  case LAZY_FROM: vec_push(points, part(r, set, 0)); return true;
  case LAZY_UPTO: vec_push(points, int_add(r->s, part(r, set, 0), one)); return true;
  case LAZY_UNION:
  case LAZY_INTERSECTION:
  case LAZY_DIFFERENCE:
    return add_changes(r, part(r, set, 0), points) && add_changes(r, part(r, set, 1), points) &&
           points->len <= 2 * MOST_POINTS;
  default: return false;
  }
}

/* The changes of both sets, ascending, and before them a number below all. */
static bool all_changes(Reference *r, Value a, Value b, Values *points)
{
  Values found = {0};
  bool known = add_changes(r, a, &found) && add_changes(r, b, &found);
  if (!known) {
    vec_free(&found);
    return false;
  }
  Value sorted = ref_build(r, shape_integer(r->e->shapes), &found), v;
  SetIter it = set_iter(r->s, shape_integer(r->e->shapes), sorted);
  while (set_next(&it, &v)) {
    if (points->len == 0) vec_push(points, int_subtract(r->s, v, value_small(1)));
    vec_push(points, v);
  }
  if (points->len == 0) vec_push(points, value_small(0));
  return true;
}

static bool holds(Reference *r, Value x, Value set)
{
  return reference_member(r, shape_integer(r->e->shapes), x, set) == TRUTH_TRUE;
}

static Truth integers_included(Reference *r, Value a, Value b)
{
  Values points = {0};
  if (!all_changes(r, a, b, &points)) return TRUTH_UNKNOWN;
  bool inside = true;
  for (uint32_t i = 0; i < points.len && inside; i++)
    inside = !holds(r, points.data[i], a) || holds(r, points.data[i], b);
  vec_free(&points);
  return truth_of(inside);
}

bool ref_integer_ends(Reference *r, Value set, Value *low, Value *high)
{
  Values points = {0};
  if (!all_changes(r, set, VALUE_EMPTY_SET, &points)) return false;
  uint32_t first = 0, last = points.len;
  assert(points.len > 0);
  while (first < points.len && !holds(r, points.data[first], set)) first++;
  while (last > first && !holds(r, points.data[last - 1], set)) last--;
  bool some = first < points.len;
  if (some && first > 0) *low = points.data[first];
  if (some && last < points.len) *high = int_subtract(r->s, points.data[last], value_small(1));
  vec_free(&points);
  return some;
}

/* ------------------------------------------------------------------ families */

/* Sets of subsets: POW(A), FIN1(A) … */
static Truth subsets_included(Reference *r, const Shape *set, Value a, Value b)
{
  uint32_t wa = lazy_what(r->s, a), wb = lazy_what(r->s, b);
  bool empty_a = wa == LAZY_POW || wa == LAZY_FIN, empty_b = wb == LAZY_POW || wb == LAZY_FIN;
  if (empty_a && !empty_b) return TRUTH_FALSE;
  Truth t = ref_included(r, shape_element(set), part(r, a, 0), part(r, b, 0));
  bool finite_a = wa >= LAZY_FIN, finite_b = wb >= LAZY_FIN;
  if (t == TRUTH_FALSE || finite_a || !finite_b) return t;
  return truth_and(t, ref_is_finite(r, shape_element(set), part(r, a, 0)));
}

/* seq(A), iseq1(A) …, without perm */
static Truth sequences_included(Reference *r, const Shape *relation, Value a, Value b)
{
  uint32_t wa = lazy_what(r->s, a), wb = lazy_what(r->s, b);
  const Shape *element = relation->args[0]->args[1];
  bool empty_a = wa == LAZY_SEQ || wa == LAZY_ISEQ, empty_b = wb == LAZY_SEQ || wb == LAZY_ISEQ;
  if (empty_a && !empty_b) return TRUTH_FALSE;
  if (wa < LAZY_ISEQ && wb >= LAZY_ISEQ) return ref_is_empty(r, element, part(r, a, 0));
  return ref_included(r, element, part(r, a, 0), part(r, b, 0));
}

/* A +-> B and the like: the same is demanded, or less, of relations between larger sets. */
static Truth arrows_included(Reference *r, const Shape *relation, Value a, Value b)
{
  const Shape *pair = relation->args[0];
  Demands da = ref_arrow_demands((LazyKind) lazy_what(r->s, a)),
          db = ref_arrow_demands((LazyKind) lazy_what(r->s, b));
  if ((db.functional && !da.functional) || (db.injective && !da.injective) ||
      (db.total && !da.total) || (db.surjective && !da.surjective))
    return TRUTH_UNKNOWN;
  Truth t = truth_and(ref_included(r, pair->args[0], part(r, a, 0), part(r, b, 0)),
                      ref_included(r, pair->args[1], part(r, a, 1), part(r, b, 1)));
  if (t == TRUTH_TRUE && db.total) t = ref_included(r, pair->args[0], part(r, b, 0), part(r, a, 0));
  if (t == TRUTH_TRUE && db.surjective)
    t = ref_included(r, pair->args[1], part(r, b, 1), part(r, a, 1));
  return t == TRUTH_TRUE ? t : TRUTH_UNKNOWN; /* there may be no relation at all */
}

static Truth records_included(Reference *r, const Shape *record, Value a, Value b)
{
  Truth t = TRUTH_TRUE;
  for (uint32_t i = 0; i < record->count; i++)
    t = truth_and(t, ref_included(r, record->args[i], part(r, a, i), part(r, b, i)));
  return t == TRUTH_FALSE && ref_is_empty(r, record, a) != TRUTH_FALSE ? TRUTH_UNKNOWN : t;
}

static bool is_between(uint32_t what, LazyKind first, LazyKind last)
{
  return what >= (uint32_t) first && what <= (uint32_t) last;
}

Truth ref_included_by_form(Reference *r, const Shape *element, Value a, Value b)
{
  if (element->kind == SHAPE_INTEGER) return integers_included(r, a, b);
  if (!is_lazy(a) || !is_lazy(b)) return TRUTH_UNKNOWN;
  uint32_t wa = lazy_what(r->s, a), wb = lazy_what(r->s, b);
  if (is_between(wa, LAZY_POW, LAZY_FIN1) && is_between(wb, LAZY_POW, LAZY_FIN1))
    return subsets_included(r, element, a, b);
  if (is_between(wa, LAZY_SEQ, LAZY_ISEQ1) && is_between(wb, LAZY_SEQ, LAZY_ISEQ1))
    return sequences_included(r, element, a, b);
  if (is_between(wa, LAZY_RELATION, LAZY_TOTAL_SURJ_REL) &&
      is_between(wb, LAZY_RELATION, LAZY_TOTAL_SURJ_REL))
    return arrows_included(r, element, a, b);
  if (wa == LAZY_STRUCT && wb == LAZY_STRUCT) return records_included(r, element, a, b);
  if (wa == LAZY_ID && wb == LAZY_ID)
    return ref_included(r, element->args[0], part(r, a, 0), part(r, b, 0));
  return TRUTH_UNKNOWN;
}

/* --------------------------------------------------------------- expressions */

typedef struct {
  const Symbol *mine, *other;
} Twins;

typedef VEC(Twins) Renaming;

static bool is_renamed(const Renaming *names, const Symbol *mine, const Symbol *other)
{
  for (uint32_t i = 0; i < names->len; i++)
    if (names->data[i].mine == mine || names->data[i].other == other)
      return names->data[i].mine == mine && names->data[i].other == other;
  return mine == other;
}

/* The same expression, but for the names that it binds? */
static bool is_alike(Renaming *names, const Node *a, const Node *b)
{
  a = node_bare(a);
  b = node_bare(b);
  if (a->kind != b->kind || a->count != b->count || a->type != b->type) return false;
  if (a->type && !a->type->closed) return false;
  if (a->kind == NODE_NAMES) {
    for (uint32_t i = 0; i < a->count; i++) {
      Twins twins = {node_bare(a->kids[i])->symbol, node_bare(b->kids[i])->symbol};
      if (!twins.mine || !twins.other || twins.mine->type != twins.other->type) return false;
      vec_push(names, twins);
    }
    return true;
  }
  if (a->symbol || b->symbol) {
    if (!a->symbol || !b->symbol || !is_renamed(names, a->symbol, b->symbol)) return false;
  } else if (a->name != b->name) return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (!is_alike(names, a->kids[i], b->kids[i])) return false;
  return true;
}

bool ref_is_same_closure(Reference *r, Value a, Value b)
{
  if (!is_lazy(a) || !is_lazy(b)) return false;
  uint32_t wa = lazy_what(r->s, a), wb = lazy_what(r->s, b);
  if (wa < LAZY_CLOSURE || wb < LAZY_CLOSURE) return false;
  const Closure *c = r->e->closures.data[wa - LAZY_CLOSURE],
                *d = r->e->closures.data[wb - LAZY_CLOSURE];
  if (!c->captured || !d->captured || c->captured_count != d->captured_count) return false;
  Renaming names = {0};
  bool same = true;
  for (uint32_t i = 0; i < c->captured_count && same; i++) {
    vec_push(&names, ((Twins){c->captured[i], d->captured[i]}));
    same = c->captured[i]->type == d->captured[i]->type && value_same(part(r, a, i), part(r, b, i));
  }
  same = same && is_alike(&names, c->node, d->node);
  vec_free(&names);
  return same;
}
