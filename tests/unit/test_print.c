#include "unit/groups.h"

#include "syntax/parser.h"
#include "syntax/print.h"

#include <string.h>

/* Random trees are printed and parsed again. */

typedef struct {
  ParseContext context;
  Sources *sources;
  uint64_t random;
} World;

static World world_new(uint64_t seed)
{
  World w = {.sources = sources_new(), .random = seed * 2 + 1};
  w.context.arena = arena_new();
  w.context.names = names_new();
  w.context.diags = diags_new(w.sources);
  return w;
}

static void world_free(World *w)
{
  diags_free(w->context.diags);
  names_free(w->context.names);
  arena_free(w->context.arena);
  sources_free(w->sources);
}

static unsigned below(World *w, unsigned n)
{
  w->random = w->random * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) (w->random >> 33) % n;
}

static const Name *name_of(World *w, const char *text)
{
  return names_intern_string(w->context.names, text);
}

#define PICK(w, texts) name_of((w), (texts)[below((w), sizeof(texts) / sizeof *(texts))])

static const char *const identifiers[] = {"x",    "yy",  "a_1", "top",   "left", "bin",  "circ",
                                          "card", "END", "or",  "a b",   "λx",   "xλ",   "ℕ",
                                          "x₁",   "x′",  "é",   "a`\\b", "ref",  "skip", "tree"};
static const char *const composed[] = {"m.x", "m.END", "a b.c", "left.top"};
static const char *const strings[] = {"",    "abc",   "a\"b", "\\n", "line\nend\t\r",
                                      "'''", "// */", "é∈"};
static const char *const labels[] = {"inv1", "a label", "\"", "x\\y", "é"};

static Node *expr(World *w, int depth);
static Node *pred(World *w, int depth);

static Node *make(World *w, NodeKind kind, const Name *name, Node **kids, uint32_t count)
{
  return node_list(w->context.arena, kind, SPAN_NONE, name, kids, count);
}

static Node *leaf(World *w, NodeKind kind, const Name *name)
{
  return make(w, kind, name, NULL, 0);
}

static Node *names(World *w)
{
  Node *kids[3];
  uint32_t count = 1 + below(w, 3);
  for (uint32_t i = 0; i < count; i++) {
    kids[i] = leaf(w, NODE_IDENT, PICK(w, identifiers));
    if (below(w, 8) == 0) kids[i] = make(w, NODE_DESCRIBED, name_of(w, "some text"), &kids[i], 1);
  }
  return make(w, NODE_NAMES, NULL, kids, count);
}

static Node *atom(World *);

static Node *template_text(World *w, const char *raw, const char *text)
{
  Node *string = leaf(w, NODE_STRING_LIT, name_of(w, text));
  return make(w, NODE_TEMPLATE_TEXT, name_of(w, raw), &string, 1);
}

/* Not too deep: a hole has a template in it now and then only. */
static Node *template(World *w)
{
  Node *inner = atom(w), *other = leaf(w, NODE_STRING_LIT, PICK(w, strings));
  Node *parts[] = {template_text(w, "a $ {x}\n `b` \\` \\${", "a $ {x}\n `b` ` ${"),
                   make(w, NODE_TEMPLATE_HOLE, NULL, &inner, 1), template_text(w, "", ""),
                   make(w, NODE_TEMPLATE_HOLE, name_of(w, "2f,7p"), &other, 1),
                   template_text(w, "\\n$", "\n$")};
  return make(w, NODE_TEMPLATE, NULL, parts, 1 + 2 * below(w, 3));
}

static Node *atom(World *w)
{
  switch (below(w, 12)) {
  case 0: return leaf(w, NODE_INTEGER_LIT, name_of(w, "17"));
  case 1: return leaf(w, NODE_REAL_LIT, name_of(w, "1.50e-3"));
  case 2: return leaf(w, NODE_STRING_LIT, PICK(w, strings));
  case 3: return template(w);
  case 4: return leaf(w, NODE_EMPTY_SET, NULL);
  case 5: return leaf(w, NODE_EMPTY_SEQ, NULL);
  case 6: return leaf(w, NODE_OLD_VALUE, PICK(w, identifiers));
  case 7: return leaf(w, NODE_IDENT, PICK(w, composed));
  default: return leaf(w, NODE_IDENT, PICK(w, identifiers));
  }
}

static uint32_t arity_of(World *w, const Operator *op)
{
  if (op->kind == NODE_PRJ1 || op->kind == NODE_PRJ2) return 1 + below(w, 2);
  if (op->kind == NODE_BIN) return 1 + 2 * below(w, 2);
  if (strstr(op->scheme, "...")) return 2 + below(w, 3);
  uint32_t count = 1;
  for (const char *c = op->scheme; *c && strncmp(c, "->", 2); c++) count += *c == ',';
  return count;
}

static bool takes_predicates(NodeKind kind) { return kind <= NODE_NOT || kind == NODE_BOOL_OF; }

static Node *operation(World *w, const Operator *op, int depth)
{
  Node *kids[5];
  uint32_t count = 0;
  const Name *name = NULL;
  switch (op->form) {
  case FORM_INFIX: count = op->kind == NODE_AND || op->kind == NODE_OR ? 2 + below(w, 3) : 2; break;
  case FORM_PREFIX: count = 1; break;
  case FORM_POSTFIX:
    count = op->kind == NODE_IMAGE ? 2 : op->kind == NODE_APPLY ? 2 + below(w, 2) : 1;
    if (op->kind == NODE_FIELD) name = PICK(w, identifiers);
    break;
  case FORM_FUNC:
  case FORM_SOFT: count = arity_of(w, op); break;
  case FORM_ATOM: break;
  case FORM_BINDER: {
    kids[0] = names(w);
    kids[1] = pred(w, depth - 1);
    kids[2] = expr(w, depth - 1);
    return make(w, op->kind, NULL, kids, op->class == CLASS_PRED ? 2 : 3);
  }
  }
  for (uint32_t i = 0; i < count; i++) do
      kids[i] = takes_predicates(op->kind) ? pred(w, depth - 1) : expr(w, depth - 1);
    while (i == 0 && count > 1 && kids[i]->kind == op->kind &&
           op->priority == 40); /* flat chains */
  return make(w, op->kind, name, kids, count);
}

static Node *random_operator(World *w, NodeClass class, int depth)
{
  const Operator *op;
  do op = operator_of(below(w, NODE_LAST_OPERATOR + 1));
  while (op->class != class);
  return operation(w, op, depth);
}

static Node *several(World *w, NodeKind kind, uint32_t least, int depth)
{
  Node *kids[4];
  uint32_t count = least + below(w, 3);
  for (uint32_t i = 0; i < count; i++) kids[i] = expr(w, depth - 1);
  return make(w, kind, NULL, kids, count);
}

static Node *record(World *w, NodeKind kind, int depth)
{
  Node *kids[2];
  for (int i = 0; i < 2; i++) {
    Node *value = expr(w, depth - 1);
    kids[i] = make(w, NODE_ENTRY, PICK(w, identifiers), &value, 1);
  }
  return make(w, kind, NULL, kids, 2);
}

static Node *symbolic(World *w, int depth)
{
  static const NodeKind kinds[] = {NODE_COMPOSE, NODE_LAMBDA, NODE_QUANT_UNION};
  Node *inner = operation(w, operator_of(kinds[below(w, 3)]), depth);
  return make(w, NODE_SYMBOLIC, NULL, &inner, 1);
}

static Node *expr(World *w, int depth)
{
  if (depth <= 0) return atom(w);
  Node *kids[3];
  switch (below(w, 16)) {
  case 0: return several(w, NODE_COUPLE, 2, depth);
  case 1: return several(w, NODE_SET_EXT, 1, depth);
  case 2: return several(w, NODE_SEQ_EXT, 1, depth);
  case 3:
    kids[0] = names(w), kids[1] = pred(w, depth - 1);
    return make(w, NODE_COMPREHENSION, NULL, kids, 2);
  case 4:
    kids[0] = names(w), kids[1] = pred(w, depth - 1), kids[2] = expr(w, depth - 1);
    return make(w, NODE_IMAGE_SET, NULL, kids, 3);
  case 5: return record(w, below(w, 2) ? NODE_REC : NODE_STRUCT, depth);
  case 6:
    kids[0] = pred(w, depth - 1), kids[1] = expr(w, depth - 1), kids[2] = expr(w, depth - 1);
    return make(w, NODE_IF_EXPR, NULL, kids, 3);
  case 7:
    kids[0] = names(w), kids[1] = pred(w, depth - 1), kids[2] = expr(w, depth - 1);
    return make(w, NODE_LET_EXPR, NULL, kids, 3);
  case 8: return symbolic(w, depth);
  case 9:
    kids[0] = expr(w, depth - 1);
    return make(w, NODE_DESCRIBED, name_of(w, "of an\n expression"), kids, 1);
  default: return random_operator(w, CLASS_EXPR, depth);
  }
}

static Node *assignment(World *w, int depth)
{
  Node *target = leaf(w, NODE_IDENT, PICK(w, identifiers)), *value = expr(w, depth - 1);
  Node *kids[] = {make(w, NODE_LIST, NULL, &target, 1), make(w, NODE_LIST, NULL, &value, 1)};
  return make(w, NODE_ASSIGN, NULL, kids, 2);
}

static Node *pred(World *w, int depth)
{
  Node *kids[3];
  if (depth <= 0) return leaf(w, NODE_BTRUE, NULL);
  switch (below(w, 16)) {
  case 0:
    kids[0] = pred(w, depth - 1), kids[1] = pred(w, depth - 1), kids[2] = pred(w, depth - 1);
    return make(w, NODE_IF_PRED, NULL, kids, 3);
  case 1:
    kids[0] = names(w), kids[1] = pred(w, depth - 1), kids[2] = pred(w, depth - 1);
    return make(w, NODE_LET_PRED, NULL, kids, 3);
  case 2: kids[0] = pred(w, depth - 1); return make(w, NODE_LABELLED, PICK(w, labels), kids, 1);
  case 3:
    kids[0] = pred(w, depth - 1);
    return make(w, NODE_DESCRIBED, name_of(w, "of a predicate"), kids, 1);
  case 4:
    kids[0] = assignment(w, depth), kids[1] = pred(w, depth - 1);
    return make(w, NODE_WEAKEST_PRE, NULL, kids, 2);
  case 5:
  case 6:
  case 7:
  case 8: return operation(w, operator_of(below(w, NODE_NOT + 1)), depth); /* connectives */
  default: return random_operator(w, CLASS_PRED, depth);
  }
}

/* ------------------------------------------------------------ substitutions */

static Node *subst(World *w, int depth);

static Node *block(World *w, NodeKind kind, const char *pattern, int depth)
{
  Node *kids[8];
  uint32_t count = 0;
  for (; *pattern; pattern++) switch (*pattern) {
    case 'N': kids[count++] = names(w); break;
    case 'P': kids[count++] = pred(w, depth - 1); break;
    case 'E': kids[count++] = expr(w, depth - 1); break;
    default: kids[count++] = subst(w, depth - 1); break;
    }
  return make(w, kind, NULL, kids, count);
}

static Node *call(World *w, int depth)
{
  Node *kids[2] = {leaf(w, NODE_LIST, NULL), leaf(w, NODE_LIST, NULL)};
  Node *target = leaf(w, NODE_IDENT, PICK(w, identifiers)), *value = expr(w, depth - 1);
  if (below(w, 2)) kids[0] = make(w, NODE_LIST, NULL, &target, 1);
  if (below(w, 2)) kids[1] = make(w, NODE_LIST, NULL, &value, 1);
  return make(w, NODE_OP_CALL, below(w, 2) ? PICK(w, identifiers) : PICK(w, composed), kids, 2);
}

static Node *becomes(World *w, NodeKind kind, int depth)
{
  Node *target = leaf(w, NODE_IDENT, PICK(w, identifiers));
  Node *kids[2] = {make(w, NODE_LIST, NULL, &target, 1)};
  kids[1] = kind == NODE_BECOMES_IN ? expr(w, depth - 1) : pred(w, depth - 1);
  return make(w, kind, NULL, kids, 2);
}

static Node *case_of(World *w, int depth)
{
  Node *kids[3] = {expr(w, depth - 1)};
  for (int i = 1; i < 3; i++) {
    Node *branch[2] = {several(w, NODE_LIST, 1, depth), subst(w, depth - 1)};
    kids[i] = make(w, NODE_BRANCH, NULL, branch, 2);
  }
  return make(w, NODE_CASE, NULL, kids, 3);
}

static Node *subst(World *w, int depth)
{
  if (depth <= 0) return leaf(w, NODE_SKIP, NULL);
  switch (below(w, 20)) {
  case 0: return block(w, NODE_BLOCK, "S", depth);
  case 1: return becomes(w, NODE_BECOMES_IN, depth);
  case 2: return becomes(w, NODE_BECOMES_SUCH, depth);
  case 3: return call(w, depth);
  case 4: return block(w, NODE_PRE, "PS", depth);
  case 5: return block(w, NODE_ASSERT, "PS", depth);
  case 6: return block(w, NODE_WITNESS, "PS", depth);
  case 7: return block(w, NODE_CHOICE, "SS", depth);
  case 8: return block(w, NODE_IF, "PSPS", depth);
  case 9: return block(w, NODE_IF, "PSS", depth);
  case 10: return block(w, NODE_SELECT, "PSPSS", depth);
  case 11: return case_of(w, depth);
  case 12: return block(w, NODE_ANY, "NPS", depth);
  case 13: return block(w, NODE_LET, "NPS", depth);
  case 14: return block(w, NODE_VAR, "NS", depth);
  case 15: return block(w, NODE_WHILE, "PSPE", depth);
  default: return assignment(w, depth);
  }
}

static Node *composition(World *w, int depth)
{
  Node *kids[2] = {subst(w, depth), subst(w, depth)};
  if (below(w, 2))
    kids[1] = make(w, NODE_SIMULTANEOUS, NULL, (Node *[]){subst(w, depth), kids[1]}, 2);
  return below(w, 2) ? make(w, NODE_SEQUENCE, NULL, kids, 2) : kids[1];
}

/* ---------------------------------------------------------------- the tests */

static void check_formula(World *w, const Node *node, FormulaKind kind)
{
  static const PrintStyle styles[] = {
      {.width = 0}, {.unicode = true}, {.width = 40}, {.unicode = true, .width = 80}};
  for (unsigned i = 0; i < 4; i++) {
    Text text = {0}, tree = {0}, again = {0};
    print_node(&text, node, styles[i]);
    const Source *source = sources_add(w->sources, "printed", text_string(&text), text.len);
    const Node *parsed = parse_formula(&w->context, source, kind, NULL);
    dump_node(&tree, node);
    dump_node(&again, parsed);
    if (diags_errors(w->context.diags) || !node_equal(node, parsed)) {
      print_message("%s\n%s\n%s\n", text_string(&text), text_string(&tree), text_string(&again));
      if (diags_count(w->context.diags))
        print_message("%s\n", diags_get(w->context.diags, 0)->message);
      fail();
    }
    assert_string_equal(text_string(&tree), text_string(&again));
    text_free(&text);
    text_free(&tree);
    text_free(&again);
  }
}

static void printed_formulas_parse_to_the_same_tree(void **state)
{
  (void) state;
  for (unsigned seed = 0; seed < 3000; seed++) {
    World w = world_new(seed);
    int depth = 1 + (int) below(&w, 4);
    switch (seed % 3) {
    case 0: check_formula(&w, expr(&w, depth), FORMULA_EXPR); break;
    case 1: check_formula(&w, pred(&w, depth), FORMULA_PRED); break;
    default: check_formula(&w, composition(&w, depth), FORMULA_SUBST); break;
    }
    world_free(&w);
  }
}

static void check_print(const char *written, bool unicode, const char *expected)
{
  World w = world_new(0);
  const Source *source = sources_add(w.sources, "formula", written, strlen(written));
  const Node *node = parse_formula(&w.context, source, FORMULA_EXPR_OR_PRED, NULL);
  assert_int_equal(diags_errors(w.context.diags), 0);
  Text text = {0};
  print_node(&text, node, (PrintStyle){.unicode = unicode});
  assert_string_equal(text_string(&text), expected);
  text_free(&text);
  world_free(&w);
}

static void brackets_where_needed_or_helpful(void **state)
{
  (void) state;
  check_print("((a)+(b*c))-(d-e)", false, "a + b * c - (d - e)");
  check_print("2**3**2 = (2**3)**2", false, "2 ** 3 ** 2 = (2 ** 3) ** 2");
  check_print("a - (-1)", false, "a - (-1)");
  check_print("-(-(1)) + (-2)**2", false, "-(-1) + (-2) ** 2");
  check_print("x=1 or y=1 & z=1", false, "(x = 1 or y = 1) & z = 1");
  check_print("x=1 => y=1 => z=1", false, "(x = 1 => y = 1) => z = 1");
  check_print("x=1 & y=1 & (z=1 & x=2)", false, "x = 1 & y = 1 & (z = 1 & x = 2)");
  check_print("(r~)~[(a;b)]", false, "(r~)~[(a ; b)]");
  check_print("f((a;b))(c,d)", false, "f((a ; b))(c, d)");
  check_print("dom((a;b))", false, "dom(a ; b)");
  check_print("((a;b);(c||d||e))", false, "(a ; b ; (c || d || e))");
  check_print("a\\/b/\\c\\/d", false, "((a \\/ b) /\\ c) \\/ d");
  check_print("a mod b * c", false, "(a mod b) * c");
  check_print("(a|->b)|->c", false, "a |-> b |-> c");
  check_print("(IF x=1 THEN f ELSE g END)(1)", false, "(IF x = 1 THEN f ELSE g END)(1)");
  check_print("`top`(1) + top(1)", false, "`top`(1) + top(1)");
  check_print("0..n-1", false, "0 .. n - 1");
  check_print("{1..2,{}}", false, "{1..2, {}}");
}

static void notation_follows_the_style(void **state)
{
  (void) state;
  check_print("!x,y.(x:NAT => #z.(z<:y))", false, "!(x, y).(x : NAT => #z.(z <: y))");
  check_print("!x,y.(x:NATURAL1 => #z.(z<:y))", true, "∀(x, y)·(x ∈ ℕ1 ⇒ ∃z·(z ⊆ y))");
  check_print("{x,y·x:NAT|x+y}", false, "{(x, y).x : NAT | x + y}");
  check_print("{x,y·x:NAT|x+y}", true, "{x, y·x ∈ NAT | x + y}");
  check_print("POW({}) × A", false, "POW({}) × A");
  check_print("POW1({}) * A", true, "ℙ1(∅) ∗ A");
  check_print("a <+ b <<-> c", true, "a <+ b <<-> c"); /* no private-use characters */
  check_print("SIGMA(x).(x:1..3|x)", true, "∑(x)·(x ∈ 1‥3 | x)");
  check_print("UNION(x).(x:S|x)", false, "UNION(x).(x : S | x)");
  check_print("%x.(x:S|x)", true, "λx·(x ∈ S | x)");
}

static void names_and_strings_are_quoted(void **state)
{
  (void) state;
  Text text = {0};
  print_name(&text, "x");
  text_add_char(&text, ' ');
  print_name(&text, "END");
  text_add_char(&text, ' ');
  print_name(&text, "a.b c.card");
  text_add_char(&text, ' ');
  print_name(&text, "a\\`\n");
  text_add_char(&text, ' ');
  print_string(&text, "\"\\n\n\t\r'");
  assert_string_equal(text_string(&text),
                      "x `END` a.`b c`.`card` `a\\\\\\`\\n` \"\\\"\\\\n\\n\\t\\r'\"");
  text_free(&text);
}

static void kinds_have_different_dumps(void **state)
{
  (void) state;
  World w = world_new(0);
  for (NodeKind a = 0; a < NODE_KINDS; a++)
    for (NodeKind b = a + 1; b < NODE_KINDS; b++) {
      Text left = {0}, right = {0};
      dump_node(&left, leaf(&w, a, NULL));
      dump_node(&right, leaf(&w, b, NULL));
      assert_string_not_equal(text_string(&left), text_string(&right));
      text_free(&left);
      text_free(&right);
    }
  world_free(&w);
}

int test_print(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(printed_formulas_parse_to_the_same_tree),
      cmocka_unit_test(brackets_where_needed_or_helpful),
      cmocka_unit_test(notation_follows_the_style),
      cmocka_unit_test(names_and_strings_are_quoted),
      cmocka_unit_test(kinds_have_different_dumps),
  };
  return cmocka_run_group_tests_name("print", tests, NULL, NULL);
}
