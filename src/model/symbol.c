#include "model/symbol.h"

#include <string.h>

static const char *local_text(LocalKind kind)
{
  switch (kind) {
  case LOCAL_BOUND: return "bound variable";
  case LOCAL_ANY:
  case LOCAL_LET: return "local constant";
  case LOCAL_VAR: return "local variable";
  case LOCAL_PARAMETER: return "operation parameter";
  case LOCAL_RESULT: return "operation result";
  case LOCAL_TYPE: return "type parameter";
  }
  return "local name";
}

const char *symbol_kind_text(const Symbol *symbol)
{
  switch (symbol->kind) {
  case SYMBOL_SET:
    if (symbol->parameter) return "machine parameter";
    return symbol->enumerated ? "enumerated set" : "deferred set";
  case SYMBOL_ELEMENT: return "set element";
  case SYMBOL_FREETYPE: return "free type";
  case SYMBOL_CONSTRUCTOR: return "constructor";
  case SYMBOL_CONSTANT: return symbol->parameter ? "machine parameter" : "constant";
  case SYMBOL_VARIABLE: return "variable";
  case SYMBOL_OPERATION: return "operation";
  case SYMBOL_LOCAL: return local_text(symbol->local);
  case SYMBOL_FREE: return "free name";
  case SYMBOL_FUNCTION: return "function";
  case SYMBOL_EXTERNAL: return "external function";
  }
  return "name";
}

const char *symbol_stand_in(void *context, const Node *node)
{
  (void) context;
  if (node->kind != NODE_IDENT) return NULL;
  const Symbol *symbol = node->symbol;
  bool global = symbol && (symbol->kind == SYMBOL_VARIABLE || symbol->kind == SYMBOL_CONSTANT ||
                           symbol->kind == SYMBOL_FREE); /* one of these, where it is free */
  if (global && symbol->name != node->name) return symbol->name->text;
  return strpbrk(node->name->text, "'@") ? node->name->text : NULL;
}

bool symbol_chosen_in(const Node *node)
{
  const Symbol *symbol = node->kind == NODE_IDENT ? node->symbol : NULL;
  if (symbol && symbol->kind == SYMBOL_LOCAL) {
    if (symbol->local == LOCAL_PARAMETER || symbol->local == LOCAL_ANY) return true;
    return symbol->local == LOCAL_LET && symbol->lambda && symbol_chosen_in(symbol->lambda);
  }
  for (uint32_t i = 0; i < node->count; i++)
    if (symbol_chosen_in(node->kids[i])) return true;
  return false;
}
