#include <string.h>

#include "api/handle.h"
#include "base/clock.h"

/* Visiting all states, breadth-first. */

typedef struct {
  probity_model *m;
  probity_visitor visitor;
  VEC(StateId) queue; /* in order; … */
  VEC(uint8_t) known; /* … by state: is it in the queue? */
  Arena *arena;       /* of what is told of one state: the visitor may make calls in between */
  VEC(probity_transition) list;
  const probity_visit *visit; /* NULL: of the root */
  double deadline;            /* by clock_seconds; 0: none.  Calls in between have their own */
  Text reason;                /* why it is not complete; empty: it is */
} Exploring;

/* ------------------------------------------------------- by the thread that called */

/* What was found, given to the visitor; the result is not 0 where it ends the exploration. */
static int show(void *data)
{
  const Exploring *x = data;
  const probity_visitor *v = &x->visitor;
  int end = x->visit && v->state ? v->state(v->context, x->visit) : 0;
  for (uint32_t i = 0; i < x->list.len && !end && v->transition; i++)
    end = v->transition(v->context, &x->list.data[i]);
  return end;
}

/* --------------------------------------------------------- by that of the handle */

static const char *keep(Exploring *x, const char *text)
{
  return text ? arena_copy(x->arena, text, strlen(text)) : NULL;
}

static void note(Exploring *x, const char *reason)
{
  if (!x->reason.len) text_add(&x->reason, reason ? reason : "something could not be computed");
}

static void enqueue(Exploring *x, StateId state)
{
  while (x->known.len <= state) vec_push(&x->known, 0);
  if (x->known.data[state]) return;
  x->known.data[state] = true;
  vec_push(&x->queue, state);
}

static WalkSteps expand(Exploring *x, probity_state from)
{
  WalkSteps found = walk_steps(x->m->walk, handle_state(from));
  x->list.len = 0;
  for (uint32_t i = 0; i < found.count; i++) {
    const WalkStep *s = &found.steps[i];
    enqueue(x, s->to);
    if (x->visitor.transition)
      vec_push(&x->list, ((probity_transition){from, s->to, keep(x, s->name), keep(x, s->text)}));
  }
  if (found.partial) note(x, found.reason);
  return found;
}

static bool must_stop(Exploring *x, uint32_t visited)
{
  probity_model *m = x->m;
  uint64_t most = session_options(m->session)->max_states;
  if (most && visited >= most) note(x, REASON_STATE_LIMIT);
  else if (x->deadline > 0 && clock_seconds() > x->deadline) note(x, "the time limit was reached");
  else if (!scene_is_over(&m->scene)) return false;
  else if (atomic_load(&m->handover.cancelled)) note(x, "cancelled");
  else if (m->scene.bench.engine->full) note(x, "the memory limit was reached");
  else note(x, "the time limit was reached");
  return true;
}

static int tell(Exploring *x, const probity_visit *visit)
{
  x->visit = visit;
  if (!x->visitor.state && !x->visitor.transition) return 0;
  return handover_ask(&x->m->handover, show, x);
}

static int visit(Exploring *x, StateId state)
{
  ArenaMark start = arena_mark(x->arena);
  WalkFacts facts = walk_facts(x->m->walk, state);
  if (facts.unknown) note(x, facts.unknown);
  probity_visit v = {.state = state,
                     .setup = facts.setup,
                     .outside = facts.outside,
                     .violated = keep(x, facts.violated)};
  x->list.len = 0;
  if (!facts.outside) {
    WalkSteps found = expand(x, state);
    bool sure = !found.partial && !found.faulty;
    v.transitions = found.count;
    v.partial = found.partial;
    v.deadlock = !found.count && sure && !facts.setup && !facts.end;
    if (found.faulty) v.fault = keep(x, found.reason);
  }
  int end = tell(x, &v);
  arena_release(x->arena, start);
  return end;
}

static void visit_all(Exploring *x)
{
  WalkSteps first = expand(x, PROBITY_ROOT);
  if (first.faulty) note(x, first.reason);
  int end = tell(x, NULL);
  for (uint32_t i = 0; i < x->queue.len && !end; i++) {
    if (must_stop(x, i)) return;
    end = visit(x, x->queue.data[i]);
  }
}

static probity_code explore_states(probity_model *m, void *data)
{
  const probity_visitor *visitor = data;
  probity_code code = handle_begin_state(m, PROBITY_ROOT);
  if (code != PROBITY_OK) return code;
  Exploring x = {
      .m = m, .visitor = *visitor, .arena = arena_new(), .deadline = session_deadline(m->session)};
  visit_all(&x);
  if (x.reason.len) code = handle_say(m, PROBITY_UNKNOWN, "%s", text_string(&x.reason));
  text_free(&x.reason);
  arena_free(x.arena);
  vec_free(&x.queue);
  vec_free(&x.known);
  vec_free(&x.list);
  return code;
}

probity_code probity_explore(probity_model *m, const probity_visitor *visitor)
{
  if (!visitor || visitor->size < sizeof *visitor) return PROBITY_MISUSE;
  return handle_call(m, explore_states, (void *) visitor);
}
