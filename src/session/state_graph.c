#include "session/state_graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "lts/print.h"

static const char *keep(StateGraph *g, const char *text)
{
  return arena_copy(g->arena, text, strlen(text));
}

/* --------------------------------------------------------------- exploration */

enum { MOST_EDGES = 1000 }; /* of one state: nobody can draw more */

typedef struct {
  Sink sink; /* first */
  StateGraph *g;
  bool *stop; /* of the options */
  StateId from;
  uint32_t first_edge; /* of this state */
  bool incomplete;
  bool wrong;          /* something in it is not well-defined: it is not known to do nothing */
  uint32_t most_edges; /* of one state */
} Explorer;

static void add_reason(StateGraph *g, const char *reason)
{
  g->complete = false;
  if (!reason) reason = "something could not be computed";
  for (uint32_t i = 0; i < g->reasons.len; i++)
    if (!strcmp(g->reasons.data[i], reason)) return;
  vec_push(&g->reasons, keep(g, reason));
}

static void accept(Sink *sink, const Transition *t)
{
  Explorer *x = (Explorer *) sink;
  StateGraph *g = x->g;
  bool fresh;
  if (g->edges.len - x->first_edge >= x->most_edges) {
    add_reason(g, "a state has too many transitions");
    x->incomplete = true;
    if (x->stop) *x->stop = true;
    return;
  }
  StateId to = states_add(g->states, t->state, x->from, t->label, &fresh);
  if (to == NO_STATE) {
    add_reason(g, "too many states");
    return;
  }
  while (g->facts.len <= to) vec_push(&g->facts, (StateFacts){0});
  StateFacts *facts = &g->facts.data[to];
  facts->setup = g->lts->is_setup(g->lts, t->state);
  facts->initial |= t->label < g->lts->first_operation && !facts->setup;
  Text text = {0};
  lts_print_transition(&text, g->lts, t, NULL);
  bool known = false;
  for (uint32_t i = x->first_edge; i < g->edges.len && !known; i++)
    known = g->edges.data[i].to == to && !strcmp(g->edges.data[i].text, text_string(&text));
  if (!known)
    vec_push(&g->edges, ((StateEdge){x->from, to, t->label, keep(g, text_string(&text))}));
  text_free(&text);
}

static void take_trouble(Sink *sink, const Trouble *t)
{
  Explorer *x = (Explorer *) sink;
  if (t->kind == TROUBLE_INCOMPLETE) {
    x->incomplete = true;
    add_reason(x->g, t->message);
  } else if (x->from != NO_STATE) {
    x->wrong = true;
    StateFacts *facts = &x->g->facts.data[x->from];
    if (!facts->violated)
      facts->violated =
          arena_printf(x->g->arena, "%s: %s", t->claim ? "wrong" : "not well-defined", t->message);
  } else add_reason(x->g, t->message);
}

static void check(StateGraph *g, StateId id, const Value *row)
{
  bool violated = false; /* this outweighs that something is not well-defined */
  for (uint32_t i = 0; i < g->lts->predicate_count; i++) {
    const LtsPredicate *p = g->lts->predicate(g->lts, i);
    Trouble why = {0};
    StateFacts *facts = &g->facts.data[id];
    Truth t = g->lts->holds(g->lts, i, row, &why);
    if (p->kind == PREDICATE_GOAL) facts->goal |= t == TRUTH_TRUE;
    else if (t == TRUTH_FALSE && !violated) {
      facts->violated = arena_printf(g->arena, "not: %s", p->text);
      violated = true;
    } else if (t == TRUTH_FAULT && !facts->violated)
      facts->violated = arena_printf(g->arena, "not well-defined: %s", why.message);
    else if (t == TRUTH_UNKNOWN) add_reason(g, why.message);
  }
}

static void visit(Explorer *x, StateId id, Value *row)
{
  StateGraph *g = x->g;
  memcpy(row, states_row(g->states, id), g->lts->width * sizeof *row);
  x->from = id;
  x->first_edge = g->edges.len;
  x->incomplete = x->wrong = false;
  if (!g->facts.data[id].setup) check(g, id, row);
  g->lts->next(g->lts, row, &x->sink);
  assert(x->first_edge <= g->edges.len && id < g->facts.len);
  g->facts.data[id].explored = !x->incomplete;
  bool end = g->lts->is_terminated && g->lts->is_terminated(g->lts, row);
  g->facts.data[id].stuck = g->edges.len == x->first_edge && !x->incomplete && !x->wrong && !end;
}

static bool must_stop(StateGraph *g, const StateGraphOptions *o, double started, StateId id)
{
  if (cancel_asked(o->cancelled)) return add_reason(g, "interrupted"), true;
  if (o->time_limit > 0 && clock_seconds() - started > o->time_limit)
    return add_reason(g, "the time limit was reached"), true;
  if (o->max_states && id >= o->max_states) return add_reason(g, REASON_STATE_LIMIT), true;
  return false;
}

StateGraph *state_graph_empty(Lts *lts)
{
  StateGraph *g = memory_zeroed(1, sizeof *g);
  g->lts = lts;
  g->arena = arena_new();
  g->states = states_new(lts->width);
  g->complete = true;
  return g;
}

StateGraph *state_graph_new(Lts *lts, StateGraphOptions options)
{
  StateGraph *g = state_graph_empty(lts);
  Value *row = memory_zeroed(lts->width + 1, sizeof *row);
  double started = clock_seconds();
  Explorer x = {.sink = {accept, take_trouble}, .g = g, .stop = options.stop, .from = NO_STATE};
  x.most_edges = options.max_edges ? options.max_edges : MOST_EDGES;
  lts->initial(lts, &x.sink);
  if (options.stop && g->edges.len >= x.most_edges) *options.stop = false;
  for (StateId id = 0; id < states_count(g->states); id++) {
    if (must_stop(g, &options, started, id)) break;
    visit(&x, id, row);
    if (options.stop && g->edges.len - x.first_edge >= x.most_edges) *options.stop = false;
  }
  free(row);
  return g;
}

void state_graph_free(StateGraph *g)
{
  if (!g) return;
  states_free(g->states);
  arena_free(g->arena);
  vec_free(&g->facts);
  vec_free(&g->edges);
  vec_free(&g->reasons);
  free(g);
}
