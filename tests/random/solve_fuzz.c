/* Random constraint problems for the solver.
 *
 *   solve_fuzz [--planted | --small | --open] [--count N] [--seed N] [--size N] [--only N]
 * [--verbose]
 *
 * --planted (the default): problems with a known solution, over types without bounds as well.  It
 *   is never denied: an answer that claims to be complete has it.
 * --small: problems over small domains: the solutions of the solver are those that trying
 *   all values gives, each once; where it cannot be complete, they are among those.
 *
 * --open: the same without the domains: what is found beyond them is not judged, but none of the
 *   solutions inside is lost.
 *
 * Problem number n depends on the seed and n alone, so that --only n --verbose repeats one.
 * The first wrong answer is made smaller and shown; the exit status is then 1.  At the end
 * follow the rows of rows.def that no problem had with an unknown name inside. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/setup/setup.h"
#include "engine/external/external.h"
#include "random/problem.h"
#include "random/workbench.h"
#include "random/series.h"
#include "session/stack.h"
#include "solver/solver.h"

enum { RENEW_AFTER = 300, MOST_FOUND = 3000, MOST_SMALL = 1500, FIRST_ONES = 60 };

typedef struct {
  Series series;
  bool small, open;
  /* what happened */
  uint64_t mistakes, undecided, expired, complete, found, none, partial;
  uint64_t *row_uses;
} Run;

typedef struct {
  Run *run;
  Generator g;
  ProblemText problem;
  uint64_t number;
  uint32_t used; /* problems since the world was made */
  Session *session;
  Model *model;
  Engine *engine;
  Reference *reference;
  uint64_t patience, from; /* of the solver, for this problem */
  bool checked;
  bool wide;
  Text text, reason;
} Fuzz;

/* ------------------------------------------------------------------ the world */

static unsigned asked, most_asked;
static bool too_long(void *context)
{
  (void) context;
  return ++asked > most_asked;
}

static void begin(Fuzz *f, unsigned steps)
{
  engine_forget(f->engine);
  f->engine->warnings.len = 0;
  f->engine->expired = false;
  f->engine->steps = 0;
  f->engine->solver_doubts = 0;
  asked = 0;
  most_asked = steps / 4096;
}

static void open_world(Fuzz *f)
{
  f->session = session_new();
  f->model = session_load(f->session, session_text(f->session, "universe", problem_universe));
  f->engine = engine_new(session_names(f->session), f->model, NULL, 0);
  external_install(f->engine);
  f->engine->options.lazy_limit = 3000;
  f->engine->options.expansion_limit = 20000;
  f->engine->options.cancelled = (Cancel){.asked = too_long};
  f->reference = reference_new(f->engine);
  begin(f, 1u << 20);
  if (setup_constants(f->reference) != TRUTH_TRUE) abort();
  f->used = 0;
}

static void close_world(Fuzz *f)
{
  reference_free(f->reference);
  engine_free(f->engine);
  session_free(f->session);
}

/* For the message, should the program crash. */
static void note(const Fuzz *f)
{
  Text t = {0};
  text_printf(&t, "problem %llu, %s", (unsigned long long) f->number, f->text.data);
  workbench_note(text_string(&t));
  text_free(&t);
}

/* NULL if it has mistakes. */
static const Formula *formula_of(Fuzz *f, const char *text)
{
  Diags *diags = session_diags(f->session);
  const Formula *formula = session_formula(
      f->session, f->model, session_text(f->session, "p", text), FORMULA_EXPR_OR_PRED);
  bool fine = diags_errors(diags) == 0;
  if (!fine && f->run->series.verbose)
    printf("%s\n  %s\n", text, diags_count(diags) ? diags_get(diags, 0)->message : "?");
  diags_release(diags, 0);
  return fine ? formula : NULL;
}

/* ------------------------------------------------------------------- solutions */

typedef struct {
  Fuzz *f;
  const Formula *formula;
  Value *tuples;
  uint32_t count, most;
} Solutions;

static Value current_tuple(const Solutions *s)
{
  Value values[MOST_UNKNOWNS];
  for (uint32_t i = 0; i < s->formula->free.len; i++)
    if (!reference_lookup(s->f->reference, s->formula->free.data[i], &values[i])) abort();
  return value_record(s->f->engine->store, values, s->formula->free.len);
}

static bool take_solution(void *context, Reference *r)
{
  Solutions *s = context;
  (void) r;
  s->tuples[s->count++] = current_tuple(s);
  return s->count < s->most;
}

static bool has_tuple(const Solutions *s, Value tuple)
{
  for (uint32_t i = 0; i < s->count; i++)
    if (value_same(s->tuples[i], tuple)) return true;
  return false;
}

static Solved solve(Solutions *s)
{
  Fuzz *f = s->f;
  begin(f, 3 * 4096);
  solver_install(f->engine);
  f->engine->options.solver_from = f->from;
  f->engine->options.solver_patience = f->patience;
  f->engine->options.solver_checked = f->checked;
  f->engine->options.wide_windows = f->wide;
  const Formula *formula = s->formula;
  Solved solved = reference_solve(f->reference, formula->free.data, formula->free.len,
                                  formula->node, true, take_solution, s);
  f->engine->options.solver = NULL;
  return f->engine->expired ? SOLVED_INCOMPLETE : solved;
}

static const UnknownName *unknown_of(const Fuzz *f, const Symbol *symbol)
{
  for (uint32_t i = 0; i < f->problem.count; i++)
    if (!strcmp(f->problem.names[i].name.name, symbol->name->text)) return &f->problem.names[i];
  return NULL;
}

static Value value_of(Fuzz *f, const char *text)
{
  const Formula *formula = formula_of(f, text);
  return formula ? reference_value(f->reference, formula->node) : VALUE_FAULT;
}

/* The values that are tried; VALUE_FAULT if the name has another type in the formula. */
static Value domain_of(Fuzz *f, const Symbol *symbol, const char *text)
{
  const Formula *formula = formula_of(f, text);
  if (!formula ||
      engine_element_shape(f->engine, formula->node->type) != engine_shape(f->engine, symbol->type))
    return VALUE_FAULT;
  return reference_value(f->reference, formula->node);
}

static bool wrong(Fuzz *f, const Solutions *s, Value tuple, const char *what)
{
  text_clear(&f->reason);
  for (uint32_t i = 0; i < s->formula->free.len; i++) {
    const Symbol *symbol = s->formula->free.data[i];
    const Shape *shape = engine_shape(f->engine, symbol->type);
    Value v = record_field(f->engine->store, tuple, i);
    text_printf(&f->reason, "%s%s = %s", i ? " & " : "", symbol->name->text,
                engine_text(f->engine, shape, v));
  }
  text_printf(&f->reason, " %s (from %u, patience %u%s%s)\n", what, (unsigned) f->from,
              (unsigned) f->patience, f->checked ? ", checked" : "",
              f->engine->expired ? ", out of time" : "");
  return true;
}

/* ------------------------------------------------------------- small problems */

typedef struct {
  Solutions all; /* that trying gives */
  Value domains[MOST_UNKNOWNS];
} Trial;

/* False: the truth of some candidate is not known. */
static bool try_all(Trial *t, uint32_t name)
{
  Fuzz *f = t->all.f;
  const Formula *formula = t->all.formula;
  if (name == formula->free.len) {
    Truth truth = reference_truth(f->reference, formula->node);
    if (truth == TRUTH_TRUE) take_solution(&t->all, f->reference);
    return truth != TRUTH_UNKNOWN && !f->engine->expired;
  }
  const Symbol *symbol = formula->free.data[name];
  SetIter it = set_iter(f->engine->store, engine_shape(f->engine, symbol->type), t->domains[name]);
  bool known = true;
  for (Value v; known && set_next(&it, &v);) {
    reference_bind(f->reference, symbol, v);
    known = try_all(t, name + 1);
    reference_unbind(f->reference, 1);
  }
  return known;
}

/* Are the values among those that were tried?  (A smaller problem may have lost its domains.) */
static bool was_tried(const Trial *t, Value tuple)
{
  Engine *e = t->all.f->engine;
  for (uint32_t i = 0; i < t->all.formula->free.len; i++) {
    const Shape *shape = engine_shape(e, t->all.formula->free.data[i]->type);
    Value v = record_field(e->store, tuple, i);
    if (value_tag(v) == TAG_LAZY || !set_member(e->store, shape, v, t->domains[i])) return false;
  }
  return true;
}

static bool compare(Fuzz *f, const Solutions *found, const Trial *trial, bool complete)
{
  const Solutions *all = &trial->all;
  for (uint32_t i = 0; i < found->count; i++) {
    if (!has_tuple(all, found->tuples[i]) && was_tried(trial, found->tuples[i]))
      return wrong(f, found, found->tuples[i], "is no solution");
    for (uint32_t k = 0; k < i; k++)
      if (value_same(found->tuples[i], found->tuples[k]))
        return wrong(f, found, found->tuples[i], "was found twice");
  }
  if (!complete) return false;
  for (uint32_t i = 0; i < all->count; i++)
    if (!has_tuple(found, all->tuples[i])) return wrong(f, all, all->tuples[i], "was not found");
  return false;
}

static bool solves_small_wrongly(void *context, const Tree *tree)
{
  Fuzz *f = context;
  Run *run = f->run;
  text_clear(&f->text);
  tree_print(&f->text, tree);
  note(f);
  const Formula *formula = formula_of(f, text_string(&f->text));
  if (!formula || formula->free.len > f->problem.count) return run->mistakes++, false;
  Value all[MOST_FOUND], some[MOST_FOUND];
  Trial trial = {.all = {f, formula, all, 0, MOST_FOUND}};
  begin(f, 40 * 4096);
  for (uint32_t i = 0; i < formula->free.len; i++) {
    const UnknownName *n = unknown_of(f, formula->free.data[i]);
    if (!n) return run->mistakes++, false;
    trial.domains[i] = domain_of(f, formula->free.data[i], n->domain);
    if (value_is_none(trial.domains[i])) return run->mistakes++, false;
  }
  if (!try_all(&trial, 0)) return run->undecided++, false;
  Solutions found = {f, formula, some, 0, MOST_FOUND};
  Solved solved = solve(&found);
  run->expired += f->engine->expired;
  run->complete += solved == SOLVED_ALL;
  run->partial += solved != SOLVED_ALL && !f->engine->expired;
  run->found += found.count > 0;
  run->none += solved == SOLVED_ALL && found.count == 0;
  /* what is left when there is no time is not tested to the end */
  return !f->engine->expired && compare(f, &found, &trial, solved == SOLVED_ALL);
}

/* ----------------------------------------------------------- planted solutions */

/* Has the name in the formula the type of its planted value?  n / n may be of integers or of
 * real numbers. */
static bool fits(Fuzz *f, const Symbol *symbol, const char *value)
{
  Text t = {0};
  text_printf(&t, "(%s) & %s = %s", text_string(&f->text), symbol->name->text, value);
  const Formula *both = formula_of(f, text_string(&t));
  const Symbol *other = NULL;
  for (uint32_t i = 0; both && i < both->free.len; i++)
    if (both->free.data[i]->name == symbol->name) other = both->free.data[i];
  text_free(&t);
  return other && engine_shape(f->engine, other->type) == engine_shape(f->engine, symbol->type);
}

/* Binds the planted values; how many, or -1. */
static int bind_planted(Fuzz *f, const Formula *formula)
{
  for (uint32_t i = 0; i < formula->free.len; i++) {
    const UnknownName *n = unknown_of(f, formula->free.data[i]);
    Text t = {0};
    if (n) tree_print(&t, n->value);
    Value v = n && fits(f, formula->free.data[i], text_string(&t)) ? value_of(f, text_string(&t))
                                                                   : VALUE_FAULT;
    text_free(&t);
    if (value_is_none(v) || value_tag(v) == TAG_LAZY) {
      reference_unbind(f->reference, i);
      return -1;
    }
    reference_bind(f->reference, formula->free.data[i], v);
  }
  return (int) formula->free.len;
}

static const Node *conjunct_of(const Node *node, uint32_t i, uint32_t count)
{
  return count == 1 ? node : node_bare(node)->kids[i];
}

/* Makes every conjunct true for the planted values: negates it, or drops it. */
static bool plant(Fuzz *f)
{
  ProblemText *p = &f->problem;
  text_clear(&f->text);
  tree_print(&f->text, problem_tree(&f->g, p));
  note(f);
  const Formula *formula = formula_of(f, text_string(&f->text));
  if (!formula) return false;
  begin(f, 3 * 4096);
  int bound = bind_planted(f, formula);
  if (bound < 0) return false;
  uint32_t kept = 0, count = p->conjunct_count;
  bool same = count == 1 || node_bare(formula->node)->count == count;
  for (uint32_t i = 0; i < count && same; i++) {
    Truth t = reference_truth(f->reference, conjunct_of(formula->node, i, count));
    if (f->engine->expired) break;
    if (t == TRUTH_TRUE) p->conjuncts[kept++] = p->conjuncts[i];
    else if (t == TRUTH_FALSE) p->conjuncts[kept++] = tree_negated(&f->g, p->conjuncts[i]);
  }
  reference_unbind(f->reference, (uint32_t) bound);
  p->conjunct_count = kept;
  return kept > 0;
}

static bool denies_planted(void *context, const Tree *tree)
{
  Fuzz *f = context;
  Run *run = f->run;
  text_clear(&f->text);
  tree_print(&f->text, tree);
  note(f);
  const Formula *formula = formula_of(f, text_string(&f->text));
  if (!formula || formula->free.len == 0) return run->mistakes++, false;
  begin(f, 3 * 4096);
  int bound = bind_planted(f, formula);
  if (bound < 0) return run->mistakes++, false;
  Value tuples[FIRST_ONES];
  Solutions found = {f, formula, tuples, 0, FIRST_ONES};
  Truth t = reference_truth(f->reference, formula->node);
  Value planted = current_tuple(&found);
  reference_unbind(f->reference, (uint32_t) bound);
  if (t != TRUTH_TRUE || f->engine->expired) return run->undecided++, false;
  Solved solved = solve(&found);
  run->expired += f->engine->expired;
  run->complete += solved == SOLVED_ALL;
  run->partial += solved != SOLVED_ALL && solved != SOLVED_STOPPED && !f->engine->expired;
  run->found += found.count > 0;
  run->none += solved == SOLVED_ALL && found.count == 0;
  return solved == SOLVED_ALL && !has_tuple(&found, planted) &&
         wrong(f, &found, planted, "is denied");
}

/* ------------------------------------------------------------------------ runs */

static void count_rows(Fuzz *f, const Tree *t)
{
  if (!tree_has_unknown(t)) return;
  if (t->row) f->run->row_uses[t->row - 1]++;
  for (uint32_t i = 0; i < t->count; i++) count_rows(f, t->kids[i]);
}

static void show_failure(Fuzz *f, uint64_t number, Tree *tree, Fails *fails)
{
  printf("problem %llu is answered wrongly:\n%s\n%s", (unsigned long long) number,
         text_string(&f->text), text_string(&f->reason));
  tree = tree_shrink(&f->g, tree, fails, f);
  fails(f, tree);
  printf("smaller:\n%s\n%s", text_string(&f->text), text_string(&f->reason));
}

static bool one_problem(Fuzz *f, uint64_t number)
{
  static const uint64_t patiences[] = {1, 20, 10000};
  Generator *g = &f->g;
  bool small = f->run->small;
  f->number = number;
  g->random = random_from(f->run->series.seed * UINT64_C(1000000007) + number);
  g->infinite = random_below(&g->random, 3) == 0;
  f->patience = patiences[random_below(&g->random, 3)];
  f->checked = random_below(&g->random, 2);
  f->from = random_below(&g->random, 4) ? 1 : 400;
  f->wide = random_below(&g->random, 4) == 0;
  if (f->run->open) problem_open(g, &f->problem, MOST_SMALL, f->run->series.size);
  else if (small) problem_small(g, &f->problem, MOST_SMALL, f->run->series.size);
  else problem_planted(g, &f->problem, f->run->series.size);
  if (!small && !plant(f)) return f->run->mistakes++, true;
  Tree *tree = problem_tree(g, &f->problem);
  count_rows(f, tree);
  Fails *fails = small ? solves_small_wrongly : denies_planted;
  bool fine = !fails(f, tree);
  if (f->run->series.verbose) printf("%s\n", text_string(&f->text));
  if (!fine) show_failure(f, number, tree, fails);
  return fine;
}

static void summarise(const Run *run)
{
  printf("%llu problems: %llu with mistakes, %llu not decided, %llu too long; "
         "%llu complete, %llu incomplete, %llu with solutions, %llu without\n",
         (unsigned long long) run->series.count, (unsigned long long) run->mistakes,
         (unsigned long long) run->undecided, (unsigned long long) run->expired,
         (unsigned long long) run->complete, (unsigned long long) run->partial,
         (unsigned long long) run->found, (unsigned long long) run->none);
  for (uint32_t i = 0; i < row_count(); i++)
    if (run->row_uses[i] == 0 && strchr(row_form(i), '%'))
      printf("never used with an unknown: %s\n", row_form(i));
}

static int run_all(void *data)
{
  Run *run = data;
  Fuzz f = {.run = run, .g = {.arena = arena_new()}};
  ArenaMark start = arena_mark(f.g.arena);
  bool fine = true;
  workbench_report_crashes();
  open_world(&f);
  for (uint64_t i = run->series.only; i < run->series.only + run->series.count && fine; i++) {
    if (f.used++ == RENEW_AFTER) close_world(&f), open_world(&f);
    arena_release(f.g.arena, start);
    fine = one_problem(&f, i);
  }
  close_world(&f);
  arena_free(f.g.arena);
  text_free(&f.text);
  text_free(&f.reason);
  summarise(run);
  return fine ? 0 : 1;
}

int main(int argc, char **argv)
{
  Run run = {.series = {.count = 20000, .seed = 1, .size = 5}};
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--small")) run.small = true;
    else if (!strcmp(argv[i], "--open")) run.small = run.open = true;
    else if (!strcmp(argv[i], "--planted")) run.small = run.open = false;
    else if (!series_take(&run.series, argc, argv, &i)) {
      fprintf(stderr, "usage: solve_fuzz [--planted | --small | --open] " SERIES_USAGE "\n");
      return 2;
    }
  }
  run.row_uses = calloc(row_count(), sizeof *run.row_uses);
  if (!run.row_uses) abort();
  int status = stack_run(run_all, &run);
  free(run.row_uses);
  return status;
}
