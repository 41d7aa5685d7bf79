#include "syntax/print_impl.h"

/* Substitutions: each on its own line, what stands between keywords indented.
 * PRE P THEN and the like stay on one line if they fit. */

static NodeKind kind_of(const Node *n)
{
  while (n->kind == NODE_EXPANSION && n->count == 1) n = n->kids[0];
  return n->kind;
}

void put_block(Printer *p, const Node *n)
{
  put_indent(p);
  put_item_start(p, n->span.begin, GAP_NONE);
  put_substitution(p, n);
  put_item_end(p, n->span.end, true);
  put_dedent(p);
}

static void put_end(Printer *p)
{
  put_line(p);
  put(p, "END");
}

/* word … next, as the end of a line: the middle is indented if it does not fit. */
static void open_head(Printer *p, const char *word, const Node *n)
{
  layout_open(&p->out, GROUP_ALL);
  put(p, word);
  put_indent(p);
  put_break(p, 1, n->span.begin);
}

static void close_head(Printer *p, const char *next, const Node *n)
{
  put_item_end(p, n->span.end, true);
  put_dedent(p);
  layout_break(&p->out, 1);
  put(p, next);
  layout_close(&p->out);
}

static void put_head(Printer *p, const char *word, const Node *n, const char *next)
{
  open_head(p, word, n);
  put_formula(p, n, LEVEL_FORMULA);
  close_head(p, next, n);
}

/* IF P THEN S ELSIF P THEN S ELSE S END, likewise SELECT */
static void put_conditional(Printer *p, const Node *n, const char *first, const char *again)
{
  for (uint32_t i = 0; i + 1 < n->count; i += 2) {
    if (i > 0) put_line(p);
    put_head(p, i == 0 ? first : again, n->kids[i], "THEN");
    put_block(p, n->kids[i + 1]);
  }
  if (n->count % 2) {
    put_line(p);
    put(p, "ELSE");
    put_block(p, n->kids[n->count - 1]);
  }
  put_end(p);
}

static void put_choice(Printer *p, const Node *n)
{
  for (uint32_t i = 0; i < n->count; i++) {
    if (i > 0) put_line(p);
    put(p, i == 0 ? "CHOICE" : "OR");
    put_block(p, n->kids[i]);
  }
  put_end(p);
}

/* CASE E OF EITHER E, E THEN S OR E THEN S ELSE S END END */
static void put_case(Printer *p, const Node *n)
{
  put_head(p, "CASE", n->kids[0], "OF");
  put_indent(p);
  for (uint32_t i = 1; i < n->count; i++) {
    const Node *kid = n->kids[i];
    put_line(p);
    if (kid->kind == NODE_BRANCH) {
      open_head(p, i == 1 ? "EITHER" : "OR", kid);
      put_list(p, kid->kids[0]->kids, kid->kids[0]->count, LEVEL_OPERAND);
      close_head(p, "THEN", kid->kids[0]);
      put_block(p, kid->kids[1]);
    } else {
      put(p, "ELSE");
      put_block(p, kid);
    }
  }
  put_end(p);
  put_dedent(p);
  put_end(p);
}

/* ANY x, y WHERE P THEN S END  |  LET x, y BE P IN S END */
static void put_any(Printer *p, const Node *n)
{
  bool any = n->kind == NODE_ANY;
  layout_open(&p->out, GROUP_ALL);
  open_head(p, any ? "ANY" : "LET", n->kids[0]);
  put_names(p, n->kids[0]);
  put_item_end(p, n->kids[0]->span.end, true);
  put_dedent(p);
  layout_close(&p->out);
  layout_break(&p->out, 1);
  put_head(p, any ? "WHERE" : "BE", n->kids[1], any ? "THEN" : "IN");
  layout_close(&p->out);
  put_block(p, n->kids[2]);
  put_end(p);
}

static void put_var(Printer *p, const Node *n)
{
  open_head(p, "VAR", n->kids[0]);
  put_names(p, n->kids[0]);
  close_head(p, "IN", n->kids[0]);
  put_block(p, n->kids[1]);
  put_end(p);
}

/* word, then the formula on lines of its own */
static void put_section(Printer *p, const char *word, const Node *n, int level)
{
  put_line(p);
  put(p, word);
  put_indent(p);
  put_item_start(p, n->span.begin, GAP_NONE);
  put_formula(p, n, level);
  put_item_end(p, n->span.end, true);
  put_dedent(p);
}

static void put_while(Printer *p, const Node *n)
{
  bool variant_first = n->kids[3]->span.begin < n->kids[2]->span.begin;
  put_head(p, "WHILE", n->kids[0], "DO");
  put_block(p, n->kids[1]);
  if (variant_first) put_section(p, "VARIANT", n->kids[3], LEVEL_OPERAND);
  put_section(p, "INVARIANT", n->kids[2], LEVEL_FORMULA);
  if (!variant_first) put_section(p, "VARIANT", n->kids[3], LEVEL_OPERAND);
  put_end(p);
}

/* ------------------------------------------------------------ assignments */

static void put_targets(Printer *p, const Node *targets, const char *ascii, const char *unicode)
{
  put_list(p, targets->kids, targets->count, LEVEL_POSTFIX);
  put(p, p->style.unicode ? unicode : ascii);
}

static void put_assignment(Printer *p, const Node *n)
{
  const Node *right = n->kids[1];
  layout_open(&p->out, GROUP_ALL);
  if (n->kind == NODE_ASSIGN) put_targets(p, n->kids[0], " :=", " ≔");
  else put_targets(p, n->kids[0], " ::", " :∈");
  if (n->kind == NODE_BECOMES_IN) {
    put_right_hand(p, right, LEVEL_OPERAND);
  } else if (right->count == 1) {
    put_right_hand(p, right->kids[0], LEVEL_OPERAND);
  } else {
    put_indent(p);
    put_break(p, 1, right->span.begin);
    put_list(p, right->kids, right->count, LEVEL_OPERAND);
    put_dedent(p);
  }
  layout_close(&p->out);
}

/* x, y : (P) */
static void put_becomes_such(Printer *p, const Node *n)
{
  layout_open(&p->out, GROUP_ALL);
  put_targets(p, n->kids[0], " : (", " : (");
  put_indent(p);
  put_break(p, 0, n->kids[1]->span.begin);
  put_formula(p, n->kids[1], LEVEL_FORMULA);
  put_break(p, 0, n->span.end);
  put_dedent(p);
  put(p, ")");
  layout_close(&p->out);
}

static void put_operation_call(Printer *p, const Node *n)
{
  const Node *results = n->kids[0], *arguments = n->kids[1];
  if (results->count) { put_targets(p, results, " <-- ", " ← "); }
  put_call(p, n->name, arguments->kids, arguments->count, n->span.end);
}

/* ------------------------------------------------------------- composition */

/* A member of S ; T or S || T.  What binds less tightly (it comes from expanded
 * definitions only) gets a block. */
static void put_member(Printer *p, const Node *outer, const Node *n)
{
  NodeKind kind = kind_of(n);
  bool block =
      kind == NODE_SEQUENCE || (kind == NODE_SIMULTANEOUS && outer->kind == NODE_SIMULTANEOUS);
  if (!block) {
    put_substitution(p, n);
    return;
  }
  put(p, "BEGIN");
  put_block(p, n);
  put_end(p);
}

static void put_sequence(Printer *p, const Node *n)
{
  for (uint32_t i = 0; i < n->count; i++) {
    if (i > 0) put_item_start(p, n->kids[i]->span.begin, GAP_KEEP);
    put_member(p, n, n->kids[i]);
    if (i + 1 == n->count) break;
    put(p, ";");
    put_item_end(p, n->kids[i]->span.end, true);
  }
}

/* On one line if it fits. */
static void put_simultaneous(Printer *p, const Node *n)
{
  layout_open(&p->out, GROUP_ALL);
  for (uint32_t i = 0; i < n->count; i++) {
    if (i > 0) put_item_break(p, 1, n->kids[i]->span.begin);
    put_member(p, n, n->kids[i]);
    if (i + 1 == n->count) break;
    put(p, p->style.unicode ? " ∥" : " ||");
    put_item_end(p, n->kids[i]->span.end, true);
  }
  layout_close(&p->out);
}

/* What a refinement does, then what it refines; for dumps, since no text says it. */
static void put_refined(Printer *p, const Node *n)
{
  put(p, "REFINED");
  put_block(p, n->kids[1]);
  for (uint32_t i = 2; i < n->count; i++) {
    const Node *above = n->kids[i];
    put_line(p);
    put(p, "REFINES "), put(p, above->name->text);
    put_block(p, above->kids[1]);
    for (uint32_t k = 2; k < above->count; k++)
      put_line(p), put_head(p, "GLUED BY", above->kids[k], "");
  }
  put_end(p);
}

/* ---------------------------------------------------------------- dispatch */

void put_substitution(Printer *p, const Node *n)
{
  switch (n->kind) {
  case NODE_SKIP: put(p, "skip"); break;
  case NODE_BLOCK: put(p, "BEGIN"), put_block(p, n->kids[0]), put_end(p); break;
  case NODE_ASSIGN:
  case NODE_BECOMES_IN: put_assignment(p, n); break;
  case NODE_BECOMES_SUCH: put_becomes_such(p, n); break;
  case NODE_OP_CALL: put_operation_call(p, n); break;
  case NODE_PRE:
    put_head(p, "PRE", n->kids[0], "THEN"), put_block(p, n->kids[1]), put_end(p);
    break;
  case NODE_ASSERT:
    put_head(p, "ASSERT", n->kids[0], "THEN"), put_block(p, n->kids[1]), put_end(p);
    break;
  case NODE_WITNESS:
    put_head(p, "WITNESS", n->kids[0], "THEN"), put_block(p, n->kids[1]), put_end(p);
    break;
  case NODE_CHOICE: put_choice(p, n); break;
  case NODE_IF: put_conditional(p, n, "IF", "ELSIF"); break;
  case NODE_SELECT: put_conditional(p, n, "SELECT", "WHEN"); break;
  case NODE_CASE: put_case(p, n); break;
  case NODE_ANY:
  case NODE_LET: put_any(p, n); break;
  case NODE_VAR: put_var(p, n); break;
  case NODE_WHILE: put_while(p, n); break;
  case NODE_SEQUENCE: put_sequence(p, n); break;
  case NODE_SIMULTANEOUS: put_simultaneous(p, n); break;
  case NODE_REFINED: put_refined(p, n); break;
  case NODE_DESCRIBED: put_substitution(p, n->kids[0]), put_desc(p, n->name); break;
  case NODE_EXPANSION: put_substitution(p, n->kids[0]); break;
  default: put_formula(p, n, LEVEL_FORMULA); break;
  }
}
