#include "random/properties.h"

const char properties_definitions[] =
    "square == %x.(x : INTEGER | x*x); half == %x.(x : NATURAL & x /= 7 | x/2);\n"
    "next == {x,y | x : INTEGER & y = x + 3};\n"
    "root == {x,y | x : INTEGER & y : NATURAL & y*y = x};\n"
    "evens == {x | x : INTEGER & x mod 2 = 0}; most == NATURAL \\/ {-1,-3};\n"
    "tails == INTEGER - {0,1,5}; cut == NATURAL /\\ {x | x : INTEGER & x mod 3 /= 1};\n"
    "total == S --> NATURAL; sets == POW(NATURAL); pairs == NATURAL * S;\n"
    "records == struct(f : NATURAL, g : BOOL); lists == seq1(INTEGER)\n";

static uint64_t draw(Generator *g, uint64_t below) { return random_below(&g->random, below); }

/* %0 is a name of the problem, %1 another formula of its type, %2 one more. */
typedef struct {
  const char *type; /* a scheme, or a letter for any such type: P sets, X relations, Z sequences */
  const char *form;
} Property;

static const Property self_references[] = {
    {"P", "(%0 = %0)"},
    {"P", "(%0 = %0 \\/ %0)"},
    {"P", "(%0 \\/ %0 = %0)"},
    {"P", "(%0 = %0 \\/ %1)"},
    {"P", "(%1 \\/ %0 = %0)"},
    {"P", "(%0 = %0 /\\ %1)"},
    {"P", "(%0 = %0 - %1)"},
    {"P", "(%0 = (%0 - %1) \\/ %2)"},
    {"P", "(%0 = %1 - %0)"},
    {"P", "(%0 = {x | x : %1 & x : %0})"},
    {"P", "(%0 = {x | x : %1 & x /: %0})"},
    {"P", "(%0 = {x | x : %0})"},
    {"P", "(%0 = {x | x : %1 & (x : %0 or x : %2)})"},
    {"P", "(%0 = {x | x : %0} \\/ {x | x : %1 & x : %0})"},
    {"P", "(%0 = UNION(x).(x : %0 | {x}))"},
    {"P", "(%0 = union({%0,%1}))"},
    {"P", "(%0 = IF %1 <: %0 THEN %0 ELSE %2 END)"},
    {"P", "(%0 = IF card(%0) > 1 THEN %1 ELSE %0 END)"},
    {"P", "({%0} = {%0,%1})"},
    {"X", "(%0 = %0 <+ %1)"},
    {"X", "(%0 = %1 <+ %0)"},
    {"X", "(%0 = (%0~)~)"},
    {"X", "(%0 = {x,y | x|->y : %0})"},
    {"X", "(%0 = {x,y | x|->y : %0 & x : dom(%1)})"},
    {"X", "(%0 = %%x.(x : dom(%0) | %0(x)))"},
    {"X", "(%0 = %%x.(x : dom(%1) | %0(x)))"},
    {"X", "(%0 = %%x.(x : dom(%1) | %0(x)) \\/ %2)"},
    {"X", "(%0 = dom(%1) <| %0)"},
    {"X", "(%0 = %0 |> ran(%1))"},
    {"PXII", "(%0 = (%0 ; %0))"},
    {"PXDD", "(%0 = (%0 ; %0))"},
    {"PXSS", "(closure1(%0) = %0)"},
    {"PXII", "(%0 = %%k.(k : 0..2 | IF k = 0 THEN 1 ELSE %0(k-1) + 1 END))"},
    {"PXII", "(%0 = %%k.(k : 0..2 | IF k = 0 THEN 1 ELSE %0(k-1) END))"},
    {"PXII", "(%0 = %%k.(k : 0..2 | %0(k)))"},
    {"PXII", "(%0 = %%k.(k : 0..1 | %0(k) + 0))"},
    {"PXII", "(%0 = %%k.(k : 0..2 | %0(k) + 1))"},
    {"PXII", "(%0 = %%k.(k : 0..2 | 2 - %0(2-k)))"},
    {"PXII", "(%0 = {0|->1} \\/ %%k.(k : 1..2 | %0(k-1)))"},
    {"PXII", "(%0 = %%k.(k : 0..2 & k = 0 | 1) \\/ %%k.(k : 1..2 | %0(k-1)))"},
    {"PXII", "(%0 = {k,v | k : 0..2 & v : 0..2 & (k = 0 => v = 1) & (k > 0 => v = %0(k-1))})"},
    {"PXII", "(%0 = {k,v | k : 0..1 & v : 0..2 & k|->v : %0})"},
    {"PXII", "(%0 = %%k.(k : 1..2 | IF k = 1 THEN %0(2) ELSE %0(1) END))"},
    {"PI", "(%0 = {k | k : 0..3 & (k = 0 or k-1 : %0)})"},
    {"PI", "(%0 = {k | k : 0..3 & k-2 : %0})"},
    {"PI", "(%0 = {k | k : 0..3 & (k = 3 or k+1 : %0)})"},
    {"PI", "(%0 = {k | k : 0..3 & not(k-1 : %0)})"},
    {"PI", "(%0 = {k | k : NATURAL & k < 4 & k : %0})"},
    {"PI", "(%0 = {k | k : NATURAL & k : %0})"},
    {"PI", "(%0 = {k . k : %0 | k})"},
    {"PI", "(%0 = {k . k : %0 & k > 0 | 4 - k} \\/ %1)"},
    {"PPS", "(%0 = POW(union(%0)))"},
    {"I", "(%0 = %0)"},
    {"I", "(%0 = %0 * %0)"},
    {"I", "(%0 = 2 * %0 - %1)"},
    {"I", "(%0 = IF %0 > 1 THEN %0 ELSE %1 END)"},
    {"I", "(%0 = max({%0,%1}))"},
    {"S", "(%0 = IF %0 = s1 THEN s1 ELSE %1 END)"},
    {"D", "(%0 = IF %0 = d1 THEN d1 ELSE %1 END)"},
};

static const Property inverses[] = {
    {"X", "(%0~ = %1~)"},
    {"X", "(%1~ = %0~)"},
    {"X", "(%0~ = {})"},
    {"X", "((%0~)~ = %1)"},
    {"X", "(dom(%0) = dom(%1))"},
    {"X", "(dom(%0) = dom(%1) & ran(%0) = ran(%2))"},
    {"X", "(ran(%0~) = dom(%1))"},
    {"P", "({%0} = {%1})"},
    {"P", "({%0} = {%1,%2})"},
    {"P", "({%0} = {})"},
    {"Z", "(rev(%0) = %1)"},
    {"Z", "(rev(%0) = rev(%1))"},
    {"Z", "(rev(%0) = tail(%1))"},
    {"Z", "(tail(%0) = %1)"},
    {"Z", "(front(%0) = %1)"},
    {"Z", "(first(%0) = first(%1))"},
    {"Z", "(first(%0) = last(%1) & tail(%0) = front(%1))"},
    {"Z", "(last(%1) -> %0 = %2)"},
    {"Z", "(%0 <- first(%1) = %2)"},
    {"Z", "(%0 <- first(%1) = %1)"},
    {"Z", "(first(%1) -> %0 = %1)"},
    {"Z", "(last(%0) -> %1 = %2)"},
    {"Z", "(%0 ^ %1 = %2)"},
    {"Z", "(%0 ^ %1 = %1 ^ %0)"},
    {"Z", "(%1 ^ %0 = %2)"},
    {"Z", "(%0 /|\\ 1 = %1)"},
    {"Z", "(%0 \\|/ 1 = %1)"},
    {"Z", "(size(%0) = size(%1))"},
    {"I", "({%0} = {1})"},
    {"I", "([%0] = [2])"},
    {"I", "(rev([%0,1]) = [1,2])"},
    {"I", "(%0 -> [1] = [2,1])"},
    {"I", "([1] <- %0 = [1,3])"},
    {"I", "(-(2 * %0) = -4)"},
    {"S", "({%0} = S - {s1,s2})"},
    {"D", "({%0} = {d1})"},
    {"D", "({%0|->1}~ = {1|->d2})"},
};

/* %0(x) for an x that need not be in the domain, and the like. */
static const Property partial[] = {
    {"PXII", "(%0(1) = 1)"},
    {"PXII", "(%0(0) /= 1)"},
    {"PXII", "(%0(1) : dom(%0))"},
    {"PXII", "(%0(%0(1)) = 1)"},
    {"PXII", "(%0(1) = %1(1))"},
    {"PXII", "(1 : dom(%0) => %0(1) > 0)"},
    {"PXII", "(1 : dom(%0) & %0(1) > 0)"},
    {"PXII", "(%0(2) = 0 or %0(1) = 1)"},
    {"PXII", "(max(ran(%0)) = 1)"},
    {"PXSI", "(%0(s1) = 1)"},
    {"PXSI", "(%0(s2) < %0(s3))"},
    {"PXSI", "(!x.(x : S => %0(x) < 2))"},
    {"PXSI", "(#x.(x : S & %0(x) = 1))"},
    {"PXSI", "(card({x | x : S & %0(x) = 1}) > 0)"},
    {"PXSI", "(min(ran(%0)) = 0)"},
    {"PXIS", "(first(%0) = s1)"},
    {"PXIS", "(last(%0) /= s1)"},
    {"PXDD", "(%0(d1) = d2)"},
    {"PXDD", "(%0(%0(d1)) = d1)"},
    {"PI", "(max(%0) = 1)"},
    {"PI", "(min(%0) > 0)"},
    {"PI", "(#k.(k : 0..2 & 2 / k : %0))"},
    {"PPS", "(inter(%0) = {})"},
    {"I", "(4 / %0 = 2)"},
    {"I", "(4 mod %0 = 1)"},
    {"I", "(%0 / %1 < 2)"},
    {"I", "(2 ** %0 > 1)"},
    {"I", "(%0 = 0 or 4 / %0 > 1)"},
    {"I", "([5,6](%0) = 6)"},
    {"I", "({1|->2,1|->3,2|->4}(%0) > 1)"},
};

/* Nobody decides these, or hardly anybody; some depend on a name. */
static const Property undecided[] = {
    {"I", "(#k.(k : INTEGER & k > 100000 & k*k*k mod 7 = 5 & k*k > %0))"},
    {"I", "(#k.(k : NATURAL & k*k + k = 100001 + %0))"},
    {"I", "(!k.(k : NATURAL => k*k + k >= %0))"},
    {"I", "(#k,m.(k : NATURAL & m : NATURAL & k*k*k + m*m*m = 7 + %0))"},
    {"PI", "(#k.(k : NATURAL & k*k*k > 100000 & k mod 3 = 1 & k mod 3 = 2 & %0 /= {}))"},
    {"PI", "(!k.(k : NATURAL => k*k + k >= card(%0)))"},
    {"P", "(#k.(k : NATURAL & k*k*k - 17*k = 50000 + card(%0)))"},
    {"P", "(card(%0) > 1 or #k.(k : NATURAL & k*k*k - 17*k = 50000))"},
    {"P", "(card(%0) > 1 & #k.(k : NATURAL & k*k*k - 17*k = 50000))"},
    {"X", "(#k.(k : NATURAL & k*k*k - 17*k = 50000 & k : 1..card(dom(%0))))"},
    {"PXII", "(%0(1) = 1 or #k.(k : NATURAL & k*k*k - 17*k = 50000))"},
    {"PXII", "(#h.(h : INTEGER --> INTEGER & h(1) = 1 & %0 <: h))"},
    {"PXSI", "(#k.(k : NATURAL & k*k*k - 17*k = 50000 + %0(s1)))"},
};

#define COUNT(array) ((uint32_t) (sizeof(array) / sizeof *(array)))

static const struct {
  const Property *forms;
  uint32_t count, weight;
} groups[] = {{self_references, COUNT(self_references), 6},
              {inverses, COUNT(inverses), 4},
              {partial, COUNT(partial), 4},
              {undecided, COUNT(undecided), 1}};

static bool fits(Generator *g, const char *scheme, const GenType *type)
{
  static const char *const relations[] = {"PXII", "PXSI", "PXSS", "PXDD",
                                          "PXIS", "PXSB", "PXIB", "PXSPB"};
  static const char *const sets[] = {"PI", "PS", "PD", "PT", "PPB", "PPS", "PPI"};
  bool any = scheme[0] == 'P' && !scheme[1], relation = scheme[0] == 'X';
  bool sequence = scheme[0] == 'Z';
  if (!any && !relation && !sequence) return gentype_equal(gentype_from(g, scheme), type);
  for (uint32_t i = 0; i < COUNT(relations); i++)
    if (gentype_equal(gentype_from(g, relations[i]), type))
      return !sequence || relations[i][2] == 'I';
  for (uint32_t i = 0; any && i < COUNT(sets); i++)
    if (gentype_equal(gentype_from(g, sets[i]), type)) return true;
  return false;
}

/* A name of the same type, a value, or a formula about the names. */
static Tree *other(Generator *g, const ProblemText *p, const GenType *type)
{
  FreeName names[MOST_UNKNOWNS];
  for (uint32_t i = 0; i < p->count; i++) names[i] = p->names[i].name;
  uint64_t kind = draw(g, 6);
  if (kind == 0) return tree_random(g, type, 2, names, p->count);
  const UnknownName *n = &p->names[draw(g, p->count)];
  if (kind == 1 && gentype_equal(n->name.type, type)) return problem_name(g, n);
  return tree_value(g, type, 1);
}

/* About that name; `about` >= count: about any. */
static void add_property(Generator *g, ProblemText *p, uint64_t about)
{
  enum { TRIES = 200, WEIGHTS = 15 };
  uint64_t k = draw(g, WEIGHTS);
  uint32_t group = 0;
  while (k >= groups[group].weight) k -= groups[group++].weight;
  for (int tries = 0; tries < TRIES; tries++) {
    const UnknownName *n = &p->names[about < p->count ? about : draw(g, p->count)];
    const Property *form = &groups[group].forms[draw(g, groups[group].count)];
    const GenType *type = n->name.type;
    if (!fits(g, form->type, type)) continue;
    Tree *kids[] = {problem_name(g, n), other(g, p, type), other(g, p, type)};
    Tree *t = tree_of(g, gentype_from(g, "Q"), form->form, 3, kids);
    problem_add(p, draw(g, 8) ? t : tree_negated(g, t));
    return;
  }
}

/* Only what is said of the domains; of the name `without` not even that. */
static void forget_conjuncts(Generator *g, ProblemText *p, uint64_t without)
{
  p->conjunct_count = 0;
  for (uint32_t i = 0; i < p->count; i++) {
    const UnknownName *n = &p->names[i];
    Tree *domain = tree_of(g, gentype_from(g, "PI"), n->domain, 0, NULL);
    Tree *kids[] = {problem_name(g, n), i == without ? tree_whole_type(g, n->name.type) : domain};
    problem_add(p, tree_of(g, gentype_from(g, "Q"), "(%0 : %1)", 2, kids));
  }
}

/* Are there properties for the types of all names? */
static bool has_properties(Generator *g, const ProblemText *p)
{
  static const char *const others[] = {"P", "I", "S", "D"};
  bool all = p->count > 0;
  for (uint32_t i = 0; i < p->count && all; i++) {
    all = false;
    for (uint32_t k = 0; k < COUNT(others) && !all; k++)
      all = fits(g, others[k], p->names[i].name.type);
  }
  return all;
}

void problem_properties(Generator *g, ProblemText *p, uint64_t most, int size)
{
  do problem_small(g, p, most, size);
  while (!has_properties(g, p));
  uint64_t without = draw(g, 6) ? p->count : draw(g, p->count), extra = draw(g, 3);
  if (without < p->count || draw(g, 3)) forget_conjuncts(g, p, without);
  add_property(g, p, without);
  for (uint64_t i = 0; i < extra; i++) add_property(g, p, p->count);
  if (draw(g, 2)) problem_shuffle(g, p);
}
