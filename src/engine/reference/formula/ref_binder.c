#include "engine/reference/formula/formula.h"

#include "syntax/inspect.h"

/* Expressions with bound names: {x|P}, %x.(P|E), SIGMA, UNION … .  Finite ones are
 * written out; the others are closures (ref_closure.c). */

Value ref_eval_binder(Reference *r, const Node *node)
{
  Value v;
  return r->fast && r->fast->binder(r, node, &v) ? v : ref_walk_binder(r, node);
}

Value ref_walk_binder(Reference *r, const Node *node)
{
  switch ((NodeKind) node->kind) {
  case NODE_SIGMA:
  case NODE_PRODUCT: return ref_sum_or_product(r, node);
  case NODE_QUANT_UNION:
  case NODE_QUANT_INTER: return ref_quantified_sets(r, node);
  case NODE_COMPREHENSION: { /* {x | x : S} is S */
    const Node *body = node_bare(node->kids[1]);
    bool plain = node->kids[0]->count == 1 && body->kind == NODE_MEMBER &&
                 node_bare(body->kids[0])->symbol == symbol_at(node->kids[0], 0) &&
                 node_bare(body->kids[0])->kind == NODE_IDENT;
    if (plain && !node_mentions(body->kids[1], symbol_at(node->kids[0], 0)))
      return ref_eval(r, body->kids[1]);
    break;
  }
  default: break;
  }
  if (r->e->options.keep_closures) return closure_of(r, node);
  Value all = ref_binder_written_out(r, node);
  return value_same(all, VALUE_UNKNOWN) ? closure_of(r, node) : all;
}
