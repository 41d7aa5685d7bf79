#include <string.h>

#include "csp/guide/links.h"
#include "value/sequence.h"
#include "value/set.h"

/* Values of B as values of CSP-M.  The type of the field decides: a relation may be meant as a set
 * of pairs or as a sequence, a string as text or as a constant of a datatype. */

static Datum value_of(MachineLinks *, const CspType *, const Shape *, Value);

static bool is_string_type(const CspType *t)
{
  return t->kind == CSPT_SEQ && csp_type_resolve(t->args[0])->kind == CSPT_CHAR;
}

/* (a, b, c) is (a |-> b) |-> c. */
static bool tuple_fits(const CspType *t, uint32_t count, const Shape *shape)
{
  if (count == 1) return links_type_fits(t->args[0], shape);
  return shape->kind == SHAPE_PAIR && links_type_fits(t->args[count - 1], shape->args[1]) &&
         tuple_fits(t, count - 1, shape->args[0]);
}

bool links_type_fits(const CspType *type, const Shape *shape)
{
  const CspType *t = csp_type_resolve(type);
  switch ((CspTypeKind) t->kind) {
  case CSPT_UNKNOWN:
  case CSPT_VAR: return true;
  case CSPT_INT: return shape->kind == SHAPE_INTEGER;
  case CSPT_BOOL: return shape->kind == SHAPE_BOOL;
  case CSPT_DATATYPE: return shape->kind == SHAPE_GIVEN || shape->kind == SHAPE_STRING;
  case CSPT_SET: return shape->kind == SHAPE_SET && links_type_fits(t->args[0], shape->args[0]);
  case CSPT_SEQ:
    if (shape->kind == SHAPE_STRING) return is_string_type(t);
    return shape_is_relation(shape) && shape->args[0]->args[0]->kind == SHAPE_INTEGER &&
           links_type_fits(t->args[0], shape->args[0]->args[1]);
  case CSPT_TUPLE: return tuple_fits(t, t->count, shape);
  default: return false;
  }
}

/* ------------------------------------------------------------------------------ */

/* The constant of the datatype that is called like that. */
static Datum constant(const CspType *t, const char *name, size_t length)
{
  const CspNode *d = t->symbol->declaration;
  for (uint32_t i = 0; i < d->count; i++) {
    const Name *own = d->kids[i]->name;
    if (own && own->len == length && !memcmp(own->text, name, length))
      return datum_name(d->kids[i]->symbol->number);
  }
  return DATUM_FAULT;
}

static Datum element(const CspType *t, const Shape *shape, uint64_t index)
{
  Text text = {0};
  if (shape->names) text_add(&text, shape->names[index]);
  else text_printf(&text, "%s%llu", shape->name, (unsigned long long) index + 1);
  Datum d = constant(t, text_string(&text), text.len);
  text_free(&text);
  return d;
}

/* The elements of a given set as constants of a datatype; made once. */
static const Datum *elements(MachineLinks *l, const CspType *t, const Shape *shape)
{
  for (uint32_t i = 0; i < l->elements.len; i++)
    if (l->elements.data[i].type == t && l->elements.data[i].shape == shape)
      return l->elements.data[i].constants;
  Datum *all = arena_new_array(l->arena, Datum, shape->size + 1);
  for (uint64_t i = 0; i < shape->size; i++) all[i] = element(t, shape, i);
  GivenElements one = {t, shape, all};
  vec_push(&l->elements, one);
  return all;
}

static Datum string_value(MachineLinks *l, const CspType *t, Value v)
{
  size_t length;
  const char *s = value_string_of(l->machine->store, v, &length);
  if (t->kind == CSPT_DATATYPE) return constant(t, s, length);
  VEC(Datum) chars = {0};
  for (size_t i = 0; i < length; i++) vec_push(&chars, datum_char((unsigned char) s[i]));
  Datum d = datum_seq(l->pool, chars.data, chars.len);
  vec_free(&chars);
  return d;
}

static Datum set_value(MachineLinks *l, const CspType *t, const Shape *shape, Value v)
{
  VEC(Datum) elements = {0};
  SetIter it = set_iter(l->machine->store, shape->args[0], v);
  Datum one = datum_bool(true);
  for (Value x; !datum_is_fault(one) && set_next(&it, &x);) {
    one = value_of(l, t->args[0], shape->args[0], x);
    vec_push(&elements, one);
  }
  Datum d = datum_is_fault(one) ? one : datum_set(l->pool, elements.data, elements.len);
  vec_free(&elements);
  return d;
}

static Datum seq_value(MachineLinks *l, const CspType *t, const Shape *shape, Value v)
{
  if (!seq_is(v)) return DATUM_FAULT;
  VEC(Datum) items = {0};
  Datum one = datum_bool(true);
  for (uint64_t i = 0; i < seq_size(l->machine->store, v) && !datum_is_fault(one); i++) {
    Value x = seq_item(l->machine->store, v, i);
    one = value_of(l, t->args[0], shape->args[0]->args[1], x);
    vec_push(&items, one);
  }
  Datum d = datum_is_fault(one) ? one : datum_seq(l->pool, items.data, items.len);
  vec_free(&items);
  return d;
}

static bool tuple_items(MachineLinks *l, const CspType *t, uint32_t count, const Shape *shape,
                        Value v, Datum *items)
{
  if (count == 1) {
    items[0] = value_of(l, t->args[0], shape, v);
    return !datum_is_fault(items[0]);
  }
  Value last = pair_second(l->machine->store, v);
  items[count - 1] = value_of(l, t->args[count - 1], shape->args[1], last);
  return !datum_is_fault(items[count - 1]) &&
         tuple_items(l, t, count - 1, shape->args[0], pair_first(l->machine->store, v), items);
}

static Datum tuple_value(MachineLinks *l, const CspType *t, const Shape *shape, Value v)
{
  ArenaMark mark = arena_mark(l->scratch);
  Datum *items = arena_new_array(l->scratch, Datum, t->count);
  bool fine = tuple_items(l, t, t->count, shape, v, items);
  Datum d = fine ? datum_tuple(l->pool, items, t->count) : DATUM_FAULT;
  arena_release(l->scratch, mark);
  return d;
}

static Datum int_value(MachineLinks *l, Value v)
{
  int64_t n;
  bool fits = int_fits(l->machine->store, v, &n) && n >= DATUM_INT_MIN && n <= DATUM_INT_MAX;
  return fits ? datum_int(n) : DATUM_FAULT;
}

static Datum value_of(MachineLinks *l, const CspType *type, const Shape *shape, Value v)
{
  const CspType *t = csp_type_resolve(type);
  if (value_is_none(v) || value_tag(v) == TAG_LAZY) return DATUM_FAULT;
  if (!links_type_fits(t, shape)) return DATUM_FAULT;
  switch (shape->kind) {
  case SHAPE_INTEGER: return int_value(l, v);
  case SHAPE_BOOL: return datum_bool(value_is_true(v));
  case SHAPE_STRING: return string_value(l, t, v);
  case SHAPE_GIVEN:
    return t->kind == CSPT_DATATYPE ? elements(l, t, shape)[value_atom_index(v)] : DATUM_FAULT;
  case SHAPE_SET:
    if (t->kind == CSPT_SEQ) return seq_value(l, t, shape, v);
    return t->kind == CSPT_SET ? set_value(l, t, shape, v) : DATUM_FAULT;
  case SHAPE_PAIR: return t->kind == CSPT_TUPLE ? tuple_value(l, t, shape, v) : DATUM_FAULT;
  default: return DATUM_FAULT;
  }
}

Datum links_event(MachineLinks *l, uint32_t channel, const Value *values)
{
  const ChannelLink *link = &l->all[channel];
  ArenaMark mark = arena_mark(l->scratch);
  Datum *parts = arena_new_array(l->scratch, Datum, link->fields + 1), event = datum_bool(true);
  parts[0] = datum_name(channel);
  for (uint32_t i = 0; i < link->fields && !datum_is_fault(event); i++)
    event = parts[i + 1] = value_of(l, link->types[i], link->shapes[i], values[i]);
  if (!datum_is_fault(event)) event = datum_dot(l->pool, parts, link->fields + 1);
  arena_release(l->scratch, mark);
  return event;
}

Datum links_event_sure(MachineLinks *l, uint32_t channel, const Value *values, bool *vague)
{
  const ChannelLink *link = &l->all[channel];
  Datum event = links_event(l, channel, values);
  const Store *store = l->machine->store;
  for (uint32_t i = 0; i < link->fields && datum_is_fault(event) && store; i++)
    *vague |= value_holds_lazy(store, values[i]);
  return event;
}
