#include "unit/groups.h"

#include <stdio.h>
#include <string.h>

#include "csp/machine/compress.h"
#include "csp/machine/machine.h"
#include "csp/script.h"
#include "search/explore.h"

/* Machines against the steps of terms, and compressions against the definitions of behaviours. */

static const char script_text[] = "channel a, b, c, d\n"
                                  "channel e : {0..2}\n"
                                  "transparent sbisim, normal, diamond, wbisim\n"
                                  "external prioritise, prioritisepo\n"
                                  "P0 = a -> P1 [] b -> P2\n"
                                  "P1 = c -> P0 |~| SKIP\n"
                                  "P2 = a -> SKIP [] e?x -> P3(x)\n"
                                  "P3(x) = e.x -> P0 [] d -> STOP [> a -> SKIP\n"
                                  "P4 = b -> (P1 ||| a -> SKIP)\n"
                                  "P5 = SKIP [] a -> P5\n"
                                  "P6 = (a -> SKIP ; P0) /\\ d -> SKIP\n"
                                  "CELL(n, i) = e.i -> e.((i+1)%n) -> CELL(n, i)\n"
                                  "RING(n) = || i : {0..n-1} @ [{e.i, e.((i+1)%n)}]"
                                  " (if i == 0 then e.((i+1)%n) -> CELL(n, i) else CELL(n, i))\n";

typedef struct {
  Sources *sources;
  CspParseContext context;
  CspScript *script;
  Stepper *stepper;
} Given;

static Given given(const char *text)
{
  Given g = {.sources = sources_new()};
  g.context = (CspParseContext){arena_new(), names_new(), g.sources, diags_new(g.sources), NULL};
  const Source *source = sources_add(g.sources, "text.csp", text, strlen(text));
  g.script = csp_script_open(&g.context, source);
  assert_int_equal(diags_errors(g.context.diags), 0);
  g.stepper = stepper_new(csp_script_evaluator(g.script));
  return g;
}

static void give_back(Given g)
{
  stepper_free(g.stepper);
  csp_script_free(g.script);
  diags_free(g.context.diags);
  names_free(g.context.names);
  arena_free(g.context.arena);
  sources_free(g.sources);
}

static Datum process_of(Given *g, const char *text)
{
  const Source *source = sources_add(g->sources, "P", text, strlen(text));
  const CspNode *tree = csp_script_expression(g->script, source);
  assert_non_null(tree);
  Datum process = evaluator_value(csp_script_evaluator(g->script), tree);
  assert_true(datum_is(process, DATUM_PROCESS));
  return process;
}

typedef struct {
  uint64_t states, transitions;
  bool deadlock, network;
} Counts;

static Counts count(Given *g, Datum process, MachineOptions options)
{
  Lts *lts = machine_lts(g->stepper, process, options);
  Exploration *x = explore(lts, (ExploreOptions){.deadlock = true, .keep_going = true});
  Counts c = {x->states, x->transitions, exploration_found(x, VIOLATION_DEADLOCK), lts->fork};
  assert_true(x->complete);
  exploration_free(x);
  lts->free(lts);
  return c;
}

static Counts count_plain(Given *g, const char *text, uint32_t most_states)
{
  MachineOptions options = {.plain = true, .priority = DATUM_FAULT, .most_states = most_states};
  return count(g, process_of(g, text), options);
}

static void expect_same(Given *g, const char *text)
{
  Counts network = count_plain(g, text, 0), terms = count_plain(g, text, 1);
  if (network.states != terms.states || network.transitions != terms.transitions ||
      network.deadlock != terms.deadlock)
    fail_msg("%s: %llu states, %llu transitions%s, not %llu and %llu%s", text,
             (unsigned long long) network.states, (unsigned long long) network.transitions,
             network.deadlock ? ", a deadlock" : "", (unsigned long long) terms.states,
             (unsigned long long) terms.transitions, terms.deadlock ? ", a deadlock" : "");
}

static void networks_are_their_terms(void **state)
{
  static const char *const processes[] = {"STOP",
                                          "SKIP",
                                          "SKIP ||| SKIP",
                                          "(SKIP ||| SKIP) ||| SKIP",
                                          "SKIP ||| (SKIP \\ {a})",
                                          "P0",
                                          "P0 ||| P1",
                                          "P0 [| {a} |] P1",
                                          "P0 [| {a, b} |] P1 [| {a} |] P2",
                                          "(P0 ||| P5) [| {a} |] (P2 ||| P4)",
                                          "P0 [ {a, b} || {a, c} ] P1",
                                          "(P0 [| {a} |] P2) \\ {a}",
                                          "(P0 ||| P4)[[a <- b, a <- c]] [| {b} |] P2",
                                          "P0 [a <-> b] P4",
                                          "P2 [b <-> a, a <-> b] (P0 ||| P4)",
                                          "||| i : {0..2} @ P3(i)",
                                          "(P0 ||| P1) [| {a} |] P2 [| {b} |] P5",
                                          "(P0 ||| SKIP) \\ {a, b, c}",
                                          "RING(3)",
                                          "P6 ||| P6",
                                          "||| i : {} @ P0",
                                          "||| i : {0} @ P5",
                                          "[| {a} |] i : {0..2} @ (a -> SKIP [] a -> b -> SKIP)"};
  Given g = given(script_text);
  (void) state;
  for (size_t i = 0; i < sizeof processes / sizeof *processes; i++) expect_same(&g, processes[i]);
  assert_true(count_plain(&g, "P0 ||| P1", 0).network);
  assert_false(count_plain(&g, "P0 ||| P1", 1).network);
  assert_int_equal(count_plain(&g, "(SKIP ||| SKIP) ||| SKIP", 0).states, 11);
  give_back(g);
}

/* ------------------------------------------------------------- random terms */

static uint32_t draw(uint64_t *seed, uint32_t below)
{
  uint64_t z = *seed += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return (uint32_t) ((z ^ z >> 31) % below);
}

static void add_set(Text *text, uint64_t *seed)
{
  static const char *const sets[] = {"{}", "{a}", "{b, c}", "{a, b}", "{| e |}", "{a, e.0, d}"};
  text_add(text, sets[draw(seed, 6)]);
}

static void add_process(Text *text, uint64_t *seed, uint32_t depth)
{
  static const char *const leaves[] = {"P0", "P1", "P2",   "P3(0)", "P3(1)",       "P4",
                                       "P5", "P6", "SKIP", "STOP",  "(a -> SKIP)", "CHAOS({a, b})"};
  static const char *const renamings[] = {"[[a <- b]]", "[[a <- b, a <- c]]", "[[e.0 <- e.1]]",
                                          "[[b <- a, c <- a]]"};
  uint32_t kind = depth ? draw(seed, 9) : 8;
  if (kind >= 7) {
    text_add(text, leaves[draw(seed, 12)]);
    return;
  }
  text_add_char(text, '(');
  add_process(text, seed, depth - 1);
  if (kind == 0) text_add(text, " ||| ");
  if (kind == 1 || kind == 2) text_add(text, " [| "), add_set(text, seed), text_add(text, " |] ");
  if (kind == 3) {
    text_add(text, " [ "), add_set(text, seed);
    text_add(text, " || "), add_set(text, seed), text_add(text, " ] ");
  }
  if (kind == 4) text_add(text, " [a <-> b, e.0 <-> c] ");
  if (kind == 5) text_add(text, " \\ "), add_set(text, seed);
  if (kind == 6) text_add(text, renamings[draw(seed, 4)]);
  if (kind < 5) add_process(text, seed, depth - 1);
  text_add_char(text, ')');
}

static void add_priorities(Text *text, uint64_t *seed)
{
  static const char *const lists[] = {"prioritise(%s, <{a}, {b, c}>)",
                                      "prioritise(%s, <{}, {a, d}>)",
                                      "prioritise(%s, <{b}, {e.0}, {a, c}>)",
                                      "prioritisepo(%s, {a, b, c}, {(b, a), (c, b)}, {c})",
                                      "prioritisepo(%s, {a, d}, {}, {a})",
                                      "prioritise(%s, <{}, {a, d}>) \\ {b}",
                                      "prioritise(%s, <{a}, {b}>)[[a <- c, b <- a]]",
                                      "(prioritise(%s, <{d}, {a, c}>) [| {a} |] P0)"};
  Text inner = {0};
  add_process(&inner, seed, 2);
  text_printf(text, lists[draw(seed, 8)], text_string(&inner));
  text_free(&inner);
}

static void random_networks_are_their_terms(void **state)
{
  Given g = given(script_text);
  uint64_t seed = 1;
  (void) state;
  for (uint32_t i = 0; i < 300; i++) {
    Text text = {0};
    if (i % 4 == 3) add_priorities(&text, &seed);
    else add_process(&text, &seed, 1 + i % 3);
    expect_same(&g, text_string(&text));
    text_free(&text);
  }
  give_back(g);
}

/* ------------------------------------------------------------- compressions */

enum { EVENTS = 3, MOST = 9 }; /* visible events are 2, 3, 4 */

static Component *random_component(uint64_t *seed)
{
  uint32_t states = 1 + draw(seed, MOST), omega = states, moves = draw(seed, 2 * states + 1);
  bool ends = draw(seed, 2);
  ComponentDraft d = {0};
  for (uint32_t s = 0; s < states; s++) {
    draft_state(&d);
    for (uint32_t i = 0; i < 1 + moves / states; i++) {
      uint32_t kind = draw(seed, 10);
      if (kind < 4) draft_move(&d, MACHINE_TAU, draw(seed, states));
      else if (kind == 4 && ends) draft_move(&d, MACHINE_TICK, omega);
      else if (kind < 9)
        draft_move(&d, MACHINE_FIRST_EVENT + draw(seed, EVENTS), draw(seed, states));
    }
  }
  if (ends) draft_state(&d);
  return component_trim(draft_finish(&d, ends ? omega : NO_OMEGA));
}

static Component *copy_component(const Component *c)
{
  Component *copy = component_new(c->states, c->begin[c->states]);
  memcpy(copy->begin, c->begin, (c->states + 1) * sizeof *c->begin);
  memcpy(copy->moves, c->moves, c->begin[c->states] * sizeof *c->moves);
  copy->omega = c->omega;
  return copy;
}

/* Sets of states are masks. */
typedef uint64_t States;
enum { ROOM = 64 };

static States closure(const Component *c, States set)
{
  for (States before = 0; before != set;) {
    before = set;
    for (uint32_t s = 0; s < c->states; s++)
      for (uint32_t i = c->begin[s]; (set >> s & 1) && i < c->begin[s + 1]; i++)
        if (c->moves[i].event == MACHINE_TAU) set |= (States) 1 << c->moves[i].to;
  }
  return set;
}

static States after(const Component *c, States set, uint32_t event)
{
  States next = 0;
  for (uint32_t s = 0; s < c->states; s++)
    for (uint32_t i = c->begin[s]; (set >> s & 1) && i < c->begin[s + 1]; i++)
      if (c->moves[i].event == event) next |= (States) 1 << c->moves[i].to;
  return closure(c, next);
}

/* Is there a τ-loop from a state of the set, by which it comes back to one that was there? */
static bool diverges(const Component *c, States set)
{
  for (uint32_t s = 0; s < c->states; s++)
    if ((set >> s & 1) && (after(c, (States) 1 << s, MACHINE_TAU) >> s & 1)) return true;
  return false;
}

/* For each set of events, as a bit: can all but it be refused?  ✓ alone is what a state with ✓
 * offers.  A state with ✓ that is not stable says the same to every context but the outermost. */
static uint64_t acceptances(const Component *c, States set)
{
  uint64_t all = 0;
  for (uint32_t s = 0; s < c->states; s++) {
    uint32_t offer = 0;
    if (!(set >> s & 1) || !component_is_stable(c, s)) continue;
    for (uint32_t i = c->begin[s]; i < c->begin[s + 1]; i++) offer |= 1u << c->moves[i].event;
    if (offer & 1u << MACHINE_TICK) offer = 1u << MACHINE_TICK;
    for (uint32_t larger = 0; larger < 1u << (MACHINE_FIRST_EVENT + EVENTS); larger++)
      if ((larger & offer) == offer) all |= (uint64_t) 1 << (larger >> 1);
  }
  return all;
}

typedef struct {
  States x, y;
} Pair;

/* Have they the same traces, failures and divergences? */
static bool are_equal(const Component *x, const Component *y)
{
  Pair pairs[4096] = {{closure(x, 1), closure(y, 1)}};
  uint32_t known = 1;
  assert_true(x->states <= ROOM && y->states <= ROOM);
  for (uint32_t i = 0; i < known; i++) {
    Pair p = pairs[i];
    if (diverges(x, p.x) != diverges(y, p.y) || acceptances(x, p.x) != acceptances(y, p.y))
      return false;
    bool done_x = x->omega != NO_OMEGA && (p.x >> x->omega & 1);
    bool done_y = y->omega != NO_OMEGA && (p.y >> y->omega & 1);
    if (done_x != done_y) return false;
    for (uint32_t e = MACHINE_TICK; e < MACHINE_FIRST_EVENT + EVENTS; e++) {
      Pair q = {after(x, p.x, e), after(y, p.y, e)};
      if (!q.x != !q.y) return false;
      uint32_t k = 0;
      while (k < known && (pairs[k].x != q.x || pairs[k].y != q.y)) k++;
      if (k == known && q.x && known < 4096) pairs[known++] = q;
    }
  }
  return true;
}

static void compressions_keep_behaviour(void **state)
{
  static const CompressKind kinds[] = {COMPRESS_NONE,   COMPRESS_SBISIM,  COMPRESS_WBISIM,
                                       COMPRESS_DBISIM, COMPRESS_NORMAL,  COMPRESS_DIAMOND,
                                       COMPRESS_MODEL,  COMPRESS_TAU_LOOP};
  uint64_t seed = 7, smaller = 0;
  (void) state;
  for (uint32_t i = 0; i < 20000; i++) {
    Component *c = random_component(&seed);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
      Component *other = compress(copy_component(c), kinds[k], &(Effort){0});
      component_check(other);
      smaller += other->states < c->states;
      if (kinds[k] != COMPRESS_NORMAL) assert_true(other->states <= c->states);
      if (other->states <= ROOM && !are_equal(c, other))
        fail_msg("component %u changes by compression %d", i, (int) kinds[k]);
      component_free(other);
    }
    component_free(c);
  }
  assert_true(smaller > 20000);
}

/* Strong bisimulation by the definition: pairs that differ are found until there are no more. */
static uint32_t count_classes(const Component *c)
{
  bool differ[MOST + 1][MOST + 1] = {{false}};
  for (bool more = true; more;) {
    more = false;
    for (uint32_t s = 0; s < c->states; s++)
      for (uint32_t t = 0; t < c->states; t++) {
        bool fits = (s == c->omega) == (t == c->omega);
        for (uint32_t i = c->begin[s]; i < c->begin[s + 1] && fits; i++) {
          fits = false;
          for (uint32_t k = c->begin[t]; k < c->begin[t + 1]; k++)
            fits |=
                c->moves[k].event == c->moves[i].event && !differ[c->moves[i].to][c->moves[k].to];
        }
        if (fits || differ[s][t]) continue;
        differ[s][t] = differ[t][s] = more = true;
      }
  }
  uint32_t classes = 0;
  for (uint32_t s = 0; s < c->states; s++) {
    uint32_t t = 0;
    while (t < s && differ[s][t]) t++;
    classes += t == s;
  }
  return classes;
}

static void bisimilar_states_are_one(void **state)
{
  uint64_t seed = 3;
  (void) state;
  for (uint32_t i = 0; i < 20000; i++) {
    Component *c = random_component(&seed);
    uint32_t classes = count_classes(c);
    c = compress_strong(c, &(Effort){0});
    assert_int_equal(c->states, classes);
    component_free(c);
  }
}

static void compressed_networks_are_smaller(void **state)
{
  MachineOptions plain = {.plain = true, .priority = DATUM_FAULT};
  MachineOptions compressed = {.priority = DATUM_FAULT};
  Given g = given("transparent normal\nchannel c : {0..20}\n"
                  "CELL(i) = c.i -> c.(i+1) -> CELL(i)\n"
                  "ROW(n) = if n == 1 then CELL(0) else normal((ROW(n-1) [ {c.0, c.(n-1)} || "
                  "{c.(n-1), c.n} ] CELL(n-1)) \\ {c.(n-1)})\n");
  (void) state;
  assert_int_equal(count(&g, process_of(&g, "ROW(10)"), plain).states, 1024);
  assert_int_equal(count(&g, process_of(&g, "ROW(10)"), compressed).states, 11);
  give_back(g);
}

/* -------------------------------------------------------------------- chase */

/* Steps that do not disturb each other: whichever is taken first, the end is the same. */
static void a_chase_takes_one_way(void **state)
{
  Given g = given("external chase\nchannel i, j : {0..6}\nchannel say, ask : {0..5}\n"
                  "FACT(n) = i.n -> KNOWN(n)\n"
                  "KNOWN(n) = say.n -> KNOWN(n) [] n < 5 & i.(n+1) -> KNOWN(n)\n"
                  "FACTS = || n : {1..5} @ [{i.n, i.(n+1), say.n}] FACT(n)\n"
                  "LOOP = i.0 -> LOOP [] j.0 -> STOP\n"
                  "START = j.0 -> i.1 -> STOP\n"
                  "ONCE = i.1 -> say.1 -> STOP\n");
  static const struct {
    const char *process;
    uint32_t states, transitions;
    bool deadlock;
  } cases[] = {
      {"chase((START [| {i.1} |] FACTS) \\ {| i |})", 2, 7, false},
      {"chase((|| n : {0..3} @ [{i.n}] i.n -> STOP) \\ {| i |})", 1, 1, true},
      {"chase((LOOP ||| STOP) \\ {| i |})", 1, 2, false},
      {"chase((LOOP ||| STOP) \\ {| i |}) ||| ask.0 -> STOP", 2, 4, false},
      {"chase(chase((LOOP ||| j.1 -> STOP) \\ {| i |}) \\ {j.1})", 1, 2, false},
      {"chase((LOOP ||| STOP) \\ {i.0}) ||| chase((ONCE ||| STOP) \\ {i.1})", 2, 4, false},
  };
  MachineOptions options = {.priority = DATUM_FAULT};
  (void) state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Counts c = count(&g, process_of(&g, cases[i].process), options);
    assert_true(c.network);
    assert_int_equal(c.states, cases[i].states);
    assert_int_equal(c.transitions, cases[i].transitions);
    assert_int_equal(c.deadlock, cases[i].deadlock);
  }
  give_back(g);
}

/* ----------------------------------------------------------------- priorities */

static void low_priority_waits_for_tau(void **state)
{
  Given g = given("channel a, tock\nP = tock -> P [] a -> STOP\nS = {tock}\n");
  Datum process = process_of(&g, "(P ||| tock -> STOP) \\ {a}");
  const Source *source = sources_add(g.sources, "S", "S", 1);
  const CspNode *set = csp_script_expression(g.script, source);
  MachineOptions options = {.priority = evaluator_value(csp_script_evaluator(g.script), set)};
  (void) state;
  for (options.most_states = 0; options.most_states < 2; options.most_states++) {
    Counts c = count(&g, process, options);
    assert_int_equal(c.states, 3); /* τ, then tock */
    assert_int_equal(c.network, !options.most_states);
  }
  give_back(g);
}

/* -------------------------------------------------------------- what goes on */

static void note_move(void *context, uint32_t component, const char *event)
{
  text_printf(context, "%u:%s ", component, event);
}

typedef struct {
  Lts *lts;
  Text text;
} Story;

static void tell(void *context, const Transition *t, const Value *before)
{
  Story *s = context;
  if (!before) return;
  s->lts->print_label(s->lts, &s->text, t->label, t->arguments);
  text_add(&s->text, " = ");
  machine_moves(s->lts, before, t, note_move, &s->text);
}

static void components_have_traces(void **state)
{
  Given g = given("channel a : {0..1}\nchannel b\nP = a?x -> b -> STOP\nQ = a.1 -> SKIP\n");
  Datum process = process_of(&g, "(P [| {| a |} |] Q) \\ {b}");
  Lts *lts = machine_lts(g.stepper, process, (MachineOptions){.priority = DATUM_FAULT});
  Exploration *x = explore(lts, (ExploreOptions){.deadlock = true});
  Story s = {lts, {0}};
  (void) state;
  assert_true(exploration_found(x, VIOLATION_DEADLOCK));
  assert_int_equal(machine_components(lts), 2);
  explore_trace(lts, x, x->violations.data[0].state, tell, &s);
  assert_string_equal(text_string(&s.text), "a.1 = 0:a.1 1:a.1 tau = 0:b tau = 1:tick ");
  text_free(&s.text);
  exploration_free(x);
  lts->free(lts);
  give_back(g);
}

int test_csp_machine(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(networks_are_their_terms),
      cmocka_unit_test(random_networks_are_their_terms),
      cmocka_unit_test(compressions_keep_behaviour),
      cmocka_unit_test(bisimilar_states_are_one),
      cmocka_unit_test(compressed_networks_are_smaller),
      cmocka_unit_test(a_chase_takes_one_way),
      cmocka_unit_test(low_priority_waits_for_tau),
      cmocka_unit_test(components_have_traces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
