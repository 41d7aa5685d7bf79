#include "syntax/print_impl.h"

#include <string.h>

/* Expressions and predicates. */

/* ---------------------------------------------------------------- brackets */

static void put_plain(Printer *p, const Node *n);

void put_bracketed(Printer *p, const Node *n)
{
  layout_open(&p->out, GROUP_ALL);
  put(p, "(");
  put_indent(p);
  put_last_break(p, 0, n->span.begin);
  put_plain(p, n);
  put_dedent(p);
  layout_break(&p->out, 0); /* where the bracket stands in the source is not known */
  put(p, ")");
  layout_close(&p->out);
}

static bool put_stand_in(Printer *p, const Node *n)
{
  const char *text = p->style.stand_in ? p->style.stand_in(p->style.context, n) : NULL;
  if (text) put(p, text);
  return text != NULL;
}

void put_formula(Printer *p, const Node *n, int level)
{
  if (put_stand_in(p, n)) return;
  if (print_level_of(n) < level) put_bracketed(p, n);
  else put_plain(p, n);
}

void put_operand(Printer *p, const Operator *op, uint32_t index, const Node *n)
{
  if (put_stand_in(p, n)) return;
  if (print_helpful_brackets(op->kind, index, n)) put_bracketed(p, n);
  else put_formula(p, n, print_operand_level(op, index));
}

const char *symbol_of(const Printer *p, const Operator *op)
{
  bool private_use = !strncmp(op->unicode, "\xEE\x84", 2); /* U+E100…: few fonts have them */
  return p->style.unicode && !private_use ? op->unicode : op->ascii;
}

/* ------------------------------------------------------------------- lists */

void put_list(Printer *p, Node *const *parts, uint32_t count, int level)
{
  layout_open(&p->out, GROUP_FILL);
  if (count == 1) p->fresh = p->out.items.len;
  for (uint32_t i = 0; i < count; i++) {
    if (i > 0) {
      put(p, ",");
      put_break(p, 1, parts[i]->span.begin);
    }
    put_formula(p, parts[i], level);
  }
  layout_close(&p->out);
}

/* open parts close, where the brackets may stand on lines of their own. */
static void put_enclosed(Printer *p, const char *open, Node *const *parts, uint32_t count,
                         int level, const char *close, uint32_t end)
{
  layout_open(&p->out, GROUP_ALL);
  put(p, open);
  put_indent(p);
  put_break(p, 0, parts[0]->span.begin);
  put_list(p, parts, count, level);
  put_break(p, 0, end);
  put_dedent(p);
  put(p, close);
  layout_close(&p->out);
}

void put_call(Printer *p, const Name *name, Node *const *arguments, uint32_t count, uint32_t end)
{
  if (count == 0) {
    put_name(p, name);
    return;
  }
  put_called_name(p, name);
  put_enclosed(p, "(", arguments, count, LEVEL_FORMULA, ")", end);
}

void put_declared(Printer *p, const Node *n)
{
  if (n->kind == NODE_DESCRIBED) {
    put_declared(p, n->kids[0]);
    put_desc(p, n->name);
  } else if (n->count == 0 && put_stand_in(p, n)) {
    return;
  } else if (n->name) {
    put_call(p, n->name, n->kids, n->count, n->span.end);
  } else {
    put_formula(p, n, LEVEL_OPERAND);
  }
}

void put_names(Printer *p, const Node *names)
{
  layout_open(&p->out, GROUP_FILL);
  for (uint32_t i = 0; i < names->count; i++) {
    if (i > 0) {
      put(p, ",");
      put_break(p, 1, names->kids[i]->span.begin);
    }
    put_declared(p, names->kids[i]);
  }
  layout_close(&p->out);
}

/* ------------------------------------------------------------------- infix */

void put_conjunct(Printer *p, const Node *n, uint32_t i)
{
  const Node *operand = n->kids[i];
  const Operator *op = operator_of(n->kind);
  bool same = operand->kind == n->kind; /* as the first one it means the same without brackets */
  if (same ? i > 0 : print_helpful_brackets(n->kind, i, operand)) put_bracketed(p, operand);
  else put_formula(p, operand, print_operand_level(op, i));
}

/* a & b & c, one operand on each line if they do not fit on one. */
static void put_chain(Printer *p, const Node *n)
{
  const Operator *op = operator_of(n->kind);
  const char *symbol = symbol_of(p, op);
  int hang = op->kind == NODE_OR && !p->style.unicode ? 3 : 2;
  layout_open(&p->out, GROUP_ALL);
  for (uint32_t i = 0; i < n->count; i++) {
    if (i > 0) {
      put_break(p, 1, n->kids[i]->span.begin);
      put(p, symbol);
      put(p, " ");
    }
    layout_indent(&p->out, i > 0 ? hang : 0);
    put_conjunct(p, n, i);
    layout_indent(&p->out, i > 0 ? -hang : 0);
  }
  layout_close(&p->out);
}

/* Forms whose closing bracket comes last: they may begin behind something and go
 * on on lines of their own. */
static bool is_enclosed(const Node *n)
{
  switch (n->kind) {
  case NODE_SET_EXT:
  case NODE_SEQ_EXT:
  case NODE_COMPREHENSION:
  case NODE_IMAGE_SET:
  case NODE_REC:
  case NODE_STRUCT: return true;
  default: return node_is_operator(n) && operator_of(n->kind)->form == FORM_BINDER;
  }
}

void put_right_hand(Printer *p, const Node *n, int level)
{
  bool enclosed = is_enclosed(n);
  if (enclosed) {
    put(p, " ");
  } else {
    put_indent(p);
    put_last_break(p, 1, n->span.begin);
  }
  put_formula(p, n, level);
  if (!enclosed) put_dedent(p);
}

void put_definition_body(Printer *p, const Node *n)
{
  int level = print_level_of(n);
  bool brackets = level < LEVEL_POSTFIX && (node_is_operator(n) || n->kind == NODE_INTEGER_LIT);
  if (brackets) {
    put(p, " ");
    put_bracketed(p, n);
  } else {
    put_right_hand(p, n, LEVEL_FORMULA);
  }
}

/* x = y */
static void put_comparison(Printer *p, const Node *n)
{
  const Operator *op = operator_of(n->kind);
  layout_open(&p->out, GROUP_ALL);
  put_operand(p, op, 0, n->kids[0]);
  put(p, " ");
  put(p, symbol_of(p, op));
  put_right_hand(p, n->kids[1], print_operand_level(op, 1));
  layout_close(&p->out);
}

/* P => Q, P <=> Q */
static void put_connection(Printer *p, const Node *n)
{
  const Operator *op = operator_of(n->kind);
  layout_open(&p->out, GROUP_ALL);
  put_operand(p, op, 0, n->kids[0]);
  put_break(p, 1, n->kids[1]->span.begin);
  put(p, symbol_of(p, op));
  put(p, " ");
  put_indent(p);
  put_operand(p, op, 1, n->kids[1]);
  put_dedent(p);
  layout_close(&p->out);
}

/* a..b, but a + 1 .. b */
static bool is_tight(const Node *n)
{
  return n->kind == NODE_INTERVAL && !print_is_infix(n->kids[0]) && !print_is_infix(n->kids[1]) &&
         n->kids[0]->kind != NODE_REAL_LIT;
}

static void put_right_side(Printer *p, const Node *n)
{
  const Operator *op = operator_of(n->kind);
  if (is_tight(n)) {
    put(p, symbol_of(p, op));
  } else {
    put_break(p, 1, n->kids[1]->span.begin);
    put(p, symbol_of(p, op));
    put(p, " ");
  }
  put_operand(p, op, 1, n->kids[1]);
}

/* Does the left operand continue the chain that n ends: a + b in a + b - c? */
static bool continues(const Node *n)
{
  const Node *left = n->kids[0];
  const Operator *op = operator_of(n->kind);
  return print_is_infix(left) && op->assoc == ASSOC_LEFT &&
         operator_of(left->kind)->priority == op->priority &&
         !print_helpful_brackets(n->kind, 0, left);
}

/* a + b - c: the left spine is printed in a loop, as one list. */
static void put_infix(Printer *p, const Node *n)
{
  VEC(const Node *) spine = {0};
  const Node *first = n;
  vec_push(&spine, first);
  while (continues(first)) {
    first = first->kids[0];
    vec_push(&spine, first);
  }
  bool fresh = p->fresh == p->out.items.len;
  layout_open(&p->out, GROUP_FILL);
  put_operand(p, operator_of(first->kind), 0, first->kids[0]);
  if (!fresh) put_indent(p);
  while (spine.len > 0) put_right_side(p, spine.data[--spine.len]);
  if (!fresh) put_dedent(p);
  layout_close(&p->out);
  vec_free(&spine);
}

/* --------------------------------------------------------- prefix, postfix */

/* Forms that read badly, or not at all, with something right behind them. */
static bool ends_openly(const Node *n)
{
  switch (n->kind) {
  case NODE_INTEGER_LIT:
  case NODE_REAL_LIT:
  case NODE_IF_EXPR:
  case NODE_LET_EXPR:
  case NODE_SYMBOLIC: return true;
  default: return node_is_operator(n) && operator_of(n->kind)->form == FORM_BINDER;
  }
}

static void put_base(Printer *p, const Node *n, int level)
{
  while (n->kind == NODE_EXPANSION && n->count == 1) n = n->kids[0];
  if (put_stand_in(p, n)) return;
  if (ends_openly(n)) put_bracketed(p, n);
  else if (n->kind == NODE_IDENT && level == LEVEL_POSTFIX) put_called_name(p, n->name);
  else put_formula(p, n, level);
}

static void put_postfix(Printer *p, const Node *n)
{
  switch (n->kind) {
  case NODE_INVERSE:
    put_base(p, n->kids[0], LEVEL_POSTFIX + 1);
    put(p, symbol_of(p, operator_of(n->kind)));
    break;
  case NODE_FIELD:
    put_base(p, n->kids[0], LEVEL_POSTFIX + 1);
    put(p, "'");
    put_name(p, n->name);
    break;
  case NODE_IMAGE:
    put_base(p, n->kids[0], LEVEL_POSTFIX);
    put_enclosed(p, "[", n->kids + 1, 1, LEVEL_FORMULA, "]", n->span.end);
    break;
  default: /* APPLY */
    put_base(p, n->kids[0], LEVEL_POSTFIX);
    put_enclosed(p, "(", n->kids + 1, n->count - 1, LEVEL_FORMULA, ")", n->span.end);
    break;
  }
}

static void put_function(Printer *p, const Node *n)
{
  put(p, symbol_of(p, operator_of(n->kind)));
  int level =
      n->count == 1 && operator_of(n->kind)->form == FORM_FUNC ? LEVEL_COMPOSITION : LEVEL_FORMULA;
  put_enclosed(p, "(", n->kids, n->count, level, ")", n->span.end);
}

/* ---------------------------------------------------------------- dispatch */

static void put_operator(Printer *p, const Node *n)
{
  const Operator *op = operator_of(n->kind);
  switch (op->form) {
  case FORM_INFIX:
    if (n->kind == NODE_AND || n->kind == NODE_OR) put_chain(p, n);
    else if (print_is_connective(n->kind)) put_connection(p, n);
    else if (op->class == CLASS_PRED) put_comparison(p, n);
    else put_infix(p, n);
    break;
  case FORM_PREFIX:
    put(p, symbol_of(p, op));
    put_formula(p, n->kids[0], LEVEL_POSTFIX);
    break;
  case FORM_POSTFIX: put_postfix(p, n); break;
  case FORM_FUNC:
  case FORM_SOFT: put_function(p, n); break;
  case FORM_ATOM:
    if (n->count > 0) put_postfix(p, n); /* List(INTEGER), which is a type */
    else put(p, symbol_of(p, op));
    break;
  case FORM_BINDER: put_binder(p, n); break;
  }
}

static void put_plain(Printer *p, const Node *n)
{
  if (node_is_operator(n)) {
    put_operator(p, n);
    return;
  }
  switch (n->kind) {
  case NODE_IDENT: put_name(p, n->name); break;
  case NODE_OLD_VALUE: put_name(p, n->name), put(p, "$0"); break;
  case NODE_INTEGER_LIT:
  case NODE_REAL_LIT: put(p, n->name->text); break;
  case NODE_STRING_LIT: put_string(p, n->name); break;
  case NODE_TEMPLATE: put_template(p, n); break;
  case NODE_COUPLE: put_enclosed(p, "(", n->kids, n->count, LEVEL_FORMULA, ")", n->span.end); break;
  case NODE_SET_EXT:
    put_enclosed(p, "{", n->kids, n->count, LEVEL_FORMULA, "}", n->span.end);
    break;
  case NODE_SEQ_EXT:
    put_enclosed(p, "[", n->kids, n->count, LEVEL_FORMULA, "]", n->span.end);
    break;
  case NODE_EMPTY_SET: put(p, p->style.unicode ? "∅" : "{}"); break;
  case NODE_EMPTY_SEQ: put(p, "[]"); break;
  case NODE_COMPREHENSION: put_comprehension(p, n); break;
  case NODE_IMAGE_SET: put_image_set(p, n); break;
  case NODE_REC: put_enclosed(p, "rec(", n->kids, n->count, LEVEL_FORMULA, ")", n->span.end); break;
  case NODE_STRUCT:
    put_enclosed(p, "struct(", n->kids, n->count, LEVEL_FORMULA, ")", n->span.end);
    break;
  case NODE_ENTRY:
    put_name(p, n->name);
    put(p, " : ");
    put_formula(p, n->kids[0], LEVEL_FORMULA);
    break;
  case NODE_IF_EXPR:
  case NODE_IF_PRED: put_if(p, n); break;
  case NODE_LET_EXPR:
  case NODE_LET_PRED: put_let(p, n); break;
  case NODE_SYMBOLIC: put_symbolic(p, n); break;
  case NODE_RECURSION: put_name(p, n->name); break;
  case NODE_DEFINED_IF: put_plain(p, n->kids[1]); break;
  case NODE_WEAKEST_PRE: put_weakest_pre(p, n); break;
  case NODE_LABELLED: put_labelled(p, n); break;
  case NODE_DESCRIBED: put_formula(p, n->kids[0], 50), put_desc(p, n->name); break;
  case NODE_DEF_CALL:
  case NODE_EXTERNAL: put_call(p, n->name, n->kids, n->count, n->span.end); break;
  case NODE_EXPANSION: put_plain(p, n->kids[0]); break;
  case NODE_LIST: put_list(p, n->kids, n->count, LEVEL_OPERAND); break;
  case NODE_NAMES: put_names(p, n); break;
  case NODE_ERROR: put(p, "???"); break;
  default:
    if (node_kind_class(n->kind) == CLASS_SUBST) put_substitution(p, n);
    else put_part(p, n);
    break;
  }
}
