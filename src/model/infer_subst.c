#include "model/effects.h"
#include "model/infer_impl.h"
#include "model/model.h"

/* The rules for substitutions. */

static void all(Infer *f, Node *node)
{
  for (uint32_t i = 0; i < node->count; i++) infer_subst(f, node->kids[i]);
}

/* If not, rules.c says so, and the type of the value does not matter. */
static bool can_be_assigned(const Symbol *symbol)
{
  return !symbol || symbol->kind == SYMBOL_VARIABLE || symbol->kind == SYMBOL_LOCAL ||
         symbol->kind == SYMBOL_FREE;
}

/* x, f(i), r'a := E, F, G: each place has the type of its value. */
static void assign(Infer *f, Node *node)
{
  Node *places = node->kids[0], *values = node->kids[1];
  if (places->count != values->count)
    infer_report_error(f, node->span, "assignment-count", "%u place%s to assign to, but %u value%s",
                       places->count, text_plural(places->count), values->count,
                       text_plural(values->count));
  for (uint32_t i = 0; i < places->count; i++) {
    Type *type = infer_expr(f, places->kids[i]);
    const Symbol *symbol = effects_target(places->kids[i]);
    if (i < values->count && !can_be_assigned(symbol)) infer_expr(f, values->kids[i]);
    else if (i < values->count)
      infer_expr_as(f, values->kids[i], type, "the assigned value", places->kids[i]);
  }
  for (uint32_t i = places->count; i < values->count; i++) infer_expr(f, values->kids[i]);
}

/* x,y :: S: S is a set of pairs. */
static void becomes_in(Infer *f, Node *node)
{
  Type *names = infer_tuple(f, node->kids[0]);
  infer_expr_as(f, node->kids[1], make_pow(f, names), "the set after '::'", node->kids[0]->kids[0]);
}

/* Arguments against parameters, or variables against results.  That there are
 * as many was checked with the names. */
static void bind_list(Infer *f, Node *list, Symbol **symbols, uint32_t count, const Node *call,
                      const char *role)
{
  for (uint32_t i = 0; i < list->count; i++) {
    if (i >= count) {
      infer_expr(f, list->kids[i]);
      continue;
    }
    const char *what =
        arena_printf(f->arena, "the %s %s of %s", role, symbols[i]->name->text, call->name->text);
    infer_expr_as(f, list->kids[i], infer_symbol(f, symbols[i], NULL), what, NULL);
  }
}

/* r,s <-- op(E,F) */
static void call(Infer *f, Node *node)
{
  Node *results = node->kids[0], *arguments = node->kids[1];
  const Operation *op = node->symbol ? node->symbol->operation : NULL;
  if (!op) {
    infer_tuple(f, results);
    infer_tuple(f, arguments);
    return;
  }
  bind_list(f, results, op->results, op->result_count, node, "result");
  bind_list(f, arguments, op->parameters, op->parameter_count, node, "parameter");
}

/* [P S P S … S?] */
static void branches(Infer *f, Node *node)
{
  for (uint32_t i = 0; i < node->count; i++) {
    if (i % 2 == 0 && i + 1 < node->count) infer_pred(f, node->kids[i]);
    else infer_subst(f, node->kids[i]);
  }
}

/* [E BRANCH… S?]: the labels have the type of E. */
static void cases(Infer *f, Node *node)
{
  Type *type = infer_expr(f, node->kids[0]);
  for (uint32_t i = 1; i < node->count; i++) {
    Node *branch = node->kids[i];
    if (branch->kind != NODE_BRANCH) {
      infer_subst(f, branch);
      continue;
    }
    Node *labels = branch->kids[0];
    for (uint32_t k = 0; k < labels->count; k++)
      infer_expr_as(f, labels->kids[k], type, "a case label", node->kids[0]);
    infer_subst(f, branch->kids[1]);
  }
}

static void loop(Infer *f, Node *node)
{
  infer_pred(f, node->kids[0]);
  infer_subst(f, node->kids[1]);
  infer_pred(f, node->kids[2]);
  infer_expr_as(f, node->kids[3], type_integer(f->types), "the variant", NULL);
}

static void no_substitution(Infer *f, Node *node)
{
  if (node->kind == NODE_ERROR || node->kind == NODE_DEF_CALL) return;
  bool pred = node_kind_class((NodeKind) node->kind) == CLASS_PRED;
  infer_report_error(f, node->span, "no-substitution", "expected a substitution, found %s",
                     pred ? "a predicate" : "an expression");
}

/* ASSERT #x.P THEN ANY x WHERE P THEN S END END, with both made of the same x: S may be what tells
 * the type. */
static void same_names(Infer *f, const Node *assertion)
{
  const Node *exists = assertion->kids[0], *any = assertion->kids[1];
  while (exists->kind == NODE_LABELLED) exists = exists->kids[0];
  if (exists->kind != NODE_EXISTS || any->kind != NODE_ANY) return;
  Node *left = exists->kids[0], *right = any->kids[0];
  for (uint32_t i = 0; i < left->count && i < right->count; i++) {
    const Node *a = infer_unwrapped(left->kids[i]), *b = infer_unwrapped(right->kids[i]);
    bool same = a->kind == NODE_IDENT && b->kind == NODE_IDENT && a->name == b->name &&
                a->span.begin == b->span.begin;
    if (same && a->symbol && b->symbol)
      infer_unify(f, infer_symbol(f, a->symbol, NULL), infer_symbol(f, b->symbol, NULL), b,
                  "for its other use");
  }
}

void infer_subst(Infer *f, Node *node)
{
  switch (node->kind) {
  case NODE_SKIP: return;
  case NODE_ASSIGN: assign(f, node); return;
  case NODE_BECOMES_IN: becomes_in(f, node); return;
  case NODE_BECOMES_SUCH:
    infer_tuple(f, node->kids[0]);
    infer_pred(f, node->kids[1]);
    return;
  case NODE_OP_CALL: call(f, node); return;
  case NODE_PRE:
  case NODE_WITNESS:
    infer_pred(f, node->kids[0]);
    infer_subst(f, node->kids[1]);
    return;
  case NODE_ASSERT:
    infer_pred(f, node->kids[0]);
    infer_subst(f, node->kids[1]);
    same_names(f, node);
    return;
  case NODE_IF:
  case NODE_SELECT: branches(f, node); return;
  case NODE_CASE: cases(f, node); return;
  case NODE_ANY:
  case NODE_LET:
    infer_names(f, node->kids[0]);
    infer_pred(f, node->kids[1]);
    infer_subst(f, node->kids[2]);
    return;
  case NODE_VAR:
    infer_names(f, node->kids[0]);
    infer_subst(f, node->kids[1]);
    return;
  case NODE_WHILE: loop(f, node); return;
  case NODE_BLOCK:
  case NODE_CHOICE:
  case NODE_SEQUENCE:
  case NODE_SIMULTANEOUS:
  case NODE_DESCRIBED: all(f, node); return;
  case NODE_EXPANSION: infer_expansion(f, node, infer_subst); return;
  case NODE_EXTERNAL: infer_external(f, node, false); return;
  default: no_substitution(f, node);
  }
}
