#include "temporal/product/tally.h"

#include <assert.h>

void tallies_open(Tallies *t, uint64_t marks, const FairnessCase *fair)
{
  *t = (Tallies){.marks = marks};
  for (uint32_t i = 0; fair && i < fair->count; i++) {
    const FairnessTerm *term = &fair->terms[i];
    if (term->every) t->every = true;
    else *(term->strong ? &t->strong : &t->weak) |= UINT64_C(1) << i;
  }
  uint32_t bits = 0;
  while (bits < 64 && marks >> bits) bits++;
  t->bits = bits;
  t->direct = !t->strong && !t->weak && bits <= (t->every ? TALLY_MARK_BITS : 31);
  signatures_add(&t->sets, NULL, 0); /* TALLY_NONE */
  vec_push(&t->plain, TALLY_NONE);
}

void tallies_close(Tallies *t)
{
  signatures_free(&t->sets);
  signatures_free(&t->joined);
  vec_free(&t->joins);
  vec_free(&t->plain);
}

static Tally tally_of(Tallies *t, TallySet s)
{
  if (t->direct) {
    assert(s.instance <= TALLIES_MOST_INSTANCES);
    return (Tally) (s.instance << t->bits | (s.marks & t->marks)) + 1;
  }
  uint64_t words[] = {s.marks & t->marks, s.blocked, s.taken, s.enabled, s.instance};
  Tally plain = TALLY_NONE;
  if (s.instance) {
    s.instance = 0;
    plain = tally_of(t, s);
  }
  Tally tally = signatures_add(&t->sets, words, 5);
  if (tally == t->plain.len) vec_push(&t->plain, plain ? plain : tally);
  return tally;
}

Tally tally_edge(Tallies *t, uint64_t marks, uint64_t enabled, uint64_t taken, uint32_t instance)
{
  return tally_of(t, (TallySet){marks, enabled & ~taken & t->weak, taken & t->strong,
                                enabled & t->strong, t->every ? UINT64_C(1) + instance : 0});
}

TallySet tally_set(const Tallies *t, Tally tally)
{
  uint32_t count;
  assert(tally != TALLY_NONE);
  if (t->direct)
    return (TallySet){.marks = (tally_plain(t, tally) - 1),
                      .instance = t->every ? (tally - 1) >> t->bits : 0};
  const uint64_t *words = signatures_get(&t->sets, tally, &count);
  assert(count == 5);
  return (TallySet){words[0], words[1], words[2], words[3], words[4]};
}

static Tally join(Tallies *t, Tally a, Tally b)
{
  TallySet x = tally_set(t, a), y = tally_set(t, b);
  return tally_of(t, (TallySet){x.marks | y.marks, x.blocked & y.blocked, x.taken | y.taken,
                                x.enabled | y.enabled, 0});
}

Tally tally_join(Tallies *t, Tally a, Tally b)
{
  a = tally_plain(t, a);
  b = tally_plain(t, b);
  if (a == b || b == TALLY_NONE) return a;
  if (a == TALLY_NONE) return b;
  if (t->direct) return ((a - 1) | (b - 1)) + 1;
  uint64_t pair = (uint64_t) a << 32 | b;
  uint32_t number = signatures_add(&t->joined, &pair, 1);
  if (number == t->joins.len) {
    Tally both = join(t, a, b);
    vec_push(&t->joins, both);
  }
  return t->joins.data[number];
}

uint64_t tally_refused(const Tallies *t, Tally tally)
{
  TallySet s = tally_set(t, tally);
  return s.enabled & ~s.taken;
}

TallyVerdict tally_verdict(const Tallies *t, Tally tally)
{
  if (tally == TALLY_NONE) return TALLY_HOPELESS;
  TallySet s = tally_set(t, tally);
  if (s.marks != t->marks || s.blocked) return TALLY_HOPELESS;
  return t->every || (s.enabled & ~s.taken) ? TALLY_OPEN : TALLY_ACCEPTED;
}
