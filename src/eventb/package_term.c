#include "eventb/formula.h"
#include "eventb/package_impl.h"
#include "eventb/tree.h"

/* From our trees to the terms that a package would have for them: the way back of
 * package_formula. */

static const struct {
  NodeKind kind;
  const char *functor;
} functors[] = {
#define FUNCTOR(text, arguments, kind) {NODE_##kind, text},
#include "eventb/package.def"
#undef FUNCTOR
};

static const Name *intern(Package *p, const char *text)
{
  return names_intern_string(p->context->names, text);
}

/* functor(none,…) */
static const Term *formula(Package *p, const char *functor, Span span, Terms *arguments)
{
  Terms all = {0};
  vec_push(&all, term_atom(p->arena, intern(p, "none"), span));
  for (uint32_t i = 0; i < arguments->len; i++) vec_push(&all, arguments->data[i]);
  const Term *term = term_compound(p->arena, intern(p, functor), span, all.data, all.len);
  vec_free(&all);
  vec_free(arguments);
  return term;
}

static const Term *binary(Package *p, const char *functor, Span span, const Term *a, const Term *b)
{
  Terms arguments = {0};
  vec_push(&arguments, a);
  vec_push(&arguments, b);
  return formula(p, functor, span, &arguments);
}

static const Term *list_of(Package *p, Span span, Node *const *nodes, uint32_t count)
{
  Terms terms = {0};
  for (uint32_t i = 0; i < count; i++) vec_push(&terms, package_term(p, nodes[i]));
  const Term *list = term_list(p->arena, span, terms.data, terms.len);
  vec_free(&terms);
  return list;
}

static const Term *identifier(Package *p, Span span, const Name *name)
{
  Terms arguments = {0};
  vec_push(&arguments, term_atom(p->arena, name, span));
  return formula(p, "identifier", span, &arguments);
}

/* In a list of names their types have no place: x : T is said in the predicate. */
static const Term *with_types(Package *p, const Node *names, const Term *predicate, bool premise)
{
  for (uint32_t i = names->count; i > 0; i--) {
    const Node *name = names->kids[i - 1];
    if (name->count == 0) continue;
    const Term *typing = binary(p, "member", name->span, identifier(p, name->span, name->name),
                                package_term(p, name->kids[0]));
    predicate = binary(p, premise ? "implication" : "conjunct", name->span, typing, predicate);
  }
  return predicate;
}

static const Term *names_of(Package *p, const Node *names)
{
  Terms terms = {0};
  for (uint32_t i = 0; i < names->count; i++)
    vec_push(&terms, identifier(p, names->kids[i]->span, names->kids[i]->name));
  const Term *list = term_list(p->arena, names->span, terms.data, terms.len);
  vec_free(&terms);
  return list;
}

static const Term *tuple_of(Package *p, const Node *names)
{
  const Term *tuple = NULL;
  for (uint32_t i = 0; i < names->count; i++) {
    const Term *name = identifier(p, names->kids[i]->span, names->kids[i]->name);
    const Term *pair[] = {tuple, name};
    Terms arguments = {0};
    if (tuple) vec_push(&arguments, term_list(p->arena, names->span, pair, 2));
    tuple = tuple ? formula(p, "couple", names->span, &arguments) : name;
  }
  return tuple;
}

static const Term *couple(Package *p, Span span, const Term *a, const Term *b)
{
  const Term *pair[] = {a, b};
  Terms arguments = {0};
  vec_push(&arguments, term_list(p->arena, span, pair, 2));
  return formula(p, "couple", span, &arguments);
}

/* FORALL, EXISTS; QUANT_UNION, QUANT_INTER; IMAGE_SET and LAMBDA */
static const Term *binder(Package *p, const Node *node, const char *functor)
{
  bool set = node->kind == NODE_IMAGE_SET || node->kind == NODE_LAMBDA;
  const Node *names = node->kids[0];
  const Term *predicate =
      with_types(p, names, package_term(p, node->kids[1]), node->kind == NODE_FORALL);
  const Term *value = node->count > 2 ? package_term(p, node->kids[2]) : NULL;
  if (node->kind == NODE_LAMBDA) value = couple(p, node->span, tuple_of(p, names), value);
  Terms arguments = {0};
  vec_push(&arguments, names_of(p, names));
  vec_push(&arguments, set ? value : predicate);
  if (value) vec_push(&arguments, set ? predicate : value);
  return formula(p, functor, node->span, &arguments);
}

/* extended_expr(none,Operator,Expressions,Predicates) */
static const Term *extended(Package *p, const Node *node, const char *operator,
                            Node * const * expressions, uint32_t count, const Node *predicate)
{
  Node *predicates[] = {(Node *) predicate};
  Terms arguments = {0};
  vec_push(&arguments, term_atom(p->arena, operator? intern(p, operator) : node->name, node->span));
  vec_push(&arguments, list_of(p, node->span, expressions, count));
  vec_push(&arguments, list_of(p, node->span, predicates, predicate ? 1 : 0));
  const EventbOperator *op = p->operators && !operator? map_get(p->operators, node->name) : NULL;
  return formula(p, op && op->predicate ? "extended_pred" : "extended_expr", node->span,
                 &arguments);
}

static const Term *special(Package *p, const Node *node)
{
  Terms arguments = {0};
  Node *const *kids = node->kids;
  switch ((NodeKind) node->kind) {
  case NODE_IDENT: return identifier(p, node->span, node->name);
  case NODE_INTEGER_LIT: {
    Term *number = arena_alloc(p->arena, sizeof *number);
    *number = (Term){.kind = TERM_NUMBER, .name = node->name, .span = node->span};
    vec_push(&arguments, number);
    return formula(p, "integer", node->span, &arguments);
  }
  case NODE_MAPLET:
    return couple(p, node->span, package_term(p, kids[0]), package_term(p, kids[1]));
  case NODE_APPLY:
    return binary(p, "function", node->span, package_term(p, kids[0]),
                  list_of(p, node->span, kids + 1, node->count - 1));
  case NODE_SET_EXT:
    vec_push(&arguments, list_of(p, node->span, kids, node->count));
    return formula(p, "set_extension", node->span, &arguments);
  case NODE_PARTITION:
    return binary(p, "partition", node->span, package_term(p, kids[0]),
                  list_of(p, node->span, kids + 1, node->count - 1));
  case NODE_FORALL: return binder(p, node, "forall");
  case NODE_EXISTS: return binder(p, node, "exists");
  case NODE_QUANT_UNION: return binder(p, node, "quantified_union");
  case NODE_QUANT_INTER: return binder(p, node, "quantified_intersection");
  case NODE_IMAGE_SET:
  case NODE_LAMBDA: return binder(p, node, "event_b_comprehension_set");
  case NODE_DEF_CALL: return extended(p, node, NULL, kids, node->count, NULL);
  case NODE_IF_EXPR: return extended(p, node, "COND", kids + 1, 2, kids[0]);
  default: return term_atom(p->arena, intern(p, "unknown"), node->span);
  }
}

/* P & Q & R as conjunct(conjunct(P,Q),R) */
static const Term *chain(Package *p, const Node *node, const char *functor)
{
  const Term *term = package_term(p, node->kids[0]);
  for (uint32_t i = 1; i < node->count; i++)
    term = binary(p, functor, node->span, term, package_term(p, node->kids[i]));
  return term;
}

const Term *package_term(Package *p, const Node *node)
{
  if (node->kind == NODE_AND || node->kind == NODE_OR)
    return chain(p, node, node->kind == NODE_AND ? "conjunct" : "disjunct");
  for (size_t i = 0; i < sizeof functors / sizeof *functors; i++) {
    if (functors[i].kind != node->kind) continue;
    Terms arguments = {0};
    for (uint32_t k = 0; k < node->count; k++) vec_push(&arguments, package_term(p, node->kids[k]));
    return formula(p, functors[i].functor, node->span, &arguments);
  }
  return special(p, node);
}
