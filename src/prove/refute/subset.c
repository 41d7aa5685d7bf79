#include "prove/refute/subset.h"

#include "prove/refute/restrict.h"
#include "prove/refute/sizes.h"

typedef struct {
  Renamings places; /* of names: symbols of `numbers` */
  Symbol *numbers;
  uint32_t count;
} Places;

static Places places_of(const Stage *s)
{
  Places p = {.places = {.arena = s->arena}, .count = s->names.len};
  p.numbers = arena_new_array(s->arena, Symbol, p.count + 1);
  for (uint32_t i = 0; i < p.count; i++)
    renamings_put(&p.places, s->names.data[i].symbol, &p.numbers[i]);
  return p;
}

static void mark(const Places *p, const Node *node, bool *marks)
{
  const Symbol *number = node->symbol ? renamings_get(&p->places, node->symbol) : NULL;
  if (number) marks[number - p->numbers] = true;
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i]) mark(p, node->kids[i], marks);
}

/* How many names the premise has; *known: how many of these are marked. */
static uint32_t names_in(const Places *p, const Node *premise, const bool *marks, bool *scratch,
                         uint32_t *known)
{
  uint32_t all = 0;
  *known = 0;
  for (uint32_t i = 0; i < p->count; i++) scratch[i] = false;
  mark(p, premise, scratch);
  for (uint32_t i = 0; i < p->count; i++) {
    all += scratch[i];
    *known += scratch[i] && marks[i];
  }
  return all;
}

/* With `closed`, those whose names are all marked, after what few-named ones add to them. */
static void take_near(const Stage *s, const StageCase *c, bool closed, bool *used)
{
  enum { FEW = 3 };
  Places p = places_of(s);
  bool *marks = arena_new_array(s->arena, bool, p.count + 1);
  bool *wider = arena_new_array(s->arena, bool, p.count + 1);
  bool *scratch = arena_new_array(s->arena, bool, p.count + 1);
  uint32_t known;
  for (uint32_t i = 0; i < c->premises.len; i++) mark(&p, c->premises.data[i], marks);
  for (uint32_t i = 0; i < p.count; i++) wider[i] = marks[i];
  for (uint32_t i = 0; closed && i < s->premises.len; i++) {
    uint32_t all = names_in(&p, s->premises.data[i], marks, scratch, &known);
    if (known && all <= FEW) mark(&p, s->premises.data[i], wider);
  }
  for (uint32_t i = 0; i < s->premises.len; i++) {
    uint32_t all = names_in(&p, s->premises.data[i], wider, scratch, &known);
    used[i] = closed ? known == all : known > 0 || all == 0;
  }
}

const bool *subset_of(const Stage *s, const StageCase *c, SubsetKind kind, uint32_t *count)
{
  bool *used = arena_new_array(s->arena, bool, s->premises.len + 1);
  if (kind == SUBSET_NEAR || kind == SUBSET_NEARER) take_near(s, c, kind == SUBSET_NEARER, used);
  for (uint32_t i = 0; kind == SUBSET_SELECTED && i < s->premises.len; i++)
    used[i] = s->sequent->hypotheses[s->origins.data[i]].selected;
  *count = 0;
  for (uint32_t i = 0; i < s->premises.len; i++) *count += used[i] |= kind == SUBSET_ALL;
  return used;
}

static bool can_be_cut(const Stage *s, const Node *premise)
{
  for (uint32_t i = 0; i < s->sets.len; i++) {
    uint32_t witnesses = 0;
    if (!size_range(&s->premises, s->sets.data[i]).high &&
        !restrict_keeps(premise, s->sets.data[i], &witnesses))
      return false;
  }
  return true;
}

const bool *subset_small(const Stage *s, const bool *used, uint32_t *count)
{
  bool *fewer = arena_new_array(s->arena, bool, s->premises.len + 1);
  *count = 0;
  for (uint32_t i = 0; i < s->premises.len; i++)
    *count += fewer[i] = used[i] && can_be_cut(s, s->premises.data[i]);
  return fewer;
}
