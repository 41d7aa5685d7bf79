/* value_bench: how many million operations a second the values reach, on one core.
 *   cmake --build build/release --target value_bench && build/release/value_bench */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "value/fast.h"

enum { OPERANDS = 1024, ROUNDS = 20000 };

static double seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static uint64_t next_random(uint64_t *seed)
{
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  *seed ^= *seed << 17;
  return *seed >> 11;
}

static void report(const char *what, double operations, double start, uint64_t sum)
{
  double used = seconds() - start;
  printf("%-44s %9.1f M/s   (check %016llx)\n", what, operations / used / 1e6,
         (unsigned long long) sum);
}

/* Runs `expression` on pairs of operands a, b of the two lists. */
#define MEASURE(what, rounds, as, bs, expression) \
  do { \
    uint64_t sum = 0; \
    double start = seconds(); \
    for (uint32_t round = 0; round < (rounds); round++) \
      for (uint32_t i = 0; i < OPERANDS; i++) { \
        Value a = (as)[i], b = (bs)[(i + round) % OPERANDS]; \
        sum = sum * 3 + (expression); \
      } \
    report(what, (double) (rounds) *OPERANDS, start, sum); \
  } while (0)

static void immediates(Store *s, ShapeTable *shapes)
{
  static Value sets[OPERANDS], atoms[OPERANDS], ints[OPERANDS], pairs[OPERANDS];
  static const char one, two;
  const Shape *given = shape_given(shapes, &one, "S", NULL, 60);
  const Shape *few = shape_given(shapes, &two, "T", NULL, 7);
  const Shape *relation = shape_pair(shapes, few, few);
  uint64_t seed = 1;
  for (int i = 0; i < OPERANDS; i++) {
    sets[i] = value_bits((next_random(&seed) & next_random(&seed)) >> 4);
    atoms[i] = value_atom(next_random(&seed) % 49);
    ints[i] = value_small((int64_t) (next_random(&seed) >> 8));
    pairs[i] = value_at(s, relation, next_random(&seed) % 49);
  }
  MEASURE("union of immediate sets", ROUNDS, sets, sets, fast_union(s, given, a, b).word);
  MEASURE("difference of immediate sets", ROUNDS, sets, sets, fast_difference(s, given, a, b).word);
  MEASURE("membership of atoms", ROUNDS, atoms, sets, fast_member(s, given, a, b));
  MEASURE("membership of pairs of atoms", ROUNDS, pairs, sets, fast_member(s, relation, a, b));
  MEASURE("pair of atoms", ROUNDS, atoms, atoms, fast_pair(s, a, b).word);
  MEASURE("first of a pair", ROUNDS, pairs, pairs, fast_first(s, a).word + b.word);
  MEASURE("integer addition", ROUNDS, ints, ints, fast_int_add(s, a, b).word);
  MEASURE(
      "integer multiplication", ROUNDS, atoms, atoms,
      fast_int_multiply(s, (Value){a.word & ~UINT64_C(7)}, (Value){b.word & ~UINT64_C(7)}).word);
}

static void interned(Store *s, ShapeTable *shapes)
{
  static Value sets[OPERANDS], dense[OPERANDS], atoms[OPERANDS], seqs[OPERANDS];
  static const char origin;
  const Shape *given = shape_given(shapes, &origin, "U", NULL, 300);
  const Shape *integer = shape_integer(shapes);
  uint64_t seed = 1;
  for (int i = 0; i < OPERANDS; i++) {
    Value list[16], ints[16];
    for (int k = 0; k < 16; k++) {
      list[k] = value_atom(next_random(&seed) % 300);
      ints[k] = value_small((int64_t) (next_random(&seed) % 200));
    }
    sets[i] = set_build(s, given, list, 16);
    dense[i] = set_build(s, integer, ints, 16);
    seqs[i] = seq_build(s, list, 8);
    atoms[i] = list[0];
  }
  const uint32_t rounds = ROUNDS / 100;
  StoreMark mark = store_mark(s);
  MEASURE("union of bit sets (300), interned", rounds, sets, sets, set_union(s, given, a, b).word);
  store_release(s, mark, VALUE_UNDEFINED);
  MEASURE("union of integer sets (200), interned", rounds, dense, dense,
          set_union(s, integer, a, b).word);
  store_release(s, mark, VALUE_UNDEFINED);
  MEASURE("membership in bit sets (300)", rounds, atoms, sets, set_member(s, given, a, b));
  MEASURE("pair of sequences, interned", rounds, seqs, seqs, value_pair(s, a, b).word);
  store_release(s, mark, VALUE_UNDEFINED);
  MEASURE("compare sequences", rounds, seqs, seqs, (uint64_t) value_compare(s, a, b));
  MEASURE(
      "mark, pair, release", rounds, seqs, seqs,
      (mark = store_mark(s), value_pair(s, a, b), store_release(s, mark, VALUE_UNDEFINED).word));
}

static void large_sets(Store *s, ShapeTable *shapes)
{
  enum { COUNT = 1000000 };
  const Shape *integer = shape_integer(shapes), *pair = shape_pair(shapes, integer, integer);
  Value *list = malloc(COUNT * sizeof *list), set[2];
  if (!list) abort();
  uint64_t seed = 1;
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < COUNT; i++)
      list[i] = value_pair(s, value_small((int64_t) (next_random(&seed) % 100000)),
                           value_small((int64_t) (next_random(&seed) % 100000)));
    double start = seconds();
    set[k] = set_build(s, pair, list, COUNT);
    report("building a set of 1,000,000 pairs, elements", COUNT, start, set_card(s, set[k]));
  }
  double start = seconds();
  Value both = set_union(s, pair, set[0], set[1]);
  report("union of two such sets, elements", 2.0 * COUNT, start, set_card(s, both));
  free(list);
}

int main(void)
{
  Arena *arena = arena_new();
  ShapeTable *shapes = shapes_new(arena);
  Store *store = store_new();
  immediates(store, shapes);
  interned(store, shapes);
  large_sets(store, shapes);
  store_free(store);
  shapes_free(shapes);
  arena_free(arena);
  return 0;
}
