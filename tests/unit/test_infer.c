#include "unit/groups.h"

#include <string.h>

#include "model/infer_impl.h"

/* Resolved trees made by hand; what can be written as text is in tests/types. */

typedef struct {
  Arena *arena;
  Names *names;
  Sources *sources;
  Diags *diags;
  TypeTable *types;
  Infer *infer;
  uint32_t position;
} World;

static int set_up(void **state)
{
  static World world;
  world = (World){.arena = arena_new(), .names = names_new(), .sources = sources_new()};
  world.diags = diags_new(world.sources);
  world.types = types_new(world.arena);
  world.infer = infer_new(world.types, world.names, world.diags);
  *state = &world;
  return 0;
}

static int tear_down(void **state)
{
  World *w = *state;
  infer_free(w->infer);
  types_free(w->types);
  diags_free(w->diags);
  sources_free(w->sources);
  names_free(w->names);
  arena_free(w->arena);
  return 0;
}

/* ---- trees */

static Span next_span(World *w)
{
  w->position += 2;
  return (Span){w->position, w->position + 1};
}

static const Name *name(World *w, const char *text) { return names_intern_string(w->names, text); }

static Symbol *symbol(World *w, SymbolKind kind, const char *text)
{
  Symbol *s = arena_alloc(w->arena, sizeof *s);
  s->kind = kind;
  s->name = name(w, text);
  s->span = next_span(w);
  return s;
}

static Symbol *var(World *w, const char *text) { return symbol(w, SYMBOL_CONSTANT, text); }

static Node *leaf(World *w, NodeKind kind) { return node_leaf(w->arena, kind, next_span(w), NULL); }

static Node *one(World *w)
{
  return node_leaf(w->arena, NODE_INTEGER_LIT, next_span(w), name(w, "1"));
}

static Node *id(World *w, Symbol *s)
{
  Node *node = node_leaf(w->arena, NODE_IDENT, next_span(w), s->name);
  node->symbol = s;
  return node;
}

static Node *unary(World *w, NodeKind kind, Node *kid)
{
  return node_unary(w->arena, kind, next_span(w), kid);
}

static Node *binary(World *w, NodeKind kind, Node *left, Node *right)
{
  return node_binary(w->arena, kind, next_span(w), left, right);
}

static Node *equal(World *w, Node *left, Node *right) { return binary(w, NODE_EQUAL, left, right); }

static void settle(World *w)
{
  infer_settle(w->infer);
  infer_finish(w->infer);
}

static void assert_type(const Type *type, const char *expected)
{
  Text text = {0};
  type_print(&text, type);
  assert_string_equal(text_string(&text), expected);
  text_free(&text);
}

static void assert_no_errors(World *w)
{
  if (diags_errors(w->diags)) print_message("%s\n", diags_get(w->diags, 0)->message);
  assert_int_equal(diags_errors(w->diags), 0);
}

static void assert_error(World *w, uint32_t i, const char *message)
{
  assert_true(i < diags_count(w->diags));
  assert_string_equal(diags_get(w->diags, i)->message, message);
}

/* ---- tests */

static void schemes_are_readable(void **state)
{
  World *w = *state;
  for (NodeKind kind = 0; kind <= NODE_LAST_OPERATOR; kind++) {
    const Operator *op = operator_of(kind);
    if (!strcmp(op->scheme, "-")) continue;
    const Scheme *scheme = scheme_of(w->infer, kind);
    assert_int_equal(scheme->result == NULL, op->class == CLASS_PRED);
    assert_int_equal(scheme->arity == 0, op->form == FORM_ATOM);
    if (op->form == FORM_INFIX) assert_int_equal(scheme->arity, 2);
  }
}

static void mismatch_says_where(void **state)
{
  World *w = *state;
  Symbol *x = var(w, "x");
  Node *member = binary(w, NODE_MEMBER, id(w, x), leaf(w, NODE_NAT));
  Node *wrong = equal(w, id(w, x), leaf(w, NODE_TRUE));
  infer_predicate(w->infer, member);
  infer_predicate(w->infer, wrong);
  settle(w);
  assert_int_equal(diags_errors(w->diags), 1);
  assert_error(w, 0, "expected INTEGER, found BOOL as the right side of '='");
  const Diag *diag = diags_get(w->diags, 0);
  assert_string_equal(diag->code, "type-mismatch");
  assert_int_equal(diag->span.begin, wrong->kids[1]->span.begin);
  assert_string_equal(diag->notes->text, "x got its type INTEGER here");
  assert_int_equal(diag->notes->span.begin, member->span.begin);
}

/* a*b = c, c = d, d = {1|->TRUE}: the product is decided from far away. */
static void products_wait(void **state)
{
  World *w = *state;
  Symbol *a = var(w, "a"), *b = var(w, "b"), *c = var(w, "c");
  Node *product = binary(w, NODE_TIMES, id(w, a), id(w, b));
  infer_predicate(w->infer, equal(w, product, id(w, c)));
  Node *pair = binary(w, NODE_MAPLET, one(w), leaf(w, NODE_TRUE));
  infer_predicate(w->infer, equal(w, id(w, c), unary(w, NODE_SET_EXT, pair)));
  settle(w);
  assert_no_errors(w);
  assert_type(a->type, "POW(INTEGER)");
  assert_type(b->type, "POW(BOOL)");
  assert_int_equal(product->kind, NODE_CARTESIAN);
  assert_ptr_equal(product->type, c->type);
}

static void differences_default_to_integers(void **state)
{
  World *w = *state;
  Symbol *a = var(w, "a"), *b = var(w, "b"), *c = var(w, "c");
  Node *minus = binary(w, NODE_MINUS, id(w, a), id(w, b));
  infer_predicate(w->infer, equal(w, minus, binary(w, NODE_TIMES, id(w, c), id(w, c))));
  settle(w);
  assert_no_errors(w);
  assert_type(a->type, "INTEGER");
  assert_type(c->type, "INTEGER");
  assert_int_equal(minus->kind, NODE_MINUS);
}

/* A chain of n pending products is decided in linear time by its last link. */
static void many_products(void **state)
{
  World *w = *state;
  enum { N = 200000 };
  Symbol *first = var(w, "x"), *last = first;
  for (int i = 0; i < N; i++) {
    Symbol *next = var(w, "x");
    infer_predicate(w->infer,
                    equal(w, binary(w, NODE_TIMES, id(w, last), id(w, last)), id(w, next)));
    last = next;
  }
  infer_predicate(w->infer, equal(w, id(w, last), one(w)));
  settle(w);
  assert_no_errors(w);
  assert_type(first->type, "INTEGER");
}

/* x1=(x0,x0), x2=(x1,x1) …: exponentially large, unless parts are shared. */
static Symbol *doubling(World *w, Symbol *x, int n, bool bottom_up)
{
  Symbol *all[100];
  all[0] = x;
  for (int i = 1; i <= n; i++) all[i] = var(w, "x");
  for (int k = 1; k <= n; k++) {
    int i = bottom_up ? k : n + 1 - k;
    Node *pair = binary(w, NODE_MAPLET, id(w, all[i - 1]), id(w, all[i - 1]));
    infer_predicate(w->infer, equal(w, id(w, all[i]), pair));
  }
  return all[n];
}

static void shared_types(void **state)
{
  World *w = *state;
  Symbol *x = var(w, "x"), *y = var(w, "y");
  Symbol *one_top = doubling(w, x, 90, true), *other_top = doubling(w, y, 90, false);
  infer_predicate(w->infer, equal(w, id(w, one_top), id(w, other_top)));
  infer_predicate(w->infer, equal(w, id(w, y), leaf(w, NODE_TRUE)));
  settle(w);
  assert_no_errors(w);
  assert_type(x->type, "BOOL");
  assert_ptr_equal(one_top->type, other_top->type);
  assert_int_equal(one_top->type->height, 91);
}

/* The same, and at the bottom they differ. */
static void shared_types_that_differ(void **state)
{
  World *w = *state;
  Symbol *x = var(w, "x"), *y = var(w, "y");
  Symbol *one_top = doubling(w, x, 90, false), *other_top = doubling(w, y, 90, true);
  infer_predicate(w->infer, equal(w, id(w, x), one(w)));
  infer_predicate(w->infer, equal(w, id(w, y), leaf(w, NODE_TRUE)));
  infer_predicate(w->infer, equal(w, id(w, one_top), id(w, other_top)));
  settle(w);
  assert_int_equal(diags_errors(w->diags), 1);
  assert_true(strlen(diags_get(w->diags, 0)->message) < 400);
}

/* x1={x0}, x2={x1} …: deeper than any tree. */
static void deep_types(void **state)
{
  World *w = *state;
  enum { N = 100000 };
  for (int known = 0; known < 2; known++) {
    Symbol *last = var(w, "x");
    if (known) infer_predicate(w->infer, equal(w, id(w, last), one(w)));
    for (int i = 0; i < N; i++) {
      Symbol *next = var(w, "x");
      infer_predicate(w->infer, equal(w, id(w, next), unary(w, NODE_SET_EXT, id(w, last))));
      last = next;
    }
    settle(w);
  }
  assert_int_equal(diags_errors(w->diags), 1);
  assert_error(w, 0, "types nested more than 5000 deep are not supported");
}

static void cyclic_types(void **state)
{
  World *w = *state;
  Symbol *k = var(w, "k"), *x = var(w, "x"), *y = var(w, "y");
  infer_predicate(w->infer, binary(w, NODE_MEMBER, id(w, k), id(w, k)));
  assert_int_equal(diags_errors(w->diags), 1);
  /* POW(a) = POW(POW(a)) behind two names */
  infer_predicate(w->infer, equal(w, id(w, x), unary(w, NODE_SET_EXT, id(w, y))));
  infer_predicate(w->infer, equal(w, id(w, y), unary(w, NODE_SET_EXT, id(w, x))));
  assert_int_equal(diags_errors(w->diags), 2);
  assert_string_equal(diags_get(w->diags, 1)->code, "type-cycle");
  settle(w);
}

static void large_set(void **state)
{
  World *w = *state;
  enum { N = 1000000 };
  Node *set = node_new(w->arena, NODE_SET_EXT, next_span(w), NULL, N);
  Node *sets = node_new(w->arena, NODE_SET_EXT, next_span(w), NULL, N);
  for (uint32_t i = 0; i < N; i++) {
    node_set(set, i, one(w));
    node_set(sets, i, leaf(w, NODE_EMPTY_SET));
  }
  size_t before = arena_bytes(w->arena);
  assert_type(infer_expression(w->infer, set), "POW(INTEGER)");
  assert_type(infer_expression(w->infer, sets), "POW(POW(?))");
  settle(w);
  assert_no_errors(w);
  assert_true(arena_bytes(w->arena) - before < 100000);
  assert_ptr_equal(set->kids[N - 1]->type, type_integer(w->types));
}

/* k'b = 1 before k = rec(a:…,b:…), and after it. */
static void records_stay_open(void **state)
{
  World *w = *state;
  Symbol *k = var(w, "k"), *v = var(w, "v"), *r = var(w, "r");
  Node *entries[] = {node_unary(w->arena, NODE_ENTRY, next_span(w), leaf(w, NODE_TRUE)),
                     node_unary(w->arena, NODE_ENTRY, next_span(w), id(w, v))};
  entries[0]->name = name(w, "a");
  entries[1]->name = name(w, "b");
  Node *rec = node_list(w->arena, NODE_REC, next_span(w), NULL, entries, 2);
  Node *kb = unary(w, NODE_FIELD, id(w, k)), *ka = unary(w, NODE_FIELD, id(w, k));
  kb->name = name(w, "b");
  ka->name = name(w, "a");
  infer_predicate(w->infer, equal(w, kb, one(w)));
  infer_predicate(w->infer, equal(w, id(w, k), rec));
  infer_predicate(w->infer, equal(w, id(w, r), ka));
  Node *alone = unary(w, NODE_FIELD, id(w, v = var(w, "q")));
  alone->name = name(w, "f");
  infer_predicate(w->infer, equal(w, alone, one(w)));
  settle(w);
  assert_no_errors(w);
  assert_type(k->type, "struct(a:BOOL,b:INTEGER)");
  assert_type(r->type, "BOOL");
  assert_type(v->type, "struct(f:INTEGER)");
}

static void unknown_types_are_reported_once(void **state)
{
  World *w = *state;
  Symbol *a = var(w, "a"), *b = var(w, "b"), *c = var(w, "c");
  infer_predicate(w->infer, equal(w, id(w, a), id(w, b)));
  infer_settle(w->infer);
  infer_require(w->infer, a);
  infer_require(w->infer, b);
  infer_require(w->infer, c);
  infer_finish(w->infer);
  assert_int_equal(diags_errors(w->diags), 2);
  assert_error(w, 0, "the type of a cannot be inferred");
  assert_error(w, 1, "the type of c cannot be inferred");
}

/* STRING*T --> POW(T) */
static void declared_types(void **state)
{
  World *w = *state;
  Symbol *t = symbol(w, SYMBOL_LOCAL, "T");
  Node *from = binary(w, NODE_TIMES, leaf(w, NODE_STRING), id(w, t));
  Node *arrow = binary(w, NODE_TOTAL_FUN, from, unary(w, NODE_POW, id(w, t)));
  const Type *argument, *result, *parts[2];
  assert_true(type_from_set_expression(w->types, w->names, w->diags, arrow, &argument, &result));
  assert_true(type_components(argument, 2, parts));
  assert_ptr_equal(parts[0], type_string(w->types));
  assert_ptr_equal(parts[1], type_parameter(w->types, 0));
  assert_ptr_equal(result, type_pow(w->types, type_parameter(w->types, 0)));

  Symbol *ext = symbol(w, SYMBOL_EXTERNAL, "F");
  const Type *scheme[] = {parts[0], parts[1], result};
  ext->scheme = scheme;
  ext->arity = 2;
  for (int i = 0; i < 2; i++) { /* T is another type at each use */
    Node *args[] = {leaf(w, NODE_STRING_LIT), i ? leaf(w, NODE_TRUE) : one(w)};
    Node *use = node_list(w->arena, NODE_EXTERNAL, next_span(w), ext->name, args, 2);
    use->symbol = ext;
    assert_type(infer_expression(w->infer, use), i ? "POW(BOOL)" : "POW(INTEGER)");
  }
  assert_no_errors(w);
  assert_false(type_from_set_expression(w->types, w->names, w->diags, one(w), &argument, &result));
  assert_int_equal(diags_errors(w->diags), 1);
}

/* FREETYPES L(T) = nil, cons(T*L(T)) */
static void free_types_with_parameters(void **state)
{
  World *w = *state;
  Symbol *list = symbol(w, SYMBOL_FREETYPE, "L"), *t = symbol(w, SYMBOL_LOCAL, "T");
  Symbol *nil = symbol(w, SYMBOL_CONSTRUCTOR, "nil"), *cons = symbol(w, SYMBOL_CONSTRUCTOR, "cons");
  Type *parameter = type_parameter(w->types, 0);
  t->type = type_pow(w->types, parameter);
  list->type = type_pow(w->types, type_free_type(w->types, list, &parameter, 1));
  nil->owner = cons->owner = list;
  Node *tail = binary(w, NODE_APPLY, id(w, list), id(w, t));
  cons->argument = binary(w, NODE_TIMES, id(w, t), tail);
  Node *pair = binary(w, NODE_MAPLET, one(w), id(w, nil));
  assert_type(infer_expression(w->infer, binary(w, NODE_APPLY, id(w, cons), pair)), "L(INTEGER)");
  assert_type(cons->type, "POW(?*L(?)*L(?))");
  Node *truth = binary(w, NODE_MAPLET, leaf(w, NODE_TRUE), id(w, nil));
  assert_type(infer_expression(w->infer, binary(w, NODE_APPLY, id(w, cons), truth)), "L(BOOL)");
  settle(w);
  assert_no_errors(w);
}

/* A failed unification leaves no traces in the types. */
static void failures_change_nothing(void **state)
{
  World *w = *state;
  Symbol *x = var(w, "x");
  Node *left = binary(w, NODE_MAPLET, id(w, x), one(w));
  Node *right = binary(w, NODE_MAPLET, leaf(w, NODE_STRING_LIT), leaf(w, NODE_TRUE));
  infer_predicate(w->infer, equal(w, left, right));
  infer_predicate(w->infer, equal(w, id(w, x), one(w)));
  settle(w);
  assert_int_equal(diags_errors(w->diags), 1);
  assert_error(w, 0, "expected ?*INTEGER, found STRING*BOOL as the right side of '='");
  assert_type(x->type, "INTEGER");
}

int test_infer(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(schemes_are_readable),
      TEST(mismatch_says_where),
      TEST(products_wait),
      TEST(differences_default_to_integers),
      TEST(many_products),
      TEST(shared_types),
      TEST(shared_types_that_differ),
      TEST(deep_types),
      TEST(cyclic_types),
      TEST(large_set),
      TEST(records_stay_open),
      TEST(unknown_types_are_reported_once),
      TEST(declared_types),
      TEST(free_types_with_parameters),
      TEST(failures_change_nothing),
  };
#undef TEST
  return cmocka_run_group_tests_name("infer", tests, NULL, NULL);
}
