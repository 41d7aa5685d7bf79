#include <stddef.h>
#include <stdlib.h>

#include "base/memory.h"
#include "csp/machine/network_impl.h"

/* The transitions of a state are found twice: first to see what is possible, then to hand over
 * those that need not wait. */
struct Ranking {
  NetworkSink sink; /* first: notes what is possible */
  NetworkSink pass; /* takes what is not blocked */
  const Network *network;
  NetworkSink *out;
  uint32_t *noted, stamp; /* by event: the stamp of the state in which it was possible last */
  uint32_t least;         /* level that is possible */
  bool invisible;         /* τ or ✓ is possible */
};
typedef struct Ranking Ranking;

static void note(NetworkSink *sink, const Firing *firing, const Value *row)
{
  Ranking *r = (Ranking *) sink;
  uint32_t level = r->network->priorities.ranks.data[firing->ranked].level;
  (void) row;
  r->noted[firing->ranked] = r->stamp;
  r->invisible |= firing->ranked == MACHINE_TAU || firing->ranked == MACHINE_TICK;
  if (level < r->least) r->least = level;
}

static bool is_blocked(const Ranking *r, uint32_t event)
{
  const Priorities *p = &r->network->priorities;
  const Rank *rank = &p->ranks.data[event];
  if (event == MACHINE_TAU || event == MACHINE_TICK) return false;
  if (rank->waits && r->invisible) return true;
  if (rank->level != NO_LEVEL && r->least < rank->level) return true;
  for (uint32_t i = 0; i < rank->count; i++)
    if (r->noted[p->above.data[rank->begin + i]] == r->stamp) return true;
  return false;
}

static void pass_on(NetworkSink *sink, const Firing *firing, const Value *row)
{
  Ranking *r = (Ranking *) ((char *) sink - offsetof(Ranking, pass));
  if (!is_blocked(r, firing->ranked)) r->out->accept(r->out, firing, row);
}

Ranking *ranking_new(const Network *n)
{
  Ranking *r = memory_zeroed(1, sizeof *r);
  r->sink.accept = note;
  r->pass.accept = pass_on;
  r->network = n;
  r->noted = memory_zeroed(n->priorities.ranks.len, sizeof *r->noted);
  return r;
}

void ranking_free(Ranking *r)
{
  if (!r) return;
  free(r->noted);
  free(r);
}

void ranking_next(NetworkHand *h, const Value *row, NetworkSink *sink)
{
  Ranking *r = h->ranking;
  r->stamp++;
  r->least = NO_LEVEL;
  r->invisible = false;
  r->out = sink;
  network_take_all(h, row, &r->sink);
  if (!network_hand_stopped(h)) network_take_all(h, row, &r->pass);
}
