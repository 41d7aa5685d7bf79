#include <assert.h>

#include "engine/code/plan/plan.h"

/* x + E = F is x = F - E: an equation, or a bound, about a sum in which one name has no value yet.
 * What is multiplied by a number is divided by it, which rounds towards zero: that is never above a
 * bound from below, nor below one from above, but then the conjunct itself is to be tested. */

static bool is_integer(const Node *node) { return node->type && node->type->kind == TYPE_INTEGER; }

/* The factor that the text tells, if it is not 0. */
static bool factor_of(const Planner *p, const Node *node, int64_t *factor)
{
  return engine_literal(p->vm->e, node, factor) && *factor != 0;
}

bool plan_isolates(const Planner *p, const Node *sum, Isolation *how)
{
  *how = (Isolation){.exact = true};
  for (;;) {
    sum = how->name = node_bare(sum);
    if (plan_is_open_name(p, sum)) return true;
    if (!is_integer(sum)) return false;
    switch ((NodeKind) sum->kind) {
    case NODE_NEGATE:
      how->negative ^= true;
      sum = sum->kids[0];
      break;
    case NODE_ADD:
    case NODE_MINUS:
    case NODE_TIMES: {
      bool left = plan_is_open(p, sum->kids[0]), right = plan_is_open(p, sum->kids[1]);
      int64_t factor = 1;
      if (left == right) return false;
      if (sum->kind == NODE_TIMES) {
        if (!factor_of(p, sum->kids[left], &factor)) return false;
        how->exact = false;
      }
      how->negative ^= factor < 0 || (sum->kind == NODE_MINUS && right);
      sum = sum->kids[right];
      break;
    }
    default: return false;
    }
  }
}

static Node *integer(const Planner *p, NodeKind kind, const Node *like, const Node *a,
                     const Node *b)
{
  Arena *arena = p->vm->arena;
  Node *node = b ? node_binary(arena, kind, like->span, (Node *) a, (Node *) b)
                 : node_unary(arena, kind, like->span, (Node *) a);
  node->type = like->type;
  return node;
}

const Node *plan_isolated(const Planner *p, const Node *sum, const Node *target)
{
  for (;;) {
    sum = node_bare(sum);
    if (plan_is_open_name(p, sum)) return target;
    if (sum->kind == NODE_NEGATE) {
      target = integer(p, NODE_NEGATE, sum, target, NULL);
      sum = sum->kids[0];
      continue;
    }
    bool right = plan_is_open(p, sum->kids[1]);
    const Node *known = sum->kids[!right];
    assert(plan_is_open(p, sum->kids[right]) && !plan_is_open(p, known));
    if (sum->kind == NODE_TIMES) target = integer(p, NODE_DIVIDE, sum, target, known);
    else if (sum->kind == NODE_ADD) target = integer(p, NODE_MINUS, sum, target, known);
    else if (right) target = integer(p, NODE_MINUS, sum, known, target);
    else target = integer(p, NODE_ADD, sum, target, known);
    sum = sum->kids[right];
  }
}
