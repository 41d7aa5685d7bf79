#include "eventb/notation/formula_impl.h"
#include "eventb/notation/math.h"

/* ---- bound names */

/* name [ "⦂" type ] */
static Node *parse_bound(EventbParser *p)
{
  const EventbToken *token = peek(p);
  if (token->kind != EVENTB_NAME) {
    eventb_unexpected(p, "a name");
    return error_node(p);
  }
  advance(p);
  Node *type = NULL;
  if (at_infix(p, NODE_TYPED)) {
    advance(p);
    type = formula_want(p, formula_group(p, GROUP_ARROW), CLASS_EXPR);
  }
  Node *name = node_new(p->arena, NODE_IDENT, token->span, token->name, type ? 1 : 0);
  if (type) node_set(name, 0, type);
  return name;
}

static Node *names_of(EventbParser *p, TreeList *list)
{
  Span span =
      list->len ? span_join(list->data[0]->span, list->data[list->len - 1]->span) : peek(p)->span;
  Node *names = node_list(p->arena, NODE_NAMES, span, NULL, list->data, list->len);
  vec_free(list);
  return names;
}

/* bound { "," bound } */
static Node *parse_names(EventbParser *p)
{
  TreeList list = {0};
  do vec_push(&list, parse_bound(p));
  while (!p->failed && accept(p, EVENTB_COMMA));
  return names_of(p, &list);
}

/* Do names and the dot of an explicit binder come here?  Reads up to after the dot, or
 * nothing. */
static Node *try_names(EventbParser *p)
{
  if (!at_token(p, EVENTB_NAME)) return NULL;
  EventbParser start = *p;
  uint32_t mark = diags_mark(p->context->diags);
  Node *names = parse_names(p);
  if (!p->failed && accept(p, EVENTB_DOT)) return names;
  diags_release(p->context->diags, mark);
  *p = start;
  return NULL;
}

static bool has_name(const TreeList *list, const Name *name)
{
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i]->name == name) return true;
  return false;
}

void eventb_collect_names(Arena *arena, const Node *node, TreeList *list)
{
  if (node->kind == NODE_IDENT) {
    if (!has_name(list, node->name)) vec_push(list, math_ident(arena, node->span, node->name));
    return;
  }
  const Node *bound = node->count && node->kids[0]->kind == NODE_NAMES ? node->kids[0] : NULL;
  TreeList inner = {0};
  for (uint32_t i = bound ? 1 : 0; i < node->count; i++)
    eventb_collect_names(arena, node->kids[i], bound ? &inner : list);
  for (uint32_t i = 0; i < inner.len; i++) {
    const Name *name = inner.data[i]->name;
    bool hidden = false;
    for (uint32_t k = 0; k < bound->count; k++) hidden |= bound->kids[k]->name == name;
    if (!hidden && !has_name(list, name)) vec_push(list, inner.data[i]);
  }
  vec_free(&inner);
}

static Node *implicit_names(EventbParser *p, const Node *expression)
{
  TreeList list = {0};
  eventb_collect_names(p->arena, expression, &list);
  if (list.len == 0) formula_mistake(p, expression->span, "no names are bound here");
  return names_of(p, &list);
}

static Node *binding(EventbParser *p, NodeKind kind, uint32_t begin, Node *names, Node *predicate,
                     Node *expression)
{
  Node *node = node_new(p->arena, kind, span_since(p, begin), NULL, expression ? 3 : 2);
  node_set(node, 0, names);
  node_set(node, 1, formula_want(p, predicate, CLASS_PRED));
  if (expression) node_set(node, 2, formula_want(p, expression, CLASS_EXPR));
  return formula_checked(p, node);
}

/* ---- binders */

/* names "·" P "∣" E, or E "∣" P; what comes before was read already */
static Node *parse_union(EventbParser *p, NodeKind kind, uint32_t begin)
{
  Node *names = try_names(p), *predicate, *expression;
  EventbBound bound = {names, p->bound};
  p->bound = &bound;
  if (names) {
    predicate = formula_within(p, false);
    formula_expect(p, EVENTB_BAR, "∣ and an expression");
    expression = formula_any(p);
  } else {
    expression = formula_any(p);
    formula_expect(p, EVENTB_BAR, "∣ and a predicate");
    predicate = formula_any(p);
    names = implicit_names(p, expression);
  }
  p->bound = bound.outer;
  return binding(p, kind, begin, names, predicate, expression);
}

/* Is it x ↦ y ↦ z, nested to the left, with different names? */
static bool is_plain_tuple(const Node *pattern)
{
  TreeList names = {0};
  bool plain = true;
  for (; plain && pattern->kind == NODE_MAPLET; pattern = pattern->kids[0]) {
    plain = pattern->kids[1]->kind == NODE_IDENT && !has_name(&names, pattern->kids[1]->name);
    vec_push(&names, pattern->kids[1]);
  }
  plain = plain && pattern->kind == NODE_IDENT && !has_name(&names, pattern->name);
  vec_free(&names);
  return plain;
}

/* bound, pattern ↦ pattern, or ( pattern ) */
static Node *parse_pattern(EventbParser *p, TreeList *names);

static Node *parse_simple_pattern(EventbParser *p, TreeList *names)
{
  if (accept(p, EVENTB_LEFT_PAREN)) {
    if (++p->depth > FORMULA_DEPTH_LIMIT)
      formula_mistake(p, peek(p)->span, "this is nested too deeply");
    Node *pattern = p->failed ? error_node(p) : parse_pattern(p, names);
    p->depth--;
    formula_expect(p, EVENTB_RIGHT_PAREN, "')'");
    return pattern;
  }
  Node *bound = parse_bound(p);
  if (p->failed) return bound;
  if (has_name(names, bound->name)) formula_mistake(p, bound->span, "duplicate bound name");
  vec_push(names, bound);
  return math_ident(p->arena, bound->span, bound->name);
}

static Node *parse_pattern(EventbParser *p, TreeList *names)
{
  Node *left = parse_simple_pattern(p, names);
  while (!p->failed && at_infix(p, NODE_MAPLET)) {
    advance(p);
    Node *right = parse_simple_pattern(p, names);
    left = formula_checked(
        p, node_binary(p->arena, NODE_MAPLET, span_join(left->span, right->span), left, right));
  }
  return left;
}

/* "λ" pattern "·" P "∣" E */
static Node *parse_lambda(EventbParser *p, uint32_t begin)
{
  TreeList list = {0};
  Node *pattern = parse_pattern(p, &list);
  Node *names = names_of(p, &list);
  formula_expect(p, EVENTB_DOT, "'·'");
  EventbBound bound = {names, p->bound};
  p->bound = &bound;
  Node *predicate = formula_within(p, false);
  formula_expect(p, EVENTB_BAR, "∣ and an expression");
  Node *expression = formula_any(p);
  p->bound = bound.outer;
  if (p->failed) return error_node(p);
  if (is_plain_tuple(pattern)) return binding(p, NODE_LAMBDA, begin, names, predicate, expression);
  Node *pair = node_binary(p->arena, NODE_MAPLET, expression->span, pattern,
                           formula_want(p, expression, CLASS_EXPR));
  return binding(p, NODE_IMAGE_SET, begin, names, predicate, pair);
}

Node *formula_binder(EventbParser *p)
{
  const EventbToken *token = advance(p);
  uint32_t begin = token->span.begin;
  if (token->node == NODE_LAMBDA) return parse_lambda(p, begin);
  if (token->node == NODE_QUANT_UNION || token->node == NODE_QUANT_INTER)
    return parse_union(p, token->node, begin);
  Node *names = parse_names(p);
  formula_expect(p, EVENTB_DOT, "'·'");
  EventbBound bound = {names, p->bound};
  p->bound = &bound;
  Node *predicate = formula_any(p);
  p->bound = bound.outer;
  return binding(p, token->node, begin, names, predicate, NULL);
}

/* "{" "}", "{" E { "," E } "}", "{" names "·" P "∣" E "}", "{" E "∣" P "}" */
Node *formula_set(EventbParser *p)
{
  uint32_t begin = advance(p)->span.begin;
  if (accept(p, EVENTB_RIGHT_BRACE))
    return node_leaf(p->arena, NODE_EMPTY_SET, span_since(p, begin), NULL);
  Node *names = try_names(p);
  if (names) {
    EventbBound bound = {names, p->bound};
    p->bound = &bound;
    Node *predicate = formula_within(p, false);
    formula_expect(p, EVENTB_BAR, "∣ and an expression");
    Node *expression = formula_within(p, true);
    p->bound = bound.outer;
    formula_expect(p, EVENTB_RIGHT_BRACE, "'}'");
    return binding(p, NODE_IMAGE_SET, begin, names, predicate, expression);
  }
  TreeList list = {0};
  do vec_push(&list, formula_expr(p));
  while (!p->failed && accept(p, EVENTB_COMMA));
  Node *node;
  if (!p->failed && list.len == 1 && accept(p, EVENTB_BAR)) {
    Node *expression = list.data[0], *predicate = formula_within(p, true);
    formula_expect(p, EVENTB_RIGHT_BRACE, "'}'");
    node = binding(p, NODE_IMAGE_SET, begin, implicit_names(p, expression), predicate, expression);
  } else {
    formula_expect(p, EVENTB_RIGHT_BRACE, "',' or '}'");
    node = node_list(p->arena, NODE_SET_EXT, span_since(p, begin), NULL, list.data, list.len);
  }
  vec_free(&list);
  return formula_checked(p, node);
}
