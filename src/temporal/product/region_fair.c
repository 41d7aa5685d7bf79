#include <string.h>

#include "base/memory.h"
#include "temporal/product/region.h"

/* Streett's condition, by recursion on components: where a strong term has steps that are possible
 * but never taken inside of a component, the nodes where they are possible are left out, and what
 * is left is divided into components again. */

typedef VEC(uint32_t) NodeList;

typedef struct {
  uint32_t part;
  NodeList nodes;
} Part;

typedef struct { /* what is seen inside of a part */
  uint64_t marks, taken, enabled_somewhere, enabled_everywhere;
  bool loop;
  uint32_t *possible; /* by instance: nodes where it is */
  bool *done;         /* by instance: it is a step inside */
} Seen;

static void see_edges(Region *r, uint32_t part, const RegionNode *n, Seen *seen)
{
  for (uint32_t k = n->begin; k < n->begin + n->count; k++) {
    const RegionEdge *e = &r->edges.data[k];
    if (r->nodes[e->to].part != part) continue;
    seen->loop = true;
    seen->marks |= e->marks;
    seen->taken |= e->taken;
    if (r->every) seen->done[e->instance] = true;
  }
}

static Seen look_at(Region *r, const Part *p)
{
  Seen seen = {.enabled_everywhere = UINT64_MAX};
  for (uint32_t i = 0; i < p->nodes.len; i++) region_node(r, p->nodes.data[i]);
  seen.possible = memory_zeroed(r->names.begin.len, sizeof *seen.possible);
  seen.done = memory_zeroed(r->names.begin.len, sizeof *seen.done);
  for (uint32_t i = 0; i < p->nodes.len; i++) {
    const RegionNode *n = &r->nodes[p->nodes.data[i]];
    seen.enabled_somewhere |= n->enabled;
    seen.enabled_everywhere &= n->enabled;
    for (uint32_t k = 0; k < n->instances; k++) seen.possible[r->instances.data[n->first + k]]++;
    see_edges(r, p->part, n, &seen);
  }
  return seen;
}

/* A term that no loop in here can keep. */
static bool is_hopeless(const Region *r, const Part *p, const Seen *seen)
{
  for (uint32_t i = 0; r->fair && i < r->fair->count; i++) {
    const FairnessTerm *t = &r->fair->terms[i];
    if (!t->every && (seen->enabled_everywhere & ~seen->taken) >> i & 1) return true;
    for (uint32_t k = 0; t->every && k < r->names.begin.len; k++)
      if (seen->possible[k] == p->nodes.len && !seen->done[k]) return true;
  }
  return false;
}

/* Is a strong term's step possible in this node, but not taken in the part?  Or is that not known?
 */
static bool is_refused(const Region *r, const RegionNode *n, const Seen *seen)
{
  for (uint32_t i = 0; r->fair && i < r->fair->count; i++) {
    const FairnessTerm *t = &r->fair->terms[i];
    if (t->every && n->vague) return true; /* who knows what is possible there */
    if (!t->strong) continue;
    if (!t->every && (n->enabled & ~seen->taken) >> i & 1) return true;
    for (uint32_t k = 0; t->every && k < n->instances; k++)
      if (!seen->done[r->instances.data[n->first + k]]) return true;
  }
  return false;
}

/* --------------------------------------------------------------------- components */

typedef struct {
  uint32_t node, next; /* next: of its edges */
} Visit;

typedef struct { /* Tarjan's algorithm on the nodes of one part */
  Region *r;
  uint32_t part, count, *next_part;
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
  Part p = {.part = (*v->next_part)++};
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
    const RegionNode *n = &r->nodes[top->node];
    uint32_t here = top->node;
    if (top->next < n->count) {
      uint32_t to = r->edges.data[n->begin + top->next++].to;
      if (r->nodes[to].part != v->part) continue;
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
  Division v = {.r = r, .part = p->part, .next_part = next_part};
  v.number = memory_zeroed(r->count, sizeof *v.number);
  v.low = memory_zeroed(r->count, sizeof *v.low);
  v.open = memory_zeroed(r->count, sizeof *v.open);
  uint32_t first = out->len;
  for (uint32_t i = 0; i < p->nodes.len; i++) {
    uint32_t node = p->nodes.data[i];
    if (r->nodes[node].part == p->part && !v.number[node]) divide_from(&v, node, out);
  }
  for (uint32_t i = first; i < out->len; i++)
    for (uint32_t k = 0; k < out->data[i].nodes.len; k++)
      r->nodes[out->data[i].nodes.data[k]].part = out->data[i].part;
  free(v.number);
  free(v.low);
  free(v.open);
  vec_free(&v.stack);
  vec_free(&v.visits);
}

/* Is there a loop in this part?  Otherwise smaller parts may be added. */
static bool judge(Region *r, const Part *p, uint64_t marks, uint32_t *next_part, Parts *parts)
{
  Seen seen = look_at(r, p);
  bool good = seen.loop && (seen.marks & marks) == marks && !is_hopeless(r, p, &seen);
  uint32_t refused = 0;
  for (uint32_t i = 0; good && i < p->nodes.len; i++) {
    RegionNode *n = &r->nodes[p->nodes.data[i]];
    if (!is_refused(r, n, &seen)) continue;
    n->part = PART_OUTSIDE;
    refused++;
  }
  free(seen.possible);
  free(seen.done);
  if (good && refused) divide(r, p, next_part, parts);
  return good && !refused;
}

uint32_t region_fair_part(Region *r, uint64_t marks)
{
  Parts parts = {0};
  Part whole = {.part = 0};
  uint32_t next_part = 1, found = PART_OUTSIDE;
  for (uint32_t i = 0; i < r->count; i++)
    if (r->nodes[i].part == 0) vec_push(&whole.nodes, i);
  vec_push(&parts, whole);
  while (parts.len && found == PART_OUTSIDE) {
    Part p = parts.data[--parts.len];
    if (judge(r, &p, marks, &next_part, &parts)) found = p.part;
    vec_free(&p.nodes);
  }
  for (uint32_t i = 0; i < parts.len; i++) vec_free(&parts.data[i].nodes);
  vec_free(&parts);
  return found;
}
