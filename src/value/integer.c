#include <assert.h>
#include <stdlib.h>

#include "value/store_impl.h"

/* Integers of any size.  Those of 61 bits are words; the others are nodes and are
 * handed to GMP as read-only views of their limbs.  Invariant: a number that fits
 * into 61 bits is never a node. */

static_assert(GMP_NUMB_BITS == 64 && sizeof(mp_limb_t) == 8, "limbs are words");

Value value_int(Store *store, int64_t n)
{
  if (int_is_small(n)) return value_small(n);
  uint64_t size = n < 0 ? -(uint64_t) n : (uint64_t) n;
  return store_intern(store, NODE_KIND_BIGINT, (uint64_t[]){n < 0, size}, 2);
}

Value value_from_mpz(Store *store, const mpz_t z)
{
  size_t limbs = mpz_size(z);
  if (mpz_fits_slong_p(z)) return value_int(store, mpz_get_si(z));
  uint64_t *payload = scratch_take(store, limbs + 1);
  payload[0] = mpz_sgn(z) < 0;
  for (size_t i = 0; i < limbs; i++) payload[i + 1] = mpz_getlimbn(z, (mp_size_t) i);
  Value v = store_intern(store, NODE_KIND_BIGINT, payload, limbs + 1);
  scratch_give(store);
  return v;
}

void int_view(const Store *store, Value v, IntView *view)
{
  if (value_is_small(v)) {
    int64_t n = value_small_int(v);
    view->limb[0] = n < 0 ? -(uint64_t) n : (uint64_t) n;
    mpz_roinit_n(view->z, view->limb, n < 0 ? -1 : 1);
    return;
  }
  const Node *node = node_of(store, v);
  mp_size_t limbs = (mp_size_t) node->count - 1;
  static_assert(sizeof(mp_limb_t) == sizeof(uint64_t), "limbs are words");
  mpz_roinit_n(view->z, (const mp_limb_t *) (node->payload + 1), node->payload[0] ? -limbs : limbs);
}

void value_to_mpz(const Store *store, Value v, mpz_t out)
{
  IntView view;
  int_view(store, v, &view);
  mpz_set(out, view.z);
}

int int_sign(const Store *store, Value v)
{
  if (!value_is_small(v)) return node_of(store, v)->payload[0] ? -1 : 1;
  int64_t n = value_small_int(v);
  return (n > 0) - (n < 0);
}

int int_compare(const Store *store, Value a, Value b)
{
  if (value_is_small(a) && value_is_small(b)) {
    int64_t x = (int64_t) a.word, y = (int64_t) b.word;
    return (x > y) - (x < y);
  }
  if (value_is_small(a)) return -int_sign(store, b);
  if (value_is_small(b)) return int_sign(store, a);
  IntView x, y;
  int_view(store, a, &x);
  int_view(store, b, &y);
  int order = mpz_cmp(x.z, y.z);
  return (order > 0) - (order < 0);
}

bool int_fits(const Store *store, Value v, int64_t *out)
{
  if (value_is_small(v)) {
    *out = value_small_int(v);
    return true;
  }
  IntView view;
  int_view(store, v, &view);
  if (!mpz_fits_slong_p(view.z)) return false;
  *out = mpz_get_si(view.z);
  return true;
}

typedef void MpzOperation(mpz_t, const mpz_t, const mpz_t);

static Value by_gmp(Store *store, MpzOperation *operation, Value a, Value b)
{
  IntView x, y;
  int_view(store, a, &x);
  int_view(store, b, &y);
  mpz_t result;
  mpz_init(result);
  operation(result, x.z, y.z);
  Value v = value_from_mpz(store, result);
  mpz_clear(result);
  return v;
}

static bool both_small(Value a, Value b) { return ((a.word | b.word) & 7) == TAG_INT; }

/* Sums of 61-bit numbers fit into 64 bits. */
Value int_add(Store *store, Value a, Value b)
{
  if (both_small(a, b)) return value_int(store, value_small_int(a) + value_small_int(b));
  return by_gmp(store, mpz_add, a, b);
}

Value int_subtract(Store *store, Value a, Value b)
{
  if (both_small(a, b)) return value_int(store, value_small_int(a) - value_small_int(b));
  return by_gmp(store, mpz_sub, a, b);
}

Value int_multiply(Store *store, Value a, Value b)
{
  int64_t product;
  if (both_small(a, b) && !__builtin_mul_overflow(value_small_int(a), value_small_int(b), &product))
    return value_int(store, product);
  return by_gmp(store, mpz_mul, a, b);
}

Value int_negate(Store *store, Value v) { return int_subtract(store, value_small(0), v); }

Value int_divide(Store *store, Value a, Value b)
{
  assert(int_sign(store, b) != 0);
  if (both_small(a, b)) return value_int(store, value_small_int(a) / value_small_int(b));
  return by_gmp(store, mpz_tdiv_q, a, b);
}

Value int_modulo(Store *store, Value a, Value b)
{
  assert(int_sign(store, b) != 0);
  if (both_small(a, b)) return value_small(value_small_int(a) % value_small_int(b));
  return by_gmp(store, mpz_tdiv_r, a, b);
}

Value int_power(Store *store, Value base, uint64_t exponent)
{
  if (exponent == 0 || value_same(base, value_small(1))) return value_small(1);
  if (value_same(base, value_small(0)) || exponent == 1) return base;
  if (value_same(base, value_small(-1))) return value_small(exponent & 1 ? -1 : 1);
  IntView view;
  int_view(store, base, &view);
  mpz_t result;
  mpz_init(result);
  mpz_pow_ui(result, view.z, exponent);
  Value v = value_from_mpz(store, result);
  mpz_clear(result);
  return v;
}
