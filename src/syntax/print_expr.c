#include "syntax/print_impl.h"

#include <string.h>

/* Expressions and predicates.  Brackets are needed where a node binds less
 * tightly than its place (`level`) asks for; some more are put where people
 * misread the rules: & with or, => in =>, different operators of one priority. */

/* ------------------------------------------------------------------ levels */

static bool is_infix(const Node *n)
{
  return node_is_operator(n) && operator_of(n->kind)->form == FORM_INFIX;
}

/* How tightly the node binds: it needs no brackets in places up to this level. */
static int level_of(const Node *n)
{
  switch (n->kind) {
  case NODE_EXPANSION: return n->count == 1 ? level_of(n->kids[0]) : LEVEL_ATOM;
  case NODE_DEFINED_IF: return level_of(n->kids[1]);
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

/* The level of an operand's place. */
static int operand_level(const Operator *op, uint32_t index)
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

static bool is_connective(NodeKind kind)
{
  return node_family(kind) == FAMILY_LOGIC && operator_of(kind)->form == FORM_INFIX;
}

/* Brackets that the grammar does not need but people do.  Not in very high
 * trees: the parser limits how deeply brackets are nested. */
static bool helpful_brackets(NodeKind outer, uint32_t index, const Node *n)
{
  if (n->kind == NODE_EXPANSION && n->count == 1) n = n->kids[0];
  if (level_of(n) == 210) return is_arithmetic(outer) && (index > 0 || outer == NODE_POWER);
  if (!is_infix(n) || n->height > 500) return false;
  if (is_connective(outer) && is_connective(n->kind))
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

/* ---------------------------------------------------------------- brackets */

static void put_plain(Printer *p, const Node *n);

static void put_bracketed(Printer *p, const Node *n)
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
  if (level_of(n) < level) put_bracketed(p, n);
  else put_plain(p, n);
}

static void put_operand(Printer *p, const Operator *op, uint32_t index, const Node *n)
{
  if (put_stand_in(p, n)) return;
  if (helpful_brackets(op->kind, index, n)) put_bracketed(p, n);
  else put_formula(p, n, operand_level(op, index));
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
  if (same ? i > 0 : helpful_brackets(n->kind, i, operand)) put_bracketed(p, operand);
  else put_formula(p, operand, operand_level(op, i));
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
  int level = level_of(n);
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
  put_right_hand(p, n->kids[1], operand_level(op, 1));
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
  return n->kind == NODE_INTERVAL && !is_infix(n->kids[0]) && !is_infix(n->kids[1]) &&
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
  return is_infix(left) && op->assoc == ASSOC_LEFT &&
         operator_of(left->kind)->priority == op->priority && !helpful_brackets(n->kind, 0, left);
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

/* The composition a ; b that is kept symbolic. */
static void put_symbolic_composition(Printer *p, const Node *n)
{
  const Operator *op = operator_of(NODE_COMPOSE);
  put_operand(p, op, 0, n->kids[0]);
  put(p, " /*@symbolic*/ ; ");
  put_operand(p, op, 1, n->kids[1]);
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

/* ----------------------------------------------------------------- binders */

/* #PREDICATE… at the start of a formula would be taken for a prefix. */
static bool looks_like_prefix(const Name *name)
{
  static const char *const prefixes[] = {"EXPRESSION",   "PREDICATE", "FORMULA",
                                         "SUBSTITUTION", "OPPATTERN", "MACHINECLAUSE"};
  for (unsigned i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (name && !strncmp(name->text, prefixes[i], strlen(prefixes[i]))) return true;
  return false;
}

static bool brackets_names(const Printer *p, const Node *n)
{
  const Node *names = n->kids[0];
  const char *symbol = symbol_of(p, operator_of(n->kind));
  bool word = strlen(operator_of(n->kind)->ascii) > 1;
  return names->count != 1 || word ||
         (!strcmp(symbol, "#") && looks_like_prefix(names->kids[0]->name));
}

/* … | E, the second half of a body. */
static void put_value(Printer *p, const Node *value)
{
  put_break(p, 1, value->span.begin);
  put(p, "| ");
  put_indent(p);
  p->fresh = p->out.items.len;
  put_formula(p, value, LEVEL_FORMULA);
  put_dedent(p);
}

static void put_binder(Printer *p, const Node *n)
{
  bool brackets = brackets_names(p, n);
  put(p, symbol_of(p, operator_of(n->kind)));
  if (brackets) put(p, "(");
  put_names(p, n->kids[0]);
  if (brackets) put(p, ")");
  put(p, p->style.unicode ? "·" : ".");
  layout_open(&p->out, GROUP_ALL);
  put(p, "(");
  put_indent(p);
  put_break(p, 0, n->kids[1]->span.begin);
  put_formula(p, n->kids[1], LEVEL_FORMULA);
  if (n->count == 3) put_value(p, n->kids[2]);
  put_break(p, 0, n->span.end);
  put_dedent(p);
  put(p, ")");
  layout_close(&p->out);
}

/* {x, y | P} */
static void put_comprehension(Printer *p, const Node *n)
{
  layout_open(&p->out, GROUP_ALL);
  put(p, "{");
  put_indent(p);
  put_names(p, n->kids[0]);
  put(p, " |");
  put_break(p, 1, n->kids[1]->span.begin);
  put_formula(p, n->kids[1], LEVEL_FORMULA);
  put_break(p, 0, n->span.end);
  put_dedent(p);
  put(p, "}");
  layout_close(&p->out);
}

/* {x, y·P | E}; with an ASCII dot the names need brackets. */
static void put_image_set(Printer *p, const Node *n)
{
  layout_open(&p->out, GROUP_ALL);
  put(p, p->style.unicode ? "{" : "{(");
  put_indent(p);
  put_names(p, n->kids[0]);
  put(p, p->style.unicode ? "·" : ").");
  put_break(p, 0, n->kids[1]->span.begin);
  put_formula(p, n->kids[1], LEVEL_FORMULA);
  put_value(p, n->kids[2]);
  put_break(p, 0, n->span.end);
  put_dedent(p);
  put(p, "}");
  layout_close(&p->out);
}

/* ----------------------------------------------------------- keyword forms */

/* word formula, indented */
static void put_worded(Printer *p, const char *word, const Node *n, int level)
{
  put(p, word);
  put_indent(p);
  put_break(p, 1, n->span.begin);
  put_formula(p, n, level);
  put_dedent(p);
}

/* IF P THEN E ELSIF P THEN E ELSE E END */
static void put_if(Printer *p, const Node *n)
{
  layout_open(&p->out, GROUP_ALL);
  for (uint32_t i = 0; i + 1 < n->count; i += 2) {
    layout_open(&p->out, GROUP_ALL);
    put_worded(p, i == 0 ? "IF" : "ELSIF", n->kids[i], LEVEL_FORMULA);
    layout_break(&p->out, 1);
    layout_close(&p->out);
    put_worded(p, "THEN", n->kids[i + 1], LEVEL_FORMULA);
    layout_break(&p->out, 1);
  }
  put_worded(p, "ELSE", n->kids[n->count - 1], LEVEL_FORMULA);
  put_break(p, 1, n->span.end);
  put(p, "END");
  layout_close(&p->out);
}

/* LET x, y BE P IN E END */
static void put_let(Printer *p, const Node *n)
{
  layout_open(&p->out, GROUP_ALL);
  put(p, "LET ");
  put_names(p, n->kids[0]);
  put(p, " ");
  put_worded(p, "BE", n->kids[1], LEVEL_FORMULA);
  layout_break(&p->out, 1);
  put_worded(p, "IN", n->kids[2], LEVEL_FORMULA);
  put_break(p, 1, n->span.end);
  put(p, "END");
  layout_close(&p->out);
}

/* [S](P) */
static void put_weakest_pre(Printer *p, const Node *n)
{
  bool one_line = p->one_line;
  p->one_line = true;
  layout_open(&p->out, GROUP_ALL);
  put(p, "[");
  put_indent(p);
  layout_break(&p->out, 0);
  put_substitution(p, n->kids[0]);
  put_dedent(p);
  layout_break(&p->out, 0);
  put(p, "]");
  layout_close(&p->out);
  p->one_line = one_line;
  put_bracketed(p, n->kids[1]);
}

/* ----------------------------------------------------------------- pragmas */

static bool is_simple_label(const Name *label)
{
  if (label->len == 0) return false;
  for (uint32_t i = 0; i < label->len; i++)
    if (label->text[i] <= ' ' && (unsigned char) label->text[i] < 0x80) return false;
  return strpbrk(label->text, "\"`*") == NULL;
}

static void put_labelled(Printer *p, const Node *n)
{
  if (!p->style.unlabelled) {
    put(p, "/*@label ");
    if (is_simple_label(n->name)) put(p, n->name->text);
    else put_string(p, n->name);
    put(p, " */ ");
  }
  put_formula(p, n->kids[0], 51);
}

static void put_symbolic(Printer *p, const Node *n)
{
  const Node *inner = n->kids[0];
  if (inner->kind == NODE_COMPOSE) {
    put_symbolic_composition(p, inner);
    return;
  }
  put(p, "/*@symbolic*/ ");
  if (inner->kind == NODE_EMPTY_SET) put(p, "{}");
  else put_formula(p, inner, LEVEL_ATOM);
}

static void put_template(Printer *p, const Node *n)
{
  put(p, "```");
  for (uint32_t i = 0; i < n->count; i++) {
    const Node *part = n->kids[i];
    if (part->kind == NODE_TEMPLATE_TEXT) {
      layout_add_raw(&p->out, part->name->text, part->name->len);
      continue;
    }
    if (part->name) put(p, "$["), put(p, part->name->text), put(p, "]{");
    else put(p, "${");
    put_formula(p, part->kids[0], LEVEL_FORMULA);
    put(p, "}");
  }
  put(p, "```");
}

/* ---------------------------------------------------------------- dispatch */

static void put_operator(Printer *p, const Node *n)
{
  const Operator *op = operator_of(n->kind);
  switch (op->form) {
  case FORM_INFIX:
    if (n->kind == NODE_AND || n->kind == NODE_OR) put_chain(p, n);
    else if (is_connective(n->kind)) put_connection(p, n);
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
  case FORM_ATOM: put(p, symbol_of(p, op)); break;
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
