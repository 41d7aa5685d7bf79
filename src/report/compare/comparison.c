#include "report/compare/comparison.h"

#include <assert.h>

#include "compare/seen.h"
#include "lts/print.h"
#include "report/scope.h"
#include "report/trace.h"
#include "report/unbounded.h"

void comparison_print_state(Text *text, const Space *space, const Value *row, const Value *before)
{
  FormatStyle compared = space->lts->style;
  space->lts->style = space->shown;
  trace_print_state(text, space->lts, row, before);
  space->lts->style = compared;
}

void comparison_print_transition(Text *text, const Space *space, const Transition *t)
{
  FormatStyle compared = space->lts->style;
  Lts *lts = space->lts;
  uint32_t results, count = lts->label_arguments(lts, t->label, &results);
  uint32_t own = seen_own_arguments(space, t->label);
  lts->style = space->shown;
  if (own == count) lts_print_transition(text, lts, t, NULL);
  else text_add(text, lts->label_name(lts, t->label));
  for (uint32_t i = 0; own < count && i < own; i++) {
    text_add(text, i ? "," : "(");
    lts->print_argument(lts, text, t->label, i, t->arguments[i]);
    if (i + 1 == own) text_add_char(text, ')');
  }
  lts->style = compared;
}

static bool has_set(const Model *model, const Name *name)
{
  for (uint32_t i = 0; model && i < model->sets.len; i++)
    if (model->sets.data[i]->name == name) return true;
  return false;
}

/* Sets that the other model has, too, are left to it. */
static const char *add_sizes(Text *text, const System *system, const Model *other,
                             const char *before)
{
  for (uint32_t i = 0; system->model && i < system->model->sets.len; i++) {
    const Symbol *set = system->model->sets.data[i];
    if (set->enumerated || has_set(other, set->name)) continue;
    before = scope_add_size(system->engine, set, text, before);
  }
  return before;
}

void comparison_add_sizes(Report *report, const Systems *s)
{
  const char *before = add_sizes(&report->out, &s->impl, NULL, " for ");
  before = add_sizes(&report->out, &s->spec, s->impl.model, before);
  scope_add_constants(report->session, &report->out, before);
}

void comparison_add_scope(Report *report, const Systems *s)
{
  comparison_add_sizes(report, s);
  text_printf(&report->out, ", %.2f s", report_seconds(report));
}

static UnboundedNames unbounded_names(Report *report, const System *system, const Space *space)
{
  return (UnboundedNames){.report = report,
                          .engine = system->engine,
                          .reasons = space->reasons.data,
                          .reason_count = space->reasons.len,
                          .does = "compares them",
                          .lts = space->lts,
                          .row = space->initial.len ? states_row(space->states, 0) : NULL};
}

static void add_reasons(Report *report, json_t *list, const System *system, const Space *space,
                        const char *side)
{
  uint32_t count = space ? space->reasons.len : 0;
  const char *const *reasons = space ? space->reasons.data : NULL;
  UnboundedNames names = space ? unbounded_names(report, system, space) : (UnboundedNames){0};
  if (space && system->engine) reasons = unbounded_reasons(&names, &count);
  for (uint32_t i = 0; i < count; i++)
    json_array_append_new(list, json_report_string(arena_printf(session_arena(report->session),
                                                                "%s%s", side, reasons[i])));
}

/* Constants of both are told once. */
void comparison_tell_unbounded(Report *report, const Systems *s)
{
  json_t *list = json_array();
  const System *sides[] = {&s->impl, &s->spec};
  const Space *spaces[] = {s->impl_space, s->spec_space};
  for (uint32_t i = 0; i < 2; i++) {
    if (!sides[i]->engine) continue;
    UnboundedNames names = unbounded_names(report, sides[i], spaces[i]);
    names.told = list;
    json_t *more = unbounded_tell(&names);
    json_array_extend(list, more);
    json_decref(more);
  }
  json_object_set_new(report->fields, "unbounded", list);
}

const char *comparison_add_reasons(Report *report, const Systems *s)
{
  assert(s->impl_space);
  enum { MOST_REASONS = 3 };
  Arena *arena = session_arena(report->session);
  json_t *list = json_array();
  const char *text = NULL;
  add_reasons(report, list, &s->impl, s->impl_space, s->spec_space ? "implementation: " : "");
  add_reasons(report, list, &s->spec, s->spec_space, "specification: ");
  for (size_t i = 0; i < json_array_size(list) && i <= MOST_REASONS; i++) {
    const char *reason = i < MOST_REASONS ? json_string_value(json_array_get(list, i)) : "…";
    text = text ? arena_printf(arena, "%s; %s", text, reason) : reason;
  }
  json_object_set_new(report->fields, "reasons", list);
  report->incomplete = !s->impl_space->complete || (s->spec_space && !s->spec_space->complete);
  return text;
}

static void add_warnings(Report *report, const Engine *engine)
{
  Diags *diags = session_diags(report->session);
  for (uint32_t i = 0; engine && i < engine->warnings.len; i++) {
    const Warning *w = &engine->warnings.data[i];
    Diag *d = diag_warning(diags, w->span, "not-well-defined", "%s", w->message);
    if (*w->example) diag_hint(diags, d, "candidate %s was skipped", w->example);
  }
}

void comparison_add_warnings(Report *report, const Systems *s)
{
  add_warnings(report, s->impl.engine);
  add_warnings(report, s->spec.engine);
}

bool comparison_can_begin(Report *report, Systems *s)
{
  if (s->impl_space->initial.len || !s->impl_space->complete) return true;
  comparison_add_reasons(report, s);
  comparison_add_warnings(report, s);
  text_add(&report->out, "FAIL the implementation has no initial state");
  comparison_add_scope(report, s);
  text_add_char(&report->out, '\n');
  return false;
}
