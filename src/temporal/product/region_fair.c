#include <string.h>

#include "base/memory.h"
#include "temporal/product/region.h"

/* Streett's condition, by recursion on components: where a strong term has steps that are possible
 * but never taken inside of a component, the nodes where they are possible are left out, and what
 * is left is divided into components again. */

typedef VEC(uint32_t) NodeList;

typedef struct {
  uint32_t part, level;
  NodeList nodes;
} Part;

static void see_edges(const Region *r, uint32_t part, const RegionNode *n, PartView *v)
{
  for (uint32_t k = n->begin; k < n->begin + n->count; k++) {
    const RegionEdge *e = &r->edges.data[k];
    if (r->nodes.data[e->to].part != part) continue;
    v->loop = true;
    v->marks |= e->marks;
    v->taken |= e->taken;
    v->blocked &= n->enabled & ~e->taken;
    if (r->instances) v->done[e->instance] = true;
  }
}

static void see_node(const Region *r, uint32_t part, const RegionNode *n, PartView *v)
{
  v->nodes++;
  v->enabled |= n->enabled;
  for (uint32_t k = 0; k < n->instances; k++) v->possible[r->possible.data[n->first + k]]++;
  see_edges(r, part, n, v);
}

static PartView new_view(const Region *r)
{
  uint32_t instances = r->instances ? instances_count(r->instances) : 0;
  PartView v = {.blocked = UINT64_MAX};
  v.possible = memory_zeroed(instances, sizeof *v.possible);
  v.done = memory_zeroed(instances, sizeof *v.done);
  return v;
}

PartView region_view(const Region *r, uint32_t part)
{
  PartView v = new_view(r);
  for (uint32_t i = 0; i < r->nodes.len; i++)
    if (r->nodes.data[i].part == part) see_node(r, part, &r->nodes.data[i], &v);
  return v;
}

static PartView look_at(const Region *r, const Part *p)
{
  PartView v = new_view(r);
  for (uint32_t i = 0; i < p->nodes.len; i++)
    see_node(r, p->part, &r->nodes.data[p->nodes.data[i]], &v);
  return v;
}

void part_view_close(PartView *v)
{
  free(v->possible);
  free(v->done);
}

/* A term that no loop in here can keep. */
static bool is_hopeless(const Region *r, const Part *p, const PartView *seen)
{
  const FairnessCase *fair = r->walker->fair;
  for (uint32_t i = 0; fair && i < fair->count; i++) {
    const FairnessTerm *t = &fair->terms[i];
    if (!t->every && seen->blocked >> i & 1) return true;
    for (uint32_t k = 0; t->every && k < instances_count(r->instances); k++)
      if (seen->possible[k] == p->nodes.len && !seen->done[k]) return true;
  }
  return false;
}

/* Is a strong term's step possible in this node, but not taken in the part?  Or is that not known?
 */
static bool is_refused(const Region *r, const RegionNode *n, const PartView *seen)
{
  const FairnessCase *fair = r->walker->fair;
  for (uint32_t i = 0; fair && i < fair->count; i++) {
    const FairnessTerm *t = &fair->terms[i];
    if (t->every && n->vague) return true; /* who knows what is possible there */
    if (!t->strong) continue;
    if (!t->every && (n->enabled & ~seen->taken) >> i & 1) return true;
    for (uint32_t k = 0; t->every && k < n->instances; k++)
      if (!seen->done[r->possible.data[n->first + k]]) return true;
  }
  return false;
}

/* --------------------------------------------------------------------- components */

typedef struct {
  uint32_t node, next; /* next: of its edges */
} Visit;

typedef struct { /* Tarjan's algorithm on the nodes of one part */
  Region *r;
  uint32_t part, level, count, *next_part;
  uint32_t *number, *low; /* by node; number 0: not met */
  bool *open;
  NodeList stack;
  VEC(Visit) visits;
} Division;

typedef VEC(Part) Parts;

static void meet(Division *v, uint32_t node)
{
  v->number[node] = v->low[node] = ++v->count;
  v->open[node] = true;
  vec_push(&v->stack, node);
  vec_push(&v->visits, ((Visit){node, 0}));
}

static void finish_node(Division *v, uint32_t node, Parts *out)
{
  if (v->low[node] != v->number[node]) return;
  Part p = {.part = (*v->next_part)++, .level = v->level};
  uint32_t member;
  do {
    member = v->stack.data[--v->stack.len];
    v->open[member] = false;
    vec_push(&p.nodes, member);
  } while (member != node);
  vec_push(out, p);
}

static void divide_from(Division *v, uint32_t node, Parts *out)
{
  Region *r = v->r;
  meet(v, node);
  while (v->visits.len) {
    Visit *top = &v->visits.data[v->visits.len - 1];
    const RegionNode *n = &r->nodes.data[top->node];
    uint32_t here = top->node;
    if (top->next < n->count) {
      uint32_t to = r->edges.data[n->begin + top->next++].to;
      if (r->nodes.data[to].part != v->part) continue;
      if (!v->number[to]) meet(v, to);
      else if (v->open[to] && v->number[to] < v->low[here]) v->low[here] = v->number[to];
      continue;
    }
    v->visits.len--;
    if (v->visits.len) {
      uint32_t before = v->visits.data[v->visits.len - 1].node;
      if (v->low[here] < v->low[before]) v->low[before] = v->low[here];
    }
    finish_node(v, here, out);
  }
}

/* The components of what is left of a part, as parts. */
static void divide(Region *r, const Part *p, uint32_t *next_part, Parts *out)
{
  Division v = {.r = r, .part = p->part, .level = p->level + 1, .next_part = next_part};
  v.number = memory_zeroed(r->nodes.len, sizeof *v.number);
  v.low = memory_zeroed(r->nodes.len, sizeof *v.low);
  v.open = memory_zeroed(r->nodes.len, sizeof *v.open);
  uint32_t first = out->len;
  for (uint32_t i = 0; i < p->nodes.len; i++) {
    uint32_t node = p->nodes.data[i];
    if (r->nodes.data[node].part == p->part && !v.number[node]) divide_from(&v, node, out);
  }
  for (uint32_t i = first; i < out->len; i++)
    for (uint32_t k = 0; k < out->data[i].nodes.len; k++)
      r->nodes.data[out->data[i].nodes.data[k]].part = out->data[i].part;
  free(v.number);
  free(v.low);
  free(v.open);
  vec_free(&v.stack);
  vec_free(&v.visits);
}

typedef struct {
  Region *r;
  uint64_t marks;
  RegionRefused *refused; /* or NULL */
  void *context;
  uint32_t next_part;
  Parts parts;
} Search;

static void tell_refused(const Search *s, const Part *p, const PartView *seen)
{
  const FairnessCase *fair = s->r->walker->fair;
  for (uint32_t i = 0; i < fair->count; i++) {
    const FairnessTerm *t = &fair->terms[i];
    if (t->strong && !t->every && (seen->enabled & ~seen->taken) >> i & 1)
      s->refused(s->context, true, i, p->level);
    for (uint32_t k = 0; t->strong && t->every && k < instances_count(s->r->instances); k++)
      if (seen->possible[k] && !seen->done[k]) s->refused(s->context, false, k, p->level);
  }
}

/* Is there a loop in this part?  Otherwise smaller parts may be added. */
static bool judge(Search *s, const Part *p)
{
  Region *r = s->r;
  PartView seen = look_at(r, p);
  bool good = seen.loop && (seen.marks & s->marks) == s->marks && !is_hopeless(r, p, &seen);
  uint32_t refused = 0;
  for (uint32_t i = 0; good && i < p->nodes.len; i++) {
    RegionNode *n = &r->nodes.data[p->nodes.data[i]];
    if (!is_refused(r, n, &seen)) continue;
    n->part = PART_OUTSIDE;
    refused++;
  }
  if (good && refused && s->refused) tell_refused(s, p, &seen);
  part_view_close(&seen);
  if (good && refused) divide(r, p, &s->next_part, &s->parts);
  return good && !refused;
}

/* Nodes have numbers in the order in which they are found. */
static uint32_t first_of(const Part *p)
{
  uint32_t first = p->nodes.data[0];
  for (uint32_t i = 1; i < p->nodes.len; i++)
    if (p->nodes.data[i] < first) first = p->nodes.data[i];
  return first;
}

uint32_t region_fair_part(Region *r, uint64_t marks, RegionRefused *refused, void *context)
{
  Search s = {.r = r, .marks = marks, .refused = refused, .context = context, .next_part = 1};
  Part whole = {.part = 0};
  uint32_t found = PART_OUTSIDE;
  for (uint32_t i = 0; i < r->nodes.len; i++) {
    r->nodes.data[i].part = r->nodes.data[i].known ? 0 : PART_OUTSIDE;
    if (r->nodes.data[i].known) vec_push(&whole.nodes, i);
  }
  divide(r, &whole, &s.next_part, &s.parts);
  vec_free(&whole.nodes);
  uint32_t nearest = NOWHERE;
  while (s.parts.len) {
    Part p = s.parts.data[--s.parts.len];
    uint32_t first = first_of(&p);
    if (first < nearest && judge(&s, &p)) {
      found = p.part;
      nearest = first;
    }
    vec_free(&p.nodes);
  }
  vec_free(&s.parts);
  return found;
}
