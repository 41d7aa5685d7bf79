#include "temporal/meaning/premise.h"

enum { MOST_PREMISES = 8 };

static Temporal *copy_with(Arena *arena, const Temporal *t, TemporalKind kind, Temporal *kid)
{
  Temporal *copy = arena_alloc(arena, sizeof *copy);
  *copy = *t;
  copy->kind = kind;
  copy->kids[0] = kid;
  copy->height = kid->height + 1;
  return copy;
}

/* What all paths do, as something that a path does. */
static TemporalKind existential(TemporalKind kind)
{
  switch (kind) {
  case TEMPORAL_GLOBALLY: return TEMPORAL_FINALLY;
  case TEMPORAL_NEXT: return TEMPORAL_NEXT;
  case TEMPORAL_HISTORICALLY: return TEMPORAL_ONCE;
  case TEMPORAL_FORALL: return TEMPORAL_EXISTS;
  case TEMPORAL_AG: return TEMPORAL_EF;
  case TEMPORAL_AX: return TEMPORAL_EX;
  default: return TEMPORAL_ERROR;
  }
}

/* Those from `first` on happen below this operator. */
static void wrap(Arena *arena, const Temporal *t, uint32_t first, Premises *all)
{
  for (uint32_t i = first; i < all->len; i++)
    all->data[i].tree = copy_with(arena, t, existential(t->kind), all->data[i].tree);
}

static void add(Premises *all, Temporal *tree)
{
  if (all->len < MOST_PREMISES) vec_push(all, ((Premise){.tree = tree}));
}

static void find(Arena *arena, const Temporal *t, Premises *all)
{
  uint32_t first = all->len;
  switch (t->kind) {
  case TEMPORAL_AND:
    find(arena, t->kids[0], all);
    find(arena, t->kids[1], all);
    for (uint32_t i = first; i < all->len; i++) all->data[i].partly = true;
    break;
  case TEMPORAL_IMPLIES:
    if (t->kids[1]->kind == TEMPORAL_FALSE) break;
    add(all, t->kids[0]);
    first = all->len;
    find(arena, t->kids[1], all);
    for (uint32_t i = first; i < all->len; i++)
      all->data[i].tree =
          temporal_binary(arena, TEMPORAL_AND, t->span, t->kids[0], all->data[i].tree);
    break;
  case TEMPORAL_FORALL:
    add(all, temporal_leaf(arena, TEMPORAL_TRUE, t->span));
    find(arena, t->kids[0], all);
    wrap(arena, t, first, all);
    break;
  default:
    if (existential(t->kind) == TEMPORAL_ERROR) break;
    find(arena, t->kids[0], all);
    wrap(arena, t, first, all);
    break;
  }
}

/* Without what is clear: at some time, for some value. */
static const char *denial(Arena *arena, const Temporal *t)
{
  bool later = false;
  const Temporal *named = NULL;
  for (; t->kind == TEMPORAL_FINALLY || t->kind == TEMPORAL_ONCE || t->kind == TEMPORAL_EF ||
         t->kind == TEMPORAL_EXISTS;
       t = t->kids[0]) {
    later |= t->kind == TEMPORAL_FINALLY || t->kind == TEMPORAL_EF; /* nothing was before */
    if (t->kind == TEMPORAL_EXISTS) named = t;
  }
  Text text = {0};
  if (named && t->kind == TEMPORAL_TRUE)
    text_printf(&text, "%s has no values", named->variable->text);
  else {
    temporal_print(&text, t, (PrintStyle){0});
    text_add(&text, later ? " never happens" : " is not true at the beginning");
  }
  const char *copy = arena_copy(arena, text_string(&text), text.len);
  text_free(&text);
  return copy;
}

void premises_find(Arena *arena, const Temporal *t, Premises *all)
{
  while (t->kind == TEMPORAL_ASSUMING) t = t->kids[1];
  find(arena, t, all);
  for (uint32_t i = 0; i < all->len; i++) all->data[i].not_so = denial(arena, all->data[i].tree);
}
