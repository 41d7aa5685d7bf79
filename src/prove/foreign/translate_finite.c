#include "prove/foreign/translate_impl.h"

#include <string.h>

/* Finite sets: a predicate of sets, with axioms. */

static bool is_finite_type(const Type *type)
{
  switch (type->kind) {
  case TYPE_BOOL: return true;
  case TYPE_GIVEN: return type->symbol->enumerated;
  case TYPE_POW:
  case TYPE_PAIR:
  case TYPE_RECORD:
    for (uint32_t i = 0; i < type->count; i++)
      if (!is_finite_type(type->args[i])) return false;
    return true;
  default: return false;
  }
}

/* ------------------------------------------------------------------ functions */

/* Have all sets of the sort finitely many elements? */
static bool is_finite_sort(const FolSort *sort)
{
  if (sort->kind != SORT_SET) return sort->kind == SORT_BOOL || sort->kind == SORT_VALUES;
  for (uint32_t i = 0; i < sort->count; i++)
    if (!is_finite_sort(sort->parts[i])) return false;
  return true;
}

/* Finite sets of integers have bounds. */
static void bound_axioms(Translator *t, const SetVariables *v, const Fol *finite)
{
  const Fol *bound = fol_variable(t->p, fol_int(t->p)), *in = fol_member(t->p, v->x, v->s);
  for (int upper = 0; upper < 2; upper++) {
    const Fol *order =
        fol_compare(t->p, FOL_LESS_EQUAL, upper ? v->x[0] : bound, upper ? bound : v->x[0]);
    const Fol *all = fol_quantified(t->p, FOL_FORALL, v->x, 1, fol_implies(t->p, in, order));
    fo_set_axiom(t, v, 1,
                 fol_implies(t->p, finite, fol_quantified(t->p, FOL_EXISTS, &bound, 1, all)));
  }
}

const Fol *fo_finite_call(Translator *t, const Fol *set)
{
  if (is_finite_sort(set->sort)) return fol_true(t->p);
  fo_lose(t, "finite sets");
  uint32_t before = t->p->functions.len;
  FolFunction *f = fo_sort_function(t, "finite", set->sort, 0, &set->sort, 1, NULL);
  if (before < t->p->functions.len) {
    SetVariables v = fo_set_variables(t, set->sort);
    const Fol *s = fol_call(t->p, f, &v.s), *other = fol_call(t->p, f, &v.t);
    const Fol *infinite = fol_not(t->p, s);
    fo_set_axiom(t, &v, 1,
                 fol_implies(t->p, infinite, fo_some_element(t, &v, fol_member(t->p, v.x, v.s))));
    fo_set_axiom(t, &v, 2, fol_implies(t->p, fol_and(t->p, infinite, other), fo_exceeds(t, &v)));
    if (v.width == 1 && v.x[0]->sort->kind == SORT_INT) bound_axioms(t, &v, s);
  }
  return fol_call(t->p, f, &set);
}

/* ------------------------------------------------------------- finite(S) */

static const Fol *finite_node(Translator *t, const Node *node)
{
  SetOperand s = fo_operand_node(node);
  return fo_is_finite(t, &s);
}

/* A condition under which a domain or range is finite: parts of the relation have finite ones. */
static const Fol *finite_components(Translator *t, const Node *node)
{
  const Node *r = node_bare(node->kids[0]);
  if (r->kind != NODE_UNION && r->kind != NODE_OVERRIDE) return finite_node(t, r);
  const Fol *result = fol_true(t->p);
  for (uint32_t i = 0; i < r->count; i++) {
    Node *part = node_unary(t->arena, (NodeKind) node->kind, SPAN_NONE, r->kids[i]);
    part->type = node->type;
    result = fol_and(t->p, result, finite_node(t, part));
  }
  return result;
}

/* A condition under which the set is finite; NULL: none is known.  If *exact, there is no other. */
static const Fol *finite_if(Translator *t, const Node *node, bool *exact)
{
  const Node *a = node->count > 0 ? node->kids[0] : NULL,
             *b = node->count > 1 ? node->kids[1] : NULL;
  *exact = true;
  switch (node->kind) {
  case NODE_EMPTY_SET:
  case NODE_EMPTY_SEQ:
  case NODE_SET_EXT:
  case NODE_SEQ_EXT:
  case NODE_INTERVAL: return fol_true(t->p);
  case NODE_POW:
  case NODE_FIN:
  case NODE_INVERSE:
  case NODE_TYPED: return finite_node(t, a);
  case NODE_UNION: {
    const Fol *left = finite_node(t, a);
    return fol_and(t->p, left, finite_node(t, b));
  }
  default: break;
  }
  if (t->side != SIDE_FALSE) return NULL; /* the others only suffice */
  *exact = false;
  switch (node->kind) {
  case NODE_INTERSECTION: {
    const Fol *left = finite_node(t, a);
    return fol_or(t->p, left, finite_node(t, b));
  }
  case NODE_DOM:
  case NODE_RAN: return finite_components(t, node);
  case NODE_SET_MINUS:
  case NODE_IMAGE:
  case NODE_RAN_RESTRICT:
  case NODE_RAN_SUBTRACT: return finite_node(t, a);
  case NODE_DOM_RESTRICT:
  case NODE_DOM_SUBTRACT: return finite_node(t, b);
  case NODE_CARTESIAN:
  case NODE_OVERRIDE:
  case NODE_COMPOSE:
  case NODE_CIRC: {
    const Fol *left = finite_node(t, a);
    return fol_and(t->p, left, finite_node(t, b));
  }
  default: return NULL;
  }
}

const Fol *fo_is_finite(Translator *t, const SetOperand *set)
{
  if (is_finite_type(set->element)) return fol_true(t->p);
  bool exact = false;
  const Fol *condition = NULL;
  if (set->node) condition = finite_if(t, node_bare(set->node), &exact);
  if (condition && (exact || condition->kind == FOL_TRUE)) return condition;
  uint32_t mark = t->facts.len;
  const Fol *call = fo_finite_call(t, fo_set_term(t, set));
  call = fo_with_facts(t, mark, call);
  return condition ? fol_or(t->p, condition, call) : call;
}

void fo_assert_finite(Translator *t, const Node *set)
{
  if (t->side == SIDE_EXACT) return; /* parameters may stand for anything there */
  const Fol *term = fo_term(t, set);
  if (term->count == 0) fol_assert(t->p, fo_finite_call(t, term), "finite", FOL_AXIOM);
}
