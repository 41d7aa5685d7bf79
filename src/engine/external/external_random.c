#include <assert.h>
#include <math.h>
#include <string.h>

#include <xxhash.h>

#include "engine/external/external_impl.h"

/* LibraryRandom, LibraryHash.
 *
 * A random value is computed from a fixed seed, the name of the function and the
 * hashes of its arguments alone: equal calls give equal values, in every run and in
 * whatever order they are evaluated. */

typedef struct {
  uint64_t state;
} Random;

enum { SEED = 2024 };

static uint64_t next(Random *random) /* SplitMix64 */
{
  uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

/* False if an argument has no explicit value. */
static bool start(ExternalCall *c, Random *random, Value *none)
{
  random->state = XXH3_64bits_withSeed(c->name, strlen(c->name), SEED);
  for (uint32_t i = 0; i < c->count; i++) {
    Value v = *none = call_expand(c, c->shapes[i], c->args[i]);
    if (value_is_none(v)) return false;
    c->args[i] = v;
    random->state = next(random) ^ value_hash(c->s, v);
  }
  return true;
}

static uint64_t below(Random *random, uint64_t n)
{
  assert(n > 0);
  return next(random) % n;
}

/* Evenly distributed in [0,1). */
static double unit(Random *random) { return (double) (next(random) >> 11) * 0x1p-53; }

/* Box and Muller */
static double normal(Random *random)
{
  double u = 1 - unit(random), v = unit(random);
  return sqrt(-2 * log(u)) * cos(2 * 3.14159265358979323846 * v);
}

static void random_integer(Random *random, mpz_t below_this, mpz_t out)
{
  assert(mpz_sgn(below_this) > 0);
  mpz_set_ui(out, 0);
  size_t words = mpz_size(below_this) + 1;
  for (size_t i = 0; i < words; i++) {
    mpz_mul_2exp(out, out, 64);
    mpz_add_ui(out, out, (unsigned long) next(random));
  }
  mpz_fdiv_r(out, out, below_this);
}

Value external_random(ExternalCall *c)
{
  Random random;
  Value none;
  if (int_compare(c->s, c->args[0], c->args[1]) >= 0)
    return call_fault(c, "no number is at least %s and below %s",
                      engine_text(c->e, c->shapes[0], c->args[0]),
                      engine_text(c->e, c->shapes[1], c->args[1]));
  if (!start(c, &random, &none)) return none;
  mpz_t range, number;
  mpz_inits(range, number, NULL);
  value_to_mpz(c->s, int_subtract(c->s, c->args[1], c->args[0]), range);
  random_integer(&random, range, number);
  Value result = int_add(c->s, c->args[0], value_from_mpz(c->s, number));
  mpz_clears(range, number, NULL);
  return result;
}

static void shuffle(Random *random, Values *items)
{
  for (uint32_t i = items->len; i > 1; i--) {
    uint32_t k = (uint32_t) below(random, i);
    Value spare = items->data[k];
    items->data[k] = items->data[i - 1];
    items->data[i - 1] = spare;
  }
}

Value external_random_element(ExternalCall *c)
{
  Random random;
  Values all = {0};
  Value none;
  if (!start(c, &random, &none) || !call_set(c, 0, &all, &none)) return none;
  Value result = all.len ? all.data[below(&random, all.len)] : call_fault(c, "the set is empty");
  vec_free(&all);
  return result;
}

Value external_random_subset(ExternalCall *c)
{
  Random random;
  Values all = {0};
  Value none;
  if (!start(c, &random, &none) || !call_set(c, 0, &all, &none)) return none;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < all.len; i++)
    if (below(&random, 2)) all.data[kept++] = all.data[i];
  all.len = kept;
  return ref_build(c->r, shape_element(c->result), &all);
}

Value external_random_ordering(ExternalCall *c)
{
  Random random;
  Values all = {0};
  Value none;
  if (!start(c, &random, &none) || !call_set(c, 0, &all, &none)) return none;
  shuffle(&random, &all);
  return call_give_sequence(c, &all);
}

Value external_random_permutation(ExternalCall *c)
{
  Random random;
  Values items = {0};
  Value none;
  if (!start(c, &random, &none) || !call_sequence(c, 0, &items, &none)) return none;
  shuffle(&random, &items);
  return call_give_sequence(c, &items);
}

/* p, q, low, up: each number of low..up with the probability p/q */
Value external_random_numset(ExternalCall *c)
{
  Random random;
  Value none;
  int64_t p, q, low, up;
  if (!call_small(c, 1, 1, INT64_MAX, &q, &none) || !call_small(c, 0, 0, q, &p, &none) ||
      !call_small(c, 2, INT64_MIN, INT64_MAX, &low, &none) ||
      !call_small(c, 3, INT64_MIN, INT64_MAX, &up, &none) || !start(c, &random, &none))
    return none;
  if (up >= low && (uint64_t) up - (uint64_t) low >= c->e->options.expansion_limit)
    return engine_unknown(c->e, "a set is too large");
  Values kept = {0};
  for (int64_t i = low; i <= up && kept.len < c->e->options.expansion_limit; i++) {
    if (below(&random, (uint64_t) q) < (uint64_t) p) vec_push(&kept, value_int(c->s, i));
    if (i == INT64_MAX) break;
  }
  return ref_build(c->r, shape_element(c->result), &kept);
}

Value external_normal(ExternalCall *c)
{
  Random random;
  Value none;
  int64_t mean, sigma;
  enum { LIMIT = 1 << 30 };
  if (!call_limited(c, 0, (int64_t) LIMIT * LIMIT, &mean, &none) ||
      !call_limited(c, 1, LIMIT, &sigma, &none) || !call_small(c, 1, 0, LIMIT, &sigma, &none) ||
      !start(c, &random, &none))
    return none;
  return value_int(c->s, mean + llround(normal(&random) * (double) sigma));
}

Value external_rnormal(ExternalCall *c)
{
  Random random;
  Value none;
  if (!start(c, &random, &none)) return none;
  double mean = value_real_of(c->s, c->args[0]), sigma = value_real_of(c->s, c->args[1]);
  return call_give_real(c, mean + sigma * normal(&random));
}

Value external_rand(ExternalCall *c)
{
  Random random;
  Value none;
  if (!start(c, &random, &none)) return none;
  double low = value_real_of(c->s, c->args[0]), up = value_real_of(c->s, c->args[1]);
  return call_give_real(c, low + unit(&random) * (up - low));
}

/* ------------------------------------------------------------------------ hash */

Value external_hash(ExternalCall *c)
{
  Value v = call_expand(c, c->shapes[0], c->args[0]);
  if (value_is_none(v)) return v;
  return value_small((int64_t) (value_hash(c->s, v) & 0xFFFFFFF));
}

enum { HASH_BYTES = 20 };

/* Twenty bytes from the printed value, by XXH3.  (Other tools hash their own
 * representation of values, so that no function could give the same bytes.) */
static bool long_hash(ExternalCall *c, unsigned char *bytes, Value *none)
{
  *none = call_expand(c, c->shapes[0], c->args[0]);
  if (value_is_none(*none)) return false;
  Text text = {0};
  engine_format(c->e, &text, c->shapes[0], *none, (FormatStyle){0});
  XXH128_canonical_t front;
  XXH64_canonical_t back;
  XXH128_canonicalFromHash(&front, XXH3_128bits(text_string(&text), text.len));
  XXH64_canonicalFromHash(&back, XXH64(text_string(&text), text.len, SEED));
  static_assert(sizeof front.digest == 16 && sizeof back.digest >= HASH_BYTES - 16, "the bytes");
  memcpy(bytes, front.digest, 16);
  memcpy(bytes + 16, back.digest, HASH_BYTES - 16);
  text_free(&text);
  return true;
}

Value external_sha_hash(ExternalCall *c)
{
  unsigned char bytes[HASH_BYTES];
  Value none;
  if (!long_hash(c, bytes, &none)) return none;
  Values items = {0};
  for (int i = 0; i < HASH_BYTES; i++) vec_push(&items, value_small(bytes[i]));
  return call_give_sequence(c, &items);
}

Value external_sha_hash_hex(ExternalCall *c)
{
  unsigned char bytes[HASH_BYTES];
  Value none;
  if (!long_hash(c, bytes, &none)) return none;
  Text out = {0};
  for (int i = 0; i < HASH_BYTES; i++) text_printf(&out, "%02x", bytes[i]);
  return call_give_string(c, &out);
}
