#include "prove/foreign/translate_impl.h"

#include <string.h>

/* Sequences: functions from 1..n. */

bool fo_is_sequence_operator(const Node *node)
{
  switch (node->kind) {
  case NODE_SEQ_EXT:
  case NODE_CONCAT:
  case NODE_INSERT_FRONT:
  case NODE_INSERT_TAIL:
  case NODE_FRONT:
  case NODE_TAIL:
  case NODE_RESTRICT_FRONT:
  case NODE_RESTRICT_TAIL: return true;
  case NODE_REV: return node->type->kind == TYPE_POW; /* strings are reversed as well */
  default: return false;
  }
}

static const Fol *size_of(Translator *t, const Node *node)
{
  SetOperand s = fo_operand_node(node);
  return fo_sequence_size(t, &s);
}

/* n in s/|\n and s\|/n: it is a number of elements that s has. */
static const Fol *cut_length(Translator *t, const Node *node)
{
  const Fol *n = fo_term(t, node->kids[1]), *size = size_of(t, node->kids[0]);
  if (t->side == SIDE_EXACT) fo_lose_definedness(t);
  else {
    fo_add_fact(t, fol_compare(t->p, FOL_LESS_EQUAL, fol_integer(t->p, 0), n));
    fo_add_fact(t, fol_compare(t->p, FOL_LESS_EQUAL, n, size));
  }
  return n;
}

/* s is a function, dom(s) = 1..size, where s is a term */
static const Fol *size_fact(Translator *t, const SetOperand *s, const Fol *size)
{
  FolProblem *p = t->p;
  const Type *to = s->element->args[1];
  uint32_t n;
  const Fol *i = fol_variable(p, fol_int(p)), **y = fo_fresh(t, to, &n);
  const Fol *pair[WIDTH_LIMIT + 1] = {i}, *value[WIDTH_LIMIT + 1] = {i};
  memcpy(pair + 1, y, n * sizeof *y);
  fo_apply_terms(t, s->term, &i, 1, false, value + 1);
  const Fol *inside = fol_and(p, fol_compare(p, FOL_LESS_EQUAL, fol_integer(p, 1), i),
                              fol_compare(p, FOL_LESS_EQUAL, i, size));
  Side side = t->side;
  t->side = SIDE_TRUE;
  const Fol *there = fol_and(p, inside, fo_equal_terms(t, to, y, value + 1));
  t->side = side;
  there = fol_implies(p, fol_member(p, pair, s->term), there);
  there = fol_quantified(p, FOL_FORALL, y, n, there);
  const Fol *back = fol_implies(p, inside, fol_member(p, value, s->term));
  const Fol *fact = fol_quantified(p, FOL_FORALL, &i, 1, fol_and(p, there, back));
  return fol_and(p, fact, fol_compare(p, FOL_LESS_EQUAL, fol_integer(p, 0), size));
}

const Fol *fo_only_size(Translator *t, const SetOperand *s, const Fol *size)
{
  FolProblem *p = t->p;
  uint32_t n;
  const Fol *any = fol_variable(p, fol_int(p)), *i = fol_variable(p, fol_int(p)),
            **y = fo_fresh(t, s->element->args[1], &n);
  const Fol *pair[WIDTH_LIMIT + 1] = {i};
  memcpy(pair + 1, y, n * sizeof *y);
  const Fol *inside = fol_and(p, fol_compare(p, FOL_LESS_EQUAL, fol_integer(p, 1), i),
                              fol_compare(p, FOL_LESS_EQUAL, i, any));
  const Fol *there = fol_quantified(p, FOL_EXISTS, y, n, fol_member(p, pair, s->term));
  const Fol *domain = fol_and(p, fol_implies(p, there, inside), fol_implies(p, inside, there));
  domain = fol_quantified(p, FOL_FORALL, &i, 1, domain);
  domain = fol_and(p, fol_compare(p, FOL_LESS_EQUAL, fol_integer(p, 0), any), domain);
  const Fol *fact = fol_implies(p, domain, fol_equal(p, any, size));
  return fol_quantified(p, FOL_FORALL, &any, 1, fact);
}

const Fol *fo_sequence_size(Translator *t, const SetOperand *s)
{
  FolProblem *p = t->p;
  const Node *node = s->node ? node_bare(s->node) : NULL;
  switch (node ? node->kind : NODE_ERROR) {
  case NODE_EMPTY_SET:
  case NODE_EMPTY_SEQ: return fol_integer(p, 0);
  case NODE_SEQ_EXT: return fol_integer(p, node->count);
  case NODE_CONCAT: {
    const Fol *left = size_of(t, node->kids[0]);
    return fol_arithmetic(p, FOL_ADD, left, size_of(t, node->kids[1]));
  }
  case NODE_INSERT_FRONT:
    return fol_arithmetic(p, FOL_ADD, size_of(t, node->kids[1]), fol_integer(p, 1));
  case NODE_INSERT_TAIL:
    return fol_arithmetic(p, FOL_ADD, size_of(t, node->kids[0]), fol_integer(p, 1));
  case NODE_FRONT:
  case NODE_TAIL:
    return fol_arithmetic(p, FOL_SUBTRACT, size_of(t, node->kids[0]), fol_integer(p, 1));
  case NODE_RESTRICT_FRONT: return cut_length(t, node);
  case NODE_RESTRICT_TAIL: {
    const Fol *whole = size_of(t, node->kids[0]);
    return fol_arithmetic(p, FOL_SUBTRACT, whole, cut_length(t, node));
  }
  case NODE_REV: return size_of(t, node->kids[0]);
  default: break;
  }
  SetOperand term = fo_operand_term(fo_set_term(t, s), s->element);
  FolFunction *size =
      fo_sort_function(t, "size", term.term->sort, 0, &term.term->sort, 1, fol_int(p));
  const Fol *call = fol_call(p, size, &term.term);
  if (t->side == SIDE_EXACT) fo_lose_definedness(t);
  else fo_add_fact(t, size_fact(t, &term, call));
  return call;
}

/* i |-> y : s, where x is j |-> y */
static const Fol *in_moved(Translator *t, const Fol *const *x, const Fol *i, const Node *s)
{
  const Fol *pair[WIDTH_LIMIT + 1];
  memcpy(pair, x, fo_type_width(fo_element_type(s)) * sizeof *x);
  pair[0] = i;
  return fo_member(t, pair, s);
}

/* The same with the index j - by. */
static const Fol *shifted(Translator *t, const Fol *const *x, const Fol *by, const Node *s)
{
  return in_moved(t, x, fol_arithmetic(t->p, FOL_SUBTRACT, x[0], by), s);
}

static const Fol *at(Translator *t, const Fol *const *x, const Fol *index, const Node *value)
{
  return fol_and(t->p, fol_equal(t->p, x[0], index), fo_equal_to_node(t, x + 1, value));
}

const Fol *fo_member_of_sequence(Translator *t, const Fol *const *x, const Node *s)
{
  FolProblem *p = t->p;
  const Node *a = s->kids[0], *b = s->count > 1 ? s->kids[1] : NULL;
  const Fol *one = fol_integer(p, 1);
  uint32_t mark = t->facts.len;
  const Fol *result = fol_false(p);
  switch (s->kind) {
  case NODE_SEQ_EXT:
    for (uint32_t i = 0; i < s->count; i++)
      result = fol_or(p, result, at(t, x, fol_integer(p, i + 1), s->kids[i]));
    break;
  case NODE_CONCAT: {
    const Fol *size = size_of(t, a), *left = fo_member(t, x, a);
    size_of(t, b); /* for the fact that it is a sequence */
    result = fol_or(p, left, shifted(t, x, size, b));
    break;
  }
  case NODE_INSERT_FRONT: {
    const Fol *first = at(t, x, one, a);
    size_of(t, b);
    result = fol_or(p, first, shifted(t, x, one, b));
    break;
  }
  case NODE_INSERT_TAIL: {
    const Fol *end = fol_arithmetic(p, FOL_ADD, size_of(t, a), one), *in = fo_member(t, x, a);
    result = fol_or(p, in, at(t, x, end, b));
    break;
  }
  case NODE_FRONT: {
    const Fol *size = size_of(t, a);
    result = fol_and(p, fo_member(t, x, a), fol_compare(p, FOL_LESS, x[0], size));
    break;
  }
  case NODE_RESTRICT_FRONT: {
    const Fol *most = cut_length(t, s);
    result = fol_and(p, fo_member(t, x, a), fol_compare(p, FOL_LESS_EQUAL, x[0], most));
    break;
  }
  case NODE_RESTRICT_TAIL: {
    const Fol *in = in_moved(t, x, fol_arithmetic(p, FOL_ADD, x[0], cut_length(t, s)), a);
    result = fol_and(p, in, fol_compare(p, FOL_LESS_EQUAL, one, x[0]));
    break;
  }
  case NODE_REV: {
    const Fol *end = fol_arithmetic(p, FOL_ADD, size_of(t, a), one);
    result = in_moved(t, x, fol_arithmetic(p, FOL_SUBTRACT, end, x[0]), a);
    break;
  }
  default: { /* NODE_TAIL: without the first */
    const Fol *in = in_moved(t, x, fol_arithmetic(p, FOL_ADD, x[0], one), a);
    result = fol_and(p, in, fol_compare(p, FOL_LESS_EQUAL, one, x[0]));
  }
  }
  return fo_with_facts(t, mark, result);
}
