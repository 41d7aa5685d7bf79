/* Random properties of constants, against all values tried.
 *
 *   constants_fuzz [--count N] [--seed N] [--size N] [--only N] [--verbose]
 *
 * Each problem is a machine.  Its properties are those of constants, or the same predicate is asked
 * in another way: for initial values (ANY, x :(P)), as a set, as an existential.  The solutions are
 * those values for which the conjunction is TRUE, evaluated one by one.  An answer may be
 * incomplete; it may not have another value, lack a solution and claim to be complete, or call
 * properties that have a solution not well-defined.
 *
 * Problem number n depends on the seed and n alone, so that --only n --verbose repeats one.
 * The first wrong answer is made smaller and shown; the exit status is then 1. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lts/b_machine.h"
#include "engine/external/external.h"
#include "random/properties.h"
#include "random/workbench.h"
#include "random/series.h"
#include "session/stack.h"
#include "solver/solver.h"

enum { MOST_TRIED = 400, MOST_NAMES = MOST_UNKNOWNS + 2, MOST_STEPS = 60 };

/* How the predicate is asked. */
typedef enum { AS_CONSTANTS, AS_SETUPS, AS_ANY, AS_SUCH_THAT, AS_SET, AS_EXISTS, WAYS } Way;
static const char *const way_names[WAYS] = {
    "all set-ups", "set-ups but for symmetry", "ANY", "x :(P)", "{x | P}", "#x.(P)"};

typedef struct {
  Series series;
  uint64_t mistakes, expired, none, complete[WAYS], partial[WAYS], unknown;
} Run;

typedef struct {
  Run *run;
  Generator g;
  ProblemText problem;
  uint64_t number, from, patience;
  Way way;
  bool reference_only, three; /* elements in D, else two */
  /* of the machine that is tried */
  Session *session;
  Model *model;
  Engine *engine;
  Lts *lts;
  Text text, reason;
} Fuzz;

static unsigned asked;
static bool too_long(void *context)
{
  (void) context;
  return ++asked > MOST_STEPS;
}

static void begin(Fuzz *f)
{
  engine_forget(f->engine);
  engine_restart(f->engine);
  f->engine->expired = false;
  f->engine->steps = 0;
  asked = 0;
}

/* ----------------------------------------------------------------- machines */

static void list_names(Text *t, const ProblemText *p, char letter)
{
  for (uint32_t i = 0; i < p->count; i++) text_printf(t, "%s%c%u", i ? "," : "", letter, i);
}

static void print_clauses(Fuzz *f, const char *predicate)
{
  const ProblemText *p = &f->problem;
  Text *t = &f->text;
  bool variables = f->way == AS_ANY || f->way == AS_SUCH_THAT;
  text_printf(t, "CONSTANTS d1,d2");
  if (f->way == AS_CONSTANTS || f->way == AS_SETUPS) text_printf(t, ", "), list_names(t, p, 'n');
  if (f->way == AS_SET || f->way == AS_EXISTS) text_printf(t, ", answer");
  text_printf(t, "\nPROPERTIES card(D) = %d & d1 : D & d2 : D & d1 /= d2", f->three ? 3 : 2);
  if (f->way == AS_CONSTANTS || f->way == AS_SETUPS) text_printf(t, " & %s", predicate);
  if (f->way == AS_SET) {
    text_printf(t, " & answer = {");
    list_names(t, p, 'n');
    text_printf(t, " | %s}", predicate);
  } else if (f->way == AS_EXISTS) {
    text_printf(t, " & answer = bool(#(");
    list_names(t, p, 'n');
    text_printf(t, ").(%s))", predicate);
  }
  if (!variables) return;
  char letter = f->way == AS_ANY ? 'v' : 'n';
  text_printf(t, "\nVARIABLES ");
  list_names(t, p, letter);
  text_printf(t, "\nINVARIANT ");
  for (uint32_t i = 0; i < p->count; i++) {
    Text set = {0};
    tree_print(&set, tree_whole_type(&f->g, p->names[i].name.type));
    text_printf(t, "%s%c%u : %s", i ? " & " : "", letter, i, text_string(&set));
    text_free(&set);
  }
  text_printf(t, "\nINITIALISATION ");
  if (f->way == AS_ANY) text_printf(t, "ANY ");
  list_names(t, p, 'n');
  text_printf(t, f->way == AS_ANY ? " WHERE %s THEN " : " :(%s)", predicate);
  if (f->way == AS_ANY) {
    list_names(t, p, 'v');
    text_printf(t, " := ");
    list_names(t, p, 'n');
    text_printf(t, " END");
  }
}

static void print_machine(Fuzz *f, const char *predicate)
{
  text_clear(&f->text);
  text_printf(&f->text,
              "MACHINE M\nSETS S = {s1,s2,s3}; D\n"
              "FREETYPES L = nil, cons(INTEGER*L), leaf(BOOL)\nDEFINITIONS %s",
              properties_definitions);
  print_clauses(f, predicate);
  text_printf(&f->text, "\nEND\n");
}

/* False if it has mistakes. */
static bool open_machine(Fuzz *f)
{
  f->session = session_new();
  f->model = session_load(f->session, session_text(f->session, "m", text_string(&f->text)));
  Diags *diags = session_diags(f->session);
  bool fine = diags_errors(diags) == 0;
  for (uint32_t i = 0; !fine && f->run->series.verbose && i < diags_count(diags); i++)
    printf("  %s\n", diags_get(diags, i)->message);
  f->engine = NULL;
  f->lts = NULL;
  if (!fine) return false;
  f->engine = engine_new(session_names(f->session), f->model, NULL, 0);
  external_install(f->engine);
  f->engine->options.lazy_limit = 3000;
  f->engine->options.expansion_limit = 20000;
  f->engine->options.cancelled = (Cancel){.asked = too_long};
  f->engine->options.reference_only = f->reference_only;
  f->engine->options.every_setup = f->way == AS_CONSTANTS;
  f->engine->options.solver_from = f->from;
  f->engine->options.solver_patience = f->patience;
  engine_set_size(f->engine, f->model->sets.data[1], f->three ? 3 : 2);
  f->lts = b_machine_lts(b_machine_new(f->engine));
  return true;
}

static void close_machine(Fuzz *f)
{
  if (f->lts) f->lts->free(f->lts);
  engine_free(f->engine);
  session_free(f->session);
}

/* ------------------------------------------------------------------- answers */

typedef VEC(Value) Values;

typedef struct {
  Sink sink; /* first */
  Fuzz *f;
  Values tuples; /* records of d1, d2 and the names; of a set: the set; or a truth value */
  Value *setup;  /* the first state, if another step leads to the values */
  bool incomplete, fault;
  char why[200];
} Answer;

static void take_values(Answer *a, const Value *values)
{
  const Fuzz *f = a->f;
  bool one = f->way == AS_SET || f->way == AS_EXISTS;
  vec_push(&a->tuples, one ? values[2] : value_record(f->engine->store, values, f->lts->width - 1));
}

/* Constants that are defined by themselves stay expressions: they are written out here. */
static void take_constants(Answer *a, const Value *values)
{
  Fuzz *f = a->f;
  Engine *e = f->engine;
  uint32_t count = f->model->constants.len;
  Value written[MOST_NAMES], before[MOST_NAMES];
  Reference *r = reference_new(e);
  memcpy(before, e->constants, count * sizeof *before);
  memcpy(e->constants, values, count * sizeof *values);
  for (uint32_t i = 0; i < count; i++) {
    const Type *type = f->model->constants.data[i]->type;
    written[i] = values[i];
    if (value_tag(values[i]) == TAG_LAZY)
      written[i] = reference_expand(r, engine_element_shape(e, type), values[i], SPAN_NONE);
    if (value_is_none(written[i])) a->incomplete = true, written[i] = values[i];
  }
  memcpy(e->constants, before, count * sizeof *before);
  reference_free(r);
  take_values(a, written);
}

static void take_transition(Sink *sink, const Transition *t)
{
  Answer *a = (Answer *) sink;
  Fuzz *f = a->f;
  uint32_t constants = f->model->constants.len, width = f->lts->width - 1;
  bool ready = t->label == LABEL_INITIALISATION || constants == width;
  if (!ready) {
    if (!a->setup) a->setup = calloc(width + 1, sizeof *a->setup);
    if (!a->setup) abort();
    memcpy(a->setup, t->state, (width + 1) * sizeof *a->setup);
    return;
  }
  if (f->way == AS_CONSTANTS || f->way == AS_SETUPS) take_constants(a, t->state);
  else take_values(a, t->state);
}

static void take_trouble(Sink *sink, const Trouble *t)
{
  Answer *a = (Answer *) sink;
  if (t->kind == TROUBLE_INCOMPLETE) a->incomplete = true;
  else if (t->kind == TROUBLE_FAULT) a->fault = true;
  snprintf(a->why, sizeof a->why, "%s", t->message ? t->message : "");
}

static void find_answer(Fuzz *f, Answer *a)
{
  begin(f);
  solver_install(f->engine);
  f->lts->initial(f->lts, &a->sink);
  if (a->setup) f->lts->next(f->lts, a->setup, &a->sink);
  f->engine->options.solver = NULL;
}

/* ----------------------------------------------------------- all values tried */

typedef struct {
  Fuzz *f;
  Reference *reference;
  const Node *predicate;
  const Symbol *names[MOST_NAMES]; /* d1, d2, n0 … */
  Value domains[MOST_NAMES];
  uint32_t count;
  Values solutions, doubtful; /* records: TRUE of these, not known of those */
} Trial;

static bool try_all(Trial *t, uint32_t name)
{
  Fuzz *f = t->f;
  if (f->engine->expired) return false;
  if (name == t->count) {
    Value values[MOST_NAMES];
    for (uint32_t i = 0; i < t->count; i++)
      if (!reference_lookup(t->reference, t->names[i], &values[i])) abort();
    Truth truth = reference_truth(t->reference, t->predicate);
    Value tuple = value_record(f->engine->store, values, t->count);
    if (truth == TRUTH_TRUE) vec_push(&t->solutions, tuple);
    if (truth == TRUTH_UNKNOWN) vec_push(&t->doubtful, tuple);
    return !f->engine->expired;
  }
  const Symbol *symbol = t->names[name];
  SetIter it = set_iter(f->engine->store, engine_shape(f->engine, symbol->type), t->domains[name]);
  bool known = true;
  for (Value v; known && set_next(&it, &v);) {
    reference_bind(t->reference, symbol, v);
    known = try_all(t, name + 1);
    reference_unbind(t->reference, 1);
  }
  return known;
}

static const Formula *formula_of(Fuzz *f, const char *text)
{
  const Formula *formula = session_formula(
      f->session, f->model, session_text(f->session, "p", text), FORMULA_EXPR_OR_PRED);
  return diags_errors(session_diags(f->session)) == 0 ? formula : NULL;
}

static const Symbol *symbol_of(const Symbols *symbols, const char *name)
{
  for (uint32_t i = 0; i < symbols->len; i++)
    if (!strcmp(symbols->data[i]->name->text, name)) return symbols->data[i];
  return NULL;
}

/* False: the domain cannot be tried. */
static bool add_name(Trial *t, const Symbol *symbol, const char *domain)
{
  if (!symbol || t->count == MOST_NAMES) return false;
  const Formula *set = formula_of(t->f, domain);
  Value v = set ? reference_value(t->reference, set->node) : VALUE_FAULT;
  if (value_is_none(v) || value_tag(v) == TAG_LAZY) return false;
  t->names[t->count] = symbol;
  t->domains[t->count++] = v;
  return true;
}

static bool open_trial(Trial *t, const char *predicate)
{
  Fuzz *f = t->f;
  t->reference = reference_new(f->engine);
  Text all = {0};
  text_printf(&all, "d1 /= d2 & %s", predicate);
  const Formula *formula = formula_of(f, text_string(&all));
  text_free(&all);
  if (!formula) return false;
  t->predicate = formula->node;
  bool fine = add_name(t, symbol_of(&f->model->constants, "d1"), "D") &&
              add_name(t, symbol_of(&f->model->constants, "d2"), "D");
  for (uint32_t i = 0; fine && i < f->problem.count; i++) {
    const UnknownName *n = &f->problem.names[i];
    const Symbol *symbol = symbol_of(&f->model->constants, n->name.name);
    if (!symbol) symbol = symbol_of(&f->model->variables, n->name.name);
    if (!symbol) symbol = symbol_of(&formula->free, n->name.name);
    fine = add_name(t, symbol, n->domain);
  }
  return fine;
}

static void close_trial(Trial *t)
{
  reference_free(t->reference);
  vec_free(&t->solutions);
  vec_free(&t->doubtful);
}

/* ---------------------------------------------------------------- comparison */

static bool has_tuple(const Values *tuples, Value tuple)
{
  for (uint32_t i = 0; i < tuples->len; i++)
    if (value_same(tuples->data[i], tuple)) return true;
  return false;
}

static bool wrong(const Trial *t, Value tuple, const char *what)
{
  Fuzz *f = t->f;
  text_clear(&f->reason);
  for (uint32_t i = 0; !value_is_none(tuple) && i < t->count; i++)
    text_printf(&f->reason, "%s%s = %s", i ? " & " : "", t->names[i]->name->text,
                engine_text(f->engine, engine_shape(f->engine, t->names[i]->type),
                            record_field(f->engine->store, tuple, i)));
  text_printf(&f->reason, " %s (%s, from %u, patience %u%s)\n", what, way_names[f->way],
              (unsigned) f->from, (unsigned) f->patience,
              f->reference_only ? ", without the fast evaluator" : "");
  return true;
}

/* Is a tuple that was found a solution?  It need not be among those tried. */
static bool is_solution(Trial *t, Value tuple)
{
  Store *store = t->f->engine->store;
  if (has_tuple(&t->solutions, tuple) || has_tuple(&t->doubtful, tuple)) return true;
  for (uint32_t i = 0; i < t->count; i++)
    reference_bind(t->reference, t->names[i], record_field(store, tuple, i));
  Truth truth = reference_truth(t->reference, t->predicate);
  reference_unbind(t->reference, t->count);
  return truth == TRUTH_TRUE || truth == TRUTH_UNKNOWN;
}

/* d1 and d2 are the first two elements of D where nothing else is a constant of D. */
static bool is_fixed(const Trial *t, Value tuple)
{
  Store *store = t->f->engine->store;
  return value_same(record_field(store, tuple, 0), value_atom(0)) &&
         value_same(record_field(store, tuple, 1), value_atom(1));
}

typedef struct { /* another order of the elements of D */
  Store *store;
  const Shape *set;
  uint32_t to[3];
} Renaming;

/* No value of the problems has elements of D inside of a free type. */
static Value renamed(const Renaming *r, const Shape *shape, Value v)
{
  if (shape == r->set) return value_atom(r->to[value_atom_index(v)]);
  if (shape->kind == SHAPE_PAIR)
    return value_pair(r->store, renamed(r, shape->args[0], pair_first(r->store, v)),
                      renamed(r, shape->args[1], pair_second(r->store, v)));
  if (shape->kind == SHAPE_RECORD) {
    Value fields[MOST_NAMES];
    for (uint32_t i = 0; i < shape->count; i++)
      fields[i] = renamed(r, shape->args[i], record_field(r->store, v, i));
    return value_record(r->store, fields, shape->count);
  }
  if (shape->kind != SHAPE_SET) return v;
  Values all = {0};
  SetIter it = set_iter(r->store, shape->args[0], v);
  for (Value x; set_next(&it, &x);) vec_push(&all, x);
  for (uint32_t i = 0; i < all.len; i++) all.data[i] = renamed(r, shape->args[0], all.data[i]);
  Value result = set_build(r->store, shape->args[0], all.data, all.len);
  vec_free(&all);
  return result;
}

/* Was the tuple found, or one that differs only by the names of elements of D? */
static bool was_found(const Trial *t, const Answer *a, Value tuple)
{
  static const uint32_t orders[6][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1},
                                        {2, 1, 0}, {1, 2, 0}, {2, 0, 1}};
  Engine *e = t->f->engine;
  Renaming r = {.store = e->store, .set = engine_shape(e, t->names[0]->type)};
  uint32_t count = t->f->way != AS_SETUPS ? 1 : t->f->three ? 6 : 2;
  for (uint32_t k = 0; k < count; k++) {
    Value values[MOST_NAMES];
    memcpy(r.to, orders[k], sizeof r.to);
    for (uint32_t i = 0; i < t->count; i++)
      values[i] = renamed(&r, engine_shape(e, t->names[i]->type), record_field(e->store, tuple, i));
    if (has_tuple(&a->tuples, value_record(e->store, values, t->count))) return true;
  }
  return false;
}

/* Variables are looked for in the first set-up only. */
static bool is_expected(const Trial *t, Value tuple)
{
  return t->f->way == AS_CONSTANTS || t->f->way == AS_SETUPS || is_fixed(t, tuple);
}

static bool compare_tuples(Trial *t, const Answer *a)
{
  bool constants = t->f->way == AS_CONSTANTS || t->f->way == AS_SETUPS;
  bool once =
      constants && !a->incomplete; /* where values are not all tried, some are tried again */
  for (uint32_t i = 0; i < a->tuples.len; i++) {
    Value tuple = a->tuples.data[i];
    if (!is_solution(t, tuple)) return wrong(t, tuple, "is no solution");
    for (uint32_t k = 0; once && k < i; k++)
      if (value_same(a->tuples.data[k], tuple)) return wrong(t, tuple, "was found twice");
  }
  bool some = false;
  for (uint32_t i = 0; i < t->solutions.len; i++) some |= is_expected(t, t->solutions.data[i]);
  if (a->fault && some) return wrong(t, VALUE_UNDEFINED, "not well-defined, with solutions");
  for (uint32_t i = 0; !a->incomplete && !a->fault && i < t->solutions.len; i++)
    if (is_expected(t, t->solutions.data[i]) && !was_found(t, a, t->solutions.data[i]))
      return wrong(t, t->solutions.data[i], "was not found");
  return false;
}

/* The names of a solution, as an element of {n0,n1 | …}. */
static Value element_of(const Trial *t, Value tuple)
{
  Store *store = t->f->engine->store;
  Value v = record_field(store, tuple, 2);
  for (uint32_t i = 3; i < t->count; i++) v = value_pair(store, v, record_field(store, tuple, i));
  return v;
}

static bool compare_set(Trial *t, const Answer *a)
{
  Engine *e = t->f->engine;
  const Symbol *answer = symbol_of(&t->f->model->constants, "answer");
  const Shape *element = engine_element_shape(e, answer->type);
  if (a->fault) return wrong(t, VALUE_UNDEFINED, "a set that is not well-defined");
  if (a->tuples.len == 0)
    return !a->incomplete && wrong(t, VALUE_UNDEFINED, "there is no such set");
  if (a->tuples.len > 1) return wrong(t, VALUE_UNDEFINED, "there are several sets");
  for (uint32_t i = 0; i < t->solutions.len; i++)
    if (is_fixed(t, t->solutions.data[i]) &&
        reference_member(t->reference, element, element_of(t, t->solutions.data[i]),
                         a->tuples.data[0]) == TRUTH_FALSE)
      return wrong(t, t->solutions.data[i], "is not in the set");
  if (value_tag(a->tuples.data[0]) == TAG_LAZY) return false;
  SetIter it = set_iter(e->store, element, a->tuples.data[0]);
  for (Value v; set_next(&it, &v);) {
    Value values[MOST_NAMES] = {value_atom(0), value_atom(1)};
    for (uint32_t i = t->count; i-- > 2;) {
      values[i] = i > 2 ? pair_second(e->store, v) : v;
      if (i > 2) v = pair_first(e->store, v);
    }
    Value tuple = value_record(e->store, values, t->count);
    if (!is_solution(t, tuple)) return wrong(t, tuple, "is in the set");
  }
  return false;
}

static bool compare_truth(Trial *t, const Answer *a)
{
  bool some = false;
  for (uint32_t i = 0; i < t->solutions.len; i++) some |= is_fixed(t, t->solutions.data[i]);
  if (a->fault) return some && wrong(t, VALUE_UNDEFINED, "not well-defined, with solutions");
  if (a->tuples.len == 0)
    return !a->incomplete && wrong(t, VALUE_UNDEFINED, "neither true nor false");
  if (some && value_same(a->tuples.data[0], VALUE_FALSE))
    return wrong(t, t->solutions.data[0], "is a solution, or one for other d1, d2");
  return false;
}

static bool answers_wrongly(void *context, const Tree *tree)
{
  Fuzz *f = context;
  Run *run = f->run;
  Text predicate = {0};
  tree_print(&predicate, tree);
  print_machine(f, text_string(&predicate));
  Text note = {0};
  text_printf(&note, "problem %llu, %s", (unsigned long long) f->number, text_string(&f->text));
  workbench_note(text_string(&note));
  text_free(&note);
  Answer a = {.sink = {take_transition, take_trouble}, .f = f};
  Trial t = {.f = f};
  bool result = false;
  if (!open_machine(f)) run->mistakes++;
  else {
    find_answer(f, &a);
    bool expired = f->engine->expired, whole = !a.incomplete && !a.fault;
    begin(f);
    if (expired) run->expired++;
    else if (!open_trial(&t, text_string(&predicate))) run->mistakes++;
    else if (!try_all(&t, 0)) run->expired++;
    else {
      result = f->way == AS_SET      ? compare_set(&t, &a)
               : f->way == AS_EXISTS ? compare_truth(&t, &a)
                                     : compare_tuples(&t, &a);
      if (result) text_printf(&f->reason, "%s\n", a.why);
      if (a.incomplete) run->partial[f->way]++, run->unknown += t.doubtful.len > 0;
      else run->complete[f->way]++;
      run->none += whole && t.solutions.len == 0;
    }
    close_trial(&t);
  }
  if (run->series.verbose) printf("%s%s\n", text_string(&f->text), a.why);
  vec_free(&a.tuples);
  free(a.setup);
  close_machine(f);
  text_free(&predicate);
  return result;
}

/* ---------------------------------------------------------------------- runs */

static bool one_problem(Fuzz *f, uint64_t number)
{
  static const uint64_t patiences[] = {1, 20, 10000};
  Generator *g = &f->g;
  f->number = number;
  g->random = random_from(f->run->series.seed * UINT64_C(1000000007) + number);
  g->infinite = random_below(&g->random, 4) == 0;
  f->patience = patiences[random_below(&g->random, 3)];
  f->from = random_below(&g->random, 3) ? 400 : 1;
  f->way = (Way) random_below(&g->random, WAYS);
  f->reference_only = random_below(&g->random, 4) == 0;
  f->three = random_below(&g->random, 4) == 0;
  problem_properties(g, &f->problem, f->way == AS_CONSTANTS ? MOST_TRIED / 2 : MOST_TRIED,
                     f->run->series.size);
  Tree *tree = problem_tree(g, &f->problem);
  if (!answers_wrongly(f, tree)) return true;
  printf("problem %llu is answered wrongly:\n%s%s\n", (unsigned long long) number,
         text_string(&f->text), text_string(&f->reason));
  f->run->series.verbose = false;
  tree = tree_shrink(g, tree, answers_wrongly, f);
  answers_wrongly(f, tree);
  printf("smaller:\n%s%s", text_string(&f->text), text_string(&f->reason));
  return false;
}

static void summarise(const Run *run)
{
  uint64_t complete = 0, partial = 0;
  for (uint32_t i = 0; i < WAYS; i++) complete += run->complete[i], partial += run->partial[i];
  uint64_t judged = complete + partial;
  printf("%llu problems: %llu with mistakes, %llu too long; %llu complete, %llu of them without "
         "solutions; %llu incomplete (%.1f %%), %llu of them where a value is not decided either\n",
         (unsigned long long) run->series.count, (unsigned long long) run->mistakes,
         (unsigned long long) run->expired, (unsigned long long) complete,
         (unsigned long long) run->none, (unsigned long long) partial,
         judged ? 100.0 * (double) partial / (double) judged : 0.0,
         (unsigned long long) run->unknown);
  for (uint32_t i = 0; i < WAYS; i++)
    printf("  %-25s %7llu complete %6llu incomplete\n", way_names[i],
           (unsigned long long) run->complete[i], (unsigned long long) run->partial[i]);
}

static int run_all(void *data)
{
  Run *run = data;
  Fuzz f = {.run = run, .g = {.arena = arena_new()}};
  ArenaMark start = arena_mark(f.g.arena);
  bool fine = true;
  workbench_report_crashes();
  for (uint64_t i = run->series.only; i < run->series.only + run->series.count && fine; i++) {
    arena_release(f.g.arena, start);
    fine = one_problem(&f, i);
  }
  arena_free(f.g.arena);
  text_free(&f.text);
  text_free(&f.reason);
  summarise(run);
  return fine ? 0 : 1;
}

int main(int argc, char **argv)
{
  Run run = {.series = {.count = 5000, .seed = 1, .size = 4}};
  for (int i = 1; i < argc; i++) {
    if (!series_take(&run.series, argc, argv, &i)) {
      fprintf(stderr, "usage: constants_fuzz " SERIES_USAGE "\n");
      return 2;
    }
  }
  return stack_run(run_all, &run);
}
