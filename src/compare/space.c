#include "compare/space.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "compare/seen.h"

/* The transitions of one state are gathered first, as rows (label and key of the target,
 * arguments, target): printing must not disturb the one who computes them, and by the time that the
 * states are looked for, the memory has brought them. */
typedef struct {
  Sink sink; /* first */
  Space *space;
  StateId from;
  VEC(uint64_t) rows;
  bool trouble;
} Gathering;

void space_doubt(Space *s, const char *reason)
{
  s->complete = false;
  if (!reason) reason = "something could not be computed";
  for (uint32_t i = 0; i < s->reasons.len; i++)
    if (!strcmp(s->reasons.data[i], reason)) return;
  if (s->reasons.len < 20) vec_push(&s->reasons, arena_copy(s->arena, reason, strlen(reason)));
}

void space_blur(Space *s, const char *reason)
{
  space_doubt(s, reason);
  s->vague = true;
}

/* Why it ended comes first, whatever was left out before. */
void space_stop(Space *s, const char *reason)
{
  if (s->stopped) return;
  s->complete = false;
  s->stopped = true;
  vec_push(&s->reasons, NULL);
  for (uint32_t i = s->reasons.len - 1; i > 0; i--) s->reasons.data[i] = s->reasons.data[i - 1];
  s->reasons.data[0] = arena_copy(s->arena, reason, strlen(reason));
}

/* ---------------------------------------------------------------- gathering */

static uint32_t value_count(const Space *s, const Transition *t)
{
  uint32_t results, arguments = s->lts->label_arguments(s->lts, t->label, &results);
  return t->arguments ? arguments + results : 0;
}

static void accept(Sink *sink, const Transition *t)
{
  Gathering *g = (Gathering *) sink;
  Space *s = g->space;
  bool fresh;
  if (s->stopped) return;
  if (s->lts->is_setup(s->lts, t->state)) {
    if (states_add(s->setups, t->state, g->from, t->label, &fresh) == NO_STATE)
      space_stop(s, "too many states");
    return;
  }
  vec_push(&g->rows, (uint64_t) t->label << 32 | states_key(s->states, t->state));
  uint32_t count = value_count(s, t);
  for (uint32_t i = 0; i < s->lts->label_width; i++)
    vec_push(&g->rows, i < count ? t->arguments[i].word : 0);
  for (uint32_t i = 0; i < s->lts->width; i++) vec_push(&g->rows, t->state[i].word);
}

static uint32_t row_width(const Space *s) { return 1 + s->lts->label_width + s->lts->width; }

/* Replaces the keys by the numbers of the states.  After a limit the rest is dropped. */
static void find_targets(Gathering *g)
{
  Space *s = g->space;
  uint32_t width = row_width(s), at = 0;
  for (uint32_t i = 0; i < g->rows.len; i += width)
    states_approach(s->states, (uint32_t) g->rows.data[i]);
  for (; at < g->rows.len && !s->stopped; at += width) {
    uint64_t *row = g->rows.data + at;
    uint32_t label = (uint32_t) (row[0] >> 32);
    bool fresh;
    for (uint32_t i = 0; i < s->lts->width; i++)
      s->target[i] = value_of_word(row[1 + s->lts->label_width + i]);
    StateId to = states_add_by_key(s->states, s->target, (uint32_t) row[0], g->from, label, &fresh);
    if (to == NO_STATE) {
      space_stop(s, "too many states");
      break;
    }
    if (s->options.max_states && states_count(s->states) > s->options.max_states)
      space_stop(s, REASON_STATE_LIMIT);
    row[0] = (uint64_t) label << 32 | to;
  }
  g->rows.len = at;
}

static void take_trouble(Sink *sink, const Trouble *t)
{
  Gathering *g = (Gathering *) sink;
  g->trouble = true;
  if (t->kind == TROUBLE_FAULT && !g->space->faulted) {
    g->space->faulted = true;
    g->space->fault = t->span;
    g->space->fault_message = arena_copy(g->space->arena, t->message, strlen(t->message));
  }
  space_doubt(g->space, t->message);
}

/* -------------------------------------------------------------------- edges */

static int by_action(const void *a, const void *b)
{
  const Edge *x = a, *y = b;
  if (x->action != y->action) return x->action < y->action ? -1 : 1;
  return (x->to > y->to) - (x->to < y->to);
}

/* Few edges need no heavier tools. */
static void sort_edges(Edge *e, uint32_t count)
{
  enum { FEW = 24 };
  if (count > FEW) {
    qsort(e, count, sizeof *e, by_action);
    return;
  }
  for (uint32_t i = 1; i < count; i++) {
    Edge edge = e[i];
    uint32_t at = i;
    for (; at > 0 && by_action(&e[at - 1], &edge) > 0; at--) e[at] = e[at - 1];
    e[at] = edge;
  }
}

/* Sorts the edges from `begin` on and removes repetitions. */
static void settle(Space *s, uint32_t begin)
{
  uint32_t count = s->edges.len - begin, kept = 1;
  if (count < 2) return;
  Edge *e = s->edges.data + begin;
  sort_edges(e, count);
  for (uint32_t i = 1; i < count; i++)
    if (by_action(&e[i], &e[kept - 1]) != 0) e[kept++] = e[i];
  s->edges.len = begin + kept;
}

static void room_for(Space *s)
{
  static const EdgeRange unknown = {1, 0};
  while (s->ranges.len < states_count(s->states)) {
    vec_push(&s->ranges, unknown);
    vec_push(&s->partial, 0);
  }
}

/* A few times a second. */
static void tell_progress(Space *s)
{
  double now = clock_seconds();
  if (!s->options.progress || now < s->told + 0.25) return;
  s->told = now;
  s->options.progress(s->options.progress_context,
                      &(ExploreStatus){.explored = s->computed,
                                       .found = states_count(s->states),
                                       .transitions = s->edge_count,
                                       .bytes = memory_resident()});
}

void space_check_limits(Space *s)
{
  tell_progress(s);
  if (s->options.deadline > 0 && clock_seconds() > s->options.deadline)
    space_stop(s, "the time limit was reached");
  if (cancel_asked(s->options.cancelled)) space_stop(s, "interrupted");
  if (s->checks++ % 16 == 0 && !space_may_take(s, 0)) space_stop(s, "the memory limit was reached");
}

bool space_may_take(const Space *s, uint64_t bytes)
{
  return s->options.memory_limit == 0 || memory_resident() + bytes <= s->options.memory_limit;
}

static void compute(Space *s, StateId state)
{
  assert(!s->stopped && s->ranges.data[state].begin > s->ranges.data[state].end);
  uint32_t begin = s->edges.len;
  Gathering g = {.sink = {accept, take_trouble}, .space = s, .from = state};
  memcpy(s->row, states_row(s->states, state), s->lts->width * sizeof *s->row);
  s->lts->next(s->lts, s->row, &g.sink);
  find_targets(&g);
  for (uint32_t i = 0; i < g.rows.len; i += row_width(s)) {
    uint32_t label = (uint32_t) (g.rows.data[i] >> 32);
    Edge edge = {seen_action(s, label, g.rows.data + i + 1), (StateId) g.rows.data[i]};
    vec_push(&s->edges, edge);
  }
  vec_free(&g.rows);
  settle(s, begin);
  room_for(s);
  s->ranges.data[state] = (EdgeRange){begin, s->edges.len};
  s->partial.data[state] = g.trouble || s->stopped;
  s->edge_count += s->edges.len - begin;
  s->computed++;
}

EdgeRange space_edges(Space *s, StateId state)
{
  room_for(s);
  assert(state < s->ranges.len && s->ranges.len == s->partial.len);
  if (s->ranges.data[state].begin <= s->ranges.data[state].end) return s->ranges.data[state];
  if (!s->stopped && (state & 63) == 0) space_check_limits(s);
  if (s->stopped) {
    s->partial.data[state] = 1;
    return (EdgeRange){0, 0};
  }
  compute(s, state);
  return s->ranges.data[state];
}

bool space_is_stable(Space *s, StateId state)
{
  EdgeRange r = space_edges(s, state);
  return r.begin == r.end || s->edges.data[r.begin].action != ACTION_TAU;
}

uint32_t space_menu(Space *s, StateId state)
{
  EdgeRange r = space_edges(s, state);
  VEC(uint32_t) menu = {0};
  for (uint32_t i = r.begin; i < r.end; i++) {
    uint32_t count;
    const uint32_t *actions = alphabet_choices(s->alphabet, s->edges.data[i].action, &count);
    if (alphabet_is_tick(s->alphabet, s->edges.data[i].action))
      return vec_free(&menu), sets_add(alphabet_menus(s->alphabet), actions, 1);
    for (uint32_t k = 0; k < count; k++) {
      uint32_t call = alphabet_call(s->alphabet, actions[k]);
      if (call != ACTION_TAU && (menu.len == 0 || menu.data[menu.len - 1] != call))
        vec_push(&menu, call);
    }
  }
  if (menu.len) menu.len = sets_sort(menu.data, menu.len);
  uint32_t set = sets_add(alphabet_menus(s->alphabet), menu.data, menu.len);
  vec_free(&menu);
  return set;
}

void space_explore(Space *s)
{
  for (StateId i = 0; i < states_count(s->states) && !s->stopped; i++) space_edges(s, i);
}

void space_explore_complete(Space *s)
{
  for (StateId i = 0; i < states_count(s->states) && s->complete; i++) space_edges(s, i);
}

/* ---------------------------------------------------------------- beginning */

static void find_initial(Space *s)
{
  Lts *lts = s->lts;
  Gathering g = {.sink = {accept, take_trouble}, .space = s, .from = NO_STATE};
  lts->initial(lts, &g.sink);
  find_targets(&g);
  for (StateId i = 0; i < states_count(s->setups); i++) {
    Value *row = arena_new_array(s->arena, Value, lts->width + 1);
    memcpy(row, states_row(s->setups, i), lts->width * sizeof *row);
    g.from = i;
    g.rows.len = 0;
    lts->next(lts, row, &g.sink);
    find_targets(&g);
  }
  vec_free(&g.rows);
  for (StateId i = 0; i < states_count(s->states); i++) vec_push(&s->initial, i);
}

/* Actions without values are known from the start. */
static void add_plain_actions(Space *s)
{
  uint64_t *none = arena_new_array(s->arena, uint64_t, s->lts->label_width + 1);
  for (uint32_t i = s->lts->first_operation; i < s->lts->label_count; i++) {
    uint32_t results;
    if (s->lts->label_arguments(s->lts, i, &results) + results == 0) seen_action(s, i, none);
  }
}

Space *space_new(Lts *lts, Alphabet *alphabet, SpaceOptions options)
{
  Space *s = calloc(1, sizeof *s);
  if (!s) memory_exhausted();
  *s = (Space){.lts = lts, .alphabet = alphabet, .options = options, .complete = true};
  s->told = clock_seconds();
  s->arena = arena_new();
  s->states = states_new(lts->width);
  s->setups = states_new(lts->width);
  s->constant = arena_new_array(s->arena, bool, lts->width + 1);
  s->row = arena_new_array(s->arena, Value, lts->width + 1);
  s->target = arena_new_array(s->arena, Value, lts->width + 1);
  s->call = arena_new_array(s->arena, Value, lts->label_width + 1);
  s->calls = states_new(lts->label_width + 1);
  for (uint32_t i = 0; i < lts->constants; i++) s->constant[i] = lts->column_name(lts, i);
  add_plain_actions(s);
  find_initial(s);
  return s;
}

void space_free(Space *s)
{
  if (!s) return;
  states_free(s->states);
  states_free(s->setups);
  states_free(s->calls);
  vec_free(&s->actions);
  vec_free(&s->edges);
  vec_free(&s->ranges);
  vec_free(&s->partial);
  vec_free(&s->initial);
  vec_free(&s->reasons);
  arena_free(s->arena);
  free(s);
}

/* ------------------------------------------------------------------- replay */

typedef struct {
  Sink sink; /* first */
  Space *space;
  uint32_t action;
  const Value *wanted, *before;
  uint64_t *values; /* room for those of a label */
  SpaceStep *step;
  void *context;
  bool found;
} SpaceReplay;

static void match(Sink *sink, const Transition *t)
{
  SpaceReplay *r = (SpaceReplay *) sink;
  Space *s = r->space;
  if (r->found || memcmp(t->state, r->wanted, s->lts->width * sizeof *t->state) != 0) return;
  uint32_t count = value_count(s, t);
  for (uint32_t i = 0; i < s->lts->label_width; i++)
    r->values[i] = i < count ? t->arguments[i].word : 0;
  if (seen_action(s, t->label, r->values) != r->action) return;
  r->found = true;
  r->step(r->context, t, r->before);
}

static void ignore(Sink *sink, const Trouble *t) { (void) sink, (void) t; }

void space_replay(Space *s, StateId from, uint32_t action, StateId to, SpaceStep *step,
                  void *context)
{
  SpaceReplay r = {.sink = {match, ignore}, .space = s, .action = action, .step = step};
  r.context = context;
  r.wanted = states_row(s->states, to);
  r.before = states_row(s->states, from);
  r.values = arena_new_array(s->arena, uint64_t, s->lts->label_width + 1);
  s->lts->next(s->lts, r.before, &r.sink);
}

void space_replay_start(Space *s, StateId initial, SpaceStep *step, void *context)
{
  StateId setup = states_from(s->states, initial);
  const Value *before = NULL;
  if (setup != NO_STATE) {
    before = states_row(s->setups, setup);
    step(context, &(Transition){states_label(s->setups, setup), NULL, before}, NULL);
  }
  const Value *row = states_row(s->states, initial);
  step(context, &(Transition){states_label(s->states, initial), NULL, row}, before);
}
