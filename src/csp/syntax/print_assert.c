#include "csp/syntax/print_impl.h"

static void put_option(CspPrinter *p, const CspNode *option)
{
  csp_put_break(p, 1, option);
  switch ((CspKind) option->kind) {
  case CSP_TAU_PRIORITY:
    csp_put(p, ":[tau priority over]: ");
    csp_put_expression(p, option->kids[0], CSP_LEVEL_ANY);
    break;
  case CSP_PARTIAL_ORDER:
    csp_put(p, ":[partial order reduce");
    if (option->name) csp_put(p, " ["), csp_put_name(p, option->name), csp_put(p, "]");
    csp_put(p, "]");
    break;
  default:
    csp_put(p, option->count > 0 ? ":[symmetry reduce]: " : ":[symmetry reduce]");
    csp_put_list(p, option->kids, option->count);
  }
}

static void put_options(CspPrinter *p, const CspNode *node, uint32_t from)
{
  csp_put_indent(p);
  for (uint32_t i = from; i < node->count; i++) put_option(p, node->kids[i]);
  csp_put_dedent(p);
}

static void put_property(CspPrinter *p, const CspNode *node, const char *words)
{
  const char *model = csp_model_letters((CspModel) node->number);
  bool trace = node->kind == CSP_HAS_TRACE;
  csp_put_expression(p, node->kids[0], CSP_LEVEL_ANY);
  csp_put(p, " :[");
  csp_put(p, words);
  if (model) csp_put(p, " ["), csp_put(p, model), csp_put(p, "]");
  csp_put(p, trace ? "]: " : "]");
  if (trace) csp_put_expression(p, node->kids[1], CSP_LEVEL_ANY);
  put_options(p, node, 1 + trace);
}

static void put_refines(CspPrinter *p, const CspNode *node)
{
  csp_put_expression(p, node->kids[0], CSP_LEVEL_ANY);
  csp_put(p, " [");
  csp_put(p, csp_model_letters((CspModel) node->number));
  csp_put(p, "=");
  csp_put_indent(p);
  csp_put_break(p, 1, node->kids[1]);
  csp_put_expression(p, node->kids[1], CSP_LEVEL_ANY);
  csp_put_dedent(p);
  put_options(p, node, 2);
}

static void put_claim(CspPrinter *p, const CspNode *node)
{
  switch ((CspKind) node->kind) {
  case CSP_NOT_ASSERT:
    csp_put(p, "not ");
    put_claim(p, node->kids[0]);
    break;
  case CSP_REFINES: put_refines(p, node); break;
  case CSP_DEADLOCK_FREE: put_property(p, node, "deadlock free"); break;
  case CSP_DIVERGENCE_FREE: put_property(p, node, "divergence free"); break;
  case CSP_DETERMINISTIC: put_property(p, node, "deterministic"); break;
  case CSP_HAS_TRACE: put_property(p, node, "has trace"); break;
  case CSP_TEMPORAL:
    csp_put_expression(p, node->kids[0], CSP_LEVEL_ANY);
    csp_put(p, node->number ? " |= CTL: " : " |= LTL: ");
    csp_put_string(p, node->name);
    break;
  default: csp_put_expression(p, node->kids[0], CSP_LEVEL_ANY);
  }
}

bool csp_put_assertion(CspPrinter *p, const CspNode *node)
{
  switch ((CspKind) node->kind) {
  case CSP_NOT_ASSERT:
  case CSP_REFINES:
  case CSP_DEADLOCK_FREE:
  case CSP_DIVERGENCE_FREE:
  case CSP_DETERMINISTIC:
  case CSP_HAS_TRACE:
  case CSP_TEMPORAL:
  case CSP_HOLDS:
    layout_open(&p->out, GROUP_ALL);
    put_claim(p, node);
    layout_close(&p->out);
    return true;
  default: return false;
  }
}
