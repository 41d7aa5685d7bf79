#include "session/scene.h"

#include <assert.h>

#include "base/clock.h"
#include "base/memory.h"
#include "csp/script.h"
#include "engine/setup/setup.h"
#include "lts/b_machine.h"
#include "session/session_engine.h"

enum { STEPS_BETWEEN_LOOKS = 256 };

bool scene_load(Scene *s, Session *session, SystemText text, bool animates)
{
  *s = (Scene){.session = session};
  if (!text.source) return true;
  if (!animates && csp_is_source(text.source)) {
    s->system.script = session_script(session, text.source);
    return !session_has_errors(session) || session_refuse_text(session, text.source);
  }
  SystemKind kind = system_text_kind(text, (SystemKind){.as = SYSTEM_WHOLE});
  return system_open(session, text.source, kind, &s->system);
}

/* For formulas only, or for a system without formulas of its own. */
static bool make_model(Scene *s)
{
  s->model = bench_library_model(s->session, "", true);
  s->own_engine = session_engine_new(s->session, s->model);
  if (s->own_engine) s->own_engine->options.cancelled = session_options(s->session)->cancelled;
  return s->own_engine != NULL;
}

/* `exact`: counts depend on it. */
static bool start_bench(Scene *s, bool exact)
{
  s->model = s->system.model;
  if (!s->model && !make_model(s)) return false;
  Engine *engine = s->own_engine ? s->own_engine : s->system.engine;
  if (!exact) {
    engine->options.wide_windows = true;
    engine->options.window = 200;
  }
  bench_open(&s->bench, s->session, s->model, engine);
  return true;
}

static void show(Scene *s)
{
  if (s->system.model) b_machine_show(s->system.machine, session_options(s->session)->for_programs);
}

bool scene_start(Scene *s, bool animates)
{
  assert(s->system.lts || !animates);
  if (!start_bench(s, animates)) return false;
  bool *stop = s->own_engine ? NULL : &s->bench.engine->expired;
  if (animates) s->animator = animator_new(s->system.lts, stop);
  else if (s->system.model) bench_set_up(&s->bench);
  show(s);
  return true;
}

bool scene_start_free(Scene *s)
{
  if (!start_bench(s, s->system.lts != NULL)) return false;
  show(s);
  return true;
}

void scene_close(Scene *s)
{
  animator_free(s->animator);
  if (s->bench.session) bench_close(&s->bench);
  system_close(&s->system);
  engine_free(s->own_engine);
  *s = (Scene){0};
}

void scene_enter_state(Scene *s, const Value *state)
{
  if (!s->system.model) return;
  if (state) {
    b_machine_enter(s->system.machine, state);
    return;
  }
  setup_clear_constants(s->bench.engine);
  setup_clear_variables(s->bench.engine);
}

void scene_enter(Scene *s)
{
  if (s->animator) scene_enter_state(s, animator_state(s->animator));
}

/* What was not computed for want of time may be computed now. */
static void try_again(Scene *s)
{
  Engine *e = s->bench.engine;
  if (s->system.machine) b_machine_retry(s->system.machine);
  e->expired = e->full = false;
}

void scene_begin(Scene *s)
{
  engine_set_time_limit(s->bench.engine, session_options(s->session)->time_limit);
  try_again(s);
  s->memory_limit = session_memory_limit(s->session);
  if (s->system.script) session_limit_script(s->session, s->system.script);
}

bool scene_is_over(Scene *s)
{
  Engine *e = s->bench.engine;
  Cancel cancelled = session_options(s->session)->cancelled;
  if (e->options.deadline > 0 && clock_seconds() > e->options.deadline) e->expired = true;
  if (s->looks++ % STEPS_BETWEEN_LOOKS == 0 && s->memory_limit &&
      memory_resident() > s->memory_limit)
    e->expired = e->full = true;
  return e->expired || cancel_asked(cancelled);
}

void scene_allow(Scene *s, double seconds)
{
  engine_set_time_limit(s->bench.engine, seconds);
  try_again(s);
}

bool scene_step_randomly(Scene *s, uint64_t *seed)
{
  Animator *a = s->animator;
  if (!a->enabled.len) return false;
  animator_take(a, animator_random(seed, a->enabled.len));
  return true;
}

bool scene_is_good(const LtsPredicate *p, Truth t)
{
  return p->kind == PREDICATE_GOAL ? t == TRUTH_FALSE : t == TRUTH_TRUE;
}
