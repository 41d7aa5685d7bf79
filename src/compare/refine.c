#include "compare/refine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "compare/product.h"
#include "compare/refusal.h"
#include "compare/seen.h"
#include "compare/constant_keys.h"

typedef struct {
  Refinement *result;
  Space *impl;
  RefineOptions options;
  ProductPairs pairs;
  VEC(uint32_t) level, next_level; /* pairs to do, by the number of visible steps */
  uint32_t missing_from;           /* a pair with a step that the specification lacks */
  Edge missing;                    /* that step */
  uint32_t lenient;                /* the first pair whose specification diverges */
} ProductSearch;

/* ------------------------------------------------------------------ product */

static void reach(ProductSearch *p, NodeId node, Edge edge, uint32_t from)
{
  bool counts = edge.action != ACTION_TAU || p->options.count_hidden;
  PairStage stage = from != NO_PAIR && counts ? PAIR_LATER : PAIR_NOW;
  uint32_t known = product_find(&p->pairs, node, edge.to);
  if (known != NO_PAIR) {
    if (stage == PAIR_LATER || p->pairs.stages.data[known] != PAIR_LATER) return;
    p->pairs.all.data[known].from = from;
    p->pairs.stages.data[known] = PAIR_NOW;
  } else {
    if (!p->options.every_pair && product_covered(&p->pairs, node, edge.to, stage)) return;
    known = product_add(&p->pairs, (ProductPair){node, edge.to, from}, stage);
    if (known == NO_PAIR) {
      space_stop(p->impl, "too many pairs");
      return;
    }
  }
  if (stage == PAIR_LATER) vec_push(&p->next_level, known);
  else vec_push(&p->level, known);
}

/* The node of the initial states with these constants; NO_NODE if there are none. */
static NodeId first_node(ProductSearch *p, const Keyed *first, uint32_t count, uint32_t key)
{
  StateList fitting = {0};
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (first[middle].key < key) low = middle + 1;
    else high = middle;
  }
  for (; low < count && first[low].key == key; low++) vec_push(&fitting, first[low].state);
  NodeId node = normal_node(p->result->normal, fitting.data, fitting.len);
  vec_free(&fitting);
  return node;
}

/* The pairs of the beginning.  Constants that both sides have must be equal. */
static void begin(ProductSearch *p, Space *spec)
{
  Names *names = names_new();
  uint32_t *spec_keys = constant_keys(spec, p->impl, names);
  uint32_t *impl_keys = constant_keys(p->impl, spec, names);
  Keyed *first = constant_keys_order(spec, spec_keys);
  PairMap nodes = {0}; /* (key, 0) -> node + 1 */
  for (uint32_t i = 0; i < p->impl->initial.len; i++) {
    StateId state = p->impl->initial.data[i];
    uint32_t key = impl_keys[state], known = pair_map_get(&nodes, key, 0);
    NodeId node = known != NO_SET ? known - 1 : first_node(p, first, spec->initial.len, key);
    if (known == NO_SET) pair_map_put(&nodes, key, 0, node + 1);
    reach(p, node, (Edge){ACTION_TAU, state}, NO_PAIR);
  }
  pair_map_free(&nodes);
  free(first);
  free(spec_keys);
  free(impl_keys);
  names_free(names);
}

static void expand(ProductSearch *p, uint32_t number)
{
  ProductPair pair = p->pairs.all.data[number];
  EdgeRange r = space_edges(p->impl, pair.state);
  for (uint32_t i = r.begin; i < r.end; i++) product_approach(&p->pairs, p->impl->edges.data[i].to);
  for (uint32_t i = r.begin; i < r.end; i++) {
    Edge edge = p->impl->edges.data[i];
    if (p->options.model == REFINE_NONBLOCKING && edge.action != ACTION_TAU &&
        refusal_forgives(p->result->normal, p->impl->alphabet, pair.node, edge.action))
      continue;
    NodeId node = edge.action == ACTION_TAU
                      ? pair.node
                      : normal_after(p->result->normal, pair.node, edge.action);
    if (node != NO_NODE) {
      reach(p, node, edge, number);
    } else if (p->missing_from == NO_PAIR) {
      p->missing_from = number;
      p->missing = edge;
    }
  }
}

/* ---------------------------------------------------------- counterexamples */

/* The first action that leads from one pair to the other: it is the one by which the
 * other was reached, for the edges of a state are treated in their order. */
static uint32_t action_between(ProductSearch *p, const ProductPair *from, const ProductPair *to)
{
  EdgeRange r = space_edges(p->impl, from->state);
  for (uint32_t i = r.begin; i < r.end; i++) {
    Edge edge = p->impl->edges.data[i];
    NodeId node = edge.action == ACTION_TAU
                      ? from->node
                      : normal_after(p->result->normal, from->node, edge.action);
    if (edge.to == to->state && node == to->node) return edge.action;
  }
  return ACTION_TAU;
}

static void add_steps(ProductSearch *p, uint32_t last, RefineSteps *steps)
{
  for (uint32_t i = last; i != NO_PAIR;) {
    const ProductPair *pair = &p->pairs.all.data[i];
    RefineStep step = {ACTION_TAU, pair->state, pair->node};
    if (pair->from != NO_PAIR)
      step.action = action_between(p, &p->pairs.all.data[pair->from], pair);
    vec_push(steps, step);
    i = pair->from;
  }
  for (uint32_t i = 0; i < steps->len / 2; i++) {
    RefineStep other = steps->data[i];
    steps->data[i] = steps->data[steps->len - 1 - i];
    steps->data[steps->len - 1 - i] = other;
  }
}

static void found(ProductSearch *p, CounterKind kind, uint32_t last)
{
  p->result->found = true;
  p->result->kind = kind;
  add_steps(p, last, &p->result->steps);
}

static void found_missing(ProductSearch *p)
{
  found(p, COUNTER_TRACE, p->missing_from);
  RefineStep step = {p->missing.action, p->missing.to, NO_NODE};
  vec_push(&p->result->steps, step);
}

/* Where the specification is never stable, each call of the whole alphabet counts, and
 * all of it must be known. */
static bool asks_for_alphabet(ProductSearch *p, NodeId node)
{
  return p->options.model == REFINE_SINGLETON_FAILURES &&
         normal_offers(p->result->normal, node).count == 0;
}

/* Is there an operation of which the state offers no call?  Calls with arguments that never
 * happen are not in the alphabet. */
static bool lacks_operation(ProductSearch *p, StateId state)
{
  Alphabet *alphabet = p->impl->alphabet;
  Names *all = names_new(), *offered = names_new();
  uint32_t count;
  const uint32_t *calls = sets_get(alphabet_menus(alphabet), space_menu(p->impl, state), &count);
  seen_names(p->impl, all);
  seen_names(p->result->spec, all);
  for (uint32_t i = 0; i < count; i++) {
    const char *text = alphabet_text(alphabet, calls[i]);
    names_intern(offered, text, strcspn(text, p->impl->lts->print_label ? "." : "( "));
  }
  bool lacks = names_count(offered) < names_count(all);
  names_free(all);
  names_free(offered);
  return lacks;
}

/* Is there something wrong with the pair itself? */
static bool violates(ProductSearch *p, uint32_t number)
{
  Refinement *x = p->result;
  const ProductPair *pair = &p->pairs.all.data[number];
  if (p->options.model == REFINE_FAILURES_DIVERGENCES && cycles_at(x->impl_cycles, pair->state)) {
    found(p, COUNTER_DIVERGENCE, number);
    cycles_loop(x->impl_cycles, pair->state, &x->loop);
    return true;
  }
  if (p->options.model == REFINE_TRACES || !space_is_stable(p->impl, pair->state) ||
      p->impl->partial.data[pair->state])
    return false;
  bool whole = asks_for_alphabet(p, pair->node);
  if (whole) {
    space_explore(p->impl);
    space_explore(x->spec);
  }
  bool fits = refusal_fits(x->normal, p->impl, pair->state, pair->node, p->options);
  if (fits && !(whole && lacks_operation(p, pair->state))) return false;
  found(p, COUNTER_FAILURE, number);
  uint32_t count, menu = space_menu(p->impl, pair->state);
  const uint32_t *refused =
      refusal_difference(x->normal, p->impl->alphabet, pair->node, menu, &count);
  for (uint32_t i = 0; i < count; i++) vec_push(&x->refused, refused[i]);
  free((void *) refused);
  return true;
}

/* All pairs of one length.  Hidden steps may add to them on the way. */
static void do_level(ProductSearch *p)
{
  bool divergences = p->options.model == REFINE_FAILURES_DIVERGENCES;
  for (uint32_t i = 0; i < p->level.len && !p->result->found && !p->impl->stopped; i++) {
    uint32_t number = p->level.data[i];
    if (i % 1024 == 0) space_check_limits(p->impl);
    if (p->pairs.stages.data[number] == PAIR_DONE) continue;
    p->pairs.stages.data[number] = PAIR_DONE;
    NodeId node = p->pairs.all.data[number].node;
    assert(node == NO_NODE || node < normal_count(p->result->normal));
    if (node == NO_NODE) { /* no initial state of the specification has these constants */
      found(p, COUNTER_TRACE, number);
      return;
    }
    if (divergences && normal_diverges(p->result->normal, node)) {
      if (p->lenient == NO_PAIR) p->lenient = number;
      continue;
    }
    if (!violates(p, number)) expand(p, number);
  }
  if (!p->result->found && p->missing_from != NO_PAIR) found_missing(p);
}

static void explore_product(ProductSearch *p, Space *spec)
{
  if (!spec->stopped) begin(p, spec);
  while (p->level.len && !p->result->found && !p->impl->stopped && !spec->stopped) {
    do_level(p);
    p->level.len = 0;
    for (uint32_t i = 0; i < p->next_level.len; i++) {
      uint32_t number = p->next_level.data[i];
      if (p->pairs.stages.data[number] == PAIR_DONE) continue;
      p->pairs.stages.data[number] = PAIR_NOW;
      vec_push(&p->level, number);
    }
    p->next_level.len = 0;
  }
}

/* The way to where the specification diverges. */
static void note_lenience(ProductSearch *p)
{
  Refinement *x = p->result;
  uint32_t count;
  if (p->lenient == NO_PAIR) return;
  add_steps(p, p->lenient, &x->lenient);
  const StateId *states = normal_states(x->normal, p->pairs.all.data[p->lenient].node, &count);
  uint32_t i = 0;
  while (i + 1 < count && !cycles_at(x->spec_cycles, states[i])) i++;
  x->lenient_state = states[i];
}

Refinement *refine(Space *impl, Space *spec, RefineOptions options)
{
  assert(impl->alphabet == spec->alphabet);
  Refinement *x = calloc(1, sizeof *x);
  if (!x) memory_exhausted();
  x->impl = impl;
  x->spec = spec;
  x->exact = options.exact;
  x->impl_cycles = cycles_new(impl);
  x->spec_cycles = cycles_new(spec);
  if (options.model == REFINE_NONBLOCKING) {
    space_explore(spec);
    x->spec_weak = weak_new(spec);
  }
  x->normal = normal_new(spec, x->spec_cycles, options.exact, x->spec_weak);
  ProductSearch p = {
      .result = x, .impl = impl, .options = options, .missing_from = NO_PAIR, .lenient = NO_PAIR};
  p.pairs.normal = x->normal;
  explore_product(&p, spec);
  x->pairs = p.pairs.all.len;
  x->holds = !x->found && impl->complete && spec->complete;
  if (x->holds) note_lenience(&p);
  assert(!(x->holds && x->found) && (x->steps.len > 0) == x->found);
  x->decided = x->holds || (x->found && spec->complete && !impl->vague);
  product_free(&p.pairs);
  vec_free(&p.level);
  vec_free(&p.next_level);
  return x;
}

void refinement_free(Refinement *x)
{
  if (!x) return;
  normal_free(x->normal);
  cycles_free(x->impl_cycles);
  cycles_free(x->spec_cycles);
  weak_free(x->spec_weak);
  vec_free(&x->steps);
  vec_free(&x->lenient);
  vec_free(&x->refused);
  vec_free(&x->loop);
  free(x);
}
