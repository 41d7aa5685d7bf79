#include "prove/foreign/translate_impl.h"

#include <string.h>

/* Finite sets and their cardinality: functions of sets, with axioms. */

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

typedef struct { /* variables of axioms about sets */
  const Fol *s, *t;
  const Fol *x[WIDTH_LIMIT + 1];
  uint32_t width;
} SetVariables;

static SetVariables set_variables(Translator *t, const FolSort *sort)
{
  SetVariables v = {
      .s = fol_variable(t->p, sort), .t = fol_variable(t->p, sort), .width = sort->count};
  for (uint32_t i = 0; i < sort->count; i++) v.x[i] = fol_variable(t->p, sort->parts[i]);
  return v;
}

static void axiom(Translator *t, const SetVariables *v, uint32_t sets, const Fol *body)
{
  const Fol *const both[] = {v->s, v->t};
  fol_assert(t->p, fol_quantified(t->p, FOL_FORALL, both, sets, body), "sets", FOL_AXIOM);
}

static const Fol *some_element(Translator *t, const SetVariables *v, const Fol *body)
{
  return fol_quantified(t->p, FOL_EXISTS, v->x, v->width, body);
}

/* Something is in s that is not in t. */
static const Fol *exceeds(Translator *t, const SetVariables *v)
{
  const Fol *out = fol_not(t->p, fol_member(t->p, v->x, v->t));
  return some_element(t, v, fol_and(t->p, fol_member(t->p, v->x, v->s), out));
}

/* Have all sets of the sort finitely many elements? */
static bool is_finite_sort(const FolSort *sort)
{
  if (sort->kind != SORT_SET) return sort->kind == SORT_BOOL || sort->kind == SORT_VALUES;
  for (uint32_t i = 0; i < sort->count; i++)
    if (!is_finite_sort(sort->parts[i])) return false;
  return true;
}

static const Fol *finite_call(Translator *t, const Fol *set)
{
  if (is_finite_sort(set->sort)) return fol_true(t->p);
  uint32_t before = t->p->functions.len;
  FolFunction *f = fo_sort_function(t, "finite", set->sort, 0, &set->sort, 1, NULL);
  if (before < t->p->functions.len) {
    SetVariables v = set_variables(t, set->sort);
    const Fol *s = fol_call(t->p, f, &v.s), *other = fol_call(t->p, f, &v.t);
    const Fol *infinite = fol_not(t->p, s);
    axiom(t, &v, 1, fol_implies(t->p, infinite, some_element(t, &v, fol_member(t->p, v.x, v.s))));
    axiom(t, &v, 2, fol_implies(t->p, fol_and(t->p, infinite, other), exceeds(t, &v)));
  }
  return fol_call(t->p, f, &set);
}

static void card_axioms(Translator *t, FolFunction *card, const FolSort *sort)
{
  FolProblem *p = t->p;
  SetVariables v = set_variables(t, sort);
  const Fol *m = fol_call(p, card, &v.s), *n = fol_call(p, card, &v.t), *zero = fol_integer(p, 0);
  const Fol *in = fol_member(p, v.x, v.s);
  axiom(t, &v, 1, fol_compare(p, FOL_LESS_EQUAL, zero, m));
  const Fol *one = fol_and(p, in, finite_call(t, v.s));
  one = fol_implies(p, one, fol_compare(p, FOL_LESS, zero, m));
  axiom(t, &v, 1, fol_quantified(p, FOL_FORALL, v.x, v.width, one));
  const Fol *none = fol_implies(p, fol_compare(p, FOL_LESS, zero, m), some_element(t, &v, in));
  axiom(t, &v, 1, fol_implies(p, finite_call(t, v.s), none));
  const Fol *finite = finite_call(t, v.t);
  axiom(t, &v, 2,
        fol_implies(p, fol_and(p, finite, fol_compare(p, FOL_LESS, n, m)), exceeds(t, &v)));
  const Fol *same = fol_implies(p, fol_member(p, v.x, v.t), in);
  same = fol_quantified(p, FOL_FORALL, v.x, v.width, same);
  same = fol_or(p, exceeds(t, &v), fol_or(p, same, fol_compare(p, FOL_LESS, m, n)));
  axiom(t, &v, 2, fol_implies(p, finite, same));
}

const Fol *fo_cardinality(Translator *t, const Fol *set)
{
  uint32_t before = t->p->functions.len;
  FolFunction *card = fo_sort_function(t, "card", set->sort, 0, &set->sort, 1, fol_int(t->p));
  if (before < t->p->functions.len) card_axioms(t, card, set->sort);
  return fol_call(t->p, card, &set);
}

/* ------------------------------------------------------------- finite(S) */

static const Fol *finite_node(Translator *t, const Node *node)
{
  SetOperand s = fo_operand_node(node);
  return fo_is_finite(t, &s);
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
  case NODE_SET_MINUS:
  case NODE_DOM:
  case NODE_RAN:
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
  const Fol *call = finite_call(t, fo_set_term(t, set));
  call = fo_with_facts(t, mark, call);
  return condition ? fol_or(t->p, condition, call) : call;
}
