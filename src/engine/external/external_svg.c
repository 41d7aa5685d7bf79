#include <assert.h>

#include "engine/external/external_impl.h"

/* LibrarySVG: attribute texts.  Numbers are INTEGER or REAL; a result is an INTEGER
 * if all that it is computed from are. */

typedef struct {
  Value value;
  bool real;
} Number;

static Number number(const Shape *shape, Value v)
{
  assert(shape->kind == SHAPE_REAL || shape->kind == SHAPE_INTEGER);
  return (Number){v, shape->kind == SHAPE_REAL};
}

static Number number_argument(const ExternalCall *c, uint32_t i)
{
  return number(c->shapes[i], c->args[i]);
}

static double as_real(const ExternalCall *c, Number n)
{
  if (n.real) return value_real_of(c->s, n.value);
  mpz_t z;
  mpz_init(z);
  value_to_mpz(c->s, n.value, z);
  double x = mpz_get_d(z);
  mpz_clear(z);
  return x;
}

static Number real_number(ExternalCall *c, double x) { return (Number){value_real(c->s, x), true}; }

static Number times(ExternalCall *c, Number a, Number b)
{
  if (!a.real && !b.real) return (Number){int_multiply(c->s, a.value, b.value), false};
  return real_number(c, as_real(c, a) * as_real(c, b));
}

static Number plus(ExternalCall *c, Number a, Number b)
{
  if (!a.real && !b.real) return (Number){int_add(c->s, a.value, b.value), false};
  return real_number(c, as_real(c, a) + as_real(c, b));
}

static Number minus(ExternalCall *c, Number a, Number b)
{
  if (!a.real && !b.real) return (Number){int_subtract(c->s, a.value, b.value), false};
  return real_number(c, as_real(c, a) - as_real(c, b));
}

static void add_number(ExternalCall *c, Text *out, Number n)
{
  const Shape *shape = n.real ? shape_real(c->e->shapes) : shape_integer(c->e->shapes);
  engine_format(c->e, out, shape, n.value, (FormatStyle){0});
}

/* "x,y " */
static void add_point(ExternalCall *c, Text *out, Number x, Number y)
{
  add_number(c, out, x);
  text_add_char(out, ',');
  add_number(c, out, y);
  text_add_char(out, ' ');
}

static const Number ZERO = {{(uint64_t) 0 << 3 | TAG_INT}, false};
static const Number ONE = {{(uint64_t) 1 << 3 | TAG_INT}, false};

Value external_svg_points(ExternalCall *c)
{
  const Shape *pair = shape_element(c->shapes[0])->args[1];
  Values points = {0};
  Value none;
  if (!call_sequence(c, 0, &points, &none)) return none;
  Text out = {0};
  for (uint32_t i = 0; i < points.len; i++)
    add_point(c, &out, number(pair->args[0], pair_first(c->s, points.data[i])),
              number(pair->args[1], pair_second(c->s, points.data[i])));
  vec_free(&points);
  return call_give_string(c, &out);
}

/* ticks, x scale, greatest x, height */
Value external_svg_axis(ExternalCall *c)
{
  Values ticks = {0};
  Value none;
  if (!call_set(c, 0, &ticks, &none)) return none;
  double half = as_real(c, number_argument(c, 3)) / 2;
  Text out = {0};
  for (uint32_t i = 0; i < ticks.len; i++) {
    Number tick = number(shape_element(c->shapes[0]), ticks.data[i]);
    Number x = times(c, tick, number_argument(c, 1));
    add_point(c, &out, x, ZERO);
    add_point(c, &out, x, real_number(c, half));
    add_point(c, &out, x, real_number(c, -half));
    add_point(c, &out, x, ZERO);
  }
  add_point(c, &out, number_argument(c, 2), ZERO);
  vec_free(&ticks);
  return call_give_string(c, &out);
}

/* The outline of the elements: a block for each row of consecutive numbers. */
static bool add_polygon(ExternalCall *c, Text *out, Number scale, Number height, Value *none)
{
  Values all = {0};
  if (!call_set(c, 0, &all, none)) return false;
  for (uint32_t i = 0, end; i < all.len; i = end) {
    end = i + 1;
    while (end < all.len &&
           value_same(all.data[end], int_add(c->s, all.data[end - 1], value_small(1))))
      end++;
    Number last = {all.data[end - 1], false}, first = {all.data[i], false};
    Number from = times(c, first, scale), to = times(c, plus(c, last, ONE), scale);
    add_point(c, out, from, ZERO);
    add_point(c, out, from, height);
    add_point(c, out, to, height);
    add_point(c, out, to, ZERO);
  }
  vec_free(&all);
  return true;
}

/* set, x scale, greatest x, height */
Value external_svg_set_polygon(ExternalCall *c)
{
  Text out = {0};
  Value none;
  if (!add_polygon(c, &out, number_argument(c, 1), number_argument(c, 3), &none)) return none;
  add_point(c, &out, number_argument(c, 2), ZERO);
  return call_give_string(c, &out);
}

/* set, x scale, height */
Value external_svg_set_polygon_auto(ExternalCall *c)
{
  Text out = {0};
  Value none;
  if (!add_polygon(c, &out, number_argument(c, 1), number_argument(c, 2), &none)) return none;
  return call_give_string(c, &out);
}

/* start, length, x scale, slant, height */
Value external_svg_train(ExternalCall *c)
{
  Number scale = number_argument(c, 2), height = number_argument(c, 4);
  Number rear = times(c, number_argument(c, 0), scale);
  Number front = times(c, plus(c, number_argument(c, 0), number_argument(c, 1)), scale);
  Text out = {0};
  add_point(c, &out, rear, height);
  add_point(c, &out, front, height);
  add_point(c, &out, minus(c, front, number_argument(c, 3)), ZERO);
  add_point(c, &out, rear, ZERO);
  add_point(c, &out, rear, height);
  return call_give_string(c, &out);
}

/* Gaps and dashes in turn, in percent.  It begins with an empty dash unless the first
 * interval begins at 0, and ends with the gap up to 100. */
Value external_svg_dasharray_for_intervals(ExternalCall *c)
{
  const Shape *pair = shape_element(c->shapes[0])->args[1];
  Values intervals = {0};
  Value none;
  if (!call_sequence(c, 0, &intervals, &none)) return none;
  double at = 0;
  Text out = {0};
  for (uint32_t i = 0; i < intervals.len; i++) {
    double from = as_real(c, number(pair->args[0], pair_first(c->s, intervals.data[i])));
    double to = as_real(c, number(pair->args[1], pair_second(c->s, intervals.data[i])));
    if (i == 0 && from > 0) text_add(&out, "0.0 ");
    add_number(c, &out, real_number(c, from - at));
    text_add_char(&out, ' ');
    add_number(c, &out, real_number(c, to - from));
    text_add_char(&out, ' ');
    at = to;
  }
  if (at < 100) add_number(c, &out, real_number(c, 100 - at));
  vec_free(&intervals);
  return call_give_string(c, &out);
}
