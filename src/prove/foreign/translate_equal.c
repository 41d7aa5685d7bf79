#include "prove/foreign/translate_impl.h"

/* Equality.  Sets that are terms are equal as terms where that is asserted, and have the same
 * elements where it is refuted; other sets have the same elements. */

static const Fol *included(Translator *t, const SetOperand *a, const SetOperand *b,
                           const Fol *const *x)
{
  t->side = fo_other_side(t->side);
  const Fol *in = fo_member_of(t, x, a);
  t->side = fo_other_side(t->side);
  return fol_implies(t->p, in, fo_member_of(t, x, b));
}

const Fol *fo_subset(Translator *t, const SetOperand *a, const SetOperand *b)
{
  if (b->node && fo_is_whole_type(b->node)) return fol_true(t->p);
  uint32_t width;
  const Fol **x = fo_fresh(t, a->element, &width);
  return fol_quantified(t->p, FOL_FORALL, x, width, included(t, a, b, x));
}

static const Fol *same_elements(Translator *t, const SetOperand *a, const SetOperand *b)
{
  uint32_t width;
  const Fol **x = fo_fresh(t, a->element, &width);
  const Fol *both = included(t, a, b, x);
  both = fol_and(t->p, both, included(t, b, a, x));
  return fol_quantified(t->p, FOL_FORALL, x, width, both);
}

/* An operand that is a term already or can be one without a definition. */
static bool has_term(const Translator *t, const SetOperand *s)
{
  return s->term || fo_is_term_like(t, s->node);
}

/* That its operands are sequences, once for all elements. */
static void add_sequence_facts(Translator *t, const SetOperand *s)
{
  if (t->side != SIDE_EXACT && s->node && fo_is_sequence_operator(node_bare(s->node)))
    fo_sequence_size(t, s);
}

const Fol *fo_equal_sets(Translator *t, const SetOperand *a, const SetOperand *b)
{
  uint32_t mark = t->facts.len;
  if (!has_term(t, a) || !has_term(t, b)) {
    add_sequence_facts(t, a);
    add_sequence_facts(t, b);
    return fo_with_facts(t, mark, same_elements(t, a, b));
  }
  const Fol *x = fo_set_term(t, a), *y = fo_set_term(t, b);
  if (t->side == SIDE_TRUE) return fo_with_facts(t, mark, fol_equal(t->p, x, y));
  SetOperand left = fo_operand_term(x, a->element), right = fo_operand_term(y, b->element);
  if (fol_same(x, y)) return fo_with_facts(t, mark, fol_true(t->p));
  return fo_with_facts(t, mark, same_elements(t, &left, &right));
}

const Fol *fo_equal_terms(Translator *t, const Type *type, const Fol *const *a, const Fol *const *b)
{
  if (type->kind == TYPE_POW) {
    SetOperand left = fo_operand_term(a[0], type->args[0]),
               right = fo_operand_term(b[0], type->args[0]);
    return fo_equal_sets(t, &left, &right);
  }
  if (type->kind != TYPE_PAIR && type->kind != TYPE_RECORD) return fol_equal(t->p, a[0], b[0]);
  const Fol *result = fol_true(t->p);
  for (uint32_t i = 0; i < type->count; i++) {
    result = fol_and(t->p, result, fo_equal_terms(t, type->args[i], a, b));
    a += fo_type_width(type->args[i]);
    b += fo_type_width(type->args[i]);
  }
  return result;
}

/* Is the truth of the predicate, whose value is `value`? */
static const Fol *equal_truth(Translator *t, const Fol *value, const Node *predicate)
{
  const Fol *yes = fol_equal(t->p, value, fol_truth_value(t->p, true));
  const Fol *there = fo_predicate(t, predicate);
  const Fol *back = fo_on_side(t, predicate, fo_other_side(t->side));
  return fol_and(t->p, fol_implies(t->p, yes, there), fol_implies(t->p, back, yes));
}

static const Fol *equal_parts(Translator *t, const Fol *const *value, const Node *node)
{
  const Fol *result = fol_true(t->p);
  for (uint32_t i = 0; i < node->count; i++) {
    result = fol_and(t->p, result, fo_equal_to_node(t, value, node->kids[i]));
    value += fo_type_width(node->kids[i]->type);
  }
  return result;
}

const Fol *fo_equal_to_node(Translator *t, const Fol *const *value, const Node *node)
{
  node = node_bare(node);
  if (node->kind == NODE_MAPLET || node->kind == NODE_COUPLE) return equal_parts(t, value, node);
  if (node->kind == NODE_BOOL_OF) return equal_truth(t, value[0], node->kids[0]);
  if (node->type->kind == TYPE_POW) {
    SetOperand left = fo_operand_term(value[0], node->type->args[0]), right = fo_operand_node(node);
    /* What equals a set that is an element of others is the same element. */
    bool named = t->side == SIDE_TRUE && node->kind != NODE_EMPTY_SET && !has_term(t, &right);
    uint32_t mark = t->facts.len;
    if (named) {
      const Fol *set = fo_term(t, node);
      return fo_with_facts(t, mark, fol_equal(t->p, value[0], set));
    }
    return fo_equal_sets(t, &left, &right);
  }
  const Fol *terms[WIDTH_LIMIT + 1];
  uint32_t mark = t->facts.len;
  fo_terms(t, node, terms);
  return fo_with_facts(t, mark, fo_equal_terms(t, node->type, value, terms));
}

/* bool(P) = E */
static const Fol *equal_bool(Translator *t, const Node *truth, const Node *node)
{
  const Node *predicate = truth->kids[0];
  if (node->kind == NODE_TRUE) return fo_predicate(t, predicate);
  if (node->kind == NODE_FALSE)
    return fol_not(t->p, fo_on_side(t, predicate, fo_other_side(t->side)));
  const Fol *value;
  uint32_t mark = t->facts.len;
  fo_terms(t, node, &value);
  return fo_with_facts(t, mark, equal_truth(t, value, predicate));
}

const Fol *fo_equal_nodes(Translator *t, const Node *a, const Node *b)
{
  a = node_bare(a), b = node_bare(b);
  if (a->kind == NODE_BOOL_OF) return equal_bool(t, a, b);
  if (b->kind == NODE_BOOL_OF) return equal_bool(t, b, a);
  if (a->type->kind == TYPE_POW) {
    SetOperand left = fo_operand_node(a), right = fo_operand_node(b);
    return fo_equal_sets(t, &left, &right);
  }
  const Fol *terms[WIDTH_LIMIT + 1];
  bool swapped = a->kind == NODE_MAPLET || a->kind == NODE_COUPLE;
  uint32_t mark = t->facts.len;
  fo_terms(t, swapped ? b : a, terms);
  return fo_with_facts(t, mark, fo_equal_to_node(t, terms, swapped ? a : b));
}
