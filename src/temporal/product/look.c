#include "temporal/product/product_impl.h"

/* A part of the product, breadth first from the beginning, is judged each time it has doubled. */
enum { FIRST_LOOK = 64, LAST_LOOK = 8192 };

static bool is_entry(void *context, uint32_t from, const RegionEdge *edge)
{
  const uint32_t *wanted = context;
  return (edge ? edge->to : from) == *wanted;
}

static void go_to(Region *r, uint32_t initial, uint32_t node, Product *out)
{
  region_way(r, 0, initial, PART_OUTSIDE, true, is_entry, &node);
  lasso_write_way(r, out);
}

static void collect_goals(ProductSearch *s, Region *r, uint32_t part, LoopGoals *goals)
{
  goals_add_marks(goals, automaton_marks(s->request->automaton));
  if (!s->fair) return;
  PartView v = region_view(r, part);
  goals_add_terms(goals, s->fair, v.enabled);
  if (r->instances)
    goals_add_instances(goals, s->fair, v.possible, instances_count(r->instances), v.nodes);
  part_view_close(&v);
}

/* The node of the part from which the path is shortest, loop included, among the nearest ones. */
static uint32_t best_entry(Region *r, uint32_t initial, uint32_t part, LoopGoals *goals)
{
  enum { TRIES = 64 };
  LoopEdges edges = {0};
  uint32_t best = NOWHERE, least = UINT32_MAX, tries = 0;
  for (uint32_t node = 0; node < r->nodes.len && tries < TRIES; node++) {
    if (r->nodes.data[node].part != part) continue;
    tries++;
    region_way(r, 0, initial, PART_OUTSIDE, true, is_entry, &node);
    uint32_t way = r->way.len;
    if (way >= least) break; /* nodes behind are no nearer */
    loop_find(r, part, node, goals, &edges);
    if (way + edges.len >= least) continue;
    least = way + edges.len;
    best = node;
  }
  vec_free(&edges);
  return best;
}

static void take_refused(void *context, bool is_term, uint32_t which, uint32_t level)
{
  Leaving *guess = &((ProductSearch *) context)->leaving;
  if (is_term) leaving_guess_terms(guess, UINT64_C(1) << which, level);
  else leaving_guess_instance(guess, which, level);
}

static bool find_loop(ProductSearch *s, Region *r, uint32_t initial)
{
  leaving_clear(&s->leaving);
  uint32_t part = region_fair_part(r, automaton_marks(s->request->automaton), take_refused, s);
  if (part == PART_OUTSIDE) return false;
  LoopGoals goals = {0};
  LoopEdges edges = {0};
  collect_goals(s, r, part, &goals);
  uint32_t entry = best_entry(r, initial, part, &goals);
  go_to(r, initial, entry, s->out);
  loop_find(r, part, entry, &goals, &edges);
  lasso_write(r, entry, &edges, s->out);
  vec_free(&goals);
  vec_free(&edges);
  return true;
}

static bool find_end(ProductSearch *s, Region *r, uint32_t initial, uint32_t node)
{
  RegionNode n = *region_node(r, node);
  if (!n.ends && !n.decided) return false;
  go_to(r, initial, node, s->out);
  lasso_write_end(n.state, n.decided ? PATH_PREFIX : PATH_FINITE, s->out);
  return true;
}

static bool look(ProductSearch *s, Region *r)
{
  const ProductRequest *request = s->request;
  uint32_t most = request->tuning.look ? request->tuning.look : LAST_LOOK, next = FIRST_LOOK;
  uint32_t first = automaton_initial(request->automaton), node = 0;
  for (uint32_t i = 0; i < request->initial_count && i < most; i++)
    region_add(r, request->initial[i], first);
  uint32_t initial = r->nodes.len;
  for (; node < r->nodes.len && node < most && !atlas_must_stop(request->atlas); node++) {
    if (node == next && find_loop(s, r, initial)) return true;
    if (node == next) next *= 2;
    if (find_end(s, r, initial, node)) return true;
  }
  return find_loop(s, r, initial) || (node == r->nodes.len && initial == request->initial_count);
}

bool product_look(ProductSearch *s)
{
  Walker w;
  Region r;
  product_walker(s, &w, s->fair);
  region_open(&r, &w, &s->instances, NULL, NULL);
  bool done = look(s, &r);
  s->incomplete |= done && w.incomplete;
  if (done) s->out->nodes += r.nodes.len;
  else leaving_confirm(&s->leaving, &r, &s->survey);
  region_close(&r);
  walker_close(&w);
  return done;
}
