#include "model/reads.h"

/* An assignment x := E does not look at x; f(i) := E does look at f. */
static void collect_targets(const Node *targets, Reads *reads)
{
  for (uint32_t i = 0; i < targets->count; i++)
    if (targets->kids[i]->kind != NODE_IDENT) reads_collect(targets->kids[i], reads);
}

void reads_collect(const Node *node, Reads *reads)
{
  const Symbol *symbol = node->symbol;
  uint32_t first = 0;
  switch ((NodeKind) node->kind) {
  case NODE_EXTERNAL: reads->external = true; break;
  case NODE_ASSIGN:
  case NODE_BECOMES_IN:
  case NODE_BECOMES_SUCH:
    collect_targets(node->kids[0], reads);
    first = 1;
    break;
  case NODE_OP_CALL:
    collect_targets(node->kids[0], reads);
    if (symbol && symbol->operation && symbol->operation->body)
      reads_collect(symbol->operation->body, reads);
    first = 1;
    break;
  default:
    if (symbol && symbol->kind == SYMBOL_VARIABLE && !symbol->dropped)
      reads->variables[symbol->index] = 1;
    break;
  }
  for (uint32_t i = first; i < node->count; i++) reads_collect(node->kids[i], reads);
}
