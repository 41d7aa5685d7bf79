#include "temporal/product/leaving.h"

#include <string.h>

#include "base/memory.h"

void leaving_clear(Leaving *l)
{
  l->instances.len = 0;
  memset(l->terms, 0, sizeof l->terms);
  l->any = false;
}

void leaving_free(Leaving *l) { vec_free(&l->instances); }

void leaving_guess_instance(Leaving *l, uint32_t instance, uint32_t level)
{
  while (l->instances.len <= instance) vec_push(&l->instances, 0);
  if (l->instances.data[instance] || level > LEAVING_LEVELS) return;
  l->instances.data[instance] = (uint8_t) level;
  l->any = true;
}

void leaving_guess_terms(Leaving *l, uint64_t terms, uint32_t level)
{
  for (uint32_t i = 1; i <= LEAVING_LEVELS; i++) terms &= ~l->terms[i];
  if (!terms || level > LEAVING_LEVELS) return;
  l->terms[level] |= terms;
  l->any = true;
}

uint32_t leaving_level(const Leaving *l, uint64_t terms, const uint32_t *instances, uint32_t count)
{
  uint32_t least = 0;
  for (uint32_t i = 1; terms && i <= LEAVING_LEVELS && !least; i++)
    if (terms & l->terms[i]) least = i;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t level = instances[i] < l->instances.len ? l->instances.data[instances[i]] : 0;
    if (level && (!least || level < least)) least = level;
  }
  return least;
}

/* ------------------------------------------------------------------- confirming */

typedef struct { /* a node of the region */
  bool judged;   /* its edges are known, and loops through it may be accepted */
  bool open;     /* what is not known can be reached */
  uint8_t level;
  uint8_t rank; /* the highest level that can be reached; nobody looks behind a node with a level */
} Spot;

typedef struct {
  Leaving *guess;
  const Region *r;
  Spot *spots;
  Leaving against, tried, sure; /* at level 1 of each: what was seen of terms and instances */
} Confirming;

static void set_levels(Confirming *c)
{
  for (uint32_t i = 0; i < c->r->nodes.len; i++) {
    const RegionNode *n = &c->r->nodes.data[i];
    Spot *p = &c->spots[i];
    const uint32_t *possible = n->instances ? c->r->possible.data + n->first : NULL;
    p->level =
        p->judged ? (uint8_t) leaving_level(c->guess, n->enabled, possible, n->instances) : 0;
    p->rank = p->level;
    p->open = !n->known;
  }
}

static bool look_ahead(Confirming *c, uint32_t node)
{
  const RegionNode *n = &c->r->nodes.data[node];
  Spot *p = &c->spots[node], old = *p;
  for (uint32_t k = n->begin; k < n->begin + n->count && !p->level; k++) {
    const Spot *to = &c->spots[c->r->edges.data[k].to];
    p->open |= to->open && !to->level;
    if (to->rank > p->rank) p->rank = to->rank;
  }
  return p->open != old.open || p->rank != old.rank;
}

static void set_ranks(Confirming *c)
{
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = c->r->nodes.len; i-- > 0;)
      if (c->spots[i].judged) more |= look_ahead(c, i);
  }
}

static void note(Leaving *seen, const Leaving *guess, const RegionEdge *e, uint32_t level)
{
  leaving_guess_terms(seen, e->taken & guess->terms[level], 1);
  bool has = e->instance < guess->instances.len && guess->instances.data[e->instance] == level;
  if (has) leaving_guess_instance(seen, e->instance, 1);
}

static void try_edges(Confirming *c, uint32_t node)
{
  const RegionNode *n = &c->r->nodes.data[node];
  uint32_t level = c->spots[node].level;
  for (uint32_t k = n->begin; k < n->begin + n->count; k++) {
    const RegionEdge *e = &c->r->edges.data[k];
    const Spot *to = &c->spots[e->to];
    if (!leaving_has(c->guess, level, e->taken, c->r->instances ? e->instance : UINT32_MAX))
      continue;
    note(&c->tried, c->guess, e, level);
    if (to->rank >= level) note(&c->against, c->guess, e, level);
    else if (!to->open) note(&c->sure, c->guess, e, level);
  }
}

/* Those that were seen are no part of the guess any more. */
static void drop(Leaving *guess, const Leaving *seen)
{
  for (uint32_t i = 0; i < seen->instances.len && i < guess->instances.len; i++)
    if (seen->instances.data[i]) guess->instances.data[i] = 0;
  guess->any = false;
  for (uint32_t i = 1; i <= LEAVING_LEVELS; i++) {
    guess->terms[i] &= ~seen->terms[1];
    guess->any |= guess->terms[i] != 0;
  }
  for (uint32_t i = 0; i < guess->instances.len; i++) guess->any |= guess->instances.data[i] != 0;
}

/* Is nothing contradicted, and everything that was tried supported?  Otherwise less is left. */
static bool try_all(Confirming *c)
{
  leaving_clear(&c->tried);
  leaving_clear(&c->against);
  leaving_clear(&c->sure);
  set_levels(c);
  set_ranks(c);
  for (uint32_t i = 0; i < c->r->nodes.len; i++)
    if (c->spots[i].level) try_edges(c, i);
  drop(&c->tried, &c->sure);
  drop(c->guess, &c->tried);
  drop(c->guess, &c->against);
  return !c->against.any && !c->tried.any;
}

void leaving_confirm(Leaving *guess, const Region *r, const Survey *survey)
{
  enum { ROUNDS = 8 };
  if (!guess->any) return;
  Confirming c = {.guess = guess, .r = r};
  c.spots = memory_zeroed(r->nodes.len, sizeof *c.spots);
  for (uint32_t i = 0; i < r->nodes.len; i++)
    c.spots[i].judged = r->nodes.data[i].known && !survey_early(survey, r->nodes.data[i].q);
  uint32_t round = 0;
  while (round < ROUNDS && guess->any && !try_all(&c)) round++;
  if (round == ROUNDS) leaving_clear(guess);
  leaving_free(&c.against);
  leaving_free(&c.tried);
  leaving_free(&c.sure);
  free(c.spots);
}
