#include "csp/syntax/print_impl.h"

/* Types in annotations. */

static void put_types(CspPrinter *p, const CspNode *list)
{
  csp_put(p, "(");
  for (uint32_t i = 0; i < list->count; i++) {
    if (i > 0) csp_put(p, ", ");
    csp_put_type(p, list->kids[i]);
  }
  csp_put(p, ")");
}

static bool has_arrow(const CspNode *type)
{
  return type->kind == CSP_TYPE_FUNCTION || type->kind == CSP_TYPE_DOTABLE ||
         type->kind == CSP_TYPE_EXTENDABLE || type->kind == CSP_TYPE_LIMITED;
}

/* A part that something follows. */
static void put_left(CspPrinter *p, const CspNode *type, bool dotted)
{
  bool bracket = has_arrow(type) || (dotted && type->kind == CSP_DOT);
  if (bracket) csp_put(p, "(");
  csp_put_type(p, type);
  if (bracket) csp_put(p, ")");
}

static void put_arrow(CspPrinter *p, const CspNode *type, const char *arrow)
{
  put_left(p, type->kids[0], false);
  csp_put(p, arrow);
  csp_put_type(p, type->kids[1]);
}

static void put_constraint(CspPrinter *p, const CspNode *constraint)
{
  csp_put_name(p, constraint->name);
  csp_put(p, " ");
  csp_put_name(p, constraint->kids[0]->name);
}

static void put_limited(CspPrinter *p, const CspNode *type)
{
  uint32_t count = type->count - 1;
  if (count != 1) csp_put(p, "(");
  for (uint32_t i = 0; i < count; i++) {
    if (i > 0) csp_put(p, ", ");
    put_constraint(p, type->kids[i]);
  }
  csp_put(p, count != 1 ? ") => " : " => ");
  csp_put_type(p, type->kids[count]);
}

static void put_enclosed(CspPrinter *p, const CspNode *type, const char *open, const char *close)
{
  csp_put(p, open);
  csp_put_type(p, type->kids[0]);
  csp_put(p, close);
}

void csp_put_type(CspPrinter *p, const CspNode *type)
{
  switch ((CspKind) type->kind) {
  case CSP_TUPLE: put_types(p, type); break;
  case CSP_SET: put_enclosed(p, type, "{", "}"); break;
  case CSP_SEQ: put_enclosed(p, type, "<", ">"); break;
  case CSP_DOT:
    put_left(p, type->kids[0], true);
    csp_put(p, ".");
    put_left(p, type->kids[1], false);
    break;
  case CSP_TYPE_FUNCTION:
    put_types(p, type->kids[0]);
    csp_put(p, " -> ");
    csp_put_type(p, type->kids[1]);
    break;
  case CSP_TYPE_DOTABLE: put_arrow(p, type, " => "); break;
  case CSP_TYPE_EXTENDABLE: put_arrow(p, type, " =>* "); break;
  case CSP_TYPE_MAP:
    csp_put(p, "(| ");
    put_arrow(p, type, " => ");
    csp_put(p, " |)");
    break;
  case CSP_TYPE_LIMITED: put_limited(p, type); break;
  default: csp_put_name(p, type->name); break;
  }
}

bool csp_put_part(CspPrinter *p, const CspNode *node)
{
  if (has_arrow(node) || node->kind == CSP_TYPE_MAP) return csp_put_type(p, node), true;
  if (node->kind == CSP_CONSTRAINT) return put_constraint(p, node), true;
  if (node->kind == CSP_STATEMENTS) return csp_put_statements(p, node, " <- "), true;
  if (node->kind == CSP_PAIRS) return csp_put_pairs(p, node, " <- "), true;
  if (node->kind == CSP_ARGUMENTS) return csp_put_arguments(p, node), true;
  return false;
}
