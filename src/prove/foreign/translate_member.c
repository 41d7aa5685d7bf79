#include "prove/foreign/translate_impl.h"

#include <string.h>

#include "model/typing.h"

/* x : S, for the components of x, with the operator of S replaced by its definition. */

bool fo_is_whole_type(const Node *set)
{
  set = node_bare(set);
  switch (set->kind) {
  case NODE_INTEGER:
  case NODE_BOOL:
  case NODE_STRING:
  case NODE_REAL:
  case NODE_FLOAT:
  case NODE_EVENTB_TYPE: return true;
  case NODE_IDENT: {
    const Symbol *s = set->symbol;
    return s && (s->kind == SYMBOL_SET || s->kind == SYMBOL_FREETYPE) &&
           set->type->kind == TYPE_POW &&
           (set->type->args[0]->kind == TYPE_GIVEN || set->type->args[0]->kind == TYPE_FREE) &&
           set->type->args[0]->symbol == s;
  }
  case NODE_POW: return fo_is_whole_type(set->kids[0]);
  case NODE_CARTESIAN:
  case NODE_RELATION: return fo_is_whole_type(set->kids[0]) && fo_is_whole_type(set->kids[1]);
  default: return false;
  }
}

bool fo_is_opaque_set(const Node *set)
{
  set = node_bare(set);
  switch (set->kind) {
  case NODE_FNC:
  case NODE_REL:
  case NODE_CLOSURE:
  case NODE_CLOSURE1:
  case NODE_ITERATE:
  case NODE_CONC:
  case NODE_RECURSION:
  case NODE_EXTERNAL:
  case NODE_OLD_VALUE: return true;
  case NODE_PRJ1:
  case NODE_PRJ2: return set->count != 2;
  case NODE_REV: return !fo_is_sequence_operator(set);
  default:
    return node_family(set->kind) == FAMILY_TREE || typing_is_free_type(set) ||
           fo_is_term_like(NULL, set);
  }
}

/* ------------------------------------------------------------------- elements */

static const Fol *in_extension(Translator *t, const Fol *const *x, const Node *set)
{
  const Fol *result = fol_false(t->p);
  for (uint32_t i = 0; i < set->count; i++)
    result = fol_or(t->p, result, fo_equal_to_node(t, x, set->kids[i]));
  return result;
}

static const Fol *in_comprehension(Translator *t, const Fol *const *x, const Node *set)
{
  uint32_t mark = t->bindings.len;
  for (uint32_t i = 0; i < set->kids[0]->count; i++) {
    const Symbol *name = node_bare(set->kids[0]->kids[i])->symbol;
    fo_bind(t, name, x);
    x += fo_type_width(name->type);
  }
  const Fol *result = fo_predicate(t, set->kids[1]);
  if (set->kind == NODE_LAMBDA)
    result = fol_and(t->p, result, fo_equal_to_node(t, x, set->kids[2]));
  fo_unbind(t, mark);
  return result;
}

/* Binds bound names of `names` that E consists of, such as x and y of x|->y, to parts of the value.
 * Gives the rest: an equation for each part of E that is no such name. */
typedef struct {
  const Node *names;
  uint32_t bound; /* so many of them */
} Pattern;

static bool is_unbound_name(const Translator *t, const Pattern *p, const Node *e, uint32_t mark)
{
  if (e->kind != NODE_IDENT) return false;
  for (uint32_t i = mark; i < t->bindings.len; i++)
    if (t->bindings.data[i].symbol == e->symbol) return false;
  for (uint32_t i = 0; i < p->names->count; i++)
    if (node_bare(p->names->kids[i])->symbol == e->symbol) return true;
  return false;
}

typedef struct {
  const Node *node;
  const Fol *const *value;
} Equation;
typedef VEC(Equation) Equations;

static void match(Translator *t, const Pattern *p, const Node *e, const Fol *const *value,
                  uint32_t mark, Equations *rest)
{
  e = node_bare(e);
  if (e->kind == NODE_MAPLET || e->kind == NODE_COUPLE) {
    for (uint32_t i = 0; i < e->count; i++) {
      match(t, p, e->kids[i], value, mark, rest);
      value += fo_type_width(e->kids[i]->type);
    }
  } else if (is_unbound_name(t, p, e, mark)) fo_bind(t, e->symbol, value);
  else {
    Equation q = {e, value};
    vec_push(rest, q);
  }
}

/* {x.P | E}: some x with P and E = value. */
static const Fol *in_image_set(Translator *t, const Fol *const *value, const Node *set)
{
  Pattern pattern = {set->kids[0], 0};
  Equations rest = {0};
  uint32_t mark = t->bindings.len;
  match(t, &pattern, set->kids[2], value, mark, &rest);
  uint32_t matched = t->bindings.len;
  VEC(const Fol *) variables = {0};
  for (uint32_t i = 0; i < pattern.names->count; i++) {
    const Symbol *name = node_bare(pattern.names->kids[i])->symbol;
    bool found = false;
    for (uint32_t j = mark; j < matched; j++) found |= t->bindings.data[j].symbol == name;
    if (found) continue;
    uint32_t width;
    const Fol **terms = fo_fresh(t, name->type, &width);
    fo_bind(t, name, terms);
    for (uint32_t j = 0; j < width; j++) vec_push(&variables, terms[j]);
  }
  const Fol *body = fo_predicate(t, set->kids[1]);
  for (uint32_t i = 0; i < rest.len; i++)
    body = fol_and(t->p, body, fo_equal_to_node(t, rest.data[i].value, rest.data[i].node));
  fo_unbind(t, mark);
  body = fol_quantified(t->p, FOL_EXISTS, (const Fol *const *) variables.data, variables.len, body);
  vec_free(&variables);
  vec_free(&rest);
  return body;
}

/* UNION and INTER over bound names */
static const Fol *in_quantified(Translator *t, const Fol *const *x, const Node *set)
{
  bool all = set->kind == NODE_QUANT_INTER;
  Bound b = fo_bind_fresh(t, set->kids[0]);
  const Fol *in = fo_member(t, x, set->kids[2]), *body;
  if (all) {
    const Fol *range = fo_on_side(t, set->kids[1], fo_other_side(t->side));
    body = fol_implies(t->p, range, in);
  } else body = fol_and(t->p, fo_predicate(t, set->kids[1]), in);
  return fo_quantify(t, all ? FOL_FORALL : FOL_EXISTS, &b, body);
}

/* union(SS) and inter(SS) */
static const Fol *in_general(Translator *t, const Fol *const *x, const Node *set)
{
  bool all = set->kind == NODE_GEN_INTER;
  const Node *sets = node_bare(set->kids[0]);
  if (sets->kind == NODE_SET_EXT) {
    const Fol *result = all ? fol_true(t->p) : fol_false(t->p);
    for (uint32_t i = 0; i < sets->count; i++) {
      const Fol *in = fo_member(t, x, sets->kids[i]);
      result = all ? fol_and(t->p, result, in) : fol_or(t->p, result, in);
    }
    return result;
  }
  uint32_t width;
  const Fol **s = fo_fresh(t, fo_element_type(sets), &width);
  if (all) t->side = fo_other_side(t->side);
  const Fol *of = fo_member(t, s, sets);
  if (all) t->side = fo_other_side(t->side);
  const Fol *in = fol_member(t->p, x, s[0]);
  return fol_quantified(t->p, all ? FOL_FORALL : FOL_EXISTS, s, width,
                        all ? fol_implies(t->p, of, in) : fol_and(t->p, of, in));
}

/* ------------------------------------------------------------------- numbers */

static const Fol *at_least(Translator *t, const Fol *x, int64_t bound)
{
  return fol_compare(t->p, FOL_LESS_EQUAL, fol_integer(t->p, bound), x);
}

const Fol *fo_limit(Translator *t, bool greatest)
{
  const FolSort *numbers = fol_int(t->p);
  const char *name = greatest ? "MAXINT" : "MININT";
  const Fol *limit = fol_call(t->p, fo_sort_function(t, name, numbers, 0, NULL, 0, numbers), NULL);
  const Fol *zero = fol_integer(t->p, 0);
  if (!t->limits[greatest])
    fol_assert(t->p,
               greatest ? fol_compare(t->p, FOL_LESS_EQUAL, zero, limit)
                        : fol_compare(t->p, FOL_LESS_EQUAL, limit, zero),
               name, FOL_AXIOM);
  t->limits[greatest] = true;
  return limit;
}

static const Fol *in_interval(Translator *t, const Fol *x, const Node *set)
{
  uint32_t mark = t->facts.len;
  if (t->finiteness) fo_assert_finite(t, set);
  const Fol *low = fo_term(t, set->kids[0]), *high = fo_term(t, set->kids[1]);
  const Fol *in = fol_and(t->p, fol_compare(t->p, FOL_LESS_EQUAL, low, x),
                          fol_compare(t->p, FOL_LESS_EQUAL, x, high));
  return fo_with_facts(t, mark, in);
}

/* NULL: it is no set of numbers. */
static const Fol *in_numbers(Translator *t, const Fol *const *x, const Node *set)
{
  switch (set->kind) {
  case NODE_NATURAL: return at_least(t, x[0], 0);
  case NODE_NATURAL1: return at_least(t, x[0], 1);
  case NODE_INTERVAL: return in_interval(t, x[0], set);
  case NODE_INT:
  case NODE_NAT:
  case NODE_NAT1: {
    const Fol *low = set->kind == NODE_INT
                         ? fol_compare(t->p, FOL_LESS_EQUAL, fo_limit(t, false), x[0])
                         : at_least(t, x[0], set->kind == NODE_NAT1);
    return fol_and(t->p, low, fol_compare(t->p, FOL_LESS_EQUAL, x[0], fo_limit(t, true)));
  }
  case NODE_SUCC:
  case NODE_PRED: {
    const Fol *y = fol_arithmetic(t->p, set->kind == NODE_SUCC ? FOL_ADD : FOL_SUBTRACT, x[0],
                                  fol_integer(t->p, 1));
    return fol_equal(t->p, x[1], y);
  }
  default: return NULL;
  }
}

/* ------------------------------------------------------------------ relations */

static const Fol *not_in_domain(Translator *t, const Fol *const *x, const Node *r)
{
  t->side = fo_other_side(t->side);
  const Fol *in = fo_in_domain(t, x, r);
  t->side = fo_other_side(t->side);
  return fol_not(t->p, in);
}

static const Fol *not_member(Translator *t, const Fol *const *x, const Node *set)
{
  t->side = fo_other_side(t->side);
  const Fol *in = fo_member(t, x, set);
  t->side = fo_other_side(t->side);
  return fol_not(t->p, in);
}

static const Fol *in_composition(Translator *t, const Fol *const *x, const Node *first,
                                 const Node *second)
{
  const Type *from = fo_element_type(first)->args[0], *through = fo_element_type(first)->args[1];
  uint32_t m = fo_type_width(from),
           n = fo_type_width(fo_element_type(second)) - fo_type_width(through), width;
  const Fol **middle = fo_fresh(t, through, &width);
  const Fol *left[WIDTH_LIMIT * 2], *right[WIDTH_LIMIT * 2];
  memcpy(left, x, m * sizeof *x);
  memcpy(left + m, middle, width * sizeof *x);
  memcpy(right, middle, width * sizeof *x);
  memcpy(right + width, x + m, n * sizeof *x);
  const Fol *both = fo_member(t, left, first);
  both = fol_and(t->p, both, fo_member(t, right, second));
  return fol_quantified(t->p, FOL_EXISTS, middle, width, both);
}

/* a |-> (b |-> c) : r >< s,  (a |-> b) |-> (c |-> d) : r || s */
static const Fol *in_product(Translator *t, const Fol *const *x, const Node *node)
{
  const Type *r = fo_element_type(node->kids[0]), *s = fo_element_type(node->kids[1]);
  uint32_t a = fo_type_width(r->args[0]), c = fo_type_width(r->args[1]);
  uint32_t b = fo_type_width(s->args[0]), d = fo_type_width(s->args[1]);
  const Fol *left[WIDTH_LIMIT * 2], *right[WIDTH_LIMIT * 2];
  bool parallel = node->kind == NODE_PARALLEL;
  memcpy(left, x, a * sizeof *x);
  memcpy(right, parallel ? x + a : x, b * sizeof *x);
  const Fol *const *rest = parallel ? x + a + b : x + a;
  memcpy(left + a, rest, c * sizeof *x);
  memcpy(right + b, rest + c, d * sizeof *x);
  const Fol *both = fo_member(t, left, node->kids[0]);
  return fol_and(t->p, both, fo_member(t, right, node->kids[1]));
}

static const Fol *in_inverse(Translator *t, const Fol *const *x, const Node *relation)
{
  const Type *pair = fo_element_type(relation);
  uint32_t from = fo_type_width(pair->args[0]), to = fo_type_width(pair->args[1]);
  const Fol *swapped[WIDTH_LIMIT + 1];
  memcpy(swapped, x + to, from * sizeof *x);
  memcpy(swapped + from, x, to * sizeof *x);
  return fo_member(t, swapped, relation);
}

/* The width of the first components of a relation. */
static uint32_t first_width(const Node *relation)
{
  return fo_type_width(fo_element_type(relation)->args[0]);
}

static const Fol *in_projection(Translator *t, const Fol *const *x, const Node *node)
{
  const Type *pair = fo_element_type(node)->args[0];
  uint32_t a = fo_type_width(pair->args[0]), b = fo_type_width(pair->args[1]);
  bool first = node->kind == NODE_PRJ1 || node->kind == NODE_EVENTB_PRJ1;
  const Fol *result =
      fo_equal_terms(t, first ? pair->args[0] : pair->args[1], x + a + b, first ? x : x + a);
  if (node->count == 2) {
    result = fol_and(t->p, result, fo_member(t, x, node->kids[0]));
    result = fol_and(t->p, result, fo_member(t, x + a, node->kids[1]));
  }
  return result;
}

/* NULL: it is no operator on relations. */
static const Fol *in_relation(Translator *t, const Fol *const *x, const Node *node)
{
  const Node *a = node->count > 0 ? node->kids[0] : NULL,
             *b = node->count > 1 ? node->kids[1] : NULL;
  FolProblem *p = t->p;
  switch (node->kind) {
  case NODE_CARTESIAN: {
    const Fol *in = fo_member(t, x, a);
    return fol_and(p, in, fo_member(t, x + fo_type_width(fo_element_type(a)), b));
  }
  case NODE_DOM_RESTRICT: {
    const Fol *in = fo_member(t, x, a);
    return fol_and(p, in, fo_member(t, x, b));
  }
  case NODE_DOM_SUBTRACT: {
    const Fol *out = not_member(t, x, a);
    return fol_and(p, out, fo_member(t, x, b));
  }
  case NODE_RAN_RESTRICT: {
    const Fol *in = fo_member(t, x, a);
    return fol_and(p, in, fo_member(t, x + first_width(a), b));
  }
  case NODE_RAN_SUBTRACT: {
    const Fol *in = fo_member(t, x, a);
    return fol_and(p, in, not_member(t, x + first_width(a), b));
  }
  case NODE_OVERRIDE: {
    const Fol *old = fo_member(t, x, a);
    old = fol_and(p, old, not_in_domain(t, x, b));
    return fol_or(p, fo_member(t, x, b), old);
  }
  case NODE_COMPOSE: return in_composition(t, x, a, b);
  case NODE_CIRC: return in_composition(t, x, b, a);
  case NODE_DIRECT_PRODUCT:
  case NODE_PARALLEL: return in_product(t, x, node);
  case NODE_INVERSE: return in_inverse(t, x, a);
  case NODE_ID:
  case NODE_EVENTB_ID: {
    const Type *type = fo_element_type(node)->args[0];
    const Fol *same = fo_equal_terms(t, type, x, x + fo_type_width(type));
    return a ? fol_and(p, same, fo_member(t, x, a)) : same;
  }
  case NODE_PRJ1:
  case NODE_PRJ2:
  case NODE_EVENTB_PRJ1:
  case NODE_EVENTB_PRJ2: return in_projection(t, x, node);
  default: return NULL;
  }
}

/* ------------------------------------------------------------------------ sets */

/* IF P THEN S … ELSE T END */
static const Fol *in_choice(Translator *t, const Fol *const *x, const Node *node, uint32_t i)
{
  if (i + 1 == node->count) return fo_member(t, x, node->kids[i]);
  const Fol *not_so = fol_not(t->p, fo_on_side(t, node->kids[i], fo_other_side(t->side)));
  const Fol *so = fol_and(t->p, fo_predicate(t, node->kids[i]), fo_member(t, x, node->kids[i + 1]));
  return fol_or(t->p, so, fol_and(t->p, not_so, in_choice(t, x, node, i + 2)));
}

static const Fol *in_let(Translator *t, const Fol *const *x, const Node *node)
{
  Bound b = fo_bind_fresh(t, node->kids[0]);
  const Fol *body = fo_predicate(t, node->kids[1]);
  body = fol_and(t->p, body, fo_member(t, x, node->kids[2]));
  return fo_quantify(t, FOL_EXISTS, &b, body);
}

static const Fol *in_struct(Translator *t, const Fol *const *x, const Node *node)
{
  const Type *record = fo_element_type(node);
  const Fol *result = fol_true(t->p);
  for (uint32_t i = 0; i < record->count; i++) {
    for (uint32_t j = 0; j < node->count; j++)
      if (node->kids[j]->name == record->names[i])
        result = fol_and(t->p, result, fo_member(t, x, node->kids[j]->kids[0]));
    x += fo_type_width(record->args[i]);
  }
  return result;
}

static const Fol *in_operator(Translator *t, const Fol *const *x, const Node *set)
{
  const Node *a = set->count > 0 ? set->kids[0] : NULL, *b = set->count > 1 ? set->kids[1] : NULL;
  switch (set->kind) {
  case NODE_EMPTY_SET:
  case NODE_EMPTY_SEQ: return fol_false(t->p);
  case NODE_SET_EXT: return in_extension(t, x, set);
  case NODE_COMPREHENSION:
  case NODE_LAMBDA: return in_comprehension(t, x, set);
  case NODE_IMAGE_SET: return in_image_set(t, x, set);
  case NODE_QUANT_UNION:
  case NODE_QUANT_INTER: return in_quantified(t, x, set);
  case NODE_GEN_UNION:
  case NODE_GEN_INTER: return in_general(t, x, set);
  case NODE_UNION: {
    const Fol *in = fo_member(t, x, a);
    return fol_or(t->p, in, fo_member(t, x, b));
  }
  case NODE_INTERSECTION: {
    const Fol *in = fo_member(t, x, a);
    return fol_and(t->p, in, fo_member(t, x, b));
  }
  case NODE_SET_MINUS: {
    const Fol *in = fo_member(t, x, a);
    return fol_and(t->p, in, not_member(t, x, b));
  }
  case NODE_DOM: return fo_in_domain(t, x, a);
  case NODE_RAN: return fo_in_range(t, x, a);
  case NODE_IMAGE: return fo_in_image(t, x, a, b);
  case NODE_TYPED:
  case NODE_SYMBOLIC: return fo_member(t, x, a);
  case NODE_DEFINED_IF: {
    if (t->side == SIDE_EXACT) fo_lose_definedness(t);
    const Fol *defined = t->side == SIDE_EXACT ? fol_true(t->p) : fo_on_side(t, a, SIDE_TRUE);
    uint32_t mark = t->facts.len;
    fo_add_fact(t, defined);
    return fo_with_facts(t, mark, fo_member(t, x, b));
  }
  case NODE_IF_EXPR: return in_choice(t, x, set, 0);
  case NODE_LET_EXPR: return in_let(t, x, set);
  case NODE_STRUCT: return in_struct(t, x, set);
  default: return NULL;
  }
}

const Fol *fo_member(Translator *t, const Fol *const *x, const Node *set)
{
  set = node_bare(set);
  if (fo_is_whole_type(set)) return fol_true(t->p);
  if (!fo_is_opaque_set(set)) {
    if (fo_is_set_of_sets(set)) {
      SetOperand element = fo_operand_term(x[0], fo_element_type(set)->args[0]);
      return fo_in_set_of_sets(t, &element, set);
    }
    const Fol *result = in_operator(t, x, set);
    if (!result && set->type->args[0]->kind == TYPE_INTEGER) result = in_numbers(t, x, set);
    if (!result && (set->kind == NODE_SUCC || set->kind == NODE_PRED))
      result = in_numbers(t, x, set);
    if (!result) result = in_relation(t, x, set);
    if (!result && fo_is_sequence_operator(set)) result = fo_member_of_sequence(t, x, set);
    if (result) return result;
  }
  uint32_t mark = t->facts.len;
  const Fol *term;
  if (fo_is_term_like(t, set)) term = fo_term(t, set);
  else {
    fo_lose_operator(t, set);
    fo_name_expression(t, set, node_kind_name(set->kind), set->type, &term);
  }
  return fo_with_facts(t, mark, fol_member(t->p, x, term));
}

const Fol *fo_member_of(Translator *t, const Fol *const *x, const SetOperand *set)
{
  return set->term ? fol_member(t->p, x, set->term) : fo_member(t, x, set->node);
}

const Fol *fo_member_node(Translator *t, const Node *element, const Node *set)
{
  element = node_bare(element), set = node_bare(set);
  if (fo_is_set_of_sets(set) && !fo_is_whole_type(set)) {
    SetOperand operand = fo_operand_node(element);
    return fo_in_set_of_sets(t, &operand, set);
  }
  if (fo_is_whole_type(set) && t->side != SIDE_TRUE) return fol_true(t->p);
  const Fol *terms[WIDTH_LIMIT + 1];
  uint32_t mark = t->facts.len;
  fo_terms(t, element, terms);
  return fo_with_facts(t, mark, fo_member(t, terms, set));
}
