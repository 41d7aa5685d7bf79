#include "compare/constant_keys.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "compare/canonical.h"
#include "compare/seen.h"

static bool has_constant(const Space *s, const char *name)
{
  for (uint32_t i = 0; i < s->lts->width; i++)
    if (s->constant[i] && !strcmp(s->lts->column_name(s->lts, i), name)) return true;
  return false;
}

static int by_name(const void *a, const void *b)
{
  return strcmp(*(char *const *) a, *(char *const *) b);
}

/* The values of the constants that both have, in a form that is the same on both sides. */
static void print_shared(Text *text, Space *s, StateId state, const Space *other)
{
  Lts *lts = s->lts;
  VEC(char *) parts = {0};
  for (uint32_t i = 0; i < lts->width; i++) {
    if (!s->constant[i] || !has_constant(other, lts->column_name(lts, i))) continue;
    Text part = {0};
    text_printf(&part, "%s = ", lts->column_name(lts, i));
    lts->print_column(lts, &part, i, states_row(s->states, state)[i]);
    vec_push(&parts, part.data);
  }
  if (parts.len > 1) qsort(parts.data, parts.len, sizeof *parts.data, by_name);
  for (uint32_t i = 0; i < parts.len; i++) {
    if (i) text_add(text, ", ");
    canonical_add(text, parts.data[i], strlen(parts.data[i]));
    free(parts.data[i]);
  }
  vec_free(&parts);
}

static bool same_constants(const Space *s, StateId x, StateId y)
{
  const Value *a = states_row(s->states, x), *b = states_row(s->states, y);
  for (uint32_t i = 0; i < s->lts->width; i++)
    if (s->constant[i] && !value_same(a[i], b[i])) return false;
  return true;
}

uint32_t *constant_keys(Space *s, const Space *other, Names *names)
{
  uint32_t count = states_count(s->states), *keys = calloc((size_t) count + 1, sizeof *keys);
  if (!keys) memory_exhausted();
  Text text = {0};
  for (StateId i = 0; i < count; i++) {
    if (i > 0 && same_constants(s, i - 1, i)) {
      keys[i] = keys[i - 1];
      continue;
    }
    text_clear(&text);
    const Value *row = states_row(s->states, i);
    for (uint32_t c = 0; c < s->lts->constants; c++)
      if (s->constant[c] && has_constant(other, s->lts->column_name(s->lts, c)))
        seen_doubt_lazy(s, row[c]);
    print_shared(&text, s, i, other);
    keys[i] = names_intern_string(names, text_string(&text))->id;
  }
  text_free(&text);
  return keys;
}

static int by_key(const void *a, const void *b)
{
  const Keyed *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return (x->state > y->state) - (x->state < y->state);
}

Keyed *constant_keys_order(const Space *space, const uint32_t *keys)
{
  uint32_t count = space->initial.len;
  Keyed *all = memory_zeroed(count, sizeof *all);
  for (uint32_t i = 0; i < count; i++)
    all[i] = (Keyed){keys[space->initial.data[i]], space->initial.data[i]};
  qsort(all, count, sizeof *all, by_key);
  return all;
}
