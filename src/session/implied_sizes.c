#include "session/implied_sizes.h"

#include <assert.h>

#include "base/clock.h"
#include "engine/set_size.h"
#include "lts/b_machine.h"
#include "session/session_engine.h"

enum {
  MOST_EXTRA = 3, /* elements of one set */
  SECONDS_FOR_SIZES = 2,
  SECONDS_FOR_CONFLICT = 1
};

/* ------------------------------------------------------------- is there a start? */

typedef struct {
  Sink sink; /* first */
  Engine *engine;
  bool found, doubt;
} Probe;

/* One is enough: the rest of the search is given up. */
static void note_start(Sink *sink, const Transition *t)
{
  (void) t;
  Probe *probe = (Probe *) sink;
  probe->found = true;
  probe->engine->expired = true;
}

static void note_trouble(Sink *sink, const Trouble *t)
{
  (void) t;
  ((Probe *) sink)->doubt = true;
}

/* Is there a set-up of constants (or initial state) with these sizes? */
static Truth has_start(Engine *engine, Lts *lts)
{
  Probe probe = {{note_start, note_trouble}, engine, false, false};
  lts->initial(lts, &probe.sink);
  return probe.found ? TRUTH_TRUE : probe.doubt ? TRUTH_UNKNOWN : TRUTH_FALSE;
}

/* -------------------------------------------------- what the contradiction mentions */

static bool mentions(const Node *node, const Symbol *set)
{
  if (node->symbol == set || (node->type && type_mentions(node->type, set))) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (mentions(node->kids[i], set)) return true;
  return false;
}

/* Adds one to the sets whose sizes are guesses and that are concerned; false: there is none, or
 * it has many already. */
static bool add_elements(Engine *engine, BMachine *machine, uint64_t *extra)
{
  const Model *model = engine->model;
  const Node **core = arena_new_array(engine->arena, const Node *, model->properties.len + 1);
  bool minimal, some = false;
  uint32_t count = b_machine_conflict(machine, SECONDS_FOR_CONFLICT, core, &minimal);
  for (uint32_t i = 0; i < model->sets.len; i++) {
    const Symbol *set = model->sets.data[i];
    bool concerned = count == 0;
    for (uint32_t j = 0; j < count && !concerned; j++) concerned = mentions(core[j], set);
    if (!concerned || !set_size(engine, set).guessed) continue;
    if (extra[i]++ == MOST_EXTRA) return false;
    some = true;
  }
  return some;
}

/* ------------------------------------------------------------------------- search */

typedef struct { /* of one model */
  const Model *model;
  uint64_t *extra; /* by set */
} Implied;

static bool has_guesses(Engine *engine)
{
  for (uint32_t i = 0; i < engine->model->sets.len; i++)
    if (set_size(engine, engine->model->sets.data[i]).guessed) return true;
  return false;
}

static void enlarge(Engine *engine, const Implied *implied)
{
  for (uint32_t i = 0; i < implied->model->sets.len; i++) {
    const Symbol *set = implied->model->sets.data[i];
    if (implied->extra[i])
      engine_guess_size(engine, set, set_size(engine, set).size + implied->extra[i]);
  }
}

/* Some time is left for what comes afterwards. */
static double deadline_of(const Engine *engine)
{
  double now = clock_seconds(), most = now + SECONDS_FOR_SIZES;
  double half = engine->options.deadline > 0 ? now + (engine->options.deadline - now) / 2 : most;
  return half < most ? half : most;
}

static bool is_enlarged(const Implied *implied)
{
  for (uint32_t i = 0; i < implied->model->sets.len; i++)
    if (implied->extra[i]) return true;
  return false;
}

typedef enum { SIZES_FINE, SIZES_CHANGED, SIZES_HOPELESS } Try;

static Try try_sizes(Session *session, Implied *implied, double deadline)
{
  Engine *engine = session_engine_of_side(session, implied->model);
  if (!engine) return SIZES_FINE;
  engine->options.deadline = deadline;
  engine->options.cancelled = session_options(session)->cancelled;
  engine->options.output = NULL;
  enlarge(engine, implied);
  Try result = SIZES_FINE;
  if (has_guesses(engine)) {
    BMachine *machine = b_machine_new(engine);
    Lts *lts = b_machine_lts(machine);
    Truth start = has_start(engine, lts);
    if (start == TRUTH_FALSE)
      result = add_elements(engine, machine, implied->extra) ? SIZES_CHANGED : SIZES_HOPELESS;
    else if (start == TRUTH_UNKNOWN && is_enlarged(implied)) /* of the first sizes more is known */
      result = SIZES_HOPELESS;
    lts->free(lts);
  }
  engine_free(engine);
  return result;
}

/* The least additions with which there are constants; all 0 if none are found. */
static Implied find_sizes(Session *session, const Engine *engine)
{
  const Model *model = engine->model;
  Arena *arena = session_arena(session);
  Implied implied = {model, arena_new_array(arena, uint64_t, model->sets.len + 1)};
  double deadline = deadline_of(engine);
  Try result = model->constants.len ? SIZES_CHANGED : SIZES_FINE;
  Cancel cancelled = session_options(session)->cancelled;
  while (result == SIZES_CHANGED && !cancel_asked(cancelled))
    result = try_sizes(session, &implied, deadline);
  for (uint32_t i = 0; result != SIZES_FINE && i < model->sets.len; i++) implied.extra[i] = 0;
  return implied;
}

/* ------------------------------------------------------------------------- result */

/* B=3, C=4 */
static void add_sizes(Text *text, Engine *engine, const Implied *implied)
{
  for (uint32_t i = 0; i < implied->model->sets.len; i++) {
    const Symbol *set = implied->model->sets.data[i];
    if (!implied->extra[i]) continue;
    text_printf(text, "%s%s=%llu", text->len ? ", " : "", set->name->text,
                (unsigned long long) set_size(engine, set).size);
  }
}

void implied_sizes_take(Session *session, Engine *engine, Engine *other)
{
  Text sizes = {0};
  Engine *engines[2] = {engine, other};
  assert(!engine || engine != other);
  for (uint32_t i = 0; i < 2; i++) {
    if (!engines[i]) continue;
    Implied implied = find_sizes(session, engines[i]);
    enlarge(engines[i], &implied);
    add_sizes(&sizes, engines[i], &implied);
  }
  if (sizes.len)
    diag_warning(session_diags(session), SPAN_NONE, "set-size",
                 "PROPERTIES are unsatisfiable with smaller deferred sets; using %s",
                 text_string(&sizes));
  text_free(&sizes);
}

Engine *implied_sizes_engine(Session *session, const Model *model)
{
  Engine *engine = session_engine_new(session, model);
  if (engine) implied_sizes_take(session, engine, NULL);
  return engine;
}
