#include "syntax/parse_impl.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"

/* Definitions are collected first: a pass over the tokens finds the clause, cuts
 * it into names, parameters and bodies, and follows the definition files.  Then
 * each body is read as what it turns out to be: a predicate, an expression or a
 * substitution.  Definitions that a body mentions are read before it, so that it
 * is known what their uses are. */

Definition *definition_named(const Parser *p, const Token *token)
{
  if (token->kind != TOKEN_NAME) return NULL;
  if (p->parameters)
    for (uint32_t i = 0; i < p->parameters->count; i++)
      if (p->parameters->kids[i]->name == token->name) return NULL;
  return map_get(&p->unit->definition_of, token->name);
}

/* ----------------------------------------------- expression or substitution */

/* What a trial reading has settled, in order, with the bodies as they were. */
typedef struct {
  Definition *def;
  Node *body;
} SettledDefinition;

struct Settled {
  VEC(SettledDefinition) all;
};

static void undo_settled(Parser *p, uint32_t mark)
{
  while (p->settled->all.len > mark) {
    SettledDefinition *last = &p->settled->all.data[--p->settled->all.len];
    last->def->kind = DEF_EXPR_OR_SUBST;
    last->def->node->kids[1] = last->body;
  }
}

bool definition_used_as(Parser *p, Definition *def, DefinitionKind use)
{
  if (def->kind != DEF_EXPR_OR_SUBST) return def->kind == use || def->kind == DEF_BROKEN;
  SettledDefinition settled = {def, def->node->kids[1]};
  if (p->settled) vec_push(&p->settled->all, settled);
  def->kind = use;
  Node *body = def->node->kids[1];
  if (body->kind == NODE_DEF_CALL) { /* x == y: y is what x is */
    Definition *inner = map_get(&p->unit->definition_of, body->name);
    return !inner || definition_used_as(p, inner, use);
  }
  if (use != DEF_SUBST) return true;
  Node *call = as_operation_call(p, body);
  if (!call) return false;
  def->node->kids[1] = call;
  return true;
}

/* ------------------------------------------------------------- collecting */

static Definition *add_definition(Parser *p, DefinitionText text)
{
  Definition *known = map_get(&p->unit->definition_of, text.def.name);
  if (known && !definition_is_temporal(text.def.name->text)) {
    Diag *d = diag_error(p->diags, text.name_span, "duplicate-definition", "%s is defined twice",
                         text.def.name->text);
    diag_note(p->diags, d, ((DefinitionText *) known)->name_span, "it is first defined here");
    return known;
  }
  DefinitionText *kept = arena_alloc(p->arena, sizeof *kept);
  *kept = text;
  vec_push(&p->unit->definitions, &kept->def);
  if (!known) map_put(&p->unit->definition_of, text.def.name, &kept->def);
  return &kept->def;
}

static bool opens_block(TokenKind kind)
{
  switch (kind) {
  case TOKEN_BEGIN:
  case TOKEN_PRE:
  case TOKEN_ASSERT:
  case TOKEN_CHOICE:
  case TOKEN_IF:
  case TOKEN_WITNESS:
  case TOKEN_SELECT:
  case TOKEN_CASE:
  case TOKEN_EITHER: /* CASE … OF EITHER … END END */
  case TOKEN_ANY:
  case TOKEN_VAR:
  case TOKEN_WHILE:
  case TOKEN_LET: return true;
  default: return false;
  }
}

/* Goes to the end of a body: a `;` outside of brackets and blocks, a clause
 * keyword outside of blocks, an END that closes nothing, or the end. */
static void skip_body(Parser *p)
{
  int blocks = 0, parens = 0;
  for (;; advance(p)) {
    TokenKind kind = kind_ahead(p, 0);
    if (kind == TOKEN_END_OF_TEXT) return;
    if (kind == TOKEN_SEMICOLON && blocks == 0 && parens <= 0) return;
    if (token_is_clause(kind) && blocks == 0) return;
    if (kind == TOKEN_END && blocks == 0) return;
    if (opens_block(kind)) blocks++;
    else if (kind == TOKEN_END) blocks--;
    else if (kind == TOKEN_LEFT_PAREN) parens++;
    else if (kind == TOKEN_RIGHT_PAREN) parens--;
  }
}

static Node *parameter_names(Parser *p)
{
  if (!at_token(p, TOKEN_LEFT_PAREN)) return node_new(p->arena, NODE_NAMES, peek(p)->span, NULL, 0);
  Span opened = advance(p)->span;
  VEC(Node *) names = {0};
  do {
    if (!at_token(p, TOKEN_NAME)) {
      unexpected(p, "the name of a parameter");
      break;
    }
    const Token *token = advance(p);
    for (uint32_t i = 0; i < names.len; i++)
      if (names.data[i]->name == token->name)
        syntax_error(p, token->span, "duplicate parameter %s", token->name->text);
    vec_push(&names, node_leaf(p->arena, NODE_IDENT, token->span, token->name));
  } while (accept(p, TOKEN_COMMA));
  expect_close(p, TOKEN_RIGHT_PAREN, opened, "'('");
  Node *node =
      node_list(p->arena, NODE_NAMES, span_since(p, opened.begin), NULL, names.data, names.len);
  vec_free(&names);
  return node;
}

/* definition = name [ "(" names ")" ] "==" body */
static Definition *collect_definition(Parser *p, bool imported)
{
  if (!at_token(p, TOKEN_NAME)) {
    unexpected(p, "the name of a definition, or a file name in quotes");
    return NULL;
  }
  const Token *name = advance(p);
  Node *parameters = parameter_names(p);
  if (!p->panic && !at_token(p, TOKEN_DEFINED_AS)) {
    Diag *d = unexpected(p, "'=='");
    bool equal = at_token(p, TOKEN_OP) && peek(p)->node == NODE_EQUAL;
    if (d && equal) {
      diag_hint(p->diags, d, "write a definition with '=='");
      diag_replace(p->diags, d, peek(p)->span, "==");
    }
  }
  if (p->panic) return NULL;
  advance(p);
  DefinitionText text = {.tokens = p->tokens, .begin = p->at, .name_span = name->span};
  skip_body(p);
  text.end = p->at;
  text.span = span_since(p, name->span.begin);
  Node *kids[] = {parameters, error_node(p)};
  text.def =
      (Definition){.name = name->name,
                   .node = node_list(p->arena, NODE_DEFINITION, text.span, name->name, kids, 2),
                   .kind = DEF_BROKEN,
                   .imported = imported};
  return add_definition(p, text);
}

typedef VEC(const Source *) SourceList;

typedef struct Opened Opened;
struct Opened { /* the chain of definition files being read */
  const Opened *outer;
  const Source *source;
  SourceList *seen; /* all that were read so far */
};

static void collect_file(Parser *p, const Token *name, const Opened *outer);

static bool at_clause_end(const Parser *p)
{
  return at_token(p, TOKEN_END_OF_TEXT) || at_token(p, TOKEN_END) ||
         token_is_clause(kind_ahead(p, 0));
}

/* The entries of one clause, up to its end. */
static void collect_clause(Parser *p, const Opened *file, bool imported)
{
  advance(p);
  while (!at_clause_end(p)) {
    if (at_token(p, TOKEN_STRING)) collect_file(p, advance(p), file);
    else collect_definition(p, imported);
    if (!p->panic && !at_token(p, TOKEN_SEMICOLON) && !at_clause_end(p))
      unexpected(p, "';' or the end of the definitions");
    if (p->panic) skip_body(p);
    p->panic = false;
    if (!accept(p, TOKEN_SEMICOLON)) break;
    if (at_token(p, TOKEN_SEMICOLON)) {
      syntax_error(p, peek(p)->span, "superfluous ';'");
      p->panic = false;
      while (accept(p, TOKEN_SEMICOLON)) continue;
    }
  }
}

static bool is_definition_clause(TokenKind kind)
{
  return kind == TOKEN_DEFINITIONS || kind == TOKEN_EXPRESSIONS || kind == TOKEN_PREDICATES;
}

/* All clauses with definitions among the tokens. */
static void collect_all(Parser *p, const Opened *file, bool imported)
{
  Parser here = *p;
  here.at = 0;
  while (!at_token(&here, TOKEN_END_OF_TEXT)) {
    if (is_definition_clause(kind_ahead(&here, 0))) collect_clause(&here, file, imported);
    else advance(&here);
  }
}

static bool being_read(const Opened *file, const Source *source)
{
  for (; file; file = file->outer)
    if (file->source == source) return true;
  return false;
}

static bool read_before(const SourceList *seen, const Source *source)
{
  for (uint32_t i = 0; i < seen->len; i++)
    if (seen->data[i] == source) return true;
  return false;
}

/* A definition file begins with DEFINITIONS; those of a machine serve, too. */
static bool has_definitions(const Parser *p)
{
  for (uint32_t i = 0; i < p->end; i++)
    if (is_definition_clause(p->tokens[i].kind)) return true;
  return false;
}

/* From now on any unknown name may be one of the definitions in that file. */
static void report_missing(Parser *p, const Token *name, const Source *from, const char *error)
{
  if (p->notes) p->notes->definitions_missing = true;
  Diag *d = diag_error(p->diags, name->span, "missing-file",
                       "the definition file %s cannot be read: %s", name->name->text, error);
  char near[NEAREST_FILE];
  if (!from->path || !nearest_file(from->path, name->name->text, ".def", near)) return;
  diag_hint(p->diags, d, "did you mean \"%s\"?", near);
  diag_replace(p->diags, d, name->span, arena_printf(diags_arena(p->diags), "\"%s\"", near));
}

/* "File.def" in a DEFINITIONS clause. */
static void collect_file(Parser *p, const Token *name, const Opened *outer)
{
  const char *error = "files cannot be included here";
  const Source *source =
      p->context->files
          ? files_find_definitions(p->context->files, name->name->text, outer->source, &error)
          : NULL;
  if (!source) {
    report_missing(p, name, outer->source, error);
    return;
  }
  if (being_read(outer, source)) {
    diag_error(p->diags, name->span, "cyclic-definitions",
               "the definition file %s includes itself, directly or indirectly", name->name->text);
    return;
  }
  if (read_before(outer->seen, source)) return;
  vec_push(outer->seen, source);
  TokenList list = lex(p->arena, p->context->names, p->diags, source, 0);
  Parser inside = *p;
  inside.tokens = list.tokens;
  inside.end = list.count - 1;
  inside.at = 0;
  if (inside.tokens[0].kind == TOKEN_ERROR) {
    if (p->notes) p->notes->definitions_missing = true;
    return;
  }
  if (!has_definitions(&inside)) {
    diag_error(p->diags, name->span, "bad-definition-file", "the file %s has no DEFINITIONS",
               name->name->text);
    return;
  }
  Opened file = {outer, source, outer->seen};
  collect_all(&inside, &file, true);
}

/* ---------------------------------------------------------- reading bodies */

static void read_body(Parser *p, DefinitionText *text);

/* What the body mentions is read first.  A definition that needs itself is an
 * error; it stays broken. */
static bool read_mentioned(Parser *p, DefinitionText *text)
{
  for (uint32_t i = text->begin; i < text->end; i++) {
    Definition *def = definition_named(p, &text->tokens[i]);
    if (!def) continue;
    DefinitionText *other = (DefinitionText *) def;
    if (other->state == BODY_BEING_READ) {
      Diag *d = diag_error(p->diags, text->tokens[i].span, "cyclic-definitions",
                           "the definition %s depends on itself", def->name->text);
      diag_note(p->diags, d, other->name_span, "%s is defined here", def->name->text);
      return false;
    }
    if (other->state == BODY_UNREAD) read_body(p, other);
  }
  return true;
}

static bool starts_substitution(TokenKind kind)
{
  return kind == TOKEN_SKIP || (opens_block(kind) && kind != TOKEN_IF && kind != TOKEN_LET);
}

/* Several names by themselves: `a,b,c`. */
static Node *name_list(Parser *p)
{
  for (uint32_t i = 0; p->at + i < p->end; i++)
    if (kind_ahead(p, i) != (i % 2 ? TOKEN_COMMA : TOKEN_NAME)) return NULL;
  if (p->end - p->at < 3 || (p->end - p->at) % 2 == 0) return NULL;
  Node *list = parse_list(p, LEVEL_EXPRESSION);
  return node_list(p->arena, NODE_COUPLE, list->span, NULL, list->kids, list->count);
}

static Node *formula_body(Parser *p)
{
  Node *names = name_list(p);
  return names ? names : parse_level(p, LEVEL_ANY);
}

/* Reads the body with `read`; complains if something is left over. */
static Node *whole_body(Parser *p, const DefinitionText *text, Node *(*read)(Parser *) )
{
  p->at = text->begin;
  p->panic = false;
  Node *body = read(p);
  if (!p->panic && !at_token(p, TOKEN_END_OF_TEXT)) unexpected(p, "the end of the definition");
  return body;
}

/* `x := 1` and `x` and `x + 1` can only be told apart by reading.  If neither
 * reading succeeds, the errors of the one that came further are shown. */
static Node *try_body(Parser *p, const DefinitionText *text)
{
  if (starts_substitution(text->tokens[text->begin].kind))
    return whole_body(p, text, parse_parallel);
  uint32_t mark = diags_mark(p->diags), settled = p->settled->all.len;
  Node *body = whole_body(p, text, formula_body);
  if (!p->panic) return body;
  uint32_t furthest = p->furthest;
  diags_release(p->diags, mark);
  undo_settled(p, settled);
  body = whole_body(p, text, parse_parallel);
  if (!p->panic || p->furthest > furthest) return body;
  diags_release(p->diags, mark);
  undo_settled(p, settled);
  return whole_body(p, text, formula_body);
}

static DefinitionKind kind_of_body(const Parser *p, const Node *body)
{
  if (body->kind == NODE_ERROR) return DEF_BROKEN;
  if (body->kind == NODE_IDENT) return DEF_EXPR_OR_SUBST;
  if (body->kind == NODE_APPLY && body->kids[0]->kind == NODE_IDENT) return DEF_EXPR_OR_SUBST;
  if (body->kind == NODE_DEF_CALL) {
    const Definition *inner = map_get(&p->unit->definition_of, body->name);
    if (inner) return inner->kind;
  }
  switch (class_of(p, body)) {
  case CLASS_PRED: return DEF_PRED;
  case CLASS_SUBST: return DEF_SUBST;
  default: return DEF_EXPR;
  }
}

/* A declaration EXTERNAL_…_NAME settles what an undecided NAME is. */
static void settle_external(Parser *p, Definition *def)
{
  if (def->kind != DEF_EXPR_OR_SUBST) return;
  char name[300];
  int length = snprintf(name, sizeof name, "EXTERNAL_SUBSTITUTION_%s", def->name->text);
  if (length < 0 || (size_t) length >= sizeof name) return;
  const Name *declared = names_find(p->context->names, name, (size_t) length);
  if (declared && map_get(&p->unit->definition_of, declared)) definition_used_as(p, def, DEF_SUBST);
}

static void read_body(Parser *p, DefinitionText *text)
{
  enum { DEFINITION_DEPTH_LIMIT = 20000 };
  if (p->definition_depth >= DEFINITION_DEPTH_LIMIT) {
    text->state = BODY_READ;
    syntax_error(p, text->name_span,
                 "the chain of definitions that depend on each other is too long");
    return;
  }
  Parser here = *p;
  here.definition_depth++;
  here.tokens = text->tokens;
  here.end = text->end;
  here.at = text->begin;
  here.panic = false;
  here.parameters = text->def.node->kids[0];
  text->state = BODY_BEING_READ;
  bool sound = read_mentioned(&here, text);
  Node *body = try_body(&here, text);
  if (sound && !here.panic) {
    Node *kids[] = {text->def.node->kids[0], body};
    text->def.node =
        limited(&here, node_list(p->arena, NODE_DEFINITION, text->span, text->def.name, kids, 2));
    if (text->def.node->kind == NODE_DEFINITION) text->def.kind = kind_of_body(&here, body);
  }
  text->state = BODY_READ;
  settle_external(p, &text->def);
}

void read_definitions(Parser *p)
{
  SourceList seen = {0};
  struct Settled settled = {0};
  Opened file = {NULL, p->unit->source, &seen};
  collect_all(p, &file, false);
  vec_free(&seen);
  p->settled = &settled;
  for (uint32_t i = 0; i < p->unit->definitions.len; i++) {
    DefinitionText *text = (DefinitionText *) p->unit->definitions.data[i];
    if (text->state == BODY_UNREAD) read_body(p, text);
  }
  p->settled = NULL;
  vec_free(&settled.all);
}

/* ----------------------------------------------------------- clause nodes */

/* The definition of that name, by its place: there may be several. */
static const Definition *definition_at(const Parser *p, const Token *name)
{
  const Definition *first = map_get(&p->unit->definition_of, name->name);
  if (!first || !definition_is_temporal(name->name->text)) return first;
  for (uint32_t i = 0; i < p->unit->definitions.len; i++) {
    const DefinitionText *text = (const DefinitionText *) p->unit->definitions.data[i];
    if (span_equal(text->name_span, name->span)) return &text->def;
  }
  return first;
}

/* The entry as a node; its errors were reported when it was collected. */
static Node *clause_entry(Parser *p)
{
  if (at_token(p, TOKEN_STRING)) {
    const Token *file = advance(p);
    return node_leaf(p->arena, NODE_DEF_FILE, file->span, file->name);
  }
  const Token *name = peek(p);
  const Definition *def = at_token(p, TOKEN_NAME) ? definition_at(p, name) : NULL;
  skip_body(p);
  return def ? def->node : node_leaf(p->arena, NODE_ERROR, name->span, NULL);
}

Node *parse_definitions_clause(Parser *p, NodeKind kind)
{
  Span keyword = advance(p)->span;
  VEC(Node *) entries = {0};
  while (!at_clause_end(p)) {
    uint32_t before = p->at;
    vec_push(&entries, clause_entry(p));
    accept(p, TOKEN_SEMICOLON);
    if (p->at == before) advance(p);
  }
  Node *node =
      node_list(p->arena, kind, span_since(p, keyword.begin), NULL, entries.data, entries.len);
  vec_free(&entries);
  return node;
}
