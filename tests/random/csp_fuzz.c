/* Random processes of CSP: their steps against the definitions of the operators.
 *
 *   csp_fuzz [--count N] [--seed N] [--size N] [--only N] [--verbose]
 *
 * Of each process the traces, failures and divergences are computed by definition, from those of
 * its operands (csp_meaning.h), and by following its steps.  They must be the same, in the stable
 * model and in the strict one, up to a length.  Its text, read and evaluated, must be the same
 * process.  Of it and another one the checks of the program (refinement, deadlocks, divergence,
 * determinism) are asked what the definitions answer, too (csp_verdicts.h).  Some have processes
 * inside that are defined by recursion, or compressions; chase and deter stand around deterministic
 * processes, which they do not change.  Priorities are about steps: of these the verdicts alone are
 * compared.
 *
 * Process number n depends on the seed and n alone.  The first difference is made smaller and
 * shown; the exit status is then 1. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random/csp_meaning.h"
#include "random/csp_verdicts.h"
#include "random/series.h"

enum { CASES_OF_A_WORLD = 50 };

typedef struct {
  Series series;
  uint64_t unknown, known, diverging, ending, infinite; /* processes */
  uint64_t asked, held;                                 /* verdicts */
} Run;

/* Does what is seen differ from what is meant?  Then it is said where, in `text`. */
static bool differs(Meanings *m, Datum process, Text *text, int *bound, Cell *top)
{
  for (int strict = 0; strict < 2; strict++) {
    m->strict = strict;
    m->effort = 0;
    Meaning meant = meaning_of(m, process);
    *bound = meant.bound;
    if (meant.bound < 0) return false;
    Meaning seen = behaviour_of(m, world_actual(m->world, process), meant.bound);
    if (seen.bound < 0) return *bound = -1, false;
    *top = meant.cells[0];
    uint32_t s = meaning_difference(m, meant.cells, seen.cells, meant.bound);
    if (s == UINT32_MAX) continue;
    text_printf(text, "%s model\n  by definition: ", strict ? "strict" : "stable");
    meaning_print(m, text, s, meant.cells[s]);
    text_add(text, "\n  by steps:      ");
    meaning_print(m, text, s, seen.cells[s]);
    return true;
  }
  return false;
}

static bool try_process(Meanings *m, Datum process, Text *text)
{
  ArenaMark mark = arena_mark(m->arena);
  int bound;
  Cell top;
  text_clear(text);
  bool found = differs(m, process, text, &bound, &top);
  arena_release(m->arena, mark);
  return found;
}

/* Puts an operand in place of the process, or something simple in place of an operand, as long as
 * there is a difference. */
static bool shrink(Meanings *m, Datum *process, Text *text)
{
  World *world = m->world;
  uint32_t count = datum_count(world->pool, *process);
  const Datum *parts = datum_parts(world->pool, *process);
  for (uint32_t i = 0; i < count; i++)
    if (datum_is(parts[i], DATUM_PROCESS) && try_process(m, parts[i], text))
      return *process = parts[i], true;
  for (uint32_t i = 0; i < count; i++) {
    if (!datum_is(parts[i], DATUM_PROCESS)) continue;
    Datum smaller[4] = {world_term(world, TERM_STOP, NULL, 0),
                        world_term(world, TERM_SKIP, NULL, 0)};
    uint32_t choices = 2;
    for (uint32_t k = 0; k < datum_count(world->pool, parts[i]) && choices < 4; k++)
      if (datum_is(datum_part(world->pool, parts[i], k), DATUM_PROCESS))
        smaller[choices++] = datum_part(world->pool, parts[i], k);
    if (datum_tag(world->pool, parts[i]) <= TERM_SKIP) choices = 0;
    for (uint32_t k = 0; k < choices; k++) {
      Datum others[8];
      memcpy(others, parts, count * sizeof *others);
      others[i] = smaller[k];
      Datum less = world_term(world, (TermKind) datum_tag(world->pool, *process), others, count);
      if (try_process(m, less, text)) return *process = less, true;
    }
  }
  return false;
}

static void show_difference(Meanings *m, uint64_t number, Datum process)
{
  Text text = {0}, shown = {0};
  while (shrink(m, &process, &text)) continue;
  try_process(m, process, &text);
  world_print(m->world, &shown, process);
  printf("process %llu, made smaller: %s\n%s\n", (unsigned long long) number, text_string(&shown),
         text_string(&text));
  text_free(&text);
  text_free(&shown);
}

static void count_case(Run *run, int bound, Cell top, uint32_t longest)
{
  if (bound < 0) {
    run->unknown++;
    return;
  }
  run->known++;
  run->diverging += top.diverges;
  run->ending += top.tick;
  run->infinite += bound < (int) longest;
}

/* Another process that has much in common with P. */
static Datum relative(World *world, Datum p)
{
  Datum q = world_process(world, 3);
  switch (world_random(world, 5)) {
  case 0: return q;
  case 1: return WORLD_TERM(world, TERM_INTERNAL, p, q);
  case 2: return WORLD_TERM(world, TERM_INTERNAL, q, p, world_term(world, TERM_STOP, NULL, 0));
  case 3: return WORLD_TERM(world, TERM_SLIDING, p, p);
  default: return WORLD_TERM(world, TERM_EXTERNAL, p, q);
  }
}

static bool ask_verdicts(Run *run, Meanings *m, uint64_t number, Datum p)
{
  Datum q = relative(m->world, p);
  Text text = {0};
  bool other = world_random(m->world, 2);
  Datum first = world_actual(m->world, other ? q : p),
        second = world_actual(m->world, other ? p : q);
  bool well = verdicts_agree(m, first, second, &text, &run->asked, &run->held);
  if (!well) {
    Text shown = {0};
    world_print(m->world, &shown, other ? p : q);
    printf("process %llu: %s\n  for %s\n", (unsigned long long) number, text_string(&text),
           text_string(&shown));
    text_clear(&shown);
    world_print(m->world, &shown, other ? q : p);
    printf("  and %s\n", text_string(&shown));
    text_free(&shown);
  }
  text_free(&text);
  return well;
}

/* The text of the process, read and evaluated, is the same process. */
static bool read_again(Meanings *m, uint64_t number, Datum process)
{
  Text text = {0};
  Difference difference;
  bool well = true;
  world_print(m->world, &text, process);
  Datum actual = world_actual(m->world, process);
  Datum again = world_read(m->world, text_string(&text));
  for (int strict = 0; strict < 2 && well; strict++) {
    m->strict = strict;
    well = datum_is(again, DATUM_PROCESS) &&
           behaviour_compare(m, RELATION_EQUAL, actual, again, &difference) != BEHAVIOUR_DIFFERS;
  }
  if (!well)
    printf("process %llu is another one as text: %s\n", (unsigned long long) number,
           text_string(&text));
  text_free(&text);
  return well;
}

static void seed_world(World *world, const Run *run, uint64_t number)
{
  world->seed = (run->series.seed + 1) * UINT64_C(0x9E3779B97F4A7C15) + number * 1000003;
  for (int i = 0; i < 4; i++) world_random(world, 2);
}

static void show_recursive(World *world)
{
  Text text = {0};
  for (uint32_t i = 0; i < WORLD_RECURSIVE; i++) {
    text_printf(&text, "  X%u = ", i);
    world_print(world, &text, world->bodies[i]);
    text_add(&text, "\n");
  }
  printf("where\n%s", text_string(&text));
  text_free(&text);
}

/* Whatever choices chase makes, such a process stays what it is. */
static bool is_deterministic(World *world, Datum process, void *context)
{
  Meanings *m = context;
  ArenaMark mark = arena_mark(m->arena);
  m->strict = false;
  BehaviourFacts facts = behaviour_facts(m, world_actual(world, process));
  arena_release(m->arena, mark);
  return !facts.too_large && !facts.choice && !facts.divergence;
}

static bool one_case(Run *run, Meanings *m, uint64_t number)
{
  World *world = m->world;
  seed_world(world, run, number);
  world->compress = world_random(world, 3) == 0;
  world->priorities = !world->compress && world_random(world, 4) == 0;
  world->is_deterministic = world_random(world, 2) ? is_deterministic : NULL;
  world->deterministic_context = m;
  world->calls = world_random(world, 2);
  Datum process = world_process(world, 1 + (int) world_random(world, (uint32_t) run->series.size));
  Text text = {0};
  if (run->series.verbose) {
    world_print(world, &text, process);
    printf("%llu: %s\n", (unsigned long long) number, text_string(&text));
    text_clear(&text);
  }
  ArenaMark mark = arena_mark(m->arena);
  int bound;
  Cell top;
  bool found = !world->priorities && differs(m, process, &text, &bound, &top);
  if (found) show_difference(m, number, process);
  else if (!world->priorities) count_case(run, bound, top, m->longest);
  bool well = !found && read_again(m, number, process) && ask_verdicts(run, m, number, process);
  if (!well) show_recursive(world);
  arena_release(m->arena, mark);
  text_free(&text);
  return well;
}

/* Processes that share X0, X1, X2.  Few events and long traces, or more events and shorter ones. */
static bool one_world(Run *run, uint64_t from, uint64_t to)
{
  uint64_t number = from / CASES_OF_A_WORLD;
  bool two = number % 2, well = true;
  World *world = world_new(two ? 2 : 3, run->series.seed * 1000003 + number);
  Arena *arena = arena_new();
  Meanings m;
  meanings_begin(&m, world, arena, two ? 9 : 6);
  for (uint64_t i = from; well && i < to; i++) well = one_case(run, &m, i);
  arena_free(arena);
  world_free(world);
  return well;
}

int main(int argc, char **argv)
{
  Run run = {.series = {.count = 2000, .seed = 1, .size = 9}};
  for (int i = 1; i < argc; i++)
    if (!series_take(&run.series, argc, argv, &i)) {
      fprintf(stderr, "usage: csp_fuzz " SERIES_USAGE "\n");
      return 2;
    }
  bool well = true;
  uint64_t end = run.series.only + run.series.count;
  for (uint64_t i = run.series.only, next; well && i < end; i = next) {
    next = i / CASES_OF_A_WORLD * CASES_OF_A_WORLD + CASES_OF_A_WORLD;
    if (next > end) next = end;
    well = one_world(&run, i, next);
  }
  if (well)
    printf("%llu processes agree (%llu up to a length below that of all traces, %llu diverge at "
           "once, %llu may end at once); %llu are too large; %llu verdicts agree, %llu hold\n",
           (unsigned long long) run.known, (unsigned long long) run.infinite,
           (unsigned long long) run.diverging, (unsigned long long) run.ending,
           (unsigned long long) run.unknown, (unsigned long long) run.asked,
           (unsigned long long) run.held);
  return well ? 0 : 1;
}
