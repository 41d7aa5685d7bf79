#include "engine/code/plan/plan.h"

#include "syntax/inspect.h"

/* Expressions that take about as long whatever the values of some names are. */

struct Functions {
  const Code **codes;
  uint32_t count;
};

typedef struct {
  const Vm *vm;
  Symbol *const *names;
  uint32_t count;
  bool plain; /* parts without the names count, too */
  VEC(const Node *) functions;
} Search;

static bool mentions(const Search *s, const Node *node)
{
  return node_mentions_one_of(node, s->names, s->count);
}

static bool is_set(const Node *node) { return node->type && node->type->kind == TYPE_POW; }

/* A name that has its value before those have theirs. */
static bool is_known_name(const Vm *vm, const Node *node)
{
  const Symbol *symbol = node->kind == NODE_IDENT ? node->symbol : NULL;
  return symbol && (symbol->kind == SYMBOL_CONSTANT || symbol->kind == SYMBOL_VARIABLE ||
                    code_place(vm, symbol, false));
}

/* Notes the functions that must be tables. */
static bool is_steady(Search *s, const Node *node)
{
  node = node_bare(node);
  if (node->count == 0 && s->plain && is_set(node) && !mentions(s, node))
    vec_push(&s->functions, node);
  if (s->plain && node->kind == NODE_EXTERNAL) return false; /* another value each time */
  if (node->count == 0 || (!s->plain && !mentions(s, node))) return true;
  switch ((NodeKind) node->kind) {
  case NODE_SIGMA:
  case NODE_PRODUCT: return !s->plain && !mentions(s, node->kids[1]) && is_steady(s, node->kids[2]);
  case NODE_APPLY:
    if (s->plain || mentions(s, node->kids[0])) break;
    if (!is_known_name(s->vm, node_bare(node->kids[0]))) return false;
    vec_push(&s->functions, node->kids[0]);
    break;
  case NODE_AND:
  case NODE_OR:
  case NODE_NOT:
  case NODE_EQUAL:
  case NODE_NOT_EQUAL:
  case NODE_MEMBER:
  case NODE_NOT_MEMBER:
  case NODE_SUBSET:
  case NODE_LESS:
  case NODE_LESS_EQUAL:
  case NODE_GREATER:
  case NODE_GREATER_EQUAL:
  case NODE_ADD:
  case NODE_MINUS:
  case NODE_SET_MINUS:
  case NODE_TIMES:
  case NODE_DIVIDE:
  case NODE_MODULO:
  case NODE_NEGATE:
  case NODE_MAPLET:
  case NODE_SET_EXT:
  case NODE_UNION:
  case NODE_INTERSECTION:
  case NODE_CONCAT:
  case NODE_CARD:
  case NODE_SIZE:
  case NODE_DOM:
  case NODE_RAN:
  case NODE_MIN:
  case NODE_MAX: break;
  default: return false;
  }
  bool steady = true;
  for (uint32_t i = 0; i < node->count && steady; i++) steady = is_steady(s, node->kids[i]);
  return steady;
}

static const Functions *functions_of(Search s, Vm *vm, const Node *node)
{
  Functions *f = is_steady(&s, node) ? arena_alloc(vm->arena, sizeof *f) : NULL;
  if (f) f->codes = arena_new_array(vm->arena, const Code *, s.functions.len + 1);
  for (uint32_t i = 0; f && i < s.functions.len; i++)
    f->codes[f->count++] = code_of_expression(vm, s.functions.data[i]);
  vec_free(&s.functions);
  return f;
}

const Functions *functions_if_steady(Vm *vm, const Node *node, Symbol *const *names, uint32_t count)
{
  return functions_of((Search){.vm = vm, .names = names, .count = count}, vm, node);
}

const Functions *functions_if_plain(Vm *vm, const Node *node, Symbol *name)
{
  return functions_of((Search){.vm = vm, .names = &name, .count = 1, .plain = true}, vm, node);
}

bool functions_are_tables(Vm *vm, const Functions *functions)
{
  for (uint32_t i = 0; i < functions->count; i++) {
    Value f = run_value(functions->codes[i], vm);
    if (value_is_none(f) || !is_explicit(vm, f)) return false;
  }
  return true;
}
