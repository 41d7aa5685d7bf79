#include "compare/play.h"

#include <assert.h>

#include "compare/graph.h"
#include "compare/weak.h"

typedef struct {
  const Simulation *x;
  const Weak *a;
  const Graph *c;
  const Alphabet *alphabet;
  const Sets *menus;
  SimulateOptions options;
  StateList answers; /* of one move */
  Play play;
} Player;

static uint32_t rank(const Player *p, StateId a, StateId c)
{
  return p->x->ranks[(uint64_t) a * p->x->impl_count + c];
}

/* The answer that is excluded last; NO_STATE if there is none.  *late is its rank. */
static StateId best_answer(Player *p, StateId a, Edge edge, uint32_t *late)
{
  StateId best = NO_STATE;
  weak_after(p->a, a, edge.action, &p->answers);
  *late = 0;
  for (uint32_t i = 0; i < p->answers.len; i++) {
    StateId to = p->answers.data[i];
    if (best != NO_STATE && rank(p, to, edge.to) <= *late) continue;
    best = to;
    *late = rank(p, to, edge.to);
  }
  return best;
}

static bool is_forgiven(const Player *p, StateId a, uint32_t action)
{
  return p->options.nonblocking && action != ACTION_TAU &&
         !alphabet_may_call(p->alphabet, weak_calls(p->a, a), action);
}

/* The move whose best answer was excluded first, all before the pair itself. */
static bool find_move(Player *p, StateId a, StateId c, Move *move)
{
  uint32_t first = rank(p, a, c);
  bool found = false;
  for (uint32_t i = p->c->out.begin[c]; i < p->c->out.begin[c + 1]; i++) {
    Edge edge = p->c->out.edges[i];
    uint32_t late;
    StateId answer = best_answer(p, a, edge, &late);
    if (is_forgiven(p, a, edge.action)) continue;
    if (answer != NO_STATE && (late >= first || simulation_has(p->x, answer, edge.to))) continue;
    *move = (Move){edge.action, p->answers.len, answer, edge.to};
    found = true;
    if (answer == NO_STATE) return true;
    first = late;
  }
  return found;
}

/* What a may offer and c refuses. */
static void add_refused(Player *p, StateId a, StateId c)
{
  uint32_t count;
  const uint32_t *calls = sets_get(p->menus, weak_calls(p->a, a), &count);
  for (uint32_t i = 0; i < count; i++)
    if (!sets_has(p->menus, p->c->calls[c], calls[i])) vec_push(&p->play.refused, calls[i]);
}

static void play_on(Player *p)
{
  Move move = p->play.moves.data[0];
  while (move.a != NO_STATE && rank(p, move.a, move.c) > 0) {
    assert(!simulation_has(p->x, move.a, move.c));
    if (!find_move(p, move.a, move.c, &move)) return;
    vec_push(&p->play.moves, move);
  }
  if (move.a != NO_STATE) add_refused(p, move.a, move.c);
}

Play play_new(const Simulation *x, Space *impl, Space *spec, SimulateOptions options)
{
  Player p = {.x = x, .options = options, .alphabet = impl->alphabet};
  if (!x->ranks || x->outcome != SIMULATION_NOT_INITIAL) return p.play;
  Weak *a = weak_new(spec);
  Graph c = graph_new(impl, false);
  p.a = a;
  p.c = &c;
  p.menus = alphabet_menus(impl->alphabet);
  Move first = {ACTION_TAU, 0, NO_STATE, x->where};
  for (StateId i = 0; i < x->spec_count && !spec->stopped; i++) {
    if (!a->initial[i]) continue;
    first.answers++;
    if (first.a == NO_STATE || rank(&p, i, x->where) > rank(&p, first.a, x->where)) first.a = i;
  }
  if (!spec->stopped) {
    vec_push(&p.play.moves, first);
    play_on(&p);
  }
  vec_free(&p.answers);
  weak_free(a);
  graph_free(&c);
  return p.play;
}

void play_free(Play *play)
{
  vec_free(&play->moves);
  vec_free(&play->refused);
}
