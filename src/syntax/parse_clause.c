#include "syntax/parse_impl.h"

#include <string.h>

/* The clauses of machines, and how reading goes on after a mistake in one. */

/* ------------------------------------------------------- operation headers */

static bool starts_body(const Parser *p, uint32_t ahead)
{
  TokenKind kind = kind_ahead(p, ahead), next = kind_ahead(p, ahead + 1);
  switch (kind) {
  case TOKEN_SKIP:
  case TOKEN_BEGIN:
  case TOKEN_PRE:
  case TOKEN_ASSERT:
  case TOKEN_CHOICE:
  case TOKEN_IF:
  case TOKEN_SELECT:
  case TOKEN_CASE:
  case TOKEN_ANY:
  case TOKEN_LET:
  case TOKEN_VAR:
  case TOKEN_WITNESS:
  case TOKEN_WHILE: return true;
  case TOKEN_NAME: return next == TOKEN_ASSIGN || next == TOKEN_BECOMES_IN || next == TOKEN_RESULTS;
  default: return false;
  }
}

/* Do the tokens look like  [ names "<--" ] name [ "(" names ")" ] "=" body ? */
bool at_operation_header(const Parser *p, uint32_t ahead)
{
  uint32_t i = ahead;
  while (kind_ahead(p, i) == TOKEN_NAME && kind_ahead(p, i + 1) == TOKEN_COMMA) i += 2;
  if (kind_ahead(p, i) == TOKEN_NAME && kind_ahead(p, i + 1) == TOKEN_RESULTS) i += 2;
  else if (i != ahead) return false;
  if (kind_ahead(p, i) != TOKEN_NAME) return false;
  i++;
  if (kind_ahead(p, i) == TOKEN_LEFT_PAREN) {
    for (i++; kind_ahead(p, i) == TOKEN_NAME || kind_ahead(p, i) == TOKEN_COMMA;) i++;
    if (kind_ahead(p, i++) != TOKEN_RIGHT_PAREN) return false;
  }
  bool equals = kind_ahead(p, i) == TOKEN_OP && peek_at(p, i)->node == NODE_EQUAL;
  return equals && starts_body(p, i + 1);
}

/* --------------------------------------------------------------- recovery */

bool at_clause(const Parser *p)
{
  return token_is_clause(kind_ahead(p, 0)) || at_token(p, TOKEN_END_OF_TEXT);
}

/* After an error in a list: to what may begin the next entry, outside of brackets. */
static void skip_to_separator(Parser *p)
{
  while (!at_clause(p) && !at_token(p, TOKEN_END) &&
         !(at_token(p, TOKEN_SEMICOLON) && p->brackets <= 0))
    advance(p);
}

/* After an error in an operation: to the `;` before the next one. */
static void skip_operation(Parser *p)
{
  for (; !at_clause(p); advance(p)) {
    if (at_token(p, TOKEN_SEMICOLON) && at_operation_header(p, 1)) return;
    if (at_token(p, TOKEN_END) && kind_ahead(p, 1) == TOKEN_END_OF_TEXT) return;
  }
}

/* ---------------------------------------------- predicates of whole clauses */

/* Where a clause predicate surely ends. */
static bool ends_predicate(const Parser *p)
{
  TokenKind kind = kind_ahead(p, 0);
  switch (kind) {
  case TOKEN_END_OF_TEXT:
  case TOKEN_END:
  case TOKEN_THEN:
  case TOKEN_DO:
  case TOKEN_BEGIN:
  case TOKEN_PRE:
  case TOKEN_SELECT:
  case TOKEN_ANY: return true;
  default: return token_is_clause(kind);
  }
}

/* After an error: to the next `&` outside of brackets opened since. */
static bool skip_to_conjunct(Parser *p, int brackets)
{
  while (!ends_predicate(p)) {
    bool here = at_token(p, TOKEN_OP) && peek(p)->node == NODE_AND && p->brackets <= brackets;
    if (here && previous(p)->span.end > p->furthest) return true;
    advance(p);
  }
  return false;
}

Node *parse_clause_predicate(Parser *p)
{
  int brackets = p->brackets;
  uint32_t begin = peek(p)->span.begin;
  Node *node = parse_predicate(p);
  if (!p->panic) return node;
  while (p->panic && skip_to_conjunct(p, brackets)) {
    advance(p);
    p->panic = false;
    p->brackets = brackets;
    parse_predicate(p);
  }
  Node *error = error_node(p);
  error->span = span_since(p, begin);
  return error;
}

/* ------------------------------------------------------------ lists of items */

typedef Node *ReadItem(Parser *);
typedef void Recover(Parser *);

static bool ends_item(const Parser *p, TokenKind separator)
{
  return at_token(p, separator) || at_token(p, TOKEN_END) || at_clause(p) ||
         at_operation_header(p, 0);
}

/* clause = keyword item { ";" item }.  An item with an error is left out. */
static Node *item_clause(Parser *p, NodeKind kind, TokenKind separator, ReadItem *read,
                         Recover *recover)
{
  Span keyword = advance(p)->span;
  VEC(Node *) items = {0};
  for (;;) {
    vec_push(&items, read(p));
    if (recover == skip_operation && !p->panic && !ends_item(p, separator))
      unexpected(p, "';' and another operation, or END");
    if (p->panic) recover(p), p->panic = false, p->brackets = 0;
    if (kind == NODE_CL_OPERATIONS && at_operation_header(p, 0)) {
      syntax_error(p, peek(p)->span, "missing ';' before the operation %s", token_text(p, peek(p)));
      p->panic = false;
      continue;
    }
    if (!at_token(p, separator)) break;
    bool last = kind_ahead(p, 1) == TOKEN_END || token_is_clause(kind_ahead(p, 1)) ||
                kind_ahead(p, 1) == TOKEN_END_OF_TEXT;
    if (last || kind_ahead(p, 1) == separator) {
      syntax_error(p, last ? peek(p)->span : peek_at(p, 1)->span, "superfluous %s",
                   token_kind_text(separator));
      while (accept(p, separator)) continue;
      p->panic = false;
      if (last) break;
    } else advance(p);
  }
  Node *node = node_list(p->arena, kind, span_since(p, keyword.begin), NULL, items.data, items.len);
  vec_free(&items);
  return node;
}

/* reference = composed-name [ "(" arguments ")" ] [ file pragma ] */
static Node *machine_reference(Parser *p)
{
  Span span;
  const Name *name = parse_composed_name(p, "the name of a machine", &span);
  if (!name) return error_node(p);
  Node *reference = node_leaf(p->arena, NODE_MACHINE_REF, span, name);
  if (at_token(p, TOKEN_LEFT_PAREN)) {
    Span opened = advance(p)->span;
    Node *list = parse_arguments(p, LEVEL_ANY, opened);
    reference = node_list(p->arena, NODE_MACHINE_REF, span_since(p, span.begin), name, list->kids,
                          list->count);
    for (uint32_t i = 0; i < reference->count; i++)
      reference->kids[i] = want(p, reference->kids[i], CLASS_EXPR);
  }
  if (p->panic || !at_token(p, TOKEN_FILE)) return reference;
  const Token *file = advance(p);
  Node *node = node_new(p->arena, NODE_FILE_PRAGMA, span_since(p, span.begin), file->name, 1);
  node_set(node, 0, reference);
  return node;
}

static Node *composed(Parser *p)
{
  Span span;
  const Name *name = parse_composed_name(p, "the name of an operation", &span);
  return name ? node_leaf(p->arena, NODE_IDENT, span, name) : error_node(p);
}

static Node *with_description(Parser *p, Node *node)
{
  return p->panic || !at_token(p, TOKEN_DESC) ? node : parse_described(p, node);
}

static bool accept_equal(Parser *p)
{
  if (!at_token(p, TOKEN_OP) || peek(p)->node != NODE_EQUAL) return false;
  advance(p);
  return true;
}

/* set = name [ "=" ( "{" names "}" | definition ) ] */
static Node *set_declaration(Parser *p)
{
  Span span;
  const Name *name = parse_composed_name(p, "the name of a set", &span);
  if (!name) return error_node(p);
  if (at_token(p, TOKEN_DESC) || !accept_equal(p))
    return with_description(p, node_leaf(p->arena, NODE_DEFERRED_SET, span, name));
  if (at_token(p, TOKEN_NAME)) {
    Definition *def = definition_named(p, peek(p));
    Node *value = parse_postfix(p);
    if (!def) syntax_error(p, value->span, "expected '{' and the elements of the set");
    Node *node = node_new(p->arena, NODE_SET_BY_DEF, span_since(p, span.begin), name, 1);
    node_set(node, 0, value);
    return with_description(p, node);
  }
  Span opened = peek(p)->span;
  if (!expect(p, TOKEN_LEFT_BRACE, "and the elements of the set")) return error_node(p);
  Node *names = parse_names(p, NODE_NAMES);
  expect_close(p, TOKEN_RIGHT_BRACE, opened, "'{'");
  return with_description(p, node_list(p->arena, NODE_ENUMERATED_SET, span_since(p, span.begin),
                                       name, names->kids, names->count));
}

/* constructor = name [ "(" set ")" ] */
static Node *constructor(Parser *p)
{
  if (!at_token(p, TOKEN_NAME)) {
    unexpected(p, "the name of a constructor");
    return error_node(p);
  }
  const Token *name = advance(p);
  Node *node = node_leaf(p->arena, NODE_CONSTRUCTOR, name->span, name->name);
  if (!at_token(p, TOKEN_LEFT_PAREN)) return node;
  Span opened = advance(p)->span;
  Node *argument = want(p, parse_level(p, LEVEL_BRACKET), CLASS_EXPR);
  expect_close(p, TOKEN_RIGHT_PAREN, opened, "'('");
  node = node_new(p->arena, NODE_CONSTRUCTOR, span_since(p, name->span.begin), name->name, 1);
  node_set(node, 0, argument);
  return node;
}

/* freetype = name [ "(" names ")" ] "=" constructor { "," constructor } */
static Node *freetype(Parser *p)
{
  if (!at_token(p, TOKEN_NAME)) {
    unexpected(p, "the name of a free type");
    return error_node(p);
  }
  const Token *name = advance(p);
  VEC(Node *) kids = {0};
  Node *parameters = node_new(p->arena, NODE_NAMES, name->span, NULL, 0);
  if (at_token(p, TOKEN_LEFT_PAREN)) {
    Span opened = advance(p)->span;
    parameters = parse_names(p, NODE_NAMES);
    expect_close(p, TOKEN_RIGHT_PAREN, opened, "'('");
  }
  vec_push(&kids, parameters);
  if (!accept_equal(p)) unexpected(p, "'=' and the constructors");
  else do
      vec_push(&kids, constructor(p));
    while (!p->panic && accept(p, TOKEN_COMMA));
  Node *node = node_list(p->arena, NODE_FREETYPE, span_since(p, name->span.begin), name->name,
                         kids.data, kids.len);
  vec_free(&kids);
  return node;
}

/* value = name "=" expression */
static Node *value_entry(Parser *p)
{
  Span span;
  const Name *name = parse_composed_name(p, "the name of a constant or set", &span);
  if (!name) return error_node(p);
  if (!accept_equal(p)) unexpected(p, "'=' and a value");
  Node *value = p->panic ? error_node(p) : parse_expression(p);
  Node *node = node_new(p->arena, NODE_ENTRY, span_since(p, span.begin), name, 1);
  node_set(node, 0, value);
  return node;
}

/* parameters = "(" names ")" */
static Node *parameters(Parser *p)
{
  Span opened = advance(p)->span;
  bool empty = at_token(p, TOKEN_RIGHT_PAREN);
  const char *hint = empty ? "omit the brackets if there are no parameters" : NULL;
  Diag *d = hint ? unexpected(p, "the name of a parameter") : NULL;
  Node *names = parse_names(p, NODE_NAMES);
  if (!p->panic && at_op(p, NODE_MEMBER)) {
    hint = "a precondition gives the type of a parameter: PRE x : S THEN … END";
    d = unexpected(p, "')' after the parameters");
  }
  if (d && hint) diag_hint(p->diags, d, "%s", hint);
  if (d && empty) diag_replace(p->diags, d, (Span){opened.begin, peek(p)->span.end}, "");
  expect_close(p, TOKEN_RIGHT_PAREN, opened, "'('");
  return names;
}

/* operation = [ names "<--" ] composed-name [ "(" names ")" ] [ "ref" name ] "=" S */
static Node *operation(Parser *p)
{
  uint32_t begin = peek(p)->span.begin;
  p->notes->suspects = 0;
  Node *kids[4] = {node_new(p->arena, NODE_NAMES, peek(p)->span, NULL, 0)};
  uint32_t ahead = 0;
  while (kind_ahead(p, ahead) == TOKEN_NAME &&
         (kind_ahead(p, ahead + 1) == TOKEN_COMMA || kind_ahead(p, ahead + 1) == TOKEN_DESC))
    ahead += kind_ahead(p, ahead + 1) == TOKEN_COMMA ? 2 : 1;
  if (kind_ahead(p, ahead + 1) == TOKEN_RESULTS || ahead > 0) {
    kids[0] = parse_names(p, NODE_NAMES);
    expect(p, TOKEN_RESULTS, "after the results");
  }
  Span span = peek(p)->span;
  const Name *name = p->panic ? NULL : parse_composed_name(p, "the name of an operation", &span);
  if (!name) return error_node(p);
  kids[1] = node_new(p->arena, NODE_NAMES, span, NULL, 0);
  if (at_token(p, TOKEN_LEFT_PAREN)) kids[1] = parameters(p);
  uint32_t count = 3;
  if (at_token(p, TOKEN_NAME) && !strcmp(peek(p)->name->text, "ref")) {
    advance(p);
    kids[3] = composed(p);
    count = 4;
  }
  if (!p->panic && !accept_equal(p)) {
    Diag *d = unexpected(p, "'=' and the body of the operation");
    if (d && at_token(p, TOKEN_DEFINED_AS)) {
      diag_hint(p->diags, d, "an operation is written with '='");
      d->fixes = NULL;
      diag_replace(p->diags, d, peek(p)->span, "=");
    } else if (d && at_token(p, TOKEN_ASSIGN))
      diag_hint(p->diags, d, "results come before the name: r <-- op = …");
  }
  kids[2] = p->panic ? error_node(p) : parse_parallel(p);
  return node_list(p->arena, NODE_OPERATION, span_since(p, begin), name, kids, count);
}

/* ------------------------------------------------------------------ clauses */

static Node *predicate_clause(Parser *p, NodeKind kind)
{
  Span keyword = advance(p)->span;
  Node *predicate = parse_clause_predicate(p);
  return node_unary(p->arena, kind, span_since(p, keyword.begin), predicate);
}

static Node *initialisation(Parser *p)
{
  Span keyword = advance(p)->span;
  Node *body = parse_substitution(p);
  return node_unary(p->arena, NODE_CL_INITIALISATION, span_since(p, keyword.begin), body);
}

static Node *names_clause(Parser *p, NodeKind kind)
{
  Span keyword = advance(p)->span;
  Node *names = parse_names(p, kind);
  names->span = span_since(p, keyword.begin);
  return names;
}

static Node *references(Parser *p, NodeKind kind)
{
  return item_clause(p, kind, TOKEN_COMMA, machine_reference, skip_to_separator);
}

static Node *operations(Parser *p, NodeKind kind)
{
  return item_clause(p, kind, TOKEN_SEMICOLON, operation, skip_operation);
}

Node *parse_clause(Parser *p)
{
  switch (kind_ahead(p, 0)) {
  case TOKEN_CONSTRAINTS: return predicate_clause(p, NODE_CL_CONSTRAINTS);
  case TOKEN_REFINES: return references(p, NODE_CL_REFINES);
  case TOKEN_CSP_CONTROLLER: return names_clause(p, NODE_CL_CSP_CONTROLLER);
  case TOKEN_SEES: return references(p, NODE_CL_SEES);
  case TOKEN_USES: return references(p, NODE_CL_USES);
  case TOKEN_INCLUDES: return references(p, NODE_CL_INCLUDES);
  case TOKEN_EXTENDS: return references(p, NODE_CL_EXTENDS);
  case TOKEN_IMPORTS: return references(p, NODE_CL_IMPORTS);
  case TOKEN_PROMOTES:
    return item_clause(p, NODE_CL_PROMOTES, TOKEN_COMMA, composed, skip_to_separator);
  case TOKEN_SETS:
    return item_clause(p, NODE_CL_SETS, TOKEN_SEMICOLON, set_declaration, skip_to_separator);
  case TOKEN_FREETYPES:
    return item_clause(p, NODE_CL_FREETYPES, TOKEN_SEMICOLON, freetype, skip_to_separator);
  case TOKEN_CONSTANTS:
  case TOKEN_CONCRETE_CONSTANTS: return names_clause(p, NODE_CL_CONSTANTS);
  case TOKEN_ABSTRACT_CONSTANTS: return names_clause(p, NODE_CL_ABSTRACT_CONSTANTS);
  case TOKEN_PROPERTIES: return predicate_clause(p, NODE_CL_PROPERTIES);
  case TOKEN_VALUES:
    return item_clause(p, NODE_CL_VALUES, TOKEN_SEMICOLON, value_entry, skip_to_separator);
  case TOKEN_VARIABLES:
  case TOKEN_ABSTRACT_VARIABLES: return names_clause(p, NODE_CL_VARIABLES);
  case TOKEN_CONCRETE_VARIABLES: return names_clause(p, NODE_CL_CONCRETE_VARIABLES);
  case TOKEN_INVARIANT: return predicate_clause(p, NODE_CL_INVARIANT);
  case TOKEN_ASSERTIONS:
    return item_clause(p, NODE_CL_ASSERTIONS, TOKEN_SEMICOLON, parse_clause_predicate,
                       skip_to_separator);
  case TOKEN_INITIALISATION:
  case TOKEN_INITIALIZATION: return initialisation(p);
  case TOKEN_OPERATIONS:
  case TOKEN_EVENTS: return operations(p, NODE_CL_OPERATIONS);
  case TOKEN_LOCAL_OPERATIONS: return operations(p, NODE_CL_LOCAL_OPERATIONS);
  case TOKEN_DEFINITIONS: return parse_definitions_clause(p, NODE_CL_DEFINITIONS);
  case TOKEN_EXPRESSIONS: return parse_definitions_clause(p, NODE_CL_EXPRESSIONS);
  case TOKEN_PREDICATES: return parse_definitions_clause(p, NODE_CL_PREDICATES);
  default: return NULL;
  }
}
