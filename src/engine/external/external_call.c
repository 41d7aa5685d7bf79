#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "engine/external/external_impl.h"

/* What the functions share: their arguments and results. */

Value call_fault(ExternalCall *c, const char *format, ...)
{
  char message[500];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  return engine_fault(c->e, c->node->span, "%s: %s", c->name, message);
}

Value call_argument(ExternalCall *c, uint32_t i)
{
  assert(i < c->count);
  if (value_same(c->args[i], VALUE_UNDEFINED)) c->args[i] = ref_eval(c->r, c->node->kids[i]);
  return c->args[i];
}

const char *call_string(const ExternalCall *c, uint32_t i, size_t *length)
{
  assert(i < c->count && c->shapes[i]->kind == SHAPE_STRING);
  size_t ignored;
  return value_string_of(c->s, c->args[i], length ? length : &ignored);
}

bool call_is_text(const ExternalCall *c, uint32_t i, const char *text)
{
  return !strcmp(call_string(c, i, NULL), text);
}

bool call_small(ExternalCall *c, uint32_t i, int64_t low, int64_t high, int64_t *out, Value *none)
{
  assert(i < c->count && c->shapes[i]->kind == SHAPE_INTEGER && low <= high);
  if (int_fits(c->s, c->args[i], out) && low <= *out && *out <= high) return true;
  *none =
      call_fault(c, "argument %u is %s, but must be in %lld..%lld", i + 1,
                 engine_text(c->e, c->shapes[i], c->args[i]), (long long) low, (long long) high);
  return false;
}

bool call_limited(ExternalCall *c, uint32_t i, int64_t most, int64_t *out, Value *none)
{
  assert(i < c->count && c->shapes[i]->kind == SHAPE_INTEGER);
  if (int_fits(c->s, c->args[i], out) && -most <= *out && *out <= most) return true;
  *none = engine_unknown(c->e, "a number is too large for a library function");
  return false;
}

bool call_set(ExternalCall *c, uint32_t i, Values *out, Value *none)
{
  assert(i < c->count && c->shapes[i]->kind == SHAPE_SET);
  return ref_elements(c->r, shape_element(c->shapes[i]), c->args[i], c->node->span, out, none);
}

bool call_sequence(ExternalCall *c, uint32_t i, Values *out, Value *none)
{
  assert(i < c->count && c->shapes[i]->kind == SHAPE_SET);
  Value v = reference_expand(c->r, shape_element(c->shapes[i]), c->args[i], c->node->span);
  *none = v;
  if (value_is_none(v)) return false;
  if (!seq_is(v)) {
    *none = call_fault(c, "this is not a sequence: %s", engine_text(c->e, c->shapes[i], v));
    return false;
  }
  uint64_t size = seq_size(c->s, v);
  for (uint64_t k = 0; k < size; k++) vec_push(out, seq_item(c->s, v, k));
  return true;
}

Value call_expand(ExternalCall *c, const Shape *shape, Value v)
{
  if (shape->kind != SHAPE_SET || !is_lazy(v)) return v;
  return reference_expand(c->r, shape_element(shape), v, c->node->span);
}

Value call_give_string(ExternalCall *c, Text *text)
{
  Value result = value_string(c->s, text_string(text), text->len);
  text_free(text);
  return result;
}

Value call_give_sequence(ExternalCall *c, Values *items)
{
  Value result = items->len ? seq_build(c->s, items->data, items->len) : VALUE_EMPTY_SET;
  vec_free(items);
  return result;
}

Value call_give_real(ExternalCall *c, double x)
{
  if (!isfinite(x)) return call_fault(c, "the result is not a real number");
  return value_real(c->s, x);
}

Value call_text(ExternalCall *c, const char *text)
{
  return value_string(c->s, text, strlen(text));
}

Value call_record(ExternalCall *c, const Shape *shape, const char *const *names,
                  const Value *values, uint32_t count)
{
  Value fields[8];
  bool known = shape->kind == SHAPE_RECORD && shape->count == count && count <= 8;
  for (uint32_t i = 0; known && i < count; i++) {
    uint32_t k = 0;
    while (k < count && strcmp(names[k], shape->names[i])) k++;
    known = k < count;
    if (known) fields[i] = values[k];
  }
  if (!known) return call_fault(c, "the result does not have its declared type");
  return value_record(c->s, fields, count);
}
