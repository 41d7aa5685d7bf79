#include "api/walk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/arena.h"
#include "base/memory.h"
#include "base/vec.h"
#include "lts/print.h"
#include "search/states.h"

struct Walk {
  Sink sink; /* first */
  Lts *lts;
  bool *stop;
  States *states;
  Value *row;
  Arena *room, *said; /* of `steps`; of facts */
  ArenaMark room_start, said_start;
  VEC(WalkStep) steps;
  uint32_t *slots; /* a hash table: 1 + index in `steps`, or 0 */
  uint32_t slot_count;
  StateId from;
  WalkSteps found;
  bool full;
};

static const char *copy(Arena *arena, const char *text)
{
  return arena_copy(arena, text, strlen(text));
}

/* ---------------------------------------------------------------- transitions */

/* The slot of a step like that, or the empty one where it belongs. */
static uint32_t *find_slot(const Walk *w, StateId to, const char *text)
{
  uint32_t mask = w->slot_count - 1;
  uint32_t at = (uint32_t) XXH3_64bits_withSeed(text, strlen(text), to) & mask;
  for (; w->slots[at]; at = (at + 1) & mask) {
    const WalkStep *s = &w->steps.data[w->slots[at] - 1];
    if (s->to == to && !strcmp(s->text, text)) break;
  }
  return &w->slots[at];
}

static void grow_slots(Walk *w)
{
  free(w->slots);
  w->slot_count = w->slot_count ? 2 * w->slot_count : 64;
  w->slots = memory_zeroed(w->slot_count, sizeof *w->slots);
  for (uint32_t i = 0; i < w->steps.len; i++)
    *find_slot(w, w->steps.data[i].to, w->steps.data[i].text) = i + 1;
}

static void note(Walk *w, const char *reason)
{
  if (!w->found.reason)
    w->found.reason = copy(w->room, reason ? reason : "something could not be computed");
}

static void stop(Walk *w, const char *reason)
{
  note(w, reason);
  w->found.partial = w->full = true;
  if (w->stop) *w->stop = true;
}

static void add_step(Walk *w, const Transition *t, StateId to)
{
  Text text = {0};
  lts_print_transition(&text, w->lts, t, NULL);
  if (2 * w->steps.len >= w->slot_count) grow_slots(w);
  uint32_t *slot = find_slot(w, to, text_string(&text));
  if (!*slot) {
    WalkStep step = {to, t->label, w->lts->label_name(w->lts, t->label),
                     copy(w->room, text_string(&text))};
    vec_push(&w->steps, step);
    *slot = w->steps.len;
  }
  text_free(&text);
}

static void accept(Sink *sink, const Transition *t)
{
  Walk *w = (Walk *) sink;
  bool fresh;
  if (w->full) return;
  if (w->steps.len == WALK_MOST) {
    stop(w, "a state has too many transitions");
    return;
  }
  StateId to = states_add(w->states, t->state, w->from, t->label, &fresh);
  if (to == NO_STATE) stop(w, "there are too many states");
  else add_step(w, t, to);
}

static void take_trouble(Sink *sink, const Trouble *t)
{
  Walk *w = (Walk *) sink;
  note(w, t->message);
  if (t->kind == TROUBLE_FAULT) w->found.faulty = true;
  else w->found.partial = true;
}

WalkSteps walk_steps(Walk *w, StateId from)
{
  arena_release(w->room, w->room_start);
  w->found = (WalkSteps){0};
  w->full = false;
  w->steps.len = 0;
  if (w->slots) memset(w->slots, 0, w->slot_count * sizeof *w->slots);
  w->from = from;
  if (from == NO_STATE) w->lts->initial(w->lts, &w->sink);
  else w->lts->next(w->lts, walk_row(w, from), &w->sink);
  if (w->full && w->stop) *w->stop = false;
  w->found.steps = w->steps.data;
  w->found.count = w->steps.len;
  return w->found;
}

/* --------------------------------------------------------------------- states */

Walk *walk_new(Lts *lts, bool *stop_flag)
{
  Walk *w = memory_zeroed(1, sizeof *w);
  w->sink = (Sink){accept, take_trouble};
  w->lts = lts;
  w->stop = stop_flag;
  w->states = states_new(lts->width);
  w->row = memory_zeroed(lts->width, sizeof *w->row);
  w->room = arena_new();
  w->said = arena_new();
  w->room_start = arena_mark(w->room);
  w->said_start = arena_mark(w->said);
  return w;
}

void walk_free(Walk *w)
{
  if (!w) return;
  states_free(w->states);
  arena_free(w->room);
  arena_free(w->said);
  vec_free(&w->steps);
  free(w->slots);
  free(w->row);
  free(w);
}

uint32_t walk_count(const Walk *w) { return states_count(w->states); }

/* A copy: the table moves when states are added. */
const Value *walk_row(Walk *w, StateId state)
{
  assert(state < states_count(w->states));
  memcpy(w->row, states_row(w->states, state), w->lts->width * sizeof *w->row);
  return w->row;
}

/* What one predicate adds to the facts; FALSE outweighs what is not well-defined. */
static void judge(Walk *w, uint32_t predicate, const Value *row, WalkFacts *facts, bool *faulty)
{
  const LtsPredicate *p = w->lts->predicate(w->lts, predicate);
  Trouble why = {0};
  if (p->kind == PREDICATE_GOAL || (facts->violated && !*faulty)) return;
  switch (w->lts->holds(w->lts, predicate, row, &why)) {
  case TRUTH_TRUE: break;
  case TRUTH_FALSE:
    facts->violated = p->text;
    *faulty = false;
    break;
  case TRUTH_FAULT:
    if (facts->violated) break;
    facts->violated = arena_printf(w->said, "%s (not well-defined: %s)", p->text,
                                   why.message ? why.message : "it has no value");
    *faulty = true;
    break;
  case TRUTH_UNKNOWN:
    facts->unknown = copy(w->said, why.message ? why.message : "it could not be computed");
    break;
  }
}

WalkFacts walk_facts(Walk *w, StateId state)
{
  Lts *lts = w->lts;
  WalkFacts facts = {0};
  bool faulty = false;
  Trouble why = {0};
  const Value *row = walk_row(w, state);
  arena_release(w->said, w->said_start);
  facts.setup = lts->is_setup(lts, row);
  if (facts.setup) return facts;
  facts.end = lts_is_inert(lts) || (lts->is_terminated && lts->is_terminated(lts, row));
  if (lts->is_outside) {
    Truth t = lts->is_outside(lts, row, &why);
    facts.outside = t == TRUTH_TRUE;
    if (t == TRUTH_UNKNOWN || t == TRUTH_FAULT)
      facts.unknown = copy(w->said, why.message ? why.message : "it could not be computed");
  }
  for (uint32_t i = 0; i < lts->predicate_count; i++) judge(w, i, row, &facts, &faulty);
  return facts;
}
