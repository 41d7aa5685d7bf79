#include "unit/groups.h"

#include <string.h>

#include "compare/joint.h"
#include "compare/play.h"
#include "compare/refine.h"

/* Small random systems, checked against a program that follows the definitions word
 * by word.  Operations a and b have a result, 0 or 1; tau is hidden.  An action of the
 * slow program is 2 * operation + result, a set of states or calls is a mask. */
enum { BEGIN, TAU, OP_A, OP_B, LABELS };
enum { MOST = 5, ACTIONS = 4, CALLS = 2 };

typedef struct {
  Lts lts;
  uint32_t count, initial;       /* states; mask of the initial ones */
  uint32_t hidden[MOST];         /* targets of tau, a mask */
  uint32_t after[MOST][ACTIONS]; /* targets */
  uint32_t closure[MOST];        /* by tau, zero or more */
  bool cyclic[MOST];             /* on a cycle of tau */
} Table;

/* ----------------------------------------------------------------- as an Lts */

static void send(Sink *sink, uint32_t label, uint32_t result, uint32_t targets)
{
  for (uint32_t to = 0; to < MOST; to++) {
    Value row = value_small(to), value = value_small(result);
    if (targets >> to & 1) sink->accept(sink, &(Transition){label, &value, &row});
  }
}

static void initial(Lts *lts, Sink *sink) { send(sink, BEGIN, 0, ((Table *) lts)->initial); }

static void next(Lts *lts, const Value *state, Sink *sink)
{
  const Table *t = (const Table *) lts;
  int64_t n = value_small_int(*state);
  send(sink, TAU, 0, t->hidden[n]);
  for (uint32_t i = 0; i < ACTIONS; i++) send(sink, OP_A + i / 2, i % 2, t->after[n][i]);
}

static bool is_setup(Lts *lts, const Value *state)
{
  (void) lts, (void) state;
  return false;
}

static bool is_hidden(Lts *lts, uint32_t label)
{
  (void) lts;
  return label == TAU;
}

/* Where b is termination, it has no results. */
static bool b_is_tick(Lts *lts, uint32_t label)
{
  (void) lts;
  return label == OP_B;
}

static const char *label_name(Lts *lts, uint32_t label)
{
  static const char *const names[LABELS] = {"begin", "tau", "a", "b"};
  (void) lts;
  return names[label];
}

static uint32_t label_arguments(Lts *lts, uint32_t label, uint32_t *results)
{
  (void) lts;
  *results = label >= OP_A;
  return 0;
}

static void print_argument(Lts *lts, Text *text, uint32_t label, uint32_t i, Value v)
{
  (void) lts, (void) label, (void) i;
  text_printf(text, "%d", (int) value_small_int(v));
}

static const char *column_name(Lts *lts, uint32_t column)
{
  (void) lts, (void) column;
  return "state";
}

static uint32_t random_number(uint64_t *seed, uint32_t below)
{
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t) (*seed >> 33) % below;
}

static void close_hidden(Table *t)
{
  for (uint32_t i = 0; i < t->count; i++) t->closure[i] = t->hidden[i];
  for (uint32_t round = 0; round < t->count; round++)
    for (uint32_t i = 0; i < t->count; i++)
      for (uint32_t j = 0; j < t->count; j++)
        if (t->closure[i] >> j & 1) t->closure[i] |= t->closure[j];
  for (uint32_t i = 0; i < t->count; i++) t->cyclic[i] = t->closure[i] >> i & 1;
  for (uint32_t i = 0; i < t->count; i++) t->closure[i] |= 1u << i;
}

static Table random_table(uint64_t *seed, uint32_t taus)
{
  Table t = {.lts = {.width = 1,
                     .label_count = LABELS,
                     .label_width = 1,
                     .first_operation = TAU,
                     .initial = initial,
                     .next = next,
                     .is_setup = is_setup,
                     .is_hidden = is_hidden,
                     .label_name = label_name,
                     .label_arguments = label_arguments,
                     .print_argument = print_argument,
                     .column_name = column_name}};
  t.count = 1 + random_number(seed, MOST);
  t.initial = 1 + random_number(seed, (1u << t.count) - 1);
  if (random_number(seed, 2)) t.initial = 1;
  uint32_t edges = random_number(seed, 3 * t.count + 1);
  for (uint32_t i = 0; i < edges; i++)
    t.after[random_number(seed, t.count)][random_number(seed, ACTIONS)] |=
        1u << random_number(seed, t.count);
  for (uint32_t i = random_number(seed, taus + 1); i > 0; i--)
    t.hidden[random_number(seed, t.count)] |= 1u << random_number(seed, t.count);
  close_hidden(&t);
  return t;
}

/* ---------------------------------------------------- refinement, very slowly */

static uint32_t close_set(const Table *t, uint32_t set)
{
  uint32_t all = 0;
  for (uint32_t i = 0; i < t->count; i++)
    if (set >> i & 1) all |= t->closure[i];
  return all;
}

static uint32_t step_set(const Table *t, uint32_t set, uint32_t action)
{
  uint32_t all = 0;
  for (uint32_t i = 0; i < t->count; i++)
    if (set >> i & 1) all |= t->after[i][action];
  return close_set(t, all);
}

static uint32_t calls_of(const Table *t, uint32_t state)
{
  uint32_t calls = 0;
  for (uint32_t i = 0; i < ACTIONS; i++)
    if (t->after[state][i]) calls |= 1u << i / 2;
  return t->lts.is_tick && calls >> 1 ? 1u << 1 : calls;
}

static bool diverges(const Table *t, uint32_t set)
{
  for (uint32_t i = 0; i < t->count; i++)
    if ((set >> i & 1) && t->cyclic[i]) return true;
  return false;
}

/* Does some stable state of the set offer no more than `calls` (of those in `among`)? */
static bool some_offers(const Table *t, uint32_t set, uint32_t calls, uint32_t among)
{
  for (uint32_t i = 0; i < t->count; i++)
    if ((set >> i & 1) && !t->hidden[i] && !(calls_of(t, i) & ~calls & among)) return true;
  return false;
}

static bool refusals_fit(const Table *a, uint32_t sa, const Table *c, uint32_t sc,
                         RefineModel model, uint32_t alphabet)
{
  for (uint32_t i = 0; i < c->count; i++) {
    if (!(sc >> i & 1) || c->hidden[i]) continue;
    uint32_t calls = calls_of(c, i);
    if (model != REFINE_SINGLETON_FAILURES && !some_offers(a, sa, calls, UINT32_MAX)) return false;
    for (uint32_t f = 0; f < CALLS && model == REFINE_SINGLETON_FAILURES; f++)
      if ((alphabet >> f & 1) && !(calls >> f & 1) && !some_offers(a, sa, ~(1u << f), UINT32_MAX))
        return false;
  }
  return true;
}

typedef struct {
  uint32_t a, c, length;
} Node;

/* The length of the shortest counterexample, or -1. */
static int slow_refine(const Table *a, const Table *c, RefineModel model, uint32_t alphabet)
{
  static Node queue[1 << 10];
  bool seen[1 << MOST][1 << MOST] = {{false}};
  uint32_t first = 0, last = 1;
  int best = -1;
  queue[0] = (Node){close_set(a, a->initial), close_set(c, c->initial), 0};
  seen[queue[0].a][queue[0].c] = true;
  for (; first < last; first++) {
    Node n = queue[first];
    if (best >= 0 && n.length >= (uint32_t) best) return best;
    bool fd = model == REFINE_FAILURES_DIVERGENCES;
    if (fd && diverges(a, n.a)) continue;
    if (fd && diverges(c, n.c)) return (int) n.length;
    if (model != REFINE_TRACES && !refusals_fit(a, n.a, c, n.c, model, alphabet))
      return (int) n.length;
    for (uint32_t i = 0; i < ACTIONS; i++) {
      Node after = {step_set(a, n.a, i), step_set(c, n.c, i), n.length + 1};
      if (after.c && !after.a && best < 0) best = (int) after.length;
      if (!after.c || !after.a || seen[after.a][after.c]) continue;
      seen[after.a][after.c] = true;
      queue[last++] = after;
    }
  }
  return best;
}

static uint32_t reachable(const Table *t)
{
  uint32_t set = close_set(t, t->initial), before = 0;
  while (before != set) {
    before = set;
    for (uint32_t i = 0; i < ACTIONS; i++) set |= step_set(t, before, i);
  }
  return set;
}

/* The same by pairs of a set and a state, where hidden steps count, too. */
static int slow_refine_steps(const Table *a, const Table *c, RefineModel model)
{
  static Node queue[1 << 10];
  bool seen[1 << MOST][MOST] = {{false}};
  uint32_t last = 0;
  int best = -1;
  for (uint32_t i = 0; i < c->count; i++)
    if (c->initial >> i & 1) {
      queue[last++] = (Node){close_set(a, a->initial), i, 0};
      seen[close_set(a, a->initial)][i] = true;
    }
  for (uint32_t first = 0; first < last; first++) {
    Node n = queue[first];
    if (best >= 0 && n.length >= (uint32_t) best) return best;
    bool fd = model == REFINE_FAILURES_DIVERGENCES;
    if (fd && diverges(a, n.a)) continue;
    if (fd && c->cyclic[n.c]) return (int) n.length;
    if (model != REFINE_TRACES && !c->hidden[n.c] &&
        !some_offers(a, n.a, calls_of(c, n.c), UINT32_MAX))
      return (int) n.length;
    for (uint32_t i = 0; i <= ACTIONS; i++) {
      uint32_t set = i < ACTIONS ? step_set(a, n.a, i) : n.a;
      uint32_t targets = i < ACTIONS ? c->after[n.c][i] : c->hidden[n.c];
      if (targets && !set && best < 0) best = (int) n.length + 1;
      for (uint32_t to = 0; set && to < c->count; to++) {
        if (!(targets >> to & 1) || seen[set][to]) continue;
        seen[set][to] = true;
        queue[last++] = (Node){set, to, n.length + 1};
      }
    }
  }
  return best;
}

static int length_of(const Refinement *x, bool count_hidden)
{
  int length = 0;
  for (uint32_t i = 1; i < x->steps.len; i++)
    length += count_hidden || x->steps.data[i].action != ACTION_TAU;
  return x->found ? length : -1;
}

static int fast_refine(Table *a, Table *c, RefineOptions options)
{
  Alphabet *alphabet = alphabet_new();
  Space *spec = space_new(&a->lts, alphabet, (SpaceOptions){0});
  Space *impl = space_new(&c->lts, alphabet, (SpaceOptions){0});
  space_explore(spec); /* so that the whole alphabet is known */
  space_explore(impl);
  Refinement *x = refine(impl, spec, options);
  int length = length_of(x, options.count_hidden);
  assert_true(x->decided && x->holds == !x->found);
  refinement_free(x);
  space_free(impl);
  space_free(spec);
  alphabet_free(alphabet);
  return length;
}

static void refinement_follows_definitions(void **state)
{
  (void) state;
  uint64_t seed = 7;
  for (uint32_t i = 0; i < 6000; i++) {
    Table a = random_table(&seed, 3), c = random_table(&seed, 3);
    uint32_t alphabet = (1u << CALLS) - 1; /* whether they happen or not */
    for (RefineModel m = REFINE_TRACES; m <= REFINE_FAILURES_DIVERGENCES; m++)
      assert_int_equal(fast_refine(&a, &c, (RefineOptions){.model = m}),
                       slow_refine(&a, &c, m, alphabet));
  }
}

static void let_b_be_tick(Table *t)
{
  t->lts.is_tick = b_is_tick;
  for (uint32_t i = 0; i < MOST; i++) t->after[i][ACTIONS - 1] = 0;
}

static void processes_follow_definitions(void **state)
{
  static const RefineModel models[] = {REFINE_TRACES, REFINE_FAILURES, REFINE_FAILURES_DIVERGENCES};
  (void) state;
  uint64_t seed = 11;
  for (uint32_t i = 0; i < 6000; i++) {
    Table a = random_table(&seed, 3), c = random_table(&seed, 3);
    if (i % 2) let_b_be_tick(&a), let_b_be_tick(&c);
    for (uint32_t k = 0; k < 3; k++) {
      RefineModel m = models[k];
      RefineOptions o = {.model = m, .count_hidden = true, .every_pair = i % 3 == 0};
      assert_int_equal(fast_refine(&a, &c, o), slow_refine_steps(&a, &c, m));
      o.count_hidden = false;
      assert_int_equal(fast_refine(&a, &c, o), slow_refine(&a, &c, m, 0));
    }
  }
}

/* ---------------------------------------------------- simulation, very slowly */

typedef struct {
  const Table *a, *c;
  uint32_t in_a, in_c; /* reachable states */
  bool r[MOST][MOST];
  SimulateOptions options;
} Slow;

/* Is one of these states related to c1? */
static bool some_related(const Slow *s, uint32_t set, uint32_t c1)
{
  for (uint32_t i = 0; i < s->a->count; i++)
    if ((set >> i & 1) && s->r[i][c1]) return true;
  return false;
}

static bool can_call(const Table *t, uint32_t set, uint32_t call)
{
  for (uint32_t i = 0; i < t->count; i++)
    if ((set >> i & 1) && (calls_of(t, i) >> call & 1)) return true;
  return false;
}

static bool keeps_downward(const Slow *s, uint32_t a, uint32_t c)
{
  uint32_t around = s->a->closure[a];
  if (!s->options.steps_only && !s->c->hidden[c] &&
      !some_offers(s->a, around, calls_of(s->c, c), UINT32_MAX))
    return false;
  for (uint32_t c1 = 0; c1 < s->c->count; c1++) {
    if ((s->c->hidden[c] >> c1 & 1) && !some_related(s, around, c1)) return false;
    for (uint32_t i = 0; i < ACTIONS; i++) {
      if (!(s->c->after[c][i] >> c1 & 1)) continue;
      if (s->options.nonblocking && !can_call(s->a, around, i / 2)) continue;
      if (!some_related(s, step_set(s->a, around, i), c1)) return false;
    }
  }
  return true;
}

/* c -action-> c1 and a1 R c1: some a R c does the same, or (non-blocking) cannot do the call. */
static bool explained(const Slow *s, uint32_t c, uint32_t action, uint32_t a1)
{
  for (uint32_t a = 0; a < s->a->count; a++) {
    if (!s->r[a][c]) continue;
    if (s->a->after[a][action] >> a1 & 1) return true;
    if (s->options.nonblocking && !(calls_of(s->a, a) >> action / 2 & 1)) return true;
  }
  return false;
}

static bool keeps_upward(const Slow *s, uint32_t a1, uint32_t c1)
{
  if ((s->c->initial >> c1 & 1) && !(s->a->initial >> a1 & 1)) return false;
  for (uint32_t c = 0; c < s->c->count; c++)
    for (uint32_t i = 0; i < ACTIONS; i++)
      if ((s->in_c >> c & 1) && (s->c->after[c][i] >> c1 & 1) && !explained(s, c, i, a1))
        return false;
  return true;
}

static bool holds_downward(const Slow *s)
{
  uint32_t first = close_set(s->a, s->a->initial);
  for (uint32_t c = 0; c < s->c->count; c++) {
    bool some = !(s->c->initial >> c & 1);
    for (uint32_t a = 0; a < s->a->count; a++) some |= s->r[a][c] && (first >> a & 1);
    if (!some) return false;
  }
  return true;
}

/* Is some a R c unable to do all of the calls? */
static bool some_refuses(const Slow *s, uint32_t c, uint32_t calls)
{
  for (uint32_t a = 0; a < s->a->count; a++)
    if (s->r[a][c] && !(calls_of(s->a, a) & calls)) return true;
  return false;
}

static bool holds_upward(const Slow *s)
{
  for (uint32_t c = 0; c < s->c->count; c++) {
    uint32_t refused = ~calls_of(s->c, c);
    if (!(s->in_c >> c & 1)) continue;
    if (!some_refuses(s, c, 0)) return false;
    if (s->options.steps_only) continue;
    if (!s->options.nonblocking && !some_refuses(s, c, refused)) return false;
    for (uint32_t i = 0; i < CALLS; i++)
      if (!some_refuses(s, c, refused & 1u << i)) return false;
  }
  return true;
}

static uint32_t slow_simulate(Slow *s, bool *holds)
{
  s->in_a = reachable(s->a), s->in_c = reachable(s->c);
  uint32_t pairs = 0;
  for (uint32_t a = 0; a < s->a->count; a++)
    for (uint32_t c = 0; c < s->c->count; c++)
      pairs += s->r[a][c] = (s->in_a >> a & 1) && (s->in_c >> c & 1);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t a = 0; a < s->a->count; a++)
      for (uint32_t c = 0; c < s->c->count; c++) {
        if (!s->r[a][c]) continue;
        if (s->options.upward ? keeps_upward(s, a, c) : keeps_downward(s, a, c)) continue;
        s->r[a][c] = false;
        changed = true;
        pairs--;
      }
  }
  *holds = s->options.upward ? holds_upward(s) : holds_downward(s);
  return pairs;
}

typedef struct {
  Alphabet *alphabet;
  Space *spec, *impl;
} Both;

static Both explore_both(Table *a, Table *c)
{
  Both b = {.alphabet = alphabet_new()};
  b.spec = space_new(&a->lts, b.alphabet, (SpaceOptions){0});
  b.impl = space_new(&c->lts, b.alphabet, (SpaceOptions){0});
  space_explore(b.spec);
  space_explore(b.impl);
  return b;
}

static void free_both(Both *b)
{
  space_free(b->impl);
  space_free(b->spec);
  alphabet_free(b->alphabet);
}

/* A play of a simulation that does not exist leads to a place where the specification
 * has no answer, or is refused something. */
static void check_play(const Both *b, const Simulation *x, SimulateOptions options)
{
  Play play = play_new(x, b->impl, b->spec, options);
  assert_true(play.moves.len > 0);
  const Move *last = &play.moves.data[play.moves.len - 1];
  for (uint32_t i = 0; i + 1 < play.moves.len; i++) assert_true(play.moves.data[i].a != NO_STATE);
  assert_true(last->a == NO_STATE || play.refused.len > 0 || !space_is_stable(b->spec, last->a));
  play_free(&play);
}

/* The pairs that are reached from related initial states by steps of both. */
static uint32_t slow_joint(const Slow *s)
{
  bool in[MOST][MOST] = {{false}}, changed = true;
  uint32_t count = 0, first = close_set(s->a, s->a->initial);
  for (uint32_t a = 0; a < s->a->count; a++)
    for (uint32_t c = 0; c < s->c->count; c++)
      in[a][c] = s->r[a][c] && (first >> a & 1) && (s->c->initial >> c & 1);
  while (changed) {
    changed = false;
    for (uint32_t i = 0; i < MOST * MOST; i++) {
      uint32_t a = i / MOST, c = i % MOST;
      for (uint32_t k = 0; k <= ACTIONS && in[a][c]; k++) {
        uint32_t around = s->a->closure[a];
        uint32_t targets = k < ACTIONS ? step_set(s->a, around, k) : around;
        uint32_t steps = k < ACTIONS ? s->c->after[c][k] : s->c->hidden[c];
        for (uint32_t j = 0; j < MOST * MOST; j++) {
          uint32_t a1 = j / MOST, c1 = j % MOST;
          if (!(targets >> a1 & 1) || !(steps >> c1 & 1) || !s->r[a1][c1] || in[a1][c1]) continue;
          in[a1][c1] = changed = true;
        }
      }
    }
  }
  for (uint32_t i = 0; i < MOST * MOST; i++) count += in[i / MOST][i % MOST];
  return count;
}

static void check_joint(const Both *b, const Simulation *x, const Slow *slow)
{
  PairList pairs = joint_pairs(x, b->impl, b->spec, false);
  assert_int_equal(pairs.len, slow_joint(slow));
  vec_free(&pairs);
}

static bool compare_simulations(Table *a, Table *c, SimulateOptions options)
{
  Both b = explore_both(a, c);
  options.play = !options.upward;
  Simulation *x = simulate(b.impl, b.spec, options);
  Slow slow = {.a = a, .c = c, .options = options};
  bool holds;
  uint32_t pairs = slow_simulate(&slow, &holds);
  assert_int_equal(x->pairs, pairs);
  assert_int_equal(x->outcome == SIMULATION_HOLDS, holds);
  if (!holds && !options.upward) check_play(&b, x, options);
  if (holds && !options.upward) check_joint(&b, x, &slow);
  simulation_free(x);
  free_both(&b);
  return holds;
}

static void simulation_follows_definitions(void **state)
{
  (void) state;
  uint64_t seed = 11;
  for (uint32_t i = 0; i < 6000; i++) {
    Table a = random_table(&seed, 0), c = random_table(&seed, 0);
    for (uint32_t way = 0; way < 4; way++)
      compare_simulations(&a, &c, (SimulateOptions){.upward = way & 1, .nonblocking = way & 2});
    for (uint32_t way = 0; way < 2; way++)
      compare_simulations(&a, &c, (SimulateOptions){.upward = way & 1, .steps_only = true});
  }
}

/* ------------------------------------------- sets of states against states */

/* Can all states of the set do the call, if need be after hidden steps? */
static bool all_can(const Table *t, uint32_t set, uint32_t call)
{
  for (uint32_t i = 0; i < t->count; i++)
    if ((set >> i & 1) && !can_call(t, t->closure[i], call)) return false;
  return true;
}

typedef struct {
  uint32_t queue[1 << 10][2], last;
  bool seen[1 << MOST][MOST];
} Powerset;

static void put(Powerset *p, uint32_t set, uint32_t targets)
{
  for (uint32_t to = 0; to < MOST; to++) {
    if (!(targets >> to & 1) || p->seen[set][to]) continue;
    p->seen[set][to] = true;
    p->queue[p->last][0] = set, p->queue[p->last++][1] = to;
  }
}

/* A call that all states of the set can do must be possible unless there are hidden
 * steps, and what it does must be possible there; other calls do not matter. */
static bool slow_powerset(const Table *a, const Table *c)
{
  Powerset p = {0};
  put(&p, close_set(a, a->initial), c->initial);
  for (uint32_t at = 0; at < p.last; at++) {
    uint32_t set = p.queue[at][0], state = p.queue[at][1];
    put(&p, set, c->hidden[state]);
    for (uint32_t i = 0; i < ACTIONS; i++) {
      if (!all_can(a, set, i / 2)) continue;
      if (!c->hidden[state] && !(calls_of(c, state) >> i / 2 & 1)) return false;
      uint32_t after = step_set(a, set, i);
      if (c->after[state][i] && !after) return false;
      put(&p, after, c->after[state][i]);
    }
  }
  return true;
}

/* Sets of states decide; a simulation of either direction is enough. */
static void sets_of_states_decide(void **state)
{
  (void) state;
  uint64_t seed = 17;
  for (uint32_t i = 0; i < 6000; i++) {
    Table a = random_table(&seed, 0), c = random_table(&seed, 0);
    bool nonblocking = slow_powerset(&a, &c),
         failures = fast_refine(&a, &c, (RefineOptions){.model = REFINE_FAILURES}) < 0;
    assert_int_equal(fast_refine(&a, &c, (RefineOptions){.model = REFINE_NONBLOCKING}) < 0,
                     nonblocking);
    for (uint32_t up = 0; up < 2; up++) {
      if (compare_simulations(&a, &c, (SimulateOptions){.upward = up, .nonblocking = true}))
        assert_true(nonblocking);
      if (compare_simulations(&a, &c, (SimulateOptions){.upward = up})) assert_true(failures);
    }
  }
}

/* With hidden steps and circles of them; a simulation also means that there is a
 * refinement. */
static void hidden_steps_are_followed(void **state)
{
  (void) state;
  uint64_t seed = 13;
  for (uint32_t i = 0; i < 12000; i++) {
    Table a = random_table(&seed, 4 + i % 5), c = random_table(&seed, 4 + i % 3);
    bool nonblocking = slow_powerset(&a, &c);
    assert_int_equal(fast_refine(&a, &c, (RefineOptions){.model = REFINE_NONBLOCKING}) < 0,
                     nonblocking);
    if (compare_simulations(&a, &c, (SimulateOptions){.nonblocking = true}))
      assert_true(nonblocking);
    if (compare_simulations(&a, &c, (SimulateOptions){0}))
      assert_int_equal(fast_refine(&a, &c, (RefineOptions){.model = REFINE_FAILURES}), -1);
    if (compare_simulations(&a, &c, (SimulateOptions){.steps_only = true}))
      assert_int_equal(fast_refine(&a, &c, (RefineOptions){.model = REFINE_TRACES}), -1);
  }
}

/* ------------------------------------------------------------------- limits */

static uint32_t patience; /* questions that are answered before it is cancelled */

static bool is_cancelled(void *context)
{
  (void) context;
  return patience == 0 || --patience == 0;
}

/* Wherever it is stopped, there is no answer instead of a wrong one. */
static void limits_are_heeded(void **state)
{
  (void) state;
  uint64_t seed = 19;
  for (uint32_t i = 0; i < 2000; i++) {
    Table a = random_table(&seed, 4), c = random_table(&seed, 4);
    SimulateOptions options = {.nonblocking = i & 1, .upward = i % 5 == 0, .play = true};
    if (options.upward) a = random_table(&seed, 0), c = random_table(&seed, 0);
    Both b = explore_both(&a, &c);
    b.impl->options.cancelled = b.spec->options.cancelled = (Cancel){.asked = is_cancelled};
    patience = 1 + random_number(&seed, 12);
    Simulation *x = simulate(b.impl, b.spec, options);
    if (b.impl->stopped || b.spec->stopped) {
      assert_int_equal(x->outcome, SIMULATION_STOPPED);
      assert_null(x->related);
    } else {
      Slow slow = {.a = &a, .c = &c, .options = options};
      bool holds;
      assert_int_equal(x->pairs, slow_simulate(&slow, &holds));
      assert_int_equal(x->outcome == SIMULATION_HOLDS, holds);
    }
    simulation_free(x);
    free_both(&b);
  }
}

int test_refine(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(refinement_follows_definitions),
                                     cmocka_unit_test(processes_follow_definitions),
                                     cmocka_unit_test(simulation_follows_definitions),
                                     cmocka_unit_test(sets_of_states_decide),
                                     cmocka_unit_test(hidden_steps_are_followed),
                                     cmocka_unit_test(limits_are_heeded)};
  return cmocka_run_group_tests_name("refine", tests, NULL, NULL);
}
