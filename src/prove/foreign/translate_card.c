#include "prove/foreign/translate_impl.h"

/* Cardinalities: a function of sets, with axioms, and with facts about sets that operators make. */

SetVariables fo_set_variables(Translator *t, const FolSort *sort)
{
  SetVariables v = {
      .s = fol_variable(t->p, sort), .t = fol_variable(t->p, sort), .width = sort->count};
  for (uint32_t i = 0; i < sort->count; i++) v.x[i] = fol_variable(t->p, sort->parts[i]);
  return v;
}

void fo_set_axiom(Translator *t, const SetVariables *v, uint32_t sets, const Fol *body)
{
  const Fol *const both[] = {v->s, v->t};
  fol_assert(t->p, fol_quantified(t->p, FOL_FORALL, both, sets, body), "sets", FOL_AXIOM);
}

const Fol *fo_some_element(Translator *t, const SetVariables *v, const Fol *body)
{
  return fol_quantified(t->p, FOL_EXISTS, v->x, v->width, body);
}

/* Something is in s that is not in t. */
const Fol *fo_exceeds(Translator *t, const SetVariables *v)
{
  const Fol *out = fol_not(t->p, fol_member(t->p, v->x, v->t));
  return fo_some_element(t, v, fol_and(t->p, fol_member(t->p, v->x, v->s), out));
}

static void card_axioms(Translator *t, FolFunction *card, const FolSort *sort)
{
  FolProblem *p = t->p;
  SetVariables v = fo_set_variables(t, sort);
  const Fol *m = fol_call(p, card, &v.s), *n = fol_call(p, card, &v.t), *zero = fol_integer(p, 0);
  const Fol *in = fol_member(p, v.x, v.s);
  fo_set_axiom(t, &v, 1, fol_compare(p, FOL_LESS_EQUAL, zero, m));
  const Fol *one = fol_and(p, in, fo_finite_call(t, v.s));
  one = fol_implies(p, one, fol_compare(p, FOL_LESS, zero, m));
  fo_set_axiom(t, &v, 1, fol_quantified(p, FOL_FORALL, v.x, v.width, one));
  const Fol *none = fol_implies(p, fol_compare(p, FOL_LESS, zero, m), fo_some_element(t, &v, in));
  fo_set_axiom(t, &v, 1, fol_implies(p, fo_finite_call(t, v.s), none));
  const Fol *finite = fo_finite_call(t, v.t);
  fo_set_axiom(
      t, &v, 2,
      fol_implies(p, fol_and(p, finite, fol_compare(p, FOL_LESS, n, m)), fo_exceeds(t, &v)));
  const Fol *same = fol_implies(p, fol_member(p, v.x, v.t), in);
  same = fol_quantified(p, FOL_FORALL, v.x, v.width, same);
  same = fol_or(p, fo_exceeds(t, &v), fol_or(p, same, fol_compare(p, FOL_LESS, m, n)));
  fo_set_axiom(t, &v, 2, fol_implies(p, finite, same));
}

static const Fol *card_call(Translator *t, const Fol *set)
{
  uint32_t before = t->p->functions.len;
  FolFunction *card = fo_sort_function(t, "card", set->sort, 0, &set->sort, 1, fol_int(t->p));
  fo_lose(t, "card");
  if (before < t->p->functions.len) card_axioms(t, card, set->sort);
  return fol_call(t->p, card, &set);
}

/* --------------------------------------------------------------------- facts */

static const Fol *card_of_node(Translator *t, const Node *node)
{
  SetOperand s = fo_operand_node(node);
  return fo_cardinality(t, &s);
}

static const Fol *finite_node(Translator *t, const Node *node)
{
  SetOperand s = fo_operand_node(node);
  return fo_is_finite(t, &s);
}

static const Fol *measure_interval(Translator *t, const Node *node, const Fol *card)
{
  FolProblem *p = t->p;
  const Fol *low = fo_term(t, node->kids[0]), *high = fo_term(t, node->kids[1]);
  const Fol *size =
      fol_arithmetic(p, FOL_ADD, fol_arithmetic(p, FOL_SUBTRACT, high, low), fol_integer(p, 1));
  const Fol *order = fol_compare(p, FOL_LESS_EQUAL, low, high);
  return fol_and(p, fol_implies(p, order, fol_equal(p, card, size)),
                 fol_or(p, order, fol_equal(p, card, fol_integer(p, 0))));
}

enum { MOST_COMPARED = 6 };

/* {a,b,…}: as many as are written, if they differ. */
static const Fol *measure_extension(Translator *t, const Node *node, const Fol *card)
{
  FolProblem *p = t->p;
  const Fol *count = fol_integer(p, node->count), *differ = fol_true(p);
  const Fol *most = fol_compare(p, FOL_LESS_EQUAL, card, count);
  if (node->count > MOST_COMPARED) return most;
  for (uint32_t i = 0; i < node->count; i++)
    for (uint32_t j = 0; j < i; j++)
      differ = fol_and(p, differ, fol_not(p, fo_equal_nodes(t, node->kids[i], node->kids[j])));
  return fol_and(p, most, fol_implies(p, differ, fol_equal(p, card, count)));
}

static const Fol *measure_union(Translator *t, const Node *node, const Fol *card)
{
  FolProblem *p = t->p;
  const Node *a = node->kids[0], *b = node->kids[1];
  const Fol *sum = fol_arithmetic(p, FOL_ADD, card_of_node(t, a), card_of_node(t, b));
  uint32_t width;
  const Fol **x = fo_fresh(t, fo_element_type(a), &width);
  const Fol *both = fol_and(p, fo_member(t, x, a), fo_member(t, x, b));
  const Fol *disjoint = fol_not(p, fol_quantified(p, FOL_EXISTS, x, width, both));
  const Fol *fact = fol_and(p, fol_compare(p, FOL_LESS_EQUAL, card, sum),
                            fol_implies(p, disjoint, fol_equal(p, card, sum)));
  return fol_implies(p, fol_and(p, finite_node(t, a), finite_node(t, b)), fact);
}

static const Fol *measure_difference(Translator *t, const Node *node, const Fol *card)
{
  FolProblem *p = t->p;
  SetOperand a = fo_operand_node(node->kids[0]), b = fo_operand_node(node->kids[1]);
  const Fol *rest = fol_arithmetic(p, FOL_SUBTRACT, fo_cardinality(t, &a), fo_cardinality(t, &b));
  const Fol *fact = fol_implies(p, fo_subset(t, &b, &a), fol_equal(p, card, rest));
  return fol_implies(p, fo_is_finite(t, &a), fact);
}

static const Fol *measure_product(Translator *t, const Node *node, const Fol *card)
{
  FolProblem *p = t->p;
  const Node *a = node->kids[0], *b = node->kids[1];
  const Fol *product = fol_arithmetic(p, FOL_MULTIPLY, card_of_node(t, a), card_of_node(t, b));
  return fol_implies(p, fol_and(p, finite_node(t, a), finite_node(t, b)),
                     fol_equal(p, card, product));
}

/* No more than the relation has. */
static const Fol *measure_components(Translator *t, const Node *node, const Fol *card)
{
  const Fol *most = card_of_node(t, node->kids[0]);
  return fol_implies(t->p, finite_node(t, node->kids[0]),
                     fol_compare(t->p, FOL_LESS_EQUAL, card, most));
}

static const Fol *measure(Translator *t, const Node *node, const Fol *const *terms)
{
  const Fol *card = card_call(t, terms[0]);
  switch (node->kind) {
  case NODE_EMPTY_SET:
  case NODE_EMPTY_SEQ: return fol_equal(t->p, card, fol_integer(t->p, 0));
  case NODE_INTERVAL: return measure_interval(t, node, card);
  case NODE_SET_EXT: return measure_extension(t, node, card);
  case NODE_UNION: return measure_union(t, node, card);
  case NODE_SET_MINUS: return measure_difference(t, node, card);
  case NODE_CARTESIAN: return measure_product(t, node, card);
  case NODE_DOM:
  case NODE_RAN: return measure_components(t, node, card);
  default: return fol_true(t->p);
  }
}

const Fol *fo_cardinality(Translator *t, const SetOperand *set)
{
  const Fol *term = fo_set_term(t, set);
  if (set->node && !fo_is_term_like(t, set->node)) {
    const Node *node = node_bare(set->node);
    const Fol *same;
    Named *n = fo_name_expression(t, node, "set", node->type, &same);
    bool measured = n->measured;
    n->measured = true;
    if (!measured) fo_assert_named(t, node, n, measure);
  }
  return card_call(t, term);
}
