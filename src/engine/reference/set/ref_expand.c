#include <assert.h>

#include "engine/reference/set/sets.h"

/* Writing lazy sets out. */

static Value part(Reference *r, Value v, uint32_t i) { return lazy_part(r->s, v, i); }

/* All subsets of the elements: each is in or out. */
static Value subsets(Reference *r, const Shape *set, const Values *elements, bool with_empty)
{
  Values out = {0};
  const Shape *element = shape_element(set);
  assert(elements->len < 64);
  for (uint64_t bits = with_empty ? 0 : 1; bits < UINT64_C(1) << elements->len; bits++) {
    Values chosen = {0};
    for (uint32_t i = 0; i < elements->len; i++)
      if (bits >> i & 1) vec_push(&chosen, elements->data[i]);
    vec_push(&out, ref_build_distinct(r, element, &chosen));
  }
  return ref_build_distinct(r, set, &out);
}

typedef struct { /* making all relations of a kind, one element of the domain after the other */
  Reference *r;
  const Shape *relation;
  Demands demands;
  Values from, to;
  Values pairs; /* chosen so far */
  Values out;
  bool turned; /* the pairs are the wrong way round */
} Functions;

static bool used(const Functions *f, Value y)
{
  for (uint32_t i = 0; i < f->pairs.len; i++)
    if (value_same(pair_second(f->r->s, f->pairs.data[i]), y)) return true;
  return false;
}

/* How many elements of the range have no partner yet. */
static uint32_t unused(const Functions *f)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < f->to.len; i++) count += !used(f, f->to.data[i]);
  return count;
}

static void finish_relation(Functions *f)
{
  Values copy = {0};
  Store *s = f->r->s;
  if (f->demands.surjective && unused(f) > 0) return;
  assert(!f->demands.functional || f->pairs.len <= f->from.len);
  for (uint32_t i = 0; i < f->pairs.len; i++) {
    Value p = f->pairs.data[i];
    vec_push(&copy, f->turned ? value_pair(s, pair_second(s, p), pair_first(s, p)) : p);
  }
  vec_push(&f->out, ref_build_distinct(f->r, shape_element(f->relation), &copy));
}

static void choose_image(Functions *f, uint32_t i)
{
  if (!ref_spend(f->r)) return;
  if (i == f->from.len) {
    finish_relation(f);
    return;
  }
  if (f->demands.surjective && unused(f) > f->from.len - i) return; /* too few are left */
  if (!f->demands.total) choose_image(f, i + 1);
  for (uint32_t j = 0; j < f->to.len; j++) {
    if (f->demands.injective && used(f, f->to.data[j])) continue;
    vec_push(&f->pairs, value_pair(f->r->s, f->from.data[i], f->to.data[j]));
    choose_image(f, i + 1);
    f->pairs.len--;
  }
}

/* Relations that are no functions: each element of the domain has a set of images. */
static void choose_images(Functions *f, uint32_t i)
{
  assert(!f->demands.functional && f->to.len < 64);
  if (!ref_spend(f->r)) return;
  if (i == f->from.len) {
    finish_relation(f);
    return;
  }
  uint32_t before = f->pairs.len;
  for (uint64_t bits = f->demands.total ? 1 : 0; bits < UINT64_C(1) << f->to.len; bits++) {
    for (uint32_t j = 0; j < f->to.len; j++)
      if (bits >> j & 1) vec_push(&f->pairs, value_pair(f->r->s, f->from.data[i], f->to.data[j]));
    choose_images(f, i + 1);
    f->pairs.len = before;
  }
}

/* Looks at a relation from the other side: what was demanded of its range is now demanded
 * of its domain.  Then fewer are made in vain. */
static void turn(Functions *f)
{
  Values spare = f->from;
  f->from = f->to;
  f->to = spare;
  bool total = f->demands.total;
  f->demands.total = f->demands.surjective;
  f->demands.surjective = total;
  f->turned = true;
}

/* With an empty side, whatever the other is, there is at most the empty relation. */
static bool expand_empty_arrow(Reference *r, const Shape *relation, Value arrow, Value *all)
{
  const Shape *pair = shape_element(relation);
  Demands d = ref_arrow_demands((LazyKind) lazy_what(r->s, arrow));
  bool no_from = ref_is_empty(r, pair->args[0], part(r, arrow, 0)) == TRUTH_TRUE;
  bool no_to = ref_is_empty(r, pair->args[1], part(r, arrow, 1)) == TRUTH_TRUE;
  if ((!no_from || (d.surjective && !no_to)) && (!no_to || (d.total && !no_from))) return false;
  *all = ref_singleton(r, relation, VALUE_EMPTY_SET);
  return true;
}

static Value expand_arrow(Reference *r, const Shape *relation, Value arrow, Span span)
{
  Functions f = {.r = r,
                 .relation = relation,
                 .demands = ref_arrow_demands((LazyKind) lazy_what(r->s, arrow))};
  Value none;
  const Shape *pair = shape_element(relation);
  if (expand_empty_arrow(r, relation, arrow, &none)) return none;
  if (!ref_elements(r, pair->args[0], part(r, arrow, 0), span, &f.from, &none)) return none;
  if (!ref_elements(r, pair->args[1], part(r, arrow, 1), span, &f.to, &none)) {
    vec_free(&f.from);
    return none;
  }
  bool functional = f.demands.functional;
  if (!functional && f.demands.surjective && (!f.demands.total || f.from.len < f.to.len)) turn(&f);
  bool too_many = !functional && f.to.len > 22;
  if (functional) choose_image(&f, 0);
  else if (!too_many) choose_images(&f, 0);
  vec_free(&f.from);
  vec_free(&f.to);
  vec_free(&f.pairs);
  return too_many ? engine_unknown(r->e, "a set is too large to enumerate")
                  : ref_build_distinct(r, relation, &f.out);
}

/* Injective sequences: each next element is one that was not used. */
static void choose_next(Functions *f, LazyKind kind)
{
  bool whole = f->pairs.len == f->from.len;
  if (kind == LAZY_ISEQ || (kind == LAZY_ISEQ1 && f->pairs.len > 0) ||
      (kind == LAZY_PERM && whole)) {
    Values copy = {0};
    for (uint32_t i = 0; i < f->pairs.len; i++) vec_push(&copy, f->pairs.data[i]);
    vec_push(&f->out, ref_build_distinct(f->r, shape_element(f->relation), &copy));
  }
  for (uint32_t j = 0; j < f->from.len && ref_spend(f->r); j++) {
    if (used(f, f->from.data[j])) continue;
    Value next = value_pair(f->r->s, value_small((int64_t) f->pairs.len + 1), f->from.data[j]);
    vec_push(&f->pairs, next);
    choose_next(f, kind);
    f->pairs.len--;
  }
}

static Value expand_sequences(Reference *r, const Shape *relation, Value set, Span span)
{
  LazyKind kind = (LazyKind) lazy_what(r->s, set);
  Functions f = {.r = r, .relation = relation};
  Value none;
  if (!ref_elements(r, relation->args[0]->args[1], part(r, set, 0), span, &f.from, &none))
    return none;
  if (kind == LAZY_SEQ || kind == LAZY_SEQ1) {
    bool finite = f.from.len == 0;
    vec_free(&f.from);
    if (!finite) return engine_unknown(r->e, "an infinite set cannot be enumerated");
    return kind == LAZY_SEQ ? ref_singleton(r, relation, VALUE_EMPTY_SET) : VALUE_EMPTY_SET;
  }
  choose_next(&f, kind);
  vec_free(&f.from);
  vec_free(&f.pairs);
  return ref_build_distinct(r, relation, &f.out);
}

static Value expand_product(Reference *r, const Shape *pair, Value set, Span span)
{
  Values a = {0}, b = {0}, out = {0};
  Value none;
  if (!ref_elements(r, pair->args[0], part(r, set, 0), span, &a, &none)) return none;
  if (!ref_elements(r, pair->args[1], part(r, set, 1), span, &b, &none)) {
    vec_free(&a);
    return none;
  }
  for (uint32_t i = 0; i < a.len; i++)
    for (uint32_t j = 0; j < b.len; j++) vec_push(&out, value_pair(r->s, a.data[i], b.data[j]));
  vec_free(&a);
  vec_free(&b);
  return ref_build_distinct(r, pair, &out);
}

/* All records with each field from its set. */
static Value expand_struct(Reference *r, const Shape *record, Value set, Span span)
{
  Values rows = {0}; /* rows of `filled` fields, one after the other */
  uint32_t filled = 0, count = 1;
  for (uint32_t i = 0; i < record->count; i++) {
    Values choices = {0}, next = {0};
    Value none;
    if (!ref_elements(r, record->args[i], part(r, set, i), span, &choices, &none)) {
      vec_free(&rows);
      return none;
    }
    for (uint32_t row = 0; row < count; row++)
      for (uint32_t c = 0; c < choices.len; c++) {
        for (uint32_t f = 0; f < filled; f++) vec_push(&next, rows.data[row * filled + f]);
        vec_push(&next, choices.data[c]);
      }
    count *= choices.len;
    filled++;
    vec_free(&choices);
    vec_free(&rows);
    rows.data = next.data, rows.len = next.len, rows.cap = next.cap;
    assert(rows.len == count * filled);
  }
  Values out = {0};
  for (uint32_t row = 0; row < count; row++)
    vec_push(&out, value_record(r->s, rows.data + row * filled, filled));
  vec_free(&rows);
  return ref_build_distinct(r, record, &out);
}

/* Those of the candidates that are members of the whole. */
static Value members_among(Reference *r, const Shape *element, Value candidates, Value whole,
                           Span span)
{
  Values all = {0}, kept = {0};
  Value none;
  if (!ref_elements(r, element, candidates, span, &all, &none)) return none;
  for (uint32_t i = 0; i < all.len; i++) {
    Truth t = reference_member(r, element, all.data[i], whole);
    if (t == TRUTH_TRUE) vec_push(&kept, all.data[i]);
    else if (t != TRUTH_FALSE) {
      vec_free(&all);
      vec_free(&kept);
      return none_of_truth(t);
    }
  }
  vec_free(&all);
  return ref_build(r, element, &kept);
}

/* Pairs made from the elements of a set: x|->f(x). */
static Value expand_pairs(Reference *r, const Shape *pair, Value set, Span span)
{
  uint32_t what = lazy_what(r->s, set);
  Values all = {0}, out = {0};
  Value none, source = part(r, set, what == LAZY_CONSTRUCTOR ? 1 : 0);
  const Shape *from = pair->args[0];
  bool projection = what == LAZY_PRJ1 || what == LAZY_PRJ2;
  if (projection) source = ref_lazy(r, LAZY_PRODUCT, part(r, set, 0), part(r, set, 1));
  if (!ref_elements(r, from, source, span, &all, &none)) return none;
  for (uint32_t i = 0; i < all.len; i++) {
    Value x = all.data[i], y = x;
    if (what == LAZY_PRJ1) y = pair_first(r->s, x);
    else if (what == LAZY_PRJ2) y = pair_second(r->s, x);
    else if (what == LAZY_CONSTRUCTOR)
      y = value_free(r->s, (uint32_t) value_small_int(part(r, set, 0)), x);
    vec_push(&out, value_pair(r->s, x, y));
  }
  vec_free(&all);
  return ref_build(r, pair, &out);
}

/* The pairs of the set, turned round; `pair` is the shape of the result's. */
Value ref_expand_inverse(Reference *r, const Shape *pair, Value set, Span span)
{
  Values all = {0}, out = {0};
  Value none;
  const Shape *turned = shape_pair(r->e->shapes, pair->args[1], pair->args[0]);
  if (!ref_elements(r, turned, set, span, &all, &none)) return none;
  for (uint32_t i = 0; i < all.len; i++)
    vec_push(&out, value_pair(r->s, pair_second(r->s, all.data[i]), pair_first(r->s, all.data[i])));
  vec_free(&all);
  return ref_build(r, pair, &out);
}

/* S <| r with a finite S: the images of its elements. */
static Value expand_restriction(Reference *r, const Shape *pair, Value set, Span span)
{
  const Shape *relation = shape_set(r->e->shapes, pair);
  Values all = {0}, out = {0};
  Value none;
  if (ref_is_finite(r, pair->args[0], part(r, set, 0)) != TRUTH_TRUE)
    return members_among(r, pair, part(r, set, 1), set, span);
  if (!ref_elements(r, pair->args[0], part(r, set, 0), span, &all, &none)) return none;
  for (uint32_t i = 0; i < all.len; i++) {
    Value images = ref_image(r, relation, part(r, set, 1), all.data[i], span);
    Values ys = {0};
    bool known =
        !value_is_none(images) && ref_elements(r, pair->args[1], images, span, &ys, &images);
    for (uint32_t j = 0; j < ys.len; j++) vec_push(&out, value_pair(r->s, all.data[i], ys.data[j]));
    vec_free(&ys);
    if (known) continue;
    vec_free(&all);
    vec_free(&out);
    return images;
  }
  vec_free(&all);
  return ref_build(r, pair, &out);
}

static Value expand_override(Reference *r, const Shape *pair, Value set, Span span)
{
  Value right = reference_expand(r, pair, part(r, set, 1), span);
  if (value_is_none(right)) return right;
  Value left = members_among(r, pair, part(r, set, 0), set, span);
  return value_is_none(left) ? left : ref_union(r, pair, left, right);
}

static Value expand_subsets(Reference *r, const Shape *set, Value v, Span span)
{
  uint32_t what = lazy_what(r->s, v);
  Values elements = {0};
  Value none;
  if (!ref_elements(r, shape_element(set), part(r, v, 0), span, &elements, &none)) return none;
  Value all = elements.len <= 22 ? subsets(r, set, &elements, what == LAZY_POW || what == LAZY_FIN)
                                 : engine_unknown(r->e, "a set is too large to enumerate");
  vec_free(&elements);
  return all;
}

static Value expand_lazy(Reference *r, const Shape *element, Value set, Span span)
{
  uint32_t what = lazy_what(r->s, set);
  if (what >= LAZY_CLOSURE) return r->walk->closure_expand(r, set, span);
  if (lazy_is_arrow(what)) return expand_arrow(r, element, set, span);
  if (lazy_is_sequences(what)) return expand_sequences(r, element, set, span);
  switch ((LazyKind) what) {
  case LAZY_POW:
  case LAZY_POW1:
  case LAZY_FIN:
  case LAZY_FIN1: return expand_subsets(r, element, set, span);
  case LAZY_PRODUCT: return expand_product(r, element, set, span);
  case LAZY_STRUCT: return expand_struct(r, element, set, span);
  case LAZY_UNION: {
    Value a = reference_expand(r, element, part(r, set, 0), span);
    Value b = value_is_none(a) ? a : reference_expand(r, element, part(r, set, 1), span);
    Value both = value_is_none(b) ? b : ref_union(r, element, a, b);
    return is_lazy(both) ? engine_unknown(r->e, "a set is too large to enumerate") : both;
  }
  case LAZY_INTERSECTION: {
    bool left = ref_is_finite(r, element, part(r, set, 0)) == TRUTH_TRUE;
    return members_among(r, element, part(r, set, left ? 0 : 1), set, span);
  }
  case LAZY_DIFFERENCE:
  case LAZY_DOM_SUBTRACT:
  case LAZY_RAN_RESTRICT:
  case LAZY_RAN_SUBTRACT:
    return members_among(r, element, part(r, set, what == LAZY_DOM_SUBTRACT ? 1 : 0), set, span);
  case LAZY_DOM_RESTRICT: return expand_restriction(r, element, set, span);
  case LAZY_OVERRIDE: return expand_override(r, element, set, span);
  case LAZY_ID:
  case LAZY_PRJ1:
  case LAZY_PRJ2:
  case LAZY_CONSTRUCTOR: return expand_pairs(r, element, set, span);
  case LAZY_INVERSE: return ref_expand_inverse(r, element, part(r, set, 0), span);
  case LAZY_CLOSURE1: {
    Value relation = reference_expand(r, element, part(r, set, 0), span);
    if (value_is_none(relation)) return relation;
    return ref_closure1(r, shape_set(r->e->shapes, element), relation, span);
  }
  default: return engine_unknown(r->e, "an infinite set cannot be enumerated");
  }
}

/* Kinds of which the number of elements is known before they are written out. */
static bool is_counted(uint32_t what)
{
  return (what >= LAZY_POW && what <= LAZY_PERM) || what == LAZY_PRODUCT || what == LAZY_STRUCT ||
         what == LAZY_ID;
}

/* A number of elements; UINT64_MAX: infinite, very large or not known. */
static uint64_t count_of(Reference *r, const Shape *element, Value set)
{
  Fault fault = r->e->fault;
  Value card = ref_cardinality(r, element, set, SPAN_NONE);
  r->e->fault = fault;
  int64_t n;
  return value_is_none(card) || !int_fits(r->s, card, &n) ? UINT64_MAX : (uint64_t) n;
}

/* Are there lazy sets among what the elements would be made of? */
static bool has_lazy_elements(Reference *r, Value set)
{
  for (uint32_t i = 0; i < lazy_count(r->s, set); i++) {
    Value v = part(r, set, i);
    if (!is_lazy(v) && value_holds_lazy(r->s, v)) return true;
  }
  return false;
}

/* Whole or not at all: when time is up, what was made so far is not the set. */
Value reference_expand(Reference *r, const Shape *element, Value set, Span span)
{
  if (!is_lazy(set)) return set;
  if (is_counted(lazy_what(r->s, set)) && count_of(r, element, set) > r->e->options.expansion_limit)
    return engine_unknown(r->e, "a set is infinite or too large to enumerate");
  if (!ref_spend(r)) return VALUE_UNKNOWN;
  Value all = expand_lazy(r, element, set, span);
  if (value_is_none(all)) return all;
  assert(!is_lazy(all));
  return engine_spend_elements(r->e, set_card(r->s, all)) ? all : VALUE_UNKNOWN;
}

/* Small enough to be written out at once?  Closures have tried it already. */
Value ref_lazy_or_explicit(Reference *r, const Shape *element, Value set, Span span)
{
  if (!is_lazy(set)) return set;
  if (is_counted(lazy_what(r->s, set))) {
    uint64_t count = count_of(r, element, set);
    if (count == 0) return VALUE_EMPTY_SET;
    /* Values of indexed shapes are never lazy: sets of them are bits. */
    bool indexed = shape_is_indexed(element) && element->size <= 32;
    if (count > r->e->options.lazy_limit && !(indexed && count <= r->e->options.expansion_limit))
      return set;
    if (!indexed && has_lazy_elements(r, set)) return set;
  }
  Value all = reference_expand(r, element, set, span);
  return value_same(all, VALUE_UNKNOWN) ? set : all;
}
