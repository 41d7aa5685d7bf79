#include <string.h>

#include "csp/syntax/parse_impl.h"

/* ------------------------------------------------------------ definitions */

/* The name that is applied in f(p)(q), or NULL. */
static CspNode *applied_name(CspNode *node)
{
  if (node->kind != CSP_CALL) return NULL;
  while (node->kind == CSP_CALL) node = node->kids[0];
  return node->kind == CSP_NAME ? node : NULL;
}

/* FUNCTION of one clause out of f(p)(q) and its body. */
static CspNode *make_function(CspParser *p, uint32_t begin, CspNode *call, const CspNode *name,
                              CspNode *body)
{
  uint32_t brackets = 0;
  for (const CspNode *at = call; at->kind == CSP_CALL; at = at->kids[0]) brackets++;
  CspNode *clause = csp_node(p->arena, CSP_CLAUSE, csp_since(p, begin), name->name, brackets + 1);
  clause->name = NULL;
  csp_node_set(clause, brackets, body);
  for (CspNode *at = call; at->kind == CSP_CALL; at = at->kids[0])
    csp_node_set(clause, --brackets, at->kids[1]);
  return csp_make(p, CSP_FUNCTION, begin, name->name, 1, clause);
}

static void check_arguments(CspParser *p, CspNode *call)
{
  for (; call->kind == CSP_CALL; call = call->kids[0]) /* from the last one: wildcards */
    for (uint32_t i = call->kids[1]->count; i-- > 0;)
      call->kids[1]->kids[i] = csp_pattern(p, call->kids[1]->kids[i]);
}

/* pattern "=" expression, or name arguments { arguments } "=" expression */
static CspNode *definition(CspParser *p)
{
  uint32_t begin = csp_peek(p)->span.begin;
  CspNode *left = csp_expression(p, CSP_LEVEL_BOTH);
  if (p->panic) return left;
  CspNode *function = applied_name(left);
  if (!csp_at(p, CSP_TOKEN_IS)) {
    csp_unexpected(p, "'=' after what is declared");
    return left;
  }
  if (function) check_arguments(p, left);
  else left = csp_pattern(p, left);
  const CspNode *declared = function ? function : left;
  if (declared->kind == CSP_NAME && strchr(declared->name->text, ':'))
    csp_syntax_error(p, declared->span, "a name of a module cannot be declared outside of it");
  csp_advance(p);
  CspNode *body = csp_expression(p, CSP_LEVEL_ANY);
  if (function) return make_function(p, begin, left, function, body);
  return csp_make(p, CSP_BIND, begin, NULL, 2, left, body);
}

/* name { "," name } "::" type */
static bool at_annotation(const CspParser *p)
{
  for (uint32_t i = 0;; i += 2) {
    if (csp_peek_at(p, i)->kind != CSP_TOKEN_NAME) return false;
    CspTokenKind next = csp_peek_at(p, i + 1)->kind;
    if (next != CSP_TOKEN_COMMA) return next == CSP_TOKEN_COLONS;
  }
}

static CspNode *annotation(CspParser *p)
{
  CspNode *names = csp_names(p, "a name");
  csp_advance(p);
  CspNode *type = csp_type(p);
  return csp_make(p, CSP_ANNOTATION, names->span.begin, NULL, 2, names, type);
}

/* ------------------------------------------------------ channels and types */

/* "channel" names [ ":" type ] */
static CspNode *channel(CspParser *p)
{
  uint32_t begin = csp_advance(p)->span.begin;
  CspNode *names = csp_names(p, "the name of a channel");
  CspNode *type = !p->panic && csp_accept(p, CSP_TOKEN_COLON) ? csp_expression(p, CSP_LEVEL_ANY)
                                                              : csp_absent(p);
  return csp_make(p, CSP_CHANNEL, begin, NULL, 2, names, type);
}

/* name [ "." type ] */
static CspNode *constructor(CspParser *p)
{
  CspNode *name = csp_name(p, "the name of a constructor");
  CspNode *type =
      !p->panic && csp_accept(p, CSP_TOKEN_DOT) ? csp_expression(p, CSP_LEVEL_DOT) : csp_absent(p);
  return csp_make(p, CSP_CONSTRUCTOR, name->span.begin, name->name, 1, type);
}

/* ("datatype" | "subtype") name "=" constructor { "|" constructor } */
static CspNode *datatype(CspParser *p, CspKind kind)
{
  uint32_t begin = csp_advance(p)->span.begin;
  CspNode *name = csp_name(p, "the name of the type");
  csp_expect(p, CSP_TOKEN_IS, "after the name of the type");
  CspNodes constructors = {0};
  do {
    CspNode *one = constructor(p);
    if (one->name) vec_push(&constructors, one);
  } while (!p->panic && csp_accept(p, CSP_TOKEN_BAR));
  if (!name->name) {
    vec_free(&constructors);
    return name;
  }
  return csp_make_list(p, kind, begin, name->name, &constructors);
}

/* "nametype" name "=" type */
static CspNode *nametype(CspParser *p)
{
  uint32_t begin = csp_advance(p)->span.begin;
  CspNode *name = csp_name(p, "the name of the type");
  csp_expect(p, CSP_TOKEN_IS, "after the name of the type");
  CspNode *type = csp_expression(p, CSP_LEVEL_ANY);
  if (!name->name) return name;
  return csp_make(p, CSP_NAMETYPE, begin, name->name, 1, type);
}

/* ("external" | "transparent") names */
static CspNode *imported(CspParser *p, CspKind kind)
{
  uint32_t begin = csp_advance(p)->span.begin;
  CspNode *names = csp_names(p, "the name of a function");
  return csp_make(p, kind, begin, NULL, 1, names);
}

/* ---------------------------------------------------------------- sections */

/* [ "(" expression { "," expression } ")" ] */
static CspNode *module_arguments(CspParser *p)
{
  if (!csp_at(p, CSP_TOKEN_LEFT_PAREN) || csp_peek(p)->newline) return csp_absent(p);
  CspNode *arguments = csp_arguments(p, CSP_LEVEL_ANY);
  if (!p->panic && arguments->count == 0) {
    Diag *d =
        diag_error(p->diags, arguments->span, "syntax", "an argument is missing between ( and )");
    diag_hint(p->diags, d, "a module without arguments has no brackets");
    diag_replace(p->diags, d, arguments->span, "");
  }
  return arguments;
}

/* A module whose head is wrong is skipped as a whole. */
static void skip_module(CspParser *p)
{
  for (unsigned open = 1; !csp_at(p, CSP_TOKEN_END);) {
    CspTokenKind kind = csp_advance(p)->kind;
    if (kind == CSP_TOKEN_MODULE) open++;
    if (kind == CSP_TOKEN_ENDMODULE && --open == 0) break;
  }
}

/* "module" name [ arguments ] declarations "exports" declarations "endmodule" */
static CspNode *module(CspParser *p)
{
  static const CspTokenKind exports[] = {CSP_TOKEN_EXPORTS, CSP_TOKEN_ENDMODULE, CSP_TOKEN_END};
  Span opened = csp_advance(p)->span;
  CspNode *name = csp_name(p, "the name of the module"), *arguments = module_arguments(p);
  for (uint32_t i = arguments->count; i-- > 0;)
    arguments->kids[i] = csp_pattern(p, arguments->kids[i]);
  if (p->panic) {
    skip_module(p);
    return name;
  }
  bool timed = p->timed;
  CspNode *hidden = csp_declarations(p, CSP_IN_MODULE, timed, exports);
  csp_expect(p, CSP_TOKEN_EXPORTS, "before what the module exports");
  CspNode *exported = csp_declarations(p, CSP_IN_MODULE, timed, exports);
  csp_expect_close(p, CSP_TOKEN_ENDMODULE, opened);
  return csp_make(p, CSP_MODULE, opened.begin, name->name, 3, arguments, hidden, exported);
}

/* "instance" name "=" name [ arguments ] */
static CspNode *instance(CspParser *p)
{
  uint32_t begin = csp_advance(p)->span.begin;
  CspNode *name = csp_name(p, "the name of the instance");
  csp_expect(p, CSP_TOKEN_IS, "after the name of the instance");
  CspNode *of = csp_qualified_name(p), *arguments = module_arguments(p);
  if (!name->name || !of->name) return csp_error_node(p);
  return csp_make(p, CSP_INSTANCE, begin, name->name, 3, of, arguments, csp_absent(p));
}

/* "Timed" [ "(" function ")" ] "{" declarations "}" */
static CspNode *timed(CspParser *p)
{
  static const CspTokenKind closing[] = {CSP_TOKEN_RIGHT_BRACE, CSP_TOKEN_END};
  uint32_t begin = csp_advance(p)->span.begin;
  CspNode *function = csp_absent(p);
  if (csp_at(p, CSP_TOKEN_LEFT_PAREN)) {
    CspNode *arguments = csp_arguments(p, CSP_LEVEL_ANY);
    if (!p->panic && arguments->count != 1)
      csp_syntax_error(p, arguments->span, "Timed takes one function");
    else if (!p->panic) function = arguments->kids[0];
  }
  Span opened = csp_peek(p)->span;
  csp_expect(p, CSP_TOKEN_LEFT_BRACE, "before the declarations");
  CspNode *declarations = csp_declarations(p, p->room, true, closing);
  csp_expect_close(p, CSP_TOKEN_RIGHT_BRACE, opened);
  CspNode *node = csp_make(p, CSP_TIMED, begin, NULL, 2, function, declarations);
  if (!p->timed && !p->panic) csp_check_timed(p, declarations);
  return node;
}

/* ------------------------------------------------------------ declarations */

static CspNode *wrapped(CspParser *p, CspKind kind)
{
  uint32_t begin = csp_advance(p)->span.begin;
  CspNode *what = kind == CSP_ASSERT ? csp_assertion(p) : csp_expression(p, CSP_LEVEL_ANY);
  return csp_make(p, kind, begin, NULL, 1, what);
}

/* Words that open a line, and are names elsewhere. */
static bool at_line_word(const CspParser *p, const char *word)
{
  const CspToken *next = csp_peek_at(p, 1);
  return csp_at_word(p, word) && next->kind != CSP_TOKEN_IS && next->kind != CSP_TOKEN_COLONS;
}

static CspNode *declaration(CspParser *p)
{
  switch ((CspTokenKind) csp_peek(p)->kind) {
  case CSP_TOKEN_CHANNEL: return channel(p);
  case CSP_TOKEN_DATATYPE: return datatype(p, CSP_DATATYPE);
  case CSP_TOKEN_SUBTYPE: return datatype(p, CSP_SUBTYPE);
  case CSP_TOKEN_NAMETYPE: return nametype(p);
  case CSP_TOKEN_EXTERNAL: return imported(p, CSP_EXTERNAL);
  case CSP_TOKEN_TRANSPARENT: return imported(p, CSP_TRANSPARENT);
  case CSP_TOKEN_MODULE: return module(p);
  case CSP_TOKEN_INSTANCE: return instance(p);
  case CSP_TOKEN_TIMED: return timed(p);
  case CSP_TOKEN_ASSERT: return wrapped(p, CSP_ASSERT);
  default: break;
  }
  if (at_line_word(p, "include")) return csp_include(p);
  if (at_line_word(p, "print")) return wrapped(p, CSP_PRINT);
  if (at_annotation(p)) return annotation(p);
  return definition(p);
}

/* What may stand where. */
static void check_room(CspParser *p, const CspNode *node, Span word)
{
  const char *where = NULL;
  switch ((CspKind) node->kind) {
  case CSP_ASSERT:
    where = p->room == CSP_IN_LET ? "'let'" : p->room == CSP_IN_MODULE ? "a module" : NULL;
    break;
  case CSP_PRINT:
    where = p->room == CSP_IN_LET      ? "'let'"
            : p->room == CSP_IN_MODULE ? "a module"
            : p->timed                 ? "a Timed section"
                                       : NULL;
    break;
  case CSP_CHANNEL:
  case CSP_DATATYPE:
  case CSP_SUBTYPE:
  case CSP_NAMETYPE:
  case CSP_MODULE:
  case CSP_INSTANCE: where = p->room == CSP_IN_LET ? "'let'" : NULL; break;
  default: break;
  }
  if (!where) return;
  diag_error(p->diags, word, "syntax", "%s cannot stand in %s",
             csp_token_quoted(p, &(CspToken){.kind = CSP_TOKEN_NAME, .span = word}), where);
}

/* --------------------------------------------------------------- recovery */

static bool starts_declaration(CspTokenKind kind)
{
  return (CSP_TOKEN_CHANNEL <= kind && kind <= CSP_TOKEN_MODULE) || kind == CSP_TOKEN_INSTANCE ||
         kind == CSP_TOKEN_TIMED;
}

static bool is_one_of(CspTokenKind kind, const CspTokenKind *kinds)
{
  for (; *kinds != CSP_TOKEN_END; kinds++)
    if (kind == *kinds) return true;
  return kind == CSP_TOKEN_END;
}

/* Braces that are open between the two tokens. */
static unsigned open_braces(const CspToken *from, const CspToken *to)
{
  unsigned open = 0;
  for (; from < to; from++) {
    if (from->kind == CSP_TOKEN_LEFT_BRACE) open++;
    else if (from->kind == CSP_TOKEN_RIGHT_BRACE && open > 0) open--;
  }
  return open;
}

/* "P = Q [] / R = STOP": the = shows that a declaration has begun on its line.  Goes back there. */
static bool back_to_line(CspParser *p, const CspToken *first, uint32_t column)
{
  if (!csp_at(p, CSP_TOKEN_IS)) return false;
  const CspToken *line = csp_peek(p);
  while (line > first && !line->newline) line--;
  if (line == first || sources_place(diags_sources(p->diags), line->span.begin).column > column)
    return false;
  p->at = (uint32_t) (line - p->list.tokens);
  return true;
}

/* Skips to a line that is not indented more than the declaration that went wrong, or to what closes
 * all of them. */
static void recover(CspParser *p, const CspToken *first, const CspTokenKind *closing)
{
  Sources *sources = diags_sources(p->diags);
  uint32_t column = sources_place(sources, first->span.begin).column;
  unsigned braces = open_braces(first, csp_peek(p));
  if (csp_peek(p) == first) csp_advance(p);
  bool back = back_to_line(p, first, column);
  for (; !back; csp_advance(p)) {
    const CspToken *token = csp_peek(p);
    if (token->kind == CSP_TOKEN_END) break;
    if (braces == 0 && is_one_of(token->kind, closing)) break;
    bool line = token->newline && token->kind != CSP_TOKEN_RIGHT_BRACE;
    if (line && (starts_declaration(token->kind) ||
                 sources_place(sources, token->span.begin).column <= column))
      break;
    if (token->kind == CSP_TOKEN_LEFT_BRACE) braces++;
    else if (token->kind == CSP_TOKEN_RIGHT_BRACE && braces > 0) braces--;
  }
  p->panic = false;
  p->wildcards.len = 0;
}

/* ------------------------------------------------------------------- lists */

/* Adjacent clauses of one function become one declaration. */
static void merge_clauses(CspParser *p, CspNodes *nodes)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < nodes->len;) {
    CspNode *node = nodes->data[i];
    uint32_t end = i + 1;
    while (node->kind == CSP_FUNCTION && end < nodes->len &&
           nodes->data[end]->kind == CSP_FUNCTION && nodes->data[end]->name == node->name)
      end++;
    if (end > i + 1) {
      Span span = {node->span.begin, nodes->data[end - 1]->span.end};
      CspNode *all = csp_node(p->arena, CSP_FUNCTION, span, node->name, end - i);
      for (uint32_t k = i; k < end; k++) csp_node_set(all, k - i, nodes->data[k]->kids[0]);
      node = all;
    }
    nodes->data[kept++] = node;
    i = end;
  }
  nodes->len = kept;
}

/* Assertions in pragmas that stand before the next token. */
static void take_pragmas(CspParser *p, CspNodes *nodes)
{
  if (p->room != CSP_IN_SCRIPT) return;
  while (p->next_comment < p->list.comment_count) {
    const CspComment *comment = &p->list.comments[p->next_comment];
    if (comment->span.begin > csp_peek(p)->span.begin) break;
    if (comment->formula) vec_push(nodes, csp_pragma(p, comment));
    p->next_comment++;
  }
}

static void one_declaration(CspParser *p, const CspTokenKind *closing, CspNodes *nodes)
{
  const CspToken *first = csp_peek(p);
  Span word = first->span;
  uint32_t outer = p->first;
  p->first = p->at;
  CspNode *node = declaration(p);
  if (!p->panic) csp_claim_rest(p);
  if (!p->panic) check_room(p, node, word);
  if (!p->panic && !csp_peek(p)->newline && !is_one_of(csp_peek(p)->kind, closing))
    csp_unexpected(p, "the end of the declaration");
  if (p->panic && p->room != CSP_IN_LET) recover(p, first, closing);
  p->first = outer;
  vec_push(nodes, node);
}

CspNode *csp_declarations(CspParser *p, CspRoom room, bool timed_section,
                          const CspTokenKind *closing)
{
  CspRoom outer = p->room;
  bool outer_timed = p->timed;
  uint32_t begin = csp_peek(p)->span.begin;
  CspNodes nodes = {0};
  p->room = room;
  p->timed = timed_section;
  take_pragmas(p, &nodes);
  while (!p->panic && !is_one_of(csp_peek(p)->kind, closing)) {
    one_declaration(p, closing, &nodes);
    take_pragmas(p, &nodes);
  }
  p->room = outer;
  p->timed = outer_timed;
  merge_clauses(p, &nodes);
  if (diags_errors(p->diags) == p->errors) csp_check_annotations(p, &nodes);
  return csp_make_list(p, CSP_DECLARATIONS, begin, NULL, &nodes);
}
