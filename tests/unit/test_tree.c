#include "unit/groups.h"

#include <string.h>

#include "syntax/tree.h"

typedef struct {
  Arena *arena;
  Names *names;
} Fixture;

static int set_up(void **state)
{
  static Fixture fixture;
  fixture = (Fixture){arena_new(), names_new()};
  *state = &fixture;
  return 0;
}

static int tear_down(void **state)
{
  Fixture *f = *state;
  names_free(f->names);
  arena_free(f->arena);
  return 0;
}

static Node *ident(Fixture *f, const char *name)
{
  return node_leaf(f->arena, NODE_IDENT, SPAN_NONE, names_intern_string(f->names, name));
}

static Node *sum(Fixture *f, const char *left, const char *right)
{
  return node_binary(f->arena, NODE_UNION, (Span){1, 2}, ident(f, left), ident(f, right));
}

static void heights_follow_the_children(void **state)
{
  Fixture *f = *state;
  Node *tree = ident(f, "x");
  assert_int_equal(tree->height, 1);
  for (int i = 2; i < 50; i++) {
    tree = node_binary(f->arena, NODE_UNION, SPAN_NONE, ident(f, "y"), tree);
    assert_int_equal(tree->height, i);
  }
  Node *list[] = {ident(f, "a"), tree, ident(f, "b")};
  assert_int_equal(node_list(f->arena, NODE_SET_EXT, SPAN_NONE, NULL, list, 3)->height, 50);
  assert_int_equal(node_list(f->arena, NODE_SET_EXT, SPAN_NONE, NULL, NULL, 0)->height, 1);
}

static void equality_looks_at_the_structure(void **state)
{
  Fixture *f = *state;
  Node *tree = sum(f, "x", "y"), *elsewhere = sum(f, "x", "y");
  elsewhere->span = (Span){7, 9};
  assert_true(node_equal(tree, tree));
  assert_true(node_equal(tree, elsewhere));
  assert_false(node_equal(tree, sum(f, "y", "x")));
  assert_false(node_equal(tree, ident(f, "x")));
  Node *other = node_binary(f->arena, NODE_INTERSECTION, SPAN_NONE, ident(f, "x"), ident(f, "y"));
  assert_false(node_equal(tree, other));
  Node *one[] = {ident(f, "x")};
  assert_false(node_equal(node_list(f->arena, NODE_SET_EXT, SPAN_NONE, NULL, one, 1),
                          node_list(f->arena, NODE_SET_EXT, SPAN_NONE, NULL, one, 0)));
}

static void every_kind_has_a_name(void **state)
{
  (void) state;
  for (int kind = 0; kind < NODE_KINDS; kind++) {
    const char *name = node_kind_name((NodeKind) kind);
    assert_non_null(name);
    assert_true(*name != '\0');
    assert_true(node_kind_class((NodeKind) kind) <= CLASS_ANY);
  }
}

static void the_operator_table_is_in_order(void **state)
{
  (void) state;
  for (int kind = 0; kind <= NODE_LAST_OPERATOR; kind++) {
    const Operator *op = operator_of((NodeKind) kind);
    assert_int_equal(op->kind, kind);
    assert_true(op->priority >= 0 && op->priority <= 300);
    assert_true(*op->help != '\0');
  }
}

int test_tree(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(heights_follow_the_children),
      TEST(equality_looks_at_the_structure),
      TEST(every_kind_has_a_name),
      TEST(the_operator_table_is_in_order),
  };
#undef TEST
  return cmocka_run_group_tests_name("tree", tests, NULL, NULL);
}
