#include "eventb/notation/formula_impl.h"

#include <string.h>

#include "eventb/notation/math.h"

Node *formula_any(EventbParser *p) { return formula_group(p, GROUP_LOGIC_ARROW); }

/* A formula that ends at a closing bracket, or one that does not. */
Node *formula_within(EventbParser *p, bool enclosed)
{
  bool outside = p->enclosed;
  p->enclosed = enclosed;
  Node *node = formula_any(p);
  p->enclosed = outside;
  return node;
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

static void report_mix(EventbParser *p, NodeKind before, const Node *left, const EventbToken *token)
{
  if (p->failed) return;
  p->failed = true;
  Diags *diags = p->context->diags;
  const char *first = eventb_spelling(before, true);
  const char *second = eventb_spelling(token->node, true);
  Diag *diag = diag_error(diags, token->span, "brackets",
                          "%s after %s needs brackets: Event-B defines no priority between them",
                          second, first);
  diag_hint(diags, diag, "write (a %s b) %s c or a %s (b %s c)", first, second, first, second);
  diag_enclose(diags, diag, left->span, "(", ")");
}

static Node *combine(EventbParser *p, NodeKind kind, EventbGroup group, Node *left, Node *right)
{
  NodeClass class = group <= GROUP_LOGIC ? CLASS_PRED : CLASS_EXPR;
  formula_want(p, left, class);
  formula_want(p, right, class);
  Span span = span_join(left->span, right->span);
  Node *node = node_binary(p->arena, kind, span, left, right);
  return formula_checked(p, node);
}

/* A quantified predicate after an operator goes to the end of the formula; only where a
 * bracket shows that end it may stand without its own. */
static void check_quantifier(EventbParser *p)
{
  const EventbToken *token = peek(p);
  bool quantifier =
      token->kind == EVENTB_BINDER && (token->node == NODE_FORALL || token->node == NODE_EXISTS);
  if (quantifier && !p->enclosed)
    formula_mistake(p, token->span, "a quantified predicate after an operator needs brackets");
}

/* a & b & c, read into one node. */
static Node *parse_chain(EventbParser *p, Node *left, NodeKind op)
{
  TreeList list = {0};
  vec_push(&list, formula_want(p, left, CLASS_PRED));
  while (!p->failed && at_infix(p, op)) {
    advance(p);
    check_quantifier(p);
    vec_push(&list, formula_want(p, formula_group(p, GROUP_COMPARISON), CLASS_PRED));
  }
  Span span = span_join(left->span, list.data[list.len - 1]->span);
  Node *node = node_list(p->arena, op, span, NULL, list.data, list.len);
  vec_free(&list);
  return formula_checked(p, node);
}

static Node *parse_operand(EventbParser *);

/* An infix operator of a theory needs brackets beside others: what it binds is its neighbours. */
static Node *parse_infix_call(EventbParser *p, Node *left, int group)
{
  Node *arguments[2] = {formula_want(p, left, CLASS_EXPR), NULL};
  formula_want_one_meaning(p, formula_operator(p, true), peek(p)->span);
  const Name *name = advance(p)->name;
  arguments[1] = formula_want(p, formula_group(p, group + 1), CLASS_EXPR);
  Span span = span_join(left->span, arguments[1]->span);
  return formula_checked(p, node_list(p->arena, NODE_DEF_CALL, span, name, arguments, 2));
}

static bool at_infix_call(const EventbParser *p, int group)
{
  const EventbOperator *op = formula_operator(p, true);
  return op && group == (op->predicate ? GROUP_COMPARISON : GROUP_SETS);
}

/* operand { operator operand } of one group and the tighter ones. */
Node *formula_group(EventbParser *p, int group)
{
  if (group > GROUP_EXPONENT) return parse_operand(p);
  Node *left;
  if (group == GROUP_SUM && at_infix(p, NODE_MINUS)) {
    uint32_t begin = advance(p)->span.begin;
    Node *operand = formula_want(p, formula_group(p, GROUP_PRODUCT), CLASS_EXPR);
    left = formula_checked(p, node_unary(p->arena, NODE_NEGATE, span_since(p, begin), operand));
  } else {
    left = formula_group(p, group + 1);
  }
  NodeKind before = NODE_ERROR;
  while (!p->failed && at_infix_call(p, group)) left = parse_infix_call(p, left, group);
  while (!p->failed && at_token(p, EVENTB_INFIX) && peek(p)->group == group) {
    const EventbToken *token = peek(p);
    if (before != NODE_ERROR && !eventb_is_compatible(before, token->node, (EventbGroup) group)) {
      report_mix(p, before, left, token);
      break;
    }
    before = token->node;
    if (group == GROUP_LOGIC) {
      left = parse_chain(p, left, before);
      continue;
    }
    advance(p);
    check_quantifier(p);
    left = combine(p, before, (EventbGroup) group, left, formula_group(p, group + 1));
  }
  return left;
}

Node *formula_expr(EventbParser *p) { return formula_want(p, formula_any(p), CLASS_EXPR); }

/* ---- operands */

/* word "(" arguments ")"; ¬ needs no brackets */
static Node *parse_function(EventbParser *p)
{
  const EventbToken *token = advance(p);
  uint32_t begin = token->span.begin;
  if (token->node == NODE_NOT) {
    Node *operand = formula_want(p, formula_group(p, GROUP_COMPARISON), CLASS_PRED);
    return formula_checked(p, node_unary(p->arena, NODE_NOT, span_since(p, begin), operand));
  }
  formula_expect(p, EVENTB_LEFT_PAREN, "'('");
  TreeList list = {0};
  do {
    Node *argument = formula_within(p, true);
    vec_push(&list,
             formula_want(p, argument, token->node == NODE_BOOL_OF ? CLASS_PRED : CLASS_EXPR));
  } while (!p->failed && token->node == NODE_PARTITION && accept(p, EVENTB_COMMA));
  formula_expect(p, EVENTB_RIGHT_PAREN, "')'");
  Node *node = node_list(p->arena, token->node, span_since(p, begin), NULL, list.data, list.len);
  vec_free(&list);
  return formula_checked(p, node);
}

/* name [ "(" E { "," E } ")" ]: as many as the operator of a theory has arguments.  A datatype may
 * be named without those. */
static Node *parse_call(EventbParser *p, const EventbOperator *op)
{
  const EventbToken *token = advance(p);
  TreeList list = {0};
  formula_want_one_meaning(p, op, token->span);
  if (op->count && accept(p, EVENTB_LEFT_PAREN)) {
    do vec_push(&list, formula_want(p, formula_within(p, true), CLASS_EXPR));
    while (!p->failed && accept(p, EVENTB_COMMA));
    formula_expect(p, EVENTB_RIGHT_PAREN, "')'");
  }
  Span span = span_since(p, token->span.begin);
  Node *node = node_list(p->arena, NODE_DEF_CALL, span, op->name, list.data, list.len);
  vec_free(&list);
  return formula_checked(p, node);
}

/* COND(P,E,F), which every theory has */
static bool at_condition(const EventbParser *p)
{
  return p->operators && at_token(p, EVENTB_NAME) && !strcmp(peek(p)->name->text, "COND") &&
         p->tokens[p->at + 1].kind == EVENTB_LEFT_PAREN && !formula_is_bound(p, peek(p)->name);
}

static Node *parse_condition(EventbParser *p)
{
  uint32_t begin = advance(p)->span.begin;
  Node *node = node_new(p->arena, NODE_IF_EXPR, peek(p)->span, NULL, 3);
  advance(p);
  for (uint32_t i = 0; i < 3; i++) {
    if (i > 0) formula_expect(p, EVENTB_COMMA, "','");
    node_set(node, i, formula_want(p, formula_within(p, true), i == 0 ? CLASS_PRED : CLASS_EXPR));
  }
  formula_expect(p, EVENTB_RIGHT_PAREN, "')'");
  node->span = span_since(p, begin);
  return formula_checked(p, node);
}

static bool is_keyword(const EventbToken *token)
{
  if (token->quoted) return false;
  for (const char *const *word = eventb_keywords; *word; word++)
    if (eventb_is_word(token->name->text, *word)) return true;
  return false;
}

static Node *parse_primary(EventbParser *p)
{
  const EventbToken *token = peek(p);
  const EventbOperator *op = formula_operator(p, false);
  if (op) return parse_call(p, op);
  if (at_condition(p)) return parse_condition(p);
  switch ((EventbTokenKind) token->kind) {
  case EVENTB_NAME:
    if (p->in_text && is_keyword(token)) break;
    advance(p);
    if (token->name == p->context->hole)
      return node_leaf(p->arena, NODE_ERROR, token->span, token->name);
    return math_ident(p->arena, token->span, token->name);
  case EVENTB_NUMBER:
    advance(p);
    return math_integer(p->arena, p->context->names, token->span, token->name->text);
  case EVENTB_CONSTANT: advance(p); return node_leaf(p->arena, token->node, token->span, NULL);
  case EVENTB_FUNCTION: return parse_function(p);
  case EVENTB_BINDER: return formula_binder(p);
  case EVENTB_LEFT_BRACE: return formula_set(p);
  case EVENTB_LEFT_PAREN: {
    advance(p);
    Node *inner = formula_within(p, true);
    formula_expect(p, EVENTB_RIGHT_PAREN, "')'");
    return inner;
  }
  case EVENTB_INFIX:
    if (token->node == NODE_MINUS) {
      advance(p);
      Node *operand = formula_want(p, parse_operand(p), CLASS_EXPR);
      return formula_checked(
          p, node_unary(p->arena, NODE_NEGATE, span_since(p, token->span.begin), operand));
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
  bool call = node->kind == NODE_DEF_CALL && !formula_is_predicate_call(p, node);
  while (!p->failed && (call || node_kind_class(node->kind) == CLASS_EXPR)) {
    if (accept(p, EVENTB_INVERSE)) {
      node = node_unary(p->arena, NODE_INVERSE, span_since(p, begin), node);
    } else if (accept(p, EVENTB_LEFT_PAREN)) {
      Node *argument = formula_want(p, formula_within(p, true), CLASS_EXPR);
      formula_expect(p, EVENTB_RIGHT_PAREN, "')'");
      node = node_binary(p->arena, NODE_APPLY, span_since(p, begin), node, argument);
    } else if (accept(p, EVENTB_LEFT_BRACKET)) {
      Node *argument = formula_want(p, formula_within(p, true), CLASS_EXPR);
      formula_expect(p, EVENTB_RIGHT_BRACKET, "']'");
      node = node_binary(p->arena, NODE_IMAGE, span_since(p, begin), node, argument);
    } else break;
    node = formula_checked(p, node);
  }
  return node;
}

static Node *parse_operand(EventbParser *p)
{
  if (p->failed) return error_node(p);
  if (p->depth >= FORMULA_DEPTH_LIMIT) {
    formula_mistake(p, peek(p)->span, "this is nested too deeply");
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
  do vec_push(&list, formula_expr(p));
  while (!p->failed && accept(p, EVENTB_COMMA));
  Span span = span_join(list.data[0]->span, list.data[list.len - 1]->span);
  Node *node = node_list(p->arena, NODE_LIST, span, NULL, list.data, list.len);
  vec_free(&list);
  return node;
}

static bool is_target(const Node *node, bool plain)
{
  while (!plain && node->kind == NODE_APPLY) node = node->kids[0];
  return node->kind == NODE_IDENT || node->kind == NODE_ERROR;
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
  else if (accept(p, EVENTB_BECOMES_IN)) value = formula_expr(p), kind = NODE_BECOMES_IN;
  else if (accept(p, EVENTB_BECOMES_SUCH))
    value = formula_want(p, formula_any(p), CLASS_PRED), kind = NODE_BECOMES_SUCH;
  else {
    eventb_unexpected(p, "≔, :∈ or :∣");
    return error_node(p);
  }
  for (uint32_t i = 0; i < targets->count && !p->failed; i++)
    if (!is_target(targets->kids[i], kind != NODE_ASSIGN))
      formula_mistake(p, targets->kids[i]->span, "only variables can be assigned");
  if (kind == NODE_ASSIGN && targets->count != value->count)
    formula_mistake(p, span_since(p, begin), "the numbers of variables and values differ");
  return p->failed ? error_node(p)
                   : node_binary(p->arena, kind, span_since(p, begin), targets, value);
}

/* ---- the whole */

Node *eventb_parse(EventbParser *p, EventbFormulaKind kind)
{
  Node *node;
  if (kind == EVENTB_ASSIGNMENT) node = parse_assignment(p);
  else if (kind == EVENTB_EITHER) node = formula_any(p);
  else node = formula_want(p, formula_any(p), kind == EVENTB_PREDICATE ? CLASS_PRED : CLASS_EXPR);
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
