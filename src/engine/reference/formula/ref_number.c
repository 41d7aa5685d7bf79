#include <assert.h>
#include <math.h>

#include "engine/reference/formula/formula.h"

/* Arithmetic on INTEGER (unbounded) and REAL (IEEE doubles). */

static Value real_result(Reference *r, const Node *node, double x)
{
  if (isnan(x) || isinf(x))
    return engine_fault(r->e, node->span, "the result is not a real number");
  return value_real(r->s, x);
}

static Value real_operator(Reference *r, const Node *node, const Value *v)
{
  double a = value_real_of(r->s, v[0]), b = 0;
  if (node->count > 1 && node->kind != NODE_POWER) b = value_real_of(r->s, v[1]);
  switch ((NodeKind) node->kind) {
  case NODE_ADD: return real_result(r, node, a + b);
  case NODE_MINUS: return real_result(r, node, a - b);
  case NODE_TIMES: return real_result(r, node, a * b);
  case NODE_DIVIDE:
    if (b == 0) return engine_fault(r->e, node->span, "division by zero");
    return real_result(r, node, a / b);
  case NODE_NEGATE: return real_result(r, node, -a);
  default: break;
  }
  assert(node->kind == NODE_POWER);
  int64_t exponent;
  if (!int_fits(r->s, v[1], &exponent)) return engine_unknown(r->e, "the exponent is too large");
  return real_result(r, node, pow(a, (double) exponent));
}

static Value power(Reference *r, const Node *node, Value base, Value exponent)
{
  int64_t n;
  if (int_sign(r->s, exponent) < 0)
    return engine_fault(r->e, node->span, "a negative exponent: %s",
                        engine_text(r->e, shape_integer(r->e->shapes), exponent));
  int64_t small;
  bool trivial = int_fits(r->s, base, &small) && small >= -1 && small <= 1;
  if (!int_fits(r->s, exponent, &n) || (!trivial && n > 10000000))
    if (!trivial) return engine_unknown(r->e, "the power is too large");
  if (trivial) {
    if (int_sign(r->s, exponent) == 0 || small == 1) return value_small(1);
    if (small == 0) return value_small(0);
    return value_small(int_sign(r->s, int_modulo(r->s, exponent, value_small(2))) == 0 ? 1 : -1);
  }
  Value result = int_power(r->s, base, (uint64_t) n);
  enum { BITS_EACH = 256 }; /* of a result, as long as an element of a set takes */
  uint64_t bits = int_fits(r->s, base, &small) ? (uint64_t) n : UINT64_MAX;
  return engine_spend_elements(r->e, bits / BITS_EACH) ? result : VALUE_UNKNOWN;
}

static Value modulo(Reference *r, const Node *node, Value a, Value b)
{
  const Shape *integer = shape_integer(r->e->shapes);
  if (int_sign(r->s, b) <= 0)
    return engine_fault(r->e, node->span, "mod %s: the divisor must be positive",
                        engine_text(r->e, integer, b));
  if (int_sign(r->s, a) < 0)
    return engine_fault(r->e, node->span, "%s mod …: the left side must not be negative",
                        engine_text(r->e, integer, a));
  return int_modulo(r->s, a, b);
}

static Value integer_operator(Reference *r, const Node *node, const Value *v)
{
  switch ((NodeKind) node->kind) {
  case NODE_ADD: return int_add(r->s, v[0], v[1]);
  case NODE_MINUS: return int_subtract(r->s, v[0], v[1]);
  case NODE_TIMES: return int_multiply(r->s, v[0], v[1]);
  case NODE_DIVIDE:
    if (int_sign(r->s, v[1]) == 0) return engine_fault(r->e, node->span, "division by zero");
    return int_divide(r->s, v[0], v[1]);
  case NODE_MODULO: return modulo(r, node, v[0], v[1]);
  case NODE_POWER: return power(r, node, v[0], v[1]);
  case NODE_NEGATE: return int_negate(r->s, v[0]);
  default: return ref_cannot_evaluate(r, node);
  }
}

static Value to_integer(Reference *r, const Node *node, double x)
{
  if (isnan(x) || isinf(x)) return engine_fault(r->e, node->span, "this is not a real number");
  mpz_t number;
  mpz_init(number);
  mpz_set_d(number, node->kind == NODE_FLOOR ? floor(x) : ceil(x));
  Value value = value_from_mpz(r->s, number);
  mpz_clear(number);
  return value;
}

static Value to_real(Reference *r, const Node *node, Value v)
{
  mpz_t number;
  mpz_init(number);
  value_to_mpz(r->s, v, number);
  double x = mpz_get_d(number);
  mpz_clear(number);
  return real_result(r, node, x);
}

/* max(S), min(S): S is not empty and bounded on that side. */
static Value extreme(Reference *r, const Node *node, Value set)
{
  const Shape *element = ref_element_shape(r, node->kids[0]);
  bool max = node->kind == NODE_MAX;
  const char *name = max ? "max" : "min";
  Value low, high;
  if (is_lazy(set) && ref_integer_bounds(r, set, &low, &high)) {
    Value end = max ? high : low;
    if (!value_is_none(end)) {
      Truth t = reference_member(r, element, end, set);
      if (t == TRUTH_TRUE) return end;
    } else if (ref_is_empty(r, element, set) == TRUTH_FALSE)
      return engine_fault(r->e, node->span, "%s of an unbounded set", name);
  }
  if (value_is_node(set, NODE_KIND_INTERVAL) && ref_integer_bounds(r, set, &low, &high))
    return max ? high : low;
  Values all = {0};
  Value none;
  if (!ref_elements(r, element, set, node->span, &all, &none)) return none;
  Value result = all.len == 0 ? engine_fault(r->e, node->span, "%s of the empty set", name)
                              : all.data[max ? all.len - 1 : 0];
  vec_free(&all);
  return result;
}

Value ref_apply_arithmetic(Reference *r, const Node *node, const Value *v)
{
  switch ((NodeKind) node->kind) {
  case NODE_MAX:
  case NODE_MIN: return extreme(r, node, v[0]);
  case NODE_FLOOR:
  case NODE_CEILING: return to_integer(r, node, value_real_of(r->s, v[0]));
  case NODE_REAL_OF: return to_real(r, node, v[0]);
  default: break;
  }
  bool real = ref_shape(r, node)->kind == SHAPE_REAL;
  return real ? real_operator(r, node, v) : integer_operator(r, node, v);
}
