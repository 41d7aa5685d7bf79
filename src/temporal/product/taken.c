#include "temporal/product/taken.h"

#include <string.h>

void taken_free(Taken *t)
{
  vec_free(&t->facts);
  vec_free(&t->last);
}

bool taken_has(const Taken *t, uint32_t instance, uint32_t root)
{
  uint32_t place = instance < t->last.len ? t->last.data[instance] : 0;
  return place && t->facts.data[place - 1].root >= root;
}

/* What was noted for a root that is not behind the node belongs to the root of the node by now, or
 * to one before it. */
bool taken_has_between(const Taken *t, uint32_t instance, uint32_t root, uint32_t node)
{
  uint32_t place = instance < t->last.len ? t->last.data[instance] : 0;
  while (place && t->facts.data[place - 1].root > node) place = t->facts.data[place - 1].before;
  return place && t->facts.data[place - 1].root >= root;
}

static void put(Taken *t, uint32_t instance, uint32_t root)
{
  while (t->last.len <= instance) vec_push(&t->last, 0);
  vec_push(&t->facts, ((TakenFact){instance, root, t->last.data[instance]}));
  t->last.data[instance] = t->facts.len;
}

void taken_note(Taken *t, uint32_t instance, uint32_t root)
{
  if (!taken_has(t, instance, root)) put(t, instance, root);
}

void taken_drop(Taken *t, uint32_t root)
{
  while (t->facts.len && t->facts.data[t->facts.len - 1].root >= root) {
    TakenFact f = t->facts.data[--t->facts.len];
    t->last.data[f.instance] = f.before;
  }
  if (!t->has_lost || t->lost < root) return;
  t->has_lost = root > 0;
  t->lost = root - t->has_lost;
}

/* All facts from a place on, behind each other. */
static void keep_from(Taken *t, uint32_t first)
{
  uint32_t count = t->facts.len;
  if (t->last.len) memset(t->last.data, 0, t->last.len * sizeof *t->last.data);
  t->facts.len = 0;
  for (uint32_t i = first; i < count; i++) put(t, t->facts.data[i].instance, t->facts.data[i].root);
}

void taken_rename(Taken *t, TakenName *name, void *context)
{
  for (uint32_t i = 0; i < t->facts.len; i++)
    t->facts.data[i].instance = name(context, t->facts.data[i].instance);
  keep_from(t, 0);
}

void taken_limit(Taken *t, size_t bytes)
{
  if (t->facts.len * sizeof *t->facts.data <= bytes) return;
  uint32_t half = t->facts.len / 2;
  for (uint32_t i = 0; i < half; i++) {
    uint32_t root = t->facts.data[i].root;
    if (!t->has_lost || root > t->lost) t->lost = root;
    t->has_lost = true;
  }
  keep_from(t, half);
}
