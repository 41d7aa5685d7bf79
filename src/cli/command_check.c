#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "cli/check_coverage.h"
#include "cli/cli.h"
#include "cli/engine_options.h"
#include "cli/given_constants.h"
#include "cli/input.h"
#include "cli/last_words.h"
#include "cli/limits.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "cli/violation.h"
#include "lts/b_machine.h"
#include "report/trace.h"
#include "report/trace_file.h"
#include "search/explore.h"
#include "session/unknown_name.h"
#include "syntax/print.h"

typedef struct {
  Cli *cli;
  Lts *lts;
  const Exploration *x;
  Engine *engine;
  uint32_t step;
  json_t *trace;
  Value *last;     /* the state after the last step of the trace */
  Value *call;     /* the arguments of the operation that goes wrong there … */
  bool call_known; /* … if there are any */
  json_t *saved;   /* the same as a trace file, for the first violation; or NULL */
  bool shows_progress;
} Check;

/* -------------------------------------------------------------------- traces */

static void show_step(void *context, const Transition *t, const Value *before)
{
  Check *c = context;
  c->step += t->label >= c->lts->first_operation;
  if (c->cli->json) trace_add_step_json(c->trace, c->lts, t, before);
  else trace_print_step(&c->cli->out, c->lts, t, before, c->step, true);
  if (c->saved) trace_file_add(c->saved, c->lts, t, before);
  memcpy(c->last, t->state, c->lts->width * sizeof *c->last);
}

/* Why the predicate or claim does not hold, in the last state of the trace. */
static void show_reason(Check *c, const Violation *v, json_t *entry)
{
  bool predicate = v->kind == VIOLATION_INVARIANT || v->kind == VIOLATION_ASSERTION;
  bool somewhere = v->state != NO_STATE;
  Text text = {0};
  Trouble trouble = {.kind = TROUBLE_FAULT, .label = v->label, .span = v->span};
  trouble.message = v->message;
  trouble.arguments = c->call_known ? c->call : NULL;
  if (predicate && somewhere && c->lts->explain)
    c->lts->explain(c->lts, v->predicate, c->last, &text, 7);
  else if (v->kind == VIOLATION_OBLIGATION && c->lts->explain_claim)
    c->lts->explain_claim(c->lts, &trouble, somewhere ? c->last : NULL, &text, 7);
  if (!text.len) return;
  text_add(&c->cli->out, text_string(&text));
  json_object_set_new(entry, "why", json_report_string(text_string(&text)));
  text_free(&text);
}

typedef struct { /* looks for the arguments with which an operation goes wrong */
  Sink sink;     /* first */
  Check *check;
  const Violation *violation;
  Text call;
} Culprit;

static void pass_by(Sink *sink, const Transition *t)
{
  (void) sink;
  (void) t;
}

static void note_culprit(Sink *sink, const Trouble *t)
{
  Culprit *c = (Culprit *) sink;
  const Violation *v = c->violation;
  Lts *lts = c->check->lts;
  if (t->label != v->label || !span_equal(t->span, v->span) || !t->arguments || c->call.len) return;
  if (v->kind == VIOLATION_OBLIGATION && strcmp(t->message, v->message) != 0) return;
  uint32_t results = 0, count = lts->label_arguments(lts, t->label, &results);
  trace_print_call(&c->call, lts, t->label, t->arguments);
  for (uint32_t i = 0; i < count; i++) c->check->call[i] = t->arguments[i];
  c->check->call_known = true;
}

/* The call that comes after the last state of the trace. */
static void show_call(Check *c, const Violation *v, json_t *entry)
{
  Culprit culprit = {.sink = {pass_by, note_culprit}, .check = c, .violation = v};
  c->call_known = false;
  if (v->label == UINT32_MAX) return;
  if (v->state != NO_STATE) c->lts->next(c->lts, c->last, &culprit.sink);
  if (!culprit.call.len) text_add(&culprit.call, c->lts->label_name(c->lts, v->label));
  text_printf(&c->cli->out, "       then %s\n", text_string(&culprit.call));
  json_object_set_new(entry, "call", json_report_string(text_string(&culprit.call)));
  text_free(&culprit.call);
}

/* --trace FILE; false: a usage error was reported. */
static bool save_trace(Check *c)
{
  Text text = {0}, error = {0};
  if (!c->saved) return true;
  trace_file_print(&text, c->saved);
  bool good = cli_write_trace(c->cli, options_text(&c->cli->options, OPT_TRACE), &text, &error);
  if (!good) cli_usage(c->cli, "%s", text_string(&error));
  json_decref(c->saved);
  c->saved = NULL;
  text_free(&text);
  text_free(&error);
  return good;
}

/* The properties that contradict each other. */
static void show_conflict(Check *c, json_t *entry)
{
  Cli *cli = c->cli;
  const Node **core = arena_new_array(session_arena(cli->session), const Node *,
                                      c->engine->model->properties.len + 1);
  bool minimal = false;
  uint32_t count = b_machine_conflict(c->lts, core, &minimal);
  if (count == 0) return;
  text_printf(&cli->out, "       %s contradict%s:\n",
              count == 1 ? "this property" : "these properties",
              count == 1 ? "s itself" : " each other");
  json_t *list = json_array();
  for (uint32_t i = 0; i < count; i++) {
    Text text = {0};
    Place place = sources_place(session_sources(cli->session), core[i]->span.begin);
    print_node(&text, core[i], (PrintStyle){0});
    text_printf(&cli->out, "         %s:%u: %s\n", place.source ? place.source->name : "",
                place.line, text_string(&text));
    json_t *item = json_object();
    json_object_set_new(item, "line", json_integer(place.line));
    json_object_set_new(item, "text", json_report_string(text_string(&text)));
    json_array_append_new(list, item);
    text_free(&text);
  }
  if (!minimal) text_add(&cli->out, "       (perhaps fewer of them are enough)\n");
  json_object_set_new(entry, "conflict", list);
}

static void show_violation(Check *c, const Violation *v, json_t *list)
{
  Cli *cli = c->cli;
  Diags *diags = session_diags(cli->session);
  c->step = 0;
  c->trace = json_array();
  Place place = sources_place(session_sources(cli->session), v->span.begin);
  text_printf(&cli->out, "%s: %s", violation_title(v), v->message);
  if (place.source && place.source->name[0] != '<') /* the command line needs no place */
    text_printf(&cli->out, " (%s, line %u)", place.source->name, place.line);
  text_add_char(&cli->out, '\n');
  if (v->state != NO_STATE) explore_trace(c->lts, c->x, v->state, show_step, c);
  json_t *entry = json_object();
  show_call(c, v, entry);
  if (span_known(v->span) && v->kind != VIOLATION_GOAL)
    diag_violation(diags, v->span, violation_kind(v), "%s", v->message);
  json_object_set_new(entry, "kind", json_report_string(violation_json_kind(v)));
  json_object_set_new(entry, "message", json_report_string(v->message));
  if (v->kind == VIOLATION_OBLIGATION)
    json_object_set_new(entry, "obligation", json_report_string(violation_title(v)));
  json_object_set_new(entry, "trace", c->trace);
  show_reason(c, v, entry);
  if (v->kind == VIOLATION_SETUP && options_given(&cli->options, OPT_EXPLAIN))
    show_conflict(c, entry);
  else if (v->kind == VIOLATION_SETUP)
    text_add(&cli->out, "       (--explain says which properties contradict each other)\n");
  json_array_append_new(list, entry);
}

/* -------------------------------------------------------------------- report */

/* Which of MAXINT (1) and MININT (2) the value of a formula depends on. */
static unsigned integers_of(const Node *node)
{
  unsigned found = 0;
  switch ((NodeKind) node->kind) {
  case NODE_MAXINT:
  case NODE_NAT:
  case NODE_NAT1: return 1;
  case NODE_MININT: return 2;
  case NODE_INT: return 3;
  default: break;
  }
  for (uint32_t i = 0; i < node->count && found < 3; i++)
    if (node->kids[i]) found |= integers_of(node->kids[i]);
  return found;
}

static unsigned integers_of_clauses(const Clauses *clauses)
{
  unsigned found = 0;
  for (uint32_t i = 0; i < clauses->len; i++)
    if (!clauses->data[i].gluing) found |= integers_of(clauses->data[i].node);
  return found;
}

static const char *add_integers(Engine *e, Text *text, const char *before)
{
  const Model *m = e->model;
  unsigned found = integers_of_clauses(&m->properties) | integers_of_clauses(&m->invariants) |
                   integers_of_clauses(&m->assertions);
  for (uint32_t i = 0; i < m->initialisations.len; i++)
    found |= integers_of(m->initialisations.data[i].node);
  for (uint32_t i = 0; i < m->operations.len; i++)
    if (m->operations.data[i]->body) found |= integers_of(m->operations.data[i]->body);
  const Shape *integer = shape_integer(e->shapes);
  if (found & 2) text_printf(text, "%sMININT=%s", before, engine_text(e, integer, e->minint));
  if (found & 2) before = ", ";
  if (found & 1) text_printf(text, "%sMAXINT=%s", before, engine_text(e, integer, e->maxint));
  return found & 1 ? ", " : before;
}

/* The sizes of the sets and the integers that the verdict holds for. */
static void add_scope(Check *c, Text *text)
{
  const Model *model = c->engine->model;
  const char *before = " for ";
  for (uint32_t i = 0; i < model->sets.len; i++) {
    const Symbol *set = model->sets.data[i];
    if (set->enumerated) continue;
    const Shape *shape = engine_element_shape(c->engine, set->type);
    text_printf(text, "%s%s=%llu", before, set->name->text, (unsigned long long) shape->size);
    before = ", ";
  }
  before = add_integers(c->engine, text, before);
  constants_add_given(c->cli, text, before);
  if (c->x->outside)
    text_printf(text, " within SCOPE (%llu more outside)", (unsigned long long) c->x->outside);
}

static json_t *wd_warning(Check *c, Span span, const char *message, const char *example)
{
  json_t *entry = json_object();
  Place place = sources_place(session_sources(c->cli->session), span.begin);
  json_object_set_new(entry, "message", json_report_string(message));
  json_object_set_new(entry, "file", json_report_string(place.source ? place.source->name : NULL));
  json_object_set_new(entry, "line", place.source ? json_integer(place.line) : json_null());
  json_object_set_new(entry, "column", place.source ? json_integer(place.column) : json_null());
  json_object_set_new(entry, "example", json_report_string(example));
  return entry;
}

/* Instances of operations and candidates that were left out: which operation, or the values. */
static json_t *wd_warnings(Check *c)
{
  json_t *list = json_array();
  const Exploration *x = c->x;
  if (options_given(&c->cli->options, OPT_NO_WD)) return list;
  for (uint32_t i = 0; i < x->warnings.len; i++) {
    const Trouble *t = &x->warnings.data[i];
    json_array_append_new(list,
                          wd_warning(c, t->span, t->message, c->lts->label_name(c->lts, t->label)));
  }
  for (uint32_t i = 0; i < x->candidates.len; i++) {
    const LtsWarning *w = &x->candidates.data[i];
    json_array_append_new(list, wd_warning(c, w->span, w->message, w->example));
  }
  return list;
}

/* A machine without operations, of which nobody expects that it goes on. */
static bool is_inert(const Lts *lts) { return lts->label_count == lts->first_operation; }

static void add_json(Check *c, json_t *violations)
{
  json_t *fields = c->cli->fields;
  const Exploration *x = c->x;
  json_object_set_new(fields, "states", json_integer((json_int_t) x->states));
  json_object_set_new(fields, "transitions", json_integer((json_int_t) x->transitions));
  bool stuck = exploration_found(x, VIOLATION_DEADLOCK) ||
               exploration_found(x, VIOLATION_INITIALISATION) ||
               (x->complete && (x->states == 0 || is_inert(c->lts)));
  json_object_set_new(fields, "deadlock", json_boolean(stuck));
  json_object_set_new(fields, "invariant_violated",
                      json_boolean(exploration_found(x, VIOLATION_INVARIANT)));
  json_object_set_new(fields, "assertion_violated",
                      json_boolean(exploration_found(x, VIOLATION_ASSERTION)));
  json_object_set_new(fields, "goal_found", json_boolean(exploration_found(x, VIOLATION_GOAL)));
  json_object_set_new(fields, "wd_error",
                      json_boolean(exploration_found(x, VIOLATION_WELL_DEFINEDNESS) ||
                                   exploration_found(x, VIOLATION_OBLIGATION)));
  json_object_set_new(fields, "wd_warnings", wd_warnings(c));
  if (c->x->outside)
    json_object_set_new(fields, "outside_scope", json_integer((json_int_t) x->outside));
  json_object_set_new(fields, "violations", violations);
  json_object_set_new(fields, "peak_memory_bytes", json_integer((json_int_t) memory_peak()));
  json_t *uncovered = json_array();
  for (uint32_t i = LABEL_OPERATION; i < c->lts->label_count; i++)
    if (!x->enabled[i])
      json_array_append_new(uncovered, json_report_string(c->lts->label_name(c->lts, i)));
  json_object_set_new(fields, "uncovered", uncovered);
}

static void add_warnings(Check *c)
{
  Diags *diags = session_diags(c->cli->session);
  if (options_given(&c->cli->options, OPT_NO_WD)) return;
  if (options_given(&c->cli->options, OPT_STRICT_WD)) return; /* these are violations */
  for (uint32_t i = 0; i < c->x->warnings.len; i++)
    diag_warning(diags, c->x->warnings.data[i].span, "not-well-defined",
                 "%s: this instance of the operation is left out", c->x->warnings.data[i].message);
  for (uint32_t i = 0; i < c->x->candidates.len; i++) {
    const LtsWarning *w = &c->x->candidates.data[i];
    Diag *d = diag_warning(diags, w->span, "not-well-defined", "%s", w->message);
    if (*w->example) diag_hint(diags, d, "so %s is no solution", w->example);
  }
}

static uint32_t length_of(const Check *c, StateId state)
{
  uint32_t steps = 0;
  for (; state != NO_STATE; state = exploration_from(c->x, state))
    steps += exploration_label(c->x, state) >= LABEL_OPERATION;
  return steps;
}

enum { MOST_REASONS = 3 };

/* After the end of the time, some evaluation or other was cut short, too. */
static bool goes_without_saying(const Exploration *x, uint32_t reason)
{
  return x->reasons.len > 1 && !strcmp(x->reasons.data[reason], REASON_NOT_COMPUTED);
}

static void add_reasons(const Check *c, Text *text)
{
  const Exploration *x = c->x;
  uint32_t shown = 0;
  if (x->reasons.len == 0) text_add(text, "it was stopped");
  for (uint32_t i = 0; i < x->reasons.len; i++) {
    if (goes_without_saying(x, i)) continue;
    if (shown++ < MOST_REASONS)
      text_printf(text, "%s%s", shown > 1 ? "; " : "", x->reasons.data[i]);
  }
  if (shown > MOST_REASONS) text_add(text, "; …");
}

static void add_counts(Check *c, Text *text)
{
  const Exploration *x = c->x;
  text_printf(text, "%llu states, %llu transitions, ", (unsigned long long) x->states,
              (unsigned long long) x->transitions);
  if (x->complete) text_add(text, "complete");
  else text_add(text, "not complete: "), add_reasons(c, text);
}

static uint32_t gluing_conjuncts(const Check *c)
{
  const Clauses *invariants = &c->engine->model->invariants;
  uint32_t count = 0;
  for (uint32_t i = 0; i < invariants->len; i++)
    count += invariants->data[i].gluing && invariants->data[i].machine == c->engine->model->main;
  return count;
}

/* What the verdict does not say. */
static void add_remarks(Check *c, Verdict verdict)
{
  Text *out = &c->cli->out;
  const Options *o = &c->cli->options;
  uint32_t gluing = gluing_conjuncts(c);
  if (verdict == VERDICT_PASS && gluing && !options_given(o, OPT_NO_INVARIANT))
    text_printf(out,
                "not checked here: %u conjunct%s of the invariant about variables of the refined "
                "machine (relate --check-gluing does)\n",
                gluing, gluing == 1 ? "" : "s");
  if (verdict != VERDICT_FAIL && options_given(o, OPT_TRACE))
    text_printf(out, "no trace is written to %s: there is no counterexample\n",
                options_text(o, OPT_TRACE));
  if (verdict == VERDICT_FAIL && options_given(o, OPT_KEEP_GOING)) {
    add_counts(c, out);
    text_add_char(out, '\n');
  }
}

static void add_verdict(Check *c, Verdict verdict)
{
  const Exploration *x = c->x;
  Text *out = &c->cli->out;
  if (verdict == VERDICT_FAIL) {
    const Violation *v = &x->violations.data[0];
    uint32_t steps = length_of(c, v->state);
    text_printf(out, "FAIL %s after %u step%s (%s)", violation_title(v), steps,
                steps == 1 ? "" : "s", v->message);
    if (v->kind == VIOLATION_SETUP) add_scope(c, out);
  } else {
    text_add(out, verdict == VERDICT_PASS ? "PASS " : "UNKNOWN ");
    add_counts(c, out);
    if (verdict == VERDICT_PASS) add_scope(c, out);
    text_printf(out, ", %.2f s", cli_seconds(c->cli));
  }
  text_add_char(out, '\n');
}

enum { LONGEST_REPORT = 10 }; /* seconds to follow the traces again */

static ExitCode report(Check *c)
{
  const Exploration *x = c->x;
  json_t *violations = json_array(), *reasons = json_array();
  bool saved = true;
  c->last = arena_new_array(session_arena(c->cli->session), Value, c->lts->width + 1);
  c->call = arena_new_array(session_arena(c->cli->session), Value, c->lts->label_width + 1);
  if (options_given(&c->cli->options, OPT_TRACE) && x->violations.len)
    c->saved = trace_file_new(c->lts, c->cli->model);
  b_machine_allow(c->lts, LONGEST_REPORT);
  for (uint32_t i = 0; i < x->violations.len; i++) {
    show_violation(c, &x->violations.data[i], violations);
    saved &= save_trace(c);
  }
  for (uint32_t i = 0; i < x->reasons.len; i++)
    json_array_append_new(reasons, json_report_string(x->reasons.data[i]));
  if (options_given(&c->cli->options, OPT_COVERAGE)) check_add_coverage(c->cli, c->lts, x);
  add_json(c, violations);
  json_object_set_new(c->cli->fields, "reasons", reasons);
  add_warnings(c);
  c->cli->incomplete = !x->complete;
  Verdict verdict = x->violations.len ? VERDICT_FAIL : x->complete ? VERDICT_PASS : VERDICT_UNKNOWN;
  add_remarks(c, verdict);
  add_verdict(c, verdict);
  ExitCode code = cli_finish(c->cli, verdict);
  return saved ? code : EXIT_CODE_USAGE;
}

/* The predicates of --goal or --invariant; false if a text is wrong. */
static bool add_option_predicates(Check *c, Model *model, OptionId option, PredicateKind kind)
{
  const OptionValue *given = &c->cli->options.values[option];
  char name[40];
  snprintf(name, sizeof name, "<%s>", option_table[option].name);
  for (uint32_t i = 0; i < given->all.len; i++) {
    uint32_t mark = diags_mark(session_diags(c->cli->session));
    const Source *source = session_text(c->cli->session, name, given->all.data[i]);
    const Formula *formula = session_formula(c->cli->session, model, source, FORMULA_PRED);
    unknown_name_report(c->cli->session, model, formula, mark);
    if (cli_has_errors(c->cli)) return false;
    b_machine_add(c->lts, formula->node, kind);
  }
  return true;
}

/* Redrawn in place on a terminal, a line each time otherwise. */
static void show_progress(const Check *c, const ExploreStatus *status)
{
  double seconds = cli_seconds(c->cli);
  bool terminal = isatty(STDERR_FILENO);
  uint64_t left = status->found > status->explored ? status->found - status->explored : 0;
  fprintf(stderr, "%s%llu states, %llu to explore, %llu transitions, %.0f states/s, %zu MB%s",
          terminal ? "\r\033[K" : "", (unsigned long long) status->found, (unsigned long long) left,
          (unsigned long long) status->transitions, (double) status->explored / seconds,
          status->bytes >> 20, terminal ? "" : "\n");
  fflush(stderr);
}

static void note_progress(void *context, const ExploreStatus *status)
{
  const Check *c = context;
  last_words_prepare(c->cli, status);
  if (c->shows_progress) show_progress(c, status);
}

static bool wants_progress(const Cli *cli)
{
  if (options_given(&cli->options, OPT_QUIET)) return false;
  return isatty(STDERR_FILENO) || options_given(&cli->options, OPT_VERBOSE);
}

static uint32_t cores(void)
{
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : (uint32_t) count;
}

static int caching(const Options *o)
{
  const char *word = options_text(o, OPT_CACHE);
  if (options_given(o, OPT_NO_CACHE) || (word && !strcmp(word, "never"))) return CACHE_NEVER;
  return word && !strcmp(word, "always") ? CACHE_ALWAYS : CACHE_WHERE_IT_PAYS;
}

static SearchOrder search_order(const Options *o)
{
  return options_given(o, OPT_DFS)     ? ORDER_DEPTH
         : options_given(o, OPT_MIXED) ? ORDER_MIXED
         : options_given(o, OPT_WALKS) ? ORDER_RANDOM
                                       : ORDER_BREADTH;
}

/* Who asked for threads is told where there is only one. */
static void tell_threads(const Check *c, const ExploreOptions *options)
{
  const Options *o = &c->cli->options;
  bool asked = options_given(o, OPT_JOBS) && options->jobs > 1;
  if (asked && options->order != ORDER_BREADTH)
    diag_warning(session_diags(c->cli->session), SPAN_NONE, "one-thread",
                 "--dfs, --mixed and --random use one thread, whatever --jobs says");
  else if (c->x->alone && options_given(o, OPT_VERBOSE))
    fputs("check: one thread, since the model calls functions of the tool, or its states hold sets "
          "that are not written out\n",
          stderr);
}

static ExitCode run_check(Check *c, Model *model)
{
  if (!add_option_predicates(c, model, OPT_INVARIANT, PREDICATE_INVARIANT) ||
      !add_option_predicates(c, model, OPT_GOAL, PREDICATE_GOAL))
    return cli_finish(c->cli, VERDICT_ERROR);
  const Options *o = &c->cli->options;
  bool jobs_given = options_given(o, OPT_JOBS);
  ExploreOptions options = {.jobs = jobs_given ? (uint32_t) o->values[OPT_JOBS].number : cores(),
                            .parallel_from = jobs_given ? 16 : 0,
                            .eager_threads = jobs_given,
                            .order = search_order(o),
                            .caching = caching(o),
                            .every_predicate = options_given(o, OPT_NO_CACHE),
                            .seed = o->values[OPT_SEED].number,
                            .memory_limit = limits_memory(o),
                            .invariant = !options_given(o, OPT_NO_INVARIANT),
                            .deadlock = !options_given(o, OPT_NO_DEADLOCK) && !is_inert(c->lts),
                            .assertions = !options_given(o, OPT_NO_ASSERTIONS),
                            .goal = !options_given(o, OPT_NO_GOAL),
                            .keep_going = options_given(o, OPT_KEEP_GOING),
                            .no_wd = options_given(o, OPT_NO_WD),
                            .strict_wd = options_given(o, OPT_STRICT_WD),
                            .max_states = o->values[OPT_MAX_STATES].number,
                            .time_limit = o->values[OPT_TIME_LIMIT].seconds,
                            .cancelled = signals_interrupted,
                            .progress = note_progress,
                            .progress_context = c};
  c->shows_progress = wants_progress(c->cli);
  Exploration *x = explore(c->lts, options);
  if (c->shows_progress && isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
  c->x = x;
  tell_threads(c, &options);
  fflush(c->engine->output); /* what the model printed comes before the report … */
  c->engine->output = NULL;  /* … and is not printed again with the traces */
  ExitCode code = report(c);
  if (signals_interrupted()) code = EXIT_CODE_INTERRUPTED;
  exploration_free(x);
  return code;
}

static bool orders_are_clear(Cli *cli)
{
  static const OptionId orders[] = {OPT_BFS, OPT_DFS, OPT_MIXED, OPT_WALKS};
  for (uint32_t i = 0; i < 4; i++)
    for (uint32_t j = i + 1; j < 4; j++)
      if (!options_exclude(&cli->options, orders[i], orders[j])) return false;
  return true;
}

ExitCode command_check(Cli *cli)
{
  Input input;
  if (!orders_are_clear(cli)) return cli_usage_options(cli);
  if (!input_open(cli, 0, &input)) return EXIT_CODE_USAGE;
  Model *model = session_load(cli->session, input.source);
  if (model->main && model->main->name) cli->model = model->main->name->text;
  input_warn_ending(cli, &input, model->main ? model->main->unit : NULL);
  if (cli_has_errors(cli)) return cli_finish(cli, VERDICT_ERROR);
  if (!constants_give(cli, model, false))
    return cli_has_errors(cli) ? cli_finish(cli, VERDICT_ERROR) : EXIT_CODE_USAGE;
  signals_note_interruption();
  Check c = {.cli = cli, .engine = engine_with_sizes(cli, model)};
  if (!c.engine) return EXIT_CODE_USAGE;
  c.engine->cancelled = signals_interrupted;
  c.lts = b_machine_new(c.engine);
  ExitCode code = run_check(&c, model);
  c.lts->free(c.lts);
  engine_free(c.engine);
  return code;
}
