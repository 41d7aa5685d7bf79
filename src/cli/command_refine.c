#include <string.h>

#include "check/refine.h"
#include "cli/cli.h"
#include "cli/system.h"
#include "report/trace.h"

static const char *const model_names[] = {"traces", "singleton-failures", "failures",
                                          "failures-divergences"};
static const char *const kind_names[] = {"trace", "failure", "divergence"};
enum { STATES_SHOWN = 3, OFFERS_SHOWN = 6 };

typedef struct {
  Cli *cli;
  Systems *systems;
  const Refinement *x;
  json_t *list;      /* where steps go */
  uint32_t number;   /* of the step; 0: the beginning */
  const char *notes; /* what is said behind the operation */
} Show;

/* -------------------------------------------------------------------- steps */

static void print_spec_states(Show *s, NodeId node)
{
  Text *out = &s->cli->out;
  if (node == NO_NODE) {
    text_add(out, "         specification:  cannot do this\n");
    return;
  }
  const Space *spec = s->x->spec;
  uint32_t count;
  const StateId *states = normal_states(s->x->normal, node, &count);
  text_add(out, "         specification:  ");
  for (uint32_t i = 0; i < count && i < STATES_SHOWN; i++) {
    if (i) text_add(out, " or ");
    trace_print_state(out, spec->lts, states_row(spec->states, states[i]), NULL);
  }
  if (count > STATES_SHOWN) text_printf(out, " or %u more", count - STATES_SHOWN);
  text_add_char(out, '\n');
}

static void show_step(void *context, const Transition *t, const Value *before)
{
  Show *s = context;
  Lts *lts = s->x->impl->lts;
  Text label = {0}, state = {0};
  trace_print_transition(&label, lts, t);
  trace_print_state(&state, lts, t->state, before);
  if (s->number)
    text_printf(&s->cli->out, "  %3u. %s%s\n", s->number, text_string(&label), s->notes);
  else text_printf(&s->cli->out, "       %s\n", text_string(&label));
  text_printf(&s->cli->out, "         implementation: %s\n", state.len ? state.data : "as before");
  json_array_append_new(s->list, trace_step_json(lts, t));
  text_free(&label);
  text_free(&state);
}

/* The beginning, then the steps. */
static void show_steps(Show *s, json_t *start, json_t *trace)
{
  const Refinement *x = s->x;
  s->list = start;
  s->notes = "";
  space_replay_start(x->impl, x->steps.data[0].state, show_step, s);
  print_spec_states(s, x->steps.data[0].node);
  s->list = trace;
  for (uint32_t i = 1; i < x->steps.len; i++) {
    const RefineStep *step = &x->steps.data[i];
    s->number = i;
    s->notes = step->action == ACTION_TAU ? " (hidden)" : "";
    space_replay(x->impl, x->steps.data[i - 1].state, step->action, step->state, show_step, s);
    print_spec_states(s, step->node);
  }
}

static void show_loop(Show *s, json_t *loop)
{
  const Refinement *x = s->x;
  if (x->kind != COUNTER_DIVERGENCE) return;
  text_add(&s->cli->out, "then again and again:\n");
  s->list = loop;
  s->notes = " (hidden)";
  StateId at = x->steps.data[x->steps.len - 1].state;
  for (uint32_t i = 0; i < x->loop.len; i++) {
    s->number++;
    space_replay(x->impl, at, ACTION_TAU, x->loop.data[i], show_step, s);
    at = x->loop.data[i];
  }
}

/* ------------------------------------------------------------------- offers */

static void print_set(Text *out, const Alphabet *alphabet, const uint32_t *actions, uint32_t count)
{
  text_add_char(out, '{');
  for (uint32_t i = 0; i < count; i++)
    text_printf(out, "%s%s", i ? ", " : "", alphabet_text(alphabet, actions[i]));
  text_add_char(out, '}');
}

static void print_menu(Text *out, Alphabet *alphabet, uint32_t menu)
{
  uint32_t count;
  const uint32_t *actions = sets_get(alphabet_menus(alphabet), menu, &count);
  print_set(out, alphabet, actions, count);
}

/* All that the states of the node can do. */
static void print_possible(Show *s, NodeId node)
{
  Space *spec = s->x->spec;
  uint32_t count;
  const StateId *states = normal_states(s->x->normal, node, &count);
  VEC(uint32_t) all = {0};
  for (uint32_t i = 0; i < count; i++) {
    EdgeRange r = space_edges(spec, states[i]);
    for (uint32_t j = r.begin; j < r.end; j++)
      if (spec->edges.data[j].action != ACTION_TAU) vec_push(&all, spec->edges.data[j].action);
  }
  uint32_t kept = all.len ? sets_sort(all.data, all.len) : 0;
  text_add(&s->cli->out, "the specification can only do ");
  print_set(&s->cli->out, s->systems->alphabet, all.data, kept);
  text_add(&s->cli->out, " there\n");
  vec_free(&all);
}

static void print_offers(Show *s)
{
  const RefineStep *last = &s->x->steps.data[s->x->steps.len - 1];
  Alphabet *alphabet = s->systems->alphabet;
  Text *out = &s->cli->out;
  text_add(out, "the implementation offers ");
  print_menu(out, alphabet, space_menu(s->x->impl, last->state));
  Offers offers = normal_offers(s->x->normal, last->node);
  text_add(out,
           offers.count ? ", the specification at least " : ", the specification is not stable");
  for (uint32_t i = 0; i < offers.count && i < OFFERS_SHOWN; i++) {
    if (i) text_add(out, " or ");
    print_menu(out, alphabet, offers.sets[i]);
  }
  if (offers.count > OFFERS_SHOWN) text_add(out, " or …");
  text_add_char(out, '\n');
}

static void print_end(Show *s)
{
  const Refinement *x = s->x;
  if (x->kind == COUNTER_FAILURE) print_offers(s);
  if (x->kind == COUNTER_TRACE && x->steps.len > 1)
    print_possible(s, x->steps.data[x->steps.len - 2].node);
}

/* ------------------------------------------------------------------- report */

static void show_counterexample(Show *s)
{
  const Refinement *x = s->x;
  if (!x->found) {
    json_object_set_new(s->cli->fields, "counterexample", json_null());
    return;
  }
  json_t *entry = json_object(), *start = json_array(), *trace = json_array();
  json_t *loop = json_array(), *refused = json_array();
  show_steps(s, start, trace);
  show_loop(s, loop);
  print_end(s);
  for (uint32_t i = 0; i < x->refused.len; i++)
    json_array_append_new(
        refused, json_report_string(alphabet_text(s->systems->alphabet, x->refused.data[i])));
  json_object_set_new(entry, "kind", json_report_string(kind_names[x->kind]));
  json_object_set_new(entry, "start", start);
  json_object_set_new(entry, "trace", trace);
  json_object_set_new(entry, "refused", refused);
  json_object_set_new(entry, "loop", loop);
  json_object_set_new(s->cli->fields, "counterexample", entry);
}

static void print_fail(Show *s)
{
  const Refinement *x = s->x;
  Text *out = &s->cli->out;
  uint32_t steps = 0;
  for (uint32_t i = 1; i < x->steps.len; i++) steps += x->steps.data[i].action != ACTION_TAU;
  text_printf(out, "FAIL %s after %u step%s (", kind_names[x->kind], steps, steps == 1 ? "" : "s");
  if (x->kind == COUNTER_DIVERGENCE) {
    text_add(out, "hidden steps can go on for ever");
  } else if (x->kind == COUNTER_FAILURE) {
    text_add(out, x->refused.len ? "the implementation refuses " : "the specification offers less");
    if (x->refused.len) print_set(out, s->systems->alphabet, x->refused.data, x->refused.len);
  } else if (x->steps.len > 1) {
    text_printf(out, "the specification cannot do %s",
                alphabet_text(s->systems->alphabet, x->steps.data[x->steps.len - 1].action));
  } else {
    text_add(out, "the specification has no initial state with these constants");
  }
  text_add(out, ")\n");
}

static ExitCode report(Show *s, RefineModel model)
{
  const Refinement *x = s->x;
  json_t *fields = s->cli->fields;
  uint32_t impl_states = states_count(x->impl->states), spec_states = states_count(x->spec->states);
  json_object_set_new(fields, "refinement_model", json_report_string(model_names[model]));
  json_object_set_new(fields, "pairs", json_integer((json_int_t) x->pairs));
  json_object_set_new(fields, "spec_states", json_integer(spec_states));
  json_object_set_new(fields, "impl_states", json_integer(impl_states));
  show_counterexample(s);
  const char *reason = systems_add_reasons(s->cli, s->systems);
  systems_add_warnings(s->cli, s->systems);
  if (x->found && x->decided) {
    print_fail(s);
    return systems_finish(s->cli, VERDICT_FAIL);
  }
  text_printf(&s->cli->out, "%s %s, %llu pair%s of %u implementation and %u specification states",
              x->holds ? "PASS" : "UNKNOWN", model_names[model], (unsigned long long) x->pairs,
              x->pairs == 1 ? "" : "s", impl_states, spec_states);
  if (x->holds) text_add(&s->cli->out, ", complete");
  else text_printf(&s->cli->out, ", not complete: %s", reason ? reason : "it was stopped");
  systems_add_scope(s->cli, s->systems);
  text_add_char(&s->cli->out, '\n');
  return systems_finish(s->cli, x->holds ? VERDICT_PASS : VERDICT_UNKNOWN);
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
  if (options_is(o, OPT_SEMANTICS, "blocking") || options_is(o, OPT_SEMANTICS, "nonblocking"))
    return cli_usage(cli, "refine knows the semantics csp and exact");
  if (options.exact && options.model < REFINE_FAILURES)
    return cli_usage(cli, "--semantics exact is for failures and failures-divergences");
  Systems systems;
  ExitCode code;
  if (!systems_open(cli, &systems, &code)) return code;
  Refinement *x = refine(systems.impl_space, systems.spec_space, options);
  Show show = {.cli = cli, .systems = &systems, .x = x};
  code = report(&show, options.model);
  refinement_free(x);
  systems_close(&systems);
  return code;
}
