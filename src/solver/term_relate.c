#include "solver/term.h"

/* Equality, membership, inclusion, choice and number of elements. */

/* ------------------------------------------------------------------- equality */

static Lit cells_equal(Problem *p, const Term *a, const Term *b)
{
  int64_t code;
  if (a->kind == TERM_CELL && b->kind == TERM_CELL) return net_equal(p->net, a->cell, b->cell);
  const Term *cell = a->kind == TERM_CELL ? a : b, *known = a->kind == TERM_CELL ? b : a;
  if (known->kind != TERM_CONST) return NO_LIT;
  if (!term_code(p, cell->shape, known->value, &code))
    return cell->shape->kind == SHAPE_INTEGER ? net_literal(p->net) : NO_LIT;
  return net_is(p->net, cell->cell, code);
}

static Lit tuples_equal(Problem *p, const Term *a, const Term *b)
{
  uint32_t count = a->kind == TERM_TUPLE ? a->count : b->count;
  Lit *lits = arena_new_array(p->arena, Lit, count);
  for (uint32_t i = 0; i < count; i++) {
    const Term *x = term_component(p, a, i), *y = term_component(p, b, i);
    lits[i] = x && y ? term_equal(p, x, y) : NO_LIT;
    if (lits[i] == NO_LIT || lits[i] == LIT_FALSE) return lits[i];
  }
  return net_and(p->net, lits, count);
}

/* Element by element; an element that the other does not list must not be in. */
static Lit merged_equal(Problem *p, const Term *a, const Term *b)
{
  VEC(Lit) all = {0};
  uint32_t i = 0, j = 0;
  bool keys = !(a->keyed && b->keyed), known = true;
  while ((i < a->count || j < b->count) && known) {
    int order = i == a->count ? 1 : j == b->count ? -1 : 0;
    if (order == 0) {
      const Term *x = a->elements[i].term, *y = b->elements[j].term;
      Value u = keys ? term_component(p, x, 0)->value : x->value;
      Value v = keys ? term_component(p, y, 0)->value : y->value;
      order = value_compare(p->store, u, v);
    }
    if (order != 0) {
      vec_push(&all, lit_not(order < 0 ? a->elements[i++].in : b->elements[j++].in));
      continue;
    }
    Lit x = a->elements[i].in, y = b->elements[j].in;
    vec_push(&all, net_iff(p->net, x, y));
    if (keys) {
      Lit same = term_equal(p, term_component(p, a->elements[i].term, 1),
                            term_component(p, b->elements[j].term, 1));
      known = same != NO_LIT;
      if (known) vec_push(&all, net_or2(p->net, lit_not(x), same));
    }
    i++;
    j++;
  }
  Lit result = known ? net_and(p->net, all.data, all.len) : NO_LIT;
  vec_free(&all);
  return result;
}

static Lit sets_equal(Problem *p, const Term *x, const Term *y)
{
  const Term *a = term_elements(p, x), *b = term_elements(p, y);
  if (!a || !b) return NO_LIT;
  bool functions = (a->functional || a->count == 0) && (b->functional || b->count == 0);
  if ((a->keyed && b->keyed) || functions) return merged_equal(p, a, b);
  Lit there = term_subset(p, a, b), back = term_subset(p, b, a);
  return there == NO_LIT || back == NO_LIT ? NO_LIT : net_and2(p->net, there, back);
}

Lit term_equal(Problem *p, const Term *a, const Term *b)
{
  if (a == b) return LIT_TRUE;
  if (a->kind == TERM_CONST && b->kind == TERM_CONST) {
    Truth t = reference_equal(p->r, a->shape, a->value, b->value);
    return t == TRUTH_TRUE ? LIT_TRUE : t == TRUTH_FALSE ? LIT_FALSE : NO_LIT;
  }
  if (a->kind == TERM_CELL || b->kind == TERM_CELL) return cells_equal(p, a, b);
  if (a->kind == TERM_TUPLE || b->kind == TERM_TUPLE) return tuples_equal(p, a, b);
  return sets_equal(p, a, b);
}

/* ----------------------------------------------------------------- membership */

/* A cell in a known set of scalars. */
static Lit cell_in_constant(Problem *p, const Term *x, const Term *set)
{
  VEC(int64_t) ranges = {0};
  int64_t code, low, high;
  Value first, last;
  Lit result = NO_LIT;
  bool integers = x->shape->kind == SHAPE_INTEGER;
  if (integers && value_is_node(set->value, NODE_KIND_INTERVAL)) {
    ref_integer_bounds(p->r, set->value, &first, &last);
    if (!term_code(p, x->shape, first, &low) || !term_code(p, x->shape, last, &high)) return NO_LIT;
    vec_push(&ranges, low);
    vec_push(&ranges, high);
  } else {
    if (set_card(p->store, set->value) > 200000) return NO_LIT;
    if (!integers && x->shape->kind != SHAPE_BOOL && x->shape->kind != SHAPE_GIVEN) return NO_LIT;
    SetIter it = set_iter(p->store, x->shape, set->value);
    for (Value v; set_next(&it, &v);) {
      if (!term_code(p, x->shape, v, &code)) goto done;
      if (ranges.len && ranges.data[ranges.len - 1] == code - 1) {
        ranges.data[ranges.len - 1] = code;
        continue;
      }
      vec_push(&ranges, code);
      vec_push(&ranges, code);
    }
  }
  result = net_in(p->net, x->cell, ranges.data, ranges.len / 2);
done:
  vec_free(&ranges);
  return result;
}

static bool is_scalar(const Shape *shape)
{
  return shape->kind == SHAPE_INTEGER || shape->kind == SHAPE_BOOL || shape->kind == SHAPE_GIVEN;
}

/* The table of a known relation between scalars; NO_TABLE. */
static uint32_t table_of(Problem *p, const Shape *pair, Value relation)
{
  if (p->tabled.any && value_same(p->tabled.relation, relation)) return p->tabled.table;
  uint64_t count = set_card(p->store, relation);
  if (count == 0 || count > ELEMENTS_LIMIT) return NO_TABLE;
  VEC(int64_t) codes = {0};
  SetIter it = set_iter(p->store, pair, relation);
  bool known = true;
  for (Value v; known && set_next(&it, &v);)
    for (uint32_t side = 0; side < 2 && known; side++) {
      int64_t code;
      Value part = side ? pair_second(p->store, v) : pair_first(p->store, v);
      known = term_code(p, pair->args[side], part, &code);
      if (known) vec_push(&codes, code);
    }
  p->tabled.table = known ? net_table(p->net, codes.data, codes.len / 2) : NO_TABLE;
  p->tabled.relation = relation;
  p->tabled.any = true;
  vec_free(&codes);
  return p->tabled.table;
}

/* A pair of cells in a known relation. */
static Lit pair_in_constant(Problem *p, const Term *x, const Term *set)
{
  const Term *a = x->kids[0], *b = x->kids[1];
  if (a->kind != TERM_CELL || b->kind != TERM_CELL) return NO_LIT;
  if (!is_scalar(a->shape) || !is_scalar(b->shape)) return NO_LIT;
  uint32_t table = table_of(p, x->shape, set->value);
  return table == NO_TABLE ? NO_LIT : net_in_table(p->net, table, a->cell, b->cell);
}

static Lit find_constant(Problem *p, Value v, const Term *set)
{
  uint32_t low = 0, high = set->count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    int order = value_compare(p->store, set->elements[middle].term->value, v);
    if (order == 0) return set->elements[middle].in;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return LIT_FALSE;
}

bool term_same(const Term *a, const Term *b)
{
  if (a == b) return true;
  return a->kind == TERM_CONST && b->kind == TERM_CONST && value_same(a->value, b->value);
}

/* In a set without bounds a term gets a literal when it is asked for first.  Terms that are not
 * the same may have equal values: then their literals are equal as well, but nobody says so. */
static Lit open_member(Problem *p, const Term *x, const Term *set)
{
  if (x->kind == TERM_SET || (x->kind == TERM_CONST && is_lazy(x->value))) return NO_LIT;
  for (uint32_t i = 0; i < set->open->len; i++)
    if (term_same(set->open->data[i].term, x)) return set->open->data[i].in;
  Element e = {net_literal(p->net), x};
  vec_push(set->open, e);
  return e.in;
}

Lit term_member(Problem *p, const Term *x, const Term *set)
{
  if (set->kind == TERM_SET && set->open) return open_member(p, x, set);
  if (x->kind == TERM_CONST && set->kind == TERM_CONST) {
    Truth t = reference_member(p->r, x->shape, x->value, set->value);
    return t == TRUTH_TRUE ? LIT_TRUE : t == TRUTH_FALSE ? LIT_FALSE : NO_LIT;
  }
  if (x->kind == TERM_CELL && set->kind == TERM_CONST && !is_lazy(set->value)) {
    Lit in = cell_in_constant(p, x, set);
    if (in != NO_LIT) return in;
  }
  if (x->kind == TERM_TUPLE && x->shape->kind == SHAPE_PAIR && set->kind == TERM_CONST &&
      !is_lazy(set->value)) {
    Lit in = pair_in_constant(p, x, set);
    if (in != NO_LIT) return in;
  }
  const Term *s = term_elements(p, set);
  if (!s) return NO_LIT;
  if (s->keyed && x->kind == TERM_CONST && !is_lazy(x->value)) return find_constant(p, x->value, s);
  VEC(Lit) any = {0};
  bool known = true;
  for (uint32_t i = 0; i < s->count && known; i++) {
    Lit equal = term_equal(p, x, s->elements[i].term);
    known = equal != NO_LIT;
    if (known) vec_push(&any, net_and2(p->net, s->elements[i].in, equal));
  }
  Lit result = known ? net_or(p->net, any.data, any.len) : NO_LIT;
  vec_free(&any);
  return result;
}

Lit term_subset(Problem *p, const Term *x, const Term *y)
{
  if (x->kind == TERM_CONST && y->kind == TERM_CONST) {
    Truth t = ref_included(p->r, shape_element(x->shape), x->value, y->value);
    return t == TRUTH_TRUE ? LIT_TRUE : t == TRUTH_FALSE ? LIT_FALSE : NO_LIT;
  }
  const Term *a = term_elements(p, x);
  if (!a) return NO_LIT;
  VEC(Lit) all = {0};
  bool known = true;
  for (uint32_t i = 0; i < a->count && known; i++) {
    Lit member = term_member(p, a->elements[i].term, y);
    known = member != NO_LIT;
    if (known) vec_push(&all, net_or2(p->net, lit_not(a->elements[i].in), member));
  }
  Lit result = known ? net_and(p->net, all.data, all.len) : NO_LIT;
  vec_free(&all);
  return result;
}

/* --------------------------------------------------------------------- choices */

static const Term *select_cell(Problem *p, const Lit *lits, const Term *const *terms,
                               uint32_t count)
{
  Cell *cells = arena_new_array(p->arena, Cell, count);
  for (uint32_t i = 0; i < count; i++)
    if (!term_as_cell(p, terms[i], &cells[i])) return NULL;
  return term_cell(p, terms[0]->shape, net_select(p->net, lits, cells, count));
}

static const Term *select_tuple(Problem *p, const Lit *lits, const Term *const *terms,
                                uint32_t count)
{
  const Shape *shape = terms[0]->shape;
  uint32_t width = shape->kind == SHAPE_PAIR ? 2 : shape->count;
  const Term **kids = arena_new_array(p->arena, const Term *, width);
  const Term **parts = arena_new_array(p->arena, const Term *, count);
  for (uint32_t k = 0; k < width; k++) {
    for (uint32_t i = 0; i < count; i++)
      if (!(parts[i] = term_component(p, terms[i], k))) return NULL;
    if (!(kids[k] = term_select(p, lits, parts, count))) return NULL;
  }
  return term_tuple(p, shape, kids, width);
}

static const Term *select_set(Problem *p, const Lit *lits, const Term *const *terms, uint32_t count)
{
  Elements list = {0};
  for (uint32_t i = 0; i < count; i++) {
    const Term *s = term_elements(p, terms[i]);
    if (!s || list.len + s->count > 2 * ELEMENTS_LIMIT) {
      vec_free(&list);
      return NULL;
    }
    for (uint32_t j = 0; j < s->count; j++) {
      Element e = {net_and2(p->net, lits[i], s->elements[j].in), s->elements[j].term};
      vec_push(&list, e);
    }
  }
  return term_set(p, terms[0]->shape, &list);
}

const Term *term_select(Problem *p, const Lit *lits, const Term *const *terms, uint32_t count)
{
  if (count == 0) return NULL;
  bool same = true;
  for (uint32_t i = 1; i < count && same; i++)
    same = terms[i] == terms[0] || (terms[i]->kind == TERM_CONST && terms[0]->kind == TERM_CONST &&
                                    value_same(terms[i]->value, terms[0]->value));
  if (same) return terms[0];
  switch (terms[0]->shape->kind) {
  case SHAPE_PAIR:
  case SHAPE_RECORD: return select_tuple(p, lits, terms, count);
  case SHAPE_SET: return select_set(p, lits, terms, count);
  default: return select_cell(p, lits, terms, count);
  }
}

/* ---------------------------------------------------------------------- number */

/* Each element counts unless it equals an earlier one. */
static bool count_pairwise(Problem *p, const Term *s, Sum *sum)
{
  VEC(Lit) fresh = {0};
  bool known = true;
  for (uint32_t i = 0; i < s->count && known; i++) {
    fresh.len = 0;
    vec_push(&fresh, s->elements[i].in);
    for (uint32_t j = 0; j < i && known; j++) {
      Lit equal = term_equal(p, s->elements[i].term, s->elements[j].term);
      known = equal != NO_LIT;
      if (known) vec_push(&fresh, lit_not(net_and2(p->net, s->elements[j].in, equal)));
    }
    if (known) sum_add_literal(sum, 1, net_and(p->net, fresh.data, fresh.len));
  }
  vec_free(&fresh);
  return known;
}

bool term_card(Problem *p, const Term *set, Sum *sum)
{
  if (set->kind == TERM_CONST && !is_lazy(set->value)) {
    uint64_t card = set_card(p->store, set->value);
    if (card > (uint64_t) NUMBER_LIMIT) return false;
    sum_add_constant(sum, (int64_t) card);
    return true;
  }
  const Term *s = term_elements(p, set);
  if (!s) return false;
  if (!s->keyed && !s->functional) {
    if (s->count <= 40) return count_pairwise(p, s, sum);
    s = term_keyed(p, s);
    if (!s) return false;
  }
  for (uint32_t i = 0; i < s->count; i++) sum_add_literal(sum, 1, s->elements[i].in);
  return true;
}

Lit term_all_different(Problem *p, const Term *const *terms, const Lit *in, uint32_t count)
{
  Net *n = p->net;
  VEC(Cell) cells = {0};
  bool scalars = true;
  for (uint32_t i = 0; i < count && scalars; i++) {
    Cell c;
    scalars = lit_is_true(n, in[i]) && term_as_cell(p, terms[i], &c);
    if (scalars) vec_push(&cells, c);
  }
  Lit result = NO_LIT;
  if (scalars && count > 2) {
    result = net_literal(n);
    net_all_different(n, result, cells.data, cells.len);
  } else if (count <= 128) {
    VEC(Lit) all = {0};
    bool known = true;
    for (uint32_t i = 0; i < count && known; i++)
      for (uint32_t j = 0; j < i && known; j++) {
        Lit equal = term_equal(p, terms[i], terms[j]);
        known = equal != NO_LIT;
        if (!known) break;
        Lit clash[] = {in[i], in[j], equal};
        vec_push(&all, lit_not(net_and(n, clash, 3)));
      }
    if (known) result = net_and(n, all.data, all.len);
    vec_free(&all);
  }
  vec_free(&cells);
  return result;
}
