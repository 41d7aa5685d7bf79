#include <string.h>

#include "csp/syntax/print_impl.h"
#include "syntax/utf8.h"

/* ------------------------------------------------------------------ pieces */

void csp_put(CspPrinter *p, const char *text) { layout_add(&p->out, text); }
void csp_put_name(CspPrinter *p, const Name *name)
{
  layout_add_bytes(&p->out, name->text, name->len);
}

static void add_escaped(Text *text, char c, char quote)
{
  switch (c) {
  case '\n': text_add(text, "\\n"); break;
  case '\r': text_add(text, "\\r"); break;
  case '\t': text_add(text, "\\t"); break;
  case '\0': text_add(text, "\\0"); break;
  default:
    if (c == quote || c == '\\') text_add_char(text, '\\');
    text_add_char(text, c);
  }
}

void csp_put_string(CspPrinter *p, const Name *content)
{
  Text text = {0};
  text_add_char(&text, '"');
  for (uint32_t i = 0; i < content->len; i++) add_escaped(&text, content->text[i], '"');
  text_add_char(&text, '"');
  layout_add_bytes(&p->out, text.data, text.len);
  text_free(&text);
}

void csp_put_char(CspPrinter *p, int64_t character)
{
  Text text = {0};
  char bytes[4];
  unsigned length = utf8_put((uint32_t) character, bytes);
  text_add_char(&text, '\'');
  for (unsigned i = 0; i < length; i++) add_escaped(&text, bytes[i], '\'');
  text_add_char(&text, '\'');
  layout_add_bytes(&p->out, text.data, text.len);
  text_free(&text);
}

void csp_put_indent(CspPrinter *p) { layout_indent(&p->out, CSP_INDENT); }
void csp_put_dedent(CspPrinter *p) { layout_indent(&p->out, -CSP_INDENT); }

void csp_put_break(CspPrinter *p, unsigned blanks, const CspNode *next)
{
  weave_break(&p->weaver, blanks, next->span.begin);
}

void csp_put_line(CspPrinter *p)
{
  if (p->weaver.one_line) layout_break(&p->out, 1);
  else layout_end_line(&p->out);
}

/* The brackets of operators have blanks inside: [| A |]. */
static bool opens_wide(const char *bracket)
{
  return (*bracket == '[' || *bracket == '/') && (bracket[1] == '|' || bracket[1] == '+');
}

static bool closes_wide(const char *bracket)
{
  return *bracket == '+' || (*bracket == '|' && (bracket[1] == ']' || bracket[1] == '>'));
}

CspAround csp_put_open(CspPrinter *p, const char *bracket, const CspNode *first)
{
  CspAround around = {p->in_sequence, p->last};
  layout_open(&p->out, GROUP_ALL);
  csp_put(p, bracket);
  p->in_sequence = *bracket == '<';
  p->last = true;
  csp_put_indent(p);
  bool blank = opens_wide(bracket) || (first && *bracket != '(' && csp_needs_blank(p, first));
  if (first) csp_put_break(p, blank, first);
  return around;
}

void csp_put_close(CspPrinter *p, const char *bracket, CspAround around)
{
  csp_put_dedent(p);
  layout_break(&p->out, closes_wide(bracket));
  csp_put(p, bracket);
  layout_close(&p->out);
  p->in_sequence = around.in_sequence;
  p->last = around.last;
}

/* ---------------------------------------------------------------- printing */

void csp_print(Text *text, const CspNode *node)
{
  CspPrinter p = {.last = true, .weaver = {.one_line = true}};
  p.weaver.out = &p.out;
  layout_add(&p.out, ""); /* its line has begun: operands are not indented there */
  if (node->kind == CSP_SCRIPT || node->kind == CSP_DECLARATIONS) csp_put_declarations(&p, node);
  else if (!csp_put_declaration(&p, node) && !csp_put_assertion(&p, node) &&
           !csp_put_part(&p, node))
    csp_put_expression(&p, node, CSP_LEVEL_ANY);
  layout_write(&p.out, text, 0);
  layout_free(&p.out);
}

/* The comments, without pragmas, which are in the tree. */
static const Comment *read_comments(Arena *arena, const Source *source, uint32_t *count)
{
  Names *names = names_new();
  Diags *diags = diags_new(NULL);
  CspTokens list = csp_lex(arena, names, diags, source);
  Comment *comments = arena_new_array(arena, Comment, list.comment_count);
  *count = 0;
  for (uint32_t i = 0; i < list.comment_count; i++)
    if (!list.comments[i].formula)
      comments[(*count)++] = (Comment){list.comments[i].span, list.comments[i].to_line_end};
  diags_free(diags);
  names_free(names);
  return comments;
}

void csp_format(Text *text, const CspNode *script, const Source *source, unsigned width)
{
  Arena *arena = arena_new();
  CspPrinter p = {.last = true, .source = source};
  p.weaver.out = &p.out;
  p.weaver.source = source;
  p.weaver.comments = read_comments(arena, source, &p.weaver.comment_count);
  csp_put_declarations(&p, script);
  weave_item_start(&p.weaver, source->base + source->length, GAP_KEEP);
  layout_end_line(&p.out);
  layout_write(&p.out, text, width);
  layout_free(&p.out);
  arena_free(arena);
}
