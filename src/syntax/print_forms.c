#include "syntax/print_impl.h"

#include <string.h>

/* Binders, forms with keywords, and pragmas. */

/* ----------------------------------------------------------------- binders */

/* #PREDICATE… at the start of a formula would be taken for a prefix. */
static bool looks_like_prefix(const Name *name)
{
  static const char *const prefixes[] = {"EXPRESSION",   "PREDICATE", "FORMULA",
                                         "SUBSTITUTION", "OPPATTERN", "MACHINECLAUSE"};
  for (unsigned i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (name && !strncmp(name->text, prefixes[i], strlen(prefixes[i]))) return true;
  return false;
}

static bool brackets_names(const Printer *p, const Node *n)
{
  const Node *names = n->kids[0];
  const char *symbol = symbol_of(p, operator_of(n->kind));
  bool word = strlen(operator_of(n->kind)->ascii) > 1;
  return names->count != 1 || word ||
         (!strcmp(symbol, "#") && looks_like_prefix(names->kids[0]->name));
}

/* … | E, the second half of a body. */
static void put_value(Printer *p, const Node *value)
{
  put_break(p, 1, value->span.begin);
  put(p, "| ");
  put_indent(p);
  p->fresh = p->out.items.len;
  put_formula(p, value, LEVEL_FORMULA);
  put_dedent(p);
}

void put_binder(Printer *p, const Node *n)
{
  bool brackets = brackets_names(p, n);
  put(p, symbol_of(p, operator_of(n->kind)));
  if (brackets) put(p, "(");
  put_names(p, n->kids[0]);
  if (brackets) put(p, ")");
  put(p, p->style.unicode ? "·" : ".");
  layout_open(&p->out, GROUP_ALL);
  put(p, "(");
  put_indent(p);
  put_break(p, 0, n->kids[1]->span.begin);
  put_formula(p, n->kids[1], LEVEL_FORMULA);
  if (n->count == 3) put_value(p, n->kids[2]);
  put_break(p, 0, n->span.end);
  put_dedent(p);
  put(p, ")");
  layout_close(&p->out);
}

/* {x, y | P} */
void put_comprehension(Printer *p, const Node *n)
{
  layout_open(&p->out, GROUP_ALL);
  put(p, "{");
  put_indent(p);
  put_names(p, n->kids[0]);
  put(p, " |");
  put_break(p, 1, n->kids[1]->span.begin);
  put_formula(p, n->kids[1], LEVEL_FORMULA);
  put_break(p, 0, n->span.end);
  put_dedent(p);
  put(p, "}");
  layout_close(&p->out);
}

/* {x, y·P | E}; with an ASCII dot the names need brackets. */
void put_image_set(Printer *p, const Node *n)
{
  layout_open(&p->out, GROUP_ALL);
  put(p, p->style.unicode ? "{" : "{(");
  put_indent(p);
  put_names(p, n->kids[0]);
  put(p, p->style.unicode ? "·" : ").");
  put_break(p, 0, n->kids[1]->span.begin);
  put_formula(p, n->kids[1], LEVEL_FORMULA);
  put_value(p, n->kids[2]);
  put_break(p, 0, n->span.end);
  put_dedent(p);
  put(p, "}");
  layout_close(&p->out);
}

/* ----------------------------------------------------------- keyword forms */

/* word formula, indented */
static void put_worded(Printer *p, const char *word, const Node *n, int level)
{
  put(p, word);
  put_indent(p);
  put_break(p, 1, n->span.begin);
  put_formula(p, n, level);
  put_dedent(p);
}

/* IF P THEN E ELSIF P THEN E ELSE E END */
void put_if(Printer *p, const Node *n)
{
  layout_open(&p->out, GROUP_ALL);
  for (uint32_t i = 0; i + 1 < n->count; i += 2) {
    layout_open(&p->out, GROUP_ALL);
    put_worded(p, i == 0 ? "IF" : "ELSIF", n->kids[i], LEVEL_FORMULA);
    layout_break(&p->out, 1);
    layout_close(&p->out);
    put_worded(p, "THEN", n->kids[i + 1], LEVEL_FORMULA);
    layout_break(&p->out, 1);
  }
  put_worded(p, "ELSE", n->kids[n->count - 1], LEVEL_FORMULA);
  put_break(p, 1, n->span.end);
  put(p, "END");
  layout_close(&p->out);
}

/* LET x, y BE P IN E END */
void put_let(Printer *p, const Node *n)
{
  layout_open(&p->out, GROUP_ALL);
  put(p, "LET ");
  put_names(p, n->kids[0]);
  put(p, " ");
  put_worded(p, "BE", n->kids[1], LEVEL_FORMULA);
  layout_break(&p->out, 1);
  put_worded(p, "IN", n->kids[2], LEVEL_FORMULA);
  put_break(p, 1, n->span.end);
  put(p, "END");
  layout_close(&p->out);
}

/* [S](P) */
void put_weakest_pre(Printer *p, const Node *n)
{
  bool one_line = p->weaver.one_line;
  p->weaver.one_line = true;
  layout_open(&p->out, GROUP_ALL);
  put(p, "[");
  put_indent(p);
  layout_break(&p->out, 0);
  put_substitution(p, n->kids[0]);
  put_dedent(p);
  layout_break(&p->out, 0);
  put(p, "]");
  layout_close(&p->out);
  p->weaver.one_line = one_line;
  put_bracketed(p, n->kids[1]);
}

/* ----------------------------------------------------------------- pragmas */

static bool is_simple_label(const Name *label)
{
  if (label->len == 0) return false;
  for (uint32_t i = 0; i < label->len; i++)
    if (label->text[i] <= ' ' && (unsigned char) label->text[i] < 0x80) return false;
  return strpbrk(label->text, "\"`*") == NULL;
}

void put_labelled(Printer *p, const Node *n)
{
  if (!p->style.unlabelled) {
    put(p, "/*@label ");
    if (is_simple_label(n->name)) put(p, n->name->text);
    else put_string(p, n->name);
    put(p, " */ ");
  }
  put_formula(p, n->kids[0], 51);
}

/* The composition a ; b that is kept symbolic. */
static void put_symbolic_composition(Printer *p, const Node *n)
{
  const Operator *op = operator_of(NODE_COMPOSE);
  put_operand(p, op, 0, n->kids[0]);
  put(p, " /*@symbolic*/ ; ");
  put_operand(p, op, 1, n->kids[1]);
}

void put_symbolic(Printer *p, const Node *n)
{
  const Node *inner = n->kids[0];
  if (inner->kind == NODE_COMPOSE) {
    put_symbolic_composition(p, inner);
    return;
  }
  put(p, "/*@symbolic*/ ");
  if (inner->kind == NODE_EMPTY_SET) put(p, "{}");
  else put_formula(p, inner, LEVEL_ATOM);
}

void put_template(Printer *p, const Node *n)
{
  put(p, "```");
  for (uint32_t i = 0; i < n->count; i++) {
    const Node *part = n->kids[i];
    if (part->kind == NODE_TEMPLATE_TEXT) {
      layout_add_raw(&p->out, part->name->text, part->name->len);
      continue;
    }
    if (part->name) put(p, "$["), put(p, part->name->text), put(p, "]{");
    else put(p, "${");
    put_formula(p, part->kids[0], LEVEL_FORMULA);
    put(p, "}");
  }
  put(p, "```");
}
