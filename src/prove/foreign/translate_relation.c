#include "prove/foreign/translate_impl.h"

#include <string.h>

/* Domains, ranges and images, pushed inwards as far as that leaves out a quantifier. */

void fo_apply_terms(Translator *t, const Fol *f, const Fol *const *x, uint32_t x_width,
                    bool inverse, const Fol **out)
{
  const FolSort *sort = f->sort;
  uint32_t result = sort->count - x_width;
  const FolSort *sorts[WIDTH_LIMIT + 2] = {sort};
  const Fol *arguments[WIDTH_LIMIT + 2] = {f};
  for (uint32_t i = 0; i < x_width; i++) sorts[i + 1] = x[i]->sort;
  memcpy(arguments + 1, x, x_width * sizeof *x);
  for (uint32_t i = 0; i < result; i++) {
    const FolSort *part = sort->parts[inverse ? i : x_width + i];
    FolFunction *function =
        fo_sort_function(t, inverse ? "origin" : "apply", sort, x_width * (WIDTH_LIMIT + 1) + i,
                         sorts, x_width + 1, part);
    out[i] = fol_call(t->p, function, arguments);
  }
}

static const Fol *pair_member(Translator *t, const Fol *const *x, uint32_t m, const Fol *const *y,
                              uint32_t n, const Node *relation)
{
  const Fol *pair[WIDTH_LIMIT * 2 + 2];
  memcpy(pair, x, m * sizeof *x);
  memcpy(pair + m, y, n * sizeof *y);
  return fo_member(t, pair, relation);
}

/* Some pair of the relation has x as its first or second component.  Where that is asserted of a
 * term f, f(x) is the other one. */
static const Fol *some_pair(Translator *t, const Fol *const *x, const Node *relation, bool second)
{
  const Type *pair = fo_element_type(relation);
  uint32_t width, own = fo_type_width(pair->args[second]);
  if (t->side == SIDE_TRUE && fo_is_term_like(t, relation)) {
    uint32_t mark = t->facts.len;
    const Fol *f = fo_term(t, relation), *all[WIDTH_LIMIT + 1];
    width = fo_type_width(pair->args[!second]);
    fo_apply_terms(t, f, x, own, second, second ? all : all + own);
    memcpy(second ? all + width : all, x, own * sizeof *x);
    return fo_with_facts(t, mark, fol_member(t->p, all, f));
  }
  const Fol **other = fo_fresh(t, pair->args[!second], &width);
  const Fol *in = second ? pair_member(t, other, width, x, own, relation)
                         : pair_member(t, x, own, other, width, relation);
  return fol_quantified(t->p, FOL_EXISTS, other, width, in);
}

static const Fol *has_element(Translator *t, const Node *set)
{
  uint32_t width;
  const Fol **x = fo_fresh(t, fo_element_type(set), &width);
  return fol_quantified(t->p, FOL_EXISTS, x, width, fo_member(t, x, set));
}

static bool all_maplets(const Node *set)
{
  for (uint32_t i = 0; i < set->count; i++)
    if (node_bare(set->kids[i])->kind != NODE_MAPLET) return false;
  return true;
}

/* The first or second components of pairs that are written out. */
static const Fol *in_components(Translator *t, const Fol *const *x, const Node *set, bool second)
{
  const Fol *result = fol_false(t->p);
  for (uint32_t i = 0; i < set->count; i++)
    result = fol_or(t->p, result, fo_equal_to_node(t, x, node_bare(set->kids[i])->kids[second]));
  return result;
}

static const Fol *without(Translator *t, const Fol *const *x, const Node *set)
{
  t->side = fo_other_side(t->side);
  const Fol *in = fo_member(t, x, set);
  t->side = fo_other_side(t->side);
  return fol_not(t->p, in);
}

/* x : dom(%y.(P | E)) */
static const Fol *in_lambda_domain(Translator *t, const Fol *const *x, const Node *lambda)
{
  uint32_t mark = t->bindings.len;
  for (uint32_t i = 0; i < lambda->kids[0]->count; i++) {
    const Symbol *name = node_bare(lambda->kids[0]->kids[i])->symbol;
    fo_bind(t, name, x);
    x += fo_type_width(name->type);
  }
  const Fol *result = fo_predicate(t, lambda->kids[1]);
  fo_unbind(t, mark);
  return result;
}

const Fol *fo_in_domain(Translator *t, const Fol *const *x, const Node *relation)
{
  const Node *r = node_bare(relation);
  const Node *a = r->count > 0 ? r->kids[0] : NULL, *b = r->count > 1 ? r->kids[1] : NULL;
  switch (r->kind) {
  case NODE_UNION:
  case NODE_OVERRIDE: {
    const Fol *in = fo_in_domain(t, x, a);
    return fol_or(t->p, in, fo_in_domain(t, x, b));
  }
  case NODE_SET_EXT:
    if (!all_maplets(r)) break;
    return in_components(t, x, r, false);
  case NODE_DOM_RESTRICT: {
    const Fol *in = fo_member(t, x, a);
    return fol_and(t->p, in, fo_in_domain(t, x, b));
  }
  case NODE_DOM_SUBTRACT: {
    const Fol *out = without(t, x, a);
    return fol_and(t->p, out, fo_in_domain(t, x, b));
  }
  case NODE_CARTESIAN: {
    const Fol *in = fo_member(t, x, a);
    return fol_and(t->p, in, has_element(t, b));
  }
  case NODE_INVERSE: return fo_in_range(t, x, a);
  case NODE_LAMBDA: return in_lambda_domain(t, x, r);
  case NODE_ID: return fo_member(t, x, a);
  case NODE_EVENTB_ID:
  case NODE_EVENTB_PRJ1:
  case NODE_EVENTB_PRJ2:
  case NODE_SUCC:
  case NODE_PRED: return fol_true(t->p);
  default: break;
  }
  return some_pair(t, x, r, false);
}

const Fol *fo_in_range(Translator *t, const Fol *const *y, const Node *relation)
{
  const Node *r = node_bare(relation);
  const Node *a = r->count > 0 ? r->kids[0] : NULL, *b = r->count > 1 ? r->kids[1] : NULL;
  switch (r->kind) {
  case NODE_UNION: {
    const Fol *in = fo_in_range(t, y, a);
    return fol_or(t->p, in, fo_in_range(t, y, b));
  }
  case NODE_SET_EXT:
    if (!all_maplets(r)) break;
    return in_components(t, y, r, true);
  case NODE_RAN_RESTRICT: {
    const Fol *in = fo_in_range(t, y, a);
    return fol_and(t->p, in, fo_member(t, y, b));
  }
  case NODE_RAN_SUBTRACT: {
    const Fol *in = fo_in_range(t, y, a);
    return fol_and(t->p, in, without(t, y, b));
  }
  case NODE_CARTESIAN: {
    const Fol *in = fo_member(t, y, b);
    return fol_and(t->p, in, has_element(t, a));
  }
  case NODE_INVERSE: return fo_in_domain(t, y, a);
  case NODE_ID: return fo_member(t, y, a);
  default: break;
  }
  return some_pair(t, y, r, true);
}

const Fol *fo_in_image(Translator *t, const Fol *const *y, const Node *relation, const Node *set)
{
  const Node *r = node_bare(relation), *s = node_bare(set);
  if (r->kind == NODE_UNION) {
    const Fol *in = fo_in_image(t, y, r->kids[0], set);
    return fol_or(t->p, in, fo_in_image(t, y, r->kids[1], set));
  }
  if (fo_is_whole_type(s)) return fo_in_range(t, y, r);
  uint32_t m = fo_type_width(fo_element_type(r)->args[0]),
           n = fo_type_width(fo_element_type(r)->args[1]);
  if (s->kind == NODE_SET_EXT) {
    const Fol *result = fol_false(t->p), *x[WIDTH_LIMIT + 1];
    for (uint32_t i = 0; i < s->count; i++) {
      uint32_t mark = t->facts.len;
      fo_terms(t, s->kids[i], x);
      result = fol_or(t->p, result, fo_with_facts(t, mark, pair_member(t, x, m, y, n, r)));
    }
    return result;
  }
  uint32_t width;
  const Fol **x = fo_fresh(t, fo_element_type(s), &width);
  const Fol *in = fo_member(t, x, s);
  in = fol_and(t->p, in, pair_member(t, x, m, y, n, r));
  return fol_quantified(t->p, FOL_EXISTS, x, width, in);
}
