#include <assert.h>

#include "engine/reference/closure/ref_mapping_impl.h"

#include "syntax/inspect.h"

/* What a predicate says of the names of a set, one by one; and the set as a whole. */

static const Shape *shape_at(const Mapping *m, uint32_t i)
{
  return engine_shape(m->r->e, m->symbols[i]->type);
}

uint32_t mapping_name(const Mapping *m, const Node *node)
{
  node = node_bare(node);
  for (uint32_t i = 0; node->kind == NODE_IDENT && i < m->names->count; i++)
    if (m->symbols[i] == node->symbol) return i;
  return UINT32_MAX;
}

bool mapping_closes(const Mapping *m, const Node *node)
{
  for (uint32_t i = 0; i < m->names->count; i++)
    if (node_mentions(node, m->symbols[i])) return false;
  return true;
}

/* ------------------------------------------------------------ the conjuncts */

/* Name i is (not) in the set, whatever else is said of it. */
static bool meet(Mapping *m, uint32_t i, Value set, bool wanted)
{
  const Shape *element = shape_at(m, i);
  assert(i < m->names->count && !value_is_none(m->sets[i]));
  if (value_is_none(set)) return false;
  Value before = m->sets[i];
  if (wanted && ref_is_whole_type(m->r, element, set)) return true;
  Value all = !wanted ? ref_difference(m->r, element, before, set)
              : ref_is_whole_type(m->r, element, before)
                  ? set
                  : ref_intersection(m->r, element, before, set);
  if (value_is_none(all)) return false;
  m->sets[i] = all;
  return true;
}

/* x < E and the like */
static bool take_comparison(Mapping *m, const Node *c, uint32_t i, const Node *other, bool turned)
{
  Value v = ref_eval(m->r, other), one = value_small(1), none = VALUE_UNDEFINED;
  if (value_is_none(v) || shape_at(m, i)->kind != SHAPE_INTEGER) return false;
  bool strict = kind_is_strict(c->kind);
  if (kind_bounds_above(c->kind, turned))
    return meet(m, i, ref_interval(m->r, none, strict ? int_subtract(m->r->s, v, one) : v), true);
  return meet(m, i, ref_interval(m->r, strict ? int_add(m->r->s, v, one) : v, none), true);
}

/* x : S, x|->y : S*T */
static bool take_member(Mapping *m, const Node *x, const Node *set)
{
  x = node_bare(x);
  set = node_bare(set);
  if (x->kind == NODE_MAPLET && set->kind == NODE_CARTESIAN) {
    bool first = take_member(m, x->kids[0], set->kids[0]);
    return take_member(m, x->kids[1], set->kids[1]) && first;
  }
  uint32_t i = mapping_name(m, x);
  return i != UINT32_MAX && mapping_closes(m, set) &&
         meet(m, i, ref_eval_unexpanded(m->r, set), true);
}

bool mapping_take(Mapping *m, const Node *c)
{
  if (c->kind == NODE_BTRUE) return true;
  if (!kind_is_comparison(c->kind) || c->count != 2) return false;
  if (c->kind == NODE_MEMBER) return take_member(m, c->kids[0], c->kids[1]);
  uint32_t i = mapping_name(m, c->kids[0]);
  bool turned = i == UINT32_MAX;
  if (turned) i = mapping_name(m, c->kids[1]);
  const Node *other = c->kids[!turned];
  if (i == UINT32_MAX || !mapping_closes(m, other)) return false;
  bool equal = c->kind == NODE_EQUAL || c->kind == NODE_NOT_EQUAL;
  if (kind_is_order(c->kind)) return take_comparison(m, c, i, other, turned);
  if (turned && !equal) return false;
  Value v = ref_eval(m->r, other);
  if (value_is_none(v)) return false;
  if (equal) return meet(m, i, ref_singleton(m->r, shape_at(m, i), v), c->kind == NODE_EQUAL);
  if (c->kind == NODE_NOT_MEMBER) return meet(m, i, v, false);
  return c->kind == NODE_SUBSET && meet(m, i, ref_lazy(m->r, LAZY_POW, v, VALUE_UNDEFINED), true);
}

static void take_all(Mapping *m, uint32_t but)
{
  m->exact = true;
  for (uint32_t i = 0; i < m->names->count; i++) m->sets[i] = ref_whole_type(m->r, shape_at(m, i));
  for (uint32_t i = 0; i < m->conjuncts.len; i++)
    if (i != but && !mapping_take(m, m->conjuncts.data[i])) m->exact = false;
}

/* ------------------------------------------------------------------ the form */

/* Is it x, or x|->y, for the first names in their order? */
static bool is_tuple(const Mapping *m, const Node *node, uint32_t count)
{
  node = node_bare(node);
  if (count == 1) return mapping_name(m, node) == 0;
  return node->kind == NODE_MAPLET && mapping_name(m, node->kids[1]) == count - 1 &&
         is_tuple(m, node->kids[0], count - 1);
}

/* Looks for y = E, y being the last name of {x,y|P}. */
static uint32_t find_equation(Mapping *m)
{
  uint32_t last = m->names->count - 1;
  for (uint32_t i = 0; i < m->conjuncts.len; i++) {
    const Node *c = m->conjuncts.data[i];
    if (c->kind != NODE_EQUAL) continue;
    for (uint32_t side = 0; side < 2; side++)
      if (mapping_name(m, c->kids[side]) == last &&
          !node_mentions(c->kids[!side], m->symbols[last])) {
        m->value = c->kids[!side];
        return i;
      }
  }
  return UINT32_MAX;
}

static void find_bounds(Mapping *m)
{
  BoundsProblem p = {.r = m->r,
                     .names = m->symbols,
                     .bound = m->bound,
                     .count = m->names->count,
                     .conjuncts = m->conjuncts.data,
                     .conjunct_count = m->conjuncts.len,
                     .bounds = m->bounds};
  m->empty = !bounds_narrow(&p);
}

/* Where the value comes from y = E, whatever else is said of y must be nothing new: it follows from
 * what is said of the other names. */
static void settle_value(Mapping *m)
{
  uint32_t last = m->names->count - 1, kept = 0;
  VEC(const Node *) others = {0};
  if (ref_is_whole_type(m->r, shape_at(m, last), m->sets[last])) return;
  for (uint32_t i = 0; i < m->conjuncts.len; i++) {
    const Node *c = m->conjuncts.data[i];
    if (node_mentions(c, m->symbols[last])) vec_push(&others, c);
    else m->conjuncts.data[kept++] = c;
  }
  m->conjuncts.len = kept;
  find_bounds(m);
  m->exact =
      m->exact && mapping_is_defined(m) &&
      ref_included(m->r, shape_at(m, last), mapping_range(m).set, m->sets[last]) == TRUTH_TRUE;
  for (uint32_t i = 0; i < others.len; i++) vec_push(&m->conjuncts, others.data[i]);
  vec_free(&others);
}

static bool has_form(Mapping *m)
{
  const Node *node = m->c->node;
  m->value = NULL;
  m->count = m->names->count;
  if (node->kind == NODE_COMPREHENSION) return true;
  m->value = node->kids[2];
  if (node->kind == NODE_LAMBDA) return true;
  const Node *pair = node_bare(node->kids[2]);
  bool function = pair->kind == NODE_MAPLET && is_tuple(m, pair->kids[0], m->count);
  if (function) m->value = pair->kids[1];
  return function;
}

/* S*T*… of the sets of the first names; of their types, if that could not be made. */
static Cover product_of_sets(Mapping *m, uint32_t count, bool exact)
{
  assert(count > 0 && count <= m->names->count);
  Value all = m->sets[0];
  const Shape *shape = shape_at(m, 0);
  for (uint32_t i = 1; i < count; i++) {
    shape = shape_pair(m->r->e->shapes, shape, shape_at(m, i));
    if (!value_is_none(all)) all = ref_product(m->r, shape, all, m->sets[i], SPAN_NONE);
  }
  return value_is_none(all) ? (Cover){ref_whole_type(m->r, shape), false} : (Cover){all, exact};
}

bool mapping_enter(Mapping *m, Reference *r, Value closure)
{
  *m = (Mapping){.r = r, .closure = closure, .outer = r->mapping};
  if (!is_lazy(closure) || lazy_what(r->s, closure) < LAZY_CLOSURE) return false;
  for (const Mapping *outer = m->outer; outer; outer = outer->outer)
    if (value_same(outer->closure, closure)) return false;
  m->c = r->e->closures.data[lazy_what(r->s, closure) - LAZY_CLOSURE];
  NodeKind kind = m->c->node->kind;
  if (kind != NODE_COMPREHENSION && kind != NODE_LAMBDA && kind != NODE_IMAGE_SET) return false;
  m->names = m->c->node->kids[0];
  m->symbols = ref_bound_names(r, m->names);
  if (!has_form(m)) return false;
  uint32_t count = m->names->count;
  m->bound = arena_new_array(r->e->scratch, bool, count);
  m->bounds = arena_new_array(r->e->scratch, Bounds, count);
  m->sets = arena_new_array(r->e->scratch, Value, count);
  for (uint32_t i = 0; i < count; i++) m->bound[i] = false;
  closure_enter(r, closure);
  r->mapping = m;
  Fault fault = r->e->fault;
  conjuncts_add(&m->conjuncts, m->c->node->kids[1]);
  bool relation = kind == NODE_COMPREHENSION && count > 1;
  uint32_t equation = relation ? find_equation(m) : UINT32_MAX;
  if (relation) m->count--;
  take_all(m, equation);
  Cover whole = {VALUE_UNDEFINED, false};
  if (m->exact && m->value) whole = product_of_sets(m, m->count, true);
  m->whole = whole.exact ? whole.set : VALUE_UNDEFINED;
  if (equation != UINT32_MAX) settle_value(m);
  find_bounds(m);
  r->e->fault = fault;
  return true;
}

void mapping_leave(Mapping *m)
{
  assert(m->r->mapping == m && m->assumed == 0);
  vec_free(&m->conjuncts);
  m->r->mapping = m->outer;
  closure_leave(m->r, m->c);
}

/* ------------------------------------------------------------ the whole set */

bool mapping_has_values(Mapping *m, const Node *but)
{
  for (uint32_t i = 0; i < m->names->count; i++) {
    bool named = (but && node_mentions(but, m->symbols[i])) || (m->value && i >= m->count);
    if (!named && ref_is_empty(m->r, shape_at(m, i), m->sets[i]) != TRUTH_FALSE) return false;
  }
  return m->exact && m->assumed == 0;
}

Cover mapping_domain(Mapping *m)
{
  if (m->empty) return (Cover){VALUE_EMPTY_SET, true};
  Cover c = product_of_sets(m, m->count, m->exact && mapping_is_defined(m));
  uint32_t last = m->names->count - 1;
  if (!m->value && m->count == last) /* there must be a second component */
    c.exact = c.exact && ref_is_empty(m->r, shape_at(m, last), m->sets[last]) == TRUTH_FALSE;
  return c;
}

Cover mapping_elements(Mapping *m)
{
  if (m->empty) return (Cover){VALUE_EMPTY_SET, true};
  if (!m->value) return product_of_sets(m, m->names->count, m->exact);
  const Shape *pair = ref_element_shape(m->r, m->c->node);
  Cover from = mapping_domain(m), to = mapping_range(m);
  bool constant = mapping_is_constant(m);
  Value all = ref_product(m->r, pair, from.set, to.set, SPAN_NONE);
  if (value_is_none(all)) return (Cover){ref_whole_type(m->r, pair), false};
  return (Cover){all, constant && from.exact && to.exact};
}

bool mapping_is_relation(const Mapping *m)
{
  return m->c->node->kind != NODE_COMPREHENSION || m->names->count > 1;
}
