#include "value/format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value/set_impl.h"

enum {
  LISTED_INTERVAL = 32, /* longer intervals are written lo..hi             */
  DEEPEST = 4000        /* values nested more deeply are cut off with "…" */
};

typedef struct {
  Text *text;
  Store *store;
  FormatStyle style;
  FormatLazy *lazy;
  void *context;
  int depth;
} Formatter;

static void format(Formatter *, const Shape *, Value);

static void format_integer(Formatter *f, Value v)
{
  if (value_is_small(v)) {
    text_add_integer(f->text, value_small_int(v));
    return;
  }
  IntView view;
  int_view(f->store, v, &view);
  char *digits = checked(malloc(mpz_sizeinbase(view.z, 10) + 2));
  text_add(f->text, mpz_get_str(digits, 10, view.z));
  free(digits);
}

/* The shortest decimal that reads back as x; always with a point, as B wants. */
static void format_real(Formatter *f, double x)
{
  char digits[64];
  if (isinf(x)) {
    text_add(f->text, x < 0 ? "-1.0E+999" : "1.0E+999");
    return;
  }
  int precision = 0;
  do snprintf(digits, sizeof digits, "%.*e", precision, x);
  while (strtod(digits, NULL) != x && ++precision < 17);
  char *e = strchr(digits, 'e');
  int exponent = atoi(e + 1);
  if (exponent >= -4 && exponent < 16) {
    int decimals = precision - exponent;
    text_printf(f->text, "%.*f", decimals < 1 ? 1 : decimals, x);
    return;
  }
  *e = '\0';
  text_printf(f->text, "%s%sE%d", digits, precision ? "" : ".0", exponent);
}

static void format_string(Formatter *f, Value v)
{
  size_t length;
  const char *at = value_string_of(f->store, v, &length), *end = at + length;
  text_add_char(f->text, '"');
  for (; at < end; at++) {
    if (*at == '\n') text_add(f->text, "\\n");
    else if (*at == '\r') text_add(f->text, "\\r");
    else if (*at == '\t') text_add(f->text, "\\t");
    else {
      if (*at == '"' || *at == '\\') text_add_char(f->text, '\\');
      text_add_char(f->text, *at);
    }
  }
  text_add_char(f->text, '"');
}

static void format_given(Formatter *f, const Shape *shape, Value v)
{
  uint64_t index = value_atom_index(v);
  if (shape->names) text_add(f->text, shape->names[index]);
  else text_printf(f->text, "%s%llu", shape->name, (unsigned long long) index + 1);
}

/* a|->b; pairs on the left need no parentheses: ((a|->b)|->c) is (a|->b|->c). */
static void format_maplet(Formatter *f, const Shape *shape, Value v)
{
  const Shape *left = shape->args[0];
  Value first = pair_first(f->store, v);
  f->depth++;
  if (left->kind == SHAPE_PAIR && f->depth < DEEPEST) format_maplet(f, left, first);
  else format(f, left, first);
  text_add(f->text, f->style.unicode ? "↦" : "|->");
  format(f, shape->args[1], pair_second(f->store, v));
  f->depth--;
}

static void format_record(Formatter *f, const Shape *shape, Value v)
{
  text_add(f->text, "rec(");
  for (uint32_t i = 0; i < shape->count; i++) {
    text_printf(f->text, "%s%s:", i ? "," : "", shape->names[i]);
    format(f, shape->args[i], record_field(f->store, v, i));
  }
  text_add_char(f->text, ')');
}

static void format_free(Formatter *f, const Shape *shape, Value v)
{
  uint32_t constructor = free_constructor(f->store, v);
  Value argument = free_argument(f->store, v);
  text_add(f->text, shape->names[constructor]);
  if (value_is_none(argument)) return;
  const Shape *of = shape->args[constructor];
  text_add_char(f->text, '(');
  if (of->kind == SHAPE_PAIR) format_maplet(f, of, argument);
  else format(f, of, argument);
  text_add_char(f->text, ')');
}

static bool is_cut(Formatter *f, uint64_t shown)
{
  if (!f->style.most || shown < f->style.most) return false;
  text_add(f->text, ",…");
  return true;
}

static void format_sequence(Formatter *f, const Shape *item, Value set)
{
  uint64_t size = seq_size(f->store, set);
  text_add_char(f->text, '[');
  for (uint64_t i = 0; i < size && !is_cut(f, i); i++) {
    if (i) text_add_char(f->text, ',');
    format(f, item, seq_item(f->store, set, i));
  }
  text_add_char(f->text, ']');
}

static void format_set(Formatter *f, const Shape *shape, Value set)
{
  const Shape *element = shape->args[0];
  bool sequence = shape->sequence && f->style.sequences != SEQUENCES_NEVER;
  if (value_is_empty_set(set)) {
    text_add(f->text, sequence ? "[]" : f->style.unicode ? "∅" : "{}");
    return;
  }
  Value low, high;
  if (set_is_interval(f->store, element, set, &low, &high) &&
      set_card(f->store, set) > LISTED_INTERVAL) {
    format_integer(f, low);
    text_add(f->text, "..");
    format_integer(f, high);
    return;
  }
  if ((sequence || f->style.sequences == SEQUENCES_ALWAYS) && seq_is(set)) {
    format_sequence(f, element->args[1], set);
    return;
  }
  text_add_char(f->text, '{');
  SetIter it = set_iter(f->store, element, set);
  uint64_t shown = 0;
  for (Value v; set_next(&it, &v) && !is_cut(f, shown); shown++) {
    if (shown) text_add_char(f->text, ',');
    format(f, element, v);
  }
  text_add_char(f->text, '}');
}

static void format_nested(Formatter *f, const Shape *shape, Value v)
{
  switch (shape->kind) {
  case SHAPE_INTEGER: format_integer(f, v); break;
  case SHAPE_BOOL: text_add(f->text, value_is_true(v) ? "TRUE" : "FALSE"); break;
  case SHAPE_STRING: format_string(f, v); break;
  case SHAPE_REAL: format_real(f, value_real_of(f->store, v)); break;
  case SHAPE_GIVEN: format_given(f, shape, v); break;
  case SHAPE_FREE: format_free(f, shape, v); break;
  case SHAPE_SET: format_set(f, shape, v); break;
  case SHAPE_RECORD: format_record(f, shape, v); break;
  case SHAPE_PAIR:
    text_add_char(f->text, '(');
    format_maplet(f, shape, v);
    text_add_char(f->text, ')');
    break;
  }
}

static void format(Formatter *f, const Shape *shape, Value v)
{
  if (value_tag(v) == TAG_LAZY && f->lazy) f->lazy(f->context, f->text, shape, v);
  else if (value_tag(v) == TAG_LAZY || f->depth >= DEEPEST) text_add(f->text, "…");
  else if (value_is_none(v)) text_add(f->text, "?");
  else {
    f->depth++;
    format_nested(f, shape, v);
    f->depth--;
  }
}

void value_format(Text *text, Store *store, const Shape *shape, Value v, FormatStyle style,
                  FormatLazy *lazy, void *context)
{
  Formatter f = {text, store, style, lazy, context, 0};
  format(&f, shape, v);
}
