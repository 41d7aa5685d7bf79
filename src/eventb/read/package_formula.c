#include <string.h>

#include "eventb/read/package_impl.h"
#include "eventb/read/theory.h"
#include "eventb/notation/math.h"

/* From ProB's abstract syntax trees to ours.  The first argument of each term is its
 * position in the Rodin project. */

static const struct {
  const char *functor;
  uint32_t count;
  NodeKind kind;
} functors[] = {
#define FUNCTOR(text, arguments, kind) {text, arguments, NODE_##kind},
#include "eventb/read/package.def"
#undef FUNCTOR
};

void package_error(Package *p, const PrologTerm *term, const char *what)
{
  const char *name = term->name ? term->name->text : "a list";
  diag_error(p->context->diags, term->span, "package", "expected %s %s, found %s", what,
             strchr("s", what[strlen(what) - 1]) ? "are" : "is", name);
}

const Name *package_label(const PrologTerm *position)
{
  if (position->kind != PROLOG_COMPOUND || strcmp(position->name->text, "rodinpos")) return NULL;
  uint32_t at = position->count == 3 ? 1 : 0;
  if (position->count < 2 || position->args[at]->kind != PROLOG_ATOM) return NULL;
  return position->args[at]->name;
}

const Name *package_identifier(Package *p, const PrologTerm *term)
{
  if (prolog_is(term, "identifier", 2) && term->args[1]->kind == PROLOG_ATOM)
    return term->args[1]->name;
  package_error(p, term, "an identifier");
  return NULL;
}

static Node *error_node(Package *p, const PrologTerm *term)
{
  return node_leaf(p->arena, NODE_ERROR, term->span, NULL);
}

Node *package_list(Package *p, const PrologTerm *list, NodeKind kind)
{
  if (list->kind != PROLOG_LIST) {
    package_error(p, list, "a list");
    return node_leaf(p->arena, kind, list->span, NULL);
  }
  Node *node = node_new(p->arena, kind, list->span, NULL, list->count);
  for (uint32_t i = 0; i < list->count; i++) node_set(node, i, package_formula(p, list->args[i]));
  return node;
}

/* ---- what has a form of its own */

static Node *integer(Package *p, const PrologTerm *term)
{
  const PrologTerm *number = term->args[1];
  if (number->kind != PROLOG_NUMBER || strchr(number->name->text, '.')) {
    package_error(p, number, "an integer");
    return error_node(p, term);
  }
  return math_integer(p->arena, p->context->names, term->span, number->name->text);
}

static Node *couple(Package *p, const PrologTerm *term)
{
  const PrologTerm *list = term->args[1];
  if (list->kind != PROLOG_LIST || list->count < 2) {
    package_error(p, list, "a list of two elements");
    return error_node(p, term);
  }
  Node *pair = package_formula(p, list->args[0]);
  for (uint32_t i = 1; i < list->count; i++)
    pair = node_binary(p->arena, NODE_MAPLET, term->span, pair, package_formula(p, list->args[i]));
  return pair;
}

/* function(P,F,[E]): several arguments would be a pair. */
static Node *application(Package *p, const PrologTerm *term)
{
  const PrologTerm *list = term->args[2];
  Node *function = package_formula(p, term->args[1]);
  if (list->kind != PROLOG_LIST)
    return node_binary(p->arena, NODE_APPLY, term->span, function, package_formula(p, list));
  Node *node = node_new(p->arena, NODE_APPLY, term->span, NULL, list->count + 1);
  node_set(node, 0, function);
  for (uint32_t i = 0; i < list->count; i++)
    node_set(node, i + 1, package_formula(p, list->args[i]));
  return node;
}

/* forall(P,[x],Q), quantified_union(P,[x],Q,E), event_b_comprehension_set(P,[x],E,Q) */
static Node *binder(Package *p, const PrologTerm *term, NodeKind kind, bool expression_first)
{
  Node *node = node_new(p->arena, kind, term->span, NULL, term->count - 1);
  node_set(node, 0, package_list(p, term->args[1], NODE_NAMES));
  uint32_t predicate = expression_first ? 3 : 2, expression = expression_first ? 2 : 3;
  node_set(node, 1, package_formula(p, term->args[predicate]));
  if (term->count > 3) node_set(node, 2, package_formula(p, term->args[expression]));
  for (uint32_t i = 0; i < node->kids[0]->count; i++)
    if (node->kids[0]->kids[i]->kind != NODE_IDENT) return error_node(p, term);
  return node;
}

/* partition(P,S,[A,B]) */
static Node *partition(Package *p, const PrologTerm *term)
{
  Node *parts = package_list(p, term->args[2], NODE_LIST);
  Node *node = node_new(p->arena, NODE_PARTITION, term->span, NULL, parts->count + 1);
  node_set(node, 0, package_formula(p, term->args[1]));
  for (uint32_t i = 0; i < parts->count; i++) node_set(node, i + 1, parts->kids[i]);
  return node;
}

/* ---- dispatch */

static Node *special(Package *p, const PrologTerm *term)
{
  if (prolog_is(term, "identifier", 2)) {
    const Name *name = package_identifier(p, term);
    return name ? node_leaf(p->arena, NODE_IDENT, term->span, name) : error_node(p, term);
  }
  if (prolog_is(term, "integer", 2)) return integer(p, term);
  if (prolog_is(term, "couple", 2)) return couple(p, term);
  if (prolog_is(term, "function", 3)) return application(p, term);
  if (prolog_is(term, "set_extension", 2)) return package_list(p, term->args[1], NODE_SET_EXT);
  if (prolog_is(term, "forall", 3)) return binder(p, term, NODE_FORALL, false);
  if (prolog_is(term, "exists", 3)) return binder(p, term, NODE_EXISTS, false);
  if (prolog_is(term, "quantified_union", 4)) return binder(p, term, NODE_QUANT_UNION, false);
  if (prolog_is(term, "quantified_intersection", 4))
    return binder(p, term, NODE_QUANT_INTER, false);
  if (prolog_is(term, "event_b_comprehension_set", 4)) return binder(p, term, NODE_IMAGE_SET, true);
  if (prolog_is(term, "partition", 3)) return partition(p, term);
  if (prolog_is(term, "extended_expr", 4) || prolog_is(term, "extended_pred", 4))
    return theory_formula(p, term);
  return NULL;
}

Node *package_formula(Package *p, const PrologTerm *term)
{
  if (term->kind == PROLOG_COMPOUND) {
    for (size_t i = 0; i < sizeof functors / sizeof *functors; i++) {
      if (!prolog_is(term, functors[i].functor, functors[i].count + 1)) continue;
      Node *node = node_new(p->arena, functors[i].kind, term->span, NULL, functors[i].count);
      for (uint32_t k = 0; k < node->count; k++)
        node_set(node, k, package_formula(p, term->args[k + 1]));
      return node->kind == NODE_AND || node->kind == NODE_OR ? math_flat(p->arena, node) : node;
    }
    Node *node = special(p, term);
    if (node) return node;
  }
  package_error(p, term, "a formula");
  return error_node(p, term);
}
