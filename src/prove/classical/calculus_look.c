#include "prove/classical/calculus_impl.h"

#include "model/effects.h"

/* What substitutions are like, before they are run. */

enum { LARGE = 300 };

/* Counts nodes, at most until there are enough. */
static uint32_t count_nodes(const Node *node, uint32_t found)
{
  for (uint32_t i = 0; i < node->count && found < LARGE; i++)
    found = count_nodes(node->kids[i], found);
  return found + 1;
}

bool calculus_is_large(const Node *value) { return count_nodes(value, 0) >= LARGE; }

static const Operation *called(const Node *node)
{
  return node->kind == NODE_OP_CALL && node->symbol ? node->symbol->operation : NULL;
}

static bool is_formula(const Node *node)
{
  NodeClass class = node_kind_class(node->kind);
  return class == CLASS_EXPR || class == CLASS_PRED;
}

static uint32_t limited(uint64_t paths)
{
  return paths > PATHS_LIMIT ? PATHS_LIMIT : (uint32_t) paths;
}

/* The parts that are no substitutions count as none. */
static uint32_t ways(const Node *node)
{
  bool list = node->kind == NODE_NAMES || node->kind == NODE_LIST;
  return list || is_formula(node) ? 0 : calculus_paths(node);
}

uint32_t calculus_paths(const Node *node)
{
  if (called(node)) return called(node)->body ? calculus_paths(called(node)->body) : 1;
  bool product = node->kind == NODE_SEQUENCE || node->kind == NODE_SIMULTANEOUS;
  uint64_t all = product;
  for (uint32_t i = 0; i < node->count; i++)
    all = limited(product ? all * ways(node->kids[i]) : all + ways(node->kids[i]));
  if ((node->kind == NODE_IF && node->count % 2 == 0) || node->kind == NODE_CASE) all++;
  return all ? limited(all) : 1;
}

static bool has(const Symbols *list, const Symbol *symbol)
{
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i] == symbol) return true;
  return false;
}

/* Names that the substitution declares itself are not in the Env, nor are they variables. */
static bool is_outside(const Env *env, const Symbol *symbol)
{
  if (symbol->kind == SYMBOL_VARIABLE || symbol->local == LOCAL_RESULT) return true;
  for (; env; env = env->earlier)
    if (env->symbol == symbol) return true;
  return false;
}

void calculus_written(const Node *node, const Env *env, Symbols *list)
{
  Writes writes = {0};
  effects_writes(node, &writes);
  for (uint32_t i = 0; i < writes.len; i++) {
    Symbol *symbol = writes.data[i].symbol;
    if (is_outside(env, symbol) && !has(list, symbol)) vec_push(list, symbol);
  }
  vec_free(&writes);
}

bool calculus_may_block(const Node *node)
{
  switch ((NodeKind) node->kind) {
  case NODE_SELECT:
  case NODE_ANY:
  case NODE_BECOMES_IN:
  case NODE_BECOMES_SUCH:
  case NODE_LET:
  case NODE_WHILE: return true;
  case NODE_OP_CALL:
    return !called(node) || !called(node)->body || calculus_may_block(called(node)->body);
  default: break;
  }
  for (uint32_t i = 0; i < node->count; i++)
    if (calculus_may_block(node->kids[i])) return true;
  return false;
}

/* An abstract substitution claims all that it has. */
bool calculus_has_claims(const Calculus *c, const Node *node)
{
  bool somehow = c->mode == MODE_SOMEHOW;
  const Claims *k = &c->claims;
  if (k->well_defined && !somehow) return true;
  switch ((NodeKind) node->kind) {
  case NODE_PRE:
  case NODE_ASSERT:
    if (somehow || k->assertions) return true;
    break;
  case NODE_WHILE:
    if (k->loops || k->variant == node) return true;
    break;
  case NODE_OP_CALL:
    if (k->call == node) return true;
    if ((somehow || k->calls) && called(node) && called(node)->body)
      return calculus_has_claims(c, called(node)->body);
    break;
  default: break;
  }
  for (uint32_t i = 0; i < node->count; i++)
    if (calculus_has_claims(c, node->kids[i])) return true;
  return false;
}

bool calculus_has_loop(const Node *node)
{
  const Operation *op = called(node);
  if (node->kind == NODE_WHILE || (op && op->body && calculus_has_loop(op->body))) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (calculus_has_loop(node->kids[i])) return true;
  return false;
}
