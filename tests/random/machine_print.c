#include "random/machine.h"

#include <string.h>

/* Machines as text, and made smaller. */

typedef struct {
  Text *text;
  Random *shuffle; /* or NULL */
  const Project *p;
} Printer;

static void print(Printer *o, const MNode *n);

enum { MOST_KIDS = 16 };

/* The numbers from 0 on, in some order. */
static void order_of(Printer *o, uint32_t count, uint32_t *order)
{
  for (uint32_t i = 0; i < count; i++) order[i] = i;
  for (uint32_t i = count; o->shuffle && i > 1; i--) {
    uint32_t j = (uint32_t) random_below(o->shuffle, i), other = order[i - 1];
    order[i - 1] = order[j];
    order[j] = other;
  }
}

static void add(Printer *o, const char *text) { text_add(o->text, text); }

/* Kids with a separator; in any order if that is allowed. */
static void print_list(Printer *o, const MNode *n, const char *separator, bool any_order)
{
  uint32_t order[MOST_KIDS];
  Printer plain = *o;
  if (!any_order) plain.shuffle = NULL;
  order_of(&plain, n->count, order);
  for (uint32_t i = 0; i < n->count; i++) {
    if (i) add(o, separator);
    print(o, n->kids[order[i]]);
  }
}

static void print_binary(Printer *o, const MNode *n, const char *before, const char *between,
                         const char *after)
{
  add(o, before);
  print(o, n->kids[0]);
  add(o, between);
  if (n->count > 1) print(o, n->kids[1]);
  add(o, after);
}

static void print_value(Printer *o, const MNode *n)
{
  switch (n->kind) {
  case M_NUMBER: text_printf(o->text, "%d", n->number); break;
  case M_NAME: add(o, n->name->text); break;
  case M_DIVIDE: print_binary(o, n, "(", "/", ")"); break;
  case M_MOD: print_binary(o, n, "(", " mod ", ")"); break;
  case M_SUM: print_binary(o, n, "((", "+", ") mod 4)"); break;
  case M_DIFFERENCE: print_binary(o, n, "((", "-", ") mod 4)"); break;
  case M_APPLY:
    add(o, n->name->text);
    print_binary(o, n, "(", ")", "");
    break;
  case M_IF_VALUE:
    add(o, "(IF ");
    print(o, n->kids[0]);
    add(o, " THEN ");
    print(o, n->kids[1]);
    add(o, " ELSE ");
    print(o, n->kids[2]);
    add(o, " END)");
    break;
  case M_CARD: text_printf(o->text, "card(%s)", n->name->text); break;
  case M_LEAST: text_printf(o->text, "min(%s)", n->name->text); break;
  default: text_printf(o->text, "(card(dom(%s)) mod 4)", n->name->text); break;
  }
}

static void print_member(Printer *o, const MNode *n)
{
  uint32_t order[MOST_KIDS];
  order_of(o, n->count - 1, order);
  add(o, "(");
  print(o, n->kids[0]);
  for (uint32_t i = 0; i + 1 < n->count; i++) {
    add(o, i ? "," : " : {");
    print(o, n->kids[order[i] + 1]);
  }
  add(o, "})");
}

static void print_predicate(Printer *o, const MNode *n)
{
  switch (n->kind) {
  case M_EQUAL: print_binary(o, n, "(", " = ", ")"); break;
  case M_UNEQUAL: print_binary(o, n, "(", " /= ", ")"); break;
  case M_LESS: print_binary(o, n, "(", " < ", ")"); break;
  case M_RANGE:
    print_binary(o, n, "(", " : 0..", "");
    text_printf(o->text, "%d)", n->number);
    break;
  case M_UP_TO: print_binary(o, n, "(", " : 0..", ")"); break;
  case M_IN_DOMAIN:
    print_binary(o, n, "(", " : dom(", "");
    text_printf(o->text, "%s))", n->name->text);
    break;
  case M_IN_SET:
    print_binary(o, n, "(", " : ", "");
    text_printf(o->text, "%s)", n->name->text);
    break;
  case M_TYPED: text_printf(o->text, "(%s : INTEGER)", n->name->text); break;
  case M_AND:
  case M_OR:
    add(o, "(");
    print_list(o, n, n->kind == M_AND ? " & " : " or ", true);
    add(o, ")");
    break;
  case M_IMPLIES: print_binary(o, n, "(", " => ", ")"); break;
  case M_NOT: print_binary(o, n, "not(", ")", ""); break;
  case M_MEMBER: print_member(o, n); break;
  case M_EXISTS:
    text_printf(o->text, "#%s.(", n->name->text);
    print_binary(o, n, "", ")", "");
    break;
  default:
    text_printf(o->text, "!%s.(", n->name->text);
    print_binary(o, n, "", " => ", ")");
    break;
  }
}

static void print_assign(Printer *o, const MNode *n)
{
  uint32_t order[MOST_KIDS];
  order_of(o, n->count, order);
  for (uint32_t i = 0; i < n->count; i++)
    text_printf(o->text, "%s%s", i ? "," : "", n->names[order[i]]->text);
  add(o, " := ");
  for (uint32_t i = 0; i < n->count; i++) {
    if (i) add(o, ",");
    print(o, n->kids[order[i]]);
  }
}

/* SELECT, IF: P S P S … T? */
static void print_branches(Printer *o, const MNode *n, const char *first, const char *others)
{
  uint32_t order[MOST_KIDS];
  Printer plain = *o;
  if (n->kind == M_IF) plain.shuffle = NULL;
  order_of(&plain, n->count / 2, order);
  for (uint32_t i = 0; i < n->count / 2; i++) {
    add(o, i ? others : first);
    print(o, n->kids[2 * order[i]]);
    add(o, " THEN ");
    print(o, n->kids[2 * order[i] + 1]);
  }
  if (n->count % 2) {
    add(o, " ELSE ");
    print(o, n->kids[n->count - 1]);
  }
  add(o, " END");
}

static void print_case(Printer *o, const MNode *n)
{
  uint32_t order[MOST_KIDS], branches = (uint32_t) n->number;
  order_of(o, branches, order);
  add(o, "CASE ");
  print(o, n->kids[0]);
  for (uint32_t i = 0; i < branches; i++) {
    text_printf(o->text, i ? " OR %u THEN " : " OF EITHER %u THEN ", order[i]);
    print(o, n->kids[1 + order[i]]);
  }
  if (n->count > branches + 1) {
    add(o, " ELSE ");
    print(o, n->kids[n->count - 1]);
  }
  add(o, " END END");
}

static void print_names(Printer *o, const MNode *n)
{
  for (uint32_t i = 0; i < n->name_count; i++)
    text_printf(o->text, "%s%s", i ? "," : "", n->names[i]->text);
}

static void print_call(Printer *o, const MNode *n)
{
  print_names(o, n);
  text_printf(o->text, "%s%s%s", n->name_count ? " <-- " : "",
              n->number == LEAF ? "" : o->p->prefixes[n->number], n->operation->text);
  if (!n->count) return;
  add(o, "(");
  print_list(o, n, ",", false);
  add(o, ")");
}

static void print_while(Printer *o, const MNode *n)
{
  const char *name = n->name->text;
  text_printf(o->text, "WHILE %s > 0 DO ", name);
  print(o, n->kids[0]);
  text_printf(o->text, " ; %s := %s-1 INVARIANT ", name, name);
  print(o, n->kids[1]);
  add(o, " VARIANT ");
  print(o, n->kids[2]);
  add(o, " END");
}

static void print_simple(Printer *o, const MNode *n)
{
  switch (n->kind) {
  case M_SKIP: add(o, "skip"); break;
  case M_ASSIGN: print_assign(o, n); break;
  case M_UPDATE:
    add(o, n->name->text);
    print_binary(o, n, "(", ") := ", "");
    break;
  case M_MAP:
    text_printf(o->text, "%s := {", n->name->text);
    for (uint32_t i = 0; i + 1 < n->count; i += 2)
      text_printf(o->text, "%s%d|->%d", i ? "," : "", n->kids[i]->number, n->kids[i + 1]->number);
    add(o, "}");
    break;
  case M_SET:
    text_printf(o->text, "%s := {", n->name->text);
    print_list(o, n, ",", true);
    add(o, "}");
    break;
  case M_INSERT:
    text_printf(o->text, "%s := (%s \\/ {", n->name->text, n->name->text);
    print_binary(o, n, "", "}) /\\ 0..3", "");
    break;
  case M_REMOVE:
    text_printf(o->text, "%s := %s - {", n->name->text, n->name->text);
    print_binary(o, n, "", "}", "");
    break;
  case M_FROM: text_printf(o->text, "%s :: %s", n->names[0]->text, n->name->text); break;
  case M_ELEMENT:
    text_printf(o->text, "%s :: {", n->name->text);
    print_list(o, n, ",", true);
    add(o, "}");
    break;
  case M_CALL: print_call(o, n); break;
  default:
    text_printf(o->text, "%s : (", n->names[0]->text);
    print_binary(o, n, "", ")", "");
    break;
  }
}

static void print_statement(Printer *o, const MNode *n)
{
  switch (n->kind) {
  case M_CHOICE:
    add(o, "CHOICE ");
    print_list(o, n, " OR ", true);
    add(o, " END");
    break;
  case M_SELECT: print_branches(o, n, "SELECT ", " WHEN "); break;
  case M_IF: print_branches(o, n, "IF ", " ELSIF "); break;
  case M_CASE: print_case(o, n); break;
  case M_ANY:
    add(o, "ANY ");
    print_names(o, n);
    print_binary(o, n, " WHERE ", " THEN ", " END");
    break;
  case M_LET:
    text_printf(o->text, "LET %s BE %s = ", n->name->text, n->name->text);
    print_binary(o, n, "", " IN ", " END");
    break;
  case M_VAR:
    text_printf(o->text, "VAR %s IN ", n->name->text);
    print_binary(o, n, "", " END", "");
    break;
  case M_PARALLEL:
  case M_SEQUENCE:
    add(o, "BEGIN ");
    print_list(o, n, n->kind == M_PARALLEL ? " || " : " ; ", n->kind == M_PARALLEL);
    add(o, " END");
    break;
  case M_PRE: print_binary(o, n, "PRE ", " THEN ", " END"); break;
  case M_ASSERT: print_binary(o, n, "ASSERT ", " THEN ", " END"); break;
  case M_WHILE: print_while(o, n); break;
  default: print_simple(o, n); break;
  }
}

static void print(Printer *o, const MNode *n)
{
  if (n->kind < M_EQUAL) print_value(o, n);
  else if (n->kind < M_SKIP) print_predicate(o, n);
  else print_statement(o, n);
}

/* ----------------------------------------------------------------- machines */

static void print_signature(Printer *o, const MOperation *op)
{
  if (op->result_count) text_printf(o->text, "%s <-- ", op->results[0]->text);
  add(o, op->text);
  for (uint32_t i = 0; i < op->parameter_count; i++)
    text_printf(o->text, "%s%s", i ? "," : "(", op->parameters[i]->text);
  add(o, op->parameter_count ? ") = " : " = ");
}

static void print_machine(Printer *o, const MMachine *m)
{
  for (uint32_t i = 0; i < m->constants.len; i++)
    text_printf(o->text, i ? ",%s" : "CONSTANTS %s", m->constants.data[i]->text);
  if (m->constants.len) add(o, "\n");
  if (m->properties) {
    add(o, "PROPERTIES ");
    print(o, m->properties);
    add(o, "\n");
  }
  add(o, "VARIABLES ");
  for (uint32_t i = 0; i < m->variables.len; i++)
    text_printf(o->text, "%s%s", i ? "," : "", m->variables.data[i]->text);
  add(o, "\nINVARIANT ");
  print(o, m->invariant);
  for (uint32_t i = 0; i < m->variables.len; i++) {
    const MName *name = m->variables.data[i];
    if (name->kind == NAME_VARIABLE) continue;
    text_printf(o->text, name->kind == NAME_SET ? " & %s <: 0..3" : " & %s : INTEGER +-> INTEGER",
                name->text);
  }
  if (m == &o->p->main && o->p->refines) text_printf(o->text, " & %s < 9", o->p->dropped->text);
  add(o, "\nINITIALISATION ");
  print(o, m->start);
  add(o, "\nOPERATIONS\n");
  for (uint32_t i = 0; i < m->operations.len; i++) {
    add(o, i ? ";\n  " : "  ");
    print_signature(o, m->operations.data[i]);
    print(o, m->operations.data[i]->body);
  }
  add(o, "\nEND\n");
}

/* The refined machine: the same operations, which do next to nothing. */
static void print_abstract(Printer *o)
{
  const MMachine *m = &o->p->main;
  const char *kept = m->variables.data[0]->text, *dropped = o->p->dropped->text;
  text_printf(o->text, "MACHINE Abs\nVARIABLES %s,%s\nINVARIANT %s : INTEGER & ", kept, dropped,
              dropped);
  print(o, o->p->abstract_invariant);
  text_printf(o->text, "\nINITIALISATION %s,%s := 0,0\nOPERATIONS\n", kept, dropped);
  for (uint32_t i = 0; i < m->operations.len; i++) {
    const MOperation *op = m->operations.data[i];
    add(o, i ? ";\n  " : "  ");
    print_signature(o, op);
    add(o, "PRE 0 = 0");
    for (uint32_t j = 0; j < op->parameter_count; j++)
      text_printf(o->text, " & %s : 0..2", op->parameters[j]->text);
    if (op->result_count) text_printf(o->text, " THEN %s := 0 END", op->results[0]->text);
    else add(o, " THEN skip END");
  }
  add(o, "\nEND\n");
}

void project_print(Text *text, const Project *p, ProjectText which, Random *shuffle)
{
  Printer o = {text, shuffle, p};
  if (which == TEXT_ABSTRACT) {
    print_abstract(&o);
    return;
  }
  if (which == TEXT_INNER || which == TEXT_LEAF) {
    bool leaf = which == TEXT_LEAF;
    add(&o, leaf ? "MACHINE Leaf\n" : p->nested ? "MACHINE Sub\nINCLUDES Leaf\n" : "MACHINE Sub\n");
    print_machine(&o, leaf ? &p->leaf : &p->inner);
    return;
  }
  add(&o, p->refines ? "REFINEMENT Main REFINES Abs\n" : "MACHINE Main\n");
  for (uint32_t i = 0; i < p->instance_count; i++)
    text_printf(text, "%s %sSub",
                i == p->extends ? "\nINCLUDES"
                : i == 0        ? "EXTENDS"
                                : ",",
                p->prefixes[i]);
  if (p->instance_count) add(&o, "\n");
  print_machine(&o, &p->main);
}

/* ---------------------------------------------------------------- shrinking */

typedef struct {
  Generator *g;
  Project *p;
  ProjectFails *fails;
  void *context;
  bool changed;
} Shrinker;

static int sort_of(MKind kind) { return kind < M_EQUAL ? 0 : kind < M_SKIP ? 1 : 2; }

/* Keeps the node like this if it still fails. */
static bool try_node(Shrinker *s, MNode *n, MNode other)
{
  MNode before = *n;
  *n = other;
  if (s->fails(s->context, s->p)) return s->changed = true;
  *n = before;
  return false;
}

static MNode simplest(Shrinker *s, MKind kind)
{
  MNode n = {.kind = M_NUMBER};
  if (sort_of(kind) == 2) n.kind = M_SKIP;
  if (sort_of(kind) != 1) return n;
  n.kind = M_EQUAL;
  n.count = 2;
  n.kids = arena_new_array(s->g->arena, MNode *, 2);
  for (int i = 0; i < 2; i++) n.kids[i] = arena_alloc(s->g->arena, sizeof n);
  n.kids[0]->kind = n.kids[1]->kind = M_NUMBER;
  return n;
}

static MNode with_less(Shrinker *s, const MNode *n, uint32_t at, uint32_t length)
{
  MNode less = *n;
  less.kids = arena_new_array(s->g->arena, MNode *, n->count);
  less.count = 0;
  for (uint32_t i = 0; i < n->count; i++)
    if (i < at || i >= at + length) less.kids[less.count++] = n->kids[i];
  return less;
}

static void shrink(Shrinker *s, MNode *n)
{
  bool leaf = n->kind == M_NUMBER || n->kind == M_NAME || n->kind == M_SKIP || n->kind == M_TYPED;
  if (!leaf && n->kind != M_MAP && n->kind != M_SET && try_node(s, n, simplest(s, n->kind))) return;
  for (uint32_t i = 0; i < n->count; i++)
    if (sort_of(n->kids[i]->kind) == sort_of(n->kind) && try_node(s, n, *n->kids[i])) {
      shrink(s, n);
      return;
    }
  bool list = n->kind == M_AND || n->kind == M_OR || n->kind == M_CHOICE || n->kind == M_PARALLEL ||
              n->kind == M_SEQUENCE;
  bool pairs = n->kind == M_SELECT || n->kind == M_IF;
  for (uint32_t i = 0; list && i < n->count && n->count > 1;)
    if (!try_node(s, n, with_less(s, n, i, 1))) i++;
  for (uint32_t i = 0; pairs && i + 1 < n->count && n->count > 3;)
    if (!try_node(s, n, with_less(s, n, i, 2))) i += 2;
  if (pairs && n->count % 2 && n->count > 1) try_node(s, n, with_less(s, n, n->count - 1, 1));
  for (uint32_t i = 0; i < n->count; i++) shrink(s, n->kids[i]);
}

static void shrink_machine(Shrinker *s, MMachine *m, bool needed)
{
  for (uint32_t i = 0; i < m->operations.len && m->operations.len > 1 && !needed;) {
    MOperation *gone = m->operations.data[i];
    m->operations.data[i] = m->operations.data[--m->operations.len];
    if (s->fails(s->context, s->p)) s->changed = true;
    else
      m->operations.data[m->operations.len++] = m->operations.data[i],
      m->operations.data[i++] = gone;
  }
  for (uint32_t i = 0; i < m->operations.len; i++) shrink(s, m->operations.data[i]->body);
  shrink(s, m->invariant);
  if (m->start->kind == M_SEQUENCE &&
      m->start->count == 2) { /* every variable has a value before */
    if (!try_node(s, m->start, *m->start->kids[0])) shrink(s, m->start->kids[1]);
  }
  if (m->properties) shrink(s, m->properties);
}

void project_shrink(Generator *g, Project *p, ProjectFails *fails, void *context)
{
  Shrinker s = {g, p, fails, context, true};
  for (int rounds = 0; s.changed && rounds < 10; rounds++) {
    s.changed = false;
    shrink_machine(&s, &p->main, false);
    if (p->instance_count) shrink_machine(&s, &p->inner, true);
    if (p->nested) shrink_machine(&s, &p->leaf, true);
    if (p->instance_count == 2) {
      p->instance_count = 1;
      if (fails(context, p)) s.changed = true;
      else p->instance_count = 2;
    }
  }
}
