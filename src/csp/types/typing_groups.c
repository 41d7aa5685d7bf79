#include "csp/types/typing.h"

/* Strongly connected components of what units need, each after those that it needs (Tarjan's
 * algorithm, without recursion: scripts may be long). */

typedef struct {
  Unit *unit;
  uint32_t next; /* of its needs */
} Visit;

typedef struct {
  Typing *typing;
  EachGroup *each;
  void *data;
  VEC(Visit) path;
  Units stack;
  uint32_t visited;
} Walk;

static void enter(Walk *w, Unit *unit)
{
  unit->index = unit->low = ++w->visited;
  unit->open = true;
  vec_push(&w->stack, unit);
  Visit visit = {unit, 0};
  vec_push(&w->path, visit);
}

/* The units above this one on the stack are a group with it. */
static void close_group(Walk *w, const Unit *unit)
{
  uint32_t first = w->stack.len;
  do w->stack.data[--first]->open = false;
  while (w->stack.data[first] != unit);
  w->each(w->typing, w->stack.data + first, w->stack.len - first, w->data);
  w->stack.len = first;
}

static void leave(Walk *w)
{
  const Unit *unit = w->path.data[--w->path.len].unit;
  if (unit->low == unit->index) close_group(w, unit);
  if (w->path.len == 0) return;
  Unit *outer = w->path.data[w->path.len - 1].unit;
  if (unit->low < outer->low) outer->low = unit->low;
}

static void walk(Walk *w, Unit *root)
{
  enter(w, root);
  while (w->path.len) {
    Visit *visit = &w->path.data[w->path.len - 1];
    if (visit->next == visit->unit->needs.len) {
      leave(w);
      continue;
    }
    Unit *needed = visit->unit->needs.data[visit->next++];
    if (!needed->index) enter(w, needed);
    else if (needed->open && needed->index < visit->unit->low) visit->unit->low = needed->index;
  }
}

void typing_groups(Typing *t, const Units *units, EachGroup *each, void *data)
{
  Walk w = {.typing = t, .each = each, .data = data};
  for (uint32_t i = 0; i < units->len; i++)
    if (!units->data[i]->index) walk(&w, units->data[i]);
  vec_free(&w.path);
  vec_free(&w.stack);
}
