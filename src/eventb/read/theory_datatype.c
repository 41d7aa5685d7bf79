#include "eventb/read/theory_impl.h"

#include <string.h>

/* Datatypes: free types, and the sets of those of their values whose parts are in given sets. */

Datatype *theory_datatype(Theories *t, const Name *name)
{
  for (uint32_t i = t->datatypes.len; i > 0; i--)
    if (t->datatypes.data[i - 1].name == name) return &t->datatypes.data[i - 1];
  return NULL;
}

const Datatype *theory_maker(Theories *t, const Name *constructor, uint32_t *parts)
{
  const Name *name = map_get(&t->constructors, constructor);
  const Datatype *datatype = name ? theory_datatype(t, name) : NULL;
  for (uint32_t i = 0; datatype && i < datatype->term->args[2]->count; i++) {
    const PrologTerm *term = datatype->term->args[2]->args[i];
    *parts = term->args[1]->count;
    if (term->args[0]->name == constructor) return datatype;
  }
  return NULL;
}

static void use_datatype(Package *p, const Name *name)
{
  Datatype *datatype = theory_datatype(p->theories, name);
  if (datatype) datatype->used = true;
}

Node *theory_call(Package *p, const PrologTerm *term, Node *function, Node *const *arguments,
                  uint32_t count)
{
  if (count == 0) return function;
  Node *node = node_new(p->arena, NODE_APPLY, term->span, NULL, count + 1);
  node_set(node, 0, function);
  for (uint32_t i = 0; i < count; i++) node_set(node, i + 1, arguments[i]);
  return node;
}

static Node *call(Package *p, const PrologTerm *term, const Name *name, Node *const *arguments,
                  uint32_t count)
{
  return theory_call(p, term, math_ident(p->arena, term->span, name), arguments, count);
}

/* The i-th of n components of a tuple, which is nested to the left. */
static Node *component(Package *p, const PrologTerm *term, Node *tuple, uint32_t i, uint32_t n)
{
  for (uint32_t depth = n; depth > 1; depth--) {
    NodeKind kind = i + 1 == depth ? NODE_EVENTB_PRJ2 : NODE_EVENTB_PRJ1;
    Node *projection = node_leaf(p->arena, kind, term->span, NULL);
    tuple = node_binary(p->arena, NODE_APPLY, term->span, projection, tuple);
    if (i + 1 == depth) break;
  }
  return tuple;
}

Node *theory_part(Package *p, const PrologTerm *term, Node *value, const Name *constructor,
                  uint32_t i, uint32_t n)
{
  Node *function = math_ident(p->arena, term->span, constructor);
  Node *inverse = node_unary(p->arena, NODE_INVERSE, term->span, function);
  Node *tuple = node_binary(p->arena, NODE_APPLY, term->span, inverse, value);
  return component(p, term, tuple, i, n);
}

Node *theory_is_made_by(Package *p, const PrologTerm *term, Node *value, const Name *constructor,
                        uint32_t parts)
{
  Node *name = math_ident(p->arena, term->span, constructor);
  if (parts == 0) return node_binary(p->arena, NODE_EQUAL, term->span, value, name);
  Node *all = node_unary(p->arena, NODE_RAN, term->span, name);
  return node_binary(p->arena, NODE_MEMBER, term->span, value, all);
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

static Node *type_argument(Package *p, const PrologTerm *type);
static Node *argument_set(Package *p, const PrologTerm *parts);

/* {x . x : S | c(x)} */
static Node *constructed(Package *p, const PrologTerm *term, const Name *constructor, Node *set)
{
  const Name *x = theory_fresh_name(p, constructor);
  Node *value = math_ident(p->arena, term->span, x);
  Node *all = node_new(p->arena, NODE_IMAGE_SET, term->span, NULL, 3);
  node_set(all, 0, math_names(p->arena, NODE_NAMES, term->span, &x, 1));
  node_set(all, 1, node_binary(p->arena, NODE_MEMBER, term->span, value, set));
  node_set(all, 2, call(p, term, constructor, &value, 1));
  return all;
}

/* The values of the datatype whose parts are in the given sets: {c, …} \/ {x . x : S | d(x)}
 * \/ …, for all its constructors c, d. */
static Node *subset_of_type(Package *p, const PrologTerm *term, const Datatype *datatype,
                            Node *const *arguments, uint32_t count)
{
  const PrologTerm *parameters = theory_list(datatype->term->args[1]);
  const PrologTerm *list = theory_list(datatype->term->args[2]);
  TheoryBindings bindings = {0};
  for (uint32_t i = 0; i < count && i < parameters->count; i++) {
    const Name *name = package_identifier(p, parameters->args[i]);
    if (name) vec_push(&bindings, ((TheoryBinding){name, arguments[i]}));
  }
  Node *all = NULL;
  for (uint32_t i = 0; i < list->count; i++) {
    const PrologTerm *constructor = list->args[i];
    if (!prolog_is(constructor, "constructor", 2)) continue;
    const Name *name = constructor->args[0]->name;
    Node *set = argument_set(p, theory_list(constructor->args[1]));
    Node *part = set ? constructed(p, term, name, theory_instance(p, set, &bindings))
                     : node_unary(p->arena, NODE_SET_EXT, term->span,
                                  math_ident(p->arena, term->span, name));
    all = all ? node_binary(p->arena, NODE_UNION, term->span, all, part) : part;
  }
  vec_free(&bindings);
  return all ? all : node_leaf(p->arena, NODE_EMPTY_SET, term->span, NULL);
}

/* Are the parts of x, which the constructor made, in the sets that the parameters stand for? */
static void add_parts(Package *p, const PrologTerm *term, const PrologTerm *constructor, Node *x,
                      TheoryBindings *parameters, TreeList *conjuncts)
{
  const PrologTerm *parts = theory_list(constructor->args[1]);
  for (uint32_t i = 0; i < parts->count; i++) {
    if (!prolog_is(parts->args[i], "destructor", 2)) continue;
    Node *part = theory_part(p, term, x, constructor->args[0]->name, i, parts->count);
    Node *set = theory_instance(p, package_formula(p, parts->args[i]->args[1]), parameters);
    vec_push(conjuncts, node_binary(p->arena, NODE_MEMBER, term->span, part, set));
  }
}

/* bool(x = nil or x : ran(cons) & head(x) : S & …) */
static Node *is_member(Package *p, const PrologTerm *term, const Datatype *datatype, Node *x,
                       TheoryBindings *parameters)
{
  const PrologTerm *list = theory_list(datatype->term->args[2]);
  Node *any = node_leaf(p->arena, NODE_BFALSE, term->span, NULL);
  for (uint32_t i = list->count; i > 0; i--) {
    const PrologTerm *constructor = list->args[i - 1];
    if (!prolog_is(constructor, "constructor", 2)) continue;
    TreeList conjuncts = {0};
    uint32_t parts = theory_list(constructor->args[1])->count;
    vec_push(&conjuncts, theory_is_made_by(p, term, x, constructor->args[0]->name, parts));
    add_parts(p, term, constructor, x, parameters, &conjuncts);
    Node *made = math_conjunction(p->arena, term->span, conjuncts.data, conjuncts.len);
    any = any->kind == NODE_BFALSE ? made : node_binary(p->arena, NODE_OR, term->span, made, any);
    vec_free(&conjuncts);
  }
  return node_unary(p->arena, NODE_BOOL_OF, term->span, any);
}

/* The function that tells whether the parts of x are in the sets: %(S,T,x).(true | bool(…)). */
static Node *membership(Package *p, const PrologTerm *term, Datatype *datatype)
{
  Span span = term->span;
  const PrologTerm *parameters = theory_list(datatype->term->args[1]);
  const Name *function = datatype->members = theory_fresh_name(p, datatype->name);
  Node *names = node_new(p->arena, NODE_NAMES, span, NULL, parameters->count + 1);
  TheoryBindings bindings = {0};
  for (uint32_t i = 0; i < names->count; i++) {
    const Name *name =
        i < parameters->count ? package_identifier(p, parameters->args[i]) : datatype->name;
    if (!name) name = datatype->name;
    node_set(names, i, math_ident(p->arena, span, theory_fresh_name(p, name)));
    if (i < parameters->count) vec_push(&bindings, ((TheoryBinding){name, names->kids[i]}));
  }
  const PrologTerm *types_outside = p->types;
  p->types = NULL;
  Node *x = names->kids[parameters->count];
  Node *lambda = node_new(p->arena, NODE_LAMBDA, span, NULL, 3);
  node_set(lambda, 0, names);
  node_set(lambda, 1, node_leaf(p->arena, NODE_BTRUE, span, NULL));
  node_set(lambda, 2, is_member(p, term, datatype, x, &bindings));
  p->types = types_outside;
  vec_free(&bindings);
  datatype->members = NULL;
  Node *self = math_names(p->arena, NODE_NAMES, span, &function, 1);
  Node *node = node_binary(p->arena, NODE_RECURSION, span, self, lambda);
  node->name = datatype->name;
  return node;
}

/* {x | members(S,T,x) = TRUE}: the values of a recursive datatype whose parts are in the sets. */
static Node *members(Package *p, const PrologTerm *term, Datatype *datatype, Node *const *arguments,
                     uint32_t count)
{
  if (count != theory_list(datatype->term->args[1])->count)
    return theory_unsupported(p, term, datatype->name, "its number of arguments differs");
  Node *function = datatype->members ? math_ident(p->arena, term->span, datatype->members)
                                     : membership(p, term, datatype);
  const Name *x = theory_fresh_name(p, datatype->name);
  Node *call = node_new(p->arena, NODE_APPLY, term->span, NULL, count + 2);
  node_set(call, 0, function);
  for (uint32_t i = 0; i < count; i++) node_set(call, i + 1, arguments[i]);
  node_set(call, count + 1, math_ident(p->arena, term->span, x));
  Node *yes = node_leaf(p->arena, NODE_TRUE, term->span, NULL);
  return node_binary(p->arena, NODE_COMPREHENSION, term->span,
                     math_names(p->arena, NODE_NAMES, term->span, &x, 1),
                     node_binary(p->arena, NODE_EQUAL, term->span, call, yes));
}

/* Does a constructor of the datatype take values of any datatype? */
static bool is_nested(const PrologTerm *term)
{
  if (prolog_is(term, "extended_expr", 4)) return true;
  for (uint32_t i = 0; i < term->count; i++)
    if (is_nested(term->args[i])) return true;
  return false;
}

/* List(T) for types T is the set of all values of the free type. */
static Node *type_use(Package *p, const PrologTerm *term, const Name *name, Node *const *arguments,
                      uint32_t count)
{
  use_datatype(p, name);
  bool types = true;
  for (uint32_t i = 0; i < count; i++) types &= is_type(p, arguments[i]);
  Datatype *datatype = theory_datatype(p->theories, name);
  if (!types && !is_nested(datatype->term))
    return subset_of_type(p, term, datatype, arguments, count);
  if (!types) return members(p, term, datatype, arguments, count);
  Node *type = call(p, term, name, arguments, count);
  Node *all = node_leaf(p->arena, NODE_EVENTB_TYPE, term->span, NULL);
  return node_binary(p->arena, NODE_TYPED, term->span, all,
                     node_unary(p->arena, NODE_POW, term->span, type));
}

Node *theory_datatype_use(Package *p, const PrologTerm *term, const Name *name,
                          Node *const *arguments, uint32_t count)
{
  Theories *t = p->theories;
  if (theory_datatype(t, name)) return type_use(p, term, name, arguments, count);
  const Name *datatype = map_get(&t->constructors, name);
  if (datatype) {
    use_datatype(p, datatype);
    return call(p, term, name, arguments, count);
  }
  for (uint32_t i = 0; count == 1 && i < t->destructors.len; i++) {
    const Destructor *d = &t->destructors.data[i];
    if (d->name != name) continue;
    use_datatype(p, d->datatype);
    return theory_part(p, term, arguments[0], d->constructor, d->index, d->count);
  }
  return NULL;
}

/* Is it natural numbers: zero, and next(x) for x in the datatype?  Then the names of these. */
static bool is_natural(const Datatype *datatype, const Name **zero, const Name **next)
{
  const PrologTerm *list = theory_list(datatype->term->args[2]);
  *zero = *next = NULL;
  for (uint32_t i = 0; i < list->count; i++) {
    if (!prolog_is(list->args[i], "constructor", 2)) return false;
    const PrologTerm *parts = theory_list(list->args[i]->args[1]);
    const PrologTerm *part = parts->count == 1 && prolog_is(parts->args[0], "destructor", 2)
                                 ? parts->args[0]->args[1]
                                 : NULL;
    while (part && prolog_is(part, "typeof", 3)) part = part->args[1];
    if (parts->count == 0) *zero = list->args[i]->args[0]->name;
    else if (part && prolog_is(part, "extended_expr", 4) && part->args[1]->name == datatype->name)
      *next = list->args[i]->args[0]->name;
  }
  return list->count == 2 && *zero && *next;
}

/* IF n = 0 THEN zero ELSE next(f(n-1)) END, for n : NATURAL */
static Node *natural_body(Package *p, const PrologTerm *term, const Name *operator, Node * n,
                          Node *const parts[3])
{
  Arena *arena = p->arena;
  Names *names = p->context->names;
  Node *nothing = math_integer(arena, names, term->span, "0");
  Node *one = math_integer(arena, names, term->span, "1");
  Node *less = node_binary(arena, NODE_MINUS, term->span, n, one);
  Node *before = theory_call(p, term, parts[2], &less, 1);
  Node *choice = node_new(arena, NODE_IF_EXPR, term->span, NULL, 3);
  node_set(choice, 0, node_binary(arena, NODE_EQUAL, term->span, n, nothing));
  node_set(choice, 1, parts[0]);
  node_set(choice, 2, theory_call(p, term, parts[1], &before, 1));
  Node *all = node_leaf(arena, NODE_NATURAL, term->span, NULL);
  Node *defined = node_binary(arena, NODE_DEFINED_IF, term->span,
                              node_binary(arena, NODE_MEMBER, term->span, n, all), choice);
  defined->name = operator;
  return defined;
}

Node *theory_natural(Package *p, const PrologTerm *term, const Name *operator, Node * number)
{
  Theories *t = p->theories;
  const Name *zero = NULL, *next = NULL;
  uint32_t i = 0;
  while (i < t->datatypes.len && !is_natural(&t->datatypes.data[i], &zero, &next)) i++;
  if (i == t->datatypes.len) return NULL;
  t->datatypes.data[i].used = true;
  const Name *function = theory_fresh_name(p, operator), *x = theory_fresh_name(p, operator);
  Node *parts[] = {math_ident(p->arena, term->span, zero), math_ident(p->arena, term->span, next),
                   math_ident(p->arena, term->span, function)};
  Node *lambda = node_new(p->arena, NODE_LAMBDA, term->span, NULL, 3);
  node_set(lambda, 0, math_names(p->arena, NODE_NAMES, term->span, &x, 1));
  node_set(lambda, 1, node_leaf(p->arena, NODE_BTRUE, term->span, NULL));
  node_set(lambda, 2, natural_body(p, term, operator, math_ident(p->arena, term->span, x), parts));
  Node *self = math_names(p->arena, NODE_NAMES, term->span, &function, 1);
  Node *node = node_binary(p->arena, NODE_RECURSION, term->span, self, lambda);
  node->name = operator;
  return theory_call(p, term, node, &number, 1);
}

/* The set of a constructor's arguments.  Uses of datatypes in it are written plainly. */
static Node *argument_set(Package *p, const PrologTerm *parts)
{
  Node *set = NULL;
  for (uint32_t i = 0; i < parts->count; i++) {
    if (!prolog_is(parts->args[i], "destructor", 2)) continue;
    Node *part = type_argument(p, parts->args[i]->args[1]);
    set = set ? node_binary(p->arena, NODE_CARTESIAN, parts->span, set, part) : part;
  }
  return set;
}

static Node *type_argument(Package *p, const PrologTerm *type)
{
  if (prolog_is(type, "typeof", 3)) return type_argument(p, type->args[1]);
  if (prolog_is(type, "extended_expr", 4) && type->args[1]->kind == PROLOG_ATOM &&
      theory_datatype(p->theories, type->args[1]->name)) {
    const PrologTerm *list = theory_list(type->args[2]);
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
  const PrologTerm *term = datatype->term;
  const PrologTerm *parameters = theory_list(term->args[1]), *list = theory_list(term->args[2]);
  Node *node = node_new(p->arena, NODE_FREETYPE, term->span, datatype->name, list->count + 1);
  Node *names = package_list(p, parameters, NODE_NAMES);
  node_set(node, 0, names);
  for (uint32_t i = 0; i < list->count; i++) {
    const PrologTerm *constructor = list->args[i];
    const Name *name = prolog_is(constructor, "constructor", 2) ? constructor->args[0]->name : NULL;
    Node *arguments = name ? argument_set(p, theory_list(constructor->args[1])) : NULL;
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
