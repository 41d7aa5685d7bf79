#include "unit/groups.h"

#include <ccadical.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "solver/clause_proof.h"

/* Proofs that clauses contradict each other: those of CaDiCaL are accepted, nothing that is wrong
 * is.  Formulas are small enough that their truth is known. */

typedef VEC(int) Clauses; /* literals, each clause with a 0 at its end */

typedef struct {
  Clauses given, learned;
  int variables;
} Refutation;

static int number(uint64_t *seed, int below)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (int) ((*seed >> 33) % (uint64_t) below);
}

static int literal(uint64_t *seed, int variables)
{
  int variable = number(seed, variables) + 1;
  return number(seed, 2) ? variable : -variable;
}

static ClauseProof *written(const Refutation *r)
{
  ClauseProof *p = clause_proof_new();
  for (uint32_t i = 0; i < r->given.len; i++) clause_proof_give(p, r->given.data[i]);
  for (uint32_t i = 0; i < r->learned.len; i++) {
    clause_proof_learn(p, &r->learned.data[i]);
    while (r->learned.data[i]) i++;
  }
  return p;
}

static bool check(const Refutation *r)
{
  ClauseProof *p = written(r);
  bool good = clause_proof_check(p, NULL, NULL);
  clause_proof_free(p);
  return good;
}

static void add(Clauses *to, const int *literals)
{
  for (; *literals; literals++) vec_push(to, *literals);
  vec_push(to, 0);
}

static void learn(void *context, int *literals) { add(context, literals); }

/* What CaDiCaL finds out: has it no model? */
static bool solve(Refutation *r)
{
  CCaDiCaL *s = ccadical_init();
  ccadical_set_option(s, "quiet", 1);
  ccadical_set_option(s, "inprocessing", 0);
  ccadical_set_learn(s, &r->learned, INT_MAX, learn);
  for (uint32_t i = 0; i < r->given.len; i++) ccadical_add(s, r->given.data[i]);
  int result = ccadical_solve(s);
  ccadical_release(s);
  assert_true(result == 10 || result == 20);
  return result == 20;
}

static void random_formula(Refutation *r, uint64_t *seed, int variables, int count, int shortest)
{
  *r = (Refutation){.variables = variables};
  for (int i = 0; i < count; i++) {
    int length = shortest + number(seed, 3);
    for (int k = 0; k < length; k++) vec_push(&r->given, literal(seed, variables));
    vec_push(&r->given, 0);
  }
}

static void drop(Refutation *r)
{
  vec_free(&r->given);
  vec_free(&r->learned);
}

/* Bit v - 1 of the assignment: the value of v. */
static bool is_true(uint32_t assignment, int l)
{
  return (assignment >> (abs(l) - 1) & 1) == (uint32_t) (l > 0);
}

static bool satisfies(uint32_t assignment, const Clauses *c)
{
  bool clause = false;
  for (uint32_t i = 0; i < c->len; i++) {
    if (c->data[i]) {
      clause |= is_true(assignment, c->data[i]);
      continue;
    }
    if (!clause) return false;
    clause = false;
  }
  return true;
}

/* Is there an assignment for all given clauses, and, if asked for, one that some learned one
 * excludes? */
static bool has_model(const Refutation *r, bool against_learned)
{
  for (uint32_t a = 0; a < 1u << r->variables; a++)
    if (satisfies(a, &r->given) && !(against_learned && satisfies(a, &r->learned))) return true;
  return false;
}

/* ------------------------------------------------------------------------- tests */

static bool check_of(const int *given, uint32_t given_count, const int *learned, uint32_t count)
{
  Refutation r = {0};
  for (uint32_t i = 0; i < given_count; i++) vec_push(&r.given, given[i]);
  for (uint32_t i = 0; i < count; i++) vec_push(&r.learned, learned[i]);
  bool good = check(&r);
  drop(&r);
  return good;
}

#define COUNTED(...) (int[]){__VA_ARGS__}, sizeof((int[]){__VA_ARGS__}) / sizeof(int)

static void steps_must_follow(void **state)
{
  (void) state;
  const int all[] = {1, 2, 0, 1, -2, 0, -1, 2, 0, -1, -2, 0};
  assert_true(check_of(all, 12, COUNTED(1, 0)));
  assert_true(check_of(all, 12, COUNTED(2, 0)));
  assert_true(check_of(all, 12, COUNTED(1, 3, 0, -1, 0)));
  assert_false(check_of(all, 12, COUNTED(3, 0, 1, 0))); /* nothing is known of 3 */
  assert_false(check_of(all, 12, COUNTED(1, -1, 0)));   /* it holds, but is of no use */
  assert_false(check_of(all, 12, COUNTED(0)));          /* propagation alone finds nothing */
  assert_false(check_of(all, 9, COUNTED(1, 0)));        /* there is a model */
  assert_false(check_of(all, 9, COUNTED(1, 0, -1, 0)));
  assert_true(check_of(COUNTED(1, 0, -1, 2, 0, -2, 0), (int[]){1, 0}, 0));
  assert_true(check_of(COUNTED(3, 0, 0), (int[]){1, 0}, 0)); /* an empty clause was given */
  assert_false(check_of((int[]){0}, 0, (int[]){0}, 0));
  assert_false(check_of((int[]){0}, 0, COUNTED(0)));
}

static void clauses_may_repeat_literals(void **state)
{
  (void) state;
  assert_true(check_of(COUNTED(1, 1, 0, -1, -1, -1, 0), (int[]){0}, 0));
  assert_false(check_of(COUNTED(1, -1, 0, 2, 2, 0), COUNTED(1, 0)));
  assert_true(
      check_of(COUNTED(1, 1, 2, 0, 1, -2, 0, -1, 2, 2, 0, -1, -2, -2, 0), COUNTED(1, 1, 0)));
}

static void what_is_not_finished_refutes_nothing(void **state)
{
  (void) state;
  ClauseProof *p = clause_proof_new();
  clause_proof_give(p, 0);
  assert_true(clause_proof_check(p, NULL, NULL));
  clause_proof_give(p, 1);
  assert_false(clause_proof_check(p, NULL, NULL));
  clause_proof_free(p);
}

static void proofs_of_cadical_are_accepted(void **state)
{
  (void) state;
  uint64_t seed = 1;
  uint32_t refuted = 0;
  for (int i = 0; i < 3000; i++) {
    Refutation r;
    random_formula(&r, &seed, 40, 240 + number(&seed, 120), 3);
    bool none = solve(&r);
    assert_int_equal(check(&r), none);
    refuted += none;
    drop(&r);
  }
  assert_true(refuted > 500 && refuted < 2500);
}

/* A literal is turned round or left out, or two clauses become one. */
static void change(Clauses *c, uint64_t *seed)
{
  if (c->len < 2) return;
  uint32_t at = (uint32_t) number(seed, (int) c->len - 1);
  if (number(seed, 2)) {
    c->data[at] = -c->data[at];
  } else {
    c->len--;
    memmove(&c->data[at], &c->data[at + 1], (c->len - at) * sizeof *c->data);
  }
}

/* A proof that was changed may still be one: not if there is a model, and not if what it says does
 * not follow. */
static void changed_proofs_are_refused(void **state)
{
  (void) state;
  enum { VARIABLES = 9 };
  uint64_t seed = 2;
  uint32_t refused = 0, accepted = 0;
  for (int i = 0; i < 20000; i++) {
    Refutation r;
    random_formula(&r, &seed, VARIABLES, 30 + number(&seed, 20), 2);
    bool none = solve(&r);
    change(none && number(&seed, 2) ? &r.given : &r.learned, &seed);
    bool good = check(&r);
    if (good) assert_false(has_model(&r, false));
    refused += !good;
    accepted += good;
    drop(&r);
  }
  assert_true(refused > 1000 && accepted > 1000);
}

/* Whatever is said to follow, what has a model is not refuted. */
static void nothing_is_taken_on_trust(void **state)
{
  (void) state;
  enum { VARIABLES = 6 };
  uint64_t seed = 3;
  uint32_t wrong = 0;
  for (int i = 0; i < 20000; i++) {
    Refutation r;
    random_formula(&r, &seed, VARIABLES, 5 + number(&seed, 10), 1);
    for (int k = 0; k < 6; k++) {
      int length = 1 + number(&seed, 3);
      for (int l = 0; l < length; l++) vec_push(&r.learned, literal(&seed, VARIABLES));
      vec_push(&r.learned, 0);
    }
    bool satisfiable = has_model(&r, false);
    wrong += satisfiable && has_model(&r, true);
    assert_false(satisfiable && check(&r));
    drop(&r);
  }
  assert_true(wrong > 1000);
}

static bool never(void *context)
{
  ++*(int *) context;
  return false;
}

/* Eight pigeons, seven holes: many steps. */
static void the_check_can_be_stopped(void **state)
{
  (void) state;
  enum { HOLES = 7 };
  Refutation r = {0};
  for (int p = 0; p <= HOLES; p++) {
    for (int h = 0; h < HOLES; h++) vec_push(&r.given, p * HOLES + h + 1);
    vec_push(&r.given, 0);
  }
  for (int h = 0; h < HOLES; h++)
    for (int p = 0; p <= HOLES; p++)
      for (int q = 0; q < p; q++)
        add(&r.given, (int[]){-(p * HOLES + h + 1), -(q * HOLES + h + 1), 0});
  assert_true(solve(&r));
  assert_true(check(&r));
  ClauseProof *p = written(&r);
  int asked = 0;
  assert_false(clause_proof_check(p, never, &asked));
  assert_int_equal(asked, 1);
  assert_true(clause_proof_learned(p) > 100 && !clause_proof_is_too_long(p));
  clause_proof_free(p);
  drop(&r);
}

int test_clause_proof(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_must_follow),
      cmocka_unit_test(clauses_may_repeat_literals),
      cmocka_unit_test(what_is_not_finished_refutes_nothing),
      cmocka_unit_test(proofs_of_cadical_are_accepted),
      cmocka_unit_test(changed_proofs_are_refused),
      cmocka_unit_test(nothing_is_taken_on_trust),
      cmocka_unit_test(the_check_can_be_stopped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
