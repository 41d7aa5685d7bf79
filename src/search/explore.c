#include "search/explore.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The transitions of one state are gathered as rows (label, arguments, successor)
 * and counted once each. */
typedef struct {
  Sink sink; /* first */
  Lts *lts;
  Exploration *x;
  StateId from;
  VEC(uint64_t) rows;
  uint32_t row_width;
  bool failed_here; /* an incomplete answer or a fault: no claim of a deadlock */
} Expansion;

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

static const char *keep(Exploration *x, const char *message)
{
  return arena_copy(x->arena, message, strlen(message));
}

static void incomplete(Exploration *x, const char *reason)
{
  x->complete = false;
  if (!reason) reason = "something could not be computed";
  for (uint32_t i = 0; i < x->reasons.len; i++)
    if (!strcmp(x->reasons.data[i], reason)) return;
  if (x->reasons.len < 20) vec_push(&x->reasons, keep(x, reason));
}

static void violated(Exploration *x, Violation v)
{
  for (uint32_t i = 0; i < x->violations.len; i++) {
    const Violation *old = &x->violations.data[i];
    if (old->kind == v.kind && old->predicate == v.predicate && old->span.begin == v.span.begin)
      return;
  }
  v.message = keep(x, v.message);
  vec_push(&x->violations, v);
}

static void accept(Sink *sink, const Transition *t)
{
  Expansion *e = (Expansion *) sink;
  bool fresh;
  StateId id = states_add(e->x->states, t->state, e->from, t->label, &fresh);
  if (id == NO_STATE) {
    incomplete(e->x, "too many states");
    return;
  }
  e->x->covered[t->label] = true;
  vec_push(&e->rows, (uint64_t) t->label << 32 | id);
  for (uint32_t i = 0; i + 1 < e->row_width; i++)
    vec_push(&e->rows, t->arguments && i < e->lts->label_width ? t->arguments[i].word : 0);
}

static void take_trouble(Sink *sink, const Trouble *t)
{
  Expansion *e = (Expansion *) sink;
  if (t->kind == TROUBLE_FAULT) {
    Violation v = {VIOLATION_WELL_DEFINEDNESS, e->from, UINT32_MAX, t->label, t->span, t->message};
    violated(e->x, v);
    e->failed_here = true;
  } else if (t->kind == TROUBLE_INCOMPLETE) {
    incomplete(e->x, t->message);
    e->failed_here = true;
  } else {
    for (uint32_t i = 0; i < e->x->warnings.len; i++)
      if (e->x->warnings.data[i].span.begin == t->span.begin) return;
    Trouble kept = *t;
    kept.message = keep(e->x, t->message);
    if (e->x->warnings.len < 50) vec_push(&e->x->warnings, kept);
  }
}

typedef struct {
  const uint64_t *words;
  size_t bytes;
} RowRef;

static int by_words(const void *a, const void *b)
{
  const RowRef *x = a, *y = b;
  return memcmp(x->words, y->words, x->bytes);
}

/* The number of different rows; rows are few for most states. */
static uint64_t count_distinct(Expansion *e)
{
  uint32_t rows = e->rows.len / e->row_width;
  if (rows < 2) return rows;
  RowRef *refs = malloc(rows * sizeof *refs);
  if (!refs) abort();
  for (uint32_t i = 0; i < rows; i++)
    refs[i] = (RowRef){e->rows.data + (size_t) i * e->row_width, e->row_width * sizeof(uint64_t)};
  qsort(refs, rows, sizeof *refs, by_words);
  uint64_t distinct = 1;
  for (uint32_t i = 1; i < rows; i++) distinct += by_words(&refs[i - 1], &refs[i]) != 0;
  free(refs);
  return distinct;
}

static bool is_wanted(const ExploreOptions *options, PredicateKind kind)
{
  return kind == PREDICATE_INVARIANT   ? options->invariant
         : kind == PREDICATE_ASSERTION ? options->assertions
                                       : options->goal;
}

static void check_predicate(Expansion *e, uint32_t predicate, const Value *row)
{
  static const ViolationKind kinds[] = {VIOLATION_INVARIANT, VIOLATION_ASSERTION, VIOLATION_GOAL};
  const LtsPredicate *about = e->lts->predicate(e->lts, predicate);
  Trouble why = {0};
  Truth t = e->lts->holds(e->lts, predicate, row, &why);
  Violation v = {kinds[about->kind], e->from, predicate, UINT32_MAX, about->span, about->text};
  if (t == (about->kind == PREDICATE_GOAL ? TRUTH_TRUE : TRUTH_FALSE)) violated(e->x, v);
  else if (t == TRUTH_UNKNOWN) incomplete(e->x, why.message);
  else if (t == TRUTH_FAULT) {
    v = (Violation){
        VIOLATION_WELL_DEFINEDNESS, e->from, UINT32_MAX, UINT32_MAX, why.span, why.message};
    violated(e->x, v);
  }
}

static void check_predicates(Expansion *e, const ExploreOptions *options, const Value *row)
{
  for (uint32_t p = 0; p < e->lts->predicate_count; p++)
    if (is_wanted(options, e->lts->predicate(e->lts, p)->kind)) check_predicate(e, p, row);
}

static void visit(Expansion *e, const ExploreOptions *options, StateId id)
{
  Value *row = malloc(e->lts->width * sizeof *row);
  if (!row) abort();
  memcpy(row, states_row(e->x->states, id), e->lts->width * sizeof *row);
  bool setup = e->lts->is_setup(e->lts, row);
  e->from = id;
  e->rows.len = 0;
  e->failed_here = false;
  if (!setup) check_predicates(e, options, row);
  e->lts->next(e->lts, row, &e->sink);
  uint64_t transitions = count_distinct(e);
  e->x->transitions += transitions;
  if (transitions == 0 && !e->failed_here) {
    Violation v = {setup ? VIOLATION_INITIALISATION : VIOLATION_DEADLOCK,
                   id,
                   UINT32_MAX,
                   UINT32_MAX,
                   SPAN_NONE,
                   setup ? "there is no initial state" : "no operation is possible"};
    if (setup || options->deadlock) violated(e->x, v);
  }
  free(row);
}

static void start(Expansion *e)
{
  e->from = NO_STATE;
  e->lts->initial(e->lts, &e->sink);
  e->x->transitions += count_distinct(e);
  bool faulted = exploration_found(e->x, VIOLATION_WELL_DEFINEDNESS);
  if (e->rows.len || e->failed_here || faulted) return;
  Violation v = {
      VIOLATION_SETUP, NO_STATE,
      UINT32_MAX,      UINT32_MAX,
      SPAN_NONE,       "no constants satisfy the properties, or there is no initial state"};
  violated(e->x, v);
}

static bool must_stop(const ExploreOptions *o, Exploration *x, double started, StateId id)
{
  if (x->violations.len && !o->keep_going) return true;
  if (o->cancelled && o->cancelled()) return incomplete(x, "interrupted"), true;
  if (o->time_limit > 0 && now() - started > o->time_limit)
    return incomplete(x, "the time limit was reached"), true;
  if (o->max_states && id >= o->max_states)
    return incomplete(x, "the limit of states was reached"), true;
  return false;
}

Exploration *explore(Lts *lts, ExploreOptions options)
{
  Exploration *x = calloc(1, sizeof *x);
  if (!x) abort();
  x->arena = arena_new();
  x->states = states_new(lts->width);
  x->complete = true;
  x->covered = calloc(lts->label_count + 1, sizeof *x->covered);
  if (!x->covered) abort();
  double started = now(), told = started;
  Expansion e = {
      .sink = {accept, take_trouble}, .lts = lts, .x = x, .row_width = lts->label_width + 1};
  start(&e);
  StateId id = 0;
  for (; id < states_count(x->states); id++) {
    if (must_stop(&options, x, started, id)) break;
    if (options.progress && id % 64 == 0 && now() - told > 0.3) {
      told = now();
      options.progress(options.progress_context, id, states_count(x->states), x->transitions);
    }
    visit(&e, &options, id);
  }
  if (id < states_count(x->states)) x->complete = false;
  vec_free(&e.rows);
  return x;
}

void exploration_free(Exploration *x)
{
  if (!x) return;
  states_free(x->states);
  arena_free(x->arena);
  vec_free(&x->reasons);
  vec_free(&x->violations);
  vec_free(&x->warnings);
  free(x->covered);
  free(x);
}

bool exploration_found(const Exploration *x, ViolationKind kind)
{
  for (uint32_t i = 0; i < x->violations.len; i++)
    if (x->violations.data[i].kind == kind) return true;
  return false;
}

/* -------------------------------------------------------------------- traces */

typedef struct {
  Sink sink;
  Lts *lts;
  uint32_t label;
  const Value *wanted, *before;
  TraceStep *step;
  void *context;
  bool found;
} Replay;

static void match(Sink *sink, const Transition *t)
{
  Replay *r = (Replay *) sink;
  if (r->found || t->label != r->label) return;
  if (memcmp(t->state, r->wanted, r->lts->width * sizeof *t->state)) return;
  r->found = true;
  r->step(r->context, t, r->before);
}

static void ignore(Sink *sink, const Trouble *t) { (void) sink, (void) t; }

void explore_trace(Lts *lts, const Exploration *x, StateId state, TraceStep *step, void *context)
{
  VEC(StateId) path = {0};
  for (; state != NO_STATE; state = states_from(x->states, state)) vec_push(&path, state);
  for (uint32_t i = path.len; i-- > 0;) {
    StateId before = states_from(x->states, path.data[i]);
    Replay r = {
        .sink = {match, ignore}, .lts = lts, .label = states_label(x->states, path.data[i])};
    r.wanted = states_row(x->states, path.data[i]);
    r.before = before == NO_STATE ? NULL : states_row(x->states, before);
    r.step = step;
    r.context = context;
    if (r.before) lts->next(lts, r.before, &r.sink);
    else lts->initial(lts, &r.sink);
  }
  vec_free(&path);
}
