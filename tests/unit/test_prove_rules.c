#include "unit/groups.h"

#include <string.h>

#include "prove/rules/formula.h"
#include "prove/rules/substitute.h"
#include "prove/rules/well_defined.h"
#include "syntax/print.h"

/* Formulas are given as text of classical B; their free names are typed by themselves, in the scope
 * of a first formula that declares them all: so equal names of two formulas are one symbol. */

typedef struct {
  Arena *arena;
  Names *names;
  Sources *sources;
  Diags *diags;
  Files *files;
  ParseContext context;
  Formula *formula; /* a conjunction of what is asked about */
  Build build;
} World;

static int set_up(void **state)
{
  static World w;
  w = (World){.arena = arena_new(), .names = names_new(), .sources = sources_new()};
  w.diags = diags_new(w.sources);
  w.context = (ParseContext){.arena = w.arena, .names = w.names, .diags = w.diags};
  *state = &w;
  return 0;
}

static int tear_down(void **state)
{
  World *w = *state;
  formula_free(w->formula);
  diags_free(w->diags);
  sources_free(w->sources);
  names_free(w->names);
  arena_free(w->arena);
  return 0;
}

/* Its conjuncts are the formulas of the test. */
static void read(World *w, const char *text)
{
  formula_free(w->formula);
  const Source *source = sources_add(w->sources, "test", text, strlen(text));
  w->formula = model_formula(&w->context, NULL, source, FORMULA_PRED);
  for (uint32_t i = 0; i < diags_count(w->diags); i++)
    fail_msg("%s: %s", text, diags_get(w->diags, i)->message);
  w->build = (Build){w->arena, w->formula->types, w->names};
}

static Node *part(World *w, uint32_t i) { return w->formula->node->kids[i]; }

static Symbol *free_name(World *w, const char *name)
{
  for (uint32_t i = 0; i < w->formula->free.len; i++)
    if (!strcmp(w->formula->free.data[i]->name->text, name)) return w->formula->free.data[i];
  fail_msg("no name %s", name);
  return NULL;
}

/* Compared without regard to blanks. */
static void assert_prints(const Node *node, const char *expected)
{
  Text text = {0};
  print_node(&text, node, (PrintStyle){0});
  const char *found = text_string(&text), *wanted = expected;
  for (;; found++, wanted++) {
    while (*found == ' ') found++;
    while (*wanted == ' ') wanted++;
    if (*found != *wanted) fail_msg("%s\n   expected %s", text_string(&text), expected);
    if (!*found) break;
  }
  text_free(&text);
}

/* Replaces the left sides of the last conjuncts, equations, by the right sides in the first one. */
static Node *replaced(World *w, const char *text)
{
  read(w, text);
  Replacements list = {0};
  for (uint32_t i = 1; i < w->formula->node->count; i++) {
    const Node *equation = part(w, i);
    vec_push(&list, ((Replacement){equation->kids[0]->symbol, false, equation->kids[1]}));
  }
  Node *result = substitute(&w->build, part(w, 0), list.data, list.len);
  vec_free(&list);
  return result;
}

static void replaces_at_once(void **state)
{
  World *w = *state;
  assert_prints(replaced(w, "x+y > z & x = y & y = x+1"), "y+(x+1) > z");
  assert_prints(replaced(w, "x : {y | y > x} & z = 1"), "x : {y | y > x}");
}

static void keeps_what_does_not_change(void **state)
{
  World *w = *state;
  Node *result = replaced(w, "(x > 0 => y+y > 0) & x = 1");
  assert_prints(result, "1 > 0 => y+y > 0");
  assert_ptr_equal(result->kids[1], part(w, 0)->kids[1]);
  assert_ptr_equal(replaced(w, "y > 0 & x = 1"), part(w, 0));
}

static void bound_names_are_not_replaced(void **state)
{
  World *w = *state;
  assert_prints(replaced(w, "!x.(x : S => x > y) & x = 1 & y = 2 & S = {3}"),
                "!x.(x : {3} => x > 2)");
}

static void captures_nothing(void **state)
{
  World *w = *state;
  assert_prints(replaced(w, "!y.(y : S => x > y) & x = y+1 & S = {1}"),
                "!y0.(y0 : {1} => y+1 > y0)");
  /* The name that is chosen is not taken, neither inside nor by what is put in. */
  assert_prints(replaced(w, "!y,z.(y : S => x > y+z+y0) & x = y+y1 & S = {1} & z = 1"),
                "!(y2,z).(y2 : {1} => y+y1 > y2+z+y0)");
  /* No symbol comes into its own scope. */
  Node *result = replaced(w, "(S = {y | y > 0 & card(S) > 1}) & S = {y | y > 0}");
  assert_prints(result, "{y | y > 0} = {y0 | y0 > 0 & card({y | y > 0}) > 1}");
}

static void values_before_are_apart(void **state)
{
  World *w = *state;
  read(w, "x > 0 & x = 1 & x = 2");
  Symbol *x = free_name(w, "x");
  Node *old = node_leaf(w->arena, NODE_OLD_VALUE, SPAN_NONE, x->name);
  old->symbol = x;
  old->type = x->type;
  Node *node = build_compare(&w->build, NODE_GREATER, build_name(&w->build, x), old);
  const Replacement list[] = {{x, false, part(w, 1)->kids[1]}, {x, true, part(w, 2)->kids[1]}};
  assert_prints(substitute(&w->build, node, list, 2), "1 > 2");
  assert_prints(substitute(&w->build, node, list, 1), "1 > x$0");
}

static void equal_up_to_bound_names(void **state)
{
  World *w = *state;
  read(w,
       "!x.(x : S => x > a) & !y.(y : S => y > a) & !y.(y : S => y > b) & !x,y.(x : S => y > a) & "
       "{x,y | x > y} = {y,x | y > x} & {x,y | x > y} = {x,y | y > x} & {} = {1} & {} = {TRUE} & "
       "S = {1} & b = 1 & a = a & x = y & y = 1");
  assert_true(formula_same(part(w, 0), part(w, 1)));
  assert_false(formula_same(part(w, 0), part(w, 2)));
  assert_false(formula_same(part(w, 0), part(w, 3)));
  assert_true(formula_same(part(w, 4)->kids[0], part(w, 4)->kids[1]));
  assert_false(formula_same(part(w, 5)->kids[0], part(w, 5)->kids[1]));
  assert_false(formula_same(part(w, 6)->kids[0], part(w, 7)->kids[0])); /* of other types */
}

static void knows_free_names(void **state)
{
  World *w = *state;
  read(w, "!x.(x : S => x > a) & x = a");
  assert_false(formula_mentions(part(w, 0), free_name(w, "x")));
  assert_true(formula_mentions(part(w, 0), free_name(w, "a")));
  Symbols list = {0};
  formula_free_names(w->formula->node, &list);
  assert_int_equal(list.len, 3);
  assert_string_equal(list.data[0]->name->text, "S");
  assert_string_equal(list.data[1]->name->text, "a");
  assert_string_equal(list.data[2]->name->text, "x");
  vec_free(&list);
}

/* ---- the operator L */

static void has_condition(World *w, Notation notation, const char *text, const char *expected)
{
  read(w, text);
  assert_prints(well_defined(&w->build, w->formula->node, notation), expected);
}

static void conditions_of_logic(void **state)
{
  World *w = *state;
  Notation n = NOTATION_EVENTB;
  has_condition(w, n, "x > 0 & x+1 : S", "btrue");
  has_condition(w, n, "x /= 0 & 1/x = 1", "btrue");
  has_condition(w, n, "1/x = 1 & x /= 0", "x /= 0");
  has_condition(w, n, "x > 0 & 1/x = 1 & 1/y = 1", "x > 0 => x /= 0 & (1/x = 1 => y /= 0)");
  has_condition(w, n, "x = 0 or 1/x = 1", "x = 0 or x /= 0");
  has_condition(w, n, "x > 0 => (y > 0 => x/y = 1)", "x > 0 & y > 0 => y /= 0");
  has_condition(w, n, "1/x = 1 <=> 2/x = 1", "x /= 0");
  has_condition(w, n, "not(1/x = 1) & b = bool(1/y = 1)", "x /= 0 & (not(1/x = 1) => y /= 0)");
}

static void conditions_of_binders(void **state)
{
  World *w = *state;
  Notation n = NOTATION_EVENTB;
  has_condition(w, n, "!x.(x : S => 1/x = y)", "!x.(x : S => x /= 0)");
  has_condition(w, n, "#x.(x : S & 1/y = x)", "!x.(x : S => y /= 0)");
  has_condition(w, n, "%x.(x : S | 1/x) = f", "!x.(x : S => x /= 0)");
  has_condition(w, n, "{x | x/y = 1} = S", "!x.(btrue => y /= 0)");
  has_condition(w, n, "INTER(x).(x : S | f(x)) = {1} & S = {2}",
                "!x.(x : S => x : dom(f) & f : INTEGER +-> POW(INTEGER)) & #x.(x : S)");
  has_condition(w, n, "!x.(x : 1..2 => x > 0)", "btrue");
}

static void conditions_of_operators(void **state)
{
  World *w = *state;
  Notation n = NOTATION_EVENTB;
  has_condition(w, n, "f(x) = TRUE & x = 1", "x : dom(f) & f : INTEGER +-> BOOL");
  has_condition(w, n, "succ(x) = 1", "btrue");
  has_condition(w, n, "card(S) = 1 & 1 : S", "@finite(S)");
  has_condition(w, n, "x mod y = 1", "0 <= x & 0 < y");
  has_condition(w, n, "x**y = 1", "0 <= x & 0 <= y");
  has_condition(w, NOTATION_B, "x**y = 1", "0 <= y");
  has_condition(w, n, "min(S) = x", "S /= {} & #b.(!x.(x : S => b <= x))");
}

static void conditions_of_classical_operators(void **state)
{
  World *w = *state;
  Notation n = NOTATION_B;
  has_condition(w, n, "card(S) = 1 & 1 : S", "S : FIN(S)");
  has_condition(w, n, "first(s) = 1", "s : seq(INTEGER) & s /= {}");
  has_condition(w, n, "s^t = [1]", "s : seq(INTEGER) & t : seq(INTEGER)");
  has_condition(w, n, "SIGMA(x).(x : S | 1/x) = y",
                "{x | x : S} : FIN({x | x : S}) & !x.(x : S => x /= 0)");
  has_condition(w, n, "(IF x = 0 THEN 1 ELSE 1/x END) = 1", "not(x = 0) => x /= 0");
  has_condition(w, n, "s /|\\ y = [1]", "s : seq(INTEGER) & y : 0..size(s)");
  has_condition(w, n, "r'a = 1 & size(\"a\") = 1 & r = rec(a:1)", "btrue");
}

static void leaves_out_what_is_said_twice(void **state)
{
  World *w = *state;
  read(w, "(x = 1 => y = 2) & y = 2 & x = 1 & y = 2");
  Node *improved = well_defined_improved(&w->build, w->formula->node, NULL, 0);
  assert_prints(improved, "(x = 1 => y = 2) & y = 2 & x = 1");
  Node *known = part(w, 1);
  assert_prints(well_defined_improved(&w->build, w->formula->node, &known, 1), "x = 1");
}

int test_prove_rules(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(replaces_at_once, set_up, tear_down),
      cmocka_unit_test_setup_teardown(keeps_what_does_not_change, set_up, tear_down),
      cmocka_unit_test_setup_teardown(bound_names_are_not_replaced, set_up, tear_down),
      cmocka_unit_test_setup_teardown(captures_nothing, set_up, tear_down),
      cmocka_unit_test_setup_teardown(values_before_are_apart, set_up, tear_down),
      cmocka_unit_test_setup_teardown(equal_up_to_bound_names, set_up, tear_down),
      cmocka_unit_test_setup_teardown(knows_free_names, set_up, tear_down),
      cmocka_unit_test_setup_teardown(conditions_of_logic, set_up, tear_down),
      cmocka_unit_test_setup_teardown(conditions_of_binders, set_up, tear_down),
      cmocka_unit_test_setup_teardown(conditions_of_operators, set_up, tear_down),
      cmocka_unit_test_setup_teardown(conditions_of_classical_operators, set_up, tear_down),
      cmocka_unit_test_setup_teardown(leaves_out_what_is_said_twice, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
