#include <string.h>

#include "check/simulate.h"
#include "cli/cli.h"
#include "cli/system.h"
#include "report/trace.h"

enum { PAIRS_SHOWN = 40 };

static void print_side(Text *out, const Space *space, StateId state)
{
  trace_print_state(out, space->lts, states_row(space->states, state), NULL);
}

/* specification | implementation, a line for each pair. */
static void show_relation(Cli *cli, const Systems *s, const Simulation *x)
{
  uint32_t shown = 0;
  for (StateId c = 0; c < x->impl_count && shown < PAIRS_SHOWN; c++)
    for (StateId a = 0; a < x->spec_count && shown < PAIRS_SHOWN; a++) {
      if (!simulation_has(x, a, c)) continue;
      if (!shown++) text_add(&cli->out, "specification | implementation\n");
      text_add(&cli->out, "  ");
      print_side(&cli->out, s->spec_space, a);
      text_add(&cli->out, " | ");
      print_side(&cli->out, s->impl_space, c);
      text_add_char(&cli->out, '\n');
    }
  if (x->pairs > shown)
    text_printf(&cli->out, "  and %llu more\n", (unsigned long long) (x->pairs - shown));
}

static void print_failure(Cli *cli, const Systems *s, const Simulation *x)
{
  Text *out = &cli->out;
  text_add(out, " (");
  print_side(out, s->impl_space, x->where);
  if (x->outcome == SIMULATION_NOT_INITIAL)
    text_add(out, " is an initial state, but related to none of the specification");
  else if (x->outcome == SIMULATION_NOT_TOTAL)
    text_add(out, " is related to no state of the specification");
  else text_add(out, " refuses what all states related to it offer");
  text_add_char(out, ')');
}

static ExitCode report(Cli *cli, Systems *s, const Simulation *x, SimulateOptions options)
{
  const char *direction = options.upward ? "upward" : "downward";
  const char *semantics = options.nonblocking ? "nonblocking" : "blocking";
  json_object_set_new(cli->fields, "direction", json_report_string(direction));
  json_object_set_new(cli->fields, "semantics", json_report_string(semantics));
  json_object_set_new(cli->fields, "pairs",
                      x && x->related ? json_integer((json_int_t) x->pairs) : json_null());
  json_object_set_new(cli->fields, "predicate", json_null());
  json_object_set_new(cli->fields, "spec_states",
                      json_integer(states_count(s->spec_space->states)));
  json_object_set_new(cli->fields, "impl_states",
                      json_integer(states_count(s->impl_space->states)));
  const char *reason = systems_add_reasons(cli, s);
  systems_add_warnings(cli, s);
  if (!x || !x->related) {
    if (!reason)
      reason = x && x->outcome == SIMULATION_HIDDEN
                   ? "there are hidden steps, which simulations do not treat yet"
                   : "the relation would be too large";
    if (json_array_size(json_object_get(cli->fields, "reasons")) == 0)
      json_array_append_new(json_object_get(cli->fields, "reasons"), json_report_string(reason));
    text_printf(&cli->out, "UNKNOWN %s\n", reason);
    return systems_finish(cli, VERDICT_UNKNOWN);
  }
  bool holds = x->outcome == SIMULATION_HOLDS;
  if (holds) show_relation(cli, s, x);
  text_printf(&cli->out,
              "%s %s simulation, %s, %s%llu pairs of %u specification and %u implementation states",
              holds ? "PASS" : "FAIL no", direction, semantics,
              holds ? "" : "the greatest relation has ", (unsigned long long) x->pairs,
              x->spec_count, x->impl_count);
  if (!holds) print_failure(cli, s, x);
  else systems_add_scope(cli, s);
  text_add_char(&cli->out, '\n');
  return systems_finish(cli, holds ? VERDICT_PASS : VERDICT_FAIL);
}

ExitCode command_relate(Cli *cli)
{
  const Options *o = &cli->options;
  SimulateOptions options = {options_is(o, OPT_DIRECTION, "upward"),
                             !options_is(o, OPT_SEMANTICS, "blocking")};
  if (options_is(o, OPT_SEMANTICS, "csp") || options_is(o, OPT_SEMANTICS, "exact"))
    return cli_usage(cli, "relate knows the semantics blocking and nonblocking");
  Systems s;
  ExitCode code;
  if (!systems_open(cli, &s, &code)) return code;
  space_explore(s.spec_space);
  space_explore(s.impl_space);
  Simulation *x = NULL;
  if (s.spec_space->complete && s.impl_space->complete) {
    x = simulate(s.impl_space, s.spec_space, options);
    if (!options_given(o, OPT_DIRECTION) && x->outcome == SIMULATION_NOT_INITIAL) {
      simulation_free(x);
      options.upward = true;
      x = simulate(s.impl_space, s.spec_space, options);
    }
  }
  code = report(cli, &s, x, options);
  simulation_free(x);
  systems_close(&s);
  return code;
}
