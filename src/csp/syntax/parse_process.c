#include "csp/syntax/parse_impl.h"

/* What belongs to processes: fields of events, operators with sets, replicated operators. */

/* ----------------------------------------------------------------- fields */

/* ("?" | "$") pattern [ ":" set ] */
static CspNode *input(CspParser *p, CspKind kind)
{
  uint32_t begin = csp_advance(p)->span.begin;
  CspNode *pattern = csp_pattern(p, csp_expression(p, CSP_LEVEL_DOT));
  CspNode *set = csp_accept(p, CSP_TOKEN_COLON) ? csp_expression(p, CSP_LEVEL_DOT) : csp_absent(p);
  return csp_make(p, kind, begin, NULL, 2, pattern, set);
}

/* "!" expression */
static CspNode *output(CspParser *p)
{
  uint32_t begin = csp_advance(p)->span.begin;
  CspNode *expression = csp_expression(p, CSP_LEVEL_DOT);
  return csp_make(p, CSP_OUTPUT, begin, NULL, 1, expression);
}

/* event { field } "->" process */
CspNode *csp_prefix(CspParser *p, uint32_t begin, CspNode *event)
{
  CspNodes nodes = {0};
  vec_push(&nodes, event);
  while (!p->panic) {
    if (csp_at(p, CSP_TOKEN_QUERY)) vec_push(&nodes, input(p, CSP_INPUT));
    else if (csp_at(p, CSP_TOKEN_DOLLAR)) vec_push(&nodes, input(p, CSP_NONDET_INPUT));
    else if (csp_at(p, CSP_TOKEN_BANG)) vec_push(&nodes, output(p));
    else break;
  }
  csp_expect(p, CSP_TOKEN_ARROW, "after the event");
  vec_push(&nodes, csp_expression(p, CSP_LEVEL_PREFIX));
  return csp_make_list(p, CSP_PREFIX, begin, NULL, &nodes);
}

/* ------------------------------------------------------------- statements */

/* pattern ("<-" | ":") set, or a condition */
static CspNode *statement(CspParser *p)
{
  CspNode *first = csp_expression(p, CSP_LEVEL_ANY);
  if (p->panic) return first;
  if (!csp_at(p, CSP_TOKEN_FROM) && !csp_at(p, CSP_TOKEN_COLON)) return first;
  csp_advance(p);
  CspNode *pattern = csp_pattern(p, first), *set = csp_expression(p, CSP_LEVEL_ANY);
  return csp_make(p, CSP_GENERATOR, first->span.begin, NULL, 2, pattern, set);
}

CspNode *csp_statements(CspParser *p)
{
  uint32_t begin = csp_peek(p)->span.begin;
  CspNodes nodes = {0};
  do vec_push(&nodes, statement(p));
  while (!p->panic && csp_accept(p, CSP_TOKEN_COMMA));
  return csp_make_list(p, CSP_STATEMENTS, begin, NULL, &nodes);
}

/* ------------------------------------------------------------------ pairs */

/* The rest of pairs of which the first left side is read: pair { "," pair } [ "|" statements ] */
static CspNode *pairs(CspParser *p, CspNode *left, CspTokenKind between)
{
  CspNodes nodes = {0};
  uint32_t begin = left->span.begin;
  vec_push(&nodes, csp_absent(p));
  for (;;) {
    csp_expect(p, between, "between the two events");
    CspNode *right = csp_expression(p, CSP_LEVEL_ANY);
    vec_push(&nodes, csp_make(p, CSP_PAIR, left->span.begin, NULL, 2, left, right));
    if (p->panic || !csp_accept(p, CSP_TOKEN_COMMA)) break;
    left = csp_expression(p, CSP_LEVEL_ANY);
  }
  if (!p->panic && csp_accept(p, CSP_TOKEN_BAR)) nodes.data[0] = csp_statements(p);
  return csp_make_list(p, CSP_PAIRS, begin, NULL, &nodes);
}

/* "[[" [ pairs ] "]]" */
CspNode *csp_rename(CspParser *p, uint32_t begin, CspNode *process)
{
  Span opened = csp_advance(p)->span;
  CspBrackets before = csp_open(p, false);
  CspNode *all = csp_at(p, CSP_TOKEN_RENAME_CLOSE)
                     ? csp_make(p, CSP_PAIRS, p->end, NULL, 1, csp_absent(p))
                     : pairs(p, csp_expression(p, CSP_LEVEL_ANY), CSP_TOKEN_FROM);
  csp_expect_close(p, CSP_TOKEN_RENAME_CLOSE, opened);
  csp_close(p, before);
  return csp_make(p, CSP_RENAME, begin, NULL, 2, process, all);
}

/* --------------------------------------------------- operators with brackets */

/* What stands between two processes: a set, two sets, or pairs of tied events. */
typedef struct {
  CspKind kind;
  CspNode *first, *second; /* second: PARALLEL only */
} Link;

static CspNode *set_in(CspParser *p)
{
  csp_advance(p);
  CspBrackets before = csp_open(p, false);
  CspNode *set = csp_expression(p, CSP_LEVEL_ANY);
  csp_close(p, before);
  return set;
}

/* "[|" set ("|]" | "|>") */
static Link share(CspParser *p)
{
  Span opened = csp_peek(p)->span;
  Link link = {CSP_SHARE, set_in(p), NULL};
  if (!p->panic && csp_accept(p, CSP_TOKEN_EXCEPTION_CLOSE)) link.kind = CSP_EXCEPTION;
  else csp_expect_close(p, CSP_TOKEN_SHARE_CLOSE, opened);
  return link;
}

/* "[+" set "+]", "/+" set "+\" */
static Link synchronise(CspParser *p, CspKind kind, CspTokenKind close)
{
  Span opened = csp_peek(p)->span;
  Link link = {kind, set_in(p), NULL};
  csp_expect_close(p, close, opened);
  return link;
}

/* "[" set "||" set "]", or "[" pairs "]" */
static Link alphabets(CspParser *p)
{
  Span opened = csp_advance(p)->span;
  CspBrackets before = csp_open(p, false);
  Link link = {CSP_PARALLEL, csp_expression(p, CSP_LEVEL_ANY), NULL};
  if (!p->panic && csp_at(p, CSP_TOKEN_TIED)) {
    link.kind = CSP_LINK;
    link.first = pairs(p, link.first, CSP_TOKEN_TIED);
  } else if (csp_expect(p, CSP_TOKEN_PARALLEL, "or '<->' in '[A || B]', '[a <-> b]'")) {
    link.second = csp_expression(p, CSP_LEVEL_ANY);
  }
  csp_expect_close(p, CSP_TOKEN_RIGHT_BRACKET, opened);
  csp_close(p, before);
  return link;
}

static Link read_link(CspParser *p)
{
  switch ((CspTokenKind) csp_peek(p)->kind) {
  case CSP_TOKEN_SHARE_OPEN: return share(p);
  case CSP_TOKEN_SYNC_OPEN: return synchronise(p, CSP_SYNC_CHOICE, CSP_TOKEN_SYNC_CLOSE);
  case CSP_TOKEN_SYNC_INTERRUPT_OPEN:
    return synchronise(p, CSP_SYNC_INTERRUPT, CSP_TOKEN_SYNC_INTERRUPT_CLOSE);
  default: return alphabets(p);
  }
}

bool csp_at_parallel(const CspParser *p, CspLevel *level)
{
  switch ((CspTokenKind) csp_peek(p)->kind) {
  case CSP_TOKEN_SHARE_OPEN:
  case CSP_TOKEN_LEFT_BRACKET: return *level = CSP_LEVEL_PARALLEL, true;
  case CSP_TOKEN_SYNC_OPEN: return *level = CSP_LEVEL_EXTERNAL, true;
  case CSP_TOKEN_SYNC_INTERRUPT_OPEN: return *level = CSP_LEVEL_INTERRUPT, true;
  default: return false;
  }
}

CspNode *csp_parallel(CspParser *p, uint32_t begin, CspNode *left)
{
  CspLevel level = CSP_LEVEL_PARALLEL;
  csp_at_parallel(p, &level);
  const CspNode *bracketed = p->bracketed;
  uint32_t from = csp_peek(p)->span.begin;
  Link link = read_link(p);
  Span span = csp_since(p, from);
  if (left != bracketed) csp_compare_readings(p, link.kind, span, left);
  CspNode *right = csp_expression(p, level + 1);
  if (p->panic) return right;
  csp_compare_readings(p, link.kind, span, right);
  if (link.kind == CSP_PARALLEL)
    return csp_make(p, link.kind, begin, NULL, 4, left, link.first, link.second, right);
  return csp_make(p, link.kind, begin, NULL, 3, left, link.first, right);
}

/* ------------------------------------------------------------- replicated */

static CspKind replicated_kind(CspTokenKind token)
{
  switch (token) {
  case CSP_TOKEN_EXTERNAL_CHOICE: return CSP_EACH_EXTERNAL_CHOICE;
  case CSP_TOKEN_INTERNAL_CHOICE: return CSP_EACH_INTERNAL_CHOICE;
  case CSP_TOKEN_INTERLEAVE: return CSP_EACH_INTERLEAVE;
  case CSP_TOKEN_SEMICOLON: return CSP_EACH_SEQUENCE;
  case CSP_TOKEN_PARALLEL: return CSP_EACH_PARALLEL;
  case CSP_TOKEN_SHARE_OPEN: return CSP_EACH_SHARE;
  case CSP_TOKEN_SYNC_OPEN: return CSP_EACH_SYNC_CHOICE;
  case CSP_TOKEN_LEFT_BRACKET: return CSP_EACH_LINK;
  default: return CSP_ERROR;
  }
}

bool csp_at_replicated(const CspParser *p)
{
  return replicated_kind(csp_peek(p)->kind) != CSP_ERROR;
}

/* The operator, with what is in its brackets (or NULL). */
static CspNode *replicated_head(CspParser *p, CspKind kind)
{
  if (kind != CSP_EACH_SHARE && kind != CSP_EACH_SYNC_CHOICE && kind != CSP_EACH_LINK)
    return csp_advance(p), NULL;
  Span opened = csp_peek(p)->span;
  Link link = read_link(p);
  if (link.kind == CSP_EXCEPTION || link.kind == CSP_PARALLEL)
    csp_syntax_error(p, opened, "this operator needs a process on its left");
  return link.first;
}

/* "[" set "]" */
static CspNode *own_alphabet(CspParser *p)
{
  Span opened = csp_peek(p)->span;
  if (!csp_at(p, CSP_TOKEN_LEFT_BRACKET)) {
    csp_unexpected(p, "the alphabet in brackets: || x : S @ [A] P");
    return csp_error_node(p);
  }
  CspNode *set = set_in(p);
  csp_expect_close(p, CSP_TOKEN_RIGHT_BRACKET, opened);
  return set;
}

/* operator statements "@" process; the body of || ends before hiding and parallel composition */
CspNode *csp_replicated(CspParser *p)
{
  CspKind kind = replicated_kind(csp_peek(p)->kind);
  uint32_t begin = csp_peek(p)->span.begin;
  CspNode *set = replicated_head(p, kind);
  CspNode *statements = csp_statements(p);
  csp_expect(p, CSP_TOKEN_AT, "before the process");
  if (kind == CSP_EACH_PARALLEL && !p->panic) set = own_alphabet(p);
  CspNode *body = csp_expression(p, kind == CSP_EACH_PARALLEL ? CSP_LEVEL_INTERNAL : CSP_LEVEL_ANY);
  if (p->panic) return body;
  return set ? csp_make(p, kind, begin, NULL, 3, statements, set, body)
             : csp_make(p, kind, begin, NULL, 2, statements, body);
}
