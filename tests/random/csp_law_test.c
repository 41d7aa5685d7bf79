/* Laws of CSP on random processes.
 *
 *   csp_law_test [--count N] [--seed N] [--size N] [--verbose]
 *
 * Both sides of each law of csp_laws.def, with random processes, sets and events for its names, are
 * compared N times by what is seen of their steps: traces, failures and divergences, all of them.
 * The exit status is 1 if a law does not hold. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random/csp_law.h"
#include "random/csp_meaning.h"
#include "random/series.h"

enum {
  E_IN_A = 1 << 0,
  F_IN_A = 1 << 1,
  E_OUT_A = 1 << 2,
  F_OUT_A = 1 << 3,
  E_IN_B = 1 << 4,
  F_IN_B = 1 << 5,
  E_OUT_B = 1 << 6,
  E_NOT_F = 1 << 7,
  E_NOT_G = 1 << 8,
  APART = 1 << 9,
  SMOOTH_P = 1 << 10
};

typedef enum { BOTH, STRICT, STABLE } Models;

typedef struct {
  const char *name;
  Models models;
  unsigned conditions;
  const char *left, *right;
} Law;

static const Law laws[] = {
#define LAW(name, models, conditions, left, right) {#name, models, conditions, left, right},
#include "random/csp_laws.def"
#undef LAW
};
enum { LAWS = sizeof laws / sizeof *laws };

/* Do the names satisfy the conditions? */
static bool conditions_hold(const Meanings *m, const LawNames *n, unsigned conditions)
{
  uint32_t e = 1u << n->event[0], f = 1u << n->event[1], a = n->set[0], b = n->set[1];
  if (conditions & E_IN_A && !(a & e)) return false;
  if (conditions & F_IN_A && !(a & f)) return false;
  if (conditions & E_OUT_A && a & e) return false;
  if (conditions & F_OUT_A && a & f) return false;
  if (conditions & E_IN_B && !(b & e)) return false;
  if (conditions & F_IN_B && !(b & f)) return false;
  if (conditions & E_OUT_B && b & e) return false;
  if (conditions & E_NOT_F && n->event[0] == n->event[1]) return false;
  if (conditions & E_NOT_G && n->event[0] == n->event[2]) return false;
  if (conditions & APART && a & b) return false;
  if (!(conditions & SMOOTH_P)) return true;
  BehaviourFacts facts = behaviour_facts(m, n->process[0]);
  return !facts.too_large && !facts.divergence;
}

static void random_names(World *world, LawNames *names, uint32_t size)
{
  for (int i = 0; i < 3; i++) {
    names->process[i] =
        world_actual(world, world_process(world, (int) world_random(world, size + 1)));
    names->event[i] = world_random(world, world->events);
  }
  for (int i = 0; i < 2; i++) names->set[i] = world_random(world, 1u << world->events);
}

static void show(const Meanings *m, const Law *law, const LawNames *names, const Difference *d)
{
  Text text = {0};
  text_printf(&text, "law %s (%s): %s = %s\n", law->name, m->strict ? "strict" : "stable",
              law->left, law->right);
  for (int i = 0; i < 3; i++) {
    text_printf(&text, "  %c = ", "PQR"[i]);
    world_print(m->world, &text, names->process[i]);
    text_printf(&text, "   %c = %c\n", "efg"[i], 'a' + (int) names->event[i]);
  }
  text_printf(&text, "  A = %u, B = %u (bits)\n  left:  ", names->set[0], names->set[1]);
  meaning_print(m, &text, d->trace, d->left);
  text_add(&text, "\n  right: ");
  meaning_print(m, &text, d->trace, d->right);
  puts(text_string(&text));
  text_free(&text);
}

/* One trial. */
static BehaviourAnswer try_law(Meanings *m, const Law *law, const LawNames *names)
{
  Datum left = law_process(m->world, names, law->left);
  Datum right = law_process(m->world, names, law->right);
  BehaviourAnswer all = BEHAVIOUR_HOLDS;
  for (int strict = 0; strict < 2 && all == BEHAVIOUR_HOLDS; strict++) {
    if (law->models == (strict ? STABLE : STRICT)) continue;
    Difference difference = {0};
    m->strict = strict;
    all = behaviour_compare(m, RELATION_EQUAL, left, right, &difference);
    if (all == BEHAVIOUR_DIFFERS) show(m, law, names, &difference);
  }
  return all;
}

typedef struct {
  uint64_t trials, unknown;
  bool holds;
} Tried;

static Tried try_often(const Law *law, const Series *series, uint64_t seed)
{
  Tried tried = {.holds = true};
  World *world = world_new(WORLD_MOST_EVENTS, seed);
  Arena *arena = arena_new();
  Meanings m;
  meanings_begin(&m, world, arena, 1);
  world->calls = true;
  while (tried.holds && tried.trials < series->count) {
    LawNames names;
    ArenaMark mark = arena_mark(arena);
    random_names(world, &names, (uint32_t) series->size);
    if (conditions_hold(&m, &names, law->conditions)) {
      BehaviourAnswer answer = try_law(&m, law, &names);
      tried.trials++;
      tried.unknown += answer == BEHAVIOUR_TOO_LARGE;
      tried.holds = answer != BEHAVIOUR_DIFFERS;
    }
    arena_release(arena, mark);
  }
  arena_free(arena);
  world_free(world);
  return tried;
}

int main(int argc, char **argv)
{
  Series series = {.count = 100, .seed = 1, .size = 4};
  for (int i = 1; i < argc; i++)
    if (!series_take(&series, argc, argv, &i)) {
      fprintf(stderr, "usage: csp_law_test [--count N] [--seed N] [--size N] [--verbose]\n");
      return 2;
    }
  unsigned failed = 0;
  for (unsigned i = 0; i < LAWS; i++) {
    Tried tried = try_often(&laws[i], &series, series.seed * 1000003 + i);
    if (series.verbose)
      printf("%-36s %llu trials, %llu too large\n", laws[i].name, (unsigned long long) tried.trials,
             (unsigned long long) tried.unknown);
    failed += !tried.holds || 2 * tried.unknown > tried.trials;
    if (2 * tried.unknown > tried.trials) printf("law %s: too large, mostly\n", laws[i].name);
  }
  printf("%u passed, %u failed\n", LAWS - failed, failed);
  return failed ? 1 : 0;
}
