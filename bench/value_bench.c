/* value_bench: how many million operations a second the values reach, on one core.
 *   cmake --build build/release --target value_bench
 *   build/release/value_bench [--bless] [TEXT]      -- only the cases whose name contains TEXT
 * Each case runs several times; the median of its CPU times counts.  The last columns are
 * the bar that a case must reach, if there is one, and the ratio to the baseline of
 * bench/value_baseline.tsv, which was taken on one machine: above 1 is faster.  --bless
 * makes these figures the baseline.  Exit status 1 if a bar is missed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "value/fast.h"
#include "value/sequence.h"

#ifndef BASELINE
#define BASELINE "bench/value_baseline.tsv"
#endif

enum { OPERANDS = 1024, REPEATS = 5, CASES = 128 };

/* ---- measuring ---- */

typedef struct {
  char name[64];
  double figure;
} Entry;

typedef struct {
  const char *filter;
  Entry baseline[CASES], results[CASES];
  uint32_t baseline_count, count;
  double times[REPEATS], start;
  uint32_t repeat;
  uint64_t check; /* so that no work is optimised away */
  bool missed;
} Bench;

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

static int by_size(const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static void report(Bench *b, const char *name, double figure, const char *unit, double bar)
{
  bool missed = bar > 0 && figure < bar;
  printf("%-44s %9.1f %s", name, figure, unit);
  if (bar > 0) printf("   bar %5.0f%s", bar, missed ? " MISSED" : "");
  for (uint32_t i = 0; i < b->baseline_count; i++)
    if (!strcmp(b->baseline[i].name, name)) printf("   x%.2f", figure / b->baseline[i].figure);
  putchar('\n');
  fflush(stdout);
  b->missed |= missed;
  if (b->count == CASES) abort();
  snprintf(b->results[b->count].name, sizeof b->results->name, "%s", name);
  b->results[b->count++].figure = figure;
}

static bool wanted(Bench *b, const char *name) { return !b->filter || strstr(name, b->filter); }

static bool start_run(Bench *b)
{
  if (b->repeat == REPEATS) return false;
  b->start = seconds();
  return true;
}

/* The end of one of the REPEATS runs of a case. */
static void end_run(Bench *b, const char *name, double operations, double bar)
{
  b->times[b->repeat++] = seconds() - b->start;
  if (b->repeat < REPEATS) return;
  qsort(b->times, REPEATS, sizeof *b->times, by_size);
  report(b, name, operations / b->times[REPEATS / 2] / 1e6, "M/s", bar);
}

/* Runs a statement again and again and measures it as so many operations. */
#define CASE(b, name, bar, operations, ...) \
  for ((b)->repeat = wanted(b, name) ? 0 : REPEATS; start_run(b); \
       end_run(b, name, (double) (operations), bar)) { \
    __VA_ARGS__; \
  }

/* Runs `expression` on pairs of operands x, y of the two lists. */
#define PAIRWISE(b, name, bar, rounds, xs, ys, expression) \
  CASE(b, name, bar, (double) (rounds) *OPERANDS, { \
    uint64_t sum = 0; \
    for (uint32_t round = 0; round < (rounds); round++) \
      for (uint32_t i = 0; i < OPERANDS; i++) { \
        Value x = (xs)[i], y = (ys)[(i + round) % OPERANDS]; \
        sum = sum * 3 + (expression); \
      } \
    (b)->check += sum; \
  })

/* ---- words ---- */

static void immediates(Bench *b, Store *s, ShapeTable *shapes)
{
  static Value sets[OPERANDS], atoms[OPERANDS], ints[OPERANDS], pairs[OPERANDS];
  static const char one, two;
  enum { ROUNDS = 10000 };
  const Shape *given = shape_given(shapes, &one, "S", NULL, 60);
  const Shape *few = shape_given(shapes, &two, "T", NULL, 7);
  const Shape *pair = shape_pair(shapes, few, few);
  uint64_t seed = 1;
  for (int i = 0; i < OPERANDS; i++) {
    sets[i] = value_bits((next_random(&seed) & next_random(&seed)) >> 4);
    atoms[i] = value_atom(next_random(&seed) % 49);
    ints[i] = value_small((int64_t) (next_random(&seed) >> 8));
    pairs[i] = value_at(s, pair, next_random(&seed) % 49);
  }
  PAIRWISE(b, "union of immediate sets", 100, ROUNDS, sets, sets, fast_union(s, given, x, y).word);
  PAIRWISE(b, "difference of immediate sets", 100, ROUNDS, sets, sets,
           fast_difference(s, given, x, y).word);
  PAIRWISE(b, "membership of atoms", 100, ROUNDS, atoms, sets, fast_member(s, given, x, y));
  PAIRWISE(b, "membership of pairs of atoms", 100, ROUNDS, pairs, sets, fast_member(s, pair, x, y));
  PAIRWISE(b, "pair of atoms", 0, ROUNDS, atoms, atoms, fast_pair(s, x, y).word);
  PAIRWISE(b, "first of a pair", 0, ROUNDS, pairs, pairs, fast_first(s, x).word + y.word);
  PAIRWISE(b, "integer addition", 0, ROUNDS, ints, ints, fast_int_add(s, x, y).word);
  PAIRWISE(
      b, "integer multiplication", 0, ROUNDS, atoms, atoms,
      fast_int_multiply(s, (Value){x.word & ~UINT64_C(7)}, (Value){y.word & ~UINT64_C(7)}).word);
}

static uint64_t applied(Store *s, const Shape *pair, Value f, Value x)
{
  Value y = VALUE_UNDEFINED;
  return (uint64_t) fast_apply(s, pair, f, x, &y) + y.word;
}

static void immediate_relations(Bench *b, Store *s, ShapeTable *shapes, uint64_t rows,
                                uint64_t columns)
{
  static Value relations[OPERANDS], functions[OPERANDS], xs[OPERANDS], ys[OPERANDS], sets[OPERANDS];
  static const char origins[64];
  enum { ROUNDS = 3000 };
  const Shape *from = shape_given(shapes, &origins[rows], "R", NULL, rows);
  const Shape *to = shape_given(shapes, &origins[columns], "C", NULL, columns);
  const Shape *pair = shape_pair(shapes, from, to), *inverse = shape_pair(shapes, to, from);
  uint64_t seed = 1, all = (UINT64_C(1) << rows * columns) - 1;
  for (int i = 0; i < OPERANDS; i++) {
    uint64_t f = 0;
    for (uint64_t k = 0; k < rows; k++)
      f |= UINT64_C(1) << (k * columns + next_random(&seed) % columns);
    functions[i] = value_bits(f);
    relations[i] = value_bits((next_random(&seed) << 11 ^ next_random(&seed)) & all);
    xs[i] = value_atom(next_random(&seed) % rows);
    ys[i] = value_atom(next_random(&seed) % columns);
    sets[i] = value_bits(next_random(&seed) & ((UINT64_C(1) << rows) - 1));
  }
#define NAMED(text) \
  (snprintf(name, sizeof name, "%s, %dx%d", text, (int) rows, (int) columns), name)
  char name[64];
  PAIRWISE(b, NAMED("f(x)"), 30, ROUNDS, functions, xs, applied(s, pair, x, y));
  PAIRWISE(b, NAMED("f <+ {x|->y}"), 30, ROUNDS, functions, xs,
           fast_update(s, pair, x, y, ys[i]).word);
  PAIRWISE(b, NAMED("r[S]"), 30, ROUNDS, relations, sets, fast_image(s, pair, x, y).word);
  PAIRWISE(b, NAMED("r~"), 30, ROUNDS, relations, xs,
           fast_inverse(s, pair, inverse, x).word + y.word);
  PAIRWISE(b, NAMED("dom(r)"), 30, ROUNDS, relations, xs, fast_domain(s, pair, x).word + y.word);
  PAIRWISE(b, NAMED("ran(r)"), 30, ROUNDS, relations, xs, fast_range(s, pair, x).word + y.word);
  PAIRWISE(b, NAMED("f : R --> C"), 0, ROUNDS, functions, xs,
           rel_obeys(s, pair, x, value_bits((UINT64_C(1) << rows) - 1),
                     value_bits((UINT64_C(1) << columns) - 1),
                     (RelDemands){.functional = true, .total = true}) +
               y.word);
  if (rows != columns) return;
  PAIRWISE(b, NAMED("(r ; r)"), 0, ROUNDS / 4, relations, relations,
           rel_compose(s, pair, pair, pair, x, y, 1000).word);
  PAIRWISE(b, NAMED("closure1(f)"), 0, ROUNDS / 4, functions, xs,
           rel_closure1(s, pair, x, 1000).word + y.word);
}

/* ---- interned sets ---- */

static void interned(Bench *b, Store *s, ShapeTable *shapes)
{
  static Value sets[OPERANDS], dense[OPERANDS], atoms[OPERANDS], seqs[OPERANDS];
  static const char origin;
  enum { ROUNDS = 200 };
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
  StoreMark mark = store_mark(s);
  PAIRWISE(b, "union of bit sets (300), interned", 0, ROUNDS, sets, sets,
           set_union(s, given, x, y).word);
  store_release(s, mark, VALUE_UNDEFINED);
  PAIRWISE(b, "union of integer sets (200), interned", 0, ROUNDS, dense, dense,
           set_union(s, integer, x, y).word);
  store_release(s, mark, VALUE_UNDEFINED);
  PAIRWISE(b, "membership in bit sets (300)", 0, ROUNDS, atoms, sets, set_member(s, given, x, y));
  PAIRWISE(b, "pair of sequences, interned", 0, ROUNDS, seqs, seqs, value_pair(s, x, y).word);
  store_release(s, mark, VALUE_UNDEFINED);
  PAIRWISE(b, "compare sequences", 0, ROUNDS, seqs, seqs, (uint64_t) value_compare(s, x, y));
  PAIRWISE(
      b, "mark, pair, release", 0, ROUNDS, seqs, seqs,
      (mark = store_mark(s), value_pair(s, x, y), store_release(s, mark, VALUE_UNDEFINED).word));
}

/* Sets that grow and shrink by one element, as they do in states: of integers, of pairs
 * that are nodes, of records. */
static void sets_in_states(Bench *b, Store *s, ShapeTable *shapes)
{
  enum { STEPS = 1 << 17, KINDS = 4, POOL = 64, LARGE = 1000 };
  static const char origin;
  static const char *const what[KINDS] = {"set of 20 integers", "set of 20 large integers",
                                          "set of 20 pairs with sets", "set of 20 records"};
  static const char *const fields[] = {"a", "b"};
  const Shape *integer = shape_integer(shapes), *ints = shape_set(shapes, integer);
  const Shape *given = shape_given(shapes, &origin, "M", NULL, 50);
  const Shape *elements[KINDS] = {
      integer, integer, shape_pair(shapes, given, ints),
      shape_record(shapes, fields, (const Shape *[]){integer, given}, 2)};
  for (uint32_t k = 0; k < KINDS; k++) {
    Value pool[LARGE];
    char name[64];
    for (uint32_t i = 0; i < LARGE; i++) {
      Value n = value_small(i), atom = value_atom(i % 50);
      Value set = set_interval(s, value_small(-1), n);
      pool[i] = k == 0   ? value_small(i % 61)
                : k == 1 ? value_small(i * INT64_C(1000))
                : k == 2 ? value_pair(s, atom, set)
                         : value_record(s, (Value[]){n, atom}, 2);
    }
    snprintf(name, sizeof name, "%s: add, remove", what[k]);
    StoreMark mark = store_mark(s);
    CASE(b, name, 0, 2 * STEPS, {
      Value v = VALUE_EMPTY_SET;
      for (uint32_t i = 0; i < STEPS; i++) {
        v = set_add(s, elements[k], v, pool[i * 7 % POOL]);
        if (i >= 20) v = set_remove(s, elements[k], v, pool[(i - 20) * 7 % POOL]);
      }
      b->check += set_card(s, v);
      store_release(s, mark, VALUE_UNDEFINED);
    });
    if (k == 0) continue;
    Value copy[LARGE];
    memcpy(copy, pool, sizeof copy);
    Value all = set_build(s, elements[k], copy, LARGE);
    mark = store_mark(s);
    snprintf(name, sizeof name, "%.*s1000%s: remove", 7, what[k], what[k] + 9);
    CASE(b, name, 0, STEPS / 16, {
      for (uint32_t i = 0; i < STEPS / 16; i++)
        b->check += set_remove(s, elements[k], all, pool[i * 7 % LARGE]).word;
      store_release(s, mark, VALUE_UNDEFINED);
    });
  }
}

static void queues(Bench *b, Store *s)
{
  enum { STEPS = 1 << 17 };
  StoreMark mark = store_mark(s);
  for (uint32_t length = 5; length <= 50; length *= 10) {
    char name[64];
    snprintf(name, sizeof name, "queue of %u: append, tail", length);
    CASE(b, name, 0, 2 * STEPS, {
      Value v = VALUE_EMPTY_SET;
      for (uint32_t i = 0; i < STEPS; i++) {
        v = seq_append(s, v, value_small(i % 10));
        if (i >= length) v = seq_tail(s, v);
      }
      b->check += seq_size(s, v);
      store_release(s, mark, VALUE_UNDEFINED);
    });
  }
}

/* ---- functions as they are in states ---- */

typedef struct {
  const char *what;
  const Shape *pair;
  uint64_t size; /* of the domain */
  int64_t first; /* of the domain, if it is integers */
  uint64_t values;
} Fun;

static Value fun_value(const Shape *shape, int64_t n)
{
  return shape->kind == SHAPE_INTEGER ? value_small(n) : value_atom((uint64_t) n);
}

static Value fun_argument(const Fun *f, uint64_t random)
{
  return fun_value(f->pair->args[0], f->first + (int64_t) (random % f->size));
}

static Value fun_result(const Fun *f, uint64_t random)
{
  return fun_value(f->pair->args[1], (int64_t) (random % f->values));
}

/* f(x); f <+ {x|->y} from one state to the next: of a few thousand values that all
 * exist, and of values that are all new, dropped now and then as states are. */
static void function_in_state(Bench *b, Store *s, const Fun *f)
{
  enum { STEPS = 1 << 17, LIVE = 4096, KEPT = 256 };
  static Value live[LIVE];
  char name[64];
  uint64_t seed = 1;
  Value list[256];
  for (uint64_t i = 0; i < f->size; i++)
    list[i] = value_pair(s, fun_argument(f, i), fun_result(f, next_random(&seed)));
  Value start = set_build(s, f->pair, list, f->size), v = start;
  for (uint32_t i = 0; i < LIVE; i++) {
    uint64_t r = next_random(&seed);
    live[i] = v = rel_update(s, f->pair, v, fun_argument(f, r), fun_result(f, r >> 20));
  }
  snprintf(name, sizeof name, "%s f(x)", f->what);
  CASE(b, name, 0, STEPS, {
    for (uint32_t i = 0; i < STEPS; i++)
      b->check += applied(s, f->pair, live[i % LIVE], fun_argument(f, i * UINT64_C(7919)));
  });
  snprintf(name, sizeof name, "%s f <+ {x|->y}, hit", f->what);
  uint64_t walk = 0;
  CASE(b, name, 0, STEPS, {
    walk = 1;
    v = start;
    for (uint32_t i = 0; i < STEPS; i++) {
      if (i % LIVE == 0) walk = 1, v = start;
      uint64_t r = next_random(&walk);
      v = rel_update(s, f->pair, v, fun_argument(f, r), fun_result(f, r >> 20));
    }
    b->check += v.word;
  });
  snprintf(name, sizeof name, "%s f <+ {x|->y}, new", f->what);
  walk = 99;
  StoreMark mark = store_mark(s);
  CASE(b, name, 0, STEPS, {
    v = start;
    for (uint32_t i = 0; i < STEPS; i++) {
      uint64_t r = next_random(&walk);
      v = rel_update(s, f->pair, v, fun_argument(f, r), fun_result(f, r >> 20));
      if (i % KEPT == 0) store_release(s, mark, VALUE_UNDEFINED), v = start;
    }
    b->check += v.word;
    store_release(s, mark, VALUE_UNDEFINED);
  });
}

static void functions_in_states(Bench *b, Store *s, ShapeTable *shapes)
{
  static const char origins[2];
  const Shape *integer = shape_integer(shapes), *boolean = shape_bool(shapes);
  const Shape *twenty = shape_given(shapes, &origins[0], "S", NULL, 20);
  const Shape *hundred = shape_given(shapes, &origins[1], "T", NULL, 100);
  const Fun functions[] = {
      {"1..8 --> 0..9", shape_pair(shapes, integer, integer), 8, 1, 10},
      {"1..32 --> 0..9", shape_pair(shapes, integer, integer), 32, 1, 10},
      {"1..100 --> 0..9", shape_pair(shapes, integer, integer), 100, 1, 10},
      {"1..100 --> 0..10000", shape_pair(shapes, integer, integer), 100, 1, 10001},
      {"1..100 --> BOOL", shape_pair(shapes, integer, boolean), 100, 1, 2},
      {"0..31 --> 0..9", shape_pair(shapes, integer, integer), 32, 0, 10},
      {"S(20) --> 0..9", shape_pair(shapes, twenty, integer), 20, 0, 10},
      {"S(20) --> S(20)", shape_pair(shapes, twenty, twenty), 20, 0, 20},
      {"S(20) --> T(100)", shape_pair(shapes, twenty, hundred), 20, 0, 100},
      {"T(100) --> BOOL", shape_pair(shapes, hundred, boolean), 100, 0, 2},
      {"T(100) --> T(100)", shape_pair(shapes, hundred, hundred), 100, 0, 100},
  };
  for (uint32_t i = 0; i < sizeof functions / sizeof *functions; i++)
    function_in_state(b, s, &functions[i]);
}

/* ---- large relations ---- */

static void large_relations(Bench *b, Store *s, ShapeTable *shapes)
{
  enum { COUNT = 1000000 };
  const Shape *integer = shape_integer(shapes), *pair = shape_pair(shapes, integer, integer);
  Value *list = malloc(COUNT * sizeof *list), set[2], *copy = malloc(COUNT * sizeof *copy);
  if (!list || !copy) abort();
  uint64_t seed = 1;
  size_t before = store_bytes(s);
  if (!wanted(b, "1M pairs:")) return;
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < COUNT; i++)
      list[i] = value_pair(s, value_small((int64_t) (next_random(&seed) % COUNT)),
                           value_small((int64_t) (next_random(&seed) % COUNT)));
    memcpy(copy, list, COUNT * sizeof *list);
    set[k] = set_build(s, pair, copy, COUNT);
  }
  report(b, "1M pairs: bytes a pair", (double) (store_bytes(s) - before) / 2 / COUNT, "B", 0);
  Value few[1000], ints = set_interval(s, value_small(1), value_small(COUNT / 2));
  for (int i = 0; i < 1000; i++) few[i] = value_small((int64_t) (next_random(&seed) % COUNT));
  Value some = set_build(s, integer, few, 1000);
  StoreMark mark = store_mark(s);
#define LARGE(name, expression) \
  CASE(b, name, 0, COUNT, { \
    b->check += (expression).word; \
    store_release(s, mark, VALUE_UNDEFINED); \
  })
  LARGE("1M pairs: build",
        (memcpy(copy, list, COUNT * sizeof *list), set_build(s, pair, copy, COUNT)));
  LARGE("1M pairs: union", set_union(s, pair, set[0], set[1]));
  LARGE("1M pairs: r[1..500000]", rel_image(s, pair, set[0], ints));
  LARGE("1M pairs: r[1000 elements]", rel_image(s, pair, set[0], some));
  LARGE("1M pairs: dom(r)", rel_domain(s, pair, set[0]));
  LARGE("1M pairs: r~", rel_inverse(s, pair, pair, set[0]));
  LARGE("1M pairs: (r ; q)", rel_compose(s, pair, pair, pair, set[0], set[1], 100 * COUNT));
  LARGE("1M pairs: r <+ q", rel_override(s, pair, set[0], set[1]));
  LARGE("1M pairs: r <+ {x|->y}", rel_update(s, pair, set[0], few[0], few[1]));
  /* A sparse relation whose closure is about three times its size. */
  for (int i = 0; i < COUNT; i++)
    list[i] = value_pair(s, value_small(i), value_small(i % 6 == 5 ? i : i + 1));
  Value chains = set_build(s, pair, list, COUNT);
  mark = store_mark(s);
  report(b, "1M pairs: pairs of the closure of chains",
         (double) set_card(s, rel_closure1(s, pair, chains, 100 * COUNT)) / 1e6, "M", 0);
  LARGE("1M pairs: closure1(chains)", rel_closure1(s, pair, chains, 100 * COUNT));
  free(copy);
  free(list);
}

/* ---- the program ---- */

static void read_baseline(Bench *b)
{
  FILE *file = fopen(BASELINE, "r");
  char line[256];
  while (file && fgets(line, sizeof line, file)) {
    char *tab = strchr(line, '\t');
    if (line[0] == '#' || !tab || b->baseline_count == CASES) continue;
    Entry *e = &b->baseline[b->baseline_count++];
    snprintf(e->name, sizeof e->name, "%.*s", (int) (tab - line), line);
    e->figure = strtod(tab + 1, NULL);
  }
  if (file) fclose(file);
}

static void write_baseline(const Bench *b)
{
  FILE *file = fopen(BASELINE, "w");
  if (!file) return;
  fputs("# Written by value_bench --bless.\n# case\tmillion a second (or as its name says)\n",
        file);
  for (uint32_t i = 0; i < b->count; i++)
    fprintf(file, "%s\t%.2f\n", b->results[i].name, b->results[i].figure);
  fclose(file);
}

int main(int argc, char **argv)
{
  static Bench b;
  bool bless = argc > 1 && !strcmp(argv[1], "--bless");
  if (argc > 1 + bless) b.filter = argv[1 + bless];
  read_baseline(&b);
  Arena *arena = arena_new();
  ShapeTable *shapes = shapes_new(arena);
  Store *store = store_new();
  immediates(&b, store, shapes);
  immediate_relations(&b, store, shapes, 7, 7);
  immediate_relations(&b, store, shapes, 3, 20);
  immediate_relations(&b, store, shapes, 20, 3);
  interned(&b, store, shapes);
  sets_in_states(&b, store, shapes);
  queues(&b, store);
  functions_in_states(&b, store, shapes);
  large_relations(&b, store, shapes);
  StoreFigures figures = store_figures(store);
  if (!b.filter)
    report(&b, "interned values that were there already",
           100.0 * (double) figures.hits / (double) figures.lookups, "% ", 0);
  if (bless && !b.filter) write_baseline(&b);
  printf("check %016llx\n", (unsigned long long) b.check);
  store_free(store);
  shapes_free(shapes);
  arena_free(arena);
  return b.missed;
}
