#include "random/problem.h"

/* Names without stated domains: what is said of them bounds them in roundabout ways, or not. */

typedef struct {
  const char *type, *form;
} Hint;

static const Hint hints[] = {
    {"I", "(%0 > -3)"},
    {"I", "(%0 <= 4)"},
    {"I", "(%0 * %0 <= 20)"},
    {"I", "(%0 mod 2 = 1)"},
    {"I", "(!k.(k : INTEGER & k < %0 => k /= 2))"},
    {"I", "(!k.(k : INTEGER => (k > 3 => k > %0)))"},
    {"I", "(#k.(k + %0 = 5 & k - %0 = 1))"},
    {"I", "(#k.(2 * k = %0 & k : 0..3))"},
    {"I", "(#f.(f : 1..2 >->> 1..%0))"},
    {"I", "(#f.(f : 1..%0 -->> {0,1} & %0 < 4))"},
    {"I", "(#f.(f = %%k.(k : INTEGER | k + %0) & f(2) = 5))"},
    {"I", "(%0 / 3 = 1)"},
    {"PI", "(card(%0) = 2)"},
    {"PI", "(card(%0) <= 3)"},
    {"PI", "(min(%0) = 0)"},
    {"PI", "(max(%0) <= 3)"},
    {"PI", "(max(%0) < 5)"},
    {"PI", "(min(%0) >= -1)"},
    {"PI", "(%0 <: NATURAL)"},
    {"PI", "(1 : %0)"},
    {"PI", "(!k.(k : %0 => k : 0..3))"},
    {"PI", "(!k.(k : %0 => k > -2))"},
    {"PI", "(!k.(k : %0 => k < 4 & k >= 0))"},
    {"PI", "(!k.(k : %0 => k = 1 or k = 3))"},
    {"PI", "(!k.(k : %0 => #j.(j : 0..2 & k = j + 1)))"},
    {"PI", "(SIGMA(k).(k : %0 | k) = 3)"},
    {"PI", "(PI(k).(k : %0 | k) = 6)"},
    {"PS", "(card(%0) = 2)"},
    {"PS", "(!k.(k : %0 => k : {s1,s3}))"},
    {"PT", "(card(%0) = 1)"},
    {"PT", "(card(%0) <= 2 & \"a\" : %0)"},
    {"PT", "(!k.(k : %0 => k : {\"a\",\"ab\"}))"},
    {"PXII", "(dom(%0) = 0..1)"},
    {"PXII", "(dom(%0) <: 0..2)"},
    {"PXII", "(dom(%0) = 1..2)"},
    {"PXII", "(ran(%0) <: 0..2)"},
    {"PXII", "(ran(%0) = {0,1})"},
    {"PXII", "(%0~ = {1|->0,0|->1})"},
    {"PXII", "({1|->0} = %0~)"},
    {"PXII", "(rev(%0) = [0,1])"},
    {"PXII", "(rev(%0) = %0)"},
    {"PXII", "(%0 <- 1 = [1,0,1])"},
    {"PXII", "(0 -> %0 = [0,1])"},
    {"PXII", "(%0 ^ [1] = [1] ^ %0)"},
    {"PXII", "(%0 ^ [0] = [1,0])"},
    {"PXII", "(tail(%0) = [1])"},
    {"PXII", "(front(%0) = [1,0])"},
    {"PXII", "(tail(%0) = front(%0))"},
    {"PXII", "(first(%0) = 1)"},
    {"PXII", "(last(%0) = 0)"},
    {"PXII", "(size(%0) = 2)"},
    {"PXII", "(size(%0) <= 3)"},
    {"PXII", "(card(%0) <= 2)"},
    {"PXII", "(%0 : NATURAL +-> INTEGER)"},
    {"PXII", "(%0 : INTEGER >-> 0..2)"},
    {"PXII", "(!(a,b).(a|->b : %0 => a : 0..1 & b : 0..2))"},
    {"PXII", "(!(a,b).(a|->b : %0 => #c.(c : 0..1 & a|->b = c|->c + 1)))"},
    {"PXIS", "(size(%0) = 2)"},
    {"PXIS", "(rev(%0) = [s1,s2])"},
    {"PXIS", "(dom(%0) = {1} & ran(%0) = {s3})"},
    {"PXIS", "(tail(%0) = [s2])"},
    {"PXSS", "(dom(%0) = {s1,s2} & ran(%0) <: {s1,s3})"},
};
enum { HINTS = sizeof hints / sizeof *hints };

static const char *const sums[] = {"(%0 + %1 = 3)",
                                   "(%0 - %1 = 1)",
                                   "(2 * %0 + 3 * %1 <= 7)",
                                   "(%0 + %1 + %2 >= 2)",
                                   "(%0 + %1 + %2 = 4)",
                                   "(%0 < %1)",
                                   "(%0 <= %1 + 2)",
                                   "(%0 = %1 * %1)",
                                   "(%0 = %1 * %2)",
                                   "(%0 = 2 * %1 + 1)",
                                   "(%0 = 2 * %1)",
                                   "(%0 = %1)",
                                   "(%0 / 2 = %1)",
                                   "(%0 mod 3 = %1)",
                                   "(%0 /= %1 + %2)",
                                   "(3 * %0 - 2 * %1 = 4)",
                                   "(6 * %0 + 10 * %1 = 15 * %2 + 1)",
                                   "(%0 - %1 <= 2)",
                                   "(%0 * %0 + %1 * %1 = %2 * %2)",
                                   "(2 ** %0 = %1)",
                                   "(%0 - %1 >= %2)",
                                   "(card({%0,%1,%2}) = 3)",
                                   "(not(%0 - %1 = %2))",
                                   "(!k.(k : INTEGER & k > %0 => k /= %1))"};
enum { SUMS = sizeof sums / sizeof *sums };

static uint64_t draw(Generator *g, uint64_t below) { return random_below(&g->random, below); }

static void add_hint(Generator *g, ProblemText *p, const UnknownName *n)
{
  for (int tries = 0; tries < 60; tries++) {
    const Hint *h = &hints[draw(g, HINTS)];
    if (!gentype_equal(gentype_from(g, h->type), n->name.type)) continue;
    Tree *t = tree_of(g, gentype_from(g, "Q"), h->form, 1, (Tree *[]){problem_name(g, n)});
    problem_add(p, draw(g, 8) ? t : tree_negated(g, t));
    return;
  }
}

static void add_sum(Generator *g, ProblemText *p)
{
  Tree *kids[3];
  for (uint32_t i = 0; i < 3; i++) {
    const UnknownName *n = &p->names[draw(g, p->count)];
    if (!gentype_equal(n->name.type, gentype_from(g, "I"))) return;
    kids[i] = problem_name(g, n);
  }
  problem_add(p, tree_of(g, gentype_from(g, "Q"), sums[draw(g, SUMS)], 3, kids));
}

void problem_open(Generator *g, ProblemText *p, uint64_t most, int size)
{
  *p = (ProblemText){.count = 0};
  problem_add_names(g, p, most, draw(g, 2));
  for (uint32_t i = 0; i < p->count; i++) {
    const UnknownName *n = &p->names[i];
    Tree *kids[] = {problem_name(g, n), tree_whole_type(g, n->name.type)};
    problem_add(p, tree_of(g, gentype_from(g, "Q"), "(%0 : %1)", 2, kids));
    for (uint64_t k = draw(g, 4); k > 0; k--) add_hint(g, p, n);
  }
  for (uint64_t k = draw(g, 5); k > 0; k--) add_sum(g, p);
  if (draw(g, 4) == 0) problem_add_random(g, p, size);
  problem_shuffle(g, p);
}
