#include "eventb/notation/formula.h"
#include "eventb/read/package_impl.h"
#include "eventb/notation/math.h"

/* From our trees to the terms that a package would have for them: the way back of
 * package_formula. */

static const struct {
  NodeKind kind;
  const char *functor;
} functors[] = {
#define FUNCTOR(text, arguments, kind) {NODE_##kind, text},
#include "eventb/read/package.def"
#undef FUNCTOR
};

static const Name *intern(Package *p, const char *text)
{
  return names_intern_string(p->context->names, text);
}

/* functor(none,…) */
static const PrologTerm *formula(Package *p, const char *functor, Span span, PrologTerms *arguments)
{
  PrologTerms all = {0};
  vec_push(&all, prolog_atom(p->arena, intern(p, "none"), span));
  for (uint32_t i = 0; i < arguments->len; i++) vec_push(&all, arguments->data[i]);
  const PrologTerm *term = prolog_compound(p->arena, intern(p, functor), span, all.data, all.len);
  vec_free(&all);
  vec_free(arguments);
  return term;
}

static const PrologTerm *binary(Package *p, const char *functor, Span span, const PrologTerm *a,
                                const PrologTerm *b)
{
  PrologTerms arguments = {0};
  vec_push(&arguments, a);
  vec_push(&arguments, b);
  return formula(p, functor, span, &arguments);
}

static const PrologTerm *list_of(Package *p, Span span, Node *const *nodes, uint32_t count)
{
  PrologTerms terms = {0};
  for (uint32_t i = 0; i < count; i++) vec_push(&terms, package_term(p, nodes[i]));
  const PrologTerm *list = prolog_list(p->arena, span, terms.data, terms.len);
  vec_free(&terms);
  return list;
}

static const PrologTerm *identifier(Package *p, Span span, const Name *name)
{
  PrologTerms arguments = {0};
  vec_push(&arguments, prolog_atom(p->arena, name, span));
  return formula(p, "identifier", span, &arguments);
}

/* In a list of names their types have no place: x : T is said in the predicate. */
static const PrologTerm *with_types(Package *p, const Node *names, const PrologTerm *predicate,
                                    bool premise)
{
  for (uint32_t i = names->count; i > 0; i--) {
    const Node *name = names->kids[i - 1];
    if (name->count == 0) continue;
    const PrologTerm *typing =
        binary(p, "member", name->span, identifier(p, name->span, name->name),
               package_term(p, name->kids[0]));
    predicate = binary(p, premise ? "implication" : "conjunct", name->span, typing, predicate);
  }
  return predicate;
}

static const PrologTerm *names_of(Package *p, const Node *names)
{
  PrologTerms terms = {0};
  for (uint32_t i = 0; i < names->count; i++)
    vec_push(&terms, identifier(p, names->kids[i]->span, names->kids[i]->name));
  const PrologTerm *list = prolog_list(p->arena, names->span, terms.data, terms.len);
  vec_free(&terms);
  return list;
}

static const PrologTerm *tuple_of(Package *p, const Node *names)
{
  const PrologTerm *tuple = NULL;
  for (uint32_t i = 0; i < names->count; i++) {
    const PrologTerm *name = identifier(p, names->kids[i]->span, names->kids[i]->name);
    const PrologTerm *pair[] = {tuple, name};
    PrologTerms arguments = {0};
    if (tuple) vec_push(&arguments, prolog_list(p->arena, names->span, pair, 2));
    tuple = tuple ? formula(p, "couple", names->span, &arguments) : name;
  }
  return tuple;
}

static const PrologTerm *couple(Package *p, Span span, const PrologTerm *a, const PrologTerm *b)
{
  const PrologTerm *pair[] = {a, b};
  PrologTerms arguments = {0};
  vec_push(&arguments, prolog_list(p->arena, span, pair, 2));
  return formula(p, "couple", span, &arguments);
}

/* FORALL, EXISTS; QUANT_UNION, QUANT_INTER; IMAGE_SET and LAMBDA */
static const PrologTerm *binder(Package *p, const Node *node, const char *functor)
{
  bool set = node->kind == NODE_IMAGE_SET || node->kind == NODE_LAMBDA;
  const Node *names = node->kids[0];
  const PrologTerm *predicate =
      with_types(p, names, package_term(p, node->kids[1]), node->kind == NODE_FORALL);
  const PrologTerm *value = node->count > 2 ? package_term(p, node->kids[2]) : NULL;
  if (node->kind == NODE_LAMBDA) value = couple(p, node->span, tuple_of(p, names), value);
  PrologTerms arguments = {0};
  vec_push(&arguments, names_of(p, names));
  vec_push(&arguments, set ? value : predicate);
  if (value) vec_push(&arguments, set ? predicate : value);
  return formula(p, functor, node->span, &arguments);
}

/* extended_expr(none,Operator,Expressions,Predicates) */
static const PrologTerm *extended(Package *p, const Node *node, const char *operator,
                                  Node * const * expressions, uint32_t count, const Node *predicate)
{
  Node *predicates[] = {(Node *) predicate};
  PrologTerms arguments = {0};
  vec_push(&arguments,
           prolog_atom(p->arena, operator? intern(p, operator) : node->name, node->span));
  vec_push(&arguments, list_of(p, node->span, expressions, count));
  vec_push(&arguments, list_of(p, node->span, predicates, predicate ? 1 : 0));
  const EventbOperator *op = p->operators && !operator? map_get(p->operators, node->name) : NULL;
  return formula(p, op && op->predicate ? "extended_pred" : "extended_expr", node->span,
                 &arguments);
}

static const PrologTerm *special(Package *p, const Node *node)
{
  PrologTerms arguments = {0};
  Node *const *kids = node->kids;
  switch ((NodeKind) node->kind) {
  case NODE_IDENT: return identifier(p, node->span, node->name);
  case NODE_INTEGER_LIT: {
    PrologTerm *number = arena_alloc(p->arena, sizeof *number);
    *number = (PrologTerm){.kind = PROLOG_NUMBER, .name = node->name, .span = node->span};
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
  default: return prolog_atom(p->arena, intern(p, "unknown"), node->span);
  }
}

/* P & Q & R as conjunct(conjunct(P,Q),R) */
static const PrologTerm *chain(Package *p, const Node *node, const char *functor)
{
  const PrologTerm *term = package_term(p, node->kids[0]);
  for (uint32_t i = 1; i < node->count; i++)
    term = binary(p, functor, node->span, term, package_term(p, node->kids[i]));
  return term;
}

const PrologTerm *package_term(Package *p, const Node *node)
{
  if (node->kind == NODE_AND || node->kind == NODE_OR)
    return chain(p, node, node->kind == NODE_AND ? "conjunct" : "disjunct");
  for (size_t i = 0; i < sizeof functors / sizeof *functors; i++) {
    if (functors[i].kind != node->kind) continue;
    PrologTerms arguments = {0};
    for (uint32_t k = 0; k < node->count; k++) vec_push(&arguments, package_term(p, node->kids[k]));
    return formula(p, functors[i].functor, node->span, &arguments);
  }
  return special(p, node);
}
