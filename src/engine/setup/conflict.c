#include "engine/setup/conflict.h"

#include <assert.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "engine/reference/formula/formula.h"
#include "syntax/inspect.h"

/* A conjunct without which the rest still has no solution is not needed: each is left
 * out in turn.  What remains is a conflict; it is minimal if every attempt was decided.
 * A contradiction that is left is mostly found about as fast as the whole one was; a rest that has
 * solutions may take for ever.  So all are tried with little time first. */

static const double SECONDS_EACH = 2, SECONDS_FIRST = 0.01;
static const double TIMES_WHOLE = 4; /* as long as it took for all conjuncts together */

static bool stop_at_first(void *context, Reference *r)
{
  (void) r;
  *(bool *) context = true;
  return false;
}

typedef enum { SATISFIABLE, CONTRADICTORY, UNDECIDED } Finding;

/* Of the names those that the predicate mentions; the others have values whatever it says. */
static Symbol **names_in(Arena *arena, const Conflict *c, const Node *predicate, uint32_t *count)
{
  Symbol **names = arena_new_array(arena, Symbol *, c->count + 1);
  *count = 0;
  for (uint32_t i = 0; i < c->count; i++)
    if (node_mentions(predicate, c->names[i])) names[(*count)++] = c->names[i];
  return names;
}

/* The conjuncts that are needed so far, but for one. */
static Finding try_without(Reference *r, const Conflict *c, uint32_t left_out, double seconds)
{
  Engine *e = reference_engine(r);
  Arena *arena = arena_new();
  Node *all = node_new(arena, NODE_AND, SPAN_NONE, NULL, c->conjunct_count);
  uint32_t count = 0;
  for (uint32_t i = 0; i < c->conjunct_count; i++)
    if (c->needed[i] && i != left_out) node_set(all, count++, (Node *) c->conjuncts[i]);
  assert(count <= c->conjunct_count);
  all->count = count;
  double deadline = e->options.deadline;
  bool found = false;
  engine_set_time_limit(e, seconds);
  if (deadline > 0 && deadline < e->options.deadline) e->options.deadline = deadline;
  uint32_t name_count;
  Symbol **names = names_in(arena, c, all, &name_count);
  Solved solved = reference_solve(r, names, name_count, all, WINDOWS_WIDE, stop_at_first, &found);
  e->options.deadline = deadline;
  e->expired = false;
  arena_free(arena);
  return found ? SATISFIABLE : solved == SOLVED_ALL ? CONTRADICTORY : UNDECIDED;
}

/* Leaves out what it can of the conjuncts in doubt; those stay so of which it was not decided
 * whether the rest has solutions without them.  (If it has, it has them still when others are left
 * out.) False: there are some. */
static bool leave_out(Reference *r, Conflict *c, bool *doubt, double seconds)
{
  bool decided = true;
  double deadline = reference_engine(r)->options.deadline;
  for (uint32_t i = 0; i < c->conjunct_count; i++) {
    if (!doubt[i]) continue;
    if (!c->quick && deadline > 0 && clock_seconds() > deadline) return false;
    Finding finding = try_without(r, c, i, seconds);
    if (finding == CONTRADICTORY) c->needed[i] = false;
    doubt[i] = finding == UNDECIDED;
    decided &= !doubt[i];
  }
  return decided;
}

bool conflict_find(Reference *r, Conflict *c)
{
  for (uint32_t i = 0; i < c->conjunct_count; i++) c->needed[i] = true;
  double start = clock_seconds();
  if (try_without(r, c, UINT32_MAX, SECONDS_EACH) != CONTRADICTORY) return false;
  double first = TIMES_WHOLE * (clock_seconds() - start);
  bool *doubt = malloc(c->conjunct_count + 1);
  if (!doubt) memory_exhausted();
  for (uint32_t i = 0; i < c->conjunct_count; i++) doubt[i] = true;
  c->minimal = leave_out(r, c, doubt, first > SECONDS_FIRST ? first : SECONDS_FIRST) ||
               (!c->quick && leave_out(r, c, doubt, SECONDS_EACH));
  free(doubt);
  uint32_t needed = 0;
  for (uint32_t i = 0; i < c->conjunct_count; i++) needed += c->needed[i];
  assert(needed > 0);
  if (needed == 1) c->minimal = true; /* without any of them everything is a solution */
  return true;
}
