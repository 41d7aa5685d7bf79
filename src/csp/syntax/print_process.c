#include "csp/syntax/print_impl.h"

/* ------------------------------------------------------ statements and pairs */

void csp_put_statements(CspPrinter *p, const CspNode *statements, const char *sign)
{
  layout_open(&p->out, GROUP_FILL);
  for (uint32_t i = 0; i < statements->count; i++) {
    const CspNode *node = statements->kids[i];
    if (i > 0) csp_put(p, ","), csp_put_break(p, 1, node);
    if (node->kind == CSP_GENERATOR) {
      csp_put_operand(p, node->kids[0], CSP_LEVEL_ANY, true);
      csp_put(p, sign);
      node = node->kids[1];
    }
    csp_put_operand(p, node, CSP_LEVEL_ANY, true);
  }
  layout_close(&p->out);
}

void csp_put_pairs(CspPrinter *p, const CspNode *pairs, const char *sign)
{
  layout_open(&p->out, GROUP_FILL);
  for (uint32_t i = 1; i < pairs->count; i++) {
    const CspNode *pair = pairs->kids[i];
    if (i > 1) csp_put(p, ","), csp_put_break(p, 1, pair);
    csp_put_operand(p, pair->kids[0], CSP_LEVEL_ANY, true);
    csp_put(p, sign);
    csp_put_operand(p, pair->kids[1], CSP_LEVEL_ANY, true);
  }
  if (pairs->kids[0]->kind != CSP_ABSENT) {
    csp_put_break(p, 1, pairs->kids[0]);
    csp_put(p, "| ");
    csp_put_statements(p, pairs->kids[0], " <- ");
  }
  layout_close(&p->out);
}

/* ----------------------------------------------------------------- prefixes */

static void put_field(CspPrinter *p, const CspNode *field)
{
  const char *sign = csp_kind_name(field->kind);
  csp_put(p, sign);
  csp_put_operand(p, field->kids[0], CSP_LEVEL_DOT, false);
  if (field->kind == CSP_OUTPUT || field->kids[1]->kind == CSP_ABSENT) return;
  csp_put(p, ":");
  csp_put_operand(p, field->kids[1], CSP_LEVEL_DOT, false);
}

static void put_step(CspPrinter *p, const CspNode *node)
{
  if (node->kind == CSP_GUARD) {
    csp_put_operand(p, node->kids[0], CSP_LEVEL_FIELD, false);
    csp_put(p, " &");
    return;
  }
  csp_put_operand(p, node->kids[0], CSP_LEVEL_DOT, false);
  for (uint32_t i = 1; i + 1 < node->count; i++) put_field(p, node->kids[i]);
  csp_put(p, " ->");
}

static bool is_step(const CspNode *node)
{
  return node->kind == CSP_PREFIX || node->kind == CSP_GUARD;
}

/* b & a -> c?x -> P in one group.  The bracket of a process stands behind the last arrow. */
static void put_steps(CspPrinter *p, const CspNode *node)
{
  const CspNode *rest = node;
  layout_open(&p->out, GROUP_FILL);
  do {
    node = rest;
    rest = node->kids[node->count - 1];
    put_step(p, node);
    if (csp_needs_brackets(p, rest, CSP_LEVEL_PREFIX)) csp_put(p, " ");
    else csp_put_break(p, 1, rest);
  } while (is_step(rest));
  csp_put_expression(p, rest, CSP_LEVEL_PREFIX);
  layout_close(&p->out);
}

/* --------------------------------------------------- operators with brackets */

static void put_between(CspPrinter *p, const CspNode *node)
{
  const CspNode *set = node->kids[1];
  const char *open = "[|", *close = "|]";
  if (node->kind == CSP_EXCEPTION) close = "|>";
  else if (node->kind == CSP_SYNC_CHOICE) open = "[+", close = "+]";
  else if (node->kind == CSP_SYNC_INTERRUPT) open = "/+", close = "+\\";
  else if (node->kind == CSP_PARALLEL || node->kind == CSP_LINK) open = "[", close = "]";
  const CspNode *first = set->kind == CSP_PAIRS ? set->kids[1]->kids[0] : set;
  CspAround around = csp_put_open(p, open, first);
  if (node->kind == CSP_LINK) csp_put_pairs(p, set, " <-> ");
  else csp_put_expression(p, set, CSP_LEVEL_ANY);
  if (node->kind == CSP_PARALLEL) {
    layout_break(&p->out, 1);
    csp_put(p, "|| ");
    csp_put_expression(p, node->kids[2], CSP_LEVEL_ANY);
  }
  csp_put_close(p, close, around);
}

static void put_side(CspPrinter *p, const CspNode *node, const CspNode *side, CspLevel level,
                     bool last)
{
  bool differs = csp_read_differently(node->kind, side->kind);
  csp_put_operand(p, side, differs ? CSP_LEVEL_ATOM : level, last && !differs);
}

static void put_parallel(CspPrinter *p, const CspNode *node)
{
  CspLevel level = csp_print_level(node);
  const CspNode *right = node->kids[node->count - 1];
  layout_open(&p->out, GROUP_ALL);
  put_side(p, node, node->kids[0], level, false);
  csp_put_break(p, 1, node->kids[1]);
  put_between(p, node);
  csp_put_break(p, 1, right);
  put_side(p, node, right, level + 1, p->last);
  layout_close(&p->out);
}

static void put_rename(CspPrinter *p, const CspNode *node)
{
  const CspNode *pairs = node->kids[1];
  csp_put_operand(p, node->kids[0], CSP_LEVEL_APPLY, false);
  CspAround around = csp_put_open(p, "[[", pairs->count > 1 ? pairs->kids[1]->kids[0] : NULL);
  csp_put_pairs(p, pairs, " <- ");
  csp_put_close(p, "]]", around);
}

/* --------------------------------------------------------------- replicated */

static const char *replicated_sign(CspKind kind)
{
  switch (kind) {
  case CSP_EACH_EXTERNAL_CHOICE: return "[]";
  case CSP_EACH_INTERNAL_CHOICE: return "|~|";
  case CSP_EACH_INTERLEAVE: return "|||";
  case CSP_EACH_SEQUENCE: return ";";
  case CSP_EACH_PARALLEL: return "||";
  default: return NULL;
  }
}

/* The set or the pairs in front of the statements. */
static void put_replicated_set(CspPrinter *p, const CspNode *node)
{
  const CspNode *set = node->kids[1];
  bool link = node->kind == CSP_EACH_LINK, sync = node->kind == CSP_EACH_SYNC_CHOICE;
  CspAround around = csp_put_open(p,
                                  link   ? "["
                                  : sync ? "[+"
                                         : "[|",
                                  link ? set->kids[1]->kids[0] : set);
  if (link) csp_put_pairs(p, set, " <-> ");
  else csp_put_expression(p, set, CSP_LEVEL_ANY);
  csp_put_close(p, link ? "]" : sync ? "+]" : "|]", around);
}

static void put_alphabet(CspPrinter *p, const CspNode *set)
{
  csp_put(p, " ");
  CspAround around = csp_put_open(p, "[", set);
  csp_put_expression(p, set, CSP_LEVEL_ANY);
  csp_put_close(p, "]", around);
}

static void put_replicated(CspPrinter *p, const CspNode *node)
{
  const char *sign = replicated_sign(node->kind);
  bool own = node->kind == CSP_EACH_PARALLEL;
  const CspNode *body = node->kids[node->count - 1];
  layout_open(&p->out, GROUP_ALL);
  if (sign) csp_put(p, sign);
  else put_replicated_set(p, node);
  csp_put(p, " ");
  csp_put_statements(p, node->kids[0], " : ");
  csp_put(p, " @");
  if (own) put_alphabet(p, node->kids[1]);
  csp_put_indent(p);
  csp_put_break(p, 1, body);
  csp_put_expression(p, body, own ? CSP_LEVEL_INTERNAL : CSP_LEVEL_ANY);
  csp_put_dedent(p);
  layout_close(&p->out);
}

bool csp_put_process(CspPrinter *p, const CspNode *node)
{
  switch ((CspKind) node->kind) {
  case CSP_GUARD:
  case CSP_PREFIX: put_steps(p, node); return true;
  case CSP_RENAME: put_rename(p, node); return true;
  case CSP_SHARE:
  case CSP_PARALLEL:
  case CSP_EXCEPTION:
  case CSP_SYNC_CHOICE:
  case CSP_SYNC_INTERRUPT:
  case CSP_LINK: put_parallel(p, node); return true;
  case CSP_EACH_EXTERNAL_CHOICE:
  case CSP_EACH_INTERNAL_CHOICE:
  case CSP_EACH_INTERLEAVE:
  case CSP_EACH_SEQUENCE:
  case CSP_EACH_SHARE:
  case CSP_EACH_PARALLEL:
  case CSP_EACH_LINK:
  case CSP_EACH_SYNC_CHOICE: put_replicated(p, node); return true;
  default: return false;
  }
}
