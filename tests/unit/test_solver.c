#include "unit/groups.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "engine/external/external.h"
#include "engine/reference/reference.h"
#include "session/session.h"
#include "solver/solver.h"

/* Random predicates over names with small domains: the solutions that the solver finds are
 * those of plain enumeration, each once.  And predicates with a known solution in large or
 * infinite domains: the solver never says that there is none.
 *
 * PROBITY_SOLVER_CASES=n runs n cases, PROBITY_SOLVER_SEED=s starts elsewhere. */

static const char MACHINE[] = "MACHINE M SETS E={e1,e2,e3} END";

typedef struct {
  uint64_t state;
  Text text;
  uint32_t names;  /* a mask: which of the names may be used */
  uint32_t locals; /* bound names so far */
  bool wide;
  uint64_t compared, solved, solutions; /* how much was tested */
} Random;

typedef struct {
  const char *name, *domain, *wide;
  char type; /* i integer, b BOOL, e element, s set, r relation, f function */
  uint32_t size;
} NameKind;

static const NameKind kinds[] = {
    {"x", "-2..4", "INTEGER", 'i', 7},
    {"y", "0..5", "NATURAL", 'i', 6},
    {"z", "-1..2", "-100..1000", 'i', 4},
    {"b", "BOOL", "BOOL", 'b', 2},
    {"e", "E", "E", 'e', 3},
    {"s", "POW(0..3)", "POW(-5..20)", 's', 16},
    {"t", "POW({-1,1,5})", "POW(0..30)", 's', 8},
    {"r", "0..1 <-> 0..2", "0..5 <-> 0..5", 'r', 64},
    {"f", "0..2 +-> 0..2", "0..20 +-> 0..30", 'r', 64},
    {"g", "0..1 --> -1..2", "0..30 --> 0..100", 'r', 16},
    {"h", "0..2 >-> 0..3", "0..9 >-> 0..20", 'r', 24},
    {"q", "seq(0..2) /\\ POW(1..2 * 0..2)", "1..6 --> 0..9", 'r', 13},
};
enum { NAMES = sizeof kinds / sizeof *kinds };

static uint32_t pick(Random *r, uint32_t below)
{
  r->state ^= r->state << 13;
  r->state ^= r->state >> 7;
  r->state ^= r->state << 17;
  return (uint32_t) (r->state * UINT64_C(0x2545F4914F6CDD1D) >> 33) % below;
}

/* --------------------------------------------------------------- random texts */

static void integer(Random *r, int depth);
static void set(Random *r, int depth);
static void relation(Random *r, int depth);
static void predicate(Random *r, int depth);

static void put(Random *r, const char *text) { text_add(&r->text, text); }

/* A name of that type, if one may be used. */
static bool name_of(Random *r, char type)
{
  uint32_t start = pick(r, NAMES);
  for (uint32_t i = 0; i < NAMES; i++) {
    uint32_t k = (start + i) % NAMES;
    if (kinds[k].type != type || !(r->names >> k & 1)) continue;
    put(r, kinds[k].name);
    return true;
  }
  return false;
}

static void literal(Random *r) { text_printf(&r->text, "%d", (int) pick(r, 7) - 1); }

static void binary(Random *r, int depth, void (*part)(Random *, int), const char *op)
{
  put(r, "(");
  part(r, depth);
  put(r, op);
  part(r, depth);
  put(r, ")");
}

static void integer(Random *r, int depth)
{
  static const char *const operators[] = {" + ", " - ", " * ", " / ", " mod "};
  if (depth <= 0 || pick(r, 4) == 0) {
    if (r->locals && pick(r, 2)) text_printf(&r->text, "k%u", pick(r, r->locals));
    else if (pick(r, 4) == 0 || !name_of(r, 'i')) literal(r);
    return;
  }
  switch (pick(r, 9)) {
  case 0: put(r, "card("), set(r, depth - 1), put(r, ")"); break;
  case 1: put(r, pick(r, 2) ? "max(" : "min("), set(r, depth - 1), put(r, ")"); break;
  case 2:
    put(r, "("), relation(r, depth - 1), put(r, ")("), integer(r, depth - 1), put(r, ")");
    break;
  case 3:
    put(r, "(IF ");
    predicate(r, depth - 2);
    put(r, " THEN ");
    integer(r, depth - 1);
    put(r, " ELSE ");
    integer(r, depth - 1);
    put(r, " END)");
    break;
  case 4: {
    uint32_t k = r->locals;
    text_printf(&r->text, "SIGMA(k%u).(k%u : ", k, k);
    set(r, depth - 1);
    put(r, " | ");
    r->locals++;
    integer(r, depth - 2);
    r->locals--;
    put(r, ")");
    break;
  }
  default: binary(r, depth - 1, integer, operators[pick(r, 5)]); break;
  }
}

static void set(Random *r, int depth)
{
  static const char *const operators[] = {" \\/ ", " /\\ ", " - "};
  if (depth <= 0 || pick(r, 4) == 0) {
    if (name_of(r, 's')) return;
    uint32_t low = pick(r, 4);
    text_printf(&r->text, pick(r, 2) ? "(%u..%u)" : "{%u,%u}", low, low + pick(r, 4));
    return;
  }
  switch (pick(r, 8)) {
  case 0: put(r, "dom("), relation(r, depth - 1), put(r, ")"); break;
  case 1: put(r, "ran("), relation(r, depth - 1), put(r, ")"); break;
  case 2: put(r, "("), relation(r, depth - 1), put(r, ")["), set(r, depth - 1), put(r, "]"); break;
  case 3:
    put(r, "{"), integer(r, depth - 1), put(r, ","), integer(r, depth - 1), put(r, "}");
    break;
  case 4: {
    uint32_t k = r->locals;
    text_printf(&r->text, "{k%u | k%u : ", k, k);
    set(r, depth - 1);
    put(r, " & ");
    r->locals++;
    predicate(r, depth - 2);
    r->locals--;
    put(r, "}");
    break;
  }
  default: binary(r, depth - 1, set, operators[pick(r, 3)]); break;
  }
}

static void relation(Random *r, int depth)
{
  if (depth <= 0 || pick(r, 3) == 0) {
    if (!name_of(r, 'r')) put(r, "{0|->1,1|->2,2|->0}");
    return;
  }
  switch (pick(r, 10)) {
  case 0: put(r, "("), relation(r, depth - 1), put(r, ")~"); break;
  case 1:
    put(r, "("), set(r, depth - 1), put(r, " <| "), relation(r, depth - 1), put(r, ")");
    break;
  case 2:
    put(r, "("), relation(r, depth - 1), put(r, " |>> "), set(r, depth - 1), put(r, ")");
    break;
  case 3: binary(r, depth - 1, relation, " <+ "); break;
  case 4: binary(r, depth - 1, relation, " ; "); break;
  case 5: binary(r, depth - 1, relation, " \\/ "); break;
  case 6: put(r, "("), set(r, depth - 1), put(r, " * "), set(r, depth - 1), put(r, ")"); break;
  case 7: put(r, "id("), set(r, depth - 1), put(r, ")"); break;
  case 8:
    put(r, "{"), integer(r, depth - 1), put(r, " |-> "), integer(r, depth - 1), put(r, "}");
    break;
  default: {
    uint32_t k = r->locals;
    text_printf(&r->text, "(%%k%u.(k%u : ", k, k);
    set(r, depth - 1);
    put(r, " | ");
    r->locals++;
    integer(r, depth - 2);
    r->locals--;
    put(r, "))");
    break;
  }
  }
}

static void quantified(Random *r, int depth)
{
  uint32_t k = r->locals;
  bool all = pick(r, 2);
  text_printf(&r->text, "%ck%u.(k%u : ", all ? '!' : '#', k, k);
  set(r, depth - 1);
  r->locals++;
  put(r, all ? " => " : " & ");
  predicate(r, depth - 1);
  r->locals--;
  put(r, ")");
}

static void predicate(Random *r, int depth)
{
  static const char *const comparisons[] = {" = ", " /= ", " < ", " <= ", " > ", " >= "};
  static const char *const arrows[] = {" <-> ",  " +-> ", " --> ",  " >-> ", " +->> ",
                                       " -->> ", " >+> ", " >->> ", " <<-> "};
  static const char *const inclusions[] = {" <: ", " /<: ", " <<: ", " = ", " /= "};
  put(r, "(");
  switch (depth <= 0 ? pick(r, 4) : pick(r, 14)) {
  case 0:
  case 1:
  case 2: integer(r, depth - 1), put(r, comparisons[pick(r, 6)]), integer(r, depth - 1); break;
  case 3: integer(r, depth - 1), put(r, pick(r, 3) ? " : " : " /: "), set(r, depth - 1); break;
  case 4: set(r, depth - 1), put(r, inclusions[pick(r, 5)]), set(r, depth - 1); break;
  case 5:
    relation(r, depth - 1), put(r, pick(r, 2) ? " = " : " <: "), relation(r, depth - 1);
    break;
  case 6:
    relation(r, depth - 1), put(r, pick(r, 4) ? " : " : " /: "), set(r, 1);
    put(r, arrows[pick(r, 9)]), set(r, 1);
    break;
  case 7: predicate(r, depth - 1), put(r, " & "), predicate(r, depth - 1); break;
  case 8: predicate(r, depth - 1), put(r, " or "), predicate(r, depth - 1); break;
  case 9: predicate(r, depth - 1), put(r, " => "), predicate(r, depth - 1); break;
  case 10: put(r, "not("), predicate(r, depth - 1), put(r, ")"); break;
  case 11:
    if (r->names >> 3 & 1) put(r, "b = bool("), predicate(r, depth - 1), put(r, ")");
    else predicate(r, depth - 1), put(r, " <=> "), predicate(r, depth - 1);
    break;
  case 12:
    if (r->names >> 4 & 1) put(r, pick(r, 2) ? "e = e1" : "e : {e2,e3}");
    else predicate(r, depth - 1);
    break;
  default: quantified(r, depth); break;
  }
  put(r, ")");
}

/* ------------------------------------------------------------------ the worlds */

typedef struct {
  Session *session;
  Model *model;
  Engine *engine;
  Reference *reference;
} World;

static void open_world(World *w)
{
  w->session = session_new();
  w->model = session_load(w->session, session_text(w->session, "m", MACHINE));
  w->engine = engine_new(session_names(w->session), w->model, NULL, 0);
  external_install(w->engine);
  w->engine->options.solver_from = 1;
  w->reference = reference_new(w->engine);
}

static void close_world(World *w)
{
  reference_free(w->reference);
  engine_free(w->engine);
  session_free(w->session);
}

typedef VEC(Value) Solutions;

static Value tuple(World *w, const Formula *f)
{
  Value values[NAMES];
  for (uint32_t i = 0; i < f->free.len; i++)
    assert_true(reference_lookup(w->reference, f->free.data[i], &values[i]));
  return value_record(w->engine->store, values, f->free.len);
}

typedef struct {
  World *w;
  const Formula *f;
  Solutions found;
  uint32_t most;
} Finder;

static bool found(void *context, Reference *reference)
{
  Finder *finder = context;
  (void) reference;
  vec_push(&finder->found, tuple(finder->w, finder->f));
  return finder->found.len < finder->most;
}

static int by_word(const void *a, const void *b)
{
  const Value *x = a, *y = b;
  return (x->word > y->word) - (x->word < y->word);
}

/* All assignments, one after the other. */
static bool enumerate(World *w, const Formula *f, const Value *domains, uint32_t name,
                      Solutions *solutions)
{
  if (name == f->free.len) {
    Truth t = reference_truth(w->reference, f->node);
    if (t == TRUTH_TRUE) vec_push(solutions, tuple(w, f));
    return t != TRUTH_UNKNOWN;
  }
  const Symbol *symbol = f->free.data[name];
  SetIter it = set_iter(w->engine->store, engine_shape(w->engine, symbol->type), domains[name]);
  bool known = true;
  for (Value v; known && set_next(&it, &v);) {
    reference_bind(w->reference, symbol, v);
    known = enumerate(w, f, domains, name + 1, solutions);
    reference_unbind(w->reference, 1);
  }
  return known;
}

static const NameKind *kind_of(const Symbol *symbol)
{
  for (uint32_t k = 0; k < NAMES; k++)
    if (!strcmp(kinds[k].name, symbol->name->text)) return &kinds[k];
  return NULL;
}

static Value value_of(World *w, const char *text)
{
  const Formula *f = session_formula(w->session, w->model, session_text(w->session, "v", text),
                                     FORMULA_EXPR_OR_PRED);
  Value v = reference_value(w->reference, f->node);
  return v;
}

/* Chooses names until their domains have enough elements together. */
static void choose_names(Random *r, uint32_t most)
{
  uint64_t size = 1;
  r->names = 0;
  for (int i = 0; i < 4; i++) {
    uint32_t k = pick(r, NAMES);
    if (r->names >> k & 1 || size * kinds[k].size > most) continue;
    r->names |= 1u << k;
    size *= kinds[k].size;
  }
}

static void write_predicate(Random *r)
{
  r->text.len = 0;
  for (uint32_t k = 0; k < NAMES; k++)
    if (r->names >> k & 1)
      text_printf(&r->text, "%s%s : %s", r->text.len ? " & " : "", kinds[k].name,
                  r->wide ? kinds[k].wide : kinds[k].domain);
  for (uint32_t i = 0, n = 1 + pick(r, 3); i < n; i++) {
    put(r, " & ");
    predicate(r, 3);
  }
}

static const Formula *formula_of(World *w, Random *r)
{
  const Source *source = session_text(w->session, "p", text_string(&r->text));
  const Formula *f = session_formula(w->session, w->model, source, FORMULA_EXPR_OR_PRED);
  bool usable = diags_count(session_diags(w->session)) == 0;
  diags_release(session_diags(w->session), 0);
  return usable ? f : NULL;
}

static uint64_t cases_wanted(uint64_t usual)
{
  const char *wanted = getenv("PROBITY_SOLVER_CASES");
  return wanted ? strtoull(wanted, NULL, 10) : usual;
}

static uint64_t seed(void)
{
  const char *wanted = getenv("PROBITY_SOLVER_SEED");
  return (wanted ? strtoull(wanted, NULL, 10) : 1) * UINT64_C(0x9E3779B97F4A7C15) | 1;
}

static void fail_case(World *w, const Random *r, const char *what, uint64_t expected, uint64_t got)
{
  (void) w;
  fprintf(stderr, "%s: %s\nexpected %" PRIu64 ", got %" PRIu64 "\n", what,
          text_string(&((Random *) r)->text), expected, got);
  fail();
}

/* ---------------------------------------------------------------------- tests */

/* The predicate of the text: solver and enumeration. */
static void compare(World *w, Random *r)
{
  const Formula *f = formula_of(w, r);
  if (!f) return;
  Value domains[NAMES];
  for (uint32_t i = 0; i < f->free.len; i++) {
    const NameKind *kind = kind_of(f->free.data[i]);
    domains[i] = value_of(w, kind->domain);
  }
  Solutions all = {0};
  w->engine->options.solver = NULL;
  bool known = enumerate(w, f, domains, 0, &all);
  solver_install(w->engine);
  w->engine->options.solver_patience = pick(r, 3) ? 1 : 10000; /* often by clauses */
  w->engine->options.solver_checked = pick(r, 2);
  Finder finder = {w, f, {0}, UINT32_MAX};
  Solved solved =
      reference_solve(w->reference, f->free.data, f->free.len, f->node, true, found, &finder);
  if (known) {
    r->compared++;
    r->solved += all.len > 0;
    r->solutions += all.len;
    if (solved != SOLVED_ALL) fail_case(w, r, "not complete", SOLVED_ALL, solved);
    if (all.len) qsort(all.data, all.len, sizeof *all.data, by_word);
    if (finder.found.len) qsort(finder.found.data, finder.found.len, sizeof *all.data, by_word);
    if (all.len != finder.found.len) fail_case(w, r, "solutions", all.len, finder.found.len);
    for (uint32_t i = 0; i < all.len; i++)
      if (!value_same(all.data[i], finder.found.data[i])) fail_case(w, r, "solution", i, i);
  }
  vec_free(&all);
  vec_free(&finder.found);
}

static void compare_case(World *w, Random *r)
{
  choose_names(r, 2000);
  write_predicate(r);
  compare(w, r);
}

/* PROBITY_SOLVER_FORMULA=… in the names above: just this one. */
static void given_formula(void **state)
{
  (void) state;
  const char *formula = getenv("PROBITY_SOLVER_FORMULA");
  World w;
  Random r = {.state = 1};
  if (!formula) return;
  open_world(&w);
  put(&r, formula);
  compare(&w, &r);
  text_free(&r.text);
  close_world(&w);
}

static void solutions_equal_enumeration(void **state)
{
  (void) state;
  Random r = {.state = seed()};
  uint64_t cases = cases_wanted(300);
  for (uint64_t i = 0; i < cases; i += 500) {
    World w;
    open_world(&w);
    for (uint64_t k = 0; k < 500 && i + k < cases; k++) compare_case(&w, &r);
    close_world(&w);
  }
  print_message("%" PRIu64 " compared, %" PRIu64 " with solutions, %" PRIu64 " solutions\n",
                r.compared, r.solved, r.solutions);
  assert_true(r.compared > cases / 2 && r.solved > cases / 8);
  text_free(&r.text);
}

/* ---------------------------------------------------------- planted solutions */

static void write_pairs(Random *r, Text *t, int keys, int all_keys, int values, bool injective)
{
  text_add(t, "{");
  for (int k = keys, n = 0; k < all_keys; k++) {
    int v = injective ? k * 2 % values : (int) pick(r, (uint32_t) values);
    text_printf(t, "%s%d|->%d", n++ ? "," : "", k, v);
  }
  text_add(t, "}");
}

/* A value of the wide domain of a name, as text. */
static void write_value(Random *r, Text *t, uint32_t k)
{
  switch (kinds[k].name[0]) {
  case 'x': text_printf(t, "%d", (int) pick(r, 120) - 60); break; /* often beyond the window */
  case 'y': text_printf(t, "%d", (int) pick(r, 60)); break;
  case 'z': text_printf(t, "%d", (int) pick(r, 1100) - 100); break;
  case 'b': text_add(t, pick(r, 2) ? "TRUE" : "FALSE"); break;
  case 'e': text_printf(t, "e%u", 1 + pick(r, 3)); break;
  case 's':
  case 't': text_printf(t, "{%u,%u,%u}", pick(r, 5), pick(r, 20), pick(r, 20)); break;
  case 'r': write_pairs(r, t, (int) pick(r, 5) + 1, 6, 6, false); break;
  case 'f': write_pairs(r, t, (int) pick(r, 20) + 1, 21, 31, false); break;
  case 'g': write_pairs(r, t, 0, 31, 101, false); break;
  case 'h': write_pairs(r, t, 0, 10, 21, true); break;
  default: write_pairs(r, t, 1, 7, 10, false); break;
  }
}

/* Is the predicate of the text true for the planted values?  1, 0; -1: not defined. */
static int planted_truth(World *w, const char *binding, const char *predicate_text)
{
  Text t = {0};
  text_printf(&t, "bool(%s%s)", binding, predicate_text);
  const Formula *f = session_formula(
      w->session, w->model, session_text(w->session, "t", text_string(&t)), FORMULA_EXPR_OR_PRED);
  bool usable = diags_count(session_diags(w->session)) == 0;
  diags_release(session_diags(w->session), 0);
  Value v = usable ? reference_value(w->reference, f->node) : VALUE_FAULT;
  text_free(&t);
  return value_same(v, VALUE_TRUE) ? 1 : value_same(v, VALUE_FALSE) ? 0 : -1;
}

static void plant_case(World *w, Random *r)
{
  Text binding = {0}, all = {0};
  choose_names(r, 4000);
  text_add(&binding, "LET ");
  for (uint32_t k = 0, n = 0; k < NAMES; k++)
    if (r->names >> k & 1) text_printf(&binding, "%s%s", n++ ? "," : "", kinds[k].name);
  text_add(&binding, " BE ");
  for (uint32_t k = 0, n = 0; k < NAMES; k++) {
    if (!(r->names >> k & 1)) continue;
    text_printf(&binding, "%s%s = ", n++ ? " & " : "", kinds[k].name);
    write_value(r, &binding, k);
    text_printf(&all, "%s%s : %s", all.len ? " & " : "", kinds[k].name, kinds[k].wide);
  }
  text_add(&binding, " IN ");
  w->engine->options.solver = NULL;
  for (uint32_t i = 0; r->names && i < 3; i++) {
    r->text.len = 0;
    predicate(r, 3);
    put(r, " END");
    int holds = planted_truth(w, text_string(&binding), text_string(&r->text));
    if (holds < 0) continue;
    r->text.len -= 4;
    text_printf(&all, holds ? " & %.*s" : " & not%.*s", (int) r->text.len, text_string(&r->text));
  }
  solver_install(w->engine);
  r->text.len = 0;
  put(r, text_string(&all));
  const Formula *f = r->names ? formula_of(w, r) : NULL;
  if (f) {
    Finder finder = {w, f, {0}, 1};
    engine_set_time_limit(w->engine, 0.1);
    w->engine->expired = false;
    Solved solved =
        reference_solve(w->reference, f->free.data, f->free.len, f->node, true, found, &finder);
    engine_set_time_limit(w->engine, 0);
    w->engine->expired = false;
    r->compared++;
    r->solved += finder.found.len > 0;
    if (solved == SOLVED_ALL && finder.found.len == 0) {
      fprintf(stderr, "%s\n", text_string(&binding));
      fail_case(w, r, "planted", 1, 0);
    }
    vec_free(&finder.found);
  }
  text_free(&binding);
  text_free(&all);
}

static void planted_solutions_are_never_denied(void **state)
{
  (void) state;
  Random r = {.state = seed() ^ 0x5555, .wide = true};
  uint64_t cases = cases_wanted(300);
  for (uint64_t i = 0; i < cases; i += 500) {
    World w;
    open_world(&w);
    for (uint64_t k = 0; k < 500 && i + k < cases; k++) plant_case(&w, &r);
    close_world(&w);
  }
  print_message("%" PRIu64 " planted, %" PRIu64 " solved\n", r.compared, r.solved);
  assert_true(r.solved >= cases / 4);
  text_free(&r.text);
}

int test_solver(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(given_formula),
      cmocka_unit_test(solutions_equal_enumeration),
      cmocka_unit_test(planted_solutions_are_never_denied),
  };
  return cmocka_run_group_tests_name("solver", tests, NULL, NULL);
}
