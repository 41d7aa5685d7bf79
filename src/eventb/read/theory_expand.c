#include "eventb/read/theory_impl.h"

/* Definitions of operators, put in where the operators are used. */

const Name *theory_fresh_name(Package *p, const Name *name)
{
  const char *text = arena_printf(p->context->arena, "%s@%u", name->text, ++p->theories->fresh);
  return names_intern_string(p->context->names, text);
}

Node *theory_instance(Package *p, const Node *node, TheoryBindings *bindings)
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
      Node *name = math_ident(p->arena, names->span, theory_fresh_name(p, names->kids[i]->name));
      node_set(bound, i, name);
      vec_push(bindings, ((TheoryBinding){names->kids[i]->name, name}));
    }
    node_set(copy, 0, bound);
    from = 1;
  }
  for (uint32_t i = from; i < node->count; i++)
    node_set(copy, i, theory_instance(p, node->kids[i], bindings));
  bindings->len = mark;
  return copy;
}

/* ---- an instance of an operator */

typedef struct {
  Package *p;
  TheoryOperator *op;
  const PrologTerm *use;
  Node *condition;         /* BTRUE: none */
  Node **definitions;      /* one, or one for each case */
  uint32_t count;          /* of them */
  TheoryBindings bindings; /* type parameters, then arguments */
  bool *typed;             /* which type parameters need a value */
} Instance;

static bool mentions(const Instance *i, const Name *name)
{
  for (uint32_t k = 0; k < i->count; k++)
    if (math_mentions_name(i->definitions[k], name)) return true;
  return math_mentions_name(i->condition, name);
}

/* The argument's name, or NULL if the term is none; *type is its type. */
static const Name *argument_of(const TheoryOperator *op, uint32_t i, const PrologTerm **type)
{
  const PrologTerm *argument = op->arguments->args[i];
  if (!prolog_is(argument, "argument", 2) || argument->args[0]->kind != PROLOG_ATOM) return NULL;
  *type = argument->args[1];
  return argument->args[0]->name;
}

/* Type parameters that the definition mentions are names for all values of a type, which the
 * types of the arguments determine. */
static void bind_types(Instance *i)
{
  const PrologTerm *types = i->op->types;
  i->typed = arena_new_array(i->p->arena, bool, types->count + 1);
  for (uint32_t k = 0; k < types->count; k++) {
    const Name *type = types->args[k]->kind == PROLOG_ATOM ? types->args[k]->name : NULL;
    i->typed[k] = type && mentions(i, type);
    type = type ? type : i->op->name;
    Node *name = math_ident(i->p->arena, i->use->span, theory_fresh_name(i->p, type));
    vec_push(&i->bindings, ((TheoryBinding){type, name}));
  }
}

/* The type tells something of a type parameter that needs a value; then all that it mentions
 * need one. */
static bool tells_types(Instance *i, const Node *type)
{
  bool tells = false;
  for (uint32_t k = 0; k < i->op->types->count; k++)
    tells |= i->typed[k] && math_mentions_name(type, i->bindings.data[k].name);
  for (uint32_t k = 0; tells && k < i->op->types->count; k++)
    i->typed[k] |= math_mentions_name(type, i->bindings.data[k].name);
  return tells;
}

static void bind_arguments(Instance *i, Node *const *values)
{
  for (uint32_t k = 0; k < i->op->arguments->count; k++) {
    const PrologTerm *type_term;
    const Name *name = argument_of(i->op, k, &type_term);
    if (!name) continue;
    Node *value = values[k], *type = package_formula(i->p, type_term);
    if (tells_types(i, type)) {
      TheoryBindings types = {0};
      for (uint32_t t = 0; t < i->op->types->count; t++) vec_push(&types, i->bindings.data[t]);
      value = node_binary(i->p->arena, NODE_TYPED, i->use->span, value,
                          theory_instance(i->p, type, &types));
      vec_free(&types);
    }
    vec_push(&i->bindings, ((TheoryBinding){name, value}));
  }
}

/* LET T = type IN body */
static Node *with_types(Instance *i, Node *body)
{
  Arena *arena = i->p->arena;
  for (uint32_t k = 0; k < i->op->types->count; k++) {
    if (!i->typed[k]) continue;
    const Name *name = i->bindings.data[k].value->name;
    Node *all = node_leaf(arena, NODE_EVENTB_TYPE, body->span, NULL);
    Node *left = math_ident(arena, body->span, name);
    bool predicate = node_kind_class(body->kind) == CLASS_PRED;
    Node *let = node_new(arena, predicate ? NODE_LET_PRED : NODE_LET_EXPR, body->span, NULL, 3);
    node_set(let, 0, math_names(arena, NODE_NAMES, body->span, &name, 1));
    node_set(let, 1, node_binary(arena, NODE_EQUAL, body->span, left, all));
    node_set(let, 2, body);
    body = let;
  }
  return body;
}

/* ---- where an operator is well-defined */

static bool has_binder(const Node *node)
{
  if (node->kind == NODE_NAMES) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (has_binder(node->kids[i])) return true;
  return false;
}

/* The conjuncts without bound names.  The others, which are mostly made of the definition, are
 * left to the evaluation of the definition: to decide them takes longer than that. */
static Node *plain_conjuncts(Package *p, Node *node)
{
  if (node->kind != NODE_AND) {
    return has_binder(node) ? node_leaf(p->arena, NODE_BTRUE, node->span, NULL) : node;
  }
  TreeList plain = {0};
  for (uint32_t i = 0; i < node->count; i++) {
    Node *part = plain_conjuncts(p, node->kids[i]);
    if (part->kind != NODE_BTRUE) vec_push(&plain, part);
  }
  Node *all = math_conjunction(p->arena, node->span, plain.data, plain.len);
  vec_free(&plain);
  return all;
}

static Node *guarded(Instance *i, Node *condition, Node *body)
{
  if (condition->kind == NODE_BTRUE) return body;
  Package *p = i->p;
  bool predicate = node_kind_class(body->kind) == CLASS_PRED;
  if (predicate) body = node_unary(p->arena, NODE_BOOL_OF, body->span, body);
  body = node_binary(p->arena, NODE_DEFINED_IF, i->use->span, condition, body);
  body->name = i->op->name;
  Node *yes = node_leaf(p->arena, NODE_TRUE, i->use->span, NULL);
  return predicate ? node_binary(p->arena, NODE_EQUAL, i->use->span, body, yes) : body;
}

/* ---- direct definitions */

static Node *expand_direct(Instance *i, Node *const *arguments)
{
  if (i->op->expanding)
    return theory_unsupported(i->p, i->use, i->op->name, "its definition uses it");
  i->op->expanding = true;
  Node *definition = package_formula(i->p, i->op->direct->args[0]);
  i->definitions = &definition;
  i->count = 1;
  bind_types(i);
  bind_arguments(i, arguments);
  Node *body = theory_instance(i->p, definition, &i->bindings);
  body = guarded(i, theory_instance(i->p, i->condition, &i->bindings), body);
  i->op->expanding = false;
  return with_types(i, body);
}

/* ---- definitions by cases */

static const PrologTerm *untyped(const PrologTerm *term)
{
  while (prolog_is(term, "typeof", 3)) term = term->args[1];
  return term;
}

/* The i-th name of a pattern, or NULL. */
static const Name *name_in(const PrologTerm *parts, uint32_t i)
{
  const PrologTerm *part = untyped(parts->args[i]);
  bool is_name = prolog_is(part, "identifier", 2) && part->args[1]->kind == PROLOG_ATOM;
  return is_name ? part->args[1]->name : NULL;
}

/* case(Argument,Names,extended_expr(Position,Constructor,Names,[]),Definition): the argument's
 * number and the constructor; NULL if the term has another form. */
static const Name *read_case(const TheoryOperator *op, const PrologTerm *term, uint32_t *argument)
{
  if (!prolog_is(term, "case", 4)) return NULL;
  const PrologTerm *pattern = untyped(term->args[2]), *ignored;
  if (!prolog_is(pattern, "extended_expr", 4) || pattern->args[1]->kind != PROLOG_ATOM) return NULL;
  const PrologTerm *parts = theory_list(pattern->args[2]);
  for (uint32_t i = 0; i < parts->count; i++)
    if (!name_in(parts, i)) return NULL;
  for (uint32_t i = 0; i < op->arguments->count; i++) {
    *argument = i;
    if (term->args[0]->name && argument_of(op, i, &ignored) == term->args[0]->name)
      return pattern->args[1]->name;
  }
  return NULL;
}

/* How many parts the pattern of a case names. */
static uint32_t parts_of_case(const PrologTerm *term)
{
  return theory_list(untyped(term->args[2])->args[2])->count;
}

static bool has_case(const TheoryOperator *op, const Name *constructor)
{
  uint32_t ignored;
  for (uint32_t i = 0; i < op->cases->count; i++)
    if (read_case(op, op->cases->args[i], &ignored) == constructor) return true;
  return false;
}

/* Are there cases for all values of one datatype, and no others?  NULL, or what is wrong. */
static const char *fault_of_cases(const Instance *i)
{
  uint32_t argument = 0, first = 0, parts;
  const Datatype *datatype = NULL;
  for (uint32_t k = 0; k < i->op->cases->count; k++) {
    const Name *constructor = read_case(i->op, i->op->cases->args[k], &argument);
    const Datatype *made = constructor ? theory_maker(i->p->theories, constructor, &parts) : NULL;
    if (!made || parts != parts_of_case(i->op->cases->args[k]))
      return "a case is not a constructor applied to names";
    if (k == 0) datatype = made, first = argument;
    if (made != datatype || argument != first)
      return "its cases do not distinguish a single argument";
  }
  const PrologTerm *list = datatype->term->args[2];
  for (uint32_t k = 0; k < list->count; k++) {
    const Name *constructor = list->args[k]->args[0]->name;
    if (!has_case(i->op, constructor))
      return arena_printf(i->p->arena, "it has no case for %s", constructor->text);
  }
  return NULL;
}

/* IF x is made by the constructor THEN definition, with the parts of x put in, ELSE otherwise. */
static Node *case_of(Instance *i, uint32_t k, Node *const *parameters, Node *otherwise)
{
  Package *p = i->p;
  uint32_t argument, mark = i->bindings.len;
  const Name *constructor = read_case(i->op, i->op->cases->args[k], &argument);
  const PrologTerm *parts = theory_list(untyped(i->op->cases->args[k]->args[2])->args[2]);
  Node *x = parameters[argument];
  for (uint32_t n = 0; n < parts->count; n++) {
    Node *part = theory_part(p, i->use, x, constructor, n, parts->count);
    vec_push(&i->bindings, ((TheoryBinding){name_in(parts, n), part}));
  }
  Node *body = theory_instance(p, i->definitions[k], &i->bindings);
  i->bindings.len = mark;
  if (node_kind_class(body->kind) == CLASS_PRED)
    body = node_unary(p->arena, NODE_BOOL_OF, body->span, body);
  if (!otherwise) return body;
  Node *node = node_new(p->arena, NODE_IF_EXPR, i->use->span, NULL, 3);
  node_set(node, 0, theory_is_made_by(p, i->use, x, constructor, parts->count));
  node_set(node, 1, body);
  node_set(node, 2, otherwise);
  return node;
}

static void read_definitions(Instance *i)
{
  i->count = i->op->cases->count;
  i->definitions = arena_new_array(i->p->arena, Node *, i->count);
  for (uint32_t k = 0; k < i->count; k++)
    i->definitions[k] = package_formula(i->p, i->op->cases->args[k]->args[3]);
}

/* The function %(a,b).(condition | IF … END), which may mention itself. */
static Node *function_of(Instance *i)
{
  Arena *arena = i->p->arena;
  Span span = i->use->span;
  const TheoryOperator *op = i->op;
  const PrologTerm *ignored;
  const Name *name = i->op->function = theory_fresh_name(i->p, op->name);
  read_definitions(i);
  bind_types(i);
  Node *names = node_new(arena, NODE_NAMES, span, NULL, op->arguments->count);
  for (uint32_t k = 0; k < names->count; k++) {
    const Name *argument = argument_of(op, k, &ignored);
    argument = theory_fresh_name(i->p, argument ? argument : op->name);
    node_set(names, k, math_ident(arena, span, argument));
  }
  bind_arguments(i, names->kids);
  Node *body = NULL;
  for (uint32_t k = i->count; k > 0; k--) body = case_of(i, k - 1, names->kids, body);
  i->op->function = NULL;
  Node *lambda = node_new(arena, NODE_LAMBDA, span, NULL, 3);
  node_set(lambda, 0, names);
  node_set(lambda, 1, node_leaf(arena, NODE_BTRUE, span, NULL));
  body = guarded(i, theory_instance(i->p, i->condition, &i->bindings), body);
  node_set(lambda, 2, with_types(i, body));
  Node *function = math_names(arena, NODE_NAMES, span, &name, 1);
  Node *node = node_binary(arena, NODE_RECURSION, span, function, lambda);
  node->name = op->name;
  return node;
}

static Node *expand_cases(Instance *i, Node *const *arguments)
{
  const char *fault = fault_of_cases(i);
  if (fault) return theory_unsupported(i->p, i->use, i->op->name, fault);
  Node *function =
      i->op->function ? math_ident(i->p->arena, i->use->span, i->op->function) : function_of(i);
  Node *value = theory_call(i->p, i->use, function, arguments, i->op->arguments->count);
  if (!prolog_is(i->use, "extended_pred", 4)) return value;
  Node *yes = node_leaf(i->p->arena, NODE_TRUE, i->use->span, NULL);
  return node_binary(i->p->arena, NODE_EQUAL, i->use->span, value, yes);
}

/* Where the operator is well-defined.  Inside of its own condition and definition it is taken
 * to be. */
static Node *condition_of(Package *p, TheoryOperator *op, const PrologTerm *use)
{
  if (op->function || op->expanding || op->in_condition)
    return node_leaf(p->arena, NODE_BTRUE, use->span, NULL);
  op->in_condition = true;
  Node *condition = plain_conjuncts(p, package_formula(p, op->condition));
  op->in_condition = false;
  return condition;
}

/* Definitions that use others twice, and so on, would grow beyond all bounds; and a mistake in one
 * of them is told often enough. */
enum { EXPANSION_LIMIT = 100000, MOST_ERRORS = 50 };

Node *theory_expand(Package *p, TheoryOperator *op, const PrologTerm *use, Node *const *arguments)
{
  if (diags_errors(p->context->diags) > MOST_ERRORS) return theory_error_node(p, use);
  if (++p->theories->expansions > EXPANSION_LIMIT)
    return p->theories->expansions == EXPANSION_LIMIT + 1
               ? theory_unsupported(p, use, op->name, "too many definitions are expanded")
               : theory_error_node(p, use);
  Instance instance = {.p = p, .op = op, .use = use};
  const PrologTerm *types_outside = p->types;
  p->types = op->types;
  instance.condition = condition_of(p, op, use);
  Node *node =
      op->direct->count ? expand_direct(&instance, arguments) : expand_cases(&instance, arguments);
  p->types = types_outside;
  vec_free(&instance.bindings);
  return node;
}
