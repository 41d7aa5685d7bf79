#include "csp/types/unify.h"
#include "groups.h"

/* Types are written as in annotations, but by hand: what they mean is what counts here. */
typedef struct {
  Arena *arena;
  Unifier u;
  CspType *integer, *boolean, *event;
} Fixture;

static Fixture fixture(void)
{
  Fixture f = {.arena = arena_new()};
  f.u.arena = f.arena;
  f.u.level = 1;
  f.integer = csp_type_plain(CSPT_INT);
  f.boolean = csp_type_plain(CSPT_BOOL);
  f.event = csp_type_plain(CSPT_EVENT);
  return f;
}

static void done(Fixture *f)
{
  csp_unifier_free(&f->u);
  arena_free(f->arena);
}

static TypeList list(const Fixture *f, uint32_t count, CspType *a, CspType *b, CspType *c)
{
  CspType *const all[] = {a, b, c};
  TypeList l = type_list(f->arena, count);
  for (uint32_t i = 0; i < count; i++) l.at[i] = all[i];
  return l;
}

static CspType *dot2(const Fixture *f, CspType *a, CspType *b)
{
  return csp_type_dot(f->arena, list(f, 2, a, b, NULL));
}

static CspType *dot3(const Fixture *f, CspType *a, CspType *b, CspType *c)
{
  return csp_type_dot(f->arena, list(f, 3, a, b, c));
}

/* channel c : Int.Bool */
static CspType *channel(const Fixture *f)
{
  return csp_type_dotable(f->arena, list(f, 2, f->integer, f->boolean, NULL), f->event);
}

static void assert_prints(const CspType *t, const char *expected)
{
  Text text = {0};
  csp_type_print(&text, t);
  assert_string_equal(text_string(&text), expected);
  text_free(&text);
}

static void channels_take_values(void **state)
{
  (void) state;
  Fixture f = fixture();
  CspType *t = dot2(&f, channel(&f), f.integer);
  assert_true(csp_unify_reduce(&f.u, &t));
  assert_prints(t, "Bool => Event");
  t = dot3(&f, channel(&f), f.integer, f.boolean);
  assert_true(csp_unify_reduce(&f.u, &t));
  assert_prints(t, "Event");
  t = dot2(&f, channel(&f), f.boolean);
  assert_false(csp_unify_reduce(&f.u, &t));
  assert_int_equal(f.u.why, UNIFY_DIFFERENT);
  done(&f);
}

/* c.x : Event gives x all values, c.x.y : Event one each; c.x alone nothing. */
static void the_last_variable_takes_the_rest(void **state)
{
  (void) state;
  Fixture f = fixture();
  CspType *x = csp_unify_var(&f.u), *y = csp_unify_var(&f.u), *z = csp_unify_var(&f.u);
  assert_true(csp_unify(&f.u, dot2(&f, channel(&f), x), f.event));
  assert_prints(x, "Int.Bool");
  assert_true(csp_unify(&f.u, dot3(&f, channel(&f), y, z), f.event));
  assert_prints(y, "Int");
  assert_prints(z, "Bool");
  CspType *open = csp_unify_var(&f.u), *t = dot2(&f, channel(&f), open);
  assert_true(csp_unify_reduce(&f.u, &t));
  assert_prints(t, "(Int => Bool => Event).a");
  done(&f);
}

/* x.y : Event makes a channel of x, unless x is complete; a number is nothing to be dotted to. */
static void a_variable_becomes_a_channel(void **state)
{
  (void) state;
  Fixture f = fixture();
  CspType *x = csp_unify_var(&f.u), *y = csp_unify_var(&f.u);
  assert_true(csp_unify(&f.u, dot2(&f, x, y), f.event));
  assert_prints(x, "a => Event");
  CspType *whole = csp_unify_var_with(&f.u, CSP_LIMIT_COMPLETE);
  assert_false(csp_unify(&f.u, dot2(&f, whole, csp_unify_var(&f.u)), f.event));
  assert_false(csp_unify(&f.u, dot2(&f, csp_unify_var(&f.u), csp_unify_var(&f.u)), f.integer));
  done(&f);
}

static CspType *extendable(Fixture *f, CspType *star, CspType *result)
{
  return csp_type_dotable(f->arena, list(f, 1, star, NULL, NULL), result);
}

static void stars_stand_for_lists(void **state)
{
  (void) state;
  Fixture f = fixture();
  CspType *none = csp_unify_star(&f.u), *both = csp_unify_star(&f.u), *one = csp_unify_star(&f.u);
  CspType *b = csp_unify_var_with(&f.u, CSP_LIMIT_YIELD);
  assert_prints(extendable(&f, both, b), "Yieldable b => a =>* b");
  assert_true(csp_unify(&f.u, extendable(&f, none, b), f.event));
  assert_prints(b, "Event");
  assert_true(csp_unify(&f.u, extendable(&f, both, f.event), channel(&f)));
  assert_prints(both, "Int.Bool");
  assert_true(csp_unify(&f.u, dot2(&f, channel(&f), f.integer), extendable(&f, one, f.event)));
  assert_prints(one, "Bool");
  CspType *number = csp_unify_var_with(&f.u, CSP_LIMIT_YIELD);
  assert_false(csp_unify(&f.u, extendable(&f, csp_unify_star(&f.u), number), f.integer));
  done(&f);
}

/* d : Event => Event, d.c : Int => Bool => Event */
static void channels_compose(void **state)
{
  (void) state;
  Fixture f = fixture();
  CspType *d = csp_type_dotable(f.arena, list(&f, 1, f.event, NULL, NULL), f.event);
  CspType *t = dot2(&f, d, channel(&f));
  assert_true(csp_unify_reduce(&f.u, &t));
  assert_prints(t, "Int => Bool => Event");
  done(&f);
}

static void a_step_that_fails_changes_nothing(void **state)
{
  (void) state;
  Fixture f = fixture();
  CspType *x = csp_unify_var(&f.u), *y = csp_unify_var(&f.u);
  CspType *pair = csp_type_new(f.arena, CSPT_TUPLE, 2),
          *other = csp_type_new(f.arena, CSPT_TUPLE, 2);
  pair->args[0] = x;
  pair->args[1] = f.integer;
  other->args[0] = csp_type_of(f.arena, CSPT_SET, y);
  other->args[1] = f.boolean;
  assert_false(csp_unify(&f.u, pair, other));
  assert_ptr_equal(csp_type_resolve(x), x);
  assert_false(csp_unify(&f.u, y, csp_type_of(f.arena, CSPT_SET, y)));
  assert_int_equal(f.u.why, UNIFY_CYCLE);
  assert_ptr_equal(csp_type_resolve(y), y);
  done(&f);
}

static void limits_spread(void **state)
{
  (void) state;
  Fixture f = fixture();
  CspType *x = csp_unify_var(&f.u), *proc = csp_type_plain(CSPT_PROC);
  assert_true(csp_unify_limit(&f.u, csp_type_of(f.arena, CSPT_SEQ, x), CSP_LIMIT_ORD));
  assert_prints(x, "Eq a => a");
  assert_false(csp_unify(&f.u, x, proc));
  assert_int_equal(f.u.why, UNIFY_LIMIT);
  assert_true(csp_unify(&f.u, x, f.boolean));
  assert_true(csp_unify_limit(&f.u, proc, CSP_LIMIT_SET));
  assert_false(csp_unify_limit(&f.u, proc, CSP_LIMIT_EQ));
  assert_false(csp_unify_limit(&f.u, channel(&f), CSP_LIMIT_COMPLETE));
  assert_true(csp_unify_limit(&f.u, dot2(&f, channel(&f), dot2(&f, f.integer, f.boolean)),
                              CSP_LIMIT_COMPLETE));
  done(&f);
}

static void instances_are_separate(void **state)
{
  (void) state;
  Fixture f = fixture();
  CspType *x = csp_unify_var(&f.u), *function = csp_type_new(f.arena, CSPT_FUNCTION, 2);
  function->args[0] = function->args[1] = x;
  csp_unify_generalise(&f.u, function, 0);
  CspType *one = csp_unify_instance(&f.u, function), *two = csp_unify_instance(&f.u, function);
  assert_true(csp_unify(&f.u, one->args[0], f.integer));
  assert_true(csp_unify(&f.u, two->args[0], f.boolean));
  assert_prints(one, "(Int) -> Int");
  assert_prints(two, "(Bool) -> Bool");
  assert_prints(function, "(a) -> a");
  CspType *rigid = csp_unify_rigid(&f.u, function);
  assert_false(csp_unify(&f.u, rigid->args[0], f.integer));
  assert_int_equal(f.u.why, UNIFY_RIGID);
  done(&f);
}

static void data_hold_no_processes(void **state)
{
  (void) state;
  Fixture f = fixture();
  CspType *proc = csp_type_plain(CSPT_PROC);
  assert_true(csp_type_is_data(channel(&f)));
  assert_true(csp_type_is_data(csp_type_of(f.arena, CSPT_SET, f.event)));
  assert_false(csp_type_is_data(csp_type_of(f.arena, CSPT_SEQ, proc)));
  assert_false(csp_type_is_data(csp_unify_var(&f.u)));
  CspType *datatype = csp_type_new(f.arena, CSPT_DATATYPE, 2);
  datatype->args[0] = datatype;
  datatype->args[1] = csp_type_dotable(f.arena, list(&f, 1, datatype, NULL, NULL), datatype);
  assert_true(csp_type_is_data(datatype));
  done(&f);
}

int test_csp_types(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(channels_take_values),
      cmocka_unit_test(the_last_variable_takes_the_rest),
      cmocka_unit_test(a_variable_becomes_a_channel),
      cmocka_unit_test(stars_stand_for_lists),
      cmocka_unit_test(channels_compose),
      cmocka_unit_test(a_step_that_fails_changes_nothing),
      cmocka_unit_test(limits_spread),
      cmocka_unit_test(instances_are_separate),
      cmocka_unit_test(data_hold_no_processes),
  };
  return cmocka_run_group_tests_name("csp_types", tests, NULL, NULL);
}
