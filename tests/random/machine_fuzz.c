/* Random machines, explored in several ways and by definition.
 *
 *   machine_fuzz [--several] [--count N] [--seed N] [--size N] [--only N] [--verbose]
 *
 * Each machine is computed from the definitions of B (brute.h), explored by the fast evaluator and
 * by the reference interpreter, and again with conjuncts, branches and the sides of || in another
 * order, with caches and without, where loops drop values that nobody needs, with two threads, and
 * up to the first violation.  States, transitions and kinds of violations must be the same.
 * --several: with included machines (also renamed ones) whose operations are called, and
 * refinements.
 *
 * Machine number n depends on the seed and n alone, so that --only n --verbose repeats one.
 * The first difference is made smaller and shown; the exit status is then 1. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lts/b_machine.h"
#include "engine/external/external.h"
#include "random/brute.h"
#include "random/workbench.h"
#include "random/series.h"
#include "search/explore.h"
#include "session/stack.h"
#include "solver/solver.h"

enum { MOST_STATES = 120, MOST_SECONDS = 3 };

typedef struct {
  Series series;
  bool several;
  uint64_t mistakes, unknown, too_large, passing; /* what happened */
  uint64_t found[6];                              /* by bit */
} Run;

typedef struct {
  Run *run;
  Generator g;
  uint64_t number;
  char folder[40];                              /* of the machines that are included or refined */
  Text text, others[TEXT_ABSTRACT + 1], reason; /* others: by ProjectText */
} Fuzz;

typedef enum { SAME_ORDER, OTHER_ORDER } Order;

typedef struct { /* a way to explore */
  const char *name;
  Order order;
  enum { USUAL_WAY, FIRST_ONLY, STRICT_WD, NO_WD } mode;
  bool reference, solver, tidy; /* solver: it is asked for every choice */
  int caching;
  uint32_t jobs, every; /* every so many machines */
} Way;

static const Way ways[] = {
    {"fast", SAME_ORDER, USUAL_WAY, false, false, false, CACHE_ALWAYS, 1, 1},
    {"reference", SAME_ORDER, USUAL_WAY, true, false, false, CACHE_NEVER, 1, 1},
    {"fast, another order, tidy", OTHER_ORDER, USUAL_WAY, false, false, true, CACHE_NEVER, 1, 1},
    {"reference, another order", OTHER_ORDER, USUAL_WAY, true, false, false, CACHE_ALWAYS, 1, 4},
    {"two threads", SAME_ORDER, USUAL_WAY, false, false, false, CACHE_WHERE_IT_PAYS, 2, 16},
    {"up to the first violation", SAME_ORDER, FIRST_ONLY, false, false, false, CACHE_WHERE_IT_PAYS,
     1, 4},
    {"strict", SAME_ORDER, STRICT_WD, true, false, false, CACHE_WHERE_IT_PAYS, 1, 4},
    {"nothing about definedness", SAME_ORDER, NO_WD, false, false, false, CACHE_WHERE_IT_PAYS, 1,
     4},
    {"the solver", OTHER_ORDER, USUAL_WAY, true, true, false, CACHE_WHERE_IT_PAYS, 1, 2},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* ---------------------------------------------------------------- exploring */

static const char *const file_names[] = {"Main.mch", "Sub.mch", "Leaf.mch", "Abs.mch"};

static void write_file(const Fuzz *f, const char *name, const Text *text)
{
  char path[80];
  snprintf(path, sizeof path, "%s/%s", f->folder, name);
  FILE *file = fopen(path, "w");
  if (!file || fputs(text_string((Text *) text), file) < 0 || fclose(file)) abort();
}

static void print_project(Fuzz *f, const Project *p, Order order)
{
  Random shuffle = random_from(f->number * 77 + 5), *used = order == OTHER_ORDER ? &shuffle : NULL;
  bool there[] = {false, p->instance_count > 0, p->nested, p->refines};
  text_clear(&f->text);
  project_print(&f->text, p, TEXT_MAIN, used);
  for (int i = TEXT_INNER; i <= TEXT_ABSTRACT; i++) {
    text_clear(&f->others[i]);
    if (!there[i]) continue;
    project_print(&f->others[i], p, i, used);
    write_file(f, file_names[i], &f->others[i]);
  }
}

static unsigned found_kinds(const Exploration *x)
{
  static const struct {
    ViolationKind kind;
    FoundBits bit;
  } kinds[] = {{VIOLATION_INVARIANT, FOUND_INVARIANT},
               {VIOLATION_DEADLOCK, FOUND_DEADLOCK},
               {VIOLATION_WELL_DEFINEDNESS, FOUND_WELL_DEFINEDNESS},
               {VIOLATION_OBLIGATION, FOUND_OBLIGATION},
               {VIOLATION_INITIALISATION, FOUND_INITIALISATION},
               {VIOLATION_SETUP, FOUND_SETUP}};
  unsigned found = 0;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (exploration_found(x, kinds[i].kind)) found |= kinds[i].bit;
  return found;
}

typedef enum { EXPLORED, MISTAKEN, NOT_KNOWN } Explored;

static Explored explore_model(Session *session, Model *model, const Way *way, bool verbose,
                              Findings *out)
{
  Engine *e = engine_new(session_names(session), model, NULL, 0);
  external_install(e);
  solver_install(e);
  engine_set_time_limit(e, MOST_SECONDS); /* nested choices may have millions of outcomes */
  e->options.reference_only = way->reference;
  if (way->solver) e->options.solver_from = 1;
  if (way->tidy) { /* values that are no words */
    store_free(e->store);
    e->store = store_new_with(setups[FAST_TINY].store);
    e->options.eager = true;
  }
  e->options.strict_wd = way->mode == STRICT_WD;
  Lts *lts = b_machine_lts(b_machine_new(e));
  ExploreOptions o = {.invariant = true,
                      .deadlock = true,
                      .keep_going = way->mode != FIRST_ONLY,
                      .no_wd = way->mode == NO_WD,
                      .strict_wd = way->mode == STRICT_WD,
                      .every_predicate = way->caching == CACHE_NEVER,
                      .caching = way->caching,
                      .jobs = way->jobs,
                      .parallel_from = 1,
                      .eager_threads = way->jobs > 1,
                      .time_limit = MOST_SECONDS,
                      .max_states = 4 * MOST_STATES};
  Exploration *x = explore(lts, o);
  *out = (Findings){x->states, x->transitions, found_kinds(x)};
  bool known = x->reasons.len == 0;
  if (!known && verbose) printf("unknown: %s\n", x->reasons.data[0]);
  exploration_free(x);
  lts->free(lts);
  engine_free(e);
  return known ? EXPLORED : NOT_KNOWN;
}

static Explored explore_way(Fuzz *f, const Project *p, const Way *way, Findings *out)
{
  print_project(f, p, way->order);
  Session *session = session_new();
  session_add_folder(session, f->folder);
  Model *model = session_load(session, session_text(session, "Main", text_string(&f->text)));
  Diags *diags = session_diags(session);
  Explored how = MISTAKEN;
  workbench_note(text_string(&f->text));
  if (diags_errors(diags) == 0)
    how = explore_model(session, model, way, f->run->series.verbose, out);
  else if (f->run->series.verbose) printf("%s\n", diags_get(diags, 0)->message);
  session_free(session);
  return how;
}

/* ---------------------------------------------------------------- comparing */

static const char *const kind_words[] = {"invariant",  "deadlock",       "well-definedness",
                                         "obligation", "initialisation", "setup"};

static void add_findings(Text *text, const char *who, const Findings *f)
{
  text_printf(text, "%-26s %llu states, %llu transitions", who, (unsigned long long) f->states,
              (unsigned long long) f->transitions);
  for (unsigned i = 0; i < 6; i++)
    if (f->found & 1u << i) text_printf(text, ", %s", kind_words[i]);
  text_add(text, "\n");
}

/* Read strictly, more is not well-defined; if nothing is, all is as usual. */
static bool agrees(const Way *way, const Findings *expected, const Findings *got)
{
  unsigned wanted = expected->found, found = got->found;
  if (way->mode == FIRST_ONLY) return (wanted != 0) == (found != 0);
  if (way->mode == STRICT_WD && found & FOUND_WELL_DEFINEDNESS) return true;
  if (way->mode == NO_WD) { /* then nothing else says why there is no initial state */
    wanted &= ~(unsigned) (FOUND_WELL_DEFINEDNESS | FOUND_INITIALISATION);
    found &= ~(unsigned) FOUND_INITIALISATION;
  }
  return expected->states == got->states && expected->transitions == got->transitions &&
         wanted == found;
}

typedef enum { AGREED, DIFFERS, LEFT_OUT } Judged;

static Judged judge(Fuzz *f, const Project *p)
{
  Findings expected, got = {0};
  text_clear(&f->reason);
  if (!brute_explore(p, MOST_STATES, &expected)) {
    f->run->too_large++;
    return LEFT_OUT;
  }
  for (uint32_t i = 0; i < WAYS; i++) {
    if (f->number % ways[i].every) continue;
    Explored how = explore_way(f, p, &ways[i], &got);
    if (how == NOT_KNOWN && ways[i].mode == NO_WD) continue; /* the invariant is not well-defined */
    if (how == MISTAKEN) f->run->mistakes++;
    if (how == NOT_KNOWN) f->run->unknown++;
    if (how == NOT_KNOWN && got.states <= MOST_STATES) return LEFT_OUT;
    if (how == MISTAKEN) return LEFT_OUT;
    if (agrees(&ways[i], &expected, &got)) continue;
    add_findings(&f->reason, "by definition", &expected);
    add_findings(&f->reason, ways[i].name, &got);
    return DIFFERS;
  }
  f->run->passing += expected.found == 0;
  for (unsigned i = 0; i < 6; i++) f->run->found[i] += expected.found >> i & 1;
  return AGREED;
}

static bool differs(void *context, const Project *p) { return judge(context, p) == DIFFERS; }

static void show(Fuzz *f, const Project *p)
{
  print_project(f, p, SAME_ORDER);
  printf("%s", text_string(&f->text));
  for (int i = TEXT_INNER; i <= TEXT_ABSTRACT; i++) printf("%s", text_string(&f->others[i]));
}

static void report(Fuzz *f, Project *p)
{
  printf("machine %llu of seed %llu:\n%s", (unsigned long long) f->number,
         (unsigned long long) f->run->series.seed, text_string(&f->reason));
  show(f, p);
  Run counts = *f->run;
  project_shrink(&f->g, p, differs, f);
  *f->run = counts;
  judge(f, p);
  printf("smaller:\n%s", text_string(&f->reason));
  show(f, p);
}

/* ------------------------------------------------------------------ all of it */

static void free_project(Project *p)
{
  MMachine *machines[] = {&p->main, &p->inner, &p->leaf};
  for (int i = 0; i < 3; i++) {
    vec_free(&machines[i]->variables);
    vec_free(&machines[i]->constants);
    vec_free(&machines[i]->operations);
  }
}

static Judged run_one(Fuzz *f, uint64_t number)
{
  ArenaMark mark = arena_mark(f->g.arena);
  f->number = number;
  f->g.random = random_from(f->run->series.seed * 1000003 + number);
  Project *p = project_random(&f->g, f->run->series.size, f->run->several);
  if (f->run->series.verbose && f->run->series.only) show(f, p);
  Judged how = judge(f, p);
  if (how == DIFFERS) report(f, p);
  free_project(p);
  arena_release(f->g.arena, mark);
  return how;
}

static void sum_up(const Run *run, uint64_t agreed)
{
  printf("left out: %llu too large, %llu unknown, %llu with mistakes\n",
         (unsigned long long) run->too_large, (unsigned long long) run->unknown,
         (unsigned long long) run->mistakes);
  for (unsigned i = 0; i < 6; i++)
    if (run->found[i]) printf("%s: %llu, ", kind_words[i], (unsigned long long) run->found[i]);
  printf("none of these: %llu\n%llu machines\n", (unsigned long long) run->passing,
         (unsigned long long) agreed);
}

static int run_all(void *context)
{
  Run *run = context;
  Fuzz f = {.run = run, .g = {.arena = arena_new()}};
  strcpy(f.folder, "/tmp/machine_fuzz.XXXXXX");
  if (!mkdtemp(f.folder)) abort();
  workbench_report_crashes();
  uint64_t agreed = 0, number = run->series.only ? run->series.only : 1;
  Judged how = AGREED;
  for (; agreed < run->series.count && how != DIFFERS; number++) {
    how = run_one(&f, number);
    agreed += how == AGREED;
    if (run->series.only) break;
  }
  char path[80];
  for (int i = TEXT_INNER; i <= TEXT_ABSTRACT; i++) {
    snprintf(path, sizeof path, "%s/%s", f.folder, file_names[i]);
    unlink(path);
    text_free(&f.others[i]);
  }
  rmdir(f.folder);
  sum_up(run, agreed);
  arena_free(f.g.arena);
  text_free(&f.text);
  text_free(&f.reason);
  return how == DIFFERS;
}

int main(int argc, char **argv)
{
  Run run = {.series = {.count = 1000, .seed = 1, .size = 5}};
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--several")) run.several = true;
    else if (!series_take(&run.series, argc, argv, &i)) {
      fprintf(stderr, "usage: machine_fuzz [--several] " SERIES_USAGE "\n");
      return 2;
    }
  }
  return stack_run(run_all, &run);
}
