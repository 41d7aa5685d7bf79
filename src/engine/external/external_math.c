#include <assert.h>
#include <math.h>

#include "engine/external/external_impl.h"

/* LibraryMath, LibraryBits, LibraryReals.  Integers are exact and of any size;
 * where a real function of integers is meant, doubles are used. */

enum { BITS_LIMIT = 1 << 28 }; /* of a result */

static const double PI = 3.14159265358979323846;

/* ------------------------------------------------------------ integer functions */

typedef void MpzBinary(mpz_ptr, mpz_srcptr, mpz_srcptr);

static Value give_integer(ExternalCall *c, mpz_t z)
{
  Value result = value_from_mpz(c->s, z);
  mpz_clear(z);
  return result;
}

static Value binary(ExternalCall *c, MpzBinary *f)
{
  assert(c->count == 2);
  mpz_t x, y;
  mpz_inits(x, y, NULL);
  value_to_mpz(c->s, c->args[0], x);
  value_to_mpz(c->s, c->args[1], y);
  f(x, x, y);
  mpz_clear(y);
  return give_integer(c, x);
}

static Value divided(ExternalCall *c, MpzBinary *f)
{
  if (int_sign(c->s, c->args[1]) == 0) return call_fault(c, "division by zero");
  return binary(c, f);
}

Value external_gcd(ExternalCall *c) { return binary(c, mpz_gcd); }
Value external_lcm(ExternalCall *c) { return binary(c, mpz_lcm); }
Value external_fdiv(ExternalCall *c) { return divided(c, mpz_fdiv_q); }
Value external_cdiv(ExternalCall *c) { return divided(c, mpz_cdiv_q); }
Value external_band(ExternalCall *c) { return binary(c, mpz_and); }
Value external_bor(ExternalCall *c) { return binary(c, mpz_ior); }
Value external_bxor(ExternalCall *c) { return binary(c, mpz_xor); }

Value external_bnot(ExternalCall *c) { return int_subtract(c->s, value_small(-1), c->args[0]); }

Value external_abs(ExternalCall *c)
{
  return int_sign(c->s, c->args[0]) < 0 ? int_negate(c->s, c->args[0]) : c->args[0];
}

Value external_sign(ExternalCall *c) { return value_small(int_sign(c->s, c->args[0])); }

Value external_msb(ExternalCall *c)
{
  if (int_sign(c->s, c->args[0]) <= 0) return call_fault(c, "the argument must be positive");
  mpz_t z;
  mpz_init(z);
  value_to_mpz(c->s, c->args[0], z);
  Value result = value_int(c->s, (int64_t) mpz_sizeinbase(z, 2) - 1);
  mpz_clear(z);
  return result;
}

Value external_sqrt(ExternalCall *c)
{
  if (int_sign(c->s, c->args[0]) < 0) return call_fault(c, "the argument must not be negative");
  mpz_t z;
  mpz_init(z);
  value_to_mpz(c->s, c->args[0], z);
  mpz_sqrt(z, z);
  return give_integer(c, z);
}

Value external_factorial(ExternalCall *c)
{
  int64_t n;
  if (int_sign(c->s, c->args[0]) < 0) return call_fault(c, "the argument must not be negative");
  if (!int_fits(c->s, c->args[0], &n) || n > 1000000)
    return engine_unknown(c->e, "the factorial is too large");
  mpz_t z;
  mpz_init(z);
  mpz_fac_ui(z, (unsigned long) n);
  return give_integer(c, z);
}

/* x * 2**n, rounded down; n may be negative. */
static Value shifted(ExternalCall *c, bool left)
{
  int64_t n;
  mpz_t z;
  bool fits = int_fits(c->s, c->args[1], &n) && n > -BITS_LIMIT && n < BITS_LIMIT;
  bool grows = (int_sign(c->s, c->args[1]) > 0) == left;
  if (!fits && grows && int_sign(c->s, c->args[0]) != 0)
    return engine_unknown(c->e, "the integer is too large");
  if (!fits) return value_small(int_sign(c->s, c->args[0]) < 0 ? -1 : 0);
  mpz_init(z);
  value_to_mpz(c->s, c->args[0], z);
  if (!left) n = -n;
  if (n >= 0) mpz_mul_2exp(z, z, (mp_bitcnt_t) n);
  else mpz_fdiv_q_2exp(z, z, (mp_bitcnt_t) -n);
  return give_integer(c, z);
}

Value external_blshift(ExternalCall *c) { return shifted(c, true); }
Value external_brshift(ExternalCall *c) { return shifted(c, false); }

/* ------------------------------------------------ scaled real functions of integers */

static double as_double(ExternalCall *c, uint32_t i)
{
  assert(i < c->count && c->shapes[i]->kind == SHAPE_INTEGER);
  mpz_t z;
  mpz_init(z);
  value_to_mpz(c->s, c->args[i], z);
  double x = mpz_get_d(z);
  mpz_clear(z);
  return x;
}

static Value rounded(ExternalCall *c, double x)
{
  if (!isfinite(x)) return call_fault(c, "the result is not a number");
  mpz_t z;
  mpz_init(z);
  mpz_set_d(z, round(x));
  return give_integer(c, z);
}

static Value scaled(ExternalCall *c, double (*f)(double))
{
  if (c->count == 1) return rounded(c, 100 * f(as_double(c, 0) / 100));
  double m = as_double(c, 0);
  if (m == 0) return call_fault(c, "the multiplier must not be 0");
  return rounded(c, m * f(as_double(c, 1) / m));
}

Value external_sin(ExternalCall *c) { return scaled(c, sin); }
Value external_cos(ExternalCall *c) { return scaled(c, cos); }
Value external_tan(ExternalCall *c) { return scaled(c, tan); }
Value external_sinx(ExternalCall *c) { return scaled(c, sin); }
Value external_cosx(ExternalCall *c) { return scaled(c, cos); }
Value external_tanx(ExternalCall *c) { return scaled(c, tan); }

Value external_logx(ExternalCall *c)
{
  double m = as_double(c, 0), b = as_double(c, 1), x = as_double(c, 2);
  if (m == 0) return call_fault(c, "the multiplier must not be 0");
  if (b <= 0) return call_fault(c, "the base must be positive");
  if (x <= 0) return call_fault(c, "the argument must be positive");
  return rounded(c, m * (log(x / m) / log(b / m)));
}

/* ---------------------------------------------------------------- real functions */

static double real(const ExternalCall *c, uint32_t i)
{
  assert(i < c->count && c->shapes[i]->kind == SHAPE_REAL);
  return value_real_of(c->s, c->args[i]);
}

static double cotangent(double x) { return 1 / tan(x); }
static double inverse_cotangent(double x) { return atan(1 / x); }
static double hyperbolic_cotangent(double x) { return 1 / tanh(x); }
static double inverse_hyperbolic_cotangent(double x) { return atanh(1 / x); }
static double sign_of(double x) { return x < 0 ? -1 : x > 0 ? 1 : 0; }
static double fraction(double x) { return x - trunc(x); }

#define REAL_FUNCTION(name, f) \
  Value external_##name(ExternalCall *c) { return call_give_real(c, f(real(c, 0))); }
REAL_FUNCTION(rsin, sin)
REAL_FUNCTION(rcos, cos)
REAL_FUNCTION(rtan, tan)
REAL_FUNCTION(rcot, cotangent)
REAL_FUNCTION(rsinh, sinh)
REAL_FUNCTION(rcosh, cosh)
REAL_FUNCTION(rtanh, tanh)
REAL_FUNCTION(rcoth, hyperbolic_cotangent)
REAL_FUNCTION(rasin, asin)
REAL_FUNCTION(racos, acos)
REAL_FUNCTION(ratan, atan)
REAL_FUNCTION(racot, inverse_cotangent)
REAL_FUNCTION(rasinh, asinh)
REAL_FUNCTION(racosh, acosh)
REAL_FUNCTION(ratanh, atanh)
REAL_FUNCTION(racoth, inverse_hyperbolic_cotangent)
REAL_FUNCTION(rexp, exp)
REAL_FUNCTION(rloge, log)
REAL_FUNCTION(rsqrt, sqrt)
REAL_FUNCTION(rabs, fabs)
REAL_FUNCTION(rsign, sign_of)
REAL_FUNCTION(rfraction, fraction)
REAL_FUNCTION(rinteger, trunc)
#undef REAL_FUNCTION

Value external_radians(ExternalCall *c) { return call_give_real(c, real(c, 0) * PI / 180); }
Value external_degree(ExternalCall *c) { return call_give_real(c, real(c, 0) * 180 / PI); }
Value external_round(ExternalCall *c) { return rounded(c, real(c, 0)); }

Value external_radd(ExternalCall *c) { return call_give_real(c, real(c, 0) + real(c, 1)); }
Value external_rsub(ExternalCall *c) { return call_give_real(c, real(c, 0) - real(c, 1)); }
Value external_rmul(ExternalCall *c) { return call_give_real(c, real(c, 0) * real(c, 1)); }
Value external_rpow(ExternalCall *c) { return call_give_real(c, pow(real(c, 0), real(c, 1))); }
Value external_rmax(ExternalCall *c) { return call_give_real(c, fmax(real(c, 0), real(c, 1))); }
Value external_rmin(ExternalCall *c) { return call_give_real(c, fmin(real(c, 0), real(c, 1))); }

Value external_rdiv(ExternalCall *c)
{
  if (real(c, 1) == 0) return call_fault(c, "division by zero");
  return call_give_real(c, real(c, 0) / real(c, 1));
}

Value external_rlog(ExternalCall *c)
{
  return call_give_real(c, log(real(c, 1)) / log(real(c, 0)));
}

Value external_rpi(ExternalCall *c) { return value_real(c->s, PI); }
Value external_reuler(ExternalCall *c) { return value_real(c->s, exp(1)); }
Value external_rzero(ExternalCall *c) { return value_real(c->s, 0); }
Value external_rone(ExternalCall *c) { return value_real(c->s, 1); }

Value external_rleq(ExternalCall *c) { return value_bool(real(c, 0) <= real(c, 1)); }
Value external_rgeq(ExternalCall *c) { return value_bool(real(c, 0) >= real(c, 1)); }
Value external_rlt(ExternalCall *c) { return value_bool(real(c, 0) < real(c, 1)); }
Value external_rgt(ExternalCall *c) { return value_bool(real(c, 0) > real(c, 1)); }
Value external_req(ExternalCall *c) { return value_bool(real(c, 0) == real(c, 1)); }
Value external_rneq(ExternalCall *c) { return value_bool(real(c, 0) != real(c, 1)); }

static Value extreme(ExternalCall *c, bool greatest)
{
  Values all = {0};
  Value none;
  if (!call_set(c, 0, &all, &none)) return none;
  Value result =
      all.len == 0 ? call_fault(c, "the set is empty") : all.data[greatest ? all.len - 1 : 0];
  vec_free(&all);
  return result;
}

Value external_rmaximum(ExternalCall *c) { return extreme(c, true); }
Value external_rminimum(ExternalCall *c) { return extreme(c, false); }
