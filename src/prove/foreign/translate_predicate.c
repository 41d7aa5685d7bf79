#include "prove/foreign/translate_impl.h"

#include <stdlib.h>

Side fo_other_side(Side side)
{
  return side == SIDE_EXACT ? SIDE_EXACT : side == SIDE_TRUE ? SIDE_FALSE : SIDE_TRUE;
}

const Fol *fo_on_side(Translator *t, const Node *node, Side side)
{
  Side before = t->side;
  t->side = side;
  const Fol *result = fo_predicate(t, node);
  t->side = before;
  return result;
}

static const Fol *negated(Translator *t, const Node *node)
{
  return fol_not(t->p, fo_on_side(t, node, fo_other_side(t->side)));
}

/* -------------------------------------------------------------------- facts */

void fo_add_fact(Translator *t, const Fol *fact)
{
  t->partial = true;
  for (uint32_t i = 0; i < t->facts.len; i++)
    if (fol_same(t->facts.data[i], fact)) return;
  vec_push(&t->facts, fact);
}

const Fol *fo_with_facts(Translator *t, uint32_t mark, const Fol *literal)
{
  const Fol *facts = fol_true(t->p);
  for (uint32_t i = mark; i < t->facts.len; i++) facts = fol_and(t->p, facts, t->facts.data[i]);
  t->facts.len = mark;
  switch (t->side) {
  case SIDE_TRUE: return fol_and(t->p, literal, facts);
  case SIDE_FALSE: return fol_implies(t->p, facts, literal);
  default: return literal;
  }
}

/* --------------------------------------------------------------- predicates */

static const Fol *connected(Translator *t, const Node *node)
{
  bool conjunction = node->kind == NODE_AND;
  const Fol *result = conjunction ? fol_true(t->p) : fol_false(t->p);
  for (uint32_t i = 0; i < node->count; i++) {
    const Fol *kid = fo_predicate(t, node->kids[i]);
    result = conjunction ? fol_and(t->p, result, kid) : fol_or(t->p, result, kid);
  }
  return result;
}

static const Fol *implication(Translator *t, const Node *a, const Node *b)
{
  const Fol *left = fo_on_side(t, a, fo_other_side(t->side));
  return fol_implies(t->p, left, fo_predicate(t, b));
}

static const Fol *equivalence(Translator *t, const Node *a, const Node *b)
{
  if (t->side == SIDE_EXACT) return fol_iff(t->p, fo_predicate(t, a), fo_predicate(t, b));
  const Fol *there = implication(t, a, b);
  return fol_and(t->p, there, implication(t, b, a));
}

static const Fol *quantified(Translator *t, const Node *node)
{
  Bound b = fo_bind_fresh(t, node->kids[0]);
  const Fol *body = fo_predicate(t, node->kids[1]);
  return fo_quantify(t, node->kind == NODE_FORALL ? FOL_FORALL : FOL_EXISTS, &b, body);
}

static const Fol *order(Translator *t, const Node *node)
{
  const Node *a = node->kids[0], *b = node->kids[1];
  uint32_t mark = t->facts.len;
  bool swapped = node->kind == NODE_GREATER || node->kind == NODE_GREATER_EQUAL;
  bool strict = node->kind == NODE_GREATER || node->kind == NODE_LESS;
  const Fol *x = fo_term(t, a), *y = fo_term(t, b);
  const Fol *result =
      fol_compare(t->p, strict ? FOL_LESS : FOL_LESS_EQUAL, swapped ? y : x, swapped ? x : y);
  return fo_with_facts(t, mark, result);
}

/* IF P THEN Q ELSIF … ELSE R END, from child i on. */
static const Fol *conditional(Translator *t, const Node *node, uint32_t i)
{
  if (i + 1 == node->count) return fo_predicate(t, node->kids[i]);
  const Fol *yes = implication(t, node->kids[i], node->kids[i + 1]);
  const Fol *condition = fo_predicate(t, node->kids[i]);
  return fol_and(t->p, yes, fol_or(t->p, condition, conditional(t, node, i + 2)));
}

/* LET x BE x = E IN Q END: some x, as there is exactly one. */
static const Fol *let(Translator *t, const Node *node)
{
  Bound b = fo_bind_fresh(t, node->kids[0]);
  if (t->side == SIDE_TRUE) {
    const Fol *body = fo_predicate(t, node->kids[1]);
    body = fol_and(t->p, body, fo_predicate(t, node->kids[2]));
    return fo_quantify(t, FOL_EXISTS, &b, body);
  }
  const Fol *body = implication(t, node->kids[1], node->kids[2]);
  return fo_quantify(t, FOL_FORALL, &b, body);
}

static const Fol *disjoint(Translator *t, const Node *a, const Node *b)
{
  uint32_t width;
  const Fol **x = fo_fresh(t, fo_element_type(a), &width);
  const Fol *both = fol_and(t->p, fo_member(t, x, a), fo_member(t, x, b));
  return fol_quantified(t->p, FOL_FORALL, x, width, fol_not(t->p, both));
}

/* The first set is the disjoint union of the others. */
static const Fol *partition(Translator *t, const Node *node)
{
  uint32_t width;
  const Fol **x = fo_fresh(t, fo_element_type(node->kids[0]), &width);
  Side side = t->side;
  const Fol *some = fol_false(t->p), *whole = fo_member(t, x, node->kids[0]);
  for (uint32_t i = 1; i < node->count; i++)
    some = fol_or(t->p, some, fo_member(t, x, node->kids[i]));
  t->side = fo_other_side(side);
  const Fol *some_out = fol_false(t->p), *whole_out = fo_member(t, x, node->kids[0]);
  for (uint32_t i = 1; i < node->count; i++)
    some_out = fol_or(t->p, some_out, fo_member(t, x, node->kids[i]));
  t->side = side;
  const Fol *result =
      fol_and(t->p, fol_implies(t->p, whole_out, some), fol_implies(t->p, some_out, whole));
  result = fol_quantified(t->p, FOL_FORALL, x, width, result);
  t->side = fo_other_side(side); /* of what is below a negation */
  for (uint32_t i = 1; i < node->count; i++)
    for (uint32_t j = i + 1; j < node->count; j++)
      result = fol_and(t->p, result, disjoint(t, node->kids[i], node->kids[j]));
  t->side = side;
  return result;
}

static const Fol *inclusion(Translator *t, const Node *a, const Node *b, bool strict)
{
  SetOperand left = fo_operand_node(a), right = fo_operand_node(b);
  const Fol *result = fo_subset(t, &left, &right);
  if (!strict) return result;
  t->side = fo_other_side(t->side);
  const Fol *back = fo_subset(t, &right, &left);
  t->side = fo_other_side(t->side);
  return fol_and(t->p, result, fol_not(t->p, back));
}

/* Of which nothing is known but that it is the same for the same parameters. */
static const Fol *opaque(Translator *t, const Node *node)
{
  const Fol *result;
  fo_lose_operator(t, node);
  fo_name_expression(t, node, "predicate", NULL, &result);
  return result;
}

static const Fol *literal(Translator *t, const Node *node)
{
  const Node *a = node->kids[0], *b = node->count > 1 ? node->kids[1] : NULL;
  switch (node->kind) {
  case NODE_EQUAL: return fo_equal_nodes(t, a, b);
  case NODE_MEMBER: return fo_member_node(t, a, b);
  case NODE_SUBSET: return inclusion(t, a, b, false);
  case NODE_STRICT_SUBSET: return inclusion(t, a, b, true);
  case NODE_LESS:
  case NODE_LESS_EQUAL:
  case NODE_GREATER:
  case NODE_GREATER_EQUAL: return a->type->kind == TYPE_INTEGER ? order(t, node) : opaque(t, node);
  case NODE_PARTITION: return partition(t, node);
  case NODE_FINITE: {
    SetOperand set = fo_operand_node(a);
    return fo_is_finite(t, &set);
  }
  default: return opaque(t, node);
  }
}

/* not of the literal of the positive kind */
static const Fol *negative_literal(Translator *t, const Node *node)
{
  const Node *a = node->kids[0], *b = node->kids[1];
  t->side = fo_other_side(t->side);
  const Fol *result = node->kind == NODE_NOT_EQUAL ? fo_equal_nodes(t, a, b)
                      : node->kind == NODE_NOT_MEMBER
                          ? fo_member_node(t, a, b)
                          : inclusion(t, a, b, node->kind == NODE_NOT_STRICT_SUBSET);
  t->side = fo_other_side(t->side);
  return fol_not(t->p, result);
}

const Fol *fo_predicate(Translator *t, const Node *node)
{
  node = node_bare(node);
  switch (node->kind) {
  case NODE_BTRUE: return fol_true(t->p);
  case NODE_BFALSE: return fol_false(t->p);
  case NODE_NOT: return negated(t, node->kids[0]);
  case NODE_AND:
  case NODE_OR: return connected(t, node);
  case NODE_IMPLIES: return implication(t, node->kids[0], node->kids[1]);
  case NODE_IFF: return equivalence(t, node->kids[0], node->kids[1]);
  case NODE_FORALL:
  case NODE_EXISTS: return quantified(t, node);
  case NODE_IF_PRED: return conditional(t, node, 0);
  case NODE_LET_PRED: return let(t, node);
  case NODE_NOT_EQUAL:
  case NODE_NOT_MEMBER:
  case NODE_NOT_SUBSET:
  case NODE_NOT_STRICT_SUBSET: return negative_literal(t, node);
  default: return literal(t, node);
  }
}
