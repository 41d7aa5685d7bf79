#include "prove/refute/restrict.h"

#include "model/type.h"

/* What is asked of a predicate: that it stays true where it is (`up`), or stays false.  Where names
 * are bound around it, there would be a witness for each of their values: none may be needed. */
typedef struct {
  const Symbol *set;
  uint32_t *witnesses;
} Cut;

/* ---------------------------------------------------------------------- types */

static bool mentions(const Type *type, const Symbol *set)
{
  return type && type_mentions(type, set);
}

uint32_t restrict_elements(const Type *type, const Symbol *set)
{
  if (type->kind == TYPE_GIVEN) return type->symbol == set;
  if (type->kind != TYPE_PAIR) return 0;
  return restrict_elements(type->args[0], set) + restrict_elements(type->args[1], set);
}

/* S, pairs with it in them, other types without it */
static bool is_tuple(const Type *type, const Symbol *set)
{
  if (!mentions(type, set) || type->kind == TYPE_GIVEN) return true;
  return type->kind == TYPE_PAIR && is_tuple(type->args[0], set) && is_tuple(type->args[1], set);
}

bool restrict_fits(const Type *type, const Symbol *set)
{
  return is_tuple(type, set) || (type->kind == TYPE_POW && is_tuple(type->args[0], set));
}

static bool is_free_of(const Node *node, const Symbol *set)
{
  bool name = node->kind == NODE_IDENT;
  if (mentions(node->type, set) || node->symbol == set) return false;
  if (name && node->symbol->type && mentions(node->symbol->type, set)) return false;
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i] && !is_free_of(node->kids[i], set)) return false;
  return true;
}

/* ------------------------------------------------------------------ expressions */

static bool keeps_set(const Cut *, const Node *, bool inner);

static bool all_keep(const Cut *c, const Node *node, bool inner,
                     bool (*keeps)(const Cut *, const Node *, bool))
{
  for (uint32_t i = 0; i < node->count; i++)
    if (!keeps(c, node->kids[i], inner)) return false;
  return true;
}

/* An element, or a value of another sort, that is the same after the cut; what a function gives
 * must be kept, too. */
static bool keeps_value(const Cut *c, const Node *node, bool inner)
{
  node = node_bare(node);
  if (is_free_of(node, c->set)) return true;
  switch ((NodeKind) node->kind) {
  case NODE_IDENT: return node->symbol->kind != SYMBOL_SET && is_tuple(node->type, c->set);
  case NODE_MAPLET:
  case NODE_COUPLE: return all_keep(c, node, inner, keeps_value);
  case NODE_APPLY:
    if (node->count != 2 || !is_tuple(node->type, c->set)) return false;
    if (mentions(node->type, c->set)) {
      if (inner) return false;
      *c->witnesses += restrict_elements(node->type, c->set);
    }
    return keeps_set(c, node->kids[0], inner) && keeps_value(c, node->kids[1], inner);
  case NODE_ADD:
  case NODE_TIMES:
  case NODE_NEGATE: return all_keep(c, node, inner, keeps_value);
  case NODE_MINUS: return node->type->kind == TYPE_INTEGER && all_keep(c, node, inner, keeps_value);
  default: return false;
  }
}

/* The type of what is left out of pairs when a relation is projected must not be cut. */
static bool projects_others(const Cut *c, const Node *relation, uint32_t left_out)
{
  const Type *type = node_bare(relation)->type;
  return type && type->kind == TYPE_POW && type->args[0]->kind == TYPE_PAIR &&
         !mentions(type->args[0]->args[left_out], c->set);
}

/* A set of which the part that is left is the same expression of the parts of its names. */
static bool keeps_set(const Cut *c, const Node *node, bool inner)
{
  node = node_bare(node);
  if (is_free_of(node, c->set)) return true;
  if (!node->type || node->type->kind != TYPE_POW || !is_tuple(node->type->args[0], c->set))
    return false;
  switch ((NodeKind) node->kind) {
  case NODE_IDENT:
  case NODE_EMPTY_SET:
  case NODE_EVENTB_TYPE: return true;
  case NODE_SET_EXT: return all_keep(c, node, inner, keeps_value);
  case NODE_UNION:
  case NODE_INTERSECTION:
  case NODE_SET_MINUS:
  case NODE_MINUS:
  case NODE_CARTESIAN:
  case NODE_TIMES:
  case NODE_INVERSE:
  case NODE_DOM_RESTRICT:
  case NODE_DOM_SUBTRACT:
  case NODE_RAN_RESTRICT:
  case NODE_RAN_SUBTRACT: return all_keep(c, node, inner, keeps_set);
  case NODE_DOM: return projects_others(c, node->kids[0], 1) && keeps_set(c, node->kids[0], inner);
  case NODE_RAN:
  case NODE_IMAGE:
    return projects_others(c, node->kids[0], 0) && all_keep(c, node, inner, keeps_set);
  case NODE_OVERRIDE: {
    const Node *by = node_bare(node->kids[1]);
    bool whole = by->kind == NODE_SET_EXT || projects_others(c, by, 1);
    return whole && all_keep(c, node, inner, keeps_set);
  }
  default: return false;
  }
}

static bool keeps_term(const Cut *c, const Node *node, bool inner)
{
  const Type *type = node_bare(node)->type;
  if (!type) return false;
  return type->kind == TYPE_POW ? keeps_set(c, node, inner) : keeps_value(c, node, inner);
}

/* ------------------------------------------------------------------- predicates */

/* One witness, of an element of sets of this type; false where none is to be had. */
static bool add_witness(const Cut *c, const Type *set, bool inner, uint32_t times)
{
  uint32_t count = set && set->kind == TYPE_POW ? restrict_elements(set->args[0], c->set) : 0;
  *c->witnesses += times * count;
  return !inner || count == 0;
}

static bool keeps_equality(const Cut *c, const Node *node, bool equal, bool inner)
{
  const Type *type = node_bare(node->kids[0])->type;
  if (!all_keep(c, node, inner, keeps_term) || !type) return false;
  return equal || type->kind != TYPE_POW || add_witness(c, type, inner, 1);
}

static bool keeps_inclusion(const Cut *c, const Node *node, bool strict, bool holds, bool inner)
{
  const Type *type = node_bare(node->kids[0])->type;
  if (!all_keep(c, node, inner, keeps_set)) return false;
  return (holds && !strict) || add_witness(c, type, inner, 1);
}

/* f : A --> B */
static bool keeps_arrow(const Cut *c, const Node *f, const Node *arrow, bool holds, bool inner)
{
  const Type *type = node_bare(f)->type;
  NodeKind kind = arrow->kind;
  bool total = kind == NODE_TOTAL_FUN || kind == NODE_TOTAL_INJ || kind == NODE_TOTAL_REL;
  bool partial = kind == NODE_RELATION || kind == NODE_PARTIAL_FUN || kind == NODE_PARTIAL_INJ;
  if (!type || type->kind != TYPE_POW || type->args[0]->kind != TYPE_PAIR) return false;
  if (!keeps_set(c, f, inner) || !all_keep(c, arrow, inner, keeps_set)) return false;
  if (!partial && !(total && !mentions(type->args[0]->args[1], c->set))) return false;
  return holds || add_witness(c, type, inner, 2);
}

/* x : dom(r) where what x is mapped to may be cut away: it is a witness. */
static bool keeps_projected(const Cut *c, const Node *node, bool holds, bool inner)
{
  const Node *set = node_bare(node->kids[1]);
  uint32_t left_out = set->kind == NODE_DOM;
  const Type *relation = node_bare(set->kids[0])->type;
  if (!relation || relation->kind != TYPE_POW || relation->args[0]->kind != TYPE_PAIR) return false;
  if (!keeps_value(c, node->kids[0], inner) || !all_keep(c, set, inner, keeps_set)) return false;
  uint32_t elements = restrict_elements(relation->args[0]->args[left_out], c->set);
  if (!holds || elements == 0) return true;
  *c->witnesses += elements;
  return !inner;
}

static bool keeps_member(const Cut *c, const Node *node, bool holds, bool inner)
{
  const Node *set = node_bare(node->kids[1]);
  NodeKind kind = set->kind;
  bool finite = kind == NODE_FIN || kind == NODE_FIN1;
  bool filled = kind == NODE_POW1 || kind == NODE_FIN1;
  if (is_free_of(node, c->set)) return true;
  if (kind_is_arrow(kind)) return keeps_arrow(c, node->kids[0], set, holds, inner);
  if (kind == NODE_POW || filled || finite) {
    const Type *type = node_bare(node->kids[0])->type;
    if (!keeps_set(c, node->kids[0], inner) || !keeps_set(c, set->kids[0], inner)) return false;
    return (holds && !filled) || ((holds || !finite) && add_witness(c, type, inner, 1));
  }
  if (kind == NODE_DOM || kind == NODE_RAN || kind == NODE_IMAGE)
    return keeps_projected(c, node, holds, inner);
  return keeps_value(c, node->kids[0], inner) && keeps_set(c, set, inner);
}

static bool keeps(const Cut *, const Node *, bool holds, bool inner);

/* What is said of all values is said of those that are left; of a value that there is, it must be
 * left. */
static bool keeps_quantifier(const Cut *c, const Node *node, bool holds, bool inner)
{
  const Node *names = node->kids[0];
  bool all = (node->kind == NODE_FORALL) == holds;
  for (uint32_t i = 0; i < names->count; i++) {
    const Type *type = node_bare(names->kids[i])->symbol->type;
    if (!restrict_fits(type, c->set)) return false;
    uint32_t elements = restrict_elements(type, c->set);
    if (all) continue;
    if (elements && inner) return false;
    *c->witnesses += elements;
  }
  return keeps(c, node->kids[1], holds, inner || all);
}

static bool keeps_junction(const Cut *c, const Node *node, bool holds, bool inner)
{
  for (uint32_t i = 0; i < node->count; i++)
    if (!keeps(c, node->kids[i], holds, inner)) return false;
  return true;
}

static bool keeps_partition(const Cut *c, const Node *node, bool holds, bool inner)
{
  if (!all_keep(c, node, inner, keeps_set)) return false;
  return holds || add_witness(c, node_bare(node->kids[0])->type, inner, 1);
}

static bool keeps(const Cut *c, const Node *node, bool holds, bool inner)
{
  node = node_bare(node);
  if (is_free_of(node, c->set)) return true;
  switch ((NodeKind) node->kind) {
  case NODE_AND:
  case NODE_OR: return keeps_junction(c, node, holds, inner);
  case NODE_NOT: return keeps(c, node->kids[0], !holds, inner);
  case NODE_IMPLIES:
    return keeps(c, node->kids[0], !holds, inner) && keeps(c, node->kids[1], holds, inner);
  case NODE_IFF:
    return keeps_junction(c, node, true, inner) && keeps_junction(c, node, false, inner);
  case NODE_FORALL:
  case NODE_EXISTS: return keeps_quantifier(c, node, holds, inner);
  case NODE_EQUAL:
  case NODE_NOT_EQUAL: return keeps_equality(c, node, (node->kind == NODE_EQUAL) == holds, inner);
  case NODE_MEMBER: return keeps_member(c, node, holds, inner);
  case NODE_NOT_MEMBER: return keeps_member(c, node, !holds, inner);
  case NODE_SUBSET: return keeps_inclusion(c, node, false, holds, inner);
  case NODE_NOT_SUBSET: return keeps_inclusion(c, node, false, !holds, inner);
  case NODE_STRICT_SUBSET: return keeps_inclusion(c, node, true, holds, inner);
  case NODE_NOT_STRICT_SUBSET: return keeps_inclusion(c, node, true, !holds, inner);
  case NODE_PARTITION: return keeps_partition(c, node, holds, inner);
  case NODE_FINITE: return holds && keeps_set(c, node->kids[0], inner);
  case NODE_LESS:
  case NODE_LESS_EQUAL:
  case NODE_GREATER:
  case NODE_GREATER_EQUAL: return all_keep(c, node, inner, keeps_value);
  default: return false;
  }
}

bool restrict_keeps(const Node *premise, const Symbol *set, uint32_t *witnesses)
{
  Cut c = {set, witnesses};
  return keeps(&c, premise, true, false);
}
