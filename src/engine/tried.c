#include "engine/tried.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/memory.h"
#include "engine/engine.h"

struct Tried {
  pthread_mutex_t lock;
  TriedNames names;
  bool mixed;
};

Tried *tried_new(void)
{
  Tried *t = calloc(1, sizeof *t);
  if (!t) memory_exhausted();
  pthread_mutex_init(&t->lock, NULL);
  return t;
}

void tried_free(Tried *t)
{
  vec_free(&t->names);
  pthread_mutex_destroy(&t->lock);
  free(t);
}

/* -------------------------------------------------------------------- windows */

/* What was tried both times: where an end is a bound there is nothing beyond it, so it is as far
 * as the other one. */
static void intersect(TriedName *known, const TriedName *w)
{
  assert(known->name == w->name && (!w->range || w->low <= w->high));
  known->found |= w->found;
  known->range &= w->range;
  if (!known->range) return;
  bool higher = w->low_is_bound == known->low_is_bound
                    ? known->low_is_bound ? w->low < known->low : w->low > known->low
                    : known->low_is_bound;
  bool lower = w->high_is_bound == known->high_is_bound
                   ? known->high_is_bound ? w->high > known->high : w->high < known->high
                   : known->high_is_bound;
  if (higher) known->low = w->low, known->low_is_bound = w->low_is_bound;
  if (lower) known->high = w->high, known->high_is_bound = w->high_is_bound;
  known->range = known->low <= known->high;
}

static void add(TriedNames *names, uint32_t from, const TriedName *w)
{
  uint32_t i = from;
  while (i < names->len && names->data[i].name != w->name) i++;
  if (i < names->len) intersect(&names->data[i], w);
  else vec_push(names, *w);
}

/* ------------------------------------------------------------- one evaluation */

/* The windows from here on belong to the search that runs. */
static void note(Engine *e, TriedName window)
{
  assert(window.name && e->windows_begun <= e->windows.len);
  add(&e->windows, e->windows_begun, &window);
}

void tried_note_range(Engine *e, const Symbol *name, const TriedName *window)
{
  TriedName noted = *window;
  noted.name = name;
  noted.range = window->low <= window->high;
  note(e, noted);
}

void tried_note_some(Engine *e, const Symbol *name, bool found)
{
  note(e, (TriedName){.name = name, .found = found});
}

uint32_t tried_begin(Engine *e)
{
  uint32_t outer = e->windows_begun;
  e->windows_begun = e->windows.len;
  return outer;
}

void tried_end(Engine *e, uint32_t outer, bool incomplete, bool found)
{
  uint32_t begun = e->windows_begun, end = e->windows.len;
  assert(outer <= begun && begun <= end);
  e->windows_begun = outer;
  e->windows.len = begun;
  for (uint32_t i = begun; incomplete && i < end; i++) {
    TriedName window = e->windows.data[i];
    window.found |= found;
    note(e, window);
  }
}

/* ------------------------------------------------------------------ the whole */

void tried_keep(Engine *e)
{
  if (!e->windows.len) return;
  pthread_mutex_lock(&e->tried->lock);
  for (uint32_t i = 0; i < e->windows.len; i++) add(&e->tried->names, 0, &e->windows.data[i]);
  e->tried->mixed |= e->other_causes > 0;
  pthread_mutex_unlock(&e->tried->lock);
}

static int by_place(const void *a, const void *b)
{
  const Symbol *x = ((const TriedName *) a)->name, *y = ((const TriedName *) b)->name;
  return x->span.begin < y->span.begin ? -1 : x->span.begin > y->span.begin;
}

TriedNames tried_names(const Engine *e)
{
  TriedNames all = {0};
  for (uint32_t i = 0; i < e->tried->names.len; i++) vec_push(&all, e->tried->names.data[i]);
  if (all.len) qsort(all.data, all.len, sizeof *all.data, by_place);
  return all;
}

bool tried_is_mixed(const Engine *e) { return e->tried->mixed; }
