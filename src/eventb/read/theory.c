#include "eventb/read/theory_impl.h"

#include <stdlib.h>
#include <string.h>

Theories *theories_new(Arena *arena) { return arena_alloc(arena, sizeof(Theories)); }

void theories_free(Theories *t)
{
  if (!t) return;
  vec_free(&t->operators);
  vec_free(&t->datatypes);
  vec_free(&t->destructors);
  map_free(&t->constructors);
}

/* ---- reading */

const PrologTerm *theory_list(const PrologTerm *term)
{
  static const PrologTerm empty = {.kind = PROLOG_LIST};
  return term->kind == PROLOG_LIST ? term : &empty;
}

/* functor(Name,X) with an atom and, if asked for, a list. */
static bool is_named(const PrologTerm *term, const char *functor, bool list)
{
  return prolog_is(term, functor, 2) && term->args[0]->kind == PROLOG_ATOM &&
         (!list || term->args[1]->kind == PROLOG_LIST);
}

static bool is_constructor(const PrologTerm *term)
{
  if (!is_named(term, "constructor", true)) return false;
  for (uint32_t i = 0; i < term->args[1]->count; i++)
    if (!is_named(term->args[1]->args[i], "destructor", false)) return false;
  return true;
}

static bool is_datatype(const PrologTerm *term)
{
  if (!prolog_is(term, "datatype", 3) || term->args[0]->kind != PROLOG_ATOM ||
      term->args[2]->kind != PROLOG_LIST)
    return false;
  for (uint32_t i = 0; i < term->args[2]->count; i++)
    if (!is_constructor(term->args[2]->args[i])) return false;
  return true;
}

static void read_constructor(Package *p, const Name *datatype, const PrologTerm *constructor)
{
  Theories *t = p->theories;
  const Name *name = constructor->args[0]->name;
  const PrologTerm *parts = constructor->args[1];
  map_put(&t->constructors, name, (void *) datatype);
  for (uint32_t i = 0; i < parts->count; i++) {
    Destructor destructor = {parts->args[i]->args[0]->name, datatype, i, parts->count, name};
    vec_push(&t->destructors, destructor);
  }
}

static void read_datatype(Package *p, const PrologTerm *term)
{
  if (!is_datatype(term)) {
    package_error(p, term, "a datatype");
    return;
  }
  Datatype datatype = {.name = term->args[0]->name, .term = term};
  vec_push(&p->theories->datatypes, datatype);
  for (uint32_t i = 0; i < term->args[2]->count; i++)
    read_constructor(p, datatype.name, term->args[2]->args[i]);
}

static void read_operator(Package *p, const PrologTerm *term, const PrologTerm *types)
{
  if (!prolog_is(term, "operator", 5) || term->args[0]->kind != PROLOG_ATOM) return;
  TheoryOperator op = {.name = term->args[0]->name, .arguments = theory_list(term->args[1])};
  op.condition = term->args[2];
  op.direct = theory_list(term->args[3]);
  op.cases = theory_list(term->args[4]);
  op.types = types;
  vec_push(&p->theories->operators, op);
}

/* The last operator of that name, or NULL. */
static TheoryOperator *operator_named(Theories *t, const Name *name)
{
  for (uint32_t i = t->operators.len; i > 0; i--)
    if (t->operators.data[i - 1].name == name) return &t->operators.data[i - 1];
  return NULL;
}

/* opdef(Name,Arguments,WD) of an axiomatic block: declared, not defined. */
static void read_axiomatic(Package *p, const PrologTerm *block, const PrologTerm *types)
{
  static const PrologTerm none = {.kind = PROLOG_LIST};
  for (uint32_t i = 0; block->kind == PROLOG_COMPOUND && i < block->count; i++) {
    const PrologTerm *list = theory_list(block->args[i]);
    for (uint32_t k = 0; k < list->count; k++) {
      const PrologTerm *op = list->args[k];
      if (!prolog_is(op, "opdef", 3) || op->args[0]->kind != PROLOG_ATOM) continue;
      TheoryOperator declared = {.name = op->args[0]->name, .arguments = theory_list(op->args[1])};
      declared.direct = declared.cases = &none;
      declared.types = types;
      vec_push(&p->theories->operators, declared);
    }
  }
}

static void read_tag(Package *p, const PrologTerm *tag)
{
  if (!prolog_is(tag, "tag", 2) || tag->args[0]->kind != PROLOG_ATOM ||
      tag->args[1]->kind != PROLOG_ATOM)
    return;
  TheoryOperator *op = operator_named(p->theories, tag->args[0]->name);
  if (op) op->tag = tag->args[1]->name;
}

/* theory(Name,Imports,Types,Datatypes,Operators,Axioms,Tags), or the old
 * theory(Types,Datatypes,Operators). */
static void read_theory(Package *p, const PrologTerm *theory)
{
  bool old = theory->count == 3;
  const PrologTerm *const *args = theory->args + (old ? 0 : 2);
  const PrologTerm *types = theory_list(args[0]);
  const PrologTerm *datatypes = theory_list(args[1]), *operators = theory_list(args[2]);
  for (uint32_t i = 0; i < datatypes->count; i++) read_datatype(p, datatypes->args[i]);
  for (uint32_t i = 0; i < operators->count; i++) read_operator(p, operators->args[i], types);
  if (old) return;
  const PrologTerm *blocks = theory_list(args[3]), *tags = theory_list(args[4]);
  for (uint32_t i = 0; i < blocks->count; i++) read_axiomatic(p, blocks->args[i], types);
  for (uint32_t i = 0; i < tags->count; i++) read_tag(p, tags->args[i]);
}

void theories_read(Package *p, const PrologTerm *list)
{
  list = theory_list(list);
  for (uint32_t i = 0; i < list->count; i++)
    if (prolog_is(list->args[i], "theory", 7) || prolog_is(list->args[i], "theory", 3))
      read_theory(p, list->args[i]);
}

/* ---- operators of B */

static const struct {
  const char *tag;
  uint32_t count;
  NodeKind kind;
} tags[] = {{"closure1", 1, NODE_CLOSURE1},
            {"seq", 1, NODE_SEQ},
            {"seq1", 1, NODE_SEQ1},
            {"size", 1, NODE_SIZE},
            {"first", 1, NODE_FIRST},
            {"last", 1, NODE_LAST},
            {"front", 1, NODE_FRONT},
            {"tail", 1, NODE_TAIL},
            {"rev", 1, NODE_REV},
            {"concat", 2, NODE_CONCAT},
            {"append", 2, NODE_INSERT_TAIL},
            {"prepend", 2, NODE_INSERT_FRONT}};

/* SUM(f) is SIGMA(x,v).(x|->v : f | v). */
static Node *aggregate(Package *p, NodeKind kind, const PrologTerm *term, Node *function)
{
  const Name *x = theory_fresh_name(p, names_intern_string(p->context->names, "x"));
  const Name *names[] = {x, theory_fresh_name(p, names_intern_string(p->context->names, "v"))};
  Node *pair = node_binary(p->arena, NODE_MAPLET, term->span, math_ident(p->arena, term->span, x),
                           math_ident(p->arena, term->span, names[1]));
  Node *node = node_new(p->arena, kind, term->span, NULL, 3);
  node_set(node, 0, math_names(p->arena, NODE_NAMES, term->span, names, 2));
  node_set(node, 1, node_binary(p->arena, NODE_MEMBER, term->span, pair, function));
  node_set(node, 2, math_ident(p->arena, term->span, names[1]));
  return node;
}

/* The operator of B that the tag names; NULL if there is none. */
static Node *tagged(Package *p, const TheoryOperator *op, const PrologTerm *term,
                    Node *const *arguments)
{
  if (!op->tag) return NULL;
  const char *tag = op->tag->text;
  uint32_t count = op->arguments->count;
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
    if (!strcmp(tags[i].tag, tag) && tags[i].count == count)
      return node_list(p->arena, tags[i].kind, term->span, NULL, arguments, count);
  if (count == 1 && !strcmp(tag, "SIGMA")) return aggregate(p, NODE_SIGMA, term, arguments[0]);
  if (count == 1 && !strcmp(tag, "mkinat")) return theory_natural(p, term, op->name, arguments[0]);
  if (count == 1 && !strcmp(tag, "choose")) {
    p->project->chooses = true;
    const Name *name = names_intern_string(p->context->names, "CHOOSE");
    return node_list(p->arena, NODE_DEF_CALL, term->span, name, arguments, 1);
  }
  if (count == 1 && !strcmp(tag, "PI")) return aggregate(p, NODE_PRODUCT, term, arguments[0]);
  return NULL;
}

/* ---- uses */

Node *theory_error_node(Package *p, const PrologTerm *term)
{
  return node_leaf(p->arena, NODE_ERROR, term->span, NULL);
}

Node *theory_unsupported(Package *p, const PrologTerm *term, const Name *name, const char *why)
{
  diag_error(p->context->diags, term->span, "theory",
             "the operator %s of a theory is not supported: %s", name->text, why);
  return theory_error_node(p, term);
}

static Node *use(Package *p, const PrologTerm *term, const Name *name, Node *const *arguments,
                 uint32_t count)
{
  TheoryOperator *op = operator_named(p->theories, name);
  if (op) {
    if (op->arguments->count != count)
      return theory_unsupported(p, term, name, "its number of arguments differs");
    Node *node = tagged(p, op, term, arguments);
    if (node) return node;
    if (op->direct->count && op->direct->args[0]->kind == PROLOG_ATOM)
      return theory_unsupported(p, term, name, op->direct->args[0]->name->text);
    if (op->direct->count || op->cases->count) return theory_expand(p, op, term, arguments);
    return theory_unsupported(p, term, name, "it is only declared by axioms, not defined");
  }
  Node *node = theory_datatype_use(p, term, name, arguments, count);
  return node ? node
              : theory_unsupported(p, term, name,
                                   p->operators ? "no theory defines it"
                                                : "no theory of the package defines it");
}

/* COND(P,E,F) is built in. */
static Node *conditional(Package *p, const PrologTerm *term, Node *const *arguments)
{
  Node *node = node_new(p->arena, NODE_IF_EXPR, term->span, NULL, 3);
  node_set(node, 0, arguments[2]);
  node_set(node, 1, arguments[0]);
  node_set(node, 2, arguments[1]);
  return node;
}

Node *theory_formula(Package *p, const PrologTerm *term)
{
  const PrologTerm *name = term->args[1];
  const PrologTerm *expressions = term->args[2], *predicates = term->args[3];
  if (name->kind != PROLOG_ATOM || expressions->kind != PROLOG_LIST ||
      predicates->kind != PROLOG_LIST) {
    package_error(p, term, "an operator of a theory");
    return theory_error_node(p, term);
  }
  TreeList arguments = {0};
  for (uint32_t i = 0; i < expressions->count; i++)
    vec_push(&arguments, package_formula(p, expressions->args[i]));
  for (uint32_t i = 0; i < predicates->count; i++)
    vec_push(&arguments, package_formula(p, predicates->args[i]));
  bool cond =
      !strcmp(name->name->text, "COND") && expressions->count == 2 && predicates->count == 1;
  Node *node = cond ? conditional(p, term, arguments.data)
                    : use(p, term, name->name, arguments.data, arguments.len);
  vec_free(&arguments);
  return node;
}

Node *theory_apply(Package *p, Node *node)
{
  Node *copy = node_new(p->arena, node->kind, node->span, node->name, node->count);
  for (uint32_t i = 0; i < node->count; i++) node_set(copy, i, theory_apply(p, node->kids[i]));
  if (node->kind != NODE_DEF_CALL) return copy;
  const PrologTerm *term = package_term(p, node_leaf(p->arena, node->kind, node->span, node->name));
  return use(p, term, node->name, copy->kids, copy->count);
}
