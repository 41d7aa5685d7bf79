/* Random sequents that are not valid, for foreign provers.
 *
 *   sequent_fuzz [--count N] [--seed N] [--size N] [--only N] [--verbose] [--prover z3|cvc5|E|all]
 *                [--milliseconds N]
 *
 * Names get random values; random predicates that are true of them, by the reference interpreter,
 * become hypotheses, one that is false the goal.  So a prover that proves the sequent has a wrong
 * translation, or is wrong itself.  The sequent is then made smaller and shown. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "prove/foreign/foreign.h"
#include "prove/rules/well_defined.h"
#include "random/series.h"
#include "random/workbench.h"
#include "session/stack.h"

/* What Z3 does not give back when it is stopped is not ours. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libz3.so\n"; }

enum { NAMES = 4, MOST_HYPOTHESES = 4, TRIES = 16 };

typedef struct {
  Series series;
  bool provers[FOREIGN_PROVERS];
  double seconds;
  uint64_t asked, answers[FOREIGN_MISSING + 1], unsupported, unmade;
} Run;

typedef struct {
  Run *run;
  Workbench w;
  Generator g;
  Foreign *foreign;
  FreeName names[NAMES];
  Text values; /* fa = … & fb = … */
  Text predicates[MOST_HYPOTHESES + 1];
  uint32_t count; /* of hypotheses; then comes the goal */
  bool left_out[MOST_HYPOTHESES];
} Fuzz;

/* -------------------------------------------------------------------- sequents */

static void quantifier(const Fuzz *f, Text *text)
{
  text_add(text, "#");
  for (int i = 0; i < NAMES; i++) text_printf(text, "%s%s", i ? "," : "", f->names[i].name);
  text_printf(text, ".(%s", text_string(&f->values));
}

static void choose_values(Fuzz *f)
{
  static const char *const free[NAMES] = {"fa", "fb", "fc", "fd"};
  text_clear(&f->values);
  for (int i = 0; i < NAMES; i++) {
    f->names[i] = (FreeName){free[i], gentype_random(&f->g, 1 + i % 3)};
    f->g.often[i] = f->names[i].type;
    if (i) text_add(&f->values, " & ");
    text_printf(&f->values, "%s = ", free[i]);
    tree_print(&f->values, tree_value(&f->g, f->names[i].type, 2));
  }
  f->g.often_count = NAMES;
}

static bool is_true(Fuzz *f, const Node *node)
{
  FormulaOutcome o = {0};
  side_evaluate(&f->w.sides[USUAL], node, &o);
  bool yes = o.kind == OUTCOME_KNOWN && !strcmp(text_string(&o.text), "TRUE");
  yes = yes && !f->w.sides[USUAL].engine->warnings.len;
  text_free(&o.text);
  return yes;
}

/* Is what stands behind the values well-defined for them?  It need not be, to be true. */
static bool is_defined(Fuzz *f, const Node *quantified)
{
  const Build b = {session_arena(f->w.session), f->w.model->types, session_names(f->w.session)};
  const Node *all = node_bare(quantified->kids[1]);
  Node *kids[NAMES + 1];
  for (int i = 0; i < NAMES; i++) kids[i] = all->kids[i];
  kids[NAMES] = well_defined(&b, all->kids[NAMES], NOTATION_B);
  Node *body = node_list(b.arena, NODE_AND, SPAN_NONE, NULL, kids, NAMES + 1);
  return is_true(f, node_binary(b.arena, NODE_EXISTS, SPAN_NONE, quantified->kids[0], body));
}

/* Is it true of the values? */
static Truth truth_of(Fuzz *f, const char *predicate)
{
  Text text = {0};
  Truth truth = TRUTH_UNKNOWN;
  for (int negated = 0; negated < 2 && truth == TRUTH_UNKNOWN; negated++) {
    text_clear(&text);
    quantifier(f, &text);
    text_printf(&text, negated ? " & not(%s))" : " & (btrue => %s))", predicate);
    const Node *node = workbench_formula(&f->w, text_string(&text));
    if (!node) break;
    if (is_true(f, node) && is_defined(f, node)) truth = negated ? TRUTH_FALSE : TRUTH_TRUE;
  }
  text_free(&text);
  return truth;
}

/* Random predicates that are true, and one that is false.  False: none was found. */
static bool choose_predicates(Fuzz *f)
{
  f->count = 0;
  bool goal = false;
  Text *last = &f->predicates[MOST_HYPOTHESES], text = {0};
  for (int i = 0; i < TRIES && (f->count < MOST_HYPOTHESES || !goal); i++) {
    const GenType *type = gentype_from(&f->g, "Q");
    text_clear(&text);
    tree_print(&text,
               tree_random(&f->g, type,
                           1 + (int) random_below(&f->g.random, (uint64_t) f->run->series.size),
                           f->names, NAMES));
    Truth truth = truth_of(f, text_string(&text));
    if (truth != TRUTH_TRUE && truth != TRUTH_FALSE) continue;
    bool negate = truth == TRUTH_FALSE && goal;
    if (truth == TRUTH_TRUE && f->count == MOST_HYPOTHESES) negate = true, truth = TRUTH_FALSE;
    Text *to = truth == TRUTH_FALSE && !goal ? last
               : f->count < MOST_HYPOTHESES  ? &f->predicates[f->count++]
                                             : NULL;
    if (!to) continue;
    goal |= to == last;
    text_clear(to);
    text_printf(to, negate ? "not(%s)" : "%s", text_string(&text));
  }
  text_free(&text);
  return goal;
}

/* ------------------------------------------------------------------------ proofs */

static void sequent_text(const Fuzz *f, Text *text)
{
  quantifier(f, text);
  for (uint32_t i = 0; i < f->count; i++)
    if (!f->left_out[i]) text_printf(text, " & (btrue => %s)", text_string(&f->predicates[i]));
  text_printf(text, " & not(%s))", text_string(&f->predicates[MOST_HYPOTHESES]));
}

/* Does a prover prove the goal from the hypotheses that are not left out?  The values are no
 * hypotheses. */
static bool is_proved(Fuzz *f, ForeignProver prover)
{
  Text text = {0};
  sequent_text(f, &text);
  const Node *node = workbench_formula(&f->w, text_string(&text));
  text_free(&text);
  if (!node || node->kind != NODE_EXISTS) return false;
  const Node *all = node_bare(node->kids[1]);
  Hypothesis hypotheses[64];
  uint32_t count = 0;
  for (uint32_t i = NAMES; i + 1 < all->count && count < 64; i++)
    hypotheses[count++] = (Hypothesis){.predicate = all->kids[i]};
  const Node *goal = node_bare(all->kids[all->count - 1]);
  Sequent s = {
      .name = "random", .hypotheses = hypotheses, .hypothesis_count = count, .goal = goal->kids[0]};
  const char *why;
  ForeignTask *task = foreign_task_new(&s, HYPOTHESES_ALL, &why);
  if (!task) return f->run->unsupported++, false;
  Limits limits = {.deadline = clock_seconds() + f->run->seconds};
  ForeignAnswer answer = foreign_try(f->foreign, prover, task, &limits);
  f->run->asked++;
  f->run->answers[answer]++;
  if (f->run->series.verbose) {
    Text smt = {0};
    foreign_task_smt(task, &smt);
    printf("%s\nanswer %d\n", text_string(&smt), answer);
    text_free(&smt);
  }
  foreign_task_free(task);
  return answer == FOREIGN_PROVED;
}

/* Leaves out what is not needed. */
static void show(Fuzz *f, ForeignProver prover)
{
  for (uint32_t i = 0; i < f->count; i++) {
    f->left_out[i] = true;
    if (!is_proved(f, prover)) f->left_out[i] = false;
  }
  Text text = {0};
  sequent_text(f, &text);
  printf("proved by %s, but not valid:\n%s\n", foreign_version(f->foreign, prover),
         text_string(&text));
  text_free(&text);
}

static bool run_case(Fuzz *f, uint64_t number)
{
  workbench_renew(&f->w);
  f->w.sides[USUAL].engine->options.strict_wd =
      true; /* candidates that are not well-defined count */
  ArenaMark mark = arena_mark(f->g.arena);
  f->g.random = random_from(f->run->series.seed * 1000003 + number);
  f->g.infinite = random_below(&f->g.random, 2);
  f->g.often_count = 0;
  bool good = true;
  memset(f->left_out, 0, sizeof f->left_out);
  choose_values(f);
  if (!choose_predicates(f)) f->run->unmade++;
  else
    for (ForeignProver prover = 0; prover < FOREIGN_PROVERS && good; prover++)
      if (f->run->provers[prover] && is_proved(f, prover)) {
        show(f, prover);
        good = false;
      }
  arena_release(f->g.arena, mark);
  return good;
}

/* -------------------------------------------------------------------------- main */

static bool take_prover(Run *run, const char *word)
{
  static const char *const names[FOREIGN_PROVERS] = {"z3", "cvc5", "E"};
  bool found = false;
  for (int i = 0; i < FOREIGN_PROVERS; i++) {
    run->provers[i] = !strcmp(word, "all") || !strcmp(word, names[i]);
    found |= run->provers[i];
  }
  return found;
}

static bool take_option(Run *run, int argc, char **argv, int *i)
{
  if (!strcmp(argv[*i], "--prover")) return ++*i < argc && take_prover(run, argv[*i]);
  if (strcmp(argv[*i], "--milliseconds")) return series_take(&run->series, argc, argv, i);
  run->seconds = ++*i < argc ? atoi(argv[*i]) / 1000.0 : 0;
  return run->seconds > 0;
}

static int run_all(void *context)
{
  Run *run = context;
  Fuzz f = {.run = run, .foreign = foreign_new()};
  f.g.arena = arena_new();
  workbench_open(&f.w);
  workbench_report_crashes();
  f.w.verbose = false;
  bool any = false, good = true;
  for (int i = 0; i < FOREIGN_PROVERS; i++)
    any |= run->provers[i] && foreign_has(f.foreign, (ForeignProver) i);
  uint64_t done = 0;
  for (; done < run->series.count && good && any; done++)
    good = run_case(&f, run->series.only + done);
  if (!good)
    printf("case %llu of seed %llu\n", (unsigned long long) (run->series.only + done - 1),
           (unsigned long long) run->series.seed);
  if (!any) printf("there is no such prover here\n");
  printf("%llu sequents tried: %llu models, %llu given up, %llu stopped; %llu cases without\n",
         (unsigned long long) run->asked, (unsigned long long) run->answers[FOREIGN_MODEL],
         (unsigned long long) run->answers[FOREIGN_GAVE_UP],
         (unsigned long long) run->answers[FOREIGN_STOPPED], (unsigned long long) run->unmade);
  printf("%llu passed, %d failed\n", (unsigned long long) (good ? done : done - 1), !good);
  for (int i = 0; i <= MOST_HYPOTHESES; i++) text_free(&f.predicates[i]);
  text_free(&f.values);
  foreign_free(f.foreign);
  workbench_close(&f.w);
  arena_free(f.g.arena);
  return good ? 0 : 1;
}

int main(int argc, char **argv)
{
  Run run = {.series = {.count = 2000, .seed = 1, .size = 6}, .seconds = 0.1};
  run.provers[FOREIGN_Z3] = true;
  for (int i = 1; i < argc; i++)
    if (!take_option(&run, argc, argv, &i)) {
      fprintf(stderr,
              "usage: sequent_fuzz " SERIES_USAGE " [--prover z3|cvc5|E|all] [--milliseconds N]\n");
      return 2;
    }
  return stack_run(run_all, &run);
}
