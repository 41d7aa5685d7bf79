#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

#include "engine/external/external_impl.h"
#include "syntax/utf8.h"

/* LibraryStrings: lengths and positions count characters, from 1. */

static size_t characters(const char *text, size_t length)
{
  size_t count = 0;
  for (size_t i = 0; i < length; i++) count += ((unsigned char) text[i] & 0xC0) != 0x80;
  return count;
}

/* The offset of the n-th character (from 0), or the length if there are fewer. */
static size_t offset_of(const char *text, size_t length, uint64_t n)
{
  size_t at = 0;
  for (; at < length && n > 0; n--) do
      at++;
    while (at < length && ((unsigned char) text[at] & 0xC0) == 0x80);
  return at;
}

Value external_string_length(ExternalCall *c)
{
  size_t length;
  const char *text = call_string(c, 0, &length);
  return value_int(c->s, (int64_t) characters(text, length));
}

Value external_string_append(ExternalCall *c)
{
  Text out = {0};
  for (uint32_t i = 0; i < 2; i++) {
    size_t length;
    const char *text = call_string(c, i, &length);
    text_add_bytes(&out, text, length);
  }
  return call_give_string(c, &out);
}

static Value joined(ExternalCall *c, const char *separator, size_t separator_length)
{
  Values items = {0};
  Value none;
  if (!call_sequence(c, 0, &items, &none)) return none;
  Text out = {0};
  for (uint32_t i = 0; i < items.len; i++) {
    size_t length;
    const char *text = value_string_of(c->s, items.data[i], &length);
    if (i) text_add_bytes(&out, separator, separator_length);
    text_add_bytes(&out, text, length);
  }
  vec_free(&items);
  return call_give_string(c, &out);
}

Value external_string_conc(ExternalCall *c) { return joined(c, "", 0); }

Value external_string_join(ExternalCall *c)
{
  size_t length;
  const char *separator = call_string(c, 1, &length);
  return joined(c, separator, length);
}

Value external_string_rev(ExternalCall *c)
{
  size_t end;
  const char *text = call_string(c, 0, &end);
  Text out = {0};
  while (end > 0) {
    size_t start = end - 1;
    while (start > 0 && ((unsigned char) text[start] & 0xC0) == 0x80) start--;
    text_add_bytes(&out, text + start, end - start);
    end = start;
  }
  return call_give_string(c, &out);
}

Value external_sub_string(ExternalCall *c)
{
  size_t length;
  const char *text = call_string(c, 0, &length);
  if (int_sign(c->s, c->args[1]) <= 0) return call_fault(c, "the first position is 1");
  if (int_sign(c->s, c->args[2]) < 0) return call_fault(c, "the length is negative");
  int64_t start, count;
  if (!int_fits(c->s, c->args[1], &start)) start = INT64_MAX;
  if (!int_fits(c->s, c->args[2], &count)) count = INT64_MAX;
  size_t from = offset_of(text, length, (uint64_t) start - 1);
  size_t to = from + offset_of(text + from, length - from, (uint64_t) count);
  return value_string(c->s, text + from, to - from);
}

Value external_string_padleft(ExternalCall *c)
{
  size_t length, pad_length;
  const char *text = call_string(c, 0, &length), *pad = call_string(c, 2, &pad_length);
  int64_t have = (int64_t) characters(text, length), width;
  if (int_compare(c->s, c->args[1], value_int(c->s, have)) <= 0) return c->args[0];
  if (characters(pad, pad_length) != 1)
    return call_fault(c, "the third argument must be one character");
  Value none;
  if (!call_limited(c, 1, EXTERNAL_TEXT_LIMIT, &width, &none)) return none;
  Text out = {0};
  for (int64_t i = have; i < width; i++) text_add_bytes(&out, pad, pad_length);
  text_add_bytes(&out, text, length);
  return call_give_string(c, &out);
}

/* ------------------------------------------------------------------ searching */

/* Where `part`, which is not empty, occurs first at or after `from`; or NULL. */
static const char *find_part(const char *from, const char *end, const char *part,
                             size_t part_length)
{
  for (; (size_t) (end - from) >= part_length; from++) {
    from = memchr(from, *part, (size_t) (end - from) - part_length + 1);
    if (!from) return NULL;
    if (!memcmp(from, part, part_length)) return from;
  }
  return NULL;
}

Value external_string_contains_string(ExternalCall *c)
{
  size_t length, part_length;
  const char *text = call_string(c, 0, &length), *part = call_string(c, 1, &part_length);
  return value_bool(part_length == 0 || find_part(text, text + length, part, part_length));
}

Value external_string_replace(ExternalCall *c)
{
  size_t length, part_length, by_length;
  const char *text = call_string(c, 0, &length), *part = call_string(c, 1, &part_length);
  const char *by = call_string(c, 2, &by_length), *end = text + length;
  if (part_length == 0) return c->args[0];
  Text out = {0};
  for (const char *found; (found = find_part(text, end, part, part_length));) {
    text_add_bytes(&out, text, (size_t) (found - text));
    text_add_bytes(&out, by, by_length);
    text = found + part_length;
    if (out.len <= EXTERNAL_TEXT_LIMIT) continue;
    text_free(&out);
    return engine_unknown(c->e, "a string is too long");
  }
  text_add_bytes(&out, text, (size_t) (end - text));
  return call_give_string(c, &out);
}

Value external_string_split(ExternalCall *c)
{
  size_t length, part_length;
  const char *text = call_string(c, 0, &length), *part = call_string(c, 1, &part_length);
  const char *end = text + length;
  Values pieces = {0};
  if (part_length)
    for (const char *found; (found = find_part(text, end, part, part_length));) {
      vec_push(&pieces, value_string(c->s, text, (size_t) (found - text)));
      text = found + part_length;
    }
  vec_push(&pieces, value_string(c->s, text, (size_t) (end - text)));
  return call_give_sequence(c, &pieces);
}

/* ----------------------------------------------------------------- characters */

Value external_string_chars(ExternalCall *c)
{
  size_t length;
  const char *text = call_string(c, 0, &length);
  Values items = {0};
  for (size_t at = 0, next; at < length; at = next) {
    next = at + offset_of(text + at, length - at, 1);
    vec_push(&items, value_string(c->s, text + at, next - at));
  }
  return call_give_sequence(c, &items);
}

Value external_string_codes(ExternalCall *c)
{
  size_t length;
  const char *text = call_string(c, 0, &length);
  Values items = {0};
  for (size_t at = 0; at < length;) {
    unsigned bytes;
    uint32_t code = utf8_decode(text + at, &bytes);
    vec_push(&items, value_small(code));
    at += bytes;
  }
  return call_give_sequence(c, &items);
}

Value external_codes_to_string(ExternalCall *c)
{
  Values items = {0};
  Value none;
  if (!call_sequence(c, 0, &items, &none)) return none;
  Text out = {0};
  for (uint32_t i = 0; i < items.len; i++) {
    int64_t code;
    char bytes[4];
    if (int_fits(c->s, items.data[i], &code) && code > 0 && code <= 0x10FFFF &&
        (code < 0xD800 || code > 0xDFFF)) {
      text_add_bytes(&out, bytes, utf8_put((uint32_t) code, bytes));
      continue;
    }
    text_free(&out);
    none = call_fault(c, "%s is not a character code",
                      engine_text(c->e, shape_integer(c->e->shapes), items.data[i]));
    vec_free(&items);
    return none;
  }
  vec_free(&items);
  return call_give_string(c, &out);
}

/* ------------------------------------------------------- upper and lower case */

/* Without diacritical marks, and in one case. */
static void fold(const char *text, size_t length, bool upper, Text *out)
{
  utf8proc_uint8_t *plain = NULL;
  utf8proc_ssize_t count =
      utf8proc_map((const utf8proc_uint8_t *) text, (utf8proc_ssize_t) length, &plain,
                   UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_STRIPMARK);
  const char *from = count < 0 ? text : (const char *) plain;
  size_t end = count < 0 ? length : (size_t) count;
  for (size_t at = 0; at < end;) {
    unsigned bytes;
    char folded[4];
    utf8proc_int32_t code = (utf8proc_int32_t) utf8_decode(from + at, &bytes);
    code = !upper ? utf8proc_tolower(code) : code == 0xDF ? code : utf8proc_toupper(code);
    text_add_bytes(out, folded, utf8_put((uint32_t) code, folded));
    at += bytes;
  }
  free(plain);
}

static Value folded_string(ExternalCall *c, bool upper)
{
  size_t length;
  const char *text = call_string(c, 0, &length);
  Text out = {0};
  fold(text, length, upper, &out);
  return call_give_string(c, &out);
}

Value external_string_to_upper(ExternalCall *c) { return folded_string(c, true); }
Value external_string_to_lower(ExternalCall *c) { return folded_string(c, false); }

Value external_string_equal_case_insensitive(ExternalCall *c)
{
  Text folded[2] = {{0}, {0}};
  for (uint32_t i = 0; i < 2; i++) {
    size_t length;
    const char *text = call_string(c, i, &length);
    fold(text, length, false, &folded[i]);
  }
  bool equal =
      folded[0].len == folded[1].len && !strcmp(text_string(&folded[0]), text_string(&folded[1]));
  text_free(&folded[0]);
  text_free(&folded[1]);
  return value_bool(equal);
}

/* --------------------------------------------------- what a string looks like */

Value external_string_is_alphanumeric(ExternalCall *c)
{
  size_t length;
  const char *text = call_string(c, 0, &length);
  for (size_t i = 0; i < length; i++)
    if ((unsigned char) text[i] >= 0x80 || !isalnum((unsigned char) text[i])) return VALUE_FALSE;
  return value_bool(length > 0);
}

static bool number_argument(const ExternalCall *c, NumberText *number)
{
  size_t length;
  const char *text = call_string(c, 0, &length);
  return number_text_read(text, length, number);
}

Value external_string_is_int(ExternalCall *c)
{
  NumberText number;
  return value_bool(number_argument(c, &number) && !number.fraction);
}

Value external_string_is_decimal(ExternalCall *c)
{
  NumberText number;
  return value_bool(number_argument(c, &number) && number.fraction);
}

Value external_string_is_number(ExternalCall *c)
{
  NumberText number;
  return value_bool(number_argument(c, &number));
}

Value external_string_to_int(ExternalCall *c)
{
  NumberText number;
  if (!number_argument(c, &number) || number.fraction)
    return call_fault(c, "%s is not an integer", engine_text(c->e, c->shapes[0], c->args[0]));
  return call_integer(c, &number);
}

Value external_string_to_real(ExternalCall *c)
{
  size_t length;
  const char *text = call_string(c, 0, &length);
  char *end = NULL;
  double x = strtod(text, &end);
  bool plain = length > 0 && length == strspn(text, " +-0123456789.eE");
  if (!plain || end != text + length)
    return call_fault(c, "%s is not a number", engine_text(c->e, c->shapes[0], c->args[0]));
  return call_give_real(c, x);
}
