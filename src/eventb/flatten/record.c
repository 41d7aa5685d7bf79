#include "eventb/flatten/flatten_impl.h"

/* Records.  Event-B has none; where they are wanted, a carrier set S is said to be in
 * bijection with a product of sets, make : A ** B >->> S.  Carrier sets are known up to
 * isomorphism only, so S may as well be that product and `make` its identity.  (As a set
 * of its own S would have too few elements, and all ways to name them would be tried.) */

static bool is_carrier_set(const Flattener *f, const Name *name)
{
  for (uint32_t i = 0; i < f->contexts.len; i++)
    if (eventb_has_name(&f->contexts.data[i]->sets, name)) return true;
  return false;
}

static bool is_constant(const Flattener *f, const Name *name)
{
  for (uint32_t i = 0; i < f->contexts.len; i++)
    if (eventb_has_name(&f->contexts.data[i]->constants, name)) return true;
  return false;
}

/* A product of carrier sets, numbers, truth values and other records, none of which needs S. */
static bool is_product(const Flattener *f, const Node *node, const Name *set)
{
  switch ((NodeKind) node->kind) {
  case NODE_CARTESIAN:
    return is_product(f, node->kids[0], set) && is_product(f, node->kids[1], set);
  case NODE_INTEGER:
  case NODE_BOOL: return true;
  case NODE_IDENT: {
    const Node *axiom = map_get(&f->records, node->name);
    if (node->name == set || !is_carrier_set(f, node->name)) return false;
    return !axiom || is_product(f, axiom->kids[1]->kids[0], set);
  }
  default: return false;
  }
}

static bool makes_record(const Flattener *f, const Node *axiom)
{
  if (axiom->kind != NODE_MEMBER || axiom->kids[0]->kind != NODE_IDENT) return false;
  const Node *make = axiom->kids[0], *set = axiom->kids[1];
  if (set->kind != NODE_TOTAL_BIJ || set->kids[0]->kind != NODE_CARTESIAN ||
      set->kids[1]->kind != NODE_IDENT)
    return false;
  const Name *name = set->kids[1]->name;
  return is_carrier_set(f, name) && is_constant(f, make->name) && !map_get(&f->records, name) &&
         !map_get(&f->elements, name) && is_product(f, set->kids[0], name);
}

void record_sets(Flattener *f)
{
  for (uint32_t i = 0; i < f->contexts.len; i++) {
    const EventbFormulas *axioms = &f->contexts.data[i]->axioms;
    for (uint32_t k = 0; k < axioms->len; k++) {
      Node *axiom = axioms->data[k].formula;
      if (!axioms->data[k].theorem && makes_record(f, axiom))
        map_put(&f->records, axiom->kids[1]->kids[1]->name, axiom);
    }
  }
}

Node *record_axiom(const Flattener *f, Node *axiom)
{
  if (axiom->kind != NODE_MEMBER || axiom->kids[1]->kind != NODE_TOTAL_BIJ ||
      axiom->kids[1]->kids[1]->kind != NODE_IDENT)
    return axiom;
  Node *product = axiom->kids[1]->kids[0], *set = axiom->kids[1]->kids[1];
  if (map_get(&f->records, set->name) != axiom) return axiom;
  Node *identity = node_unary(f->arena, NODE_ID, axiom->span, product);
  return node_binary(f->arena, NODE_AND, axiom->span,
                     node_binary(f->arena, NODE_EQUAL, axiom->span, set, product),
                     node_binary(f->arena, NODE_EQUAL, axiom->span, axiom->kids[0], identity));
}
