#include "csp/syntax/print_impl.h"

static void put_plain(CspPrinter *, const CspNode *);

static void put_bracketed(CspPrinter *p, const CspNode *node)
{
  CspAround around = csp_put_open(p, "(", node);
  put_plain(p, node);
  csp_put_close(p, ")", around);
}

void csp_put_expression(CspPrinter *p, const CspNode *node, CspLevel level)
{
  if (csp_needs_brackets(p, node, level)) put_bracketed(p, node);
  else put_plain(p, node);
}

void csp_put_operand(CspPrinter *p, const CspNode *node, CspLevel level, bool last)
{
  bool around = p->last;
  p->last = last;
  csp_put_expression(p, node, level);
  p->last = around;
}

void csp_put_body(CspPrinter *p, const CspNode *body)
{
  layout_open(&p->out, GROUP_ALL);
  csp_put_indent(p);
  csp_put_break(p, 1, body);
  csp_put_expression(p, body, CSP_LEVEL_ANY);
  csp_put_dedent(p);
  layout_close(&p->out);
}

/* --------------------------------------------------------------- operators */

/* Is a newline before this operator the end of a declaration? */
static bool ends_line(CspKind kind) { return kind == CSP_LESS || kind == CSP_SUBTRACT; }

/* Further lines of a process are indented, so that those with operators stand out. */
static void put_side(CspPrinter *p, const CspNode *node, const CspInfix *infix, unsigned index)
{
  const CspNode *kid = node->kids[index];
  bool last = index == 1 && p->last,
       process = infix->association == CSP_LEFT && infix->level < CSP_LEVEL_DOT;
  if (process) csp_put_indent(p);
  if (csp_read_differently(node->kind, kid->kind)) put_bracketed(p, kid);
  else csp_put_operand(p, kid, csp_operand_level(infix, index), last);
  if (process) csp_put_dedent(p);
}

/* A chain a + b + c is one group, so that either all of its lines end or none. */
static void put_chain(CspPrinter *p, const CspNode *node, const CspInfix *infix)
{
  const CspNode *left = node->kids[0];
  bool goes_on = infix->association == CSP_LEFT && left->kind == node->kind &&
                 !(left->kind == CSP_GREATER && p->in_sequence);
  bool last = p->last;
  p->last = false;
  if (goes_on) put_chain(p, left, infix);
  else put_side(p, node, infix, 0);
  p->last = last;
  const char *sign = csp_token_spelling(infix->token);
  if (ends_line(node->kind)) {
    csp_put(p, " ");
    csp_put(p, sign);
    csp_put_break(p, 1, node->kids[1]);
  } else {
    csp_put_break(p, 1, node->kids[1]);
    csp_put(p, sign);
    csp_put(p, " ");
  }
  put_side(p, node, infix, 1);
}

static void put_infix(CspPrinter *p, const CspNode *node, const CspInfix *infix)
{
  layout_open(&p->out, infix->level > CSP_LEVEL_DOT ? GROUP_FILL : GROUP_ALL);
  put_chain(p, node, infix);
  layout_close(&p->out);
}

/* a.b.c without blanks */
static void put_dotted(CspPrinter *p, const CspNode *node)
{
  const CspInfix *infix = csp_infix_of_node(CSP_DOT);
  put_side(p, node, infix, 0);
  csp_put(p, ".");
  put_side(p, node, infix, 1);
}

static void put_prefix_operator(CspPrinter *p, const CspNode *node, const char *sign,
                                CspLevel level)
{
  csp_put(p, sign);
  csp_put_expression(p, node->kids[0], level);
}

/* ------------------------------------------------------------------- lists */

void csp_put_list(CspPrinter *p, CspNode *const *nodes, uint32_t count)
{
  layout_open(&p->out, GROUP_FILL);
  for (uint32_t i = 0; i < count; i++) {
    if (i > 0) {
      csp_put(p, ",");
      csp_put_break(p, 1, nodes[i]);
    }
    csp_put_operand(p, nodes[i], CSP_LEVEL_ANY, true);
  }
  layout_close(&p->out);
}

void csp_put_arguments(CspPrinter *p, const CspNode *arguments)
{
  CspAround around = csp_put_open(p, "(", arguments->count > 0 ? arguments->kids[0] : NULL);
  csp_put_list(p, arguments->kids, arguments->count);
  csp_put_close(p, ")", around);
}

/* What stands between brackets: items or a range, and statements. */
static void put_collection(CspPrinter *p, const CspNode *node, const char *open, const char *close,
                           bool each, bool range)
{
  const CspNode *statements = each ? node->kids[0] : NULL;
  CspNode *const *items = node->kids + each;
  uint32_t count = node->count - each;
  CspAround around = csp_put_open(p, open, count > 0 ? items[0] : statements);
  if (range) {
    csp_put_expression(p, items[0], CSP_LEVEL_ANY);
    csp_put(p, "..");
    if (items[1]->kind != CSP_ABSENT) csp_put_expression(p, items[1], CSP_LEVEL_ANY);
  } else {
    csp_put_list(p, items, count);
  }
  if (each) {
    if (count > 0) csp_put_break(p, 1, statements);
    csp_put(p, "| ");
    csp_put_statements(p, statements, " <- ");
  }
  csp_put_close(p, close, around);
}

static void put_map(CspPrinter *p, const CspNode *node)
{
  CspAround around = csp_put_open(p, "(| ", node->count > 0 ? node->kids[0] : NULL);
  layout_open(&p->out, GROUP_FILL);
  for (uint32_t i = 0; i < node->count; i++) {
    const CspNode *entry = node->kids[i];
    if (i > 0) csp_put(p, ","), csp_put_break(p, 1, entry);
    csp_put_expression(p, entry->kids[0], CSP_LEVEL_ANY);
    csp_put(p, " => ");
    csp_put_expression(p, entry->kids[1], CSP_LEVEL_ANY);
  }
  layout_close(&p->out);
  if (node->count > 0) layout_break(&p->out, 1);
  csp_put_close(p, "|)", around);
}

/* ------------------------------------------------------------------- words */

/* if a then b else if c then d else e, in one group */
static void put_if(CspPrinter *p, const CspNode *node)
{
  layout_open(&p->out, GROUP_ALL);
  for (;; node = node->kids[2]) {
    csp_put(p, "if ");
    csp_put_operand(p, node->kids[0], CSP_LEVEL_ANY, true);
    csp_put(p, " then");
    csp_put_indent(p);
    csp_put_break(p, 1, node->kids[1]);
    csp_put_operand(p, node->kids[1], CSP_LEVEL_ANY, true);
    csp_put_dedent(p);
    layout_break(&p->out, 1);
    csp_put(p, "else");
    if (node->kids[2]->kind != CSP_IF) break;
    csp_put(p, " ");
  }
  csp_put_indent(p);
  csp_put_break(p, 1, node->kids[2]);
  csp_put_expression(p, node->kids[2], CSP_LEVEL_ANY);
  csp_put_dedent(p);
  layout_close(&p->out);
}

/* Declarations stand on lines of their own. */
static void put_let(CspPrinter *p, const CspNode *node)
{
  CspAround around = {p->in_sequence, p->last};
  p->in_sequence = false;
  p->last = true;
  csp_put(p, "let");
  csp_put_indent(p);
  csp_put_line(p);
  csp_put_declarations(p, node->kids[0]);
  csp_put_dedent(p);
  csp_put_line(p);
  csp_put(p, "within");
  p->in_sequence = around.in_sequence;
  p->last = around.last;
  csp_put_body(p, node->kids[1]);
}

static void put_lambda(CspPrinter *p, const CspNode *node)
{
  csp_put(p, "\\ ");
  csp_put_list(p, node->kids[0]->kids, node->kids[0]->count);
  csp_put(p, " @");
  csp_put_body(p, node->kids[1]);
}

/* ---------------------------------------------------------------- dispatch */

static void put_call(CspPrinter *p, const CspNode *node)
{
  csp_put_operand(p, node->kids[0], CSP_LEVEL_APPLY, false);
  csp_put_arguments(p, node->kids[1]);
}

static void put_int(CspPrinter *p, int64_t number)
{
  Text text = {0};
  text_add_integer(&text, number);
  csp_put(p, text_string(&text));
  text_free(&text);
}

static void put_plain(CspPrinter *p, const CspNode *node)
{
  if (csp_put_process(p, node)) return;
  const CspInfix *infix = csp_infix_of_node(node->kind);
  switch ((CspKind) node->kind) {
  case CSP_NAME: csp_put_name(p, node->name); break;
  case CSP_WILDCARD: csp_put(p, "_"); break;
  case CSP_INT: put_int(p, node->number); break;
  case CSP_CHAR: csp_put_char(p, node->number); break;
  case CSP_STRING: csp_put_string(p, node->name); break;
  case CSP_TUPLE: csp_put_arguments(p, node); break;
  case CSP_SEQ: put_collection(p, node, "<", ">", false, false); break;
  case CSP_SEQ_RANGE: put_collection(p, node, "<", ">", false, true); break;
  case CSP_SEQ_EACH: put_collection(p, node, "<", ">", true, false); break;
  case CSP_SEQ_RANGE_EACH: put_collection(p, node, "<", ">", true, true); break;
  case CSP_SET: put_collection(p, node, "{", "}", false, false); break;
  case CSP_SET_RANGE: put_collection(p, node, "{", "}", false, true); break;
  case CSP_SET_EACH: put_collection(p, node, "{", "}", true, false); break;
  case CSP_SET_RANGE_EACH: put_collection(p, node, "{", "}", true, true); break;
  case CSP_CLOSURE: put_collection(p, node, "{|", "|}", false, false); break;
  case CSP_CLOSURE_EACH: put_collection(p, node, "{|", "|}", true, false); break;
  case CSP_MAP: put_map(p, node); break;
  case CSP_IF: put_if(p, node); break;
  case CSP_LET: put_let(p, node); break;
  case CSP_LAMBDA: put_lambda(p, node); break;
  case CSP_CALL: put_call(p, node); break;
  case CSP_DOT: put_dotted(p, node); break;
  case CSP_NEGATE: put_prefix_operator(p, node, "-", CSP_LEVEL_PRODUCT); break;
  case CSP_NOT: put_prefix_operator(p, node, "not ", CSP_LEVEL_NOT); break;
  case CSP_LENGTH: put_prefix_operator(p, node, "#", CSP_LEVEL_LENGTH); break;
  case CSP_ABSENT: break;
  default:
    if (infix) put_infix(p, node, infix);
    else csp_put(p, "?");
  }
}
