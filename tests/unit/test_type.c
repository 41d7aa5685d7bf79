#include "unit/groups.h"

#include <string.h>

#include "model/symbol.h"
#include "model/type.h"

typedef struct {
  Arena *arena;
  Names *names;
  TypeTable *types;
} World;

static int set_up(void **state)
{
  static World world;
  world.arena = arena_new();
  world.names = names_new();
  world.types = types_new(world.arena);
  *state = &world;
  return 0;
}

static int tear_down(void **state)
{
  World *w = *state;
  types_free(w->types);
  names_free(w->names);
  arena_free(w->arena);
  return 0;
}

static void assert_prints(const Type *type, const char *expected)
{
  Text text = {0};
  type_print(&text, type);
  assert_string_equal(text_string(&text), expected);
  text_free(&text);
}

static void equal_types_are_one(void **state)
{
  World *w = *state;
  Type *integer = type_integer(w->types), *truth = type_bool(w->types);
  uint32_t before = types_count(w->types);
  Type *relation = type_relation(w->types, integer, truth);
  assert_ptr_equal(relation, type_pow(w->types, type_pair(w->types, integer, truth)));
  assert_int_equal(types_count(w->types), before + 2);
  assert_true(relation->closed && relation->fixed);
  assert_int_equal(relation->height, 3);
  assert_ptr_not_equal(relation, type_relation(w->types, truth, integer));
  assert_ptr_equal(type_sequence(w->types, truth), relation);
}

static void many_types(void **state)
{
  World *w = *state;
  Type *type = type_integer(w->types), *kept[1000];
  for (int i = 0; i < 1000; i++) kept[i] = type = type_pow(w->types, type);
  type = type_integer(w->types);
  for (int i = 0; i < 1000; i++) {
    type = type_pow(w->types, type);
    assert_ptr_equal(kept[i], type);
  }
}

static void fields_have_no_order(void **state)
{
  World *w = *state;
  const Name *a = names_intern_string(w->names, "alpha"),
             *b = names_intern_string(w->names, "beta");
  const Name *forth[] = {a, b}, *back[] = {b, a};
  Type *one[] = {type_integer(w->types), type_bool(w->types)};
  Type *two[] = {type_bool(w->types), type_integer(w->types)};
  Type *record = type_record(w->types, forth, one, 2);
  assert_ptr_equal(record, type_record(w->types, back, two, 2));
  assert_ptr_not_equal(record, type_record(w->types, forth, two, 2));
  assert_prints(record, "struct(alpha:INTEGER,beta:BOOL)");
}

static void given_sets_differ(void **state)
{
  World *w = *state;
  Symbol s = {.kind = SYMBOL_SET, .name = names_intern_string(w->names, "S")};
  Symbol t = {.kind = SYMBOL_SET, .name = names_intern_string(w->names, "T")};
  assert_ptr_equal(type_given(w->types, &s), type_given(w->types, &s));
  assert_ptr_not_equal(type_given(w->types, &s), type_given(w->types, &t));
  assert_prints(type_given(w->types, &t), "T");
}

static void printing(void **state)
{
  World *w = *state;
  Type *i = type_integer(w->types), *r = type_real(w->types), *s = type_string(w->types);
  Type *left = type_pair(w->types, type_pair(w->types, i, r), s);
  Type *right = type_pair(w->types, i, type_pair(w->types, r, s));
  assert_prints(left, "INTEGER*REAL*STRING");
  assert_prints(right, "INTEGER*(REAL*STRING)");
  assert_prints(type_pow(w->types, type_unknown(w->types)), "POW(?)");
  Text text = {0};
  type_print_cut(&text, type_pair(w->types, left, left), 10);
  assert_string_equal(text_string(&text), "INTEGER*REAL*…");
  text_free(&text);
}

/* 2^60 leaves, 61 nodes. */
static void printing_ends(void **state)
{
  World *w = *state;
  Type *type = type_integer(w->types);
  for (int i = 0; i < 60; i++) type = type_pair(w->types, type, type);
  Text text = {0};
  type_print(&text, type);
  assert_true(text.len > 1000 && text.len < 1000000);
  assert_string_equal(text.data + text.len - strlen("…"), "…");
  text_free(&text);
}

static void components(void **state)
{
  World *w = *state;
  Type *i = type_integer(w->types), *b = type_bool(w->types), *s = type_string(w->types);
  Type *triple = type_pair(w->types, type_pair(w->types, i, b), s);
  const Type *parts[3];
  assert_true(type_components(triple, 1, parts));
  assert_ptr_equal(parts[0], triple);
  assert_true(type_components(triple, 3, parts));
  assert_ptr_equal(parts[0], i);
  assert_ptr_equal(parts[1], b);
  assert_ptr_equal(parts[2], s);
  assert_false(type_components(triple, 4, (const Type *[4]){0}));
  assert_false(type_components(triple, 0, parts));
}

static void instances(void **state)
{
  World *w = *state;
  Type *p = type_parameter(w->types, 0), *q = type_parameter(w->types, 1);
  Type *scheme = type_relation(w->types, type_pow(w->types, q), p);
  assert_int_equal(scheme->index, 2);
  assert_false(scheme->closed);
  Type *values[] = {type_bool(w->types), type_string(w->types)};
  Type *made = type_instance(w->types, scheme, values);
  assert_prints(made, "POW(POW(STRING)*BOOL)");
  assert_true(made->closed);
  assert_int_equal(made->index, 0);
}

int test_type(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_types_are_one),
      cmocka_unit_test(many_types),
      cmocka_unit_test(fields_have_no_order),
      cmocka_unit_test(given_sets_differ),
      cmocka_unit_test(printing),
      cmocka_unit_test(printing_ends),
      cmocka_unit_test(components),
      cmocka_unit_test(instances),
  };
  return cmocka_run_group_tests_name("type", tests, set_up, tear_down);
}
