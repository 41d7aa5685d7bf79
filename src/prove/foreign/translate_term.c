#include "prove/foreign/translate_impl.h"

#include <assert.h>
#include <string.h>

#include "model/typing.h"

/* ------------------------------------------------------- described expressions */

/* An expression without a direct translation is a function with a fact about it.  The fact is true
 * wherever the expression is well-defined; it goes with each literal that speaks of it.  In exact
 * translations it holds as an axiom, provided that there is such a value at all. */
typedef const Fol *Describe(Translator *, const Node *, const Fol *const *value);

static const Fol *true_if_possible(Translator *t, const Node *node, const Fol *const *value,
                                   Describe *describe)
{
  uint32_t width;
  const Fol **any = fo_fresh(t, node->type, &width);
  const Fol *possible = fol_quantified(t->p, FOL_EXISTS, any, width, describe(t, node, any));
  return fol_implies(t->p, possible, describe(t, node, value));
}

#define DESCRIPTION(name) \
  static const Fol *define_##name(Translator *t, const Node *node, const Fol *const *value) \
  { \
    return true_if_possible(t, node, value, name); \
  }

static void described(Translator *t, const Node *node, const char *what, Describe *describe,
                      Define *define, const Fol **out)
{
  Named *n = fo_name_expression(t, node, what, node->type, out);
  if (t->side == SIDE_EXACT) {
    fo_lose_definedness(t);
    fo_define_named(t, node, n, define);
    return;
  }
  Side side = t->side;
  t->side = SIDE_TRUE;
  const Fol *fact = describe(t, node, out);
  t->side = side;
  fo_add_fact(t, fact);
}

/* -------------------------------------------------------------------- applications */

/* The arguments of f(x,y), joined. */
static uint32_t argument_terms(Translator *t, const Node *node, const Fol **out)
{
  uint32_t width = 0;
  for (uint32_t i = 1; i < node->count; i++) {
    fo_terms(t, node->kids[i], out + width);
    width += fo_type_width(node->kids[i]->type);
  }
  return width;
}

/* Hypotheses say that it is a function, or it is made of functions in ways that keep that. */
static bool known_function(const Translator *t, const Node *f)
{
  f = node_bare(f);
  switch (f->kind) {
  case NODE_IDENT:
    for (uint32_t i = 0; i < t->functional.len; i++)
      if (f->symbol == t->functional.data[i]) return true;
    return false;
  case NODE_LAMBDA: return true;
  case NODE_SET_EXT: return f->count == 1;
  case NODE_OVERRIDE:
  case NODE_COMPOSE: return known_function(t, f->kids[0]) && known_function(t, f->kids[1]);
  case NODE_DOM_RESTRICT:
  case NODE_DOM_SUBTRACT: return known_function(t, f->kids[1]);
  case NODE_RAN_RESTRICT:
  case NODE_RAN_SUBTRACT:
  case NODE_SET_MINUS: return known_function(t, f->kids[0]);
  default: return fo_is_sequence_operator(f); /* its facts say so */
  }
}

/* x |-> value : f, and, where that is asserted, for no other value */
static const Fol *describe_application(Translator *t, const Node *node, const Fol *const *value)
{
  const Node *f = node->kids[0];
  const Fol *pair[WIDTH_LIMIT + 1];
  uint32_t mark = t->facts.len, width = argument_terms(t, node, pair),
           result = fo_type_width(node->type), count;
  memcpy(pair + width, value, result * sizeof *value);
  const Fol *fact = fo_member(t, pair, f);
  if (t->side == SIDE_TRUE && !known_function(t, f)) {
    const Fol **other = fo_fresh(t, node->type, &count);
    memcpy(pair + width, other, result * sizeof *other);
    t->side = SIDE_FALSE;
    const Fol *related = fo_member(t, pair, f);
    t->side = SIDE_TRUE;
    const Fol *same = fol_implies(t->p, related, fo_equal_terms(t, node->type, other, value));
    fact = fol_and(t->p, fact, fol_quantified(t->p, FOL_FORALL, other, count, same));
  }
  return fo_with_facts(t, mark, fact);
}
DESCRIPTION(describe_application)

/* f(x) for a term f. */
static void apply_term(Translator *t, const Node *node, const Fol **out)
{
  const Fol *f = fo_term(t, node->kids[0]);
  const Fol *pair[WIDTH_LIMIT + 1];
  uint32_t width = argument_terms(t, node, pair), result = fo_type_width(node->type);
  fo_apply_terms(t, f, pair, width, false, out);
  memcpy(pair + width, out, result * sizeof *out);
  if (t->side == SIDE_EXACT) {
    fo_lose_definedness(t);
    return;
  }
  fo_add_fact(t, fol_member(t->p, pair, f));
  if (known_function(t, node->kids[0])) return;
  uint32_t count;
  const Fol **other = fo_fresh(t, node->type, &count);
  memcpy(pair + width, other, result * sizeof *other);
  const Fol *same =
      fol_implies(t->p, fol_member(t->p, pair, f), fo_equal_terms(t, node->type, other, out));
  fo_add_fact(t, fol_quantified(t->p, FOL_FORALL, other, count, same));
}

/* (%x.(P | E))(a) is E for a, where P holds. */
static void apply_lambda(Translator *t, const Node *node, const Node *lambda, const Fol **out)
{
  const Fol **argument = arena_new_array(t->arena, const Fol *, WIDTH_LIMIT + 1);
  argument_terms(t, node, argument);
  uint32_t mark = t->bindings.len, at = 0;
  for (uint32_t i = 0; i < lambda->kids[0]->count; i++) {
    const Symbol *name = node_bare(lambda->kids[0]->kids[i])->symbol;
    fo_bind(t, name, argument + at);
    at += fo_type_width(name->type);
  }
  if (t->side == SIDE_EXACT) fo_lose_definedness(t);
  else fo_add_fact(t, fo_on_side(t, lambda->kids[1], SIDE_TRUE));
  fo_terms(t, lambda->kids[2], out);
  fo_unbind(t, mark);
}

static void translate_application(Translator *t, const Node *node, const Fol **out)
{
  const Node *f = node_bare(node->kids[0]);
  if (f->kind == NODE_LAMBDA) apply_lambda(t, node, f, out);
  else if (f->kind == NODE_EVENTB_ID || f->kind == NODE_EVENTB_PRJ1 ||
           f->kind == NODE_EVENTB_PRJ2) {
    const Fol *argument[WIDTH_LIMIT + 1];
    uint32_t width = argument_terms(t, node, argument), result = fo_type_width(node->type);
    memcpy(out, f->kind == NODE_EVENTB_PRJ2 ? argument + width - result : argument,
           result * sizeof *out);
  } else if ((f->kind == NODE_SUCC || f->kind == NODE_PRED) && node->count == 2) {
    const Fol *x = fo_term(t, node->kids[1]);
    out[0] = fol_arithmetic(t->p, f->kind == NODE_SUCC ? FOL_ADD : FOL_SUBTRACT, x,
                            fol_integer(t->p, 1));
  } else if (fo_is_term_like(t, f)) apply_term(t, node, out);
  else described(t, node, "application", describe_application, define_describe_application, out);
}

/* ------------------------------------------------------------------- numbers */

/* The least or greatest element. */
static const Fol *describe_extremum(Translator *t, const Node *node, const Fol *const *value)
{
  const Node *set = node->kids[0];
  const Fol *in = fo_member(t, value, set);
  uint32_t width;
  const Fol **x = fo_fresh(t, fo_element_type(set), &width);
  bool least = node->kind == NODE_MIN;
  t->side = fo_other_side(t->side);
  const Fol *other = fo_member(t, x, set);
  t->side = fo_other_side(t->side);
  const Fol *order =
      fol_compare(t->p, FOL_LESS_EQUAL, least ? value[0] : x[0], least ? x[0] : value[0]);
  return fol_and(t->p, in,
                 fol_quantified(t->p, FOL_FORALL, x, width, fol_implies(t->p, other, order)));
}
DESCRIPTION(describe_extremum)

static void translate_arithmetic(Translator *t, const Node *node, const Fol **out)
{
  FolKind kind = node->kind == NODE_ADD      ? FOL_ADD
                 : node->kind == NODE_MINUS  ? FOL_SUBTRACT
                 : node->kind == NODE_TIMES  ? FOL_MULTIPLY
                 : node->kind == NODE_DIVIDE ? FOL_DIVIDE
                                             : FOL_MODULO;
  const Fol *a = fo_term(t, node->kids[0]), *b = fo_term(t, node->kids[1]);
  out[0] = fol_arithmetic(t->p, kind, a, b);
  if (t->side == SIDE_EXACT) {
    if (kind == FOL_DIVIDE || kind == FOL_MODULO) fo_lose_definedness(t);
    return;
  }
  const Fol *zero = fol_integer(t->p, 0);
  if (kind == FOL_DIVIDE) fo_add_fact(t, fol_not(t->p, fol_equal(t->p, b, zero)));
  if (kind == FOL_MODULO) {
    fo_add_fact(t, fol_compare(t->p, FOL_LESS_EQUAL, zero, a));
    fo_add_fact(t, fol_compare(t->p, FOL_LESS, zero, b));
  }
}

/* x ** n for a small literal n is a product. */
static bool translate_power(Translator *t, const Node *node, const Fol **out)
{
  const Node *n = node_bare(node->kids[1]);
  if (n->kind != NODE_INTEGER_LIT || n->name->len != 1 || n->name->text[0] > '4') return false;
  const Fol *x = fo_term(t, node->kids[0]), *product = fol_integer(t->p, 1);
  for (int i = n->name->text[0] - '0'; i > 0; i--)
    product = i == n->name->text[0] - '0' ? x : fol_arithmetic(t->p, FOL_MULTIPLY, product, x);
  out[0] = product;
  return true;
}

static void translate_card(Translator *t, const Node *node, const Fol **out)
{
  SetOperand set = fo_operand_node(node->kids[0]);
  if (t->side != SIDE_EXACT) {
    Side side = t->side;
    t->side = SIDE_TRUE;
    fo_add_fact(t, fo_is_finite(t, &set));
    t->side = side;
  }
  out[0] = fo_cardinality(t, &set);
}

static bool translate_number(Translator *t, const Node *node, const Fol **out)
{
  if (node->type->kind != TYPE_INTEGER) return false;
  switch (node->kind) {
  case NODE_INTEGER_LIT: out[0] = fol_number(t->p, node->name->text); return true;
  case NODE_ADD:
  case NODE_MINUS:
  case NODE_TIMES:
  case NODE_DIVIDE:
  case NODE_MODULO: translate_arithmetic(t, node, out); return true;
  case NODE_NEGATE:
    out[0] = fol_arithmetic(t->p, FOL_NEGATE, fo_term(t, node->kids[0]), NULL);
    return true;
  case NODE_POWER: return translate_power(t, node, out);
  case NODE_SIZE: {
    SetOperand s = fo_operand_node(node->kids[0]);
    if (node->kids[0]->type->kind != TYPE_POW) return false;
    out[0] = fo_sequence_size(t, &s);
    return true;
  }
  case NODE_CARD: translate_card(t, node, out); return true;
  case NODE_MIN:
  case NODE_MAX:
    described(t, node, "extremum", describe_extremum, define_describe_extremum, out);
    return true;
  default: return false;
  }
}

/* ------------------------------------------------------------------- sequences */

/* The first or last element. */
static const Fol *describe_end(Translator *t, const Node *node, const Fol *const *value)
{
  SetOperand s = fo_operand_node(node->kids[0]);
  uint32_t mark = t->facts.len;
  const Fol *pair[WIDTH_LIMIT + 1] = {node->kind == NODE_FIRST ? fol_integer(t->p, 1)
                                                               : fo_sequence_size(t, &s)};
  memcpy(pair + 1, value, fo_type_width(node->type) * sizeof *value);
  return fo_with_facts(t, mark, fo_member(t, pair, s.node));
}
DESCRIPTION(describe_end)

static void translate_end(Translator *t, const Node *node, const Fol **out)
{
  SetOperand s = fo_operand_node(node->kids[0]);
  if (!fo_is_term_like(t, s.node)) {
    described(t, node, "end", describe_end, define_describe_end, out);
    return;
  }
  const Fol *f = fo_term(t, s.node), *pair[WIDTH_LIMIT + 1];
  pair[0] = node->kind == NODE_FIRST ? fol_integer(t->p, 1) : fo_sequence_size(t, &s);
  fo_apply_terms(t, f, pair, 1, false, out);
  memcpy(pair + 1, out, fo_type_width(node->type) * sizeof *out);
  if (t->side == SIDE_EXACT) fo_lose_definedness(t);
  else fo_add_fact(t, fol_member(t->p, pair, f));
}

/* --------------------------------------------------------------- truth, choice */

static const Fol *describe_truth(Translator *t, const Node *node, const Fol *const *value)
{
  const Fol *yes = fol_equal(t->p, value[0], fol_truth_value(t->p, true));
  const Fol *then = fol_implies(t->p, yes, fo_predicate(t, node->kids[0]));
  const Fol *other = fo_on_side(t, node->kids[0], fo_other_side(t->side));
  return fol_and(t->p, then, fol_implies(t->p, other, yes));
}
DESCRIPTION(describe_truth)

static const Fol *choice_from(Translator *t, const Node *node, uint32_t i, const Fol *const *value)
{
  if (i + 1 == node->count) return fo_equal_to_node(t, value, node->kids[i]);
  const Fol *not_so = fol_not(t->p, fo_on_side(t, node->kids[i], fo_other_side(t->side)));
  const Fol *so =
      fol_and(t->p, fo_predicate(t, node->kids[i]), fo_equal_to_node(t, value, node->kids[i + 1]));
  return fol_or(t->p, so, fol_and(t->p, not_so, choice_from(t, node, i + 2, value)));
}

static const Fol *describe_choice(Translator *t, const Node *node, const Fol *const *value)
{
  return choice_from(t, node, 0, value);
}
DESCRIPTION(describe_choice)

static const Fol *describe_let(Translator *t, const Node *node, const Fol *const *value)
{
  Bound b = fo_bind_fresh(t, node->kids[0]);
  const Fol *body = fo_predicate(t, node->kids[1]);
  body = fol_and(t->p, body, fo_equal_to_node(t, value, node->kids[2]));
  return fo_quantify(t, FOL_EXISTS, &b, body);
}
DESCRIPTION(describe_let)

static const Fol *describe_comprehension(Translator *t, const Node *node, const Fol *const *value)
{
  uint32_t width;
  const Fol **x = fo_fresh(t, fo_element_type(node), &width);
  const Fol *in = fol_member(t->p, x, value[0]);
  const Fol *meant = fo_member(t, x, node);
  const Fol *both = fol_and(t->p, fol_implies(t->p, in, meant), fol_implies(t->p, meant, in));
  return fol_quantified(t->p, FOL_FORALL, x, width, both);
}

/* ------------------------------------------------------------------ structures */

static void translate_field(Translator *t, const Node *node, const Fol **out)
{
  const Type *record = node->kids[0]->type;
  const Fol *all[WIDTH_LIMIT + 1];
  fo_terms(t, node->kids[0], all);
  uint32_t at = 0;
  for (uint32_t i = 0; i < record->count; i++) {
    uint32_t width = fo_type_width(record->args[i]);
    if (record->names[i] == node->name) memcpy(out, all + at, width * sizeof *out);
    at += width;
  }
}

static void translate_record(Translator *t, const Node *node, const Fol **out)
{
  const Type *record = node->type;
  for (uint32_t i = 0; i < record->count; i++) {
    for (uint32_t j = 0; j < node->count; j++)
      if (node->kids[j]->name == record->names[i]) fo_terms(t, node->kids[j]->kids[0], out);
    out += fo_type_width(record->args[i]);
  }
}

static bool is_projection(const Node *node)
{
  return (node->kind == NODE_PRJ1 || node->kind == NODE_PRJ2) && node->count == 1;
}

static bool translate_structure(Translator *t, const Node *node, const Fol **out)
{
  switch (node->kind) {
  case NODE_MAPLET:
  case NODE_COUPLE:
    for (uint32_t i = 0; i < node->count; i++) {
      fo_terms(t, node->kids[i], out);
      out += fo_type_width(node->kids[i]->type);
    }
    return true;
  case NODE_FIELD: translate_field(t, node, out); return true;
  case NODE_REC: translate_record(t, node, out); return true;
  case NODE_PRJ1:
  case NODE_PRJ2: {
    if (!is_projection(node)) return false;
    const Fol *all[WIDTH_LIMIT + 1];
    fo_terms(t, node->kids[0], all);
    uint32_t width = fo_type_width(node->type), whole = fo_type_width(node->kids[0]->type);
    memcpy(out, node->kind == NODE_PRJ1 ? all : all + whole - width, width * sizeof *out);
    return true;
  }
  case NODE_TYPED:
  case NODE_SYMBOLIC: fo_terms(t, node->kids[0], out); return true;
  case NODE_DEFINED_IF:
    if (t->side == SIDE_EXACT) fo_lose_definedness(t);
    else fo_add_fact(t, fo_on_side(t, node->kids[0], SIDE_TRUE));
    fo_terms(t, node->kids[1], out);
    return true;
  default: return false;
  }
}

/* ----------------------------------------------------------------------- terms */

static void translate_name(Translator *t, const Node *node, const Fol **out)
{
  const Symbol *s = node->symbol;
  const Binding *b = s ? fo_binding_of(t, s) : NULL;
  if (b) {
    memcpy(out, b->terms, fo_type_width(node->type) * sizeof *out);
    return;
  }
  if (s && s->kind == SYMBOL_ELEMENT && s->owner && s->owner->enumerated) {
    const FolSort *sort;
    fo_type_sorts(t, node->type, &sort);
    for (uint32_t i = 0; i < sort->count; i++)
      if (s->owner->elements[i] == s) {
        out[0] = fol_call(t->p, sort->values[i], NULL);
        return;
      }
  }
  if (s && (s->kind == SYMBOL_CONSTRUCTOR || s->kind == SYMBOL_FUNCTION))
    fo_lose_operator(t, node); /* not any value */
  fo_name_expression(t, node, node->name ? node->name->text : "name", node->type, out);
}

static void translate_string(Translator *t, const Node *node, const Fol **out)
{
  Named *n = fo_name_expression(t, node, node->name->text, node->type, out);
  if (!n->defined) vec_push(&t->strings, out[0]);
  n->defined = true;
}

/* Sets of these kinds are called by functions of which `fo_member` knows nothing. */
bool fo_is_term_like(const Translator *t, const Node *node)
{
  (void) t;
  node = node_bare(node);
  switch (node->kind) {
  case NODE_IDENT: return !fo_is_whole_type(node);
  case NODE_APPLY: {
    const Node *f = node_bare(node->kids[0]);
    return !typing_is_free_type(node) && f->kind != NODE_LAMBDA && !fo_is_whole_type(f);
  }
  case NODE_OLD_VALUE:
  case NODE_FIELD: return true;
  case NODE_PRJ1:
  case NODE_PRJ2: return is_projection(node);
  case NODE_TYPED:
  case NODE_SYMBOLIC: return fo_is_term_like(t, node->kids[0]);
  default: return false;
  }
}

static bool is_set_operator(const Node *node);

void fo_terms(Translator *t, const Node *node, const Fol **out)
{
  node = node_bare(node);
  if (translate_structure(t, node, out) || translate_number(t, node, out)) return;
  switch (node->kind) {
  case NODE_IDENT:
    if (!fo_is_whole_type(node)) {
      translate_name(t, node, out);
      return;
    }
    break;
  case NODE_MAXINT:
  case NODE_MININT: out[0] = fo_limit(t, node->kind == NODE_MAXINT); return;
  case NODE_TRUE: out[0] = fol_truth_value(t->p, true); return;
  case NODE_FALSE: out[0] = fol_truth_value(t->p, false); return;
  case NODE_BOOL_OF:
    described(t, node, "truth", describe_truth, define_describe_truth, out);
    return;
  case NODE_IF_EXPR:
    described(t, node, "choice", describe_choice, define_describe_choice, out);
    return;
  case NODE_LET_EXPR: described(t, node, "let", describe_let, define_describe_let, out); return;
  case NODE_APPLY:
    if (typing_is_free_type(node)) break; /* nothing is known of it */
    translate_application(t, node, out);
    return;
  case NODE_FIRST:
  case NODE_LAST: translate_end(t, node, out); return;
  case NODE_STRING_LIT: translate_string(t, node, out); return;
  default: break;
  }
  Named *n = fo_name_expression(t, node, node_kind_name(node->kind), node->type, out);
  if (is_set_operator(node)) fo_define_named(t, node, n, describe_comprehension);
  else fo_lose_operator(t, node);
}

const Fol *fo_term(Translator *t, const Node *node)
{
  const Fol *result;
  assert(fo_type_width(node->type) == 1);
  fo_terms(t, node, &result);
  return result;
}

const Fol *fo_set_term(Translator *t, const SetOperand *set)
{
  return set->term ? set->term : fo_term(t, set->node);
}

/* Does `fo_member` know what is in it? */
static bool is_set_operator(const Node *node)
{
  if (!node->type || node->type->kind != TYPE_POW) return false;
  return !fo_is_opaque_set(node);
}
