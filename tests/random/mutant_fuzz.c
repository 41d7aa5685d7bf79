/* Obligations of real models, changed a little: do the methods of proof contradict each other?
 *
 *   mutant_fuzz [--count N] [--seed N] [--only N] [--verbose] FILE...
 *
 * Each obligation of the files is changed N times (--count, 20000 if nothing is said: so say it):
 * hypotheses are left out, operators and names replaced by others of the same types.  Most of what
 * comes out is nearly valid, where a prover errs first.  What our own proof procedure proves must
 * have no counterexample, and what has one, no proof by Z3.  Nothing else is known of them.
 *
 * With --only one change of each obligation is made.  The exit status is 1 if one is wrong. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "model/model_print.h"
#include "prove/foreign/foreign.h"
#include "prove/refute/copy.h"
#include "prove/refute/refute.h"
#include "prove/rules/formula.h"
#include "prove/tableau/prover.h"
#include "random/generate.h"
#include "random/series.h"
#include "session/prove/obligations.h"
#include "session/stack.h"

static const double SECONDS = 0.2;

typedef struct {
  Series series;
  const char **files;
  uint32_t file_count;
  Foreign *foreign;
  Random random;
  Arena *arena; /* of one mutant */
  uint64_t mutants, proved, disproved, wrong;
} Run;

static uint64_t draw(Run *r, uint64_t below) { return random_below(&r->random, below); }

/* ------------------------------------------------------------------------- changes */

/* Kinds of one line have the same types, so that each may stand for the others. */
static const NodeKind alike[][8] = {
    {NODE_AND, NODE_OR},
    {NODE_IMPLIES, NODE_IFF},
    {NODE_EQUAL, NODE_NOT_EQUAL},
    {NODE_MEMBER, NODE_NOT_MEMBER},
    {NODE_SUBSET, NODE_STRICT_SUBSET, NODE_NOT_SUBSET, NODE_NOT_STRICT_SUBSET},
    {NODE_LESS, NODE_LESS_EQUAL, NODE_GREATER, NODE_GREATER_EQUAL},
    {NODE_FORALL, NODE_EXISTS},
    {NODE_UNION, NODE_INTERSECTION, NODE_SET_MINUS},
    {NODE_DOM_RESTRICT, NODE_DOM_SUBTRACT},
    {NODE_RAN_RESTRICT, NODE_RAN_SUBTRACT},
    {NODE_RELATION, NODE_PARTIAL_FUN, NODE_TOTAL_FUN, NODE_PARTIAL_INJ, NODE_TOTAL_INJ,
     NODE_TOTAL_SURJ, NODE_TOTAL_BIJ},
    {NODE_POW, NODE_POW1, NODE_FIN, NODE_FIN1},
    {NODE_NATURAL, NODE_NATURAL1, NODE_INTEGER},
    {NODE_TRUE, NODE_FALSE},
    {NODE_MAX, NODE_MIN},
    {NODE_OVERRIDE, NODE_UNION, NODE_SET_MINUS}};
enum { LINES = sizeof alike / sizeof *alike };

/* Another one of the line; the kind itself if it is in none. */
static NodeKind another_kind(Run *r, NodeKind kind)
{
  for (uint32_t i = 0; i < LINES; i++) {
    uint32_t count = 0;
    bool here = false;
    for (; count < 8 && alike[i][count]; count++) here |= alike[i][count] == kind;
    if (here) return alike[i][draw(r, count)];
  }
  return kind;
}

/* A name of the sequent of the same type. */
static Symbol *another_name(Run *r, const Sequent *s, Symbol *symbol)
{
  uint32_t found = 0;
  Symbol *chosen = symbol;
  for (uint32_t i = 0; i < s->name_count; i++)
    if (s->names[i].symbol->type == symbol->type && draw(r, ++found) == 0)
      chosen = s->names[i].symbol;
  return chosen;
}

static const char *const numbers[] = {"0", "1", "2", "3"};

static void change_node(Run *r, const Sequent *s, Names *names, Node *node)
{
  if (node->kind == NODE_IDENT && node->symbol) {
    bool free = false;
    for (uint32_t i = 0; i < s->name_count; i++) free |= s->names[i].symbol == node->symbol;
    if (free) node->symbol = another_name(r, s, node->symbol);
    if (free) node->name = node->symbol->name;
  } else if (node->kind == NODE_INTEGER_LIT) {
    node->name = names_intern_string(names, numbers[draw(r, 4)]);
  } else if (node->kind == NODE_MINUS && node->type && node->type->kind == TYPE_INTEGER) {
    node->kind = NODE_ADD;
  } else if (node->kind == NODE_ADD) {
    node->kind = NODE_MINUS;
  } else {
    node->kind = (uint16_t) another_kind(r, (NodeKind) node->kind);
  }
}

static uint32_t count_nodes(const Node *node)
{
  uint32_t count = 1;
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i]) count += count_nodes(node->kids[i]);
  return count;
}

static Node *nth_node(Node *node, uint32_t *n)
{
  if ((*n)-- == 0) return node;
  for (uint32_t i = 0; i < node->count; i++) {
    Node *found = node->kids[i] ? nth_node(node->kids[i], n) : NULL;
    if (found) return found;
  }
  return NULL;
}

static Node *changed(Run *r, const Sequent *s, Names *names, const Node *formula)
{
  const Renamings none = {.arena = r->arena};
  Node *copy = copy_renamed(r->arena, formula, &none);
  for (uint64_t k = 1 + draw(r, 3); k > 0; k--) {
    uint32_t n = (uint32_t) draw(r, count_nodes(copy));
    Node *node = nth_node(copy, &n);
    if (node) change_node(r, s, names, node);
  }
  return copy;
}

/* Leaves out a few hypotheses or most of them, and changes the goal or some of them, or nothing. */
static Sequent mutant_of(Run *r, const Sequent *s, Names *names)
{
  Sequent m = *s;
  Hypothesis *kept = arena_new_array(r->arena, Hypothesis, s->hypothesis_count + 1);
  uint64_t part = draw(r, 3) ? 1 + draw(r, 6) : 1000;
  m.hypothesis_count = 0;
  for (uint32_t i = 0; i < s->hypothesis_count; i++) {
    if (draw(r, part) == 0 && draw(r, 3)) continue;
    Hypothesis h = s->hypotheses[i];
    if (draw(r, 12) == 0) h.predicate = changed(r, s, names, h.predicate);
    kept[m.hypothesis_count++] = h;
  }
  m.hypotheses = kept;
  m.after_count = 0;
  if (draw(r, 3)) m.goal = changed(r, s, names, s->goal);
  return m;
}

/* ----------------------------------------------------------------------- verdicts */

static void show(const Obligations *of, const Sequent *s, const char *what)
{
  Text text = {0};
  printf("%s of %s\n", s->name, s->component);
  for (uint32_t i = 0; i <= s->hypothesis_count; i++) {
    bool goal = i == s->hypothesis_count;
    text_clear(&text);
    model_print_formula(&text, of->model, goal ? s->goal : s->hypotheses[i].predicate, false);
    printf("  %s%s\n", goal ? "|- " : "   ", text_string(&text));
  }
  printf("%s\n", what);
  text_free(&text);
}

static bool is_proved_by_z3(Run *r, const Sequent *s)
{
  const char *why;
  ForeignTask *task = foreign_task_new(s, HYPOTHESES_ALL, &why);
  if (!task) return false;
  Limits limits = {.deadline = clock_seconds() + SECONDS / 2};
  bool proved = foreign_try(r->foreign, FOREIGN_Z3, task, &limits) == FOREIGN_PROVED;
  foreign_task_free(task);
  return proved;
}

static void judge(Run *r, const Obligations *of, const Sequent *s)
{
  ProverLimits own = {.limits = {.deadline = clock_seconds() + SECONDS / 2}};
  ProverResult result;
  bool proved = prover_try(of, s, &own, &result);
  ProofLimits limits = {.limits = {.deadline = clock_seconds() + SECONDS}};
  Proof proof;
  refute_sequent(of, s, &limits, r->arena, &proof);
  bool disproved = proof.status == PROOF_DISPROVED;
  r->mutants++;
  r->proved += proved;
  r->disproved += disproved;
  bool wrong = proved && disproved;
  if (wrong) show(of, s, "proved by our own procedure, and there is a counterexample:");
  if (!wrong && disproved && is_proved_by_z3(r, s)) {
    wrong = true;
    show(of, s, "proved by Z3, and there is a counterexample:");
  }
  for (uint32_t i = 0; wrong && i < proof.counterexample.values.len; i++)
    printf("  %s = %s\n", proof.counterexample.values.data[i].name,
           proof.counterexample.values.data[i].value);
  r->wrong += wrong;
  proof_free(&proof);
}

static void run_sequent(Run *r, const Obligations *of, const Sequent *s, Names *names,
                        uint64_t number)
{
  for (uint64_t i = 0; i < r->series.count; i++) {
    uint64_t seed = r->series.seed * 1000003 + number * 10007 + r->series.only + i;
    r->random = random_from(seed);
    r->arena = arena_new();
    Sequent mutant = mutant_of(r, s, names);
    uint64_t wrong = r->wrong;
    judge(r, of, &mutant);
    if (r->wrong > wrong)
      printf("obligation %s, change %llu\n\n", s->name, (unsigned long long) (r->series.only + i));
    fflush(stdout);
    arena_free(r->arena);
  }
}

static void run_file(Run *r, const char *path)
{
  enum { MOST_HYPOTHESES = 120 };
  const char *reason;
  Session *session = session_new();
  const Source *source = sources_read(session_sources(session), path, &reason);
  ObligationsList list = {0};
  if (source && obligations_of_source(session, source, false, &list))
    for (uint32_t i = 0; i < list.len; i++)
      for (uint32_t k = 0; k < list.data[i]->list.len; k++) {
        const Sequent *s = list.data[i]->list.data[k];
        if (!s->unsupported && s->hypothesis_count <= MOST_HYPOTHESES)
          run_sequent(r, list.data[i], s, session_names(session), k);
      }
  else fprintf(stderr, "%s: no obligations\n", path);
  obligations_free(&list);
  session_free(session);
}

static int run_all(void *context)
{
  Run *r = context;
  r->foreign = foreign_new();
  for (uint32_t i = 0; i < r->file_count; i++) {
    if (r->series.verbose) printf("%s\n", r->files[i]);
    run_file(r, r->files[i]);
  }
  foreign_free(r->foreign);
  printf("%llu changed obligations, %llu proved, %llu disproved, %llu wrong\n",
         (unsigned long long) r->mutants, (unsigned long long) r->proved,
         (unsigned long long) r->disproved, (unsigned long long) r->wrong);
  return r->mutants == 0 || r->wrong > 0;
}

int main(int argc, char **argv)
{
  Run run = {.series = {.count = 20000, .seed = 1}};
  run.files = calloc((size_t) argc, sizeof *run.files);
  bool good = run.files != NULL;
  for (int i = 1; good && i < argc; i++) {
    if (argv[i][0] != '-') run.files[run.file_count++] = argv[i];
    else good = series_take(&run.series, argc, argv, &i);
  }
  if (!good || !run.file_count) {
    fprintf(stderr, "usage: mutant_fuzz [--count N] [--seed N] [--only N] [--verbose] FILE...\n");
    return 2;
  }
  int code = stack_run(run_all, &run);
  free(run.files);
  return code;
}
