#include "random/workbench.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "engine/external/external.h"
#include "engine/code/vm.h"
#include "engine/setup/setup.h"

enum { MOST_STEPS = 60000, RENEW_AFTER = 200, MOST_SECONDS = 20 };

static void *open_reference(Engine *e) { return reference_new(e); }
static Value value_by_reference(void *r, const Node *node) { return reference_value(r, node); }
static Truth truth_by_reference(void *r, const Node *node) { return reference_truth(r, node); }
static void close_reference(void *r) { reference_free(r); }

const Evaluator reference_evaluator = {"reference", open_reference, value_by_reference,
                                       truth_by_reference, close_reference};

/* The fast evaluator, with a reference interpreter of its own to hand over to. */
typedef struct {
  Reference *reference;
  Vm *vm;
} Fast;

static void *open_fast(Engine *e)
{
  Fast *f = calloc(1, sizeof *f);
  if (!f) abort();
  f->reference = reference_new(e);
  f->vm = vm_new(f->reference);
  return f;
}

static Value value_by_code(void *context, const Node *node)
{
  Fast *f = context;
  return vm_value(f->vm, vm_expression(f->vm, node));
}

static Truth truth_by_code(void *context, const Node *node)
{
  Fast *f = context;
  return vm_truth(f->vm, vm_predicate(f->vm, node));
}

static void close_fast(void *context)
{
  Fast *f = context;
  vm_free(f->vm);
  reference_free(f->reference);
  free(f);
}

const Evaluator fast_evaluator = {"fast", open_fast, value_by_code, truth_by_code, close_fast};

#define TINY_STORE \
  { \
    .bits_limit = 4, .bitset_limit = 9, .dense_factor = 2, .map_least = 1, .equal_hashes = true, \
    .as_if_large = true \
  }

const Setup setups[SETUP_COUNT] = {
    [USUAL] = {"usual", &reference_evaluator, STORE_DEFAULTS, 3000, 20000, false},
    [TINY] = {"tiny thresholds, equal hashes", &reference_evaluator, TINY_STORE, 3000, 20000,
              false},
    [LAZY] = {"lazy", &reference_evaluator, STORE_DEFAULTS, 1, 20000, false},
    [SYMBOLIC] = {"symbolic", &reference_evaluator, STORE_DEFAULTS, 1, 20000, true},
    [FAST] = {"fast", &fast_evaluator, STORE_DEFAULTS, 3000, 20000, false},
    [FAST_TINY] = {"fast, tiny thresholds, equal hashes", &fast_evaluator, TINY_STORE, 3000, 20000,
                   false}};

/* ------------------------------------------------------------------ crashes */

static char current[20000];

void workbench_note(const char *formula)
{
  size_t length = strlen(formula);
  if (length > sizeof current - 2) length = sizeof current - 2;
  memcpy(current, formula, length);
  current[length] = '\n';
  current[length + 1] = 0;
  /* of the processor, not of the clock on the wall: others may be busy */
  setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = MOST_SECONDS}, NULL);
}

static void on_crash(int number)
{
  static const char text[] = "crashed, or did not end, while evaluating: ";
  ssize_t ignored = write(2, text, sizeof text - 1);
  ignored = write(2, current, strlen(current));
  (void) ignored;
  signal(number, SIG_DFL);
  raise(number);
}

void workbench_report_crashes(void)
{
  static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPROF};
  struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    sigaction(numbers[i], &action, NULL);
}

/* -------------------------------------------------------------------- sides */

static unsigned asked; /* how often whether to go on: every few thousand steps */
static bool too_long(void *context)
{
  (void) context;
  return ++asked > MOST_STEPS / 4096;
}

void side_forget(Side *side)
{
  engine_forget(side->engine);
  side->engine->warnings.len = 0;
  side->engine->expired = false;
  side->engine->steps = 0;
  asked = 0;
}

static void open_side(Workbench *w, Side *side, const Setup *setup)
{
  Engine *e = engine_new(session_names(w->session), w->model, NULL, 0);
  external_install(e);
  store_free(e->store); /* nothing but small integers was made so far */
  e->store = store_new_with(setup->store);
  e->options.lazy_limit = setup->lazy_limit;
  e->options.expansion_limit = setup->expansion_limit;
  e->options.keep_closures = setup->keep_closures;
  e->options.cancelled = (Cancel){.asked = too_long};
  e->options.eager = setup == &setups[FAST_TINY];
  *side = (Side){e, reference_new(e), setup, setup->evaluator->open(e)};
  if (setup_constants(side->reference) != TRUTH_TRUE) abort();
}

void workbench_open(Workbench *w)
{
  w->session = session_new();
  w->model = session_load(w->session, session_text(w->session, "universe", universe));
  if (diags_errors(session_diags(w->session))) abort();
  for (uint32_t i = 0; i < SETUP_COUNT; i++) open_side(w, &w->sides[i], &setups[i]);
  w->used = 0;
}

void workbench_close(Workbench *w)
{
  setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL); /* nobody is waited for any more */
  for (uint32_t i = 0; i < SETUP_COUNT; i++) {
    w->sides[i].setup->evaluator->close(w->sides[i].evaluator);
    reference_free(w->sides[i].reference);
    engine_free(w->sides[i].engine);
  }
  session_free(w->session);
}

void workbench_renew(Workbench *w)
{
  if (w->used < RENEW_AFTER) return;
  workbench_close(w);
  workbench_open(w);
}

const Node *workbench_formula(Workbench *w, const char *text)
{
  workbench_note(text);
  w->used++;
  Diags *diags = session_diags(w->session);
  const Source *source = session_text(w->session, "formula", text);
  const Formula *f = session_formula(w->session, w->model, source, FORMULA_EXPR_OR_PRED);
  bool fine = diags_errors(diags) == 0 && f->free.len == 0;
  if (!fine && w->verbose)
    printf("%s\n  %s\n", text, diags_count(diags) ? diags_get(diags, 0)->message : "free names");
  diags_release(diags, 0);
  return fine ? f->node : NULL;
}

/* ----------------------------------------------------------------- outcomes */

static bool has_lazy(Store *s, const Shape *shape, Value v)
{
  if (value_tag(v) == TAG_LAZY) return true;
  switch (shape->kind) {
  case SHAPE_PAIR:
    return has_lazy(s, shape->args[0], pair_first(s, v)) ||
           has_lazy(s, shape->args[1], pair_second(s, v));
  case SHAPE_RECORD:
    for (uint32_t i = 0; i < shape->count; i++)
      if (has_lazy(s, shape->args[i], record_field(s, v, i))) return true;
    return false;
  case SHAPE_SET: {
    const Shape *element = shape_element(shape);
    if (shape_is_indexed(element) || element->kind == SHAPE_INTEGER) return false;
    SetIter it = set_iter(s, element, v);
    for (Value x; set_next(&it, &x);)
      if (has_lazy(s, element, x)) return true;
    return false;
  }
  default: return false;
  }
}

static void take_truth(FormulaOutcome *o, Truth t)
{
  if (t == TRUTH_TRUE || t == TRUTH_FALSE) {
    o->kind = OUTCOME_KNOWN;
    text_add(&o->text, t == TRUTH_TRUE ? "TRUE" : "FALSE");
  } else o->kind = t == TRUTH_FAULT ? OUTCOME_FAULT : OUTCOME_UNKNOWN;
}

/* Sets that are not written out are, if that is possible. */
static void take_value(Side *side, FormulaOutcome *o, const Shape *shape, Value v)
{
  if (value_is_none(v)) {
    o->kind = value_same(v, VALUE_FAULT) ? OUTCOME_FAULT : OUTCOME_UNKNOWN;
    return;
  }
  if (value_tag(v) == TAG_LAZY) {
    Value all = reference_expand(side->reference, shape_element(shape), v, SPAN_NONE);
    if (value_same(all, VALUE_FAULT)) {
      o->kind = OUTCOME_FAULT;
      return;
    }
    if (!value_is_none(all)) v = all;
  }
  o->kind = has_lazy(side->engine->store, shape, v) ? OUTCOME_LAZY : OUTCOME_KNOWN;
  engine_format(side->engine, &o->text, shape, v, (FormatStyle){.sequences = true});
}

void side_evaluate(Side *side, const Node *node, FormulaOutcome *o)
{
  const Evaluator *by = side->setup->evaluator;
  side_forget(side);
  text_clear(&o->text);
  if (node->type)
    take_value(side, o, engine_shape(side->engine, node->type), by->value(side->evaluator, node));
  else take_truth(o, by->truth(side->evaluator, node));
  if (side->engine->expired) o->kind = OUTCOME_EXPIRED;
}
