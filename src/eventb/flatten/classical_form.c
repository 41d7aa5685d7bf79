#include "eventb/flatten/flatten_impl.h"

/* Event-B has one form of comprehension, {x,y . P | E}, and quantifiers over any
 * predicate.  What follows knows better how to treat {x,y | P}, %x,y.(P | E) and
 * !x,y.(P => Q), so formulas that are of this form in essence get it. */

/* Is it x1 |-> x2 |-> … |-> xn, nested to the left? */
static bool is_tuple_of(const Node *node, const Node *names, uint32_t count)
{
  while (count > 1) {
    if (node->kind != NODE_MAPLET || node->kids[1]->kind != NODE_IDENT) return false;
    if (node->kids[1]->name != names->kids[count - 1]->name) return false;
    node = node->kids[0];
    count--;
  }
  return node->kind == NODE_IDENT && node->name == names->kids[0]->name;
}

static bool is_number_set(const Node *set)
{
  return set->kind == NODE_NATURAL || set->kind == NODE_NATURAL1 || set->kind == NODE_INTEGER;
}

/* Does the predicate say no more of the name's size than that it is a number? */
static bool is_any_number(const Node *predicate, const Name *name)
{
  if (predicate->kind == NODE_AND) {
    for (uint32_t i = 0; i < predicate->count; i++)
      if (is_any_number(predicate->kids[i], name)) return true;
    return false;
  }
  return predicate->kind == NODE_MEMBER && predicate->kids[0]->kind == NODE_IDENT &&
         predicate->kids[0]->name == name && is_number_set(predicate->kids[1]);
}

/* {x,n . n : NATURAL & P | x}, which is likely to be infinite, is {x | #n.(n : NATURAL & P)}: so it
 * can be asked whether something is in. */
static Node *projected(Arena *arena, Node *node)
{
  Node *names = node->kids[0], *result = node->kids[2];
  if (names->count != 2 || result->kind != NODE_IDENT) return node;
  uint32_t kept = names->kids[0]->name == result->name ? 0 : 1;
  Node *other = names->kids[1 - kept];
  if (names->kids[kept]->name != result->name || !is_any_number(node->kids[1], other->name))
    return node;
  Node *inner = node_unary(arena, NODE_NAMES, names->span, other);
  Node *outer = node_unary(arena, NODE_NAMES, names->span, names->kids[kept]);
  Node *exists = node_binary(arena, NODE_EXISTS, node->span, inner, node->kids[1]);
  return node_binary(arena, NODE_COMPREHENSION, node->span, outer, exists);
}

/* {x,y . P | x |-> y} is {x,y | P}, and {x . P | x |-> E} is %x.(P | E). */
static Node *comprehension(Arena *arena, Node *node)
{
  Node *names = node->kids[0], *result = node->kids[2];
  if (is_tuple_of(result, names, names->count))
    return node_binary(arena, NODE_COMPREHENSION, node->span, names, node->kids[1]);
  if (result->kind != NODE_MAPLET || !is_tuple_of(result->kids[0], names, names->count))
    return node;
  Node *lambda = node_new(arena, NODE_LAMBDA, node->span, NULL, 3);
  node_set(lambda, 0, names);
  node_set(lambda, 1, node->kids[1]);
  node_set(lambda, 2, result->kids[1]);
  return lambda;
}

static bool share_names(const Node *a, const Node *b)
{
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t k = 0; k < b->count; k++)
      if (a->kids[i]->name == b->kids[k]->name) return true;
  return false;
}

static Node *joined_names(Arena *arena, const Node *a, const Node *b)
{
  Node *names = node_new(arena, NODE_NAMES, a->span, NULL, a->count + b->count);
  for (uint32_t i = 0; i < a->count; i++) node_set(names, i, a->kids[i]);
  for (uint32_t i = 0; i < b->count; i++) node_set(names, a->count + i, b->kids[i]);
  return names;
}

static Node *both(Arena *arena, Node *a, Node *b)
{
  return math_flat(arena, node_binary(arena, NODE_AND, a->span, a, b));
}

/* P => ((Q => R) or S) is P & Q => (R or S), as Q may be what bounds the names.  Read from left
 * to right, what is in front of Q could say whether Q has a value, or have none itself. */
static Node *premise_of_part(Arena *arena, Node *implication)
{
  Node *either = implication->kids[1];
  uint32_t i = 0;
  while (either->kind == NODE_OR && i < either->count && either->kids[i]->kind != NODE_IMPLIES &&
         math_is_total(either->kids[i]))
    i++;
  if (either->kind != NODE_OR || i == either->count || either->kids[i]->kind != NODE_IMPLIES)
    return implication;
  Node *part = either->kids[i];
  if (i > 0 && !math_is_total(part->kids[0])) return implication;
  Node *rest = node_new(arena, NODE_OR, either->span, either->name, either->count);
  for (uint32_t k = 0; k < either->count; k++)
    node_set(rest, k, k == i ? part->kids[1] : either->kids[k]);
  Node *premise = both(arena, implication->kids[0], part->kids[0]);
  return node_binary(arena, NODE_IMPLIES, implication->span, premise, math_flat(arena, rest));
}

/* !x.P is !x.(true => P); the added premise has the place of P. */
static Node *with_premise(Arena *arena, Node *node)
{
  Node *body = node->kids[1];
  if (body->kind == NODE_IMPLIES) return node;
  Node *always = node_leaf(arena, NODE_BTRUE, body->span, NULL);
  body = node_binary(arena, NODE_IMPLIES, body->span, always, body);
  return node_binary(arena, NODE_FORALL, node->span, node->kids[0], body);
}

/* !x.!y.P is !x,y.P; !x.(P => (Q => R)) is !x.(P & Q => R). */
static Node *universal(Arena *arena, Node *node)
{
  Node *names = node->kids[0], *body = node->kids[1];
  if (body->kind == NODE_FORALL && !share_names(names, body->kids[0])) {
    names = joined_names(arena, names, body->kids[0]);
    body = body->kids[1];
  }
  while (body->kind == NODE_IMPLIES && body->kids[1]->kind == NODE_IMPLIES) {
    Node *inner = body->kids[1];
    body = node_binary(arena, NODE_IMPLIES, body->span, both(arena, body->kids[0], inner->kids[0]),
                       inner->kids[1]);
  }
  node = with_premise(arena, node_binary(arena, NODE_FORALL, node->span, names, body));
  body = premise_of_part(arena, node->kids[1]);
  return body == node->kids[1] ? node : node_binary(arena, NODE_FORALL, node->span, names, body);
}

/* #x.#y.P is #x,y.P. */
static Node *existential(Arena *arena, Node *node)
{
  Node *inner = node->kids[1];
  if (inner->kind != NODE_EXISTS || share_names(node->kids[0], inner->kids[0])) return node;
  Node *names = joined_names(arena, node->kids[0], inner->kids[0]);
  return node_binary(arena, NODE_EXISTS, node->span, names, inner->kids[1]);
}

enum { ARGUMENT_LIMIT = 400 }; /* nodes of an argument that is written twice */

static uint32_t size_of(const Node *node)
{
  uint32_t size = 1;
  for (uint32_t i = 0; i < node->count && size <= ARGUMENT_LIMIT; i++)
    size += size_of(node->kids[i]);
  return size;
}

/* The first `count` names as a tuple. */
static Node *tuple_of(Arena *arena, const Node *names, uint32_t count)
{
  Node *tuple = names->kids[0];
  for (uint32_t i = 1; i < count; i++)
    tuple = node_binary(arena, NODE_MAPLET, names->span, tuple, names->kids[i]);
  return tuple;
}

/* A function that is applied where it is written is needed for its argument only:
 * %x.(P | E)(a) is %x.(x = a & P | E)(a), and {x,y | P}(a) is {x,y | x = a & P}(a). */
static Node *application(Arena *arena, Node *node)
{
  Node *function = node->kids[0];
  bool lambda = function->kind == NODE_LAMBDA;
  if (node->count != 2 || (!lambda && function->kind != NODE_COMPREHENSION)) return node;
  Node *names = function->kids[0], *argument = node->kids[1];
  uint32_t count = lambda ? names->count : names->count - 1;
  if (count == 0 || size_of(argument) > ARGUMENT_LIMIT) return node;
  for (uint32_t i = 0; i < names->count; i++)
    if (math_mentions_name(argument, names->kids[i]->name)) return node;
  Node *here =
      node_binary(arena, NODE_EQUAL, argument->span, tuple_of(arena, names, count), argument);
  Node *copy = node_new(arena, function->kind, function->span, function->name, function->count);
  for (uint32_t i = 0; i < function->count; i++) node_set(copy, i, function->kids[i]);
  node_set(copy, 1, both(arena, here, function->kids[1]));
  return node_binary(arena, NODE_APPLY, node->span, copy, argument);
}

/* A copy in which the children are replaced by what `form` makes of them; the node itself if that
 * is nothing new. */
static Node *with_forms(Arena *arena, Node *node, Node *(*form)(Arena *, Node *) )
{
  Node *copy = NULL;
  for (uint32_t i = 0; i < node->count; i++) {
    Node *kid = form(arena, node->kids[i]);
    if (!copy && kid != node->kids[i]) {
      copy = node_new(arena, node->kind, node->span, node->name, node->count);
      for (uint32_t k = 0; k < i; k++) node_set(copy, k, node->kids[k]);
    }
    if (copy) node_set(copy, i, kid);
  }
  return copy ? copy : node;
}

Node *classical_form(Arena *arena, Node *node)
{
  node = with_forms(arena, node, classical_form);
  switch ((NodeKind) node->kind) {
  case NODE_FORALL: return universal(arena, node);
  case NODE_EXISTS: return existential(arena, node);
  case NODE_IMAGE_SET:
    node = comprehension(arena, node);
    return node->kind == NODE_IMAGE_SET ? projected(arena, node) : node;
  case NODE_APPLY: return application(arena, node);
  default: return node;
  }
}

Node *classical_kinds(Arena *arena, Node *node)
{
  node = with_forms(arena, node, classical_kinds);
  switch ((NodeKind) node->kind) {
  case NODE_FORALL: return with_premise(arena, node);
  case NODE_IMAGE_SET: return comprehension(arena, node);
  default: return node;
  }
}
