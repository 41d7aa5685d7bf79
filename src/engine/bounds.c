#include <assert.h>

#include "engine/engine.h"

typedef struct {
  Engine *engine;
  Value *number;
  bool given;
} Bound;

static void read_bound(const Bound *b, mpz_t number)
{
  value_to_mpz(b->engine->store, *b->number, number);
}

/* False if both are given and differ. */
static bool share(Bound a, Bound b)
{
  mpz_t x, y;
  mpz_inits(x, y, NULL);
  read_bound(&a, x);
  read_bound(&b, y);
  bool same = mpz_cmp(x, y) == 0;
  assert(a.engine != b.engine);
  if (!same && !b.given) *b.number = value_from_mpz(b.engine->store, x);
  else if (!same && !a.given) *a.number = value_from_mpz(a.engine->store, y);
  mpz_clears(x, y, NULL);
  return same || !a.given || !b.given;
}

bool engine_share_bounds(Engine *a, Engine *b)
{
  bool low =
      share((Bound){a, &a->minint, a->minint_is_given}, (Bound){b, &b->minint, b->minint_is_given});
  bool high =
      share((Bound){a, &a->maxint, a->maxint_is_given}, (Bound){b, &b->maxint, b->maxint_is_given});
  return low && high;
}
