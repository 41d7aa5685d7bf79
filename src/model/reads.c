#include "model/reads.h"

#include "model/effects.h"

typedef VEC(const Operation *) Calls; /* the operations that were looked into */

static void collect(const Node *node, Reads *reads, Calls *calls);

/* What an operation reads is added once, however often it is called. */
static void collect_call(const Operation *operation, Reads *reads, Calls *calls)
{
  for (uint32_t i = 0; i < calls->len; i++)
    if (calls->data[i] == operation) return;
  vec_push(calls, operation);
  collect(operation->body, reads, calls);
}

/* An assignment x := E does not look at x; f(i) := E does look at f. */
static void collect_targets(const Node *targets, Reads *reads, Calls *calls)
{
  for (uint32_t i = 0; i < targets->count; i++)
    if (targets->kids[i]->kind != NODE_IDENT) collect(targets->kids[i], reads, calls);
}

static void collect(const Node *node, Reads *reads, Calls *calls)
{
  const Symbol *symbol = node->symbol;
  uint32_t first = 0;
  switch ((NodeKind) node->kind) {
  case NODE_EXTERNAL: reads->external = true; break;
  case NODE_ASSIGN:
  case NODE_BECOMES_IN:
  case NODE_BECOMES_SUCH:
    collect_targets(node->kids[0], reads, calls);
    first = 1;
    break;
  case NODE_OP_CALL:
    collect_targets(node->kids[0], reads, calls);
    if (symbol && symbol->operation && symbol->operation->body)
      collect_call(symbol->operation, reads, calls);
    first = 1;
    break;
  default:
    if (symbol && symbol->kind == SYMBOL_VARIABLE && !symbol->dropped)
      reads->variables[symbol->index] = 1;
    break;
  }
  for (uint32_t i = first; i < node->count; i++) collect(node->kids[i], reads, calls);
}

void reads_collect(const Node *node, Reads *reads)
{
  Calls calls = {0};
  collect(node, reads, &calls);
  vec_free(&calls);
}

/* ---- conditions */

enum { DEEPEST_CALL = 100 };

static bool conditions(const Node *, Reads *, unsigned calls);

/* P and S by turns, at the end perhaps S alone.  The predicates count if they are conditions
 * themselves, or if one of the substitutions has some. */
static bool branch_conditions(const Node *node, Reads *reads, unsigned calls, bool some)
{
  for (uint32_t i = 0; i < node->count; i++)
    if (i % 2 || i + 1 == node->count) some |= conditions(node->kids[i], reads, calls);
  for (uint32_t i = 0; some && i + 1 < node->count; i += 2) reads_collect(node->kids[i], reads);
  return some;
}

/* The last child is a substitution, and what is before it leads to it. */
static bool last_conditions(const Node *node, Reads *reads, unsigned calls, bool some)
{
  some |= conditions(node->kids[node->count - 1], reads, calls);
  for (uint32_t i = 0; some && i + 1 < node->count; i++) reads_collect(node->kids[i], reads);
  return some;
}

static bool any_conditions(const Node *node, Reads *reads, unsigned calls)
{
  bool some = false;
  for (uint32_t i = 0; i < node->count; i++) some |= conditions(node->kids[i], reads, calls);
  return some;
}

static bool call_conditions(const Node *node, Reads *reads, unsigned calls)
{
  const Operation *called = node->symbol ? node->symbol->operation : NULL;
  if (!called || !called->body || calls == DEEPEST_CALL) return false;
  if (!conditions(called->body, reads, calls + 1)) return false;
  reads_collect(node->kids[1], reads);
  return true;
}

/* Are there any? */
static bool conditions(const Node *node, Reads *reads, unsigned calls)
{
  switch ((NodeKind) node->kind) {
  case NODE_PRE:
  case NODE_ANY: return last_conditions(node, reads, calls, true);
  case NODE_LET: return last_conditions(node, reads, calls, false);
  case NODE_SELECT: return branch_conditions(node, reads, calls, true);
  case NODE_IF: return branch_conditions(node, reads, calls, false);
  case NODE_CASE: {
    bool some = false;
    for (uint32_t i = 1; i < node->count; i++) some |= conditions(node->kids[i], reads, calls);
    if (some) reads_collect(node->kids[0], reads);
    return some;
  }
  case NODE_ASSERT:
  case NODE_WITNESS:
  case NODE_WHILE:
  case NODE_REFINED: return conditions(node->kids[1], reads, calls);
  case NODE_BRANCH:
  case NODE_VAR: return conditions(node->kids[node->count - 1], reads, calls);
  case NODE_OP_CALL: return call_conditions(node, reads, calls);
  case NODE_BLOCK:
  case NODE_EXPANSION:
  case NODE_DESCRIBED:
  case NODE_LABELLED:
  case NODE_CHOICE:
  case NODE_SEQUENCE:
  case NODE_SIMULTANEOUS: return any_conditions(node, reads, calls);
  default: return false;
  }
}

void reads_conditions(const Node *node, Reads *reads) { conditions(node, reads, 0); }

static void mark_targets(const Node *targets, uint8_t *variables)
{
  for (uint32_t i = 0; i < targets->count; i++) {
    const Symbol *symbol = effects_target(targets->kids[i]);
    if (symbol && symbol->kind == SYMBOL_VARIABLE && !symbol->dropped) variables[symbol->index] = 1;
  }
}

void reads_certain_writes(const Node *node, uint8_t *variables)
{
  switch ((NodeKind) node->kind) {
  case NODE_ASSIGN:
  case NODE_BECOMES_IN:
  case NODE_BECOMES_SUCH: mark_targets(node->kids[0], variables); return;
  case NODE_BLOCK:
  case NODE_EXPANSION:
  case NODE_DESCRIBED:
  case NODE_LABELLED: reads_certain_writes(node->kids[0], variables); return;
  case NODE_PRE:
  case NODE_ASSERT:
  case NODE_ANY:
  case NODE_LET:
  case NODE_VAR: reads_certain_writes(node->kids[node->count - 1], variables); return;
  case NODE_SELECT:
    if (node->count == 2) reads_certain_writes(node->kids[1], variables);
    return;
  case NODE_REFINED:
    reads_certain_writes(node->kids[1], variables);
    for (uint32_t i = 2; i < node->count; i++)
      reads_certain_writes(node->kids[i]->kids[1], variables);
    return;
  case NODE_SIMULTANEOUS:
  case NODE_SEQUENCE:
    for (uint32_t i = 0; i < node->count; i++) reads_certain_writes(node->kids[i], variables);
    return;
  default: return;
  }
}
