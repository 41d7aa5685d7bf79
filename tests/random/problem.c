#include "random/problem.h"

#include <string.h>

const char problem_universe[] =
    "MACHINE Universe\n"
    "SETS S = {s1,s2,s3}; D\n"
    "FREETYPES L = nil, cons(INTEGER*L), leaf(BOOL)\n"
    "CONSTANTS d1,d2, square,half,next,root,evens,most,tails,cut,total,sets,pairs,records,lists\n"
    "PROPERTIES card(D) = 2 & d1 : D & d2 : D & d1 /= d2\n"
    "& square = %x.(x : INTEGER | x*x) & half = %x.(x : NATURAL & x /= 7 | x/2)\n"
    "& next = {x,y | x : INTEGER & y = x + 3} & root = {x,y | x : INTEGER & y : NATURAL & y*y = "
    "x}\n"
    "& evens = {x | x : INTEGER & x mod 2 = 0} & most = NATURAL \\/ {-1,-3}\n"
    "& tails = INTEGER - {0,1,5} & cut = NATURAL /\\ {x | x : INTEGER & x mod 3 /= 1}\n"
    "& total = S --> NATURAL & sets = POW(NATURAL) & pairs = NATURAL * S\n"
    "& records = struct(f : NATURAL, g : BOOL) & lists = seq1(INTEGER)\n"
    "END\n";

static const char *const name_texts[MOST_UNKNOWNS] = {"n0", "n1", "n2"};

static uint64_t draw(Generator *g, uint64_t below) { return random_below(&g->random, below); }

Tree *tree_of(Generator *g, const GenType *type, const char *form, uint32_t count,
              Tree *const *kids)
{
  Tree *t = arena_alloc(g->arena, sizeof *t);
  *t = (Tree){.form = form, .type = type, .count = count};
  t->kids = arena_new_array(g->arena, Tree *, count + 1);
  for (uint32_t i = 0; i < count; i++) t->kids[i] = kids[i];
  return t;
}

static const GenType *predicates(Generator *g) { return gentype_from(g, "Q"); }

Tree *problem_name(Generator *g, const UnknownName *n)
{
  return tree_of(g, n->name.type, n->name.name, 0, NULL);
}

Tree *tree_negated(Generator *g, Tree *t) { return tree_of(g, predicates(g), "not(%0)", 1, &t); }

Tree *problem_tree(Generator *g, const ProblemText *p)
{
  static const char *const forms[] = {"btrue",
                                      "%0",
                                      "%0 & %1",
                                      "%0 & %1 & %2",
                                      "%0 & %1 & %2 & %3",
                                      "%0 & %1 & %2 & %3 & %4",
                                      "%0 & %1 & %2 & %3 & %4 & %5",
                                      "%0 & %1 & %2 & %3 & %4 & %5 & %6",
                                      "%0 & %1 & %2 & %3 & %4 & %5 & %6 & %7"};
  return tree_of(g, predicates(g), forms[p->conjunct_count], p->conjunct_count, p->conjuncts);
}

void problem_add(ProblemText *p, Tree *t)
{
  if (p->conjunct_count < MOST_CONJUNCTS) p->conjuncts[p->conjunct_count++] = t;
}

bool tree_has_unknown(const Tree *t)
{
  for (uint32_t i = 0; i < MOST_UNKNOWNS; i++)
    if (t->form == name_texts[i]) return true;
  for (uint32_t i = 0; i < t->count; i++)
    if (tree_has_unknown(t->kids[i])) return true;
  return false;
}

static void add_random_conjunct(Generator *g, ProblemText *p, int size)
{
  enum { TRIES = 6 };
  FreeName names[MOST_UNKNOWNS];
  for (uint32_t i = 0; i < p->count; i++) names[i] = p->names[i].name;
  for (uint32_t i = 0; i < p->count; i++) g->often[i] = names[i].type;
  g->often_count = p->count;
  Tree *t = NULL;
  for (int i = 0; i < TRIES && !(t && tree_has_unknown(t)); i++)
    t = tree_random(g, predicates(g), 1 + (int) draw(g, (uint64_t) size), names, p->count);
  g->often_count = 0;
  problem_add(p, t);
}

/* What is said of names by means of the constants without end; one form per type. */
static void add_endless(Generator *g, ProblemText *p)
{
  static const struct {
    const char *type, *form;
  } forms[] = {
      {"I", "(square(%0) <= 10)"},
      {"I", "(square(%0) = half(%0) + %0)"},
      {"I", "(half(%0) : evens)"},
      {"I", "(half(%0) > 1)"},
      {"I", "(next(%0) : most)"},
      {"I", "(root(%0) = 2)"},
      {"I", "(%0 : evens)"},
      {"I", "(%0 : most - tails)"},
      {"I", "(%0 : tails /\\ cut)"},
      {"I", "(%0 : cut)"},
      {"I", "(#k.(k : 0..4 & square(k) = %0))"},
      {"I", "(!k.(k : 0..%0 => half(k) < 2))"},
      {"PI", "(%0 : sets)"},
      {"PI", "(%0 <: cut)"},
      {"PI", "(%0 : FIN(most))"},
      {"PI", "(next[%0] <: evens)"},
      {"PI", "(%0 /\\ evens = %0 - cut)"},
      {"PXSI", "(%0 : total)"},
      {"PXSI", "(ran(%0) <: evens)"},
      {"PXSI", "((%0 ; square) : S --> 0..3)"},
      {"KIB", "(%0 : records)"},
      {"PKIB", "(%0 <: records)"},
      {"PXII", "(%0 : lists)"},
      {"PXII", "(%0 <: next)"},
      {"PXII", "(%0 : cut <-> evens)"},
      {"PXII", "(%0 : seq(cut))"},
      {"PXII", "(%0 : NATURAL +-> most)"},
      {"XIS", "(%0 : pairs)"},
      {"S", "((3|->%0) : pairs)"},
      {"B", "(bool(half(7) = 1) = %0 or %0 : BOOL)"},
  };
  for (int tries = 0; tries < 20; tries++) {
    const UnknownName *n = &p->names[draw(g, p->count)];
    uint64_t k = draw(g, sizeof forms / sizeof *forms);
    if (!gentype_equal(gentype_from(g, forms[k].type), n->name.type)) continue;
    Tree *t = tree_of(g, predicates(g), forms[k].form, 1, (Tree *[]){problem_name(g, n)});
    problem_add(p, draw(g, 3) ? t : tree_negated(g, t));
    return;
  }
}

/* Arithmetic between the integers of the problem. */
static void add_arithmetic(Generator *g, ProblemText *p)
{
  static const char *const forms[] = {"(%0 * %1 = %2 + %3)",
                                      "(%0 * %1 /= %2)",
                                      "(%0 / %1 = %2)",
                                      "(%0 mod %1 = %2)",
                                      "(%0 * %0 + %1 = %2)",
                                      "(%0 ** %1 = %2)",
                                      "(%0 ** %1 < %2 + %3)",
                                      "(%0 / %1 + %3 > %2)",
                                      "(%0 * %1 >= %2 * %3)",
                                      "(%0 mod %1 < %2)",
                                      "(%0 + %1 = %2)",
                                      "(%0 - %1 > %2 - %3)",
                                      "(2 * %0 + 3 * %1 = 5 * %2 + %3)",
                                      "(max({%0,%1}) = %2)",
                                      "(min({%0,%1,%2}) = %3)"};
  Tree *kids[4];
  bool some = false;
  for (uint32_t i = 0; i < 4; i++) {
    const UnknownName *n = &p->names[draw(g, p->count)];
    bool integer = gentype_equal(n->name.type, gentype_from(g, "I"));
    some |= integer;
    kids[i] = integer && draw(g, 5) ? problem_name(g, n) : tree_value(g, gentype_from(g, "I"), 0);
  }
  if (!some) return;
  Tree *t = tree_of(g, predicates(g), forms[draw(g, 15)], 4, kids);
  problem_add(p, draw(g, 3) ? t : tree_negated(g, t));
}

/* Any order: what is said first decides how a name gets its term. */
void problem_shuffle(Generator *g, ProblemText *p)
{
  for (uint32_t i = p->conjunct_count; i > 1; i--) {
    uint32_t k = (uint32_t) draw(g, i);
    Tree *t = p->conjuncts[k];
    p->conjuncts[k] = p->conjuncts[i - 1];
    p->conjuncts[i - 1] = t;
  }
}

void problem_add_random(Generator *g, ProblemText *p, int size)
{
  for (uint32_t i = 0, count = 1 + (uint32_t) draw(g, 3); i < count; i++) {
    uint64_t kind = draw(g, 8);
    if (kind == 0) add_endless(g, p);
    else if (kind <= 2) add_arithmetic(g, p);
    else add_random_conjunct(g, p, size);
  }
  if (draw(g, 2)) problem_shuffle(g, p);
}

/* ------------------------------------------------------------- small problems */

typedef struct {
  const char *type, *domain;
  uint64_t size;
} Domain;

static const Domain domains[] = {
    {"I", "-2..4", 7},
    {"I", "{-1,3,7}", 3},
    {"I", "0..12", 13},
    {"I", "{-36893488147419103232,0,1152921504606846976}", 3},
    {"B", "BOOL", 2},
    {"S", "S", 3},
    {"D", "D", 2},
    {"T", "{\"\",\"a\",\"b\",\"ab\"}", 4},
    {"R", "{0.0,1.5,-2.25}", 3},
    {"L", "{nil,leaf(TRUE),cons(1|->nil),cons(2|->leaf(FALSE))}", 4},
    {"XIB", "(0..2)*BOOL", 6},
    {"XSXDI", "S*(D*(0..1))", 12},
    {"KIS", "struct(f:0..2,g:S)", 9},
    {"KPSB", "struct(f:POW({s1,s3}),g:BOOL)", 8},
    {"PI", "POW(0..3)", 16},
    {"PI", "POW({-1,1,5})", 8},
    {"PS", "POW(S)", 8},
    {"PS", "POW1(S)", 7},
    {"PD", "POW(D)", 4},
    {"PT", "POW({\"\",\"a\",\"ab\"})", 8},
    {"PL", "POW({nil,leaf(TRUE)})", 4},
    {"PPB", "POW(POW(BOOL))", 16},
    {"PPS", "POW(POW1({s1,s2}))", 8},
    {"PPI", "POW({{},{1},{0,2}})", 8},
    {"PXSB", "S <-> BOOL", 64},
    {"PXSI", "S --> 0..2", 27},
    {"PXSI", "S +-> 0..1", 27},
    {"PXSS", "S >->> S", 6},
    {"PXSS", "{s1,s2} <-> S", 64},
    {"PXDD", "D <-> D", 16},
    {"PXII", "0..1 <-> 0..2", 64},
    {"PXII", "0..2 >-> 0..3", 24},
    {"PXII", "0..2 +-> 0..2", 64},
    {"PXII", "UNION(n).(n:0..3 | (1..n) --> 0..1)", 15},
    {"PXIS", "UNION(n).(n:0..2 | (1..n) --> S)", 13},
    {"PXIB", "perm(BOOL)", 2},
    {"PXIXSB", "(1..2) --> S*BOOL", 36},
    {"PXSPB", "{s1,s3} --> POW(BOOL)", 16},
    {"PXPBS", "POW(BOOL) --> {s1,s2}", 16},
    {"PXBPXBI", "BOOL --> (BOOL +-> {4})", 16},
    {"PXBS", "POW({TRUE,FALSE}*{s1,s2})", 16},
    {"PKIB", "POW(struct(f:0..1,g:BOOL))", 16},
    {"PXSKBI", "{s1,s2} --> struct(f:BOOL,g:0..1)", 16},
    {"PXSL", "{s1,s2} --> {nil,leaf(TRUE)}", 4},
    {"XTI", "{\"\",\"a\",\"bb\"}*(0..2)", 9},
    {"PXST", "{s1,s3} --> {\"\",\"a\",\"ab\"}", 9},
    {"PXXSBS", "POW({s1,s2}*{TRUE}*{s1,s2})", 16},
    {"PXXSBXBI", "POW({s1|->TRUE|->(TRUE|->1),s2|->TRUE|->(TRUE|->2),s1|->FALSE|->(TRUE|->1)})", 8},
    {"PXPXIIB", "POW({{}|->TRUE,{1|->1}|->FALSE})", 4},
};
enum { DOMAINS = sizeof domains / sizeof *domains };

void problem_add_names(Generator *g, ProblemText *p, uint64_t most, bool integers)
{
  uint64_t total = 1;
  for (uint32_t tries = 0, wanted = 1 + (uint32_t) draw(g, MOST_UNKNOWNS);
       tries < 6 && p->count < wanted; tries++) {
    const Domain *d = &domains[draw(g, integers ? 3 : DOMAINS)];
    if (total * d->size > most) continue;
    total *= d->size;
    UnknownName *n = &p->names[p->count];
    *n = (UnknownName){{name_texts[p->count], gentype_from(g, d->type)}, d->domain, NULL};
    p->count++;
  }
}

void problem_small(Generator *g, ProblemText *p, uint64_t most, int size)
{
  *p = (ProblemText){.count = 0};
  problem_add_names(g, p, most, draw(g, 4) == 0);
  for (uint32_t i = 0; i < p->count; i++) {
    Tree *set = tree_of(g, gentype_from(g, "PI"), p->names[i].domain, 0, NULL);
    Tree *kids[] = {problem_name(g, &p->names[i]), set};
    problem_add(p, tree_of(g, predicates(g), "(%0 : %1)", 2, kids));
  }
  problem_add_random(g, p, size);
}

/* ----------------------------------------------------------- planted solutions */

/* Around the ends of MININT..MAXINT, of windows of 20 values, of the integers that fit a word. */
static Tree *planted_integer(Generator *g)
{
  static const char *const numbers[] = {"(-1)",
                                        "0",
                                        "1",
                                        "2",
                                        "3",
                                        "4",
                                        "(-2)",
                                        "5",
                                        "7",
                                        "19",
                                        "20",
                                        "21",
                                        "22",
                                        "23",
                                        "24",
                                        "25",
                                        "(-19)",
                                        "(-20)",
                                        "(-21)",
                                        "(-22)",
                                        "100",
                                        "127",
                                        "128",
                                        "129",
                                        "1000",
                                        "4095",
                                        "4097",
                                        "2147483648",
                                        "(-2147483649)",
                                        "1152921504606846975",
                                        "1152921504606846976",
                                        "(-1152921504606846977)",
                                        "9223372036854775807",
                                        "9223372036854775808",
                                        "(-9223372036854775809)",
                                        "340282366920938463463374607431768211456"};
  enum { NUMBERS = sizeof numbers / sizeof *numbers, ORDINARY = 27 };
  return tree_of(g, gentype_from(g, "I"), numbers[draw(g, draw(g, 8) ? ORDINARY : NUMBERS)], 0,
                 NULL);
}

static Tree *planted_value(Generator *g, const char *type)
{
  if (!strcmp(type, "I")) return planted_integer(g);
  if (!strcmp(type, "PI") && draw(g, 2))
    return tree_of(g, gentype_from(g, type), "{%0,%1}", 2,
                   (Tree *[]){planted_integer(g), planted_integer(g)});
  return tree_value(g, gentype_from(g, type), 1);
}

/* A set that the planted value is an element of, with others. */
static Tree *loose_bound(Generator *g, const UnknownName *n)
{
  static const char *const forms[] = {"(%0 : {%1,%2})",    "(%0 : %3 \\/ {%1})",
                                      "(%0 = %1)",         "(%0 : {%1} \\/ (%3 - {%2}))",
                                      "({%0} <: {%1,%2})", "(%0 : {%1,%2} /\\ ({%1} \\/ %3))"};
  const GenType *t = n->name.type;
  Tree *set = tree_whole_type(g, t);
  Tree *kids[] = {problem_name(g, n), n->value, tree_random(g, t, 1, NULL, 0),
                  tree_random(g, set->type, 2, NULL, 0)};
  return tree_of(g, predicates(g), forms[draw(g, 6)], 4, kids);
}

static Tree *integer_bound(Generator *g, const UnknownName *n)
{
  static const char *const forms[] = {"(%0 : %1 .. %1 + 30)",
                                      "(%0 : %1 - 7 .. %1 + 2)",
                                      "(%0 >= %1 - 1)",
                                      "(%0 <= %1 + 3)",
                                      "(%0 > %1 - 25)",
                                      "(%0 : NATURAL)",
                                      "(%0 : NAT)",
                                      "(%0 : INT)",
                                      "(%0 * %0 = %1 * %1)",
                                      "(%0 + %0 = 2 * %1)",
                                      "(%0 mod 5 = %1 mod 5)",
                                      "(%0 / 3 = %1 / 3)",
                                      "(3 * %0 - 7 <= 3 * %1)",
                                      "(%0 : NATURAL1)",
                                      "(%0 ** 2 <= %1 ** 2)",
                                      "(%0 : INTEGER)"};
  return tree_of(g, predicates(g), forms[draw(g, 16)], 2, (Tree *[]){problem_name(g, n), n->value});
}

static Tree *set_bound(Generator *g, const UnknownName *n)
{
  static const char *const forms[] = {"(%0 <: %1 \\/ %2)",
                                      "(%0 : POW(%1 \\/ %2))",
                                      "(%0 : FIN(%1 \\/ %2))",
                                      "(%0 : POW1(%1 \\/ %2))",
                                      "(%1 <: %0)",
                                      "(%0 <<: %1 \\/ %2)",
                                      "(card(%0) = card(%1))",
                                      "(%0 \\/ %2 = %1 \\/ %2)",
                                      "(%0 /\\ %2 = %1 /\\ %2)",
                                      "(%0 - %2 = %1 - %2)",
                                      "(%2 - %0 = %2 - %1)",
                                      "(%0 : FIN1(%2 \\/ %1))"};
  Tree *kids[] = {problem_name(g, n), n->value, tree_value(g, n->name.type, 0)};
  return tree_of(g, predicates(g), forms[draw(g, 12)], 3, kids);
}

static Tree *relation_bound(Generator *g, const UnknownName *n)
{
  static const char *const forms[] = {"(%0 : dom(%1) <-> ran(%1))",
                                      "(%0 : dom(%1) --> ran(%1))",
                                      "(%0 : dom(%1 \\/ %2) +-> ran(%1 \\/ %2))",
                                      "(%0 : dom(%1) >-> ran(%1 \\/ %2))",
                                      "(%0 : dom(%1) -->> ran(%1))",
                                      "(%0 : dom(%1) >->> ran(%1))",
                                      "(%0 : dom(%1 \\/ %2) >+> ran(%1))",
                                      "(%0 : dom(%1 \\/ %2) +->> ran(%1))",
                                      "(%0 : dom(%1 \\/ %2) >+>> ran(%1))",
                                      "(%0 : dom(%1) <<-> ran(%1 \\/ %2))",
                                      "(%0 : dom(%1 \\/ %2) <->> ran(%1))",
                                      "(%0 : dom(%1) <<->> ran(%1))",
                                      "(dom(%0) = dom(%1))",
                                      "(ran(%0) = ran(%1))",
                                      "(%0~ = %1~)",
                                      "(%0[dom(%2)] = %1[dom(%2)])",
                                      "(dom(%1) <| %0 = %1)",
                                      "(%0 <+ %2 = %1 <+ %2)",
                                      "(%2 <+ %0 = %2 <+ %1)",
                                      "(%0 |> ran(%2) = %1 |> ran(%2))",
                                      "(dom(%2) <<| %0 = dom(%2) <<| %1)",
                                      "((%0 ; %1~) = (%1 ; %1~))"};
  Tree *kids[] = {problem_name(g, n), n->value, tree_value(g, n->name.type, 0)};
  return tree_of(g, predicates(g), forms[draw(g, 22)], 3, kids);
}

static Tree *sequence_bound(Generator *g, const UnknownName *n)
{
  static const char *const forms[] = {
      "(%0 : seq(ran(%1)))",     "(%0 : seq1(ran(%1 \\/ %2)))", "(%0 : iseq(ran(%1 \\/ %2)))",
      "(%0 : iseq1(ran(%1)))",   "(%0 : perm(ran(%1)))",        "(size(%0) = size(%1))",
      "(rev(%0) = rev(%1))",     "(%0 ^ %0 = %1 ^ %1)",         "(front(%0) = front(%1))",
      "(tail(%0) = tail(%1))",   "(%0 /|\\ 1 = %1 /|\\ 1)",     "(%0 \\|/ 1 = %1 \\|/ 1)",
      "(first(%0) = first(%1))", "(last(%0) = last(%1))",       "(%0 = %1 <+ %2)"};
  Tree *kids[] = {problem_name(g, n), n->value, tree_value(g, n->name.type, 0)};
  return tree_of(g, predicates(g), forms[draw(g, 15)], 3, kids);
}

static Tree *bound(Generator *g, const UnknownName *n, const char *type)
{
  bool relation = type[0] == 'P' && type[1] == 'X', sequence = relation && type[2] == 'I';
  if (type[0] == 'I' && draw(g, 4)) return integer_bound(g, n);
  if (sequence && draw(g, 2)) return sequence_bound(g, n);
  if (relation && draw(g, 3)) return relation_bound(g, n);
  if (type[0] == 'P' && draw(g, 4)) return set_bound(g, n);
  return loose_bound(g, n);
}

void problem_planted(Generator *g, ProblemText *p, int size)
{
  static const char *const types[] = {
      "I",     "I",       "I",     "I",      "B",    "S",      "D",      "T",        "R",
      "L",     "XIS",     "XIXBD", "KIB",    "KSPI", "PI",     "PI",     "PS",       "PD",
      "PT",    "PXII",    "PXII",  "PXSI",   "PXIS", "PXIT",   "PXSS",   "PXDS",     "PXSB",
      "PXSPI", "PPS",     "PPI",   "PPXSB",  "PKIB", "PXIXIS", "PXXSBI", "PXPBI",    "PXIPXII",
      "PL",    "PXPXIII", "KPPBI", "PXSKIB", "PXTI", "PR",     "PXXSBS", "PXXSBXDI", "PXPXIIB",
      "PPXIS", "XTI",     "KTB",   "XIXTS",  "PXST"};
  *p = (ProblemText){.count = 1 + (uint32_t) draw(g, MOST_UNKNOWNS)};
  for (uint32_t i = 0; i < p->count; i++) {
    UnknownName *n = &p->names[i];
    const char *type = types[draw(g, sizeof types / sizeof *types)];
    *n = (UnknownName){{name_texts[i], gentype_from(g, type)}, NULL, planted_value(g, type)};
    if (draw(g, 8))
      problem_add(p, tree_of(g, predicates(g), "(%0 : %1)", 2,
                             (Tree *[]){problem_name(g, n), tree_whole_type(g, n->name.type)}));
    if (draw(g, 4)) problem_add(p, bound(g, n, type));
  }
  problem_add_random(g, p, size);
}
