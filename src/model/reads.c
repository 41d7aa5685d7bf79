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
