#include "syntax/print_impl.h"

/* Where brackets stand.  They are needed where a node binds less tightly than its place
 * (`level`) asks for; some more are put where people misread the rules: & with or, => in =>,
 * different operators of one priority. */

bool print_is_infix(const Node *n)
{
  return node_is_operator(n) && operator_of(n->kind)->form == FORM_INFIX;
}

int print_level_of(const Node *n)
{
  switch (n->kind) {
  case NODE_EXPANSION: return n->count == 1 ? print_level_of(n->kids[0]) : LEVEL_ATOM;
  case NODE_DEFINED_IF: return print_level_of(n->kids[1]);
  case NODE_LABELLED:
  case NODE_DESCRIBED: return 50;
  case NODE_SYMBOLIC:
    return n->kids[0]->kind == NODE_COMPOSE ? LEVEL_COMPOSITION : LEVEL_POSTFIX - 1;
  case NODE_INTEGER_LIT: return n->name->text[0] == '-' ? 210 : LEVEL_ATOM;
  default: break;
  }
  if (!node_is_operator(n)) return LEVEL_ATOM;
  const Operator *op = operator_of(n->kind);
  return op->form == FORM_INFIX || op->form == FORM_PREFIX || op->form == FORM_POSTFIX
             ? op->priority
             : LEVEL_ATOM;
}

int print_operand_level(const Operator *op, uint32_t index)
{
  if (op->kind == NODE_TYPED && index == 0) return LEVEL_ATOM;
  bool same = op->assoc == (index == 0 ? ASSOC_LEFT : ASSOC_RIGHT);
  return op->priority + !same;
}

static bool is_arithmetic(NodeKind kind)
{
  switch (kind) {
  case NODE_ADD:
  case NODE_MINUS:
  case NODE_TIMES:
  case NODE_DIVIDE:
  case NODE_MODULO:
  case NODE_POWER: return true;
  default: return false;
  }
}

bool print_is_connective(NodeKind kind)
{
  return node_family(kind) == FAMILY_LOGIC && operator_of(kind)->form == FORM_INFIX;
}

bool print_helpful_brackets(NodeKind outer, uint32_t index, const Node *n)
{
  if (n->kind == NODE_EXPANSION && n->count == 1) n = n->kids[0];
  if (print_level_of(n) == 210) return is_arithmetic(outer) && (index > 0 || outer == NODE_POWER);
  if (!print_is_infix(n) || n->height > 500) return false;
  if (print_is_connective(outer) && print_is_connective(n->kind))
    return outer != NODE_IMPLIES || n->kind == NODE_IMPLIES || n->kind == NODE_IFF;
  int priority = operator_of(n->kind)->priority;
  if (priority != operator_of(outer)->priority) return false;
  switch (priority) {
  case 125: return true;
  case 20:
  case 160: return n->kind != outer;
  case 190: return n->kind != outer && (n->kind == NODE_MODULO || outer == NODE_MODULO);
  default: return false;
  }
}
