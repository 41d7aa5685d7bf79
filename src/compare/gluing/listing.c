#include "compare/gluing/listing.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PAIRS = 60, DEEPEST = 40 };

typedef struct {
  Space *space;
  uint32_t column;
  bool spec;
} Item;

typedef struct {
  VEC(Item) items;
  const PairList *pairs;
  VEC(char *) tuples;
} Listing;

/* Elements of deferred sets have no names. */
static bool has_names(const Shape *shape, uint32_t depth)
{
  if (!shape || depth > DEEPEST || shape->kind == SHAPE_FREE) return false;
  if (shape->kind == SHAPE_GIVEN) return shape->names;
  for (uint32_t i = 0; i < shape->count; i++)
    if (!has_names(shape->args[i], depth + 1)) return false;
  return true;
}

static bool has_column(Lts *lts, const char *name)
{
  for (uint32_t i = 0; i < lts->width; i++) {
    const char *other = lts->column_name(lts, i);
    if (other && !strcmp(other, name)) return true;
  }
  return false;
}

/* False if the values of one cannot be written. */
static bool add_items(Listing *l, Space *s, bool spec, Lts *other)
{
  Lts *lts = s->lts;
  if (!lts->column_shape) return false;
  for (uint32_t i = 0; i < lts->width; i++) {
    const char *name = lts->column_name(lts, i);
    if (!name || (spec && (s->constant[i] || has_column(other, name)))) continue;
    if (!has_names(lts->column_shape(lts, i), 0)) return false;
    Item item = {s, i, spec};
    vec_push(&l->items, item);
  }
  return true;
}

static void print_names(Text *text, const Listing *l)
{
  for (uint32_t i = 0; i < l->items.len; i++) {
    Lts *lts = l->items.data[i].space->lts;
    text_printf(text, "%s%s", i ? "|->" : "", lts->column_name(lts, l->items.data[i].column));
  }
}

static void print_tuple(Text *text, const Listing *l, StatePair pair)
{
  for (uint32_t i = 0; i < l->items.len; i++) {
    const Item *item = &l->items.data[i];
    StateId state = item->spec ? pair.a : pair.c;
    Lts *lts = item->space->lts;
    if (i) text_add(text, "|->");
    lts->print_column(lts, text, item->column,
                      states_row(item->space->states, state)[item->column]);
  }
}

static int by_text(const void *a, const void *b)
{
  return strcmp(*(char *const *) a, *(char *const *) b);
}

static void find_tuples(Listing *l)
{
  for (uint32_t i = 0; i < l->pairs->len; i++) {
    Text tuple = {0};
    print_tuple(&tuple, l, l->pairs->data[i]);
    text_add(&tuple, "");
    vec_push(&l->tuples, tuple.data);
  }
  if (l->tuples.len) qsort(l->tuples.data, l->tuples.len, sizeof *l->tuples.data, by_text);
}

static void print_tuples(Text *text, const Listing *l, const char *between)
{
  const char *before = "";
  bool several = l->items.len > 1;
  for (uint32_t i = 0; i < l->tuples.len; i++) {
    if (i && !strcmp(l->tuples.data[i], l->tuples.data[i - 1])) continue;
    text_printf(text, several ? "%s(%s)" : "%s%s", before, l->tuples.data[i]);
    before = between;
  }
}

bool listing_print(Text *text, Space *impl, Space *spec, const PairList *pairs, const char *between)
{
  Listing l = {.pairs = pairs};
  bool good = pairs->len > 0 && pairs->len <= MOST_PAIRS && add_items(&l, spec, true, impl->lts) &&
              add_items(&l, impl, false, NULL) && l.items.len > 0;
  if (good) {
    find_tuples(&l);
    text_add_char(text, '(');
    print_names(text, &l);
    text_add(text, ") : {");
    print_tuples(text, &l, between);
    text_add_char(text, '}');
  }
  for (uint32_t i = 0; i < l.tuples.len; i++) free(l.tuples.data[i]);
  vec_free(&l.tuples);
  vec_free(&l.items);
  return good;
}
