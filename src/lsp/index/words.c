#include "lsp/index/words.h"

#include <string.h>

#include "csp/syntax/lexer.h"
#include "csp/syntax/operators.h"
#include "eventb/eventb.h"
#include "eventb/notation/math_lexer.h"
#include "syntax/lexer.h"

typedef VEC(Word) WordList;

/* ---- classical B */

static WordKind kind_of_b(const Token *t)
{
  switch ((TokenKind) t->kind) {
  case TOKEN_NAME: return WORD_NAME;
  case TOKEN_NUMBER:
  case TOKEN_REAL_NUMBER: return WORD_NUMBER;
  case TOKEN_STRING:
  case TOKEN_TEMPLATE:
  case TOKEN_TEMPLATE_TEXT:
  case TOKEN_TEMPLATE_FORMAT:
  case TOKEN_TEMPLATE_END: return WORD_STRING;
  case TOKEN_OP:
  case TOKEN_FUNC:
  case TOKEN_ATOM:
  case TOKEN_BINDER:
  case TOKEN_PARALLEL:
  case TOKEN_TILDE:
  case TOKEN_ASSIGN:
  case TOKEN_BECOMES_IN:
  case TOKEN_RESULTS:
  case TOKEN_DEFINED_AS:
  case TOKEN_EMPTY_SET:
  case TOKEN_OLD: return WORD_OPERATOR;
  case TOKEN_LABEL:
  case TOKEN_DESC:
  case TOKEN_SYMBOLIC:
  case TOKEN_GENERATED:
  case TOKEN_PACKAGE:
  case TOKEN_IMPORT_PACKAGE:
  case TOKEN_FILE: return WORD_LABEL;
  case TOKEN_ERROR: return WORD_WRONG;
  case TOKEN_LEFT_PAREN:
  case TOKEN_RIGHT_PAREN:
  case TOKEN_LEFT_BRACKET:
  case TOKEN_RIGHT_BRACKET:
  case TOKEN_LEFT_BRACE:
  case TOKEN_RIGHT_BRACE:
  case TOKEN_COMMA:
  case TOKEN_SEMICOLON:
  case TOKEN_BAR:
  case TOKEN_DOT:
  case TOKEN_MIDDLE_DOT:
  case TOKEN_QUOTE: return WORD_MARK;
  default: return WORD_KEYWORD;
  }
}

static void add_b(Session *session, const Source *source, WordList *list)
{
  TokenList tokens =
      lex(session_arena(session), session_names(session), session_diags(session), source, 0);
  for (uint32_t i = 0; i + 1 < tokens.count; i++) {
    const Token *t = &tokens.tokens[i];
    WordKind kind = kind_of_b(t);
    bool node = t->kind == TOKEN_OP || t->kind == TOKEN_FUNC || t->kind == TOKEN_ATOM ||
                t->kind == TOKEN_BINDER || t->kind == TOKEN_NAME;
    vec_push(list, ((Word){.kind = (uint8_t) kind,
                           .quoted = t->quoted,
                           .raw = t->kind,
                           .node = node ? t->node : NODE_ERROR,
                           .span = t->span,
                           .name = t->name}));
  }
  for (uint32_t i = 0; i < tokens.comment_count; i++)
    vec_push(list,
             ((Word){.kind = WORD_COMMENT, .node = NODE_ERROR, .span = tokens.comments[i].span}));
}

/* ---- Event-B */

static bool is_eventb_keyword(const EventbToken *t)
{
  for (const char *const *word = eventb_keywords; *word && !t->quoted; word++)
    if (eventb_is_word(t->name->text, *word)) return true;
  return false;
}

static WordKind kind_of_eventb(const EventbToken *t)
{
  switch ((EventbTokenKind) t->kind) {
  case EVENTB_NAME: return is_eventb_keyword(t) ? WORD_KEYWORD : WORD_NAME;
  case EVENTB_NUMBER: return WORD_NUMBER;
  case EVENTB_INFIX:
  case EVENTB_BINDER:
  case EVENTB_FUNCTION:
  case EVENTB_CONSTANT: return WORD_OPERATOR;
  case EVENTB_LABEL: return WORD_LABEL;
  case EVENTB_ERROR: return WORD_WRONG;
  default: return WORD_MARK;
  }
}

static void add_eventb(Session *session, const Source *source, WordList *list)
{
  EventbTokens tokens = eventb_lex(session_context(session), source, NULL, NULL, true);
  for (uint32_t i = 0; i + 1 < tokens.count; i++) {
    const EventbToken *t = &tokens.tokens[i];
    WordKind kind = kind_of_eventb(t);
    vec_push(list, ((Word){.kind = (uint8_t) kind,
                           .quoted = t->quoted,
                           .raw = t->kind,
                           .node = kind == WORD_OPERATOR ? t->node : NODE_ERROR,
                           .span = t->span,
                           .name = t->name}));
  }
  for (uint32_t i = 0; i < tokens.comment_count; i++)
    vec_push(list, ((Word){.kind = WORD_COMMENT, .node = NODE_ERROR, .span = tokens.comments[i]}));
}

/* ---- CSP-M */

static WordKind kind_of_csp(const CspToken *t)
{
  switch ((CspTokenKind) t->kind) {
  case CSP_TOKEN_NAME: return WORD_NAME;
  case CSP_TOKEN_INT: return WORD_NUMBER;
  case CSP_TOKEN_CHAR:
  case CSP_TOKEN_STRING: return WORD_STRING;
  case CSP_TOKEN_ERROR: return WORD_WRONG;
  default: break;
  }
  const char *text = csp_token_spelling((CspTokenKind) t->kind);
  if (!text) return WORD_MARK;
  if (csp_word_is_reserved(text)) return WORD_KEYWORD;
  return strpbrk(text, "(),{}") && strlen(text) == 1 ? WORD_MARK : WORD_OPERATOR;
}

static void add_csp(Session *session, const Source *source, WordList *list)
{
  CspTokens tokens =
      csp_lex(session_arena(session), session_names(session), session_diags(session), source);
  for (uint32_t i = 0; i + 1 < tokens.count; i++) {
    const CspToken *t = &tokens.tokens[i];
    vec_push(list, ((Word){.kind = (uint8_t) kind_of_csp(t),
                           .raw = t->kind,
                           .node = NODE_ERROR,
                           .span = t->span,
                           .name = t->name}));
  }
  for (uint32_t i = 0; i < tokens.comment_count; i++)
    vec_push(list,
             ((Word){.kind = WORD_COMMENT, .node = NODE_ERROR, .span = tokens.comments[i].span}));
}

/* ---- all */

static TextKind notation_of(const Source *source)
{
  TextKind kind = text_kind(source);
  return kind == TEXT_EVENTB || kind == TEXT_SCRIPT ? kind : TEXT_MODEL;
}

static int by_place(const void *a, const void *b)
{
  const Word *x = a, *y = b;
  return (x->span.begin > y->span.begin) - (x->span.begin < y->span.begin);
}

Words words_of(Session *session, const Source *source)
{
  Words words = {.source = source, .notation = notation_of(source)};
  uint32_t mark = diags_mark(session_diags(session));
  WordList list = {0};
  switch (words.notation) {
  case TEXT_EVENTB: add_eventb(session, source, &list); break;
  case TEXT_SCRIPT: add_csp(session, source, &list); break;
  default: add_b(session, source, &list); break;
  }
  diags_release(session_diags(session), mark);
  words.count = list.len;
  words.at = arena_new_array(session_arena(session), Word, list.len);
  if (list.len) memcpy(words.at, list.data, list.len * sizeof *list.data);
  if (list.len) qsort(words.at, list.len, sizeof *words.at, by_place);
  vec_free(&list);
  return words;
}

uint32_t words_from(const Words *w, uint32_t position)
{
  uint32_t low = 0, high = w->count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (w->at[middle].span.end <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* A composed name a.b.c as it is written without blanks; its end, or 0: it does not begin here. */
static uint32_t composed_end(const Words *w, const Word *word, const Name *name)
{
  uint32_t at = word->span.begin - w->source->base;
  bool here = at + name->len <= w->source->length &&
              !memcmp(w->source->text + at, name->text, name->len) && strchr(name->text, '.');
  return here ? word->span.begin + name->len : 0;
}

Span words_find_name(const Words *w, Span span, const Name *name)
{
  for (uint32_t i = words_from(w, span.begin); i < w->count && w->at[i].span.begin < span.end;
       i++) {
    if (w->at[i].kind != WORD_NAME) continue;
    uint32_t end = composed_end(w, &w->at[i], name);
    if (end) return (Span){w->at[i].span.begin, end};
    if (w->at[i].name == name) return w->at[i].span;
  }
  return span;
}
