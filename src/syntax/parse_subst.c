#include "syntax/parse_impl.h"

#include <string.h>

#include "base/text.h"

/* -------------------------------------------------------------- building */

static Node *block_of(Parser *p, NodeKind kind, Span opened, Node *const *kids, uint32_t count)
{
  return limited(p, node_list(p->arena, kind, span_since(p, opened.begin), NULL, kids, count));
}

/* END of what was opened.  If the next operation or clause comes instead, say
 * that END is missing and go on as if it were there. */
static void expect_end(Parser *p, Span opened, const char *what)
{
  if (p->panic || accept_end(p, opened, what)) return;
  bool next_item = token_is_clause(kind_ahead(p, 0)) ||
                   (at_token(p, TOKEN_SEMICOLON) && at_operation_header(p, 1));
  if (next_item || at_token(p, TOKEN_END_OF_TEXT)) {
    Diag *d = diag_error(p->diags, peek(p)->span, "missing-end", "missing END for %s", what);
    diag_note(p->diags, d, opened, "%s is here", what);
    note_suspects(p, d);
    p->panic = at_token(p, TOKEN_END_OF_TEXT);
    p->furthest = peek(p)->span.begin;
    return;
  }
  expect_close(p, TOKEN_END, opened, what);
}

/* A substitution that a keyword must be followed by. */
static Node *inner(Parser *p)
{
  switch (kind_ahead(p, 0)) {
  case TOKEN_END:
  case TOKEN_ELSE:
  case TOKEN_ELSIF:
  case TOKEN_WHEN:
  case TOKEN_OR: {
    Diag *d = unexpected(p, "a substitution");
    if (d) {
      uint32_t at = peek(p)->span.begin;
      diag_hint(p->diags, d, "write skip to do nothing");
      diag_replace(p->diags, d, (Span){at, at}, "skip ");
    }
    return error_node(p);
  }
  default: return parse_substitution(p);
  }
}

/* ------------------------------------------------------------ keyword forms */

/* "BEGIN" S "END" */
static Node *begin(Parser *p)
{
  Span opened = advance(p)->span;
  Node *kids[] = {inner(p)};
  expect_end(p, opened, "BEGIN");
  return block_of(p, NODE_BLOCK, opened, kids, 1);
}

/* ("PRE" | "ASSERT" | "WITNESS") P "THEN" S "END" */
static Node *guarded(Parser *p, NodeKind kind, const char *what)
{
  Span opened = advance(p)->span;
  Node *kids[2] = {parse_predicate(p)};
  expect(p, TOKEN_THEN, "after the predicate");
  kids[1] = inner(p);
  expect_end(p, opened, what);
  return block_of(p, kind, opened, kids, 2);
}

/* "CHOICE" S { "OR" S } "END" */
static Node *choice(Parser *p)
{
  Span opened = advance(p)->span;
  VEC(Node *) kids = {0};
  do vec_push(&kids, inner(p));
  while (!p->panic && accept(p, TOKEN_OR));
  expect_end(p, opened, "CHOICE");
  Node *node = block_of(p, NODE_CHOICE, opened, kids.data, kids.len);
  vec_free(&kids);
  return node;
}

/* "IF" P "THEN" S { "ELSIF" P "THEN" S } [ "ELSE" S ] "END", and the same with
 * SELECT and WHEN */
static Node *conditional(Parser *p, NodeKind kind, TokenKind again, const char *what)
{
  Span opened = advance(p)->span;
  VEC(Node *) kids = {0};
  do {
    vec_push(&kids, parse_predicate(p));
    expect(p, TOKEN_THEN, "after the condition");
    vec_push(&kids, p->panic ? error_node(p) : inner(p));
  } while (!p->panic && accept(p, again));
  if (!p->panic && accept(p, TOKEN_ELSE)) vec_push(&kids, inner(p));
  expect_end(p, opened, what);
  Node *node = block_of(p, kind, opened, kids.data, kids.len);
  vec_free(&kids);
  return node;
}

/* labels "THEN" S */
static Node *branch(Parser *p)
{
  Node *kids[2] = {parse_list(p, LEVEL_EXPRESSION)};
  expect(p, TOKEN_THEN, "after the values of the case");
  kids[1] = p->panic ? error_node(p) : inner(p);
  return block_of(p, NODE_BRANCH, kids[0]->span, kids, 2);
}

/* "CASE" E "OF" "EITHER" branch { "OR" branch } [ "ELSE" S ] "END" "END" */
static Node *case_of(Parser *p)
{
  Span opened = advance(p)->span;
  VEC(Node *) kids = {0};
  vec_push(&kids, want(p, parse_level(p, LEVEL_BRACKET), CLASS_EXPR));
  expect(p, TOKEN_OF, "after the expression");
  Span either = peek(p)->span;
  expect(p, TOKEN_EITHER, "after OF");
  do vec_push(&kids, branch(p));
  while (!p->panic && accept(p, TOKEN_OR));
  if (!p->panic && accept(p, TOKEN_ELSE)) vec_push(&kids, inner(p));
  expect_end(p, either, "EITHER");
  expect_end(p, opened, "CASE");
  Node *node = block_of(p, NODE_CASE, opened, kids.data, kids.len);
  vec_free(&kids);
  return node;
}

/* "ANY" names "WHERE" P "THEN" S "END"  |  "LET" names "BE" P "IN" S "END" */
static Node *any_or_let(Parser *p, NodeKind kind)
{
  bool any = kind == NODE_ANY;
  Span opened = advance(p)->span;
  Node *kids[3] = {parse_names(p, NODE_NAMES)};
  expect(p, any ? TOKEN_WHERE : TOKEN_BE, "after the names");
  kids[1] = parse_predicate(p);
  expect(p, any ? TOKEN_THEN : TOKEN_IN, "after the predicate");
  kids[2] = p->panic ? error_node(p) : inner(p);
  expect_end(p, opened, any ? "ANY" : "LET");
  return block_of(p, kind, opened, kids, 3);
}

/* "VAR" names "IN" S "END" */
static Node *var(Parser *p)
{
  Span opened = advance(p)->span;
  Node *kids[2] = {parse_names(p, NODE_NAMES)};
  expect(p, TOKEN_IN, "after the names");
  kids[1] = p->panic ? error_node(p) : inner(p);
  expect_end(p, opened, "VAR");
  return block_of(p, NODE_VAR, opened, kids, 2);
}

/* "WHILE" P "DO" S "INVARIANT" P "VARIANT" E "END"     -- the last two in any order */
static Node *while_loop(Parser *p)
{
  Span opened = advance(p)->span;
  Node *kids[4] = {parse_predicate(p)};
  expect(p, TOKEN_DO, "after the condition");
  kids[1] = p->panic ? error_node(p) : inner(p);
  kids[2] = kids[3] = NULL;
  for (int i = 0; i < 2 && !p->panic; i++) {
    if (!kids[2] && accept(p, TOKEN_INVARIANT)) kids[2] = parse_predicate(p);
    else if (!kids[3] && accept(p, TOKEN_VARIANT))
      kids[3] = want(p, parse_level(p, LEVEL_EXPRESSION), CLASS_EXPR);
    else unexpected(p, kids[2] ? "VARIANT" : "INVARIANT and VARIANT of the loop");
  }
  if (!kids[2]) kids[2] = error_node(p);
  if (!kids[3]) kids[3] = error_node(p);
  expect_end(p, opened, "WHILE");
  return block_of(p, NODE_WHILE, opened, kids, 4);
}

/* ---------------------------------------------------- assignments and calls */

/* What may be assigned: x, f(i), f(i)(j), r'a, and definitions of these. */
static bool is_target(const Node *node)
{
  while (node->kind == NODE_APPLY || node->kind == NODE_FIELD) node = node->kids[0];
  return node->kind == NODE_IDENT || node->kind == NODE_DEF_CALL || node->kind == NODE_ERROR;
}

static void want_targets(Parser *p, const Node *list, bool names_only)
{
  for (uint32_t i = 0; i < list->count; i++) {
    const Node *node = list->kids[i];
    bool name = node->kind == NODE_IDENT || node->kind == NODE_DEF_CALL || node->kind == NODE_ERROR;
    if (names_only ? name : is_target(node)) continue;
    syntax_error(p, node->span,
                 names_only ? "only variables can stand on the left here"
                            : "this cannot be assigned a value");
    return;
  }
}

static Node *empty_list(Parser *p) { return node_new(p->arena, NODE_LIST, peek(p)->span, NULL, 0); }

/* [LIST(results) LIST(arguments)] of a call whose name and arguments were read
 * as an expression: x, x.y, or f(a,b). */
Node *as_operation_call(Parser *p, Node *node)
{
  const Node *callee = node->kind == NODE_APPLY ? node->kids[0] : node;
  bool soft = node_is_operator(node) && operator_of(node->kind)->form == FORM_SOFT; /* top(x) */
  if (callee->kind != NODE_IDENT && !soft) return NULL;
  uint32_t first = node->kind == NODE_APPLY;
  Node *arguments = node_new(p->arena, NODE_LIST, node->span, NULL, node->count - first);
  for (uint32_t i = 0; i < arguments->count; i++) node_set(arguments, i, node->kids[i + first]);
  const Name *name =
      soft ? names_intern_string(p->context->names, operator_of(node->kind)->ascii) : callee->name;
  Node *call = node_new(p->arena, NODE_OP_CALL, node->span, name, 2);
  node_set(call, 0, empty_list(p));
  node_set(call, 1, arguments);
  return call;
}

/* results "<--" name [ "(" arguments ")" ]        -- results are read */
static Node *call_with_results(Parser *p, Node *results)
{
  advance(p);
  Span span;
  const Name *name = parse_composed_name(p, "the name of an operation", &span);
  if (!name) return error_node(p);
  Node *arguments = empty_list(p);
  if (at_token(p, TOKEN_LEFT_PAREN)) {
    Span opened = advance(p)->span;
    arguments = parse_arguments(p, LEVEL_ANY, opened);
    for (uint32_t i = 0; i < arguments->count; i++)
      arguments->kids[i] = want(p, arguments->kids[i], CLASS_EXPR);
  }
  want_targets(p, results, false);
  Node *call = node_new(p->arena, NODE_OP_CALL, span_since(p, results->span.begin), name, 2);
  node_set(call, 0, results);
  node_set(call, 1, arguments);
  return limited(p, call);
}

/* x := a & y := b, or a predicate as a value. */
static void hint_behind_value(Parser *p, Diag *d, const Node *values)
{
  bool joined = at_token(p, TOKEN_ASSIGN) || at_op(p, NODE_AND);
  d->fixes = NULL;
  diag_hint(p->diags, d,
            joined ? "substitutions are joined by '||' or ';'"
                   : "bool(…) turns a predicate into a value");
  if (at_op(p, NODE_AND)) diag_replace(p->diags, d, peek(p)->span, "||");
  else if (!joined && values->count == 1)
    diag_enclose(p->diags, d, (Span){values->span.begin, formula_end(p)}, "bool(", ")");
}

static Node *assignment(Parser *p, Node *targets)
{
  advance(p);
  want_targets(p, targets, false);
  Node *values = parse_list(p, LEVEL_EXPRESSION);
  bool predicate = at_token(p, TOKEN_OP) && operator_of(peek(p)->node)->class == CLASS_PRED;
  if (!p->panic && (predicate || at_token(p, TOKEN_ASSIGN))) {
    Diag *d = unexpected(p, "the end of the assigned expression");
    if (d) hint_behind_value(p, d, values);
  }
  if (!p->panic && values->count != targets->count) {
    Span span = span_since(p, targets->span.begin);
    diag_error(p->diags, span, "assignment-count", "%u variable%s assigned %u value%s",
               targets->count, targets->count == 1 ? " is" : "s are", values->count,
               text_plural(values->count));
  }
  return node_binary(p->arena, NODE_ASSIGN, span_since(p, targets->span.begin), targets, values);
}

static Node *becomes_element(Parser *p, Node *targets)
{
  advance(p);
  want_targets(p, targets, false);
  Node *set = parse_expression(p);
  return node_binary(p->arena, NODE_BECOMES_IN, span_since(p, targets->span.begin), targets, set);
}

static Node *becomes_such(Parser *p, Node *targets)
{
  advance(p);
  Span opened = peek(p)->span;
  if (!expect(p, TOKEN_LEFT_PAREN, "and a predicate")) return error_node(p);
  want_targets(p, targets, true);
  Node *predicate = parse_predicate(p);
  expect_close(p, TOKEN_RIGHT_PAREN, opened, "'('");
  return node_binary(p->arena, NODE_BECOMES_SUCH, span_since(p, targets->span.begin), targets,
                     predicate);
}

/* A single operand that is followed by no assignment: a call. */
static Node *call(Parser *p, Node *node)
{
  if (node->kind == NODE_DEF_CALL) {
    Definition *def = map_get(&p->unit->definition_of, node->name);
    if (!def || def->kind == DEF_BROKEN || definition_used_as(p, def, DEF_SUBST)) return node;
    Diag *d =
        syntax_error(p, node->span, "expected a substitution, but the definition %s is %s",
                     node->name->text, def->kind == DEF_PRED ? "a predicate" : "an expression");
    if (d) diag_note(p->diags, d, def->node->span, "%s is defined here", node->name->text);
    return error_node(p);
  }
  bool equals = at_op(p, NODE_EQUAL) || at_token(p, TOKEN_DEFINED_AS);
  if (equals && is_target(node)) {
    Diag *d = unexpected(p, "a substitution");
    if (d) {
      diag_hint(p->diags, d, "an assignment is written ':='");
      d->fixes = NULL;
      diag_replace(p->diags, d, peek(p)->span, ":=");
    }
    return error_node(p);
  }
  Node *result = as_operation_call(p, node);
  if (result) return result;
  if (node->kind == NODE_ERROR) return node;
  syntax_error(p, node->span, "expected a substitution");
  return error_node(p);
}

/* The members of a list are settled as expressions: they are assigned. */
static Node *targets_of(Parser *p, Node *const *parts, uint32_t count)
{
  Node *list =
      node_list(p->arena, NODE_LIST, (Span){parts[0]->span.begin, parts[count - 1]->span.end}, NULL,
                parts, count);
  for (uint32_t i = 0; i < count; i++) list->kids[i] = want(p, list->kids[i], CLASS_EXPR);
  return list;
}

static bool at_member(const Parser *p)
{
  return at_token(p, TOKEN_OP) && peek(p)->node == NODE_MEMBER && !peek(p)->reversed;
}

/* operands ( ":=" values | "::" set | ":" "(" P ")" | "<--" call )  |  call */
static Node *assignment_or_call(Parser *p)
{
  if (!at_token(p, TOKEN_NAME) && !p->formula && !at_token(p, TOKEN_LEFT_PAREN)) {
    unexpected(p, "a substitution");
    return error_node(p);
  }
  VEC(Node *) parts = {0};
  do vec_push(&parts, parse_postfix(p));
  while (!p->panic && accept(p, TOKEN_COMMA));
  Node *result = NULL;
  if (!p->panic) {
    bool assigned = at_token(p, TOKEN_ASSIGN) || at_token(p, TOKEN_BECOMES_IN) ||
                    at_token(p, TOKEN_RESULTS) || at_member(p);
    Node *targets = assigned ? targets_of(p, parts.data, parts.len) : NULL;
    if (at_token(p, TOKEN_ASSIGN)) result = assignment(p, targets);
    else if (at_token(p, TOKEN_BECOMES_IN)) result = becomes_element(p, targets);
    else if (at_token(p, TOKEN_RESULTS)) result = call_with_results(p, targets);
    else if (at_member(p)) result = becomes_such(p, targets);
    else if (parts.len == 1) result = call(p, parts.data[0]);
    else unexpected(p, "':=', '::', ':(' or '<--'");
  }
  vec_free(&parts);
  return result ? limited(p, result) : error_node(p);
}

/* ------------------------------------------------------------ composition */

static Node *simple(Parser *p)
{
  switch (kind_ahead(p, 0)) {
  case TOKEN_SKIP: return node_leaf(p->arena, NODE_SKIP, advance(p)->span, NULL);
  case TOKEN_BEGIN: return begin(p);
  case TOKEN_PRE: return guarded(p, NODE_PRE, "PRE");
  case TOKEN_ASSERT: return guarded(p, NODE_ASSERT, "ASSERT");
  case TOKEN_WITNESS: return guarded(p, NODE_WITNESS, "WITNESS");
  case TOKEN_CHOICE: return choice(p);
  case TOKEN_IF: return conditional(p, NODE_IF, TOKEN_ELSIF, "IF");
  case TOKEN_SELECT: return conditional(p, NODE_SELECT, TOKEN_WHEN, "SELECT");
  case TOKEN_CASE: return case_of(p);
  case TOKEN_ANY: return any_or_let(p, NODE_ANY);
  case TOKEN_LET: return any_or_let(p, NODE_LET);
  case TOKEN_VAR: return var(p);
  case TOKEN_WHILE: return while_loop(p);
  default: return assignment_or_call(p);
  }
}

static Node *nested(Parser *p, Node *(*read)(Parser *) )
{
  if (p->panic || !enter_nested(p)) return error_node(p);
  Node *node = read(p);
  leave_nested(p);
  return node;
}

/* S { op S }, as one node if there are several */
static Node *composition(Parser *p, Node *first, Node *(*read)(Parser *), TokenKind op,
                         NodeKind kind)
{
  if (p->panic || !at_token(p, op)) return first;
  VEC(Node *) parts = {0};
  vec_push(&parts, first);
  while (!p->panic && at_token(p, op)) {
    if (kind == NODE_SEQUENCE && kind_ahead(p, 1) == TOKEN_END) {
      syntax_error(p, peek(p)->span, "superfluous ';' before END");
      break;
    }
    if (kind == NODE_SEQUENCE && at_operation_header(p, 1)) break; /* END is missing */
    advance(p);
    vec_push(&parts, read(p));
  }
  Node *node =
      node_list(p->arena, kind, span_since(p, first->span.begin), NULL, parts.data, parts.len);
  vec_free(&parts);
  return limited(p, node);
}

static Node *read_simple(Parser *p)
{
  Node *node = nested(p, simple);
  if (p->panic || !at_token(p, TOKEN_DESC)) return node;
  const Token *desc = advance(p);
  Node *result = node_new(p->arena, NODE_DESCRIBED, span_since(p, node->span.begin), desc->name, 1);
  node_set(result, 0, node);
  return result;
}

Node *parse_parallel(Parser *p)
{
  return composition(p, read_simple(p), read_simple, TOKEN_PARALLEL, NODE_SIMULTANEOUS);
}

Node *parse_substitution(Parser *p)
{
  return composition(p, parse_parallel(p), parse_parallel, TOKEN_SEMICOLON, NODE_SEQUENCE);
}

Node *parse_assignment_to(Parser *p, Node *targets)
{
  for (uint32_t i = 0; i < targets->count; i++)
    targets->kids[i] = want(p, targets->kids[i], CLASS_EXPR);
  Node *first = limited(p, assignment(p, targets));
  first = composition(p, first, read_simple, TOKEN_PARALLEL, NODE_SIMULTANEOUS);
  return composition(p, first, parse_parallel, TOKEN_SEMICOLON, NODE_SEQUENCE);
}
