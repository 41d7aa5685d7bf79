#include "temporal/product/walker.h"

#include <string.h>

#include "base/memory.h"
#include "temporal/product/situation.h"

void walker_open(Walker *w, const ProductRequest *request)
{
  *w = (Walker){.request = request};
  w->asked = memory_zeroed(request->atoms->count, sizeof *w->asked);
  w->letter = memory_zeroed(request->atoms->count, sizeof *w->letter);
  w->row = memory_zeroed(atlas_lts(request->atlas)->width, sizeof *w->row);
}

void walker_close(Walker *w)
{
  free(w->asked);
  free(w->letter);
  free(w->row);
  free(w->also_asked);
  vec_free(&w->successors);
  vec_free(&w->letters);
}

static bool asks_about_steps(const Walker *w)
{
  const Atoms *atoms = w->request->atoms;
  for (uint32_t i = 0; i < atoms->count; i++)
    if (w->asked[i] && atoms->of_step[i]) return true;
  return false;
}

static void fill_steps(Walker *w, Truth t)
{
  const Atoms *atoms = w->request->atoms;
  for (uint32_t i = 0; i < atoms->count; i++)
    if (atoms->of_step[i]) w->letter[i] = (uint8_t) t;
}

static void take_end(Walker *w, uint32_t q)
{
  fill_steps(w, TRUTH_FALSE);
  Truth t = automaton_ends(w->request->automaton, q, w->letter);
  w->ends = t == TRUTH_TRUE;
  w->incomplete |= t == TRUTH_UNKNOWN;
}

static bool leads_to_all(Automaton *a, AutomatonMoves moves)
{
  for (uint32_t i = 0; i < moves.count; i++)
    if (automaton_accepts_all(a, moves.moves[i].to)) return true;
  return false;
}

/* Is everything accepted from here on, whatever step comes next? */
static bool is_decided(Walker *w, uint32_t q)
{
  Automaton *a = w->request->automaton;
  if (automaton_accepts_all(a, q)) return true;
  fill_steps(w, TRUTH_UNKNOWN);
  return leads_to_all(a, automaton_moves(a, q, w->letter));
}

static void take_edge(Walker *w, uint32_t q, uint32_t step)
{
  const ProductRequest *r = w->request;
  AutomatonMoves moves = automaton_moves(r->automaton, q, w->letter);
  w->incomplete |= moves.vague;
  for (uint32_t i = 0; i < moves.count; i++)
    vec_push(&w->successors, ((Successor){w->here.edges.edges[step].to, moves.moves[i].to, step,
                                          moves.moves[i].marks}));
}

static void take_edges(Walker *w, uint32_t q)
{
  Atoms *atoms = w->request->atoms;
  bool steps = asks_about_steps(w);
  for (uint32_t i = 0; i < w->here.edges.count; i++) {
    if (steps) atoms->tell_step(atoms, &w->here, &w->here.edges.edges[i], w->asked, w->letter);
    if (w->also_asked)
      for (uint32_t k = 0; k < atoms->count; k++) vec_push(&w->letters, w->letter[k]);
    take_edge(w, q, i);
  }
}

void walker_expand(Walker *w, StateId state, uint32_t q)
{
  const ProductRequest *r = w->request;
  w->successors.len = w->letters.len = 0;
  w->ends = w->decided = false;
  situation_enter(&w->here, r->atlas, state, w->row);
  const AtlasEdges *edges = &w->here.edges;
  const bool *asks = automaton_asks(r->automaton, q);
  for (uint32_t i = 0; i < r->atoms->count; i++)
    w->asked[i] = asks[i] || (w->also_asked && w->also_asked[i]);
  memset(w->letter, 0, r->atoms->count);
  r->atoms->tell_state(r->atoms, &w->here, w->asked, w->letter);
  if (situation_is_open(&w->here, r->atlas)) w->incomplete = true;
  else if (!edges->count) take_end(w, q);
  if (edges->count || automaton_accepts_all(r->automaton, q)) w->decided = is_decided(w, q);
  fill_steps(w, TRUTH_FALSE);
  if (!w->decided) take_edges(w, q);
}
