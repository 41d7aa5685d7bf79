#ifndef MODEL_TOTAL_H
#define MODEL_TOTAL_H

#include "model/type.h"
#include "syntax/tree.h"

/* Is the node, whose type is known, well-defined wherever its children are? */
static inline bool node_is_total(const Node *node)
{
  NodeWd wd = node_wd(node->kind);
  bool real = wd == WD_INTEGER && node->type && node->type->kind == TYPE_REAL;
  return wd != WD_PARTIAL && !real;
}

#endif
