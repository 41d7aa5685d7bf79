#include "prove/refute/trial.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solver/solver.h"

/* Larger sets take longer to write out than a turn should, and nobody looks at the clock then. */
enum { MOST_ELEMENTS = 100000 };

void trial_open(Trial *s, const Stage *stage, const Plan *plan, const World *w,
                const Limits *limits, double deadline)
{
  *s = (Trial){.stage = stage, .plan = plan};
  s->engine = engine_new(stage->texts, &stage->model, NULL, 0);
  EngineOptions *o = &s->engine->options;
  o->output = NULL;
  o->wide_windows = w->wide;
  o->deadline = deadline;
  o->cancelled = limits->cancelled;
  o->memory_limit = limits->memory_limit;
  o->expansion_limit = MOST_ELEMENTS;
  o->solver_checked = true;
  solver_install(s->engine);
  for (uint32_t i = 0; i < w->size_count; i++)
    engine_set_size(s->engine, w->sizes[i].set, w->sizes[i].size);
  if (!stage->machine_integers) {
    s->engine->minint = value_small(w->low);
    s->engine->maxint = value_small(w->high);
  }
  s->reference = reference_new(s->engine);
}

void trial_close(Trial *s)
{
  reference_free(s->reference);
  engine_free(s->engine);
  *s = (Trial){0};
}

static void keep_why(Trial *s, const char *text)
{
  if (text && !s->why) s->why = arena_copy(s->stage->arena, text, strlen(text));
}

/* Binders end where they know their truth: what they would have asked for else is said by the
 * condition. */
static Truth with_condition(Trial *s, const Node *node)
{
  Truth t = reference_truth(s->reference, node);
  if (t != TRUTH_TRUE && t != TRUTH_FALSE) return t;
  const Node *condition = stage_condition(s->stage, node);
  Truth defined = condition ? reference_truth(s->reference, condition) : TRUTH_TRUE;
  return defined == TRUTH_TRUE ? t : defined == TRUTH_UNKNOWN ? defined : TRUTH_FAULT;
}

Truth trial_truth(Trial *s, const Node *node)
{
  EngineOptions *o = &s->engine->options, kept = *o;
  s->engine->fault.message = NULL;
  o->strict_wd = true;
  o->solver = NULL;
  Truth t = with_condition(s, node);
  *o = kept;
  return t;
}

/* -------------------------------------------------------------------- one part */

typedef struct {
  Trial *trial;
  const PlanPart *part;
  Value *values;
  bool found;
} PartTrial;

enum { MOST_CANDIDATES = 50 };

static bool confirm(void *context, Reference *r)
{
  PartTrial *p = context;
  Trial *s = p->trial;
  for (uint32_t i = 0; i < p->part->premises.len; i++) {
    Truth t = trial_truth(s, p->part->premises.data[i]);
    if (t == TRUTH_TRUE) continue;
    s->candidates++;
    keep_why(s, t == TRUTH_UNKNOWN ? s->engine->cause
                : t == TRUTH_FAULT
                    ? arena_printf(s->stage->arena, "not well-defined: %s",
                                   s->engine->fault.message ? s->engine->fault.message
                                                            : "a part of a quantified predicate")
                    : "a value was not confirmed");
    return s->candidates < MOST_CANDIDATES;
  }
  for (uint32_t i = 0; i < p->part->names.len; i++) {
    bool bound = reference_lookup(r, p->part->names.data[i], &p->values[i]);
    assert(bound);
    (void) bound;
  }
  p->found = true;
  return false;
}

static TrialOutcome try_part(Trial *s, const PlanPart *part)
{
  Arena *arena = s->stage->arena;
  PartTrial p = {s, part, arena_new_array(arena, Value, part->names.len + 1), false};
  Node *all = node_list(arena, NODE_AND, SPAN_NONE, NULL, (Node *const *) part->premises.data,
                        part->premises.len);
  uint32_t before = s->candidates;
  engine_restart(s->engine);
  Solved solved = reference_solve(s->reference, part->names.data, part->names.len, all,
                                  WINDOWS_WIDE, confirm, &p);
  if (p.found) {
    for (uint32_t i = 0; i < part->names.len; i++)
      reference_bind(s->reference, part->names.data[i], p.values[i]);
    return TRIAL_FOUND;
  }
  if (solved == SOLVED_ALL && s->candidates == before) return TRIAL_NONE;
  keep_why(s, s->engine->cause);
  return TRIAL_UNSURE;
}

TrialOutcome trial_first(Trial *s) { return try_part(s, &s->plan->parts.data[0]); }

TrialOutcome trial_run(Trial *s)
{
  for (uint32_t i = 0; i < s->plan->parts.len; i++) {
    const PlanPart *part = &s->plan->parts.data[i];
    if (part->premises.len == 0) continue; /* any values will do */
    TrialOutcome outcome = try_part(s, part);
    if (outcome == TRIAL_NONE && i > 0) return TRIAL_CLASH;
    if (outcome != TRIAL_FOUND) return outcome;
  }
  return TRIAL_FOUND;
}
