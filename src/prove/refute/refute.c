#include "prove/refute/refute.h"

#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "prove/refute/show.h"
#include "prove/refute/worlds.h"

/* The order of attempts: worlds from small to large; in each world all cases of the goal that are
 * not settled yet. */

typedef struct {
  Plan plan;
  Worlds worlds;
} CaseState;

typedef struct {
  Stage stage;
  const Obligations *all;
  const ProofLimits *limits;
  Arena *arena;
  Proof *proof;
  CaseState *cases;
  const char *why;
  double deadline;
} Refutation;

/* ------------------------------------------------------------------ counterexamples */

/* Hypothesis by hypothesis, then the goal. */
static bool is_confirmed(Refutation *f, Trial *s)
{
  const Stage *stage = &f->stage;
  const char *what = NULL;
  for (uint32_t i = 0; i < stage->sequent->hypothesis_count && !what; i++) {
    if (!stage->hypotheses[i]) continue;
    Truth t = trial_truth(s, stage->hypotheses[i]);
    if (t != TRUTH_TRUE)
      what = t == TRUTH_FAULT ? "a hypothesis is not well-defined"
                              : "a hypothesis could not be evaluated";
  }
  if (!what) {
    Truth t = trial_truth(s, stage->goal);
    if (t == TRUTH_FALSE) return true;
    what = t == TRUTH_FAULT ? "the goal is not well-defined" : "the goal could not be evaluated";
  }
  f->why = arena_printf(f->arena, "a counterexample was not confirmed: %s", what);
  return false;
}

static void take_counterexample(Refutation *f, Trial *s, const StageCase *c)
{
  Counterexample *x = &f->proof->counterexample;
  show_counterexample(s, c, f->all, f->arena, x);
  bool all = f->limits->hypotheses == HYPOTHESES_ALL;
  f->proof->status = all ? PROOF_DISPROVED : PROOF_DISPROVED_SELECTED;
  f->proof->why = x->instance && strlen(x->violated) + strlen(x->instance) < 120
                      ? arena_printf(f->arena, "%s: %s", x->violated, x->instance)
                      : x->violated;
}

/* ---------------------------------------------------------------------- one world */

static const char *reason(Refutation *f, const char *cause)
{
  const char *bounds = cause ? strstr(cause, REASON_NO_BOUNDS) : NULL;
  if (!cause) return "nothing was found";
  if (bounds)
    return arena_printf(f->arena, "unbounded enumeration of %.*s", (int) (bounds - cause), cause);
  if (strstr(cause, "time limit")) return "time limit";
  if (strstr(cause, "memory limit")) return "memory limit";
  return arena_copy(f->arena, cause, strlen(cause));
}

/* True: it is settled, for all cases. */
static bool try_world(Refutation *f, uint32_t i, const World *w, double seconds)
{
  CaseState *c = &f->cases[i];
  double deadline = clock_seconds() + seconds;
  Trial s;
  trial_open(&s, &f->stage, &c->plan, w, &f->limits->limits,
             deadline < f->deadline ? deadline : f->deadline);
  TrialOutcome outcome = trial_run(&s);
  bool found = outcome == TRIAL_FOUND && is_confirmed(f, &s);
  if (found) take_counterexample(f, &s, &f->stage.cases.data[i]);
  else if (outcome == TRIAL_NONE || outcome == TRIAL_CLASH)
    worlds_settle(&c->worlds, w, outcome == TRIAL_NONE);
  else if (outcome != TRIAL_FOUND) f->why = reason(f, s.why);
  trial_close(&s);
  return found;
}

/* ------------------------------------------------------------------------- the end */

static void show_settings(Refutation *f, const CaseState *c)
{
  Text why = {0};
  const WorldSizes *w = worlds_largest(&c->worlds);
  for (uint32_t i = 0; w && i < c->worlds.set_count; i++) {
    const char *name = w->sizes[i].set->name->text;
    const char *size = arena_printf(f->arena, "%llu", (unsigned long long) w->sizes[i].size);
    vec_push(&f->proof->settings, ((ShownValue){.name = name, .value = size, .relevant = true}));
    text_printf(&why, "%scard(%s) = %s", why.len ? ", " : "", name, size);
  }
  if (f->stage.machine_integers) {
    vec_push(&f->proof->settings, ((ShownValue){.name = "MAXINT", .value = "3", .relevant = true}));
    text_printf(&why, "%sMAXINT = 3", why.len ? ", " : "");
  }
  f->proof->why = arena_copy(f->arena, text_string(&why), why.len);
  text_free(&why);
}

static void conclude(Refutation *f)
{
  Proof *p = f->proof;
  bool general = !f->stage.machine_integers, bounded = true;
  const CaseState *open = NULL;
  for (uint32_t i = 0; i < f->stage.cases.len; i++) {
    WorldsVerdict v = worlds_verdict(&f->cases[i].worlds);
    if (v != WORLDS_ALL) general = false, open = &f->cases[i];
    if (v == WORLDS_OPEN) bounded = false;
  }
  p->status = general ? PROOF_PROVED : bounded ? PROOF_BOUNDED : PROOF_UNKNOWN;
  p->hypotheses = f->limits->hypotheses;
  p->method = bounded ? "finite search" : NULL;
  p->why = general ? "all cases" : f->why ? f->why : "time limit";
  if (!general && bounded) show_settings(f, open ? open : &f->cases[0]);
}

static void run(Refutation *f)
{
  for (bool any = true; any;) {
    any = false;
    for (uint32_t i = 0; i < f->stage.cases.len; i++) {
      World w;
      if (!worlds_next(&f->cases[i].worlds, &w)) continue;
      any = true;
      double left = f->deadline - clock_seconds();
      if (left <= 0 || proof_limits_reached(f->limits)) return;
      bool found = try_world(f, i, &w, left / 3);
      if (found) return;
    }
  }
}

void refute_sequent(const Obligations *all, const Sequent *sequent, const ProofLimits *limits,
                    Arena *arena, Proof *proof)
{
  enum { LONG = 1000000000 };
  double started = clock_seconds();
  Refutation f = {.all = all, .limits = limits, .arena = arena, .proof = proof};
  f.deadline = limits->limits.deadline > 0 ? limits->limits.deadline : started + LONG;
  *proof = (Proof){.status = PROOF_UNKNOWN, .hypotheses = limits->hypotheses};
  stage_open(&f.stage, all, sequent, limits->hypotheses);
  f.cases = arena_new_array(f.stage.arena, CaseState, f.stage.cases.len);
  if (f.stage.unsupported) {
    proof->why = arena_printf(arena, "unsupported: %s", f.stage.unsupported);
  } else {
    for (uint32_t i = 0; i < f.stage.cases.len; i++) {
      plan_make(&f.cases[i].plan, &f.stage, &f.stage.cases.data[i]);
      worlds_make(&f.cases[i].worlds, &f.stage, &f.cases[i].plan);
    }
    run(&f);
    if (!proof->counterexample.found) conclude(&f);
    for (uint32_t i = 0; i < f.stage.cases.len; i++) {
      plan_free(&f.cases[i].plan);
      worlds_free(&f.cases[i].worlds);
    }
  }
  stage_close(&f.stage);
  proof->seconds = clock_seconds() - started;
}
