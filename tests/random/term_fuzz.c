/* The terms of the prover and the laws that it believes, against the reference interpreter.
 *
 *   term_fuzz [--count N] [--seed N] [--size N] [--only N] [--verbose]
 *
 * Names get random values; a random predicate of them is read as a term, whose normal form must
 * have the same truth, and whose conditions of being well-defined must be true if the predicate is.
 * Each law (prove/rewrite/laws.def) that applies to a closed part of the term must be true: what it
 * says is equivalent to that part, or holds.  What has no value does not count.
 *
 * Every law must have been judged several times, or the test fails. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prove/rewrite/inputs.h"
#include "prove/rewrite/laws.h"
#include "prove/rules/well_defined.h"
#include "prove/term/read.h"
#include "random/series.h"
#include "random/term_text.h"
#include "random/workbench.h"
#include "session/stack.h"

enum { NAMES = 4, MOST_LAWS = 200, MOST_TERMS = 100000, MOST_PARTS = 40, ENOUGH = 3 };

typedef struct {
  Series series;
  Workbench w;
  Generator g;
  FreeName names[NAMES];
  Text values, predicate;
  uint64_t judged[MOST_LAWS], forms, conditions, unmade;
  bool wrong;
} Fuzz;

/* What laws are about, where random predicates rarely come to it: the types of the names, and the
 * predicate of them. */
static const struct {
  const char *types[NAMES], *predicate;
} rare[] = {
    {{"PXSI", "S", "I", "PS"}, "fb|->fc : fa & fa = fa"},
    {{"PS", "PS", "S", "I"}, "fc : fa - fb or fc : fa /\\ fb"},
    {{"PXSI", "PXSI", "XSI", "I"}, "fc : fa \\/ fb"},
    {{"PI", "I", "S", "I"}, "fb : dom(%x.(x : fa | x + 1))"},
    {{"PS", "S", "PXIB", "I"}, "fd |-> bool(fb : fa) : fc"},
    {{"XSS", "PS", "S", "I"}, "fa : id(fb)"},
    {{"XSS", "PS", "S", "I"}, "fa : @id"},
    {{"XXSIS", "PS", "S", "I"}, "fa : @prj1"},
    {{"XXSII", "PS", "S", "I"}, "fa : @prj2"},
    {{"XXSIS", "PS", "PI", "I"}, "fa : prj1(fb,fc)"},
    {{"XXSII", "PS", "PI", "I"}, "fa : prj2(fb,fc)"},
    {{"XII", "PS", "S", "I"}, "fa : succ & fd = fd"},
    {{"XII", "PS", "S", "I"}, "fa : pred & fd = fd"},
    {{"XSXIB", "PXSI", "PXSB", "I"}, "fa : (fb >< fc)"},
    {{"XXSIXBS", "PXSB", "PXIS", "I"}, "fa : (fb || fc)"},
    {{"PS", "PS", "S", "I"}, "fa : POW1(fb)"},
    {{"PS", "PS", "S", "I"}, "fa : FIN(fb)"},
    {{"PS", "PS", "S", "I"}, "fa : FIN1(fb)"},
    {{"PPS", "PS", "S", "I"}, "fc : union(fa)"},
    {{"PPS", "PS", "S", "I"}, "fc : inter(fa)"},
    {{"I", "PS", "S", "I"}, "fa : INT"},
    {{"I", "PS", "S", "I"}, "fa : NAT"},
    {{"I", "PS", "S", "I"}, "fa : NAT1"},
    {{"PXSB", "PS", "PB", "I"}, "fa : fb <-> fc"},
    {{"PXSB", "PS", "PB", "I"}, "fa : fb <<-> fc"},
    {{"PXSB", "PS", "PB", "I"}, "fa : fb <->> fc"},
    {{"PXSB", "PS", "PB", "I"}, "fa : fb <<->> fc"},
    {{"PXSB", "PS", "PB", "I"}, "fa : fb +-> fc"},
    {{"PXSB", "PS", "PB", "I"}, "fa : fb --> fc"},
    {{"PXSB", "PS", "PB", "I"}, "fa : fb >+> fc"},
    {{"PXSB", "PS", "PB", "I"}, "fa : fb >-> fc"},
    {{"PXSB", "PS", "PB", "I"}, "fa : fb +->> fc"},
    {{"PXSB", "PS", "PB", "I"}, "fa : fb -->> fc"},
    {{"PXSB", "PS", "PB", "I"}, "fa : fb >+>> fc"},
    {{"PXSB", "PS", "PB", "I"}, "fa : fb >->> fc"},
    {{"PXSB", "S", "B", "I"}, "fa = {} => fb : dom(fa)"},
    {{"PXSB", "S", "B", "XBS"}, "fc : ran(fa) or fd : fa~"},
    {{"PXSB", "PS", "XSB", "PB"}, "fc : fb <| fa or fc : fa |> fd"},
    {{"PXSB", "PS", "XSB", "PB"}, "fc : fb <<| fa or fc : fa |>> fd"},
    {{"PXSB", "PXSB", "XSB", "PB"}, "fc : fb <+ fa"},
    {{"PXSB", "PXBI", "XSI", "PB"}, "fc : (fa;fb)"},
    {{"PXSB", "PS", "B", "PB"}, "fc : fa[fb]"},
    {{"PXIB", "PS", "S", "PB"}, "fa : seq(fd)"},
    {{"PXIB", "PS", "S", "PB"}, "fa : seq1(fd)"},
    {{"PXIB", "PS", "S", "PB"}, "fa : iseq(fd)"},
    {{"PXIB", "PS", "S", "PB"}, "fa : iseq1(fd)"},
    {{"PXIB", "PS", "S", "PB"}, "[TRUE,FALSE] /|\\ 1 : seq1(fd) or [TRUE] : iseq(fd)"},
    {{"PXIB", "PS", "S", "B"}, "[fd] ^ fa = [fd] => first(fa <- fd) = fd & last(fd -> fa) = fd"},
    {{"PXIB", "PS", "S", "B"}, "fa : seq(BOOL) => size(fa) = card(fa)"},
    {{"PXIB", "PS", "S", "PB"}, "[TRUE,FALSE] : perm(fd) or [TRUE] : perm(fd) or fa : perm(fd)"},
    {{"B", "B", "S", "I"}, "[fa,fb] ^ [fb] = [fa] ^ [fb,fb] & rev([fa,fb] <- fa) = [fb,fb,fa]"},
    {{"B", "B", "S", "I"}, "tail(fa -> (fb -> [])) = front(fa -> (fb -> []))"},
    {{"B", "B", "S", "I"}, "[fa,fb,fa] /|\\ 2 = [fa] or (fa -> (fb -> [fb])) \\|/ 2 = [fb]"},
    {{"PXSS", "PXSS", "S", "XSS"}, "fd : closure1(fa) or fd : closure(fb) or closure1({}) = fa"},
    {{"PS", "PS", "S", "PI"}, "card(fa /\\ fb) < card(fb) or card(fa * fd) = card(fb)"},
    {{"PXSB", "PXSI", "PS", "I"}, "card(fa) = card(fa~) or card(dom(fa)) = card(ran(fb))"},
    {{"PXSB", "PXSI", "PS", "I"}, "card(fb[fc]) < card(dom(fb)) or card(ran(fa)) = fd"},
    {{"PXSB", "PXSB", "PS", "PB"}, "card(fa <+ fb) = card(fc <| fa) or card(fa |> fd) = card(fb)"},
    {{"PXSB", "PXSB", "PS", "PB"}, "card(fc <<| fa) = 0 or card(fa |>> fd) = card(fb) - 1"},
    {{"PXII", "PXII", "PI", "I"}, "@finite(dom(fa <+ fb)) & @finite(ran(fb <+ fa))"},
    {{"PXII", "PXII", "PI", "I"}, "@finite(dom(fa \\/ fb)) & @finite(ran(fb \\/ fa))"},
    {{"PXII", "PXII", "PI", "I"}, "card(dom(fa <+ fb)) < card(ran(fb <+ fa))"},
    {{"PXII", "PXII", "PI", "I"}, "card(ran(fa \\/ fb)) < card(dom(fb \\/ fa))"},
    {{"PI", "I", "S", "I"},
     "!x.(x : INTEGER => #y.(y : fa & y > x)) or !x.(x : INTEGER => #y.(y : fa & y <= x - 2))"},
    {{"I", "I", "S", "I"}, "fa : 0..MAXINT or fb : MININT..fd"},
    {{"PI", "PI", "S", "B"}, "@finite(fa \\/ fb) & @finite(fa /\\ fb) & @finite(fa - fb)"},
    {{"PXII", "PI", "S", "PI"},
     "@finite(fa~) & @finite(fb * fd) & @finite(dom(fa)) & @finite(ran(fa))"},
    {{"PXII", "PI", "S", "PI"}, "@finite(fa[fb]) & @finite(fb <| fa) & @finite(fb <<| fa)"},
    {{"PXII", "PXII", "S", "PI"}, "@finite(fa |> fd) & @finite(fa |>> fd) & @finite(fa <+ fb)"},
    {{"PXIB", "PXBI", "S", "PI"}, "@finite((fa;fb)) & @finite(fa) & @finite(fd)"},
    {{"PXSB", "PXBI", "S", "PI"}, "@finite(NATURAL) or @finite(NATURAL1 \\/ fd)"},
    {{"PI", "PI", "I", "I"},
     "@finite(NATURAL /\\ fa) & @finite(fb - NATURAL1) & @finite(NATURAL - fa)"},
    {{"PI", "PI", "I", "I"},
     "@finite((NATURAL * INTEGER)[fa]) or @finite((NATURAL * fb)[NATURAL1])"},
    {{"PI", "PI", "I", "I"}, "@finite((%x.(x : NATURAL | fc))[NATURAL1])"},
    {{"PI", "PI", "I", "I"}, "@finite(NATURAL * fa) or @finite(fa * NATURAL)"},
    {{"PI", "PI", "I", "I"}, "@finite(fa <| (NATURAL * fb)) or @finite(fa <<| (NATURAL * fb))"},
    {{"PI", "PI", "I", "I"}, "@finite((NATURAL * fa) |> fb) or @finite((NATURAL * fa) |>> fb)"},
    {{"PI", "PI", "I", "I"},
     "@finite((NATURAL * fa) <+ (fb * fa)) or @finite((fb * fa) <+ (NATURAL * fa))"},
    {{"PI", "PI", "I", "I"},
     "@finite(((NATURAL * fa) ; (fa * fb))) or @finite(((fb * fa) ; (fa * NATURAL)))"},
    {{"PI", "PI", "I", "I"},
     "@finite(dom(NATURAL * fa)) or @finite(ran(fa * NATURAL)) or @finite(dom(fa * NATURAL))"},
    {{"PI", "PI", "I", "I"}, "@finite(%x.(x : NATURAL | fc)) or @finite({fc} * NATURAL)"},
    {{"PI", "PI", "I", "I"},
     "NATURAL : FIN(INTEGER) or NATURAL1 : FIN1(NATURAL) or NATURAL : POW1(INTEGER)"},
    {{"PI", "PI", "I", "I"},
     "max(fa \\/ {fd}) <= fc or min(fa \\/ {fc}) <= fd or max({fc} \\/ fb) = fd"},
    {{"PS", "PS", "S", "PI"}, "card(fa \\/ fb) = card(fa - fb) + card(fb)"},
    {{"PS", "I", "I", "PI"}, "card(fb..fc) = card(fa)"},
    {{"PI", "I", "I", "PI"}, "min(fa) <= max(fd) or min(fa \\/ NATURAL) = fb"},
    {{"PI", "I", "I", "PI"}, "fb / fc = fb mod fc or fb * fc = fb"},
    {{"PI", "I", "I", "PI"}, "(-fb) / fc = fb or (-fb) * fc = fb"},
    {{"I", "I", "I", "I"}, "(fa + fb) * (fc - fd) = fa * (fb * fc) or (fa - 2) * fb * fb = fc"},
    {{"I", "I", "I", "I"}, "fa ** 2 = fb or (fb - 1) ** 3 = fc or fc ** 0 = fd"},
    {{"S", "S", "I", "I"}, "card({fa,fb}) = card({fc,fd,fc})"},
    {{"PS", "S", "B", "I"}, "bool(fb : fa) = fc"},
    {{"PS", "S", "B", "I"}, "(IF fb : fa THEN fd ELSE fd + 1 END) = card(fa)"},
    {{"PS", "S", "PI", "I"}, "fd : {x . (x : fc & x > 1) | x * x}"},
    {{"PS", "S", "PI", "I"}, "fd : UNION(x).(x : fc | x..3) or fd : INTER(x).(x : fc | x..3)"},
    {{"PXSI", "PI", "PI", "XIS"}, "fd : {x,y | y|->x : fa} or fd : {x,y . (y|->x : fa) | x+1|->y}"},
    {{"PXSI", "PXSI", "PI", "XIS"}, "fa <: fb or fa = fb"},
    {{"XXSIB", "PXXSIB", "PXSI", "B"}, "fa : fb or prj1(fa) : dom(fb) or fa : fc * {fd}"},
    {{"XXSIB", "PXXSIB", "XSI", "B"}, "fb(fc) = fd or fc|->fd = fa"},
};
enum { RARE = sizeof rare / sizeof *rare };

/* ------------------------------------------------------------------------ truth */

static void quantifier(const Fuzz *f, Text *text)
{
  text_add(text, "#");
  for (int i = 0; i < NAMES; i++) text_printf(text, "%s%s", i ? "," : "", f->names[i].name);
  text_printf(text, ".(%s", text_string(&f->values));
}

static void choose_values(Fuzz *f, uint64_t number)
{
  static const char *const free[NAMES] = {"fa", "fb", "fc", "fd"};
  text_clear(&f->values);
  for (int i = 0; i < NAMES; i++) {
    const GenType *type = number % 2 ? gentype_random(&f->g, 1 + i % 3)
                                     : gentype_from(&f->g, rare[number / 2 % RARE].types[i]);
    f->names[i] = (FreeName){free[i], type};
    f->g.often[i] = type;
    text_printf(&f->values, "%s%s = ", i ? " & " : "", free[i]);
    tree_print(&f->values, tree_value(&f->g, type, 3));
  }
  f->g.often_count = NAMES;
}

/* With a formula of the values, what stands behind them; NULL: it is no formula. */
static const Node *behind_values(Fuzz *f, const char *predicate, bool negated)
{
  Text text = {0};
  quantifier(f, &text);
  text_printf(&text, negated ? " & not(%s))" : " & (btrue => (%s)))", predicate);
  const Node *node = workbench_formula(&f->w, text_string(&text));
  text_free(&text);
  return node;
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

/* Is it well-defined for the values?  It need not be, to be true. */
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

/* Of the values, if it is well-defined. */
static Truth truth_of(Fuzz *f, const char *predicate)
{
  for (int negated = 0; negated < 2; negated++) {
    const Node *node = behind_values(f, predicate, negated);
    if (!node) return TRUTH_UNKNOWN;
    if (is_true(f, node) && is_defined(f, node)) return negated ? TRUTH_FALSE : TRUTH_TRUE;
  }
  return TRUTH_UNKNOWN;
}

static Truth truth_of_term(Fuzz *f, const Bank *b, Term t)
{
  Text text = {0};
  Truth truth = term_text(b, t, &text) ? truth_of(f, text_string(&text)) : TRUTH_UNKNOWN;
  text_free(&text);
  return truth;
}

/* ------------------------------------------------------------------------- one case */

static void show(Fuzz *f, const char *what, const Bank *b, Term from, Term to)
{
  Text text = {0};
  printf("%s\nwhere %s\nof    %s\n", what, text_string(&f->values), text_string(&f->predicate));
  if (from && term_text(b, from, &text)) printf("from  %s\n", text_string(&text));
  text_clear(&text);
  if (term_text(b, to, &text)) printf("to    %s\n", text_string(&text));
  text_free(&text);
  f->wrong = true;
}

static bool differ(Truth x, Truth y)
{
  return (x == TRUTH_TRUE && y == TRUTH_FALSE) || (x == TRUTH_FALSE && y == TRUTH_TRUE);
}

static void judge_law(Fuzz *f, Bank *b, uint32_t law, Term t, Term result)
{
  Truth after = truth_of_term(f, b, result);
  if (after != TRUTH_TRUE && after != TRUTH_FALSE) return;
  bool fact = law_when(law) == WHEN_FACT;
  Truth before = fact ? TRUTH_TRUE : truth_of_term(f, b, t);
  if (before != TRUTH_TRUE && before != TRUTH_FALSE) return;
  f->judged[law]++;
  if (differ(before, after)) show(f, law_name(law), b, t, result);
}

typedef VEC(Term) Parts;

/* The closed terms inside, each once. */
static void collect(const Bank *b, Term t, Parts *parts)
{
  if (parts->len == MOST_PARTS) return;
  for (uint32_t i = 0; i < parts->len; i++)
    if (parts->data[i] == t) return;
  if (term_is_closed(b, t) && term_op(b, t) != OP_SORT) vec_push(parts, t);
  for (uint32_t i = 0; i < term_count(b, t); i++) collect(b, term_kid(b, t, i), parts);
}

static void judge_term(Fuzz *f, Bank *b, Term t, Truth truth)
{
  Truth form = truth_of_term(f, b, t);
  f->forms += form == TRUTH_TRUE || form == TRUTH_FALSE;
  if (differ(form, truth)) show(f, "the normal form", b, 0, t);
  Term defined = inputs_defined(b, t);
  Truth condition = truth_of_term(f, b, defined);
  f->conditions += condition == TRUTH_TRUE;
  if (condition == TRUTH_FALSE) show(f, "it is well-defined", b, t, defined);
  Parts parts = {0};
  collect(b, t, &parts);
  for (uint32_t i = 0; i < parts.len && !f->wrong; i++) {
    uint32_t law = 0, found;
    Term result;
    while (!f->wrong && law_next(b, parts.data[i], &law, &found, &result))
      judge_law(f, b, found, parts.data[i], result);
  }
  vec_free(&parts);
}

static void choose_predicate(Fuzz *f, uint64_t number)
{
  text_clear(&f->predicate);
  if (number % 2 == 0) {
    text_add(&f->predicate, rare[number / 2 % RARE].predicate);
    return;
  }
  int size = 1 + (int) random_below(&f->g.random, (uint64_t) f->series.size);
  tree_print(&f->predicate, tree_random(&f->g, gentype_from(&f->g, "Q"), size, f->names, NAMES));
}

static bool run_case(Fuzz *f, uint64_t number)
{
  workbench_renew(&f->w);
  f->w.sides[USUAL].engine->options.strict_wd = true;
  ArenaMark mark = arena_mark(f->g.arena);
  f->g.random = random_from(f->series.seed * 1000003 + number);
  f->g.infinite = random_below(&f->g.random, 2);
  f->g.often_count = 0;
  choose_values(f, number);
  choose_predicate(f, number);
  const Node *node = behind_values(f, text_string(&f->predicate), false);
  Truth truth = node ? truth_of(f, text_string(&f->predicate)) : TRUTH_UNKNOWN;
  Bank bank;
  terms_init(&bank, MOST_TERMS);
  Term t = 0;
  const char *unsupported;
  if (truth == TRUTH_TRUE || truth == TRUTH_FALSE) {
    const Node *all = node_bare(node->kids[1]);
    t = term_read(&bank, node_bare(all->kids[NAMES])->kids[1], &unsupported);
  }
  if (t) judge_term(f, &bank, t, truth);
  else f->unmade++;
  terms_free(&bank);
  arena_release(f->g.arena, mark);
  return !f->wrong;
}

/* ----------------------------------------------------------------------------- main */

static bool all_judged(const Fuzz *f)
{
  bool enough = true;
  for (uint32_t law = 0; law < law_count(); law++) {
    if (f->series.verbose) printf("%8llu %s\n", (unsigned long long) f->judged[law], law_name(law));
    if (f->judged[law] >= ENOUGH || f->series.count < 40 * RARE) continue;
    printf("the law %s was judged %llu times\n", law_name(law),
           (unsigned long long) f->judged[law]);
    enough = false;
  }
  return enough;
}

static int run_all(void *context)
{
  Fuzz *f = context;
  f->g.arena = arena_new();
  workbench_open(&f->w);
  workbench_report_crashes();
  f->w.verbose = f->series.verbose;
  uint64_t done = 0, laws = 0;
  while (done < f->series.count && run_case(f, f->series.only + done)) done++;
  if (f->wrong)
    printf("case %llu of seed %llu\n", (unsigned long long) (f->series.only + done),
           (unsigned long long) f->series.seed);
  bool good = !f->wrong && all_judged(f);
  for (uint32_t law = 0; law < law_count(); law++) laws += f->judged[law];
  printf("%llu normal forms, %llu conditions, %llu laws judged; %llu cases without\n",
         (unsigned long long) f->forms, (unsigned long long) f->conditions,
         (unsigned long long) laws, (unsigned long long) f->unmade);
  printf("%llu passed, %d failed\n", (unsigned long long) done, !good);
  text_free(&f->values);
  text_free(&f->predicate);
  workbench_close(&f->w);
  arena_free(f->g.arena);
  return good ? 0 : 1;
}

int main(int argc, char **argv)
{
  static Fuzz f = {.series = {.count = 5000, .seed = 1, .size = 5}};
  for (int i = 1; i < argc; i++)
    if (!series_take(&f.series, argc, argv, &i)) {
      fprintf(stderr, "usage: term_fuzz " SERIES_USAGE "\n");
      return 2;
    }
  return stack_run(run_all, &f);
}
