#include "model/infer_impl.h"

#include "base/text.h"

/* The types of operators.  Most have a type scheme in operators.def; the others have rules of
 * their own here. */

Type *infer_operand(Infer *f, Node *node, uint32_t i, VarClass class, const char *class_text)
{
  Type *type = infer_expr(f, node->kids[i]);
  f->origin = node->span;
  if (unify_class(f, type, class)) return type;
  infer_report_mismatch_text(f, node->kids[i], class_text, type, infer_operand_text(f, node, i),
                             NULL);
  type = unify_fresh(f, class);
  unify_excuse(f, type);
  return type;
}

/* ---- operators with a scheme */

static bool wrong_count(Infer *f, Node *node, const Scheme *scheme)
{
  bool enough = node->count >= scheme->arity - (scheme->repeats && scheme->arity > 1);
  if (enough && (scheme->repeats || node->count == scheme->arity)) return false;
  infer_report_error(f, node->span, "argument-count", "'%s' takes %u argument%s, not %u",
                     operator_of((NodeKind) node->kind)->ascii, scheme->arity,
                     text_plural(scheme->arity), node->count);
  return true;
}

Type *infer_scheme(Infer *f, Node *node)
{
  const Scheme *scheme = scheme_of(f, (NodeKind) node->kind);
  Type *slots[SCHEME_VARIABLES] = {0};
  bool wrong = wrong_count(f, node, scheme), mistaken = wrong;
  for (uint32_t i = 0; i < node->count; i++) {
    const Type *wanted = scheme->arity == 0  ? NULL
                         : i < scheme->arity ? scheme->args[i]
                                             : scheme->args[scheme->arity - 1];
    if (!wanted && !wrong) {
      infer_pred(f, node->kids[i]);
      continue;
    }
    Type *actual = infer_expr(f, node->kids[i]), *before[SCHEME_VARIABLES];
    if (wrong) continue;
    for (uint32_t k = 0; k < SCHEME_VARIABLES; k++) before[k] = slots[k];
    f->origin = node->span;
    if (scheme_match(f, scheme, wanted, slots, actual)) continue;
    for (uint32_t k = 0; k < SCHEME_VARIABLES; k++) slots[k] = before[k];
    if (mistaken) unify_excuse(f, actual); /* one operand is enough to say */
    else infer_report_operand(f, node, i, scheme, slots, actual);
    mistaken = true;
  }
  infer_products(f);
  if (!scheme->result) return NULL;
  return mistaken ? infer_excused(f) : scheme_build(f, scheme, scheme->result, slots);
}

Type *infer_one_type(Infer *f, Node *node, VarClass class, const char *class_text)
{
  uint32_t errors = diags_errors(f->diags);
  Type *left = infer_operand(f, node, 0, class, class_text);
  if (diags_errors(f->diags) != errors) { /* one operand is enough to say */
    infer_expr(f, node->kids[1]);
    return infer_excused(f);
  }
  Type *right = infer_operand(f, node, 1, class, class_text);
  if (diags_errors(f->diags) != errors) return infer_excused(f);
  f->origin = node->span;
  if (!unify(f, left, right))
    infer_report_mismatch(f, node->kids[1], left, right, infer_operand_text(f, node, 1),
                          node->kids[0]);
  infer_products(f);
  return left;
}

/* ---- products */

typedef enum { UNDECIDED, NUMBERS, SETS, MISTAKEN } Meaning;

static Meaning meaning_of(Infer *f, Type *type)
{
  type = type_resolve(type);
  if (type->kind == TYPE_INTEGER || type->kind == TYPE_REAL) return NUMBERS;
  if (type->kind == TYPE_POW) return SETS;
  if (!is_var(type)) return MISTAKEN;
  return var_of(f, type)->class == VAR_NUMBER ? NUMBERS : UNDECIDED;
}

static Meaning product_meaning(Infer *f, const Product *p)
{
  Meaning meaning = meaning_of(f, p->left);
  if (meaning == UNDECIDED) meaning = meaning_of(f, p->right);
  if (meaning == UNDECIDED && p->result) meaning = meaning_of(f, p->result);
  return meaning;
}

/* The element type of an operand that must be a set. */
static Type *operand_element(Infer *f, const Node *node, uint32_t i, Type *type)
{
  type = type_resolve(type);
  if (type->kind == TYPE_POW) return type->args[0];
  return infer_element(f, node->kids[i], type, infer_operand_text(f, node, i));
}

/* All of one type of numbers, or POW(a) * POW(b) = POW(a*b). */
static Type *decide_product(Infer *f, const Product *p, Meaning meaning)
{
  const Node *node = p->node;
  Type *result = p->left;
  f->origin = node->span;
  if (meaning == SETS) {
    Type *left = operand_element(f, node, 0, p->left);
    Type *right = operand_element(f, node, 1, p->right);
    result = make_relation(f, left, right);
  } else if (meaning == NUMBERS) {
    if (!unify(f, p->left, p->right))
      infer_report_mismatch(f, node->kids[1], p->left, p->right, infer_operand_text(f, node, 1),
                            node->kids[0]);
  }
  f->origin = node->span;
  if (p->result && !unify(f, p->result, result))
    infer_report_mismatch(f, node, p->result, result, NULL, NULL);
  return result;
}

void infer_products(Infer *f)
{
  if (f->solving || f->ready.len == 0) return;
  const Use *use = f->use;
  Span origin = f->origin;
  f->solving = true;
  while (f->ready.len > 0) {
    Product *p = f->ready.data[--f->ready.len];
    Meaning meaning = p->done ? UNDECIDED : product_meaning(f, p);
    if (meaning == UNDECIDED) continue;
    p->done = true;
    f->use = p->use;
    decide_product(f, p, meaning);
  }
  f->solving = false;
  f->use = use;
  f->origin = origin;
}

Type *infer_times(Infer *f, Node *node)
{
  static const char wanted[] = "a number or a set";
  Product known = {.node = node, .use = f->use};
  known.left = infer_operand(f, node, 0, VAR_NUMBER_OR_SET, wanted);
  known.right = infer_operand(f, node, 1, VAR_NUMBER_OR_SET, wanted);
  Meaning meaning = product_meaning(f, &known);
  if (meaning != UNDECIDED) {
    Type *result = decide_product(f, &known, meaning);
    infer_products(f);
    return result;
  }
  Product *p = arena_alloc(f->arena, sizeof *p);
  *p = known;
  p->result = unify_fresh(f, VAR_NUMBER_OR_SET);
  unify_watch(f, p->left, p);
  unify_watch(f, p->right, p);
  unify_watch(f, p->result, p);
  return p->result;
}

/* ---- other operators with rules of their own */

/* prj1(pair) is its first component; prj1(S,T) : S*T --> S. */
Type *infer_projection(Infer *f, Node *node, uint32_t which)
{
  if (node->count != 1) {
    Type *sets[2];
    for (uint32_t i = 0; i < 2; i++)
      sets[i] = operand_element(f, node, i, infer_expr(f, node->kids[i]));
    return make_relation(f, make_pair(f, sets[0], sets[1]), sets[which]);
  }
  Type *pair = type_resolve(infer_expr(f, node->kids[0]));
  if (pair->kind == TYPE_PAIR) return pair->args[which];
  Type *sides[] = {unify_fresh(f, VAR_ANY), unify_fresh(f, VAR_ANY)};
  Type *wanted = make_pair(f, sides[0], sides[1]);
  f->origin = node->span;
  if (!unify(f, wanted, pair)) {
    infer_report_mismatch(f, node->kids[0], wanted, pair, infer_operand_text(f, node, 0), NULL);
    unify_excuse(f, wanted);
  }
  infer_products(f);
  return sides[which];
}

/* bin(x), or bin(left,x,right). */
Type *infer_binary_tree(Infer *f, Node *node)
{
  Node *root = node->kids[node->count == 3 ? 1 : 0];
  Type *path = make_sequence(f, type_integer(f->types));
  Type *tree = make_relation(f, path, infer_expr(f, root));
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i] != root)
      infer_expr_as(f, node->kids[i], tree, infer_operand_text(f, node, i), root);
  return tree;
}
