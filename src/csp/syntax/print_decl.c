#include <string.h>

#include "csp/syntax/print_impl.h"

/* Declarations, each on a line of its own. */

static void put_names(CspPrinter *p, const CspNode *names)
{
  csp_put_list(p, names->kids, names->count);
}

/* At the beginning of a line these words open something else. */
static bool is_line_word(const CspNode *node)
{
  return node->kind == CSP_NAME &&
         (!strcmp(node->name->text, "print") || !strcmp(node->name->text, "include"));
}

static const CspNode *first_operand(const CspNode *pattern)
{
  while (pattern->kind == CSP_DOT || pattern->kind == CSP_CONCAT || pattern->kind == CSP_BOTH)
    pattern = pattern->kids[0];
  return pattern;
}

static void put_bind(CspPrinter *p, const CspNode *node)
{
  const CspNode *pattern = node->kids[0];
  bool bracket = pattern->kind != CSP_NAME && is_line_word(first_operand(pattern));
  if (bracket) csp_put(p, "(");
  csp_put_operand(p, pattern, CSP_LEVEL_BOTH, true);
  csp_put(p, bracket ? ") =" : " =");
  csp_put_body(p, node->kids[1]);
}

static void put_clause(CspPrinter *p, const Name *name, const CspNode *clause)
{
  bool word = !strcmp(name->text, "print") || !strcmp(name->text, "include");
  if (word) csp_put(p, "(");
  csp_put_name(p, name);
  if (word) csp_put(p, ")");
  for (uint32_t i = 0; i + 1 < clause->count; i++) csp_put_arguments(p, clause->kids[i]);
  csp_put(p, " =");
  csp_put_body(p, clause->kids[clause->count - 1]);
}

/* Adjacent clauses are items of their own. */
static void put_function(CspPrinter *p, const CspNode *node)
{
  for (uint32_t i = 0; i < node->count; i++) {
    const CspNode *clause = node->kids[i];
    if (i > 0) weave_item_start(&p->weaver, clause->span.begin, GAP_KEEP);
    put_clause(p, node->name, clause);
    if (i + 1 < node->count) weave_item_end(&p->weaver, clause->span.end, false);
  }
}

static void put_channel(CspPrinter *p, const CspNode *node)
{
  csp_put(p, "channel ");
  put_names(p, node->kids[0]);
  if (node->kids[1]->kind == CSP_ABSENT) return;
  csp_put(p, " :");
  csp_put_body(p, node->kids[1]);
}

static void put_datatype(CspPrinter *p, const CspNode *node)
{
  csp_put(p, node->kind == CSP_DATATYPE ? "datatype " : "subtype ");
  csp_put_name(p, node->name);
  csp_put(p, " =");
  layout_open(&p->out, GROUP_FILL);
  csp_put_indent(p);
  for (uint32_t i = 0; i < node->count; i++) {
    const CspNode *constructor = node->kids[i];
    csp_put_break(p, 1, constructor);
    if (i > 0) csp_put(p, "| ");
    csp_put_name(p, constructor->name);
    if (constructor->kids[0]->kind == CSP_ABSENT) continue;
    csp_put(p, ".");
    csp_put_operand(p, constructor->kids[0], CSP_LEVEL_DOT, true);
  }
  csp_put_dedent(p);
  layout_close(&p->out);
}

static void put_section(CspPrinter *p, const CspNode *declarations)
{
  if (declarations->count == 0) return;
  csp_put_indent(p);
  csp_put_line(p);
  csp_put_declarations(p, declarations);
  csp_put_dedent(p);
}

static void put_module(CspPrinter *p, const CspNode *node)
{
  csp_put(p, "module ");
  csp_put_name(p, node->name);
  if (node->kids[0]->kind != CSP_ABSENT) csp_put_arguments(p, node->kids[0]);
  put_section(p, node->kids[1]);
  csp_put_line(p);
  csp_put(p, "exports");
  put_section(p, node->kids[2]);
  csp_put_line(p);
  csp_put(p, "endmodule");
}

static void put_instance(CspPrinter *p, const CspNode *node)
{
  csp_put(p, "instance ");
  csp_put_name(p, node->name);
  csp_put(p, " = ");
  csp_put_name(p, node->kids[0]->name);
  if (node->kids[1]->kind != CSP_ABSENT) csp_put_arguments(p, node->kids[1]);
}

static void put_timed(CspPrinter *p, const CspNode *node)
{
  csp_put(p, "Timed ");
  if (node->kids[0]->kind != CSP_ABSENT) {
    csp_put(p, "(");
    csp_put_expression(p, node->kids[0], CSP_LEVEL_ANY);
    csp_put(p, ") ");
  }
  csp_put(p, "{");
  put_section(p, node->kids[1]);
  csp_put_line(p);
  csp_put(p, "}");
}

/* A pragma is printed as it is written. */
static bool put_pragma(CspPrinter *p, const CspNode *node)
{
  if (!p->source) return false;
  const char *text = p->source->text + (node->span.begin - p->source->base);
  if (strncmp(text, "{-#", 3) != 0) return false;
  layout_add_raw(&p->out, text, node->span.end - node->span.begin);
  return true;
}

static void put_after_word(CspPrinter *p, const CspNode *node, const char *word)
{
  csp_put(p, word);
  put_names(p, node->kids[0]);
}

bool csp_put_declaration(CspPrinter *p, const CspNode *node)
{
  switch ((CspKind) node->kind) {
  case CSP_BIND: put_bind(p, node); return true;
  case CSP_FUNCTION: put_function(p, node); return true;
  case CSP_ANNOTATION:
    put_names(p, node->kids[0]);
    csp_put(p, " :: ");
    csp_put_type(p, node->kids[1]);
    return true;
  case CSP_CHANNEL: put_channel(p, node); return true;
  case CSP_DATATYPE:
  case CSP_SUBTYPE: put_datatype(p, node); return true;
  case CSP_NAMETYPE:
    csp_put(p, "nametype ");
    csp_put_name(p, node->name);
    csp_put(p, " =");
    csp_put_body(p, node->kids[0]);
    return true;
  case CSP_EXTERNAL: put_after_word(p, node, "external "); return true;
  case CSP_TRANSPARENT: put_after_word(p, node, "transparent "); return true;
  case CSP_MODULE: put_module(p, node); return true;
  case CSP_INSTANCE: put_instance(p, node); return true;
  case CSP_TIMED: put_timed(p, node); return true;
  case CSP_INCLUDE:
    csp_put(p, "include ");
    csp_put_string(p, node->name);
    return true;
  case CSP_PRINT:
    csp_put(p, "print ");
    csp_put_expression(p, node->kids[0], CSP_LEVEL_ANY);
    return true;
  case CSP_ASSERT:
    if (put_pragma(p, node)) return true;
    csp_put(p, "assert ");
    csp_put_assertion(p, node->kids[0]);
    return true;
  default: return false;
  }
}

void csp_put_declarations(CspPrinter *p, const CspNode *list)
{
  for (uint32_t i = 0; i < list->count; i++) {
    const CspNode *node = list->kids[i];
    if (i > 0 || p->source)
      weave_item_start(&p->weaver, node->span.begin, i > 0 ? GAP_KEEP : GAP_NONE);
    csp_put_declaration(p, node);
    weave_item_end(&p->weaver, node->span.end, false);
  }
}
