#include "eventb/formula.h"

#include <string.h>

#include "eventb/tree.h"

enum { FORMULA_DEPTH_LIMIT = 1000 };

static Node *parse_group(EventbParser *, int group);
static Node *parse_any(EventbParser *p) { return parse_group(p, GROUP_LOGIC_ARROW); }
static Node *parse_expr(EventbParser *);

/* A formula that ends at a closing bracket, or one that does not. */
static Node *parse_within(EventbParser *p, bool enclosed)
{
  bool outside = p->enclosed;
  p->enclosed = enclosed;
  Node *node = parse_any(p);
  p->enclosed = outside;
  return node;
}

/* ---- tokens and mistakes */

static const EventbToken *peek(const EventbParser *p) { return &p->tokens[p->at]; }
static bool at_token(const EventbParser *p, EventbTokenKind kind) { return peek(p)->kind == kind; }
static bool at_infix(const EventbParser *p, NodeKind node)
{
  return at_token(p, EVENTB_INFIX) && peek(p)->node == node;
}

static const EventbToken *advance(EventbParser *p)
{
  const EventbToken *token = peek(p);
  if (token->kind != EVENTB_END) p->at++;
  return token;
}

static bool accept(EventbParser *p, EventbTokenKind kind)
{
  if (!at_token(p, kind)) return false;
  advance(p);
  return true;
}

static Span span_since(const EventbParser *p, uint32_t begin)
{
  uint32_t end = p->at > 0 ? p->tokens[p->at - 1].span.end : begin;
  return (Span){begin, end};
}

static Node *error_node(EventbParser *p)
{
  return node_leaf(p->arena, NODE_ERROR, peek(p)->span, NULL);
}

static Diag *mistake(EventbParser *p, Span span, const char *message)
{
  if (p->failed) return NULL;
  p->failed = true;
  return diag_error(p->context->diags, span, "syntax", "%s", message);
}

Diag *eventb_unexpected(EventbParser *p, const char *what)
{
  const EventbToken *token = peek(p);
  if (p->failed) return NULL;
  p->failed = true;
  uint32_t length;
  const char *text = sources_text(diags_sources(p->context->diags), token->span, &length);
  if (token->kind == EVENTB_END)
    return diag_error(p->context->diags, token->span, "syntax", "the text ends here, expected %s",
                      what);
  if (token->kind == EVENTB_ERROR) return NULL;
  return diag_error(p->context->diags, token->span, "syntax", "unexpected %.*s, expected %s",
                    (int) (length > 40 ? 40 : length), text, what);
}

static void expect(EventbParser *p, EventbTokenKind kind, const char *what)
{
  if (!accept(p, kind)) eventb_unexpected(p, what);
}

/* ---- operators of theories */

static bool is_bound(const EventbParser *p, const Name *name)
{
  for (const EventbBound *b = p->bound; b; b = b->outer)
    for (uint32_t i = 0; b->names && i < b->names->count; i++)
      if (b->names->kids[i]->name == name) return true;
  return p->declared && map_get(p->declared, name);
}

static const EventbOperator *operator_here(const EventbParser *p, bool infix)
{
  const EventbToken *token = peek(p);
  if (!p->operators || token->kind != EVENTB_NAME || token->quoted) return NULL;
  const EventbOperator *op = map_get(p->operators, token->name);
  return op && op->infix == infix && !is_bound(p, token->name) ? op : NULL;
}

/* Two theories may mean different things by it. */
static void want_one_meaning(EventbParser *p, const EventbOperator *op, Span span)
{
  if (!op->other || p->failed) return;
  diag_error(p->context->diags, span, "declared-twice",
             "the theories %s and %s both declare the operator %s", op->theory, op->other,
             op->name->text);
  p->failed = true;
}

/* Is the DEF_CALL of a predicate? */
static bool is_predicate_call(const EventbParser *p, const Node *call)
{
  const EventbOperator *op = p->operators ? map_get(p->operators, call->name) : NULL;
  return op && op->predicate;
}

/* Complains if the class of the node is another one. */
static Node *want(EventbParser *p, Node *node, NodeClass class)
{
  NodeClass found = node_kind_class(node->kind);
  if (p->failed || node->kind == NODE_ERROR || found == class) return node;
  if (found == CLASS_ANY && is_predicate_call(p, node) == (class == CLASS_PRED)) return node;
  mistake(p, node->span,
          class == CLASS_PRED ? "expected a predicate, found an expression"
                              : "expected an expression, found a predicate");
  return node;
}

static Node *checked(EventbParser *p, Node *node)
{
  if (node->height < TREE_HEIGHT_LIMIT / 2) return node;
  mistake(p, node->span, "this formula is too deep");
  return error_node(p);
}

/* ---- infix operators */

bool eventb_is_compatible(NodeKind before, NodeKind op, EventbGroup group)
{
  switch (group) {
  case GROUP_PAIR:
  case GROUP_SUM:
  case GROUP_PRODUCT: return true;
  case GROUP_LOGIC: return before == op;
  case GROUP_SETS: break;
  default: return false;
  }
  bool restricts = op == NODE_RAN_RESTRICT || op == NODE_RAN_SUBTRACT;
  switch (before) {
  case NODE_UNION:
  case NODE_CARTESIAN:
  case NODE_CIRC:
  case NODE_OVERRIDE: return op == before;
  case NODE_INTERSECTION: return op == before || op == NODE_SET_MINUS || restricts;
  case NODE_COMPOSE: return op == before || restricts;
  case NODE_DOM_RESTRICT:
  case NODE_DOM_SUBTRACT:
    return op == NODE_INTERSECTION || op == NODE_SET_MINUS || op == NODE_COMPOSE ||
           op == NODE_DIRECT_PRODUCT || restricts;
  default: return false;
  }
}

static void report_mix(EventbParser *p, NodeKind before, const EventbToken *token)
{
  if (p->failed) return;
  p->failed = true;
  Diags *diags = p->context->diags;
  const char *first = eventb_spelling(before, true);
  const char *second = eventb_spelling(token->node, true);
  Diag *diag =
      diag_error(diags, token->span, "brackets",
                 "%s after %s needs brackets: Event-B has no priority between them", second, first);
  diag_hint(diags, diag, "write (a %s b) %s c or a %s (b %s c)", first, second, first, second);
}

static Node *combine(EventbParser *p, NodeKind kind, EventbGroup group, Node *left, Node *right)
{
  NodeClass class = group <= GROUP_LOGIC ? CLASS_PRED : CLASS_EXPR;
  want(p, left, class);
  want(p, right, class);
  Span span = span_join(left->span, right->span);
  Node *node = node_binary(p->arena, kind, span, left, right);
  return checked(p, node);
}

/* A quantified predicate after an operator goes to the end of the formula; only where a
 * bracket shows that end it may stand without its own. */
static void check_quantifier(EventbParser *p)
{
  const EventbToken *token = peek(p);
  bool quantifier =
      token->kind == EVENTB_BINDER && (token->node == NODE_FORALL || token->node == NODE_EXISTS);
  if (quantifier && !p->enclosed)
    mistake(p, token->span, "a quantified predicate after an operator needs brackets");
}

/* a & b & c, read into one node. */
static Node *parse_chain(EventbParser *p, Node *left, NodeKind op)
{
  TreeList list = {0};
  vec_push(&list, want(p, left, CLASS_PRED));
  while (!p->failed && at_infix(p, op)) {
    advance(p);
    check_quantifier(p);
    vec_push(&list, want(p, parse_group(p, GROUP_COMPARISON), CLASS_PRED));
  }
  Span span = span_join(left->span, list.data[list.len - 1]->span);
  Node *node = node_list(p->arena, op, span, NULL, list.data, list.len);
  vec_free(&list);
  return checked(p, node);
}

static Node *parse_operand(EventbParser *);

/* An infix operator of a theory needs brackets beside others: what it binds is its neighbours. */
static Node *parse_infix_call(EventbParser *p, Node *left, int group)
{
  Node *arguments[2] = {want(p, left, CLASS_EXPR), NULL};
  want_one_meaning(p, operator_here(p, true), peek(p)->span);
  const Name *name = advance(p)->name;
  arguments[1] = want(p, parse_group(p, group + 1), CLASS_EXPR);
  Span span = span_join(left->span, arguments[1]->span);
  return checked(p, node_list(p->arena, NODE_DEF_CALL, span, name, arguments, 2));
}

static bool at_infix_call(const EventbParser *p, int group)
{
  const EventbOperator *op = operator_here(p, true);
  return op && group == (op->predicate ? GROUP_COMPARISON : GROUP_SETS);
}

/* operand { operator operand } of one group and the tighter ones. */
static Node *parse_group(EventbParser *p, int group)
{
  if (group > GROUP_EXPONENT) return parse_operand(p);
  Node *left;
  if (group == GROUP_SUM && at_infix(p, NODE_MINUS)) {
    uint32_t begin = advance(p)->span.begin;
    Node *operand = want(p, parse_group(p, GROUP_PRODUCT), CLASS_EXPR);
    left = checked(p, node_unary(p->arena, NODE_NEGATE, span_since(p, begin), operand));
  } else {
    left = parse_group(p, group + 1);
  }
  NodeKind before = NODE_ERROR;
  while (!p->failed && at_infix_call(p, group)) left = parse_infix_call(p, left, group);
  while (!p->failed && at_token(p, EVENTB_INFIX) && peek(p)->group == group) {
    const EventbToken *token = peek(p);
    if (before != NODE_ERROR && !eventb_is_compatible(before, token->node, (EventbGroup) group)) {
      report_mix(p, before, token);
      break;
    }
    before = token->node;
    if (group == GROUP_LOGIC) {
      left = parse_chain(p, left, before);
      continue;
    }
    advance(p);
    check_quantifier(p);
    left = combine(p, before, (EventbGroup) group, left, parse_group(p, group + 1));
  }
  return left;
}

static Node *parse_expr(EventbParser *p) { return want(p, parse_any(p), CLASS_EXPR); }

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
    type = want(p, parse_group(p, GROUP_ARROW), CLASS_EXPR);
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
    if (!has_name(list, node->name)) vec_push(list, tree_ident(arena, node->span, node->name));
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
  if (list.len == 0) mistake(p, expression->span, "this binds no names");
  return names_of(p, &list);
}

static Node *binding(EventbParser *p, NodeKind kind, uint32_t begin, Node *names, Node *predicate,
                     Node *expression)
{
  Node *node = node_new(p->arena, kind, span_since(p, begin), NULL, expression ? 3 : 2);
  node_set(node, 0, names);
  node_set(node, 1, want(p, predicate, CLASS_PRED));
  if (expression) node_set(node, 2, want(p, expression, CLASS_EXPR));
  return checked(p, node);
}

/* ---- binders */

/* names "·" P "∣" E, or E "∣" P; what comes before was read already */
static Node *parse_union(EventbParser *p, NodeKind kind, uint32_t begin)
{
  Node *names = try_names(p), *predicate, *expression;
  EventbBound bound = {names, p->bound};
  p->bound = &bound;
  if (names) {
    predicate = parse_within(p, false);
    expect(p, EVENTB_BAR, "∣ and an expression");
    expression = parse_any(p);
  } else {
    expression = parse_any(p);
    expect(p, EVENTB_BAR, "∣ and a predicate");
    predicate = parse_any(p);
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
    if (++p->depth > FORMULA_DEPTH_LIMIT) mistake(p, peek(p)->span, "this is nested too deeply");
    Node *pattern = p->failed ? error_node(p) : parse_pattern(p, names);
    p->depth--;
    expect(p, EVENTB_RIGHT_PAREN, "')'");
    return pattern;
  }
  Node *bound = parse_bound(p);
  if (p->failed) return bound;
  if (has_name(names, bound->name)) mistake(p, bound->span, "this name is bound twice");
  vec_push(names, bound);
  return tree_ident(p->arena, bound->span, bound->name);
}

static Node *parse_pattern(EventbParser *p, TreeList *names)
{
  Node *left = parse_simple_pattern(p, names);
  while (!p->failed && at_infix(p, NODE_MAPLET)) {
    advance(p);
    Node *right = parse_simple_pattern(p, names);
    left = checked(
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
  expect(p, EVENTB_DOT, "'·'");
  EventbBound bound = {names, p->bound};
  p->bound = &bound;
  Node *predicate = parse_within(p, false);
  expect(p, EVENTB_BAR, "∣ and an expression");
  Node *expression = parse_any(p);
  p->bound = bound.outer;
  if (p->failed) return error_node(p);
  if (is_plain_tuple(pattern)) return binding(p, NODE_LAMBDA, begin, names, predicate, expression);
  Node *pair = node_binary(p->arena, NODE_MAPLET, expression->span, pattern,
                           want(p, expression, CLASS_EXPR));
  return binding(p, NODE_IMAGE_SET, begin, names, predicate, pair);
}

static Node *parse_binder(EventbParser *p)
{
  const EventbToken *token = advance(p);
  uint32_t begin = token->span.begin;
  if (token->node == NODE_LAMBDA) return parse_lambda(p, begin);
  if (token->node == NODE_QUANT_UNION || token->node == NODE_QUANT_INTER)
    return parse_union(p, token->node, begin);
  Node *names = parse_names(p);
  expect(p, EVENTB_DOT, "'·'");
  EventbBound bound = {names, p->bound};
  p->bound = &bound;
  Node *predicate = parse_any(p);
  p->bound = bound.outer;
  return binding(p, token->node, begin, names, predicate, NULL);
}

/* "{" "}", "{" E { "," E } "}", "{" names "·" P "∣" E "}", "{" E "∣" P "}" */
static Node *parse_set(EventbParser *p)
{
  uint32_t begin = advance(p)->span.begin;
  if (accept(p, EVENTB_RIGHT_BRACE))
    return node_leaf(p->arena, NODE_EMPTY_SET, span_since(p, begin), NULL);
  Node *names = try_names(p);
  if (names) {
    EventbBound bound = {names, p->bound};
    p->bound = &bound;
    Node *predicate = parse_within(p, false);
    expect(p, EVENTB_BAR, "∣ and an expression");
    Node *expression = parse_within(p, true);
    p->bound = bound.outer;
    expect(p, EVENTB_RIGHT_BRACE, "'}'");
    return binding(p, NODE_IMAGE_SET, begin, names, predicate, expression);
  }
  TreeList list = {0};
  do vec_push(&list, parse_expr(p));
  while (!p->failed && accept(p, EVENTB_COMMA));
  Node *node;
  if (!p->failed && list.len == 1 && accept(p, EVENTB_BAR)) {
    Node *expression = list.data[0], *predicate = parse_within(p, true);
    expect(p, EVENTB_RIGHT_BRACE, "'}'");
    node = binding(p, NODE_IMAGE_SET, begin, implicit_names(p, expression), predicate, expression);
  } else {
    expect(p, EVENTB_RIGHT_BRACE, "',' or '}'");
    node = node_list(p->arena, NODE_SET_EXT, span_since(p, begin), NULL, list.data, list.len);
  }
  vec_free(&list);
  return checked(p, node);
}

/* ---- operands */

/* word "(" arguments ")"; ¬ needs no brackets */
static Node *parse_function(EventbParser *p)
{
  const EventbToken *token = advance(p);
  uint32_t begin = token->span.begin;
  if (token->node == NODE_NOT) {
    Node *operand = want(p, parse_group(p, GROUP_COMPARISON), CLASS_PRED);
    return checked(p, node_unary(p->arena, NODE_NOT, span_since(p, begin), operand));
  }
  expect(p, EVENTB_LEFT_PAREN, "'('");
  TreeList list = {0};
  do {
    Node *argument = parse_within(p, true);
    vec_push(&list, want(p, argument, token->node == NODE_BOOL_OF ? CLASS_PRED : CLASS_EXPR));
  } while (!p->failed && token->node == NODE_PARTITION && accept(p, EVENTB_COMMA));
  expect(p, EVENTB_RIGHT_PAREN, "')'");
  Node *node = node_list(p->arena, token->node, span_since(p, begin), NULL, list.data, list.len);
  vec_free(&list);
  return checked(p, node);
}

/* name [ "(" E { "," E } ")" ]: as many as the operator of a theory has arguments.  A datatype may
 * be named without those. */
static Node *parse_call(EventbParser *p, const EventbOperator *op)
{
  const EventbToken *token = advance(p);
  TreeList list = {0};
  want_one_meaning(p, op, token->span);
  if (op->count && accept(p, EVENTB_LEFT_PAREN)) {
    do vec_push(&list, want(p, parse_within(p, true), CLASS_EXPR));
    while (!p->failed && accept(p, EVENTB_COMMA));
    expect(p, EVENTB_RIGHT_PAREN, "')'");
  }
  Span span = span_since(p, token->span.begin);
  Node *node = node_list(p->arena, NODE_DEF_CALL, span, op->name, list.data, list.len);
  vec_free(&list);
  return checked(p, node);
}

/* COND(P,E,F), which every theory has */
static bool at_condition(const EventbParser *p)
{
  return p->operators && at_token(p, EVENTB_NAME) && !strcmp(peek(p)->name->text, "COND") &&
         p->tokens[p->at + 1].kind == EVENTB_LEFT_PAREN && !is_bound(p, peek(p)->name);
}

static Node *parse_condition(EventbParser *p)
{
  uint32_t begin = advance(p)->span.begin;
  Node *node = node_new(p->arena, NODE_IF_EXPR, peek(p)->span, NULL, 3);
  advance(p);
  for (uint32_t i = 0; i < 3; i++) {
    if (i > 0) expect(p, EVENTB_COMMA, "','");
    node_set(node, i, want(p, parse_within(p, true), i == 0 ? CLASS_PRED : CLASS_EXPR));
  }
  expect(p, EVENTB_RIGHT_PAREN, "')'");
  node->span = span_since(p, begin);
  return checked(p, node);
}

static Node *parse_primary(EventbParser *p)
{
  const EventbToken *token = peek(p);
  const EventbOperator *op = operator_here(p, false);
  if (op) return parse_call(p, op);
  if (at_condition(p)) return parse_condition(p);
  switch ((EventbTokenKind) token->kind) {
  case EVENTB_NAME: advance(p); return tree_ident(p->arena, token->span, token->name);
  case EVENTB_NUMBER:
    advance(p);
    return tree_integer(p->arena, p->context->names, token->span, token->name->text);
  case EVENTB_CONSTANT: advance(p); return node_leaf(p->arena, token->node, token->span, NULL);
  case EVENTB_FUNCTION: return parse_function(p);
  case EVENTB_BINDER: return parse_binder(p);
  case EVENTB_LEFT_BRACE: return parse_set(p);
  case EVENTB_LEFT_PAREN: {
    advance(p);
    Node *inner = parse_within(p, true);
    expect(p, EVENTB_RIGHT_PAREN, "')'");
    return inner;
  }
  case EVENTB_INFIX:
    if (token->node == NODE_MINUS) {
      advance(p);
      Node *operand = want(p, parse_operand(p), CLASS_EXPR);
      return checked(p,
                     node_unary(p->arena, NODE_NEGATE, span_since(p, token->span.begin), operand));
    }
    break;
  default: break;
  }
  eventb_unexpected(p, "an expression or a predicate");
  return error_node(p);
}

/* { "(" E ")" | "[" E "]" | "∼" } */
static Node *parse_postfix(EventbParser *p, Node *node)
{
  uint32_t begin = node->span.begin;
  bool call = node->kind == NODE_DEF_CALL && !is_predicate_call(p, node);
  while (!p->failed && (call || node_kind_class(node->kind) == CLASS_EXPR)) {
    if (accept(p, EVENTB_INVERSE)) {
      node = node_unary(p->arena, NODE_INVERSE, span_since(p, begin), node);
    } else if (accept(p, EVENTB_LEFT_PAREN)) {
      Node *argument = want(p, parse_within(p, true), CLASS_EXPR);
      expect(p, EVENTB_RIGHT_PAREN, "')'");
      node = node_binary(p->arena, NODE_APPLY, span_since(p, begin), node, argument);
    } else if (accept(p, EVENTB_LEFT_BRACKET)) {
      Node *argument = want(p, parse_within(p, true), CLASS_EXPR);
      expect(p, EVENTB_RIGHT_BRACKET, "']'");
      node = node_binary(p->arena, NODE_IMAGE, span_since(p, begin), node, argument);
    } else break;
    node = checked(p, node);
  }
  return node;
}

static Node *parse_operand(EventbParser *p)
{
  if (p->failed) return error_node(p);
  if (p->depth >= FORMULA_DEPTH_LIMIT) {
    mistake(p, peek(p)->span, "this is nested too deeply");
    return error_node(p);
  }
  p->depth++;
  bool binder = at_token(p, EVENTB_BINDER);
  Node *node = parse_primary(p);
  if (!binder) node = parse_postfix(p, node);
  p->depth--;
  return node;
}

/* ---- assignments */

static Node *parse_list(EventbParser *p)
{
  TreeList list = {0};
  do vec_push(&list, parse_expr(p));
  while (!p->failed && accept(p, EVENTB_COMMA));
  Span span = span_join(list.data[0]->span, list.data[list.len - 1]->span);
  Node *node = node_list(p->arena, NODE_LIST, span, NULL, list.data, list.len);
  vec_free(&list);
  return node;
}

static bool is_target(const Node *node, bool plain)
{
  while (!plain && node->kind == NODE_APPLY) node = node->kids[0];
  return node->kind == NODE_IDENT;
}

/* targets "≔" values, name ":∈" E, names ":∣" P */
static Node *parse_assignment(EventbParser *p)
{
  uint32_t begin = peek(p)->span.begin;
  if (at_token(p, EVENTB_NAME) && !strcmp(peek(p)->name->text, "skip") &&
      p->tokens[p->at + 1].kind != EVENTB_ASSIGN)
    return node_leaf(p->arena, NODE_SKIP, advance(p)->span, NULL);
  Node *targets = parse_list(p), *value;
  NodeKind kind = NODE_ASSIGN;
  if (accept(p, EVENTB_ASSIGN)) value = parse_list(p);
  else if (accept(p, EVENTB_BECOMES_IN)) value = parse_expr(p), kind = NODE_BECOMES_IN;
  else if (accept(p, EVENTB_BECOMES_SUCH))
    value = want(p, parse_any(p), CLASS_PRED), kind = NODE_BECOMES_SUCH;
  else {
    eventb_unexpected(p, "≔, :∈ or :∣");
    return error_node(p);
  }
  for (uint32_t i = 0; i < targets->count && !p->failed; i++)
    if (!is_target(targets->kids[i], kind != NODE_ASSIGN))
      mistake(p, targets->kids[i]->span, "only variables can be assigned");
  if (kind == NODE_ASSIGN && targets->count != value->count)
    mistake(p, span_since(p, begin), "there must be as many values as variables");
  return p->failed ? error_node(p)
                   : node_binary(p->arena, kind, span_since(p, begin), targets, value);
}

/* ---- the whole */

Node *eventb_parse(EventbParser *p, EventbFormulaKind kind)
{
  Node *node;
  if (kind == EVENTB_ASSIGNMENT) node = parse_assignment(p);
  else if (kind == EVENTB_EITHER) node = parse_any(p);
  else node = want(p, parse_any(p), kind == EVENTB_PREDICATE ? CLASS_PRED : CLASS_EXPR);
  return p->failed ? error_node(p) : node;
}

Node *eventb_parse_source(ParseContext *context, const Source *source, EventbFormulaKind kind,
                          const Map *declared, const Map *operators)
{
  uint32_t errors = diags_errors(context->diags);
  EventbTokens tokens = eventb_lex(context, source, declared, operators, false);
  EventbParser p = {.context = context, .arena = context->arena, .tokens = tokens.tokens};
  p.declared = declared;
  p.operators = operators;
  p.failed = diags_errors(context->diags) != errors;
  Node *node = eventb_parse(&p, kind);
  if (!at_token(&p, EVENTB_END)) eventb_unexpected(&p, "the end of the formula");
  return p.failed ? error_node(&p) : node;
}
