#include "check/space.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "check/canonical.h"

#define ARROW " --> " /* between a call and its results */

/* The transitions of one state are gathered first, as rows (label, target,
 * arguments): printing must not disturb the one who computes them. */
typedef struct {
  Sink sink; /* first */
  Space *space;
  States *into;
  StateId from;
  VEC(uint64_t) rows;
  bool trouble;
} Gathering;

double space_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

void space_doubt(Space *s, const char *reason)
{
  s->complete = false;
  if (!reason) reason = "something could not be computed";
  for (uint32_t i = 0; i < s->reasons.len; i++)
    if (!strcmp(s->reasons.data[i], reason)) return;
  if (s->reasons.len < 20) vec_push(&s->reasons, arena_copy(s->arena, reason, strlen(reason)));
}

void space_stop(Space *s, const char *reason)
{
  space_doubt(s, reason);
  s->stopped = true;
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
  States *into = s->lts->is_setup(s->lts, t->state) ? s->setups : g->into;
  StateId to = states_add(into, t->state, g->from, t->label, &fresh);
  if (to == NO_STATE) {
    space_stop(s, "too many states");
    return;
  }
  if (into == s->setups) return;
  if (s->options.max_states && states_count(s->states) > s->options.max_states)
    space_stop(s, "the limit of states was reached");
  vec_push(&g->rows, (uint64_t) t->label << 32 | to);
  uint32_t count = value_count(s, t);
  for (uint32_t i = 0; i < s->lts->label_width; i++)
    vec_push(&g->rows, i < count ? t->arguments[i].word : 0);
}

static void take_trouble(Sink *sink, const Trouble *t)
{
  Gathering *g = (Gathering *) sink;
  if (t->kind == TROUBLE_WARNING) return;
  g->trouble = true;
  space_doubt(g->space, t->message);
}

/* ------------------------------------------------------------------ actions */

bool space_label_has_name(const char *label, const char *name)
{
  size_t length = strlen(name);
  if (strncmp(label, name, length) != 0) return false;
  return !label[length] || label[length] == '(' || !strncmp(label + length, ARROW, strlen(ARROW));
}

/* The next view of the label from number *at on, which moves behind it; or NULL. */
static const SpaceView *next_view(const Space *s, uint32_t label, uint32_t *at)
{
  const char *name = s->lts->label_name(s->lts, label);
  while (*at < s->options.view_count)
    if (!strcmp(s->options.views[(*at)++].label, name)) return &s->options.views[*at - 1];
  return NULL;
}

static void print_seen_name(Text *text, const Space *s, uint32_t label, const SpaceView *view)
{
  const char *name = view ? view->name : s->lts->label_name(s->lts, label);
  for (const char *const *r = s->options.renamed; !view && r && *r; r += 2)
    if (space_label_has_name(name, *r)) {
      text_printf(text, "%s%s", r[1], name + strlen(*r));
      return;
    }
  text_add(text, name);
}

static bool is_named_hidden(const Space *s, const char *name)
{
  for (const char *const *h = s->options.hidden; h && *h; h++)
    if (space_label_has_name(name, *h)) return true;
  return false;
}

/* Is it hidden by its own name, or by the one under which it is seen? */
static bool is_hidden(const Space *s, uint32_t label, const SpaceView *view)
{
  if (view && !view->name) return true;
  if (s->lts->is_hidden && s->lts->is_hidden(s->lts, label)) return true;
  Text seen = {0};
  print_seen_name(&seen, s, label, view);
  bool hidden = is_named_hidden(s, s->lts->label_name(s->lts, label)) ||
                is_named_hidden(s, text_string(&seen));
  text_free(&seen);
  return hidden;
}

/* The name under which a label is seen by one of its views, without arguments. */
static void add_seen_name(const Space *s, uint32_t label, const SpaceView *view, Names *names)
{
  Text text = {0};
  print_seen_name(&text, s, label, view);
  names_intern(names, text_string(&text), strcspn(text_string(&text), "( "));
  text_free(&text);
}

void space_seen_names(const Space *s, Names *names)
{
  for (uint32_t i = s->lts->first_operation; i < s->lts->label_count; i++) {
    uint32_t at = 0;
    const SpaceView *view = next_view(s, i, &at);
    if (is_hidden(s, i, view)) continue;
    do {
      add_seen_name(s, i, view, names);
      if (view) view = next_view(s, i, &at);
    } while (view);
  }
}

static void print_values(Text *text, Lts *lts, uint32_t label, const uint64_t *values,
                         uint32_t from, uint32_t to)
{
  for (uint32_t i = from; i < to; i++) {
    if (i > from) text_add_char(text, ',');
    lts->print_argument(lts, text, label, i, value_of_word(values[i]));
  }
}

/* Labels of files may have results in their text: "op(1) --> 2", as they are exported.
 * The length of what stands before; all of it if there are none. */
static size_t call_length_of(const char *text)
{
  bool quoted = false;
  for (const char *c = text; *c; c++) {
    if (quoted && c[0] == '\\' && c[1]) {
      c++;
      continue;
    }
    quoted ^= *c == '"';
    if (!quoted && c > text && !strncmp(c, ARROW, strlen(ARROW))) return (size_t) (c - text);
  }
  return strlen(text);
}

/* The arguments that are seen of a label. */
static uint32_t print_seen_arguments(Text *text, const Space *s, uint32_t label,
                                     const SpaceView *view, const uint64_t *values, uint32_t count)
{
  Lts *lts = s->lts;
  if (!view || !view->arguments) {
    print_values(text, lts, label, values, 0, count);
    return count;
  }
  for (uint32_t i = 0; i < view->count; i++) {
    if (i) text_add_char(text, ',');
    for (uint32_t j = 0; j < count; j++)
      if (!strcmp(lts->argument_name(lts, label, j), view->arguments[i])) {
        lts->print_argument(lts, text, label, j, value_of_word(values[j]));
        break;
      }
  }
  return view->count;
}

/* The two sides are compared by what is printed, which does not decide the equality of
 * sets that are not written out. */
static void doubt_lazy(Space *s, Value v)
{
  if (s->lts->store && !value_is_none(v) && value_holds_lazy(s->lts->store, v))
    space_doubt(s, "values that cannot be written out cannot be compared");
}

static uint32_t seen_action(Space *s, uint32_t label, const SpaceView *view, const uint64_t *values)
{
  Lts *lts = s->lts;
  uint32_t results, arguments = lts->label_arguments(lts, label, &results);
  if (is_hidden(s, label, view)) return ACTION_TAU;
  for (uint32_t i = 0; i < arguments + results; i++) doubt_lazy(s, value_of_word(values[i]));
  Text text = {0}, seen = {0};
  print_seen_name(&text, s, label, view);
  if (print_seen_arguments(&seen, s, label, view, values, arguments))
    text_printf(&text, "(%s)", text_string(&seen));
  text_free(&seen);
  size_t call_length = arguments ? text.len : call_length_of(text_string(&text));
  if (results) {
    text_add(&text, ARROW);
    print_values(&text, lts, label, values, arguments, arguments + results);
  }
  uint32_t action = alphabet_add(s->alphabet, text_string(&text), text.len, call_length);
  text_free(&text);
  return action;
}

/* By all views of the label: several are a choice. */
static uint32_t new_action(Space *s, uint32_t label, const uint64_t *values)
{
  uint32_t at = 0, hidden = 0;
  const SpaceView *view = next_view(s, label, &at);
  if (!view) return seen_action(s, label, NULL, values);
  VEC(uint32_t) actions = {0};
  for (; view; view = next_view(s, label, &at)) {
    vec_push(&actions, seen_action(s, label, view, values));
    hidden += actions.data[actions.len - 1] == ACTION_TAU;
  }
  if (hidden > 0 && hidden < actions.len)
    space_doubt(s, "an event refines both hidden and visible ones");
  uint32_t action =
      hidden ? ACTION_TAU : alphabet_add_choice(s->alphabet, actions.data, actions.len);
  vec_free(&actions);
  return action;
}

/* `values` has label_width words; those that the label does not need are 0. */
static uint32_t action_of(Space *s, uint32_t label, const uint64_t *values)
{
  bool fresh;
  s->call[0] = value_of_word(label);
  for (uint32_t i = 0; i < s->lts->label_width; i++) s->call[i + 1] = value_of_word(values[i]);
  uint32_t number = states_add(s->calls, s->call, NO_STATE, label, &fresh);
  if (number == NO_STATE) return new_action(s, label, values);
  if (fresh) vec_push(&s->actions, new_action(s, label, values));
  return s->actions.data[number];
}

/* -------------------------------------------------------------------- edges */

static int by_action(const void *a, const void *b)
{
  const Edge *x = a, *y = b;
  if (x->action != y->action) return x->action < y->action ? -1 : 1;
  return (x->to > y->to) - (x->to < y->to);
}

/* Sorts the edges from `begin` on and removes repetitions. */
static void settle(Space *s, uint32_t begin)
{
  uint32_t count = s->edges.len - begin, kept = 1;
  if (count < 2) return;
  Edge *e = s->edges.data + begin;
  qsort(e, count, sizeof *e, by_action);
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

void space_check_limits(Space *s)
{
  if (s->options.deadline > 0 && space_now() > s->options.deadline)
    space_stop(s, "the time limit was reached");
  if (s->options.cancelled && s->options.cancelled()) space_stop(s, "interrupted");
  if (s->checks++ % 16 == 0 && !space_may_take(s, 0)) space_stop(s, "the memory limit was reached");
}

bool space_may_take(const Space *s, uint64_t bytes)
{
  return s->options.memory_limit == 0 || memory_resident() + bytes <= s->options.memory_limit;
}

static void compute(Space *s, StateId state)
{
  uint32_t begin = s->edges.len;
  Gathering g = {.sink = {accept, take_trouble}, .space = s, .into = s->states, .from = state};
  memcpy(s->row, states_row(s->states, state), s->lts->width * sizeof *s->row);
  s->lts->next(s->lts, s->row, &g.sink);
  for (uint32_t i = 0; i < g.rows.len; i += s->lts->label_width + 1) {
    uint32_t label = (uint32_t) (g.rows.data[i] >> 32);
    Edge edge = {action_of(s, label, g.rows.data + i + 1), (StateId) g.rows.data[i]};
    vec_push(&s->edges, edge);
  }
  vec_free(&g.rows);
  settle(s, begin);
  room_for(s);
  s->ranges.data[state] = (EdgeRange){begin, s->edges.len};
  s->partial.data[state] = g.trouble || s->stopped;
  s->edge_count += s->edges.len - begin;
}

EdgeRange space_edges(Space *s, StateId state)
{
  room_for(s);
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

/* ---------------------------------------------------------------- beginning */

static void find_initial(Space *s)
{
  Lts *lts = s->lts;
  Gathering g = {.sink = {accept, take_trouble}, .space = s, .into = s->states, .from = NO_STATE};
  lts->initial(lts, &g.sink);
  for (StateId i = 0; i < states_count(s->setups); i++) {
    Value *row = arena_new_array(s->arena, Value, lts->width + 1);
    memcpy(row, states_row(s->setups, i), lts->width * sizeof *row);
    g.from = i;
    lts->next(lts, row, &g.sink);
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
    if (s->lts->label_arguments(s->lts, i, &results) + results == 0) action_of(s, i, none);
  }
}

Space *space_new(Lts *lts, Alphabet *alphabet, SpaceOptions options)
{
  Space *s = calloc(1, sizeof *s);
  if (!s) memory_exhausted();
  *s = (Space){.lts = lts, .alphabet = alphabet, .options = options, .complete = true};
  s->arena = arena_new();
  s->states = states_new(lts->width);
  s->setups = states_new(lts->width);
  s->constant = arena_new_array(s->arena, bool, lts->width + 1);
  s->row = arena_new_array(s->arena, Value, lts->width + 1);
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

static bool has_constant(const Space *s, const char *name)
{
  for (uint32_t i = 0; i < s->lts->width; i++)
    if (s->constant[i] && !strcmp(s->lts->column_name(s->lts, i), name)) return true;
  return false;
}

static int by_name(const void *a, const void *b)
{
  return strcmp(*(char *const *) a, *(char *const *) b);
}

/* The values of the constants that both have, in a form that is the same on both sides. */
static void print_shared(Text *text, Space *s, StateId state, const Space *other)
{
  Lts *lts = s->lts;
  VEC(char *) parts = {0};
  for (uint32_t i = 0; i < lts->width; i++) {
    if (!s->constant[i] || !has_constant(other, lts->column_name(lts, i))) continue;
    Text part = {0};
    text_printf(&part, "%s = ", lts->column_name(lts, i));
    lts->print_column(lts, &part, i, states_row(s->states, state)[i]);
    vec_push(&parts, part.data);
  }
  if (parts.len > 1) qsort(parts.data, parts.len, sizeof *parts.data, by_name);
  for (uint32_t i = 0; i < parts.len; i++) {
    if (i) text_add(text, ", ");
    canonical_add(text, parts.data[i], strlen(parts.data[i]));
    free(parts.data[i]);
  }
  vec_free(&parts);
}

static bool same_constants(const Space *s, StateId x, StateId y)
{
  const Value *a = states_row(s->states, x), *b = states_row(s->states, y);
  for (uint32_t i = 0; i < s->lts->width; i++)
    if (s->constant[i] && !value_same(a[i], b[i])) return false;
  return true;
}

uint32_t *space_shared_keys(Space *s, const Space *other, Names *names)
{
  uint32_t count = states_count(s->states), *keys = calloc((size_t) count + 1, sizeof *keys);
  if (!keys) memory_exhausted();
  Text text = {0};
  for (StateId i = 0; i < count; i++) {
    if (i > 0 && same_constants(s, i - 1, i)) {
      keys[i] = keys[i - 1];
      continue;
    }
    text_clear(&text);
    const Value *row = states_row(s->states, i);
    for (uint32_t c = 0; c < s->lts->constants; c++) doubt_lazy(s, row[c]);
    print_shared(&text, s, i, other);
    keys[i] = names_intern_string(names, text_string(&text))->id;
  }
  text_free(&text);
  return keys;
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
} Replay;

static void match(Sink *sink, const Transition *t)
{
  Replay *r = (Replay *) sink;
  Space *s = r->space;
  if (r->found || memcmp(t->state, r->wanted, s->lts->width * sizeof *t->state) != 0) return;
  uint32_t count = value_count(s, t);
  for (uint32_t i = 0; i < s->lts->label_width; i++)
    r->values[i] = i < count ? t->arguments[i].word : 0;
  if (action_of(s, t->label, r->values) != r->action) return;
  r->found = true;
  r->step(r->context, t, r->before);
}

static void ignore(Sink *sink, const Trouble *t) { (void) sink, (void) t; }

void space_replay(Space *s, StateId from, uint32_t action, StateId to, SpaceStep *step,
                  void *context)
{
  Replay r = {.sink = {match, ignore}, .space = s, .action = action, .step = step};
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
