#include "eventb/notation/print_formula.h"

#include "eventb/notation/formula.h"

typedef struct {
  Text *text;
  Arena *arena; /* for the time of printing */
  bool unicode;
} FormulaPrinter;

/* What may stand somewhere without brackets: a group and all that bind tighter.  Binders
 * are looser than everything: they stand alone only where anything may. */
enum { LEVEL_ANYTHING = -1, LEVEL_OPERAND = GROUP_EXPONENT + 1 };

static void print(FormulaPrinter *, const Node *, int level);

static const Node *unwrapped(const Node *);

static int level_of(const Node *n)
{
  EventbGroup group;
  n = unwrapped(n);
  switch ((NodeKind) n->kind) {
  case NODE_FORALL:
  case NODE_EXISTS:
  case NODE_LAMBDA:
  case NODE_QUANT_UNION:
  case NODE_QUANT_INTER: return LEVEL_ANYTHING;
  case NODE_NOT: return GROUP_COMPARISON;
  case NODE_NEGATE: return GROUP_SUM;
  case NODE_DEFINED_IF: return level_of(n->kids[1]);
  default: return eventb_infix_group(n->kind, &group) ? (int) group : LEVEL_OPERAND;
  }
}

static void spell(FormulaPrinter *p, NodeKind kind)
{
  const char *text = eventb_spelling(kind, p->unicode);
  text_add(p->text, text ? text : node_kind_name(kind));
}

static void bar(FormulaPrinter *p) { text_add(p->text, p->unicode ? " ∣ " : " | "); }
static void dot(FormulaPrinter *p) { text_add(p->text, p->unicode ? "·" : "."); }

/* ---- binders */

static void print_names(FormulaPrinter *p, const Node *names)
{
  for (uint32_t i = 0; i < names->count; i++) {
    if (i) text_add(p->text, ", ");
    text_add(p->text, names->kids[i]->name->text);
    if (names->kids[i]->count == 0) continue;
    text_add(p->text, p->unicode ? " ⦂ " : " oftype ");
    print(p, names->kids[i]->kids[0], GROUP_ARROW);
  }
}

/* Are the bound names just those that E ∣ P would bind? */
static bool is_implicit(FormulaPrinter *p, const Node *names, const Node *expression)
{
  TreeList list = {0};
  eventb_collect_names(p->arena, expression, &list);
  bool same = list.len == names->count;
  for (uint32_t i = 0; same && i < names->count; i++)
    same = names->kids[i]->count == 0 && names->kids[i]->name == list.data[i]->name;
  vec_free(&list);
  return same;
}

/* names · P ∣ E, or E ∣ P */
static void print_binding(FormulaPrinter *p, const Node *n)
{
  if (is_implicit(p, n->kids[0], n->kids[2])) {
    print(p, n->kids[2], GROUP_PAIR);
    bar(p);
    print(p, n->kids[1], GROUP_LOGIC_ARROW);
    return;
  }
  print_names(p, n->kids[0]);
  dot(p);
  print(p, n->kids[1], GROUP_LOGIC_ARROW);
  bar(p);
  print(p, n->kids[2], GROUP_PAIR);
}

static void print_lambda(FormulaPrinter *p, const Node *n)
{
  const Node *names = n->kids[0];
  for (uint32_t i = 0; i < names->count; i++) {
    if (i) text_add(p->text, p->unicode ? " ↦ " : " |-> ");
    text_add(p->text, names->kids[i]->name->text);
    if (names->kids[i]->count == 0) continue;
    text_add(p->text, p->unicode ? " ⦂ " : " oftype ");
    print(p, names->kids[i]->kids[0], GROUP_SETS);
  }
  dot(p);
  print(p, n->kids[1], GROUP_LOGIC_ARROW);
  bar(p);
  print(p, n->kids[2], GROUP_PAIR);
}

/* {x ↦ y ∣ P}, which only classical_form makes */
static void print_comprehension(FormulaPrinter *p, const Node *n)
{
  const Node *names = n->kids[0];
  text_add_char(p->text, '{');
  for (uint32_t i = 0; i < names->count; i++) {
    if (i) text_add(p->text, p->unicode ? " ↦ " : " |-> ");
    text_add(p->text, names->kids[i]->name->text);
  }
  bar(p);
  print(p, n->kids[1], GROUP_LOGIC_ARROW);
  text_add_char(p->text, '}');
}

/* The body of FORALL without a premise true that was only added, in the place of the body. */
static const Node *body_of(const Node *n)
{
  const Node *body = n->kids[1], *premise = body->kind == NODE_IMPLIES ? body->kids[0] : NULL;
  bool added = n->kind == NODE_FORALL && premise && premise->kind == NODE_BTRUE &&
               premise->span.begin == body->span.begin && premise->span.end == body->span.end;
  return added ? body->kids[1] : body;
}

static void print_binder(FormulaPrinter *p, const Node *n)
{
  spell(p, n->kind);
  if (n->kind == NODE_LAMBDA) print_lambda(p, n);
  else if (n->count == 3) print_binding(p, n);
  else {
    print_names(p, n->kids[0]);
    dot(p);
    print(p, body_of(n), LEVEL_ANYTHING);
  }
}

/* ---- operators */

static void print_list(FormulaPrinter *p, const Node *n, uint32_t from)
{
  for (uint32_t i = from; i < n->count; i++) {
    if (i > from) text_add(p->text, ", ");
    print(p, n->kids[i], GROUP_PAIR);
  }
}

static void print_infix(FormulaPrinter *p, const Node *n, EventbGroup group)
{
  for (uint32_t i = 0; i < n->count; i++) {
    const Node *kid = n->kids[i];
    int level = (int) group + 1;
    bool same = level_of(kid) == (int) group;
    NodeKind inner = kid->kind == NODE_NEGATE ? NODE_MINUS : (NodeKind) kid->kind;
    if (i == 0 && same && group != GROUP_LOGIC && eventb_is_compatible(inner, n->kind, group))
      level = (int) group;
    if (i) {
      bool tight = group == GROUP_RANGE || group == GROUP_EXPONENT;
      if (!tight) text_add_char(p->text, ' ');
      spell(p, n->kind);
      if (!tight) text_add_char(p->text, ' ');
    }
    print(p, kid, level);
  }
}

static void print_function(FormulaPrinter *p, const Node *n)
{
  spell(p, n->kind);
  text_add_char(p->text, '(');
  if (n->kind == NODE_BOOL_OF) print(p, n->kids[0], LEVEL_ANYTHING);
  else print_list(p, n, 0);
  text_add_char(p->text, ')');
}

static void print_postfix(FormulaPrinter *p, const Node *n, const char *open, const char *close)
{
  print(p, n->kids[0], LEVEL_OPERAND);
  text_add(p->text, open);
  if (n->count > 1) print_list(p, n, 1);
  text_add(p->text, close);
}

static void print_condition(FormulaPrinter *p, const Node *n)
{
  text_add(p->text, "COND(");
  print(p, n->kids[0], LEVEL_ANYTHING);
  text_add(p->text, ", ");
  print_list(p, n, 1);
  text_add_char(p->text, ')');
}

/* An operator of a theory.  It was written between its arguments if the first is where it begins.
 */
static void print_call(FormulaPrinter *p, const Node *n)
{
  bool infix = n->count == 2 && n->span.begin == n->kids[0]->span.begin;
  if (!infix) text_add(p->text, n->name->text);
  if (n->count == 0) return;
  text_add_char(p->text, '(');
  for (uint32_t i = 0; i < n->count; i++) {
    if (i > 0 && infix) text_printf(p->text, " %s ", n->name->text);
    else if (i > 0) text_add(p->text, ", ");
    print(p, n->kids[i], infix ? LEVEL_OPERAND : LEVEL_ANYTHING);
  }
  text_add_char(p->text, ')');
}

static void print_bare(FormulaPrinter *p, const Node *n)
{
  EventbGroup group;
  switch ((NodeKind) n->kind) {
  case NODE_IDENT:
  case NODE_INTEGER_LIT: text_add(p->text, n->name->text); return;
  case NODE_SET_EXT:
    text_add_char(p->text, '{');
    print_list(p, n, 0);
    text_add_char(p->text, '}');
    return;
  case NODE_IMAGE_SET:
    text_add_char(p->text, '{');
    print_binding(p, n);
    text_add_char(p->text, '}');
    return;
  case NODE_COMPREHENSION: print_comprehension(p, n); return;
  case NODE_FORALL:
  case NODE_EXISTS:
  case NODE_LAMBDA:
  case NODE_QUANT_UNION:
  case NODE_QUANT_INTER: print_binder(p, n); return;
  case NODE_NOT:
    spell(p, NODE_NOT);
    if (!p->unicode) text_add_char(p->text, ' ');
    print(p, n->kids[0], GROUP_COMPARISON);
    return;
  case NODE_NEGATE:
    spell(p, NODE_MINUS);
    print(p, n->kids[0], GROUP_PRODUCT);
    return;
  case NODE_INVERSE: print_postfix(p, n, p->unicode ? "∼" : "~", ""); return;
  case NODE_APPLY: print_postfix(p, n, "(", ")"); return;
  case NODE_IMAGE: print_postfix(p, n, "[", "]"); return;
  case NODE_IF_EXPR: print_condition(p, n); return;
  case NODE_RECURSION: text_add(p->text, n->name->text); return;
  case NODE_DEF_CALL: print_call(p, n); return;
  case NODE_DEFINED_IF: print_bare(p, n->kids[1]); return;
  default: break;
  }
  if (eventb_infix_group(n->kind, &group)) print_infix(p, n, group);
  else if (n->count) print_function(p, n);
  else spell(p, n->kind);
}

/* What resolution puts around a formula is not seen. */
static const Node *unwrapped(const Node *n)
{
  while (n->kind == NODE_EXPANSION || n->kind == NODE_DESCRIBED || n->kind == NODE_LABELLED)
    n = n->kids[0];
  return n;
}

static void print(FormulaPrinter *p, const Node *n, int level)
{
  n = unwrapped(n);
  bool brackets = level_of(n) < level;
  if (brackets) text_add_char(p->text, '(');
  print_bare(p, n);
  if (brackets) text_add_char(p->text, ')');
}

/* ---- assignments */

static void print_assignment(FormulaPrinter *p, const Node *n)
{
  print_list(p, n->kids[0], 0);
  switch ((NodeKind) n->kind) {
  case NODE_ASSIGN:
    text_add(p->text, p->unicode ? " ≔ " : " := ");
    print_list(p, n->kids[1], 0);
    break;
  case NODE_BECOMES_IN:
    text_add(p->text, p->unicode ? " :∈ " : " :: ");
    print(p, n->kids[1], GROUP_PAIR);
    break;
  default: text_add(p->text, p->unicode ? " :∣ " : " :| "); print(p, n->kids[1], LEVEL_ANYTHING);
  }
}

bool eventb_can_print(const Node *n)
{
  EventbGroup group;
  bool known = false;
  n = unwrapped(n);
  switch ((NodeKind) n->kind) {
  case NODE_IDENT:
  case NODE_INTEGER_LIT:
  case NODE_RECURSION: return true;
  case NODE_NAMES:
  case NODE_SET_EXT:
  case NODE_IMAGE_SET:
  case NODE_COMPREHENSION:
  case NODE_NOT:
  case NODE_NEGATE:
  case NODE_INVERSE:
  case NODE_APPLY:
  case NODE_IMAGE:
  case NODE_IF_EXPR:
  case NODE_DEFINED_IF: known = true; break;
  default: known = eventb_infix_group(n->kind, &group) || eventb_spelling(n->kind, true);
  }
  for (uint32_t i = 0; known && i < n->count; i++) known = eventb_can_print(n->kids[i]);
  return known;
}

void eventb_print_formula(Text *text, const Node *node, bool unicode)
{
  FormulaPrinter p = {text, arena_new(), unicode};
  if (node->kind == NODE_SKIP) text_add(text, "skip");
  else if (node_kind_class(node->kind) == CLASS_SUBST) print_assignment(&p, node);
  else print(&p, node, LEVEL_ANYTHING);
  arena_free(p.arena);
}
