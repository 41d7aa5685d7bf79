#include "prove/refute/refute.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "prove/refute/box.h"
#include "prove/refute/show.h"
#include "prove/refute/subset.h"
#include "prove/refute/worlds.h"

/* The order of attempts: worlds from small to large; in each world all cases of the goal that are
 * not settled yet. */

typedef struct {
  Plan plan;
  Worlds worlds;
  bool proved; /* from some of the hypotheses */
} CaseState;

typedef struct {
  Stage stage;
  const Obligations *all;
  const ProofLimits *limits;
  Arena *arena;
  Proof *proof;
  CaseState *cases;
  const char *why, *maxint;
  const char *small; /* sets that were cut down for a proof, or NULL */
  /* of the selected hypotheses alone: what it is and what it violates */
  Counterexample selected;
  const char *selected_why;
  double deadline;
  bool cut; /* a trial ended by its time, or was not begun */
} Refutation;

enum { SHARE = 6 }; /* of the time that is left, for one world */

static bool is_over(Refutation *f)
{
  bool over = clock_seconds() > f->deadline || proof_limits_reached(f->limits);
  f->cut |= over;
  return over;
}

/* Did the trial end by itself? */
static void end_trial(Refutation *f, Trial *s)
{
  f->cut |= clock_seconds() > s->engine->options.deadline;
  trial_close(s);
}

static double seconds_left(const Refutation *f) { return f->deadline - clock_seconds(); }

/* ------------------------------------------------------------------ counterexamples */

/* Hypothesis by hypothesis, then the goal; of all hypotheses that are to be used or of the selected
 * ones. */
static bool is_confirmed(Refutation *f, Trial *s, bool selected)
{
  const Stage *stage = &f->stage;
  const char *what = NULL;
  for (uint32_t i = 0; i < stage->sequent->hypothesis_count && !what; i++) {
    if (!stage->hypotheses[i] || (selected && !stage->sequent->hypotheses[i].selected)) continue;
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

static const char *show(Refutation *f, Trial *s, const StageCase *c, Counterexample *x)
{
  show_counterexample(s, c, f->all, f->arena, x);
  if (f->maxint)
    vec_push(&x->sets, ((ShownValue){.name = "MAXINT", .value = f->maxint, .relevant = true}));
  bool whole = x->instance && strcmp(x->violated, x->instance) != 0 &&
               strlen(x->violated) + strlen(x->instance) < 80;
  return whole ? arena_printf(f->arena, "%s: %s", x->violated, x->instance) : x->violated;
}

static void take_counterexample(Refutation *f, Trial *s, const StageCase *c)
{
  bool all = f->limits->hypotheses == HYPOTHESES_ALL;
  f->proof->status = all ? PROOF_DISPROVED : PROOF_DISPROVED_SELECTED;
  f->proof->why = show(f, s, c, &f->proof->counterexample);
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

/* By what the trial found out. */
static void settle(Worlds *worlds, const World *w, const Trial *s, bool by_goal)
{
  worlds_settle(worlds, w, by_goal);
  worlds->derived += s->engine->solver_derived;
}

/* True: it is settled, for all cases. */
static bool try_world(Refutation *f, uint32_t i, const Plan *plan, Worlds *worlds, const World *w,
                      double seconds)
{
  double deadline = clock_seconds() + seconds;
  Trial s;
  trial_open(&s, &f->stage, plan, w, &f->limits->limits,
             deadline < f->deadline ? deadline : f->deadline);
  TrialOutcome outcome = trial_run(&s);
  if (f->stage.machine_integers && !f->maxint) {
    Text text = {0};
    engine_format(s.engine, &text, shape_integer(s.engine->shapes), s.engine->maxint,
                  (FormatStyle){0});
    f->maxint = arena_copy(f->arena, text_string(&text), text.len);
    text_free(&text);
  }
  bool found = outcome == TRIAL_FOUND && is_confirmed(f, &s, false);
  if (found) take_counterexample(f, &s, &f->stage.cases.data[i]);
  else if (outcome == TRIAL_NONE || outcome == TRIAL_CLASH)
    settle(worlds, w, &s, outcome == TRIAL_NONE);
  else if (outcome != TRIAL_FOUND) f->why = reason(f, s.why);
  end_trial(f, &s);
  return found;
}

/* ------------------------------------------------------------------------- the end */

static void show_settings(Refutation *f, const CaseState *c)
{
  const WorldSizes *w = worlds_largest(&c->worlds);
  for (uint32_t i = 0; w && i < c->worlds.set_count; i++) {
    const char *name = w->sizes[i].set->name->text;
    const char *size = arena_printf(f->arena, "%llu", (unsigned long long) w->sizes[i].size);
    vec_push(&f->proof->settings, ((ShownValue){.name = name, .value = size, .relevant = true}));
  }
  if (f->maxint)
    vec_push(&f->proof->settings,
             ((ShownValue){.name = "MAXINT", .value = f->maxint, .relevant = true}));
}

/* Do the hypotheses hold for some values in a world that was settled?  Else that there is no
 * counterexample there says nothing. */
static bool is_inhabited(Refutation *f, const CaseState *c)
{
  const StageCase none = {0};
  Plan plan;
  bool found = false;
  plan_make(&plan, &f->stage, &none, NULL, NULL);
  for (uint32_t i = 0; i < c->worlds.list.len && !found && !is_over(f); i++) {
    Trial s;
    World w = worlds_at(&c->worlds, i);
    if (!c->worlds.list.data[i].none) continue;
    trial_open(&s, &f->stage, &plan, &w, &f->limits->limits,
               clock_seconds() + seconds_left(f) / SHARE);
    found = trial_run(&s) == TRIAL_FOUND;
    end_trial(f, &s);
  }
  plan_free(&plan);
  return found;
}

static const char *why_open(Refutation *f)
{
  if (is_over(f)) return "time limit";
  if (!f->stage.sets.len) return "the hypotheses hold nowhere in the scope";
  return arena_printf(f->arena, "deferred set %s has no fixed size",
                      f->stage.sets.data[0]->name->text);
}

static const char *method(const Refutation *f, bool general, uint64_t derived)
{
  const char *text = "finite search";
  if (general && f->small) text = arena_printf(f->arena, "%s, small model (%s)", text, f->small);
  if (derived)
    text =
        arena_printf(f->arena, "%s, SAT refutation checked (%" PRIu64 " clauses)", text, derived);
  return text;
}

static void conclude(Refutation *f)
{
  Proof *p = f->proof;
  bool general = !f->stage.machine_integers && !f->stage.open_types, bounded = true;
  uint64_t derived = 0;
  const CaseState *open = &f->cases[0];
  for (uint32_t i = 0; i < f->stage.cases.len; i++) {
    WorldsVerdict v = f->cases[i].proved ? WORLDS_ALL : worlds_verdict(&f->cases[i].worlds);
    if (v != WORLDS_ALL) general = false, open = &f->cases[i];
    if (v == WORLDS_OPEN) bounded = false;
    derived += f->cases[i].worlds.derived;
  }
  if (bounded && !general && !is_inhabited(f, open)) {
    bounded = false;
    f->why = why_open(f);
  }
  p->status = general ? PROOF_PROVED : bounded ? PROOF_BOUNDED : PROOF_UNKNOWN;
  p->method = bounded ? method(f, general, derived) : NULL;
  p->why = general ? "all cases" : bounded ? NULL : f->why ? f->why : "time limit";
  if (!general && bounded) show_settings(f, open);
}

/* ------------------------------------------------------------------------ the order */

/* True: there is a counterexample. */
static bool try_worlds(Refutation *f, uint32_t passes)
{
  for (bool any = true; any;) {
    any = false;
    for (uint32_t i = 0; i < f->stage.cases.len; i++) {
      World w;
      if (f->cases[i].proved || !worlds_next(&f->cases[i].worlds, passes, &w)) continue;
      any = true;
      if (is_over(f)) return false;
      CaseState *c = &f->cases[i];
      if (try_world(f, i, &c->plan, &c->worlds, &w, seconds_left(f) / SHARE)) return true;
    }
  }
  return false;
}

/* Has the case surely no counterexample, whatever satisfies these premises? */
static bool follows(Refutation *f, const StageCase *c, const bool *used, uint64_t *derived)
{
  Plan plan;
  Worlds worlds;
  World w;
  plan_make(&plan, &f->stage, c, used, NULL);
  worlds_make(&worlds, &f->stage, &plan, true);
  bool none = worlds.complete;
  while (none && worlds_next(&worlds, 1, &w) && !is_over(f)) {
    Trial s;
    trial_open(&s, &f->stage, &plan, &w, &f->limits->limits,
               clock_seconds() + seconds_left(f) / SHARE);
    none = trial_first(&s) == TRIAL_NONE;
    if (none) settle(&worlds, &w, &s, true);
    end_trial(f, &s);
  }
  none = none && worlds_verdict(&worlds) == WORLDS_ALL;
  if (none) *derived = worlds.derived;
  if (none && worlds.small_sizes)
    f->small = arena_copy(f->arena, worlds.small_sizes, strlen(worlds.small_sizes));
  plan_free(&plan);
  worlds_free(&worlds);
  return none;
}

/* From some of the hypotheses. */
static void try_subsets(Refutation *f)
{
  for (uint32_t i = 0; i < f->stage.cases.len; i++) {
    CaseState *c = &f->cases[i];
    c->proved = worlds_verdict(&c->worlds) == WORLDS_ALL;
    uint32_t last = UINT32_MAX;
    for (SubsetKind k = 0; k < SUBSETS && !c->proved; k++) {
      uint32_t count, fewer;
      const bool *used = subset_of(&f->stage, &f->stage.cases.data[i], k, &count);
      bool known = count == last; /* … in most cases: the same ones */
      last = count;
      if (known || is_over(f)) continue;
      if (k != SUBSET_ALL)
        c->proved = follows(f, &f->stage.cases.data[i], used, &c->worlds.derived);
      used = subset_small(&f->stage, used, &fewer);
      if (!c->proved && (fewer < count || k == SUBSET_ALL))
        c->proved = follows(f, &f->stage.cases.data[i], used, &c->worlds.derived);
    }
  }
}

static bool is_settled(const Refutation *f)
{
  for (uint32_t i = 0; i < f->stage.cases.len; i++)
    if (!f->cases[i].proved) return false;
  return true;
}

/* With numbers in low..high alone.  True: there is a counterexample. */
static bool try_box(Refutation *f, int64_t low, int64_t high)
{
  const Conjuncts *box = box_premises(&f->stage, low, high);
  bool found = false;
  for (uint32_t i = 0; box && !found && i < f->stage.cases.len; i++) {
    Plan plan;
    Worlds worlds;
    World w;
    if (f->cases[i].proved) continue;
    plan_make(&plan, &f->stage, &f->stage.cases.data[i], NULL, box);
    worlds_make(&worlds, &f->stage, &plan, false);
    while (!found && !is_over(f) && worlds_next(&worlds, 1, &w))
      found = try_world(f, i, &plan, &worlds, &w, seconds_left(f) / SHARE);
    plan_free(&plan);
    worlds_free(&worlds);
  }
  return found;
}

/* Values that satisfy the selected hypotheses and not the goal say where more is needed; where all
 * are selected they are a counterexample: true. */
static bool try_selected(Refutation *f)
{
  for (uint32_t i = 0; i < f->stage.cases.len && !is_over(f); i++) {
    const StageCase *c = &f->stage.cases.data[i];
    uint32_t count;
    const bool *used = subset_of(&f->stage, c, SUBSET_SELECTED, &count);
    if (f->cases[i].proved || count == 0) continue;
    bool all = count == f->stage.premises.len;
    Plan plan;
    Trial s;
    World w = worlds_at(&f->cases[i].worlds, 0);
    plan_make(&plan, &f->stage, c, used, NULL);
    trial_open(&s, &f->stage, &plan, &w, &f->limits->limits,
               clock_seconds() + seconds_left(f) / SHARE);
    bool found = trial_run(&s) == TRIAL_FOUND && is_confirmed(f, &s, !all);
    if (found && all) take_counterexample(f, &s, c);
    else if (found) f->selected_why = show(f, &s, c, &f->selected);
    end_trial(f, &s);
    plan_free(&plan);
    if (found) return all;
  }
  return false;
}

static void run(Refutation *f)
{
  enum { LARGE = 60 };
  if (try_worlds(f, 1)) return;
  if (!f->stage.open_types) try_subsets(f);
  if (is_settled(f) || try_box(f, -1, 3)) return;
  if (try_box(f, -5, box_greatest(&f->stage, LARGE) + 5)) return;
  if (f->limits->hypotheses == HYPOTHESES_ALL && try_selected(f)) return;
  try_worlds(f, WORLD_PASSES);
}

/* What is known of the selected hypotheses, where nothing is of all. */
static void fall_back(Refutation *f)
{
  Proof *p = f->proof;
  if (f->selected.found && p->status == PROOF_UNKNOWN) {
    p->status = PROOF_DISPROVED_SELECTED;
    p->why = f->selected_why;
    p->counterexample = f->selected;
  } else {
    vec_free(&f->selected.sets);
    vec_free(&f->selected.values);
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
      plan_make(&f.cases[i].plan, &f.stage, &f.stage.cases.data[i], NULL, NULL);
      worlds_make(&f.cases[i].worlds, &f.stage, &f.cases[i].plan, false);
    }
    run(&f);
    if (!proof->counterexample.found) conclude(&f);
    fall_back(&f);
    for (uint32_t i = 0; i < f.stage.cases.len; i++) {
      plan_free(&f.cases[i].plan);
      worlds_free(&f.cases[i].worlds);
    }
  }
  stage_close(&f.stage);
  proof->ended.search = !f.cut;
  proof->seconds = clock_seconds() - started;
}
