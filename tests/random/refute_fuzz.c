/* Random sequents for the search for counterexamples, against all values tried.
 *
 *   refute_fuzz [--open | --deferred | --planted] [--own [--mutants N]] [--queries FOLDER]
 *               [--count N] [--seed N] [--size N] [--only N] [--verbose] [FILE.law…]
 *
 * A sequent has a few names with small domains, which are among its hypotheses (with --open they
 * are not, unless by chance).  All their values are tried, for one to three elements of the
 * deferred set D (and up to three of E).  A sequent that is proved must have no counterexample
 * among them, one without counterexample in a scope none there.  The values of a counterexample are
 * read again and must satisfy the hypotheses and violate the goal; unless --open it must be one of
 * those that trying gives.
 * --planted: a sequent has a counterexample, often with numbers beyond those that are tried first.
 * That it has none is never said.
 * FILE.law: sequents are made of these laws (law_sequents.h), with --open without the domains.
 *
 * With --own it is the proof procedure that is tested, which only proves: what is not well-defined,
 * read from left to right, is no counterexample of it.  Its certificates must be accepted, and N
 * mutants of each be refused, or be proofs all the same (certificate_trial.h).
 * --queries: what is proved is written into the folder, as questions for other provers.
 *
 * Sequent number n depends on the seed and n alone, so that --only n --verbose repeats one.  The
 * first wrong answer is shown; the exit status is then 1. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "engine/setup/setup.h"
#include "prove/foreign/foreign.h"
#include "prove/refute/refute.h"
#include "prove/rules/well_defined.h"
#include "prove/tableau/prover.h"
#include "random/certificate_trial.h"
#include "random/deferred.h"
#include "random/series.h"
#include "random/workbench.h"
#include "session/elements.h"
#include "session/stack.h"

enum {
  MOST_TRIED = 300,
  MOST_NAMES = 8,
  SIZES = 3,
  SIZES_DEFERRED = 5,
  SIZES_IMAGES = 3 /* of E, where there is one */
};
static const double SECONDS = 0.3;

static const char world_text[] = "MACHINE World\n"
                                 "SETS S = {s1,s2,s3}; D; E\n"
                                 "FREETYPES L = nil, cons(INTEGER*L), leaf(BOOL)\n"
                                 "END\n";

typedef struct {
  Series series;
  bool open, deferred, planted, own, kinds;
  LawBook *laws;       /* to make sequents of; or NULL */
  const char *queries; /* folder for what is proved; or NULL */
  CertificateCounts certificates;
  uint64_t mistakes, unread, counts[PROOF_STATUSES];
  double longest;
} Run;

typedef struct {
  Run *run;
  Generator g;
  ProblemText problem;
  LawNames law_names;
  RandomSequent sequent;
  SequentConjuncts conjuncts; /* of its formula; with --own: and that they are well-defined */
  Text text;
  uint64_t number;
} Fuzz;

static const Formula *formula_of(Fuzz *f, const char *text)
{
  return sequent_formula(&f->sequent, text);
}

/* Has the formula conjuncts?  Notes them. */
static bool take_conjuncts(Fuzz *f)
{
  const Node *all = f->sequent.formula ? node_bare(f->sequent.formula->node) : NULL;
  f->conjuncts = (SequentConjuncts){.count = 0};
  if (!all || all->kind != NODE_AND || all->count > MOST_CONJUNCTS_READ) return false;
  for (uint32_t i = 0; i < all->count; i++) f->conjuncts.list[i] = all->kids[i];
  f->conjuncts.count = all->count;
  return true;
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

/* Reads the values again. */
static Candidate shown(Fuzz *f, const Proof *p, Sizes sizes)
{
  SequentTrial b;
  sequent_trial_open(&b, &f->sequent, &f->conjuncts, sizes);
  elements_know(f->sequent.session, f->sequent.model, b.engine);
  Candidate result = IS_ONE;
  for (uint32_t i = 0; i < f->sequent.formula->free.len && result == IS_ONE; i++) {
    const Symbol *name = f->sequent.formula->free.data[i];
    const char *text = shown_value(p, name);
    const Node *value = text ? sequent_typed_value(&f->sequent, name->type, text) : NULL;
    Value v = value ? reference_value(b.reference, value) : VALUE_FAULT;
    if (value_is_none(v)) result = IS_NOT_KNOWN;
    else reference_bind(b.reference, name, v);
  }
  if (result == IS_ONE) result = sequent_candidate(&b);
  f->sequent.model->known.len = 0;
  sequent_trial_close(&b);
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
  if (p->status == PROOF_DISPROVED_SELECTED) return wrong(f, p, "all hypotheses are selected");
  if (p->status == PROOF_UNKNOWN) return true;
  bool scoped = p->status == PROOF_BOUNDED;
  uint64_t most = f->run->deferred ? SIZES_DEFERRED : SIZES;
  uint64_t most_images = strstr(text_string(&f->text), "(e0 : E)") ? SIZES_IMAGES : 1;
  for (Sizes s = {most, most_images}; s.d > 0; s.e > 1 ? s.e-- : (s.d--, s.e = most_images)) {
    bool inside = !scoped || (s.d == 2 && (most_images == 1 || s.e == 2)); /* where it begins */
    if (inside && sequent_by_definition(&f->sequent, &f->conjuncts, s) == IS_ONE)
      return wrong(f, p, "there is a counterexample");
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

/* By the proof procedure instead of the search for counterexamples. */
static bool prove_only(Fuzz *f, const Obligations *all, const Sequent *s, Build build, Proof *p)
{
  double began = clock_seconds();
  Text certificate = {0};
  ProverLimits limits = {.limits = {.deadline = began + SECONDS}, .certificate = &certificate};
  ProverResult result;
  *p = (Proof){.status = prover_try(all, s, &limits, &result) ? PROOF_PROVED : PROOF_UNKNOWN};
  p->why = result.why;
  p->seconds = clock_seconds() - began;
  CertificateTrial trial = {.counts = &f->run->certificates,
                            .random = &f->g.random,
                            .random_sequent = &f->sequent,
                            .conjuncts = &f->conjuncts,
                            .sequent = s,
                            .build = build,
                            .text = text_string(&f->text)};
  bool fine = !result.proved || certificate_try(&trial, text_string(&certificate));
  text_free(&certificate);
  return fine;
}

/* The question whether other provers agree. */
static void write_query(const Fuzz *f, const Sequent *s)
{
  Text path = {0}, text = {0};
  const char *why;
  ForeignTask *task = foreign_task_new(s, HYPOTHESES_ALL, &why);
  text_printf(&path, "%s/%08llu.smt2", f->run->queries, (unsigned long long) f->number);
  if (task) {
    text_printf(&text, "; %s\n", text_string(&f->text));
    foreign_task_smt(task, &text);
    FILE *file = fopen(text_string(&path), "w");
    if (!file) perror(text_string(&path)), exit(2);
    fputs(text_string(&text), file);
    fclose(file);
  }
  foreign_task_free(task);
  text_free(&path);
  text_free(&text);
}

/* Binds the planted values; how many, or -1. */
static int bind_planted(Fuzz *f, SequentTrial *b)
{
  for (uint32_t i = 0; i < f->sequent.formula->free.len; i++) {
    const Symbol *name = f->sequent.formula->free.data[i];
    Value v = VALUE_FAULT;
    for (uint32_t k = 0; k < f->problem.count; k++) {
      if (strcmp(f->problem.names[k].name.name, name->name->text)) continue;
      Text text = {0};
      tree_print(&text, f->problem.names[k].value);
      const Node *value = sequent_typed_value(&f->sequent, name->type, text_string(&text));
      if (value) v = reference_value(b->reference, value);
      text_free(&text);
    }
    if (value_is_none(v) || value_tag(v) == TAG_LAZY) return -1;
    reference_bind(b->reference, name, v);
  }
  return (int) f->sequent.formula->free.len;
}

/* Are all conjuncts well-defined for the planted values, read from left to right? */
static bool planted_is_defined(Fuzz *f)
{
  SequentTrial b;
  sequent_trial_open(&b, &f->sequent, &f->conjuncts, (Sizes){2, 2});
  b.engine->options.strict_wd = false;
  bool defined = setup_constants(b.reference) == TRUTH_TRUE && bind_planted(f, &b) >= 0;
  sequent_trial_renew(&b);
  for (uint32_t i = 0; i < f->conjuncts.count && defined; i++)
    defined = reference_truth(b.reference, f->conjuncts.defined[i]) == TRUTH_TRUE;
  sequent_trial_close(&b);
  return defined;
}

/* Keeps the conjuncts that have a truth value for the planted values, negated where they do not
 * hold; the goal, which is the last, is the negation of one that holds. */
static bool plant_conjuncts(Fuzz *f, SequentTrial *b)
{
  ProblemText *p = &f->problem;
  uint32_t kept = 0, count = p->conjunct_count;
  if (f->conjuncts.count != count || bind_planted(f, b) < 0) return false;
  for (uint32_t i = 0; i < count; i++) {
    b->engine->warnings.len = 0;
    Truth t = reference_truth(b->reference, f->conjuncts.list[i]);
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
  for (uint32_t i = 0; i < f->sequent.formula->free.len; i++) {
    text_printf(&types, " & %s : ", f->sequent.formula->free.data[i]->name->text);
    type_print(&types, f->sequent.formula->free.data[i]->type);
  }
  make_text(f);
  text_printf(&types, " & %s", text_string(&f->text));
  text_free(&f->text);
  f->text = types;
}

static bool plant(Fuzz *f)
{
  make_text(f);
  f->sequent.formula = f->problem.conjunct_count > 1 ? formula_of(f, text_string(&f->text)) : NULL;
  if (!take_conjuncts(f)) return false;
  SequentTrial b;
  sequent_trial_open(&b, &f->sequent, &f->conjuncts, (Sizes){2, 2});
  b.engine->options.strict_wd = false;
  bool fine = setup_constants(b.reference) == TRUTH_TRUE;
  sequent_trial_renew(&b);
  fine = fine && plant_conjuncts(f, &b);
  sequent_trial_close(&b);
  if (fine) make_planted_text(f);
  return fine;
}

static bool prove_and_judge(Fuzz *f)
{
  Run *run = f->run;
  uint32_t count = f->conjuncts.count;
  SequentName names[MOST_NAMES];
  Hypothesis hypotheses[MOST_CONJUNCTS_READ];
  if (f->sequent.formula->free.len > MOST_NAMES) return true;
  for (uint32_t i = 0; i < f->sequent.formula->free.len; i++)
    names[i] = (SequentName){f->sequent.formula->free.data[i], ROLE_PARAMETER};
  for (uint32_t i = 0; i + 1 < count; i++)
    hypotheses[i] = (Hypothesis){(Node *) f->conjuncts.list[i], NULL, true};
  Sequent s = {.name = "random",
               .component = "",
               .kind = "THM",
               .names = names,
               .name_count = f->sequent.formula->free.len,
               .hypotheses = hypotheses,
               .hypothesis_count = count - 1,
               .goal = (Node *) f->conjuncts.list[count - 1]};
  Obligations all = {.arena = session_arena(f->sequent.session), .model = f->sequent.model};
  ProofLimits limits = {.limits = {.deadline = clock_seconds() + SECONDS}};
  Arena *arena = arena_new();
  Proof p;
  bool fine = true;
  Build build = {session_arena(f->sequent.session), f->sequent.model->types,
                 session_names(f->sequent.session)};
  for (uint32_t i = 0; run->own && i < count; i++)
    f->conjuncts.defined[i] = well_defined(&build, f->conjuncts.list[i], NOTATION_B);
  if (run->own) fine = prove_only(f, &all, &s, build, &p);
  else refute_sequent(&all, &s, &limits, arena, &p);
  run->counts[p.status]++;
  if (p.seconds > run->longest) run->longest = p.seconds;
  if (run->series.verbose)
    printf("%s\n  %s %s %.2f s\n", text_string(&f->text), proof_status_name(p.status),
           p.why ? p.why : "", p.seconds);
  if (run->queries && p.status == PROOF_PROVED) write_query(f, &s);
  fine = fine && ((run->own && run->planted && !planted_is_defined(f)) || judge(f, &p));
  proof_free(&p);
  arena_free(arena);
  return fine;
}

/* The text, and the names with their domains.  False: there are not two conjuncts. */
static bool make_sequent(Fuzz *f)
{
  Run *run = f->run;
  if (run->laws) law_sequent(run->laws, &f->g.random, run->open, &f->law_names, &f->text);
  else if (run->deferred) deferred_sequent(&f->g.random, &f->text);
  if (run->laws || run->deferred) return true;
  if (run->planted) problem_planted(&f->g, &f->problem, run->series.size);
  else if (run->open) problem_open(&f->g, &f->problem, MOST_TRIED, run->series.size);
  else problem_small(&f->g, &f->problem, MOST_TRIED, run->series.size);
  if (run->planted) return plant(f);
  make_text(f);
  return f->problem.conjunct_count > 1;
}

static bool run_sequent(Run *run, uint64_t number)
{
  Fuzz f = {.run = run, .number = number};
  const char *text = run->planted ? problem_universe : world_text;
  f.sequent = (RandomSequent){.session = session_new(),
                              .problem = &f.problem,
                              .law_names = &f.law_names,
                              .tells_mistakes = run->series.verbose};
  f.sequent.model = session_load(f.sequent.session, session_text(f.sequent.session, "world", text));
  f.g =
      (Generator){.random = random_from(run->series.seed * 1000003 + number), .arena = arena_new()};
  f.g.infinite = run->planted;
  bool several = make_sequent(&f), fine = true;
  workbench_note(text_string(&f.text));
  f.sequent.formula = several ? formula_of(&f, text_string(&f.text)) : NULL;
  if (run->series.verbose) printf("%llu: ", (unsigned long long) number);
  if (take_conjuncts(&f)) fine = prove_and_judge(&f);
  else run->mistakes++;
  if (!fine) printf("sequent %llu\n", (unsigned long long) number);
  text_free(&f.text);
  law_names_free(&f.law_names);
  arena_free(f.g.arena);
  session_free(f.sequent.session);
  return fine;
}

static int run_all(void *context)
{
  Run *run = context;
  bool fine = true;
  workbench_report_crashes();
  run->certificates.tells_refusals = run->series.verbose;
  for (uint64_t i = 0; i < run->series.count && fine; i++)
    fine = run_sequent(run, run->series.only + i);
  printf("%llu sequents", (unsigned long long) run->series.count);
  for (int i = 0; i < PROOF_STATUSES; i++)
    printf(", %llu %s", (unsigned long long) run->counts[i], proof_status_name(i));
  printf(", %llu with mistakes, %llu counterexamples not read again; longest %.2f s\n",
         (unsigned long long) run->mistakes, (unsigned long long) run->unread, run->longest);
  if (run->own) fine &= certificate_counts_tell(&run->certificates, run->kinds);
  law_book_free(run->laws);
  return fine ? 0 : 1;
}

int main(int argc, char **argv)
{
  Run run = {.series = {.count = 20000, .seed = 1, .size = 4}, .certificates = {.mutants_each = 4}};
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--open")) run.open = true;
    else if (!strcmp(argv[i], "--deferred")) run.deferred = true;
    else if (!strcmp(argv[i], "--own")) run.own = true;
    else if (!strcmp(argv[i], "--planted")) run.planted = true;
    else if (!strcmp(argv[i], "--kinds")) run.kinds = true;
    else if (!strcmp(argv[i], "--queries") && i + 1 < argc) run.queries = argv[++i];
    else if (!strcmp(argv[i], "--mutants") && i + 1 < argc)
      run.certificates.mutants_each = strtoull(argv[++i], NULL, 10);
    else if (*argv[i] != '-' && !run.laws) {
      int count = 1;
      while (i + count < argc && *argv[i + count] != '-') count++;
      run.laws = law_book_read(argv + i, count);
      i += count - 1;
    } else if (!series_take(&run.series, argc, argv, &i)) {
      fprintf(stderr, "usage: refute_fuzz [--open | --deferred | --planted] [--own [--mutants N] "
                      "[--kinds]] [--queries FOLDER] " SERIES_USAGE " [FILE.law…]\n");
      return 2;
    }
  }
  return stack_run(run_all, &run);
}
