#include "prove/rules/build.h"

#include <assert.h>
#include <string.h>

/* Types are shared and never changed, but the table hands them out as if they could be. */
static Type *loose(const Type *type) { return (Type *) (uintptr_t) type; }

static Node *typed(Node *node, const Type *type)
{
  node->type = type;
  return node;
}

/* ---- predicates */

bool build_is_true(const Node *node) { return node_bare(node)->kind == NODE_BTRUE; }
bool build_is_false(const Node *node) { return node_bare(node)->kind == NODE_BFALSE; }

Node *build_truth(const Build *b, bool truth)
{
  return node_leaf(b->arena, truth ? NODE_BTRUE : NODE_BFALSE, SPAN_NONE, NULL);
}

/* Counts the operands that are left, and puts them into `node` unless it is NULL. */
static uint32_t gather(NodeKind kind, Node *const *parts, uint32_t count, Node *node, uint32_t at)
{
  for (uint32_t i = 0; i < count; i++) {
    const Node *bare = node_bare(parts[i]);
    if (bare->kind == (kind == NODE_AND ? NODE_BTRUE : NODE_BFALSE)) continue;
    if (bare->kind == kind) {
      at = gather(kind, bare->kids, bare->count, node, at);
      continue;
    }
    if (node) node_set(node, at, parts[i]);
    at++;
  }
  return at;
}

/* One operand may decide all: that which is false, or true. */
static Node *deciding(NodeKind kind, Node *const *parts, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    const Node *bare = node_bare(parts[i]);
    if (bare->kind == (kind == NODE_AND ? NODE_BFALSE : NODE_BTRUE)) return parts[i];
    Node *inner = bare->kind == kind ? deciding(kind, bare->kids, bare->count) : NULL;
    if (inner) return inner;
  }
  return NULL;
}

static Node *junction(const Build *b, NodeKind kind, Node *const *parts, uint32_t count)
{
  Node *all = deciding(kind, parts, count);
  if (all) return all;
  uint32_t number = gather(kind, parts, count, NULL, 0);
  if (number == 0) return build_truth(b, kind == NODE_AND);
  Node *node = node_new(b->arena, kind, SPAN_NONE, NULL, number);
  gather(kind, parts, count, node, 0);
  return number == 1 ? node->kids[0] : node;
}

Node *build_and(const Build *b, Node *const *parts, uint32_t count)
{
  return junction(b, NODE_AND, parts, count);
}

Node *build_or(const Build *b, Node *const *parts, uint32_t count)
{
  return junction(b, NODE_OR, parts, count);
}

Node *build_both(const Build *b, Node *left, Node *right)
{
  return build_and(b, (Node *const[]){left, right}, 2);
}

Node *build_either(const Build *b, Node *left, Node *right)
{
  return build_or(b, (Node *const[]){left, right}, 2);
}

Node *build_implies(const Build *b, Node *left, Node *right)
{
  if (build_is_true(left) || build_is_true(right)) return right;
  return node_binary(b->arena, NODE_IMPLIES, SPAN_NONE, left, right);
}

Node *build_not(const Build *b, Node *node)
{
  return node_unary(b->arena, NODE_NOT, SPAN_NONE, node);
}

static Node *bound_names(const Build *b, Symbol *const *names, uint32_t count)
{
  Node *node = node_new(b->arena, NODE_NAMES, SPAN_NONE, NULL, count);
  for (uint32_t i = 0; i < count; i++) node_set(node, i, build_name(b, names[i]));
  return node;
}

Node *build_forall(const Build *b, Symbol *const *names, uint32_t count, Node *body)
{
  if (count == 0) return body;
  if (node_bare(body)->kind != NODE_IMPLIES) { /* both have the span of the body: see below */
    Node *always = node_leaf(b->arena, NODE_BTRUE, body->span, NULL);
    body = node_binary(b->arena, NODE_IMPLIES, body->span, always, body);
  }
  return node_binary(b->arena, NODE_FORALL, SPAN_NONE, bound_names(b, names, count), body);
}

Node *build_universal_body(const Node *forall)
{
  assert(forall->kind == NODE_FORALL);
  Node *body = forall->kids[1];
  if (body->kind != NODE_IMPLIES) return body;
  const Node *premise = body->kids[0];
  bool added = premise->kind == NODE_BTRUE && premise->span.begin == body->span.begin &&
               premise->span.end == body->span.end;
  return added ? body->kids[1] : body;
}

Node *build_exists(const Build *b, Symbol *const *names, uint32_t count, Node *body)
{
  if (count == 0) return body;
  return node_binary(b->arena, NODE_EXISTS, SPAN_NONE, bound_names(b, names, count), body);
}

Node *build_compare(const Build *b, NodeKind kind, Node *left, Node *right)
{
  assert(kind_is_comparison(kind));
  return node_binary(b->arena, kind, SPAN_NONE, left, right);
}

Node *build_equal(const Build *b, Node *left, Node *right)
{
  return build_compare(b, NODE_EQUAL, left, right);
}

Node *build_member(const Build *b, Node *element, Node *set)
{
  return build_compare(b, NODE_MEMBER, element, set);
}

Node *build_subset(const Build *b, Node *part, Node *set)
{
  return build_compare(b, NODE_SUBSET, part, set);
}

Node *build_finite(const Build *b, Node *set)
{
  return node_unary(b->arena, NODE_FINITE, SPAN_NONE, set);
}

Node *build_not_empty(const Build *b, Node *set)
{
  return build_compare(b, NODE_NOT_EQUAL, set, build_empty_set(b, set->type));
}

/* ---- expressions */

Node *build_name(const Build *b, Symbol *symbol)
{
  Node *node = node_leaf(b->arena, NODE_IDENT, SPAN_NONE, symbol->name);
  node->symbol = symbol;
  return typed(node, symbol->type);
}

Node *build_integer(const Build *b, const char *digits)
{
  const Name *name = names_intern_string(b->names, digits);
  return typed(node_leaf(b->arena, NODE_INTEGER_LIT, SPAN_NONE, name), type_integer(b->types));
}

Node *build_constant(const Build *b, NodeKind kind, const Type *type)
{
  return typed(node_leaf(b->arena, kind, SPAN_NONE, NULL), type);
}

Node *build_empty_set(const Build *b, const Type *type)
{
  return build_constant(b, NODE_EMPTY_SET, type);
}

Node *build_function(const Build *b, NodeKind kind, const Type *type, Node *argument)
{
  return typed(node_unary(b->arena, kind, SPAN_NONE, argument), type);
}

Node *build_infix(const Build *b, NodeKind kind, const Type *type, Node *left, Node *right)
{
  return typed(node_binary(b->arena, kind, SPAN_NONE, left, right), type);
}

Node *build_dom(const Build *b, Node *relation)
{
  const Type *pair = relation->type->args[0];
  return build_function(b, NODE_DOM, type_pow(b->types, pair->args[0]), relation);
}

Node *build_maplet(const Build *b, Node *left, Node *right)
{
  const Type *type = type_pair(b->types, loose(left->type), loose(right->type));
  return build_infix(b, NODE_MAPLET, type, left, right);
}

/* The set `of` a type whose parts are types. */
static Node *set_of_parts(const Build *b, const Type *type, const Type *set)
{
  Node *left = build_type_set(b, type->args[0]);
  if (!left || type->kind == TYPE_POW) return left ? build_function(b, NODE_POW, set, left) : NULL;
  Node *right = build_type_set(b, type->args[1]);
  return right ? build_infix(b, NODE_CARTESIAN, set, left, right) : NULL;
}

Node *build_type_set(const Build *b, const Type *type)
{
  const Type *set = type_pow(b->types, loose(type));
  switch (type->kind) {
  case TYPE_INTEGER: return build_constant(b, NODE_INTEGER, set);
  case TYPE_BOOL: return build_constant(b, NODE_BOOL, set);
  case TYPE_STRING: return build_constant(b, NODE_STRING, set);
  case TYPE_REAL: return build_constant(b, NODE_REAL, set);
  case TYPE_GIVEN: return build_name(b, type->symbol);
  case TYPE_FREE: return type->count ? NULL : build_name(b, type->symbol);
  case TYPE_POW:
  case TYPE_PAIR: return set_of_parts(b, type, set);
  case TYPE_RECORD:
  case TYPE_VAR: break;
  }
  return NULL;
}

static const Type *tuple_type(const Build *b, Symbol *const *names, uint32_t count)
{
  Type *type = names[0]->type;
  for (uint32_t i = 1; i < count; i++) type = type_pair(b->types, type, names[i]->type);
  return type;
}

Node *build_comprehension(const Build *b, Symbol *const *names, uint32_t count, Node *predicate)
{
  assert(count > 0);
  const Type *type = type_pow(b->types, loose(tuple_type(b, names, count)));
  Node *list = bound_names(b, names, count);
  return typed(node_binary(b->arena, NODE_COMPREHENSION, SPAN_NONE, list, predicate), type);
}

/* ---- names */

Symbol *build_local(const Build *b, const Name *name, const Type *type)
{
  Symbol *symbol = arena_alloc(b->arena, sizeof *symbol);
  symbol->kind = SYMBOL_LOCAL;
  symbol->local = LOCAL_BOUND;
  symbol->name = name;
  symbol->span = SPAN_NONE;
  symbol->type = loose(type);
  return symbol;
}

const Name *build_fresh(const Build *b, const Name *name, const Map *taken)
{
  uint32_t length = name->len, primes = 0;
  while (length > 1 && name->text[length - 1] == '\'') length--, primes++;
  for (uint32_t i = 0;; i++) {
    const char *text = arena_printf(b->arena, "%.*s%u%s", (int) length, name->text, i,
                                    primes ? name->text + length : "");
    const Name *fresh = names_intern_string(b->names, text);
    if (!map_get(taken, fresh)) return fresh;
  }
}
