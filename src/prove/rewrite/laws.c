#include "prove/rewrite/laws.h"

#include <assert.h>

#include "prove/rewrite/collection.h"
#include "prove/rewrite/number.h"
#include "prove/rewrite/unbounded.h"
#include "prove/term/make.h"
#include "prove/term/tuple.h"

/* Programs are prefix formulas of these words; after them, operators by kind and arity. */
enum {
  T,
  A,
  B,
  C, /* the term and its children */
  X,
  Y,
  Z,
  W, /* the element of a membership, taken apart */
  U,
  V,
  N, /* bound names */
  AND,
  OR,
  NOT,
  IMP,
  IFF,
  EQ,
  IN,
  LE,
  SUB,
  PAIR,
  PLUS,
  MINUS,
  MUL,
  SINGLE,
  QUANTIFIER = 100, /* ALL, SOME with a name, a sort and what has that sort: see BIND */
  NUMBER = 2000,
  EMPTY_OF = 3000, /* + what has the sort of the empty set */
  OPERATOR = 4000  /* + 1000 * arity + kind */
};
enum { WHOLE_SORT, ELEM_SORT, FIRST_SORT, SECOND_SORT };
#define BIND(...) BIND_PARTS(__VA_ARGS__)
#define BIND_PARTS(all, name, path, of) \
  (QUANTIFIER + (((all) *4 + (name) -U) * 4 + (path)) * 16 + (of))
#define ALL(...) BIND(1, __VA_ARGS__)
#define SOME(...) BIND(0, __VA_ARGS__)
#define SORT(of) WHOLE_SORT, of
#define ELEM(of) ELEM_SORT, of
#define FIRST(of) FIRST_SORT, of
#define SECOND(of) SECOND_SORT, of
#define NUM(n) (NUMBER + (n))
#define EMPTY(of) (EMPTY_OF + (of))
#define OP0(kind) (OPERATOR + NODE_##kind)
#define OP1(kind) (OPERATOR + 1000 + NODE_##kind)
#define OP2(kind) (OPERATOR + 2000 + NODE_##kind)
#define COMMA ,

typedef enum { LAW_MEMBERSHIP, LAW_ATOM, LAW_FACT, LAW_COLLECTION, LAW_COMPUTED } LawForm;
typedef enum { JUST_X, XY, XY_Z, X_YZ, XY_ZW } Element;

/* Which terms of that kind a law is about. */
typedef enum { NO_GUARD, SETS, NUMBERS, RELATIONS, INTEGERS, OF_KIND } Guard;
#define OF(kind) (OF_KIND + NODE_##kind)
#define OF_OF(kind, inner) (OF(kind) + INNER * NODE_##inner)
enum { INNER = 256 };
_Static_assert(OF_KIND + NODE_LAST_OPERATOR < INNER && INNER * INNER <= UINT16_MAX + 1,
               "guards have room");
#define EITHER WHEN_EITHER
#define TRUE_ONLY WHEN_TRUE
#define FALSE_ONLY WHEN_FALSE

typedef struct {
  const char *name;
  LawForm form;
  LawWhen when;
  uint16_t kind;
  uint16_t detail; /* Element or Guard */
  const int16_t *program;
  Term (*computed)(Bank *, Term); /* LAW_COMPUTED: what it says of the term, or 0 */
} Law;

#define MEMBERSHIP(name, when, kind, element, ...) \
  static const int16_t program_##name[] = {__VA_ARGS__};
#define ATOM(name, when, kind, guard, ...) static const int16_t program_##name[] = {__VA_ARGS__};
#define FACT(name, kind, guard, ...) static const int16_t program_##name[] = {__VA_ARGS__};
#include "prove/rewrite/laws.def"
#undef MEMBERSHIP
#undef ATOM
#undef FACT

static const Law laws[] = {
#define MEMBERSHIP(name, when, kind, element, ...) \
  {#name, LAW_MEMBERSHIP, when, NODE_##kind, element, program_##name, NULL},
#define ATOM(name, when, kind, guard, ...) \
  {#name, LAW_ATOM, when, NODE_##kind, guard, program_##name, NULL},
#define FACT(name, kind, guard, ...) \
  {#name, LAW_FACT, WHEN_FACT, NODE_##kind, guard, program_##name, NULL},
#include "prove/rewrite/laws.def"
#undef MEMBERSHIP
#undef ATOM
#undef FACT
    {"collection", LAW_COLLECTION, WHEN_EITHER, 0, 0, NULL, NULL},
    {"product", LAW_COMPUTED, WHEN_FACT, NODE_TIMES, NUMBERS, NULL, number_product},
    {"power", LAW_COMPUTED, WHEN_FACT, NODE_POWER, NUMBERS, NULL, number_power},
    {"unbounded", LAW_COMPUTED, WHEN_FACT, NODE_FORALL, NO_GUARD, NULL, unbounded_set},
    {"card_list", LAW_COMPUTED, WHEN_FACT, NODE_CARD, SETS, NULL, number_of_elements},
};

uint32_t law_count(void) { return sizeof laws / sizeof *laws; }

const char *law_name(uint32_t law) { return laws[law].name; }

LawWhen law_when(uint32_t law) { return laws[law].when; }

/* ---------------------------------------------------------------- programs */

typedef struct {
  Bank *bank;
  const int16_t *next;
  Term places[W + 1]; /* T … W; 0: there is none */
  Sort sorts[3];      /* of U, V, N while they are bound */
  uint32_t levels[3]; /* of their first leaves */
  uint32_t depth;
} Program;

static Term run(Program *);

static Term bound_name(Program *p, int name)
{
  Bank *b = p->bank;
  Sorts sorts = {0};
  VEC(Term) leaves = {0};
  tuple_sorts(b, p->sorts[name - U], &sorts);
  for (uint32_t i = 0; i < sorts.len; i++)
    vec_push(&leaves, make_bound(b, sorts.data[i], p->depth - 1 - p->levels[name - U] - i));
  uint32_t next = 0;
  Term t = tuple_make(b, p->sorts[name - U], leaves.data, &next);
  vec_free(&sorts);
  vec_free(&leaves);
  return t;
}

static Sort sort_at(const Bank *b, Sort s, uint32_t path)
{
  if (path == WHOLE_SORT) return s;
  Sort element = sort_element(b, s);
  if (path == ELEM_SORT) return element;
  return path == FIRST_SORT ? sort_of(b, element)->a : sort_of(b, element)->b;
}

static Term run_quantifier(Program *p, uint32_t code)
{
  bool all = code / 256;
  uint32_t name = code / 64 % 4, path = code / 16 % 4, of = code % 16;
  Sorts sorts = {0};
  p->sorts[name] = sort_at(p->bank, term_sort(p->bank, p->places[of]), path);
  p->levels[name] = p->depth;
  tuple_sorts(p->bank, p->sorts[name], &sorts);
  p->depth += sorts.len;
  Term body = run(p);
  p->depth -= sorts.len;
  Term t = all ? make_forall(p->bank, sorts.data, sorts.len, body)
               : make_exists(p->bank, sorts.data, sorts.len, body);
  vec_free(&sorts);
  return t;
}

static Sort set_sort(Bank *b, Sort element) { return sort_make(b, SORT_POW, element, 0, NULL); }

static Sort pair_set(Bank *b, Sort x, Sort y)
{
  return set_sort(b, sort_make(b, SORT_PAIR, x, y, NULL));
}

/* The sort of an operator's value. */
static Sort result_sort(Bank *b, uint32_t kind, const Term *k)
{
  Sort s = k[0] ? term_sort(b, k[0]) : 0;
  switch (kind) {
  case NODE_FINITE: return 0;
  case NODE_TRUE: return sort_make(b, SORT_BOOL, 0, 0, NULL);
  case NODE_DOM: return set_sort(b, sort_at(b, s, FIRST_SORT));
  case NODE_RAN: return set_sort(b, sort_at(b, s, SECOND_SORT));
  case NODE_APPLY: return sort_at(b, s, SECOND_SORT);
  case NODE_INTERSECTION:
  case NODE_UNION:
  case NODE_CLOSURE1: return s;
  case NODE_DOM_RESTRICT:
  case NODE_DOM_SUBTRACT: return term_sort(b, k[1]);
  case NODE_RAN_RESTRICT: return s;
  case NODE_IMAGE: return set_sort(b, sort_at(b, s, SECOND_SORT));
  case NODE_INVERSE: return pair_set(b, sort_at(b, s, SECOND_SORT), sort_at(b, s, FIRST_SORT));
  case NODE_COMPOSE:
    return pair_set(b, sort_of(b, sort_element(b, s))->a,
                    sort_of(b, sort_element(b, term_sort(b, k[1])))->b);
  case NODE_INTERVAL: return set_sort(b, s);
  case NODE_CARTESIAN: return pair_set(b, sort_element(b, s), sort_element(b, term_sort(b, k[1])));
  case NODE_RELATION:
  case NODE_TOTAL_FUN:
    return set_sort(b, pair_set(b, sort_element(b, s), sort_element(b, term_sort(b, k[1]))));
  case NODE_SEQ:
  case NODE_ISEQ: {
    Sort integer = sort_make(b, SORT_INTEGER, 0, 0, NULL);
    return set_sort(b, pair_set(b, integer, sort_element(b, s)));
  }
  default: /* MININT, MAXINT, CARD, DIVIDE */ return sort_make(b, SORT_INTEGER, 0, 0, NULL);
  }
}

static Term run_operator(Program *p, uint32_t code)
{
  uint32_t arity = code / 1000, kind = code % 1000;
  Term kids[2] = {0};
  for (uint32_t i = 0; i < arity; i++) kids[i] = run(p);
  return make_term(p->bank, kind, result_sort(p->bank, kind, kids), 0, kids, arity);
}

static Term run_binary(Program *p, int word)
{
  Bank *b = p->bank;
  Term x = run(p), y = run(p), kids[2] = {x, y};
  Sort s = term_sort(b, x);
  switch (word) {
  case AND: return make_and2(b, x, y);
  case OR: return make_or2(b, x, y);
  case IMP: return make_implies(b, x, y);
  case IFF: return make_iff(b, x, y);
  case EQ: return make_equal(b, x, y);
  case IN: return make_member(b, x, y);
  case LE: return make_at_most(b, x, y);
  case SUB: return make_subset(b, x, y);
  case PAIR: return make_pair(b, x, y);
  case PLUS: return make_term(b, NODE_ADD, s, 0, kids, 2);
  case MINUS: return make_term(b, NODE_MINUS, s, 0, kids, 2);
  default: return make_term(b, NODE_TIMES, s, 0, kids, 2);
  }
}

static Term run(Program *p)
{
  int word = *p->next++;
  Bank *b = p->bank;
  if (word >= OPERATOR) return run_operator(p, (uint32_t) (word - OPERATOR));
  if (word >= EMPTY_OF)
    return make_term(b, NODE_EMPTY_SET, term_sort(b, p->places[word - EMPTY_OF]), 0, NULL, 0);
  if (word >= NUMBER) return make_number(b, word - NUMBER);
  if (word >= QUANTIFIER) return run_quantifier(p, (uint32_t) (word - QUANTIFIER));
  if (word == NOT) return make_not(b, run(p));
  if (word == SINGLE) {
    Term x = run(p);
    return make_term(b, NODE_SET_EXT, set_sort(b, term_sort(b, x)), 0, &x, 1);
  }
  if (word >= AND) return run_binary(p, word);
  if (word >= U) return bound_name(p, word);
  assert(p->places[word]);
  return p->places[word];
}

/* ------------------------------------------------------------- application */

static bool has_element(const Bank *b, Term t, SortKind kind)
{
  Sort s = sort_element(b, term_sort(b, t));
  return sort_of(b, s)->kind == kind && s != 0;
}

static bool passes(const Bank *b, uint32_t guard, Term t)
{
  Term kid = term_count(b, t) ? term_kid(b, t, 0) : 0;
  switch (guard) {
  case NO_GUARD: return true;
  case SETS: return kid && term_kind_of_sort(b, kid) == SORT_POW;
  case NUMBERS: return kid && term_kind_of_sort(b, kid) == SORT_INTEGER;
  case RELATIONS: return kid && has_element(b, kid, SORT_PAIR);
  case INTEGERS: return kid && has_element(b, kid, SORT_INTEGER);
  default: break;
  }
  uint32_t inner = guard / INNER;
  if (!kid || term_op(b, kid) != guard % INNER - OF_KIND) return false;
  return inner == 0 || (term_count(b, kid) && term_op(b, term_kid(b, kid, 0)) == inner);
}

static void take_apart(Program *p, Element form, Term x)
{
  Bank *b = p->bank;
  p->places[X] = x;
  if (form == JUST_X) return;
  Term left = make_first(b, x), right = make_second(b, x);
  p->places[X] = left;
  p->places[Y] = right;
  if (form == XY_Z || form == XY_ZW) {
    p->places[X] = make_first(b, left);
    p->places[Y] = make_second(b, left);
    p->places[Z] = right;
  }
  if (form == X_YZ) {
    p->places[Y] = make_first(b, right);
    p->places[Z] = make_second(b, right);
  }
  if (form == XY_ZW) {
    p->places[Z] = make_first(b, right);
    p->places[W] = make_second(b, right);
  }
}

/* The term whose children are A, B, C; 0: the law is not about t. */
static Term subject(const Law *law, const Bank *b, Term t)
{
  if (law->form == LAW_MEMBERSHIP || law->form == LAW_COLLECTION) {
    if (term_op(b, t) != NODE_MEMBER) return 0;
    Term set = term_kid(b, t, 1);
    return law->form == LAW_COLLECTION || term_op(b, set) == law->kind ? set : 0;
  }
  if (term_op(b, t) != law->kind || !passes(b, law->detail, t)) return 0;
  /* FINITE and CARD of an operator are about the operator's children */
  if (law->detail >= INNER) return term_kid(b, term_kid(b, t, 0), 0);
  return law->detail >= OF_KIND ? term_kid(b, t, 0) : t;
}

Term law_apply(Bank *b, uint32_t number, Term t)
{
  const Law *law = &laws[number];
  Term of = subject(law, b, t);
  if (!of) return 0;
  if (law->form == LAW_COLLECTION) return collection_member(b, term_kid(b, t, 0), of);
  if (law->form == LAW_COMPUTED) return law->computed(b, t);
  Program p = {.bank = b, .next = law->program};
  p.places[T] = t;
  for (uint32_t i = 0; i < term_count(b, of) && i < 3; i++) p.places[A + i] = term_kid(b, of, i);
  if (law->form == LAW_MEMBERSHIP) take_apart(&p, law->detail, term_kid(b, t, 0));
  return run(&p);
}

bool law_next(Bank *b, Term t, uint32_t *law, uint32_t *found, Term *result)
{
  while (*law < law_count()) {
    *found = (*law)++;
    if (!subject(&laws[*found], b, t)) continue;
    *result = law_apply(b, *found, t);
    if (*result) return true;
  }
  return false;
}
