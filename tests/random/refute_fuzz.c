/* Random sequents for the search for counterexamples, against all values tried.
 *
 *   refute_fuzz [--open | --deferred | --planted] [--own [--mutants N]]
 *               [--count N] [--seed N] [--size N] [--only N] [--verbose]
 *
 * A sequent has a few names with small domains, which are among its hypotheses (with --open they
 * are not, unless by chance).  All their values are tried, for one to three elements of the
 * deferred set D (and up to three of E).  A sequent that is proved must have no counterexample
 * among them, one without counterexample in a scope none there.  The values of a counterexample are
 * read again and must satisfy the hypotheses and violate the goal; unless --open it must be one of
 * those that trying gives.
 * --planted: a sequent has a counterexample, often with numbers beyond those that are tried first.
 * That it has none is never said.
 *
 * With --own it is the proof procedure that is tested, which only proves: what is not well-defined,
 * read from left to right, is no counterexample of it.  Its certificates must be accepted, and N
 * mutants of each be refused, or be proofs all the same (mutants.h).
 *
 * Sequent number n depends on the seed and n alone, so that --only n --verbose repeats one.  The
 * first wrong answer is shown; the exit status is then 1. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/external/external.h"
#include "engine/reference/reference.h"
#include "prove/check/check.h"
#include "engine/setup/setup.h"
#include "prove/refute/refute.h"
#include "prove/rules/well_defined.h"
#include "prove/tableau/prover.h"
#include "random/deferred.h"
#include "random/mutants.h"
#include "random/problem.h"
#include "random/series.h"
#include "random/workbench.h"
#include "base/clock.h"
#include "session/elements.h"
#include "session/session.h"
#include "session/stack.h"

enum {
  MOST_TRIED = 300,
  MOST_NAMES = 8,
  MOST_HYPOTHESES = 16,
  SIZES = 3,
  SIZES_DEFERRED = 5,
  SIZES_IMAGES = 3, /* of E, where there is one */
  MOST_CANDIDATES = 40000
};
static const double SECONDS = 0.3;

static const char world_text[] = "MACHINE World\n"
                                 "SETS S = {s1,s2,s3}; D; E\n"
                                 "FREETYPES L = nil, cons(INTEGER*L), leaf(BOOL)\n"
                                 "END\n";

typedef struct {
  Series series;
  bool open, deferred, planted, own;
  uint64_t certificates, refused, mutants_each, mutants;
  uint64_t accepted[MUTANT_SUSPICIOUS + 1]; /* of the mutants */
  uint64_t mistakes, unread, counts[PROOF_STATUSES];
  double longest;
} Run;

typedef struct {
  Run *run;
  Generator g;
  ProblemText problem;
  Session *session;
  Model *model;
  const Formula *formula; /* the hypotheses and, last, the goal */
  Text text;
  const Node *defined[MOST_HYPOTHESES]; /* with --own: that the conjuncts are well-defined */
} Fuzz;

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

static const Node *conjunct(const Fuzz *f, uint32_t i)
{
  return node_bare(f->formula->node)->kids[i];
}
static uint32_t conjunct_count(const Fuzz *f) { return node_bare(f->formula->node)->count; }

/* ---------------------------------------------------------------- by definition */

typedef enum { IS_NONE, IS_ONE, IS_NOT_KNOWN } Candidate;

typedef struct {
  Fuzz *f;
  Engine *engine;
  Reference *reference;
  bool found, unknown;
  uint32_t candidates;
} Brute;

static unsigned asked;
static bool too_long(void) { return ++asked > 200; }

typedef struct { /* of the deferred sets */
  uint64_t d, e;
} Sizes;

static void brute_open(Brute *b, Fuzz *f, Sizes sizes)
{
  *b = (Brute){.f = f, .engine = engine_new(session_names(f->session), f->model, NULL, 0)};
  for (uint32_t i = 0; i < f->model->sets.len; i++)
    if (!f->model->sets.data[i]->enumerated)
      engine_set_size(b->engine, f->model->sets.data[i],
                      strcmp(f->model->sets.data[i]->name->text, "E") ? sizes.d : sizes.e);
  external_install(b->engine);
  b->engine->options.strict_wd = true;
  b->engine->options.cancelled = too_long;
  b->engine->options.lazy_limit = 3000;
  b->engine->options.expansion_limit = 20000;
  b->reference = reference_new(b->engine);
  asked = 0;
}

static void brute_close(Brute *b)
{
  reference_free(b->reference);
  engine_free(b->engine);
}

/* The values that the names have now. */
static Candidate candidate(Brute *b)
{
  Candidate result = IS_ONE;
  uint32_t count = conjunct_count(b->f);
  b->engine->warnings.len = 0; /* what a quantifier passes by because it is not well-defined */
  for (uint32_t i = 0; i < count; i++) {
    Truth t = reference_truth(b->reference, conjunct(b->f, i));
    if (t == TRUTH_UNKNOWN) result = IS_NOT_KNOWN;
    else if (t != (i + 1 < count ? TRUTH_TRUE : TRUTH_FALSE)) return IS_NONE;
    if (!b->f->defined[i]) continue;
    t = reference_truth(b->reference, b->f->defined[i]);
    if (t == TRUTH_UNKNOWN) result = IS_NOT_KNOWN;
    else if (t != TRUTH_TRUE) return IS_NONE;
  }
  if (b->engine->warnings.len) return IS_NOT_KNOWN;
  return result;
}

/* A set of all values that are tried: of d1 and d2, all of their type. */
static const Formula *domain_of(Fuzz *f, const Symbol *symbol)
{
  for (uint32_t i = 0; i < f->problem.count; i++)
    if (!strcmp(f->problem.names[i].name.name, symbol->name->text))
      return formula_of(f, f->problem.names[i].domain);
  Text text = {0};
  type_print(&text, symbol->type);
  const Formula *all = formula_of(f, text_string(&text));
  text_free(&text);
  return all;
}

static void brute_try(Brute *b, uint32_t name)
{
  Fuzz *f = b->f;
  if (b->found || b->engine->expired) return;
  if (name == f->formula->free.len) {
    if (++b->candidates > MOST_CANDIDATES) b->engine->expired = true;
    Candidate c = candidate(b);
    b->found |= c == IS_ONE;
    b->unknown |= c == IS_NOT_KNOWN;
    return;
  }
  const Symbol *symbol = f->formula->free.data[name];
  const Formula *domain = domain_of(f, symbol);
  const Shape *shape = engine_shape(b->engine, symbol->type);
  Value set =
      domain && !domain->free.len ? reference_value(b->reference, domain->node) : VALUE_FAULT;
  if (value_is_none(set) || value_tag(set) == TAG_LAZY ||
      engine_element_shape(b->engine, domain->node->type) != shape) {
    b->unknown = true;
    return;
  }
  SetIter it = set_iter(b->engine->store, shape, set);
  for (Value v; set_next(&it, &v);) {
    reference_bind(b->reference, symbol, v);
    brute_try(b, name + 1);
    reference_unbind(b->reference, 1);
  }
}

static Candidate by_definition(Fuzz *f, Sizes sizes)
{
  Brute b;
  brute_open(&b, f, sizes);
  brute_try(&b, 0);
  Candidate result = b.found ? IS_ONE : b.unknown || b.engine->expired ? IS_NOT_KNOWN : IS_NONE;
  brute_close(&b);
  return result;
}

/* ---------------------------------------------------------------------- verdicts */

static bool wrong(Fuzz *f, const Proof *p, const char *what)
{
  printf("%s\n%s: %s\n", text_string(&f->text), proof_status_name(p->status), what);
  for (uint32_t i = 0; i < p->counterexample.sets.len; i++)
    printf("  %s = %s\n", p->counterexample.sets.data[i].name,
           p->counterexample.sets.data[i].value);
  for (uint32_t i = 0; i < p->counterexample.values.len; i++)
    printf("  %s = %s\n", p->counterexample.values.data[i].name,
           p->counterexample.values.data[i].value);
  return false;
}

static const char *shown_value(const Proof *p, const Symbol *name)
{
  for (uint32_t i = 0; i < p->counterexample.values.len; i++)
    if (!strcmp(p->counterexample.values.data[i].name, name->name->text))
      return p->counterexample.values.data[i].value;
  return NULL;
}

/* How many elements the set has in the counterexample; 1 if it does not matter. */
static uint64_t size_shown(const Proof *p, const char *set)
{
  uint64_t size = 1;
  for (uint32_t i = 0; i < p->counterexample.sets.len; i++) {
    if (strcmp(p->counterexample.sets.data[i].name, set)) continue;
    size = 1;
    for (const char *t = p->counterexample.sets.data[i].value; *t; t++) size += *t == ',';
  }
  return size;
}

/* A text of that type: what {} has in it follows from it. */
static const Node *typed_value(Fuzz *f, const Type *type, const char *value)
{
  Text text = {0};
  text_add(&text, "value__ : ");
  type_print(&text, type);
  text_printf(&text, " & value__ = %s", value);
  const Formula *both = formula_of(f, text_string(&text));
  text_free(&text);
  return both ? node_bare(node_bare(both->node)->kids[1])->kids[1] : NULL;
}

/* Reads the values again. */
static Candidate shown(Fuzz *f, const Proof *p, Sizes sizes)
{
  Brute b;
  brute_open(&b, f, sizes);
  elements_know(f->session, f->model, b.engine);
  Candidate result = IS_ONE;
  for (uint32_t i = 0; i < f->formula->free.len && result == IS_ONE; i++) {
    const Symbol *name = f->formula->free.data[i];
    const char *text = shown_value(p, name);
    const Node *value = text ? typed_value(f, name->type, text) : NULL;
    Value v = value ? reference_value(b.reference, value) : VALUE_FAULT;
    if (value_is_none(v)) result = IS_NOT_KNOWN;
    else reference_bind(b.reference, name, v);
  }
  if (result == IS_ONE) result = candidate(&b);
  f->model->known.len = 0;
  brute_close(&b);
  return result;
}

static bool judge_counterexample(Fuzz *f, const Proof *p)
{
  Sizes sizes = {size_shown(p, "D"), size_shown(p, "E")};
  Candidate again = shown(f, p, sizes);
  if (again == IS_NONE) return wrong(f, p, "the values are no counterexample");
  f->run->unread += again == IS_NOT_KNOWN;
  return true;
}

static bool judge(Fuzz *f, const Proof *p)
{
  if (f->run->planted)
    return (p->status != PROOF_PROVED && p->status != PROOF_BOUNDED) ||
           wrong(f, p, "there is a counterexample");
  if (p->status == PROOF_DISPROVED) return judge_counterexample(f, p);
  if (p->status == PROOF_UNKNOWN) return true;
  bool scoped = p->status == PROOF_BOUNDED;
  uint64_t most = f->run->deferred ? SIZES_DEFERRED : SIZES;
  uint64_t most_images = strstr(text_string(&f->text), "(e0 : E)") ? SIZES_IMAGES : 1;
  for (Sizes s = {most, most_images}; s.d > 0; s.e > 1 ? s.e-- : (s.d--, s.e = most_images)) {
    bool inside = !scoped || (s.d == 2 && (most_images == 1 || s.e == 2)); /* where it begins */
    if (inside && by_definition(f, s) == IS_ONE) return wrong(f, p, "there is a counterexample");
  }
  return true;
}

/* -------------------------------------------------------------------- one sequent */

static void make_text(Fuzz *f)
{
  const ProblemText *p = &f->problem;
  text_clear(&f->text);
  for (uint32_t i = 0; i < p->conjunct_count; i++) {
    text_add(&f->text, i ? " & (" : "(");
    tree_print(&f->text, p->conjuncts[i]);
    text_add(&f->text, ")");
  }
}

/* Certificates are accepted (of twenty, nineteen at least), and of those with a mistake in them
 * only what is a proof all the same. */
static void check_certificate(Fuzz *f, const Sequent *s, const char *text)
{
  Text error = {0}, other = {0};
  bool fine = certificate_check(s, HYPOTHESES_ALL, text, &error);
  f->run->certificates++;
  f->run->refused += !fine;
  if (!fine && f->run->series.verbose)
    printf("%s\n%s\nthe certificate is refused: %s\n", text_string(&f->text), text, error.data);
  for (uint64_t i = 0; i < f->run->mutants_each && fine; i++) {
    if (!mutant_make(&f->g.random, text, &other)) continue;
    f->run->mutants++;
    text_clear(&error);
    if (!certificate_check(s, HYPOTHESES_ALL, text_string(&other), &error)) continue;
    MutantKind kind = mutant_judge(text, text_string(&other));
    f->run->accepted[kind]++;
    if (kind == MUTANT_SUSPICIOUS)
      printf("%s\n%sa mutant is accepted:\n%s", text_string(&f->text), text, text_string(&other));
  }
  text_free(&error);
  text_free(&other);
}

/* By the proof procedure instead of the search for counterexamples. */
static void prove_only(Fuzz *f, const Obligations *all, const Sequent *s, Proof *p)
{
  double began = clock_seconds();
  Text certificate = {0};
  ProverLimits limits = {.limits = {.deadline = began + SECONDS}, .certificate = &certificate};
  ProverResult result;
  *p = (Proof){.status = prover_try(all, s, &limits, &result) ? PROOF_PROVED : PROOF_UNKNOWN};
  p->why = result.why;
  p->seconds = clock_seconds() - began;
  if (result.proved) check_certificate(f, s, text_string(&certificate));
  text_free(&certificate);
}

/* Binds the planted values; how many, or -1. */
static int bind_planted(Brute *b)
{
  Fuzz *f = b->f;
  for (uint32_t i = 0; i < f->formula->free.len; i++) {
    const Symbol *name = f->formula->free.data[i];
    Value v = VALUE_FAULT;
    for (uint32_t k = 0; k < f->problem.count; k++) {
      if (strcmp(f->problem.names[k].name.name, name->name->text)) continue;
      Text text = {0};
      tree_print(&text, f->problem.names[k].value);
      const Node *value = typed_value(f, name->type, text_string(&text));
      if (value) v = reference_value(b->reference, value);
      text_free(&text);
    }
    if (value_is_none(v) || value_tag(v) == TAG_LAZY) return -1;
    reference_bind(b->reference, name, v);
  }
  return (int) f->formula->free.len;
}

/* Are all conjuncts well-defined for the planted values, read from left to right? */
static bool planted_is_defined(Fuzz *f)
{
  Brute b;
  brute_open(&b, f, (Sizes){2, 2});
  b.engine->options.strict_wd = false;
  bool defined = setup_constants(b.reference) == TRUTH_TRUE && bind_planted(&b) >= 0;
  b.engine->options.strict_wd = true;
  asked = 0;
  for (uint32_t i = 0; i < conjunct_count(f) && defined; i++)
    defined = reference_truth(b.reference, f->defined[i]) == TRUTH_TRUE;
  brute_close(&b);
  return defined;
}

/* Keeps the conjuncts that have a truth value for the planted values, negated where they do not
 * hold; the goal, which is the last, is the negation of one that holds. */
static bool plant_conjuncts(Brute *b)
{
  Fuzz *f = b->f;
  ProblemText *p = &f->problem;
  uint32_t kept = 0, count = p->conjunct_count;
  if (conjunct_count(f) != count || bind_planted(b) < 0) return false;
  for (uint32_t i = 0; i < count; i++) {
    b->engine->warnings.len = 0;
    Truth t = reference_truth(b->reference, conjunct(f, i));
    if (b->engine->expired || b->engine->warnings.len) continue;
    if (t == TRUTH_TRUE) p->conjuncts[kept++] = p->conjuncts[i];
    if (t == TRUTH_FALSE) p->conjuncts[kept++] = tree_negated(&f->g, p->conjuncts[i]);
  }
  if (kept == 0) return false;
  p->conjuncts[kept - 1] = tree_negated(&f->g, p->conjuncts[kept - 1]);
  p->conjunct_count = kept;
  return true;
}

/* The names keep their types, and the constants their properties. */
static void make_planted_text(Fuzz *f)
{
  Text types = {0};
  text_add(&types, "card(D) = 2 & d1 : D & d2 : D & d1 /= d2");
  for (uint32_t i = 0; i < f->formula->free.len; i++) {
    text_printf(&types, " & %s : ", f->formula->free.data[i]->name->text);
    type_print(&types, f->formula->free.data[i]->type);
  }
  make_text(f);
  text_printf(&types, " & %s", text_string(&f->text));
  text_free(&f->text);
  f->text = types;
}

static bool plant(Fuzz *f)
{
  make_text(f);
  f->formula = f->problem.conjunct_count > 1 ? formula_of(f, text_string(&f->text)) : NULL;
  if (!f->formula || node_bare(f->formula->node)->kind != NODE_AND) return false;
  Brute b;
  brute_open(&b, f, (Sizes){2, 2});
  b.engine->options.strict_wd = false;
  bool fine = setup_constants(b.reference) == TRUTH_TRUE;
  b.engine->options.strict_wd = true;
  asked = 0;
  fine = fine && plant_conjuncts(&b);
  brute_close(&b);
  if (fine) make_planted_text(f);
  return fine;
}

static bool prove_and_judge(Fuzz *f)
{
  Run *run = f->run;
  uint32_t count = conjunct_count(f);
  SequentName names[MOST_NAMES];
  Hypothesis hypotheses[MOST_HYPOTHESES];
  if (f->formula->free.len > MOST_NAMES || count > MOST_HYPOTHESES) return true;
  for (uint32_t i = 0; i < f->formula->free.len; i++)
    names[i] = (SequentName){f->formula->free.data[i], ROLE_PARAMETER};
  for (uint32_t i = 0; i + 1 < count; i++)
    hypotheses[i] = (Hypothesis){(Node *) conjunct(f, i), NULL, true};
  Sequent s = {.name = "random",
               .component = "",
               .kind = "THM",
               .names = names,
               .name_count = f->formula->free.len,
               .hypotheses = hypotheses,
               .hypothesis_count = count - 1,
               .goal = (Node *) conjunct(f, count - 1)};
  Obligations all = {.arena = session_arena(f->session), .model = f->model};
  ProofLimits limits = {.limits = {.deadline = clock_seconds() + SECONDS}};
  Arena *arena = arena_new();
  Proof p;
  Build build = {session_arena(f->session), f->model->types, session_names(f->session)};
  for (uint32_t i = 0; run->own && i < count; i++)
    f->defined[i] = well_defined(&build, conjunct(f, i), NOTATION_B);
  if (run->own) prove_only(f, &all, &s, &p);
  else refute_sequent(&all, &s, &limits, arena, &p);
  run->counts[p.status]++;
  if (p.seconds > run->longest) run->longest = p.seconds;
  if (run->series.verbose)
    printf("%s\n  %s %s %.2f s\n", text_string(&f->text), proof_status_name(p.status),
           p.why ? p.why : "", p.seconds);
  bool fine = (run->own && run->planted && !planted_is_defined(f)) || judge(f, &p);
  proof_free(&p);
  arena_free(arena);
  return fine;
}

static bool run_sequent(Run *run, uint64_t number)
{
  Fuzz f = {.run = run, .session = session_new()};
  const char *text = run->planted ? problem_universe : world_text;
  f.model = session_load(f.session, session_text(f.session, "world", text));
  f.g =
      (Generator){.random = random_from(run->series.seed * 1000003 + number), .arena = arena_new()};
  f.g.infinite = run->planted;
  if (run->planted) problem_planted(&f.g, &f.problem, run->series.size);
  else if (run->deferred) deferred_sequent(&f.g.random, &f.text);
  else if (run->open) problem_open(&f.g, &f.problem, MOST_TRIED, run->series.size);
  else problem_small(&f.g, &f.problem, MOST_TRIED, run->series.size);
  bool several = run->deferred || f.problem.conjunct_count > 1;
  if (run->planted) several = plant(&f);
  else if (!run->deferred) make_text(&f);
  workbench_note(text_string(&f.text));
  f.formula = several ? formula_of(&f, text_string(&f.text)) : NULL;
  bool fine = true;
  if (run->series.verbose) printf("%llu: ", (unsigned long long) number);
  if (f.formula && node_bare(f.formula->node)->kind == NODE_AND) fine = prove_and_judge(&f);
  else run->mistakes++;
  if (!fine) printf("sequent %llu\n", (unsigned long long) number);
  text_free(&f.text);
  arena_free(f.g.arena);
  session_free(f.session);
  return fine;
}

static int run_all(void *context)
{
  Run *run = context;
  bool fine = true;
  workbench_report_crashes();
  for (uint64_t i = 0; i < run->series.count && fine; i++)
    fine = run_sequent(run, run->series.only + i);
  printf("%llu sequents", (unsigned long long) run->series.count);
  for (int i = 0; i < PROOF_STATUSES; i++)
    printf(", %llu %s", (unsigned long long) run->counts[i], proof_status_name(i));
  printf(", %llu with mistakes, %llu counterexamples not read again; longest %.2f s\n",
         (unsigned long long) run->mistakes, (unsigned long long) run->unread, run->longest);
  if (run->own)
    printf(
        "%llu certificates, %llu of them refused; %llu mutants: %llu accepted as the same proof, "
        "%llu since it follows, %llu suspicious\n",
        (unsigned long long) run->certificates, (unsigned long long) run->refused,
        (unsigned long long) run->mutants, (unsigned long long) run->accepted[MUTANT_SAME],
        (unsigned long long) run->accepted[MUTANT_FOLLOWS],
        (unsigned long long) run->accepted[MUTANT_SUSPICIOUS]);
  fine =
      fine && run->accepted[MUTANT_SUSPICIOUS] == 0 && run->refused * 20 <= run->certificates + 20;
  return fine ? 0 : 1;
}

int main(int argc, char **argv)
{
  Run run = {.series = {.count = 20000, .seed = 1, .size = 4}, .mutants_each = 4};
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--open")) run.open = true;
    else if (!strcmp(argv[i], "--deferred")) run.deferred = true;
    else if (!strcmp(argv[i], "--own")) run.own = true;
    else if (!strcmp(argv[i], "--planted")) run.planted = true;
    else if (!strcmp(argv[i], "--mutants") && i + 1 < argc)
      run.mutants_each = strtoull(argv[++i], NULL, 10);
    else if (!series_take(&run.series, argc, argv, &i)) {
      fprintf(
          stderr,
          "usage: refute_fuzz [--open | --deferred | --planted] [--own [--mutants N]] " SERIES_USAGE
          "\n");
      return 2;
    }
  }
  return stack_run(run_all, &run);
}
