#include "session/csp/guided.h"

#include "search/states.h"

bool guided_is(const Checked *c) { return guide_is(c->lts); }

uint32_t guided_operations_end(const Checked *c)
{
  return guided_is(c) ? b_machine_lts(c->machine)->label_count : c->lts->label_count;
}

typedef struct {
  Lts *lts;
  States *machine, *process;
  GuidedFigures *figures;
} Counting;

typedef struct {
  Sink sink; /* first */
  bool moves;
} Watching;

static void note_move(Sink *sink, const Transition *t)
{
  (void) t;
  ((Watching *) sink)->moves = true;
}

static void note_trouble(Sink *sink, const Trouble *t)
{
  (void) t;
  ((Watching *) sink)->moves = true;
}

static void count_state(void *context, const Value *row)
{
  Counting *c = context;
  bool fresh;
  if (c->lts->is_setup(c->lts, row)) return;
  Value process = value_small(guide_process(c->lts, row));
  states_add(c->machine, row, NO_STATE, 0, &fresh);
  states_add(c->process, &process, NO_STATE, 0, &fresh);
  if (c->figures->terminated || !c->lts->is_terminated(c->lts, row)) return;
  Watching w = {{note_move, note_trouble}, false};
  c->lts->next(c->lts, row, &w.sink);
  c->figures->terminated = !w.moves;
}

GuidedFigures guided_figures(const Checked *c)
{
  GuidedFigures figures = {0};
  Counting counting = {c->lts, states_new(c->lts->width - 1), states_new(1), &figures};
  exploration_each(c->x, count_state, &counting);
  figures.machine_states = states_count(counting.machine);
  figures.csp_states = states_count(counting.process);
  states_free(counting.machine);
  states_free(counting.process);
  return figures;
}
