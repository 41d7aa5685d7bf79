#include "unit/groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/code/vm.h"
#include "random/workbench.h"
#include "solver/compile.h"
#include "syntax/lexer.h"

/* What the table of operators (syntax/operators.def) says of each is true of the program: the
 * lexer knows it, the random generator makes it, the type checker accepts it, the reference
 * interpreter gives it a value, and the fast evaluator and the solver have an implementation of
 * their own where the table says so. What is missing is named, with the file to look at. */

enum { TRIES = 60 };

typedef struct { /* by kind */
  bool typed, evaluated, fast, solved;
  bool undefined; /* although its operands have values */
} Known;

typedef struct {
  Workbench w;
  Generator g;
  Known known[NODE_KINDS];
  Text text;
  Problem *problem;
} World;

/* Names of several types, for the solver: what they are is not known. */
static const struct {
  const char *name, *type, *domain;
} unknowns[] = {
    {"n1", "I", "1..3"},
    {"n2", "B", "BOOL"},
    {"n3", "S", "S"},
    {"n4", "PI", "POW(0..2)"},
    {"n5", "PS", "POW(S)"},
    {"n6", "XII", "(0..2)*(0..2)"},
    {"n7", "PXII", "1..2 <-> 0..2"},
    {"n8", "PXSS", "S <-> S"},
    {"n11", "PXIS", "1..2 <-> S"},
    {"n12", "KIS", "struct(f:0..2,g:S)"},
    {"n13", "PXSI", "S <-> 0..2"},
    {"(n1 = 2)", "Q", NULL},
};
enum { UNKNOWNS = sizeof unknowns / sizeof *unknowns };

/* ---------------------------------------------------------------- evaluating */

static bool is_binder(const Node *node) { return node->count && node->kids[0]->kind == NODE_NAMES; }

static bool is_formula(const Node *node)
{
  NodeClass class = node_kind_class(node->kind);
  return class == CLASS_EXPR || class == CLASS_PRED;
}

static bool is_known(Value v) { return !value_is_none(v); }

static Value value_of(World *w, const Node *node)
{
  Side *side = &w->w.sides[USUAL];
  side_forget(side);
  if (node_kind_class(node->kind) == CLASS_EXPR) return reference_value(side->reference, node);
  Truth t = reference_truth(side->reference, node);
  return t == TRUTH_FAULT ? VALUE_FAULT : t == TRUTH_UNKNOWN ? VALUE_UNKNOWN : VALUE_TRUE;
}

/* Is it well-defined, and are its operands? */
static void note_definedness(World *w, const Node *node, Value v)
{
  bool real = node->type && node->type->kind == TYPE_REAL;
  if (!value_same(v, VALUE_FAULT) || is_binder(node) || real) return;
  for (uint32_t i = 0; i < node->count; i++)
    if (!is_formula(node->kids[i]) || !is_known(value_of(w, node->kids[i]))) return;
  w->known[node->kind].undefined = true;
}

static void note_value(World *w, const Node *node)
{
  Value v = value_of(w, node);
  if (!value_same(v, VALUE_UNKNOWN)) w->known[node->kind].evaluated = true;
  note_definedness(w, node, v);
}

static void note_code(World *w, const Node *node)
{
  Vm *vm = vm_new(w->w.sides[FAST].reference);
  bool expression = node_kind_class(node->kind) == CLASS_EXPR;
  const Code *code = expression ? vm_expression(vm, node) : vm_predicate(vm, node);
  if (!vm_is_slow(code)) w->known[node->kind].fast = true;
  vm_free(vm);
}

static void evaluate(World *w, const Node *node)
{
  w->known[node->kind].typed = true;
  if (is_formula(node)) {
    note_value(w, node);
    note_code(w, node);
  }
  for (uint32_t i = 0; i < node->count && !is_binder(node); i++) evaluate(w, node->kids[i]);
}

/* ------------------------------------------------------------------- solving */

static bool waits(const Problem *p, const Node *node, uint32_t from)
{
  for (uint32_t i = from; i < p->waiting.len; i++)
    if (p->waiting.data[i].node == node) return true;
  return false;
}

static bool is_solved(Problem *p, const Node *node)
{
  uint32_t before = p->waiting.len;
  Lit defined;
  if (node_kind_class(node->kind) == CLASS_PRED) {
    compile_pred(p, node);
    return !waits(p, node, before);
  }
  if (node->type->kind == TYPE_POW && view_of_node(p, node, &defined) && !waits(p, node, before))
    return true;
  before = p->waiting.len;
  return compile_expr(p, node).term && !waits(p, node, before);
}

static void solve(World *w, const Node *node)
{
  if (is_formula(node) && is_open_node(w->problem, node) && is_solved(w->problem, node))
    w->known[node->kind].solved = true;
  for (uint32_t i = 0; i < node->count && !is_binder(node); i++) solve(w, node->kids[i]);
}

/* {n1,… | n1 : 1..3 & … & bool(FORMULA = FORMULA) = TRUE} */
static const Node *with_unknowns(World *w, const Tree *tree)
{
  Text *text = &w->text;
  bool predicate = gentype_equal(tree->type, gentype_from(&w->g, "Q"));
  text_clear(text);
  const char *before = "{";
  for (uint32_t i = 0; i < UNKNOWNS; i++, before = ",")
    if (unknowns[i].domain) text_printf(text, "%s%s", before, unknowns[i].name);
  before = "|";
  for (uint32_t i = 0; i < UNKNOWNS; i++, before = "&")
    if (unknowns[i].domain)
      text_printf(text, "%s %s : %s ", before, unknowns[i].name, unknowns[i].domain);
  text_add(text, "& bool(");
  tree_print(text, tree);
  if (!predicate) {
    text_add(text, " = ");
    tree_print(text, tree);
  }
  text_add(text, ") = TRUE}");
  return workbench_formula(&w->w, text_string(text));
}

static void solve_row(World *w, const Node *set)
{
  const Node *names = set->kids[0], *all = set->kids[1], *last = all->kids[all->count - 1];
  Problem p;
  Lit defined;
  problem_start(&p, w->w.sides[USUAL].reference);
  for (uint32_t i = 0; i < names->count; i++) {
    const Term *term = view_skeleton(&p, view_of_node(&p, all->kids[i]->kids[1], &defined));
    assert_non_null(term);
    scope_push(&p, names->kids[i]->symbol, term);
  }
  w->problem = &p;
  solve(w, last->kids[0]->kids[0]);
  scope_pop(&p, p.scope.len);
  problem_finish(&p);
}

/* -------------------------------------------------------------------- the rows */

static void try_row(World *w, uint32_t row)
{
  FreeName names[UNKNOWNS];
  for (uint32_t i = 0; i < UNKNOWNS; i++)
    names[i] = (FreeName){unknowns[i].name, gentype_from(&w->g, unknowns[i].type)};
  for (uint32_t i = 0; i < 4; i++) w->g.often[i] = names[(uint32_t[]){0, 2, 3, 4}[i]].type;
  w->g.often_count = 4;
  text_clear(&w->text);
  tree_print(&w->text, tree_of_row(&w->g, row, NULL, 0));
  const Node *closed = workbench_formula(&w->w, text_string(&w->text));
  if (closed) evaluate(w, closed);
  const Node *open = with_unknowns(w, tree_of_row(&w->g, row, names, UNKNOWNS));
  if (open) solve_row(w, open);
}

static void try_rows(World *w)
{
  w->g = (Generator){.random = random_from(1), .arena = arena_new(), .infinite = true};
  workbench_open(&w->w);
  for (uint32_t row = 0; row < row_count(); row++)
    for (uint32_t i = 0; i < TRIES; i++) {
      workbench_renew(&w->w);
      try_row(w, row);
      arena_free(w->g.arena);
      w->g.arena = arena_new();
    }
  workbench_close(&w->w);
  arena_free(w->g.arena);
  text_free(&w->text);
}

/* ------------------------------------------------------------------- spellings */

/* Is the spelling, before a bracket, one token, and that of the operator? */
static bool is_read(const char *spelling, NodeKind kind)
{
  char text[64];
  snprintf(text, sizeof text, "%s (", spelling);
  Arena *arena = arena_new();
  Names *names = names_new();
  Sources *sources = sources_new();
  Diags *diags = diags_new(sources);
  const Source *source = sources_add(sources, "operator", text, strlen(text));
  TokenList list = lex(arena, names, diags, source, 0);
  bool read = list.count == 3 && list.tokens[0].node == kind;
  bool separates = list.count == 3 && list.tokens[0].kind != TOKEN_ERROR &&
                   (kind == NODE_COMPOSE || kind == NODE_PARALLEL); /* of substitutions, too */
  diags_free(diags);
  sources_free(sources);
  names_free(names);
  arena_free(arena);
  return read || separates;
}

static bool is_spelled(const Operator *op)
{
  if (op->form == FORM_PREFIX || op->form == FORM_POSTFIX) return true; /* read by the parser */
  return is_read(op->ascii, op->kind) && is_read(op->unicode, op->kind);
}

/* --------------------------------------------------------------- what is missing */

typedef struct {
  bool wrong;
  const char *what;
} Check;

/* The files that have the operators of its family. */
static const char *family_files(const Operator *op)
{
  switch (op->family) {
  case FAMILY_NUMBER: return "number: ref_number.c, code_number.c, compile_expr.c";
  case FAMILY_SET:
  case FAMILY_POWERSET: return "set: ref_set.c, code_set.c, compile_set.c and view.c";
  case FAMILY_RELATION:
  case FAMILY_RELATION_ARROW:
  case FAMILY_ARROW:
  case FAMILY_GENERIC: return "relation: ref_relation.c, code_relation.c, compile_set.c";
  case FAMILY_SEQUENCE:
  case FAMILY_SEQUENCE_SET: return "sequence: ref_sequence.c, code_relation.c, compile_sequence.c";
  case FAMILY_TREE: return "tree: ref_tree.c";
  case FAMILY_NONE:
  case FAMILY_LOGIC:
  case FAMILY_COMPARISON:
  case FAMILY_ORDER:
  case FAMILY_QUANTIFIER:
  case FAMILY_TEST: return "predicate: ref_pred.c, code_compile.c, compile.c";
  case FAMILY_CONSTANT:
  case FAMILY_COLLECT:
  case FAMILY_STRUCTURE: return "expression: ref_value.c, code_compile.c, compile_expr.c";
  }
  return "";
}

static uint32_t complain(NodeKind kind, const Known *k)
{
  const Operator *op = operator_of(kind);
  bool fast = op->speed == OP_FAST, solved = op->solving == OP_SOLVED;
  bool open = op->form != FORM_ATOM; /* has operands that may be unknown */
  const Check checks[] = {
      {!is_spelled(op), "is not read as it is written: src/syntax/tokens.def"},
      {!k->typed, "is in no formula of tests/random/rows.def that the type checker accepts"},
      {!k->evaluated, "has no value in the reference interpreter: src/engine/reference/formula/"},
      {k->undefined && node_wd(kind) != WD_PARTIAL,
       "is not always well-defined: PARTIAL in syntax/operators.def"},
      {fast && !k->fast, "has no code: src/engine/code/formula/, or SLOW in syntax/operators.def"},
      {!fast && k->fast, "has code: FAST in syntax/operators.def"},
      {open && solved && !k->solved,
       "has no constraints: src/solver/, or WAITS in syntax/operators.def"},
      {open && !solved && k->solved, "has constraints: SOLVED in syntax/operators.def"},
  };
  uint32_t wrong = 0, last = 0;
  for (uint32_t i = 0; i < sizeof checks / sizeof *checks && (i < 3 || k->evaluated); i++) {
    if (checks[i].wrong) print_error("%s (%s) %s\n", op->ascii, op->help, checks[i].what);
    if (checks[i].wrong) last = i;
    wrong += checks[i].wrong;
  }
  if (wrong && last > 1) print_error("  its family is that of a %s\n", family_files(op));
  return wrong;
}

static void the_table_is_true(void **state)
{
  (void) state;
  World *w = calloc(1, sizeof *w);
  assert_non_null(w);
  try_rows(w);
  uint32_t wrong = 0;
  for (NodeKind kind = 0; kind < OPERATOR_COUNT; kind++) wrong += complain(kind, &w->known[kind]);
  free(w);
  assert_int_equal(wrong, 0);
}

int test_operators(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_table_is_true),
  };
  return cmocka_run_group_tests_name("operators", tests, NULL, NULL);
}
