#ifndef ENGINE_CODE_PLAN_H
#define ENGINE_CODE_PLAN_H

#include <assert.h>
#include <string.h>

#include "engine/code/code.h"
#include "syntax/inspect.h"

/* Inside plans: what making one (code_plan.c, code_plan_choice.c), running it (code_plan_run.c)
 * and showing it share. */

typedef enum {
  GENERATE_VALUE,     /* the pattern is `expression`                              */
  GENERATE_MEMBERS,   /* of the set `expression`                                  */
  GENERATE_ARGUMENTS, /* where the function `expression` has the value `wanted`  */
  GENERATE_RANGE,     /* of integers                                              */
  GENERATE_TYPE,      /* all values of the shape                                  */
  GENERATE_CASES,     /* the solutions of `cases`, for all names that are left     */
  GENERATE_SEARCH,    /* reference_solve, for all names that are left             */
  GENERATE_NONE       /* of a case: if it comes to this, the case is of no use     */
} Generation;

/* What candidates are matched with. */
typedef struct Pattern Pattern;
struct Pattern {
  enum { PATTERN_NAME, PATTERN_VALUE, PATTERN_PAIR } kind;
  uint32_t slot, level;          /* PATTERN_NAME  */
  const Code *value;             /* PATTERN_VALUE */
  const Pattern *first, *second; /* PATTERN_PAIR  */
  const Shape *shape;
};

/* From a conjunct C => x = E: the value of x where C is TRUE. */
typedef struct Conditional Conditional;
struct Conditional {
  const Code *when, *value;
  const Conditional *next;
};

typedef struct Sieve Sieve;
typedef struct Join Join;

typedef struct {
  Generation how;
  const Code *expression, *wanted;
  const Pattern *pattern;
  const Code **low, **high; /* GENERATE_RANGE: the candidates are above and below these */
  uint32_t low_count, high_count;
  uint32_t slot, level;            /* GENERATE_RANGE, GENERATE_TYPE */
  const Conditional *conditionals; /* GENERATE_TYPE */
  const Shape *shape;              /* of a candidate; GENERATE_ARGUMENTS: of a pair */
  const Code **tests;              /* that can be made then */
  uint32_t test_count;
  Plan **cases; /* GENERATE_CASES: one plan for each disjunct */
  uint32_t case_count;
  Sieve *sieve; /* GENERATE_MEMBERS: which of them pass some of the tests; or NULL */
  Join *join;   /* GENERATE_MEMBERS, GENERATE_RANGE: which of them a test leaves; or NULL */
  /* For reference_solve: the names that have no value before this step. */
  Symbol **open;
  uint32_t *open_slots;
  uint32_t open_count, open_level; /* the level of the first one that is bound */
  const Captures *captures;        /* of the predicate, without the open names */
} Step;

struct Plan {
  const Node *predicate;
  uint32_t count; /* of names */
  Symbol *const *names;
  uint32_t *slots;
  const Code **tests; /* before the first step */
  uint32_t test_count;
  Step *steps;
  uint32_t step_count;
  uint32_t loops; /* steps that try all elements of something */
  bool *declined; /* the solver was asked instead, and cannot help */
  uint64_t reads;
};

/* A plan in the making. */
typedef struct {
  Vm *vm;
  Plan *plan;
  Symbol *const *names;
  uint32_t count;
  bool *bound;
  Conjuncts conjuncts;
  bool *done;
} Planner;

/* ---- code_plan_check.c: in debug builds, stops where a plan at the level `outer` contradicts
 * itself */
#ifndef NDEBUG
void plan_check(const Plan *, uint32_t outer);
#else
static inline void plan_check(const Plan *plan, uint32_t outer) { (void) plan, (void) outer; }
#endif

/* ---- code_plan_choice.c: which names get their values next, and how */

typedef struct {
  uint32_t cost, conjunct;
  bool decides; /* the conjunct is true of every candidate */
  Generation how;
  const Node *pattern, *expression, *wanted;
  uint32_t name;
} Choice;

/* The cheapest generator; false: there is none, the names that are left need a search. */
bool plan_choose(Planner *, Choice *);

uint32_t plan_open_index(const Planner *,
                         const Symbol *); /* count: it has a value, or is another's */
bool plan_is_open_name(const Planner *, const Node *);
bool plan_is_open(const Planner *, const Node *); /* mentions names without values */
/* Is the conjunct a bound of the name with a closed expression?  1: low, 2: high, 3: both. */
unsigned plan_bound(const Planner *, const Node *, const Symbol *name);

/* ---- code_plan_isolate.c: sums in which one name has no value yet, and once only */

typedef struct {
  const Node *name;
  bool negative; /* the greater the sum, the less the name */
  bool exact;    /* the sum is the target for this value of the name; else that is to be tested */
} Isolation;
bool plan_isolates(const Planner *, const Node *sum, Isolation *);
/* What the name is where the sum is the target. */
const Node *plan_isolated(const Planner *, const Node *sum, const Node *target);

/* ---- code_rows.c: rows of explicit values, in the order in which they came first */

typedef struct {
  Values values;
  uint32_t width, count; /* of a row; of rows */
  uint32_t *slots, slot_count;
} Rows;

void rows_begin(Rows *, uint32_t width);
void rows_add(Rows *, const Value *row); /* unless there is an equal one */
void rows_free(Rows *);

/* ---- code_plan_cases.c: a disjunction gives the names their values, in each case others */

enum { MOST_OPEN = 64 };
bool cases_make(Planner *, Step *); /* false: there is none that would */
/* The values of the open names, each solution once; false: something is not known. */
bool cases_gather(Vm *, const Step *, uint64_t end, Rows *);

/* ---- code_steady.c: expressions that take about as long whatever some names are, if the functions
 * that they apply are tables */

typedef struct Functions Functions;
const Functions *functions_if_steady(Vm *, const Node *, Symbol *const *names, uint32_t count);
/* More: no part of it has binders or, if all sets that it names but this one are tables, runs other
 * code. */
const Functions *functions_if_plain(Vm *, const Node *, Symbol *name);
bool functions_are_tables(Vm *, const Functions *);

/* ---- code_join.c: E(x) = K, where K changes more often than the candidates for x and E */

/* Of a step for this name, whose tests have been made; NULL: there is no such test. */
Join *join_of(Vm *, const Step *, Symbol *name);
const Code *join_key(const Join *);
/* Those among the members, or the integers, of which the test is not FALSE, ascending.  False: all
 * are to be tried. */
bool join_ask_set(Vm *, const Step *, Value set, Values *found);
bool join_ask_range(Vm *, const Step *, int64_t from, int64_t last, Values *found);

/* ---- code_sieve.c: which members pass the tests that no name but their own decides */

typedef uint8_t Passing;
enum { PASSES_PERHAPS, PASSES, PASSES_NOT };
static_assert(PASSES_PERHAPS == 0, "what is cleared is not known");

/* Of a step inside the level `outer`; NULL: all its tests depend on that, or there are none. */
Sieve *sieve_of(Vm *, const Step *, uint32_t outer);
uint32_t sieve_tests(const Sieve *); /* so many of the tests of the step, the first ones */
/* The members of an explicit set are going to be tried.  0: there are too many; else a number for
 * the questions about them: what is known under another one is not mixed up with it. */
uint64_t sieve_begin(Vm *, Sieve *, Value set);
/* The member is the candidate.  PERHAPS: a test is neither TRUE nor FALSE. */
Passing sieve_ask(Vm *, const Step *, uint64_t number, uint32_t member);

#endif
