#include "compare/seen.h"
#include "cli/refine_assume.h"
#include "cli/show_preserved.h"
#include "cli/show_refinement.h"
#include "cli/system.h"
#include "lts/guard.h"

static const char *const model_names[] = {"traces", "singleton-failures", "failures",
                                          "failures-divergences"};
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
static bool tell_outside(Cli *cli, const Systems *s, const Refinement *x)
{
  if (x->kind != COUNTER_TRACE || !systems_are_refinement(s)) return false;
  CallPlace place = CALL_INSIDE;
  uint32_t step = 0;
  while (++step < x->steps.len && (place = place_of(s, x, step)) == CALL_INSIDE) continue;
  if (place == CALL_INSIDE) return false;
  if (step == x->steps.len - 1) text_add(&cli->out, "the last step ");
  else text_printf(&cli->out, "step %u ", step);
  text_printf(&cli->out,
              "%s a call outside of the precondition in %s: with --pre assume such calls are not "
              "made\n",
              place == CALL_OUTSIDE ? "is" : "may be", s->spec.model->main->name->text);
  json_object_set_new(cli->fields, "outside_precondition", json_true());
  return true;
}

static ExitCode report(Cli *cli, Systems *s, const Refinement *x, RefineModel model)
{
  json_t *fields = cli->fields;
  uint32_t impl_states = states_count(x->impl->states), spec_states = states_count(x->spec->states);
  json_object_set_new(fields, "refinement_model", json_report_string(model_names[model]));
  json_object_set_new(fields, "pairs", json_integer((json_int_t) x->pairs));
  json_object_set_new(fields, "spec_states", json_integer(spec_states));
  json_object_set_new(fields, "impl_states", json_integer(impl_states));
  show_refinement(cli, x);
  const char *reason =
      systems_add_reasons(cli, s); /* of the verdict, not of what is said besides */
  if (x->holds && model == REFINE_FAILURES_DIVERGENCES)
    show_preserved(cli, s, normal_count(x->normal));
  systems_add_warnings(cli, s);
  if (x->found && x->decided) {
    tell_outside(cli, s, x);
    text_add(&cli->out, "FAIL ");
    show_refinement_cause(&cli->out, x);
    text_add_char(&cli->out, '\n');
    return systems_finish(cli, VERDICT_FAIL);
  }
  if (!x->holds && model == REFINE_TRACES && !(x->found && tell_outside(cli, s, x)))
    show_refinement_assumable(cli, s, "--pre assume");
  if (!x->holds) systems_tell_unbounded(cli, s);
  text_printf(&cli->out, "%s %s, %llu pair%s of %u implementation and %u specification states",
              x->holds ? "PASS" : "UNKNOWN", model_names[model], (unsigned long long) x->pairs,
              x->pairs == 1 ? "" : "s", impl_states, spec_states);
  if (x->holds) text_add(&cli->out, ", complete");
  else text_printf(&cli->out, ", not complete: %s", reason ? reason : "it was stopped");
  systems_add_scope(cli, s);
  text_add_char(&cli->out, '\n');
  return systems_finish(cli, x->holds ? VERDICT_PASS : VERDICT_UNKNOWN);
}

static RefineModel chosen_model(const Options *o)
{
  for (unsigned i = 0; i < sizeof model_names / sizeof *model_names; i++)
    if (options_is(o, OPT_MODEL, model_names[i])) return (RefineModel) i;
  return REFINE_TRACES;
}

ExitCode command_refine(Cli *cli)
{
  const Options *o = &cli->options;
  RefineOptions options = {chosen_model(o), options_is(o, OPT_SEMANTICS, "exact")};
  if (options_given(o, OPT_SEMANTICS) && !options.exact && !options_is(o, OPT_SEMANTICS, "csp"))
    return cli_usage(cli, "refine knows the semantics csp and exact");
  if (options.exact && options.model < REFINE_FAILURES)
    return cli_usage(cli, "--semantics exact is for failures and failures-divergences");
  if (options_is(o, OPT_PRE, "assume")) return refine_assume(cli);
  Systems systems;
  ExitCode code;
  if (!systems_open(cli, &systems, &code)) return code;
  if (!systems_can_begin(cli, &systems, &code)) {
    systems_close(&systems);
    return code;
  }
  Refinement *x = refine(systems.impl_space, systems.spec_space, options);
  code = report(cli, &systems, x, options.model);
  refinement_free(x);
  systems_close(&systems);
  return code;
}
