/* Random formulas, evaluated in several ways that must agree.
 *
 *   formula_fuzz [--count N] [--seed N] [--size N] [--only N] [--verbose]
 *
 * For each formula number n the seed is SEED + n, so that --only n --verbose repeats one.
 * Five comparisons:
 *   - the usual store against one with tiny thresholds and equal hashes: the same outcome;
 *   - sets written out against sets left lazy: the same outcome where both are decided;
 *   - the same against expressions with bound names left symbolic: the same value where both have
 * one;
 *   - what is said of a function of all integers against what is said of its pairs with small ones;
 *   - the solutions of a predicate found by plans against all values of small types tried.
 * The first disagreement is made smaller and shown; the exit status is then 1. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random/workbench.h"
#include "random/series.h"
#include "session/stack.h"

typedef struct {
  Series series;
  bool once;
  /* what happened */
  uint64_t skipped, known, faults, unknown, expired, lazy_decided, symbolic_decided, solved, claims;
} Run;

typedef struct {
  Workbench w;
  Generator g;
  Run *run;
  FormulaOutcome outcomes[SETUP_COUNT];
  Text text, reason;
} Fuzz;

static const char *outcome_text(const FormulaOutcome *o)
{
  static const char *const names[] = {"", "not well-defined", "unknown", "", "too long"};
  return o->kind == OUTCOME_KNOWN || o->kind == OUTCOME_LAZY ? text_string(&o->text)
                                                             : names[o->kind];
}

static bool disagree(Fuzz *f, int a, int b)
{
  text_clear(&f->reason);
  text_printf(&f->reason, "%s: %s\n%s: %s\n", setups[a].name, outcome_text(&f->outcomes[a]),
              setups[b].name, outcome_text(&f->outcomes[b]));
  return true;
}

static bool differ(const FormulaOutcome *a, const FormulaOutcome *b)
{
  return a->kind != b->kind ||
         (a->kind == OUTCOME_KNOWN && strcmp(text_string(&a->text), text_string(&b->text)) != 0);
}

static bool decided(const FormulaOutcome *o)
{
  return o->kind == OUTCOME_KNOWN || o->kind == OUTCOME_FAULT;
}

/* Does the evaluation of the tree disagree somewhere?  False as well if it has mistakes. */
static bool evaluates_differently(void *context, const Tree *tree)
{
  Fuzz *f = context;
  text_clear(&f->text);
  tree_print(&f->text, tree);
  const Node *node = workbench_formula(&f->w, text_string(&f->text));
  FormulaOutcome *o = f->outcomes;
  o[USUAL].kind = OUTCOME_EXPIRED;
  if (!node) return f->run->skipped++, false;
  for (uint32_t i = 0; i < SETUP_COUNT; i++) {
    side_evaluate(&f->w.sides[i], node, &o[i]);
    if (o[i].kind == OUTCOME_EXPIRED) return f->run->expired++, false;
  }
  if (differ(&o[USUAL], &o[TINY])) return disagree(f, USUAL, TINY);
  if (differ(&o[USUAL], &o[FAST])) return disagree(f, USUAL, FAST);
  if (differ(&o[USUAL], &o[FAST_TINY])) return disagree(f, USUAL, FAST_TINY);
  /* A set that is not written out is not asked whether it is well-defined. */
  bool sure = f->w.sides[USUAL].engine->warnings.len == 0;
  if (sure && o[USUAL].kind == OUTCOME_KNOWN && o[SYMBOLIC].kind == OUTCOME_KNOWN) {
    f->run->symbolic_decided++;
    if (differ(&o[USUAL], &o[SYMBOLIC])) return disagree(f, USUAL, SYMBOLIC);
  }
  if (!decided(&o[USUAL]) || !decided(&o[LAZY])) return false;
  f->run->lazy_decided++;
  return differ(&o[USUAL], &o[LAZY]) && disagree(f, USUAL, LAZY);
}

static void count_outcome(Run *run, const FormulaOutcome *o)
{
  run->known += o->kind == OUTCOME_KNOWN;
  run->faults += o->kind == OUTCOME_FAULT;
  run->unknown += o->kind == OUTCOME_UNKNOWN || o->kind == OUTCOME_LAZY;
}

/* ---------------------------------------------------------------- solutions */

enum { MOST_CANDIDATES = 600, INTEGER_SPAN = 6 };

typedef struct { /* {x,y | P}: the bound names, and the tuples that were found */
  Side *side;
  const Node *node;
  Symbol *names[2];
  uint32_t count;
  Value *tuples;
  uint32_t found;
  bool too_many;
} Solutions;

static Value current_tuple(Solutions *s, Reference *r)
{
  Value tuple = VALUE_UNDEFINED;
  for (uint32_t i = 0; i < s->count; i++) {
    Value v = VALUE_UNDEFINED;
    reference_lookup(r, s->names[i], &v);
    tuple = i == 0 ? v : value_pair(s->side->engine->store, tuple, v);
  }
  return tuple;
}

static bool take_solution(void *context, Reference *r)
{
  Solutions *s = context;
  if (s->found == MOST_CANDIDATES) return s->too_many = true, false;
  s->tuples[s->found++] = current_tuple(s, r);
  return true;
}

static bool was_found(const Solutions *s, Value tuple)
{
  for (uint32_t i = 0; i < s->found; i++)
    if (value_same(s->tuples[i], tuple)) return true;
  return false;
}

/* The i-th value tried for a name; false beyond the last. */
static bool candidate(Side *side, const Symbol *name, uint64_t i, Value *v)
{
  const Shape *shape = engine_shape(side->engine, name->type);
  if (shape->kind == SHAPE_INTEGER)
    return *v = value_small((int64_t) i - INTEGER_SPAN), i <= 2 * INTEGER_SPAN;
  if (!shape_is_indexed(shape) || shape->size > 64 || i >= shape->size) return false;
  *v = value_at(side->engine->store, shape, i);
  return true;
}

static bool wrong_tuple(Fuzz *f, Solutions *s, const char *what)
{
  Engine *e = s->side->engine;
  text_clear(&f->reason);
  for (uint32_t i = 0; i < s->count; i++) {
    Value v = VALUE_UNDEFINED;
    reference_lookup(s->side->reference, s->names[i], &v);
    text_printf(&f->reason, "%s%s = %s", i ? " & " : "", s->names[i]->name->text,
                engine_text(e, engine_shape(e, s->names[i]->type), v));
  }
  text_printf(&f->reason, " %s\n", what);
  return true;
}

/* The names are bound: does the predicate say the same as the list? */
static bool tuple_disagrees(Fuzz *f, Solutions *s, bool complete)
{
  Reference *r = s->side->reference;
  Truth t = reference_truth(r, s->node->kids[1]);
  bool listed = was_found(s, current_tuple(s, r));
  if (s->side->engine->expired) return false;
  if (t == TRUTH_TRUE && !listed && complete) return wrong_tuple(f, s, "was not found");
  if (t != TRUTH_TRUE && t != TRUTH_UNKNOWN && listed) return wrong_tuple(f, s, "is no solution");
  return false;
}

static bool try_all(Fuzz *f, Solutions *s, uint32_t name, bool complete)
{
  if (name == s->count) return tuple_disagrees(f, s, complete);
  Value v;
  bool wrong = false;
  for (uint64_t i = 0; !wrong && candidate(s->side, s->names[name], i, &v); i++) {
    reference_bind(s->side->reference, s->names[name], v);
    wrong = try_all(f, s, name + 1, complete);
    reference_unbind(s->side->reference, 1);
  }
  return wrong;
}

/* The tree is a comprehension set. */
static bool solves_wrongly(void *context, const Tree *tree)
{
  Fuzz *f = context;
  text_clear(&f->text);
  tree_print(&f->text, tree);
  const Node *node = workbench_formula(&f->w, text_string(&f->text));
  if (!node || node->kind != NODE_COMPREHENSION) return f->run->skipped++, false;
  Value tuples[MOST_CANDIDATES];
  Solutions s = {.side = &f->w.sides[USUAL], .node = node, .tuples = tuples};
  s.count = node->kids[0]->count;
  if (s.count > 2) return false;
  for (uint32_t i = 0; i < s.count; i++) s.names[i] = node_bare(node->kids[0]->kids[i])->symbol;
  side_forget(s.side);
  Solved solved =
      reference_solve(s.side->reference, s.names, s.count, node->kids[1], true, take_solution, &s);
  if (s.too_many || s.side->engine->expired) return f->run->expired++, false;
  f->run->solved += solved == SOLVED_ALL;
  return try_all(f, &s, 0, solved == SOLVED_ALL);
}

/* -------------------------------------------------------- infinite functions */

/* kids: E in x0, a set, an infinite domain, a part of it that is large enough for what E makes of
 * it to be seen.  The second claim follows from the first; and where the set has no other
 * pairs to refute it, the first one from the second. */
static const char *const whole_claims[] = {
    "((%%x0.(x0 : %2 | %0)) : %2 --> %1)",       "((%%x0.(x0 : %2 | %0)) : %2 >-> %1)",
    "((%%x0.(x0 : %2 | %0)) : %2 >+> %1)",       "({x0,y0 | x0 : %2 & y0 = %0} : %2 --> %1)",
    "({x0,y0 | x0 : %2 & y0 = %0} : %2 <-> %1)", "(ran(%%x0.(x0 : %2 | %0)) <: %1)",
    "((%%x0.(x0 : %2 | %0)) <: %2 * %1)",        "((%%x0.(x0 : %2 | %0))[%2] <: %1)",
    "((%%x0.(x0 : %2 | %0))~ : %1 <-> %2)",      "(dom(%%x0.(x0 : %2 | %0)) = %2)"};
static const char *const part_claims[] = {
    "((%%x0.(x0 : %3 | %0)) : %3 --> %1)",       "((%%x0.(x0 : %3 | %0)) : %3 >-> %1)",
    "((%%x0.(x0 : %3 | %0)) : %3 >+> %1)",       "({x0,y0 | x0 : %3 & y0 = %0} : %3 --> %1)",
    "({x0,y0 | x0 : %3 & y0 = %0} : %3 <-> %1)", "(ran(%%x0.(x0 : %3 | %0)) <: %1)",
    "((%%x0.(x0 : %3 | %0)) <: %3 * %1)",        "((%%x0.(x0 : %3 | %0))[%3] <: %1)",
    "((%%x0.(x0 : %3 | %0))~ : %1 <-> %3)",      "(dom(%%x0.(x0 : %3 | %0)) = %3)"};
enum { CLAIMS = sizeof whole_claims / sizeof *whole_claims };

static Tree *random_claim(Fuzz *f)
{
  static const char *const bodies[] = {"I", "I", "I", "I", "XII", "PI", "B", "S", "XIB"};
  static const char *const domains[] = {"INTEGER", "NATURAL", "NATURAL1", "(INTEGER - {0})",
                                        "{x0 | x0 < 3}"};
  static const char *const parts[] = {"(-40..40)", "(0..60)", "(1..60)", "((-40..40) - {0})",
                                      "(-60..2)"};
  FreeName x = {"x0", gentype_from(&f->g, "I")};
  const GenType *set = gentype_from(&f->g, "PI");
  uint64_t pick = random_below(&f->g.random, 5);
  char scheme[8];
  snprintf(scheme, sizeof scheme, "P%s", bodies[random_below(&f->g.random, 9)]);
  Tree *t = arena_alloc(f->g.arena, sizeof *t), *leaves = arena_new_array(f->g.arena, Tree, 2);
  *t = (Tree){.form = whole_claims[random_below(&f->g.random, CLAIMS)],
              .type = gentype_from(&f->g, "Q"),
              .count = 4};
  leaves[0] = (Tree){.form = domains[pick], .type = set};
  leaves[1] = (Tree){.form = parts[pick], .type = set};
  t->kids = arena_new_array(f->g.arena, Tree *, 4);
  f->g.infinite = false;
  t->kids[0] =
      tree_random(&f->g, gentype_from(&f->g, scheme + 1), 1 + f->run->series.size / 3, &x, 1);
  f->g.infinite = true;
  const GenType *values = gentype_from(&f->g, scheme);
  t->kids[1] = random_below(&f->g.random, 2)
                   ? tree_whole_type(&f->g, gentype_from(&f->g, scheme + 1))
                   : tree_random(&f->g, values, 1, NULL, 0);
  t->kids[2] = &leaves[0];
  t->kids[3] = &leaves[1];
  return t;
}

static bool has_large_number(const char *text)
{
  uint32_t digits = 0;
  for (const char *c = text; *c && digits < 4; c++)
    digits = *c >= '0' && *c <= '9' ? digits + 1 : 0;
  return digits == 4;
}

/* The tree is one of whole_claims. */
static bool claims_wrongly(void *context, const Tree *tree)
{
  Fuzz *f = context;
  Tree part = *tree;
  bool function = false; /* the claim says that it has values, not only where they are */
  for (uint32_t i = 0; i < CLAIMS; i++)
    if (tree->form == whole_claims[i]) part.form = part_claims[i], function = i < 3;
  text_clear(&f->text);
  tree_print(&f->text, tree);
  const Node *whole_node = workbench_formula(&f->w, text_string(&f->text));
  Text text = {0};
  tree_print(&text, &part);
  const Node *part_node = whole_node ? workbench_formula(&f->w, text_string(&text)) : NULL;
  text_free(&text);
  if (!part_node || has_large_number(text_string(&f->text))) return f->run->skipped++, false;
  FormulaOutcome *whole = &f->outcomes[USUAL], *fast = &f->outcomes[FAST],
                 *small = &f->outcomes[LAZY];
  side_evaluate(&f->w.sides[USUAL], whole_node, whole);
  side_evaluate(&f->w.sides[FAST], whole_node, fast);
  side_evaluate(&f->w.sides[USUAL], part_node, small);
  if (whole->kind == OUTCOME_EXPIRED || small->kind == OUTCOME_EXPIRED)
    return f->run->expired++, false;
  if (fast->kind != OUTCOME_EXPIRED && differ(whole, fast)) return disagree(f, USUAL, FAST);
  if (whole->kind != OUTCOME_KNOWN) return false;
  f->run->claims++;
  bool holds = strcmp(text_string(&whole->text), "TRUE") == 0;
  if (small->kind == OUTCOME_FAULT ? !holds || !function : !differ(whole, small) || !decided(small))
    return false;
  text_clear(&f->reason);
  text_printf(&f->reason, "all: %s\nsmall ones: %s\n", outcome_text(whole), outcome_text(small));
  return true;
}

/* ---------------------------------------------------------------------- runs */

/* {x | x:T & P} or {x,y | x:T & y:U & P}, where P is made of everything */
static Tree *random_comprehension(Fuzz *f)
{
  static const char *const types[] = {"I", "S", "B", "D", "PS", "PB", "XSB", "I", "I"};
  FreeName names[] = {{"x0", NULL}, {"y0", NULL}};
  static const char *const forms[] = {"{x0 | x0 : %0 & %1}",
                                      "{x0 | x0 : %0 & %1 & %2}",
                                      "{x0 | %1 & %2 & x0 : %0 & %3}",
                                      "{x0,y0 | x0 : %0 & y0 : %1 & %2}",
                                      "{x0,y0 | %2 & x0 : %0 & y0 : %1 & %3}",
                                      "{x0,y0 | %2 & %3 & x0 : %0 & y0 : %1 & %4}"};
  uint32_t count = 1 + (uint32_t) random_below(&f->g.random, 3);
  uint32_t bound = 1 + (uint32_t) random_below(&f->g.random, 2);
  Tree *t = arena_alloc(f->g.arena, sizeof *t);
  *t = (Tree){.form = forms[count - 1 + (bound - 1) * 3],
              .type = gentype_from(&f->g, "PI"), /* any set: it is not replaced */
              .count = count + bound};
  t->kids = arena_new_array(f->g.arena, Tree *, t->count);
  for (uint32_t i = 0; i < bound; i++) {
    names[i].type = gentype_from(&f->g, types[random_below(&f->g.random, 9)]);
    t->kids[i] = tree_whole_type(&f->g, names[i].type);
  }
  for (uint32_t i = bound; i < t->count; i++)
    t->kids[i] =
        tree_random(&f->g, gentype_from(&f->g, "Q"), f->run->series.size / 2, names, bound);
  return t;
}

static void show_failure(Fuzz *f, uint64_t number, Tree *tree, Fails *fails)
{
  printf("formula %llu disagrees:\n%s\n%s", (unsigned long long) number, text_string(&f->text),
         text_string(&f->reason));
  tree = tree_shrink(&f->g, tree, fails, f);
  fails(f, tree);
  printf("smaller:\n%s\n%s", text_string(&f->text), text_string(&f->reason));
}

static bool one_formula(Fuzz *f, uint64_t number)
{
  f->g.random = random_from(f->run->series.seed * UINT64_C(1000000007) + number);
  f->g.infinite = random_below(&f->g.random, 3) == 0;
  int size = 1 + (int) random_below(&f->g.random, (uint64_t) f->run->series.size);
  f->g.infinite |= number % 4 == 3;
  bool solving = number % 4 == 3, claiming = number % 8 == 5;
  bool predicate = random_below(&f->g.random, 2);
  Tree *tree = solving     ? random_comprehension(f)
               : claiming  ? random_claim(f)
               : predicate ? tree_random(&f->g, gentype_from(&f->g, "Q"), size, NULL, 0)
                           : tree_random(&f->g, gentype_random(&f->g, 2), size, NULL, 0);
  Fails *fails = solving ? solves_wrongly : claiming ? claims_wrongly : evaluates_differently;
  bool wrong = fails(f, tree);
  if (!solving && !claiming) count_outcome(f->run, &f->outcomes[USUAL]);
  if (f->run->series.verbose)
    printf("%s\n%s\n", text_string(&f->text), solving ? "" : outcome_text(&f->outcomes[USUAL]));
  if (wrong) show_failure(f, number, tree, fails);
  return !wrong;
}

static int run_all(void *data)
{
  Run *run = data;
  Fuzz f = {.run = run, .g = {.arena = arena_new()}};
  ArenaMark start = arena_mark(f.g.arena);
  bool fine = true;
  workbench_report_crashes();
  f.w.verbose = run->series.verbose;
  workbench_open(&f.w);
  for (uint64_t i = run->series.only; i < run->series.only + run->series.count && fine; i++) {
    workbench_renew(&f.w);
    arena_release(f.g.arena, start);
    fine = one_formula(&f, i);
  }
  workbench_close(&f.w);
  arena_free(f.g.arena);
  for (uint32_t i = 0; i < SETUP_COUNT; i++) text_free(&f.outcomes[i].text);
  text_free(&f.text);
  text_free(&f.reason);
  printf("%llu values, %llu not well-defined, %llu unknown, %llu too long, %llu with mistakes; "
         "%llu also decided lazily, %llu symbolically; %llu predicates solved; "
         "%llu infinite functions judged\n",
         (unsigned long long) run->known, (unsigned long long) run->faults,
         (unsigned long long) run->unknown, (unsigned long long) run->expired,
         (unsigned long long) run->skipped, (unsigned long long) run->lazy_decided,
         (unsigned long long) run->symbolic_decided, (unsigned long long) run->solved,
         (unsigned long long) run->claims);
  return fine ? 0 : 1;
}

int main(int argc, char **argv)
{
  Run run = {.series = {.count = 20000, .seed = 1, .size = 8}};
  for (int i = 1; i < argc; i++) {
    if (!series_take(&run.series, argc, argv, &i)) {
      fprintf(stderr, "usage: formula_fuzz " SERIES_USAGE "\n");
      return 2;
    }
  }
  return stack_run(run_all, &run);
}
