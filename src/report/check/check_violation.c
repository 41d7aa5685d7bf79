#include <assert.h>
#include <string.h>

#include "report/check/check_impl.h"
#include "report/violation.h"
#include "lts/b_machine.h"
#include "lts/print.h"
#include "report/trace.h"
#include "report/saved_trace.h"

typedef struct {
  CheckReport *c;
  uint32_t step;
  json_t *trace;
  Value *last;     /* the state after the last step of the trace */
  Value *call;     /* the arguments of the operation that goes wrong there … */
  bool call_known; /* … if there are any */
  LtsCall inner;   /* the call inside of it that breaks a precondition … */
  json_t *saved;   /* the same as a trace file, for the first violation; or NULL */
} Showing;

static void show_step(void *context, const Transition *t, const Value *before)
{
  Showing *s = context;
  s->step += t->label >= s->c->lts->first_operation;
  if (s->c->report->json) trace_add_step_json(s->trace, s->c->lts, t, before);
  else trace_print_step(&s->c->report->out, s->c->lts, t, before, s->step, true);
  if (s->saved) saved_trace_add(s->saved, s->c->lts, t, before);
  memcpy(s->last, t->state, s->c->lts->width * sizeof *s->last);
}

/* The call of an operation of another machine, which is not as that one asks. */
static void show_inner(const Showing *s, json_t *entry)
{
  Sources *sources = session_sources(s->c->report->session);
  Place place = sources_place(sources, s->inner.span.begin);
  json_t *called = json_object();
  text_printf(&s->c->report->out, "       where it calls %s", s->inner.name);
  if (place.source)
    text_printf(&s->c->report->out, " (%s, line %u)", place.source->file, place.line);
  text_add_char(&s->c->report->out, '\n');
  json_object_set_new(called, "operation", json_report_string(s->inner.name));
  json_report_set_place(called, sources, s->inner.span);
  json_object_set_new(entry, "called", called);
}

/* Why the predicate or claim does not hold, in the last state of the trace. */
static void show_reason(Showing *s, const Violation *v, json_t *entry)
{
  bool predicate = v->kind == VIOLATION_INVARIANT || v->kind == VIOLATION_ASSERTION;
  bool somewhere = v->state != NO_STATE;
  Text text = {0};
  Trouble trouble = {.kind = TROUBLE_FAULT, .label = v->label, .span = v->span};
  trouble.message = v->message;
  trouble.arguments = s->call_known ? s->call : NULL;
  if (predicate && somewhere && s->c->lts->explain)
    s->c->lts->explain(s->c->lts, v->predicate, s->last, &text, 7);
  else if (v->kind == VIOLATION_OBLIGATION && s->c->lts->explain_claim)
    s->c->lts->explain_claim(s->c->lts, &trouble, somewhere ? s->last : NULL, &text, 7, &s->inner);
  if (s->inner.name) show_inner(s, entry);
  if (!text.len) return;
  text_add(&s->c->report->out, text_string(&text));
  json_object_set_new(entry, "why", json_report_string(text_string(&text)));
  text_free(&text);
}

typedef struct { /* looks for the arguments with which an operation goes wrong */
  Sink sink;     /* first */
  Showing *showing;
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
  Lts *lts = c->showing->c->lts;
  if (t->label != v->label || !span_equal(t->span, v->span) || !t->arguments || c->call.len) return;
  if (v->kind == VIOLATION_OBLIGATION && strcmp(t->message, v->message) != 0) return;
  uint32_t results = 0, count = lts->label_arguments(lts, t->label, &results);
  lts_print_call(&c->call, lts, t->label, t->arguments, NULL);
  for (uint32_t i = 0; i < count; i++) c->showing->call[i] = t->arguments[i];
  c->showing->call_known = true;
}

/* The call that comes after the last state of the trace. */
static void show_call(Showing *s, const Violation *v, json_t *entry)
{
  Culprit culprit = {.sink = {pass_by, note_culprit}, .showing = s, .violation = v};
  s->call_known = false;
  if (v->label == UINT32_MAX) return;
  if (v->state != NO_STATE) lts_take(s->c->lts, s->last, v->label, &culprit.sink);
  if (!culprit.call.len) text_add(&culprit.call, s->c->lts->label_name(s->c->lts, v->label));
  text_printf(&s->c->report->out, "       then %s\n", text_string(&culprit.call));
  json_object_set_new(entry, "call", json_report_string(text_string(&culprit.call)));
  text_free(&culprit.call);
}

/* The first violation is enough for it. */
static void save_trace(Showing *s)
{
  if (!s->saved) return;
  assert(s->c->style->trace);
  saved_trace_print(s->c->style->trace, s->saved);
  json_decref(s->saved);
  s->saved = NULL;
}

/* The one that goes wrong, or that has led to the state. */
static const char *operation_of(const Showing *s, const Violation *v)
{
  Lts *lts = s->c->lts;
  if (v->label != UINT32_MAX) return lts->label_name(lts, v->label);
  if (v->state == NO_STATE) return NULL;
  return lts->label_name(lts, exploration_label(s->c->x, v->state));
}

/* The message, which names the operation whose precondition is broken, if it is known. */
static const char *message_of(const Showing *s, const Violation *v)
{
  static const char precondition[] = "the precondition does not hold";
  if (!s->inner.name || strcmp(v->message, precondition) != 0) return v->message;
  return arena_printf(session_arena(s->c->report->session), "the precondition of %s does not hold",
                      s->inner.name);
}

static void add_head(const Showing *s, const Violation *v, const char *message)
{
  Text *out = &s->c->report->out;
  Place place = sources_place(session_sources(s->c->report->session), v->span.begin);
  text_printf(out, "%s: %s", violation_title(v), message);
  if (place.source && place.source->name[0] != '<') /* the command line needs no place */
    text_printf(out, " (%s, line %u)", place.source->file, place.line);
  text_add_char(out, '\n');
}

/* The number of the predicate among those of its kind: the third conjunct of the invariant. */
static uint32_t number_of(const Showing *s, const Violation *v)
{
  Lts *lts = s->c->lts;
  uint32_t number = 1;
  PredicateKind kind = lts->predicate(lts, v->predicate)->kind;
  for (uint32_t i = 0; i < v->predicate; i++) number += lts->predicate(lts, i)->kind == kind;
  return number;
}

static void add_fields(const Showing *s, const Violation *v, const char *message, json_t *entry)
{
  json_object_set_new(entry, "kind", json_report_string(violation_kind(v)));
  json_object_set_new(entry, "message", json_report_string(message));
  json_object_set_new(entry, "operation", json_report_string(operation_of(s, v)));
  json_object_set_new(entry, "steps", json_integer(s->step));
  json_report_set_place(entry, session_sources(s->c->report->session), v->span);
  if (v->kind == VIOLATION_INVARIANT || v->kind == VIOLATION_ASSERTION)
    json_object_set_new(entry, "number", json_integer(number_of(s, v)));
  if (v->kind == VIOLATION_OBLIGATION)
    json_object_set_new(entry, "obligation", json_report_string(violation_title(v)));
}

/* The way to it, and why; the head, which is written before, may name what is found out here. */
static void show_body(Showing *s, const Violation *v, json_t *entry)
{
  if (v->state != NO_STATE) explore_trace(s->c->lts, s->c->x, v->state, show_step, s);
  show_call(s, v, entry);
  json_object_set_new(entry, "trace", s->trace);
  show_reason(s, v, entry);
  if (v->kind == VIOLATION_DEADLOCK) check_show_deadlock(s->c, s->last, entry);
  if (v->kind == VIOLATION_INITIALISATION)
    check_show_uninitialised(s->c, v->state != NO_STATE ? s->last : NULL, entry);
  if (v->kind == VIOLATION_SETUP) check_show_conflict(s->c, entry);
}

/* The result is its message. */
static const char *show_violation(Showing *s, const Violation *v, json_t *list)
{
  assert(v->state != NO_STATE || v->kind != VIOLATION_DEADLOCK);
  Report *report = s->c->report;
  Text before = report->out;
  json_t *entry = json_object(), *details = json_object();
  report->out = (Text){0};
  s->step = 0;
  s->inner = (LtsCall){0};
  s->trace = json_array();
  show_body(s, v, details);
  Text body = report->out;
  report->out = before;
  const char *message = message_of(s, v);
  add_head(s, v, message);
  text_add(&report->out, text_string(&body));
  text_free(&body);
  if (span_known(v->span) && v->kind != VIOLATION_GOAL)
    diag_violation(session_diags(report->session), v->span, violation_kind(v), "%s", message);
  add_fields(s, v, message, entry);
  json_object_update(entry, details);
  json_decref(details);
  json_array_append_new(list, entry);
  return message;
}

enum { LONGEST_REPORT = 10 }; /* seconds to follow the traces again */

json_t *check_show_violations(CheckReport *c)
{
  Arena *arena = session_arena(c->report->session);
  json_t *list = json_array();
  Showing s = {.c = c};
  s.last = arena_new_array(arena, Value, c->lts->width + 1);
  s.call = arena_new_array(arena, Value, c->lts->label_width + 1);
  if (c->style->trace && c->x->violations.len) s.saved = saved_trace_new(c->lts, c->report->model);
  c->deadline = b_machine_engine(c->machine)->options.deadline;
  b_machine_allow(c->machine, LONGEST_REPORT);
  for (uint32_t i = 0; i < c->x->violations.len; i++) {
    c->messages[i] = show_violation(&s, &c->x->violations.data[i], list);
    save_trace(&s);
  }
  return list;
}
