#include <string.h>

#include "csp/syntax/parse_impl.h"

/* Whole texts: scripts with the files that they include, and single expressions. */

static CspParser new_parser(const CspParseContext *context, const Source *source)
{
  CspParser p = {.context = context, .arena = context->arena, .diags = context->diags};
  p.reading.source = source;
  p.errors = diags_errors(context->diags);
  p.list = csp_lex(context->arena, context->names, context->diags, source);
  p.end = source->base;
  return p;
}

/* ---------------------------------------------------------------- include */

/* Where the file is; if it is nowhere, its name as seen from the folder of the including one. */
static const char *included_path(CspParser *p, const Name *name)
{
  Files *files = p->context->files;
  const char *found = files ? files_path(files, name->text, p->reading.source) : NULL;
  if (found) return found;
  const char *from = p->reading.source->name, *slash = strrchr(from, '/');
  if (name->text[0] == '/' || !slash || !p->reading.source->path) return name->text;
  return arena_printf(p->arena, "%.*s/%s", (int) (slash - from), from, name->text);
}

static const Source *included_source(CspParser *p, const Name *name, Span span)
{
  const char *error = NULL, *path = included_path(p, name), *special = files_special(path);
  if (strlen(name->text) != name->len || name->len == 0) error = "this is no name of a file";
  if (special) error = arena_printf(p->arena, "it is %s, not a file", special);
  const Source *source = error ? NULL : sources_read(p->context->sources, path, &error);
  if (!source) diag_error(p->diags, span, "missing-file", "cannot read %s: %s", path, error);
  return source;
}

/* Would this file include itself? */
static bool is_open(const CspParser *p, const Source *source)
{
  for (const CspReading *r = &p->reading; r; r = r->outer)
    if (r->source == source) return true;
  return false;
}

static CspNode *read_included(CspParser *outer, const Source *source)
{
  static const CspTokenKind closing[] = {CSP_TOKEN_END};
  CspParser p = new_parser(outer->context, source);
  p.reading.outer = &outer->reading;
  p.includes = outer->includes;
  p.depth = outer->depth;
  CspNode *declarations = csp_declarations(&p, outer->room, outer->timed, closing);
  vec_free(&p.wildcards);
  return declarations;
}

/* "include" string */
CspNode *csp_include(CspParser *p)
{
  uint32_t begin = csp_advance(p)->span.begin;
  const CspToken *token = csp_peek(p);
  if (token->kind != CSP_TOKEN_STRING || token->newline) {
    csp_unexpected(p, "the name of a file in quotes");
    return csp_error_node(p);
  }
  csp_advance(p);
  const Source *source = included_source(p, token->name, token->span);
  CspNode *declarations = NULL;
  if (source && is_open(p, source)) {
    diag_error(p->diags, token->span, "cycle", "this file includes itself");
  } else if (source && ++*p->includes > CSP_INCLUDE_LIMIT) {
    if (*p->includes == CSP_INCLUDE_LIMIT + 1)
      diag_error(p->diags, token->span, "cycle", "too many files are included");
  } else if (source && csp_enter(p)) {
    declarations = read_included(p, source);
    csp_leave(p);
  }
  if (!declarations) declarations = csp_node(p->arena, CSP_DECLARATIONS, token->span, NULL, 0);
  return csp_make(p, CSP_INCLUDE, begin, token->name, 1, declarations);
}

/* ------------------------------------------------------------ whole texts */

CspNode *csp_parse(const CspParseContext *context, const Source *source)
{
  static const CspTokenKind closing[] = {CSP_TOKEN_END};
  uint32_t includes = 0;
  CspParser p = new_parser(context, source);
  p.includes = &includes;
  CspNode *script = csp_declarations(&p, CSP_IN_SCRIPT, false, closing);
  script->kind = CSP_SCRIPT;
  script->span = (Span){source->base, source->base + source->length};
  vec_free(&p.wildcards);
  return script;
}

typedef CspNode *Reader(CspParser *);

/* Something that must be all of the text. */
static CspNode *parse_whole(const CspParseContext *context, const Source *source, Reader *read,
                            const char *what)
{
  CspParser p = new_parser(context, source);
  uint32_t includes = 0, errors = diags_errors(context->diags);
  p.includes = &includes;
  p.brackets = 1; /* line ends mean nothing */
  CspNode *node = read(&p);
  if (!p.panic) csp_claim_rest(&p);
  if (!p.panic && !csp_at(&p, CSP_TOKEN_END)) csp_unexpected(&p, what);
  vec_free(&p.wildcards);
  return diags_errors(context->diags) > errors ? csp_error_node(&p) : node;
}

static CspNode *read_expression(CspParser *p) { return csp_expression(p, CSP_LEVEL_ANY); }

CspNode *csp_parse_expression(const CspParseContext *context, const Source *source)
{
  return parse_whole(context, source, read_expression, "the end of the expression");
}

CspNode *csp_parse_assertion(const CspParseContext *context, const Source *source)
{
  return parse_whole(context, source, csp_assertion, "the end of the assertion");
}

CspNode *csp_parse_type(const CspParseContext *context, const Source *source)
{
  return parse_whole(context, source, csp_type, "the end of the type");
}
