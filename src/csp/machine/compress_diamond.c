#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "csp/machine/acceptance.h"
#include "csp/machine/compress.h"

/* Without τ-loops other than τ to the state itself, which stand for divergence. */
enum { WORK_OF_STATE = 64, WORK_OF_MOVE = 8 };

typedef struct {
  const Component *c;
  uint32_t *number; /* by state: in the result; UINT32_MAX: it is not needed (so far) */
  VEC(uint32_t) kept;
  ComponentDraft draft;
  StateSet closure, stable;
  uint8_t *mark;
  Effort *effort;
} Diamond;

static uint32_t number_of(Diamond *d, uint32_t state)
{
  if (d->number[state] == UINT32_MAX) {
    d->number[state] = d->kept.len;
    vec_push(&d->kept, state);
  }
  return d->number[state];
}

static bool diverges(const Component *c, uint32_t s)
{
  for (uint32_t i = c->begin[s]; i < c->begin[s + 1] && c->moves[i].event == MACHINE_TAU; i++)
    if (c->moves[i].to == s) return true;
  return false;
}

/* The stable states behind τ with the least offers are kept; what one of them can do need not be
 * possible before. */
static void add_unstable(Diamond *d, uint32_t state, uint32_t number)
{
  const Component *c = d->c;
  d->closure.len = d->stable.len = 0;
  vec_push(&d->closure, state);
  tau_closure(c, &d->closure, d->mark);
  bool divergent = false;
  for (uint32_t i = 0; i < d->closure.len; i++) {
    uint32_t s = d->closure.data[i];
    divergent |= diverges(c, s);
    if (component_is_stable(c, s)) vec_push(&d->stable, s);
  }
  acceptance_minimal(c, &d->stable, d->effort);
  for (uint32_t i = 0; i < d->stable.len; i++) {
    draft_move(&d->draft, MACHINE_TAU, number_of(d, d->stable.data[i]));
    d->mark[d->stable.data[i]] = 1;
  }
  if (divergent) draft_move(&d->draft, MACHINE_TAU, number);
  for (uint32_t i = 0; i < d->closure.len; i++) {
    uint32_t s = d->closure.data[i];
    if (d->mark[s]) continue;
    for (uint32_t m = c->begin[s]; m < c->begin[s + 1]; m++)
      if (c->moves[m].event != MACHINE_TAU)
        draft_move(&d->draft, c->moves[m].event, number_of(d, c->moves[m].to));
  }
  for (uint32_t i = 0; i < d->stable.len; i++) d->mark[d->stable.data[i]] = 0;
}

static void add_stable(Diamond *d, uint32_t state)
{
  const Component *c = d->c;
  for (uint32_t m = c->begin[state]; m < c->begin[state + 1]; m++)
    draft_move(&d->draft, c->moves[m].event, number_of(d, c->moves[m].to));
}

Component *compress_diamond(Component *c, Effort *effort)
{
  Diamond d = {.c = c, .effort = effort};
  uint64_t most = 8 * (uint64_t) c->begin[c->states] + 1000;
  d.number = memory_alloc(((size_t) c->states + 1) * sizeof *d.number);
  memset(d.number, 0xFF, (size_t) c->states * sizeof *d.number);
  d.mark = memory_zeroed(c->states, sizeof *d.mark);
  number_of(&d, 0);
  uint32_t moves = 0;
  for (uint32_t i = 0; i < d.kept.len && d.draft.moves.len <= most; i++) {
    uint64_t work = WORK_OF_STATE + WORK_OF_MOVE * (uint64_t) (d.draft.moves.len - moves);
    if (!effort_goes_on(effort, work + WORK_OF_MOVE * (uint64_t) d.closure.len)) break;
    moves = d.draft.moves.len;
    draft_state(&d.draft);
    if (component_is_stable(c, d.kept.data[i])) add_stable(&d, d.kept.data[i]);
    else add_unstable(&d, d.kept.data[i], i);
  }
  bool pays = !effort->stopped && d.draft.moves.len <= most && d.kept.len < c->states;
  Component *result = NULL;
  if (pays) result = draft_finish(&d.draft, c->omega == NO_OMEGA ? NO_OMEGA : d.number[c->omega]);
  draft_free(&d.draft);
  free(d.number), free(d.mark);
  vec_free(&d.kept), vec_free(&d.closure), vec_free(&d.stable);
  if (!result) return c;
  component_free(c);
  return result;
}
