#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "csp/syntax/parse_impl.h"

/* ----------------------------------------------------------------- tokens */

const CspToken *csp_peek_at(const CspParser *p, uint32_t ahead)
{
  uint32_t last = p->list.count - 1;
  return &p->list.tokens[p->at + ahead < last ? p->at + ahead : last];
}

const CspToken *csp_peek(const CspParser *p) { return csp_peek_at(p, 0); }
bool csp_at(const CspParser *p, CspTokenKind kind) { return csp_peek(p)->kind == kind; }

const CspToken *csp_advance(CspParser *p)
{
  const CspToken *token = csp_peek(p);
  p->end = token->span.end;
  if (p->at + 1 < p->list.count) p->at++;
  return token;
}

/* Takes the first character of the next token, which becomes the rest of it. */
static void split(CspParser *p, CspTokenKind rest)
{
  CspToken *token = &p->list.tokens[p->at];
  p->end = ++token->span.begin;
  token->kind = (uint8_t) rest;
  token->newline = false;
}

/* "]]" may close two brackets, and ">==" is a bracket and a comparison. */
static bool split_close(CspParser *p, CspTokenKind kind)
{
  const CspToken *next = csp_peek_at(p, 1);
  if (kind == CSP_TOKEN_RIGHT_BRACKET && csp_at(p, CSP_TOKEN_RENAME_CLOSE))
    return split(p, CSP_TOKEN_RIGHT_BRACKET), true;
  bool compared = kind == CSP_TOKEN_GREATER && csp_at(p, CSP_TOKEN_GREATER_EQUAL) &&
                  next->kind == CSP_TOKEN_IS && next->span.begin == csp_peek(p)->span.end;
  if (!compared) return false;
  CspToken *second = &p->list.tokens[p->at + 1];
  second->kind = CSP_TOKEN_EQUAL;
  second->span.begin--;
  p->end = csp_peek(p)->span.begin + 1;
  p->at++;
  return true;
}

bool csp_accept(CspParser *p, CspTokenKind kind)
{
  if (!csp_at(p, kind)) return split_close(p, kind);
  csp_advance(p);
  return true;
}

bool csp_at_word(const CspParser *p, const char *word)
{
  const CspToken *token = csp_peek(p);
  return token->kind == CSP_TOKEN_NAME && !strcmp(token->name->text, word);
}

bool csp_is_wildcard(const CspToken *token)
{
  return token->kind == CSP_TOKEN_NAME && token->name->len == 1 && token->name->text[0] == '_';
}

/* ----------------------------------------------------------------- errors */

Diag *csp_syntax_error(CspParser *p, Span span, const char *format, ...)
{
  if (p->panic) return NULL;
  p->panic = true;
  char message[1000];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  return diag_error(p->diags, span, "syntax", "%s", message);
}

const char *csp_token_quoted(const CspParser *p, const CspToken *token)
{
  if (token->kind == CSP_TOKEN_END) return "end of the text";
  uint32_t length, shown = 0;
  const char *text = sources_text(diags_sources(p->diags), token->span, &length);
  while (shown < length && shown < 30 && text[shown] != '\n' && text[shown] != '\r') shown++;
  while (shown < length && ((unsigned char) text[shown] & 0xC0) == 0x80) shown--;
  return arena_printf(diags_arena(p->diags), "'%.*s%s'", (int) shown, text,
                      shown < length ? "…" : "");
}

/* Does this token begin the next declaration, so that something is missing in the line before? */
static bool begins_next(const CspParser *p, const CspToken *token)
{
  bool word = token->kind == CSP_TOKEN_NAME ||
              (CSP_TOKEN_CHANNEL <= token->kind && token->kind <= CSP_TOKEN_TIMED);
  return word && token->newline && p->brackets == 0 && p->at > p->first;
}

Diag *csp_unexpected(CspParser *p, const char *what)
{
  const CspToken *token = csp_peek(p);
  if (token->kind == CSP_TOKEN_ERROR) { /* reported by the lexer */
    p->panic = true;
    return NULL;
  }
  if (begins_next(p, token))
    return csp_syntax_error(p, (Span){p->end, p->end}, "unexpected end of the line, expected %s",
                            what);
  Diag *d = csp_syntax_error(p, token->span, "unexpected %s, expected %s",
                             csp_token_quoted(p, token), what);
  if (d) csp_hint_at(p, d, what);
  return d;
}

bool csp_expect(CspParser *p, CspTokenKind kind, const char *where)
{
  if (csp_accept(p, kind)) return true;
  csp_unexpected(p, arena_printf(diags_arena(p->diags), "%s %s", csp_token_text(kind), where));
  return false;
}

bool csp_expect_close(CspParser *p, CspTokenKind kind, Span opened)
{
  if (csp_accept(p, kind)) return true;
  Diag *d = csp_unexpected(p, csp_token_text(kind));
  if (d) diag_note(p->diags, d, opened, "opened here");
  return false;
}

/* ------------------------------------------------------------------ nodes */

Span csp_since(const CspParser *p, uint32_t begin)
{
  return (Span){begin, p->end > begin ? p->end : begin};
}

CspNode *csp_error_node(CspParser *p)
{
  return csp_node(p->arena, CSP_ERROR, csp_peek(p)->span, NULL, 0);
}

CspNode *csp_absent(CspParser *p)
{
  return csp_node(p->arena, CSP_ABSENT, (Span){p->end, p->end}, NULL, 0);
}

/* Keeps the height limit: an ERROR node beyond it. */
static CspNode *limited(CspParser *p, CspNode *node)
{
  if (node->height < CSP_HEIGHT_LIMIT) return node;
  csp_syntax_error(p, node->span, "this is nested too deeply");
  return csp_error_node(p);
}

CspNode *csp_make(CspParser *p, CspKind kind, uint32_t begin, const Name *name, uint32_t count, ...)
{
  CspNode *node = csp_node(p->arena, kind, csp_since(p, begin), name, count);
  va_list args;
  va_start(args, count);
  for (uint32_t i = 0; i < count; i++) csp_node_set(node, i, va_arg(args, CspNode *));
  va_end(args);
  return limited(p, node);
}

CspNode *csp_make_list(CspParser *p, CspKind kind, uint32_t begin, const Name *name,
                       CspNodes *nodes)
{
  CspNode *node = csp_node(p->arena, kind, csp_since(p, begin), name, nodes->len);
  for (uint32_t i = 0; i < nodes->len; i++) csp_node_set(node, i, nodes->data[i]);
  vec_free(nodes);
  return limited(p, node);
}

bool csp_enter(CspParser *p)
{
  if (p->depth >= CSP_NESTING_LIMIT) {
    csp_syntax_error(p, csp_peek(p)->span, "this is nested too deeply");
    return false;
  }
  p->depth++;
  return true;
}

void csp_leave(CspParser *p) { p->depth--; }

CspBrackets csp_open(CspParser *p, bool sequence)
{
  CspBrackets before = {p->in_sequence, p->brackets};
  p->in_sequence = sequence;
  p->brackets++;
  return before;
}

void csp_close(CspParser *p, CspBrackets before)
{
  p->in_sequence = before.in_sequence;
  p->brackets = before.brackets;
}
