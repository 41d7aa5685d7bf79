#include "session/relate.h"

#include <assert.h>

/* Is there one?  Then it is r->x. */
static bool try(Related *r, bool upward, bool play)
{
  simulation_free(r->x);
  r->options.upward = upward;
  r->options.play = play;
  r->x = simulate(r->systems->impl_space, r->systems->spec_space, r->options);
  return r->x->outcome == SIMULATION_HOLDS;
}

static void search(Related *r, const RelateRequest *request)
{
  Systems *s = r->systems;
  if (request->direction != RELATE_ANY) {
    try(r, request->direction == RELATE_UPWARD, true);
    return;
  }
  if (try(r, false, false) || try(r, true, false) || s->impl_space->stopped) return;
  SimulateOptions asked = r->options;
  RefineModel model = asked.steps_only    ? REFINE_TRACES
                      : asked.nonblocking ? REFINE_NONBLOCKING
                                          : REFINE_FAILURES;
  r->powerset = refine(s->impl_space, s->spec_space, (RefineOptions){.model = model});
  if (request->semantics_given || !r->powerset->found) return;
  r->options = (SimulateOptions){.steps_only = true};
  if (try(r, false, false)) {
    r->refuted = r->powerset;
    r->powerset = NULL;
  } else {
    r->options = asked;
  }
}

void relate_run(Systems *s, const RelateRequest *request, Related *r)
{
  assert(!request->semantics.steps_only || !request->semantics.nonblocking);
  *r = (Related){.systems = s, .options = request->semantics};
  if (systems_explore(s)) search(r, request);
}

void relate_close(Related *r)
{
  simulation_free(r->x);
  refinement_free(r->powerset);
  refinement_free(r->refuted);
  *r = (Related){0};
}
