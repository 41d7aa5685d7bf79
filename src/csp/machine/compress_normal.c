#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "csp/machine/acceptance.h"
#include "csp/machine/compress.h"
#include "base/signatures.h"

enum { MOST_WORDS = 1 << 25, WORK_OF_WORD = 16 };

/* A node is what the system may have become after a trace: a set of states, closed under τ.
 * Nodes are numbered as they are met; states of the result are made node by node, so moves have
 * nodes as targets first, and acceptance states their own numbers. */
typedef struct {
  const Component *c;     /* without τ-loops but those of one state */
  Signatures nodes;       /* ascending sets of states */
  VEC(uint32_t) state_of; /* by node: its state in the result */
  ComponentDraft draft;
  VEC(bool) to_node; /* by move of the draft: the target is a node */
  StateSet set, stable;
  VEC(uint64_t) words, moves;
  uint8_t *mark;
  Effort *effort;
} Normalising;

static uint32_t node_of_set(Normalising *n)
{
  tau_closure(n->c, &n->set, n->mark);
  n->words.len = 0;
  for (uint32_t i = 0; i < n->set.len; i++) vec_push(&n->words, n->set.data[i]);
  uint32_t count = words_sort(n->words.data, n->words.len);
  return signatures_add(&n->nodes, n->words.data, count);
}

static void add_move(Normalising *n, uint32_t event, uint32_t to, bool to_node)
{
  draft_move(&n->draft, event, to);
  vec_push(&n->to_node, to_node);
}

/* The members of a node: n->set; *diverges: one has a τ to itself. */
static void open_node(Normalising *n, uint32_t node, bool *diverges)
{
  const Component *c = n->c;
  uint32_t count;
  const uint64_t *words = signatures_get(&n->nodes, node, &count);
  n->stable.len = n->moves.len = 0;
  *diverges = false;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t s = (uint32_t) words[i];
    if (component_is_stable(c, s)) vec_push(&n->stable, s);
    for (uint32_t m = c->begin[s]; m < c->begin[s + 1]; m++) {
      Move move = c->moves[m];
      if (move.event != MACHINE_TAU) vec_push(&n->moves, (uint64_t) move.event << 32 | move.to);
      else *diverges |= move.to == s;
    }
  }
  n->moves.len = n->moves.len ? words_sort(n->moves.data, n->moves.len) : 0;
}

/* Targets become nodes: n->moves is then event and node, one for each event.  False: it is time to
 * stop, or too much. */
static bool close_moves(Normalising *n)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n->moves.len;) {
    uint64_t event = n->moves.data[i] >> 32;
    n->set.len = 0;
    for (; i < n->moves.len && n->moves.data[i] >> 32 == event; i++)
      vec_push(&n->set, (uint32_t) n->moves.data[i]);
    n->moves.data[kept++] = event << 32 | node_of_set(n);
    if (n->nodes.words.len > MOST_WORDS) return false;
    if (!effort_goes_on(n->effort, WORK_OF_WORD * (uint64_t) (n->set.len + 1))) return false;
  }
  n->moves.len = kept;
  return true;
}

static bool offers(const Component *c, uint32_t state, uint32_t event)
{
  uint32_t at = c->begin[state], end = c->begin[state + 1];
  if (at < end && c->moves[at].event == MACHINE_TICK) return event == MACHINE_TICK;
  while (at < end && c->moves[at].event < event) at++;
  return at < end && c->moves[at].event == event;
}

/* Does one of the stable states that are kept offer it? */
static bool is_covered(const Normalising *n, uint32_t event)
{
  for (uint32_t i = 0; i < n->stable.len; i++)
    if (offers(n->c, n->stable.data[i], event)) return true;
  return false;
}

/* Moves of the node that a stable state offers. */
static void add_offers(Normalising *n, uint32_t state)
{
  for (uint32_t i = 0; i < n->moves.len; i++) {
    uint32_t event = (uint32_t) (n->moves.data[i] >> 32);
    if (offers(n->c, state, event)) add_move(n, event, (uint32_t) n->moves.data[i], true);
  }
}

static bool offers_all(const Normalising *n, uint32_t state)
{
  for (uint32_t i = 0; i < n->moves.len; i++)
    if (!offers(n->c, state, (uint32_t) (n->moves.data[i] >> 32))) return false;
  return true;
}

/* A node with one acceptance, of all that it can do, is a stable state; any other one has a τ to a
 * stable state for each acceptance, and can do itself what none of them offers.  False: as before.
 */
static bool add_node(Normalising *n, uint32_t node)
{
  bool diverges;
  open_node(n, node, &diverges);
  acceptance_minimal(n->c, &n->stable, n->effort);
  if (!close_moves(n)) return false;
  uint32_t state = draft_state(&n->draft);
  vec_push(&n->state_of, state);
  if (n->stable.len == 1 && !diverges && offers_all(n, n->stable.data[0])) {
    add_offers(n, n->stable.data[0]);
    return true;
  }
  if (diverges) add_move(n, MACHINE_TAU, state, false);
  for (uint32_t i = 0; i < n->stable.len; i++) add_move(n, MACHINE_TAU, state + 1 + i, false);
  for (uint32_t i = 0; i < n->moves.len; i++) {
    uint32_t event = (uint32_t) (n->moves.data[i] >> 32);
    if (!is_covered(n, event)) add_move(n, event, (uint32_t) n->moves.data[i], true);
  }
  for (uint32_t i = 0; i < n->stable.len; i++) {
    draft_state(&n->draft);
    add_offers(n, n->stable.data[i]);
  }
  return effort_goes_on(n->effort, WORK_OF_WORD * (uint64_t) (n->stable.len + 1) * n->moves.len);
}

static uint32_t find_omega(const Normalising *n)
{
  for (uint32_t i = 0; n->c->omega != NO_OMEGA && i < n->nodes.begin.len; i++) {
    uint32_t count;
    const uint64_t *words = signatures_get(&n->nodes, i, &count);
    if (count == 1 && words[0] == n->c->omega) return n->state_of.data[i];
  }
  return NO_OMEGA;
}

Component *compress_normal(Component *original, Effort *effort)
{
  Component *c = compress_strong(compress_tau_loops(original), effort);
  Normalising n = {.c = c, .effort = effort};
  Component *result = NULL;
  uint64_t most = UINT64_C(4) * c->states + 100000;
  n.mark = memory_zeroed(c->states, sizeof *n.mark);
  vec_push(&n.set, 0);
  node_of_set(&n);
  uint32_t node = 0;
  for (; node < n.nodes.begin.len; node++) {
    if (n.draft.begin.len > most || n.nodes.words.len > MOST_WORDS) break;
    if (!add_node(&n, node)) break;
  }
  if (node == n.nodes.begin.len) {
    for (uint32_t i = 0; i < n.to_node.len; i++) {
      uint32_t *to = &n.draft.moves.data[i].to;
      if (n.to_node.data[i]) *to = n.state_of.data[*to];
    }
    result = draft_finish(&n.draft, find_omega(&n));
  }
  draft_free(&n.draft);
  signatures_free(&n.nodes);
  free(n.mark);
  vec_free(&n.state_of), vec_free(&n.to_node), vec_free(&n.set), vec_free(&n.stable);
  vec_free(&n.words), vec_free(&n.moves);
  if (!result) return c;
  component_free(c);
  return result;
}
