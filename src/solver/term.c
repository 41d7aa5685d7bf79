#include "solver/term.h"

#include <assert.h>
#include <string.h>

/* Making terms and looking at them. */

static Term *new_term(Problem *p, TermKind kind, const Shape *shape)
{
  assert(shape);
  Term *t = arena_alloc(p->arena, sizeof *t);
  t->kind = kind;
  t->shape = shape;
  return t;
}

const Term *term_const(Problem *p, const Shape *shape, Value v)
{
  assert(!value_is_none(v));
  Term *t = new_term(p, TERM_CONST, shape);
  t->value = v;
  return t;
}

const Term *term_int(Problem *p, int64_t n)
{
  return term_const(p, shape_integer(p->e->shapes), value_int(p->store, n));
}

const Term *term_cell(Problem *p, const Shape *shape, Cell c)
{
  const Domain *d = net_domain(p->net, c);
  if (d->low == d->high) return term_const(p, shape, term_decode(p, shape, d->low));
  Term *t = new_term(p, TERM_CELL, shape);
  t->cell = c;
  return t;
}

const Term *term_tuple(Problem *p, const Shape *shape, const Term *const *kids, uint32_t count)
{
  assert(count == shape->count);
  bool known = true;
  for (uint32_t i = 0; i < count; i++) known &= kids[i]->kind == TERM_CONST;
  if (known) {
    Value *values = arena_new_array(p->arena, Value, count);
    for (uint32_t i = 0; i < count; i++) values[i] = kids[i]->value;
    bool pair = shape->kind == SHAPE_PAIR;
    return term_const(p, shape,
                      pair ? value_pair(p->store, values[0], values[1])
                           : value_record(p->store, values, count));
  }
  Term *t = new_term(p, TERM_TUPLE, shape);
  t->count = count;
  t->kids = arena_new_array(p->arena, const Term *, count);
  memcpy(t->kids, kids, count * sizeof *kids);
  return t;
}

const Term *term_pair(Problem *p, const Term *a, const Term *b)
{
  const Term *kids[] = {a, b};
  return term_tuple(p, shape_pair(p->e->shapes, a->shape, b->shape), kids, 2);
}

const Term *term_component(Problem *p, const Term *t, uint32_t i)
{
  assert(i < t->shape->count);
  if (t->kind == TERM_TUPLE) return t->kids[i];
  if (t->kind != TERM_CONST) return NULL;
  if (t->shape->kind == SHAPE_RECORD)
    return term_const(p, t->shape->args[i], record_field(p->store, t->value, i));
  return term_const(p, t->shape->args[i],
                    i == 0 ? pair_first(p->store, t->value) : pair_second(p->store, t->value));
}

/* ----------------------------------------------------------------------- sets */

static bool is_const(const Term *t) { return t->kind == TERM_CONST && !is_lazy(t->value); }

static bool has_const_key(const Term *t)
{
  if (t->shape->kind != SHAPE_PAIR) return false;
  return is_const(t) || (t->kind == TERM_TUPLE && is_const(t->kids[0]));
}

static Value key_of(const Problem *p, const Term *t)
{
  return t->kind == TERM_TUPLE ? t->kids[0]->value : pair_first(p->store, t->value);
}

/* Ascending by the whole value, or by the first component. */
static int compare_elements(const Problem *p, const Element *a, const Element *b, bool keys)
{
  Value x = keys ? key_of(p, a->term) : a->term->value;
  Value y = keys ? key_of(p, b->term) : b->term->value;
  return value_compare(p->store, x, y);
}

static void sort_elements(const Problem *p, Element *e, Element *spare, uint32_t count, bool keys)
{
  if (count < 2) return;
  uint32_t half = count / 2, i = 0, j = half, k = 0;
  sort_elements(p, e, spare, half, keys);
  sort_elements(p, e + half, spare, count - half, keys);
  while (i < half && j < count)
    spare[k++] = compare_elements(p, &e[j], &e[i], keys) < 0 ? e[j++] : e[i++];
  while (i < half) spare[k++] = e[i++];
  while (j < count) spare[k++] = e[j++];
  memcpy(e, spare, count * sizeof *e);
}

/* Equal constants become one element. */
static uint32_t merge_equal(Problem *p, Element *e, uint32_t count)
{
  uint32_t kept = 0;
  VEC(Lit) in = {0};
  for (uint32_t i = 0, j; i < count; i = j) {
    in.len = 0;
    for (j = i; j < count && value_same(e[j].term->value, e[i].term->value); j++)
      vec_push(&in, e[j].in);
    e[kept] = e[i];
    e[kept++].in = net_or(p->net, in.data, in.len);
  }
  vec_free(&in);
  return kept;
}

const Term *term_set(Problem *p, const Shape *shape, Elements *list)
{
  Term *t = new_term(p, TERM_SET, shape);
  Element *e = arena_new_array(p->arena, Element, list->len + 1);
  uint32_t count = 0;
  bool consts = true, keys = true;
  for (uint32_t i = 0; i < list->len; i++) {
    if (lit_is_false(p->net, list->data[i].in)) continue;
    e[count++] = list->data[i];
    consts &= is_const(list->data[i].term);
    keys &= has_const_key(list->data[i].term);
  }
  vec_free(list);
  Element *spare = arena_new_array(p->arena, Element, count + 1);
  if (consts) {
    sort_elements(p, e, spare, count, false);
    count = merge_equal(p, e, count);
    t->keyed = true;
  } else if (keys) sort_elements(p, e, spare, count, true);
  t->functional = keys && count > 0;
  for (uint32_t i = 1; i < count && t->functional; i++)
    t->functional = !value_same(key_of(p, e[i - 1].term), key_of(p, e[i].term));
  bool all_in = consts;
  for (uint32_t i = 0; i < count && all_in; i++) all_in = lit_is_true(p->net, e[i].in);
  if (all_in) {
    Values values = {0};
    for (uint32_t i = 0; i < count; i++) vec_push(&values, e[i].term->value);
    return term_const(p, shape, ref_build(p->r, shape_element(shape), &values));
  }
  t->elements = e;
  t->count = count;
  return t;
}

const Term *term_elements(Problem *p, const Term *set)
{
  if (set->kind == TERM_SET) return set->open ? NULL : set;
  if (set->kind != TERM_CONST || is_lazy(set->value)) return NULL;
  uint64_t card = set_card(p->store, set->value);
  if (card > ELEMENTS_LIMIT) return NULL;
  Term *t = new_term(p, TERM_SET, set->shape);
  Element *e = arena_new_array(p->arena, Element, card + 1);
  const Shape *element = shape_element(set->shape);
  SetIter it = set_iter(p->store, element, set->value);
  t->functional = element->kind == SHAPE_PAIR && card > 0;
  for (Value v; set_next(&it, &v);) {
    e[t->count].in = LIT_TRUE;
    e[t->count].term = term_const(p, element, v);
    if (t->functional && t->count)
      t->functional = !value_same(key_of(p, e[t->count - 1].term), pair_first(p->store, v));
    t->count++;
  }
  t->keyed = true;
  t->elements = e;
  return t;
}

static bool is_distinct(const Term *set) { return set->keyed || set->functional; }

const Term *term_keyed(Problem *p, const Term *set)
{
  const Term *s = term_elements(p, set);
  if (!s || is_distinct(s)) return s;
  Elements list = {0};
  uint32_t total = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    Values values = {0};
    bool known = term_values(p, s->elements[i].term, UNIVERSE_LIMIT, &values);
    total += values.len;
    for (uint32_t j = 0; known && j < values.len && total < 4 * UNIVERSE_LIMIT; j++) {
      const Term *v = term_const(p, s->elements[i].term->shape, values.data[j]);
      Lit equal = term_equal(p, s->elements[i].term, v);
      known = equal != NO_LIT;
      Element e = {known ? net_and2(p->net, s->elements[i].in, equal) : (Lit) LIT_FALSE, v};
      if (known) vec_push(&list, e);
    }
    vec_free(&values);
    if (!known || total >= 4 * UNIVERSE_LIMIT) {
      vec_free(&list);
      return NULL;
    }
  }
  return term_elements(p, term_set(p, set->shape, &list));
}

/* --------------------------------------------------------------------- values */

static int64_t code_in(Problem *p, const Shape *shape, Value v)
{
  bool string = shape->kind == SHAPE_STRING;
  const Value *known = string ? p->codes.data : p->other_codes.data;
  uint32_t i = 0, count = string ? p->codes.len : p->other_codes.len;
  while (i < count && !value_same(known[i], v)) i++;
  if (i == count && string) vec_push(&p->codes, v);
  else if (i == count) vec_push(&p->other_codes, v);
  return i;
}

bool term_code(Problem *p, const Shape *shape, Value v, int64_t *code)
{
  switch (shape->kind) {
  case SHAPE_INTEGER:
    return int_fits(p->store, v, code) && *code<NUMBER_LIMIT && * code> - NUMBER_LIMIT;
  case SHAPE_BOOL:
  case SHAPE_GIVEN: *code = (int64_t) value_atom_index(v); return true;
  default: break;
  }
  if (is_lazy(v)) return false;
  *code = code_in(p, shape, v);
  return true;
}

Value term_decode(Problem *p, const Shape *shape, int64_t code)
{
  switch (shape->kind) {
  case SHAPE_INTEGER: return value_int(p->store, code);
  case SHAPE_BOOL:
  case SHAPE_GIVEN: return value_atom((uint64_t) code);
  case SHAPE_STRING: return p->codes.data[code];
  default: return p->other_codes.data[code];
  }
}

/* With `guess`, a set without bounds has only the elements that are known to be in. */
static bool value_of(Problem *p, const Term *t, bool guess, Value *v);

static bool tuple_value(Problem *p, const Term *t, bool guess, Value *v)
{
  Value kids[2], *values = t->count <= 2 ? kids : arena_new_array(p->arena, Value, t->count);
  for (uint32_t i = 0; i < t->count; i++)
    if (!value_of(p, t->kids[i], guess, &values[i])) return false;
  *v = t->shape->kind == SHAPE_PAIR ? value_pair(p->store, values[0], values[1])
                                    : value_record(p->store, values, t->count);
  return true;
}

static bool set_value(Problem *p, const Term *t, bool guess, Value *v)
{
  if (t->open && !guess) return false; /* other elements may be in */
  const Element *elements = t->open ? t->open->data : t->elements;
  uint32_t count = t->open ? t->open->len : t->count;
  Values values = {0};
  for (uint32_t i = 0; i < count; i++) {
    Value x;
    bool in = lit_is_true(p->net, elements[i].in);
    if (!in && (t->open || lit_is_false(p->net, elements[i].in))) continue;
    if (!in || !value_of(p, elements[i].term, guess, &x)) {
      vec_free(&values);
      return false;
    }
    vec_push(&values, x);
  }
  *v = ref_build(p->r, shape_element(t->shape), &values);
  return true;
}

static bool value_of(Problem *p, const Term *t, bool guess, Value *v)
{
  switch (t->kind) {
  case TERM_CONST: *v = t->value; return true;
  case TERM_CELL:
    if (!net_is_fixed(p->net, t->cell)) return false;
    *v = term_decode(p, t->shape, net_domain(p->net, t->cell)->low);
    return true;
  case TERM_TUPLE: return tuple_value(p, t, guess, v);
  case TERM_SET: break;
  }
  return set_value(p, t, guess, v);
}

bool term_value(Problem *p, const Term *t, Value *v) { return value_of(p, t, false, v); }
bool term_guess(Problem *p, const Term *t, Value *v) { return value_of(p, t, true, v); }

static bool cell_values(Problem *p, const Term *t, uint32_t limit, Values *out)
{
  bool coded = t->shape->kind != SHAPE_INTEGER && t->shape->kind != SHAPE_BOOL &&
               t->shape->kind != SHAPE_GIVEN;
  bool string = t->shape->kind == SHAPE_STRING;
  if (net_size(p->net, t->cell) > limit) return false;
  for (int64_t v = NO_LOW; net_next(p->net, t->cell, v, &v);) {
    if (coded && v >= (int64_t) (string ? p->codes.len : p->other_codes.len)) return false;
    vec_push(out, term_decode(p, t->shape, v));
  }
  return true;
}

static bool tuple_values(Problem *p, const Term *t, uint32_t limit, Values *out)
{
  Values a = {0}, b = {0};
  bool known = t->shape->kind == SHAPE_PAIR && term_values(p, t->kids[0], limit, &a) &&
               term_values(p, t->kids[1], limit, &b) && (uint64_t) a.len * b.len <= limit;
  for (uint32_t i = 0; known && i < a.len; i++)
    for (uint32_t j = 0; j < b.len; j++) vec_push(out, value_pair(p->store, a.data[i], b.data[j]));
  vec_free(&a);
  vec_free(&b);
  return known;
}

bool term_values(Problem *p, const Term *t, uint32_t limit, Values *out)
{
  Value v;
  if (term_value(p, t, &v)) {
    if (is_lazy(v)) return false;
    vec_push(out, v);
    return true;
  }
  if (t->kind == TERM_CELL) return cell_values(p, t, limit, out);
  return t->kind == TERM_TUPLE && tuple_values(p, t, limit, out);
}

void term_cells(const Term *t, void (*cell)(void *context, Cell, Lit when), void *context, Lit when)
{
  switch (t->kind) {
  case TERM_CONST: break;
  case TERM_CELL: cell(context, t->cell, when); break;
  case TERM_TUPLE:
    for (uint32_t i = 0; i < t->count; i++) term_cells(t->kids[i], cell, context, when);
    break;
  case TERM_SET:
    for (uint32_t i = 0; t->open && i < t->open->len; i++) {
      cell(context, lit_cell(t->open->data[i].in), when);
      term_cells(t->open->data[i].term, cell, context, t->open->data[i].in);
    }
    for (uint32_t i = 0; i < t->count; i++) {
      cell(context, lit_cell(t->elements[i].in), when);
      term_cells(t->elements[i].term, cell, context, t->elements[i].in);
    }
    break;
  }
}

bool term_as_cell(Problem *p, const Term *t, Cell *c)
{
  int64_t code;
  if (t->kind == TERM_CELL) return *c = t->cell, true;
  if (t->kind != TERM_CONST || !term_code(p, t->shape, t->value, &code)) return false;
  *c = net_cell(p->net, code, code);
  return true;
}

/* ---------------------------------------------------------------------- fresh */

static Value any_value(Problem *p, const Shape *shape)
{
  Store *s = p->store;
  switch (shape->kind) {
  case SHAPE_INTEGER: return value_small(0);
  case SHAPE_BOOL:
  case SHAPE_GIVEN: return value_atom(0);
  case SHAPE_STRING: return value_string(s, "", 0);
  case SHAPE_REAL: return value_real(s, 0.0);
  case SHAPE_SET: return VALUE_EMPTY_SET;
  case SHAPE_PAIR: return value_pair(s, any_value(p, shape->args[0]), any_value(p, shape->args[1]));
  case SHAPE_RECORD: {
    Value *fields = arena_new_array(p->arena, Value, shape->count);
    for (uint32_t i = 0; i < shape->count; i++) fields[i] = any_value(p, shape->args[i]);
    return value_record(s, fields, shape->count);
  }
  case SHAPE_FREE: break;
  }
  return value_free(s, 0, VALUE_UNDEFINED);
}

const Term *term_any(Problem *p, const Shape *shape)
{
  return term_const(p, shape, any_value(p, shape));
}

const Term *term_open_set(Problem *p, const Shape *shape, const Node *body)
{
  Term *t = new_term(p, TERM_SET, shape);
  t->body = body;
  t->open = arena_alloc(p->arena, sizeof *t->open);
  vec_push(&p->open_sets, t->open);
  return t;
}

/* Every subset of a small type. */
static const Term *fresh_set(Problem *p, const Shape *shape)
{
  const Shape *element = shape_element(shape);
  if (!shape_is_indexed(element) || element->size > UNIVERSE_LIMIT) return NULL;
  Elements list = {0};
  for (uint64_t i = 0; i < element->size; i++) {
    Element e = {net_literal(p->net), term_const(p, element, value_at(p->store, element, i))};
    vec_push(&list, e);
  }
  return term_set(p, shape, &list);
}

/* Any string: the code of one that was met, or of one that was not. */
static const Term *fresh_string(Problem *p, const Shape *shape)
{
  Cell c = net_cell(p->net, 0, NO_HIGH);
  vec_push(&p->coded, c);
  return term_cell(p, shape, c);
}

bool is_coded(const Problem *p, Cell c)
{
  for (uint32_t i = 0; i < p->coded.len; i++)
    if (p->coded.data[i] == c) return true;
  return false;
}

const Term *term_fresh(Problem *p, const Shape *shape)
{
  switch (shape->kind) {
  case SHAPE_INTEGER: return term_cell(p, shape, net_cell(p->net, NO_LOW, NO_HIGH));
  case SHAPE_BOOL:
  case SHAPE_GIVEN: return term_cell(p, shape, net_cell(p->net, 0, (int64_t) shape->size - 1));
  case SHAPE_STRING: return fresh_string(p, shape);
  case SHAPE_SET: return fresh_set(p, shape);
  case SHAPE_PAIR:
  case SHAPE_RECORD: {
    const Term **kids = arena_new_array(p->arena, const Term *, shape->count + 2);
    uint32_t count = shape->kind == SHAPE_PAIR ? 2 : shape->count;
    for (uint32_t i = 0; i < count; i++)
      if (!(kids[i] = term_fresh(p, shape->args[i]))) return NULL;
    return term_tuple(p, shape, kids, count);
  }
  default: return NULL;
  }
}
