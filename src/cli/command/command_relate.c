#include "cli/command/commands.h"
#include "cli/common/operands.h"
#include "cli/signals.h"
#include "report/compare/assume_report.h"
#include "report/compare/chain_gluing_report.h"
#include "report/compare/comparison.h"
#include "report/compare/gluing_report.h"
#include "report/compare/relate_report.h"

/* --check-gluing for a refinement of classical B: it is explored together with what it refines
 * (model/chain.h), where preconditions are assumed.  False: it is no such refinement, or
 * operations are hidden or renamed; nothing was done. */
static bool check_chain(Cli *cli, ExitCode *code)
{
  static const OptionId others[] = {OPT_HIDE, OPT_RENAME, OPT_SEMANTICS};
  System system;
  Checked checked;
  if (options_any(&cli->options, others, sizeof others / sizeof *others)) return false;
  if (!operands_is_refinement(cli)) return false;
  if (!operands_refinement(cli, &system, code)) return true;
  signals_note_interruption();
  check_gluing(cli->report.session, &system, &checked);
  *code = cli_finish_run(cli, chain_gluing_report(&cli->report, &system, &checked));
  check_close(&checked);
  system_close(&system);
  return true;
}

static ExitCode compare_assuming(Cli *cli, const System *system)
{
  Assumption assumption;
  signals_note_interruption();
  assumption_run(cli->report.session, system, &assumption);
  ExitCode code = cli_finish_run(cli, assume_report(&cli->report, &assumption, true));
  assumption_close(&assumption);
  return code;
}

/* Where a refinement relies on the refined preconditions: what it does outside of them means
 * nothing, so that it cannot be explored by itself.  False: it does not, or the options ask for
 * something else; nothing was done. */
static bool relate_assuming(Cli *cli, ExitCode *code)
{
  static const OptionId others[] = {OPT_HIDE, OPT_RENAME, OPT_SEMANTICS, OPT_DIRECTION};
  System system;
  uint32_t mark = diags_mark(session_diags(cli->report.session));
  if (options_any(&cli->options, others, sizeof others / sizeof *others)) return false;
  if (!operands_is_refinement(cli)) return false;
  if (!operands_refinement(cli, &system, code)) return true;
  bool relies = system.model->relies;
  if (relies) *code = compare_assuming(cli, &system);
  else diags_release(session_diags(cli->report.session), mark);
  system_close(&system);
  return relies;
}

/* --check-gluing for two systems. */
static ExitCode check_pair(Cli *cli, Systems *s)
{
  systems_explore(s);
  GluingInvariant *invariant = gluing_invariant_new(s->impl_space, s->spec_space);
  if (!invariant)
    return cli_usage(cli, "--check-gluing requires a refinement and the machine that it refines");
  bool nonblocking = options_is(&cli->options, OPT_SEMANTICS, "nonblocking");
  Gluing *g = systems_check_gluing(s, invariant, nonblocking);
  Verdict verdict = gluing_report(&cli->report, s, invariant, g);
  gluing_free(g);
  gluing_invariant_free(invariant);
  return cli_finish_run(cli, verdict);
}

static ExitCode relate(Cli *cli, Systems *s, SimulateOptions semantics)
{
  const Options *o = &cli->options;
  Related related;
  RelateRequest request = {.semantics = semantics,
                           .semantics_given = options_given(o, OPT_SEMANTICS)};
  if (options_given(o, OPT_DIRECTION))
    request.direction = options_is(o, OPT_DIRECTION, "upward") ? RELATE_UPWARD : RELATE_DOWNWARD;
  relate_run(s, &request, &related);
  ExitCode code = cli_finish_run(cli, relate_report(&cli->report, &related));
  relate_close(&related);
  return code;
}

ExitCode command_relate(Cli *cli)
{
  const Options *o = &cli->options;
  SimulateOptions semantics = {.steps_only = options_is(o, OPT_SEMANTICS, "traces")};
  semantics.nonblocking = !semantics.steps_only && !options_is(o, OPT_SEMANTICS, "blocking");
  if (options_is(o, OPT_SEMANTICS, "csp") || options_is(o, OPT_SEMANTICS, "exact"))
    return cli_usage(cli, "the semantics of relate are blocking, nonblocking and traces");
  Systems s;
  ExitCode code;
  bool gluing = options_given(o, OPT_CHECK_GLUING);
  if (gluing ? check_chain(cli, &code) : relate_assuming(cli, &code)) return code;
  if (!operands_pair(cli, &s, &code)) return code;
  if (!comparison_can_begin(&cli->report, &s)) code = cli_finish_run(cli, VERDICT_FAIL);
  else code = gluing ? check_pair(cli, &s) : relate(cli, &s, semantics);
  systems_close(&s);
  return code;
}
