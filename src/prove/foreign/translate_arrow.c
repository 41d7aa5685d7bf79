#include "prove/foreign/translate_impl.h"

#include <string.h>

/* s : POW(A), s : A +-> B, s : seq(A) and the like, as facts about the elements of s.
 *
 * Where they are asserted of a term f, f(x) is the value at x and origin(f,y) a value whose image
 * is y, so that facts need no existential quantifiers: these are functions of choice. */

enum { FUNCTION = 1, TOTAL = 2, INJECTIVE = 4, SURJECTIVE = 8 };

static int arrow_properties(NodeKind kind)
{
  switch (kind) {
  case NODE_PARTIAL_FUN: return FUNCTION;
  case NODE_TOTAL_FUN: return FUNCTION | TOTAL;
  case NODE_PARTIAL_INJ: return FUNCTION | INJECTIVE;
  case NODE_TOTAL_INJ: return FUNCTION | TOTAL | INJECTIVE;
  case NODE_PARTIAL_SURJ: return FUNCTION | SURJECTIVE;
  case NODE_TOTAL_SURJ: return FUNCTION | TOTAL | SURJECTIVE;
  case NODE_PARTIAL_BIJ: return FUNCTION | INJECTIVE | SURJECTIVE;
  case NODE_TOTAL_BIJ: return FUNCTION | TOTAL | INJECTIVE | SURJECTIVE;
  case NODE_TOTAL_REL: return TOTAL;
  case NODE_SURJ_REL: return SURJECTIVE;
  case NODE_TOTAL_SURJ_REL: return TOTAL | SURJECTIVE;
  default: return 0;
  }
}

bool fo_is_set_of_sets(const Node *set)
{
  if (kind_is_arrow(set->kind)) return true;
  switch (set->kind) {
  case NODE_POW:
  case NODE_POW1:
  case NODE_FIN:
  case NODE_FIN1:
  case NODE_SEQ:
  case NODE_SEQ1:
  case NODE_ISEQ:
  case NODE_ISEQ1:
  case NODE_PERM: return true;
  default: return false;
  }
}

/* What is said of the pairs x |-> y of a relation. */
typedef struct {
  Translator *t;
  const SetOperand *r;
  const Type *from, *to;
  uint32_t m, n; /* their widths */
} Relation;

static const Fol *related(const Relation *r, const Fol *const *x, const Fol *const *y)
{
  const Fol *pair[WIDTH_LIMIT * 2 + 2];
  memcpy(pair, x, r->m * sizeof *x);
  memcpy(pair + r->m, y, r->n * sizeof *y);
  return fo_member_of(r->t, pair, r->r);
}

static const Fol *related_out(const Relation *r, const Fol *const *x, const Fol *const *y)
{
  r->t->side = fo_other_side(r->t->side);
  const Fol *result = related(r, x, y);
  r->t->side = fo_other_side(r->t->side);
  return result;
}

static const Fol *for_all(Translator *t, const Fol *const *x, uint32_t m, const Fol *const *y,
                          uint32_t n, const Fol *body)
{
  body = fol_quantified(t->p, FOL_FORALL, y, n, body);
  return fol_quantified(t->p, FOL_FORALL, x, m, body);
}

static const Fol *between(const Relation *r, const Node *from, const Node *to)
{
  Translator *t = r->t;
  uint32_t m, n;
  const Fol **x = fo_fresh(t, r->from, &m), **y = fo_fresh(t, r->to, &n);
  const Fol *ends = fol_true(t->p);
  if (from) ends = fo_member(t, x, from);
  if (to) ends = fol_and(t->p, ends, fo_member(t, y, to));
  if (ends->kind == FOL_TRUE) return ends;
  return for_all(t, x, m, y, n, fol_implies(t->p, related_out(r, x, y), ends));
}

static const Fol *functional(const Relation *r)
{
  Translator *t = r->t;
  if (r->r->node && r->r->node->kind == NODE_LAMBDA) return fol_true(t->p);
  uint32_t m, n;
  const Fol **x = fo_fresh(t, r->from, &m), **y = fo_fresh(t, r->to, &n),
            *premise = related_out(r, x, y);
  if (t->side == SIDE_TRUE && r->r->term) {
    const Fol *value[WIDTH_LIMIT + 1];
    fo_apply_terms(t, r->r->term, x, m, false, value);
    return for_all(t, x, m, y, n, fol_implies(t->p, premise, fo_equal_terms(t, r->to, y, value)));
  }
  const Fol **z = fo_fresh(t, r->to, &n);
  premise = fol_and(t->p, premise, related_out(r, x, z));
  const Fol *body = fol_implies(t->p, premise, fo_equal_terms(t, r->to, y, z));
  return fol_quantified(t->p, FOL_FORALL, z, n, for_all(t, x, m, y, n, body));
}

static const Fol *injective(const Relation *r)
{
  Translator *t = r->t;
  uint32_t m, n;
  const Fol **x = fo_fresh(t, r->from, &m), **y = fo_fresh(t, r->to, &n),
            *premise = related_out(r, x, y);
  if (t->side == SIDE_TRUE && r->r->term) {
    const Fol *origin[WIDTH_LIMIT + 1];
    fo_apply_terms(t, r->r->term, y, n, true, origin);
    return for_all(t, x, m, y, n,
                   fol_implies(t->p, premise, fo_equal_terms(t, r->from, x, origin)));
  }
  const Fol **z = fo_fresh(t, r->from, &m);
  premise = fol_and(t->p, premise, related_out(r, z, y));
  const Fol *body = fol_implies(t->p, premise, fo_equal_terms(t, r->from, x, z));
  return fol_quantified(t->p, FOL_FORALL, z, m, for_all(t, x, m, y, n, body));
}

/* Each x of the set has a y, or each y an x. */
static const Fol *covering(const Relation *r, const Node *set, bool second)
{
  Translator *t = r->t;
  const Type *own = second ? r->to : r->from, *other = second ? r->from : r->to;
  uint32_t m, n;
  const Fol **x = fo_fresh(t, own, &m), *in = fol_true(t->p), *covered;
  if (set) {
    t->side = fo_other_side(t->side);
    in = fo_member(t, x, set);
    t->side = fo_other_side(t->side);
  }
  if (r->r->node) covered = second ? fo_in_range(t, x, r->r->node) : fo_in_domain(t, x, r->r->node);
  else if (t->side == SIDE_TRUE) {
    const Fol *value[WIDTH_LIMIT + 1];
    fo_apply_terms(t, r->r->term, x, m, second, value);
    covered = second ? related(r, value, x) : related(r, x, value);
  } else {
    const Fol **y = fo_fresh(t, other, &n);
    covered = fol_quantified(t->p, FOL_EXISTS, y, n, second ? related(r, y, x) : related(r, x, y));
  }
  return fol_quantified(t->p, FOL_FORALL, x, m, fol_implies(t->p, in, covered));
}

/* A function from a finite set is finite. */
static const Fol *finite_by_domain(const Relation *r, const Node *from)
{
  Translator *t = r->t;
  if (!t->finiteness || t->side != SIDE_TRUE || !r->r->term) return fol_true(t->p);
  SetOperand domain = fo_operand_node(from);
  t->side = SIDE_FALSE;
  const Fol *premise = fo_is_finite(t, &domain);
  t->side = SIDE_TRUE;
  return fol_implies(t->p, premise, fo_is_finite(t, r->r));
}

static Relation relation_of(Translator *t, const SetOperand *s)
{
  const Type *from = s->element->args[0], *to = s->element->args[1];
  return (Relation){t, s, from, to, fo_type_width(from), fo_type_width(to)};
}

static const Fol *in_arrow(Translator *t, const SetOperand *s, const Node *arrow)
{
  Relation r = relation_of(t, s);
  const Node *from = arrow->kids[0], *to = arrow->kids[1];
  int properties = arrow_properties(arrow->kind);
  const Fol *result = between(&r, from, to);
  if (properties & FUNCTION) {
    result = fol_and(t->p, result, functional(&r));
    result = fol_and(t->p, result, finite_by_domain(&r, from));
  }
  if (properties & TOTAL) result = fol_and(t->p, result, covering(&r, from, false));
  if (properties & INJECTIVE) result = fol_and(t->p, result, injective(&r));
  if (properties & SURJECTIVE) result = fol_and(t->p, result, covering(&r, to, true));
  return result;
}

/* ---------------------------------------------------------------- sequences */

/* A function whose domain is 1..size. */
static const Fol *in_sequences(Translator *t, const SetOperand *s, const Node *set)
{
  Relation r = relation_of(t, s);
  const Fol *zero = fol_integer(t->p, 0), *one = fol_integer(t->p, 1);
  uint32_t mark = t->facts.len;
  bool partial = t->partial;
  const Fol *size = fo_sequence_size(t, s);
  bool some = set->kind == NODE_SEQ1 || set->kind == NODE_ISEQ1;
  const Fol *result = fol_compare(t->p, FOL_LESS_EQUAL, some ? one : zero, size);
  result = fol_and(t->p, result, functional(&r));
  result = fol_and(t->p, result, between(&r, NULL, set->kids[0]));
  uint32_t m, n;
  const Fol **x = fo_fresh(t, r.from, &m), **y = fo_fresh(t, r.to, &n);
  const Fol *inside = fol_and(t->p, fol_compare(t->p, FOL_LESS_EQUAL, one, x[0]),
                              fol_compare(t->p, FOL_LESS_EQUAL, x[0], size));
  const Fol *body = fol_implies(t->p, related_out(&r, x, y), inside);
  result = fol_and(t->p, result, for_all(t, x, m, y, n, body));
  const Fol *value[WIDTH_LIMIT + 1], *covered;
  if (s->term && t->side == SIDE_TRUE) {
    fo_apply_terms(t, s->term, x, m, false, value);
    covered = related(&r, x, value);
  } else covered = fol_quantified(t->p, FOL_EXISTS, y, n, related(&r, x, y));
  covered = fol_implies(t->p, inside, covered);
  result = fol_and(t->p, result, fol_quantified(t->p, FOL_FORALL, x, m, covered));
  if (set->kind == NODE_ISEQ || set->kind == NODE_ISEQ1 || set->kind == NODE_PERM)
    result = fol_and(t->p, result, injective(&r));
  if (set->kind == NODE_PERM) result = fol_and(t->p, result, covering(&r, set->kids[0], true));
  if (s->node && fo_is_sequence_operator(s->node)) return result; /* facts are about operands */
  t->facts.len = mark;                                            /* they say what is said here */
  SetOperand term = fo_operand_term(fo_set_term(t, s), s->element);
  if (t->side == SIDE_FALSE) fo_add_fact(t, fo_only_size(t, &term, size));
  t->partial = partial;
  return result;
}

static const Fol *is_not_empty(Translator *t, const SetOperand *s)
{
  uint32_t width;
  const Fol **x = fo_fresh(t, s->element, &width);
  return fol_quantified(t->p, FOL_EXISTS, x, width, fo_member_of(t, x, s));
}

const Fol *fo_in_set_of_sets(Translator *t, const SetOperand *s, const Node *set)
{
  uint32_t mark = t->facts.len;
  SetOperand term = *s;
  if (!s->term && fo_is_term_like(t, s->node))
    term = fo_operand_term(fo_term(t, s->node), s->element);
  else if (!s->term) term.node = node_bare(s->node);
  s = &term;
  const Fol *result;
  if (kind_is_arrow(set->kind)) result = in_arrow(t, s, set);
  else if (set->kind == NODE_POW || set->kind == NODE_POW1 || set->kind == NODE_FIN ||
           set->kind == NODE_FIN1) {
    SetOperand all = fo_operand_node(set->kids[0]);
    result = fo_subset(t, s, &all);
    if (set->kind == NODE_POW1 || set->kind == NODE_FIN1)
      result = fol_and(t->p, result, is_not_empty(t, s));
    if (set->kind == NODE_FIN || set->kind == NODE_FIN1)
      result = fol_and(t->p, result, fo_is_finite(t, s));
  } else result = in_sequences(t, s, set);
  return fo_with_facts(t, mark, result);
}
