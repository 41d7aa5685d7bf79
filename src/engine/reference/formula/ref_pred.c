#include <assert.h>

#include "engine/reference/execute/execute.h"
#include "engine/reference/library.h"
#include "engine/reference/formula/formula.h"
#include "model/typing.h"

/* Predicates.  Truth is three-valued in the strong sense: what decides, decides,
 * whatever the rest is.  A part that is not well-defined leaves its fault behind
 * only if the whole is not well-defined. */

/* ------------------------------------------------------------- connectives */

/* AND looks for FALSE, OR for TRUE.  An unknown part could still decide, so it
 * outweighs a fault. */
static Truth connected(Reference *r, const Node *node, Truth decisive)
{
  assert(decisive == TRUTH_TRUE || decisive == TRUTH_FALSE);
  Truth result = truth_not(decisive);
  Fault fault = {.span = SPAN_NONE};
  for (uint32_t i = 0; i < node->count; i++) {
    Truth t = ref_truth(r, node->kids[i]);
    if (t == decisive) return decisive;
    if (t == TRUTH_FAULT) {
      if (r->e->options.strict_wd && result != TRUTH_UNKNOWN) return TRUTH_FAULT;
      if (!fault.message) fault = r->e->fault;
      if (result != TRUTH_UNKNOWN) result = TRUTH_FAULT;
    } else if (t == TRUTH_UNKNOWN) result = TRUTH_UNKNOWN;
  }
  if (result == TRUTH_FAULT) r->e->fault = fault;
  return result;
}

/* not P or Q */
static Truth implication(Reference *r, const Node *node)
{
  Truth p = ref_truth(r, node->kids[0]);
  if (p == TRUTH_FALSE || (r->e->options.strict_wd && p == TRUTH_FAULT)) return truth_not(p);
  Fault fault = r->e->fault;
  Truth q = ref_truth(r, node->kids[1]);
  if (p == TRUTH_TRUE || q == TRUTH_TRUE) return q;
  if (p == TRUTH_UNKNOWN || q == TRUTH_UNKNOWN) return TRUTH_UNKNOWN;
  if (p == TRUTH_FAULT) r->e->fault = fault;
  return TRUTH_FAULT;
}

static Truth equivalence(Reference *r, const Node *node)
{
  Truth p = ref_truth(r, node->kids[0]);
  if (p == TRUTH_UNKNOWN || p == TRUTH_FAULT) return p;
  Truth q = ref_truth(r, node->kids[1]);
  if (q == TRUTH_UNKNOWN || q == TRUTH_FAULT) return q;
  return truth_of(p == q);
}

/* ------------------------------------------------------------- comparisons */

static Truth compared(Reference *r, const Node *node, Value a, Value b)
{
  bool real = ref_shape(r, node->kids[0])->kind == SHAPE_REAL;
  double x = real ? value_real_of(r->s, a) : 0, y = real ? value_real_of(r->s, b) : 0;
  int order = real ? (x > y) - (x < y) : int_compare(r->s, a, b);
  switch ((NodeKind) node->kind) {
  case NODE_LESS: return truth_of(order < 0);
  case NODE_LESS_EQUAL: return truth_of(order <= 0);
  case NODE_GREATER: return truth_of(order > 0);
  default: assert(node->kind == NODE_GREATER_EQUAL); return truth_of(order >= 0);
  }
}

/* The right side of x : E, as a set operator that need not be evaluated whole. */
static Truth member_of_node(Reference *r, const Node *x_node, const Node *set_node)
{
  Value x = ref_eval(r, x_node);
  if (value_is_none(x)) return truth_of_none(x);
  Value set = ref_eval_unexpanded(r, set_node);
  if (value_is_none(set)) return truth_of_none(set);
  return reference_member(r, ref_element_shape(r, set_node), x, set);
}

static Truth comparison(Reference *r, const Node *node)
{
  Value v[2], none;
  NodeKind kind = node->kind;
  if (typing_is_conjunct(node, r->executing > 0)) return TRUTH_TRUE;
  if (kind == NODE_MEMBER) return member_of_node(r, node->kids[0], node->kids[1]);
  if (kind == NODE_NOT_MEMBER) return truth_not(member_of_node(r, node->kids[0], node->kids[1]));
  if (!ref_eval_kids(r, node, v, 2, &none)) return truth_of_none(none);
  const Shape *shape = ref_shape(r, node->kids[0]);
  switch (kind) {
  case NODE_EQUAL: return reference_equal(r, shape, v[0], v[1]);
  case NODE_NOT_EQUAL: return truth_not(reference_equal(r, shape, v[0], v[1]));
  case NODE_SUBSET: return ref_included(r, shape_element(shape), v[0], v[1]);
  case NODE_NOT_SUBSET: return truth_not(ref_included(r, shape_element(shape), v[0], v[1]));
  case NODE_STRICT_SUBSET: return ref_strictly_included(r, shape, v[0], v[1]);
  case NODE_NOT_STRICT_SUBSET: return truth_not(ref_strictly_included(r, shape, v[0], v[1]));
  default: return compared(r, node, v[0], v[1]);
  }
}

static Truth are_disjoint(Reference *r, const Shape *element, const Values *parts)
{
  Truth t = TRUTH_TRUE;
  for (uint32_t i = 0; i < parts->len; i++)
    for (uint32_t j = 0; j < i && t != TRUTH_FALSE; j++) {
      Value common = ref_intersection(r, element, parts->data[i], parts->data[j]);
      t = truth_and(t, value_is_none(common) ? truth_of_none(common)
                                             : ref_is_empty(r, element, common));
    }
  return t;
}

/* The explicit parts are disjoint if their union has as many elements as all of them.  The union of
 * large intervals is not written out. */
static Truth parts_make(Reference *r, const Shape *set, const Values *parts, Value whole)
{
  const Shape *element = shape_element(set);
  Value sum = VALUE_EMPTY_SET, count = value_small(0);
  for (uint32_t i = 0; i < parts->len && !value_is_none(sum); i++) {
    count = int_add(r->s, count, set_card_value(r->s, parts->data[i]));
    sum = ref_union(r, element, sum, parts->data[i]);
  }
  if (value_is_none(sum)) return truth_of_none(sum);
  Truth t = is_lazy(sum) ? are_disjoint(r, element, parts)
                         : truth_of(value_same(set_card_value(r->s, sum), count));
  return t == TRUTH_FALSE ? t : truth_and(t, reference_equal(r, set, whole, sum));
}

/* S = A \/ B \/ …, and A, B, … are disjoint */
static Truth partition(Reference *r, const Node *node)
{
  const Shape *set = ref_shape(r, node->kids[0]);
  Value none = ref_eval(r, node->kids[0]), whole = none;
  Values parts = {0};
  for (uint32_t i = 1; i < node->count && !value_is_none(none); i++) {
    none = ref_eval(r, node->kids[i]);
    if (!value_is_none(none))
      none = reference_expand(r, shape_element(set), none, node->kids[i]->span);
    vec_push(&parts, none);
  }
  Truth t = value_is_none(none) ? truth_of_none(none) : parts_make(r, set, &parts, whole);
  vec_free(&parts);
  return t;
}

/* ------------------------------------------------------------- quantifiers */

static bool stop_at_first(void *context, Reference *r)
{
  (void) r;
  *(bool *) context = true;
  return false;
}

static bool go_on(void *context, Reference *r)
{
  (void) r;
  return *(bool *) context = true;
}

/* Read as proof tools do, a quantified predicate is well-defined only if it is so for every
 * candidate: whether it is must not depend on which one comes first. */
static bool looks_at_all(const Reference *r, const Node *body)
{
  return r->e->options.strict_wd && !ref_is_defined_for_all(NULL, NULL, body);
}

static Truth existential(Reference *r, const Node *node)
{
  bool found = false;
  Found *each = looks_at_all(r, node->kids[1]) ? go_on : stop_at_first;
  Solved solved = reference_solve(r, ref_bound_names(r, node->kids[0]), node->kids[0]->count,
                                  node->kids[1], WINDOWS_WIDE, each, &found);
  if (found) return TRUTH_TRUE;
  return solved == SOLVED_ALL ? TRUTH_FALSE : TRUTH_UNKNOWN;
}

typedef struct {
  const Node *conclusion;
  bool all; /* every instance counts */
  Truth result;
  Fault fault;
} Universal;

static bool check_instance(void *context, Reference *r)
{
  Universal *u = context;
  Truth t = ref_truth(r, u->conclusion);
  if (u->all && t == TRUTH_FAULT) {
    u->result = t, u->fault = r->e->fault;
    return false;
  }
  if (t == TRUTH_FALSE) u->result = TRUTH_FALSE;
  else if (t == TRUTH_UNKNOWN && u->result != TRUTH_FALSE) u->result = TRUTH_UNKNOWN;
  else if (t == TRUTH_FAULT && u->result == TRUTH_TRUE)
    u->result = TRUTH_FAULT, u->fault = r->e->fault;
  return t != TRUTH_FALSE || u->all;
}

/* Infinitely many candidates: is there one that satisfies P and not Q?  The solver may
 * know that there is none.  (Where Q is not well-defined, that would not be enough.) */
static Truth without_counterexample(Reference *r, const Binder *b, Node *premise, Node *conclusion)
{
  if (!r->e->options.solver) return TRUTH_UNKNOWN;
  const char *cause = r->e->cause;
  bool found = false;
  Node *negated = ref_negated(r->e->scratch, conclusion);
  Node *both = node_binary(r->e->scratch, NODE_AND, premise->span, premise, negated);
  Solved solved = reference_solve(r, b->names, b->count, both, WINDOWS_WIDE, stop_at_first, &found);
  if (found) return TRUTH_FALSE;
  if (solved == SOLVED_ALL && ref_is_defined_for_all(r, b, conclusion)) return TRUTH_TRUE;
  r->e->cause = cause;
  return TRUTH_UNKNOWN;
}

static Truth universal(Reference *r, const Node *node)
{
  Node *premise, *conclusion;
  node = ref_merged_universal(r->e->scratch, node);
  if (!ref_universal_parts(r->e->scratch, node, &premise, &conclusion)) {
    engine_unknown(r->e, "a universally quantified predicate is not an implication");
    return TRUTH_UNKNOWN;
  }
  Binder b = {ref_bound_names(r, node->kids[0]), node->kids[0]->count};
  bool all = looks_at_all(r, node->kids[1]);
  for (bool again = false;; again = true) {
    Universal u = {conclusion, all, TRUTH_TRUE, {.span = SPAN_NONE}};
    Solved solved = reference_solve(r, b.names, b.count, premise, WINDOWS_WIDE, check_instance, &u);
    if (u.result == TRUTH_FALSE) return TRUTH_FALSE;
    if (solved != SOLVED_INCOMPLETE && solved != SOLVED_INFINITE) {
      if (u.result == TRUTH_FAULT) r->e->fault = u.fault;
      return u.result;
    }
    if (again || all || !ref_premises_from_conclusion(r, &b, &premise, &conclusion)) break;
  }
  return without_counterexample(r, &b, premise, conclusion);
}

Truth ref_walk_quantifier(Reference *r, const Node *node)
{
  assert(node->kind == NODE_FORALL || node->kind == NODE_EXISTS);
  return node->kind == NODE_FORALL ? universal(r, node) : existential(r, node);
}

static Truth quantifier(Reference *r, const Node *node)
{
  Truth t;
  return r->fast && r->fast->quantifier(r, node, &t) ? t : ref_walk_quantifier(r, node);
}

/* ---------------------------------------------------------------- dispatch */

static Truth if_predicate(Reference *r, const Node *node)
{
  for (uint32_t i = 0; i + 1 < node->count; i += 2) {
    Truth t = ref_truth(r, node->kids[i]);
    if (t == TRUTH_TRUE) return ref_truth(r, node->kids[i + 1]);
    if (t != TRUTH_FALSE) return t;
  }
  return ref_truth(r, node->kids[node->count - 1]);
}

static Truth let_predicate(Reference *r, const Node *node)
{
  Value none;
  uint32_t bound = ref_bind_let(r, node, &none);
  Truth result = value_is_none(none) ? truth_of_none(none) : ref_truth(r, node->kids[2]);
  reference_unbind(r, bound);
  return result;
}

typedef struct {
  const Node *predicate;
  Truth result; /* as for a conjunction */
  Fault fault;
} Afterwards;

static bool check_afterwards(void *context, Reference *r, const Update *updates, uint32_t count)
{
  Afterwards *a = context;
  for (uint32_t i = 0; i < count; i++) reference_bind(r, updates[i].symbol, updates[i].value);
  Truth t = ref_truth(r, a->predicate);
  reference_unbind(r, count);
  if (t == TRUTH_FAULT) a->fault = r->e->fault;
  a->result = truth_and(a->result, t);
  return t != TRUTH_FALSE;
}

/* Where an obligation does not hold, S need not end. */
static void fail_afterwards(void *context, Reference *r)
{
  Afterwards *a = context;
  if (!r->e->fault.claim) a->fault = r->e->fault;
  a->result = truth_and(a->result, r->e->fault.claim ? TRUTH_FALSE : TRUTH_FAULT);
}

/* [S] P: after every outcome of S, P holds */
static Truth weakest_precondition(Reference *r, const Node *node)
{
  Afterwards a = {node->kids[1], TRUTH_TRUE, {.span = SPAN_NONE}};
  if (execute(r, node->kids[0], check_afterwards, fail_afterwards, &a) == EXECUTED_INCOMPLETE)
    a.result = truth_and(a.result, TRUTH_UNKNOWN);
  if (a.result == TRUTH_FAULT) r->e->fault = a.fault;
  return a.result;
}

static Truth finite(Reference *r, const Node *node)
{
  Value set = ref_eval(r, node->kids[0]);
  if (value_is_none(set)) return truth_of_none(set);
  return ref_is_finite(r, ref_element_shape(r, node->kids[0]), set);
}

static Truth truth_by_library(Reference *r, const Node *node)
{
  if (r->e->options.built_in) return r->e->options.built_in->truth(r, node);
  engine_unknown(r->e, "%s is not supported", node->name->text);
  return TRUTH_UNKNOWN;
}

static Truth dispatch(Reference *r, const Node *node)
{
  switch ((NodeKind) node->kind) {
  case NODE_AND: return connected(r, node, TRUTH_FALSE);
  case NODE_OR: return connected(r, node, TRUTH_TRUE);
  case NODE_IMPLIES: return implication(r, node);
  case NODE_IFF: return equivalence(r, node);
  case NODE_NOT: return truth_not(ref_truth(r, node->kids[0]));
  case NODE_FORALL:
  case NODE_EXISTS: return quantifier(r, node);
  case NODE_BTRUE: return TRUTH_TRUE;
  case NODE_BFALSE: return TRUTH_FALSE;
  case NODE_FINITE: return finite(r, node);
  case NODE_WEAKEST_PRE: return weakest_precondition(r, node);
  case NODE_PARTITION: return partition(r, node);
  case NODE_IF_PRED: return if_predicate(r, node);
  case NODE_LET_PRED: return let_predicate(r, node);
  case NODE_EXPANSION:
  case NODE_DESCRIBED:
  case NODE_LABELLED: return ref_truth(r, node->kids[0]);
  case NODE_EXTERNAL: return truth_by_library(r, node);
  default: break;
  }
  if (kind_is_comparison(node->kind)) return comparison(r, node);
  engine_unknown(r->e, "%s cannot be evaluated", node_kind_name(node->kind));
  return TRUTH_UNKNOWN;
}

Truth formula_truth(Reference *r, const Node *node)
{
  if (!ref_spend(r)) return TRUTH_UNKNOWN;
  if (r->depth >= DEPTH_LIMIT) {
    engine_unknown(r->e, "a recursion is too deep");
    return TRUTH_UNKNOWN;
  }
  uint32_t bindings = r->bindings.len;
  r->depth++;
  Truth t = dispatch(r, node);
  r->depth--;
  assert(r->bindings.len == bindings);
  (void) bindings;
  return t;
}
