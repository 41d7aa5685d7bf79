#include "eventb/flatten/flatten_impl.h"

/* Event-B has no enumerated sets.  Instead an axiom says
 *     partition(S, {a}, {b}, {c})       or       S = {a, b, c}
 * and, in the second case, others say that the elements differ.  Both make S an
 * enumerated set, and the axioms that say so need not be looked at again. */

static bool is_carrier_set(const Flattener *f, const Node *node)
{
  for (uint32_t i = 0; node->kind == NODE_IDENT && i < f->contexts.len; i++)
    if (eventb_has_name(&f->contexts.data[i]->sets, node->name)) return true;
  return false;
}

static bool is_constant(const Flattener *f, const Node *node)
{
  for (uint32_t i = 0; node->kind == NODE_IDENT && i < f->contexts.len; i++)
    if (eventb_has_name(&f->contexts.data[i]->constants, node->name)) return true;
  return false;
}

/* The axiom partition(name,…), or NULL. */
static const Node *partition_of(const Flattener *f, const Name *name)
{
  for (uint32_t i = 0; i < f->contexts.len; i++) {
    const EventbFormulas *axioms = &f->contexts.data[i]->axioms;
    for (uint32_t k = 0; k < axioms->len; k++) {
      const Node *axiom = axioms->data[k].formula;
      if (!axioms->data[k].theorem && axiom->kind == NODE_PARTITION &&
          axiom->kids[0]->kind == NODE_IDENT && axiom->kids[0]->name == name)
        return axiom;
    }
  }
  return NULL;
}

enum { NESTED_PARTITIONS = 50 };

/* Adds the elements of the parts: {a}, or a constant that is partitioned in turn. */
static bool collect_parts(const Flattener *f, const Node *partition, TreeList *list, int depth)
{
  for (uint32_t i = 1; i < partition->count; i++) {
    const Node *part = partition->kids[i];
    const Node *inner = part->kind == NODE_IDENT ? partition_of(f, part->name) : NULL;
    if (part->kind == NODE_SET_EXT && part->count == 1) vec_push(list, part->kids[0]);
    else if (!inner || depth >= NESTED_PARTITIONS || !collect_parts(f, inner, list, depth + 1))
      return false;
  }
  return partition->count > 1;
}

/* The elements that partition(S,{a},…) or S = {a,…} lists, as a SET_EXT; or NULL. */
static Node *listed(const Flattener *f, const Node *axiom)
{
  if (axiom->kind == NODE_EQUAL && is_carrier_set(f, axiom->kids[0]) &&
      axiom->kids[1]->kind == NODE_SET_EXT)
    return axiom->kids[1];
  if (axiom->kind != NODE_PARTITION || axiom->count < 2 || !is_carrier_set(f, axiom->kids[0]))
    return NULL;
  TreeList list = {0};
  Node *set = NULL;
  if (collect_parts(f, axiom, &list, 0))
    set = node_list(f->arena, NODE_SET_EXT, axiom->span, NULL, list.data, list.len);
  vec_free(&list);
  return set;
}

/* ---- which elements differ */

typedef struct {
  const Node *a, *b;
} Pair;

static bool is_pair(const Node *x, const Node *y, Pair pair)
{
  return x->kind == NODE_IDENT && y->kind == NODE_IDENT &&
         ((x->name == pair.a->name && y->name == pair.b->name) ||
          (x->name == pair.b->name && y->name == pair.a->name));
}

/* a /= b or not(a = b), also among the conjuncts */
static bool separates(const Node *axiom, Pair pair)
{
  if (axiom->kind == NODE_AND) {
    for (uint32_t i = 0; i < axiom->count; i++)
      if (separates(axiom->kids[i], pair)) return true;
    return false;
  }
  bool negated = axiom->kind == NODE_NOT && axiom->kids[0]->kind == NODE_EQUAL;
  if (negated) axiom = axiom->kids[0];
  return (negated || axiom->kind == NODE_NOT_EQUAL) &&
         is_pair(axiom->kids[0], axiom->kids[1], pair);
}

static bool differ(const Flattener *f, Pair pair)
{
  for (uint32_t i = 0; i < f->contexts.len; i++) {
    const EventbFormulas *axioms = &f->contexts.data[i]->axioms;
    for (uint32_t k = 0; k < axioms->len; k++)
      if (!axioms->data[k].theorem && separates(axioms->data[k].formula, pair)) return true;
  }
  return false;
}

/* Are they constants that are no elements of another set, and all different? */
static bool are_elements(const Flattener *f, const Node *set, bool disjoint)
{
  for (uint32_t i = 0; i < set->count; i++) {
    const Node *element = set->kids[i];
    if (!is_constant(f, element) || map_get(&f->elements, element->name)) return false;
    for (uint32_t k = 0; k < i; k++) {
      Pair pair = {set->kids[k], element};
      if (pair.a->name == pair.b->name || !(disjoint || differ(f, pair))) return false;
    }
  }
  return true;
}

static void enumerate(Flattener *f, const Node *axiom)
{
  Node *set = listed(f, axiom);
  if (!set || map_get(&f->elements, axiom->kids[0]->name)) return;
  if (!are_elements(f, set, axiom->kind == NODE_PARTITION)) return;
  map_put(&f->elements, axiom->kids[0]->name, set);
  for (uint32_t i = 0; i < set->count; i++) map_put(&f->elements, set->kids[i]->name, set);
}

void enumerate_sets(Flattener *f)
{
  for (uint32_t i = 0; i < f->contexts.len; i++) {
    const EventbFormulas *axioms = &f->contexts.data[i]->axioms;
    for (uint32_t k = 0; k < axioms->len; k++) {
      const Node *axiom = axioms->data[k].formula;
      bool conjunction = axiom->kind == NODE_AND;
      if (axioms->data[k].theorem) continue;
      for (uint32_t part = 0; part < (conjunction ? axiom->count : 1); part++)
        enumerate(f, conjunction ? axiom->kids[part] : axiom);
    }
  }
}

/* ---- what need not be said any more */

/* Do both belong to one enumerated set, so that they differ? */
static bool are_brothers(const Flattener *f, const Node *a, const Node *b)
{
  if (a->kind != NODE_IDENT || b->kind != NODE_IDENT || a->name == b->name) return false;
  const Node *set = map_get(&f->elements, a->name);
  return set && set == map_get(&f->elements, b->name) && is_constant(f, a) && is_constant(f, b);
}

/* The axiom that enumerates its set lists just its elements, in any order. */
static bool lists_all(const Flattener *f, const Node *axiom)
{
  const Node *set = listed(f, axiom);
  const Node *known = set ? map_get(&f->elements, axiom->kids[0]->name) : NULL;
  if (!known || known->count != set->count) return false;
  for (uint32_t i = 1; axiom->kind == NODE_PARTITION && i < axiom->count; i++)
    if (axiom->kids[i]->kind != NODE_SET_EXT) return false; /* says what its parts are */
  for (uint32_t i = 0; i < set->count; i++)
    if (set->kids[i]->kind != NODE_IDENT ||
        map_get(&f->elements, set->kids[i]->name) != (const void *) known)
      return false;
  return true;
}

/* x : S for an element of the enumerated set S */
static bool is_element_of(const Flattener *f, const Node *x, const Node *set)
{
  if (x->kind != NODE_IDENT || !is_carrier_set(f, set) || !is_constant(f, x)) return false;
  const Node *elements = map_get(&f->elements, x->name);
  return elements && elements == map_get(&f->elements, set->name);
}

bool enumerate_is_settled(const Flattener *f, const Node *axiom)
{
  switch ((NodeKind) axiom->kind) {
  case NODE_AND:
    for (uint32_t i = 0; i < axiom->count; i++)
      if (!enumerate_is_settled(f, axiom->kids[i])) return false;
    return true;
  case NODE_MEMBER: return is_element_of(f, axiom->kids[0], axiom->kids[1]);
  case NODE_FINITE:
    return is_carrier_set(f, axiom->kids[0]) && !map_get(&f->records, axiom->kids[0]->name);
  case NODE_NOT_EQUAL: return are_brothers(f, axiom->kids[0], axiom->kids[1]);
  case NODE_NOT:
    return axiom->kids[0]->kind == NODE_EQUAL &&
           are_brothers(f, axiom->kids[0]->kids[0], axiom->kids[0]->kids[1]);
  case NODE_EQUAL:
  case NODE_PARTITION: return lists_all(f, axiom);
  case NODE_BTRUE: return true;
  default: return false;
  }
}
