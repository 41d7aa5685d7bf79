#include "syntax/parse_impl.h"

#include <ctype.h>
#include <string.h>

/* Machines, refinements, implementations and definition files. */

typedef VEC(Node *) NodeVec;

static void check_duplicate(Parser *p, const NodeVec *clauses, const Node *added)
{
  for (uint32_t i = 0; i < clauses->len; i++) {
    if (clauses->data[i]->kind != added->kind) continue;
    uint32_t length = 0, ignored;
    const char *text = sources_text(diags_sources(p->diags), added->span, &ignored);
    while (text[length] == '_' || isupper((unsigned char) text[length])) length++;
    Span word = {added->span.begin, added->span.begin + length};
    Diag *d =
        diag_error(p->diags, word, "duplicate-clause", "duplicate clause %.*s", (int) length, text);
    diag_note(p->diags, d, clauses->data[i]->span, "the first one is here");
    return;
  }
}

/* What may stand behind a clause: another entry of it, or the next clause. */
static const char *what_follows(const Node *clause)
{
  switch ((NodeKind) clause->kind) {
  case NODE_CL_CONSTRAINTS:
  case NODE_CL_PROPERTIES:
  case NODE_CL_INVARIANT: return "'&', a clause or END";
  case NODE_CL_CONSTANTS:
  case NODE_CL_ABSTRACT_CONSTANTS:
  case NODE_CL_VARIABLES:
  case NODE_CL_CONCRETE_VARIABLES: return "',', a clause or END";
  case NODE_CL_SETS:
  case NODE_CL_OPERATIONS: return "';', a clause or END";
  case NODE_CL_INITIALISATION: return "'||', ';', a clause or END";
  default: return "a clause or END";
  }
}

static void add_clause(Parser *p, NodeVec *clauses)
{
  Node *node = parse_clause(p);
  p->brackets = 0;
  if (!node) unexpected(p, "a clause or END");
  else if (!p->panic && !at_clause(p) && !at_token(p, TOKEN_END)) unexpected(p, what_follows(node));
  if (node) {
    check_duplicate(p, clauses, node);
    vec_push(clauses, node);
  }
  if (!p->panic) return;
  while (!at_clause(p) && !(at_token(p, TOKEN_END) && kind_ahead(p, 1) == TOKEN_END_OF_TEXT))
    advance(p);
  p->panic = false;
}

/* --------------------------------------------------------------------- unit */

static void header_pragmas(Parser *p)
{
  for (;; advance(p)) {
    const Token *token = peek(p);
    if (at_token(p, TOKEN_GENERATED)) p->unit->generated = true;
    else if (at_token(p, TOKEN_PACKAGE)) {
      p->unit->package = token->name->text;
      p->unit->package_span = token->span;
    } else if (at_token(p, TOKEN_IMPORT_PACKAGE)) {
      vec_push(&p->unit->imports, token->name->text);
      vec_push(&p->unit->import_spans, token->span);
    } else return;
  }
}

static Node *make_unit(Parser *p, NodeKind kind, uint32_t begin, const Name *name, Node *parameters,
                       const NodeVec *clauses)
{
  Node *root = node_new(p->arena, kind, span_since(p, begin), name, clauses->len + 1);
  node_set(root, 0, parameters);
  for (uint32_t i = 0; i < clauses->len; i++) node_set(root, i + 1, clauses->data[i]);
  return root;
}

static Node *no_names(Parser *p) { return node_new(p->arena, NODE_NAMES, peek(p)->span, NULL, 0); }

/* Sets are upper-case; a lower-case parameter is a value, which only CONSTRAINTS
 * can type. */
static void check_constraints(Parser *p, const Node *root)
{
  const Node *parameters = root->kids[0];
  for (uint32_t i = 1; i < root->count; i++)
    if (root->kids[i]->kind == NODE_CL_CONSTRAINTS) return;
  for (uint32_t i = 0; i < parameters->count; i++) {
    const Node *parameter = parameters->kids[i];
    while (parameter->kind == NODE_DESCRIBED) parameter = parameter->kids[0];
    if (!parameter->name || !strpbrk(parameter->name->text, "abcdefghijklmnopqrstuvwxyz")) continue;
    diag_error(p->diags, parameter->span, "missing-clause",
               "the clause CONSTRAINTS is missing: it gives the type of the parameter %s",
               parameter->name->text);
    return;
  }
}

/* The last END.  If it is missing since the text ended before, in a comment that
 * is not closed or where something else was expected, that was said. */
static void machine_end(Parser *p, Span keyword, const Name *name)
{
  const Token *last = previous(p);
  uint32_t end = peek(p)->span.begin;
  if (accept(p, TOKEN_END)) {
    if (at_token(p, TOKEN_END_OF_TEXT)) return;
    Diag *d = unexpected(p, "the end of the text after END");
    bool semicolon = at_token(p, TOKEN_SEMICOLON);
    if (d)
      diag_hint(p->diags, d, semicolon ? "remove the ';'" : "is there one END too many before?");
    if (d && semicolon) diag_replace(p->diags, d, peek(p)->span, "");
  } else if (p->furthest != end && p->furthest != last->span.begin && last->kind != TOKEN_ERROR) {
    Diag *d = diag_error(p->diags, peek(p)->span, "missing-end", "missing END of %s %s",
                         p->unit->keyword, name ? name->text : "");
    diag_note(p->diags, d, keyword, "it begins here");
    note_suspects(p, d);
  }
}

/* machine = keyword name [ "(" names ")" ] { clause } "END" */
static Node *machine(Parser *p, NodeKind kind)
{
  uint32_t errors = diags_errors(p->diags);
  const Token *keyword = advance(p);
  p->unit->keyword = token_kind_text(keyword->kind);
  Span span = keyword->span;
  const Name *name = parse_composed_name(p, "the name of the machine", &span);
  Node *parameters = no_names(p);
  if (name && at_token(p, TOKEN_LEFT_PAREN)) {
    Span opened = advance(p)->span;
    parameters = parse_names(p, NODE_NAMES);
    expect_close(p, TOKEN_RIGHT_PAREN, opened, "'('");
  }
  if (p->panic)
    while (!at_clause(p)) advance(p);
  p->panic = false;
  NodeVec clauses = {0};
  while (!at_token(p, TOKEN_END_OF_TEXT) && !at_token(p, TOKEN_END)) add_clause(p, &clauses);
  machine_end(p, keyword->span, name);
  Node *root = make_unit(p, kind, keyword->span.begin, name, parameters, &clauses);
  vec_free(&clauses);
  if (kind == NODE_MACHINE && diags_errors(p->diags) == errors) check_constraints(p, root);
  return root;
}

static Node *definition_file(Parser *p)
{
  uint32_t begin = peek(p)->span.begin;
  p->unit->keyword = "DEFINITIONS";
  NodeVec clauses = {0};
  vec_push(&clauses, parse_definitions_clause(p, NODE_CL_DEFINITIONS));
  accept(p, TOKEN_END);
  if (!at_token(p, TOKEN_END_OF_TEXT)) unexpected(p, "the end of the definition file");
  Node *root = make_unit(p, NODE_DEFINITION_FILE, begin, NULL, no_names(p), &clauses);
  vec_free(&clauses);
  return root;
}

static Node *unit_root(Parser *p)
{
  switch (kind_ahead(p, 0)) {
  case TOKEN_MACHINE:
  case TOKEN_MODEL:
  case TOKEN_SYSTEM: return machine(p, NODE_MACHINE);
  case TOKEN_REFINEMENT: return machine(p, NODE_REFINEMENT);
  case TOKEN_IMPLEMENTATION: return machine(p, NODE_IMPLEMENTATION);
  case TOKEN_DEFINITIONS: return definition_file(p);
  case TOKEN_NAME:
    if (!strcmp(peek(p)->name->text, "RULES_MACHINE")) {
      syntax_error(p, peek(p)->span, "the rules language (RULES_MACHINE) is not supported");
      break;
    } /* fall through */
  default: unexpected(p, "MACHINE, REFINEMENT, IMPLEMENTATION or DEFINITIONS");
  }
  Node *root = node_new(p->arena, NODE_MACHINE, peek(p)->span, NULL, 1);
  node_set(root, 0, no_names(p));
  return root;
}

/* A first line #!… is for the shell. */
static uint32_t after_shebang(const Source *source)
{
  if (strncmp(source->text, "#!", 2)) return 0;
  return (uint32_t) strcspn(source->text, "\r\n");
}

Unit *parse_unit(ParseContext *context, const Source *source)
{
  Unit *unit = arena_alloc(context->arena, sizeof *unit);
  unit->source = source;
  unit->keyword = "MACHINE";
  TokenList list =
      lex(context->arena, context->names, context->diags, source, after_shebang(source));
  unit->comments = list.comments;
  unit->comment_count = list.comment_count;
  ParseNotes notes = {0};
  Parser p = {.context = context,
              .arena = context->arena,
              .diags = context->diags,
              .unit = unit,
              .notes = &notes,
              .tokens = list.tokens,
              .end = list.count - 1};
  read_definitions(&p);
  header_pragmas(&p);
  unit->root = unit_root(&p);
  return unit;
}
