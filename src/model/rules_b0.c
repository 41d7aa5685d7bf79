#include "model/rules.h"

/* What stands in an implementation should be B0, which a program can be made of.  It is understood
 * all the same, so these are warnings: one for each operation, and one for the initialisation. */

static const char *foreign(NodeKind kind)
{
  switch (kind) {
  case NODE_PRE: return "PRE";
  case NODE_ANY: return "ANY";
  case NODE_LET: return "LET";
  case NODE_SELECT: return "SELECT";
  case NODE_CHOICE: return "CHOICE";
  case NODE_BECOMES_IN: return "x :: S";
  case NODE_BECOMES_SUCH: return "x :(P)";
  case NODE_SIMULTANEOUS: return "||";
  default: return NULL;
  }
}

/* The first substitution that is none of B0; or NULL. */
static const Node *first_foreign(const Node *node)
{
  NodeClass class = node_kind_class((NodeKind) node->kind);
  if (class == CLASS_EXPR || class == CLASS_PRED) return NULL;
  if (foreign((NodeKind) node->kind)) return node;
  const Node *found = NULL;
  for (uint32_t i = 0; i < node->count && !found; i++)
    if (node->kids[i]) found = first_foreign(node->kids[i]);
  return found;
}

static void warn(Diags *diags, const Node *part)
{
  const Node *node = first_foreign(part);
  if (node)
    diag_warning(diags, node->span, "not-b0",
                 "%s is not part of B0, the language of implementations",
                 foreign((NodeKind) node->kind));
}

void rules_check_b0(Diags *diags, const Unit *unit)
{
  const Node *start = unit_clause(unit, NODE_CL_INITIALISATION);
  const Node *operations = unit_clause(unit, NODE_CL_OPERATIONS);
  if (unit->root->kind != NODE_IMPLEMENTATION) return;
  if (start) warn(diags, start);
  for (uint32_t i = 0; operations && i < operations->count; i++) warn(diags, operations->kids[i]);
}
