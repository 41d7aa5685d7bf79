#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/external/external_impl.h"
#include "syntax/print.h"

/* Values and numbers as text, format strings, printing. */

/* ---------------------------------------------------------------- numbers */

bool number_text_read(const char *text, size_t length, NumberText *out)
{
  const char *at = text, *end = text + length;
  *out = (NumberText){0};
  while (at < end && isspace((unsigned char) *at)) at++;
  if (at < end && *at == '-') {
    out->negative = true;
    at++;
    while (at < end && isspace((unsigned char) *at)) at++;
  }
  out->digits = at;
  while (at < end && isdigit((unsigned char) *at)) at++;
  out->digit_count = (size_t) (at - out->digits);
  if (at < end && *at == '.') {
    out->fraction = ++at;
    while (at < end && isdigit((unsigned char) *at)) at++;
    out->fraction_count = (size_t) (at - out->fraction);
    if (out->fraction_count == 0) return false;
  }
  return at == end && out->digit_count > 0;
}

/* The digits before and after the point, as one number. */
static void all_digits(const NumberText *number, mpz_t out)
{
  Text digits = {0};
  text_add_bytes(&digits, number->digits, number->digit_count);
  text_add_bytes(&digits, number->fraction ? number->fraction : "", number->fraction_count);
  mpz_set_str(out, text_string(&digits), 10);
  text_free(&digits);
}

Value call_integer(ExternalCall *c, const NumberText *number)
{
  mpz_t z;
  mpz_init(z);
  all_digits(number, z);
  if (number->negative) mpz_neg(z, z);
  Value result = value_from_mpz(c->s, z);
  mpz_clear(z);
  return result;
}

/* z * 10^exponent, rounded to the nearest integer, halves upwards; z >= 0. */
static void scale(mpz_t z, int64_t exponent)
{
  mpz_t power;
  assert(mpz_sgn(z) >= 0);
  mpz_init(power);
  if (exponent < 0 && (uint64_t) -exponent > mpz_sizeinbase(z, 10)) mpz_set_ui(z, 0);
  else if (exponent != 0) {
    mpz_ui_pow_ui(power, 10, (unsigned long) (exponent < 0 ? -exponent : exponent));
    if (exponent > 0) mpz_mul(z, z, power);
    else {
      mpz_mul_2exp(z, z, 1);
      mpz_add(z, z, power);
      mpz_mul_2exp(power, power, 1);
      mpz_fdiv_q(z, z, power);
    }
  }
  mpz_clear(power);
}

Value external_dec_string_to_int(ExternalCall *c)
{
  NumberText number;
  size_t length;
  int64_t precision;
  Value none;
  const char *text = call_string(c, 0, &length);
  if (!number_text_read(text, length, &number))
    return call_fault(c, "%s is not a number", engine_text(c->e, c->shapes[0], c->args[0]));
  if (!call_limited(c, 1, 1000000, &precision, &none)) return none;
  mpz_t z;
  mpz_init(z);
  all_digits(&number, z);
  scale(z, precision - (int64_t) number.fraction_count);
  if (number.negative) mpz_neg(z, z);
  Value result = value_from_mpz(c->s, z);
  mpz_clear(z);
  return result;
}

static void add_digits(ExternalCall *c, Text *out, Value integer, int base)
{
  mpz_t z;
  mpz_init(z);
  value_to_mpz(c->s, integer, z);
  char *digits = mpz_get_str(NULL, base, z);
  text_add(out, digits);
  free(digits);
  mpz_clear(z);
}

Value external_int_to_string(ExternalCall *c)
{
  Text out = {0};
  add_digits(c, &out, c->args[0], 10);
  return call_give_string(c, &out);
}

Value external_int_to_hex_string(ExternalCall *c)
{
  Text out = {0};
  add_digits(c, &out, c->args[0], 16);
  return call_give_string(c, &out);
}

Value external_int_to_dec_string(ExternalCall *c)
{
  int64_t precision;
  Value none;
  if (!call_limited(c, 1, 1000000, &precision, &none)) return none;
  Text digits = {0}, out = {0};
  bool zero = int_sign(c->s, c->args[0]) == 0, negative = int_sign(c->s, c->args[0]) < 0;
  add_digits(c, &digits, c->args[0], 10);
  const char *plain = digits.data + negative;
  size_t count = digits.len - negative, places = precision > 0 ? (size_t) precision : 0;
  if (negative) text_add_char(&out, '-');
  size_t whole = count > places ? count - places : 0;
  assert(count > 0 && whole <= count);
  text_add_bytes(&out, whole ? plain : "0", whole ? whole : 1);
  if (places) {
    text_add_char(&out, '.');
    text_add_repeated(&out, '0', count < places ? places - count : 0);
    text_add_bytes(&out, plain + whole, count - whole);
  }
  if (precision < 0 && !zero) text_add_repeated(&out, '0', (size_t) -precision);
  text_free(&digits);
  return call_give_string(c, &out);
}

Value external_real_to_dec_string(ExternalCall *c)
{
  enum { LIMIT = 10000 };
  int64_t precision;
  Value none;
  if (!call_limited(c, 1, LIMIT, &precision, &none) ||
      !call_small(c, 1, 0, LIMIT, &precision, &none))
    return none;
  Text out = {0};
  text_printf(&out, "%.*f", (int) precision, value_real_of(c->s, c->args[0]));
  return call_give_string(c, &out);
}

/* ----------------------------------------------------------------- values */

void call_add_value(ExternalCall *c, Text *out, const Shape *shape, Value v)
{
  if (shape->kind == SHAPE_STRING) {
    size_t length;
    const char *text = value_string_of(c->s, v, &length);
    text_add_bytes(out, text, length);
    return;
  }
  if (is_lazy(v) && ref_is_finite(c->r, shape_element(shape), v) == TRUTH_TRUE) {
    Value all = call_expand(c, shape, v);
    if (!value_is_none(all)) v = all;
  }
  engine_format(c->e, out, shape, v, (FormatStyle){.sequences = SEQUENCES_ALWAYS});
}

Value external_to_string(ExternalCall *c)
{
  if (c->shapes[0]->kind == SHAPE_STRING) return c->args[0];
  Value v = call_expand(c, c->shapes[0], c->args[0]);
  if (value_is_none(v)) return v;
  Text out = {0};
  call_add_value(c, &out, c->shapes[0], v);
  return call_give_string(c, &out);
}

Value external_stringify(ExternalCall *c)
{
  Text out = {0};
  print_node(&out, c->node->kids[0], (PrintStyle){0});
  return call_give_string(c, &out);
}

static bool element_is_named(const Shape *shape, uint64_t index, const char *name)
{
  if (shape->kind == SHAPE_BOOL) return !strcmp(name, index ? "TRUE" : "FALSE");
  if (shape->names) return !strcmp(name, shape->names[index]);
  size_t prefix = strlen(shape->name);
  char number[24];
  snprintf(number, sizeof number, "%llu", (unsigned long long) index + 1);
  return !strncmp(name, shape->name, prefix) && !strcmp(name + prefix, number);
}

bool call_element(const Shape *shape, const char *name, Value *out)
{
  if (shape->kind != SHAPE_GIVEN && shape->kind != SHAPE_BOOL) return false;
  uint64_t size = shape->kind == SHAPE_BOOL ? 2 : shape->size;
  for (uint64_t i = 0; i < size; i++) {
    if (!element_is_named(shape, i, name)) continue;
    *out = value_atom(i);
    return true;
  }
  return false;
}

Value external_string_to_enum(ExternalCall *c)
{
  Value v;
  if (!c->node->type->closed) return call_fault(c, "the type of the result is unknown");
  if (call_element(c->result, call_string(c, 0, NULL), &v)) return v;
  return call_fault(c, "there is no element %s", call_string(c, 0, NULL));
}

Value external_typed_string_to_enum(ExternalCall *c)
{
  Value v;
  if (!call_element(c->result, call_string(c, 1, NULL), &v))
    return call_fault(c, "there is no element %s", call_string(c, 1, NULL));
  Truth t = reference_member(c->r, c->result, v, c->args[0]);
  if (t == TRUTH_FALSE) return call_fault(c, "%s is not in the set", call_string(c, 1, NULL));
  return t == TRUTH_TRUE ? v : none_of_truth(t);
}

/* --------------------------------------------------------- format strings */

/* A format string and the values for it. */
typedef struct {
  const char *at, *end;
  const Value *values;
  uint32_t count, used;
  const Shape *shape;
} Format;

static bool takes_value(char code) { return code != '\0' && strchr("wpqad", code) != NULL; }

/* How many values the format string needs. */
static uint32_t needed(const char *at, const char *end)
{
  uint32_t count = 0;
  for (; at < end; at++)
    if (*at == '~' && at + 1 < end) count += takes_value(*++at) || *at == 'i';
  return count;
}

/* What follows a tilde. */
static void add_code(ExternalCall *c, Format *f, Text *out)
{
  assert(f->at <= f->end && f->used <= f->count);
  size_t number = 0, digits = strspn(f->at, "0123456789");
  if (digits) number = strtoul(f->at, NULL, 10);
  char code = f->at + digits < f->end ? f->at[digits] : '\0';
  bool empty = f->used >= f->count;
  if (code == 'n') text_add_repeated(out, '\n', digits ? number < 1000 ? number : 1000 : 1);
  else if (code == 'N' && !digits) {
    if (out->len && out->data[out->len - 1] != '\n') text_add_char(out, '\n');
  } else if (code == '~' && !digits) text_add_char(out, '~');
  else if (code == 'i' && !digits && !empty) f->used++;
  else if (takes_value(code) && !digits && !empty)
    call_add_value(c, out, f->shape, f->values[f->used++]);
  else { /* not a code, or no value for it: as it is */ text_add_char(out, '~');
    return;
  }
  f->at += digits + 1;
}

static void add_formatted(ExternalCall *c, Format *f, Text *out)
{
  while (f->at < f->end) {
    const char *tilde = memchr(f->at, '~', (size_t) (f->end - f->at));
    const char *stop = tilde ? tilde : f->end;
    text_add_bytes(out, f->at, (size_t) (stop - f->at));
    f->at = tilde ? tilde + 1 : f->end;
    if (tilde) add_code(c, f, out);
  }
}

/* The values in an argument: the items of a sequence if it is declared as one or if
 * they are as many as are wanted, else that one value.  Their shape. */
static const Shape *values_of(ExternalCall *c, uint32_t argument, uint32_t wanted, Values *items)
{
  const Shape *shape = c->shapes[argument];
  Value v = call_expand(c, shape, c->args[argument]);
  if (value_is_none(v)) v = c->args[argument]; /* infinite: printed as it is */
  bool relation = shape_is_relation(shape) && shape->args[0]->args[0]->kind == SHAPE_INTEGER;
  bool declared = c->node->symbol->scheme[argument]->kind == TYPE_POW;
  if (relation && !is_lazy(v) && seq_is(v) && (declared || seq_size(c->s, v) == wanted)) {
    uint64_t size = seq_size(c->s, v);
    for (uint64_t i = 0; i < size; i++) vec_push(items, seq_item(c->s, v, i));
    return shape->args[0]->args[1];
  }
  if (!value_is_empty_set(v) || wanted > 0) vec_push(items, v); /* [] of unknown type: no value */
  return shape;
}

/* Adds the text made by the format string in argument `format` from the values in
 * argument `value`. */
typedef enum { FORMATTED, WRONG_NUMBER, NOT_WRITTEN_OUT } Formatted;

static Formatted format_arguments(ExternalCall *c, uint32_t format, uint32_t value, Text *out)
{
  size_t length;
  const char *text = call_string(c, format, &length);
  uint32_t wanted = needed(text, text + length);
  Values items = {0};
  const Shape *shape = values_of(c, value, wanted, &items);
  Format f = {text, text + length, items.data, items.len, 0, shape};
  add_formatted(c, &f, out);
  Formatted done = items.len == wanted ? FORMATTED : WRONG_NUMBER;
  for (uint32_t i = 0; i < items.len && done == FORMATTED; i++)
    if (is_lazy(items.data[i]) &&
        ref_is_finite(c->r, shape_element(shape), items.data[i]) != TRUTH_TRUE)
      done = NOT_WRITTEN_OUT;
  vec_free(&items);
  return done;
}

Value external_format_to_string(ExternalCall *c)
{
  Text out = {0};
  switch (format_arguments(c, 0, 1, &out)) {
  case FORMATTED: return call_give_string(c, &out);
  case WRONG_NUMBER:
    text_free(&out);
    return call_fault(c, "the number of values differs from the number of ~w in the format string");
  case NOT_WRITTEN_OUT: break;
  }
  text_free(&out);
  return engine_unknown(c->e, "an infinite set cannot be enumerated");
}

/* --------------------------------------------------------------- printing */

static Value print_text(ExternalCall *c, Text *out)
{
  if (c->e->options.output) fwrite(text_string(out), 1, out->len, c->e->options.output);
  text_free(out);
  return VALUE_TRUE;
}

Value external_print(ExternalCall *c)
{
  Text out = {0};
  call_add_value(c, &out, c->shapes[0], c->args[0]);
  text_add_char(&out, '\n');
  return print_text(c, &out);
}

Value external_printf(ExternalCall *c)
{
  Text out = {0};
  format_arguments(c, 0, 1, &out);
  return print_text(c, &out);
}

Value external_printf_two(ExternalCall *c)
{
  Text out = {0};
  format_arguments(c, 0, 1, &out);
  format_arguments(c, 2, 3, &out);
  return print_text(c, &out);
}

/* A single value, even if it is a sequence. */
static void format_value(ExternalCall *c, uint32_t format, uint32_t value, Text *out)
{
  size_t length;
  const char *text = call_string(c, format, &length);
  Format f = {text, text + length, &c->args[value], 1, 0, c->shapes[value]};
  add_formatted(c, &f, out);
}

Value external_vprintf(ExternalCall *c)
{
  Text out = {0};
  format_value(c, 0, 1, &out);
  print_text(c, &out);
  return c->args[1];
}

/* Appends to the file in argument 0. */
static Value append_text(ExternalCall *c, Text *out)
{
  Value none = VALUE_TRUE;
  call_write_file(c, call_string(c, 0, NULL), "a", out, &none);
  text_free(out);
  return none;
}

Value external_fprintf(ExternalCall *c)
{
  Text out = {0};
  format_arguments(c, 1, 2, &out);
  return append_text(c, &out);
}

Value external_fvprintf(ExternalCall *c)
{
  Text out = {0};
  format_value(c, 1, 2, &out);
  Value done = append_text(c, &out);
  return value_is_none(done) ? done : c->args[2];
}

/* --------------------------------------------------------------- messages */

/* The message becomes a warning of the engine. */
static void warn(ExternalCall *c, const char *message, const char *example)
{
  Fault before = c->e->fault;
  engine_fault(c->e, c->node->span, "%s", message);
  engine_warn(c->e, example);
  c->e->fault = before;
}

Value external_add_message(ExternalCall *c)
{
  warn(c, call_string(c, 0, NULL), engine_text(c->e, c->shapes[1], c->args[1]));
  return VALUE_TRUE;
}

Value external_add_messages(ExternalCall *c)
{
  Values messages = {0};
  Value none;
  if (!call_set(c, 0, &messages, &none)) return none;
  Text all = {0};
  for (uint32_t i = 0; i < messages.len; i++) {
    if (i) text_add(&all, "; ");
    call_add_value(c, &all, shape_string(c->e->shapes), messages.data[i]);
  }
  if (messages.len) warn(c, text_string(&all), "");
  text_free(&all);
  vec_free(&messages);
  return VALUE_TRUE;
}
