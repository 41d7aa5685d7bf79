#include "report/compare/refine_report.h"

#include <assert.h>

#include "compare/seen.h"
#include "csp/script.h"
#include "lts/guard.h"
#include "report/compare/comparison.h"
#include "report/compare/counterexample.h"
#include "report/compare/lenience.h"
#include "report/compare/preserved.h"

const char *const refine_model_names[] = {"traces", "singleton-failures", "failures",
                                          "failures-divergences", NULL};

/* Has the operation of the specification a precondition? */
static bool has_precondition(const Systems *s, uint32_t action)
{
  const char *text = alphabet_text(s->alphabet, action);
  for (uint32_t i = 0; s->spec.model && i < s->spec.model->operations.len; i++) {
    const Operation *op = s->spec.model->operations.data[i];
    if (op->top_level && seen_has_name(text, op->symbol->name->text))
      return substitution_bare(op->body)->kind == NODE_PRE;
  }
  return false;
}

typedef enum { CALL_INSIDE, CALL_PERHAPS_OUTSIDE, CALL_OUTSIDE } CallPlace;

/* Can the specification be called like this in all states, some, or none of those that it may be in
 * before the step? */
static CallPlace place_of(const Systems *s, const Refinement *x, uint32_t step)
{
  assert(step > 0 && step < x->steps.len);
  uint32_t action = x->steps.data[step].action, count, able = 0;
  NodeId before = x->steps.data[step - 1].node;
  if (before == NO_NODE || action == ACTION_TAU || !has_precondition(s, action)) return CALL_INSIDE;
  const StateId *states = normal_states(x->normal, before, &count);
  for (uint32_t i = 0; i < count; i++) {
    able += alphabet_may_call(s->alphabet, space_menu(x->spec, states[i]), action);
    states = normal_states(x->normal, before, &count);
  }
  return able == count ? CALL_INSIDE : able ? CALL_PERHAPS_OUTSIDE : CALL_OUTSIDE;
}

/* Says of the first step that is, or may be, a call outside of the refined precondition, that it
 * is; false: there is none. */
static bool tell_outside(Report *report, const Systems *s, const Refinement *x)
{
  if (x->kind != COUNTER_TRACE || !systems_are_refinement(s)) return false;
  CallPlace place = CALL_INSIDE;
  uint32_t step = 0;
  while (++step < x->steps.len && (place = place_of(s, x, step)) == CALL_INSIDE) continue;
  if (place == CALL_INSIDE) return false;
  if (step == x->steps.len - 1) text_add(&report->out, "the last step ");
  else text_printf(&report->out, "step %u ", step);
  text_printf(&report->out,
              "%s a call outside the precondition in %s: --pre assume excludes such calls\n",
              place == CALL_OUTSIDE ? "is" : "may be", s->spec.model->main->name->text);
  json_object_set_new(report->fields, "outside_precondition", json_true());
  return true;
}

/* Has what is written in a script no value?  Unlike in a machine there is nothing to be proved
 * about it: the script is wrong. */
static bool tell_fault(Report *report, const Space *space)
{
  Sources *sources = session_sources(report->session);
  const Source *source = space->faulted ? sources_place(sources, space->fault.begin).source : NULL;
  if (!source || !csp_is_source(source)) return false;
  const char *message = space->fault_message;
  json_t *violations = json_array();
  json_array_append_new(violations, json_report_evaluation(sources, space->fault, message));
  report_extend(report, "violations", violations);
  diag_violation(session_diags(report->session), space->fault, "evaluation", "%s", message);
  text_printf(&report->out, "FAIL a process has no value: %s\n", message);
  return true;
}

Verdict refine_report(Report *report, Systems *s, const Refinement *x, RefineModel model)
{
  assert(x->impl == s->impl_space && x->spec == s->spec_space && !(x->holds && x->found));
  json_t *fields = report->fields;
  uint32_t impl_states = states_count(x->impl->states), spec_states = states_count(x->spec->states);
  json_object_set_new(fields, "refinement_model", json_report_string(refine_model_names[model]));
  json_object_set_new(fields, "pairs", json_integer((json_int_t) x->pairs));
  json_object_set_new(fields, "spec_states", json_integer(spec_states));
  json_object_set_new(fields, "impl_states", json_integer(impl_states));
  counterexample_show(report, x);
  const char *reason =
      comparison_add_reasons(report, s); /* of the verdict, not of what is said besides */
  if (model == REFINE_FAILURES_DIVERGENCES) lenience_show(report, x);
  if (x->holds && model == REFINE_FAILURES_DIVERGENCES)
    preserved_show(report, s, normal_count(x->normal));
  comparison_add_warnings(report, s);
  if (x->found && x->decided) {
    tell_outside(report, s, x);
    text_add(&report->out, "FAIL ");
    counterexample_cause(&report->out, x);
    text_add_char(&report->out, '\n');
    return VERDICT_FAIL;
  }
  if (!x->holds && (tell_fault(report, x->impl) || tell_fault(report, x->spec)))
    return VERDICT_FAIL;
  if (!x->holds && model == REFINE_TRACES && !(x->found && tell_outside(report, s, x)))
    counterexample_assumable(report, s, "--pre assume");
  if (!x->holds) comparison_tell_unbounded(report, s);
  text_printf(&report->out, "%s %s, %llu pair%s of %u implementation and %u specification states",
              x->holds ? "PASS" : "UNKNOWN", refine_model_names[model],
              (unsigned long long) x->pairs, x->pairs == 1 ? "" : "s", impl_states, spec_states);
  if (x->holds) text_add(&report->out, ", complete");
  else
    text_printf(&report->out, ", not complete: %s", reason ? reason : "the search was interrupted");
  comparison_add_scope(report, s);
  text_add_char(&report->out, '\n');
  return x->holds ? VERDICT_PASS : VERDICT_UNKNOWN;
}
