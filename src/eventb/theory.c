#include "eventb/theory.h"

#include <stdlib.h>
#include <string.h>

#include "eventb/tree.h"

typedef struct {
  const Name *name;
  const Term *arguments; /* [argument(Name,Type)…] */
  const Term *direct;    /* [] or [Definition] */
  const Term *types;     /* the type parameters of its theory: [Name…] */
  const Name *tag;       /* an operator of B that it stands for, or NULL */
  bool expanding;        /* its definition is being put in: it must not use itself */
} TheoryOperator;

typedef struct {
  const Name *name, *datatype;
  uint32_t index, count; /* among the destructors of its constructor */
  const Name *constructor;
} Destructor;

typedef struct {
  const Name *name;
  const Term *term; /* datatype(Name,Parameters,Constructors) */
  bool used, added;
} Datatype;

struct Theories {
  VEC(TheoryOperator) operators;
  VEC(Datatype) datatypes;
  VEC(Destructor) destructors;
  Map constructors; /* Name -> Name of the datatype */
  uint32_t fresh;   /* numbers for new names */
};

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

static const Term *list_or_empty(const Term *term)
{
  static const Term empty = {.kind = TERM_LIST};
  return term->kind == TERM_LIST ? term : &empty;
}

static void read_constructor(Package *p, const Name *datatype, const Term *constructor)
{
  Theories *t = p->theories;
  if (!term_is(constructor, "constructor", 2) || constructor->args[0]->kind != TERM_ATOM) return;
  const Name *name = constructor->args[0]->name;
  const Term *parts = list_or_empty(constructor->args[1]);
  map_put(&t->constructors, name, (void *) datatype);
  for (uint32_t i = 0; i < parts->count; i++) {
    const Term *part = parts->args[i];
    if (!term_is(part, "destructor", 2) || part->args[0]->kind != TERM_ATOM) continue;
    Destructor destructor = {part->args[0]->name, datatype, i, parts->count, name};
    vec_push(&t->destructors, destructor);
  }
}

static void read_datatype(Package *p, const Term *term)
{
  if (!term_is(term, "datatype", 3) || term->args[0]->kind != TERM_ATOM) return;
  Datatype datatype = {.name = term->args[0]->name, .term = term};
  vec_push(&p->theories->datatypes, datatype);
  const Term *constructors = list_or_empty(term->args[2]);
  for (uint32_t i = 0; i < constructors->count; i++)
    read_constructor(p, datatype.name, constructors->args[i]);
}

static void read_operator(Package *p, const Term *term, const Term *types)
{
  if (!term_is(term, "operator", 5) || term->args[0]->kind != TERM_ATOM) return;
  TheoryOperator op = {.name = term->args[0]->name, .arguments = list_or_empty(term->args[1])};
  op.direct = list_or_empty(term->args[3]);
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
static void read_axiomatic(Package *p, const Term *block, const Term *types)
{
  static const Term none = {.kind = TERM_LIST};
  for (uint32_t i = 0; block->kind == TERM_COMPOUND && i < block->count; i++) {
    const Term *list = list_or_empty(block->args[i]);
    for (uint32_t k = 0; k < list->count; k++) {
      const Term *op = list->args[k];
      if (!term_is(op, "opdef", 3) || op->args[0]->kind != TERM_ATOM) continue;
      TheoryOperator declared = {.name = op->args[0]->name,
                                 .arguments = list_or_empty(op->args[1])};
      declared.direct = &none;
      declared.types = types;
      vec_push(&p->theories->operators, declared);
    }
  }
}

static void read_tag(Package *p, const Term *tag)
{
  if (!term_is(tag, "tag", 2) || tag->args[0]->kind != TERM_ATOM || tag->args[1]->kind != TERM_ATOM)
    return;
  TheoryOperator *op = operator_named(p->theories, tag->args[0]->name);
  if (op) op->tag = tag->args[1]->name;
}

/* theory(Name,Imports,Types,Datatypes,Operators,Axioms,Tags), or the old
 * theory(Types,Datatypes,Operators). */
static void read_theory(Package *p, const Term *theory)
{
  bool old = theory->count == 3;
  const Term *const *args = theory->args + (old ? 0 : 2);
  const Term *types = list_or_empty(args[0]);
  const Term *datatypes = list_or_empty(args[1]), *operators = list_or_empty(args[2]);
  for (uint32_t i = 0; i < datatypes->count; i++) read_datatype(p, datatypes->args[i]);
  for (uint32_t i = 0; i < operators->count; i++) read_operator(p, operators->args[i], types);
  if (old) return;
  const Term *blocks = list_or_empty(args[3]), *tags = list_or_empty(args[4]);
  for (uint32_t i = 0; i < blocks->count; i++) read_axiomatic(p, blocks->args[i], types);
  for (uint32_t i = 0; i < tags->count; i++) read_tag(p, tags->args[i]);
}

void theories_read(Package *p, const Term *list)
{
  list = list_or_empty(list);
  for (uint32_t i = 0; i < list->count; i++)
    if (term_is(list->args[i], "theory", 7) || term_is(list->args[i], "theory", 3))
      read_theory(p, list->args[i]);
}

/* ---- putting definitions in */

typedef struct { /* a name of a definition and what stands for it */
  const Name *name;
  Node *value;
} Binding;

typedef VEC(Binding) Bindings;

static const Name *fresh_name(Package *p, const Name *name)
{
  const char *text = arena_printf(p->context->arena, "%s@%u", name->text, ++p->theories->fresh);
  return names_intern_string(p->context->names, text);
}

/* A copy with the values put in; names that it binds become new ones. */
static Node *instance(Package *p, const Node *node, Bindings *bindings)
{
  if (node->kind == NODE_IDENT) {
    for (uint32_t i = bindings->len; i > 0; i--)
      if (bindings->data[i - 1].name == node->name) return bindings->data[i - 1].value;
    return (Node *) node;
  }
  Node *copy = node_new(p->arena, node->kind, node->span, node->name, node->count);
  uint32_t mark = bindings->len, from = 0;
  if (node->count && node->kids[0]->kind == NODE_NAMES) {
    const Node *names = node->kids[0];
    Node *bound = node_new(p->arena, NODE_NAMES, names->span, NULL, names->count);
    for (uint32_t i = 0; i < names->count; i++) {
      Node *name = tree_ident(p->arena, names->span, fresh_name(p, names->kids[i]->name));
      node_set(bound, i, name);
      vec_push(bindings, ((Binding){names->kids[i]->name, name}));
    }
    node_set(copy, 0, bound);
    from = 1;
  }
  for (uint32_t i = from; i < node->count; i++)
    node_set(copy, i, instance(p, node->kids[i], bindings));
  bindings->len = mark;
  return copy;
}

static Node *error_node(Package *p, const Term *term)
{
  return node_leaf(p->arena, NODE_ERROR, term->span, NULL);
}

/* Type parameters that the definition mentions become names for all values of a type,
 * which the types of the arguments determine: LET T = type IN definition. */
static Node *with_types(Package *p, const TheoryOperator *op, Node *definition, Node *body,
                        Bindings *bindings)
{
  for (uint32_t i = 0; i < op->types->count; i++) {
    const Name *type = op->types->args[i]->name;
    if (op->types->args[i]->kind != TERM_ATOM || !tree_mentions_name(definition, type)) continue;
    const Node *name = NULL;
    for (uint32_t k = 0; k < bindings->len; k++)
      if (bindings->data[k].name == type) name = bindings->data[k].value;
    if (!name) continue;
    Node *all = node_leaf(p->arena, NODE_EVENTB_TYPE, body->span, NULL);
    Node *left = tree_ident(p->arena, body->span, name->name);
    bool predicate = node_kind_class(body->kind) == CLASS_PRED;
    Node *let = node_new(p->arena, predicate ? NODE_LET_PRED : NODE_LET_EXPR, body->span, NULL, 3);
    node_set(let, 0, tree_names(p->arena, NODE_NAMES, body->span, &name->name, 1));
    node_set(let, 1, node_binary(p->arena, NODE_EQUAL, body->span, left, all));
    node_set(let, 2, body);
    body = let;
  }
  return body;
}

static Node *expand(Package *p, TheoryOperator *op, const Term *term, Node *const *arguments)
{
  if (op->expanding) {
    diag_error(p->context->diags, term->span, "theory",
               "the operator %s of a theory is defined by itself", op->name->text);
    return error_node(p, term);
  }
  uint32_t index = (uint32_t) (op - p->theories->operators.data);
  op->expanding = true;
  const Term *types_outside = p->types;
  p->types = op->types;
  Node *definition = package_formula(p, op->direct->args[0]);
  op = &p->theories->operators.data[index];
  Bindings bindings = {0};
  bool generic = false;
  for (uint32_t i = 0; i < op->types->count; i++) {
    if (op->types->args[i]->kind != TERM_ATOM) continue;
    const Name *type = op->types->args[i]->name;
    generic |= tree_mentions_name(definition, type);
    Node *name = tree_ident(p->arena, term->span, fresh_name(p, type));
    vec_push(&bindings, ((Binding){type, name}));
  }
  uint32_t types = bindings.len;
  for (uint32_t i = 0; i < op->arguments->count; i++) {
    const Term *argument = op->arguments->args[i];
    if (!term_is(argument, "argument", 2) || argument->args[0]->kind != TERM_ATOM) continue;
    Node *value = arguments[i];
    if (generic) {
      Bindings only_types = bindings;
      only_types.len = types;
      Node *type = instance(p, package_formula(p, argument->args[1]), &only_types);
      bindings.data = only_types.data, bindings.cap = only_types.cap;
      value = node_binary(p->arena, NODE_TYPED, term->span, value, type);
    }
    vec_push(&bindings, ((Binding){argument->args[0]->name, value}));
  }
  Node *body = instance(p, definition, &bindings);
  if (generic) body = with_types(p, op, definition, body, &bindings);
  p->theories->operators.data[index].expanding = false;
  p->types = types_outside;
  vec_free(&bindings);
  return body;
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
static Node *aggregate(Package *p, NodeKind kind, const Term *term, Node *function)
{
  const Name *x = fresh_name(p, names_intern_string(p->context->names, "x"));
  const Name *names[] = {x, fresh_name(p, names_intern_string(p->context->names, "v"))};
  Node *pair = node_binary(p->arena, NODE_MAPLET, term->span, tree_ident(p->arena, term->span, x),
                           tree_ident(p->arena, term->span, names[1]));
  Node *node = node_new(p->arena, kind, term->span, NULL, 3);
  node_set(node, 0, tree_names(p->arena, NODE_NAMES, term->span, names, 2));
  node_set(node, 1, node_binary(p->arena, NODE_MEMBER, term->span, pair, function));
  node_set(node, 2, tree_ident(p->arena, term->span, names[1]));
  return node;
}

/* The operator of B that the tag names; NULL if there is none. */
static Node *tagged(Package *p, const TheoryOperator *op, const Term *term, Node *const *arguments)
{
  if (!op->tag) return NULL;
  const char *tag = op->tag->text;
  uint32_t count = op->arguments->count;
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
    if (!strcmp(tags[i].tag, tag) && tags[i].count == count)
      return node_list(p->arena, tags[i].kind, term->span, NULL, arguments, count);
  if (count == 1 && !strcmp(tag, "SIGMA")) return aggregate(p, NODE_SIGMA, term, arguments[0]);
  if (count == 1 && !strcmp(tag, "choose")) {
    p->project->chooses = true;
    const Name *name = names_intern_string(p->context->names, "CHOOSE");
    return node_list(p->arena, NODE_DEF_CALL, term->span, name, arguments, 1);
  }
  if (count == 1 && !strcmp(tag, "PI")) return aggregate(p, NODE_PRODUCT, term, arguments[0]);
  return NULL;
}

/* ---- datatypes */

static Datatype *datatype_named(Theories *t, const Name *name)
{
  for (uint32_t i = t->datatypes.len; i > 0; i--)
    if (t->datatypes.data[i - 1].name == name) return &t->datatypes.data[i - 1];
  return NULL;
}

static void use_datatype(Package *p, const Name *name)
{
  Datatype *datatype = datatype_named(p->theories, name);
  if (datatype) datatype->used = true;
}

static Node *call(Package *p, const Term *term, const Name *name, Node *const *arguments,
                  uint32_t count)
{
  Node *function = tree_ident(p->arena, term->span, name);
  if (count == 0) return function;
  Node *node = node_new(p->arena, NODE_APPLY, term->span, NULL, count + 1);
  node_set(node, 0, function);
  for (uint32_t i = 0; i < count; i++) node_set(node, i + 1, arguments[i]);
  return node;
}

/* The i-th of n components of a tuple, which is nested to the left. */
static Node *component(Package *p, const Term *term, Node *tuple, uint32_t i, uint32_t n)
{
  for (uint32_t depth = n; depth > 1; depth--) {
    NodeKind kind = i + 1 == depth ? NODE_EVENTB_PRJ2 : NODE_EVENTB_PRJ1;
    Node *projection = node_leaf(p->arena, kind, term->span, NULL);
    tuple = node_binary(p->arena, NODE_APPLY, term->span, projection, tuple);
    if (i + 1 == depth) break;
  }
  return tuple;
}

static bool is_type_parameter(const Package *p, const Name *name)
{
  for (uint32_t i = 0; p->types && i < p->types->count; i++)
    if (p->types->args[i]->name == name) return true;
  return false;
}

/* Is it a type: built of carrier sets, integers, truth values and datatypes?  Names may be
 * carrier sets or type parameters; everything else that is named is no type. */
static bool is_type(const Package *p, const Node *node)
{
  switch ((NodeKind) node->kind) {
  case NODE_INTEGER:
  case NODE_BOOL:
  case NODE_EVENTB_TYPE: return true;
  case NODE_IDENT:
    return map_get(&p->carrier_sets, node->name) || is_type_parameter(p, node->name) ||
           strchr(node->name->text, '@');
  case NODE_POW:
  case NODE_CARTESIAN:
  case NODE_RELATION:
    for (uint32_t i = 0; i < node->count; i++)
      if (!is_type(p, node->kids[i])) return false;
    return true;
  case NODE_TYPED: return node->kids[0]->kind == NODE_EVENTB_TYPE;
  default: return false;
  }
}

static Node *type_argument(Package *p, const Term *type);
static Node *argument_set(Package *p, const Term *parts);

/* {x . x : S | c(x)} */
static Node *constructed(Package *p, const Term *term, const Name *constructor, Node *set)
{
  const Name *x = fresh_name(p, constructor);
  Node *value = tree_ident(p->arena, term->span, x);
  Node *all = node_new(p->arena, NODE_IMAGE_SET, term->span, NULL, 3);
  node_set(all, 0, tree_names(p->arena, NODE_NAMES, term->span, &x, 1));
  node_set(all, 1, node_binary(p->arena, NODE_MEMBER, term->span, value, set));
  node_set(all, 2, call(p, term, constructor, &value, 1));
  return all;
}

/* The values of the datatype whose parts are in the given sets: {c, …} \/ {x . x : S | d(x)}
 * \/ …, for all its constructors c, d. */
static Node *subset_of_type(Package *p, const Term *term, const Datatype *datatype,
                            Node *const *arguments, uint32_t count)
{
  const Term *parameters = list_or_empty(datatype->term->args[1]);
  const Term *list = list_or_empty(datatype->term->args[2]);
  Bindings bindings = {0};
  for (uint32_t i = 0; i < count && i < parameters->count; i++) {
    const Name *name = package_identifier(p, parameters->args[i]);
    if (name) vec_push(&bindings, ((Binding){name, arguments[i]}));
  }
  Node *all = NULL;
  for (uint32_t i = 0; i < list->count; i++) {
    const Term *constructor = list->args[i];
    if (!term_is(constructor, "constructor", 2)) continue;
    const Name *name = constructor->args[0]->name;
    Node *set = argument_set(p, list_or_empty(constructor->args[1]));
    Node *part = set ? constructed(p, term, name, instance(p, set, &bindings))
                     : node_unary(p->arena, NODE_SET_EXT, term->span,
                                  tree_ident(p->arena, term->span, name));
    all = all ? node_binary(p->arena, NODE_UNION, term->span, all, part) : part;
  }
  vec_free(&bindings);
  return all ? all : node_leaf(p->arena, NODE_EMPTY_SET, term->span, NULL);
}

/* Does a constructor of the datatype take values of any datatype? */
static bool is_nested(const Term *term)
{
  if (term_is(term, "extended_expr", 4)) return true;
  for (uint32_t i = 0; i < term->count; i++)
    if (is_nested(term->args[i])) return true;
  return false;
}

/* List(T) for types T is the set of all values of the free type. */
static Node *type_use(Package *p, const Term *term, const Name *name, Node *const *arguments,
                      uint32_t count)
{
  use_datatype(p, name);
  bool types = true;
  for (uint32_t i = 0; i < count; i++) types &= is_type(p, arguments[i]);
  const Datatype *datatype = datatype_named(p->theories, name);
  if (!types && !is_nested(datatype->term))
    return subset_of_type(p, term, datatype, arguments, count);
  if (!types) {
    diag_error(p->context->diags, term->span, "theory",
               "the set %s(…) of a recursive datatype over a set that is no type is not supported",
               name->text);
    return error_node(p, term);
  }
  Node *type = call(p, term, name, arguments, count);
  Node *all = node_leaf(p->arena, NODE_EVENTB_TYPE, term->span, NULL);
  return node_binary(p->arena, NODE_TYPED, term->span, all,
                     node_unary(p->arena, NODE_POW, term->span, type));
}

/* NULL if it is no part of a datatype. */
static Node *datatype_use(Package *p, const Term *term, const Name *name, Node *const *arguments,
                          uint32_t count)
{
  Theories *t = p->theories;
  if (datatype_named(t, name)) return type_use(p, term, name, arguments, count);
  const Name *datatype = map_get(&t->constructors, name);
  if (datatype) {
    use_datatype(p, datatype);
    return call(p, term, name, arguments, count);
  }
  for (uint32_t i = 0; count == 1 && i < t->destructors.len; i++) {
    const Destructor *d = &t->destructors.data[i];
    if (d->name != name) continue;
    use_datatype(p, d->datatype);
    Node *constructor = tree_ident(p->arena, term->span, d->constructor);
    Node *inverse = node_unary(p->arena, NODE_INVERSE, term->span, constructor);
    Node *tuple = node_binary(p->arena, NODE_APPLY, term->span, inverse, arguments[0]);
    return component(p, term, tuple, d->index, d->count);
  }
  return NULL;
}

/* The set of a constructor's arguments.  Uses of datatypes in it are written plainly. */
static Node *argument_set(Package *p, const Term *parts)
{
  Node *set = NULL;
  for (uint32_t i = 0; i < parts->count; i++) {
    if (!term_is(parts->args[i], "destructor", 2)) continue;
    Node *part = type_argument(p, parts->args[i]->args[1]);
    set = set ? node_binary(p->arena, NODE_CARTESIAN, parts->span, set, part) : part;
  }
  return set;
}

static Node *type_argument(Package *p, const Term *type)
{
  if (term_is(type, "typeof", 3)) return type_argument(p, type->args[1]);
  if (term_is(type, "extended_expr", 4) && type->args[1]->kind == TERM_ATOM &&
      datatype_named(p->theories, type->args[1]->name)) {
    const Term *list = list_or_empty(type->args[2]);
    use_datatype(p, type->args[1]->name);
    TreeList arguments = {0};
    for (uint32_t i = 0; i < list->count; i++)
      vec_push(&arguments, type_argument(p, list->args[i]));
    Node *node = call(p, type, type->args[1]->name, arguments.data, arguments.len);
    vec_free(&arguments);
    return node;
  }
  return package_formula(p, type);
}

static Node *freetype(Package *p, const Datatype *datatype)
{
  const Term *term = datatype->term;
  const Term *parameters = list_or_empty(term->args[1]), *list = list_or_empty(term->args[2]);
  Node *node = node_new(p->arena, NODE_FREETYPE, term->span, datatype->name, list->count + 1);
  Node *names = package_list(p, parameters, NODE_NAMES);
  node_set(node, 0, names);
  for (uint32_t i = 0; i < list->count; i++) {
    const Term *constructor = list->args[i];
    const Name *name = term_is(constructor, "constructor", 2) ? constructor->args[0]->name : NULL;
    Node *arguments = name ? argument_set(p, list_or_empty(constructor->args[1])) : NULL;
    Node *part = node_new(p->arena, NODE_CONSTRUCTOR, constructor->span, name, arguments ? 1 : 0);
    if (arguments) node_set(part, 0, arguments);
    node_set(node, i + 1, part);
  }
  return node;
}

/* A datatype may use others, which are then used, too. */
void theories_add_freetypes(Package *p)
{
  Theories *t = p->theories;
  bool again = true;
  while (again) {
    again = false;
    for (uint32_t i = 0; i < t->datatypes.len; i++) {
      if (!t->datatypes.data[i].used || t->datatypes.data[i].added) continue;
      t->datatypes.data[i].added = again = true;
      Datatype datatype = t->datatypes.data[i];
      vec_push(&p->project->freetypes, freetype(p, &datatype));
    }
  }
}

/* ---- uses */

static Node *unsupported(Package *p, const Term *term, const Name *name, const char *why)
{
  diag_error(p->context->diags, term->span, "theory",
             "the operator %s of a theory is not supported: %s", name->text, why);
  return error_node(p, term);
}

static Node *use(Package *p, const Term *term, const Name *name, Node *const *arguments,
                 uint32_t count)
{
  TheoryOperator *op = operator_named(p->theories, name);
  if (op) {
    if (op->arguments->count != count)
      return unsupported(p, term, name, "it has another number of arguments");
    Node *node = tagged(p, op, term, arguments);
    if (node) return node;
    if (op->direct->count) return expand(p, op, term, arguments);
    return unsupported(p, term, name, "it is not defined directly");
  }
  Node *node = datatype_use(p, term, name, arguments, count);
  return node ? node : unsupported(p, term, name, "no theory of the package defines it");
}

/* COND(P,E,F) is built in. */
static Node *conditional(Package *p, const Term *term, Node *const *arguments)
{
  Node *node = node_new(p->arena, NODE_IF_EXPR, term->span, NULL, 3);
  node_set(node, 0, arguments[2]);
  node_set(node, 1, arguments[0]);
  node_set(node, 2, arguments[1]);
  return node;
}

Node *theory_formula(Package *p, const Term *term)
{
  const Term *name = term->args[1];
  const Term *expressions = term->args[2], *predicates = term->args[3];
  if (name->kind != TERM_ATOM || expressions->kind != TERM_LIST || predicates->kind != TERM_LIST) {
    package_error(p, term, "an operator of a theory");
    return error_node(p, term);
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
