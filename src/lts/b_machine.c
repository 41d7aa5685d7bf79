#include "lts/b_machine.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "engine/reference/execute/execute.h"
#include "engine/fork.h"
#include "engine/reference/reference.h"
#include "engine/symmetry.h"
#include "engine/code/vm.h"
#include "engine/reference/execute/why.h"
#include "lts/b_machine_impl.h"
#include "lts/guard.h"
#include "lts/refuted.h"
#include "lts/words.h"
#include "model/model_print.h"
#include "model/reads.h"

/* ------------------------------------------------------------------- states */

static bool replace(Value *values, const Value *by, uint32_t count)
{
  if (count == 0 || !memcmp(values, by, count * sizeof *by)) return false;
  memcpy(values, by, count * sizeof *by);
  return true;
}

static void enter(BMachine *m, const Value *state)
{
  bool variables = replace(m->e->variables, state + m->constants, m->variables);
  bool constants = replace(m->e->constants, state, m->constants);
  if (m->vm && (variables || m->part)) vm_state_changed(m->vm);
  if (m->vm && (constants || m->part)) vm_constants_changed(m->vm);
}

static void copy_state(const BMachine *m, Value *row)
{
  memcpy(row, m->e->constants, m->constants * sizeof *row);
  memcpy(row + m->constants, m->e->variables, m->variables * sizeof *row);
}

/* A set-up has no variables yet.  Without variables it is told by a mark, which
 * is the last word of every row. */
static Value mark_of(bool setup) { return setup ? VALUE_FALSE : VALUE_TRUE; }

static bool is_setup(Lts *lts, const Value *state)
{
  return value_same(state[lts->width - 1], VALUE_FALSE);
}

static void report_call(Sink *sink, BMachine *m, int kind, uint32_t label, const Value *arguments)
{
  Trouble trouble = {
      .kind = kind, .label = label, .span = m->e->fault.span, .arguments = arguments};
  trouble.claim = kind == TROUBLE_FAULT && m->e->fault.claim;
  trouble.message = kind == TROUBLE_INCOMPLETE ? m->e->cause : m->e->fault.message;
  if (kind == TROUBLE_INCOMPLETE) {
    trouble.span = SPAN_NONE;
    tried_keep(m->e);
  }
  sink->trouble(sink, &trouble);
}

static void report(Sink *sink, BMachine *m, int kind, uint32_t label)
{
  report_call(sink, m, kind, label, NULL);
}

/* ------------------------------------------------------------------ set-ups */

typedef struct {
  BMachine *m;
  Sink *sink;
  bool some;
} Setup;

static bool found_setup(void *context, Reference *r)
{
  Setup *s = context;
  BMachine *m = s->m;
  Value *row = arena_new_array(m->e->scratch, Value, m->lts.width);
  for (uint32_t i = 0; i < m->constants; i++)
    if (!reference_lookup(r, m->model->constants.data[i], &row[i])) row[i] = m->e->constants[i];
  for (uint32_t i = 0; i < m->variables; i++) row[m->constants + i] = VALUE_UNDEFINED;
  row[m->lts.width - 1] = mark_of(true);
  Transition t = {LABEL_SETUP, NULL, row};
  if (!symmetry_keeps(m->e, &m->symmetry, row)) return true;
  s->some = true;
  s->sink->accept(s->sink, &t);
  return true;
}

static void initialise(BMachine *m, Sink *sink);

/* Numbers or elements that the machine is given: also if only one value is tried, it is set up. */
static bool has_parameters(const Model *model)
{
  for (uint32_t i = 0; i < model->constants.len; i++)
    if (model->constants.data[i]->parameter) return true;
  return false;
}

/* The properties have no solution: is it because they are undefined for all that the rest of them
 * allows? */
static bool are_undefined(BMachine *m, uint32_t warnings)
{
  uint32_t count = m->e->warnings.len - warnings;
  Warning *new = arena_new_array(m->e->scratch, Warning, count + 1);
  for (uint32_t i = 0; i < count; i++) new[i] = m->e->warnings.data[warnings + i];
  Refuted question = {
      m->unknown.data, m->unknown.len, m->properties.data, m->properties.len, new, count};
  return count > 0 && !refuted_by_truth(m->r, &question);
}

static void find_initial(BMachine *m, Sink *sink)
{
  b_setup_prepare(m);
  if (m->vm) vm_constants_changed(m->vm);
  vec_free(&m->symmetry);
  m->symmetry = symmetry_rules(m->e);
  if (m->properties.len == 0 && m->unknown.len == 0 && !has_parameters(m->model)) {
    initialise(m, sink);
    return;
  }
  Setup s = {m, sink, false};
  Node *all = node_new(m->e->arena, NODE_AND, SPAN_NONE, NULL, m->properties.len);
  for (uint32_t i = 0; i < m->properties.len; i++) node_set(all, i, (Node *) m->properties.data[i]);
  uint32_t warnings = m->e->warnings.len;
  Solved solved =
      reference_solve(m->r, m->unknown.data, m->unknown.len, all, WINDOWS_COUNTED, found_setup, &s);
  bool none = !s.some && solved == SOLVED_ALL;
  if (none && are_undefined(m, warnings)) { /* nothing was left because of this */
    const Warning *first = &m->e->warnings.data[warnings];
    engine_fault(m->e, first->span, "the %s are not well-defined: %s", words_properties(&m->lts, 2),
                 first->message);
    report(sink, m, TROUBLE_FAULT, LABEL_SETUP);
  }
  if (solved != SOLVED_ALL) report(sink, m, TROUBLE_INCOMPLETE, LABEL_SETUP);
}

static void initial(Lts *lts, Sink *sink)
{
  BMachine *m = machine(lts);
  find_initial(m, sink);
  m->start = store_mark(m->e->store);
}

/* --------------------------------------------------------------- operations */

typedef struct {
  BMachine *m;
  Sink *sink;
  const Operation *operation;
  const Node *body; /* without the guard */
  uint32_t label;
  const Value *state;
  Value *arguments;
} Step;

/* Warns of results that got no value. */
static void check_results(BMachine *m, const Operation *op, const Value *arguments)
{
  for (uint32_t i = 0; op && i < op->result_count; i++) {
    if (!value_is_none(arguments[op->parameter_count + i])) continue;
    Fault fault = m->e->fault;
    engine_fault(m->e, op->results[i]->span, "the result %s of %s has no value in some case",
                 op->results[i]->name->text, op->symbol->name->text);
    engine_warn(m->e, "");
    m->e->fault = fault;
  }
}

static bool take_outcome(void *context, Reference *r, const Update *updates, uint32_t count)
{
  Step *s = context;
  BMachine *m = s->m;
  (void) r;
  Value *row = m->row;
  memcpy(row, s->state, m->lts.width * sizeof *row);
  for (uint32_t j = 0; j < s->operation->result_count; j++)
    s->arguments[s->operation->parameter_count + j] = VALUE_UNDEFINED;
  for (uint32_t i = 0; i < count; i++) {
    const Symbol *symbol = updates[i].symbol;
    if (symbol->kind == SYMBOL_VARIABLE && !symbol->dropped)
      row[m->constants + symbol->index] = updates[i].value;
    for (uint32_t j = 0; j < s->operation->result_count; j++)
      if (s->operation->results[j] == symbol)
        s->arguments[s->operation->parameter_count + j] = updates[i].value;
  }
  check_results(m, s->operation, s->arguments);
  Transition t = {s->label, s->arguments, row};
  s->sink->accept(s->sink, &t);
  return true;
}

static void take_failure(void *context, Reference *r)
{
  const Step *s = context;
  (void) r;
  report_call(s->sink, s->m, TROUBLE_FAULT, s->label, s->arguments);
}

/* The operation with its parameters bound. */
static bool perform(void *context, Reference *r)
{
  Step *s = context;
  const Operation *op = s->operation;
  for (uint32_t i = 0; i < op->parameter_count; i++)
    reference_lookup(r, op->parameters[i], &s->arguments[i]);
  for (uint32_t i = 0; i < op->result_count; i++)
    reference_bind(r, op->results[i], VALUE_UNDEFINED);
  Executed how = execute(r, s->body, take_outcome, take_failure, s);
  reference_unbind(r, op->result_count);
  if (how == EXECUTED_INCOMPLETE)
    report_call(s->sink, s->m, TROUBLE_INCOMPLETE, s->label, s->arguments);
  return how != EXECUTED_STOPPED;
}

static void run_by_reference(BMachine *m, const Value *state, uint32_t index, Sink *sink)
{
  const Operation *op = m->operations.data[index];
  Value *arguments =
      arena_new_array(m->e->scratch, Value, op->parameter_count + op->result_count + 1);
  Step s = {m, sink, op, op->body, LABEL_OPERATION + index, state, arguments};
  const Node *guard = guard_of(m->e->scratch, op, &s.body);
  static const Node always = {.kind = NODE_BTRUE, .height = 1};
  if (op->parameter_count > 0) {
    Solved solved = reference_solve(m->r, op->parameters, op->parameter_count,
                                    guard ? guard : &always, WINDOWS_COUNTED, perform, &s);
    if (solved != SOLVED_ALL) report(sink, m, TROUBLE_INCOMPLETE, s.label);
    return;
  }
  Truth t = guard ? reference_truth(m->r, guard) : TRUTH_TRUE;
  if (t == TRUTH_TRUE) perform(&s, m->r);
  else if (t == TRUTH_FAULT) report(sink, m, TROUBLE_FAULT, s.label);
  else if (t == TRUTH_UNKNOWN) report(sink, m, TROUBLE_INCOMPLETE, s.label);
}

/* ---- the same by compiled routines */

typedef struct {
  RoutineSink sink; /* first */
  BMachine *m;
  Sink *to;
  const Operation *operation;
  uint32_t label;
} Running;

static void routine_outcome(RoutineSink *sink, const Value *arguments)
{
  Running *run = (Running *) sink;
  BMachine *m = run->m;
  copy_state(m, m->row);
  m->row[m->lts.width - 1] = mark_of(false);
  check_results(m, run->operation, arguments);
  Transition t = {run->label, arguments, m->row};
  run->to->accept(run->to, &t);
}

static void routine_failure(RoutineSink *sink, const Value *arguments)
{
  const Running *run = (Running *) sink;
  report_call(run->to, run->m, TROUBLE_FAULT, run->label, arguments);
}

static void routine_incomplete(RoutineSink *sink, const Value *arguments)
{
  const Running *run = (Running *) sink;
  report_call(run->to, run->m, TROUBLE_INCOMPLETE, run->label, arguments);
}

static Truth run_routine(BMachine *m, const Routine *routine, const Operation *op, uint32_t label,
                         Sink *to)
{
  Running run = {{routine_outcome, routine_failure, routine_incomplete}, m, to, op, label};
  return vm_run(m->vm, routine, &run.sink);
}

static void compile_operations(BMachine *m)
{
  m->compiled = true;
  for (uint32_t i = 0; i < m->operations.len; i++) {
    const Operation *op = m->operations.data[i];
    RoutineText text = {.parameters = op->parameters,
                        .results = op->results,
                        .parameter_count = op->parameter_count,
                        .result_count = op->result_count};
    text.guard = guard_of(m->e->arena, op, &text.body);
    vec_push(&m->routines, vm_routine(m->vm, text));
  }
}

/* ----------------------------------------------------------- initialisation */

/* The initialisations of all machines, one after the other. */
static const Node *whole_initialisation(BMachine *m)
{
  uint32_t count = m->model->initialisations.len;
  if (count == 1) return m->model->initialisations.data[0].node;
  Node *all = node_new(m->e->arena, count ? NODE_SEQUENCE : NODE_SKIP, SPAN_NONE, NULL, count);
  for (uint32_t i = 0; i < count; i++) node_set(all, i, m->model->initialisations.data[i].node);
  return all;
}

typedef struct {
  BMachine *m;
  Sink *sink;
} Initial;

static bool take_initial(void *context, Reference *r, const Update *updates, uint32_t count)
{
  const Initial *in = context;
  BMachine *m = in->m;
  (void) r;
  copy_state(m, m->row);
  m->row[m->lts.width - 1] = mark_of(false);
  for (uint32_t i = 0; i < count; i++)
    if (updates[i].symbol->kind == SYMBOL_VARIABLE && !updates[i].symbol->dropped)
      m->row[m->constants + updates[i].symbol->index] = updates[i].value;
  Transition t = {LABEL_INITIALISATION, NULL, m->row};
  in->sink->accept(in->sink, &t);
  return true;
}

static void take_initial_failure(void *context, Reference *r)
{
  const Initial *in = context;
  (void) r;
  report(in->sink, in->m, TROUBLE_FAULT, LABEL_INITIALISATION);
}

static void begin_initialisation(BMachine *m)
{
  for (uint32_t i = 0; i < m->variables; i++) m->e->variables[i] = VALUE_UNDEFINED;
  if (m->vm) vm_state_changed(m->vm);
  if (!m->start_text) m->start_text = whole_initialisation(m);
}

static void initialise_by_reference(BMachine *m, Sink *sink)
{
  Initial in = {m, sink};
  begin_initialisation(m);
  Executed how = execute(m->r, m->start_text, take_initial, take_initial_failure, &in);
  if (how == EXECUTED_INCOMPLETE) report(sink, m, TROUBLE_INCOMPLETE, LABEL_INITIALISATION);
}

static void initialise(BMachine *m, Sink *sink)
{
  begin_initialisation(m);
  if (m->vm && !m->started) {
    m->start_routine = vm_routine(m->vm, (RoutineText){.body = m->start_text});
    m->started = true;
  }
  if (m->vm && m->start_routine) run_routine(m, m->start_routine, NULL, LABEL_INITIALISATION, sink);
  else initialise_by_reference(m, sink);
}

static void run_operation(BMachine *m, const Value *state, uint32_t index, Sink *sink)
{
  const Routine *routine = m->vm ? m->routines.data[index] : NULL;
  engine_restart(m->e);
  if (!routine) {
    run_by_reference(m, state, index, sink);
    return;
  }
  uint32_t label = LABEL_OPERATION + index;
  Truth t = run_routine(m, routine, m->operations.data[index], label, sink);
  if (t == TRUTH_FAULT) report(sink, m, TROUBLE_FAULT, label);
  else if (t == TRUTH_UNKNOWN) report(sink, m, TROUBLE_INCOMPLETE, label);
}

static void next(Lts *lts, const Value *state, Sink *sink)
{
  BMachine *m = machine(lts);
  engine_forget(m->e);
  enter(m, state);
  if (is_setup(lts, state)) {
    initialise(m, sink);
    return;
  }
  if (m->vm && !m->compiled) compile_operations(m);
  for (uint32_t i = 0; i < m->operations.len; i++) run_operation(m, state, i, sink);
}

static Truth explained(BMachine *m, Truth t, Trouble *why)
{
  why->span = m->e->fault.span;
  why->message = t == TRUTH_UNKNOWN ? m->e->cause : m->e->fault.message;
  if (t == TRUTH_UNKNOWN) tried_keep(m->e);
  return t;
}

Truth b_machine_truth(Lts *lts, const Node *node, const Value *state, Symbol *const *names,
                      const Value *values, uint32_t count, Trouble *why)
{
  BMachine *m = machine(lts);
  engine_forget(m->e);
  enter(m, state);
  for (uint32_t i = 0; i < count; i++) reference_bind(m->r, names[i], values[i]);
  Truth t = reference_truth(m->r, node);
  reference_unbind(m->r, count);
  return explained(m, t, why);
}

static void step(Lts *lts, const Value *state, uint32_t label, Sink *sink)
{
  BMachine *m = machine(lts);
  engine_forget(m->e);
  enter(m, state);
  if (m->vm && !m->compiled) compile_operations(m);
  run_operation(m, state, label - LABEL_OPERATION, sink);
}

static Truth truth_of(BMachine *m, MachinePredicate *p, const Value *state, Trouble *why)
{
  if (!m->vm) return b_machine_truth(&m->lts, p->node, state, NULL, NULL, 0, why);
  engine_forget(m->e);
  enter(m, state);
  if (!p->code) p->code = vm_predicate(m->vm, p->node);
  return explained(m, vm_truth(m->vm, p->code), why);
}

static Truth holds(Lts *lts, uint32_t predicate, const Value *state, Trouble *why)
{
  return truth_of(machine(lts), &machine(lts)->predicates.data[predicate], state, why);
}

/* Code has values in it. */
static void forget_code(BMachine *m)
{
  if (!m->vm) return;
  vm_free(m->vm);
  m->vm = vm_new(m->r);
  m->compiled = m->started = false;
  m->routines.len = 0;
  for (uint32_t i = 0; i < m->predicates.len; i++) m->predicates.data[i].code = NULL;
  m->scope.code = NULL;
}

Patience patience_begin(Engine *e, double seconds)
{
  Patience p = {.deadline = e->options.deadline};
  engine_set_time_limit(e, seconds);
  p.sooner = p.deadline <= 0 || e->options.deadline < p.deadline;
  if (!p.sooner) e->options.deadline = p.deadline;
  return p;
}

/* What was not computed is in the memos of the code, so a new try needs new code. */
bool patience_end(BMachine *m, Patience p)
{
  Engine *e = m->e;
  e->options.deadline = p.deadline;
  if (!e->expired || !p.sooner || e->full || (e->options.cancelled && e->options.cancelled()))
    return false;
  e->expired = false;
  forget_code(m);
  return true;
}

void b_machine_allow(Lts *lts, double seconds)
{
  BMachine *m = machine(lts);
  Engine *e = m->e;
  if (e->full) return;
  engine_set_time_limit(e, seconds);
  e->options.cancelled = NULL;
  if (e->expired) forget_code(m); /* as in patience_end */
  e->expired = false;
}

static Truth holds_within(Lts *lts, uint32_t predicate, const Value *state, double seconds,
                          bool *late, Trouble *why)
{
  BMachine *m = machine(lts);
  Patience patience = patience_begin(m->e, seconds);
  Truth t = holds(lts, predicate, state, why);
  *late = patience_end(m, patience) && t == TRUTH_UNKNOWN;
  return t;
}

static Truth is_outside(Lts *lts, const Value *state, Trouble *why)
{
  Truth t = truth_of(machine(lts), &machine(lts)->scope, state, why);
  return t == TRUTH_TRUE ? TRUTH_FALSE : t == TRUTH_FALSE ? TRUTH_TRUE : t;
}

static void explain(Lts *lts, uint32_t predicate, const Value *state, Text *text, unsigned margin)
{
  BMachine *m = machine(lts);
  Arena *arena = arena_new();
  engine_forget(m->e);
  enter(m, state);
  why_print(text, why_tree(m->r, arena, m->predicates.data[predicate].node, m->lts.style), margin);
  arena_free(arena);
}

static void ignore_transition(Sink *sink, const Transition *t)
{
  (void) sink;
  (void) t;
}

static void ignore_trouble(Sink *sink, const Trouble *t)
{
  (void) sink;
  (void) t;
}

enum { LONGEST_EXPLANATION = 2 }; /* seconds: the reference interpreter is slow */

/* The operation with these arguments. */
static void run_call_by_reference(BMachine *m, const Value *state, uint32_t index,
                                  const Value *arguments, Sink *sink)
{
  const Operation *op = m->operations.data[index];
  uint32_t count = op->parameter_count + op->result_count;
  Step s = {m, sink, op, op->body, LABEL_OPERATION + index, state, NULL};
  s.arguments = arena_new_array(m->e->scratch, Value, count + 1);
  guard_of(m->e->scratch, op, &s.body);
  for (uint32_t i = 0; i < op->parameter_count; i++)
    reference_bind(m->r, op->parameters[i], arguments[i]);
  perform(&s, m->r);
  reference_unbind(m->r, op->parameter_count);
}

static void explain_claim(Lts *lts, const Trouble *t, const Value *state, Text *text,
                          unsigned margin, LtsCall *call)
{
  BMachine *m = machine(lts);
  Sink nobody = {ignore_transition, ignore_trouble};
  ClaimQuestion question = {t->span, t->message, text, margin, lts->style, false, NULL};
  Patience patience = patience_begin(m->e, LONGEST_EXPLANATION);
  uint32_t operation = t->label - LABEL_OPERATION;
  engine_forget(m->e);
  if (state) enter(m, state);
  engine_restart(m->e);
  execute_ask(m->r, &question);
  if (t->label == LABEL_INITIALISATION) initialise_by_reference(m, &nobody);
  else if (t->label >= LABEL_OPERATION && state && t->arguments)
    run_call_by_reference(m, state, operation, t->arguments, &nobody);
  else if (t->label >= LABEL_OPERATION && state) run_by_reference(m, state, operation, &nobody);
  execute_ask(m->r, NULL);
  if (question.call) *call = (LtsCall){question.call->name->text, question.call->span};
  patience_end(m, patience);
}

/* -------------------------------------------------------- threads and memory */

/* Functions of the tool may print or read files: that is done in one thread, in order. */
static bool has_externals(const BMachine *m)
{
  for (uint32_t i = 0; i < m->operations.len; i++)
    if (m->operation_reads.data[i].external) return true;
  for (uint32_t i = 0; i < m->predicates.len; i++)
    if (m->predicates.data[i].reads.external) return true;
  return false;
}

static Lts *fork(Lts *lts)
{
  const BMachine *m = machine(lts);
  if (has_externals(m)) return NULL;
  BMachine *f = machine(b_machine_new(engine_fork(m->e)));
  f->owns_engine = true;
  for (uint32_t i = f->predicates.len; i < m->predicates.len; i++)
    b_machine_add(&f->lts, m->predicates.data[i].node, m->predicates.data[i].about.kind);
  return &f->lts;
}

static bool release(Lts *lts, StoreMark *mark)
{
  BMachine *m = machine(lts);
  forget_code(m);
  store_release(m->e->store, m->start, VALUE_UNDEFINED);
  for (uint32_t i = 0; i < m->variables; i++) m->e->variables[i] = VALUE_UNDEFINED;
  *mark = m->start;
  return true;
}

static void free_machine(Lts *lts)
{
  BMachine *m = machine(lts);
  vm_free(m->vm);
  reference_free(m->r);
  vec_free(&m->operations);
  vec_free(&m->operation_reads);
  vec_free(&m->routines);
  vec_free(&m->predicates);
  vec_free(&m->unknown);
  vec_free(&m->properties);
  vec_free(&m->written);
  vec_free(&m->symmetry);
  free(m->row);
  if (m->owns_engine) engine_free(m->e);
  free(m);
}

/* ----------------------------------------------------------------- building */

static void add_predicate(BMachine *m, const Node *node, PredicateKind kind)
{
  MachinePredicate p = {{.kind = kind, .span = node->span}, node, NULL, {NULL, false}};
  p.reads.variables = arena_new_array(m->e->arena, uint8_t, m->variables + 1);
  reads_collect(node, &p.reads);
  while (node->kind == NODE_EXPANSION || node->kind == NODE_DESCRIBED) node = node->kids[0];
  if (node->kind == NODE_LABELLED) p.about.label = node->name->text;
  Text text = {0};
  if (p.about.label) text_printf(&text, "%s: ", p.about.label);
  model_print_formula(&text, m->model, node, false);
  p.about.text = arena_copy(m->e->arena, text_string(&text), text.len);
  text_free(&text);
  vec_push(&m->predicates, p);
  m->lts.predicate_count = m->predicates.len;
}

static void add_predicates(BMachine *m, const Clause *clauses, uint32_t count, PredicateKind kind)
{
  for (uint32_t i = 0; i < count; i++)
    if (clause_is_invariant(&clauses[i])) add_predicate(m, clauses[i].node, kind);
}

/* What an operation looks at; what it writes on some ways only counts, too. */
static void add_operation(BMachine *m, const Operation *op)
{
  uint8_t *certain = arena_new_array(m->e->arena, uint8_t, m->variables + 1);
  Reads reads = {arena_new_array(m->e->arena, uint8_t, m->variables + 1), false};
  reads_collect(op->body, &reads);
  reads_certain_writes(op->body, certain);
  for (uint32_t i = 0; i < op->write_count; i++)
    if (!op->writes[i]->dropped && !certain[op->writes[i]->index])
      reads.variables[op->writes[i]->index] = 1;
  vec_push(&m->operations, op);
  vec_push(&m->operation_reads, reads);
}

/* A definition with a meaning, if it is a predicate over the state; or NULL. */
static const Node *defined_predicate(const BMachine *m, const char *text)
{
  const Name *name = names_find(m->e->names, text, strlen(text));
  const Node *node = name ? map_get(&m->model->settings, name) : NULL;
  return node && !node->type && !model_mentions_dropped(node) ? node : NULL;
}

static void add_goal(BMachine *m)
{
  const Node *goal = defined_predicate(m, "GOAL");
  if (goal) add_predicate(m, goal, PREDICATE_GOAL);
}

static void add_scope(BMachine *m)
{
  m->scope.node = defined_predicate(m, "SCOPE");
  if (m->scope.node) m->lts.is_outside = is_outside;
}

void b_machine_enter(Lts *lts, const Value *state) { enter(machine(lts), state); }

void b_machine_add(Lts *lts, const Node *node, PredicateKind kind)
{
  BMachine *m = machine(lts);
  add_predicate(m, node, kind);
  m->predicates.data[m->predicates.len - 1].about.asked = true;
}

/* Models that come from Event-B say that the values of the outermost ANY are to be seen:
 * they count as arguments. */
static bool shows_any_values(const Engine *e)
{
  static const char setting[] = "SET_PREF_SHOW_EVENTB_ANY_VALUES";
  const Name *name = names_find(e->names, setting, sizeof setting - 1);
  const Node *value = name ? map_get(&e->model->settings, name) : NULL;
  return !e->options.plain_calls && value && node_bare(value)->kind == NODE_TRUE;
}

static const Operation *with_any_values(Engine *e, const Operation *op)
{
  const Node *any = substitution_bare(op->body);
  if (any->kind != NODE_ANY) return op;
  Operation *copy = arena_alloc(e->arena, sizeof *copy);
  *copy = *op;
  copy->parameter_count += any->kids[0]->count;
  copy->parameters = arena_new_array(e->arena, Symbol *, copy->parameter_count + 1);
  for (uint32_t i = 0; i < op->parameter_count; i++) copy->parameters[i] = op->parameters[i];
  for (uint32_t i = 0; i < any->kids[0]->count; i++)
    copy->parameters[op->parameter_count + i] = node_bare(any->kids[0]->kids[i])->symbol;
  copy->body = node_binary(e->arena, NODE_SELECT, any->span, any->kids[1], any->kids[2]);
  return copy;
}

/* LET x BE P IN SELECT G THEN … says of the parameters that #x.(P & G). */
static const Operation *with_guard_outside(Engine *e, const Operation *op)
{
  const Node *let = substitution_bare(op->body);
  const Node *select = let->kind == NODE_LET ? substitution_bare(let->kids[2]) : let;
  bool guarded = select->kind == NODE_SELECT && select->count == 2;
  if (op->parameter_count == 0 || let->kind != NODE_LET || !guarded) return op;
  Operation *copy = arena_alloc(e->arena, sizeof *copy);
  *copy = *op;
  Node *both = node_binary(e->arena, NODE_AND, let->span, let->kids[1], select->kids[0]);
  Node *guard = node_binary(e->arena, NODE_EXISTS, let->span, let->kids[0], both);
  copy->body = node_binary(e->arena, NODE_SELECT, let->span, guard, op->body);
  return copy;
}

static void add_operations(BMachine *m)
{
  const Model *model = m->model;
  bool any_values = shows_any_values(m->e);
  for (uint32_t i = 0; m->part && i < m->part->operations.len; i++)
    add_operation(m, m->part->operations.data[i]);
  for (uint32_t i = 0; !m->part && i < model->operations.len; i++) {
    const Operation *op = model->operations.data[i];
    if (!op->top_level || !op->body) continue;
    if (any_values) op = with_any_values(m->e, op);
    add_operation(m, with_guard_outside(m->e, op));
  }
}

static Lts *new_machine(Engine *e, const ChainView *part)
{
  BMachine *m = calloc(1, sizeof *m);
  if (!m) memory_exhausted();
  m->e = e;
  m->part = part;
  m->start_text = part ? part->initialisation : NULL;
  m->r = reference_new(e);
  if (!e->options.strict_wd && !e->options.reference_only) m->vm = vm_new(m->r);
  m->model = e->model;
  m->constants = e->model->constants.len;
  m->variables = e->model->variables.len;
  uint32_t widest = 0;
  add_operations(m);
  for (uint32_t i = 0; i < m->operations.len; i++) {
    const Operation *op = m->operations.data[i];
    if (op->parameter_count + op->result_count > widest)
      widest = op->parameter_count + op->result_count;
  }
  uint32_t width = m->constants + m->variables + 1;
  m->row = calloc(width, sizeof *m->row);
  if (!m->row) memory_exhausted();
  m->lts = (Lts){.width = width,
                 .label_count = LABEL_OPERATION + m->operations.len,
                 .label_width = widest,
                 .first_operation = LABEL_OPERATION,
                 .events = model_is_eventb(e->model),
                 .unconditional = m->constants == 0 && e->model->properties.len == 0,
                 .store = e->store,
                 .constants = m->constants,
                 .initial = initial,
                 .next = next,
                 .is_setup = is_setup,
                 .holds = holds,
                 .holds_within = holds_within,
                 .explain = explain,
                 .explain_claim = explain_claim,
                 .step = step,
                 .fork = fork,
                 .release = release,
                 .free = free_machine};
  b_machine_tells(&m->lts);
  add_predicates(m, e->model->invariants.data, e->model->invariants.len, PREDICATE_INVARIANT);
  add_predicates(m, e->model->assertions.data, e->model->assertions.len, PREDICATE_ASSERTION);
  add_goal(m);
  add_scope(m);
  return &m->lts;
}

Lts *b_machine_new(Engine *e) { return new_machine(e, NULL); }

Lts *b_machine_part(Engine *e, ChainPart part) { return new_machine(e, &e->model->parts[part]); }
