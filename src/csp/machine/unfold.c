#include "csp/machine/unfold.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "csp/value/term.h"

typedef struct {
  ProcessSource *source;
  EventTable *events;
  DatumNumbers terms;
  ComponentDraft draft;
  Leaf *leaf;
  uint32_t omega;
} Unfolding;

static bool is_omega(const Unfolding *u, Datum term)
{
  return datum_is(term, DATUM_PROCESS) && datum_tag(u->source->pool, term) == TERM_OMEGA;
}

/* False: it cannot go on. */
static bool add_state(Unfolding *u, uint32_t state)
{
  StepList list;
  draft_state(&u->draft);
  if (u->source->steps(u->source, u->terms.all.data[state], &list)) {
    for (uint32_t i = 0; i < list.count; i++) {
      uint32_t to = datum_numbers_add(&u->terms, list.steps[i].after);
      draft_move(&u->draft, datum_numbers_add(u->events, list.steps[i].event), to);
    }
    return true;
  }
  StateFault f = {state, u->source->take_fault(u->source)};
  if (f.fault.kind != FAULT_EVALUATION) return false;
  vec_push(&u->leaf->faults, f);
  return true;
}

/* Time is looked at once in so many states; a small process is finished whatever the time is. */
enum { STATES_BETWEEN_LOOKS = 256, SMALL = 4096 };

static bool takes_too_long(uint32_t state, double until)
{
  return state >= SMALL && state % STATES_BETWEEN_LOOKS == 0 && clock_seconds() > until;
}

static bool add_states(Unfolding *u, uint32_t most_states, double until)
{
  for (uint32_t i = 0; i < u->terms.all.len; i++) {
    if (is_omega(u, u->terms.all.data[i])) u->omega = i;
    if (u->terms.all.len > most_states || !add_state(u, i)) return false;
    if (u->source->stops(u->source) || takes_too_long(i, until)) return false;
  }
  return true;
}

Leaf *unfold(ProcessSource *source, EventTable *events, Datum process, uint32_t most_states,
             double until)
{
  Unfolding u = {.source = source, .events = events, .omega = NO_OMEGA};
  u.leaf = memory_zeroed(1, sizeof *u.leaf);
  u.leaf->process = process;
  datum_numbers_add(&u.terms, process);
  if (add_states(&u, most_states, until)) u.leaf->component = draft_finish(&u.draft, u.omega);
  draft_free(&u.draft);
  datum_numbers_free(&u.terms);
  if (u.leaf->component) return u.leaf;
  leaf_free(u.leaf);
  return NULL;
}

void leaf_free(Leaf *leaf)
{
  if (!leaf) return;
  component_free(leaf->component);
  vec_free(&leaf->faults);
  free(leaf);
}
