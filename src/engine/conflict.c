#include "engine/conflict.h"

#include <stdlib.h>

#include "engine/engine.h"

/* A conjunct without which the rest still has no solution is not needed: each is left
 * out in turn.  What remains is a conflict; it is minimal if every attempt was decided. */

static const double SECONDS_EACH = 2;

static bool stop_at_first(void *context, Reference *r)
{
  (void) r;
  *(bool *) context = true;
  return false;
}

typedef enum { SATISFIABLE, CONTRADICTORY, UNDECIDED } Finding;

/* The conjuncts that are needed so far, but for one. */
static Finding try_without(Reference *r, const Conflict *c, uint32_t left_out)
{
  Engine *e = reference_engine(r);
  Arena *arena = arena_new();
  Node *all = node_new(arena, NODE_AND, SPAN_NONE, NULL, c->conjunct_count);
  uint32_t count = 0;
  for (uint32_t i = 0; i < c->conjunct_count; i++)
    if (c->needed[i] && i != left_out) node_set(all, count++, (Node *) c->conjuncts[i]);
  all->count = count;
  double deadline = e->deadline;
  bool found = false;
  engine_set_time_limit(e, SECONDS_EACH);
  if (deadline > 0 && deadline < e->deadline) e->deadline = deadline;
  Solved solved = reference_solve(r, c->names, c->count, all, WINDOWS_WIDE, stop_at_first, &found);
  e->deadline = deadline;
  e->expired = false;
  arena_free(arena);
  return found ? SATISFIABLE : solved == SOLVED_ALL ? CONTRADICTORY : UNDECIDED;
}

bool conflict_find(Reference *r, Conflict *c)
{
  for (uint32_t i = 0; i < c->conjunct_count; i++) c->needed[i] = true;
  if (try_without(r, c, UINT32_MAX) != CONTRADICTORY) return false;
  bool decided = true;
  uint32_t needed = c->conjunct_count;
  for (uint32_t i = 0; i < c->conjunct_count; i++) {
    Finding finding = try_without(r, c, i);
    if (finding == CONTRADICTORY) c->needed[i] = false, needed--;
    else if (finding == UNDECIDED) decided = false;
  }
  c->minimal = decided || needed == 1; /* without any of them everything is a solution */
  return true;
}
