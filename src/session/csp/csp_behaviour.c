#include <assert.h>
#include <string.h>

#include "compare/seen.h"
#include "csp/machine/machine.h"
#include "lts/print.h"
#include "session/csp/csp_check_impl.h"

static CspBehaviour *behaviour_new(const CspChecked *c, CounterKind kind)
{
  CspBehaviour *b = arena_new_array(session_arena(c->session), CspBehaviour, 1);
  b->kind = kind;
  return b;
}

void csp_behaviour_free(CspBehaviour *b)
{
  if (!b) return;
  vec_free(&b->trace);
  vec_free(&b->refused);
  vec_free(&b->accepted);
  vec_free(&b->loop);
  for (uint32_t i = 0; i < b->components.len; i++) {
    vec_free(&b->components.data[i].trace);
    vec_free(&b->components.data[i].offers);
  }
  vec_free(&b->components);
}

static const char *tau(const CspChecked *c) { return c->request->ascii ? "tau" : "τ"; }
static const char *tick(const CspChecked *c) { return c->request->ascii ? "tick" : "✓"; }

static const char *event_text(const CspChecked *c, const Alphabet *alphabet, uint32_t action)
{
  if (action == ACTION_TAU) return tau(c);
  if (alphabet_is_tick(alphabet, action)) return tick(c);
  const char *text = alphabet_text(alphabet, action);
  return arena_copy(session_arena(c->session), text, strlen(text));
}

static void add_trace(const CspChecked *c, CspBehaviour *b, const Space *space,
                      const RefineStep *steps, uint32_t count)
{
  for (uint32_t i = 1; i < count; i++)
    vec_push(&b->trace, event_text(c, space->alphabet, steps[i].action));
}

/* What the state can do, each event once. */
static void add_accepted(const CspChecked *c, CspBehaviour *b, Space *space, StateId state)
{
  EdgeRange r = space_edges(space, state);
  uint32_t last = ACTION_TAU;
  for (uint32_t i = r.begin; i < r.end; i++) {
    uint32_t action = space->edges.data[i].action;
    if (action != last) vec_push(&b->accepted, event_text(c, space->alphabet, action));
    last = action;
  }
}

static void add_refused(const CspChecked *c, CspBehaviour *b, const Space *space,
                        const uint32_t *actions, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    vec_push(&b->refused, event_text(c, space->alphabet, actions[i]));
}

typedef struct {
  Lts *lts;
  Text event; /* of the first component that does one */
} HiddenStep;

static void note_event(void *context, uint32_t component, const char *event)
{
  HiddenStep *step = context;
  (void) component;
  if (!step->event.len && strcmp(event, "τ") != 0 && strcmp(event, "tau") != 0)
    text_add(&step->event, event);
}

static void look_inside(void *context, const Transition *t, const Value *before)
{
  HiddenStep *step = context;
  if (machine_is(step->lts)) machine_moves(step->lts, before, t, note_event, step);
}

/* What the hidden steps were before they were hidden, as far as it is known. */
static void add_loop(const CspChecked *c, CspBehaviour *b, Space *space, StateId state,
                     const StateList *loop)
{
  for (uint32_t i = 0; i < loop->len; i++) {
    HiddenStep step = {.lts = space->lts};
    space_replay(space, state, ACTION_TAU, loop->data[i], look_inside, &step);
    vec_push(&b->loop, step.event.len
                           ? arena_copy(session_arena(c->session), step.event.data, step.event.len)
                           : tau(c));
    text_free(&step.event);
    state = loop->data[i];
  }
}

/* ---------------------------------------------------------------- components */

enum { MOST_COMPONENTS = 200 };

typedef struct {
  const CspChecked *checked;
  Lts *lts;
  CspBehaviour *behaviour;
  bool offers; /* what is told is not done, but offered */
} Components;

static void note_component(void *context, uint32_t component, const char *event)
{
  Components *c = context;
  CspComponent *one = &c->behaviour->components.data[component];
  bool hidden = !strcmp(event, "τ") || !strcmp(event, "tau");
  bool ends = !strcmp(event, "✓") || !strcmp(event, "tick");
  const char *copy = hidden ? tau(c->checked)
                     : ends ? tick(c->checked)
                            : arena_copy(session_arena(c->checked->session), event, strlen(event));
  if (c->offers) vec_push(&one->offers, copy);
  else vec_push(&one->trace, copy);
}

static void note_step(void *context, const Transition *t, const Value *before)
{
  Components *c = context;
  if (before) machine_moves(c->lts, before, t, note_component, c);
}

/* Makes room for the components; false: there are none, or too many. */
static bool begin_components(Components *c)
{
  uint32_t count = machine_is(c->lts) ? machine_components(c->lts) : 0;
  if (count < 2 || count > MOST_COMPONENTS) return false;
  for (uint32_t i = 0; i < count; i++) {
    Text text = {0};
    machine_print_component(c->lts, i, &text);
    CspComponent one = {
        arena_copy(session_arena(c->checked->session), text_string(&text), text.len), {0}, {0}};
    vec_push(&c->behaviour->components, one);
    text_free(&text);
  }
  return true;
}

static void end_components(Components *c, const Value *last)
{
  c->offers = true;
  for (uint32_t i = 0; i < c->behaviour->components.len; i++)
    machine_offers(c->lts, last, i, note_component, c);
}

static void add_components(const CspChecked *checked, CspBehaviour *b, Space *space,
                           const RefineStep *steps, uint32_t count)
{
  Components c = {checked, space->lts, b, false};
  if (!begin_components(&c)) return;
  for (uint32_t i = 1; i < count; i++)
    space_replay(space, steps[i - 1].state, steps[i].action, steps[i].state, note_step, &c);
  end_components(&c, states_row(space->states, steps[count - 1].state));
}

CspBehaviour *csp_behaviour_of_refinement(CspChecked *c, const Refinement *x)
{
  assert(x->found);
  CspBehaviour *b = behaviour_new(c, x->kind);
  StateId last = x->steps.data[x->steps.len - 1].state;
  add_trace(c, b, x->impl, x->steps.data, x->steps.len);
  add_refused(c, b, x->impl, x->refused.data, x->refused.len);
  if (x->kind == COUNTER_FAILURE) add_accepted(c, b, x->impl, last);
  add_loop(c, b, x->impl, last, &x->loop);
  add_components(c, b, x->impl, x->steps.data, x->steps.len);
  return b;
}

CspBehaviour *csp_behaviour_of_property(CspChecked *c, Space *space, const Property *p)
{
  assert(p->found);
  CspBehaviour *b = behaviour_new(c, p->kind);
  StateId last = p->steps.data[p->steps.len - 1].state;
  add_trace(c, b, space, p->steps.data, p->steps.len);
  add_refused(c, b, space, p->refused.data, p->refused.len);
  if (p->kind != COUNTER_DIVERGENCE) add_accepted(c, b, space, last);
  add_loop(c, b, space, last, &p->loop);
  add_components(c, b, space, p->steps.data, p->steps.len);
  return b;
}

typedef struct {
  const CspChecked *checked;
  Lts *lts;
  CspBehaviour *behaviour;
} TraceTexts;

static void add_step(void *context, const Transition *t, const Value *before)
{
  TraceTexts *texts = context;
  Lts *lts = texts->lts;
  const CspChecked *c = texts->checked;
  const char *event;
  if (!before) return; /* it only begins */
  if (lts->is_hidden && lts->is_hidden(lts, t->label)) event = tau(c);
  else if (lts->is_tick && lts->is_tick(lts, t->label)) event = tick(c);
  else {
    Text text = {0};
    lts_print_transition(&text, lts, t, NULL);
    event = arena_copy(session_arena(c->session), text_string(&text), text.len);
    text_free(&text);
  }
  vec_push(&texts->behaviour->trace, event);
}

CspBehaviour *csp_behaviour_of_deadlock(CspChecked *c, Lts *lts, const Exploration *x,
                                        StateId state)
{
  CspBehaviour *b = behaviour_new(c, COUNTER_DEADLOCK);
  explore_trace(lts, x, state, add_step, &(TraceTexts){c, lts, b});
  Components components = {c, lts, b, false};
  if (begin_components(&components)) {
    explore_trace(lts, x, state, note_step, &components);
    end_components(&components, exploration_row(x, state));
  }
  return b;
}
