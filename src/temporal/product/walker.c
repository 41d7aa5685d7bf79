#include "temporal/product/walker.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "temporal/product/situation.h"

void walker_open(Walker *w, Atlas *atlas, Atoms *atoms, Automaton *automaton, pthread_mutex_t *lock,
                 const FairnessCase *fair)
{
  *w = (Walker){.atlas = atlas, .atoms = atoms, .fair = fair};
  letters_open(&w->letters, automaton, lock, atoms->of_step);
  w->asked = memory_zeroed(atoms->count, sizeof *w->asked);
  w->letter = memory_zeroed(atoms->count, sizeof *w->letter);
  w->row = memory_zeroed(atlas_lts(atlas)->width, sizeof *w->row);
}

void walker_close(Walker *w)
{
  letters_close(&w->letters);
  free(w->asked);
  free(w->letter);
  free(w->row);
  vec_free(&w->successors);
}

/* --------------------------------------------------------------------- fairness */

static bool is_vague(const Walker *w, uint32_t atom) { return w->letter[atom] >= TRUTH_UNKNOWN; }

/* What is not known makes loops less fair. */
static uint64_t enabled_terms(Walker *w)
{
  uint64_t set = 0;
  for (uint32_t i = 0; w->fair && i < w->fair->count; i++) {
    const FairnessTerm *t = &w->fair->terms[i];
    if (t->every) continue;
    bool vague = is_vague(w, t->enabled);
    w->incomplete |= vague;
    if (vague || w->letter[t->enabled] == TRUTH_TRUE) set |= UINT64_C(1) << i;
  }
  return set;
}

static uint64_t taken_terms(Walker *w)
{
  uint64_t set = 0;
  for (uint32_t i = 0; i < w->fair->count; i++) {
    const FairnessTerm *t = &w->fair->terms[i];
    if (t->every) continue;
    w->incomplete |= is_vague(w, t->taken);
    if (w->letter[t->taken] == TRUTH_TRUE) set |= UINT64_C(1) << i;
  }
  return set;
}

/* Atoms that fairness wants to know; of steps: does it want any? */
static bool ask_for_fairness(Walker *w)
{
  bool steps = false;
  for (uint32_t i = 0; w->fair && i < w->fair->count; i++) {
    const FairnessTerm *t = &w->fair->terms[i];
    if (!t->every) steps = w->asked[t->enabled] = w->asked[t->taken] = true;
  }
  return steps;
}

/* ------------------------------------------------------------------------ edges */

static void fill_steps(Walker *w, const LetterState *q, Truth t)
{
  for (uint32_t i = 0; i < q->count; i++)
    if (w->atoms->of_step[q->asked[i]]) w->letter[q->asked[i]] = (uint8_t) t;
}

static void take_end(Walker *w, const LetterState *state, uint32_t q)
{
  fill_steps(w, state, TRUTH_FALSE);
  Truth t = letters_ends(&w->letters, q, w->letter);
  w->ends = t == TRUTH_TRUE;
  w->incomplete |= t == TRUTH_UNKNOWN;
}

/* Is everything accepted from here on, whatever step comes next? */
static bool is_decided(Walker *w, const LetterState *state, uint32_t q)
{
  if (state->accepts_all) return true;
  if (state->asks_steps) fill_steps(w, state, TRUTH_UNKNOWN);
  return letters_moves(&w->letters, q, w->letter)->decided;
}

static void take_edge(Walker *w, const LetterMoves *moves, uint32_t step, uint64_t taken)
{
  StateId to = w->here.edges.edges[step].to;
  w->incomplete |= moves->vague;
  for (uint32_t i = 0; i < moves->count; i++)
    vec_push(&w->successors,
             ((Successor){to, moves->moves[i].to, step, moves->moves[i].marks, taken}));
}

static void take_edges(Walker *w, const LetterState *state, uint32_t q, bool fairness)
{
  const AtlasEdges *edges = &w->here.edges;
  const LetterMoves *all = NULL;
  if (state->asks_steps) fill_steps(w, state, TRUTH_FALSE);
  else all = letters_moves(&w->letters, q, w->letter);
  for (uint32_t i = 0; i < edges->count; i++) {
    if (!all || fairness)
      w->atoms->tell_step(w->atoms, &w->here, &edges->edges[i], w->asked, w->letter);
    const LetterMoves *moves = all ? all : letters_moves(&w->letters, q, w->letter);
    take_edge(w, moves, i, fairness ? taken_terms(w) : 0);
  }
}

void walker_expand(Walker *w, StateId id, uint32_t q)
{
  w->successors.len = 0;
  w->ends = w->decided = false;
  situation_enter(&w->here, w->atlas, id, w->row);
  const LetterState *state = letters_state(&w->letters, q);
  memcpy(w->asked, state->asks, automaton_atoms(w->letters.automaton) * sizeof *w->asked);
  bool fairness = ask_for_fairness(w);
  w->atoms->tell_state(w->atoms, &w->here, w->asked, w->letter);
  w->enabled = enabled_terms(w);
  bool open = situation_is_open(&w->here, w->atlas);
  if (open) w->incomplete = true;
  else if (!w->here.edges.count) take_end(w, state, q);
  if (w->here.edges.count || state->accepts_all) w->decided = is_decided(w, state, q);
  if (!w->decided) take_edges(w, state, q, fairness);
}

void walker_offers(Walker *w, StateId id, const bool *labels)
{
  w->successors.len = 0;
  w->ends = w->decided = false;
  situation_offers(&w->here, w->atlas, id, labels, w->row);
  w->enabled = 0;
  if (labels) return;
  memset(w->asked, 0, automaton_atoms(w->letters.automaton) * sizeof *w->asked);
  ask_for_fairness(w);
  w->atoms->tell_state(w->atoms, &w->here, w->asked, w->letter);
  w->enabled = enabled_terms(w);
}
